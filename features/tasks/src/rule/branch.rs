//! Ownership of rules. A branch can switch off a company rule for itself unless it is locked, and can have its own
//! rules.

use crate::{
    kept::written,
    rule::{ENTITY, In, Out, found, store},
};
use axum::extract::State;
use http::StatusCode;
use lending::access::Permission;
use platform::{
    Actor, App, Error, Result, Tx,
    extract::{Id, Json},
};
use serde::Deserialize;
use serde_json::json;
use utoipa::ToSchema;

/// Whether a rule applies in the user's branch.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = RuleSwitch)]
pub struct SwitchIn {
    is_off: bool,
}

/// Switches a company rule off or on for the user's branch.
#[utoipa::path(put, path = "/api/automation-rules/{id}/branch", tag = "tasks", operation_id = "switchAutomationRule", params(("id" = i64, Path)), request_body = SwitchIn, responses((status = 200, body = Out), (status = 403), (status = 404), (status = 409)))]
pub async fn switch(actor: Actor, State(app): State<App>, Id(id): Id, Json(body): Json<SwitchIn>) -> Result<Json<Out>> {
    let mut tx = actor.begin(&app, Permission::BranchSettingsManage).await?;
    let rule = found(&mut tx, id).await?;
    if rule.says.org_unit_id.is_some() {
        return Err(Error::Conflict {
            code: "LWTASK10411",
            message: "A rule of a branch is switched off itself.".to_owned(),
            details: None,
        });
    }
    if rule.says.is_locked {
        return Err(Error::Refused {
            status: StatusCode::FORBIDDEN,
            code: "LWTASK10403",
            message: "The company has locked this rule.".to_owned(),
        });
    }
    let branch = tx.actor().org_unit();
    if store::switch(&mut tx, id, branch, body.is_off).await? {
        let (before, after) = (json!({ "isOff": !body.is_off }), json!({ "isOff": body.is_off, "orgUnitId": branch }));
        written(&mut tx, ENTITY, "automation-rule.switch", id, Some(before), Some(after)).await?;
    }
    let out = found(&mut tx, id).await?;
    tx.commit().await?;
    Ok(Json(out))
}

/// Returns true if the actor manages the rules of a branch, or of the company if none is given.
pub(crate) fn may_keep(tx: &Tx, branch: Option<i64>) -> bool {
    tx.actor().may(Permission::SettingsManage).is_ok() || branch == Some(tx.actor().org_unit())
}

/// Refuses actors who don't manage a rule.
pub(crate) fn refuse_others(tx: &Tx, says: &In) -> Result<()> {
    if may_keep(tx, says.org_unit_id) { Ok(()) } else { Err(Error::Forbidden) }
}

/// Returns true if the actor sees a rule: the company's and their branch's.
pub(crate) fn sees(tx: &Tx, says: &In) -> bool {
    says.org_unit_id.is_none() || may_keep(tx, says.org_unit_id)
}
