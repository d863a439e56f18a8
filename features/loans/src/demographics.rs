//! The answers of section 8, apart from the rest of the application (12 CFR 1002.5(b), URLA-35).

use crate::{get::within_reach, secrets, store};
use axum::extract::State;
use lending::{access::Permission, patch};
use platform::{
    Actor, App, Error, Result,
    extract::{Id, Json},
    record::Audit,
};
use serde::Serialize;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use utoipa::ToSchema;
use uuid::Uuid;

/// The answers by borrower.
#[derive(Serialize, ToSchema)]
#[schema(as = DemographicAnswers)]
pub struct Out {
    /// By the borrower's id. A borrower without answers is absent.
    borrowers: BTreeMap<Uuid, Value>,
}

/// Shows the answers of section 8. The audit log names who read them.
#[utoipa::path(get, path = "/api/loans/{id}/demographics", tag = "loans", operation_id = "getDemographics", params(("id" = i64, Path)), responses((status = 200, body = Out), (status = 403)))]
pub async fn get(actor: Actor, State(app): State<App>, Id(id): Id) -> Result<Json<Out>> {
    let mut tx = actor.begin(&app, Permission::LoanReveal).await?;
    tx.actor().refuse_for_another()?;
    within_reach(&mut tx, id).await?;
    let row = store::application(&mut tx, id).await?.ok_or(Error::NotFound)?;
    let secrets = secrets::open(&app, tx.company(), id, row.key_id, row.ciphertext)?;
    let answers =
        |borrower: &Uuid| Some((*borrower, patch::reveal(&secrets, &format!("borrowers/{borrower}/demographics"))?));
    let borrowers: BTreeMap<Uuid, Value> = secrets.borrowers.keys().filter_map(answers).collect();
    for borrower in borrowers.keys() {
        tx.audit(Audit {
            action: "loan.reveal",
            entity: "loan",
            entity_id: &id.to_string(),
            before: None,
            after: Some(json!({ "path": format!("borrowers/{borrower}/demographics") })),
        })
        .await?;
    }
    tx.commit().await?;
    Ok(Json(Out { borrowers }))
}
