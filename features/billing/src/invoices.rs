//! Paid and failed invoices.

use crate::{
    party::{self, Party},
    store::money::{self, Listed},
};
use axum::extract::State;
use lending::{billing::Payer, values::Money};
use platform::{
    Actor, App, Result,
    db::{Date, Timestamp},
    extract::{Json, ListQuery, Query},
};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// The payer, and the page.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(rename_all = "camelCase")]
pub struct In {
    /// `COMPANY`, `BRANCH` or `SELF`.
    payer: Payer,
    limit: Option<u32>,
    offset: Option<u32>,
    only_count: Option<bool>,
}

/// A page of invoices, newest first.
#[derive(Serialize, ToSchema)]
#[schema(as = InvoicePage)]
pub struct Out {
    #[serde(skip_serializing_if = "Option::is_none")]
    rows: Option<Vec<Row>>,
    count: i64,
}

/// An invoice.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Invoice)]
pub struct Row {
    id: i64,
    /// `OPEN`, `PAID`, `FAILED` or `VOID`.
    state: String,
    /// `SUBSCRIBE`, `UPGRADE` or `RENEW`.
    purpose: String,
    plan_name: String,
    /// `MONTH` or `YEAR`.
    period: String,
    officer_seats: i32,
    support_seats: i32,
    starts_on: Date,
    ends_on: Date,
    subtotal: Money,
    credit: Money,
    amount: Money,
    /// Why the payment failed.
    failure: Option<String>,
    issued_on: Date,
    settled_at: Option<Timestamp>,
    /// `Visa 4242`.
    card: String,
}

impl From<Listed> for Row {
    fn from(listed: Listed) -> Self {
        let Listed {
            id,
            state,
            purpose,
            plan_name,
            period,
            officer_seats,
            support_seats,
            starts_on,
            ends_on,
            subtotal_cents,
            credit_cents,
            amount_cents,
            failure,
            issued_on,
            settled_at,
            brand,
            last_four,
        } = listed;
        Self {
            id,
            state,
            purpose,
            plan_name,
            period,
            officer_seats,
            support_seats,
            starts_on,
            ends_on,
            subtotal: Money::from_cents(subtotal_cents),
            credit: Money::from_cents(credit_cents),
            amount: Money::from_cents(amount_cents),
            failure,
            issued_on,
            settled_at,
            card: format!("{brand} {last_four}"),
        }
    }
}

/// Lists the invoices of a payer whom the user manages.
#[utoipa::path(get, path = "/api/billing/invoices", tag = "billing", operation_id = "listInvoices", params(In), responses((status = 200, body = Out), (status = 409)))]
pub async fn invoices(actor: Actor, State(app): State<App>, Query(query): Query<In>) -> Result<Json<Out>> {
    let list = ListQuery { limit: query.limit, offset: query.offset, ..ListQuery::default() };
    let (limit, offset, _) = list.check()?;
    let mut tx = actor.begin(&app, party::permission(query.payer)).await?;
    let party = Party::of(&mut tx, query.payer).await?;
    let company = tx.company();
    let (rows, count) = money::invoices(&mut tx, company, party.owner, limit, offset).await?;
    let rows = (query.only_count != Some(true)).then(|| rows.into_iter().map(Row::from).collect());
    Ok(Json(Out { rows, count }))
}
