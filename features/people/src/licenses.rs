//! State licenses of the company, its branches and its users.

pub(crate) mod change;
pub(crate) mod matrix;
pub(crate) mod of_user;
pub(crate) mod own;

use crate::store::licenses::{self as store, Filter, LicenseRow};
use axum::extract::State;
use lending::access::Permission;
use platform::{
    Actor, App, Fields, Result,
    db::Date,
    extract::{Json, ListQuery, Query},
};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// License states, most urgent first.
const STANDINGS: [&str; 5] = ["EXPIRED", "EXPIRES_SOON", "NOT_YET", "INACTIVE", "AUTHORIZED"];
/// Kinds of license holders.
const HOLDERS: [&str; 3] = ["COMPANY", "BRANCH", "PERSON"];

/// A license.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = License)]
pub struct License {
    id: i64,
    holder: Holder,
    state_code: String,
    /// Null in a state that issues none.
    number: Option<String>,
    issued_on: Option<Date>,
    /// The last day of validity.
    expires_on: Option<Date>,
    is_active: bool,
    /// AUTHORIZED, EXPIRES_SOON (within sixty days), EXPIRED, NOT_YET or INACTIVE.
    standing: String,
    /// The version for `If-Match`.
    version: i32,
}

/// The holder of a license.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = LicenseHolder)]
pub struct Holder {
    /// COMPANY, BRANCH or PERSON.
    kind: String,
    name: String,
    nmls_id: Option<String>,
    #[serde(rename = "WizeOrgUnitId")]
    org_unit: Option<i64>,
    #[serde(rename = "WizeUserId")]
    user: Option<i64>,
}

impl From<LicenseRow> for License {
    fn from(row: LicenseRow) -> Self {
        let LicenseRow {
            id,
            org_unit_id,
            user_id,
            holder_kind,
            holder_name,
            holder_nmls_id,
            state_code,
            number,
            issued_on,
            expires_on,
            is_active,
            standing,
            version,
        } = row;
        let holder = Holder {
            kind: holder_kind,
            name: holder_name,
            nmls_id: holder_nmls_id,
            org_unit: org_unit_id,
            user: user_id,
        };
        License { id, holder, state_code, number, issued_on, expires_on, is_active, standing, version }
    }
}

/// Filter for licenses.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(rename_all = "camelCase")]
pub struct In {
    /// COMPANY, BRANCH or PERSON.
    holder: Option<String>,
    state_code: Option<String>,
    /// AUTHORIZED, EXPIRES_SOON, EXPIRED, NOT_YET or INACTIVE.
    standing: Option<String>,
    limit: Option<u32>,
    offset: Option<u32>,
    /// Part of a holder's name or of a number.
    string: Option<String>,
    only_count: Option<bool>,
    show_loader: Option<bool>,
}

/// A page of licenses.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = LicensePage)]
pub struct Out {
    #[serde(skip_serializing_if = "Option::is_none")]
    rows: Option<Vec<License>>,
    count: i64,
    /// Number of expired active licenses of the company, regardless of the filter.
    expired: i64,
    /// Number of active licenses of the company that expire within sixty days, regardless of the filter.
    expires_soon: i64,
}

/// Lists the licenses of the company, its branches and its users.
#[utoipa::path(get, path = "/api/licenses", tag = "people", operation_id = "listLicenses", params(In), responses((status = 200, body = Out), (status = 403)))]
pub async fn list(actor: Actor, State(app): State<App>, Query(query): Query<In>) -> Result<Json<Out>> {
    let list = ListQuery {
        limit: query.limit,
        offset: query.offset,
        string: query.string,
        only_count: query.only_count,
        show_loader: query.show_loader,
    };
    let (limit, offset, text) = list.check()?;
    let mut fields = Fields::default();
    if query.standing.as_deref().is_some_and(|standing| !STANDINGS.contains(&standing)) {
        fields.add("standing", format!("must be one of {}", STANDINGS.join(", ")));
    }
    if query.holder.as_deref().is_some_and(|holder| !HOLDERS.contains(&holder)) {
        fields.add("holder", format!("must be one of {}", HOLDERS.join(", ")));
    }
    fields.check()?;
    let mut tx = actor.begin(&app, Permission::SettingsManage).await?;
    let today = Date::today_in(&tx.actor().access.time_zone);
    let filter = Filter {
        text: text.unwrap_or_default(),
        holder: query.holder.as_deref(),
        state_code: query.state_code.as_deref(),
        standing: query.standing.as_deref(),
        limit,
        offset,
    };
    let (rows, count) = store::list(&mut tx, today, &filter).await?;
    let (expired, expires_soon) = store::worries(&mut tx, today).await?;
    let rows = (list.only_count != Some(true)).then(|| rows.into_iter().map(License::from).collect());
    Ok(Json(Out { rows, count, expired, expires_soon }))
}
