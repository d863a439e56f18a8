//! A company as the provider sees it.

use crate::{store::companies, unit::Address};
use axum::extract::State;
use lending::access::Permission;
use platform::{
    Actor, App, Error, Result, Tx,
    db::Timestamp,
    extract::{Id, Json},
};
use serde::Serialize;
use utoipa::ToSchema;

/// A company with its hosts and branches.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Company)]
pub struct Out {
    pub id: i64,
    /// PROVIDER, BROKER or PROCESSOR.
    #[serde(rename = "type")]
    pub unit_type: String,
    #[serde(flatten)]
    pub details: Details,
    pub domains: Vec<Domain>,
    pub branches: Vec<BranchRow>,
    /// Number of accounts that aren't deactivated.
    pub people: i64,
    pub created_at: Timestamp,
    /// The version for `If-Match`.
    pub version: i32,
}

/// Details of a company that the provider can change.
#[derive(Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CompanyDetails)]
pub struct Details {
    /// ACTIVE, or SUSPENDED, which refuses all its users.
    pub state: String,
    /// Legal name.
    pub name: String,
    /// Display name.
    pub display_name: String,
    /// Short name in URLs of the demo profile.
    pub slug: Option<String>,
    pub nmls_id: Option<String>,
    pub address: Address,
    /// IANA name of a US time zone.
    pub time_zone: String,
    /// Non-delegated correspondent.
    pub is_non_delegated: bool,
}

/// A host and the application that it serves.
#[derive(Clone, PartialEq, Eq, Serialize, serde::Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = Domain)]
pub struct Domain {
    pub host: String,
    /// LOS for staff, POS for borrowers, REALTOR for agents.
    pub context: String,
}

/// A branch of the company.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CompanyBranch)]
pub struct BranchRow {
    pub id: i64,
    pub display_name: String,
    pub nmls_id: Option<String>,
    pub state_code: Option<String>,
    /// ACTIVE or SUSPENDED.
    pub state: String,
    /// Number of people who work there.
    pub people: i64,
}

/// Returns a company.
#[utoipa::path(get, path = "/api/org-admin/org-units/{id}", tag = "orgs", operation_id = "getCompany", params(("id" = i64, Path)), responses((status = 200, body = Out)))]
pub async fn get(actor: Actor, State(app): State<App>, Id(id): Id) -> Result<Json<Out>> {
    let mut tx = actor.begin(&app, Permission::OrgAdmin).await?;
    let company = find(&mut tx, id).await?;
    tx.commit().await?;
    Ok(Json(company))
}

/// Finds a company by id. Ids of branches aren't found.
pub(crate) async fn find(tx: &mut Tx, id: i64) -> Result<Out> {
    companies::find(tx, id).await?.ok_or(Error::NotFound)
}
