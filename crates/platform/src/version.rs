//! Optimistic locking of small records. `If-Match` names the version that the author saw. A stale version gets the
//! current record, its author and time.

use crate::{
    db::Timestamp,
    error::{Error, Result},
    tenant::Tx,
};
use axum::extract::FromRequestParts;
use http::{StatusCode, header::IF_MATCH, request::Parts};
use serde::Serialize;
use serde_json::{Map, Value, json};

/// The version that a change is based on.
#[derive(Clone, Copy, Debug)]
pub struct IfMatch(pub i32);

impl<S: Send + Sync> FromRequestParts<S> for IfMatch {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self> {
        let Some(value) = parts.headers.get(IF_MATCH) else {
            return Err(Error::Refused {
                status: StatusCode::PRECONDITION_REQUIRED,
                code: "LWAPI10428",
                message: "Send the version of the record that you changed as If-Match.".to_owned(),
            });
        };
        value
            .to_str()
            .ok()
            .and_then(|text| text.trim().trim_matches('"').parse().ok())
            .map(IfMatch)
            .ok_or_else(|| Error::Malformed("If-Match must be the record's version, a whole number.".to_owned()))
    }
}

/// Error for a stale version: the current record, who changed it and when.
pub async fn stale(tx: &mut Tx, entity: &str, entity_id: &str, record: &impl Serialize) -> Result<Error> {
    let last = sqlx::query!(
        "select p.name as \"name?\", a.at as \"at: Timestamp\"
         from audit_entry a
         left join person p on p.user_id = a.active_user_id
         where a.company_id = $1
           and a.entity = $2
           and a.entity_id = $3
         order by a.id desc
         limit 1",
        tx.company(),
        entity,
        entity_id
    )
    .fetch_optional(&mut **tx)
    .await?;
    let (name, at) = last.map_or((None, None), |last| (last.name, Some(last.at)));
    let who = name.as_deref().unwrap_or("Somebody else");
    Ok(Error::Conflict {
        code: "LWAPI10409",
        message: format!("{who} changed this in the meantime."),
        details: Some(json!({ "record": record, "changedBy": name, "changedAt": at })),
    })
}

/// Returns the fields that differ between two states of a record, for the audit log. `None` if they are equal.
///
/// # Errors
///
/// A record can't be serialized as JSON, which would be a bug.
pub fn changes(before: &impl Serialize, after: &impl Serialize) -> Result<Option<(Value, Value)>> {
    let of = |record: Value| match record {
        Value::Object(fields) => fields,
        other => Map::from_iter([("value".to_owned(), other)]),
    };
    let mut before = of(serde_json::to_value(before).map_err(Error::internal)?);
    let mut after = of(serde_json::to_value(after).map_err(Error::internal)?);
    let same: Vec<String> =
        before.iter().filter(|(key, value)| after.get(*key) == Some(value)).map(|(key, _)| key.clone()).collect();
    for key in &same {
        before.remove(key);
        after.remove(key);
    }
    Ok(if before.is_empty() && after.is_empty() { None } else { Some((before.into(), after.into())) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_differences_are_stored() {
        let before = json!({"name": "Bayside", "state": "CA", "nmlsId": null});
        assert_eq!(changes(&before, &before).unwrap(), None);
        let after = json!({"name": "Bayside", "state": "CO", "nmlsId": "1"});
        assert_eq!(
            changes(&before, &after).unwrap(),
            Some((json!({"state": "CA", "nmlsId": null}), json!({"state": "CO", "nmlsId": "1"})))
        );
    }
}
