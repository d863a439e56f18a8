//! Settings of a company or branch.

use crate::store::units::{self, Row};
use axum::extract::State;
use jiff::{Zoned, tz::TimeZone};
use lending::{
    access::{Permission, Reach},
    calendar::federal_holidays,
};
use platform::{
    Actor, App, Error, Result, Tx,
    db::Date,
    extract::{Id, Json},
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A company or branch as its administrators see it.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Unit)]
pub struct Out {
    id: i64,
    /// BROKER, PROCESSOR, PROVIDER or BRANCH.
    #[serde(rename = "type")]
    unit_type: String,
    /// ACTIVE or SUSPENDED.
    state: String,
    #[serde(flatten)]
    settings: Settings,
    /// Legal public holidays of this year and the next, on their own dates. Empty for a branch.
    federal_holidays: Vec<Holiday>,
    /// The version for `If-Match`.
    version: i32,
}

/// Settings that can be changed. Null if a branch inherits its company's value.
#[derive(Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = UnitSettings)]
pub struct Settings {
    /// Legal name.
    pub name: String,
    /// Display name.
    pub display_name: String,
    pub nmls_id: Option<String>,
    pub address: Address,
    /// IANA name of a US time zone.
    pub time_zone: String,
    /// Minutes without activity after which a login ends: 5 to 480.
    pub session_timeout_minutes: Option<i16>,
    /// Whether a branch inherits the business days of its company; then they are null here. Null for a company.
    pub inherits_calendar: Option<bool>,
    /// Whether Saturdays are business days.
    pub saturday_open: Option<bool>,
    /// Weekdays on which the offices are closed, from Monday (1) to Friday (5).
    pub closed_weekdays: Option<Vec<i16>>,
    /// Further days on which the offices are closed, besides Sundays and federal holidays.
    pub holidays: Option<Vec<Holiday>>,
    /// Non-delegated correspondent.
    pub is_non_delegated: Option<bool>,
    /// Pattern of loan numbers. `{YYYY}`, `{YY}`, `{MM}`, `{branch}` and `{id}` are replaced (decision D22).
    pub loan_number_pattern: Option<String>,
    /// Whether an administrator must approve the reset of a second factor (decision D30).
    pub second_factor_reset_needs_approval: Option<bool>,
    /// Which borrowers and business contacts users see: `ALL`, or `OWN_AND_LINKED`, which means their own and those
    /// linked to records they work on.
    pub contact_visibility: Option<String>,
    /// Used by officers without their own. A branch's value overrides its company's.
    pub borrower_portal_url: Option<String>,
    /// For borrowers who prefer Spanish.
    pub borrower_portal_spanish_url: Option<String>,
    pub realtor_portal_url: Option<String>,
}

/// Address of a unit. Empty texts mean none.
#[derive(Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
#[schema(as = UnitAddress)]
pub struct Address {
    pub street: Option<String>,
    pub city: Option<String>,
    pub state_code: Option<String>,
    /// Five or nine digits.
    pub postal_code: Option<String>,
}

/// A day on which the offices are closed.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = Holiday)]
pub struct Holiday {
    pub date: Date,
    pub name: String,
}

/// Returns the settings of the company or of a branch in the user's scope.
#[utoipa::path(get, path = "/api/org-units/{id}", tag = "orgs", operation_id = "getUnit", params(("id" = i64, Path)), responses((status = 200, body = Out), (status = 403), (status = 404)))]
pub async fn get(actor: Actor, State(app): State<App>, Id(id): Id) -> Result<Json<Out>> {
    let mut tx = actor.begin(&app, Permission::BranchSettingsManage).await?;
    let unit = administered(&mut tx, id).await?;
    Ok(Json(out(&tx, unit)?))
}

/// Finds a unit that the user may administer: the company from its headquarters, or a branch in scope.
pub(crate) async fn administered(tx: &mut Tx, id: i64) -> Result<Row> {
    let unit = units::find(tx, id).await?.ok_or(Error::NotFound)?;
    let actor = tx.actor();
    if unit.id == actor.company() {
        actor.may(Permission::SettingsManage)?;
    } else if actor.access.grants.reach(Permission::BranchSettingsManage, false) != Reach::Company
        && unit.id != actor.org_unit()
    {
        return Err(Error::NotFound);
    }
    Ok(unit)
}

/// Converts a unit to its response.
pub(crate) fn out(tx: &Tx, unit: Row) -> Result<Out> {
    let federal_holidays = match unit.id == tx.company() {
        true => holidays_from(&tx.actor().access.time_zone)?,
        false => Vec::new(),
    };
    let Row { id, unit_type, state, version, settings } = unit;
    Ok(Out { id, unit_type, state, settings, federal_holidays, version })
}

fn holidays_from(time_zone: &str) -> Result<Vec<Holiday>> {
    let this_year = Zoned::now().with_time_zone(TimeZone::get(time_zone).map_err(Error::internal)?).year();
    Ok([this_year, this_year.saturating_add(1)]
        .into_iter()
        .flat_map(federal_holidays)
        .map(|(date, name)| Holiday { date: date.into(), name: name.to_owned() })
        .collect())
}
