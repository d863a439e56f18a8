//! The license matrix: officers by states, with missing licenses.

use crate::store::licenses::{self as store, Holding};
use axum::extract::State;
use lending::{
    access::Permission,
    licenses::{self, LicenseOf, LicenseStanding},
};
use platform::{
    Actor, App, Result,
    db::Date,
    extract::{Json, ListQuery, Query},
};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use utoipa::{IntoParams, ToSchema};

/// Filter for officers.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(rename_all = "camelCase")]
pub struct In {
    /// Only officers with a license that expires within sixty days.
    expires_soon: Option<bool>,
    limit: Option<u32>,
    offset: Option<u32>,
    /// Part of an officer's name.
    string: Option<String>,
}

/// Officers by states.
#[derive(Serialize, ToSchema)]
#[schema(as = LicenseMatrix)]
pub struct Out {
    /// States in which the company, a branch or an officer has a license.
    states: Vec<String>,
    /// The company's own licenses by state.
    company: BTreeMap<String, Cell>,
    rows: Vec<Row>,
    count: i64,
}

/// An officer in a branch.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = LicenseMatrixRow)]
pub struct Row {
    #[serde(rename = "WizeUserId")]
    user: i64,
    #[serde(rename = "WizeUserOrgUnitId")]
    membership: i64,
    name: String,
    nmls_id: Option<String>,
    branch: String,
    /// One cell per state.
    cells: BTreeMap<String, Cell>,
}

/// License state of a holder in a state.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = LicenseMatrixCell)]
pub struct Cell {
    /// State of the holder's own license. Null without one.
    standing: Option<LicenseStanding>,
    number: Option<String>,
    expires_on: Option<Date>,
    /// Holders whose license is missing for lending there.
    missing: Vec<LicenseOf>,
}

/// Licenses of one holder by state. The best one, if there are several.
type ByState = BTreeMap<String, (LicenseStanding, Option<String>, Option<Date>)>;

/// Returns the license matrix: officers of the company by all states with any license.
#[utoipa::path(get, path = "/api/licenses/matrix", tag = "people", operation_id = "getLicenseMatrix", params(In), responses((status = 200, body = Out), (status = 403)))]
pub async fn get(actor: Actor, State(app): State<App>, Query(query): Query<In>) -> Result<Json<Out>> {
    let list = ListQuery {
        limit: query.limit,
        offset: query.offset,
        string: query.string,
        only_count: None,
        show_loader: None,
    };
    let (limit, offset, text) = list.check()?;
    let mut tx = actor.begin(&app, Permission::SettingsManage).await?;
    let today = Date::today_in(&tx.actor().access.time_zone);
    let company = tx.company();
    let is_soon = query.expires_soon == Some(true);
    let (officers, count) = store::officers(&mut tx, today, text.unwrap_or_default(), is_soon, limit, offset).await?;
    let states = store::states(&mut tx).await?;
    let users: Vec<i64> = officers.iter().map(|officer| officer.user).collect::<BTreeSet<_>>().into_iter().collect();
    let held = store::held(&mut tx, today, &users).await?;
    let (mut units, mut people): (BTreeMap<i64, ByState>, BTreeMap<i64, ByState>) = Default::default();
    for Holding { org_unit, user, state_code, number, expires_on, standing } in held {
        let Ok(standing) = standing.parse::<LicenseStanding>() else { continue };
        let of = match (org_unit, user) {
            (Some(unit), _) => units.entry(unit).or_default(),
            (None, Some(user)) => people.entry(user).or_default(),
            (None, None) => continue,
        };
        let best = of.entry(state_code).or_insert((standing, number.clone(), expires_on));
        if standing < best.0 {
            *best = (standing, number, expires_on);
        }
    }
    let at = |of: Option<&ByState>, state: &str| of.and_then(|of| of.get(state)).cloned();
    let standing = |of: Option<&ByState>, state: &str| at(of, state).map(|found| found.0);
    let cell = |own: Option<(LicenseStanding, Option<String>, Option<Date>)>, missing| {
        let (standing, number, expires_on) = match own {
            Some((standing, number, expires_on)) => (Some(standing), number, expires_on),
            None => (None, None, None),
        };
        Cell { standing, number, expires_on, missing }
    };
    let of_company = units.get(&company);
    let rows = officers.into_iter().map(|officer| {
        let branch = units.get(&officer.org_unit);
        let own = people.get(&officer.user);
        let cells = states.iter().map(|state| {
            let branch = (officer.org_unit != company).then(|| standing(branch, state));
            let missing = licenses::missing(standing(of_company, state), branch, standing(own, state));
            (state.clone(), cell(at(own, state), missing))
        });
        let cells = cells.collect();
        let store::Officer { user, membership, name, nmls_id, branch, .. } = officer;
        Row { user, membership, name, nmls_id, branch, cells }
    });
    let rows = rows.collect();
    let company = states.iter().map(|state| {
        let missing = match standing(of_company, state).is_some_and(LicenseStanding::is_good) {
            true => Vec::new(),
            false => vec![LicenseOf::COMPANY],
        };
        (state.clone(), cell(at(of_company, state), missing))
    });
    let company = company.collect();
    Ok(Json(Out { states, company, rows, count }))
}
