//! A user's own preferences.

use crate::store::{self, UserConfig};
use axum::extract::State;
use lending::access::Permission;
use platform::{Actor, App, Result, extract::Json, record::Audit};
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

/// The user's preferences.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = UserConfig)]
pub struct Out {
    /// Speaks Spanish with borrowers, so links to the borrower portal are also offered in Spanish.
    spanish_ind: bool,
}

/// Preferences to change.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = UserConfigChange)]
pub struct In {
    spanish_ind: Option<bool>,
}

/// Returns the user's preferences.
#[utoipa::path(get, path = "/api/users/me/config", tag = "people", operation_id = "getMyConfig", responses((status = 200, body = Out)))]
pub async fn get(actor: Actor, State(app): State<App>) -> Result<Json<Out>> {
    let mut tx = actor.begin(&app, Permission::Session).await?;
    Ok(Json(store::user_config(&mut tx).await?.into()))
}

/// Changes the user's preferences.
#[utoipa::path(patch, path = "/api/users/me/config", tag = "people", operation_id = "changeMyConfig", request_body = In, responses((status = 200, body = Out)))]
pub async fn set(actor: Actor, State(app): State<App>, Json(body): Json<In>) -> Result<Json<Out>> {
    let mut tx = actor.begin(&app, Permission::ProfileEdit).await?;
    let before = store::user_config(&mut tx).await?;
    let after = UserConfig { is_spanish: body.spanish_ind.unwrap_or(before.is_spanish) };
    if after.is_spanish != before.is_spanish {
        store::set_user_config(&mut tx, after).await?;
        let user = tx.actor().user;
        tx.audit(Audit {
            action: "user.config",
            entity: "user",
            entity_id: &user.to_string(),
            before: Some(json!({"spanishInd": before.is_spanish})),
            after: Some(json!({"spanishInd": after.is_spanish})),
        })
        .await?;
        tx.event("user.edited", user).await?;
        tx.commit().await?;
    }
    Ok(Json(after.into()))
}

impl From<UserConfig> for Out {
    fn from(UserConfig { is_spanish }: UserConfig) -> Self {
        Out { spanish_ind: is_spanish }
    }
}
