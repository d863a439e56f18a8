//! A loan's application: read whole, changed field by field.

use crate::{
    assessment::{Assessment, Received, assess},
    clocks,
    get::within_reach,
    make, secrets, store,
};
use axum::extract::State;
use borrowers::directory::{self, Told};
use lending::{
    access::Permission,
    application::{Application, Secrets},
    patch::{self, Change, Refused, sealed_paths},
    project::project,
};
use platform::{
    Actor, App, Error, InCompany, Result,
    db::{Date, Timestamp},
    extract::{Id, Json},
};
use serde::Serialize;
use serde_json::{Value, json};
use std::collections::HashMap;
use utoipa::ToSchema;
use uuid::Uuid;

/// The application with what a page needs beside it.
#[derive(Serialize, ToSchema)]
#[schema(as = ApplicationDocument)]
pub struct Out {
    /// Rises with each change.
    version: i32,
    application: Application,
    /// Paths of sealed values that can be revealed one by one.
    sealed: Vec<String>,
    assessment: Assessment,
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
    let received = Received::of(&row);
    let secrets = secrets::open(&app, tx.company(), id, row.key_id, row.ciphertext)?;
    let application: Application = serde_json::from_value(row.document).map_err(Error::internal)?;
    let sealed = sealed_paths(&application, &secrets);
    let assessment = assess(&application, &secrets, Date::today_in(&row.time_zone), received);
    Ok(Json(Out { version: row.version, application, sealed, assessment }))
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
    // A change compares with the value that its author saw, so its answer could confirm a guess.
    if changes.iter().any(could_confirm_a_guess) {
        tx.actor().may(Permission::LoanReveal)?;
        tx.actor().refuse_for_another()?;
    }
    // Locked first: whoever comes second compares with what the first one wrote.
    store::lock_row(&mut tx, id).await?;
    let loan = within_reach(&mut tx, id).await?;
    if loan.is_read_only(&tx) {
        return Err(Error::ReadOnly);
    }
    let out = change(&app, &mut tx, &loan, &changes, Cause::default()).await?;
    tx.commit().await?;
    Ok(Json(out))
}

/// Whether the answer to a change tells if a sealed value is the one that its author names. Last four digits and `sealed`
/// are what an author sees who may not reveal.
fn could_confirm_a_guess(change: &Change) -> bool {
    let steps: Vec<&str> = change.path.split('/').collect();
    match steps[..] {
        ["borrowers", _, "demographics", ..] => true,
        ["borrowers", _, "taxpayerIdentifier" | "birthDate"] | ["assets" | "liabilities", _, "accountNumber"] => {
            change.from.as_str().is_some_and(|from| from.len() > 4 && from != "sealed")
        }
        _ => false,
    }
}

/// Sets a field of an open loan's application, whose row is locked, whatever it has.
pub(crate) async fn set(
    app: &App,
    tx: &mut impl InCompany,
    loan: &store::LoanRow,
    path: &str,
    to: Value,
    by_rule: Value,
) -> Result<()> {
    let document = store::application(tx, loan.id).await?.ok_or(Error::NotFound)?.document;
    let from = document.pointer(&format!("/{path}")).cloned().unwrap_or_default();
    let cause = Cause { by_rule: Some(by_rule), ..Cause::default() };
    let _ = change(app, tx, loan, &[Change { path: path.to_owned(), from, to }], cause).await?;
    Ok(())
}

/// Why fields change, if no person typed the values.
#[derive(Debug, Default)]
pub(crate) struct Cause {
    /// The rule that changes them, as the audit log names it.
    pub by_rule: Option<Value>,
    /// The moment whose value is restored.
    pub restored_from: Option<Timestamp>,
}

/// Changes fields of an open loan's application, whose row is locked, with everything that follows from it.
pub(crate) async fn change(
    app: &App,
    tx: &mut impl InCompany,
    loan: &store::LoanRow,
    changes: &[Change],
    cause: Cause,
) -> Result<Out> {
    let id = loan.id;
    let row = store::application(tx, id).await?.ok_or(Error::NotFound)?;
    let company = tx.company();
    let received = Received::of(&row);
    let before = secrets::open(app, company, id, row.key_id, row.ciphertext)?;
    let application: Application = serde_json::from_value(row.document).map_err(Error::internal)?;
    let was = told(app, company, &application, &before);
    let today = Date::today_in(&row.time_zone);
    let (changed, after, made) = match patch::apply_at(&application, &before, changes, jiff::Timestamp::now()) {
        Ok(changed) => changed,
        Err(Refused::Invalid(fields)) => {
            let message = fields.values().next().cloned().unwrap_or_default();
            return Err(Error::Invalid { message, fields });
        }
        Err(Refused::Conflicts(conflicts)) => return Err(conflict(tx, id, conflicts).await?),
    };
    let (application_before, application) = (application, changed);
    let sealed = sealed_paths(&application, &after);
    if made.is_empty() {
        let assessment = assess(&application, &after, today, received);
        return Ok(Out { version: row.version, application, sealed, assessment });
    }
    let projection = project(&application);
    let (ssn_key_version, ssn_keys) = secrets::ssn_keys(&app.keys, company, &application, &after);
    let ssn_ending_keys = secrets::ssn_ending_keys(&app.keys, company, &application, &after);
    let is = secrets::people(&app.keys, company, &application, &after, &ssn_keys);
    let Linked { linked, records, followed } = link(tx, id, &application, &was, &is, ssn_key_version).await?;
    let secrets = secrets::seal(&app.keys, company, id, &after)?;
    let version = store::update(
        tx,
        store::Update {
            id,
            application: &application,
            projection: &projection,
            sealed: secrets,
            ssn_key_version,
            ssn_keys: &ssn_keys,
            ssn_ending_keys: &ssn_ending_keys,
            made: &made,
            linked: &linked,
            records,
            followed,
            cause,
        },
    )
    .await?;
    directory::register(tx, &linked).await?;
    let on = clocks::application_changed(tx, loan, &application_before, &application).await?;
    let received = on.map(|on| Received { on, at: Timestamp::now() }).or(received);
    let assessment = assess(&application, &after, today, received);
    Ok(Out { version, application, sealed, assessment })
}

/// The borrowers as the directory hears of them, by the items' ids.
fn told(app: &App, company: i64, application: &Application, sealed: &Secrets) -> HashMap<Uuid, Told> {
    let (_, ssn_keys) = secrets::ssn_keys(&app.keys, company, application, sealed);
    let people = secrets::people(&app.keys, company, application, sealed, &ssn_keys);
    application.borrowers.iter().map(|borrower| borrower.id).zip(people).collect()
}

/// The directory's records of a changed loan's borrowers.
struct Linked {
    linked: Vec<i64>,
    records: Value,
    followed: Value,
}

/// Who was linked stays so, and the directory follows what it had from the loan; who is new on the loan is linked as on a new
/// loan.
async fn link(
    tx: &mut impl InCompany,
    id: i64,
    application: &Application,
    was: &HashMap<Uuid, Told>,
    is: &[Told],
    key_version: i16,
) -> Result<Linked> {
    let known = store::linked_borrowers(tx, id).await?;
    let (mut fresh, mut followed) = (Vec::new(), Vec::new());
    let mut linked: Vec<Option<i64>> = Vec::new();
    for (borrower, is) in application.borrowers.iter().zip(is) {
        let record = known.get(&borrower.id).copied();
        linked.push(record);
        match (record, was.get(&borrower.id)) {
            (None, _) => fresh.push(is.clone()),
            (Some(record), Some(was)) if was.record(record, key_version) != is.record(record, key_version) => {
                followed.push(is.following(was, record, key_version));
            }
            _ => {}
        }
    }
    let mut records = Vec::new();
    if !fresh.is_empty() {
        let mut known = directory::known(tx, &fresh).await?;
        known.retain(|record| !linked.contains(&Some(record.id())));
        let ids = store::borrower_ids(tx, fresh.len()).await?;
        let found = make::link(&fresh, &known, &ids);
        records = fresh.iter().zip(&found).map(|(told, id)| told.record(*id, key_version)).collect();
        let mut found = found.into_iter();
        for slot in linked.iter_mut().filter(|slot| slot.is_none()) {
            *slot = found.next();
        }
    }
    Ok(Linked { linked: linked.into_iter().flatten().collect(), records: records.into(), followed: followed.into() })
}

/// What is there now, who changed it and when, so that the author can choose.
async fn conflict(tx: &mut impl InCompany, id: i64, conflicts: Vec<(String, Value)>) -> Result<Error> {
    let paths: Vec<String> = conflicts.iter().map(|(path, _)| path.clone()).collect();
    let last = store::history::last_changes(tx, id, &paths).await?;
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
        message: "Someone else has changed this.".to_owned(),
        details: Some(json!({ "conflicts": conflicts })),
    })
}
