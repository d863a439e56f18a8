//! SQL for cards and invoices.

use super::{Owner, count};
use crate::provider::Card;
use lending::{
    billing::{Period, Seats},
    values::Money,
};
use platform::{
    Result,
    db::{Date, Timestamp},
};
use sqlx::PgConnection;
use uuid::Uuid;

/// A card as stored.
#[derive(Clone, Debug)]
pub(crate) struct Method {
    pub id: i64,
    pub brand: String,
    pub last_four: String,
    pub expires_on: Date,
}

/// The default card of a subscription.
pub(crate) async fn default_method(
    connection: &mut PgConnection,
    company: i64,
    subscription: i64,
) -> Result<Option<Method>> {
    Ok(sqlx::query_as!(
        Method,
        "select id, brand, last_four, expires_on
         from payment_method
         where company_id = $1
           and subscription_id = $2
           and is_default",
        company,
        subscription
    )
    .fetch_optional(connection)
    .await?)
}

/// Stores a card without making it the default.
pub(crate) async fn add_method(
    connection: &mut PgConnection,
    company: i64,
    subscription: i64,
    provider: &str,
    card: &Card,
) -> Result<i64> {
    Ok(sqlx::query_scalar!(
        "insert into payment_method (company_id, subscription_id, provider, token, brand, last_four, expires_on)
         values ($1, $2, $3, $4, $5, $6, $7)
         returning id",
        company,
        subscription,
        provider,
        card.token,
        card.brand,
        card.last_four,
        card.expires_on as Date
    )
    .fetch_one(connection)
    .await?)
}

/// Makes a card the default of a subscription.
pub(crate) async fn make_default(
    connection: &mut PgConnection,
    company: i64,
    subscription: i64,
    method: i64,
) -> Result<()> {
    sqlx::query!(
        "update payment_method
         set is_default = false
         where company_id = $1
           and subscription_id = $2
           and is_default
           and id <> $3",
        company,
        subscription,
        method
    )
    .execute(&mut *connection)
    .await?;
    sqlx::query!(
        "with shown as (
           update subscription set version = version + 1, updated_at = now() where company_id = $1 and id = $2
         )
         update payment_method set is_default = true where company_id = $1 and subscription_id = $2 and id = $3",
        company,
        subscription,
        method
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// An invoice to write before charging it.
#[derive(Clone, Debug)]
pub(crate) struct NewInvoice<'a> {
    pub subscription: i64,
    pub purpose: &'static str,
    pub method: i64,
    pub plan_id: &'a str,
    pub period: Period,
    pub seats: Seats,
    pub starts_on: Date,
    pub ends_on: Date,
    pub subtotal: Money,
    pub credit: Money,
    pub amount: Money,
    pub period_amount: Money,
    pub issued_on: Date,
}

pub(crate) async fn add_invoice(connection: &mut PgConnection, company: i64, new: &NewInvoice<'_>) -> Result<i64> {
    Ok(sqlx::query_scalar!(
        "insert into invoice (company_id, subscription_id, state, purpose, charge_key, payment_method_id, plan_id, period,
                              officer_seats, support_seats, starts_on, ends_on, subtotal_cents, credit_cents,
                              amount_cents, period_cents, issued_on)
         values ($1, $2, 'OPEN', $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)
         returning id",
        company,
        new.subscription,
        new.purpose,
        Uuid::now_v7(),
        new.method,
        new.plan_id,
        new.period.as_str(),
        count(new.seats.officers),
        count(new.seats.support),
        new.starts_on as Date,
        new.ends_on as Date,
        new.subtotal.cents(),
        new.credit.cents(),
        new.amount.cents(),
        new.period_amount.cents(),
        new.issued_on as Date
    )
    .fetch_one(connection)
    .await?)
}

/// An invoice with what it buys and its card.
#[derive(Clone, Debug)]
pub(crate) struct Invoice {
    pub id: i64,
    pub subscription_id: i64,
    pub state: String,
    pub purpose: String,
    pub charge_key: Uuid,
    pub payment_method_id: i64,
    pub token: String,
    pub plan_id: String,
    pub period: String,
    pub officer_seats: i32,
    pub support_seats: i32,
    pub starts_on: Date,
    pub ends_on: Date,
    pub amount_cents: i64,
    pub period_cents: i64,
}

/// Finds an invoice by id.
pub(crate) async fn invoice(connection: &mut PgConnection, company: i64, id: i64) -> Result<Option<Invoice>> {
    Ok(sqlx::query_as!(
        Invoice,
        "select i.id, i.subscription_id, i.state, i.purpose, i.charge_key, i.payment_method_id, m.token, i.plan_id,
                i.period, i.officer_seats, i.support_seats, i.starts_on, i.ends_on, i.amount_cents, i.period_cents
         from invoice i
         join payment_method m on m.company_id = i.company_id and m.id = i.payment_method_id
         where i.company_id = $1
           and i.id = $2",
        company,
        id
    )
    .fetch_optional(connection)
    .await?)
}

/// The open invoice of a subscription.
pub(crate) async fn open_invoice(
    connection: &mut PgConnection,
    company: i64,
    subscription: i64,
) -> Result<Option<(i64, bool)>> {
    let row = sqlx::query!(
        "select id, awaits_payer from invoice where company_id = $1 and subscription_id = $2 and state = 'OPEN'",
        company,
        subscription
    )
    .fetch_optional(connection)
    .await?;
    Ok(row.map(|row| (row.id, row.awaits_payer)))
}

/// Open invoices of a company whose process died or whose payer never confirmed. The second value is true in the latter
/// case.
pub(crate) async fn forgotten_invoices(connection: &mut PgConnection, company: i64) -> Result<Vec<(i64, bool)>> {
    let rows = sqlx::query!(
        "select id, awaits_payer
         from invoice
         where company_id = $1
           and state = 'OPEN'
           and created_at < now() - case when awaits_payer then interval '1 day' else interval '10 minutes' end",
        company
    )
    .fetch_all(connection)
    .await?;
    Ok(rows.into_iter().map(|row| (row.id, row.awaits_payer)).collect())
}

/// Closes an invoice.
pub(crate) async fn end_invoice(
    connection: &mut PgConnection,
    company: i64,
    id: i64,
    state: &'static str,
    reference: Option<&str>,
    failure: Option<&str>,
) -> Result<()> {
    sqlx::query!(
        "update invoice
         set state = $3, reference = $4, failure = $5, awaits_payer = false, settled_at = now()
         where company_id = $1
           and id = $2
           and state = 'OPEN'",
        company,
        id,
        state,
        reference,
        failure
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Records that the payer's bank requires a confirmation.
pub(crate) async fn await_payer(connection: &mut PgConnection, company: i64, id: i64) -> Result<()> {
    sqlx::query!(
        "update invoice set awaits_payer = true where company_id = $1 and id = $2 and state = 'OPEN'",
        company,
        id
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// A row of the list of invoices.
#[derive(Clone, Debug)]
pub(crate) struct Listed {
    pub id: i64,
    pub state: String,
    pub purpose: String,
    pub plan_name: String,
    pub period: String,
    pub officer_seats: i32,
    pub support_seats: i32,
    pub starts_on: Date,
    pub ends_on: Date,
    pub subtotal_cents: i64,
    pub credit_cents: i64,
    pub amount_cents: i64,
    pub failure: Option<String>,
    pub issued_on: Date,
    pub settled_at: Option<Timestamp>,
    pub brand: String,
    pub last_four: String,
}

/// Invoices of a unit or user, newest first, and their total number.
pub(crate) async fn invoices(
    connection: &mut PgConnection,
    company: i64,
    owner: Owner,
    limit: u32,
    offset: u32,
) -> Result<(Vec<Listed>, i64)> {
    let (unit, user) = owner.columns();
    let count = sqlx::query_scalar!(
        "select count(*) as \"count!\"
         from invoice i
         join subscription s on s.company_id = i.company_id and s.id = i.subscription_id
         where i.company_id = $1
           and (s.org_unit_id = $2 or s.user_id = $3)",
        company,
        unit,
        user
    )
    .fetch_one(&mut *connection)
    .await?;
    let rows = sqlx::query_as!(
        Listed,
        "select i.id, i.state, i.purpose, p.name as plan_name, i.period, i.officer_seats, i.support_seats, i.starts_on,
                i.ends_on, i.subtotal_cents, i.credit_cents, i.amount_cents, i.failure, i.issued_on, i.settled_at,
                m.brand, m.last_four
         from invoice i
         join subscription s on s.company_id = i.company_id and s.id = i.subscription_id
         join payment_method m on m.company_id = i.company_id and m.id = i.payment_method_id
         join plan p on p.id = i.plan_id
         where i.company_id = $1
           and (s.org_unit_id = $2 or s.user_id = $3)
         order by i.id desc
         limit $4
         offset $5",
        company,
        unit,
        user,
        i64::from(limit),
        i64::from(offset)
    )
    .fetch_all(connection)
    .await?;
    Ok((rows, count))
}
