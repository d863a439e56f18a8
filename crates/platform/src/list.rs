//! Lists, paged by key: the one place where SQL is put together.
//!
//! A list knows a closed set of sorts and filters. Each combination is a statement of its own shape, prepared once per
//! connection, and each reads an index and no more rows than it shows:
//!
//! - *company* and *unit* reach walk the index of the sort; with a filter that has an index ending in the default sort,
//!   that one.
//! - A filter without such an index first takes up to [`FOUND_MAX`] ids, which are sorted; where there are more, a second
//!   branch of the same statement walks the sort index, which then finds its rows soon.
//! - *own* reach does the same with up to [`OWN_MAX`] rows that name the membership; *unit* joins both by union, never by
//!   `or`. Rows that are led by it ([`Table::leader`]) are read from one index that holds every sort beside each other, so
//!   that a page of one's own reads no more of a large table than of a small one.
//!
//! The first page carries a count, capped at [`COUNT_MAX`]. A page that is not full is its own count; candidates are counted
//! in the statement that sorts them; only a walk is counted by a statement of its own.
//!
//! Plans are generic, so the planner does not know how much a filter lets through, and guesses too little. Two things
//! keep it on the way: `offset 0`, so that ids are looked up by the primary key, and `case when`, of which it expects half
//! to pass, so that a walk stops soon. A filter that somebody put together ([`Indexed::Composed`]) is planned for its own
//! values instead: which of its conditions lets the fewest rows through is known only with them.

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

/// Ids that a filter gives before sorting; beyond them the sort index is walked. At one row in a thousand a walk for a
/// page costs about what it costs to find as many by their words.
pub const FOUND_MAX: i64 = 1_000;

/// Ids of a person's own rows that are sorted; beyond them the sort index is walked.
pub const OWN_MAX: i64 = 5_000;

/// Rows that are counted; above them the count is capped.
pub const COUNT_MAX: i64 = 1_000;
// Where candidates are too many to be sorted, they are too many to be counted.
const _: () = assert!(FOUND_MAX >= COUNT_MAX);

/// What a sort column holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// An instant.
    Instant,
    /// A day.
    Day,
    /// A whole number of 64 bits.
    Number,
    /// A whole number of 16 bits.
    Small,
    /// A text under collation "C".
    Text,
}

/// A sort that a list offers.
#[derive(Debug)]
pub struct Sort {
    /// Its name in requests.
    pub name: &'static str,
    /// Its column; never null.
    pub column: &'static str,
    /// What the column holds.
    pub kind: Kind,
    /// Whether the first page shows the greatest first, unless the request says otherwise.
    pub descending: bool,
}

/// A table that is listed. Its indexes are (company_id, sort, id) and (company_id, org_unit_id, sort, id) for each sort.
#[derive(Debug)]
pub struct Table {
    /// The table; `r` in all fragments below.
    pub name: &'static str,
    /// The sorts; the first is the default.
    pub sorts: &'static [Sort],
    /// Columns of the answer, over `r` and the joins.
    pub columns: &'static str,
    /// What is joined to the rows of a page, for columns of other tables.
    pub joins: &'static str,
    /// Ids of the rows that name a membership, `{company}` and `{membership}` for the two values. Where `t` knows the unit
    /// of the row, `{elsewhere}` holds back what the other ways to the rows of a reach have already.
    pub own_ids: &'static str,
    /// Whether row `r` names the membership.
    pub is_own: &'static str,
    /// Whoever leads a row, where most of what names somebody is led by them.
    pub leader: Option<Leader>,
    /// The kind of its rows in `search_term`, where what a text finds can be listed closest first.
    pub terms: Option<&'static str>,
}

/// The membership that leads a row. An index begins with (company_id, column) and holds all sorts and the id.
#[derive(Clone, Copy, Debug)]
pub struct Leader {
    /// Its column.
    pub column: &'static str,
    /// What leaves out of [`Table::own_ids`] the rows that it leads, in place of `{elsewhere}`.
    pub beside: &'static str,
}

/// A filter of a request.
#[derive(Clone, Debug)]
pub struct Filter {
    /// Whether row `r` passes; `{0}`, `{1}` for the values.
    pub passes: Cow<'static, str>,
    /// Ids of the rows that pass, at most `{limit}`, for sorts without an index of this filter. Where the reach is a branch,
    /// `{unit}` is replaced by a condition on `r` and `{unit_id}` by its id; else by nothing and `null`.
    pub ids: Cow<'static, str>,
    /// The values.
    pub values: Vec<Value>,
    /// Whether indexes exist that begin with this filter and end in the default sort.
    pub has_index: Indexed,
}

/// For which reach a filter has an index ending in the default sort.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Indexed {
    /// In both: (company_id, filter, sort, id) and (company_id, org_unit_id, filter, sort, id), or the first with the unit beside.
    Everywhere,
    /// In both, for further sorts as well, by their names.
    EverywhereFor(&'static [&'static str]),
    /// In the company only.
    Company,
    /// In none.
    Nowhere,
    /// In none; the ids are what its own conditions give, by whichever indexes the planner finds best for their values. It
    /// stands last and holds the conditions of those before it, of which one that has an index leads a walk.
    Composed,
    /// In none of a sort, but in that of what the text finds, closest first.
    Terms(Terms),
}

impl Indexed {
    fn is_nowhere(self) -> bool {
        matches!(self, Indexed::Nowhere | Indexed::Composed | Indexed::Terms(_))
    }
}

/// A value in a statement.
#[derive(Clone, Debug)]
pub enum Value {
    /// bigint
    Number(i64),
    /// bigint[]
    Numbers(Vec<i64>),
    /// smallint
    Small(i16),
    /// text
    Text(String),
    /// text[]
    Texts(Vec<String>),
    /// timestamptz
    Instant(Timestamp),
    /// date
    Day(Date),
    /// date[]
    Days(Vec<Date>),
}

/// Whose rows.
#[derive(Clone, Copy, Debug)]
pub struct Scope {
    /// How far.
    pub reach: Reach,
    /// The company.
    pub company: i64,
    /// The active unit.
    pub org_unit: i64,
    /// The active membership.
    pub membership: i64,
}

/// Which page.
#[derive(Clone, Debug)]
pub struct Page {
    /// Rows of it.
    pub limit: u32,
    /// Rows to pass over, for pickers.
    offset: u32,
    sort: &'static Sort,
    is_default_sort: bool,
    descending: bool,
    cursor: Option<Cursor>,
    /// In which way its text is looked for.
    way: usize,
}

/// A place between two rows, as it travels to the web and back: opaque there.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Cursor {
    /// The sort's name.
    s: String,
    /// Greatest first.
    d: bool,
    /// The sort value of the row at the edge.
    v: serde_json::Value,
    /// Its id.
    i: i64,
    /// Number of the first row of the page beyond, counted from 1.
    n: u64,
    /// The page before, not the one after.
    b: bool,
    /// In which way the text is looked for.
    #[serde(default)]
    w: usize,
}

/// A row with the key it is sorted by.
pub trait Keyed {
    /// The id.
    fn id(&self) -> i64;
    /// The value of a sort, as it is written into a cursor.
    fn sort_value(&self, sort: &str) -> serde_json::Value;
}

/// Rows of a page, and how to go on from it.
#[derive(Debug)]
pub struct Rows<T> {
    /// The rows.
    pub rows: Vec<T>,
    /// Number of the first one, counted from 1; 0 where there are none.
    pub first_row: u64,
    /// `after` for the next page, where there is one.
    pub next: Option<String>,
    /// `after` for the page before, where there is one.
    pub previous: Option<String>,
    /// With the first page only: how many rows there are in all.
    pub count: Option<Count>,
    /// The name of the sort they are in: the default one where a text has nothing that is closest.
    pub sort: &'static str,
}

/// A row of a page, with what its statement counted.
struct Counted<T> {
    row: T,
    counted: Option<i64>,
}

impl<'r, T: FromRow<'r, PgRow>> FromRow<'r, PgRow> for Counted<T> {
    fn from_row(row: &'r PgRow) -> sqlx::Result<Self> {
        Ok(Self { row: T::from_row(row)?, counted: row.try_get("counted")? })
    }
}

/// A count, capped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Count {
    /// At most [`COUNT_MAX`].
    pub count: i64,
    /// There are more.
    pub is_capped: bool,
}

impl Count {
    fn capped(count: i64) -> Self {
        Self { count: count.min(COUNT_MAX), is_capped: count > COUNT_MAX }
    }
}

impl Page {
    /// Reads a request's sort and place.
    ///
    /// # Errors
    /// An unknown sort or direction, or an `after` that no answer gave.
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

    /// Knows whether it is sorted as the list is by default.
    fn sorted(self, table: &Table) -> Self {
        Self { is_default_sort: self.sort.name == table.sorts[0].name, ..self }
    }

    /// The same of a list in which no text tells what is closest.
    fn without_text(self, table: &'static Table) -> Self {
        let sort = &table.sorts[0];
        match self.is_closest_first() {
            true => Self { sort, descending: sort.descending, ..self }.sorted(table),
            false => self.sorted(table),
        }
    }

    /// The same with its text looked for in one of its ways.
    fn on_way(&self, way: usize, table: &'static Table, filters: &[Filter]) -> Self {
        let page = Self { way, ..self.clone() };
        let has_terms = filters.iter().any(|filter| matches!(filter.has_index, Indexed::Terms(_)));
        if has_terms { page } else { page.without_text(table) }
    }

    /// Whether its place can be one that this list has given.
    fn is_from_this_list(&self) -> bool {
        self.cursor.as_ref().is_none_or(|cursor| {
            cursor.s == self.sort.name && cursor.d == self.descending && cursor.value(self.sort.kind).is_some()
        })
    }

    /// The same without its first rows: for pickers, which turn pages by number and no further than
    /// [`crate::extract::OFFSET_MAX`].
    #[must_use]
    pub fn passing_over(self, offset: u32) -> Self {
        Self { offset, ..self }
    }

    /// Whether it is the first page, which carries the count.
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

/// A statement as it is put together: its text, and the values in the order of their numbers.
struct Statement {
    text: String,
    values: Vec<Value>,
}

impl Statement {
    fn new() -> Self {
        Self { text: String::with_capacity(2_000), values: Vec::new() }
    }

    /// The placeholder of a new value.
    fn value(&mut self, value: Value) -> String {
        self.values.push(value);
        format!("${}", self.values.len())
    }
}

/// The parts of a request that every arm of a statement shares, with their placeholders.
struct Shared<'a> {
    table: &'a Table,
    page: Option<&'a Page>,
    company: String,
    unit: Option<String>,
    membership: Option<String>,
    /// Each filter's condition, placeholders filled in.
    passes: Vec<Pass>,
    /// The filter whose ids are taken first, with its ids, where it has no index for the sort.
    source: Option<(String, Indexed)>,
    /// Condition that lies beyond the page's edge.
    beyond: String,
    /// Rows that each arm gives.
    limit: i64,
    /// Whether candidates are counted: then they are all given.
    counts: bool,
    /// The terms of the text, where they are the order.
    ranges: Option<Ranges>,
}

/// A filter's condition, and where there is an index that begins with it.
struct Pass {
    condition: String,
    indexed: Indexed,
}

/// One way to reach rows; a reach has one or two.
#[derive(Clone, Copy, PartialEq)]
enum Arm {
    Company,
    Unit,
    Led,
    Own,
}

/// The ways to the rows of a reach.
fn arms(table: &Table, reach: Reach) -> &'static [Arm] {
    match (reach, table.leader) {
        (Reach::Company, _) => &[Arm::Company],
        (Reach::Unit, _) => &[Arm::Unit, Arm::Own],
        (Reach::Own, Some(_)) => &[Arm::Led, Arm::Own],
        (Reach::Own, None) => &[Arm::Own],
    }
}

impl Shared<'_> {
    /// `order by` of an arm, towards the page.
    fn order(&self, alias: &str) -> String {
        match self.edge(alias) {
            edge if edge.is_empty() => edge,
            edge => format!(" order by {edge}"),
        }
    }

    /// What a page is ordered by; nothing where there is no page.
    fn edge(&self, alias: &str) -> String {
        self.page.map_or_else(String::new, |page| {
            let way = if page.descending != page.is_backward() { "desc" } else { "asc" };
            format!("{alias}.{} {way}, {alias}.id {way}", page.sort.column)
        })
    }

    /// What each arm selects: the key and the id.
    fn selected(&self) -> String {
        match self.page {
            Some(page) => format!("r.id, r.{}", page.sort.column),
            None => "r.id".to_owned(),
        }
    }

    /// Which rows an arm is about, before filters: company, unit and edge.
    fn bounds(&self, arm: Arm) -> String {
        match (arm, &self.unit) {
            (Arm::Unit, Some(unit)) => {
                format!("r.company_id = {} and r.org_unit_id = {unit}{}", self.company, self.beyond)
            }
            _ => format!("r.company_id = {}{}", self.company, self.beyond),
        }
    }

    /// The filters' conditions on `r`.
    fn passes(&self) -> String {
        match self.passes.is_empty() {
            true => "true".to_owned(),
            false => self.passes.iter().map(|pass| pass.condition.as_str()).collect::<Vec<_>>().join(" and "),
        }
    }

    /// The conditions on `r` of an arm.
    fn conditions(&self, arm: Arm) -> String {
        format!("{} and {}", self.bounds(arm), self.passes())
    }

    /// An arm that walks one index and stops when the page is full.
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

    /// An arm that takes up to `most` ids first and sorts them, or walks the sort index where there are too many.
    fn candidates(&self, arm: Arm, candidates: &Candidates<'_>) -> (String, String) {
        let Candidates { name, ids, most, is_candidate } = candidates;
        let with = format!(
            "{name} as materialized ({ids}), {name}_count as materialized (select count(*) as count from {name})"
        );
        // A filter that has an index for the sort leads the walk; the others are looked at row by row.
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

    /// Whether the membership leads row `r`.
    fn is_led(&self) -> String {
        let column = self.table.leader.map_or("id", |leader| leader.column);
        format!("r.{column} = {}", self.membership.as_deref().unwrap_or("null"))
    }

    /// The arm of the rows that the membership leads, which are read from one index and sorted, or walked where there are
    /// too many. No filter leads to another index.
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

    /// A fragment of the table with company and membership filled in.
    fn fill(&self, text: &str) -> String {
        let text = text.replace("{company}", &self.company);
        match &self.membership {
            Some(membership) => text.replace("{membership}", membership),
            None => text,
        }
    }

    /// The ids of the rows that name the membership, but for those that are held back.
    fn own_ids(&self, elsewhere: &str) -> String {
        self.fill(self.table.own_ids).replace("{elsewhere}", elsewhere)
    }

    /// The ids of the rows of other units that name the membership, where that stands beside it: the units before and those
    /// behind, each a range of an index.
    fn own_ids_elsewhere(&self, unit: &str) -> String {
        match self.table.own_ids.contains("{elsewhere}") {
            true => {
                ["<", ">"].map(|side| self.own_ids(&format!(" and t.org_unit_id {side} {unit}"))).join(" union all ")
            }
            false => self.own_ids(""),
        }
    }

    /// The ids of the rows that name the membership and that no other arm of its reach has.
    fn own_ids_beside(&self) -> String {
        match (&self.unit, self.table.leader) {
            (Some(unit), _) => self.own_ids_elsewhere(unit),
            (None, Some(leader)) => self.own_ids(leader.beside),
            (None, None) => self.own_ids(""),
        }
    }

    /// Ids of a filter, wherever in the company.
    fn ids_of_company(&self, ids: &str, limit: i64) -> String {
        ids.replace("{company}", &self.company)
            .replace("{unit}", "")
            .replace("{unit_id}", "null")
            .replace("{limit}", &limit.to_string())
    }

    /// The ids of the filter whose ids are taken first, where the reach is a branch those of that branch.
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

    /// The arm and what it needs in front of the statement.
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

    /// Whether an arm walks an index that gives the rows as they are asked for; else it takes candidates.
    fn walks(&self, arm: Arm) -> bool {
        match (arm, &self.source) {
            (Arm::Led | Arm::Own, _) => false,
            (_, None) => true,
            (_, Some((_, indexed))) => self.serves(*indexed, arm),
        }
    }

    /// Whether an index that begins with a filter gives the rows as they are asked for; in no order, each does.
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

    /// How many rows there are, from `keys` that hold all candidates; null where there are too many candidates to tell.
    fn counted(&self, reach: Reach) -> String {
        if let Some(ranges) = &self.ranges {
            return self.closest_counted(ranges);
        }
        let mut cases = String::new();
        if let (true, Some((ids, indexed))) = (reach != Reach::Own, &self.source) {
            // Too many candidates of all filters are too many rows, unless they lie in other branches.
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

    /// All arms of a reach, as one set of keys.
    fn keys(&self, reach: Reach) -> (Vec<String>, String) {
        if let Some(ranges) = &self.ranges {
            return self.closest(ranges, reach);
        }
        let (withs, texts): (Vec<_>, Vec<_>) = arms(self.table, reach).iter().map(|arm| self.arm(*arm)).unzip();
        let union = texts.into_iter().map(|text| format!("({text})")).collect::<Vec<_>>().join(" union ");
        (withs.into_iter().flatten().collect(), union)
    }
}

/// Ids that are taken before sorting.
struct Candidates<'a> {
    /// What they are called in the statement.
    name: &'a str,
    /// The query of the ids, which gives one more than are sorted where there are as many.
    ids: String,
    /// Up to how many are sorted.
    most: i64,
    /// What tells that row `r` is one of them, where the filters don't.
    is_candidate: Option<String>,
}

/// The values of a filter, of which those are taken into a statement that it names.
struct Placeholders<'a> {
    values: &'a [Value],
    taken: Vec<Option<String>>,
}

impl Placeholders<'_> {
    /// A text of the filter with placeholders in place of `{0}` and so on.
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

/// Prepares what every arm shares.
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
            // Across the company, the terms of a text that stands alone say it all.
            if terms.is_counted(page, filters) && scope.reach == Reach::Company {
                continue;
            }
        }
        passes.push(Pass { condition: placeholders.fill(statement, &filter.passes), indexed: filter.has_index });
        // The last filter is the most selective by convention: text after stage and officer; what somebody put together
        // holds the others. An indexed one serves alone only.
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

/// The statement of a page, which counts where that can be done while its candidates are read.
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

/// The statement of a capped count.
fn count_statement(table: &Table, scope: Scope, filters: &[Filter]) -> Statement {
    let mut statement = Statement::new();
    let shared = share(&mut statement, table, scope, filters, None, COUNT_MAX + 1);
    // Across the company, the ids of all filters are the rows themselves.
    if let (Reach::Company, Some((ids, indexed))) = (scope.reach, &shared.source)
        && (filters.len() == 1 || *indexed == Indexed::Composed)
    {
        let ids = shared.ids_of_company(ids, COUNT_MAX + 1);
        // Where the ids come from a function, nothing else would tell the type of the company.
        let _ = write!(statement.text, "select count(*) from ({ids}) c where {}::bigint is not null", shared.company);
        return statement;
    }
    let (withs, keys) = shared.keys(scope.reach);
    let with = if withs.is_empty() { String::new() } else { format!("with {} ", withs.join(", ")) };
    let _ = write!(statement.text, "{with}select count(*) from (select 1 from ({keys}) k limit {}) c", COUNT_MAX + 1);
    statement
}

/// The statement of whether a filter lets anything through, wherever in the company.
fn any_statement(table: &Table, company: i64, filter: &Filter) -> Statement {
    let mut statement = Statement::new();
    let scope = Scope { reach: Reach::Company, company, org_unit: company, membership: company };
    let shared = share(&mut statement, table, scope, std::slice::from_ref(filter), None, 1);
    let ids = shared.source.as_ref().map(|(ids, _)| shared.ids_of_company(ids, 1)).unwrap_or_default();
    let _ = write!(statement.text, "select exists ({ids}) and {}::bigint is not null", shared.company);
    statement
}

/// Has what follows in this transaction planned for its own values, where a filter asks for that.
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

/// Reads a page; the first one with its count.
///
/// # Errors
/// The database's.
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
    // Records of which a text finds many terms each have left room.
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
    // Going back, there is always the page one came from; going on, there is one before unless it is the first.
    let (has_previous, has_next) = if backward { (more, true) } else { (page.cursor.is_some(), more) };
    let previous = rows.first().filter(|_| has_previous).map(|row| page.cursor_at(row, first_row, true));
    let next = rows
        .last()
        .filter(|_| has_next)
        .map(|row| page.cursor_at(row, first_row.saturating_add(rows.len() as u64), false));
    Ok(Rows { rows, first_row, next, previous, count, sort: page.sort.name })
}

/// The statement of rows that are laid out by their sort value.
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

/// The first rows of a page, which may be long, laid out by their sort value: up to `each` of each value, with how many of that
/// value the page has.
///
/// # Errors
/// The database's.
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

/// The statement of rows that are laid out by their sort value.
#[must_use]
pub fn spread_shape(table: &Table, scope: Scope, filters: &[Filter], page: &Page, each: u32) -> Shape {
    spread_statement(table, scope, filters, page, each).into()
}

/// Whether a filter lets anything through, wherever in the company.
///
/// # Errors
/// The database's.
async fn any(connection: &mut PgConnection, table: &Table, company: i64, filter: &Filter) -> Result<bool> {
    let (any,): (bool,) = bind(any_statement(table, company, filter)).fetch_one(connection).await?;
    Ok(any)
}

/// Counts, up to [`COUNT_MAX`].
///
/// # Errors
/// The database's.
pub async fn count(connection: &mut PgConnection, table: &Table, scope: Scope, filters: &[Filter]) -> Result<Count> {
    plan_for(connection, filters).await?;
    let (count,): (i64,) = bind(count_statement(table, scope, filters)).fetch_one(connection).await?;
    Ok(Count::capped(count))
}

/// The statement of rows that are chosen: up to one more than `most`.
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

/// Ids and versions of all rows of a list, which has versions; none where there are more than `most`.
///
/// # Errors
/// The database's.
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

/// The statement of rows that are chosen.
#[must_use]
pub fn chosen_shape(table: &Table, scope: Scope, filters: &[Filter], most: u32) -> Shape {
    chosen_statement(table, scope, filters, most).into()
}

/// How the rows of a list are summed up.
#[derive(Debug)]
pub struct Totals {
    /// The column by which; a bigint that is never null.
    pub by: &'static str,
    /// The column that is added up; a bigint that is never null.
    pub of: &'static str,
}

/// The sum of the rows that have one value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Total {
    /// The value.
    pub by: i64,
    /// How many rows.
    pub count: i64,
    /// The column, added up.
    pub sum: i64,
}

/// The statement of totals: an aggregate over the index that holds both columns in each reach. Rows that a filter without
/// an index finds are summed up as long as a page would sort them; the row of none says that there are more.
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
        // What lies in the branch, or is led, is summed up by the other arm.
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

/// Sums rows up; none where a filter finds too many.
///
/// # Errors
/// The database's.
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

/// The statement of totals.
#[must_use]
pub fn totals_shape(table: &Table, scope: Scope, filters: &[Filter], totals: &Totals) -> Shape {
    totals_statement(table, scope, filters, totals).into()
}

/// A statement as PostgreSQL's own tools take it: its text and its values as literals. For the test that explains every
/// shape, and for measurements beside pgbench.
#[derive(Clone, Debug)]
pub struct Shape {
    /// The statement with its placeholders.
    pub text: String,
    /// The values in the order of their numbers, as SQL literals with their types.
    pub values: Vec<String>,
}

/// The statement of a page.
#[must_use]
pub fn page_shape(table: &Table, scope: Scope, filters: &[Filter], page: &Page) -> Shape {
    page_statement(table, scope, filters, page, true).into()
}

/// The statement of a count.
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
