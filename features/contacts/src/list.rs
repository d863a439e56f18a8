//! Lists business contacts in the user's scope.

use crate::store;
use axum::extract::State;
use borrowers::{Whose, contact_scope};
use lending::access::Permission;
use platform::{
    Actor, App, Error, Result,
    db::Timestamp,
    extract::{Json, ListQuery, Query},
    list::{self, Filter, Indexed, Keyed, Kind, Page, Sort, Table, TextSearch, Value},
};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// The list of business contacts: its sorts and the query for a user's own.
pub static CONTACTS: Table = Table {
    name: "business_contact",
    sorts: &[
        Sort { name: "name", column: "sort_name", kind: Kind::Text, descending: false },
        Sort { name: "companyName", column: "company_key", kind: Kind::Text, descending: false },
        Sort { name: "updated", column: "updated_at", kind: Kind::Instant, descending: true },
    ],
    columns: store::LIST_COLUMNS,
    joins: "join contact_category g on g.company_id = {company} and g.id = r.category_id \
            left join business_contact_company c on c.company_id = {company} and c.id = r.contact_company_id \
            left join member m on m.company_id = {company} and m.membership_id = r.owner_id",
    own_ids: "select b.id from business_contact b where b.company_id = {company} and b.owner_id = {membership}",
    is_own: "r.owner_id = {membership}",
    leader: None,
    terms: None,
};

/// Filter for business contacts.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(rename_all = "camelCase")]
pub struct In {
    /// Rows per page: 25 by default, at most 100.
    limit: Option<u32>,
    /// Not supported, because this list is paged by `after`. 0 is accepted.
    offset: Option<u32>,
    /// Searches names, companies, email and phone.
    string: Option<String>,
    /// Returns only the count.
    only_count: Option<bool>,
    show_loader: Option<bool>,
    /// `ASC` or `DESC`.
    sort: Option<String>,
    /// `name` (default), `companyName`, `updated`.
    order_by: Option<String>,
    /// `next` or `previous` of the previous answer.
    after: Option<String>,
    /// Id of a category.
    category: Option<i64>,
    /// Id of an employer.
    company: Option<i64>,
    /// `MINE`, `BRANCH` or `ALL` (default), limited to the user's scope.
    assignee_type: Option<String>,
}

/// A page of business contacts.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = BusinessContactPage)]
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

/// A contact in the list.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = BusinessContactRow)]
pub struct RowOut {
    id: i64,
    first_name: String,
    last_name: String,
    email: Option<String>,
    phone: Option<String>,
    category: CategoryOut,
    #[serde(rename = "BusinessContactCompany")]
    company: Option<CompanyOut>,
    /// Owner of the record.
    owner_name: Option<String>,
    updated_at: Timestamp,
}

/// Category of a contact.
#[derive(Clone, Serialize, ToSchema)]
#[schema(as = ContactCategory)]
pub struct CategoryOut {
    pub id: i64,
    pub name: String,
}

/// Employer of a contact.
#[derive(Clone, Serialize, ToSchema)]
#[schema(as = ContactEmployer)]
pub struct CompanyOut {
    pub id: i64,
    pub name: String,
}

/// Lists business contacts, or counts them.
#[utoipa::path(get, path = "/api/business-contacts", tag = "contacts", operation_id = "listBusinessContacts", params(In), responses((status = 200, body = Out)))]
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
    let page = Page::new(&CONTACTS, limit, query.order_by.as_deref(), query.sort.as_deref(), query.after.as_deref())?;
    let whose = Whose::read(query.assignee_type.as_deref())?;
    let mut filters = Vec::new();
    filters.extend(query.category.map(category_filter));
    filters.extend(query.company.map(company_filter));
    filters.extend(text.map(text_filters).unwrap_or_default());
    let mut tx = actor.begin(&app, Permission::ContactView).await?;
    let scope = contact_scope(&mut tx, whose).await?;
    if asked.only_count == Some(true) {
        let count = list::count(&mut tx, &CONTACTS, scope, &filters).await?;
        return Ok(Json(Out {
            rows: None,
            count: Some(count.count),
            count_is_capped: Some(count.is_capped),
            first_row: None,
            next: None,
            previous: None,
        }));
    }
    let found = list::page::<store::ListRow>(&mut tx, &CONTACTS, scope, &filters, &page).await?;
    Ok(Json(Out {
        rows: Some(found.rows.into_iter().map(RowOut::from).collect()),
        count: found.count.map(|count| count.count),
        count_is_capped: found.count.map(|count| count.is_capped),
        first_row: Some(found.first_row),
        next: found.next,
        previous: found.previous,
    }))
}

/// Filter for contacts of a category.
#[must_use]
pub fn category_filter(category: i64) -> Filter {
    Filter {
        passes: "r.category_id = {0}".into(),
        ids: "select r.id from business_contact r where r.company_id = {company}{unit} and r.category_id = {0} limit {limit}".into(),
        values: vec![Value::Number(category)],
        has_index: Indexed::Everywhere,
    }
}

/// Filter for contacts of an employer.
#[must_use]
pub fn company_filter(company: i64) -> Filter {
    Filter {
        passes: "r.contact_company_id = {0}".into(),
        ids: "select r.id from business_contact r where r.company_id = {company}{unit} and r.contact_company_id = {0} limit {limit}".into(),
        values: vec![Value::Number(company)],
        has_index: Indexed::Nowhere,
    }
}

/// Text search in contacts.
static TEXTS: TextSearch = TextSearch {
    words: "select e.id from find_search_entries('contact', {0}, {1}, {limit}, {unit_id}) as e(id)",
    email: (
        "r.email_key >= {0} and r.email_key < {1}",
        "select r.id from business_contact r where r.company_id = {company}{unit} and r.email_key >= {0} and r.email_key < {1} limit {limit}",
    ),
    name: (
        "((r.sort_name >= {0} and r.sort_name < {1}) or (r.name_key >= {0} and r.name_key < {1}))",
        "select r.id from business_contact r where r.company_id = {company}{unit} and r.sort_name >= {0} and r.sort_name < {1} \
           union select r.id from business_contact r where r.company_id = {company}{unit} and r.name_key >= {0} and r.name_key < {1} \
           limit {limit}",
    ),
};

/// Filters for contacts whose words contain a text. Empty if the text has no searchable characters.
#[must_use]
pub fn text_filters(text: &str) -> Vec<Filter> {
    TEXTS.filters(text)
}

/// Filters for contacts whose name contains a text, for pickers that search first and last names.
pub(crate) fn name_filters(text: &str) -> Vec<Filter> {
    TEXTS.name_filters(text)
}

impl Keyed for store::ListRow {
    fn id(&self) -> i64 {
        self.id
    }

    fn sort_value(&self, sort: &str) -> serde_json::Value {
        match sort {
            "companyName" => self.company_key.clone().into(),
            "updated" => self.updated_at.to_string().into(),
            _ => self.sort_name.clone().into(),
        }
    }
}

impl From<store::ListRow> for RowOut {
    fn from(row: store::ListRow) -> Self {
        RowOut {
            id: row.id,
            first_name: row.first_name,
            last_name: row.last_name,
            email: row.email,
            phone: row.phone,
            category: CategoryOut { id: row.category_id, name: row.category_name },
            company: row.contact_company_id.zip(row.contact_company_name).map(|(id, name)| CompanyOut { id, name }),
            owner_name: row.owner_name,
            updated_at: row.updated_at,
        }
    }
}
