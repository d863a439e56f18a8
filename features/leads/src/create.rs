//! Creates leads, typed by users or sent by programs.

use crate::{
    fields::{LeadIn, LeadOut},
    intake::hand_in::{ArrivalOut, hand_in},
    make::{answer, make},
    notes::{keep, read_notes},
};
use axum::extract::{FromRequest, Request, State};
use bytes::Bytes;
use http::{StatusCode, header::CONTENT_TYPE};
use lending::access::Permission;
use platform::{Actor, App, Caller, Error, Result, extract::Json};
use serde::Serialize;
use utoipa::ToSchema;

/// Maximum size of a lead from a program.
const HANDED_BYTES_MAX: usize = 64 * 1024;

/// Answer: the lead for a user, or the result of the intake for a program.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
#[schema(as = LeadCreated)]
pub enum Out {
    /// For a user.
    Lead(Box<LeadOut>),
    /// For a program.
    Arrival(ArrivalOut),
}

/// Creates a lead. If the creator can't open it afterwards, `accessWarning` says why.
///
/// Programs need an API key with the scope `leads:write`. `LeadDetail.externalId` is the program's own id and makes the
/// request idempotent. 201: a lead was created. 200: a lead exists already, or the same id was sent before. 202: a user
/// must review it, because it can't be parsed, has no owner, or seems to be an existing person.
#[utoipa::path(post, path = "/api/leads", tag = "leads", operation_id = "createLead", request_body = LeadIn,
    security(("idToken" = []), ("apiKey" = [])),
    responses((status = 200, body = ArrivalOut), (status = 201, body = Out), (status = 202, body = ArrivalOut), (status = 401), (status = 402), (status = 403), (status = 413), (status = 422), (status = 429)))]
pub async fn create(caller: Caller, State(app): State<App>, request: Request) -> Result<(StatusCode, Json<Out>)> {
    match caller {
        Caller::Person(actor) => {
            let Json(body) = Json::<LeadIn>::from_request(request, &app).await?;
            let lead = create_by_hand(actor, &app, body).await?;
            Ok((StatusCode::CREATED, Json(Out::Lead(Box::new(lead)))))
        }
        Caller::Program(holder) => {
            holder.may(lending::access::Scope::LeadsWrite)?;
            let raw = read_text(request, &app).await?;
            let (status, arrival) = hand_in(&app, holder, raw).await?;
            Ok((status, Json(Out::Arrival(arrival))))
        }
    }
}

async fn create_by_hand(actor: Actor, app: &App, body: LeadIn) -> Result<LeadOut> {
    let mut new = body.read()?;
    body.detail.refuse_external()?;
    actor.may(Permission::LeadCreate)?;
    let notes = read_notes(body.notes.as_deref()).await?;
    let mut tx = actor.begin(app, Permission::LeadCreate).await?;
    new.notes = keep(app, &mut tx, notes).await?;
    let id = make(&mut tx, new).await?;
    let lead = answer(&mut tx, id).await?.shown(app, tx.actor());
    tx.commit().await?;
    Ok(lead)
}

/// Reads the body as text without parsing it.
async fn read_text(request: Request, app: &App) -> Result<String> {
    let media_type = request.headers().get(CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    if media_type.split(';').next().unwrap_or_default().trim() != "application/json" {
        return Err(Error::UnsupportedType("Send the body as application/json.".to_owned()));
    }
    let too_large = || Error::TooLarge("A lead has at most 64 KB.".to_owned());
    let bytes = Bytes::from_request(request, app).await.map_err(|_| too_large())?;
    if bytes.len() > HANDED_BYTES_MAX {
        return Err(too_large());
    }
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}
