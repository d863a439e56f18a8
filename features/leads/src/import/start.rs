//! Starts an import with the user's settings.

use super::{
    ImportOut, ImportState,
    job::ImportLeads,
    mapping::{self, Mapping},
    store,
    upload::head_hash,
};
use crate::{
    fields::{OwnerIn, ReferralIn},
    make::{NewLead, OwnerRef, look_up},
};
use axum::extract::State;
use http::StatusCode;
use lending::{
    access::Permission,
    intake::{IntakeRule, LeadColumn},
    leads::{LeadPurpose, Scenario},
};
use platform::{
    Actor, App, Error, Fields, Result,
    extract::{Id, Json},
    jobs,
    record::Audit,
};
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

/// Settings of an import.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = LeadImportTerms)]
pub struct Terms {
    /// Content to column index, starting at 0.
    #[schema(value_type = BTreeMap<LeadColumn, usize>)]
    pub(crate) mapping: Mapping,
    /// What to do with people who seem to exist.
    pub(crate) rule: IntakeRule,
    /// Owner of the leads.
    pub(crate) owner: OwnerIn,
    /// Default loan purpose.
    pub(crate) purpose: LeadPurpose,
    /// Source of the leads.
    pub(crate) source: Option<i64>,
    /// Provider of the leads.
    pub(crate) provider: Option<i64>,
}

/// Starts processing the rows of a parsed file. The import shows the progress.
#[utoipa::path(post, path = "/api/lead-imports/{id}/start", tag = "leads", operation_id = "startLeadImport", params(("id" = i64, Path)), request_body = Terms, responses((status = 202, body = ImportOut), (status = 403), (status = 404), (status = 409), (status = 422)))]
pub async fn start(
    actor: Actor,
    State(app): State<App>,
    Id(id): Id,
    Json(terms): Json<Terms>,
) -> Result<(StatusCode, Json<ImportOut>)> {
    let mut tx = actor.begin(&app, Permission::LeadCreate).await?;
    let import = super::import(&mut tx, id).await?;
    let mut fields = Fields::default();
    mapping::check(&mut fields, &terms.mapping, import.head.len());
    fields.check()?;
    // Validate everything that all leads share before starting.
    let referral = ReferralIn { source: terms.source, ..ReferralIn::default() };
    let named = NewLead {
        scenario: Scenario::of(terms.purpose),
        contacts: Vec::new(),
        provider: terms.provider,
        source: terms.source,
        referrer: referral.referrer(),
        other_source: None,
        owners: vec![OwnerRef { at: 0, user: terms.owner.user, org_unit: terms.owner.org_unit }],
        notes: Vec::new(),
        consents: Vec::new(),
        begun: None,
    };
    look_up(&mut tx, &named, true).await?;
    let company = tx.company();
    if !store::start(&mut tx, id, &json!(terms)).await? {
        return Err(Error::Conflict {
            code: "LWLEAD10412",
            message: "This import has begun already.".to_owned(),
            details: None,
        });
    }
    store::remember(&mut tx, &head_hash(&import.head), &json!(terms.mapping)).await?;
    jobs::enqueue(&mut tx, &ImportLeads { company, import: id }).await?;
    let audit = Audit {
        action: "lead-import.start",
        entity: "lead-import",
        entity_id: &id.to_string(),
        before: None,
        after: Some(json!({ "file": import.file_name, "rows": import.row_count, "rule": terms.rule })),
    };
    tx.audit(audit).await?;
    let begun = ImportOut::try_from(super::import(&mut tx, id).await?)?;
    debug_assert_eq!(begun.state, ImportState::RUNNING);
    tx.commit().await?;
    Ok((StatusCode::ACCEPTED, Json(begun)))
}
