//! Finds existing people among leads, borrowers, their loans and business contacts (DUP-01). Every form that could
//! create a duplicate uses it.
//!
//! For records outside the user's scope, it only reveals kind, owner and date (decision D29), and audits that. The user
//! can then ask owner and branch administrators for access. The request names no record but repeats the typed data.

use crate::{
    matching::{self, Found, Record, RecordKind},
    reach::contact_reach,
    store::known as store,
};
use axum::extract::State;
use http::StatusCode;
use lending::{
    access::Permission,
    matching::{AgreedField, Person, Strength},
    values::{Email, Phone, PostalCode},
};
use platform::{
    Actor, App, Error, Result, Tx,
    db::Timestamp,
    extract::Json,
    jobs::Work,
    limits,
    mail::{self, Address, Draft, Letter, Mail},
    record::Audit,
};
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

/// Lookups per user within [`WINDOW_MINUTES`].
const LOOKUPS_MAX: i32 = 120;
const WINDOW_MINUTES: i32 = 5;
/// Access requests per user and hour.
const ASKS_MAX: i32 = 20;
const KNOWN_MAX: usize = 20;

/// The data typed so far.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "PascalCase", deny_unknown_fields, default)]
#[schema(as = TypedPerson)]
pub struct In {
    first_name: String,
    last_name: String,
    email: String,
    cell_phone: String,
    /// Street address.
    street: String,
    postal_code: String,
}

impl In {
    /// Converts to a person. Omits values that can't be compared yet.
    fn person(&self) -> Person {
        let text = |text: &str| text.trim().chars().take(200).collect::<String>();
        Person {
            first_name: text(&self.first_name),
            last_name: text(&self.last_name),
            emails: self.email.trim().parse::<Email>().into_iter().collect(),
            phones: self.cell_phone.trim().parse::<Phone>().into_iter().collect(),
            street: Some(text(&self.street)).filter(|street| !street.is_empty()),
            postal_code: self.postal_code.trim().parse::<PostalCode>().ok(),
            ..Person::default()
        }
    }
}

/// Existing people.
#[derive(Default, Serialize, ToSchema)]
#[schema(as = KnownPeople)]
pub struct Out {
    /// Records in scope, strongest match first.
    pub rows: Vec<Known>,
    /// Records out of scope: kind, owner and date only.
    pub outside: Vec<Outside>,
}

/// A record in scope that may be the same person.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = KnownPerson)]
pub struct Known {
    /// `lead`, `borrower` or `contact`.
    pub kind: RecordKind,
    pub id: i64,
    pub first_name: String,
    pub last_name: String,
    pub email: Option<String>,
    pub cell_phone: Option<String>,
    pub owner_name: Option<String>,
    pub created_on: Timestamp,
    /// Strength of the match.
    pub strength: Strength,
    /// Fields that agree.
    pub agreed: Vec<AgreedField>,
    /// For a borrower: loans in scope, newest first.
    pub loans: Vec<LoanOf>,
}

/// A loan of the person.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = LoanOfKnownPerson)]
pub struct LoanOf {
    pub id: i64,
    pub loan_number: String,
}

/// A record out of scope.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Outside {
    /// `lead`, `loan`, `borrower` or `contact`.
    pub kind: &'static str,
    /// Its owner, or a loan's officer.
    pub owner_name: Option<String>,
    pub created_on: Timestamp,
}

/// A record out of scope with internal data.
struct Beyond {
    id: i64,
    org_unit: i64,
    owner: Option<i64>,
    told: Outside,
}

/// Finds leads, borrowers and business contacts that may be the typed person, strongest match first.
#[utoipa::path(post, path = "/api/people/matches", tag = "borrowers", operation_id = "findKnownPeople", request_body = In, responses((status = 200, body = Out), (status = 403), (status = 429)))]
pub async fn find(actor: Actor, State(app): State<App>, Json(body): Json<In>) -> Result<Json<Out>> {
    let subject = format!("{}/{}", actor.company(), actor.user);
    limits::take(&app.pool, "people matches", &subject, LOOKUPS_MAX, WINDOW_MINUTES).await?;
    let mut tx = actor.begin(&app, Permission::ContactView).await?;
    let known = known_people(&mut tx, &[body.person()]).await?;
    tx.commit().await?;
    Ok(Json(known))
}

/// Finds records that may be one of the people, in scope and out of scope. Audits what it reveals about the latter.
pub async fn known_people(tx: &mut Tx, people: &[Person]) -> Result<Out> {
    let (rows, beyond) = look_up(tx, people).await?;
    if !beyond.is_empty() {
        let outside: Vec<_> = beyond.iter().map(|one| format!("{} {}", one.told.kind, one.id)).collect();
        note(tx, "people.match", json!({ "outside": outside })).await?;
    }
    Ok(Out { rows, outside: beyond.into_iter().map(|beyond| beyond.told).collect() })
}

async fn look_up(tx: &mut Tx, people: &[Person]) -> Result<(Vec<Known>, Vec<Beyond>)> {
    let company = tx.company();
    let found = matching::find(tx, company, people, &RecordKind::ALL, KNOWN_MAX).await?;
    let owned = store::owned(tx, &found).await?;
    let borrowers: Vec<i64> = found
        .iter()
        .map(|found| found.record)
        .filter(|record| record.kind == RecordKind::Borrower)
        .map(|r| r.id)
        .collect();
    let loans = store::loans(tx, &borrowers).await?;
    let contacts = contact_reach(tx).await?;
    let actor = tx.actor();
    let leads = actor.access.grants.reach(Permission::LeadView, actor.consolidated);
    let (of_loans, org_unit) = (actor.loan_reach(), actor.org_unit());
    let may = |permission| actor.may(permission).is_ok();
    let (may_leads, may_contacts, may_loans) =
        (may(Permission::LeadView), may(Permission::ContactView), may(Permission::LoanView));
    let (mut rows, mut beyond) = (Vec::new(), Vec::<Beyond>::new());
    for (found, owned) in found.into_iter().zip(owned) {
        let (may, reach) =
            if found.record.kind == RecordKind::Lead { (may_leads, leads) } else { (may_contacts, contacts) };
        let its_loans = loans
            .iter()
            .filter(|loan| found.record.kind == RecordKind::Borrower && loan.borrower_id == found.record.id);
        let (seen, unseen): (Vec<_>, Vec<_>) =
            its_loans.partition(|loan| may_loans && of_loans.covers(loan.org_unit_id == org_unit, loan.is_own));
        let has_loans = !(seen.is_empty() && unseen.is_empty());
        for loan in unseen {
            if beyond.iter().any(|known| known.told.kind == "loan" && known.id == loan.id) {
                continue;
            }
            let told = Outside { kind: "loan", owner_name: loan.officer_name.clone(), created_on: loan.created_at };
            beyond.push(Beyond { id: loan.id, org_unit: loan.org_unit_id, owner: loan.officer_id, told });
        }
        if (may && reach.covers(found.org_unit == org_unit, owned.is_own)) || !seen.is_empty() {
            let loans = seen.into_iter().map(|loan| LoanOf { id: loan.id, loan_number: loan.loan_number.clone() });
            rows.push(Known::new(found, owned.owner_name, loans.collect()));
        } else if !has_loans {
            // The loans already represent this borrower.
            let Found { record, org_unit, owner, created_at, .. } = found;
            let told = Outside { kind: record.kind.as_str(), owner_name: owned.owner_name, created_on: created_at };
            beyond.push(Beyond { id: record.id, org_unit, owner, told });
        }
    }
    Ok((rows, beyond))
}

impl Known {
    fn new(found: Found, owner_name: Option<String>, loans: Vec<LoanOf>) -> Self {
        let Found { record: Record { kind, id }, created_at, person, agreement, .. } = found;
        Self {
            kind,
            id,
            first_name: person.first_name,
            last_name: person.last_name,
            email: person.emails.first().map(ToString::to_string),
            cell_phone: person.phones.first().map(|phone| phone.digits().to_owned()),
            owner_name,
            created_on: created_at,
            strength: agreement.strength,
            agreed: agreement.fields,
            loans,
        }
    }
}

/// Request for access to a record out of scope: the typed data, and what was revealed.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = AccessAsk)]
pub struct AskIn {
    typed: In,
    /// As returned by the lookup.
    kind: String,
    created_on: Timestamp,
}

/// Asks the owner of a record and its branch administrators for access. They decide.
#[utoipa::path(post, path = "/api/people/matches/access", tag = "borrowers", operation_id = "askForAccess", request_body = AskIn, responses((status = 204), (status = 403), (status = 404), (status = 429)))]
pub async fn ask(actor: Actor, State(app): State<App>, Json(body): Json<AskIn>) -> Result<StatusCode> {
    let subject = format!("{}/{}", actor.company(), actor.user);
    limits::take(&app.pool, "access asks", &subject, ASKS_MAX, 60).await?;
    let mut tx = actor.begin(&app, Permission::ContactView).await?;
    let (_, beyond) = look_up(&mut tx, &[body.typed.person()]).await?;
    let meant = |one: &Beyond| one.told.kind == body.kind && one.told.created_on == body.created_on;
    let record = beyond.into_iter().find(meant).ok_or(Error::NotFound)?;
    let (company, user) = (tx.company(), tx.actor().user);
    let origin = tx.actor().origin.as_deref().unwrap_or_default().to_owned();
    let mail = AskedForAccess { origin, kind: record.told.kind.to_owned(), id: record.id, asker: user };
    let asked = store::asked(&mut tx, record.owner, record.org_unit).await?;
    for to in &asked {
        let address = Address { email: &to.email, name: Some(&to.name) };
        mail::enqueue(&mut tx, company, Some(to.user), address, &mail).await?;
    }
    let asked: Vec<_> = asked.iter().map(|to| to.user).collect();
    let after = json!({ "kind": record.told.kind, "id": record.id, "asked": asked });
    note(&mut tx, "people.ask-access", after).await?;
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}

async fn note(tx: &mut Tx, action: &'static str, after: serde_json::Value) -> Result<()> {
    let company = tx.company().to_string();
    tx.audit(Audit { action, entity: "company", entity_id: &company, before: None, after: Some(after) }).await
}

/// The jobs and emails of this feature.
#[must_use]
pub fn work(work: Work) -> Work {
    work.mail::<AskedForAccess>().job::<crate::rehash::RehashBirths>()
}

/// Email to the owner: another user typed the data of a person in the owner's record.
#[derive(Serialize, Deserialize)]
struct AskedForAccess {
    origin: String,
    kind: String,
    id: i64,
    asker: i64,
}

impl Mail for AskedForAccess {
    const KIND: &'static str = "access-asked";

    async fn letter(self, draft: &mut Draft<'_>) -> Result<Option<Letter>> {
        let Some(asker) = store::name(draft.tx, self.asker).await? else { return Ok(None) };
        let (noun, path, how) = match self.kind.as_str() {
            "lead" => ("lead", format!("/app/leads/{}", self.id), "make them an owner of the lead"),
            "loan" => ("loan", format!("/app/loans/{}/loan-info", self.id), "put them on the loan’s team"),
            "borrower" => ("borrower", format!("/app/borrowers/{}", self.id), "talk to them about the borrower"),
            _ => ("contact", format!("/app/contacts/{}", self.id), "talk to them about the contact"),
        };
        let text =
            format!("{asker} entered somebody whom {noun} #{} may be about, and can’t see that {noun}.", self.id);
        Ok(Some(
            Letter::new(format!("{asker} asks for access to {noun} #{}", self.id), text.clone())
                .text(text)
                .text(format!("If they should work on it, {how}. Otherwise nothing has to be done."))
                .button(format!("Open {noun}"), format!("{}{path}", self.origin)),
        ))
    }
}
