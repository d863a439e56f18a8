//! Receives posts of web forms and providers at an intake address: JSON or form fields, parsed with the address's
//! mapping.

use super::{
    Channel, Faults, Handed, Way,
    columns::{Usual, lead_of},
    receive, store,
};
use crate::{
    consent::PAGE_LENGTH_MAX,
    fields::{LeadIn, OwnerIn},
};
use axum::extract::{FromRequest, Path, Request, State};
use borrowers::matching;
use bytes::Bytes;
use http::{
    HeaderMap, StatusCode,
    header::{ORIGIN, REFERER},
};
use lending::{
    intake::{ArrivalState, LeadColumn},
    leads::LeadPurpose,
};
use platform::{App, ClientAddress, Error, JobTx, Network, Result, extract::Json, limits};
use serde::Serialize;
use serde_json::Value;
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use utoipa::ToSchema;
use uuid::Uuid;

/// Maximum size of a body.
pub(super) const BYTES_MAX: usize = 64 * 1024;
/// Maximum number of fields.
const FIELDS_MAX: usize = 500;
/// Maximum nesting depth of fields.
const DEPTH_MAX: usize = 6;
/// Posts per address and minute.
const MINUTE_MAX: i32 = 300;
/// Wrong secrets per network and ten minutes.
const WRONG_MAX: i32 = 30;
const SECRET_BYTES: usize = 32;

/// Secret of an intake address.
pub(super) struct Secret(String);

impl Secret {
    pub fn make() -> Result<Self> {
        let mut bytes = [0; SECRET_BYTES];
        rand::TryRng::try_fill_bytes(&mut rand::rngs::SysRng, &mut bytes).map_err(Error::internal)?;
        Ok(Self(bytes.iter().map(|byte| format!("{byte:02x}")).collect()))
    }

    pub fn hash(&self) -> Vec<u8> {
        Sha256::digest(&self.0).to_vec()
    }
}

/// Path for posting.
pub(super) fn path_of(company: i64, id: Uuid, secret: &Secret) -> String {
    format!("/api/lead-forms/{company}-{}/{}", id.simple(), secret.0)
}

/// Posted values with their field names.
pub(super) struct Fields(Vec<(String, String)>);

impl Fields {
    /// Parses JSON, or otherwise form fields.
    pub fn read(body: &str) -> Self {
        let mut fields = Vec::new();
        match serde_json::from_str::<Value>(body) {
            Ok(value @ (Value::Object(_) | Value::Array(_))) => flatten(&mut fields, String::new(), &value, 0),
            _ => fields.extend(url::form_urlencoded::parse(body.as_bytes()).into_owned().take(FIELDS_MAX)),
        }
        Self(fields)
    }

    fn named(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, text)| text.as_str())
    }

    /// The field whose name suggests this content.
    fn guessed(&self, column: LeadColumn) -> Option<(&str, &str)> {
        let last = |name: &str| name.rsplit(['.', '[', ']']).find(|part| !part.is_empty()).and_then(LeadColumn::guess);
        let found = self.0.iter().find(|(name, text)| last(name) == Some(column) && !text.trim().is_empty())?;
        Some((&found.0, &found.1))
    }
}

fn flatten(fields: &mut Vec<(String, String)>, path: String, value: &Value, depth: usize) {
    if fields.len() >= FIELDS_MAX || depth > DEPTH_MAX {
        return;
    }
    let below = |name: &str| if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") };
    match value {
        Value::Object(members) => {
            members.iter().for_each(|(name, value)| flatten(fields, below(name), value, depth + 1))
        }
        Value::Array(items) => {
            items.iter().enumerate().for_each(|(at, value)| flatten(fields, below(&at.to_string()), value, depth + 1));
        }
        Value::Null => {}
        Value::String(text) => fields.push((path, text.clone())),
        other => fields.push((path, other.to_string())),
    }
}

/// Parsing settings of an address.
pub(super) struct Known {
    mapping: BTreeMap<LeadColumn, String>,
    usual: Usual,
}

impl Known {
    pub fn of(row: store::AddressRow) -> Self {
        Self {
            mapping: serde_json::from_value(row.mapping).unwrap_or_default(),
            usual: Usual { purpose: LeadPurpose::Purchase, source: row.source_id, provider: row.provider_id },
        }
    }

    fn text<'a>(&'a self, fields: &'a Fields, column: LeadColumn) -> Option<(&'a str, &'a str)> {
        match self.mapping.get(&column) {
            Some(name) => Some((name.as_str(), fields.named(name)?)),
            None => fields.guessed(column),
        }
    }

    /// Recognized values with their field names.
    pub fn found(&self, fields: &Fields) -> Vec<(LeadColumn, String, String)> {
        let of = |column: &LeadColumn| {
            let (field, text) = self.text(fields, *column)?;
            Some((*column, field.to_owned(), text.chars().take(200).collect()))
        };
        LeadColumn::ALL.iter().filter_map(of).collect()
    }

    pub fn lead(&self, fields: &Fields) -> (LeadIn, Faults) {
        lead_of(|column| self.text(fields, column).map(|(_, text)| text), &self.usual)
    }
}

/// Answer to a form.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = LeadFormOut)]
pub struct Out {
    /// Id of the arrival.
    id: Uuid,
    state: ArrivalState,
}

fn refused() -> Error {
    let message = "This address takes no leads.".to_owned();
    Error::Refused { status: StatusCode::UNAUTHORIZED, code: "LWLEAD10401", message }
}

/// The page that sent the form. `None` for a provider's server.
fn page_of(headers: &HeaderMap) -> Option<String> {
    let text = |name| headers.get(name).and_then(|value| value.to_str().ok()).filter(|text| *text != "null");
    let page = text(REFERER).or_else(|| text(ORIGIN))?;
    Some(page.chars().take(PAGE_LENGTH_MAX).collect())
}

/// Receives a post of a form or provider as JSON or form fields. Unreadable posts wait for review.
#[utoipa::path(post, path = "/api/lead-forms/{id}/{secret}", tag = "leads", operation_id = "postLeadForm", params(("id" = String, Path), ("secret" = String, Path)), request_body(content = String, content_type = "application/json"), responses((status = 202, body = Out), (status = 401), (status = 413), (status = 429)))]
pub async fn post(
    State(app): State<App>,
    network: Network,
    address: ClientAddress,
    Path((id, secret)): Path<(String, String)>,
    request: Request,
) -> Result<(StatusCode, Json<Out>)> {
    let bucket = "lead form secret";
    limits::check(&app.pool, bucket, &network.to_string(), WRONG_MAX, 10).await?;
    let named =
        id.split_once('-').and_then(|(company, id)| Some((company.parse::<i64>().ok()?, id.parse::<Uuid>().ok()?)));
    let hash = Secret(secret).hash();
    let found = match named {
        Some((company, id)) => {
            let mut tx = JobTx::begin(&app, company, None).await?;
            store::open_address(&mut tx, id, &hash).await?.map(|row| (company, tx, row))
        }
        None => None,
    };
    let Some((company, mut tx, row)) = found else {
        limits::note(&app.pool, bucket, &network.to_string(), 10).await?;
        return Err(refused());
    };
    drop(tx);
    limits::take(&app.pool, "lead form", &row.id.to_string(), MINUTE_MAX, 1).await?;
    let sent_from = page_of(request.headers()).map(|page| (address.0.to_string(), page));
    let too_large = || Error::TooLarge("A lead has at most 64 KB.".to_owned());
    let bytes = Bytes::from_request(request, &app).await.map_err(|_| too_large())?;
    if bytes.len() > BYTES_MAX {
        return Err(too_large());
    }
    let raw = String::from_utf8_lossy(&bytes).into_owned();
    tx = JobTx::begin(&app, company, None).await?;
    let posted_to = row.id;
    let owner = row.owner_user.zip(row.owner_unit).map(|(user, org_unit)| OwnerIn { user, org_unit, is_primary: true });
    let owner = match owner {
        Some(owner) => Some(owner),
        None => store::default_owner(&mut tx).await?,
    };
    let rule = matching::intake_rule(&mut tx, company).await?;
    let (mut lead, faults) = Known::of(row).lead(&Fields::read(&raw));
    for consent in &mut lead.consents {
        if let Some((address, page)) = &sent_from {
            consent.address.get_or_insert_with(|| address.clone());
            consent.page.get_or_insert_with(|| page.clone());
        }
    }
    let way = Way { channel: Channel::Address(posted_to), rule, owner };
    let handed = Handed::of_texts(None, raw, lead, faults)?;
    let arrived = receive(&app, &mut tx, &way, vec![handed]).await?;
    store::note_address_use(&mut tx, posted_to).await?;
    tx.commit().await?;
    let arrived = arrived.into_iter().next().ok_or(Error::NotFound)?;
    Ok((StatusCode::ACCEPTED, Json(Out { id: arrived.id, state: arrived.state })))
}
