//! The picker of family contacts: borrowers by first and last name, ten at a time (LEAD-60).

use crate::{
    list::{BORROWERS, name_filters},
    reach::{Whose, contact_scope},
    store,
};
use axum::extract::State;
use lending::access::Permission;
use platform::{
    Actor, App, Error, Result,
    extract::{Json, ListQuery, Query, SEARCH_TEXT_MAX},
    list::{self, Page},
};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// Query of both referral pickers.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(rename_all = "camelCase")]
pub struct In {
    /// Rows per page: 25 by default, at most 100.
    pub limit: Option<u32>,
    /// Rows to skip; at most 10,000.
    pub offset: Option<u32>,
    /// `name` for family contacts; also `companyName` for business contacts.
    pub order_by: Option<String>,
    /// `ASC` or `DESC`.
    pub sort: Option<String>,
    /// JSON: `{"searchFields":["firstName","lastName"],"searchValue":"smith"}`.
    pub custom_search: Option<String>,
}

/// Content of `customSearch`.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct CustomSearch {
    search_fields: Vec<String>,
    #[serde(default)]
    search_value: String,
}

impl In {
    /// Limit, offset and the search text for names.
    ///
    /// # Errors
    ///
    /// Values that no picker sends.
    pub fn read(&self) -> Result<(u32, u32, Option<String>)> {
        let list = ListQuery { limit: self.limit, offset: self.offset, ..ListQuery::default() };
        let (limit, offset, _) = list.check()?;
        let Some(search) = self.custom_search.as_deref() else { return Ok((limit, offset, None)) };
        let wrong = |why: &str| Error::field("customSearch", why);
        let search: CustomSearch = serde_json::from_str(search).map_err(|_| {
            wrong("must be JSON such as {\"searchFields\":[\"firstName\",\"lastName\"],\"searchValue\":\"\"}")
        })?;
        if search.search_fields.iter().any(|field| !matches!(field.as_str(), "firstName" | "lastName")) {
            return Err(wrong("looks through firstName and lastName only"));
        }
        let text = search.search_value.trim();
        if text.chars().count() > SEARCH_TEXT_MAX {
            return Err(wrong("looks for at most 200 characters"));
        }
        Ok((limit, offset, Some(text.to_owned()).filter(|text| !text.is_empty())))
    }
}

/// A page of the picker.
#[derive(Serialize, ToSchema)]
#[schema(as = FamilyContacts)]
pub struct Out {
    rows: Vec<FamilyContact>,
    /// Number of results, at most 1,000.
    count: i64,
}

/// A person who may have referred a lead, with the specification's keys.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FamilyContact {
    id: i64,
    first_name: String,
    last_name: String,
}

/// Lists borrowers in the user's scope, always sorted by name regardless of `orderBy`.
#[utoipa::path(get, path = "/api/lookups/family-contacts", tag = "borrowers", operation_id = "lookUpFamilyContacts", params(In), responses((status = 200, body = Out)))]
pub async fn lookup(actor: Actor, State(app): State<App>, Query(query): Query<In>) -> Result<Json<Out>> {
    let (limit, offset, text) = query.read()?;
    let page = Page::new(&BORROWERS, limit, Some("name"), query.sort.as_deref(), None)?.passing_over(offset);
    let filters = text.as_deref().map(name_filters).unwrap_or_default();
    let mut tx = actor.begin(&app, Permission::ContactView).await?;
    let scope = contact_scope(&mut tx, Whose::All).await?;
    let found = list::page::<store::ListRow>(&mut tx, &BORROWERS, scope, &filters, &page).await?;
    let count = match found.count {
        Some(count) => count,
        None => list::count(&mut tx, &BORROWERS, scope, &filters).await?,
    };
    let rows = found.rows.into_iter();
    Ok(Json(Out {
        rows: rows
            .map(|row| FamilyContact { id: row.id, first_name: row.first_name, last_name: row.last_name })
            .collect(),
        count: count.count,
    }))
}
