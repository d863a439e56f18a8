//! The period of a report.

use jiff::civil::Date;
use lending::{
    access::{Permission, Reach},
    values::Money,
};
use platform::{Actor, App, Error, Result, Tx, db};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// Maximum period in days.
const DAYS_MAX: i32 = 1_096;

/// The first and last day, both included.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct In {
    /// The first day.
    from: db::Date,
    /// The last day, at most three years later.
    to: db::Date,
}

/// Loans in a report: the company's, or one branch's.
pub(crate) struct Within {
    pub unit: Option<i64>,
    pub from: db::Date,
    pub to: db::Date,
}

impl In {
    /// Begins the transaction of a report after checking permission and period.
    pub(crate) async fn begin(self, actor: Actor, app: &App, permission: Permission) -> Result<(Tx, Within)> {
        let tx = actor.begin(app, permission).await?;
        let within = self.within(tx.actor(), permission)?;
        Ok((tx, within))
    }

    fn within(self, actor: &Actor, permission: Permission) -> Result<Within> {
        let In { from, to } = self;
        check(from, to)?;
        let unit = match actor.access.grants.reach(permission, actor.consolidated) {
            Reach::Company => None,
            Reach::Unit | Reach::Own => Some(actor.org_unit()),
        };
        Ok(Within { unit, from, to })
    }
}

/// Validates the period.
pub(crate) fn check(from: db::Date, to: db::Date) -> Result<()> {
    if *to < *from {
        return Err(Error::field("to", "must not be before the first day"));
    }
    if days_between(*from, *to) > DAYS_MAX {
        return Err(Error::field("to", "must be at most three years after the first day"));
    }
    Ok(())
}

fn days_between(from: Date, to: Date) -> i32 {
    from.until(to).map_or(i32::MAX, |span| span.get_days())
}

/// Number of loans and their total amount.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ReportSum)]
pub struct Sum {
    count: i64,
    #[serde(rename = "LoanAmount")]
    #[schema(value_type = String)]
    loan_amount: Money,
}

impl Sum {
    pub(crate) fn of(count: i64, cents: i64) -> Self {
        Self { count, loan_amount: Money::from_cents(cents) }
    }
}
