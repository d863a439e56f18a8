//! What a text finds, closest first: in the order of the terms that begin so, whose tree is the index that is walked.
//!
//! The first page of a text that stands alone reads its first terms, as many more as are counted, and no row that is not shown.
//! Beside other filters, and on later pages, the terms are walked until the page is full; a record stands where its first term does.
//! What is one's own is found by the terms of one's branch, and elsewhere, a few rows, by its words.

use super::{COUNT_MAX, Filter, Kind, OWN_MAX, Page, Shared, Sort, arms};
use lending::access::Reach;
use std::fmt::Write;

/// The order of what a text finds; without a text, a list has its default order.
pub(super) static CLOSEST: Sort = Sort { name: "closest", column: "term", kind: Kind::Text, descending: false };

/// Terms of one range that are read to count records, of which a name and an e-mail address may begin so.
const TERMS_MAX: i64 = 2 * (COUNT_MAX + 1);

/// Terms of one range that are read for each row of a first page. Should records have more of them, on the average of a page, the page
/// is walked instead.
const TERMS_OF_A_ROW: i64 = 8;

/// What a filter's values hold: `{0}` and `{1}` where ranges of terms begin and end, `{2}` what all words match, `{3}` what the
/// terms of each range match besides, where there is such a thing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Terms {
    /// The kind of record, as `search_term` names it.
    pub kind: &'static str,
    /// How many ranges there are.
    pub ranges: usize,
    /// Whether terms have to match something besides.
    pub has_others: bool,
    /// Whether the words say more than the ranges.
    pub is_mixed: bool,
}

impl Terms {
    /// The values that ranges are told by.
    pub(super) const VALUES: [&str; 3] = ["{0}", "{1}", "{3}"];

    /// Whether records are counted by terms alone: on the first page of a text that stands alone.
    pub(super) fn is_counted(self, page: Option<&Page>, filters: &[Filter]) -> bool {
        page.is_some_and(Page::is_first) && filters.len() == 1 && !self.is_mixed
    }

    /// The ids that the ranges hold, as a filter has them.
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

    /// Whether a range holds a term.
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

/// The terms of a request, with the placeholders of what their filter's values hold.
pub(super) struct Ranges {
    pub(super) terms: Terms,
    /// Of [`Terms::VALUES`].
    pub(super) values: [String; 3],
    /// The active branch, where the reach is not the company.
    pub(super) branch: Option<String>,
}

impl Ranges {
    fn holds(&self, term: &str, n: usize) -> String {
        self.terms.holds(term, n, self.values.each_ref().map(String::as_str))
    }

    /// The first term of row `r` that any range holds.
    fn first(&self) -> String {
        let any = self.terms.each(|n| format!("({})", self.holds("x.term", n))).join(" or ");
        let terms = format!("unnest(search_terms('{}', r.words)) as t(term)", self.terms.kind);
        format!("(select min(x.term) from (select t.term collate \"C\" as term from {terms}) x where {any})")
    }
}

impl Shared<'_> {
    /// The keys of what a text finds, with what they need in front of the statement.
    pub(super) fn closest(&self, ranges: &Ranges, reach: Reach) -> (Vec<String>, String) {
        let elsewhere = (reach != Reach::Company).then(|| self.elsewhere(ranges));
        let mut withs: Vec<_> = elsewhere.iter().map(|own| format!("elsewhere as materialized ({own})")).collect();
        let own = if elsewhere.is_some() { " union all select id, term from elsewhere" } else { "" };
        if !self.counts {
            let walked = self.walked(ranges, reach);
            return (withs, format!("({walked}){own}"));
        }
        // Of one's own branch, all terms are read to find one's own among them: once for the page and the count.
        let (near, counted) = match reach {
            Reach::Own => (TERMS_MAX, "select id, range from terms".to_owned()),
            _ => (TERMS_OF_A_ROW * self.limit, self.trees(ranges, reach, "r.id", "r.term", TERMS_MAX)),
        };
        let terms = self.trees(ranges, reach, "r.id, r.term", &self.edge("r"), near);
        withs.push(format!("terms as materialized ({terms})"));
        withs.push(format!("counted as materialized ({counted})"));
        (withs, format!("select id, min(term) as term from terms group by id{own}"))
    }

    /// How many records [`Self::closest`] finds: more than are counted, where a range holds more terms than are read.
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

    /// The first terms of each range, in the company, the branch, or of one's own in the branch.
    fn trees(&self, ranges: &Ranges, reach: Reach, selected: &str, order: &str, limit: i64) -> String {
        let trees = ranges.terms.each(|n| {
            format!(
                "(select {selected}, {n} as range from {} order by {order} limit {limit})",
                self.tree(ranges, reach, n)
            )
        });
        trees.join(" union all ")
    }

    /// The rows of records with their first terms, term by term until the page is full.
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

    /// A range of the tree.
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

    /// One's own beyond one's branch, by its words.
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
