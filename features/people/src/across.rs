//! Searches users of all companies, for the provider's super administrator on support calls.

use crate::store::across::{self as store, Found};
use axum::extract::State;
use lending::access::{Permission, Role};
use platform::{
    Actor, App, Error, Result,
    extract::{Id, Json, ListQuery, Query},
    list::COUNT_MAX,
};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// Search options (ORG-21).
const OPTIONS: [&str; 5] = ["company", "user", "email", "nmlsId", "loanId"];
/// Minimum length of a search text. Shorter ones match too much.
const TEXT_LENGTH_MIN: usize = 2;
const TEXT_LENGTH_MAX: usize = 200;

/// Search option and value.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(rename_all = "camelCase")]
pub struct In {
    /// `company`, `user`, `email`, `nmlsId` or `loanId`.
    search_option: Option<String>,
    /// Part of a company's or user's name or of an email address; an NMLS id; a loan's id.
    search_value: Option<String>,
    limit: Option<u32>,
    offset: Option<u32>,
    /// Has no effect on the answer.
    #[allow(dead_code, reason = "accepted and without effect (API-03)")]
    show_loader: Option<bool>,
}

/// A page of users.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PeopleAcross)]
pub struct Out {
    rows: Vec<PersonRow>,
    /// Exact up to 1,000.
    count: i64,
    /// There are more than `count`.
    count_is_capped: bool,
}

/// A user of a company.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PersonAcross)]
pub struct PersonRow {
    id: i64,
    name: String,
    email: String,
    nmls_id: Option<String>,
    /// INVITED, ACTIVE, BLOCKED or DEACTIVATED.
    state: String,
    company: HomeCompany,
    /// Units in which the user works, headquarters first.
    units: Vec<Unit>,
    /// The user's roles on the loan of the search.
    loan: Option<OnLoan>,
    /// Whether the caller may impersonate the user.
    may_impersonate: bool,
}

/// The user's home company.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = HomeCompany)]
pub struct HomeCompany {
    id: i64,
    display_name: String,
    /// ACTIVE or SUSPENDED.
    state: String,
}

/// A unit with the user's roles.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = WorkUnit)]
pub struct Unit {
    id: i64,
    display_name: String,
    /// Names of the roles.
    roles: Vec<String>,
}

/// A loan with the user's roles.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = LoanOfPerson)]
pub struct OnLoan {
    id: i64,
    loan_number: String,
    /// Names of the roles.
    roles: Vec<String>,
}

/// Searches users of all companies.
#[utoipa::path(get, path = "/api/org-admin/search", tag = "people", operation_id = "searchAcross", params(In), responses((status = 200, body = Out)))]
pub async fn search(actor: Actor, State(app): State<App>, Query(query): Query<In>) -> Result<Json<Out>> {
    let page = ListQuery { limit: query.limit, offset: query.offset, ..ListQuery::default() };
    let mut tx = actor.begin(&app, Permission::OrgAdmin).await?;
    let (limit, offset, _) = page.check()?;
    let value = query.search_value.as_deref().unwrap_or_default().trim();
    let (ids, loan) = match query.search_option.as_deref() {
        Some("company") => (store::of_companies_named(&mut tx, part(value)?, limit, offset).await?, None),
        Some("user") => (store::named(&mut tx, part(value)?, limit, offset).await?, None),
        Some("email") => (store::with_address(&mut tx, part(value)?, limit, offset).await?, None),
        Some("nmlsId") => (store::with_nmls_id(&mut tx, &digits(value)?, limit, offset).await?, None),
        Some("loanId") => {
            let loan = digits(value)?.parse().map_err(|_| not_digits())?;
            let team = store::on_loan(&mut tx, loan).await?;
            let ids = team.iter().map(|(user, ..)| *user).collect();
            (page_of(ids, limit, offset), Some((loan, team)))
        }
        _ => return Err(Error::field("searchOption", format!("must be one of {}", OPTIONS.join(", ")))),
    };
    let mut out = rows_of(&mut tx, ids).await?;
    if let Some((loan, team)) = loan {
        for row in &mut out.rows {
            row.loan = team.iter().find(|(user, ..)| *user == row.id).map(|(_, loan_number, roles)| OnLoan {
                id: loan,
                loan_number: loan_number.clone(),
                roles: names_of(roles),
            });
        }
    }
    tx.commit().await?;
    Ok(Json(out))
}

/// Lists the users of a company, including those of other companies who work in it.
#[utoipa::path(get, path = "/api/org-admin/org-units/{id}/users", tag = "people", operation_id = "listCompanyPeople", params(("id" = i64, Path), ListQuery), responses((status = 200, body = Out)))]
pub async fn of_company(
    actor: Actor,
    State(app): State<App>,
    Id(company): Id,
    Query(query): Query<ListQuery>,
) -> Result<Json<Out>> {
    let mut tx = actor.begin(&app, Permission::OrgAdmin).await?;
    let (limit, offset, text) = query.check()?;
    if !store::is_company(&mut tx, company).await? {
        return Err(Error::NotFound);
    }
    let ids = store::of_company(&mut tx, company, text.unwrap_or_default(), limit, offset).await?;
    let out = rows_of(&mut tx, ids).await?;
    tx.commit().await?;
    Ok(Json(out))
}

async fn rows_of(tx: &mut platform::Tx, page: store::Ids) -> Result<Out> {
    let rows = store::details(tx, &page.ids).await?.into_iter().map(PersonRow::of).collect();
    Ok(Out { rows, count: page.count.min(COUNT_MAX), count_is_capped: page.count > COUNT_MAX })
}

/// Slices a list that fits into memory.
fn page_of(ids: Vec<i64>, limit: u32, offset: u32) -> store::Ids {
    let count = ids.len() as i64;
    store::Ids { ids: ids.into_iter().skip(offset as usize).take(limit as usize).collect(), count }
}

fn part(value: &str) -> Result<&str> {
    match value.chars().count() {
        TEXT_LENGTH_MIN..=TEXT_LENGTH_MAX => Ok(value),
        _ => Err(Error::field("searchValue", "Type at least two characters")),
    }
}

fn digits(value: &str) -> Result<String> {
    let value = value.trim_start_matches('#');
    match (1..=18).contains(&value.len()) && value.bytes().all(|byte| byte.is_ascii_digit()) {
        true => Ok(value.to_owned()),
        false => Err(not_digits()),
    }
}

fn not_digits() -> Error {
    Error::field("searchValue", "Type the whole number, digits only")
}

fn names_of(codes: &[String]) -> Vec<String> {
    codes.iter().map(|code| Role::from_code(code).map_or(code.clone(), |role| role.name().to_owned())).collect()
}

impl PersonRow {
    fn of(found: Found) -> Self {
        let Found { id, name, email, nmls_id, state, company, company_name, company_state, units, is_of_provider } =
            found;
        let may_impersonate = state == "ACTIVE"
            && company_state == "ACTIVE"
            && !is_of_provider
            && units.iter().any(|unit| !unit.roles.is_empty());
        PersonRow {
            id,
            name,
            email,
            nmls_id,
            state,
            company: HomeCompany { id: company, display_name: company_name, state: company_state },
            units: units
                .into_iter()
                .map(|unit| Unit { id: unit.id, display_name: unit.display_name, roles: names_of(&unit.roles) })
                .collect(),
            loan: None,
            may_impersonate,
        }
    }
}
