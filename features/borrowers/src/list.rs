//! Lists borrowers in the user's scope.

use crate::{
    reach::{Whose, contact_scope},
    store,
};
use axum::extract::State;
use lending::access::Permission;
use platform::{
    Actor, App, Error, Result,
    db::Timestamp,
    extract::{Json, ListQuery, Query},
    list::{self, Filter, Keyed, Kind, Page, Sort, Table, TextSearch},
};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// The list of borrowers: its sorts and the query for a user's own.
pub static BORROWERS: Table = Table {
    name: "borrower",
    sorts: &[
        Sort { name: "name", column: "sort_name", kind: Kind::Text, descending: false },
        Sort { name: "updated", column: "updated_at", kind: Kind::Instant, descending: true },
        Sort { name: "created", column: "created_at", kind: Kind::Instant, descending: true },
    ],
    columns: store::LIST_COLUMNS,
    joins: "left join member m on m.company_id = {company} and m.membership_id = r.owner_id \
            left join lateral (select count(distinct l.loan_id) as loans from borrower_loan l \
                               where l.company_id = {company} and l.borrower_id = r.id) n on true",
    own_ids: "select b.id from borrower b where b.company_id = {company} and b.owner_id = {membership} \
              union select t.borrower_id from borrower_member t where t.company_id = {company} and t.membership_id = {membership}",
    is_own: "(r.owner_id = {membership} or exists (select from borrower_member t where t.company_id = {company} \
             and t.membership_id = {membership} and t.borrower_id = r.id))",
    leader: None,
    terms: None,
};

/// Filter for borrowers.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(rename_all = "camelCase")]
pub struct In {
    /// Rows per page: 25 by default, at most 100.
    limit: Option<u32>,
    /// Not supported, because this list is paged by `after`. 0 is accepted.
    offset: Option<u32>,
    /// Searches names, email and phone.
    string: Option<String>,
    /// Returns only the count.
    only_count: Option<bool>,
    show_loader: Option<bool>,
    /// `ASC` or `DESC`.
    sort: Option<String>,
    /// `name` (default), `updated`, `created`.
    order_by: Option<String>,
    /// `next` or `previous` of the previous answer.
    after: Option<String>,
    /// `MINE`, `BRANCH` or `ALL` (default), limited to the user's scope.
    assignee_type: Option<String>,
}

/// A page of borrowers.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = BorrowerPage)]
pub struct Out {
    #[serde(skip_serializing_if = "Option::is_none")]
    rows: Option<Vec<RowOut>>,
    /// With the first page only; at most 1,000.
    #[serde(skip_serializing_if = "Option::is_none")]
    count: Option<i64>,
    /// There are more than `count`.
    #[serde(skip_serializing_if = "Option::is_none")]
    count_is_capped: Option<bool>,
    /// Number of the first row, counted from 1; 0 if there are none.
    #[serde(skip_serializing_if = "Option::is_none")]
    first_row: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    next: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    previous: Option<String>,
}

/// A borrower in the list.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "PascalCase")]
#[schema(as = BorrowerRow)]
pub struct RowOut {
    #[serde(rename = "id")]
    id: i64,
    first_name: String,
    last_name: String,
    email: Option<String>,
    cell_phone: Option<String>,
    /// Owner of the record.
    #[serde(rename = "ownerName")]
    owner_name: Option<String>,
    /// Number of the company's loans with this borrower.
    #[serde(rename = "loanCount")]
    loan_count: i64,
    #[serde(rename = "createdAt")]
    created_at: Timestamp,
    #[serde(rename = "updatedAt")]
    updated_at: Timestamp,
}

/// Lists borrowers, or counts them.
#[utoipa::path(get, path = "/api/borrowers", tag = "borrowers", operation_id = "listBorrowers", params(In), responses((status = 200, body = Out)))]
pub async fn list(actor: Actor, State(app): State<App>, Query(query): Query<In>) -> Result<Json<Out>> {
    let asked = ListQuery {
        limit: query.limit,
        offset: query.offset,
        string: query.string,
        only_count: query.only_count,
        show_loader: query.show_loader,
    };
    let (limit, offset, text) = asked.check()?;
    if offset > 0 {
        return Err(Error::field("offset", "is not for this list; page by `after`"));
    }
    let page = Page::new(&BORROWERS, limit, query.order_by.as_deref(), query.sort.as_deref(), query.after.as_deref())?;
    let whose = Whose::read(query.assignee_type.as_deref())?;
    let filters = text.map(text_filters).unwrap_or_default();
    let mut tx = actor.begin(&app, Permission::ContactView).await?;
    let scope = contact_scope(&mut tx, whose).await?;
    if asked.only_count == Some(true) {
        let count = list::count(&mut tx, &BORROWERS, scope, &filters).await?;
        return Ok(Json(Out {
            rows: None,
            count: Some(count.count),
            count_is_capped: Some(count.is_capped),
            first_row: None,
            next: None,
            previous: None,
        }));
    }
    let found = list::page::<store::ListRow>(&mut tx, &BORROWERS, scope, &filters, &page).await?;
    Ok(Json(Out {
        rows: Some(found.rows.into_iter().map(RowOut::from).collect()),
        count: found.count.map(|count| count.count),
        count_is_capped: found.count.map(|count| count.is_capped),
        first_row: Some(found.first_row),
        next: found.next,
        previous: found.previous,
    }))
}

/// Text search in borrowers.
static TEXTS: TextSearch = TextSearch {
    words: "select e.id from find_search_entries('borrower', {0}, {1}, {limit}, {unit_id}) as e(id)",
    email: (
        "r.email_key >= {0} and r.email_key < {1}",
        "select r.id from borrower r where r.company_id = {company}{unit} and r.email_key >= {0} and r.email_key < {1} limit {limit}",
    ),
    name: (
        "((r.sort_name >= {0} and r.sort_name < {1}) or (r.name_key >= {0} and r.name_key < {1}))",
        "select r.id from borrower r where r.company_id = {company}{unit} and r.sort_name >= {0} and r.sort_name < {1} \
           union select r.id from borrower r where r.company_id = {company}{unit} and r.name_key >= {0} and r.name_key < {1} \
           limit {limit}",
    ),
};

/// Filters for borrowers whose words contain a text. Empty if the text has no searchable characters.
#[must_use]
pub fn text_filters(text: &str) -> Vec<Filter> {
    TEXTS.filters(text)
}

/// Filters for borrowers whose name contains a text, for pickers that search first and last names.
#[must_use]
pub fn name_filters(text: &str) -> Vec<Filter> {
    TEXTS.name_filters(text)
}

impl Keyed for store::ListRow {
    fn id(&self) -> i64 {
        self.id
    }

    fn sort_value(&self, sort: &str) -> serde_json::Value {
        match sort {
            "updated" => self.updated_at.to_string().into(),
            "created" => self.created_at.to_string().into(),
            _ => self.sort_name.clone().into(),
        }
    }
}

impl From<store::ListRow> for RowOut {
    fn from(row: store::ListRow) -> Self {
        let store::ListRow {
            id,
            first_name,
            last_name,
            sort_name: _,
            email,
            phone,
            owner_name,
            loans,
            created_at,
            updated_at,
        } = row;
        RowOut {
            id,
            first_name,
            last_name,
            email,
            cell_phone: phone,
            owner_name,
            loan_count: loans,
            created_at,
            updated_at,
        }
    }
}
