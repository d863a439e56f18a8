//! Consent of leads to calls and texts: number, wording, time and source (LEADPAGE-16). Every statement is kept
//! permanently; the latest one counts.

use crate::{
    edit::record,
    fields::LeadOut,
    make::NewContact,
    reach::within_reach,
    store::{self, consents as sql},
};
use axum::extract::State;
use http::StatusCode;
use lending::{
    access::Permission,
    consent::{Consent, ConsentKind, ConsentSource, WORDING_LENGTH_MAX, stands},
    values::Phone,
};
use platform::{
    Actor, App, Error, Fields, InCompany, Result,
    db::Timestamp,
    extract::{Id, Json},
};
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

/// Maximum number of consents in a payload.
const CONSENTS_MAX: usize = 10;
/// Maximum length of an IP address, and of a page URL.
const ADDRESS_LENGTH_MAX: usize = 64;
pub(crate) const PAGE_LENGTH_MAX: usize = 500;
/// Wording stored for a withdrawal without text.
const WITHDRAWN: &str = "Withdrawn.";

/// Consent that came with a lead, for the number of its primary contact.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = LeadConsentIn)]
pub struct ConsentIn {
    /// Kinds of contact.
    pub kinds: Vec<ConsentKind>,
    /// Exact wording of the consent, up to 2,000 characters. Defaults to the company's wording.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wording: Option<String>,
    /// Defaults to now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub given_at: Option<Timestamp>,
    /// IP address of the person who consented.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub address: Option<String>,
    /// Page on which the person consented.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub page: Option<String>,
}

/// A consent or withdrawal to store.
#[derive(Clone, Debug)]
pub struct NewConsent {
    /// Kind of contact.
    pub kind: ConsentKind,
    /// True for consent, false for withdrawal.
    pub is_given: bool,
    pub phone: Phone,
    /// Wording. Defaults to the company's.
    pub wording: Option<String>,
    /// Time of the statement.
    pub said_at: Timestamp,
    /// How it reached the company.
    pub source: ConsentSource,
    /// IP address of the person who consented.
    pub address: Option<String>,
    /// Page on which the person consented.
    pub page: Option<String>,
}

/// A consent or withdrawal in responses.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = LeadConsent)]
pub struct ConsentOut {
    pub id: i64,
    pub kind: ConsentKind,
    /// False for a withdrawal.
    pub is_given: bool,
    pub phone: String,
    pub wording: String,
    pub said_at: Timestamp,
    pub source: ConsentSource,
    pub address: Option<String>,
    pub page: Option<String>,
    pub recorded_by: Option<String>,
    pub recorded_at: Timestamp,
}

/// Allowed uses of a phone number.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = PhoneConsent)]
pub struct PhoneConsent {
    phone: String,
    calls: bool,
    texts: bool,
}

/// A statement that a person made or wrote.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = NewLeadConsent)]
pub struct In {
    /// Kinds of contact, one or both.
    kinds: Vec<ConsentKind>,
    /// False for a withdrawal.
    is_given: bool,
    /// `SPOKEN` or `WRITTEN`.
    source: ConsentSource,
    /// A number of the lead's contacts. Defaults to the primary contact's.
    #[serde(default)]
    phone: Option<String>,
    /// Wording of the statement. Defaults to the company's.
    #[serde(default)]
    wording: Option<String>,
    /// Defaults to now. Must not be in the future.
    #[serde(default)]
    said_at: Option<Timestamp>,
}

/// Records a person's consent or withdrawal. A withdrawal is also accepted for a converted lead.
#[utoipa::path(post, path = "/api/leads/{id}/consents", tag = "leads", operation_id = "addLeadConsent", params(("id" = i64, Path)), request_body = In, responses((status = 201, body = LeadOut), (status = 403), (status = 404), (status = 409), (status = 422)))]
pub async fn add(
    actor: Actor,
    State(app): State<App>,
    Id(id): Id,
    Json(body): Json<In>,
) -> Result<(StatusCode, Json<LeadOut>)> {
    let mut fields = Fields::default();
    if body.kinds.is_empty() || body.kinds.len() > 2 {
        fields.add("kinds", "Choose calls, texts or both");
    }
    if !matches!(body.source, ConsentSource::SPOKEN | ConsentSource::WRITTEN) {
        fields.add("source", "must be SPOKEN or WRITTEN");
    }
    let now = Timestamp::now();
    let said_at = body.said_at.unwrap_or(now);
    if said_at > now {
        fields.add("saidAt", "can't be in the future");
    }
    let wording = text(&mut fields, "wording", body.wording.as_deref(), WORDING_LENGTH_MAX);
    fields.check()?;
    let mut tx = actor.begin(&app, Permission::LeadCreate).await?;
    within_reach(&mut tx, id).await?;
    let contacts = store::contacts(&mut tx, id).await?;
    let known = |phone: &str| contacts.iter().any(|contact| contact.cell_phone.as_deref() == Some(phone));
    let phone = match body.phone.as_deref() {
        Some(text) => text.parse::<Phone>().ok().filter(|phone| known(phone.digits())),
        None => contacts.first().and_then(|contact| contact.cell_phone.as_deref()?.parse().ok()),
    };
    let phone = phone.ok_or_else(|| Error::field("phone", "Choose a number of this lead"))?;
    let consents: Vec<_> = body
        .kinds
        .iter()
        .map(|kind| NewConsent {
            kind: *kind,
            is_given: body.is_given,
            phone: phone.clone(),
            wording: wording.clone().or_else(|| (!body.is_given).then(|| WITHDRAWN.to_owned())),
            said_at,
            source: body.source,
            address: None,
            page: None,
        })
        .collect();
    keep(&mut tx, id, &consents).await?;
    let after = json!({ "kinds": body.kinds, "isGiven": body.is_given, "source": body.source, "saidAt": said_at });
    record(&mut tx, "lead.consent", id, None, Some(after)).await?;
    let row = within_reach(&mut tx, id).await?;
    let lead = store::out(&mut tx, row).await?.shown(&app, tx.actor());
    tx.commit().await?;
    Ok((StatusCode::CREATED, Json(lead)))
}

/// Stores consents of an existing lead.
pub(crate) async fn keep(tx: &mut impl InCompany, lead: i64, consents: &[NewConsent]) -> Result<()> {
    if consents.is_empty() {
        return Ok(());
    }
    let wording = sql::wording(tx).await?;
    sql::insert(tx, lead, consents, &wording).await
}

/// Parses the consents of a payload, for the number of the primary contact.
pub(crate) fn read(fields: &mut Fields, consents: &[ConsentIn], contacts: &[NewContact]) -> Vec<NewConsent> {
    if consents.len() > CONSENTS_MAX {
        fields.add("LeadConsents", format!("must be at most {CONSENTS_MAX}"));
        return Vec::new();
    }
    let phone = contacts.first().and_then(|contact| contact.phone.as_ref());
    let mut read = Vec::new();
    for (at, consent) in consents.iter().enumerate() {
        let path = format!("LeadConsents/{at}");
        let Some(phone) = phone else {
            fields.add(path, "Give the cell phone that the consent is for");
            continue;
        };
        let wording = text(fields, &format!("{path}/wording"), consent.wording.as_deref(), WORDING_LENGTH_MAX);
        let address = text(fields, &format!("{path}/address"), consent.address.as_deref(), ADDRESS_LENGTH_MAX);
        let page = text(fields, &format!("{path}/page"), consent.page.as_deref(), PAGE_LENGTH_MAX);
        let now = Timestamp::now();
        read.extend(consent.kinds.iter().take(2).map(|kind| NewConsent {
            kind: *kind,
            is_given: true,
            phone: phone.clone(),
            wording: wording.clone(),
            // The sender's clock may be ahead.
            said_at: consent.given_at.unwrap_or(now).min(now),
            source: ConsentSource::WRITTEN,
            address: address.clone(),
            page: page.clone(),
        }));
    }
    read
}

/// Validates a text's length. `None` if it is empty.
fn text(fields: &mut Fields, path: &str, text: Option<&str>, length_max: usize) -> Option<String> {
    let text = text.map(str::trim).filter(|text| !text.is_empty())?;
    if text.chars().count() > length_max {
        fields.add(path, format!("must have at most {length_max} characters"));
    }
    Some(text.to_owned())
}

/// Allowed uses of each number of a lead.
pub(crate) fn of_phones<'a>(phones: impl IntoIterator<Item = &'a str>, said: &[ConsentOut]) -> Vec<PhoneConsent> {
    let said = || {
        said.iter().map(|one| Consent { kind: one.kind, phone: &one.phone, is_given: one.is_given, at: *one.said_at })
    };
    let of_phone = |phone: &str| PhoneConsent {
        phone: phone.to_owned(),
        calls: stands(said(), ConsentKind::CALL, phone),
        texts: stands(said(), ConsentKind::TEXT, phone),
    };
    phones.into_iter().map(of_phone).collect()
}
