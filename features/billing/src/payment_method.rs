//! Changes the card. An overdue payment is charged to it immediately.

use crate::{
    change::{card, limit},
    collect::{self, Payment},
    day::renewal,
    party::{self, Party, conflict},
    provider::provider,
    store::{self, money},
    subscription::{Out, as_shown, describe},
};
use axum::extract::State;
use lending::billing::{Payer, State as SubscriptionState};
use platform::{Actor, App, Error, Result, extract::Json, record::Audit, version::IfMatch};
use serde::Deserialize;
use serde_json::json;
use utoipa::ToSchema;

/// The payer, and the new card.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = PaymentMethodIn)]
pub struct In {
    payer: Payer,
    /// Token from the payment provider's form.
    payment_token: String,
}

/// Sets the card of a subscription.
#[utoipa::path(put, path = "/api/billing/payment-method", tag = "billing", operation_id = "putPaymentMethod", params(("If-Match" = String, Header)), request_body = In, responses((status = 200, body = Out), (status = 409), (status = 422)))]
pub async fn put(actor: Actor, State(app): State<App>, shown: IfMatch, Json(body): Json<In>) -> Result<Json<Out>> {
    let permission = party::permission(body.payer);
    actor.may(permission)?;
    limit(&app, &actor).await?;
    let Some(card) = card(&app, Some(&body.payment_token)).await? else {
        return Err(Error::field("paymentToken", "A card is needed."));
    };
    let mut tx = actor.clone().begin(&app, permission).await?;
    let party = Party::of(&mut tx, body.payer).await?;
    let company = tx.company();
    store::lock(&mut tx, company).await?;
    let found = party.subscription(&mut tx).await?;
    as_shown(&mut tx, &party, found.as_ref(), shown).await?;
    let Some(found) = found.filter(|found| found.terms.state != SubscriptionState::NONE) else {
        return Err(conflict("LWBILL10416", "Choose a plan first."));
    };
    if found.row.is_blocked {
        return Err(conflict("LWBILL10410", "Your license is invalid. Please contact support."));
    }
    let id = found.row.id;
    let before = money::default_method(&mut tx, company, id).await?;
    let method = money::add_method(&mut tx, company, id, provider(&app).name(), &card).await?;
    let due = match found.terms.state {
        SubscriptionState::PAST_DUE => {
            if let Some((open, _)) = money::open_invoice(&mut tx, company, id).await? {
                money::end_invoice(&mut tx, company, open, "VOID", None, None).await?;
            }
            Some(renewal(&mut tx, company, &found, method, party.today).await?)
        }
        _ => {
            money::make_default(&mut tx, company, id, method).await?;
            None
        }
    };
    tx.audit(Audit {
        action: "billing.payment-method",
        entity: "subscription",
        entity_id: &id.to_string(),
        before: before.map(|card| json!({"brand": card.brand, "lastFour": card.last_four})),
        after: Some(json!({"brand": card.brand, "lastFour": card.last_four})),
    })
    .await?;
    tx.event("subscription.changed", id).await?;
    if let Some(invoice) = due {
        tx.commit().await?;
        return collect::by_payer(&app, actor, &party, Payment { invoice, confirmation: None }).await;
    }
    let out = describe(&mut tx, &party).await?;
    tx.commit().await?;
    Ok(Json(out))
}
