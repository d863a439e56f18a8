//! Receives a lead from a program.

use super::{Arrived, Channel, Handed, Way, receive, store};
use crate::fields::OwnerIn;
use borrowers::matching;
use http::StatusCode;
use lending::{
    access::Scope,
    intake::{ArrivalState, HoldReason},
};
use platform::{App, KeyHolder, Result, limits};
use serde::Serialize;
use std::collections::BTreeMap;
use utoipa::ToSchema;
use uuid::Uuid;

/// Arrivals per company and minute.
const MINUTE_MAX: i32 = 600;

/// Result of a program's lead.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = LeadArrivalMade)]
pub struct ArrivalOut {
    /// Id of the arrival.
    arrival_id: Uuid,
    state: ArrivalState,
    /// Why it is held for review.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<HoldReason>,
    /// The lead that was created or linked.
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<i64>,
    /// Faults by path. The arrival is stored for review anyway.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    fields: BTreeMap<String, String>,
}

/// Processes a program's lead. 201: a lead was created. 200: it existed, or the id was sent before. 202: it waits for
/// review.
pub(crate) async fn hand_in(app: &App, holder: KeyHolder, raw: String) -> Result<(StatusCode, ArrivalOut)> {
    holder.may(Scope::LeadsWrite)?;
    limits::take(&app.pool, "lead intake", &holder.company.to_string(), MINUTE_MAX, 1).await?;
    let mut tx = holder.begin(app, Scope::LeadsWrite).await?;
    let company = tx.company();
    let rule = matching::intake_rule(&mut tx, company).await?;
    let holder = tx.holder();
    let key = holder.key;
    let of_person = holder.person.as_ref().zip(holder.user);
    let of_person = of_person.map(|(person, user)| OwnerIn { user, org_unit: person.org_unit, is_primary: true });
    let owner = store::default_owner(&mut tx).await?.or(of_person);
    let way = Way { channel: Channel::Key(key), rule, owner };
    let arrived = receive(app, &mut tx, &way, vec![Handed::read(raw)]).await?;
    tx.commit().await?;
    arrived.into_iter().next().map(answer).ok_or(platform::Error::NotFound)
}

fn answer(arrived: Arrived) -> (StatusCode, ArrivalOut) {
    let Arrived { id, state, reason, lead, faults, is_again } = arrived;
    let status = match state {
        ArrivalState::HELD => StatusCode::ACCEPTED,
        ArrivalState::MADE if !is_again => StatusCode::CREATED,
        _ => StatusCode::OK,
    };
    (status, ArrivalOut { arrival_id: id, state, reason, id: lead, fields: faults })
}
