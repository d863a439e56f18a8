//! Intake settings of a company.

use super::store;
use crate::{fields::OwnerIn, make::OwnerRef, owners::known_owners};
use axum::extract::State;
use borrowers::matching;
use lending::{access::Permission, consent::WORDING_LENGTH_MAX, intake::IntakeRule};
use platform::{Actor, App, Error, Fields, Result, Tx, extract::Json, record::Audit};
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

/// The settings.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = LeadIntakeIn)]
pub struct In {
    /// What to do with people who seem to exist.
    rule: IntakeRule,
    /// Owner of arrivals without one. Null holds them for review.
    owner: Option<OwnerIn>,
    /// Wording of the consent for forms with a checkbox, up to 2,000 characters. Defaults to the standard wording.
    #[serde(default, rename = "consentWording")]
    consent_wording: Option<String>,
    /// The version that the author saw.
    version: i32,
}

/// The settings in responses.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = LeadIntake)]
pub struct Out {
    rule: IntakeRule,
    owner: Option<OwnerOut>,
    /// The company's own wording, if any.
    #[serde(rename = "consentWording")]
    consent_wording: Option<String>,
    /// The standard wording.
    #[serde(rename = "usualConsentWording")]
    usual_consent_wording: String,
    /// 0 if nothing was set yet.
    version: i32,
}

/// Owner of arrivals without one.
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

/// Returns the intake settings.
#[utoipa::path(get, path = "/api/lead-intake", tag = "leads", operation_id = "getLeadIntake", responses((status = 200, body = Out), (status = 403)))]
pub async fn get(actor: Actor, State(app): State<App>) -> Result<Json<Out>> {
    let mut tx = actor.begin(&app, Permission::SettingsManage).await?;
    Ok(Json(read(&mut tx).await?))
}

/// Changes the intake settings.
#[utoipa::path(put, path = "/api/lead-intake", tag = "leads", operation_id = "changeLeadIntake", request_body = In, responses((status = 200, body = Out), (status = 403), (status = 409), (status = 422)))]
pub async fn change(actor: Actor, State(app): State<App>, Json(body): Json<In>) -> Result<Json<Out>> {
    let wording = body.consent_wording.as_deref().map(str::trim).filter(|text| !text.is_empty());
    if wording.is_some_and(|text| text.chars().count() > WORDING_LENGTH_MAX) {
        return Err(Error::field("consentWording", format!("must have at most {WORDING_LENGTH_MAX} characters")));
    }
    let mut tx = actor.begin(&app, Permission::SettingsManage).await?;
    let company = tx.company();
    let was = read(&mut tx).await?;
    if was.version != body.version {
        return Err(Error::Conflict {
            code: "LWLEAD10411",
            message: "Someone else has changed these settings.".to_owned(),
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
    store::put_setting(&mut tx, membership, wording).await?;
    matching::set_intake_rule(&mut tx, company, body.rule).await?;
    let is = read(&mut tx).await?;
    let facts = |out: &Out| {
        let owner = out.owner.as_ref().map(|owner| &owner.name);
        json!({ "rule": out.rule, "owner": owner, "consentWording": out.consent_wording })
    };
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
    let consent_wording = row.as_ref().and_then(|row| row.consent_wording.clone());
    let usual_consent_wording = crate::store::consents::usual(tx).await?;
    let owner = row.and_then(|row| {
        let store::SettingRow { user, org_unit, name, branch_name, .. } = row;
        Some(OwnerOut { user: user?, org_unit: org_unit?, name: name?, branch_name: branch_name? })
    });
    Ok(Out { rule, owner, consent_wording, usual_consent_wording, version })
}
