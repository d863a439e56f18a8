//! SQL for the matching register and its duplicates.

use super::{Record, RecordKind, Rules, Told};
use lending::intake::IntakeRule;
use lending::matching::{Agreement, Fingerprint, MatchKey, MatchWeights, Nicknames, Person, keys};
use platform::{Error, Result, db::Timestamp};
use serde_json::{Value, json};
use sqlx::{PgConnection, types::Json};
use std::collections::{HashMap, HashSet};

/// A person of a record.
#[derive(Clone, Debug)]
pub(super) struct Known {
    pub record: Record,
    pub org_unit: i64,
    pub owner: Option<i64>,
    pub created_at: Timestamp,
    pub person: Person,
}

/// A row of the functions on `match_person`.
struct Row {
    kind: String,
    record_id: i64,
    org_unit_id: i64,
    owner_id: Option<i64>,
    created_at: Timestamp,
    first_name: String,
    last_name: String,
    emails: Vec<String>,
    phones: Vec<String>,
    ssn_key: Option<Vec<u8>>,
    birth_key: Option<Vec<u8>>,
    street: Option<String>,
    postal_code: Option<String>,
}

impl TryFrom<Row> for Known {
    type Error = Error;

    fn try_from(row: Row) -> Result<Self> {
        Ok(Self {
            record: Record { kind: RecordKind::read(&row.kind)?, id: row.record_id },
            org_unit: row.org_unit_id,
            owner: row.owner_id,
            created_at: row.created_at,
            person: Person {
                first_name: row.first_name,
                last_name: row.last_name,
                emails: row.emails.iter().filter_map(|text| text.parse().ok()).collect(),
                phones: row.phones.iter().filter_map(|text| text.parse().ok()).collect(),
                taxpayer_identifier: row.ssn_key.map(Fingerprint),
                birth_date: row.birth_key.map(Fingerprint),
                street: row.street,
                postal_code: row.postal_code.and_then(|text| text.parse().ok()),
            },
        })
    }
}

/// Converts a row with expanded composite columns to a person.
macro_rules! known {
    ($row:ident) => {
        Known::try_from(Row {
            kind: $row.kind,
            record_id: $row.record_id,
            org_unit_id: $row.org_unit_id,
            owner_id: $row.owner_id,
            created_at: $row.created_at,
            first_name: $row.first_name,
            last_name: $row.last_name,
            emails: $row.emails,
            phones: $row.phones,
            ssn_key: $row.ssn_key,
            birth_key: $row.birth_key,
            street: $row.street,
            postal_code: $row.postal_code,
        })
    };
}

pub(super) async fn put(connection: &mut PgConnection, told: &[Told], is_compared: bool) -> Result<()> {
    let nicknames = Nicknames::default();
    let records: Vec<_> = told
        .iter()
        .map(|told| {
            json!({
                "kind": told.record.kind,
                "record": told.record.id,
                "orgUnit": told.org_unit,
                "owner": told.owner,
                "createdAt": told.created_at,
                "isCompared": is_compared,
                "people": told.people.iter().map(|person| written(person, &nicknames)).collect::<Vec<_>>(),
            })
        })
        .collect();
    sqlx::query!("select put_match_people($1) is null as \"written!\"", Value::Array(records))
        .fetch_one(connection)
        .await?;
    Ok(())
}

fn written(person: &Person, nicknames: &Nicknames) -> Value {
    let hex = |fingerprint: &Option<Fingerprint>| {
        fingerprint
            .as_ref()
            .map(|Fingerprint(bytes)| bytes.iter().map(|byte| format!("{byte:02x}")).collect::<String>())
    };
    let (firm, names): (Vec<_>, Vec<_>) = keys(person, nicknames).into_iter().partition(MatchKey::is_firm);
    json!({
        "firstName": person.first_name,
        "lastName": person.last_name,
        "emails": person.emails.iter().map(ToString::to_string).collect::<Vec<_>>(),
        "phones": person.phones.iter().map(|phone| phone.digits()).collect::<Vec<_>>(),
        "ssnKey": hex(&person.taxpayer_identifier),
        "birthKey": hex(&person.birth_date),
        "street": person.street,
        "postalCode": person.postal_code.as_ref().map(|code| code.digits()),
        "firmKeys": texts(&firm),
        "nameKeys": texts(&names),
    })
}

/// Keys in hashed form: kind and value.
fn texts(keys: &[MatchKey]) -> Vec<String> {
    keys.iter().map(|key| format!("{}:{}", key.kind, key.value)).collect()
}

pub(super) async fn remove(connection: &mut PgConnection, company: i64, record: Record) -> Result<()> {
    remove_all(connection, company, record.kind, &[record.id]).await
}

pub(super) async fn remove_all(
    connection: &mut PgConnection,
    company: i64,
    kind: RecordKind,
    ids: &[i64],
) -> Result<()> {
    let gone: Vec<_> = ids.iter().map(|id| json!({ "kind": kind, "record": id, "people": [] })).collect();
    sqlx::query!("select put_match_people($1) is null as \"written!\"", Value::Array(gone))
        .fetch_one(&mut *connection)
        .await?;
    sqlx::query!(
        "delete from duplicate_pair where company_id = $1 and kind = $2 and (one_id = any ($3) or other_id = any ($3))",
        company,
        kind.as_str(),
        ids
    )
    .execute(connection)
    .await?;
    Ok(())
}

pub(super) async fn rules(connection: &mut PgConnection, company: i64) -> Result<Rules> {
    let row = sqlx::query!(
        "select weights as \"weights: Json<MatchWeights>\", nicknames from match_setting where company_id = $1",
        company
    )
    .fetch_optional(connection)
    .await?;
    Ok(row.map_or_else(Rules::default, |row| Rules {
        weights: row.weights.0,
        nicknames: Nicknames::with(row.nicknames.iter().map(String::as_str)),
    }))
}

pub(super) async fn intake_rule(connection: &mut PgConnection, company: i64) -> Result<IntakeRule> {
    let rule = sqlx::query_scalar!("select intake_rule from match_setting where company_id = $1", company)
        .fetch_optional(connection)
        .await?;
    Ok(rule.and_then(|rule| rule.parse().ok()).unwrap_or_default())
}

pub(super) async fn set_intake_rule(connection: &mut PgConnection, company: i64, rule: IntakeRule) -> Result<()> {
    sqlx::query!(
        "insert into match_setting (company_id, weights, nicknames, intake_rule)
         values ($1, $2, '{}', $3)
         on conflict (company_id) do update set intake_rule = excluded.intake_rule, version = match_setting.version + 1",
        company,
        json!(MatchWeights::default()),
        rule.as_str()
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// People of these kinds who share a key.
pub(super) async fn sharing(
    connection: &mut PgConnection,
    firm: &[MatchKey],
    names: &[MatchKey],
    kinds: &[RecordKind],
    limit: i32,
) -> Result<Vec<Known>> {
    let kinds: Vec<String> = kinds.iter().map(|kind| kind.as_str().to_owned()).collect();
    let rows = sqlx::query_as!(
        Row,
        "select kind as \"kind!\", record_id as \"record_id!\", org_unit_id as \"org_unit_id!\", owner_id,
                created_at as \"created_at!\", first_name as \"first_name!\", last_name as \"last_name!\",
                emails as \"emails!\", phones as \"phones!\", ssn_key, birth_key, street, postal_code
         from find_match_people($1, $2, $3, $4)",
        &texts(firm),
        &texts(names),
        &kinds,
        limit
    )
    .fetch_all(connection)
    .await?;
    rows.into_iter().map(Known::try_from).collect()
}

/// People from records of the same kind who share a strong key with these records, up to a limit for each record.
pub(super) async fn sharing_with(
    connection: &mut PgConnection,
    records: &[Record],
    limit: i32,
) -> Result<Vec<(Record, Known)>> {
    let (kinds, ids) = columns(records);
    let rows = sqlx::query!(
        "select of_kind as \"of_kind!\", of_record_id as \"of_record_id!\",
                (found).kind as \"kind!\", (found).record_id as \"record_id!\", (found).org_unit_id as \"org_unit_id!\",
                (found).owner_id, (found).created_at as \"created_at!: Timestamp\", (found).first_name as \"first_name!\",
                (found).last_name as \"last_name!\", (found).emails as \"emails!\", (found).phones as \"phones!\",
                (found).ssn_key, (found).birth_key, (found).street, (found).postal_code
         from find_match_sharing($1, $2, $3)",
        &kinds,
        &ids,
        limit
    )
    .fetch_all(connection)
    .await?;
    rows.into_iter()
        .map(|row| {
            let of = Record { kind: RecordKind::read(&row.of_kind)?, id: row.of_record_id };
            Ok((of, known!(row)?))
        })
        .collect()
}

/// Records as two arrays: kinds and ids.
fn columns<'a>(records: impl IntoIterator<Item = &'a Record>) -> (Vec<String>, Vec<i64>) {
    records.into_iter().map(|record| (record.kind.as_str().to_owned(), record.id)).unzip()
}

/// A person of a record that waits for the duplicate search.
pub(super) struct Waiting {
    pub known: Known,
    /// Version of the record, which changes with any of its data.
    pub version: String,
}

/// People of records that wait for the duplicate search. Empty while another process searches in this company.
pub(super) async fn waiting(connection: &mut PgConnection, records: i32) -> Result<Vec<Waiting>> {
    let rows = sqlx::query!(
        "select version as \"version!\",
                (person).kind as \"kind!\", (person).record_id as \"record_id!\", (person).org_unit_id as \"org_unit_id!\",
                (person).owner_id, (person).created_at as \"created_at!: Timestamp\", (person).first_name as \"first_name!\",
                (person).last_name as \"last_name!\", (person).emails as \"emails!\", (person).phones as \"phones!\",
                (person).ssn_key, (person).birth_key, (person).street, (person).postal_code
         from waiting_match_people($1)",
        records
    )
    .fetch_all(connection)
    .await?;
    rows.into_iter().map(|row| Ok(Waiting { version: row.version.clone(), known: known!(row)? })).collect()
}

/// Marks records as searched in the given version, and returns those that could be marked. Records that changed or are
/// being saved are searched again. Marked records are locked until the transaction ends.
pub(super) async fn note_looked_for(
    connection: &mut PgConnection,
    versions: &HashMap<Record, String>,
) -> Result<HashSet<Record>> {
    let (kinds, ids) = columns(versions.keys());
    let versions: Vec<_> = versions.values().cloned().collect();
    let noted = sqlx::query!(
        "select noted_kind as \"kind!\", noted_record_id as \"id!\" from note_match_records($1, $2, $3)",
        &kinds,
        &ids,
        &versions
    )
    .fetch_all(connection)
    .await?;
    noted.into_iter().map(|row| Ok(Record { kind: RecordKind::read(&row.kind)?, id: row.id })).collect()
}

/// Two records that may be one person.
pub(super) struct Pair {
    pub kind: RecordKind,
    /// The lower id.
    pub one: i64,
    pub other: i64,
    pub agreement: Agreement,
}

/// Replaces the duplicate pairs of records. Dismissed pairs stay dismissed, and records being deleted get no pair.
pub(super) async fn put_duplicates(
    connection: &mut PgConnection,
    company: i64,
    records: &[Record],
    pairs: &[Pair],
) -> Result<()> {
    let (of_kinds, of_ids) = columns(records);
    let kinds: Vec<String> = pairs.iter().map(|pair| pair.kind.as_str().to_owned()).collect();
    let ones: Vec<i64> = pairs.iter().map(|pair| pair.one).collect();
    let others: Vec<i64> = pairs.iter().map(|pair| pair.other).collect();
    let strengths: Vec<i16> = pairs.iter().map(|pair| pair.agreement.strength as i16).collect();
    let scores: Vec<i32> = pairs.iter().map(|pair| pair.agreement.score).collect();
    let agreed: Vec<Value> = pairs.iter().map(|pair| json!(pair.agreement.fields)).collect();
    sqlx::query!(
        "with given as materialized (select * from unnest($2::text[], $3::bigint[]) as given(kind, id)),
         known as materialized (
           select d.id, d.kind, d.one_id, d.other_id
           from given join duplicate_pair d on d.company_id = $1 and d.kind = given.kind and d.one_id = given.id
           where d.dismissed_at is null
           union
           select d.id, d.kind, d.one_id, d.other_id
           from given join duplicate_pair d on d.company_id = $1 and d.kind = given.kind and d.other_id = given.id
           where d.dismissed_at is null)
         delete from duplicate_pair
         where company_id = $1
           and id = any (array(
             select id
             from known
             where (kind, one_id, other_id) not in (select * from unnest($4::text[], $5::bigint[], $6::bigint[]))))",
        company,
        &of_kinds,
        &of_ids,
        &kinds,
        &ones,
        &others
    )
    .execute(&mut *connection)
    .await?;
    if pairs.is_empty() {
        return Ok(());
    }
    sqlx::query!(
        "with there as materialized (select * from hold_match_records($2::text[] || $2, $3::bigint[] || $4::bigint[]))
         insert into duplicate_pair (company_id, kind, one_id, other_id, strength, score, agreed)
         select $1, found.*
         from unnest($2, $3, $4, $5::smallint[], $6::integer[], $7::jsonb[])
                as found(kind, one_id, other_id, strength, score, agreed)
         where (found.kind, found.one_id) in (select * from there)
           and (found.kind, found.other_id) in (select * from there)
         on conflict (company_id, kind, one_id, other_id) do update
           set strength = excluded.strength, score = excluded.score, agreed = excluded.agreed
           where (duplicate_pair.strength, duplicate_pair.score) <> (excluded.strength, excluded.score)",
        company,
        &kinds,
        &ones,
        &others,
        &strengths,
        &scores,
        &agreed
    )
    .execute(connection)
    .await?;
    Ok(())
}
