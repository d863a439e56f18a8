//! A loan's application: read whole, changed field by field.

use crate::{get::within_reach, secrets, store};
use axum::extract::State;
use lending::{
    access::Permission,
    application::Application,
    patch::{self, Change, Refused, sealed_paths},
    project::project,
};
use platform::{
    Actor, App, Error, Result, Tx,
    db::Timestamp,
    extract::{Id, Json},
};
use serde::Serialize;
use serde_json::{Value, json};
use utoipa::ToSchema;

/// The application with what a page needs beside it.
#[derive(Serialize, ToSchema)]
#[schema(as = ApplicationDocument)]
pub struct Out {
    /// Rises with each change.
    version: i32,
    application: Application,
    /// Paths of sealed values that can be revealed one by one.
    sealed: Vec<String>,
}

/// A field that is no longer as it was seen.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct Conflict {
    path: String,
    value: Value,
    changed_by: Option<String>,
    changed_at: Option<Timestamp>,
}

/// The whole application.
#[utoipa::path(get, path = "/api/loans/{id}/application", tag = "loans", operation_id = "getApplication", params(("id" = i64, Path)), responses((status = 200, body = Out)))]
pub async fn get(actor: Actor, State(app): State<App>, Id(id): Id) -> Result<Json<Out>> {
    let mut tx = actor.begin(&app, Permission::LoanView).await?;
    within_reach(&mut tx, id).await?;
    let row = store::application(&mut tx, id).await?.ok_or(Error::NotFound)?;
    let secrets = secrets::open(&app, tx.company(), id, row.key_id, row.ciphertext)?;
    let application: Application = serde_json::from_value(row.document).map_err(Error::internal)?;
    let sealed = sealed_paths(&application, &secrets);
    Ok(Json(Out { version: row.version, application, sealed }))
}

/// Changes fields of the application, all or none.
#[utoipa::path(patch, path = "/api/loans/{id}/application", tag = "loans", operation_id = "patchApplication", params(("id" = i64, Path)),
    request_body = Vec<Change>, responses((status = 200, body = Out), (status = 409), (status = 423)))]
pub async fn patch(
    actor: Actor,
    State(app): State<App>,
    Id(id): Id,
    Json(changes): Json<Vec<Change>>,
) -> Result<Json<Out>> {
    let mut tx = actor.begin(&app, Permission::LoanEdit).await?;
    // Locked first: whoever comes second compares with what the first one wrote.
    store::lock_row(&mut tx, id).await?;
    let loan = within_reach(&mut tx, id).await?;
    if loan.is_read_only(&tx) {
        return Err(Error::ReadOnly);
    }
    let row = store::application(&mut tx, id).await?.ok_or(Error::NotFound)?;
    let company = tx.company();
    let before = secrets::open(&app, company, id, row.key_id, row.ciphertext)?;
    let application: Application = serde_json::from_value(row.document).map_err(Error::internal)?;
    let (application, after, made) = match patch::apply(&application, &before, &changes) {
        Ok(changed) => changed,
        Err(Refused::Invalid(fields)) => {
            let message = fields.values().next().cloned().unwrap_or_default();
            return Err(Error::Invalid { message, fields });
        }
        Err(Refused::Conflicts(conflicts)) => return Err(conflict(&mut tx, id, conflicts).await?),
    };
    let sealed = sealed_paths(&application, &after);
    if made.is_empty() {
        return Ok(Json(Out { version: row.version, application, sealed }));
    }
    let projection = project(&application);
    let (ssn_key_version, ssn_keys) = secrets::ssn_keys(&app.keys, company, &application, &after);
    let secrets = secrets::seal(&app.keys, company, id, &after)?;
    let version = store::update(
        &mut tx,
        store::Update {
            id,
            application: &application,
            projection: &projection,
            sealed: secrets,
            ssn_key_version,
            ssn_keys: &ssn_keys,
            made: &made,
        },
    )
    .await?;
    tx.commit().await?;
    Ok(Json(Out { version, application, sealed }))
}

/// What is there now, who changed it and when, so that the author can choose.
async fn conflict(tx: &mut Tx, id: i64, conflicts: Vec<(String, Value)>) -> Result<Error> {
    let paths: Vec<String> = conflicts.iter().map(|(path, _)| path.clone()).collect();
    let last = store::last_changes(tx, id, &paths).await?;
    let conflicts: Vec<_> = conflicts
        .into_iter()
        .map(|(path, value)| {
            let change = last.iter().find(|change| change.path == path);
            Conflict {
                value,
                changed_by: change.and_then(|change| change.changed_by.clone()),
                changed_at: change.map(|change| change.changed_at),
                path,
            }
        })
        .collect();
    Ok(Error::Conflict {
        code: "LWLOAN10409",
        message: "Somebody else has changed this in the meantime.".to_owned(),
        details: Some(json!({ "conflicts": conflicts })),
    })
}
