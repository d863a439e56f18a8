//! Rules that wait for a date of a loan, or for hours without changes. An hourly job finds the loans.

use crate::rule::{TriggerKind, store::timed};
use lending::rules::LATE_DAYS_MAX;
use platform::{App, Result, db::Date, jobs::Job, tenant, tenant::JobTx};
use serde::{Deserialize, Serialize};

/// Finds the loans that are due for a rule. Records them for the job that runs rules.
#[derive(Debug, Serialize, Deserialize)]
pub struct FindTimed {}

impl Job for FindTimed {
    const NAME: &'static str = "find-timed-rules";

    async fn run(self, app: &App) -> Result<()> {
        for company in tenant::companies(&app.pool).await? {
            let mut tx = JobTx::begin(app, company, None).await?;
            find(&mut tx).await?;
            tx.commit().await?;
        }
        Ok(())
    }
}

/// Branch by branch, because each has its own calendar and time zone.
async fn find(tx: &mut JobTx) -> Result<()> {
    let rules = timed::rules(tx).await?;
    if rules.is_empty() {
        return Ok(());
    }
    for branch in timed::branches(tx).await? {
        let calendar = crate::store::calendar(tx, branch).await?;
        for rule in &rules {
            let trigger = &rule.definition.trigger;
            if !rule.definition.is_followed_in(branch, false) {
                continue;
            }
            match (trigger.kind, trigger.day, trigger.hours) {
                (TriggerKind::DATE_REACHED, Some(day), _) => {
                    let late = jiff::Span::new().days(LATE_DAYS_MAX);
                    // Days before the rule was created are not backfilled.
                    let since = *rule.since.date_in(&calendar.time_zone);
                    let from = since.max(calendar.today.saturating_sub(late));
                    let (first, end) = day.days_due_within(from, calendar.today, &calendar.days);
                    timed::reach(tx, rule.id, branch, day.of, Date(first), Date(end)).await?;
                }
                (TriggerKind::UNCHANGED, _, Some(hours)) => {
                    timed::rest(tx, rule.id, branch, hours, rule.since).await?;
                }
                _ => {}
            }
        }
    }
    Ok(())
}
