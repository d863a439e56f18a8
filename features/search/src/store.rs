//! All SQL of the search. It can read every table, although the displayed fields belong to other features.

use crate::search::Kind;
use lending::{
    access::Reach,
    search::{Mistyped, Range, Search},
};
use platform::{Result, Tx, db::Date};
use std::collections::HashSet;

/// Query that finds records by search terms; a test checks its plan.
pub const FIND: &str = include_str!("find.sql");

/// Query that finds the user's own records; a test checks its plan.
pub const OWN: &str = include_str!("own.sql");

/// Query that finds spellings that occur in the data; a test checks its plan.
pub const OCCURRING: &str = include_str!("occurring.sql");

/// Maximum number of terms per type and range. It exceeds the counted records, because a record can have several terms.
const FOUND_MAX: i64 = 250;

/// Maximum number of terms per type and range that are checked for further words. A frequent name starts tens of
/// thousands of terms.
const LOOKED_AT_MAX: i64 = 2_000;

/// A matching term of a record.
pub(crate) struct Found {
    pub kind: String,
    pub id: i64,
    pub term: String,
    /// Whether its range may contain more terms.
    pub is_last: bool,
}

/// The spellings of a text that start a word in the company's search terms.
pub(crate) async fn occurring(tx: &mut Tx, mistyped: &Mistyped) -> Result<HashSet<String>> {
    let spellings: Vec<_> = mistyped.spellings().map(str::to_owned).collect();
    let words = sqlx::query_file_scalar!("src/occurring.sql", tx.company(), &spellings).fetch_all(&mut **tx).await?;
    Ok(words.into_iter().collect())
}

/// Finds records of each type in the user's access scope. Company and branch records are found by their terms. The
/// user's own records are found by the terms of their branch, and in other branches by their words.
pub(crate) async fn find(tx: &mut Tx, reaches: &[(Kind, Reach)], search: &Search) -> Result<Vec<Found>> {
    let kinds = |passes: fn(Reach) -> bool| {
        let kinds = reaches.iter().filter(move |(_, reach)| passes(*reach));
        kinds.map(|(kind, _)| kind.name().to_owned()).collect::<Vec<_>>()
    };
    let (whole, branch) = (kinds(|reach| reach == Reach::Company), kinds(|reach| reach == Reach::Unit));
    let org_unit = tx.actor().org_unit();
    let units: Vec<_> = whole.iter().map(|_| None).chain(branch.iter().map(|_| Some(org_unit))).collect();
    let walked = [whole, branch].concat();
    let mut found = if walked.is_empty() { Vec::new() } else { by_terms(tx, &walked, &units, search).await? };
    // The terms of the branch were already searched.
    let (elsewhere, own) = (kinds(|reach| reach == Reach::Unit), kinds(|reach| reach == Reach::Own));
    for (kinds, ranges) in [(elsewhere, &[][..]), (own, &search.ranges)] {
        if !kinds.is_empty() {
            found.extend(of_ones_own(tx, &kinds, ranges, &search.expressions).await?);
        }
    }
    Ok(found)
}

/// The ranges as query parameters: start, end, and pattern of further words.
fn columns(ranges: &[Range]) -> [Vec<String>; 3] {
    let column = |of: fn(&Range) -> String| ranges.iter().map(of).collect();
    [column(|range| range.from.clone()), column(|range| range.until.clone()), column(|range| range.others.join("|"))]
}

async fn by_terms(tx: &mut Tx, kinds: &[String], units: &[Option<i64>], search: &Search) -> Result<Vec<Found>> {
    let [from, until, others] = columns(&search.ranges);
    let found = sqlx::query_file_as!(
        Found,
        "src/find.sql",
        tx.company(),
        kinds,
        units as &[Option<i64>],
        &from,
        &until,
        &others,
        FOUND_MAX,
        LOOKED_AT_MAX,
    )
    .fetch_all(&mut **tx)
    .await?;
    Ok(found)
}

async fn of_ones_own(tx: &mut Tx, kinds: &[String], ranges: &[Range], expressions: &[String]) -> Result<Vec<Found>> {
    let [from, until, others] = columns(ranges);
    let (membership, org_unit) = (tx.actor().membership(), tx.actor().org_unit());
    let found = sqlx::query_file_as!(
        Found,
        "src/own.sql",
        tx.company(),
        membership,
        kinds,
        expressions,
        FOUND_MAX,
        &from,
        &until,
        &others,
        org_unit,
    )
    .fetch_all(&mut **tx)
    .await?;
    Ok(found)
}

/// Finds loans in the user's access scope with a borrower whose Social Security number ends with these digits, and the
/// records of those borrowers.
pub(crate) async fn by_ssn_ending(tx: &mut Tx, reaches: &[(Kind, Reach)], key: &[u8]) -> Result<Vec<Found>> {
    let reach_of = |kind: Kind| {
        let reach = reaches.iter().find(|(of, _)| *of == kind).map(|(_, reach)| *reach);
        reach.map(|reach| match reach {
            Reach::Own => "OWN",
            Reach::Unit => "UNIT",
            Reach::Company => "COMPANY",
        })
    };
    let org_unit = tx.actor().org_unit();
    let membership = tx.actor().membership();
    let found = sqlx::query_as!(
        Found,
        "with numbered as materialized (
           select loan_id, borrower_id
           from loan_borrower
           where company_id = $1
             and ssn_ending_key = $2
         )
         select f.kind as \"kind!\", f.id as \"id!\", f.term as \"term!\", false as \"is_last!\"
         from (
           (select 'loan' as kind, r.id, r.sort_name as term
            from loan r
            where r.company_id = $1
              and r.id in (select loan_id from numbered)
              and ($3::text = 'COMPANY'
                   or $3 = 'UNIT' and r.org_unit_id = $5
                   or $3 is not null and exists (select
                                                 from loan_team_member t
                                                 where t.company_id = $1 and t.loan_id = r.id and t.membership_id = $6))
            limit $7)
           union all
           (select 'borrower', r.id, r.sort_name
            from borrower r
            where r.company_id = $1
              and r.id in (select borrower_id from numbered)
              and ($4::text = 'COMPANY'
                   or $4 = 'UNIT' and r.org_unit_id = $5
                   or $4 is not null and (r.owner_id = $6
                                          or exists (select
                                                     from borrower_member t
                                                     where t.company_id = $1
                                                       and t.borrower_id = r.id
                                                       and t.membership_id = $6)))
            limit $7)) f",
        tx.company(),
        key,
        reach_of(Kind::Loan),
        reach_of(Kind::Borrower),
        org_unit,
        membership,
        FOUND_MAX,
    )
    .fetch_all(&mut **tx)
    .await?;
    Ok(found)
}

/// Displayed fields of a record.
pub(crate) struct Row {
    pub id: i64,
    pub name: String,
    pub loan_number: Option<String>,
    pub email: Option<String>,
    pub phone: Option<String>,
    pub status: Option<String>,
    pub whose: Option<String>,
    pub due_date: Option<Date>,
}

/// Records in the order of `ids`. Only records whose words match every expression are included.
pub(crate) async fn rows(tx: &mut Tx, kind: Kind, ids: &[i64], expressions: &[String]) -> Result<Vec<Row>> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let company = tx.company();
    let connection = &mut **tx;
    let rows = match kind {
        Kind::Loan => {
            sqlx::query_as!(
                Row,
                "select r.id, coalesce(b.names, r.borrower_name) as \"name!\", r.loan_number as \"loan_number?\",
                        null::text as email, null::text as phone, s.name as \"status?\", m.name as whose,
                        null::date as \"due_date: Date\"
                 from unnest($2::bigint[]) with ordinality as found(id, position)
                 join loan r on r.company_id = $1 and r.id = found.id
                 join loan_stage s on s.company_id = $1 and s.id = r.stage_id
                 left join member m on m.company_id = $1 and m.membership_id = r.officer_id
                 left join lateral (
                   select string_agg(btrim(b.first_name || ' ' || b.last_name), ', ' order by b.position) as names
                   from loan_borrower b
                   where b.company_id = $1 and b.loan_id = r.id) b on true
                 where r.words ~ all ($3::text[])
                 order by found.position",
                company,
                ids,
                expressions
            )
            .fetch_all(connection)
            .await?
        }
        Kind::Lead => {
            sqlx::query_as!(
                Row,
                "select r.id, coalesce(c.names, r.contact_name) as \"name!\", null::text as loan_number,
                        c.email, c.phone, s.name as \"status?\", m.name as whose, null::date as \"due_date: Date\"
                 from unnest($2::bigint[]) with ordinality as found(id, position)
                 join lead r on r.company_id = $1 and r.id = found.id
                 join lead_status s on s.company_id = $1 and s.id = r.status_id
                 left join member m on m.company_id = $1 and m.membership_id = r.owner_id
                 left join lateral (
                   select string_agg(btrim(c.first_name || ' ' || c.last_name), ', ' order by c.position) as names,
                          min(c.email) filter (where c.position = 1) as email,
                          min(c.phone) filter (where c.position = 1) as phone
                   from lead_contact c
                   where c.company_id = $1 and c.lead_id = r.id) c on true
                 where r.words ~ all ($3::text[])
                 order by found.position",
                company,
                ids,
                expressions
            )
            .fetch_all(connection)
            .await?
        }
        Kind::Borrower => {
            sqlx::query_as!(
                Row,
                "select r.id, btrim(r.first_name || ' ' || r.last_name) as \"name!\", null::text as loan_number,
                        r.email, r.phone, null::text as status, m.name as whose, null::date as \"due_date: Date\"
                 from unnest($2::bigint[]) with ordinality as found(id, position)
                 join borrower r on r.company_id = $1 and r.id = found.id
                 left join member m on m.company_id = $1 and m.membership_id = r.owner_id
                 where r.words ~ all ($3::text[])
                 order by found.position",
                company,
                ids,
                expressions
            )
            .fetch_all(connection)
            .await?
        }
        Kind::Contact => {
            sqlx::query_as!(
                Row,
                "select r.id, btrim(r.first_name || ' ' || r.last_name) as \"name!\", null::text as loan_number,
                        r.email, r.phone, g.name as \"status?\", c.name as \"whose?\", null::date as \"due_date: Date\"
                 from unnest($2::bigint[]) with ordinality as found(id, position)
                 join business_contact r on r.company_id = $1 and r.id = found.id
                 join contact_category g on g.company_id = $1 and g.id = r.category_id
                 left join business_contact_company c on c.company_id = $1 and c.id = r.contact_company_id
                 where r.words ~ all ($3::text[])
                 order by found.position",
                company,
                ids,
                expressions
            )
            .fetch_all(connection)
            .await?
        }
        Kind::Task => {
            sqlx::query_as!(
            Row,
            "select r.id, r.title as name, l.loan_number as \"loan_number?\", null::text as email, null::text as phone,
                        r.status as \"status?\", m.name as whose, r.due_on as \"due_date: Date\"
                 from unnest($2::bigint[]) with ordinality as found(id, position)
                 join task r on r.company_id = $1 and r.id = found.id
                 left join loan_name l on l.company_id = $1 and l.loan_id = r.loan_id
                 left join member m on m.company_id = $1 and m.membership_id = r.assignee_id
                 where r.words ~ all ($3::text[])
                 order by found.position",
            company,
            ids,
            expressions
        )
            .fetch_all(connection)
            .await?
        }
    };
    Ok(rows)
}
