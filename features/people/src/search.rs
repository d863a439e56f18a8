//! User pickers: members of the company by role and name, for loan teams and lead owners.

use crate::store::{self, Found, Looked};
use axum::extract::State;
use lending::{
    access::{OrgUnitType, Permission, Role},
    leads::{OWNER_ROLES, searched_as},
    team::is_contract_processor,
};
use platform::{
    Actor, App, Error, Result,
    extract::{Json, ListQuery, Query},
};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// Filter for users.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(rename_all = "camelCase")]
pub struct In {
    /// Role codes as a JSON list, such as `["ORIGINATOR"]`.
    roles: Option<String>,
    /// Fills `tag` with the branch's name, or `HQ`.
    apply_tags: Option<bool>,
    limit: Option<u32>,
    offset: Option<u32>,
    string: Option<String>,
    only_count: Option<bool>,
    show_loader: Option<bool>,
    /// Membership of an officer. Limits processors to the officer's branch, headquarters and contract processors.
    loan_officer_id: Option<i64>,
}

/// A page of users.
#[derive(Serialize, ToSchema)]
#[schema(as = UserPage)]
pub struct Out {
    #[serde(skip_serializing_if = "Option::is_none")]
    users: Option<Vec<UserOption>>,
    count: i64,
}

/// The specification's user option (L section 3), with its keys.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UserOption {
    id: i64,
    #[serde(rename = "WizeUserOrgUnitId")]
    wize_user_org_unit_id: i64,
    #[serde(rename = "WizeOrgUnitId")]
    wize_org_unit_id: i64,
    first_name: String,
    last_name: String,
    name: String,
    full_name: String,
    email: String,
    profile_image: Option<String>,
    tag: Option<String>,
    #[serde(rename = "WizeOrgUnit")]
    wize_org_unit: OptionUnit,
    #[serde(rename = "WizeRoles")]
    wize_roles: Vec<OptionRole>,
    is_contract_processor: bool,
}

/// The unit of an option.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OptionUnit {
    display_name: String,
    is_head_quarter: bool,
}

/// A role of an option.
#[derive(Serialize, ToSchema)]
pub struct OptionRole {
    name: &'static str,
}

/// Filter for lead owners.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(rename_all = "camelCase")]
pub struct OwnerIn {
    /// Role codes as a JSON list, limited to roles that can own leads. Defaults to all of those.
    roles: Option<String>,
    /// Fills `tag` with the branch's name, or `HQ`.
    apply_tags: Option<bool>,
    limit: Option<u32>,
    offset: Option<u32>,
    string: Option<String>,
    only_count: Option<bool>,
    show_loader: Option<bool>,
    /// Lists each user only in their default branch.
    default_branches_only: Option<bool>,
}

/// Searches users who can own leads, by name. `ADMINISTRATOR` also finds company, associate and branch admins.
#[utoipa::path(get, path = "/api/users/search", tag = "people", operation_id = "searchUsers", params(OwnerIn), responses((status = 200, body = Out)))]
pub async fn search(actor: Actor, State(app): State<App>, Query(query): Query<OwnerIn>) -> Result<Json<Out>> {
    let list = ListQuery {
        limit: query.limit,
        offset: query.offset,
        string: query.string,
        only_count: query.only_count,
        show_loader: query.show_loader,
    };
    let (limit, offset, text) = list.check()?;
    let roles = owner_roles(query.roles.as_deref())?;
    let looked_for = Looked {
        roles: &roles,
        text: text.unwrap_or_default(),
        limit,
        offset,
        in_default_branch: query.default_branches_only == Some(true),
        near: None,
    };
    let mut tx = actor.begin(&app, Permission::PeopleSearch).await?;
    let (found, count) = store::search(&mut tx, &looked_for).await?;
    if list.only_count == Some(true) {
        return Ok(Json(Out { users: None, count }));
    }
    let with_tags = query.apply_tags == Some(true);
    Ok(Json(Out { users: Some(found.into_iter().map(|row| UserOption::new(row, with_tags)).collect()), count }))
}

/// Role codes of the requested roles. Other roles can't own leads.
fn owner_roles(roles: Option<&str>) -> Result<Vec<String>> {
    let asked = match roles {
        None => OWNER_ROLES.iter().map(|role| role.code().to_owned()).collect(),
        Some(_) => read_roles(roles)?,
    };
    let roles = asked.iter().filter_map(|code| Role::from_code(code));
    let mut found = Vec::new();
    for role in roles {
        if !OWNER_ROLES.contains(&role) {
            return Err(Error::field("roles", format!("holds {}, which owns no leads", role.code())));
        }
        found.extend(searched_as(role).iter().map(|role| role.code().to_owned()));
    }
    Ok(found)
}

/// Searches users with one of the roles, by name.
#[utoipa::path(get, path = "/api/users/search/flat", tag = "people", operation_id = "searchUsersFlat", params(In), responses((status = 200, body = Out)))]
pub async fn search_flat(actor: Actor, State(app): State<App>, Query(query): Query<In>) -> Result<Json<Out>> {
    let list = ListQuery {
        limit: query.limit,
        offset: query.offset,
        string: query.string,
        only_count: query.only_count,
        show_loader: query.show_loader,
    };
    let (limit, offset, text) = list.check()?;
    let roles = read_roles(query.roles.as_deref())?;
    let mut tx = actor.begin(&app, Permission::PeopleSearch).await?;
    let looked_for = Looked {
        roles: &roles,
        text: text.unwrap_or_default(),
        limit,
        offset,
        in_default_branch: false,
        near: query.loan_officer_id,
    };
    let (found, count) = store::search(&mut tx, &looked_for).await?;
    if list.only_count == Some(true) {
        return Ok(Json(Out { users: None, count }));
    }
    let with_tags = query.apply_tags == Some(true);
    Ok(Json(Out { users: Some(found.into_iter().map(|row| UserOption::new(row, with_tags)).collect()), count }))
}

/// Parses the JSON list of the roles parameter (API-04).
fn read_roles(roles: Option<&str>) -> Result<Vec<String>> {
    let wrong = |why: &str| Error::field("roles", why);
    let Some(text) = roles else { return Ok(Role::ALL.iter().map(|(_, code, _)| (*code).to_owned()).collect()) };
    let codes: Vec<String> =
        serde_json::from_str(text).map_err(|_| wrong("must be a JSON list such as [\"ORIGINATOR\"]"))?;
    match codes.iter().find(|code| Role::from_code(code).is_none()) {
        Some(code) => Err(wrong(&format!("holds {code}, which is no role"))),
        None => Ok(codes),
    }
}

impl UserOption {
    pub(crate) fn new(found: Found, with_tags: bool) -> Self {
        let name = format!("{} {}", found.first_name, found.last_name);
        let is_head_quarter = found.unit_type != OrgUnitType::BRANCH.as_str();
        let tag = if is_head_quarter { "HQ".to_owned() } else { found.unit_display_name.clone() };
        let roles: Vec<_> = found.roles.iter().filter_map(|code| Role::from_code(code)).collect();
        UserOption {
            id: found.user_id,
            wize_user_org_unit_id: found.membership,
            wize_org_unit_id: found.org_unit,
            name: name.clone(),
            full_name: name,
            first_name: found.first_name,
            last_name: found.last_name,
            email: found.email,
            profile_image: found.profile_image,
            tag: with_tags.then_some(tag),
            wize_org_unit: OptionUnit { display_name: found.unit_display_name, is_head_quarter },
            is_contract_processor: is_contract_processor(&roles),
            wize_roles: roles.into_iter().map(|role| OptionRole { name: role.name() }).collect(),
        }
    }
}
