//! Processing companies under contract, whose people work on this company's loans as contract processors (decision
//! D26).
//!
//! A contract processor has a membership here, so that the active membership alone decides what they see. Ending the
//! contract ends those memberships.

pub(crate) mod end;
pub(crate) mod processors;

use crate::store::contracts::{self as store, ContractRow, ProcessorRow};
use axum::extract::State;
use http::StatusCode;
use lending::access::Permission;
use platform::{Actor, App, Error, Fields, Result, Tx, db::Timestamp, extract::Json, record::Audit};
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

/// A contract with a processing company.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ProcessorContract)]
pub struct Contract {
    id: i64,
    /// Name of the processing company.
    name: String,
    nmls_id: Option<String>,
    active: bool,
    engaged_at: Timestamp,
    ended_at: Option<Timestamp>,
    /// Its people with a membership here.
    processors: Vec<Processor>,
    version: i32,
}

/// A user of a processing company who works here.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ContractProcessor)]
pub struct Processor {
    #[serde(rename = "WizeUserOrgUnitId")]
    membership: i64,
    #[serde(rename = "WizeUserId")]
    user: i64,
    name: String,
    email: String,
    /// The branch of their membership here.
    branch: String,
    active: bool,
    /// Number of open loans with them on the team.
    open_loans: i64,
    /// The membership's version for `If-Match`.
    version: i32,
}

/// The contracts of a company.
#[derive(Serialize, ToSchema)]
#[schema(as = ProcessorContracts)]
pub struct Out {
    rows: Vec<Contract>,
}

fn out(contracts: Vec<ContractRow>, mut processors: Vec<ProcessorRow>) -> Vec<Contract> {
    contracts
        .into_iter()
        .map(|row| {
            let (own, others) = processors.drain(..).partition(|one| one.home_company_id == row.processor_company_id);
            processors = others;
            let ContractRow { id, processor_company_id: _, name, nmls_id, active, engaged_at, ended_at, version } = row;
            Contract {
                id,
                name,
                nmls_id,
                active,
                engaged_at,
                ended_at,
                processors: own.into_iter().map(Processor::of).collect(),
                version,
            }
        })
        .collect()
}

impl Processor {
    fn of(row: ProcessorRow) -> Self {
        let ProcessorRow { membership, user_id, home_company_id: _, name, email, branch, active, open_loans, version } =
            row;
        Processor { membership, user: user_id, name, email, branch, active, open_loans, version }
    }
}

/// Lists current and ended contracts with processing companies.
#[utoipa::path(get, path = "/api/processor-contracts", tag = "people", operation_id = "listProcessorContracts", responses((status = 200, body = Out), (status = 403)))]
pub async fn list(actor: Actor, State(app): State<App>) -> Result<Json<Out>> {
    let mut tx = actor.begin(&app, Permission::SettingsManage).await?;
    let contracts = store::contracts(&mut tx, None).await?;
    let processors = store::processors(&mut tx).await?;
    Ok(Json(Out { rows: out(contracts, processors) }))
}

/// Reads a contract for a response.
pub(crate) async fn now(tx: &mut Tx, id: i64) -> Result<Contract> {
    let contracts = store::contracts(tx, Some(id)).await?;
    let processors = store::processors(tx).await?;
    out(contracts, processors).pop().ok_or(Error::NotFound)
}

/// The company to engage.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = NewProcessorContract)]
pub struct In {
    /// NMLS id of the processing company.
    nmls_id: String,
}

/// Engages a processing company by its NMLS id. Renews an ended contract.
#[utoipa::path(post, path = "/api/processor-contracts", tag = "people", operation_id = "engageProcessor", request_body = In, responses((status = 201, body = Contract), (status = 403)))]
pub async fn engage(
    actor: Actor,
    State(app): State<App>,
    Json(body): Json<In>,
) -> Result<(StatusCode, Json<Contract>)> {
    let mut tx = actor.begin(&app, Permission::SettingsManage).await?;
    let mut fields = Fields::default();
    let nmls_id = fields.required("nmlsId", &body.nmls_id, "NMLS ID is required").unwrap_or_default();
    fields.check()?;
    let company = store::processing_company(&mut tx, &nmls_id).await?;
    let company = company.ok_or_else(|| Error::field("nmlsId", "No processing company has this NMLS ID"))?;
    let Some(id) = store::engage(&mut tx, company).await? else {
        return Err(Error::field("nmlsId", "This processing company is under contract already"));
    };
    let audit = Audit {
        action: "processor-contract.engage",
        entity: "processor-contract",
        entity_id: &id.to_string(),
        before: None,
        after: Some(json!({ "nmlsId": nmls_id, "processorCompany": company })),
    };
    tx.audit(audit).await?;
    tx.event("processor-contract.engaged", id).await?;
    let out = now(&mut tx, id).await?;
    tx.commit().await?;
    Ok((StatusCode::CREATED, Json(out)))
}
