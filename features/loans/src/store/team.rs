//! SQL on who is named for a loan.

use platform::{Result, Tx};

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

/// Where borrowers of an officer go, and who invites them.
pub(crate) struct Portal {
    pub officer_name: String,
    pub company_name: String,
    pub url: Option<String>,
    pub host: Option<String>,
    pub company_nmls_id: Option<String>,
}

pub(crate) async fn portal(connection: &mut sqlx::PgConnection, company: i64, officer: i64) -> Result<Option<Portal>> {
    Ok(sqlx::query_as!(
        Portal,
        "select officer_name as \"officer_name!\", company_name as \"company_name!\", borrower_portal_url as url,
                portal_host as host, company_nmls_id
         from officer_portal
         where company_id = $1
           and membership_id = $2",
        company,
        officer
    )
    .fetch_optional(connection)
    .await?)
}
