//! Resumes nurtured leads on their date at 8 AM in their branch, with a task for their owner.

use crate::store;
use lending::leads::is_awake;
use platform::{
    App, Result,
    db::{Date, Timestamp},
    jobs::Job,
    record::{Audit, audit, event},
    tenant::{self, JobTx},
};
use serde::{Deserialize, Serialize};
use serde_json::json;

/// Resumes due leads every hour. A lead resumes once, because resuming clears its date.
#[derive(Debug, Serialize, Deserialize)]
pub struct WakeLeads {}

impl Job for WakeLeads {
    const NAME: &'static str = "wake-leads";

    async fn run(self, app: &App) -> Result<()> {
        let mut last = Ok(());
        for company in tenant::companies(&app.pool).await? {
            // A failure in one company must not affect the others.
            if let Err(error) = wake(app, company, Timestamp::now()).await {
                tracing::warn!(%error, company, "a company's leads were not woken");
                last = Err(error);
            }
        }
        last
    }
}

/// Resumes the leads of a company that are due at a time. Returns their number.
pub async fn wake(app: &App, company: i64, now: Timestamp) -> Result<usize> {
    let mut tx = JobTx::begin(app, company, None).await?;
    let mut woken = 0;
    for lead in store::sleeping(&mut tx, company, now).await? {
        let zone = jiff::tz::TimeZone::get(&lead.time_zone).unwrap_or(jiff::tz::TimeZone::UTC);
        if !is_awake(*lead.wake_on, &zone, *now) {
            continue;
        }
        let today = Date(now.to_zoned(zone).date());
        if !store::wake(&mut tx, company, lead.id, lead.wake_on, today, now).await? {
            continue;
        }
        let entity_id = lead.id.to_string();
        let entry = Audit {
            action: "lead.wake",
            entity: "lead",
            entity_id: &entity_id,
            before: Some(json!({ "wakeOn": lead.wake_on })),
            after: Some(json!({ "nextFollowUpOn": today })),
        };
        audit(&mut tx, entry).await?;
        event(&mut tx, "lead.changed", lead.id).await?;
        let title = format!("Follow up with {}", lead.name);
        tasks::remind_owner(&mut tx, lead.org_unit, lead.id, lead.owner, &title, today).await?;
        woken += 1;
    }
    tx.commit().await?;
    Ok(woken)
}
