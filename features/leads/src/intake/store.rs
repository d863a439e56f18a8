//! SQL for arrivals and intake settings.

use super::{Arrival, Arrived, Channel, Faults, Kept, Way, place};
use crate::{fields::OwnerIn, make::NewNote};
use lending::{
    access::Reach,
    consent::ConsentSource,
    intake::{ArrivalState, HoldReason},
};
use platform::{App, Error, GlobalTx, InCompany, JobTx, Result, Tx, db::Timestamp, seal::Sealed};
use serde_json::{Value, json};
use std::collections::HashMap;
use uuid::Uuid;

/// Days that waiting arrivals are kept.
pub(super) const KEPT_DAYS: i32 = 30;

/// Earlier arrivals with the senders' ids. Waits for concurrent ones with the same id.
pub(super) async fn known(
    tx: &mut impl InCompany,
    named: &[(Option<i64>, &str)],
) -> Result<HashMap<(Option<i64>, String), Arrived>> {
    let providers: Vec<Option<i64>> = named.iter().map(|(provider, _)| *provider).collect();
    let external_ids: Vec<String> = named.iter().map(|(_, id)| (*id).to_owned()).collect();
    let company = tx.company();
    sqlx::query!(
        "select pg_advisory_xact_lock(key) is null as \"locked!\"
         from (select distinct hashtextextended(format('lead %s %s', provider_id, external_id), $1) as key
               from unnest($2::bigint[], $3::text[]) as named(provider_id, external_id)
               order by key) as keys",
        company,
        &providers as &[Option<i64>],
        &external_ids
    )
    .fetch_all(&mut **tx)
    .await?;
    let rows = sqlx::query!(
        "select a.id, a.provider_id, a.external_id as \"external_id!\", a.state, a.reason, a.faults,
                coalesce((select p.lead_id
                          from lead_part p
                          where p.company_id = $1 and p.part_id = a.lead_id
                          order by p.merge_id desc
                          limit 1), a.lead_id) as lead_id
         from unnest($2::bigint[], $3::text[]) as named(provider_id, external_id)
         join lead_arrival a
           on a.company_id = $1
          and a.external_id = named.external_id
          and a.provider_id is not distinct from named.provider_id",
        company,
        &providers as &[Option<i64>],
        &external_ids
    )
    .fetch_all(&mut **tx)
    .await?;
    rows.into_iter()
        .map(|row| {
            let arrived = Arrived {
                id: row.id,
                state: row.state.parse().map_err(Error::internal)?,
                reason: row.reason.as_deref().map(str::parse).transpose().map_err(Error::internal)?,
                lead: row.lead_id,
                faults: serde_json::from_value(row.faults).unwrap_or_default(),
                is_again: true,
            };
            Ok(((row.provider_id, row.external_id), arrived))
        })
        .collect()
}

/// Inserts arrivals with their results. Seals the content of waiting ones.
pub(super) async fn insert(app: &App, tx: &mut impl InCompany, way: &Way, arrivals: &[Arrival<'_>]) -> Result<()> {
    let company = tx.company();
    let mut given = Vec::with_capacity(arrivals.len());
    for arrival in arrivals {
        let Arrival { handed, id, state, reason, lead, owner, faults, duplicates, .. } = arrival;
        let kept = match state {
            ArrivalState::HELD | ArrivalState::REFUSED => {
                let kept = Kept { raw: handed.raw.clone(), lead: handed.value.clone(), source: None };
                let text = serde_json::to_vec(&kept).map_err(Error::internal)?;
                Some(app.keys.seal(&place(company, *id), &text).map_err(Error::internal)?)
            }
            _ => None,
        };
        let hex = |bytes: &[u8]| bytes.iter().map(|byte| format!("{byte:02x}")).collect::<String>();
        given.push(json!({
            "id": id,
            "row_number": handed.row,
            "provider_id": handed.provider,
            "external_id": handed.external_id,
            "state": state,
            "reason": reason,
            "lead_id": lead,
            "owner_id": owner.as_ref().map(|owner| owner.membership),
            "org_unit_id": owner.as_ref().map(|owner| owner.org_unit),
            "name": handed.name,
            "faults": faults,
            "duplicates": duplicates,
            "key_id": kept.as_ref().map(|sealed| sealed.key_id),
            "raw": kept.as_ref().map(|sealed| hex(&sealed.ciphertext)),
        }));
    }
    let (channel, api_key, import, address) = match way.channel {
        Channel::Key(key) => ("API", Some(key), None, None),
        Channel::Import(import) => ("IMPORT", None, Some(import), None),
        Channel::Address(address) => ("ADDRESS", None, None, Some(address)),
    };
    sqlx::query!(
        "with given as materialized (
           select *
           from jsonb_to_recordset($2) as given(
             id uuid, row_number integer, provider_id bigint, external_id text, state text, reason text, lead_id bigint, owner_id bigint,
             org_unit_id bigint, name text, faults jsonb, duplicates jsonb, key_id smallint, raw text)
         ), audit as (
           insert into audit_entry (company_id, action, entity, entity_id, after)
           select $1, 'lead-arrival.receive', 'lead-arrival', id::text,
                  jsonb_build_object('state', state, 'reason', reason, 'lead', lead_id, 'name', name)
           from given
           where state <> 'MADE'
             and $5::bigint is null
         )
         insert into lead_arrival (company_id, id, channel, api_key_id, import_id, address_id, row_number, provider_id, external_id, state, reason, lead_id,
                                   owner_id, org_unit_id, name, faults, duplicates, key_id, raw)
         select $1, id, $3, $4::bigint, $5::bigint, $6::uuid, row_number, provider_id, external_id, state, reason, lead_id, owner_id, org_unit_id, name, faults,
                array(select jsonb_array_elements_text(duplicates)::bigint), key_id, decode(raw, 'hex')
         from given",
        company,
        Value::Array(given),
        channel,
        api_key,
        import,
        address
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// Adds a note by the acting user, if any.
pub(super) async fn add_note(tx: &mut impl InCompany, lead: i64, note: &NewNote) -> Result<()> {
    sqlx::query!(
        "with noted as (
           update lead set updated_at = now() where company_id = $1 and id = $2
         )
         insert into note (company_id, lead_id, html, noted_at, author_id) values ($1, $2, $3, $4, $5)",
        tx.company(),
        lead,
        note.html,
        note.noted_at as Timestamp,
        tx.user()
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// The company's default owner, if still active.
pub(super) async fn default_owner(tx: &mut impl InCompany) -> Result<Option<OwnerIn>> {
    let found = sqlx::query!(
        "select m.user_id as \"user_id!\", m.org_unit_id as \"org_unit_id!\"
         from lead_intake_setting s
         join member m on m.company_id = $1 and m.membership_id = s.owner_id
         where s.company_id = $1
           and m.is_active",
        tx.company()
    )
    .fetch_optional(&mut **tx)
    .await?;
    Ok(found.map(|row| OwnerIn { user: row.user_id, org_unit: row.org_unit_id, is_primary: true }))
}

/// The settings as displayed.
pub(super) struct SettingRow {
    pub user: Option<i64>,
    pub org_unit: Option<i64>,
    pub name: Option<String>,
    pub branch_name: Option<String>,
    pub consent_wording: Option<String>,
    pub version: i32,
}

pub(super) async fn setting(tx: &mut Tx) -> Result<Option<SettingRow>> {
    Ok(sqlx::query_as!(
        SettingRow,
        "select m.user_id as \"user?\", m.org_unit_id as \"org_unit?\", m.name as \"name?\",
                m.branch_name as \"branch_name?\", s.consent_wording, s.version
         from lead_intake_setting s
         left join member m on m.company_id = $1 and m.membership_id = s.owner_id
         where s.company_id = $1",
        tx.company()
    )
    .fetch_optional(&mut **tx)
    .await?)
}

pub(super) async fn put_setting(tx: &mut Tx, owner: Option<i64>, consent_wording: Option<&str>) -> Result<()> {
    sqlx::query!(
        "insert into lead_intake_setting (company_id, owner_id, consent_wording)
         values ($1, $2, $3)
         on conflict (company_id) do update
           set owner_id = excluded.owner_id, consent_wording = excluded.consent_wording,
               version = lead_intake_setting.version + 1",
        tx.company(),
        owner,
        consent_wording
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// A waiting arrival in a list.
pub(super) struct HeldRow {
    pub id: Uuid,
    pub reason: String,
    pub name: String,
    pub channel: String,
    pub via: Option<String>,
    pub provider_name: Option<String>,
    pub external_id: Option<String>,
    pub owner_id: Option<i64>,
    pub owner_name: Option<String>,
    pub owner_user: Option<i64>,
    pub owner_unit: Option<i64>,
    pub owner_branch: Option<String>,
    pub faults: Value,
    pub duplicate_count: i32,
    pub received_at: Timestamp,
    pub kept_until: Timestamp,
}

/// Scope for arrivals: all, the branch's, or the user's own.
pub(super) struct Sight {
    is_all: bool,
    unit: Option<i64>,
    membership: i64,
}

impl Sight {
    pub fn of(tx: &Tx) -> Self {
        let actor = tx.actor();
        let reach = crate::reach::reach_of(actor);
        Self {
            is_all: reach == Reach::Company,
            unit: (reach == Reach::Unit).then(|| actor.org_unit()),
            membership: actor.membership(),
        }
    }
}

/// Waiting arrivals in scope, newest first.
pub(super) async fn held(tx: &mut Tx, only: Option<Uuid>, after: Option<Uuid>, limit: i64) -> Result<Vec<HeldRow>> {
    let Sight { is_all, unit, membership } = Sight::of(tx);
    Ok(sqlx::query_as!(
        HeldRow,
        "select a.id, a.reason as \"reason!\", a.name, a.channel,
                coalesce(k.name, i.file_name, d.name) as \"via?\",
                p.name as \"provider_name?\", a.external_id, a.owner_id, m.name as \"owner_name?\",
                m.user_id as \"owner_user?\", m.org_unit_id as \"owner_unit?\", m.branch_name as \"owner_branch?\", a.faults,
                cardinality(a.duplicates) as \"duplicate_count!\", a.received_at,
                a.received_at + make_interval(days => $8) as \"kept_until!: Timestamp\"
         from lead_arrival a
         left join api_key_name k on k.company_id = $1 and k.api_key_id = a.api_key_id
         left join lead_intake_address d on d.company_id = $1 and d.id = a.address_id
         left join lead_import i on i.company_id = $1 and i.id = a.import_id
         left join lead_provider p on p.company_id = $1 and p.id = a.provider_id
         left join member m on m.company_id = $1 and m.membership_id = a.owner_id
         where a.company_id = $1
           and a.state = 'HELD'
           and ($2 or a.org_unit_id = $3 or a.owner_id = $4)
           and ($5::uuid is null or a.id = $5)
           and ($6::uuid is null or a.id < $6)
         order by a.id desc
         limit $7",
        tx.company(),
        is_all,
        unit,
        membership,
        only,
        after,
        limit,
        KEPT_DAYS
    )
    .fetch_all(&mut **tx)
    .await?)
}

/// Number of waiting arrivals in scope, up to a maximum.
pub(super) async fn held_count(tx: &mut Tx, max: i64) -> Result<i64> {
    let Sight { is_all, unit, membership } = Sight::of(tx);
    Ok(sqlx::query_scalar!(
        "select count(*) as \"count!\"
         from (select
               from lead_arrival
               where company_id = $1
                 and state = 'HELD'
                 and ($2 or org_unit_id = $3 or owner_id = $4)
               limit $5) as waiting",
        tx.company(),
        is_all,
        unit,
        membership,
        max
    )
    .fetch_one(&mut **tx)
    .await?)
}

/// Reads and locks the content of a waiting arrival in scope.
pub(super) async fn kept(app: &App, tx: &mut Tx, id: Uuid) -> Result<Option<Kept>> {
    let Sight { is_all, unit, membership } = Sight::of(tx);
    let row = sqlx::query!(
        "select key_id as \"key_id!\", raw as \"raw!\", channel
         from lead_arrival
         where company_id = $1
           and id = $2
           and state = 'HELD'
           and ($3 or org_unit_id = $4 or owner_id = $5)
         for update",
        tx.company(),
        id,
        is_all,
        unit,
        membership
    )
    .fetch_optional(&mut **tx)
    .await?;
    let Some(row) = row else { return Ok(None) };
    let sealed = Sealed { key_id: row.key_id, ciphertext: row.raw };
    let text = app.keys.open(&place(tx.company(), id), &sealed).map_err(Error::internal)?;
    let kept: Kept = serde_json::from_slice(&text).map_err(Error::internal)?;
    let source = match row.channel.as_str() {
        "IMPORT" => ConsentSource::IMPORT,
        "ADDRESS" => ConsentSource::FORM,
        _ => ConsentSource::API,
    };
    Ok(Some(Kept { source: Some(source), ..kept }))
}

/// The decision about an arrival in scope, if any.
pub(super) async fn decided(tx: &mut Tx, id: Uuid) -> Result<Option<(ArrivalState, Option<i64>)>> {
    let Sight { is_all, unit, membership } = Sight::of(tx);
    let row = sqlx::query!(
        "select state,
                coalesce((select p.lead_id
                          from lead_part p
                          where p.company_id = $1 and p.part_id = a.lead_id
                          order by p.merge_id desc
                          limit 1), a.lead_id) as lead_id
         from lead_arrival a
         where company_id = $1
           and id = $2
           and state <> 'HELD'
           and ($3 or org_unit_id = $4 or owner_id = $5)",
        tx.company(),
        id,
        is_all,
        unit,
        membership
    )
    .fetch_optional(&mut **tx)
    .await?;
    row.map(|row| Ok((row.state.parse().map_err(Error::internal)?, row.lead_id))).transpose()
}

/// Records a decision about an arrival and deletes its content.
pub(super) async fn decide(tx: &mut Tx, id: Uuid, state: ArrivalState, lead: Option<i64>) -> Result<()> {
    sqlx::query!(
        "update lead_arrival
         set state = $3, lead_id = $4, decided_at = now(), decided_by = $5, key_id = null, raw = null, faults = '{}'
         where company_id = $1
           and id = $2
           and state = 'HELD'",
        tx.company(),
        id,
        state.as_str(),
        lead,
        tx.actor().user
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// Drops arrivals that have waited for too long. Keeps the senders' ids.
pub(super) async fn forget(tx: &mut GlobalTx, company: i64) -> Result<()> {
    sqlx::query!(
        "update lead_arrival
         set state = case state when 'HELD' then 'DROPPED' else state end, key_id = null, raw = null, name = '', faults = '{}', decided_at = now()
         where company_id = $1
           and raw is not null
           and received_at < now() - make_interval(days => $2)",
        company,
        KEPT_DAYS
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

impl HeldRow {
    pub fn faults(&self) -> Faults {
        serde_json::from_value(self.faults.clone()).unwrap_or_default()
    }

    pub fn reason(&self) -> Result<HoldReason> {
        self.reason.parse().map_err(Error::internal)
    }
}

/// An intake address.
pub(super) struct AddressRow {
    pub id: Uuid,
    pub name: String,
    pub provider_id: Option<i64>,
    pub provider_name: Option<String>,
    pub source_id: Option<i64>,
    pub source_name: Option<String>,
    pub owner_user: Option<i64>,
    pub owner_unit: Option<i64>,
    pub owner_name: Option<String>,
    pub mapping: Value,
    pub created_at: Timestamp,
    pub last_used_at: Option<Timestamp>,
}

/// Active intake addresses of a company: all, by id, or by secret.
async fn living_addresses(
    tx: &mut impl InCompany,
    only: Option<Uuid>,
    secret_hash: Option<&[u8]>,
) -> Result<Vec<AddressRow>> {
    Ok(sqlx::query_as!(
        AddressRow,
        "select a.id, a.name, a.provider_id, p.name as \"provider_name?\", a.source_id, s.name as \"source_name?\",
                m.user_id as \"owner_user?\", m.org_unit_id as \"owner_unit?\", m.name as \"owner_name?\", a.mapping,
                a.created_at, a.last_used_at as \"last_used_at: Timestamp\"
         from lead_intake_address a
         left join lead_provider p on p.company_id = $1 and p.id = a.provider_id
         left join lead_source s on s.company_id = $1 and s.id = a.source_id
         left join member m on m.company_id = $1 and m.membership_id = a.owner_id and m.is_active
         where a.company_id = $1
           and a.revoked_at is null
           and ($2::uuid is null or a.id = $2)
           and ($3::bytea is null or a.secret_hash = $3)
         order by a.created_at, a.id",
        tx.company(),
        only,
        secret_hash
    )
    .fetch_all(&mut **tx)
    .await?)
}

pub(super) async fn addresses(tx: &mut Tx, only: Option<Uuid>) -> Result<Vec<AddressRow>> {
    living_addresses(tx, only, None).await
}

/// Finds the active intake address with this secret, if its company is active.
pub(super) async fn open_address(tx: &mut JobTx, id: Uuid, secret_hash: &[u8]) -> Result<Option<AddressRow>> {
    let is_active = sqlx::query_scalar!(
        "select exists (select from org_unit where id = $1 and company_id = $1 and state = 'ACTIVE') as \"is_active!\"",
        InCompany::company(tx)
    )
    .fetch_one(&mut **tx)
    .await?;
    match is_active {
        true => Ok(living_addresses(tx, Some(id), Some(secret_hash)).await?.into_iter().next()),
        false => Ok(None),
    }
}

/// An intake address to insert.
pub(super) struct NewAddress<'a> {
    pub id: Uuid,
    pub name: &'a str,
    pub secret_hash: &'a [u8],
    pub provider: Option<i64>,
    pub source: Option<i64>,
    pub owner: Option<i64>,
    pub mapping: &'a Value,
}

pub(super) async fn insert_address(tx: &mut Tx, new: &NewAddress<'_>) -> Result<()> {
    sqlx::query!(
        "insert into lead_intake_address (company_id, id, name, secret_hash, provider_id, source_id, owner_id, mapping,
                                          created_by)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
        tx.company(),
        new.id,
        new.name,
        new.secret_hash,
        new.provider,
        new.source,
        new.owner,
        new.mapping,
        tx.actor().user
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// Revokes an intake address. Returns false if there is no active one.
pub(super) async fn revoke_address(tx: &mut Tx, id: Uuid) -> Result<bool> {
    let revoked = sqlx::query!(
        "update lead_intake_address set revoked_at = now() where company_id = $1 and id = $2 and revoked_at is null",
        tx.company(),
        id
    )
    .execute(&mut **tx)
    .await?;
    Ok(revoked.rows_affected() == 1)
}

/// Records the use of an address, at most once a minute.
pub(super) async fn note_address_use(tx: &mut JobTx, id: Uuid) -> Result<()> {
    let company = InCompany::company(tx);
    sqlx::query!(
        "update lead_intake_address
         set last_used_at = now()
         where company_id = $1
           and id = $2
           and (last_used_at is null or last_used_at < now() - interval '1 minute')",
        company,
        id
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}
