//! SQL for reassigning leads.

use platform::{Result, Tx};

/// A lead that is neither converted nor closed.
pub(crate) struct OpenLead {
    pub id: i64,
    /// One of the memberships is its primary owner.
    pub is_primary: bool,
}

/// Leads of memberships that are neither converted nor closed.
pub(crate) async fn open_leads(tx: &mut Tx, memberships: &[i64]) -> Result<Vec<OpenLead>> {
    Ok(sqlx::query_as!(
        OpenLead,
        "select l.id, l.owner_id = any ($2) as \"is_primary!\"
         from lead l
         join lead_status s on s.company_id = $1 and s.id = l.status_id
         where l.company_id = $1
           and l.id in (select lead_id from lead_user where company_id = $1 and membership_id = any ($2))
           and s.kind not in ('Converted', 'Lost', 'Junk', 'Duplicate')
           and l.loan_id is null
         order by l.id",
        tx.company(),
        memberships
    )
    .fetch_all(&mut **tx)
    .await?)
}

/// A member of the company.
pub(crate) struct Member {
    pub user: i64,
    pub org_unit: i64,
    pub name: String,
    pub is_active: bool,
    pub roles: Vec<String>,
}

pub(crate) async fn member(tx: &mut Tx, membership: i64) -> Result<Option<Member>> {
    Ok(sqlx::query_as!(
        Member,
        "select user_id as \"user!\", org_unit_id as \"org_unit!\", name as \"name!\", is_active as \"is_active!\", roles as \"roles!\"
         from member
         where company_id = $1
           and membership_id = $2",
        tx.company(),
        membership
    )
    .fetch_optional(&mut **tx)
    .await?)
}
