//! Gives people of a processing company a membership here.

use super::{Contract, now};
use crate::{
    store::{contracts as store, users},
    users::memberships::in_open_unit,
};
use axum::extract::State;
use http::StatusCode;
use lending::{
    access::{Permission, Role},
    values::Email,
};
use platform::{
    Actor, App, Error, Fields, Result,
    extract::{Id, Json},
    record::Audit,
};
use serde::Deserialize;
use serde_json::json;
use utoipa::ToSchema;

/// The person and the branch.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = NewContractProcessor)]
pub struct In {
    /// Their email address at the processing company.
    email: String,
    /// A branch of this company, or its headquarters.
    #[serde(rename = "WizeOrgUnitId")]
    org_unit: i64,
}

/// Gives a user of a processing company under contract a membership in a branch, with only the contract processor role.
#[utoipa::path(post, path = "/api/processor-contracts/{id}/processors", tag = "people", operation_id = "addContractProcessor", params(("id" = i64, Path)), request_body = In, responses((status = 201, body = Contract), (status = 403), (status = 404), (status = 409)))]
pub async fn add(
    actor: Actor,
    State(app): State<App>,
    Id(id): Id,
    Json(body): Json<In>,
) -> Result<(StatusCode, Json<Contract>)> {
    let mut tx = actor.begin(&app, Permission::SettingsManage).await?;
    // Lock the contract, so that it can't end concurrently and leave this membership behind.
    let company = store::lock(&mut tx, id).await?.ok_or(Error::NotFound)?;
    if !store::is_active(&mut tx, company).await? {
        return Err(Error::Conflict {
            code: "LWORG10414",
            message: "This contract has ended. Engage the company again first.".to_owned(),
            details: None,
        });
    }
    let mut fields = Fields::default();
    let email = fields.take("email", body.email.parse::<Email>());
    fields.check()?;
    let key = email.map(|email| email.key()).unwrap_or_default();
    let found = store::processor_by_email(&mut tx, company, &key).await?;
    let user =
        found.ok_or_else(|| Error::field("email", "No active user of this processing company has this address"))?;
    in_open_unit(&mut tx, body.org_unit).await?;
    let membership = match users::add_membership(&mut tx, user, body.org_unit).await? {
        Some(made) => made,
        None => store::switch_on(&mut tx, user, body.org_unit)
            .await?
            .ok_or_else(|| Error::field("email", "This person has a place in this branch already"))?,
    };
    let roles = [Role::ContractProcessor.code().to_owned()];
    users::set_roles(&mut tx, membership, &roles).await?;
    let audit = Audit {
        action: "membership.create",
        entity: "membership",
        entity_id: &membership.to_string(),
        before: None,
        after: Some(json!({ "user": user, "orgUnit": body.org_unit, "roles": roles, "contract": id })),
    };
    tx.audit(audit).await?;
    tx.event("user.edited", user).await?;
    let own = tx.company();
    billing::settle(&mut tx, own).await?;
    let out = now(&mut tx, id).await?;
    tx.commit().await?;
    Ok((StatusCode::CREATED, Json(out)))
}
