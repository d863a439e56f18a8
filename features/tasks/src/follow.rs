//! Updates open tasks when dates or team of their loan change.

use crate::store::{self, Followed};
use lending::tasks::{DueRule, Seat, assignee, usual_fallbacks};
use platform::{
    App, Result, Tx,
    db::Date,
    jobs::Job,
    record::{Audit, audit},
    tenant::{InCompany, JobTx},
};
use serde::{Deserialize, Serialize};
use serde_json::json;

/// Updates the tasks of a loan. Triggers on the loan's tables enqueue it for any change.
#[derive(Debug, Serialize, Deserialize)]
pub struct FollowTasks {
    company: i64,
    loan: i64,
}

impl Job for FollowTasks {
    const NAME: &'static str = "follow-tasks";

    async fn run(self, app: &App) -> Result<()> {
        let mut tx = JobTx::begin(app, self.company, None).await?;
        follow(&mut tx, self.loan).await?;
        tx.commit().await
    }
}

/// Updates tasks that are due by business days after a calendar changed.
pub async fn calendar_changed(tx: &mut Tx) -> Result<()> {
    store::follow_by_calendar(tx).await
}

/// Recomputes due dates and assignees of a loan's open tasks.
async fn follow(tx: &mut impl InCompany, loan: i64) -> Result<()> {
    let tasks = store::following(tx, loan).await?;
    let Some(followed) = store::followed(tx, loan).await? else { return Ok(()) };
    for task in tasks {
        let due_on = task.due_rule.map_or(task.due_on, |rule| followed.due_on(rule));
        let assignee = task.seat.map_or(task.assignee_id, |seat| followed.assignee(seat));
        if (due_on, assignee) == (task.due_on, task.assignee_id) {
            continue;
        }
        store::put_followed(tx, task.id, due_on, assignee).await?;
        let entry = Audit {
            action: "task.follow",
            entity: "task",
            entity_id: &task.id.to_string(),
            before: Some(json!({ "dueDate": task.due_on, "assigneeId": task.assignee_id })),
            after: Some(json!({ "dueDate": due_on, "assigneeId": assignee })),
        };
        audit(tx, entry).await?;
    }
    Ok(())
}

impl Followed {
    /// Due date by a rule. `None` while the loan's date is unknown.
    pub fn due_on(&self, rule: DueRule) -> Option<Date> {
        let (_, day) = self.days.iter().find(|(of, _)| *of == rule.of)?;
        Some(Date(rule.due_on(**day, &self.calendar)))
    }

    /// The team member with the role, or their substitute.
    pub fn assignee(&self, seat: Seat) -> Option<i64> {
        assignee(seat, &usual_fallbacks(seat), &self.team, self.branch_admin)
    }
}
