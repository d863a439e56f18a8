//! Permissions of roles in a company: the permission table with the company's overrides.

use crate::store;
use axum::extract::State;
use lending::access::{Override, Permission, Role, is_allowed};
use platform::{
    Actor, App, Error, Result,
    extract::Json,
    record::Audit,
    version::{IfMatch, stale},
};
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

/// Entity name in the audit log.
const ENTITY: &str = "role-permissions";

/// The company's permission table.
#[derive(Serialize, ToSchema)]
#[schema(as = RolePermissions)]
pub struct Out {
    /// The version for `If-Match`.
    version: i32,
    /// The columns.
    roles: Vec<RoleOut>,
    /// The rows.
    permissions: Vec<Line>,
}

/// A role.
#[derive(Serialize, ToSchema)]
#[schema(as = RolePermissionsRole)]
pub struct RoleOut {
    code: &'static str,
    name: &'static str,
}

/// A permission with one cell per role.
#[derive(Serialize, ToSchema)]
#[schema(as = RolePermissionsLine)]
pub struct Line {
    code: &'static str,
    purpose: &'static str,
    /// In the order of the roles.
    cells: Vec<Cell>,
}

/// Whether a role has a permission.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = RolePermissionsCell)]
pub struct Cell {
    allowed: bool,
    /// Without the company's override.
    allowed_by_default: bool,
    /// Why the company can't change it. Absent if it can.
    #[serde(skip_serializing_if = "Option::is_none")]
    fixed: Option<String>,
}

/// A cell to change.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = RolePermissionChange)]
pub struct In {
    /// Code of the role.
    role: String,
    /// Code of the permission.
    permission: String,
    allowed: bool,
}

/// Returns the permission table of the company.
#[utoipa::path(get, path = "/api/settings/role-permissions", tag = "people", operation_id = "getRolePermissions", responses((status = 200, body = Out)))]
pub async fn get(actor: Actor, State(app): State<App>) -> Result<Json<Out>> {
    let mut tx = actor.begin(&app, Permission::RolePermissionsManage).await?;
    let version = store::overrides_version(&mut tx).await?;
    let company = tx.company();
    let overrides = store::overrides(&mut tx, company).await?;
    Ok(Json(Out::new(version, &overrides)))
}

/// Changes one cell. It takes effect with each user's next request.
#[utoipa::path(put, path = "/api/settings/role-permissions", tag = "people", operation_id = "setRolePermission", params(("If-Match" = String, Header)), request_body = In, responses((status = 200, body = Out), (status = 403), (status = 409), (status = 422)))]
pub async fn set(
    actor: Actor,
    State(app): State<App>,
    IfMatch(seen): IfMatch,
    Json(body): Json<In>,
) -> Result<Json<Out>> {
    let role = Role::from_code(&body.role).ok_or_else(|| Error::field("role", "is no role"))?;
    let permission =
        Permission::from_code(&body.permission).ok_or_else(|| Error::field("permission", "is no permission"))?;
    let wanted = Override { role, permission, allowed: body.allowed };
    wanted.check().map_err(|fixed| Error::field("allowed", fixed.to_string()))?;

    let mut tx = actor.begin(&app, Permission::RolePermissionsManage).await?;
    let version = store::lock_overrides_version(&mut tx).await?;
    let company = tx.company();
    let before = store::overrides(&mut tx, company).await?;
    let entity_id = company.to_string();
    if version != seen {
        return Err(stale(&mut tx, ENTITY, &entity_id, &Out::new(version, &before)).await?);
    }
    let was = is_allowed(role, permission, &before);
    if was == wanted.allowed {
        return Ok(Json(Out::new(version, &before)));
    }
    let altered = (wanted.allowed != permission.is_of(role)).then_some(wanted.allowed);
    store::set_override(&mut tx, role, permission, altered).await?;
    let cell = |allowed| json!({"role": role.code(), "permission": permission.code(), "allowed": allowed});
    tx.audit(Audit {
        action: "role-permission.set",
        entity: ENTITY,
        entity_id: &entity_id,
        before: Some(cell(was)),
        after: Some(cell(wanted.allowed)),
    })
    .await?;
    tx.event("role-permissions.changed", company).await?;
    let after = store::overrides(&mut tx, company).await?;
    tx.commit().await?;
    Ok(Json(Out::new(version + 1, &after)))
}

impl Out {
    fn new(version: i32, overrides: &[Override]) -> Self {
        let roles: Vec<_> = Role::ALL.into_iter().filter(|(role, ..)| *role != Role::SuperAdmin).collect();
        let cell = |role, permission: Permission| {
            let allowed_by_default = permission.is_of(role);
            let other = Override { role, permission, allowed: !allowed_by_default };
            Cell {
                allowed: is_allowed(role, permission, overrides),
                allowed_by_default,
                fixed: other.check().err().map(|fixed| fixed.to_string()),
            }
        };
        let line = |permission: Permission| Line {
            code: permission.code(),
            purpose: permission.purpose(),
            cells: roles.iter().map(|(role, ..)| cell(*role, permission)).collect(),
        };
        Out {
            version,
            roles: roles.iter().map(|(_, code, name)| RoleOut { code, name }).collect(),
            permissions: Permission::all().filter(|one| *one != Permission::OrgAdmin).map(line).collect(),
        }
    }
}
