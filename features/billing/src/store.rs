//! SQL for plans and subscriptions. Submodules cover people, seats and money.

pub(crate) mod money;
pub(crate) mod people;

use jiff::{Timestamp, tz::TimeZone};
use lending::{
    billing::{Payer, Period, Prices, Running, Seats, State, Terms},
    values::{Invalid, Money},
};
use platform::{Error, Result, db::Date};
use sqlx::PgConnection;
use std::str::FromStr;

/// Today in a company's time zone.
pub(crate) fn today(time_zone: &str) -> jiff::civil::Date {
    Timestamp::now().to_zoned(TimeZone::get(time_zone).unwrap_or(TimeZone::UTC)).date()
}

/// Parses an enum column. Constraints prevent other values.
pub(crate) fn word<W: FromStr<Err = Invalid>>(text: &str) -> Result<W> {
    text.parse().map_err(|error: Invalid| Error::internal(anyhow_of(&error)))
}

fn anyhow_of(error: &Invalid) -> std::io::Error {
    std::io::Error::other(error.to_string())
}

/// A plan.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    pub id: String,
    pub name: String,
    pub is_pro: bool,
    pub rank: i16,
    pub prices: Prices,
}

/// The plans on offer, smallest first.
pub(crate) async fn plans(connection: &mut PgConnection) -> Result<Vec<Plan>> {
    let rows = sqlx::query!(
        "select id, name, is_pro, rank, officer_month_cents, officer_year_cents, support_month_cents, support_year_cents
         from plan
         where is_offered
         order by rank"
    )
    .fetch_all(connection)
    .await?;
    Ok(rows
        .into_iter()
        .map(|row| Plan {
            id: row.id,
            name: row.name,
            is_pro: row.is_pro,
            rank: row.rank,
            prices: Prices {
                officer_month: Money::from_cents(row.officer_month_cents),
                officer_year: Money::from_cents(row.officer_year_cents),
                support_month: Money::from_cents(row.support_month_cents),
                support_year: Money::from_cents(row.support_year_cents),
            },
        })
        .collect())
}

/// Owner of a subscription.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Owner {
    /// A company or branch.
    Unit(i64),
    /// A user.
    Person(i64),
}

impl Owner {
    fn columns(self) -> (Option<i64>, Option<i64>) {
        match self {
            Owner::Unit(unit) => (Some(unit), None),
            Owner::Person(user) => (None, Some(user)),
        }
    }
}

/// A subscription as stored.
#[derive(Clone, Debug)]
pub(crate) struct Row {
    pub id: i64,
    pub payer: String,
    pub org_unit_id: Option<i64>,
    pub user_id: Option<i64>,
    pub plan_id: String,
    pub plan_name: String,
    pub is_pro: bool,
    pub rank: i16,
    pub period: String,
    pub officer_seats: i32,
    pub support_seats: i32,
    pub state: String,
    pub trial_ends_on: Option<Date>,
    pub anchor_on: Option<Date>,
    pub period_starts_on: Option<Date>,
    pub period_ends_on: Option<Date>,
    pub period_cents: i64,
    pub past_due_on: Option<Date>,
    pub tried_on: Option<Date>,
    pub is_blocked: bool,
    pub cancelled_on: Option<Date>,
    pub cancel_reason: Option<String>,
    /// Increases with each change.
    pub version: i32,
}

/// A subscription with parsed values.
#[derive(Clone, Debug)]
pub(crate) struct Subscription {
    pub row: Row,
    pub payer: Payer,
    pub period: Period,
    pub seats: Seats,
    pub terms: Terms,
}

impl Subscription {
    fn new(row: Row) -> Result<Self> {
        Ok(Subscription {
            payer: word(&row.payer)?,
            period: word(&row.period)?,
            seats: Seats {
                officers: u32::try_from(row.officer_seats).unwrap_or_default(),
                support: u32::try_from(row.support_seats).unwrap_or_default(),
            },
            terms: Terms {
                state: word(&row.state)?,
                trial_ends_on: row.trial_ends_on.map(|day| *day),
                period_ends_on: row.period_ends_on.map(|day| *day),
                past_due_on: row.past_due_on.map(|day| *day),
                is_blocked: row.is_blocked,
            },
            row,
        })
    }

    /// The paid period, current or past.
    pub(crate) fn running(&self) -> Option<Running> {
        Some(Running {
            period: self.period,
            amount: Money::from_cents(self.row.period_cents),
            starts_on: *self.row.period_starts_on?,
            ends_on: *self.row.period_ends_on?,
        })
    }

    /// Values for the audit log.
    pub(crate) fn facts(&self) -> serde_json::Value {
        serde_json::json!({
            "payer": self.row.payer,
            "planId": self.row.plan_id,
            "period": self.row.period,
            "officerSeats": self.row.officer_seats,
            "supportSeats": self.row.support_seats,
            "state": self.row.state,
            "trialEndsOn": self.row.trial_ends_on,
            "periodEndsOn": self.row.period_ends_on,
            "pastDueOn": self.row.past_due_on,
        })
    }
}

/// All subscriptions of a company.
pub(crate) async fn subscriptions(connection: &mut PgConnection, company: i64) -> Result<Vec<Subscription>> {
    sqlx::query_as!(
        Row,
        "select s.id, s.payer, s.org_unit_id, s.user_id, s.plan_id, p.name as plan_name, p.is_pro, p.rank, s.period,
                s.officer_seats, s.support_seats, s.state, s.trial_ends_on, s.anchor_on, s.period_starts_on,
                s.period_ends_on, s.period_cents, s.past_due_on, s.tried_on, s.is_blocked, s.cancelled_on,
                s.cancel_reason, s.version
         from subscription s
         join plan p on p.id = s.plan_id
         where s.company_id = $1
         order by s.id",
        company
    )
    .fetch_all(connection)
    .await?
    .into_iter()
    .map(Subscription::new)
    .collect()
}

/// The subscription of a unit or user, if any.
pub(crate) async fn subscription(
    connection: &mut PgConnection,
    company: i64,
    owner: Owner,
) -> Result<Option<Subscription>> {
    let (unit, user) = owner.columns();
    sqlx::query_as!(
        Row,
        "select s.id, s.payer, s.org_unit_id, s.user_id, s.plan_id, p.name as plan_name, p.is_pro, p.rank, s.period,
                s.officer_seats, s.support_seats, s.state, s.trial_ends_on, s.anchor_on, s.period_starts_on,
                s.period_ends_on, s.period_cents, s.past_due_on, s.tried_on, s.is_blocked, s.cancelled_on,
                s.cancel_reason, s.version
         from subscription s
         join plan p on p.id = s.plan_id
         where s.company_id = $1
           and (s.org_unit_id = $2 or s.user_id = $3)",
        company,
        unit,
        user
    )
    .fetch_optional(connection)
    .await?
    .map(Subscription::new)
    .transpose()
}

/// Finds a subscription by id.
pub(crate) async fn subscription_by_id(connection: &mut PgConnection, company: i64, id: i64) -> Result<Subscription> {
    Subscription::new(
        sqlx::query_as!(
            Row,
            "select s.id, s.payer, s.org_unit_id, s.user_id, s.plan_id, p.name as plan_name, p.is_pro, p.rank, s.period,
                    s.officer_seats, s.support_seats, s.state, s.trial_ends_on, s.anchor_on, s.period_starts_on,
                    s.period_ends_on, s.period_cents, s.past_due_on, s.tried_on, s.is_blocked, s.cancelled_on,
                    s.cancel_reason, s.version
             from subscription s
             join plan p on p.id = s.plan_id
             where s.company_id = $1
               and s.id = $2",
            company,
            id
        )
        .fetch_one(connection)
        .await?,
    )
}

/// Locks a company's billing until the transaction ends.
pub(crate) async fn lock(connection: &mut PgConnection, company: i64) -> Result<()> {
    sqlx::query!(
        "select pg_advisory_xact_lock(hashtextextended('keyturn billing', $1)) is null as \"locked!\"",
        company
    )
    .fetch_one(connection)
    .await?;
    Ok(())
}

/// All values of a subscription to write.
#[derive(Clone, Debug)]
pub(crate) struct Written<'a> {
    pub payer: Payer,
    pub owner: Owner,
    pub plan_id: &'a str,
    pub period: Period,
    pub seats: Seats,
    pub state: State,
    pub trial_ends_on: Option<Date>,
    pub anchor_on: Option<Date>,
    pub period_starts_on: Option<Date>,
    pub period_ends_on: Option<Date>,
    pub period_cents: i64,
    pub past_due_on: Option<Date>,
    pub tried_on: Option<Date>,
    pub is_blocked: bool,
    pub cancelled_on: Option<Date>,
    pub cancelled_by: Option<i64>,
    pub cancel_reason: Option<&'a str>,
}

impl<'a> Written<'a> {
    /// The current values, as a base for changes.
    pub(crate) fn of(subscription: &'a Subscription) -> Self {
        let Subscription { row, payer, period, seats, terms } = subscription;
        let owner = match (row.org_unit_id, row.user_id) {
            (Some(unit), _) => Owner::Unit(unit),
            (None, user) => Owner::Person(user.unwrap_or_default()),
        };
        Written {
            payer: *payer,
            owner,
            plan_id: &row.plan_id,
            period: *period,
            seats: *seats,
            state: terms.state,
            trial_ends_on: row.trial_ends_on,
            anchor_on: row.anchor_on,
            period_starts_on: row.period_starts_on,
            period_ends_on: row.period_ends_on,
            period_cents: row.period_cents,
            past_due_on: row.past_due_on,
            tried_on: row.tried_on,
            is_blocked: row.is_blocked,
            cancelled_on: None,
            cancelled_by: None,
            cancel_reason: None,
        }
    }
}

fn count(seats: u32) -> i32 {
    i32::try_from(seats).unwrap_or(i32::MAX)
}

pub(crate) async fn insert(connection: &mut PgConnection, company: i64, new: &Written<'_>) -> Result<i64> {
    let (unit, user) = new.owner.columns();
    Ok(sqlx::query_scalar!(
        "insert into subscription (company_id, payer, org_unit_id, user_id, plan_id, period, officer_seats, support_seats,
                                   state, trial_ends_on, anchor_on, period_starts_on, period_ends_on, period_cents,
                                   past_due_on, tried_on, is_blocked, cancelled_on, cancelled_by, cancel_reason)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20)
         returning id",
        company,
        new.payer.as_str(),
        unit,
        user,
        new.plan_id,
        new.period.as_str(),
        count(new.seats.officers),
        count(new.seats.support),
        new.state.as_str(),
        new.trial_ends_on as Option<Date>,
        new.anchor_on as Option<Date>,
        new.period_starts_on as Option<Date>,
        new.period_ends_on as Option<Date>,
        new.period_cents,
        new.past_due_on as Option<Date>,
        new.tried_on as Option<Date>,
        new.is_blocked,
        new.cancelled_on as Option<Date>,
        new.cancelled_by,
        new.cancel_reason
    )
    .fetch_one(connection)
    .await?)
}

/// Overwrites a subscription.
pub(crate) async fn update(connection: &mut PgConnection, company: i64, id: i64, new: &Written<'_>) -> Result<()> {
    sqlx::query!(
        "update subscription
         set plan_id = $3, period = $4, officer_seats = $5, support_seats = $6, state = $7, trial_ends_on = $8,
             anchor_on = $9, period_starts_on = $10, period_ends_on = $11, period_cents = $12, past_due_on = $13,
             tried_on = $14, is_blocked = $15, cancelled_on = $16, cancelled_by = $17, cancel_reason = $18,
             version = version + 1, updated_at = now()
         where company_id = $1
           and id = $2",
        company,
        id,
        new.plan_id,
        new.period.as_str(),
        count(new.seats.officers),
        count(new.seats.support),
        new.state.as_str(),
        new.trial_ends_on as Option<Date>,
        new.anchor_on as Option<Date>,
        new.period_starts_on as Option<Date>,
        new.period_ends_on as Option<Date>,
        new.period_cents,
        new.past_due_on as Option<Date>,
        new.tried_on as Option<Date>,
        new.is_blocked,
        new.cancelled_on as Option<Date>,
        new.cancelled_by,
        new.cancel_reason
    )
    .execute(connection)
    .await?;
    Ok(())
}
