//! Leads of a borrower: those that became one of their loans, and those that match by the rules for loans (decision
//! D28).

use crate::{
    matching::{self, RecordKind},
    store::{self, leads as sql},
};
use lending::{access::Permission, matching::may_link};
use platform::{Result, Tx, db::Timestamp};
use serde::Serialize;
use utoipa::ToSchema;

/// Maximum number of leads to read.
const LEADS_MAX: usize = 50;

/// A lead of a borrower.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LeadOfBorrower {
    pub id: i64,
    pub status_name: String,
    pub status_kind: String,
    pub source_name: Option<String>,
    pub owner_name: Option<String>,
    /// The loan it was converted to.
    pub loan_id: Option<i64>,
    pub created_at: Timestamp,
}

/// The borrower's leads in the actor's scope, newest first.
pub(crate) async fn leads_within_reach(tx: &mut Tx, borrower: i64) -> Result<Vec<LeadOfBorrower>> {
    if tx.actor().may(Permission::LeadView).is_err() {
        return Ok(Vec::new());
    }
    let company = tx.company();
    let people: Vec<_> = store::told(tx, &[borrower]).await?.into_iter().flat_map(|told| told.people).collect();
    let found = matching::find(tx, company, &people, &[RecordKind::Lead], LEADS_MAX).await?;
    let linked: Vec<i64> =
        found.iter().filter(|found| may_link(&found.agreement)).map(|found| found.record.id).collect();
    let actor = tx.actor();
    let (reach, org_unit) = (actor.access.grants.reach(Permission::LeadView, actor.consolidated), actor.org_unit());
    let leads = sql::leads(tx, borrower, &linked).await?;
    let seen = leads.into_iter().filter(|lead| reach.covers(lead.org_unit_id == org_unit, lead.is_own));
    Ok(seen.map(LeadOfBorrower::from).collect())
}

impl From<sql::LeadRow> for LeadOfBorrower {
    fn from(row: sql::LeadRow) -> Self {
        let sql::LeadRow {
            id,
            org_unit_id: _,
            status_name,
            status_kind,
            source_name,
            owner_name,
            loan_id,
            created_at,
            is_own: _,
        } = row;
        Self { id, status_name, status_kind, source_name, owner_name, loan_id, created_at }
    }
}
