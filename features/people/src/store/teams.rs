//! SQL for default teams.

use super::Found;
use platform::{Result, Tx};
use serde::Serialize;

/// A slot of an officer's team with its member.
pub(crate) struct Slot {
    pub officer: i64,
    pub role: String,
    pub is_primary: bool,
    pub user: Found,
}

/// A slot to write.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Wanted {
    pub role: String,
    pub is_primary: bool,
    pub membership: i64,
}

/// Finds an active user by membership.
pub(crate) async fn officer(tx: &mut Tx, membership: i64) -> Result<Option<Found>> {
    Ok(sqlx::query_as!(
        Found,
        "select u.id as user_id, m.id as membership, m.org_unit_id as org_unit, u.first_name, u.last_name, u.email,
                u.profile_image, b.display_name as unit_display_name, b.type as unit_type,
                array(select r.role
                      from membership_role r
                      where r.company_id = $1 and r.membership_id = m.id
                      order by r.position) as \"roles!\"
         from membership m
         join app_user u on u.id = m.user_id
         join org_unit b on b.id = m.org_unit_id
         where m.company_id = $1
           and m.id = $2
           and m.active
           and u.state = 'ACTIVE'",
        tx.company(),
        membership
    )
    .fetch_optional(&mut **tx)
    .await?)
}

/// Slots of officers' teams in the order of the roles. Omits members who have left or lost the role.
pub(crate) async fn slots(tx: &mut Tx, officers: &[i64]) -> Result<Vec<Slot>> {
    let rows = sqlx::query!(
        "select t.officer_id, t.role, t.is_primary, u.id as user_id, m.id as membership, m.org_unit_id as org_unit,
                u.first_name, u.last_name, u.email, u.profile_image, b.display_name as unit_display_name,
                b.type as unit_type,
                array(select r.role
                      from membership_role r
                      where r.company_id = $1 and r.membership_id = m.id
                      order by r.position) as \"roles!\"
         from default_team_member t
         join membership m on m.company_id = $1 and m.id = t.membership_id
         join app_user u on u.id = m.user_id
         join org_unit b on b.id = m.org_unit_id
         where t.company_id = $1
           and t.officer_id = any ($2)
           and m.active
           and u.state = 'ACTIVE'
           and exists (select
                       from membership_role r
                       where r.company_id = $1 and r.membership_id = m.id and r.role = t.role)
         order by t.officer_id,
                  array_position(array['ORIGINATOR', 'PROCESSOR', 'CONTRACTPROCESSOR', 'ASSISTANT', 'DISCLOSURE_DESK',
                                       'PAYROLL', 'CLOSER', 'LOCK_DESK', 'FUNDER'], t.role),
                  t.is_primary desc",
        tx.company(),
        officers
    )
    .fetch_all(&mut **tx)
    .await?;
    Ok(rows
        .into_iter()
        .map(|row| Slot {
            officer: row.officer_id,
            role: row.role,
            is_primary: row.is_primary,
            user: Found {
                user_id: row.user_id,
                membership: row.membership,
                org_unit: row.org_unit,
                first_name: row.first_name,
                last_name: row.last_name,
                email: row.email,
                profile_image: row.profile_image,
                unit_display_name: row.unit_display_name,
                unit_type: row.unit_type,
                roles: row.roles,
            },
        })
        .collect())
}

/// Versions of officers' teams. Omits officers without one.
pub(crate) async fn versions(tx: &mut Tx, officers: &[i64]) -> Result<Vec<(i64, i32)>> {
    let rows = sqlx::query!(
        "select officer_id, version from default_team where company_id = $1 and officer_id = any ($2)",
        tx.company(),
        officers
    )
    .fetch_all(&mut **tx)
    .await?;
    Ok(rows.into_iter().map(|row| (row.officer_id, row.version)).collect())
}

/// Increments the version of a team if it matches. Version 0 creates the team.
pub(crate) async fn touch(tx: &mut Tx, officer: i64, version: i32) -> Result<bool> {
    let company = tx.company();
    let touched = match version {
        0 => sqlx::query!(
            "insert into default_team (company_id, officer_id) values ($1, $2) on conflict do nothing",
            company,
            officer
        )
        .execute(&mut **tx),
        _ => sqlx::query!(
            "update default_team
             set version = version + 1
             where company_id = $1
               and officer_id = $2
               and version = $3",
            company,
            officer,
            version
        )
        .execute(&mut **tx),
    }
    .await?;
    Ok(touched.rows_affected() == 1)
}

/// Replaces all slots of a team.
pub(crate) async fn write(tx: &mut Tx, officer: i64, team: &[Wanted]) -> Result<()> {
    let company = tx.company();
    let roles: Vec<String> = team.iter().map(|slot| slot.role.clone()).collect();
    let primaries: Vec<bool> = team.iter().map(|slot| slot.is_primary).collect();
    let memberships: Vec<i64> = team.iter().map(|slot| slot.membership).collect();
    sqlx::query!("delete from default_team_member where company_id = $1 and officer_id = $2", company, officer)
        .execute(&mut **tx)
        .await?;
    sqlx::query!(
        "insert into default_team_member (company_id, officer_id, role, is_primary, membership_id)
         select $1, $2, role, is_primary, membership_id
         from unnest($3::text[], $4::bool[], $5::bigint[]) as given(role, is_primary, membership_id)",
        company,
        officer,
        &roles,
        &primaries,
        &memberships
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}
