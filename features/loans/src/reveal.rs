//! Revealing one sealed value, which is an act of its own.

use crate::{get::within_reach, secrets, store};
use axum::extract::State;
use http::StatusCode;
use lending::{access::Permission, patch};
use platform::{
    Actor, App, Error, Result,
    extract::{Id, Json},
    record::Audit,
};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use utoipa::ToSchema;

/// Which value.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = RevealIn)]
pub struct In {
    /// One of the application's `sealed` paths.
    path: String,
}

/// The value.
#[derive(Serialize, ToSchema)]
#[schema(as = Revealed)]
pub struct Out {
    value: Value,
}

/// Reveals a sealed value of a loan; who saw it stands in the audit trail.
#[utoipa::path(post, path = "/api/loans/{id}/reveals", tag = "loans", operation_id = "revealLoanValue", params(("id" = i64, Path)),
    request_body = In, responses((status = 201, body = Out)))]
pub async fn reveal(
    actor: Actor,
    State(app): State<App>,
    Id(id): Id,
    Json(body): Json<In>,
) -> Result<(StatusCode, Json<Out>)> {
    let mut tx = actor.begin(&app, Permission::LoanReveal).await?;
    tx.actor().refuse_for_another()?;
    within_reach(&mut tx, id).await?;
    let row = store::application(&mut tx, id).await?.ok_or(Error::NotFound)?;
    let secrets = secrets::open(&app, tx.company(), id, row.key_id, row.ciphertext)?;
    let value = patch::reveal(&secrets, &body.path).ok_or_else(|| Error::field("path", "Nothing is sealed there"))?;
    tx.audit(Audit {
        action: "loan.reveal",
        entity: "loan",
        entity_id: &id.to_string(),
        before: None,
        after: Some(json!({ "path": body.path })),
    })
    .await?;
    audit::count_reveal(&mut tx, app.config.reveals_hour_notice).await?;
    tx.commit().await?;
    Ok((StatusCode::CREATED, Json(Out { value })))
}
