//! Lists leads in the user's scope.

use crate::{fields::StatusOut, reach::reach_of, store};
use axum::extract::State;
use lending::access::{Permission, Reach};
use platform::{
    Actor, App, Error, Result,
    db::{Date, Timestamp},
    extract::{Json, ListQuery, Query},
    list::{self, Filter, Indexed, Keyed, Kind, Page, Scope, Sort, Table, TextSearch, Typed, Value},
};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// The list of leads: its sorts and the query for a user's own.
pub static LEADS: Table = Table {
    name: "lead",
    sorts: &[
        Sort { name: "updated", column: "updated_at", kind: Kind::Instant, descending: true },
        Sort { name: "created", column: "created_at", kind: Kind::Instant, descending: true },
        Sort { name: "name", column: "sort_name", kind: Kind::Text, descending: false },
        Sort { name: "status", column: "status_rank", kind: Kind::Small, descending: false },
        Sort { name: "followUp", column: "follow_up_sort", kind: Kind::Day, descending: false },
    ],
    columns: store::LIST_COLUMNS,
    joins: "join lead_status s on s.company_id = {company} and s.id = r.status_id \
            left join lead_contact lc on lc.company_id = {company} and lc.lead_id = r.id and lc.position = 1 \
            left join lead_source so on so.company_id = {company} and so.id = r.source_id \
            left join lead_provider p on p.company_id = {company} and p.id = r.provider_id \
            left join member m on m.company_id = {company} and m.membership_id = r.owner_id",
    own_ids: "select t.lead_id as id from lead_user t where t.company_id = {company} and t.membership_id = {membership}{elsewhere}",
    is_own: "exists (select from lead_user t where t.company_id = {company} and t.membership_id = {membership} and t.lead_id = r.id)",
    leader: None,
    terms: Some("lead"),
};

/// Filter for leads.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(rename_all = "camelCase")]
pub struct In {
    /// Rows per page: 25 by default, at most 100.
    limit: Option<u32>,
    /// Not supported, because this list is paged by `after`. 0 is accepted.
    offset: Option<u32>,
    /// Searches names, email, phone and numbers by word prefix. If the company has no match, searches substrings.
    string: Option<String>,
    /// Returns only the count.
    only_count: Option<bool>,
    show_loader: Option<bool>,
    /// `ASC` or `DESC`.
    sort: Option<String>,
    /// `updated` (default), `created`, `name`, `status`, `followUp`; `closest` (default with `string`).
    order_by: Option<String>,
    /// `next` or `previous` of the previous answer.
    after: Option<String>,
    /// Id of a status.
    status: Option<i64>,
    /// Id of a source.
    source: Option<i64>,
    /// Only leads that are unworked for longer than their status allows.
    unworked: Option<bool>,
    /// Id of the business contact who referred them.
    business_contact: Option<i64>,
    /// `MINE`, `BRANCH`, `ALL` (default) or `USER`, limited to the user's scope.
    assignee_type: Option<String>,
    /// With `USER`: the membership of the primary owner.
    assignee_id: Option<i64>,
}

/// A page of leads.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = LeadPage)]
pub struct Out {
    #[serde(skip_serializing_if = "Option::is_none")]
    rows: Option<Vec<LeadRowOut>>,
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
    /// Sort order of the page.
    #[serde(skip_serializing_if = "Option::is_none")]
    order_by: Option<&'static str>,
}

/// A row of the list.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = LeadRow)]
pub struct LeadRowOut {
    id: i64,
    /// The version for `If-Match`.
    version: i32,
    name: String,
    phone: Option<String>,
    email: Option<String>,
    loan_purpose: String,
    source_name: Option<String>,
    provider_name: Option<String>,
    owner_name: Option<String>,
    status: StatusOut,
    status_since: Timestamp,
    /// Unworked for longer than its status allows.
    is_late: bool,
    next_follow_up_on: Option<Date>,
    created_at: Timestamp,
    updated_at: Timestamp,
}

/// Lists leads, or counts them.
#[utoipa::path(get, path = "/api/leads", tag = "leads", operation_id = "listLeads", params(In), responses((status = 200, body = Out), (status = 403), (status = 422)))]
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
    let order_by = query.order_by.as_deref().or(text.map(|_| "closest"));
    let page = Page::new(&LEADS, limit, order_by, query.sort.as_deref(), query.after.as_deref())?;
    let (asked_reach, owner) = match (query.assignee_type.as_deref(), query.assignee_id) {
        (None | Some("ALL"), _) => (Reach::Company, None),
        (Some("MINE"), _) => (Reach::Own, None),
        (Some("BRANCH"), _) => (Reach::Unit, None),
        (Some("USER"), Some(owner)) => (Reach::Company, Some(owner)),
        (Some("USER"), None) => return Err(Error::field("assigneeId", "is needed with USER")),
        (Some(_), _) => return Err(Error::field("assigneeType", "must be MINE, BRANCH, ALL or USER")),
    };
    let mut filters = Vec::new();
    filters.extend(query.status.map(status_filter));
    filters.extend(owner.map(owner_filter));
    filters.extend(query.source.map(source_filter));
    filters.extend(query.business_contact.map(referrer_filter));
    filters.extend(query.unworked.filter(|is_asked| *is_asked).map(|_| unworked_filter(Timestamp::now())));
    let text = text.map(typed).unwrap_or_default();

    let mut tx = actor.begin(&app, Permission::LeadView).await?;
    let scope = Scope {
        reach: reach_of(tx.actor()).min(asked_reach),
        company: tx.company(),
        org_unit: tx.actor().org_unit(),
        membership: tx.actor().membership(),
    };
    if asked.only_count == Some(true) {
        let count = list::count_by_text(&mut tx, &LEADS, scope, &filters, &text).await?;
        return Ok(Json(Out {
            rows: None,
            count: Some(count.count),
            count_is_capped: Some(count.is_capped),
            first_row: None,
            next: None,
            previous: None,
            order_by: None,
        }));
    }
    let found = list::page_by_text::<store::ListRow>(&mut tx, &LEADS, scope, &filters, &text, &page).await?;
    Ok(Json(Out {
        rows: Some(found.rows.into_iter().map(LeadRowOut::from).collect()),
        count: found.count.map(|count| count.count),
        count_is_capped: found.count.map(|count| count.is_capped),
        first_row: Some(found.first_row),
        next: found.next,
        previous: found.previous,
        order_by: Some(found.sort),
    }))
}

/// Filter for leads with a status.
#[must_use]
pub fn status_filter(status: i64) -> Filter {
    Filter {
        passes: "r.status_id = {0}".into(),
        ids: "select r.id from lead r where r.company_id = {company}{unit} and r.status_id = {0} limit {limit}".into(),
        values: vec![Value::Number(status)],
        has_index: Indexed::Everywhere,
    }
}

/// Filter for leads of a primary owner, by membership.
#[must_use]
pub fn owner_filter(owner: i64) -> Filter {
    Filter {
        passes: "r.owner_id = {0}".into(),
        ids: "select r.id from lead r where r.company_id = {company}{unit} and r.owner_id = {0} limit {limit}".into(),
        values: vec![Value::Number(owner)],
        has_index: Indexed::Company,
    }
}

/// Filter for leads from a source.
#[must_use]
pub fn source_filter(source: i64) -> Filter {
    Filter {
        passes: "r.source_id = {0}".into(),
        ids: "select r.id from lead r where r.company_id = {company}{unit} and r.source_id = {0} limit {limit}".into(),
        values: vec![Value::Number(source)],
        has_index: Indexed::Company,
    }
}

/// Filter for leads referred by a business contact.
#[must_use]
pub fn referrer_filter(contact: i64) -> Filter {
    Filter {
        passes: "exists (select from lead_referral f where f.company_id = r.company_id and f.lead_id = r.id and f.business_contact_id = {0})".into(),
        ids: "select f.lead_id as id from lead_referral f where f.company_id = {company} and f.business_contact_id = {0} limit {limit}".into(),
        values: vec![Value::Number(contact)],
        has_index: Indexed::Nowhere,
    }
}

/// Filter for leads that are unworked for too long.
#[must_use]
pub fn unworked_filter(now: Timestamp) -> Filter {
    Filter {
        passes: "r.late_at <= {0}".into(),
        ids: "select r.id from lead r where r.company_id = {company}{unit} and r.late_at <= {0} limit {limit}".into(),
        values: vec![Value::Instant(*now)],
        has_index: Indexed::Nowhere,
    }
}

/// Text search in leads.
static TEXTS: TextSearch = TextSearch {
    words: "select e.id from find_search_entries('lead', {0}, {1}, {limit}, {unit_id}) as e(id)",
    email: (
        "exists (select from lead_contact c where c.company_id = r.company_id and c.lead_id = r.id and c.email_key >= {0} and c.email_key < {1})",
        "select distinct c.lead_id as id from lead_contact c where c.company_id = {company} and c.email_key >= {0} and c.email_key < {1} limit {limit}",
    ),
    name: (
        "r.sort_name >= {0} and r.sort_name < {1}",
        "select r.id from lead r where r.company_id = {company}{unit} and r.sort_name >= {0} and r.sort_name < {1} limit {limit}",
    ),
};

/// Search variants of a text in leads.
#[must_use]
pub fn typed(text: &str) -> Typed {
    TEXTS.typed(&LEADS, text)
}

impl Keyed for store::ListRow {
    fn id(&self) -> i64 {
        self.id
    }

    fn sort_value(&self, sort: &str) -> serde_json::Value {
        let far = || Date(jiff::civil::date(9999, 12, 31));
        match sort {
            "created" => self.created_at.to_string().into(),
            "name" => self.sort_name.clone().into(),
            "status" => self.status_rank.into(),
            "closest" => self.term.clone().into(),
            "followUp" => self.next_follow_up_on.unwrap_or_else(far).to_string().into(),
            _ => self.updated_at.to_string().into(),
        }
    }
}

impl From<store::ListRow> for LeadRowOut {
    fn from(row: store::ListRow) -> Self {
        Self {
            id: row.id,
            version: row.version,
            name: row.contact_name,
            phone: row.phone,
            email: row.email,
            loan_purpose: row.purpose,
            source_name: row.source_name,
            provider_name: row.provider_name,
            owner_name: row.owner_name,
            status: StatusOut { id: row.status_id, name: row.status_name, kind: row.status_kind },
            status_since: row.status_since,
            is_late: row.is_late,
            next_follow_up_on: row.next_follow_up_on,
            created_at: row.created_at,
            updated_at: row.updated_at,
        }
    }
}
