//! SQL on who is named for a loan.

use lending::team::{LoanRole, Member, Pair, Slot};
use platform::{Result, Tx, db::Timestamp};
use serde_json::Value;

/// Somebody of the company.
pub(crate) struct Found {
    pub membership: i64,
    pub user: i64,
    pub org_unit: i64,
    pub is_active: bool,
    pub roles: Vec<String>,
}

/// Those of some memberships that are the company's.
pub(crate) async fn people(tx: &mut Tx, memberships: &[i64]) -> Result<Vec<Found>> {
    Ok(sqlx::query_as!(
        Found,
        "select membership_id as \"membership!\", user_id as \"user!\", org_unit_id as \"org_unit!\",
                is_active as \"is_active!\", roles as \"roles!\"
         from member
         where company_id = $1
           and membership_id = any ($2)",
        tx.company(),
        memberships
    )
    .fetch_all(&mut **tx)
    .await?)
}

/// Role and membership of whom an officer's default team holds.
pub(crate) async fn default_team(tx: &mut Tx, officer: i64) -> Result<Vec<(String, i64)>> {
    let rows = sqlx::query!(
        "select role as \"role!\", membership_id as \"membership!\"
         from officer_team
         where company_id = $1
           and officer_id = $2",
        tx.company(),
        officer
    )
    .fetch_all(&mut **tx)
    .await?;
    Ok(rows.into_iter().map(|row| (row.role, row.membership)).collect())
}

/// Whom an officer's default team holds as long as they are active and of that role, each with the person.
pub(crate) async fn default_members(tx: &mut Tx, officer: i64) -> Result<Vec<(Member, i64)>> {
    let rows = sqlx::query!(
        "select t.role as \"role!\", t.is_primary as \"primary!\", t.membership_id as \"membership!\", m.user_id as \"user!\"
         from officer_team t
         join member m on m.company_id = $1 and m.membership_id = t.membership_id
         where t.company_id = $1
           and t.officer_id = $2
           and m.is_active
           and t.role = any (m.roles)
         order by t.role, t.is_primary desc",
        tx.company(),
        officer
    )
    .fetch_all(&mut **tx)
    .await?;
    let member = |role: &str, primary, membership| Some(Member { role: role.parse().ok()?, primary, membership });
    Ok(rows.into_iter().filter_map(|row| Some((member(&row.role, row.primary, row.membership)?, row.user))).collect())
}

/// Where borrowers of an officer go, and who invites them.
pub(crate) struct Portal {
    pub officer_name: String,
    pub company_name: String,
    pub url: Option<String>,
    pub host: Option<String>,
    pub company_nmls_id: Option<String>,
    pub officer_nmls_id: Option<String>,
}

pub(crate) async fn portal(connection: &mut sqlx::PgConnection, company: i64, officer: i64) -> Result<Option<Portal>> {
    Ok(sqlx::query_as!(
        Portal,
        "select officer_name as \"officer_name!\", company_name as \"company_name!\", borrower_portal_url as url,
                portal_host as host, company_nmls_id, officer_nmls_id
         from officer_portal
         where company_id = $1
           and membership_id = $2",
        company,
        officer
    )
    .fetch_optional(connection)
    .await?)
}

/// Writes the team of a loan whose row is locked, with audit entry and event.
pub(crate) async fn put(tx: &mut Tx, loan: i64, team: &[Member], before: Value, after: Value) -> Result<()> {
    let roles: Vec<String> = team.iter().map(|member| member.role.to_string()).collect();
    let primaries: Vec<bool> = team.iter().map(|member| member.primary).collect();
    let memberships: Vec<i64> = team.iter().map(|member| member.membership).collect();
    sqlx::query!(
        "delete from loan_team_member
         where company_id = $1
           and loan_id = $2
           and (role, is_primary) not in (select role, is_primary from unnest($3::text[], $4::boolean[]) as t(role, is_primary))",
        tx.company(),
        loan,
        &roles,
        &primaries
    )
    .execute(&mut **tx)
    .await?;
    let client = tx.actor().rtc_client_id.clone();
    sqlx::query!(
        "with team as (
           insert into loan_team_member as m (company_id, loan_id, role, is_primary, membership_id, org_unit_id)
           select $1, $2, t.role, t.is_primary, t.membership_id, l.org_unit_id
           from unnest($3::text[], $4::boolean[], $5::bigint[]) as t(role, is_primary, membership_id)
           join loan l on l.company_id = $1 and l.id = $2
           on conflict (company_id, loan_id, role, is_primary) do update
             set membership_id = excluded.membership_id
             where m.membership_id <> excluded.membership_id
         ), touched as (
           update loan
           set updated_at = clock_timestamp(), version = version + 1
           where company_id = $1
             and id = $2
         ), audit as (
           insert into audit_entry (company_id, action, entity, entity_id, before, after)
           values ($1, 'loan.team-change', 'loan', $2::bigint::text, $6, $7)
         )
         insert into event (company_id, kind, entity_id, rtc_client_id) values ($1, 'loan.team-changed', $2, $8)",
        tx.company(),
        loan,
        &roles,
        &primaries,
        &memberships,
        before,
        after,
        client.as_deref()
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// Who changed a slot last, and when.
pub(crate) struct LastChange {
    pub changed_by: Option<String>,
    pub changed_at: Timestamp,
}

pub(crate) async fn last_change(tx: &mut Tx, loan: i64, slot: Slot) -> Result<Option<LastChange>> {
    let roles = LoanRole::ALL.iter().filter(|role| Pair::of(**role) == slot.pair);
    let roles: Vec<String> = roles.map(ToString::to_string).collect();
    Ok(sqlx::query_as!(
        LastChange,
        "select p.name as \"changed_by?\", c.changed_at as \"changed_at: Timestamp\"
         from loan_team_change c
         left join person p on p.user_id = c.changed_by
         where c.company_id = $1
           and c.loan_id = $2
           and c.role = any ($3)
           and c.is_primary = $4
         order by c.id desc
         limit 1",
        tx.company(),
        loan,
        &roles,
        !slot.is_junior
    )
    .fetch_optional(&mut **tx)
    .await?)
}
