//! The owner of a company: one of its company admins, or none.

use axum::extract::State;
use lending::access::{Permission, Role};
use platform::{
    Actor, App, Error, Result, Tx,
    extract::{Id, Json, ListQuery, Query},
    record::Audit,
};
use serde::{Deserialize, Serialize};
use serde_json::json;
use sqlx::PgConnection;
use utoipa::ToSchema;

/// A page of company admins, who can own the company.
#[derive(Serialize, ToSchema)]
#[schema(as = CompanyAdmins)]
pub struct AdminsOut {
    #[serde(skip_serializing_if = "Option::is_none")]
    users: Option<Vec<Admin>>,
    count: i64,
}

/// A company admin.
#[derive(Serialize, ToSchema)]
#[schema(as = CompanyAdmin)]
pub struct Admin {
    id: i64,
    name: String,
    email: String,
}

/// The new owner: `WizeUserId` of a company admin, or `noOwnerInd`.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = OwnerIn)]
pub struct OwnerIn {
    #[serde(rename = "WizeUserId")]
    user: Option<i64>,
    #[serde(rename = "noOwnerInd", default)]
    has_no_owner: bool,
}

/// The company's ownership.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = OrgUnitOwner)]
pub struct OwnerOut {
    id: i64,
    has_owner: bool,
    no_owner_ind: bool,
    #[serde(rename = "WizeUserId")]
    user: Option<i64>,
}

/// Begins a transaction if the user is a company admin of this company. No other role can manage ownership
/// (BILLING-18).
async fn begin(actor: Actor, app: &App, company: i64) -> Result<Tx> {
    let tx = actor.begin(app, Permission::BillingManage).await?;
    if tx.company() != company {
        return Err(Error::NotFound);
    }
    let grants = &tx.actor().access.grants;
    match grants.at_headquarters() && grants.roles().contains(&Role::CompanyAdmin) {
        true => Ok(tx),
        false => Err(Error::Forbidden),
    }
}

/// Lists the company admins of a company by name.
#[utoipa::path(get, path = "/api/org-units/{id}/company-admins", tag = "orgs", operation_id = "listCompanyAdmins", params(("id" = i64, Path), ListQuery), responses((status = 200, body = AdminsOut), (status = 403), (status = 404)))]
pub async fn company_admins(
    actor: Actor,
    State(app): State<App>,
    Id(id): Id,
    Query(query): Query<ListQuery>,
) -> Result<Json<AdminsOut>> {
    let (limit, offset, text) = query.check()?;
    let mut tx = begin(actor, &app, id).await?;
    let (users, count) = list(&mut tx, id, text.unwrap_or_default(), limit, offset).await?;
    Ok(Json(AdminsOut { users: (query.only_count != Some(true)).then_some(users), count }))
}

/// Sets the owner of a company, or that it has none.
#[utoipa::path(put, path = "/api/org-units/{id}/owner", tag = "orgs", operation_id = "putOwner", params(("id" = i64, Path)), request_body = OwnerIn, responses((status = 200, body = OwnerOut), (status = 403), (status = 404), (status = 422)))]
pub async fn put(
    actor: Actor,
    State(app): State<App>,
    Id(id): Id,
    Json(body): Json<OwnerIn>,
) -> Result<Json<OwnerOut>> {
    let mut tx = begin(actor, &app, id).await?;
    let owner = match (body.user, body.has_no_owner) {
        (Some(user), false) if is_company_admin(&mut tx, id, user).await? => Some(user),
        (Some(_), false) => {
            return Err(Error::field("WizeUserId", "Choose one of the company admins."));
        }
        (None, true) => None,
        (Some(_), true) | (None, false) => {
            return Err(Error::field("WizeUserId", "Choose a company admin, or No owner."));
        }
    };
    let before = sqlx::query!("select owner_user_id, has_no_owner from org_unit where id = $1 for update", id)
        .fetch_one(&mut *tx)
        .await?;
    set_owner(&mut tx, id, owner).await?;
    tx.audit(Audit {
        action: "company.owner",
        entity: "org_unit",
        entity_id: &id.to_string(),
        before: Some(json!({"ownerUserId": before.owner_user_id, "noOwnerInd": before.has_no_owner})),
        after: Some(json!({"ownerUserId": owner, "noOwnerInd": owner.is_none()})),
    })
    .await?;
    tx.event("company.changed", id).await?;
    tx.commit().await?;
    Ok(Json(OwnerOut { id, has_owner: owner.is_some(), no_owner_ind: owner.is_none(), user: owner }))
}

/// Sets the owner of a company, or that it has none.
pub async fn set_owner(connection: &mut PgConnection, company: i64, owner: Option<i64>) -> Result<()> {
    sqlx::query!(
        "update org_unit
         set owner_user_id = $2, has_no_owner = $2::bigint is null
         where id = $1
           and company_id = $1",
        company,
        owner
    )
    .execute(connection)
    .await?;
    Ok(())
}

async fn is_company_admin(connection: &mut PgConnection, company: i64, user: i64) -> Result<bool> {
    Ok(sqlx::query_scalar!(
        "select exists (select
                        from member
                        where company_id = $1 and user_id = $2 and is_active and 'COMPANYADMIN' = any (roles)) as \"is!\"",
        company,
        user
    )
    .fetch_one(connection)
    .await?)
}

async fn list(
    connection: &mut PgConnection,
    company: i64,
    text: &str,
    limit: u32,
    offset: u32,
) -> Result<(Vec<Admin>, i64)> {
    let pattern = format!("%{}%", text.replace('\\', "\\\\").replace('%', "\\%").replace('_', "\\_"));
    let count = sqlx::query_scalar!(
        "select count(distinct user_id) as \"count!\"
         from member
         where company_id = $1
           and is_active
           and 'COMPANYADMIN' = any (roles)
           and (name ilike $2 or email ilike $2)",
        company,
        pattern
    )
    .fetch_one(&mut *connection)
    .await?;
    let users = sqlx::query_as!(
        Admin,
        "select user_id as \"id!\", name as \"name!\", email as \"email!\"
         from member
         where company_id = $1
           and is_active
           and 'COMPANYADMIN' = any (roles)
           and (name ilike $2 or email ilike $2)
         group by user_id, name, email
         order by name, user_id
         limit $3
         offset $4",
        company,
        pattern,
        i64::from(limit),
        i64::from(offset)
    )
    .fetch_all(connection)
    .await?;
    Ok((users, count))
}
