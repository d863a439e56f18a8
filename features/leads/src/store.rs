//! SQL for leads.

pub(crate) mod consents;
pub(crate) mod hand_over;
pub(crate) mod merges;
mod work;

pub(crate) use work::*;

use crate::{
    config::OutcomeOut,
    consent::of_phones,
    fields::{
        Choice, ContactOut, DetailOut, LeadOut, NoteMetadataOut, NoteOut, OwnerOut, ReferralOut, ScenarioOut, StatusOut,
    },
    make::{NewContact, NewLead, OwnerRef, words_of},
    owners::KnownOwner,
};
use lending::{
    calendar::BusinessCalendar,
    leads::Referrer,
    lists::LeadStatusKind,
    office_hours::OfficeHours,
    values::{Email, Money, name_key},
};
use platform::{
    Error, InCompany, Result, Tx,
    db::{Date, Timestamp},
};
use serde_json::{Value, json};
use sqlx::PgConnection;
use uuid::Uuid;

/// Active statuses in the company's order.
pub(crate) async fn statuses(tx: &mut Tx) -> Result<Vec<StatusOut>> {
    Ok(sqlx::query_as!(
        StatusOut,
        "select id as \"id!\", name as \"name!\", kind as \"kind!\"
         from list_choice
         where company_id = $1
           and list = 'lead-status'
         order by position, id",
        tx.company()
    )
    .fetch_all(&mut **tx)
    .await?)
}

/// Active lost reasons in the company's order.
pub(crate) async fn lost_reasons(tx: &mut Tx) -> Result<Vec<Choice>> {
    Ok(sqlx::query_as!(
        Choice,
        "select id as \"id!\", name as \"name!\"
         from list_choice
         where company_id = $1
           and list = 'lost-reason'
         order by position, id",
        tx.company()
    )
    .fetch_all(&mut **tx)
    .await?)
}

/// Active contact outcomes in the company's order.
pub(crate) async fn contact_outcomes(tx: &mut Tx) -> Result<Vec<OutcomeOut>> {
    Ok(sqlx::query_as!(
        OutcomeOut,
        "select id as \"id!\", name as \"name!\", kind as \"kind!\"
         from list_choice
         where company_id = $1
           and list = 'contact-outcome'
         order by position, id",
        tx.company()
    )
    .fetch_all(&mut **tx)
    .await?)
}

/// A status with the data that changes need.
#[derive(Clone, Debug)]
pub(crate) struct Status {
    pub id: i64,
    pub kind: LeadStatusKind,
    /// The company's target, otherwise the kind's.
    pub target_minutes: Option<i32>,
}

fn status(id: i64, kind: Option<String>, target_minutes: Option<i32>) -> Result<Status> {
    let kind: LeadStatusKind = kind.unwrap_or_default().parse().map_err(Error::internal)?;
    Ok(Status { id, kind, target_minutes: target_minutes.or(kind.target_minutes()) })
}

/// The first active status of a kind.
pub(crate) async fn first_status(tx: &mut impl InCompany, kind: LeadStatusKind) -> Result<Status> {
    let row = sqlx::query!(
        "select id, kind, target_minutes
         from lead_status
         where company_id = $1
           and kind = $2
         order by is_active desc, position, id
         limit 1",
        tx.company(),
        kind.as_str()
    )
    .fetch_one(&mut **tx)
    .await?;
    status(row.id, row.kind, row.target_minutes)
}

/// A named owner, if they belong to this company.
#[derive(Debug)]
pub(crate) struct NamedPerson {
    pub membership: Option<i64>,
    pub name: Option<String>,
    pub is_active: Option<bool>,
    pub roles: Option<Vec<String>>,
}

/// The users of owner references, in order.
pub(crate) async fn people(tx: &mut impl InCompany, named: &[OwnerRef]) -> Result<Vec<NamedPerson>> {
    let users: Vec<_> = named.iter().map(|owner| owner.user).collect();
    let units: Vec<_> = named.iter().map(|owner| owner.org_unit).collect();
    Ok(sqlx::query_as!(
        NamedPerson,
        "select m.membership_id as \"membership?\", m.name as \"name?\", m.is_active as \"is_active?\", m.roles as \"roles?\"
         from unnest($2::bigint[], $3::bigint[]) with ordinality as named(user_id, org_unit_id, position)
         left join member m
           on m.company_id = $1 and m.user_id = named.user_id and m.org_unit_id = named.org_unit_id
         order by named.position",
        tx.company(),
        &users,
        &units
    )
    .fetch_all(&mut **tx)
    .await?)
}

/// Office calendar and location of a branch.
pub(crate) struct Calendar {
    pub time_zone: String,
    pub state_code: Option<String>,
    saturday_open: bool,
    closed_weekdays: Vec<i16>,
    holidays: Vec<Date>,
    holiday_names: Vec<String>,
}

impl Calendar {
    pub(crate) fn office_hours(&self) -> OfficeHours {
        let calendar = BusinessCalendar {
            saturday_open: self.saturday_open,
            closed_weekdays: self.closed_weekdays.clone(),
            holidays: self.holidays.iter().map(|day| **day).zip(self.holiday_names.clone()).collect(),
        };
        let zone = jiff::tz::TimeZone::get(&self.time_zone).unwrap_or(jiff::tz::TimeZone::UTC);
        OfficeHours::nine_to_five(calendar, zone)
    }
}

/// The calendar of a branch.
pub(crate) async fn calendar(tx: &mut impl InCompany, org_unit: i64) -> Result<Calendar> {
    let company = tx.company();
    Ok(sqlx::query_as!(
        Calendar,
        "select time_zone as \"time_zone!\", state_code, saturday_open as \"saturday_open!\",
                closed_weekdays as \"closed_weekdays!\", holidays as \"holidays!: Vec<Date>\", holiday_names as \"holiday_names!\"
         from office_calendar
         where company_id = $1
           and org_unit_id = $2",
        company,
        org_unit
    )
    .fetch_one(&mut **tx)
    .await?)
}

/// Returns true if a user is licensed in a state on a day.
pub(crate) async fn is_licensed(tx: &mut Tx, user: i64, state: &str, today: Date) -> Result<bool> {
    Ok(sqlx::query_scalar!(
        "select exists (select
                        from officer_license
                        where company_id = $1
                          and user_id = $2
                          and state_code = $3
                          and license_standing(is_active, issued_on, expires_on, $4)
                              in ('AUTHORIZED', 'EXPIRES_SOON')) as \"is_licensed!\"",
        tx.company(),
        user,
        state,
        today as Date
    )
    .fetch_one(&mut **tx)
    .await?)
}

/// Existing references of a payload.
#[derive(Debug)]
pub(crate) struct NamedThings {
    pub source_kind: Option<String>,
    pub has_provider: bool,
    pub has_business_contact: bool,
    pub has_borrower: bool,
    pub has_user: bool,
}

/// Looks up source, provider and referral contact.
pub(crate) async fn named(
    tx: &mut impl InCompany,
    source: Option<i64>,
    provider: Option<i64>,
    referrer: Referrer,
) -> Result<NamedThings> {
    Ok(sqlx::query_as!(
        NamedThings,
        "select (select kind from lead_source where company_id = $1 and id = $2) as source_kind,
                exists (select from lead_provider where company_id = $1 and id = $3) as \"has_provider!\",
                exists (select
                        from business_contact_name
                        where company_id = $1 and business_contact_id = $4) as \"has_business_contact!\",
                exists (select from borrower_name where company_id = $1 and borrower_id = $5) as \"has_borrower!\",
                exists (select from member where company_id = $1 and user_id = $6) as \"has_user!\"",
        tx.company(),
        source,
        provider,
        referrer.business_contact,
        referrer.borrower,
        referrer.user
    )
    .fetch_one(&mut **tx)
    .await?)
}

pub(crate) async fn next_ids(connection: &mut PgConnection, count: usize) -> Result<Vec<i64>> {
    let count = i32::try_from(count).map_err(Error::internal)?;
    Ok(sqlx::query_scalar!("select nextval('lead_id') as \"id!\" from generate_series(1, $1)", count)
        .fetch_all(connection)
        .await?)
}

/// Contacts of a lead as columns.
struct ContactColumns {
    first_names: Vec<String>,
    last_names: Vec<String>,
    name_keys: Vec<String>,
    emails: Vec<Option<String>>,
    email_keys: Vec<Option<String>>,
    phones: Vec<Option<String>>,
}

impl ContactColumns {
    fn new(contacts: &[NewContact]) -> Self {
        Self {
            first_names: contacts.iter().map(|contact| contact.first_name.clone()).collect(),
            last_names: contacts.iter().map(|contact| contact.last_name.clone()).collect(),
            name_keys: contacts.iter().map(|contact| name_key(&contact.name())).collect(),
            emails: contacts.iter().map(|contact| contact.email.as_ref().map(ToString::to_string)).collect(),
            email_keys: contacts.iter().map(|contact| contact.email.as_ref().map(Email::key)).collect(),
            phones: contacts
                .iter()
                .map(|contact| contact.phone.as_ref().map(|phone| phone.digits().to_owned()))
                .collect(),
        }
    }
}

/// A lead to insert.
pub(crate) struct Written<'a> {
    pub id: i64,
    pub new: &'a NewLead,
    pub owners: &'a [KnownOwner],
    pub primary: &'a KnownOwner,
    pub late_at: Option<jiff::Timestamp>,
    pub began: Timestamp,
    pub after: Value,
    /// Default wording of consents.
    pub wording: &'a str,
}

impl Written<'_> {
    /// JSON for the statement.
    fn given(&self) -> Value {
        let Self { id, new, owners, primary, late_at, began, after, wording } = self;
        let (name, sort_name) = new.contacts.first().map(|one| (one.name(), one.sort_name())).unwrap_or_default();
        let contacts: Vec<_> = new
            .contacts
            .iter()
            .map(|contact| {
                json!({
                    "first_name": contact.first_name,
                    "last_name": contact.last_name,
                    "name_key": name_key(&contact.name()),
                    "email": contact.email.as_ref().map(ToString::to_string),
                    "email_key": contact.email.as_ref().map(Email::key),
                    "phone": contact.phone.as_ref().map(|phone| phone.digits()),
                })
            })
            .collect();
        let owners: Vec<_> =
            owners.iter().map(|owner| json!({ "membership_id": owner.membership, "user_id": owner.user })).collect();
        let notes: Vec<_> = new
            .notes
            .iter()
            .map(|note| json!({ "html": note.html, "pictures": array_of(&note.pictures), "noted_at": note.noted_at }))
            .collect();
        json!({
            "id": id,
            "org_unit_id": primary.org_unit,
            "owner_id": primary.membership,
            "began": began,
            "purpose": new.scenario.purpose.as_str(),
            "state_code": new.scenario.state.map(|state| state.to_string()),
            "loan_amount_cents": new.scenario.loan_amount.map(Money::cents),
            "property_value_cents": new.scenario.property_value.map(Money::cents),
            "source_id": new.source,
            "provider_id": new.provider,
            "late_at": late_at.map(Timestamp),
            "name": name,
            "sort_name": sort_name,
            "words": words_of(*id, &new.contacts),
            "contacts": contacts,
            "other_source_desc": new.other_source,
            "business_contact_id": new.referrer.business_contact,
            "borrower_id": new.referrer.borrower,
            "user_id": new.referrer.user,
            "owners": owners,
            "notes": notes,
            "consents": consents::given(&new.consents, wording),
            "after": after,
        })
    }
}

/// Inserts leads with all their data in one statement.
pub(crate) async fn insert(tx: &mut impl InCompany, status: &Status, leads: &[Written<'_>]) -> Result<()> {
    let given: Vec<_> = leads.iter().map(Written::given).collect();
    let (company, user) = (tx.company(), tx.user());
    let rtc_client_id = tx.rtc_client_id().map(str::to_owned);
    sqlx::query!(
        "with given as materialized (
           select *
           from jsonb_to_recordset($2) as given(
             id bigint, org_unit_id bigint, owner_id bigint, began timestamptz, purpose text, state_code text,
             loan_amount_cents bigint, property_value_cents bigint, source_id bigint, provider_id bigint, late_at timestamptz, name text, sort_name text, words text,
             contacts jsonb, other_source_desc text, business_contact_id bigint, borrower_id bigint, user_id bigint,
             owners jsonb, notes jsonb, consents jsonb, after jsonb)
         ), lead as (
           insert into lead (company_id, id, org_unit_id, owner_id, status_id, status_rank, status_since, purpose,
                             state_code, loan_amount_cents, property_value_cents, source_id, provider_id, late_at,
                             contact_name, sort_name, words, created_by, created_at, updated_at)
           select $1, id, org_unit_id, owner_id, $3, $4, began, purpose, state_code, loan_amount_cents,
                  property_value_cents, source_id, provider_id,
                  coalesce(late_at, timestamptz '9999-12-31 00:00:00+00'), name, sort_name, words, $5::bigint, began,
                  began
           from given
         ), contact as (
           insert into lead_contact (company_id, lead_id, position, first_name, last_name, name_key, email, email_key,
                                     phone)
           select $1, g.id, c.position, c.contact ->> 'first_name', c.contact ->> 'last_name', c.contact ->> 'name_key',
                  c.contact ->> 'email', c.contact ->> 'email_key', c.contact ->> 'phone'
           from given g, jsonb_array_elements(g.contacts) with ordinality as c(contact, position)
         ), referral as (
           insert into lead_referral (company_id, lead_id, other_source_desc, business_contact_id, borrower_id, user_id)
           select $1, id, other_source_desc, business_contact_id, borrower_id, user_id
           from given
           where num_nonnulls(other_source_desc, business_contact_id, borrower_id, user_id) > 0
         ), owner as (
           insert into lead_user (company_id, lead_id, position, membership_id, user_id, org_unit_id)
           select $1, g.id, o.position, (o.owner ->> 'membership_id')::bigint, (o.owner ->> 'user_id')::bigint,
                  g.org_unit_id
           from given g, jsonb_array_elements(g.owners) with ordinality as o(owner, position)
         ), note as (
           insert into note (company_id, lead_id, html, pictures, noted_at, author_id)
           select $1, g.id, n.note ->> 'html', (n.note ->> 'pictures')::uuid[], (n.note ->> 'noted_at')::timestamptz, $5::bigint
           from given g, jsonb_array_elements(g.notes) as n(note)
         ), consent as (
           insert into lead_consent (company_id, lead_id, kind, is_given, phone, wording, said_at, source, address, page,
                                     recorded_by)
           select $1, g.id, c.kind, c.is_given, c.phone, c.wording, c.said_at, c.source, c.address, c.page, $5::bigint
           from given g,
                jsonb_to_recordset(g.consents) as c(kind text, is_given boolean, phone text, wording text,
                                                    said_at timestamptz, source text, address text, page text)
         ), status as (
           insert into lead_status_change (company_id, lead_id, status_id, status_rank, valid_from, changed_by)
           select $1, id, $3, $4, began, $5::bigint from given
         ), audit as (
           insert into audit_entry (company_id, action, entity, entity_id, after)
           select $1, 'lead.create', 'lead', id::text, after from given
         ), event as (
           insert into event (company_id, kind, entity_id, rtc_client_id)
           select $1, 'lead.created', id, $6::text from given
         )
         select count(*) filter (where put_search_entry('lead', org_unit_id, id, words) is null) as \"written!\" from given",
        company,
        Value::Array(given),
        status.id,
        status.kind.rank(),
        user,
        rtc_client_id
    )
    .fetch_one(&mut **tx)
    .await?;
    Ok(())
}

/// Formats ids as a PostgreSQL array.
fn array_of(ids: &[Uuid]) -> String {
    let ids: Vec<_> = ids.iter().map(Uuid::to_string).collect();
    format!("{{{}}}", ids.join(","))
}

/// A lead with its page data from one row.
#[derive(Debug)]
pub(crate) struct LeadRow {
    pub id: i64,
    pub org_unit_id: i64,
    pub version: i32,
    pub name: String,
    pub status_id: i64,
    pub status_name: String,
    pub status_kind: String,
    pub status_since: Timestamp,
    pub lost_reason_id: Option<i64>,
    pub lost_reason_name: Option<String>,
    pub wake_on: Option<Date>,
    pub next_follow_up_on: Option<Date>,
    pub is_late: bool,
    pub first_response_minutes: Option<i32>,
    pub purpose: String,
    pub state_code: Option<String>,
    pub loan_amount_cents: Option<i64>,
    pub property_value_cents: Option<i64>,
    pub provider_id: Option<i64>,
    pub provider_name: Option<String>,
    pub source_id: Option<i64>,
    pub source_name: Option<String>,
    pub source_type: Option<String>,
    pub other_source: Option<String>,
    pub business_contact: Option<i64>,
    pub borrower: Option<i64>,
    pub referrer_user: Option<i64>,
    pub referrer_name: Option<String>,
    pub loan_id: Option<i64>,
    pub created_by: Option<String>,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
    /// The active membership is an owner.
    pub is_own: bool,
}

/// Finds a lead of the company, regardless of scope.
pub(crate) async fn lead(tx: &mut Tx, id: i64) -> Result<Option<LeadRow>> {
    Ok(sqlx::query_as!(
        LeadRow,
        "select l.id, l.org_unit_id, l.version, l.contact_name as name, l.status_id, s.name as status_name,
                s.kind as \"status_kind!\", l.status_since, l.lost_reason_id, x.name as \"lost_reason_name?\",
                l.wake_on as \"wake_on: Date\", l.next_follow_up_on as \"next_follow_up_on: Date\",
                l.late_at <= now() as \"is_late!\", l.first_response_minutes, l.purpose, l.state_code,
                l.loan_amount_cents, l.property_value_cents, l.provider_id,
                p.name as \"provider_name?\", l.source_id, so.name as \"source_name?\", so.kind as \"source_type?\",
                r.other_source_desc as \"other_source?\", r.business_contact_id as \"business_contact?\",
                r.borrower_id as \"borrower?\", r.user_id as \"referrer_user?\",
                coalesce(bc.name, b.name, u.name) as referrer_name, l.loan_id, c.name as \"created_by?\", l.created_at,
                l.updated_at,
                exists (select
                        from lead_user o
                        where o.company_id = $1 and o.lead_id = l.id and o.membership_id = $3) as \"is_own!\"
         from lead l
         join lead_status s on s.company_id = $1 and s.id = l.status_id
         left join lost_reason x on x.company_id = $1 and x.id = l.lost_reason_id
         left join lead_provider p on p.company_id = $1 and p.id = l.provider_id
         left join lead_source so on so.company_id = $1 and so.id = l.source_id
         left join lead_referral r on r.company_id = $1 and r.lead_id = l.id
         left join business_contact_name bc on bc.company_id = $1 and bc.business_contact_id = r.business_contact_id
         left join borrower_name b on b.company_id = $1 and b.borrower_id = r.borrower_id
         left join person u on u.user_id = r.user_id
         left join person c on c.user_id = l.created_by
         where l.company_id = $1
           and l.id = $2",
        tx.company(),
        id,
        tx.actor().membership()
    )
    .fetch_optional(&mut **tx)
    .await?)
}

/// Contacts, primary first.
pub(crate) async fn contacts(tx: &mut Tx, id: i64) -> Result<Vec<ContactOut>> {
    Ok(sqlx::query_as!(
        ContactOut,
        "select first_name, last_name, email, phone as cell_phone, is_primary as \"is_primary!\"
         from lead_contact
         where company_id = $1
           and lead_id = $2
         order by position",
        tx.company(),
        id
    )
    .fetch_all(&mut **tx)
    .await?)
}

/// Owners, primary first.
pub(crate) async fn owners(tx: &mut Tx, id: i64) -> Result<Vec<OwnerOut>> {
    Ok(sqlx::query_as!(
        OwnerOut,
        "select o.user_id as user, m.org_unit_id as \"org_unit!\", o.membership_id as membership,
                o.is_primary as \"is_primary!\", m.name as \"name!\", m.branch_name as \"branch_name!\"
         from lead_user o
         join member m on m.company_id = $1 and m.membership_id = o.membership_id
         where o.company_id = $1
           and o.lead_id = $2
         order by o.position",
        tx.company(),
        id
    )
    .fetch_all(&mut **tx)
    .await?)
}

/// Maximum number of notes in a lead's response.
const NOTES_MAX: i64 = 50;

/// The newest notes on a lead and its merged parts.
pub(crate) async fn notes(tx: &mut Tx, parts: &[i64]) -> Result<Vec<NoteOut>> {
    notes_on(tx, parts, None).await
}

/// The newest notes on a loan.
pub(crate) async fn notes_of_loan(tx: &mut Tx, loan: i64) -> Result<Vec<NoteOut>> {
    notes_on(tx, &[], Some(loan)).await
}

async fn notes_on(tx: &mut Tx, leads: &[i64], loan: Option<i64>) -> Result<Vec<NoteOut>> {
    let rows = sqlx::query!(
        "select n.id, n.html, n.pictures, n.type as note_type, n.noted_at, p.name as \"author_name?\"
         from note n
         left join person p on p.user_id = n.author_id
         where n.company_id = $1
           and (n.lead_id = any ($2) or n.loan_id = $3)
         order by n.noted_at desc, n.id desc
         limit $4",
        tx.company(),
        leads,
        loan,
        NOTES_MAX
    )
    .fetch_all(&mut **tx)
    .await?;
    Ok(rows
        .into_iter()
        .map(|row| NoteOut {
            id: row.id,
            text: row.html,
            pictures: row.pictures,
            note_type: row.note_type,
            metadata: NoteMetadataOut { creation_date: row.noted_at },
            author_name: row.author_name,
        })
        .collect())
}

/// The lead that a loan was created from, even if it was returned.
pub(crate) async fn lead_of_loan(tx: &mut Tx, loan: i64) -> Result<Option<i64>> {
    Ok(sqlx::query_scalar!(
        "select coalesce((select p.lead_id
                          from lead_part p
                          where p.company_id = $1 and p.part_id = c.lead_id
                          order by p.merge_id desc
                          limit 1), c.lead_id) as \"id!\"
         from lead_status_change c
         where c.company_id = $1
           and c.loan_id = $2
         order by c.id
         limit 1",
        tx.company(),
        loan
    )
    .fetch_optional(&mut **tx)
    .await?)
}

/// Reads a lead with all its data.
pub(crate) async fn out(tx: &mut Tx, row: LeadRow) -> Result<LeadOut> {
    let parts = merges::parts(tx, row.id).await?;
    let (contacts, users, notes) = (contacts(tx, row.id).await?, owners(tx, row.id).await?, notes(tx, &parts).await?);
    let (merges, origins) = merges::of_kept(tx, row.id).await?;
    let consents = consents::of(tx, &parts).await?;
    let phones = contacts.iter().filter_map(|contact| contact.cell_phone.as_deref());
    let consent_by_phone = of_phones(phones, &consents);
    let lost_reason = row.lost_reason_id.zip(row.lost_reason_name).map(|(id, name)| Choice { id, name });
    Ok(LeadOut {
        id: row.id,
        version: row.version,
        name: row.name,
        status: StatusOut { id: row.status_id, name: row.status_name, kind: row.status_kind },
        status_since: row.status_since,
        lost_reason,
        wake_on: row.wake_on,
        next_follow_up_on: row.next_follow_up_on,
        is_late: row.is_late,
        first_response_minutes: row.first_response_minutes,
        scenario: ScenarioOut {
            loan_purpose: row.purpose,
            state_code: row.state_code,
            loan_amount: row.loan_amount_cents.map(Money::from_cents),
            property_value: row.property_value_cents.map(Money::from_cents),
        },
        contacts,
        detail: DetailOut { provider: row.provider_id, provider_name: row.provider_name },
        referral: ReferralOut {
            source: row.source_id,
            source_name: row.source_name,
            source_type: row.source_type,
            other_source: row.other_source,
            business_contact: row.business_contact,
            borrower: row.borrower,
            user: row.referrer_user,
            referrer_name: row.referrer_name,
        },
        users,
        notes,
        merges,
        origins,
        consents,
        consent_by_phone,
        loan_id: row.loan_id,
        created_by: row.created_by,
        created_at: row.created_at,
        updated_at: row.updated_at,
        access_warning: None,
    })
}
