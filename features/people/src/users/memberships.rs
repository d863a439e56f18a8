//! Creates, changes, deactivates and reactivates memberships.

use super::{
    Managed, User, deactivation::work_of, has_company_admin, keep_a_company_admin, managed, may_give_all, now,
    own_unit_only, roles_given, within_reach,
};
use crate::store::{
    contracts,
    users::{self as store, MembershipRow},
};
use axum::extract::State;
use http::StatusCode;
use lending::{access::Permission, billing::Payer};
use platform::{
    Actor, App, Error, Result, Tx,
    extract::{Id, Json},
    record::Audit,
    version::{IfMatch, stale},
};
use serde::Deserialize;
use serde_json::json;
use utoipa::ToSchema;

/// A branch, and the user's roles in it.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = NewMembership)]
pub struct NewIn {
    /// A branch, or the headquarters.
    #[serde(rename = "WizeOrgUnitId")]
    org_unit: i64,
    /// Role codes, primary role first.
    roles: Vec<String>,
}

/// Gives a user of the caller's company a membership in another branch.
#[utoipa::path(post, path = "/api/users/{id}/user-org-units", tag = "people", operation_id = "createMembership", params(("id" = i64, Path)), request_body = NewIn, responses((status = 201, body = User), (status = 403), (status = 404), (status = 409)))]
pub async fn create(
    actor: Actor,
    State(app): State<App>,
    Id(id): Id,
    Json(body): Json<NewIn>,
) -> Result<(StatusCode, Json<User>)> {
    let mut tx = actor.begin(&app, Permission::UsersManage).await?;
    let found = managed(&mut tx, id).await?;
    if !found.is_of(tx.company()) {
        return Err(Error::Forbidden);
    }
    let roles = roles_given(&tx, &body.roles, true, &[])?;
    in_open_unit(&mut tx, body.org_unit).await?;
    let Some(membership) = store::add_membership(&mut tx, id, body.org_unit).await? else {
        return Err(Error::field("WizeOrgUnitId", "This person is in this branch already"));
    };
    store::set_roles(&mut tx, membership, &roles).await?;
    store::set_default(&mut tx, id, None).await?;
    let audit = Audit {
        action: "membership.create",
        entity: "membership",
        entity_id: &membership.to_string(),
        before: None,
        after: Some(json!({ "user": id, "orgUnit": body.org_unit, "roles": roles })),
    };
    tx.audit(audit).await?;
    tx.event("user.edited", id).await?;
    let company = tx.company();
    billing::settle(&mut tx, company).await?;
    let out = now(&mut tx, id).await?;
    tx.commit().await?;
    Ok((StatusCode::CREATED, Json(out)))
}

/// Checks that a unit is active and in the actor's scope.
pub(crate) async fn in_open_unit(tx: &mut Tx, unit: i64) -> Result<()> {
    let is_within = own_unit_only(tx).is_none_or(|own| own == unit);
    match is_within && store::open_unit(tx, unit).await? {
        true => Ok(()),
        false => Err(Error::field("WizeOrgUnitId", "Choose an open branch of your company")),
    }
}

/// Fields to change; absent fields stay.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = MembershipChange)]
pub struct In {
    /// Role codes, primary role first.
    roles: Option<Vec<String>>,
    /// False deactivates the membership. Refused while its user is the officer of open loans.
    active: Option<bool>,
    /// True makes it the user's default membership.
    is_default: Option<bool>,
    /// SELF: the user pays from now on. COMPANY or BRANCH: the payer follows the unit again.
    #[serde(rename = "LWLicensePayer")]
    license_payer: Option<Payer>,
}

/// Changes a membership. It takes effect with the user's next request.
#[utoipa::path(patch, path = "/api/user-org-units/{id}", tag = "people", operation_id = "editMembership", params(("id" = i64, Path), ("If-Match" = String, Header)), request_body = In, responses((status = 200, body = User), (status = 403), (status = 404), (status = 409)))]
pub async fn edit(
    actor: Actor,
    State(app): State<App>,
    Id(id): Id,
    IfMatch(version): IfMatch,
    Json(body): Json<In>,
) -> Result<Json<User>> {
    let mut tx = actor.begin(&app, Permission::UsersManage).await?;
    let user = store::user_of(&mut tx, id).await?.ok_or(Error::NotFound)?;
    let found = within_reach(&mut tx, user).await?;
    let was = found.membership(id).cloned().ok_or(Error::NotFound)?;
    if own_unit_only(&tx).is_some_and(|unit| unit != was.org_unit_id) {
        return Err(Error::NotFound);
    }
    let is_own = found.is_of(tx.company());
    let roles = match &body.roles {
        Some(codes) => roles_given(&tx, codes, is_own, &was.roles)?,
        None => was.roles.clone(),
    };
    let active = body.active.unwrap_or(was.active);
    if body.license_payer.is_some() {
        may_set_payer(&tx, &found)?;
    }
    // Changing the state grants or removes all of its roles.
    if active != was.active && !may_give_all(&tx, &was.roles) {
        return Err(Error::Forbidden);
    }
    if version == was.version {
        if was.active && has_company_admin(&was.roles) && !(active && has_company_admin(&roles)) {
            keep_a_company_admin(&mut tx, &[id]).await?;
        }
        match (was.active, active) {
            (true, false) => may_end(&mut tx, &was).await?,
            (false, true) => {
                in_open_unit(&mut tx, was.org_unit_id).await?;
                if !is_own {
                    under_contract(&mut tx, found.user.home_company).await?;
                }
            }
            _ => {}
        }
    }
    let entity_id = id.to_string();
    if version != was.version || !store::touch_membership(&mut tx, id, version, active).await? {
        let record = now(&mut tx, user).await?;
        return Err(stale(&mut tx, "membership", &entity_id, &record).await?);
    }
    if roles != was.roles {
        store::set_roles(&mut tx, id, &roles).await?;
    }
    // A user with memberships in several companies keeps their own default.
    let is_default = body.is_default == Some(true) && active && is_own;
    store::set_default(&mut tx, user, is_default.then_some(id)).await?;
    let paid_before = found.billing.map(|place| place.payer);
    if let Some(payer) = body.license_payer {
        let company = tx.company();
        billing::set_self_payer(&mut tx, company, user, payer == Payer::SELF).await?;
    }
    let company = tx.company();
    billing::settle(&mut tx, company).await?;
    let paid_after = body.license_payer.or(paid_before);
    let audit = Audit {
        action: "membership.edit",
        entity: "membership",
        entity_id: &entity_id,
        before: Some(json!({
            "roles": was.roles, "active": was.active, "isDefault": was.is_default, "LWLicensePayer": paid_before,
        })),
        after: Some(json!({
            "roles": roles, "active": active, "isDefault": is_default || was.is_default && active,
            "LWLicensePayer": paid_after,
        })),
    };
    tx.audit(audit).await?;
    tx.event("user.edited", user).await?;
    let out = now(&mut tx, user).await?;
    tx.commit().await?;
    Ok(Json(out))
}

/// Refuses to set the payer for users of another company, if nothing is billed, or without permission to manage
/// billing.
fn may_set_payer(tx: &Tx, found: &Managed) -> Result<()> {
    if !found.is_managed_by(tx) || !tx.actor().access.grants.may(Permission::BillingManage) {
        return Err(Error::Forbidden);
    }
    let wrong = |message: &str| Err(Error::field("LWLicensePayer", message));
    if !found.is_of(tx.company()) {
        return wrong("A processing company pays for its own people");
    }
    if found.billing.is_none() {
        return wrong("Nothing is billed to your company");
    }
    Ok(())
}

/// Refuses to reactivate a contract processor whose company is no longer under contract.
async fn under_contract(tx: &mut Tx, company: i64) -> Result<()> {
    if contracts::is_active(tx, company).await? {
        return Ok(());
    }
    Err(Error::Conflict {
        code: "LWORG10414",
        message: "The contract with this person's company has ended. Engage the company again first.".to_owned(),
        details: None,
    })
}

/// Refuses to deactivate the active membership, or one with open loans or leads.
async fn may_end(tx: &mut Tx, membership: &MembershipRow) -> Result<()> {
    if membership.id == tx.actor().membership() {
        return Err(Error::field("active", "You can't switch off the place that you are working in"));
    }
    let open = work_of(tx, &[membership.id]).await?;
    if open.is_empty() {
        return Ok(());
    }
    Err(Error::Conflict {
        code: "LWUSER10410",
        message: "This person has open loans or leads in this branch. Give them to others first.".to_owned(),
        details: Some(json!(open)),
    })
}
