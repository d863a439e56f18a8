//! Retention of loans: how long their records are kept, legal holds, and the disposal of loans that are past every term.

use crate::{
    get::within_reach,
    store::{self, retention as rows, retention::EndedLoan},
};
use axum::extract::State;
use http::StatusCode;
use jiff::{civil::Date as Day, tz::TimeZone};
use lending::{
    access::Permission,
    retention::{disposable_from, kept_until},
};
use platform::{
    Actor, App, Error, Fields, Result, Tx,
    db::{Date, Timestamp},
    extract::{Id, Json, Query},
    record::Audit,
};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use utoipa::{IntoParams, ToSchema};

/// Longest reason.
const REASON_MAX: usize = 500;
/// Loans that one act disposes of.
const LOANS_MAX: usize = 100;
/// Loans that are looked at to fill a page of the disposal list.
const LOOKED_AT: i64 = 500;
/// Certificates that the list shows.
const CERTIFICATES_MAX: i64 = 200;

/// A legal hold.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = LegalHold)]
pub struct HoldOut {
    pub(crate) reason: String,
    pub(crate) set_at: Timestamp,
    pub(crate) set_by: Option<String>,
}

/// How long the records of a loan are kept.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = LoanRetention)]
pub struct RetentionOut {
    hold: Option<HoldOut>,
    terms: Vec<TermOut>,
    /// The first day on which the loan may be disposed of; none while it is open.
    disposable_from: Option<Date>,
}

/// The end of a kind's term.
#[derive(Serialize, ToSchema)]
#[schema(as = LoanRetentionTerm)]
pub struct TermOut {
    /// The kind of record.
    label: &'static str,
    /// The first day on which it may be purged.
    until: Date,
    /// The rule.
    source: &'static str,
}

/// How long the records of a loan are kept, and whether it is under a legal hold.
#[utoipa::path(get, path = "/api/loans/{id}/retention", tag = "loans", operation_id = "getLoanRetention", params(("id" = i64, Path)), responses((status = 200, body = RetentionOut), (status = 404)))]
pub async fn get(actor: Actor, State(app): State<App>, Id(id): Id) -> Result<Json<RetentionOut>> {
    let mut tx = actor.begin(&app, Permission::LoanView).await?;
    within_reach(&mut tx, id).await?;
    Ok(Json(shown(&mut tx, id).await?))
}

async fn shown(tx: &mut Tx, id: i64) -> Result<RetentionOut> {
    let days = rows::ended_loan(tx, id).await?.ok_or(Error::NotFound)?.days(&zone(tx));
    let term = |kept: lending::retention::KeptUntil| TermOut {
        label: kept.kind.label(),
        until: Date(kept.until),
        source: kept.source,
    };
    Ok(RetentionOut {
        hold: rows::hold(tx, id).await?,
        terms: kept_until(&days).into_iter().map(term).collect(),
        disposable_from: disposable_from(&days).map(Date),
    })
}

fn zone(tx: &Tx) -> TimeZone {
    TimeZone::get(&tx.actor().access.time_zone).unwrap_or(TimeZone::UTC)
}

/// Why.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = RetentionReason)]
pub struct ReasonIn {
    reason: String,
}

fn read_reason(fields: &mut Fields, text: &str, message: &str) -> String {
    let reason = fields.required("reason", text, message).unwrap_or_default();
    if reason.chars().count() > REASON_MAX {
        fields.add("reason", format!("must have at most {REASON_MAX} characters"));
    }
    reason
}

/// Sets a legal hold on a loan, so that nothing of it is disposed of.
#[utoipa::path(put, path = "/api/loans/{id}/legal-hold", tag = "loans", operation_id = "setLegalHold", params(("id" = i64, Path)), request_body = ReasonIn, responses((status = 200, body = RetentionOut), (status = 404), (status = 409), (status = 422)))]
pub async fn set_hold(
    actor: Actor,
    State(app): State<App>,
    Id(id): Id,
    Json(body): Json<ReasonIn>,
) -> Result<Json<RetentionOut>> {
    let mut tx = actor.begin(&app, Permission::SettingsManage).await?;
    store::lock_row(&mut tx, id).await?;
    let mut fields = Fields::default();
    let reason = read_reason(&mut fields, &body.reason, "Say why the loan is held");
    fields.check()?;
    if !rows::set_hold(&mut tx, id, &reason).await? {
        return Err(conflict("LWLOAN14409", "This loan is under a legal hold already.".to_owned()));
    }
    note(&mut tx, "loan.hold", id, json!({ "reason": reason })).await?;
    let out = shown(&mut tx, id).await?;
    tx.commit().await?;
    Ok(Json(out))
}

/// Lifts the legal hold of a loan.
#[utoipa::path(post, path = "/api/loans/{id}/legal-hold/lift", tag = "loans", operation_id = "liftLegalHold", params(("id" = i64, Path)), request_body = ReasonIn, responses((status = 200, body = RetentionOut), (status = 404), (status = 409), (status = 422)))]
pub async fn lift_hold(
    actor: Actor,
    State(app): State<App>,
    Id(id): Id,
    Json(body): Json<ReasonIn>,
) -> Result<Json<RetentionOut>> {
    let mut tx = actor.begin(&app, Permission::SettingsManage).await?;
    store::lock_row(&mut tx, id).await?;
    let mut fields = Fields::default();
    let reason = read_reason(&mut fields, &body.reason, "Say why the hold is lifted");
    fields.check()?;
    if !rows::lift_hold(&mut tx, id, &reason).await? {
        return Err(conflict("LWLOAN14410", "This loan is under no legal hold.".to_owned()));
    }
    note(&mut tx, "loan.hold-lift", id, json!({ "reason": reason })).await?;
    let out = shown(&mut tx, id).await?;
    tx.commit().await?;
    Ok(Json(out))
}

async fn note(tx: &mut Tx, action: &'static str, loan: i64, after: Value) -> Result<()> {
    tx.audit(Audit { action, entity: "loan", entity_id: &loan.to_string(), before: None, after: Some(after) }).await?;
    tx.event("loan.edited", loan).await
}

fn conflict(code: &'static str, message: String) -> Error {
    Error::Conflict { code, message, details: None }
}

/// Which page of the disposal list.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct DueQuery {
    /// `next` of the answer before.
    after: Option<i64>,
}

/// Loans that may be disposed of.
#[derive(Serialize, ToSchema)]
#[schema(as = DisposalList)]
pub struct DueOut {
    rows: Vec<DueLoan>,
    /// `after` for the next page, where there is one.
    next: Option<i64>,
}

/// A loan that may be disposed of.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = DisposableLoan)]
pub struct DueLoan {
    loan_id: i64,
    loan_number: String,
    borrower_name: String,
    funded_date: Option<Date>,
    adverse_date: Option<Date>,
    disposable_from: Date,
}

/// Lists loans that are past every retention term and under no hold.
#[utoipa::path(get, path = "/api/disposals/due", tag = "loans", operation_id = "listDisposable", params(DueQuery), responses((status = 200, body = DueOut)))]
pub async fn due(actor: Actor, State(app): State<App>, Query(query): Query<DueQuery>) -> Result<Json<DueOut>> {
    let mut tx = actor.begin(&app, Permission::SettingsManage).await?;
    let (zone, today) = (zone(&tx), today(&tx));
    let loans = rows::long_ended(&mut tx, query.after.unwrap_or(0), LOOKED_AT).await?;
    let next = loans.last().filter(|_| loans.len() as i64 == LOOKED_AT).map(|loan| loan.id);
    let due = loans.into_iter().filter_map(|loan| {
        let from = disposable_from(&loan.days(&zone)).filter(|from| *from <= today)?;
        Some(DueLoan {
            loan_id: loan.id,
            loan_number: loan.loan_number,
            borrower_name: loan.borrower_name,
            funded_date: loan.funded_on,
            adverse_date: loan.adverse_on,
            disposable_from: Date(from),
        })
    });
    Ok(Json(DueOut { rows: due.collect(), next }))
}

fn today(tx: &Tx) -> Day {
    *Date::today_in(&tx.actor().access.time_zone)
}

/// The loans to dispose of.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = NewDisposal)]
pub struct DisposeIn {
    loan_ids: Vec<i64>,
    reason: String,
}

/// A certificate of disposal.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = DisposalCertificate)]
pub struct CertificateOut {
    pub(crate) id: i64,
    pub(crate) disposed_at: Timestamp,
    pub(crate) disposed_by: Option<String>,
    pub(crate) reason: String,
    /// Loan numbers.
    pub(crate) loans: Vec<String>,
    /// The kinds of records with the latest end of their terms.
    #[schema(value_type = Object)]
    pub(crate) kinds: Value,
    /// Deleted rows by table.
    #[schema(value_type = Object)]
    pub(crate) counts: Value,
}

/// Deletes loans that are past every retention term and under no hold, all or none, and leaves a certificate.
#[utoipa::path(post, path = "/api/disposals", tag = "loans", operation_id = "disposeLoans", request_body = DisposeIn, responses((status = 201, body = CertificateOut), (status = 404), (status = 409), (status = 422)))]
pub async fn dispose(
    actor: Actor,
    State(app): State<App>,
    Json(body): Json<DisposeIn>,
) -> Result<(StatusCode, Json<CertificateOut>)> {
    let mut tx = actor.begin(&app, Permission::SettingsManage).await?;
    let mut fields = Fields::default();
    let reason = read_reason(&mut fields, &body.reason, "Say why the loans are disposed of");
    let mut ids = body.loan_ids;
    ids.sort_unstable();
    ids.dedup();
    if ids.is_empty() || ids.len() > LOANS_MAX {
        fields.add("loanIds", format!("Choose 1 to {LOANS_MAX} loans"));
    }
    fields.check()?;
    let (zone, today) = (zone(&tx), today(&tx));
    let (mut numbers, mut kinds, mut counts) = (Vec::new(), Map::new(), Map::new());
    for id in ids {
        store::lock_row(&mut tx, id).await?;
        let loan = rows::ended_loan(&mut tx, id).await?.ok_or(Error::NotFound)?;
        check(&mut tx, &loan, &zone, today).await?;
        for kept in kept_until(&loan.days(&zone)) {
            let until = json!(Date(kept.until));
            let known = kinds.entry(kept.kind.label()).or_insert_with(|| until.clone());
            if known.as_str() < until.as_str() {
                *known = until;
            }
        }
        if let Value::Object(deleted) = rows::dispose(&mut tx, id).await? {
            for (table, rows) in deleted {
                let sum = counts.get(&table).and_then(Value::as_i64).unwrap_or(0) + rows.as_i64().unwrap_or(0);
                counts.insert(table, sum.into());
            }
        }
        let after = json!({ "loanNumber": loan.loan_number, "reason": reason });
        note(&mut tx, "loan.dispose", id, after).await?;
        numbers.push(loan.loan_number);
    }
    let id = rows::add_certificate(&mut tx, &reason, &numbers, &kinds.into(), &counts.into()).await?;
    let certificate = rows::certificates(&mut tx, 1).await?.into_iter().find(|one| one.id == id);
    tx.commit().await?;
    Ok((StatusCode::CREATED, Json(certificate.ok_or(Error::NotFound)?)))
}

/// Refuses a loan that is held, or not past all of its terms.
async fn check(tx: &mut Tx, loan: &EndedLoan, zone: &TimeZone, today: Day) -> Result<()> {
    let number = &loan.loan_number;
    if let Some(hold) = rows::hold(tx, loan.id).await? {
        let message = format!("Loan {number} is under a legal hold: {}. Lift the hold first.", hold.reason);
        return Err(conflict("LWLOAN14411", message));
    }
    match disposable_from(&loan.days(zone)) {
        Some(from) if from <= today => Ok(()),
        Some(from) => {
            let day = from.strftime("%m/%d/%Y");
            Err(conflict("LWLOAN14412", format!("Loan {number} must be kept until {day}.")))
        }
        None => Err(conflict("LWLOAN14412", format!("Loan {number} is still open."))),
    }
}

/// Certificates of disposals.
#[derive(Serialize, ToSchema)]
#[schema(as = DisposalCertificates)]
pub struct CertificatesOut {
    rows: Vec<CertificateOut>,
}

/// Lists the certificates of disposals, newest first.
#[utoipa::path(get, path = "/api/disposals", tag = "loans", operation_id = "listDisposals", responses((status = 200, body = CertificatesOut)))]
pub async fn certificates(actor: Actor, State(app): State<App>) -> Result<Json<CertificatesOut>> {
    let mut tx = actor.begin(&app, Permission::SettingsManage).await?;
    Ok(Json(CertificatesOut { rows: rows::certificates(&mut tx, CERTIFICATES_MAX).await? }))
}
