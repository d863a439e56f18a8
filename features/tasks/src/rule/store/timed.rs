//! SQL for rules that wait for a date or for hours.

use crate::rule::Definition;
use lending::{stages::StageKind, tasks::LoanDay};
use platform::{
    Error, InCompany, Result,
    db::{Date, Timestamp},
};

/// A rule with a time trigger.
pub(crate) struct Timed {
    pub id: i64,
    pub definition: Definition,
    /// When this version was created.
    pub since: Timestamp,
}

/// The company's rules with a time trigger, in order of creation.
pub(crate) async fn rules(tx: &mut impl InCompany) -> Result<Vec<Timed>> {
    let company = tx.company();
    let rows = sqlx::query!(
        "select r.id, r.definition, v.changed_at as \"since: Timestamp\"
         from automation_rule r
         join automation_rule_version v on v.company_id = $1 and v.rule_id = r.id and v.version = r.version
         where r.company_id = $1
           and r.is_active
           and not r.is_removed
           and r.definition #>> '{trigger,kind}' in ('DATE_REACHED', 'UNCHANGED')
         order by r.id",
        company
    )
    .fetch_all(&mut **tx)
    .await?;
    rows.into_iter()
        .map(|row| {
            let definition = serde_json::from_value(row.definition).map_err(Error::internal)?;
            Ok(Timed { id: row.id, definition, since: row.since })
        })
        .collect()
}

/// Units of a company that have loans.
pub(crate) async fn branches(tx: &mut impl InCompany) -> Result<Vec<i64>> {
    let company = tx.company();
    Ok(sqlx::query_scalar!("select id from org_unit where company_id = $1 order by id", company)
        .fetch_all(&mut **tx)
        .await?)
}

/// Records which loans of a branch have a date in a range, once per loan and date. Covers active loans, and funded
/// loans for the funding date.
pub(crate) async fn reach(
    tx: &mut impl InCompany,
    rule: i64,
    branch: i64,
    of: LoanDay,
    first: Date,
    end: Date,
) -> Result<()> {
    let company = tx.company();
    let funded = StageKind::Funded.rank();
    let (lowest, highest) = if of == LoanDay::FUNDING { (funded, funded) } else { (0, funded - 1) };
    sqlx::query!(
        "insert into automation_occasion (company_id, loan_id, rule_id, reached_on)
         select $1, d.loan_id, $2, d.day_on
         from (select loan_id, day_of_loan(l, $4) as day_on
               from loan_day l
               where company_id = $1
                 and org_unit_id = $3
                 and stage_rank between $7 and $8) d
         where d.day_on >= $5
           and d.day_on < $6
         order by d.loan_id
         on conflict do nothing",
        company,
        rule,
        branch,
        of.as_str(),
        first as Date,
        end as Date,
        lowest,
        highest
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// Records which active loans of a branch have been unchanged for some hours, once per period. Skips periods that ended
/// before the rule's version, or more than a week ago.
pub(crate) async fn rest(tx: &mut impl InCompany, rule: i64, branch: i64, hours: u16, since: Timestamp) -> Result<()> {
    let company = tx.company();
    sqlx::query!(
        "insert into automation_occasion (company_id, loan_id, rule_id, unchanged_since)
         select $1, loan_id, $2, updated_at
         from loan_day
         where company_id = $1
           and org_unit_id = $3
           and stage_rank < $6
           and updated_at > greatest($5, now() - interval '7 days') - make_interval(hours => $4)
           and updated_at <= now() - make_interval(hours => $4)
         order by loan_id
         on conflict do nothing",
        company,
        rule,
        branch,
        i32::from(hours),
        since as Timestamp,
        StageKind::Funded.rank()
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}
