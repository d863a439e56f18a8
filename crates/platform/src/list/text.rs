//! Text search in lists.

use super::{Count, Filter, Indexed, Keyed, Page, Rows, Scope, Table, Terms, Value, any, count, page};
use crate::error::Result;
use lending::search::{Search, TextFilter, search, text_filter};
use sqlx::{FromRow, PgConnection, postgres::PgRow};

/// SQL for text search in a list, in the form of a [`Filter`]. Rows need `words`, and `name_key` for name search.
#[derive(Debug)]
pub struct TextSearch {
    /// Query for ids whose words contain `{0}` and all of `{1}`.
    pub words: &'static str,
    /// Condition that row `r` has an email address in the range `{0}` to `{1}`, and the query for their ids.
    pub email: (&'static str, &'static str),
    /// Condition that row `r` has a name in the range `{0}` to `{1}`, and the query for their ids.
    pub name: (&'static str, &'static str),
}

impl TextSearch {
    /// Filters for rows whose words contain a text. Empty if the text has no searchable characters.
    #[must_use]
    pub fn filters(&self, text: &str) -> Vec<Filter> {
        self.filter(text, "r.words like {0} and r.words like all ({1})").into_iter().collect()
    }

    /// Filters for rows whose name contains a text, for pickers that search first and last names.
    #[must_use]
    pub fn name_filters(&self, text: &str) -> Vec<Filter> {
        self.filter(text, "r.name_key like {0} and r.name_key like all ({1})").into_iter().collect()
    }

    fn filter(&self, text: &str, contains: &'static str) -> Option<Filter> {
        let ((passes, ids), values) = match text_filter(text)? {
            TextFilter::Contains { longest, others } => {
                ((contains, self.words), vec![Value::Text(longest), Value::Texts(others)])
            }
            TextFilter::Email { from, until } => (self.email, vec![Value::Text(from), Value::Text(until)]),
            TextFilter::Begins { from, until } => (self.name, vec![Value::Text(from), Value::Text(until)]),
        };
        Some(Filter { passes: passes.into(), ids: ids.into(), values, has_index: Indexed::Nowhere })
    }

    /// Search variants of a text in a list.
    #[must_use]
    pub fn typed(&self, table: &Table, text: &str) -> Typed {
        let begins = table.terms.zip(search(text)).map(|(kind, search)| begins(table, kind, search));
        Typed(begins.into_iter().chain(self.filters(text)).collect())
    }
}

/// Search variants of a text. The first one that matches anything in the company is used: word prefixes, then
/// substrings.
#[derive(Clone, Debug, Default)]
pub struct Typed(Vec<Filter>);

/// Filter for records with a word that starts with the text.
fn begins(table: &Table, kind: &'static str, search: Search) -> Filter {
    let Search { ranges, expressions, is_mixed } = search;
    let has_others = ranges.iter().any(|range| !range.others.is_empty());
    let terms = Terms { kind, ranges: ranges.len(), has_others, is_mixed };
    let others: Vec<_> = ranges.iter().map(|range| range.others.join("|")).collect();
    let (from, until) = ranges.into_iter().map(|range| (range.from, range.until)).unzip();
    let values = [from, until, expressions].into_iter().chain(has_others.then_some(others));
    Filter {
        passes: "r.words ~ all ({2})".into(),
        ids: terms.ids(table.name).into(),
        values: values.map(Value::Texts).collect(),
        has_index: Indexed::Terms(terms),
    }
}

impl Typed {
    /// The first variant as a filter, for the test that explains it.
    #[must_use]
    pub fn first(&self) -> Vec<Filter> {
        self.0.iter().take(1).cloned().collect()
    }

    /// All variants, or one without a filter if the text is empty.
    fn ways(&self) -> Vec<Option<&Filter>> {
        if self.0.is_empty() { vec![None] } else { self.0.iter().map(Some).collect() }
    }
}

/// Reads a page of text matches, combined with other filters.
pub async fn page_by_text<T>(
    connection: &mut PgConnection,
    table: &'static Table,
    scope: Scope,
    filters: &[Filter],
    text: &Typed,
    asked: &Page,
) -> Result<Rows<T>>
where
    T: Keyed + Send + Unpin + for<'r> FromRow<'r, PgRow>,
{
    let ways = text.ways();
    let last = ways.len() - 1;
    let mut way = asked.way.min(last);
    loop {
        let filters: Vec<_> = filters.iter().chain(ways[way]).cloned().collect();
        let rows = page(connection, table, scope, &filters, &asked.on_way(way, table, &filters)).await?;
        if !rows.rows.is_empty()
            || !asked.is_first()
            || way == last
            || is_known(connection, table, scope, ways[way]).await?
        {
            return Ok(rows);
        }
        way += 1;
    }
}

/// Counts text matches, combined with other filters.
pub async fn count_by_text(
    connection: &mut PgConnection,
    table: &Table,
    scope: Scope,
    filters: &[Filter],
    text: &Typed,
) -> Result<Count> {
    let mut found = Count { count: 0, is_capped: false };
    for way in text.ways() {
        let filters: Vec<_> = filters.iter().chain(way).cloned().collect();
        found = count(connection, table, scope, &filters).await?;
        if found.count > 0 || is_known(connection, table, scope, way).await? {
            break;
        }
    }
    Ok(found)
}

/// Returns true if a search variant matches anything in the company.
async fn is_known(connection: &mut PgConnection, table: &Table, scope: Scope, way: Option<&Filter>) -> Result<bool> {
    match way {
        Some(filter) => any(connection, table, scope.company, filter).await,
        None => Ok(false),
    }
}
