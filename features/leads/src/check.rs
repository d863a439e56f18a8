//! What whoever fills in the form is told before they save: warnings about the owners, and who may be the same person.

use crate::{
    fields::{ContactIn, OwnerIn, WarningOut, read_owners},
    owners::{access_warning_of, known_owners, license_warning},
    store,
};
use axum::extract::State;
use borrowers::matching::{self, Found, RecordKind};
use lending::{
    access::Permission,
    matching::{AgreedField, Person, Strength},
    values::{Email, Phone, StateCode},
};
use platform::{Actor, App, Fields, Result, Tx, db::Timestamp, extract::Json, limits, record::Audit};
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

/// What is in the form so far.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = LeadCheck)]
pub struct In {
    #[serde(rename = "LeadUsers")]
    users: Vec<OwnerIn>,
    #[serde(rename = "LeadContacts")]
    contacts: Vec<ContactIn>,
    /// Where the opener of the form knows it; else the branch of the primary owner says it.
    #[serde(default, rename = "StateCode")]
    state_code: Option<String>,
}

/// What there is to tell.
#[derive(Serialize, ToSchema)]
#[schema(as = LeadChecked)]
pub struct Out {
    /// The gravest warning.
    warning: Option<WarningOut>,
    /// All of them.
    warnings: Vec<WarningOut>,
    /// Leads within reach who may be the same person, the surest first.
    duplicates: Vec<Duplicate>,
    /// Beyond one's reach: that there is one, whose, and since when (decision D29).
    outside: Vec<Outside>,
}

/// A lead who may be the same person.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = LeadDuplicate)]
pub struct Duplicate {
    id: i64,
    first_name: String,
    last_name: String,
    email: Option<String>,
    cell_phone: Option<String>,
    owner_name: Option<String>,
    /// How sure it is.
    strength: Strength,
    /// What agrees.
    agreed: Vec<AgreedField>,
}

/// A lead out of reach.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = LeadOutside)]
pub struct Outside {
    /// `lead`.
    kind: &'static str,
    owner_name: Option<String>,
    created_on: Timestamp,
}

/// Look-ups of one person within [`WINDOW_MINUTES`].
const LOOKUPS_MAX: i32 = 120;
const WINDOW_MINUTES: i32 = 5;
/// Most that are shown.
const DUPLICATES_MAX: usize = 20;
/// Contacts that are looked at.
const CONTACTS_MAX: usize = 4;

/// Warnings and possible duplicates for what is in the form so far. What is not filled in yet is passed over.
#[utoipa::path(post, path = "/api/leads/check", tag = "leads", operation_id = "checkLead", request_body = In, responses((status = 200, body = Out), (status = 403), (status = 422), (status = 429)))]
pub async fn check(actor: Actor, State(app): State<App>, Json(body): Json<In>) -> Result<Json<Out>> {
    let mut fields = Fields::default();
    let state = body.state_code.as_deref().filter(|code| !code.is_empty());
    let state = state.and_then(|code| fields.take("StateCode", code.parse::<StateCode>()));
    fields.check()?;
    let subject = format!("{}/{}", actor.company(), actor.user);
    limits::take(&app.pool, "lead checks", &subject, LOOKUPS_MAX, WINDOW_MINUTES).await?;
    let mut tx = actor.begin(&app, Permission::LeadCreate).await?;
    let warnings = warnings(&mut tx, &body.users, state).await?;
    let people: Vec<_> = body.contacts.iter().take(CONTACTS_MAX).map(person).collect();
    let (duplicates, outside) = duplicates(&mut tx, &people).await?;
    tx.commit().await?;
    Ok(Json(Out { warning: warnings.first().cloned(), warnings, duplicates, outside }))
}

/// What is to be said of owners as far as they are chosen.
async fn warnings(tx: &mut Tx, named: &[OwnerIn], state: Option<StateCode>) -> Result<Vec<WarningOut>> {
    // Two of the same are told where the form is saved.
    let named = read_owners(&mut Fields::default(), named);
    let owners = known_owners(tx, &mut Fields::default(), &named).await?;
    let Some(primary) = owners.first() else { return Ok(Vec::new()) };
    let state = state.map(|state| state.to_string());
    let license = license_warning(tx, primary, state.as_deref()).await?;
    Ok(access_warning_of(tx, &owners).into_iter().chain(license).map(WarningOut::from).collect())
}

pub(crate) fn person(contact: &ContactIn) -> Person {
    let text = |value: &Option<String>| value.as_deref().unwrap_or_default().trim().to_owned();
    Person {
        first_name: text(&contact.first_name),
        last_name: text(&contact.last_name),
        emails: text(&contact.email).parse::<Email>().into_iter().collect(),
        phones: text(&contact.cell_phone).parse::<Phone>().into_iter().collect(),
        ..Person::default()
    }
}

/// Leads that tell of one of some people, within reach and beyond. What is told of those beyond it stands in the log.
pub(crate) async fn duplicates(tx: &mut Tx, people: &[Person]) -> Result<(Vec<Duplicate>, Vec<Outside>)> {
    if people.is_empty() {
        return Ok((Vec::new(), Vec::new()));
    }
    let company = tx.company();
    let found = matching::find(tx, company, people, &[RecordKind::Lead], DUPLICATES_MAX).await?;
    let ids: Vec<_> = found.iter().map(|found| found.record.id).collect();
    let known = store::owners_of(tx, &ids).await?;
    let (reach, org_unit) = (crate::reach::reach_of(tx.actor()), tx.actor().org_unit());
    let (mut duplicates, mut outside, mut beyond) = (Vec::new(), Vec::new(), Vec::new());
    for found in found {
        let Some(lead) = known.iter().find(|lead| lead.id == found.record.id) else { continue };
        let owner_name = lead.owner_name.clone();
        if !reach.covers(lead.org_unit_id == org_unit, lead.is_own) {
            beyond.push(lead.id);
            outside.push(Outside { kind: "lead", owner_name, created_on: lead.created_at });
            continue;
        }
        let Found { person, agreement, .. } = found;
        duplicates.push(Duplicate {
            id: lead.id,
            first_name: person.first_name,
            last_name: person.last_name,
            email: person.emails.first().map(ToString::to_string),
            cell_phone: person.phones.first().map(|phone| phone.digits().to_owned()),
            owner_name,
            strength: agreement.strength,
            agreed: agreement.fields,
        });
    }
    if !beyond.is_empty() {
        tx.audit(Audit {
            action: "lead.match",
            entity: "company",
            entity_id: &company.to_string(),
            before: None,
            after: Some(json!({ "outside": beyond })),
        })
        .await?;
    }
    Ok((duplicates, outside))
}
