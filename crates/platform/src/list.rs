//! Keyset-paginated lists. This is the only module that assembles SQL.
//!
//! A list has a fixed set of sorts and filters. Each combination is a statement of its own, prepared once per
//! connection. Each reads an index and few rows beyond those it shows:
//!
//! - *Company* and *unit* scopes walk the index of the sort. If a filter has an index that ends in the default sort,
//!   they walk that one.
//! - A filter without such an index first collects up to [`FOUND_MAX`] ids and sorts them. If there are more, a second
//!   branch of the statement walks the sort index, which then finds matches quickly.
//! - *Own* scope does the same with up to [`OWN_MAX`] rows that name the membership. *Unit* scope combines both with
//!   `union`, never with `or`. Rows that the membership leads ([`Table::leader`]) come from one index that contains all
//!   sort columns, so a page of your own loans costs the same in a large table as in a small one.
//!
//! The first page has a count, capped at [`COUNT_MAX`]. A page that isn't full is its own count. Candidates are counted
//! in the statement that sorts them. Only a walk needs a separate count statement.
//!
//! Plans are generic, so the planner doesn't know a filter's selectivity and underestimates it. Two tricks keep it on
//! track: `offset 0` forces lookups by primary key, and `case when`, which the planner assumes half of all rows pass,
//! makes a walk look cheap. Custom filters ([`Indexed::Composed`]) are planned for their values instead, because only
//! the values show which condition is the most selective.

mod closest;
mod text;

pub use closest::Terms;
pub use text::{TextSearch, Typed, count_by_text, page_by_text};

use crate::error::{Error, Result};
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use closest::{CLOSEST, Ranges};
use jiff::{Timestamp, civil::Date};
use lending::access::Reach;
use serde::{Deserialize, Serialize};
use sqlx::{
    AssertSqlSafe, FromRow, PgConnection, Postgres, Row, postgres::PgArguments, postgres::PgRow, query::QueryAs,
};
use std::{borrow::Cow, fmt::Write};

/// Maximum number of ids that a filter collects for sorting. Above it, the sort index is walked. At a selectivity of
/// 1:1000, walking for a page costs about as much as collecting that many ids by text.
pub const FOUND_MAX: i64 = 1_000;

/// Maximum number of a user's own rows that are sorted. Above it, the sort index is walked.
pub const OWN_MAX: i64 = 5_000;

/// Counts are capped above this number.
pub const COUNT_MAX: i64 = 1_000;
// If there are too many candidates to sort, there are also too many to count.
const _: () = assert!(FOUND_MAX >= COUNT_MAX);

/// Type of a sort column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Instant,
    Day,
    /// `bigint`.
    Number,
    /// `smallint`.
    Small,
    /// `text` with collation "C".
    Text,
}

/// A sort order that a list offers.
#[derive(Debug)]
pub struct Sort {
    /// Name in requests.
    pub name: &'static str,
    /// The column, which must never be null.
    pub column: &'static str,
    pub kind: Kind,
    /// Default direction.
    pub descending: bool,
}

/// A table that can be listed. It has the indexes (company_id, sort, id) and (company_id, org_unit_id, sort, id) for
/// each sort.
#[derive(Debug)]
pub struct Table {
    /// Table name. All fragments below use the alias `r`.
    pub name: &'static str,
    /// The first is the default.
    pub sorts: &'static [Sort],
    /// Selected columns, over `r` and the joins.
    pub columns: &'static str,
    /// Joins for columns of other tables, applied to the rows of a page only.
    pub joins: &'static str,
    /// Query for the ids of rows that name a membership, with `{company}` and `{membership}` as placeholders. If `t`
    /// has the row's unit, `{elsewhere}` excludes rows that another branch of the statement finds.
    pub own_ids: &'static str,
    /// Condition that row `r` names the membership.
    pub is_own: &'static str,
    /// The leader of a row, if most rows that name a user are led by that user.
    pub leader: Option<Leader>,
    /// The kind of its rows in `search_term`, if text matches can be sorted by closeness.
    pub terms: Option<&'static str>,
}

/// The membership that leads a row. An index starts with (company_id, column) and contains all sort columns and the id.
#[derive(Clone, Copy, Debug)]
pub struct Leader {
    pub column: &'static str,
    /// Replaces `{elsewhere}` in [`Table::own_ids`] to exclude rows that the membership leads.
    pub beside: &'static str,
}

/// A filter of a request.
#[derive(Clone, Debug)]
pub struct Filter {
    /// Condition on row `r`; `{0}`, `{1}` are the values.
    pub passes: Cow<'static, str>,
    /// Query for at most `{limit}` matching ids, for sorts without an index for this filter. In branch scope, `{unit}`
    /// becomes a condition on `r` and `{unit_id}` the branch id; otherwise they become empty and `null`.
    pub ids: Cow<'static, str>,
    pub values: Vec<Value>,
    /// Which indexes start with this filter and end in the default sort.
    pub has_index: Indexed,
}

/// The scopes in which a filter has an index that ends in the default sort.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Indexed {
    /// In both: (company_id, filter, sort, id) and (company_id, org_unit_id, filter, sort, id), or the first with the
    /// unit included.
    Everywhere,
    /// In both, and also for these further sorts.
    EverywhereFor(&'static [&'static str]),
    /// In company scope only.
    Company,
    /// None.
    Nowhere,
    /// None. The ids come from the filter's own conditions through indexes that the planner picks for their values. It
    /// must be the last filter and include the conditions of the ones before it, of which an indexed one leads a walk.
    Composed,
    /// None for a sort, but one for text matches sorted by closeness.
    Terms(Terms),
}

impl Indexed {
    fn is_nowhere(self) -> bool {
        matches!(self, Indexed::Nowhere | Indexed::Composed | Indexed::Terms(_))
    }
}

/// A bound value.
#[derive(Clone, Debug)]
pub enum Value {
    /// `bigint`
    Number(i64),
    /// `bigint[]`
    Numbers(Vec<i64>),
    /// `smallint`
    Small(i16),
    /// `text`
    Text(String),
    /// `text[]`
    Texts(Vec<String>),
    /// `timestamptz`
    Instant(Timestamp),
    /// `date`
    Day(Date),
    /// `date[]`
    Days(Vec<Date>),
}

/// The rows a user may list.
#[derive(Clone, Copy, Debug)]
pub struct Scope {
    pub reach: Reach,
    pub company: i64,
    /// The active org unit.
    pub org_unit: i64,
    pub membership: i64,
}

/// A page request.
#[derive(Clone, Debug)]
pub struct Page {
    /// Rows per page.
    pub limit: u32,
    /// Rows to skip, for pickers.
    offset: u32,
    sort: &'static Sort,
    is_default_sort: bool,
    descending: bool,
    cursor: Option<Cursor>,
    /// Index of the text search variant.
    way: usize,
}

/// A position between two rows. The web passes it back as an opaque token.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Cursor {
    /// Name of the sort.
    s: String,
    /// Descending order.
    d: bool,
    /// Sort value of the row at the edge.
    v: serde_json::Value,
    /// Id of the row at the edge.
    i: i64,
    /// Number of the first row of the target page, counted from 1.
    n: u64,
    /// Read backward.
    b: bool,
    /// Index of the text search variant.
    #[serde(default)]
    w: usize,
}

/// A row with its sort key.
pub trait Keyed {
    fn id(&self) -> i64;
    /// Sort value as stored in a cursor.
    fn sort_value(&self, sort: &str) -> serde_json::Value;
}

/// Rows of a page with cursors to its neighbors.
#[derive(Debug)]
pub struct Rows<T> {
    pub rows: Vec<T>,
    /// Number of the first row, counted from 1; 0 if there are none.
    pub first_row: u64,
    /// `after` for the next page, if any.
    pub next: Option<String>,
    /// `after` for the previous page, if any.
    pub previous: Option<String>,
    /// Total number of rows, on the first page only.
    pub count: Option<Count>,
    /// Name of the sort in effect. Falls back to the default if a text search can't sort by closeness.
    pub sort: &'static str,
}

/// A row of a page with the count from its statement.
struct Counted<T> {
    row: T,
    counted: Option<i64>,
}

impl<'r, T: FromRow<'r, PgRow>> FromRow<'r, PgRow> for Counted<T> {
    fn from_row(row: &'r PgRow) -> sqlx::Result<Self> {
        Ok(Self { row: T::from_row(row)?, counted: row.try_get("counted")? })
    }
}

/// A capped count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Count {
    /// At most [`COUNT_MAX`].
    pub count: i64,
    /// There are more rows than counted.
    pub is_capped: bool,
}

impl Count {
    fn capped(count: i64) -> Self {
        Self { count: count.min(COUNT_MAX), is_capped: count > COUNT_MAX }
    }
}

impl Page {
    /// Parses sort and cursor of a request.
    ///
    /// # Errors
    ///
    /// An unknown sort or direction, or an invalid cursor.
    pub fn new(
        table: &'static Table,
        limit: u32,
        order_by: Option<&str>,
        direction: Option<&str>,
        after: Option<&str>,
    ) -> Result<Self> {
        let sorts = || table.sorts.iter().chain(table.terms.map(|_| &CLOSEST));
        let sort = match order_by {
            None => &table.sorts[0],
            Some(name) => sorts().find(|sort| sort.name == name).ok_or_else(|| {
                let names: Vec<_> = sorts().map(|sort| sort.name).collect();
                Error::field("orderBy", format!("must be one of {}", names.join(", ")))
            })?,
        };
        let descending = match direction {
            None => sort.descending,
            Some(text) if text.eq_ignore_ascii_case("asc") => false,
            Some(text) if text.eq_ignore_ascii_case("desc") => true,
            Some(_) => return Err(Error::field("sort", "must be ASC or DESC")),
        };
        let page = Self { limit, offset: 0, sort, is_default_sort: false, descending, cursor: None, way: 0 };
        let Some(after) = after else { return Ok(page.sorted(table)) };
        let cursor = Cursor::read(after)?;
        let page = if cursor.s == sort.name { page.sorted(table) } else { page.without_text(table) };
        let page = Self { way: cursor.w, cursor: Some(cursor), ..page };
        if page.is_from_this_list() { Ok(page) } else { Err(Cursor::unknown()) }
    }

    /// Sets whether the sort is the list's default.
    fn sorted(self, table: &Table) -> Self {
        Self { is_default_sort: self.sort.name == table.sorts[0].name, ..self }
    }

    /// Falls back to the default sort if the page was to be sorted by closeness.
    fn without_text(self, table: &'static Table) -> Self {
        let sort = &table.sorts[0];
        match self.is_closest_first() {
            true => Self { sort, descending: sort.descending, ..self }.sorted(table),
            false => self.sorted(table),
        }
    }

    /// Selects a text search variant, falling back to the default sort if it has no terms.
    fn on_way(&self, way: usize, table: &'static Table, filters: &[Filter]) -> Self {
        let page = Self { way, ..self.clone() };
        let has_terms = filters.iter().any(|filter| matches!(filter.has_index, Indexed::Terms(_)));
        if has_terms { page } else { page.without_text(table) }
    }

    /// Returns true if the cursor fits this list's sort.
    fn is_from_this_list(&self) -> bool {
        self.cursor.as_ref().is_none_or(|cursor| {
            cursor.s == self.sort.name && cursor.d == self.descending && cursor.value(self.sort.kind).is_some()
        })
    }

    /// Skips rows, for pickers, which use page numbers up to [`crate::extract::OFFSET_MAX`].
    #[must_use]
    pub fn passing_over(self, offset: u32) -> Self {
        Self { offset, ..self }
    }

    /// Returns true for the first page, which includes the count.
    #[must_use]
    pub fn is_first(&self) -> bool {
        self.cursor.is_none() && self.offset == 0
    }

    fn is_closest_first(&self) -> bool {
        self.sort.name == CLOSEST.name
    }

    fn is_backward(&self) -> bool {
        self.cursor.as_ref().is_some_and(|cursor| cursor.b)
    }

    fn cursor_at<T: Keyed>(&self, row: &T, first_row: u64, backward: bool) -> String {
        let cursor = Cursor {
            s: self.sort.name.to_owned(),
            d: self.descending,
            v: row.sort_value(self.sort.name),
            i: row.id(),
            n: first_row,
            b: backward,
            w: self.way,
        };
        URL_SAFE_NO_PAD.encode(serde_json::to_vec(&cursor).unwrap_or_default())
    }
}

impl Cursor {
    fn unknown() -> Error {
        Error::field("after", "is not from an answer of this list")
    }

    fn read(text: &str) -> Result<Self> {
        let bytes = URL_SAFE_NO_PAD.decode(text).map_err(|_| Self::unknown())?;
        serde_json::from_slice(&bytes).map_err(|_| Self::unknown())
    }

    fn value(&self, kind: Kind) -> Option<Value> {
        Some(match kind {
            Kind::Instant => Value::Instant(self.v.as_str()?.parse().ok()?),
            Kind::Day => Value::Day(self.v.as_str()?.parse().ok()?),
            Kind::Number => Value::Number(self.v.as_i64()?),
            Kind::Small => Value::Small(self.v.as_i64()?.try_into().ok()?),
            Kind::Text => Value::Text(self.v.as_str()?.to_owned()),
        })
    }
}

/// A statement under construction: text, and values in the order of their placeholders.
struct Statement {
    text: String,
    values: Vec<Value>,
}

impl Statement {
    fn new() -> Self {
        Self { text: String::with_capacity(2_000), values: Vec::new() }
    }

    /// Adds a value and returns its placeholder.
    fn value(&mut self, value: Value) -> String {
        self.values.push(value);
        format!("${}", self.values.len())
    }
}

/// Parts that all branches of a statement share, with placeholders filled in.
struct Shared<'a> {
    table: &'a Table,
    page: Option<&'a Page>,
    company: String,
    unit: Option<String>,
    membership: Option<String>,
    /// Condition of each filter.
    passes: Vec<Pass>,
    /// The filter whose ids are collected first, with its query, if there is one.
    source: Option<(String, Indexed)>,
    /// Condition for rows after the cursor.
    beyond: String,
    /// Maximum number of rows per branch.
    limit: i64,
    /// Count candidates, which requires reading all of them.
    counts: bool,
    /// Terms of the text search, if they determine the order.
    ranges: Option<Ranges>,
}

/// Condition of a filter and its indexes.
struct Pass {
    condition: String,
    indexed: Indexed,
}

/// One branch of the statement. A scope has one or two.
#[derive(Clone, Copy, PartialEq)]
enum Arm {
    Company,
    Unit,
    Led,
    Own,
}

/// The branches for a scope.
fn arms(table: &Table, reach: Reach) -> &'static [Arm] {
    match (reach, table.leader) {
        (Reach::Company, _) => &[Arm::Company],
        (Reach::Unit, _) => &[Arm::Unit, Arm::Own],
        (Reach::Own, Some(_)) => &[Arm::Led, Arm::Own],
        (Reach::Own, None) => &[Arm::Own],
    }
}

impl Shared<'_> {
    /// `order by` of a branch, in reading direction.
    fn order(&self, alias: &str) -> String {
        match self.edge(alias) {
            edge if edge.is_empty() => edge,
            edge => format!(" order by {edge}"),
        }
    }

    /// Sort columns with directions. Empty without a page.
    fn edge(&self, alias: &str) -> String {
        self.page.map_or_else(String::new, |page| {
            let way = if page.descending != page.is_backward() { "desc" } else { "asc" };
            format!("{alias}.{} {way}, {alias}.id {way}", page.sort.column)
        })
    }

    /// Columns that each branch selects: sort key and id.
    fn selected(&self) -> String {
        match self.page {
            Some(page) => format!("r.id, r.{}", page.sort.column),
            None => "r.id".to_owned(),
        }
    }

    /// Condition for company, unit and cursor, without filters.
    fn bounds(&self, arm: Arm) -> String {
        match (arm, &self.unit) {
            (Arm::Unit, Some(unit)) => {
                format!("r.company_id = {} and r.org_unit_id = {unit}{}", self.company, self.beyond)
            }
            _ => format!("r.company_id = {}{}", self.company, self.beyond),
        }
    }

    /// Conditions of all filters on `r`.
    fn passes(&self) -> String {
        match self.passes.is_empty() {
            true => "true".to_owned(),
            false => self.passes.iter().map(|pass| pass.condition.as_str()).collect::<Vec<_>>().join(" and "),
        }
    }

    /// All conditions on `r` in a branch.
    fn conditions(&self, arm: Arm) -> String {
        format!("{} and {}", self.bounds(arm), self.passes())
    }

    /// A branch that walks one index until the page is full.
    fn walk(&self, arm: Arm) -> String {
        format!(
            "select {} from {} r where {}{} limit {}",
            self.selected(),
            self.table.name,
            self.conditions(arm),
            self.order("r"),
            self.limit
        )
    }

    /// A branch that collects up to `most` ids and sorts them, or walks the sort index if there are more.
    fn candidates(&self, arm: Arm, candidates: &Candidates<'_>) -> (String, String) {
        let Candidates { name, ids, most, is_candidate } = candidates;
        let with = format!(
            "{name} as materialized ({ids}), {name}_count as materialized (select count(*) as count from {name})"
        );
        // A filter with an index for the sort leads the walk. The others are checked row by row.
        let leads = |pass: &Pass| arm != Arm::Own && self.serves(pass.indexed, arm);
        let leading = self.passes.iter().rposition(leads);
        let led = leading.map(|n| format!(" and {}", self.passes[n].condition)).unwrap_or_default();
        let others = self.passes.iter().enumerate().filter(|(n, _)| leading != Some(*n));
        let passes: Vec<_> = others.map(|(_, pass)| &pass.condition).chain(is_candidate).map(String::as_str).collect();
        let order = self.order("r");
        let arm = format!(
            "(select {selected} from {name} cross join lateral \
             (select {selected} from {table} r where r.id = {name}.id and {conditions} offset 0) r \
             where (select count from {name}_count) <= {most}{few}) \
             union all \
             (select {selected} from {table} r where (select count from {name}_count) > {most} and {bounds}{led} \
             and case when {passes} then true else false end{order} limit {limit})",
            selected = self.selected(),
            table = self.table.name,
            conditions = self.conditions(arm),
            bounds = self.bounds(arm),
            passes = passes.join(" and "),
            few = if self.counts { String::new() } else { format!("{order} limit {}", self.limit) },
            limit = self.limit,
        );
        (with, arm)
    }

    /// Condition that the membership leads row `r`.
    fn is_led(&self) -> String {
        let column = self.table.leader.map_or("id", |leader| leader.column);
        format!("r.{column} = {}", self.membership.as_deref().unwrap_or("null"))
    }

    /// The branch for rows that the membership leads. They are read from one index and sorted, or walked if there are
    /// too many. Filters can't use another index here.
    fn led(&self) -> (String, String) {
        let (table, selected, order, is_led) = (self.table.name, self.selected(), self.order("r"), self.is_led());
        let with = format!(
            "led as materialized (select {selected} from {table} r where {} and {is_led} \
             and case when {} then true else false end limit {}), \
             led_count as materialized (select count(*) as count from led)",
            self.bounds(Arm::Led),
            self.passes(),
            OWN_MAX + 1
        );
        let arm = format!(
            "(select * from led r where (select count from led_count) <= {OWN_MAX}{few}) \
             union all \
             (select {selected} from {table} r where (select count from led_count) > {OWN_MAX} and {bounds} \
             and case when {passes} and {is_led} then true else false end{order} limit {limit})",
            bounds = self.bounds(Arm::Led),
            passes = self.passes(),
            few = if self.counts { String::new() } else { format!("{order} limit {}", self.limit) },
            limit = self.limit,
        );
        (with, arm)
    }

    /// Fills in company and membership.
    fn fill(&self, text: &str) -> String {
        let text = text.replace("{company}", &self.company);
        match &self.membership {
            Some(membership) => text.replace("{membership}", membership),
            None => text,
        }
    }

    /// Query for rows that name the membership, with an exclusion for `{elsewhere}`.
    fn own_ids(&self, elsewhere: &str) -> String {
        self.fill(self.table.own_ids).replace("{elsewhere}", elsewhere)
    }

    /// Query for rows of other units that name the membership. If the index has the unit, it uses two ranges: the units
    /// below and those above.
    fn own_ids_elsewhere(&self, unit: &str) -> String {
        match self.table.own_ids.contains("{elsewhere}") {
            true => {
                ["<", ">"].map(|side| self.own_ids(&format!(" and t.org_unit_id {side} {unit}"))).join(" union all ")
            }
            false => self.own_ids(""),
        }
    }

    /// Query for rows that name the membership and that no other branch of the scope finds.
    fn own_ids_beside(&self) -> String {
        match (&self.unit, self.table.leader) {
            (Some(unit), _) => self.own_ids_elsewhere(unit),
            (None, Some(leader)) => self.own_ids(leader.beside),
            (None, None) => self.own_ids(""),
        }
    }

    /// Query for the ids of a filter in the whole company.
    fn ids_of_company(&self, ids: &str, limit: i64) -> String {
        ids.replace("{company}", &self.company)
            .replace("{unit}", "")
            .replace("{unit_id}", "null")
            .replace("{limit}", &limit.to_string())
    }

    /// Query for the ids of the filter that is read first, limited to the branch in branch scope.
    fn source_ids(&self, ids: &str, arm: Arm) -> String {
        let (unit, unit_id) = match (arm, &self.unit) {
            (Arm::Unit, Some(unit)) => (format!(" and r.org_unit_id = {unit}"), unit.as_str()),
            _ => (String::new(), "null"),
        };
        self.fill(ids)
            .replace("{unit}", &unit)
            .replace("{unit_id}", unit_id)
            .replace("{limit}", &(FOUND_MAX + 1).to_string())
    }

    /// Returns a branch of the statement and the `with` clause it needs.
    fn arm(&self, arm: Arm) -> (Option<String>, String) {
        let fill = |text: &str| self.fill(text);
        if arm == Arm::Led {
            let (with, text) = self.led();
            return (Some(with), text);
        }
        if arm == Arm::Own {
            let (with, text) = self.candidates(
                arm,
                &Candidates {
                    name: "mine",
                    ids: format!("{} limit {}", self.own_ids_beside(), OWN_MAX + 1),
                    most: OWN_MAX,
                    is_candidate: Some(fill(self.table.is_own)),
                },
            );
            return (Some(with), text);
        }
        match &self.source {
            Some((ids, _)) if !self.walks(arm) => {
                let ids = self.source_ids(ids, arm);
                let (with, text) =
                    self.candidates(arm, &Candidates { name: "found", ids, most: FOUND_MAX, is_candidate: None });
                (Some(with), text)
            }
            _ => (None, self.walk(arm)),
        }
    }

    /// Returns true if the branch walks an index in sort order. Otherwise it collects candidates.
    fn walks(&self, arm: Arm) -> bool {
        match (arm, &self.source) {
            (Arm::Led | Arm::Own, _) => false,
            (_, None) => true,
            (_, Some((_, indexed))) => self.serves(*indexed, arm),
        }
    }

    /// Returns true if an index that starts with a filter has the requested order. Without an order, every index does.
    fn serves(&self, indexed: Indexed, arm: Arm) -> bool {
        let is_default_sort = self.page.is_none_or(|page| page.is_default_sort);
        match indexed {
            Indexed::Nowhere | Indexed::Composed | Indexed::Terms(_) => false,
            Indexed::Everywhere => is_default_sort,
            Indexed::EverywhereFor(sorts) => {
                is_default_sort || self.page.is_some_and(|page| sorts.contains(&page.sort.name))
            }
            Indexed::Company => is_default_sort && arm == Arm::Company,
        }
    }

    /// SQL for the number of rows, using `keys` if it holds all candidates. Null if there are too many candidates.
    fn counted(&self, reach: Reach) -> String {
        if let Some(ranges) = &self.ranges {
            return self.closest_counted(ranges);
        }
        let mut cases = String::new();
        if let (true, Some((ids, indexed))) = (reach != Reach::Own, &self.source) {
            // More candidates than the limit means more rows than the limit, if there is one filter and its candidates
            // are in scope.
            let is_all = self.passes.len() == 1 || *indexed == Indexed::Composed;
            let is_certain = is_all && (reach == Reach::Company || ids.contains("{unit"));
            let beyond = if is_certain { (COUNT_MAX + 1).to_string() } else { "null".to_owned() };
            let _ = write!(cases, " when (select count from found_count) > {FOUND_MAX} then {beyond}");
        }
        if reach != Reach::Company {
            let _ = write!(cases, " when (select count from mine_count) > {OWN_MAX} then null");
        }
        if arms(self.table, reach).contains(&Arm::Led) {
            let _ = write!(cases, " when (select count from led_count) > {OWN_MAX} then null");
        }
        format!("case{cases} else (select count(*) from keys) end")
    }

    /// Combines all branches of a scope into one set of keys.
    fn keys(&self, reach: Reach) -> (Vec<String>, String) {
        if let Some(ranges) = &self.ranges {
            return self.closest(ranges, reach);
        }
        let (withs, texts): (Vec<_>, Vec<_>) = arms(self.table, reach).iter().map(|arm| self.arm(*arm)).unzip();
        let union = texts.into_iter().map(|text| format!("({text})")).collect::<Vec<_>>().join(" union ");
        (withs.into_iter().flatten().collect(), union)
    }
}

/// Ids to collect before sorting.
struct Candidates<'a> {
    /// Name in the statement.
    name: &'a str,
    /// Query for the ids, with one more than `most` if there are that many.
    ids: String,
    /// Maximum number of ids to sort.
    most: i64,
    /// Condition that row `r` is a candidate, unless the filters imply it.
    is_candidate: Option<String>,
}

/// Values of a filter. Only those that a statement mentions are bound.
struct Placeholders<'a> {
    values: &'a [Value],
    taken: Vec<Option<String>>,
}

impl Placeholders<'_> {
    /// Replaces `{0}` and so on with placeholders.
    fn fill(&mut self, statement: &mut Statement, text: &str) -> String {
        let mut filled = text.to_owned();
        for (n, (value, taken)) in self.values.iter().zip(&mut self.taken).enumerate() {
            let name = format!("{{{n}}}");
            if filled.contains(&name) {
                let placeholder = taken.get_or_insert_with(|| statement.value(value.clone()));
                filled = filled.replace(&name, placeholder);
            }
        }
        filled
    }
}

/// Prepares the shared parts.
fn share<'a>(
    statement: &mut Statement,
    table: &'a Table,
    scope: Scope,
    filters: &[Filter],
    page: Option<&'a Page>,
    limit: i64,
) -> Shared<'a> {
    let company = statement.value(Value::Number(scope.company));
    let unit = (scope.reach == Reach::Unit).then(|| statement.value(Value::Number(scope.org_unit)));
    let membership = (scope.reach != Reach::Company).then(|| statement.value(Value::Number(scope.membership)));
    let mut passes = Vec::new();
    let mut source = None;
    let mut ranges = None;
    let is_closest_first = page.is_some_and(Page::is_closest_first);
    for filter in filters {
        let mut placeholders = Placeholders { values: &filter.values, taken: vec![None; filter.values.len()] };
        if let (true, Indexed::Terms(terms)) = (is_closest_first, filter.has_index) {
            let values = Terms::VALUES.map(|value| placeholders.fill(statement, value));
            let branch = (scope.reach != Reach::Company)
                .then(|| unit.clone().unwrap_or_else(|| statement.value(Value::Number(scope.org_unit))));
            ranges = Some(Ranges { terms, values, branch });
            // In company scope, the terms of a lone text search already express the whole condition.
            if terms.is_counted(page, filters) && scope.reach == Reach::Company {
                continue;
            }
        }
        passes.push(Pass { condition: placeholders.fill(statement, &filter.passes), indexed: filter.has_index });
        // By convention the last filter is the most selective: text comes after stage and officer, and a custom filter
        // includes the others. An indexed filter is only used alone.
        let stands_alone = filters.len() == 1 || filter.has_index == Indexed::Composed;
        let indexed = if stands_alone { filter.has_index } else { Indexed::Nowhere };
        source = Some((placeholders.fill(statement, &filter.ids), indexed));
    }
    let beyond = match page.and_then(|page| page.cursor.as_ref().map(|cursor| (page, cursor))) {
        Some((page, cursor)) => {
            let sign = if page.descending != cursor.b { "<" } else { ">" };
            let value = cursor.value(page.sort.kind).map(|value| statement.value(value)).unwrap_or_default();
            let id = statement.value(Value::Number(cursor.i));
            format!(" and (r.{}, r.id) {sign} ({value}, {id})", page.sort.column)
        }
        None => String::new(),
    };
    let mut shared =
        Shared { table, page, company, unit, membership, passes, source, beyond, limit, counts: false, ranges };
    shared.counts = match &shared.ranges {
        Some(ranges) => ranges.terms.is_counted(page, filters),
        None => page.is_some_and(Page::is_first) && arms(table, scope.reach).iter().all(|arm| !shared.walks(*arm)),
    };
    shared
}

/// Builds the statement of a page. It also counts if the count is available while reading candidates.
fn page_statement(table: &Table, scope: Scope, filters: &[Filter], page: &Page, counts: bool) -> Statement {
    let mut statement = Statement::new();
    let mut shared = share(&mut statement, table, scope, filters, Some(page), i64::from(page.limit + page.offset) + 1);
    shared.counts &= counts;
    let passed = if page.offset == 0 { String::new() } else { format!(" offset {}", page.offset) };
    let (mut withs, keys) = shared.keys(scope.reach);
    let edge = shared.order("k");
    let counted = match shared.counts {
        true => {
            withs.push(format!("keys as materialized ({keys})"));
            withs.push(format!("page as materialized (select * from keys k{edge} limit {}{passed})", shared.limit));
            shared.counted(scope.reach)
        }
        false => {
            withs.push(format!("page as materialized (select * from ({keys}) k{edge} limit {}{passed})", shared.limit));
            "null::bigint".to_owned()
        }
    };
    let term = if shared.ranges.is_some() { ", k.term" } else { "" };
    let _ = write!(
        statement.text,
        "with {} select {}{term}, {counted} as counted from page k join {} r on r.company_id = {} and r.id = k.id {}{edge}",
        withs.join(", "),
        table.columns,
        table.name,
        shared.company,
        table.joins.replace("{company}", &shared.company),
    );
    statement
}

/// Builds the statement of a capped count.
fn count_statement(table: &Table, scope: Scope, filters: &[Filter]) -> Statement {
    let mut statement = Statement::new();
    let shared = share(&mut statement, table, scope, filters, None, COUNT_MAX + 1);
    // In company scope, the ids that match all filters are the rows.
    if let (Reach::Company, Some((ids, indexed))) = (scope.reach, &shared.source)
        && (filters.len() == 1 || *indexed == Indexed::Composed)
    {
        let ids = shared.ids_of_company(ids, COUNT_MAX + 1);
        // If the ids come from a function, nothing else determines the type of the company parameter.
        let _ = write!(statement.text, "select count(*) from ({ids}) c where {}::bigint is not null", shared.company);
        return statement;
    }
    let (withs, keys) = shared.keys(scope.reach);
    let with = if withs.is_empty() { String::new() } else { format!("with {} ", withs.join(", ")) };
    let _ = write!(statement.text, "{with}select count(*) from (select 1 from ({keys}) k limit {}) c", COUNT_MAX + 1);
    statement
}

/// Builds the statement that checks whether a filter matches any row in the company.
fn any_statement(table: &Table, company: i64, filter: &Filter) -> Statement {
    let mut statement = Statement::new();
    let scope = Scope { reach: Reach::Company, company, org_unit: company, membership: company };
    let shared = share(&mut statement, table, scope, std::slice::from_ref(filter), None, 1);
    let ids = shared.source.as_ref().map(|(ids, _)| shared.ids_of_company(ids, 1)).unwrap_or_default();
    let _ = write!(statement.text, "select exists ({ids}) and {}::bigint is not null", shared.company);
    statement
}

/// Makes the rest of the transaction use custom plans if a filter needs them.
async fn plan_for(connection: &mut PgConnection, filters: &[Filter]) -> Result<()> {
    if filters.iter().any(|filter| filter.has_index == Indexed::Composed) {
        sqlx::query!("select set_config('plan_cache_mode', 'force_custom_plan', true)").fetch_one(connection).await?;
    }
    Ok(())
}

fn bind<T>(statement: Statement) -> QueryAs<'static, Postgres, T, PgArguments>
where
    T: for<'r> FromRow<'r, PgRow>,
{
    let Statement { text, values } = statement;
    values.into_iter().fold(sqlx::query_as(AssertSqlSafe(text)), |query, value| match value {
        Value::Number(value) => query.bind(value),
        Value::Numbers(value) => query.bind(value),
        Value::Small(value) => query.bind(value),
        Value::Text(value) => query.bind(value),
        Value::Texts(value) => query.bind(value),
        Value::Instant(value) => query.bind(crate::db::Timestamp(value)),
        Value::Day(value) => query.bind(crate::db::Date(value)),
        Value::Days(value) => query.bind(value.into_iter().map(crate::db::Date).collect::<Vec<_>>()),
    })
}

/// Reads a page. The first page includes the count.
pub async fn page<T>(
    connection: &mut PgConnection,
    table: &Table,
    scope: Scope,
    filters: &[Filter],
    page: &Page,
) -> Result<Rows<T>>
where
    T: Keyed + Send + Unpin + for<'r> FromRow<'r, PgRow>,
{
    plan_for(connection, filters).await?;
    let mut found: Vec<Counted<T>> =
        bind(page_statement(table, scope, filters, page, true)).fetch_all(&mut *connection).await?;
    let limit = page.limit as usize;
    let counted = found.first().and_then(|found| found.counted);
    // Some records matched with several terms and left the page short, so read it again without counting.
    if page.is_closest_first()
        && counted.is_some_and(|counted| found.len() as i64 <= i64::from(page.limit).min(counted - 1))
    {
        found = bind(page_statement(table, scope, filters, page, false)).fetch_all(&mut *connection).await?;
    }
    let more = found.len() > limit;
    let count = match (page.is_first(), more, counted) {
        (false, ..) => None,
        (true, false, _) => Some(Count::capped(i64::try_from(found.len()).unwrap_or(i64::MAX))),
        (true, true, Some(counted)) => Some(Count::capped(counted)),
        (true, true, None) => Some(count(connection, table, scope, filters).await?),
    };
    let mut rows: Vec<T> = found.into_iter().take(limit).map(|found| found.row).collect();
    let backward = page.is_backward();
    if backward {
        rows.reverse();
    }
    let edge = page.cursor.as_ref().map_or(1 + u64::from(page.offset), |cursor| cursor.n);
    let first_row = match (rows.len() as u64, backward) {
        (0, _) => 0,
        (count, true) => edge.saturating_sub(count).max(1),
        (_, false) => edge,
    };
    // A backward read always has a next page. A forward read has a previous page unless it is the first.
    let (has_previous, has_next) = if backward { (more, true) } else { (page.cursor.is_some(), more) };
    let previous = rows.first().filter(|_| has_previous).map(|row| page.cursor_at(row, first_row, true));
    let next = rows
        .last()
        .filter(|_| has_next)
        .map(|row| page.cursor_at(row, first_row.saturating_add(rows.len() as u64), false));
    Ok(Rows { rows, first_row, next, previous, count, sort: page.sort.name })
}

/// Builds the statement of rows grouped by sort value.
fn spread_statement(table: &Table, scope: Scope, filters: &[Filter], page: &Page, each: u32) -> Statement {
    let mut statement = Statement::new();
    let shared = share(&mut statement, table, scope, filters, Some(page), i64::from(page.limit));
    let (mut withs, keys) = shared.keys(scope.reach);
    let (edge, column) = (shared.order("k"), page.sort.column);
    withs.push(format!("page as materialized (select * from ({keys}) k{edge} limit {})", shared.limit));
    withs.push(format!(
        "spread as materialized (select k.*, row_number() over (partition by k.{column} order by k.id) as place, \
         count(*) over (partition by k.{column}) as counted from page k)"
    ));
    let _ = write!(
        statement.text,
        "with {} select {}, k.counted from spread k join {} r on r.company_id = {} and r.id = k.id {} where k.place <= {each}{edge}",
        withs.join(", "),
        table.columns,
        table.name,
        shared.company,
        table.joins.replace("{company}", &shared.company),
    );
    statement
}

/// Groups the rows of a page by sort value: up to `each` rows per value, with the number of rows per value in the page.
pub async fn spread<T>(
    connection: &mut PgConnection,
    table: &Table,
    scope: Scope,
    filters: &[Filter],
    page: &Page,
    each: u32,
) -> Result<Vec<(T, i64)>>
where
    T: Send + Unpin + for<'r> FromRow<'r, PgRow>,
{
    plan_for(connection, filters).await?;
    let rows: Vec<Counted<T>> = bind(spread_statement(table, scope, filters, page, each)).fetch_all(connection).await?;
    Ok(rows.into_iter().map(|found| (found.row, found.counted.unwrap_or_default())).collect())
}

#[must_use]
pub fn spread_shape(table: &Table, scope: Scope, filters: &[Filter], page: &Page, each: u32) -> Shape {
    spread_statement(table, scope, filters, page, each).into()
}

/// Returns true if a filter matches any row in the company.
async fn any(connection: &mut PgConnection, table: &Table, company: i64, filter: &Filter) -> Result<bool> {
    let (any,): (bool,) = bind(any_statement(table, company, filter)).fetch_one(connection).await?;
    Ok(any)
}

/// Counts rows, up to [`COUNT_MAX`].
pub async fn count(connection: &mut PgConnection, table: &Table, scope: Scope, filters: &[Filter]) -> Result<Count> {
    plan_for(connection, filters).await?;
    let (count,): (i64,) = bind(count_statement(table, scope, filters)).fetch_one(connection).await?;
    Ok(Count::capped(count))
}

/// Builds the statement of selected rows: up to one more than `most`.
fn chosen_statement(table: &Table, scope: Scope, filters: &[Filter], most: u32) -> Statement {
    let mut statement = Statement::new();
    let limit = i64::from(most) + 1;
    let shared = share(&mut statement, table, scope, filters, None, limit);
    let (withs, keys) = shared.keys(scope.reach);
    let with = if withs.is_empty() { String::new() } else { format!("with {} ", withs.join(", ")) };
    let _ = write!(
        statement.text,
        "{with}select r.id, r.version from (select k.id from ({keys}) k limit {limit}) k \
         join {} r on r.company_id = {} and r.id = k.id",
        table.name, shared.company
    );
    statement
}

/// Reads ids and versions of all rows of a list. `None` if there are more than `most`.
pub async fn chosen(
    connection: &mut PgConnection,
    table: &Table,
    scope: Scope,
    filters: &[Filter],
    most: u32,
) -> Result<Option<Vec<(i64, i32)>>> {
    plan_for(connection, filters).await?;
    let rows: Vec<(i64, i32)> = bind(chosen_statement(table, scope, filters, most)).fetch_all(connection).await?;
    Ok((rows.len() <= most as usize).then_some(rows))
}

#[must_use]
pub fn chosen_shape(table: &Table, scope: Scope, filters: &[Filter], most: u32) -> Shape {
    chosen_statement(table, scope, filters, most).into()
}

/// Columns of a summary.
#[derive(Debug)]
pub struct Totals {
    /// Column to group by; a bigint that is never null.
    pub by: &'static str,
    /// Column to sum; a bigint that is never null.
    pub of: &'static str,
}

/// The summary of one group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Total {
    pub by: i64,
    /// Number of rows.
    pub count: i64,
    pub sum: i64,
}

/// Builds the statement of totals: an aggregate over an index that contains both columns in each scope. If a filter
/// without an index matches more rows than a page would sort, the result has a row without a group.
fn totals_statement(table: &Table, scope: Scope, filters: &[Filter], totals: &Totals) -> Statement {
    let mut statement = Statement::new();
    let shared = share(&mut statement, table, scope, filters, None, 0);
    let found = shared.source.as_ref().filter(|(_, indexed)| indexed.is_nowhere()).map(|(ids, _)| ids);
    let summed = arms(table, scope.reach).iter().map(|arm| {
        let ids = match (arm, found) {
            (Arm::Own, _) => Some(format!("({})", shared.own_ids_beside())),
            (Arm::Led, _) => None,
            (_, Some(_)) => Some("found".to_owned()),
            (_, None) => None,
        };
        // The other branch already counts rows of the unit and rows the membership leads.
        let apart = match (arm, &shared.unit, table.leader) {
            (Arm::Own, Some(unit), _) => format!(" and r.org_unit_id <> {unit}"),
            (Arm::Own, None, Some(_)) => format!(" and not ({})", shared.is_led()),
            (Arm::Led, ..) => format!(" and {}", shared.is_led()),
            _ => String::new(),
        };
        let conditions = format!("{}{apart}", shared.conditions(*arm));
        let rows = match ids {
            Some(ids) => format!(
                "{ids} f cross join lateral \
                 (select r.{}, r.{} from {} r where r.id = f.id and {conditions} offset 0) r",
                totals.by, totals.of, table.name
            ),
            None => format!("{} r where {conditions}", table.name),
        };
        format!(
            "select r.{} as value, count(*) as count, sum(r.{})::bigint as sum from {rows} group by 1",
            totals.by, totals.of
        )
    });
    let summed = summed.collect::<Vec<_>>().join(" union all ");
    let summed =
        format!("select value, sum(count)::bigint as count, sum(sum)::bigint as sum from ({summed}) s group by value");
    statement.text = match found {
        Some(ids) if scope.reach != Reach::Own => format!(
            "with found as materialized ({}), found_count as materialized (select count(*) as count from found) \
             select * from ({summed}) s where (select count from found_count) <= {FOUND_MAX} \
             union all select null, null, null from found_count where count > {FOUND_MAX}",
            shared.source_ids(ids, arms(table, scope.reach)[0])
        ),
        _ => summed,
    };
    statement
}

/// Summarizes rows. `None` if a filter matches too many.
pub async fn totals(
    connection: &mut PgConnection,
    table: &Table,
    scope: Scope,
    filters: &[Filter],
    totals: &Totals,
) -> Result<Option<Vec<Total>>> {
    plan_for(connection, filters).await?;
    let rows: Vec<(Option<i64>, Option<i64>, Option<i64>)> =
        bind(totals_statement(table, scope, filters, totals)).fetch_all(connection).await?;
    Ok(rows.into_iter().map(|(by, count, sum)| Some(Total { by: by?, count: count?, sum: sum? })).collect())
}

#[must_use]
pub fn totals_shape(table: &Table, scope: Scope, filters: &[Filter], totals: &Totals) -> Shape {
    totals_statement(table, scope, filters, totals).into()
}

/// A statement for PostgreSQL's own tools, with values as literals. Used by the test that explains every statement and
/// by pgbench measurements.
#[derive(Clone, Debug)]
pub struct Shape {
    /// Text with placeholders.
    pub text: String,
    /// Values as typed SQL literals, in the order of their placeholders.
    pub values: Vec<String>,
}

#[must_use]
pub fn page_shape(table: &Table, scope: Scope, filters: &[Filter], page: &Page) -> Shape {
    page_statement(table, scope, filters, page, true).into()
}

#[must_use]
pub fn count_shape(table: &Table, scope: Scope, filters: &[Filter]) -> Shape {
    count_statement(table, scope, filters).into()
}

impl From<Statement> for Shape {
    fn from(statement: Statement) -> Self {
        let quoted = |text: &str| format!("'{}'", text.replace('\'', "''"));
        let literal = |value: &Value| match value {
            Value::Number(value) => format!("{value}::bigint"),
            Value::Numbers(values) => {
                let items: Vec<_> = values.iter().map(i64::to_string).collect();
                format!("array[{}]::bigint[]", items.join(", "))
            }
            Value::Small(value) => format!("{value}::smallint"),
            Value::Text(value) => format!("{}::text", quoted(value)),
            Value::Texts(values) => {
                let items: Vec<_> = values.iter().map(|value| quoted(value)).collect();
                format!("array[{}]::text[]", items.join(", "))
            }
            Value::Instant(value) => format!("'{value}'::timestamptz"),
            Value::Day(value) => format!("'{value}'::date"),
            Value::Days(values) => {
                let items: Vec<_> = values.iter().map(|value| format!("'{value}'")).collect();
                format!("array[{}]::date[]", items.join(", "))
            }
        };
        Shape { values: statement.values.iter().map(literal).collect(), text: statement.text }
    }
}
