//! All SQL on loans that change hands.

use crate::hand_over::OpenLoans;
use lending::team::LoanRole;
use platform::{Result, Tx};

pub(crate) async fn open_loans(tx: &mut Tx, memberships: &[i64]) -> Result<OpenLoans> {
    let company = tx.company();
    let as_officer = sqlx::query_scalar!(
        "select count(*) as \"count!\" from open_loan where company_id = $1 and officer_id = any ($2)",
        company,
        memberships
    )
    .fetch_one(&mut **tx)
    .await?;
    let slots = sqlx::query!(
        "select t.role, count(distinct t.loan_id) as \"loans!\"
         from loan_team_member t
         join open_loan l on l.company_id = t.company_id and l.loan_id = t.loan_id
         where t.company_id = $1
           and t.membership_id = any ($2)
           and not (t.role = 'ORIGINATOR' and t.is_primary)
         group by t.role",
        company,
        memberships
    )
    .fetch_all(&mut **tx)
    .await?;
    Ok(OpenLoans { as_officer, as_team: slots.into_iter().map(|slot| (slot.role, slot.loans)).collect() })
}

/// Somebody who may take loans over.
pub(crate) struct Successor {
    pub membership: i64,
    pub org_unit: i64,
    pub is_active: bool,
    pub roles: Vec<String>,
}

pub(crate) async fn successor(tx: &mut Tx, membership: i64) -> Result<Option<Successor>> {
    Ok(sqlx::query_as!(
        Successor,
        "select membership_id as \"membership!\", org_unit_id as \"org_unit!\", is_active as \"is_active!\", roles as \"roles!\"
         from member
         where company_id = $1
           and membership_id = $2",
        tx.company(),
        membership
    )
    .fetch_optional(&mut **tx)
    .await?)
}

/// Gives the open loans of officers, or only some of them, to another, and with them to that one's branch.
pub(crate) async fn move_officer(tx: &mut Tx, from: &[i64], only: Option<&[i64]>, to: &Successor) -> Result<Vec<i64>> {
    Ok(sqlx::query_scalar!(
        "with given as (
           select company_id, id, officer_id, org_unit_id, words
           from loan
           where company_id = $1
             and officer_id = any ($2)
             and ($5::bigint[] is null or id = any ($5))
             and stage_rank < 140
           for update
         ), moved as (
           update loan l
           set officer_id = $3, org_unit_id = $4, updated_at = now(), version = l.version + 1
           from given g
           where l.company_id = $1
             and l.id = g.id
         ), slot as (
           update loan_team_member t
           set membership_id = $3
           from given g
           where t.company_id = $1
             and t.loan_id = g.id
             and t.role = 'ORIGINATOR'
             and t.is_primary
         ), junior as (
           delete from loan_team_member t
           using given g
           where t.company_id = $1
             and t.loan_id = g.id
             and t.role = 'ORIGINATOR'
             and not t.is_primary
             and t.membership_id = $3
         ), entries as (
           insert into audit_entry (company_id, action, entity, entity_id, before, after)
           select $1, 'loan.reassign', 'loan', g.id::text,
                  jsonb_build_object('officer', g.officer_id, 'orgUnit', g.org_unit_id),
                  jsonb_build_object('officer', $3::bigint, 'orgUnit', $4::bigint)
           from given g
         ), told as (
           insert into event (company_id, kind, entity_id)
           select $1, 'loan.reassigned', g.id
           from given g
         ), found as (
           select id, put_search_entry('loan', $4, id, words) is null as is_put
           from given
         )
         select id as \"id!\" from found where is_put",
        tx.company(),
        from,
        to.membership,
        to.org_unit,
        only
    )
    .fetch_all(&mut **tx)
    .await?)
}

/// Gives a slot of open loans on, or empties it. Nobody has both slots of a role. Answers the loans that have somebody new.
pub(crate) async fn move_slot(tx: &mut Tx, from: &[i64], role: LoanRole, to: Option<i64>) -> Result<Vec<i64>> {
    Ok(sqlx::query_scalar!(
        "with given as (
           select t.loan_id, t.is_primary, t.membership_id,
                  $4::bigint is null or exists (
                    select
                    from loan_team_member o
                    where o.company_id = $1
                      and o.loan_id = t.loan_id
                      and o.role = $3
                      and o.is_primary <> t.is_primary
                      and o.membership_id = $4
                  ) as is_emptied
           from loan_team_member t
           join loan l on l.company_id = t.company_id and l.id = t.loan_id
           where t.company_id = $1
             and t.membership_id = any ($2)
             and t.role = $3
             and not (t.role = 'ORIGINATOR' and t.is_primary)
             and l.stage_rank < 140
           for update of l
         ), moved as (
           update loan_team_member t
           set membership_id = $4
           from given g
           where t.company_id = $1
             and t.loan_id = g.loan_id
             and t.role = $3
             and t.is_primary = g.is_primary
             and not g.is_emptied
         ), emptied as (
           delete from loan_team_member t
           using given g
           where t.company_id = $1
             and t.loan_id = g.loan_id
             and t.role = $3
             and t.is_primary = g.is_primary
             and g.is_emptied
         ), touched as (
           update loan l
           set updated_at = now(), version = l.version + 1
           where l.company_id = $1
             and l.id in (select loan_id from given)
         ), entries as (
           insert into audit_entry (company_id, action, entity, entity_id, before, after)
           select $1, 'loan.team-change', 'loan', g.loan_id::text,
                  jsonb_build_object('role', $3::text, 'primary', g.is_primary, 'member', g.membership_id),
                  jsonb_build_object('role', $3::text, 'primary', g.is_primary,
                                     'member', case when g.is_emptied then null else $4::bigint end)
           from given g
         ), told as (
           insert into event (company_id, kind, entity_id)
           select distinct $1::bigint, 'loan.team-changed', g.loan_id
           from given g
         )
         select distinct g.loan_id
         from given g
         where not g.is_emptied",
        tx.company(),
        from,
        role.as_str(),
        to
    )
    .fetch_all(&mut **tx)
    .await?)
}
