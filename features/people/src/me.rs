//! The signed-in user and the impersonated user.

use crate::{
    header_tabs::tabs_by_role,
    store::{self, Linked, Profile},
};
use axum::extract::State;
use billing::Standing;
use lending::{
    access::{OrgUnitType, Permission, Role},
    billing::{Payer, State as SubscriptionState},
    portals::PortalAddresses,
    tabs::{TabState, tab_config},
};
use platform::{Actor, App, Origin, Result, Tx, extract::Json};
use serde::Serialize;
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// The two users of a session.
#[derive(Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Me)]
pub struct Out {
    /// The user who signed in.
    logged_in_user: User,
    /// The user whose rights apply. Differs from the signed-in user during impersonation.
    active_user: User,
    /// Idle timeout of the session in seconds: the company's setting, and at most an hour during impersonation.
    session_timeout_seconds: u32,
}

/// A role with code and name.
#[derive(Clone, Serialize, ToSchema)]
pub struct RoleOut {
    code: &'static str,
    name: &'static str,
}

/// The specification's user record (S section 3), with its keys.
#[derive(Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct User {
    id: i64,
    /// The profile's version for `If-Match`.
    version: i32,
    name: String,
    first_name: String,
    last_name: String,
    email: String,
    /// Job title.
    job_title: Option<String>,
    phone: Option<String>,
    profile_image: Option<String>,
    #[serde(rename = "WizeRoles")]
    wize_roles: Vec<RoleOut>,
    #[serde(rename = "WizeOrgUnit")]
    wize_org_unit: OrgUnit,
    #[serde(rename = "WizeOrgUnitId")]
    wize_org_unit_id: i64,
    #[serde(rename = "WizeUserOrgUnitId")]
    wize_user_org_unit_id: i64,
    #[serde(rename = "LinkedOrgs")]
    linked_orgs: Vec<LinkedOrg>,
    /// Portal URL of the officer, else of the branch, else of the company.
    borrower_portal_url: Option<String>,
    /// For borrowers who prefer Spanish. Null if the English URL serves both.
    borrower_portal_spanish_url: Option<String>,
    realtor_portal_url: Option<String>,
    pos_url: Option<String>,
    realtor_url: Option<String>,
    nmls_id: Option<String>,
    /// Who pays for this user.
    #[serde(rename = "LWLicensePayer")]
    license_payer: Payer,
    pro_plan: bool,
    subscription_state: SubscriptionState,
    is_head_quarter: bool,
    /// Whether the user owns the active unit's company.
    is_owner: bool,
    #[serde(rename = "WizeSource")]
    wize_source: Source,
    /// Areas of the header by key. Empty if the company has set none for the user's roles.
    tab_config: BTreeMap<String, TabState>,
}

/// The active unit.
#[derive(Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OrgUnit {
    id: i64,
    name: String,
    display_name: String,
    /// Name of the unit's company.
    company_name: String,
    #[serde(rename = "type")]
    unit_type: String,
    has_owner: bool,
    no_owner_ind: bool,
    light_logo_url: Option<String>,
    #[serde(rename = "Billing")]
    billing: Billing,
    pro_plan: bool,
    subscription_state: SubscriptionState,
    /// Who pays for the users of the unit.
    #[serde(rename = "LWLicensePayer")]
    license_payer: Payer,
    is_non_delegated: bool,
}

/// Whether the unit is billed.
#[derive(Clone, Copy, Serialize, ToSchema)]
#[schema(as = UnitBilling)]
pub struct Billing {
    enabled: bool,
}

/// A unit in which the user works.
#[derive(Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LinkedOrg {
    id: i64,
    name: String,
    display_name: String,
    is_head_quarter: bool,
    #[serde(rename = "RoleList")]
    role_list: Vec<String>,
    #[serde(rename = "type")]
    unit_type: String,
}

/// The source of the user's account.
#[derive(Clone, Serialize, ToSchema)]
pub struct Source {
    config: SourceConfig,
}

/// Display settings of that source.
#[derive(Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SourceConfig {
    app_title: Option<String>,
}

/// Returns the signed-in and the active user.
#[utoipa::path(get, path = "/api/users/me", tag = "people", operation_id = "getMe", responses((status = 200, body = Out)))]
pub async fn me(actor: Actor, State(app): State<App>) -> Result<Json<Out>> {
    let mut tx = actor.begin(&app, Permission::Session).await?;
    Ok(Json(me_of(&mut tx).await?))
}

/// Reads the signed-in and the active user of a transaction.
pub async fn me_of(tx: &mut Tx) -> Result<Out> {
    let (active, signed_in) = (tx.actor().user, tx.actor().logged_in_user);
    let active_user = active_user(tx).await?;
    let logged_in_user = match signed_in == active {
        true => active_user.clone(),
        false => user(tx, signed_in, None).await?,
    };
    let session_timeout_seconds = u32::from(store::session_timeout_minutes(tx).await?) * 60;
    Ok(Out { logged_in_user, active_user, session_timeout_seconds })
}

/// Reads the active user of a transaction.
pub(crate) async fn active_user(tx: &mut Tx) -> Result<User> {
    let (active, membership) = (tx.actor().user, tx.actor().membership());
    user(tx, active, Some(membership)).await
}

async fn user(connection: &mut sqlx::PgConnection, user: i64, membership: Option<i64>) -> Result<User> {
    let profile = store::profile(connection, user).await?;
    let linked = store::linked_units(connection, user).await?;
    let active = linked.iter().find(|unit| Some(unit.membership) == membership).or(linked.first());
    let active = active.ok_or(platform::Error::Forbidden)?;
    let standing = billing::standing(connection, active.company_id, active.id, user).await?;
    let tabs = tab_config(&active.roles, &tabs_by_role(connection, active.company_id).await?);
    Ok(User::new(profile, active, &linked, standing, tabs))
}

impl User {
    fn new(
        profile: Profile,
        active: &Linked,
        linked: &[Linked],
        standing: Standing,
        tab_config: BTreeMap<String, TabState>,
    ) -> Self {
        let portals = portals_in_force(&profile, active);
        let Profile { id, version, first_name, last_name, email, job_title, phone, profile_image, nmls_id, .. } =
            profile;
        let roles = active.roles.iter().filter_map(|code| Role::from_code(code));
        User {
            id,
            version,
            name: format!("{first_name} {last_name}").trim().to_owned(),
            first_name,
            last_name,
            email,
            job_title,
            phone,
            profile_image,
            wize_roles: roles.map(|role| RoleOut { code: role.code(), name: role.name() }).collect(),
            wize_org_unit: OrgUnit {
                id: active.id,
                name: active.name.clone(),
                display_name: active.display_name.clone(),
                company_name: active.company_name.clone(),
                unit_type: active.unit_type.clone(),
                has_owner: active.has_owner,
                no_owner_ind: active.has_no_owner,
                light_logo_url: active.light_logo_url.clone(),
                billing: Billing { enabled: standing.is_enabled },
                pro_plan: standing.unit.is_pro,
                subscription_state: standing.unit.state,
                license_payer: standing.unit.payer,
                is_non_delegated: active.is_non_delegated,
            },
            wize_org_unit_id: active.id,
            wize_user_org_unit_id: active.membership,
            linked_orgs: linked
                .iter()
                .map(|unit| LinkedOrg {
                    id: unit.id,
                    name: unit.name.clone(),
                    display_name: unit.display_name.clone(),
                    is_head_quarter: is_headquarters(unit),
                    role_list: unit.roles.clone(),
                    unit_type: unit.unit_type.clone(),
                })
                .collect(),
            borrower_portal_url: portals.borrower,
            borrower_portal_spanish_url: portals.borrower_spanish,
            realtor_portal_url: portals.realtor,
            pos_url: portal(active.pos_host.as_deref()),
            realtor_url: portal(active.realtor_host.as_deref()),
            nmls_id,
            license_payer: standing.user.payer,
            pro_plan: standing.user.is_pro,
            subscription_state: standing.user.state,
            is_head_quarter: is_headquarters(active),
            is_owner: active.is_owner,
            wize_source: Source { config: SourceConfig { app_title: profile.app_title } },
            tab_config,
        }
    }
}

fn portals_in_force(profile: &Profile, active: &Linked) -> PortalAddresses {
    PortalAddresses::in_force(&[
        PortalAddresses {
            borrower: profile.borrower_portal_url.clone(),
            borrower_spanish: profile.borrower_portal_spanish_url.clone(),
            realtor: profile.realtor_portal_url.clone(),
        },
        PortalAddresses {
            borrower: active.borrower_portal_url.clone(),
            borrower_spanish: active.borrower_portal_spanish_url.clone(),
            realtor: active.realtor_portal_url.clone(),
        },
        PortalAddresses {
            borrower: active.company_borrower_portal_url.clone(),
            borrower_spanish: active.company_borrower_portal_spanish_url.clone(),
            realtor: active.company_realtor_portal_url.clone(),
        },
    ])
}

/// Base URL of a portal.
fn portal(host: Option<&str>) -> Option<String> {
    Origin::of_host(host?).map(|origin| origin.base())
}

fn is_headquarters(unit: &Linked) -> bool {
    unit.unit_type != OrgUnitType::BRANCH.as_str() && unit.id == unit.company_id
}
