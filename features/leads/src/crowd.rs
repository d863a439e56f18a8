//! Inserts many generated leads in a few statements. Sends no events and searches no duplicates.

use crate::make::{NewContact, words_of};
use borrowers::matching::{self, Record, RecordKind, Told};
use lending::{leads::LeadPurpose, lists::LeadStatusKind, matching::Person, values::Email};
use platform::{Error, GlobalTx, Result, db::Timestamp};
use std::collections::HashMap;

/// A generated lead.
#[derive(Clone, Debug)]
pub struct CrowdLead {
    pub contact: NewContact,
    pub purpose: LeadPurpose,
    /// Membership of its owner.
    pub owner: i64,
    /// The owner's user id.
    pub user: i64,
    /// The owner's branch.
    pub org_unit: i64,
    pub status: LeadStatusKind,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}

/// Inserts leads into the entered company.
///
/// # Errors
///
/// The company lacks a status.
pub async fn insert_many(tx: &mut GlobalTx, company: i64, leads: &[CrowdLead]) -> Result<()> {
    let count = i64::try_from(leads.len()).unwrap_or(0);
    let ids: Vec<i64> =
        sqlx::query_scalar!("select nextval('lead_id') as \"id!\" from generate_series(1, $1::bigint)", count)
            .fetch_all(&mut **tx)
            .await?;
    let statuses: HashMap<String, i64> = sqlx::query!(
        "select distinct on (kind) kind as \"kind!\", id from lead_status where company_id = $1 order by kind, position",
        company
    )
    .fetch_all(&mut **tx)
    .await?
    .into_iter()
    .map(|row| (row.kind, row.id))
    .collect();
    let status_of = |lead: &CrowdLead| statuses.get(lead.status.as_str()).copied();
    let status_ids: Option<Vec<i64>> = leads.iter().map(status_of).collect();
    let status_ids = status_ids.ok_or_else(|| Error::internal(std::io::Error::other("the company lacks a status")))?;
    let column = |value: fn(&CrowdLead) -> i64| leads.iter().map(value).collect::<Vec<_>>();
    let text = |value: fn(&NewContact) -> String| leads.iter().map(|lead| value(&lead.contact)).collect::<Vec<_>>();
    let words: Vec<_> =
        ids.iter().zip(leads).map(|(id, lead)| words_of(*id, std::slice::from_ref(&lead.contact))).collect();
    sqlx::query!(
        "with given as materialized (
           select *
           from unnest($2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[], $7::smallint[], $8::text[],
                       $9::timestamptz[], $10::timestamptz[], $11::text[], $12::text[], $13::text[], $14::text[],
                       $15::text[], $16::text[], $17::text[], $18::text[], $19::text[])
             as g(id, org_unit_id, owner_id, user_id, status_id, status_rank, purpose, created_at, updated_at, contact_name,
                  sort_name, words, first_name, last_name, name_key, email, email_key, phone)
         ), lead as (
           insert into lead (company_id, id, org_unit_id, owner_id, status_id, status_rank, status_since, purpose,
                             contact_name, sort_name, words, created_by, created_at, updated_at)
           select $1, id, org_unit_id, owner_id, status_id, status_rank, updated_at, purpose, contact_name, sort_name, words,
                  user_id, created_at, updated_at
           from given
         ), contact as (
           insert into lead_contact (company_id, lead_id, position, first_name, last_name, name_key, email, email_key,
                                     phone)
           select $1, id, 1, first_name, last_name, name_key, email, email_key, phone
           from given
         ), owner as (
           insert into lead_user (company_id, lead_id, position, membership_id, user_id, org_unit_id)
           select $1, id, 1, owner_id, user_id, org_unit_id
           from given
         ), status as (
           insert into lead_status_change (company_id, lead_id, status_id, status_rank, valid_from, changed_by)
           select $1, id, status_id, status_rank, updated_at, user_id
           from given
         )
         select count(put_search_entry('lead', org_unit_id, id, words)) as written from given",
        company,
        &ids,
        &column(|lead| lead.org_unit),
        &column(|lead| lead.owner),
        &column(|lead| lead.user),
        &status_ids,
        &leads.iter().map(|lead| lead.status.rank()).collect::<Vec<i16>>(),
        &leads.iter().map(|lead| lead.purpose.as_str().to_owned()).collect::<Vec<_>>(),
        leads.iter().map(|lead| lead.created_at).collect::<Vec<_>>() as Vec<Timestamp>,
        leads.iter().map(|lead| lead.updated_at).collect::<Vec<_>>() as Vec<Timestamp>,
        &text(NewContact::name),
        &text(NewContact::sort_name),
        &words,
        &text(|contact| contact.first_name.clone()),
        &text(|contact| contact.last_name.clone()),
        &text(|contact| lending::values::name_key(&contact.name())),
        &text(|contact| contact.email.as_ref().map(ToString::to_string).unwrap_or_default()),
        &text(|contact| contact.email.as_ref().map(Email::key).unwrap_or_default()),
        &text(|contact| contact.phone.as_ref().map(|phone| phone.digits().to_owned()).unwrap_or_default()),
    )
    .fetch_one(&mut **tx)
    .await?;
    let told: Vec<_> = ids.iter().zip(leads).map(|(id, lead)| told(*id, lead)).collect();
    matching::put_compared(tx, &told).await
}

/// Updates table statistics. Call it early, because plans made for empty tables are cached.
pub async fn refresh_statistics(tx: &mut GlobalTx) -> Result<()> {
    sqlx::query!("select refresh_lead_statistics() is null as \"done\"").fetch_one(&mut **tx).await?;
    Ok(())
}

fn told(id: i64, lead: &CrowdLead) -> Told {
    let NewContact { first_name, last_name, email, phone } = lead.contact.clone();
    Told {
        record: Record { kind: RecordKind::Lead, id },
        org_unit: lead.org_unit,
        owner: Some(lead.owner),
        created_at: lead.created_at,
        people: vec![Person {
            first_name,
            last_name,
            emails: email.into_iter().collect(),
            phones: phone.into_iter().collect(),
            ..Person::default()
        }],
    }
}
