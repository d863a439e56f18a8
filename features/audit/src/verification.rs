//! The state of a company's audit chain for its admins: verified each night, and when an admin asks for it.

use crate::{
    store::{self, checks},
    verify::verify,
};
use axum::extract::State;
use http::StatusCode;
use lending::access::{Permission, Reach};
use platform::{
    Actor, App, Error, GlobalTx, JobTx, Result, Tx,
    db::Timestamp,
    extract::Json,
    jobs::{self, Job},
    record::Audit,
    tenant::companies,
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The state of the chain.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AuditVerification)]
pub struct VerificationOut {
    /// Position of the chain's last block; none if nothing is sealed yet.
    last_block: Option<i64>,
    /// The last check; none before the first one.
    check: Option<CheckOut>,
}

/// The result of a check.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AuditCheck)]
pub struct CheckOut {
    at: Timestamp,
    /// Position of the last block that was verified.
    last_block: i64,
    /// Entries that are as they were written, up to the first fault.
    verified: i64,
    /// Entries that were not sealed yet.
    waiting: i64,
    /// The first thing that is not as it was written.
    fault: Option<String>,
    /// The entry with the fault.
    fault_entry: Option<i64>,
}

/// The state of the company's audit chain.
#[utoipa::path(get, path = "/api/audit/verification", tag = "audit", operation_id = "getAuditVerification", responses((status = 200, body = VerificationOut)))]
pub async fn get(actor: Actor, State(app): State<App>) -> Result<Json<VerificationOut>> {
    let mut tx = begin(actor, &app).await?;
    let company = tx.company();
    let last_block = store::last(&mut tx, company).await?.map(|last| last.position);
    let check = checks::last(&mut tx).await?.map(|check| CheckOut {
        at: check.checked_at,
        last_block: check.last_position,
        verified: check.sealed,
        waiting: check.waiting,
        fault: check.fault,
        fault_entry: check.fault_entry_id,
    });
    Ok(Json(VerificationOut { last_block, check }))
}

/// Has the company's audit chain verified now, by a job.
#[utoipa::path(post, path = "/api/audit/verification", tag = "audit", operation_id = "verifyAudit", responses((status = 202)))]
pub async fn start(actor: Actor, State(app): State<App>) -> Result<StatusCode> {
    let mut tx = begin(actor, &app).await?;
    let company = tx.company();
    tx.audit(Audit { action: "audit.verify", entity: "audit", entity_id: "log", before: None, after: None }).await?;
    jobs::enqueue(&mut tx, &VerifyAudit { company }).await?;
    tx.commit().await?;
    Ok(StatusCode::ACCEPTED)
}

/// The chain is the whole company's.
async fn begin(actor: Actor, app: &App) -> Result<Tx> {
    let tx = actor.begin(app, Permission::AuditView).await?;
    let actor = tx.actor();
    match actor.access.grants.reach(Permission::AuditView, actor.consolidated) {
        Reach::Company => Ok(tx),
        Reach::Unit | Reach::Own => Err(Error::Forbidden),
    }
}

/// Verifies a company's chain and keeps the result.
#[derive(Debug, Serialize, Deserialize)]
pub struct VerifyAudit {
    company: i64,
}

impl Job for VerifyAudit {
    const NAME: &'static str = "verify-audit";
    const PRIORITY: i16 = 20;

    async fn run(self, app: &App) -> Result<()> {
        let _turn = app.turns.take().await;
        let finding = verify(app, self.company).await?;
        if let Some(fault) = &finding.fault {
            tracing::error!(company = self.company, %fault, "the audit log is not as it was written");
        }
        let check = checks::Check {
            checked_at: Timestamp::now(),
            last_position: finding.last_position,
            sealed: finding.sealed,
            waiting: finding.waiting,
            fault_entry_id: finding.fault.as_ref().and_then(crate::Fault::entry),
            fault: finding.fault.map(|fault| fault.to_string()),
        };
        let mut tx = JobTx::begin(app, self.company, None).await?;
        checks::add(&mut tx, &check).await?;
        tx.commit().await
    }
}

/// Has every company's chain verified.
#[derive(Debug, Serialize, Deserialize)]
pub struct VerifyAudits {}

impl Job for VerifyAudits {
    const NAME: &'static str = "verify-audits";

    async fn run(self, app: &App) -> Result<()> {
        let mut tx = GlobalTx::begin(&app.pool).await?;
        for company in companies(&app.pool).await? {
            jobs::enqueue(&mut tx, &VerifyAudit { company }).await?;
        }
        tx.commit().await
    }
}
