//! Cancels a plan. The paid period continues, and nothing more is charged.

use crate::{
    party::{self, Party, conflict},
    store::{self, Written, money},
    subscription::{Out, as_shown, describe},
};
use axum::extract::State;
use lending::billing::{Payer, State as SubscriptionState};
use platform::{Actor, App, Fields, Result, extract::Json, record::Audit, version::IfMatch};
use serde::Deserialize;
use utoipa::ToSchema;

const REASON_MAX: usize = 500;

/// The payer, and the reason.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = BillingCancelIn)]
pub struct In {
    payer: Payer,
    reason: String,
}

/// Cancels a plan at the end of the paid period.
#[utoipa::path(post, path = "/api/billing/cancel", tag = "billing", operation_id = "cancelSubscription", params(("If-Match" = String, Header)), request_body = In, responses((status = 200, body = Out), (status = 409), (status = 422)))]
pub async fn cancel(actor: Actor, State(app): State<App>, shown: IfMatch, Json(body): Json<In>) -> Result<Json<Out>> {
    let mut fields = Fields::default();
    let reason = fields.required("reason", &body.reason, "is missing").unwrap_or_default();
    if reason.chars().count() > REASON_MAX {
        fields.add("reason", format!("must have at most {REASON_MAX} characters"));
    }
    fields.check()?;
    let mut tx = actor.begin(&app, party::permission(body.payer)).await?;
    let party = Party::of(&mut tx, body.payer).await?;
    let company = tx.company();
    store::lock(&mut tx, company).await?;
    let before = party.subscription(&mut tx).await?;
    as_shown(&mut tx, &party, before.as_ref(), shown).await?;
    let Some(before) = before.filter(|found| {
        use SubscriptionState::{ACTIVE, PAST_DUE, TRIAL};
        matches!(found.terms.state, TRIAL | ACTIVE | PAST_DUE)
    }) else {
        return Err(conflict("LWBILL10415", "You have no plan to cancel."));
    };
    let id = before.row.id;
    if let Some((open, _)) = money::open_invoice(&mut tx, company, id).await? {
        money::end_invoice(&mut tx, company, open, "VOID", None, None).await?;
    }
    // A trial also continues to its end.
    let ends_on = match before.terms.state {
        SubscriptionState::TRIAL => before.row.trial_ends_on,
        _ => before.row.period_ends_on,
    };
    let written = Written {
        state: match body.payer {
            Payer::COMPANY | Payer::BRANCH => SubscriptionState::ADMIN_CANCELLED,
            Payer::SELF => SubscriptionState::USER_CANCELLED,
        },
        period_ends_on: ends_on,
        past_due_on: None,
        cancelled_on: Some(party.today.into()),
        cancelled_by: Some(tx.actor().user),
        cancel_reason: Some(&reason),
        ..Written::of(&before)
    };
    store::update(&mut tx, company, id, &written).await?;
    let after = store::subscription_by_id(&mut tx, company, id).await?;
    let entity_id = id.to_string();
    let (before, after) = (Some(before.facts()), Some(after.facts()));
    tx.audit(Audit { action: "billing.cancel", entity: "subscription", entity_id: &entity_id, before, after }).await?;
    tx.event("subscription.changed", id).await?;
    crate::settle(&mut tx, company).await?;
    let out = describe(&mut tx, &party).await?;
    tx.commit().await?;
    Ok(Json(out))
}
