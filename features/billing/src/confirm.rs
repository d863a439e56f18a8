//! Continues a payment after the payer confirmed it with their bank.

use crate::{
    collect::{self, Payment},
    party::{self, Party},
    store::money,
    subscription::Out,
};
use axum::extract::State;
use lending::billing::Payer;
use platform::{Actor, App, Error, Result, extract::Json};
use serde::Deserialize;
use utoipa::ToSchema;

/// The bank's confirmation.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = BillingConfirmation)]
pub struct In {
    payer: Payer,
    /// In the sandbox: `approved`, or anything else.
    confirmation: String,
}

/// Continues the payment that waits for its payer.
#[utoipa::path(post, path = "/api/billing/confirm", tag = "billing", operation_id = "confirmPayment", request_body = In, responses((status = 200, body = Out), (status = 404), (status = 422)))]
pub async fn confirm(actor: Actor, State(app): State<App>, Json(body): Json<In>) -> Result<Json<Out>> {
    let permission = party::permission(body.payer);
    if body.confirmation.len() > 200 {
        return Err(Error::field("confirmation", "is too long"));
    }
    let mut tx = actor.clone().begin(&app, permission).await?;
    let party = Party::of(&mut tx, body.payer).await?;
    let company = tx.company();
    let subscription = party.subscription(&mut tx).await?.ok_or(Error::NotFound)?;
    let Some((invoice, true)) = money::open_invoice(&mut tx, company, subscription.row.id).await? else {
        return Err(Error::NotFound);
    };
    tx.commit().await?;
    collect::by_payer(&app, actor, &party, Payment { invoice, confirmation: Some(&body.confirmation) }).await
}
