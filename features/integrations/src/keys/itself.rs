//! Describes a key to the program that uses it.

use super::KeyOut;
use crate::store::keys as store;
use axum::extract::State;
use lending::access::Scope;
use platform::{
    App, Error, KeyHolder, Result,
    extract::{Json, Query},
};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// Query parameters.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct In {
    /// Refuses the request if the key lacks this scope, like the routes that need it.
    scope: Option<String>,
}

/// The key and its company.
#[derive(Serialize, ToSchema)]
#[schema(as = ApiKeySelf)]
pub struct Out {
    #[serde(flatten)]
    key: KeyOut,
    company: String,
}

/// Returns the key's own details, so that it can be tested.
#[utoipa::path(get, path = "/api/api-keys/self", tag = "integrations", operation_id = "getOwnApiKey", params(In), security(("apiKey" = [])), responses((status = 200, body = Out), (status = 401), (status = 402), (status = 403), (status = 429)))]
pub async fn itself(holder: KeyHolder, State(app): State<App>, Query(query): Query<In>) -> Result<Json<Out>> {
    let scope = match query.scope.as_deref().map(str::parse::<Scope>) {
        Some(Err(error)) => return Err(Error::field("scope", error.to_string())),
        Some(Ok(scope)) => Some(scope),
        None => None,
    };
    let key = holder.key;
    let mut tx = match scope {
        Some(scope) => holder.begin(&app, scope).await?,
        None => holder.begin_for_itself(&app).await?,
    };
    let company = tx.company();
    let found = store::one(&mut tx, company, key).await?.ok_or(Error::KeyRefused)?;
    let company = store::company_name(&mut tx, company).await?;
    Ok(Json(Out { key: found.into(), company }))
}
