//! What a company has done with leads that come in by themselves.

use super::store;
use crate::{fields::OwnerIn, make::OwnerRef, owners::known_owners};
use axum::extract::State;
use borrowers::matching;
use lending::{access::Permission, intake::IntakeRule};
use platform::{Actor, App, Error, Fields, Result, Tx, extract::Json, record::Audit};
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

/// The settings.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = LeadIntakeIn)]
pub struct In {
    /// What is done with somebody who seems to be known.
    rule: IntakeRule,
    /// Who owns what comes in without an owner; nobody: it waits to be looked at.
    owner: Option<OwnerIn>,
    /// The version that its author saw.
    version: i32,
}

/// The settings, as they are answered.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = LeadIntake)]
pub struct Out {
    rule: IntakeRule,
    owner: Option<OwnerOut>,
    /// 0 where nothing was set yet.
    version: i32,
}

/// Who owns what comes in without an owner.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = LeadIntakeOwner)]
pub struct OwnerOut {
    #[serde(rename = "WizeUserId")]
    user: i64,
    #[serde(rename = "WizeOrgUnitId")]
    org_unit: i64,
    name: String,
    #[serde(rename = "branchName")]
    branch_name: String,
}

/// The settings of intake.
#[utoipa::path(get, path = "/api/lead-intake", tag = "leads", operation_id = "getLeadIntake", responses((status = 200, body = Out), (status = 403)))]
pub async fn get(actor: Actor, State(app): State<App>) -> Result<Json<Out>> {
    let mut tx = actor.begin(&app, Permission::SettingsManage).await?;
    Ok(Json(read(&mut tx).await?))
}

/// Changes the settings of intake.
#[utoipa::path(put, path = "/api/lead-intake", tag = "leads", operation_id = "changeLeadIntake", request_body = In, responses((status = 200, body = Out), (status = 403), (status = 409), (status = 422)))]
pub async fn change(actor: Actor, State(app): State<App>, Json(body): Json<In>) -> Result<Json<Out>> {
    let mut tx = actor.begin(&app, Permission::SettingsManage).await?;
    let company = tx.company();
    let was = read(&mut tx).await?;
    if was.version != body.version {
        return Err(Error::Conflict {
            code: "LWLEAD10411",
            message: "Somebody else has changed these settings.".to_owned(),
            details: Some(json!(was)),
        });
    }
    let membership = match &body.owner {
        None => None,
        Some(owner) => {
            let named = [OwnerRef { at: 0, user: owner.user, org_unit: owner.org_unit }];
            let known = known_owners(&mut tx, &mut Fields::default(), &named).await?;
            let known = known.first().map(|owner| owner.membership);
            Some(known.ok_or_else(|| Error::field("owner", "Choose an active lead owner of this company"))?)
        }
    };
    store::put_setting(&mut tx, membership).await?;
    matching::set_intake_rule(&mut tx, company, body.rule).await?;
    let is = read(&mut tx).await?;
    let facts = |out: &Out| json!({ "rule": out.rule, "owner": out.owner.as_ref().map(|owner| &owner.name) });
    let audit = Audit {
        action: "lead-intake.change",
        entity: "company",
        entity_id: &company.to_string(),
        before: Some(facts(&was)),
        after: Some(facts(&is)),
    };
    tx.audit(audit).await?;
    tx.event("company.changed", company).await?;
    tx.commit().await?;
    Ok(Json(is))
}

async fn read(tx: &mut Tx) -> Result<Out> {
    let company = tx.company();
    let rule = matching::intake_rule(tx, company).await?;
    let row = store::setting(tx).await?;
    let version = row.as_ref().map_or(0, |row| row.version);
    let owner = row.and_then(|row| {
        let store::SettingRow { user, org_unit, name, branch_name, .. } = row;
        Some(OwnerOut { user: user?, org_unit: org_unit?, name: name?, branch_name: branch_name? })
    });
    Ok(Out { rule, owner, version })
}
