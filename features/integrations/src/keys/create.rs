//! Creates API keys.

use super::{KeyOut, KeyOwner, OF_COMPANY_MAX, OF_PERSON_MAX, has_pro, needs_pro, refuse_stranger, secret::Secret};
use crate::store::keys::{self as store, New};
use axum::extract::State;
use http::StatusCode;
use lending::access::{Permission, Scope};
use platform::{Actor, App, Error, Fields, Result, extract::Json, limits, record::Audit};
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::collections::BTreeSet;
use utoipa::ToSchema;

const NAME_MAX: usize = 80;
/// Maximum lifetime: a leap year. A key that never expires leaks eventually.
const DAYS_MAX: i32 = 366;
const DAYS_DEFAULT: i32 = 90;
/// Maximum number of scopes in a request.
const SCOPES_MAX: usize = 50;
/// Keys per user and hour.
const HOURLY_MAX: i32 = 30;

/// Name and scopes of the key.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = ApiKeyIn)]
pub struct In {
    /// Up to 80 characters.
    #[schema(example = "Website form")]
    name: String,
    /// Codes of scopes, at least one.
    #[schema(example = json!(["leads:write"]))]
    scopes: Vec<String>,
    owner: KeyOwner,
    /// Lifetime in days: 1 to 366, 90 by default.
    expires_in_days: Option<i32>,
}

/// A new key with its secret, which isn't shown again.
#[derive(Serialize, ToSchema)]
#[schema(as = NewApiKey)]
pub struct Out {
    #[serde(flatten)]
    key: KeyOut,
    secret: String,
}

/// Creates a key for the company or for the user. Only this answer contains the secret.
#[utoipa::path(post, path = "/api/api-keys", tag = "integrations", operation_id = "createApiKey", request_body = In, responses((status = 201, body = Out), (status = 402), (status = 409), (status = 422)))]
pub async fn create(actor: Actor, State(app): State<App>, Json(body): Json<In>) -> Result<(StatusCode, Json<Out>)> {
    actor.may(Permission::ApiKeysManage)?;
    actor.refuse_for_another()?;
    let owner = body.owner;
    refuse_stranger(&actor, owner)?;

    let mut fields = Fields::default();
    let name = fields.required("name", &body.name, "Please name the key.").unwrap_or_default();
    if name.chars().count() > NAME_MAX {
        fields.add("name", format!("has at most {NAME_MAX} characters"));
    }
    let scopes: BTreeSet<Scope> = body
        .scopes
        .iter()
        .enumerate()
        .filter_map(|(n, code)| fields.take(&format!("scopes/{n}"), code.parse::<Scope>()))
        .collect();
    if body.scopes.len() > SCOPES_MAX {
        fields.add("scopes", format!("are at most {SCOPES_MAX}"));
    }
    if body.scopes.is_empty() {
        fields.add("scopes", "Choose at least one scope.");
    }
    let days = body.expires_in_days.unwrap_or(DAYS_DEFAULT);
    if !(1..=DAYS_MAX).contains(&days) {
        fields.add("expiresInDays", format!("must be 1 to {DAYS_MAX}"));
    }
    fields.check()?;
    limits::take(&app.pool, "api-key-create", &actor.user.to_string(), HOURLY_MAX, 60).await?;

    let mut tx = actor.begin(&app, Permission::ApiKeysManage).await?;
    refuse_stranger(tx.actor(), owner)?;
    if !has_pro(&mut tx, owner).await? {
        return Err(needs_pro());
    }
    let (company, user) = (tx.company(), tx.actor().user);
    store::lock(&mut tx, company).await?;
    let (membership, living, max) = match owner {
        KeyOwner::COMPANY => (None, store::living_of_company(&mut tx, company).await?, OF_COMPANY_MAX),
        KeyOwner::SELF => {
            (Some(tx.actor().membership()), store::living_of_person(&mut tx, company, user).await?, OF_PERSON_MAX)
        }
    };
    if living >= max {
        return Err(Error::Conflict {
            code: "LWKEY10409",
            message: format!("There are {max} keys already. Revoke an unused one first."),
            details: None,
        });
    }
    let secret = Secret::make()?;
    let scopes: Vec<String> = scopes.into_iter().map(|scope| scope.code().to_owned()).collect();
    let new = New { membership, name: &name, prefix: secret.prefix(), hash: &secret.hash(), scopes: &scopes, days };
    let id = store::insert(&mut tx, company, user, &new).await?;
    let key = KeyOut::from(store::one(&mut tx, company, id).await?.ok_or(Error::NotFound)?);
    tx.audit(Audit {
        action: "api-key.create",
        entity: "api-key",
        entity_id: &id.to_string(),
        before: None,
        after: Some(json!({
            "name": key.name,
            "prefix": key.prefix,
            "owner": key.owner,
            "scopes": key.scopes,
            "expiresAt": key.expires_at,
        })),
    })
    .await?;
    tx.event("api-key.created", id).await?;
    tx.commit().await?;
    Ok((StatusCode::CREATED, Json(Out { key, secret: secret.reveal() })))
}
