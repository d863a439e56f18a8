//! SQL for working leads: list, changes, status, activities, follow-up and resuming.

use super::{ContactColumns, Status, merges, status};
use crate::{
    fields::LeadOut,
    make::{NewLead, NewNote, words_of},
    owners::KnownOwner,
    timeline::EntryOut,
};
use lending::{access::Role, leads::ContactKind, values::Money};
use platform::{
    Error, Result, Tx,
    db::{Date, Timestamp},
};
use sqlx::{FromRow, PgConnection};

/// Columns of the list.
pub(crate) const LIST_COLUMNS: &str = "r.id, r.version, r.contact_name, r.sort_name, lc.phone, lc.email, r.purpose, \
    so.name as source_name, p.name as provider_name, m.name as owner_name, r.status_id, s.name as status_name, \
    s.kind as status_kind, r.status_rank, r.status_since, r.late_at <= now() as is_late, r.next_follow_up_on, \
    r.created_at, r.updated_at";

/// A row of the list.
#[derive(Debug, FromRow)]
pub(crate) struct ListRow {
    pub id: i64,
    pub version: i32,
    pub contact_name: String,
    pub sort_name: String,
    pub phone: Option<String>,
    pub email: Option<String>,
    pub purpose: String,
    pub source_name: Option<String>,
    pub provider_name: Option<String>,
    pub owner_name: Option<String>,
    pub status_id: i64,
    pub status_name: String,
    pub status_kind: String,
    pub status_rank: i16,
    pub status_since: Timestamp,
    pub is_late: bool,
    pub next_follow_up_on: Option<Date>,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
    /// The matching search term, if sorted by closeness.
    #[sqlx(default)]
    pub term: Option<String>,
}

/// Finds a status of the company, active or retired.
pub(crate) async fn status_by_id(tx: &mut Tx, id: i64) -> Result<Option<Status>> {
    let row = sqlx::query!(
        "select id, kind, target_minutes from lead_status where company_id = $1 and id = $2",
        tx.company(),
        id
    )
    .fetch_optional(&mut **tx)
    .await?;
    row.map(|row| status(row.id, row.kind, row.target_minutes)).transpose()
}

/// Returns true if it is an active lost reason.
pub(crate) async fn is_lost_reason(tx: &mut Tx, id: i64) -> Result<bool> {
    Ok(sqlx::query_scalar!(
        "select exists (select from lost_reason where company_id = $1 and id = $2 and is_active) as \"is!\"",
        tx.company(),
        id
    )
    .fetch_one(&mut **tx)
    .await?)
}

/// Returns true if it is an active contact outcome.
pub(crate) async fn is_contact_outcome(tx: &mut Tx, id: i64) -> Result<bool> {
    Ok(sqlx::query_scalar!(
        "select exists (select from contact_outcome where company_id = $1 and id = $2 and is_active) as \"is!\"",
        tx.company(),
        id
    )
    .fetch_one(&mut **tx)
    .await?)
}

/// Updates a lead if its version matches.
pub(crate) async fn update(
    tx: &mut Tx,
    was: &LeadOut,
    new: &NewLead,
    owners: &[KnownOwner],
    next_follow_up_on: Option<Date>,
) -> Result<()> {
    let contacts = ContactColumns::new(&new.contacts);
    let (name, sort_name) = new.contacts.first().map(|one| (one.name(), one.sort_name())).unwrap_or_default();
    let primary = owners.first().ok_or(Error::NotFound)?;
    let words = words_of(was.id, &new.contacts);
    let updated = sqlx::query!(
        "update lead
         set org_unit_id = $4, owner_id = $5, purpose = $6, state_code = $7, source_id = $8, provider_id = $9,
             next_follow_up_on = $10, contact_name = $11, sort_name = $12, words = $13, loan_amount_cents = $14,
             property_value_cents = $15, updated_at = now(), version = version + 1
         where company_id = $1
           and id = $2
           and version = $3
         returning put_search_entry('lead', $4, $2, $13) is null as \"written!\"",
        tx.company(),
        was.id,
        was.version,
        primary.org_unit,
        primary.membership,
        new.scenario.purpose.as_str(),
        new.scenario.state.map(|state| state.to_string()),
        new.source,
        new.provider,
        next_follow_up_on as Option<Date>,
        name,
        sort_name,
        words,
        new.scenario.loan_amount.map(Money::cents),
        new.scenario.property_value.map(Money::cents)
    )
    .fetch_optional(&mut **tx)
    .await?;
    if updated.is_none() {
        return Err(crate::edit::overtaken());
    }
    let (company, memberships, users) = (
        tx.company(),
        owners.iter().map(|owner| owner.membership).collect::<Vec<_>>(),
        owners.iter().map(|owner| owner.user).collect::<Vec<_>>(),
    );
    sqlx::query!("delete from lead_contact where company_id = $1 and lead_id = $2", company, was.id)
        .execute(&mut **tx)
        .await?;
    sqlx::query!(
        "insert into lead_contact (company_id, lead_id, position, first_name, last_name, name_key, email, email_key, phone)
         select $1, $2, c.position, c.first_name, c.last_name, c.name_key, c.email, c.email_key, c.phone
         from unnest($3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[])
              with ordinality as c(first_name, last_name, name_key, email, email_key, phone, position)",
        company,
        was.id,
        &contacts.first_names,
        &contacts.last_names,
        &contacts.name_keys,
        &contacts.emails as &[Option<String>],
        &contacts.email_keys as &[Option<String>],
        &contacts.phones as &[Option<String>]
    )
    .execute(&mut **tx)
    .await?;
    sqlx::query!("delete from lead_referral where company_id = $1 and lead_id = $2", company, was.id)
        .execute(&mut **tx)
        .await?;
    sqlx::query!(
        "insert into lead_referral (company_id, lead_id, other_source_desc, business_contact_id, borrower_id, user_id)
         select $1, $2, $3, $4, $5, $6
         where num_nonnulls($3::text, $4::bigint, $5::bigint, $6::bigint) > 0",
        company,
        was.id,
        new.other_source,
        new.referrer.business_contact,
        new.referrer.borrower,
        new.referrer.user
    )
    .execute(&mut **tx)
    .await?;
    sqlx::query!("delete from lead_user where company_id = $1 and lead_id = $2", company, was.id)
        .execute(&mut **tx)
        .await?;
    sqlx::query!(
        "insert into lead_user (company_id, lead_id, position, membership_id, user_id, org_unit_id)
         select $1, $2, o.position, o.membership_id, o.user_id, $5
         from unnest($3::bigint[], $4::bigint[]) with ordinality as o(membership_id, user_id, position)",
        company,
        was.id,
        &memberships,
        &users,
        primary.org_unit
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// The new status of a lead.
pub(crate) struct Reached<'a> {
    pub status: &'a Status,
    pub lost_reason: Option<i64>,
    pub wake_on: Option<Date>,
    pub late_at: Option<Timestamp>,
    /// The loan it is converted to, or returns from.
    pub loan: Option<i64>,
}

/// Sets the status of a lead and adds it to the history.
pub(crate) async fn set_status(tx: &mut Tx, was: &LeadOut, to: &Reached<'_>) -> Result<()> {
    let moved = sqlx::query!(
        "with lead as (
           update lead
           set status_id = $4, status_rank = $5, status_since = now(), lost_reason_id = $6, wake_on = $7,
               late_at = coalesce($8, timestamptz '9999-12-31 00:00:00+00'), updated_at = now(), version = version + 1
           where company_id = $1
             and id = $2
             and version = $3
           returning id
         )
         insert into lead_status_change (company_id, lead_id, status_id, status_rank, lost_reason_id, wake_on, changed_by,
                                         loan_id)
         select $1, id, $4, $5, $6, $7, $9, $10
         from lead",
        tx.company(),
        was.id,
        was.version,
        to.status.id,
        to.status.kind.rank(),
        to.lost_reason,
        to.wake_on as Option<Date>,
        to.late_at as Option<Timestamp>,
        tx.actor().user,
        to.loan
    )
    .execute(&mut **tx)
    .await?;
    if moved.rows_affected() == 1 { Ok(()) } else { Err(crate::edit::overtaken()) }
}

/// A call, email, text or meeting to insert.
#[derive(Debug)]
pub(crate) struct NewActivity<'a> {
    pub kind: ContactKind,
    pub outcome: Option<i64>,
    pub summary: &'a str,
    pub is_outgoing: bool,
    pub happened_at: Timestamp,
}

/// Inserts an activity.
pub(crate) async fn add_activity(tx: &mut Tx, lead: i64, activity: &NewActivity<'_>) -> Result<()> {
    sqlx::query!(
        "insert into lead_activity (company_id, lead_id, kind, is_outgoing, outcome_id, summary, happened_at, author_id)
         values ($1, $2, $3, $4, $5, $6, $7, $8)",
        tx.company(),
        lead,
        activity.kind.as_str(),
        activity.is_outgoing,
        activity.outcome,
        activity.summary,
        activity.happened_at as Timestamp,
        tx.actor().user
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// Updates a lead after a contact. Contacts may be recorded out of order: the earliest one determines the response
/// time, the latest one restarts the waiting time.
#[allow(clippy::option_option, reason = "a lead that is late no more is another thing than one whose lateness stays")]
pub(crate) async fn note_contact(
    tx: &mut Tx,
    lead: i64,
    response_minutes: Option<i32>,
    late_at: Option<Option<Timestamp>>,
    next_follow_up_on: Option<Date>,
) -> Result<()> {
    sqlx::query!(
        "update lead
         set first_response_minutes = least(first_response_minutes, $3),
             late_at = case
               when not $4 then late_at
               when $5::timestamptz is null then timestamptz '9999-12-31 00:00:00+00'
               else greatest(nullif(late_at, timestamptz '9999-12-31 00:00:00+00'), $5)
             end,
             next_follow_up_on = coalesce($6, next_follow_up_on), updated_at = now(), version = version + 1
         where company_id = $1
           and id = $2",
        tx.company(),
        lead,
        response_minutes,
        late_at.is_some(),
        late_at.flatten() as Option<Timestamp>,
        next_follow_up_on as Option<Date>
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// Inserts a note.
pub(crate) async fn add_note(tx: &mut Tx, lead: i64, note: &NewNote) -> Result<()> {
    sqlx::query!(
        "with noted as (
           update lead set updated_at = now() where company_id = $1 and id = $2
         )
         insert into note (company_id, lead_id, html, pictures, noted_at, author_id) values ($1, $2, $3, $4, $5, $6)",
        tx.company(),
        lead,
        note.html,
        &note.pictures,
        note.noted_at as Timestamp,
        tx.actor().user
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// Activities and status changes, newest first.
pub(crate) async fn timeline(tx: &mut Tx, lead: i64) -> Result<Vec<EntryOut>> {
    let parts = merges::parts(tx, lead).await?;
    Ok(sqlx::query_as!(
        EntryOut,
        "select e.key as \"key!\", nullif(e.lead_id, $3) as part_of_lead_id, e.kind as \"kind!\", e.at as \"at!: Timestamp\", p.name as \"by_name?\", e.text,
                e.pictures as \"pictures!\", e.is_outgoing, o.name as \"outcome_name?\", s.name as \"status_name?\", s.kind as status_kind,
                x.name as \"lost_reason_name?\", e.wake_on as \"wake_on: Date\", e.loan_id
         from (select 'note-' || id as key, lead_id, 'NOTE' as kind, noted_at as at, author_id, html as text,
                      pictures, null::boolean as is_outgoing, null::bigint as outcome_id, null::bigint as status_id,
                      null::bigint as lost_reason_id, null::date as wake_on, null::bigint as loan_id, created_at
               from note
               where company_id = $1 and lead_id = any ($2)
               union all
               select 'activity-' || id, lead_id, kind, happened_at, author_id, summary, '{}', is_outgoing, outcome_id, null, null, null, null,
                      created_at
               from lead_activity
               where company_id = $1 and lead_id = any ($2)
               union all
               select 'status-' || id, lead_id, 'STATUS', valid_from, changed_by, null, '{}', null, null, status_id, lost_reason_id,
                      wake_on, loan_id, recorded_at
               from lead_status_change
               where company_id = $1 and lead_id = any ($2)) e
         left join person p on p.user_id = e.author_id
         left join contact_outcome o on o.company_id = $1 and o.id = e.outcome_id
         left join lead_status s on s.company_id = $1 and s.id = e.status_id
         left join lost_reason x on x.company_id = $1 and x.id = e.lost_reason_id
         order by e.at desc, e.created_at desc, e.key desc
         limit 200",
        tx.company(),
        &parts,
        lead
    )
    .fetch_all(&mut **tx)
    .await?)
}

/// A nurtured lead that may be due.
#[derive(Debug)]
pub(crate) struct Sleeping {
    pub id: i64,
    pub org_unit: i64,
    pub owner: i64,
    pub name: String,
    pub wake_on: Date,
    pub time_zone: String,
}

/// Leads due by tomorrow in any time zone.
pub(crate) async fn sleeping(connection: &mut PgConnection, company: i64, now: Timestamp) -> Result<Vec<Sleeping>> {
    Ok(sqlx::query_as!(
        Sleeping,
        "select l.id, l.org_unit_id as org_unit, l.owner_id as owner, l.contact_name as name, l.wake_on as \"wake_on!: Date\", c.time_zone as \"time_zone!\"
         from lead l
         join office_calendar c on c.company_id = $1 and c.org_unit_id = l.org_unit_id
         where l.company_id = $1
           and l.wake_on <= ($2::timestamptz)::date + 1
         order by l.wake_on, l.id
         limit 5000",
        company,
        now as Timestamp
    )
    .fetch_all(connection)
    .await?)
}

/// Resumes a lead unless its date has changed.
pub(crate) async fn wake(
    connection: &mut PgConnection,
    company: i64,
    lead: i64,
    wake_on: Date,
    today: Date,
    now: Timestamp,
) -> Result<bool> {
    let woken = sqlx::query!(
        "with lead as (
           update lead
           set wake_on = null, next_follow_up_on = $4, late_at = $5, updated_at = $5, version = version + 1
           where company_id = $1
             and id = $2
             and wake_on = $3
           returning id
         )
         insert into lead_activity (company_id, lead_id, kind, is_outgoing, happened_at)
         select $1, id, 'WOKEN', false, $5
         from lead",
        company,
        lead,
        wake_on as Date,
        today as Date,
        now as Timestamp
    )
    .execute(connection)
    .await?;
    Ok(woken.rows_affected() == 1)
}

/// Locks a lead against concurrent conversion.
pub(crate) async fn hold(tx: &mut Tx, id: i64) -> Result<()> {
    sqlx::query!("select id from lead where company_id = $1 and id = $2 for update", tx.company(), id)
        .fetch_optional(&mut **tx)
        .await?;
    Ok(())
}

/// An owner with their roles.
#[derive(Debug)]
pub(crate) struct OwnerRoles {
    pub membership: i64,
    pub roles: Vec<Role>,
}

/// Active owners of a lead with their roles, primary first.
pub(crate) async fn owner_roles(tx: &mut Tx, lead: i64) -> Result<Vec<OwnerRoles>> {
    let rows = sqlx::query!(
        "select o.membership_id, m.roles as \"roles!\"
         from lead_user o
         join member m on m.company_id = $1 and m.membership_id = o.membership_id
         where o.company_id = $1
           and o.lead_id = $2
           and m.is_active
         order by o.position",
        tx.company(),
        lead
    )
    .fetch_all(&mut **tx)
    .await?;
    Ok(rows
        .into_iter()
        .map(|row| OwnerRoles {
            membership: row.membership_id,
            roles: row.roles.iter().filter_map(|code| Role::from_code(code)).collect(),
        })
        .collect())
}

/// Copies a lead's notes to its loan.
pub(crate) async fn copy_notes(tx: &mut Tx, lead: i64, loan: i64) -> Result<()> {
    let parts = merges::parts(tx, lead).await?;
    sqlx::query!(
        "insert into note (company_id, loan_id, html, pictures, noted_at, author_id, created_at)
         select company_id, $3, html, pictures, noted_at, author_id, created_at
         from note
         where company_id = $1
           and lead_id = any ($2)
         order by id",
        tx.company(),
        &parts,
        loan
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// Links a lead to its loan, or removes the link.
pub(crate) async fn set_loan(tx: &mut Tx, lead: i64, loan: Option<i64>) -> Result<()> {
    sqlx::query!("update lead set loan_id = $3 where company_id = $1 and id = $2", tx.company(), lead, loan)
        .execute(&mut **tx)
        .await?;
    Ok(())
}
