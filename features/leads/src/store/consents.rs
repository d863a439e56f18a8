//! SQL for consents of leads.

use crate::consent::{ConsentOut, NewConsent};
use lending::consent::usual_wording;
use platform::{Error, InCompany, Result, Tx, db::Timestamp};
use serde_json::{Value, json};

/// Consent wording for forms with a checkbox.
pub(crate) async fn wording(tx: &mut impl InCompany) -> Result<String> {
    let row = sqlx::query!(
        "select u.display_name, s.consent_wording as \"consent_wording?\"
         from org_unit u
         left join lead_intake_setting s on s.company_id = $1
         where u.company_id = $1
           and u.id = $1",
        tx.company()
    )
    .fetch_one(&mut **tx)
    .await?;
    Ok(row.consent_wording.unwrap_or_else(|| usual_wording(&row.display_name)))
}

/// The standard wording for companies without their own.
pub(crate) async fn usual(tx: &mut Tx) -> Result<String> {
    let name = sqlx::query_scalar!("select display_name from org_unit where company_id = $1 and id = $1", tx.company())
        .fetch_one(&mut **tx)
        .await?;
    Ok(usual_wording(&name))
}

/// JSON for statements.
pub(crate) fn given(consents: &[NewConsent], usual: &str) -> Value {
    let given = |consent: &NewConsent| {
        let NewConsent { kind, is_given, phone, wording, said_at, source, address, page } = consent;
        json!({
            "kind": kind,
            "is_given": is_given,
            "phone": phone.digits(),
            "wording": wording.as_deref().unwrap_or(usual),
            "said_at": said_at,
            "source": source,
            "address": address,
            "page": page,
        })
    };
    consents.iter().map(given).collect()
}

/// Inserts consents of a lead.
pub(crate) async fn insert(tx: &mut impl InCompany, lead: i64, consents: &[NewConsent], usual: &str) -> Result<()> {
    let (company, user) = (tx.company(), tx.user());
    sqlx::query!(
        "insert into lead_consent (company_id, lead_id, kind, is_given, phone, wording, said_at, source, address, page,
                                   recorded_by)
         select $1, $2, kind, is_given, phone, wording, said_at, source, address, page, $4
         from jsonb_to_recordset($3) as given(kind text, is_given boolean, phone text, wording text, said_at timestamptz,
                                              source text, address text, page text)",
        company,
        lead,
        given(consents, usual),
        user
    )
    .execute(&mut **tx)
    .await?;
    Ok(())
}

/// Consents of a lead and its merged parts, newest first.
pub(crate) async fn of(tx: &mut Tx, parts: &[i64]) -> Result<Vec<ConsentOut>> {
    let rows = sqlx::query!(
        "select c.id, c.kind, c.is_given, c.phone, c.wording, c.said_at as \"said_at: Timestamp\", c.source, c.address, c.page,
                p.name as \"recorded_by?\", c.recorded_at as \"recorded_at: Timestamp\"
         from lead_consent c
         left join person p on p.user_id = c.recorded_by
         where c.company_id = $1
           and c.lead_id = any ($2)
         order by c.said_at desc, c.id desc
         limit 200",
        tx.company(),
        parts
    )
    .fetch_all(&mut **tx)
    .await?;
    rows.into_iter()
        .map(|row| {
            Ok(ConsentOut {
                id: row.id,
                kind: row.kind.parse().map_err(Error::internal)?,
                is_given: row.is_given,
                phone: row.phone,
                wording: row.wording,
                said_at: row.said_at,
                source: row.source.parse().map_err(Error::internal)?,
                address: row.address,
                page: row.page,
                recorded_by: row.recorded_by,
                recorded_at: row.recorded_at,
            })
        })
        .collect()
}
