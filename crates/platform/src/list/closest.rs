//! Sorts text matches by closeness: the order of the terms that start with the text, which is the order of the index.
//!
//! The first page of a text search without other filters reads the first terms of the index, plus as many as it counts.
//! With other filters, and on later pages, it walks the terms until the page is full. A record appears at its first
//! matching term. In own and branch scope, the user's rows in other branches are few and are found by their words.

use super::{COUNT_MAX, Filter, Kind, OWN_MAX, Page, Shared, Sort, arms};
use lending::access::Reach;
use std::fmt::Write;

/// Sort order of text matches. Without a text, a list uses its default order.
pub(super) static CLOSEST: Sort = Sort { name: "closest", column: "term", kind: Kind::Text, descending: false };

/// Maximum number of terms read per range to count records. A record may match with a name and with an email address.
const TERMS_MAX: i64 = 2 * (COUNT_MAX + 1);

/// Number of terms read per row of a first page. If records match with more terms on average, the page is walked
/// instead.
const TERMS_OF_A_ROW: i64 = 8;

/// Values of a text filter: `{0}` and `{1}` are the starts and ends of term ranges, `{2}` expressions that all words
/// must match, `{3}` further conditions on the terms of each range, if any.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Terms {
    /// Kind of record in `search_term`.
    pub kind: &'static str,
    /// Number of ranges.
    pub ranges: usize,
    /// Terms must match further conditions.
    pub has_others: bool,
    /// The words restrict more than the ranges.
    pub is_mixed: bool,
}

impl Terms {
    /// Placeholders that define the ranges.
    pub(super) const VALUES: [&str; 3] = ["{0}", "{1}", "{3}"];

    /// Returns true if counting terms suffices: on the first page, with no other filter.
    pub(super) fn is_counted(self, page: Option<&Page>, filters: &[Filter]) -> bool {
        page.is_some_and(Page::is_first) && filters.len() == 1 && !self.is_mixed
    }

    /// Query for the ids in the ranges, in the form of a filter.
    pub(super) fn ids(self, table: &str) -> String {
        let ranges = self.each(|n| {
            let holds = self.holds("r.term", n, Self::VALUES);
            format!(
                "(select r.entity_id as id from search_term r where r.company_id = {{company}}{{unit}} and r.kind = '{}' \
                 and {holds} order by r.term limit 2 * {{limit}})",
                self.kind
            )
        });
        let words = format!(
            " where exists (select from {table} l where l.company_id = {{company}} and l.id = t.id and l.words ~ all ({{2}}))"
        );
        let words = if self.is_mixed { &words } else { "" };
        format!("select distinct t.id from ({}) t{words} limit {{limit}}", ranges.join(" union all "))
    }

    /// Condition that a term is in a range.
    fn holds(self, term: &str, n: usize, [from, until, others]: [&str; 3]) -> String {
        let mut holds = format!("{term} >= ({from}::text[])[{n}] and {term} < ({until}::text[])[{n}]");
        if self.has_others {
            let _ = write!(holds, " and {term} like all (string_to_array(({others}::text[])[{n}], '|'))");
        }
        holds
    }

    fn each(self, text: impl Fn(usize) -> String) -> Vec<String> {
        (1..=self.ranges).map(text).collect()
    }
}

/// The term ranges of a request with their placeholders.
pub(super) struct Ranges {
    pub(super) terms: Terms,
    /// Placeholders for [`Terms::VALUES`].
    pub(super) values: [String; 3],
    /// The active branch, unless the scope is the company.
    pub(super) branch: Option<String>,
}

impl Ranges {
    fn holds(&self, term: &str, n: usize) -> String {
        self.terms.holds(term, n, self.values.each_ref().map(String::as_str))
    }

    /// Expression for the first term of row `r` in any range.
    fn first(&self) -> String {
        let any = self.terms.each(|n| format!("({})", self.holds("x.term", n))).join(" or ");
        let terms = format!("unnest(search_terms('{}', r.words)) as t(term)", self.terms.kind);
        format!("(select min(x.term) from (select t.term collate \"C\" as term from {terms}) x where {any})")
    }
}

impl Shared<'_> {
    /// Keys of text matches, with the `with` clauses they need.
    pub(super) fn closest(&self, ranges: &Ranges, reach: Reach) -> (Vec<String>, String) {
        let elsewhere = (reach != Reach::Company).then(|| self.elsewhere(ranges));
        let mut withs: Vec<_> = elsewhere.iter().map(|own| format!("elsewhere as materialized ({own})")).collect();
        let own = if elsewhere.is_some() { " union all select id, term from elsewhere" } else { "" };
        if !self.counts {
            let walked = self.walked(ranges, reach);
            return (withs, format!("({walked}){own}"));
        }
        // In own scope, read all terms of the branch once, to find the user's rows for both page and count.
        let (near, counted) = match reach {
            Reach::Own => (TERMS_MAX, "select id, range from terms".to_owned()),
            _ => (TERMS_OF_A_ROW * self.limit, self.trees(ranges, reach, "r.id", "r.term", TERMS_MAX)),
        };
        let terms = self.trees(ranges, reach, "r.id, r.term", &self.edge("r"), near);
        withs.push(format!("terms as materialized ({terms})"));
        withs.push(format!("counted as materialized ({counted})"));
        (withs, format!("select id, min(term) as term from terms group by id{own}"))
    }

    /// Expression for the number of records that [`Self::closest`] finds. Exceeds the cap if a range has more terms
    /// than are read.
    pub(super) fn closest_counted(&self, ranges: &Ranges) -> String {
        let most = match ranges.terms.ranges {
            1 => "(select count(*) from counted)",
            _ => "(select max(c.count) from (select count(*) as count from counted group by range) c)",
        };
        let elsewhere = if ranges.branch.is_some() { " + (select count(*) from elsewhere)" } else { "" };
        format!(
            "case when {most} >= {TERMS_MAX} then {} else (select count(distinct id) from counted){elsewhere} end",
            COUNT_MAX + 1
        )
    }

    /// The first terms of each range in the scope.
    fn trees(&self, ranges: &Ranges, reach: Reach, selected: &str, order: &str, limit: i64) -> String {
        let trees = ranges.terms.each(|n| {
            format!(
                "(select {selected}, {n} as range from {} order by {order} limit {limit})",
                self.tree(ranges, reach, n)
            )
        });
        trees.join(" union all ")
    }

    /// Rows with their first term, walked term by term until the page is full.
    fn walked(&self, ranges: &Ranges, reach: Reach) -> String {
        let order = self.edge("r");
        let trees = ranges
            .terms
            .each(|n| format!("(select r.id, r.term from {} order by {order})", self.tree(ranges, reach, n)));
        format!(
            "select k.id, k.term from ({}) k cross join lateral \
             (select from {} r where r.company_id = {} and r.id = k.id and {} and k.term = {} offset 0) r{} limit {}",
            trees.join(" union all "),
            self.table.name,
            self.company,
            self.passes(),
            ranges.first(),
            self.order("k"),
            self.limit
        )
    }

    /// `from` clause for one term range.
    fn tree(&self, ranges: &Ranges, reach: Reach, n: usize) -> String {
        let (bounds, own) = match (reach, &ranges.branch) {
            (Reach::Own, Some(branch)) => (
                format!("r.company_id = {} and r.org_unit_id = {branch}{}", self.company, self.beyond),
                format!(" and r.id in ({})", self.own_ids("")),
            ),
            _ => (self.bounds(arms(self.table, reach)[0]), String::new()),
        };
        format!(
            "(select company_id, kind, org_unit_id, term, entity_id as id from search_term) r \
             where {bounds} and r.kind = '{}' and {}{own}",
            ranges.terms.kind,
            ranges.holds("r.term", n)
        )
    }

    /// The user's rows outside their branch, found by words.
    fn elsewhere(&self, ranges: &Ranges) -> String {
        format!(
            "select r.id, r.term from ({} limit {OWN_MAX}) o cross join lateral \
             (select r.id, {} as term from {} r where r.company_id = {} and r.id = o.id and {} offset 0) r \
             where r.term is not null{}",
            ranges.branch.as_deref().map_or_else(|| self.own_ids(""), |branch| self.own_ids_elsewhere(branch)),
            ranges.first(),
            self.table.name,
            self.company,
            self.passes(),
            self.beyond,
        )
    }
}
