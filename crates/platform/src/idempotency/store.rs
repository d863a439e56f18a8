//! SQL for idempotency keys.

use super::call::{Call, Owner, Parked};
use crate::{
    app::App,
    error::{Error, Result},
    key_holder::Caller,
    seal::Sealed,
    tenant::{GlobalTx, companies},
};
use axum::{
    body::{Body, to_bytes},
    response::Response,
};
use bytes::Bytes;
use http::header::CONTENT_LENGTH;
use lending::access::Permission;
use serde::{Deserialize, Serialize};
use sqlx::{PgConnection, PgPool};

/// Deletes keys after 24 hours.
pub async fn sweep(pool: &PgPool) -> Result<()> {
    for company in companies(pool).await? {
        let mut tx = GlobalTx::begin(pool).await?;
        tx.enter(company).await?;
        sqlx::query!(
            "delete from idempotency where company_id = $1 and created_at < now() - interval '24 hours'",
            company
        )
        .execute(&mut *tx)
        .await?;
        tx.commit().await?;
    }
    Ok(())
}

/// State of a key.
pub(super) enum Found {
    /// Not used in the last 24 hours.
    Nothing,
    /// The request was completed.
    Answer(Answer),
    /// Another process is running the request.
    UnderWay,
    /// A process died between two transactions of the request.
    Lost,
    /// The key was used with another body, another query or by another membership.
    OtherRequest,
}

/// A stored answer.
#[derive(Serialize, Deserialize)]
pub(super) struct Answer {
    pub(super) status: u16,
    pub(super) headers: Vec<(String, String)>,
    #[serde(skip)]
    pub(super) body: Bytes,
}

impl Answer {
    /// Serializes status and headers as one line of JSON, followed by the body.
    fn to_bytes(&self) -> Result<Vec<u8>> {
        let mut bytes = serde_json::to_vec(self).map_err(Error::internal)?;
        bytes.push(b'\n');
        bytes.extend_from_slice(&self.body);
        Ok(bytes)
    }

    fn from_bytes(bytes: &[u8]) -> Result<Self> {
        let end = bytes.iter().position(|byte| *byte == b'\n').unwrap_or(bytes.len());
        let mut answer: Self = serde_json::from_slice(&bytes[..end]).map_err(Error::internal)?;
        answer.body = Bytes::copy_from_slice(bytes.get(end + 1..).unwrap_or_default());
        Ok(answer)
    }
}

/// Looks up a key. Checks the caller's login as for any request, so a signed-out user gets no stored answer.
pub(super) async fn find(app: &App, caller: &Caller, call: &Call) -> Result<Found> {
    match caller.clone() {
        Caller::Person(actor) => find_in(app, &mut *actor.begin(app, Permission::Session).await?, call).await,
        Caller::Program(holder) => find_in(app, &mut *holder.begin_for_itself(app).await?, call).await,
    }
}

async fn find_in(app: &App, connection: &mut PgConnection, call: &Call) -> Result<Found> {
    let Owner { company, user, api_key } = call.owner;
    let row = sqlx::query!(
        "select request_hash, answer, answer_key_id, created_at < now() - interval '60 seconds' as \"is_late!\"
         from idempotency
         where company_id = $1
           and user_id = $2
           and api_key_id = $3
           and key = $4
           and created_at > now() - interval '24 hours'",
        company,
        user,
        api_key,
        call.key
    )
    .fetch_optional(connection)
    .await?;
    let Some(row) = row else { return Ok(Found::Nothing) };
    if row.request_hash != call.request_hash {
        return Ok(Found::OtherRequest);
    }
    match (row.answer, row.answer_key_id) {
        (Some(ciphertext), Some(key_id)) => {
            let opened = app.keys.open(&call.name(), &Sealed { key_id, ciphertext }).map_err(Error::internal)?;
            Answer::from_bytes(&opened).map(Found::Answer)
        }
        _ if row.is_late => Ok(Found::Lost),
        _ => Ok(Found::UnderWay),
    }
}

/// Ends the call with its answer.
///
/// - Success: commits the answer together with the change.
/// - Client error: keeps what the handler committed and frees the key.
/// - Server error: rolls back the parked transaction and frees the key.
pub(super) async fn keep(app: &App, call: &Call, response: Response) -> Result<Response> {
    let (parked, status) = (call.parked(), response.status());
    if status.is_client_error() || status.is_server_error() {
        return free(app, call, parked.filter(|_| status.is_client_error()), response).await;
    }
    let (parts, body) = response.into_parts();
    // A handler's answer is in memory already, so no limit is needed.
    let body = to_bytes(body, usize::MAX).await.map_err(Error::internal)?;
    let text = |value: &http::HeaderValue| String::from_utf8_lossy(value.as_bytes()).into_owned();
    let headers = parts.headers.iter().filter(|(name, _)| **name != CONTENT_LENGTH);
    let headers = headers.map(|(name, value)| (name.as_str().to_owned(), text(value))).collect();
    let answer = Answer { status: status.as_u16(), headers, body: body.clone() };
    let sealed = app.keys.seal(&call.name(), &answer.to_bytes()?).map_err(Error::internal)?;
    match parked {
        Some(mut parked) => {
            write(&mut parked.connection, call, &sealed).await?;
            parked.commit().await?;
        }
        None => {
            let mut tx = GlobalTx::begin(&app.pool).await?;
            tx.enter(call.owner.company).await?;
            write(&mut tx, call, &sealed).await?;
            tx.commit().await?;
        }
    }
    Ok(Response::from_parts(parts, Body::from(body)))
}

async fn write(connection: &mut PgConnection, call: &Call, sealed: &Sealed) -> Result<()> {
    enter(connection, call).await?;
    let Owner { company, user, api_key } = call.owner;
    sqlx::query!(
        "insert into idempotency (company_id, user_id, api_key_id, key, request_hash, answer, answer_key_id)
         values ($1, $2, $3, $4, $5, $6, $7)
         on conflict (company_id, user_id, api_key_id, key) do update
         set request_hash = excluded.request_hash, answer = excluded.answer, answer_key_id = excluded.answer_key_id,
             created_at = now()",
        company,
        user,
        api_key,
        call.key,
        call.request_hash,
        sealed.ciphertext,
        sealed.key_id
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Enters the caller's company again, because the handler's transaction may have entered another one.
async fn enter(connection: &mut PgConnection, call: &Call) -> Result<()> {
    sqlx::query!("select set_config('app.company_id', $1::bigint::text, true)", call.owner.company)
        .fetch_one(connection)
        .await?;
    Ok(())
}

async fn free(app: &App, call: &Call, parked: Option<Parked>, response: Response) -> Result<Response> {
    if let Some(mut parked) = parked {
        delete(&mut parked.connection, call).await?;
        parked.commit().await?;
    } else if call.is_kept() {
        let mut tx = GlobalTx::begin(&app.pool).await?;
        delete(&mut tx, call).await?;
        tx.commit().await?;
    }
    Ok(response)
}

async fn delete(connection: &mut PgConnection, call: &Call) -> Result<()> {
    enter(connection, call).await?;
    let Owner { company, user, api_key } = call.owner;
    sqlx::query!(
        "delete from idempotency where company_id = $1 and user_id = $2 and api_key_id = $3 and key = $4",
        company,
        user,
        api_key,
        call.key
    )
    .execute(connection)
    .await?;
    Ok(())
}
