//! Searches all types of records for a text.

use crate::store::{self, Found, Row};
use axum::extract::State;
use borrowers::contact_reach;
use lending::{
    access::{Permission, Reach},
    search::{Mistyped, SEARCHED_LETTERS_MIN, Search, search as read, ssn_ending},
};
use platform::{
    Actor, App, Error, Result, Tx,
    db::Date,
    extract::{Json, ListQuery, Query},
    keys::mac,
    record::Audit,
};
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::collections::{HashMap, HashSet};
use utoipa::{IntoParams, ToSchema};

/// Default number of results per type.
const ROWS: u32 = 10;
/// Maximum number of results per type that are counted or shown.
const COUNT_MAX: usize = 100;

/// A type of record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Kind {
    Loan,
    Lead,
    Borrower,
    Contact,
    Task,
}

impl Kind {
    /// Name of the type in the search index.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Kind::Loan => "loan",
            Kind::Lead => "lead",
            Kind::Borrower => "borrower",
            Kind::Contact => "contact",
            Kind::Task => "task",
        }
    }
}

/// Search parameters.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct In {
    /// At least two characters: words of a name in any order, a number, an email address or its beginning, or the end
    /// of a phone number. Users who can reveal Social Security numbers can also search for the last four digits.
    string: Option<String>,
    /// Results per type; 10 by default, at most 100.
    limit: Option<u32>,
    /// Number of results per type to skip.
    offset: Option<u32>,
}

/// Search results by type, limited to records that the user can see.
#[derive(Serialize, ToSchema)]
#[schema(as = SearchResults)]
pub struct Out {
    loans: KindOut,
    leads: KindOut,
    borrowers: KindOut,
    contacts: KindOut,
    tasks: KindOut,
}

/// Results of one type, sorted by the matching term.
#[derive(Default, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SearchedKind)]
pub struct KindOut {
    rows: Vec<RowOut>,
    /// Number of results, at most 100.
    count: usize,
    /// Whether there are more results than `count`.
    count_is_capped: bool,
}

/// A search result.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SearchedRecord)]
pub struct RowOut {
    id: i64,
    /// Name of a person, names of a loan's borrowers, or title of a task.
    name: String,
    /// Number of a loan, or of a task's loan.
    #[serde(skip_serializing_if = "Option::is_none")]
    loan_number: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    email: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    phone: Option<String>,
    /// Stage of a loan, or status of a lead or task.
    #[serde(skip_serializing_if = "Option::is_none")]
    status: Option<String>,
    /// Officer of a loan, owner of a lead, company of a contact, or assignee of a task.
    #[serde(skip_serializing_if = "Option::is_none")]
    whose: Option<String>,
    /// Due date of a task.
    #[serde(skip_serializing_if = "Option::is_none")]
    due_date: Option<Date>,
}

/// Searches all records that the user can see. If nothing matches the text as typed, the search tolerates a typing
/// error.
#[utoipa::path(get, path = "/api/search", tag = "search", operation_id = "searchEverything", params(In), responses((status = 200, body = Out), (status = 402), (status = 422)))]
pub async fn search(actor: Actor, State(app): State<App>, Query(query): Query<In>) -> Result<Json<Out>> {
    let limit = query.limit.or(Some(ROWS));
    let asked = ListQuery { limit, offset: query.offset, string: query.string, only_count: None, show_loader: None };
    let (limit, offset, text) = asked.check()?;
    let text = text.unwrap_or_default();
    if text.chars().filter(|c| !c.is_whitespace()).count() < SEARCHED_LETTERS_MIN {
        return Err(Error::field("string", "Type at least two characters"));
    }
    let mut tx = actor.begin(&app, Permission::Search).await?;
    let reaches = reaches(&mut tx).await?;
    let shown = offset as usize..(offset as usize + limit as usize).min(COUNT_MAX);
    let may_reveal = tx.actor().access.grants.may(Permission::LoanReveal);
    let ending = ssn_ending(text).filter(|_| may_reveal);
    let by_number = match ending {
        Some(ending) => by_ssn_ending(&app, &mut tx, &reaches, ending).await?,
        None => Vec::new(),
    };
    let mut out = match read(text) {
        Some(typed) => answers(&mut tx, &reaches, &typed, by_number, &shown).await?,
        None => HashMap::new(),
    };
    if let (true, Some(mistyped)) = (out.is_empty(), Mistyped::read(text)) {
        let occurring = store::occurring(&mut tx, &mistyped).await?;
        out = answers(&mut tx, &reaches, &mistyped.search(&occurring), Vec::new(), &shown).await?;
    }
    if ending.is_some() {
        tx.commit().await?;
    }
    let mut of = |kind| out.remove(&kind).unwrap_or_default();
    Ok(Json(Out {
        loans: of(Kind::Loan),
        leads: of(Kind::Lead),
        borrowers: of(Kind::Borrower),
        contacts: of(Kind::Contact),
        tasks: of(Kind::Task),
    }))
}

/// Results of a text by type, added to results found before.
async fn answers(
    tx: &mut Tx,
    reaches: &[(Kind, Reach)],
    typed: &Search,
    mut already: Vec<Found>,
    shown: &std::ops::Range<usize>,
) -> Result<HashMap<Kind, KindOut>> {
    let mut found = store::find(tx, reaches, typed).await?;
    found.append(&mut already);
    let mut out = HashMap::new();
    for (kind, found) in by_kind(reaches, found) {
        let answered = answer(tx, kind, found, typed, shown.clone()).await?;
        if answered.count > 0 {
            out.insert(kind, answered);
        }
    }
    Ok(out)
}

/// Finds records by the last four digits of a Social Security number. The audit log records the search but not the
/// digits.
async fn by_ssn_ending(app: &App, tx: &mut Tx, reaches: &[(Kind, Reach)], ending: &str) -> Result<Vec<Found>> {
    let key = mac(&app.keys.endings(tx.company()), &[ending.as_bytes()]);
    let found = store::by_ssn_ending(tx, reaches, &key).await?;
    let of =
        |kind: Kind| found.iter().filter(|found| found.kind == kind.name()).map(|found| found.id).collect::<Vec<_>>();
    tx.audit(Audit {
        action: "ssn.search",
        entity: "ssn",
        entity_id: "last-four",
        before: None,
        after: Some(json!({"loans": of(Kind::Loan), "borrowers": of(Kind::Borrower)})),
    })
    .await?;
    Ok(found)
}

/// The types of records that the user can see, with the access scope for each.
async fn reaches(tx: &mut Tx) -> Result<Vec<(Kind, Reach)>> {
    let contacts = contact_reach(tx).await?;
    let actor = tx.actor();
    let reach = |permission| actor.access.grants.reach(permission, actor.consolidated);
    let kinds = [
        (Kind::Loan, Permission::LoanView, actor.loan_reach()),
        (Kind::Lead, Permission::LeadView, reach(Permission::LeadView)),
        (Kind::Borrower, Permission::ContactView, contacts),
        (Kind::Contact, Permission::ContactView, contacts),
        (Kind::Task, Permission::TaskView, reach(Permission::TaskView)),
    ];
    let seen = kinds.into_iter().filter(|(_, permission, _)| actor.access.grants.may(*permission));
    Ok(seen.map(|(kind, _, reach)| (kind, reach)).collect())
}

/// Results of one type without duplicates, sorted by the matching term, and whether there may be more.
struct OfKind {
    ids: Vec<i64>,
    is_capped: bool,
}

fn by_kind(kinds: &[(Kind, Reach)], mut found: Vec<Found>) -> Vec<(Kind, OfKind)> {
    found.sort_by(|one, other| (&one.term, one.id).cmp(&(&other.term, other.id)));
    let of_kind = |kind: Kind| {
        let mut seen = HashSet::new();
        let of_it = || found.iter().filter(|found| found.kind == kind.name());
        OfKind {
            ids: of_it().map(|found| found.id).filter(|id| seen.insert(*id)).collect(),
            is_capped: of_it().any(|found| found.is_last),
        }
    };
    kinds.iter().map(|(kind, _)| (*kind, of_kind(*kind))).filter(|(_, of)| !of.ids.is_empty()).collect()
}

/// Reads the displayed fields of one type's results.
async fn answer(
    tx: &mut Tx,
    kind: Kind,
    found: OfKind,
    typed: &Search,
    shown: std::ops::Range<usize>,
) -> Result<KindOut> {
    let OfKind { mut ids, is_capped } = found;
    let is_capped = is_capped || ids.len() > COUNT_MAX;
    ids.truncate(COUNT_MAX);
    let (start, end) = (shown.start.min(ids.len()), shown.end.min(ids.len()));
    let (rows, count) = match typed.is_mixed {
        // Only the records' words decide which of them match.
        true => {
            let rows = store::rows(tx, kind, &ids, &typed.expressions).await?;
            let count = rows.len();
            (rows.into_iter().skip(start).take(end - start).collect(), count)
        }
        false => (store::rows(tx, kind, &ids[start..end], &[]).await?, ids.len()),
    };
    Ok(KindOut { rows: rows.into_iter().map(RowOut::from).collect(), count, count_is_capped: is_capped })
}

impl From<Row> for RowOut {
    fn from(row: Row) -> Self {
        let Row { id, name, loan_number, email, phone, status, whose, due_date } = row;
        RowOut { id, name, loan_number, email, phone, status, whose, due_date }
    }
}
