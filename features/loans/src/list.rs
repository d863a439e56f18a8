//! The pipeline: loans within reach, a page at a time.

use crate::{fields::StageOut, filter::Narrowing, store};
use axum::extract::State;
use lending::{
    access::{Permission, Reach},
    values::{Money, Rate},
};
use platform::{
    Actor, App, Error, Result, Tx,
    db::{Date, Timestamp},
    extract::{Json, ListQuery, Query},
    list::{self, Filter, Indexed, Keyed, Kind, Leader, Page, Scope, Sort, Table, TextSearch, Value},
};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// The list of loans: its sorts, and how *own* is found.
pub static PIPELINE: Table = Table {
    name: "loan",
    sorts: &[
        Sort { name: "updated", column: "updated_at", kind: Kind::Instant, descending: true },
        Sort { name: "created", column: "created_at", kind: Kind::Instant, descending: true },
        Sort { name: "amount", column: "amount_cents", kind: Kind::Number, descending: true },
        Sort { name: "borrower", column: "sort_name", kind: Kind::Text, descending: false },
        Sort { name: "stage", column: "stage_rank", kind: Kind::Small, descending: false },
        Sort { name: "closing", column: "closing_sort", kind: Kind::Day, descending: false },
        Sort { name: "lockExpiry", column: "lock_expiry_sort", kind: Kind::Day, descending: false },
        Sort { name: "nextDeadline", column: "next_deadline_sort", kind: Kind::Day, descending: false },
    ],
    columns: store::PIPELINE_COLUMNS,
    joins: "join loan_stage s on s.company_id = {company} and s.id = r.stage_id \
            left join member m on m.company_id = {company} and m.membership_id = r.officer_id \
            left join lateral (select p.name from loan_team_member t \
                               join member p on p.company_id = {company} and p.membership_id = t.membership_id \
                               where t.company_id = {company} and t.loan_id = r.id \
                                 and case when t.role in ('PROCESSOR', 'CONTRACTPROCESSOR') then true else false end \
                               order by t.is_primary desc, t.role desc limit 1) pr on true \
            left join lender le on le.company_id = {company} and le.id = r.lender_id \
            left join subject_property sp on sp.company_id = {company} and sp.loan_id = r.id \
            left join lateral (select c.due_on from loan_clock m \
                               join loan_clock c on c.company_id = {company} and c.loan_id = r.id \
                                 and c.rule = 'ClosingDisclosure' and c.state = 'Running' \
                               where m.company_id = {company} and m.loan_id = r.id \
                                 and m.rule = 'ClosingDisclosureMailing' and m.state = 'Running' \
                                 and m.due_on = r.next_deadline_on limit 1) rc on true",
    own_ids: "select distinct t.loan_id as id from loan_team_member t where t.company_id = {company} and t.membership_id = {membership}{elsewhere}",
    is_own: "exists (select from loan_team_member t where t.company_id = {company} and t.membership_id = {membership} and t.loan_id = r.id)",
    leader: Some(Leader { column: "officer_id", beside: " and (t.role <> 'ORIGINATOR' or not t.is_primary)" }),
    terms: None,
};

/// What the pipeline is asked.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(rename_all = "camelCase")]
pub struct In {
    /// Rows of a page: 25, at most 100.
    limit: Option<u32>,
    /// Not for this list, which is paged by `after`; 0 is accepted.
    offset: Option<u32>,
    /// Looks through names, numbers, e-mail, phone and street.
    string: Option<String>,
    /// Answers the count alone.
    only_count: Option<bool>,
    show_loader: Option<bool>,
    /// `ASC` or `DESC`.
    sort: Option<String>,
    /// `updated` (default), `created`, `amount`, `borrower`, `stage`, `closing`, `lockExpiry`, `nextDeadline`.
    order_by: Option<String>,
    /// `next` or `previous` of the answer before.
    after: Option<String>,
    /// Id of a stage.
    stage: Option<i64>,
    /// `MINE`, `BRANCH`, `ALL` (default) or `USER`; never wider than one's reach.
    assignee_type: Option<String>,
    /// With `USER`: the membership of the loan officer.
    assignee_id: Option<i64>,
    /// Loans whose next deadline is this day or one before.
    next_deadline_by: Option<Date>,
    /// Conditions: `{"match": "all", "conditions": [{"field": "closing", "operator": "within", "values": ["next:7"]}]}`.
    /// `match` is `all` or `any`; one of the conditions may be a group of such a form. Days are those of the active branch.
    filter: Option<String>,
}

/// A page of the pipeline.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = LoanPage)]
pub struct Out {
    #[serde(skip_serializing_if = "Option::is_none")]
    rows: Option<Vec<LoanRowOut>>,
    /// With the first page only; at most 1,000.
    #[serde(skip_serializing_if = "Option::is_none")]
    count: Option<i64>,
    /// There are more than `count`.
    #[serde(skip_serializing_if = "Option::is_none")]
    count_is_capped: Option<bool>,
    /// Number of the first row, counted from 1; 0 where there are none.
    #[serde(skip_serializing_if = "Option::is_none")]
    first_row: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    next: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    previous: Option<String>,
}

/// A row of the pipeline.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = LoanRow)]
pub struct LoanRowOut {
    id: i64,
    version: i32,
    loan_number: String,
    borrower_name: String,
    stage: StageOut,
    stage_since: Timestamp,
    officer_name: Option<String>,
    #[serde(rename = "LoanAmount")]
    #[schema(value_type = String)]
    loan_amount: Money,
    #[schema(value_type = Option<String>)]
    note_rate: Option<Rate>,
    lock_expires_on: Option<Date>,
    closing_on: Option<Date>,
    next_deadline_on: Option<Date>,
    /// Last day on which the Closing Disclosure may be received, if the next deadline is its mail-by day.
    receipt_due_on: Option<Date>,
    #[serde(rename = "LoanPurposeType")]
    loan_purpose_type: Option<String>,
    #[serde(rename = "StateCode")]
    state_code: Option<String>,
    created_at: Timestamp,
    updated_at: Timestamp,
    processor_name: Option<String>,
    lender_name: Option<String>,
    branch_name: Option<String>,
    mortgage_type: Option<String>,
    lien: Option<String>,
    amortization: Option<String>,
    #[serde(rename = "PropertyUsageType")]
    property_usage_type: Option<String>,
    term_months: Option<i16>,
    #[schema(value_type = Option<String>)]
    note_amount: Option<Money>,
    #[schema(value_type = Option<String>)]
    purchase_price: Option<Money>,
    #[schema(value_type = Option<String>)]
    appraised_value: Option<Money>,
    application_date: Option<Date>,
    funded_date: Option<Date>,
    borrower_count: i16,
    city: Option<String>,
    postal_code: Option<String>,
}

/// Whose loans are asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Narrow {
    /// One's own.
    Mine,
    /// The active branch's.
    Branch,
    /// As many as one's reach.
    All,
}

/// Whose loans are asked for: how far, and of which officer.
pub(crate) fn whose(assignee_type: Option<&str>, assignee_id: Option<i64>) -> Result<(Narrow, Option<i64>)> {
    match (assignee_type, assignee_id) {
        (None | Some("ALL"), _) => Ok((Narrow::All, None)),
        (Some("MINE"), _) => Ok((Narrow::Mine, None)),
        (Some("BRANCH"), _) => Ok((Narrow::Branch, None)),
        (Some("USER"), Some(officer)) => Ok((Narrow::All, Some(officer))),
        (Some("USER"), None) => Err(Error::field("assigneeId", "is needed with USER")),
        (Some(_), _) => Err(Error::field("assigneeType", "must be MINE, BRANCH, ALL or USER")),
    }
}

/// Rows that somebody sees, narrowed to what is asked for; never widened.
#[must_use]
pub fn scope_of(actor: &Actor, narrow: Narrow) -> Scope {
    let asked = match narrow {
        Narrow::Mine => Reach::Own,
        Narrow::Branch => Reach::Unit,
        Narrow::All => Reach::Company,
    };
    Scope {
        reach: actor.loan_reach().min(asked),
        company: actor.company(),
        org_unit: actor.org_unit(),
        membership: actor.membership(),
    }
}

/// A page of the pipeline, or its count.
#[utoipa::path(get, path = "/api/loans", tag = "loans", operation_id = "listLoans", params(In), responses((status = 200, body = Out)))]
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
    let page = Page::new(&PIPELINE, limit, query.order_by.as_deref(), query.sort.as_deref(), query.after.as_deref())?;
    let (narrow, officer) = whose(query.assignee_type.as_deref(), query.assignee_id)?;
    let narrowing = Narrowing {
        stage: query.stage,
        officer,
        deadline_by: query.next_deadline_by.map(|day| day.0),
        text: text.map(str::to_owned),
        filter: query.filter,
    };

    let mut tx = actor.begin(&app, Permission::LoanView).await?;
    let filters = narrowing.filters(&mut tx).await?;
    let scope = scope_of(tx.actor(), narrow);
    if asked.only_count == Some(true) {
        let count = list::count(&mut tx, &PIPELINE, scope, &filters).await?;
        return Ok(Json(Out {
            rows: None,
            count: Some(count.count),
            count_is_capped: Some(count.is_capped),
            first_row: None,
            next: None,
            previous: None,
        }));
    }
    Ok(Json(page_of(&mut tx, scope, &filters, &page).await?))
}

/// A page of the pipeline.
pub(crate) async fn page_of(tx: &mut Tx, scope: Scope, filters: &[Filter], page: &Page) -> Result<Out> {
    let found = list::page::<store::PipelineRow>(tx, &PIPELINE, scope, filters, page).await?;
    Ok(Out {
        rows: Some(found.rows.into_iter().map(LoanRowOut::from).collect()),
        count: found.count.map(|count| count.count),
        count_is_capped: found.count.map(|count| count.is_capped),
        first_row: Some(found.first_row),
        next: found.next,
        previous: found.previous,
    })
}

/// Loans at a stage.
#[must_use]
pub fn stage_filter(stage: i64) -> Filter {
    Filter {
        passes: "r.stage_id = {0}".into(),
        ids: "select r.id from loan r where r.company_id = {company}{unit} and r.stage_id = {0} limit {limit}".into(),
        values: vec![Value::Number(stage)],
        has_index: Indexed::EverywhereFor(&["nextDeadline"]),
    }
}

/// Loans of a primary officer, by membership.
#[must_use]
pub fn officer_filter(officer: i64) -> Filter {
    Filter {
        passes: "r.officer_id = {0}".into(),
        ids: "select r.id from loan r where r.company_id = {company}{unit} and r.officer_id = {0} limit {limit}".into(),
        values: vec![Value::Number(officer)],
        // It holds the branch as well.
        has_index: Indexed::Everywhere,
    }
}

/// Loans whose next deadline is a day or one before.
#[must_use]
pub fn deadline_filter(by: Date) -> Filter {
    Filter {
        passes: "r.next_deadline_sort <= {0}".into(),
        ids:
            "select r.id from loan r where r.company_id = {company}{unit} and r.next_deadline_sort <= {0} limit {limit}"
                .into(),
        values: vec![Value::Day(*by)],
        has_index: Indexed::Nowhere,
    }
}

/// What the text filter looks through.
static TEXTS: TextSearch = TextSearch {
    words: "select e.id from find_search_entries('loan', {0}, {1}, {limit}, {unit_id}) as e(id)",
    email: (
        "exists (select from loan_borrower b where b.company_id = r.company_id and b.loan_id = r.id and b.email_key >= {0} and b.email_key < {1})",
        "select distinct b.loan_id as id from loan_borrower b where b.company_id = {company} and b.email_key >= {0} and b.email_key < {1} limit {limit}",
    ),
    name: (
        "r.sort_name >= {0} and r.sort_name < {1}",
        "select r.id from loan r where r.company_id = {company}{unit} and r.sort_name >= {0} and r.sort_name < {1} limit {limit}",
    ),
};

/// Loans whose words hold a text; none where the text holds nothing to look for.
#[must_use]
pub fn text_filters(text: &str) -> Vec<Filter> {
    TEXTS.filters(text)
}

impl Keyed for store::PipelineRow {
    fn id(&self) -> i64 {
        self.id
    }

    fn sort_value(&self, sort: &str) -> serde_json::Value {
        let far = || Date(jiff::civil::date(9999, 12, 31));
        match sort {
            "created" => self.created_at.to_string().into(),
            "amount" => self.amount_cents.into(),
            "borrower" => self.sort_name.clone().into(),
            "stage" => self.stage_rank.into(),
            "closing" => self.closing_on.unwrap_or_else(far).to_string().into(),
            "lockExpiry" => self.lock_expires_on.unwrap_or_else(far).to_string().into(),
            "nextDeadline" => self.next_deadline_on.unwrap_or_else(far).to_string().into(),
            _ => self.updated_at.to_string().into(),
        }
    }
}

impl From<store::PipelineRow> for LoanRowOut {
    fn from(row: store::PipelineRow) -> Self {
        let stage = store::stage_out(row.stage_id, row.stage_name, row.stage_kind);
        LoanRowOut {
            id: row.id,
            version: row.version,
            loan_number: row.loan_number,
            borrower_name: row.borrower_name,
            stage,
            stage_since: row.stage_since,
            officer_name: row.officer_name,
            loan_amount: Money::from_cents(row.amount_cents),
            note_rate: row.note_rate_millionths.map(Rate::from_millionths),
            lock_expires_on: row.lock_expires_on,
            closing_on: row.closing_on,
            next_deadline_on: row.next_deadline_on,
            receipt_due_on: row.receipt_due_on,
            loan_purpose_type: row.purpose,
            state_code: row.state_code,
            created_at: row.created_at,
            updated_at: row.updated_at,
            processor_name: row.processor_name,
            lender_name: row.lender_name,
            branch_name: row.branch_name,
            mortgage_type: row.mortgage_type,
            lien: row.lien,
            amortization: row.amortization,
            property_usage_type: row.property_usage,
            term_months: row.term_months,
            note_amount: row.note_amount_cents.map(Money::from_cents),
            purchase_price: row.purchase_price_cents.map(Money::from_cents),
            appraised_value: row.appraised_value_cents.map(Money::from_cents),
            application_date: row.application_on,
            funded_date: row.funded_on,
            borrower_count: row.borrower_count,
            city: row.city,
            postal_code: row.postal_code,
        }
    }
}
