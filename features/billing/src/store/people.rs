//! SQL for units, payers, seats and restrictions.

use super::word;
use lending::billing::{Payer, SeatKind, payer_of_unit};
use platform::Result;
use sqlx::PgConnection;
use std::collections::BTreeMap;

/// Billing data of a company.
#[derive(Clone, Debug)]
pub(crate) struct Company {
    pub is_enabled: bool,
    pub time_zone: String,
    /// The payer of each unit's users.
    pub payers: BTreeMap<i64, Payer>,
}

impl Company {
    /// Who pays for the users of a unit.
    pub(crate) fn payer(&self, unit: i64) -> Payer {
        self.payers.get(&unit).copied().unwrap_or(Payer::COMPANY)
    }
}

/// Reads the company with its units.
pub(crate) async fn company(connection: &mut PgConnection, company: i64) -> Result<Company> {
    let rows = sqlx::query!(
        "select u.id, u.type = 'BRANCH' as \"is_branch!\", u.license_payer as unit_payer, c.license_payer as company_payer,
                c.is_billing_enabled, c.time_zone
         from org_unit u
         join org_unit c on c.id = u.company_id
         where u.company_id = $1",
        company
    )
    .fetch_all(connection)
    .await?;
    let mut found = Company { is_enabled: false, time_zone: "UTC".to_owned(), payers: BTreeMap::new() };
    for row in rows {
        let payer = payer_of_unit(row.is_branch, word(&row.unit_payer)?, word(&row.company_payer)?);
        found.payers.insert(row.id, payer);
        found.is_enabled = row.is_billing_enabled;
        found.time_zone = row.time_zone;
    }
    Ok(found)
}

/// A membership that may need a seat.
#[derive(Clone, Debug)]
pub(crate) struct Member {
    pub membership: i64,
    pub user: i64,
    pub unit: i64,
    pub is_officer: bool,
    /// Belongs to a processing company, which pays for its own users.
    pub is_contractor: bool,
    pub pays_alone: bool,
}

/// All active members of a company, earliest first.
pub(crate) async fn members(connection: &mut PgConnection, company: i64) -> Result<Vec<Member>> {
    let rows = sqlx::query!(
        "select m.membership_id as \"membership!\", m.user_id as \"user!\", m.org_unit_id as \"unit!\", m.roles as \"roles!\",
                p.user_id is not null as \"pays_alone!\"
         from member m
         left join self_payer p on p.company_id = m.company_id and p.user_id = m.user_id
         where m.company_id = $1
           and m.is_active
         order by m.user_id, m.membership_id",
        company
    )
    .fetch_all(connection)
    .await?;
    let has = |roles: &[String], role: &str| roles.iter().any(|known| known == role);
    Ok(rows
        .into_iter()
        .filter(|row| !row.roles.is_empty() && !has(&row.roles, "SUPERADMIN"))
        .map(|row| Member {
            membership: row.membership,
            user: row.user,
            unit: row.unit,
            is_officer: has(&row.roles, "ORIGINATOR"),
            is_contractor: row.roles.iter().all(|role| role == "CONTRACTPROCESSOR"),
            pays_alone: row.pays_alone,
        })
        .collect())
}

/// Returns true if a user pays for themselves, regardless of their unit.
pub(crate) async fn pays_alone(connection: &mut PgConnection, company: i64, user: i64) -> Result<bool> {
    Ok(sqlx::query_scalar!(
        "select exists (select from self_payer where company_id = $1 and user_id = $2) as \"pays!\"",
        company,
        user
    )
    .fetch_one(connection)
    .await?)
}

/// Returns the users who pay for themselves.
pub(crate) async fn self_payers(connection: &mut PgConnection, company: i64, users: &[i64]) -> Result<Vec<i64>> {
    Ok(sqlx::query_scalar!(
        "select user_id from self_payer where company_id = $1 and user_id = any ($2)",
        company,
        users
    )
    .fetch_all(connection)
    .await?)
}

/// Seats of users.
pub(crate) async fn seats_of(
    connection: &mut PgConnection,
    company: i64,
    users: &[i64],
) -> Result<BTreeMap<i64, SeatKind>> {
    let rows = sqlx::query!(
        "select user_id, kind from seat where company_id = $1 and user_id = any ($2) order by kind desc",
        company,
        users
    )
    .fetch_all(connection)
    .await?;
    rows.into_iter().map(|row| Ok((row.user_id, word(&row.kind)?))).collect()
}

/// Sets whether a user pays for themselves. Call `settle` afterwards.
pub async fn set_self_payer(connection: &mut PgConnection, company: i64, user: i64, pays: bool) -> Result<()> {
    match pays {
        true => {
            sqlx::query!(
                "insert into self_payer (company_id, user_id) values ($1, $2) on conflict do nothing",
                company,
                user
            )
            .execute(connection)
            .await?
        }
        false => {
            sqlx::query!("delete from self_payer where company_id = $1 and user_id = $2", company, user)
                .execute(connection)
                .await?
        }
    };
    Ok(())
}

/// Seats of a company's subscriptions: `(subscription, user)` to the kind of seat.
pub(crate) async fn seats(connection: &mut PgConnection, company: i64) -> Result<BTreeMap<(i64, i64), SeatKind>> {
    let rows = sqlx::query!("select subscription_id, user_id, kind from seat where company_id = $1", company)
        .fetch_all(connection)
        .await?;
    rows.into_iter().map(|row| Ok(((row.subscription_id, row.user_id), word(&row.kind)?))).collect()
}

/// Replaces all seats.
pub(crate) async fn write_seats(
    connection: &mut PgConnection,
    company: i64,
    seats: &BTreeMap<(i64, i64), SeatKind>,
) -> Result<()> {
    let subscriptions: Vec<i64> = seats.keys().map(|(subscription, _)| *subscription).collect();
    let users: Vec<i64> = seats.keys().map(|(_, user)| *user).collect();
    let kinds: Vec<String> = seats.values().map(|kind| kind.as_str().to_owned()).collect();
    sqlx::query!(
        "delete from seat s
         where s.company_id = $1
           and not exists (select
                           from unnest($2::bigint[], $3::bigint[]) as given(subscription_id, user_id)
                           where given.subscription_id = s.subscription_id and given.user_id = s.user_id)",
        company,
        &subscriptions,
        &users
    )
    .execute(&mut *connection)
    .await?;
    sqlx::query!(
        "insert into seat (company_id, subscription_id, user_id, kind)
         select $1, given.subscription_id, given.user_id, given.kind
         from unnest($2::bigint[], $3::bigint[], $4::text[]) as given(subscription_id, user_id, kind)
         on conflict (company_id, subscription_id, user_id) do update
         set kind = excluded.kind
         where seat.kind <> excluded.kind",
        company,
        &subscriptions,
        &users,
        &kinds
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Restricts exactly these memberships, each with its message.
pub(crate) async fn write_restrictions(
    connection: &mut PgConnection,
    company: i64,
    restricted: &BTreeMap<i64, String>,
) -> Result<()> {
    let memberships: Vec<i64> = restricted.keys().copied().collect();
    let notices: Vec<String> = restricted.values().cloned().collect();
    sqlx::query!(
        "delete from license_restriction where company_id = $1 and membership_id <> all ($2)",
        company,
        &memberships
    )
    .execute(&mut *connection)
    .await?;
    sqlx::query!(
        "insert into license_restriction (company_id, membership_id, notice)
         select $1, given.membership_id, given.notice
         from unnest($2::bigint[], $3::text[]) as given(membership_id, notice)
         on conflict (company_id, membership_id) do update
         set notice = excluded.notice
         where license_restriction.notice <> excluded.notice",
        company,
        &memberships,
        &notices
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Returns true if a membership is restricted.
pub(crate) async fn is_restricted(connection: &mut PgConnection, company: i64, membership: i64) -> Result<bool> {
    Ok(sqlx::query_scalar!(
        "select exists (select from license_restriction where company_id = $1 and membership_id = $2) as \"restricted!\"",
        company,
        membership
    )
    .fetch_one(connection)
    .await?)
}

/// Names of users in alphabetical order.
pub(crate) async fn names(connection: &mut PgConnection, users: &[i64]) -> Result<Vec<String>> {
    Ok(sqlx::query_scalar!(
        "select name as \"name!\" from person where user_id = any ($1) order by name limit 20",
        users
    )
    .fetch_all(connection)
    .await?)
}
