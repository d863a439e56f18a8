//! Tasks of Harbor's users, created by the same function as any other task.

use access::Doors;
use jiff::Span;
use lending::{
    access::Permission,
    rules::RequiredField,
    stages::StageKind,
    tasks::{Days, DueRule, LoanDay, Seat, Side},
    team::LoanRole,
};
use platform::{App, Result, Tx, db::Date};
use tasks::{NewRule, NewTask, RuleAction, RuleConditions, RuleTrigger, TaskPriority, TaskStatus, TriggerKind};

/// Creator, assignee, borrower of the loan, title, days until due, priority, status.
type Task =
    (&'static str, Option<&'static str>, Option<&'static str>, &'static str, Option<i32>, TaskPriority, TaskStatus);

use TaskPriority::{HIGH, LOW, NORMAL};
use TaskStatus::{DONE, TODO};

const TASKS: [Task; 13] = [
    (
        "avery.stone",
        Some("avery.stone"),
        Some("Samuel Whitaker"),
        "Ask the lender about extending the lock",
        Some(0),
        HIGH,
        TODO,
    ),
    (
        "avery.stone",
        Some("avery.stone"),
        Some("Ingrid Sørensen"),
        "Call Ingrid about the Loan Estimate",
        Some(-1),
        HIGH,
        TODO,
    ),
    ("avery.stone", Some("avery.stone"), Some("Maya Ortiz"), "Price and quote", Some(1), NORMAL, TODO),
    ("avery.stone", Some("avery.stone"), Some("Helen Abernathy"), "Review the approval", Some(2), NORMAL, TODO),
    ("avery.stone", Some("avery.stone"), None, "Renew the California license", Some(24), LOW, TODO),
    ("avery.stone", Some("avery.stone"), Some("Maya Ortiz"), "Pull credit", Some(-3), NORMAL, DONE),
    ("avery.stone", Some("avery.stone"), Some("Theodore Marsh"), "Send the post-close letter", Some(-2), NORMAL, DONE),
    ("avery.stone", None, Some("Maya Ortiz"), "Order the appraisal", Some(4), NORMAL, TODO),
    ("avery.stone", None, Some("Samuel Whitaker"), "Schedule the closing", Some(3), HIGH, TODO),
    (
        "avery.stone",
        Some("priya.nguyen"),
        Some("Helen Abernathy"),
        "Collect the payoff statement",
        Some(1),
        NORMAL,
        TODO,
    ),
    ("beth.sullivan", Some("avery.stone"), None, "Prepare the branch's pipeline meeting", Some(3), NORMAL, TODO),
    ("priya.nguyen", Some("priya.nguyen"), Some("Camila Reyes"), "Contact the new lead", Some(0), HIGH, TODO),
    ("marcus.bell", Some("marcus.bell"), Some("Rachel Stein"), "Verify the funding", Some(2), HIGH, TODO),
];

/// Task, author and text of each comment.
const COMMENTS: [(&str, &str, &str); 5] = [
    ("Schedule the closing", "avery.stone", "Samuel can do Thursday or Friday afternoon, not before 2."),
    ("Schedule the closing", "beth.sullivan", "Marlow Escrow has a room on Friday at 3. Shall I hold it?"),
    ("Schedule the closing", "avery.stone", "Yes please. I'll tell Samuel."),
    ("Collect the payoff statement", "priya.nguyen", "Asked for it this morning; they say two business days."),
    ("Call Ingrid about the Loan Estimate", "beth.sullivan", "She rang the office twice. Mornings are best."),
];

/// Creator, borrower of the loan, title, due date rule based on the loan's dates, and role.
type FollowingTask = (&'static str, &'static str, &'static str, DueRule, Option<Seat>);

const fn rule(days: u16, side: Side, of: LoanDay) -> DueRule {
    DueRule { days, count: Days::BUSINESS, side, of }
}

const FOLLOWING: [FollowingTask; 3] = [
    (
        "avery.stone",
        "Samuel Whitaker",
        "Send the Closing Disclosure",
        rule(3, Side::BEFORE, LoanDay::CLOSING),
        Some(Seat { role: LoanRole::DISCLOSURE_DESK, primary: true }),
    ),
    ("avery.stone", "Helen Abernathy", "Lock expires in five days", rule(5, Side::BEFORE, LoanDay::LOCK_EXPIRY), None),
    (
        "avery.stone",
        "Maya Ortiz",
        "Send the Loan Estimate",
        rule(0, Side::BEFORE, LoanDay::LOAN_ESTIMATE),
        Some(Seat { role: LoanRole::PROCESSOR, primary: true }),
    ),
];

pub(super) async fn make_all(app: &App, doors: &Doors) -> Result<()> {
    for (maker, assignee, borrower, title, days, priority, status) in TASKS {
        let actor = access::actor_of(app, doors, &format!("{maker}@harbor.example")).await?;
        let assignee = match assignee {
            None => None,
            Some(name) => Some(access::actor_of(app, doors, &format!("{name}@harbor.example")).await?.membership()),
        };
        let mut tx = actor.begin(app, Permission::TaskView).await?;
        let loan = match borrower {
            None => None,
            Some(name) => loan_of(&mut tx, name).await?,
        };
        let today = Date::today_in(&tx.actor().access.time_zone);
        let due_date = days.map(|days| today.saturating_add(Span::new().days(days)).to_string());
        let task = NewTask {
            title: Some(title.to_owned()),
            due_date,
            assignee_id: assignee,
            loan_id: loan,
            priority: Some(priority),
            status: Some(status),
            ..NewTask::default()
        };
        let id = tasks::make(&mut tx, task).await?;
        tx.commit().await?;
        for (_, author, text) in COMMENTS.iter().filter(|(about, ..)| *about == title) {
            let author = access::actor_of(app, doors, &format!("{author}@harbor.example")).await?;
            let mut tx = author.begin(app, Permission::TaskView).await?;
            tasks::say(&mut tx, id, text).await?;
            tx.commit().await?;
        }
    }
    for (maker, borrower, title, due_rule, seat) in FOLLOWING {
        let actor = access::actor_of(app, doors, &format!("{maker}@harbor.example")).await?;
        let mut tx = actor.begin(app, Permission::TaskView).await?;
        let task = NewTask {
            title: Some(title.to_owned()),
            loan_id: loan_of(&mut tx, borrower).await?,
            due_rule: Some(due_rule),
            assignee_id: seat.is_none().then_some(tx.actor().membership()),
            seat,
            ..NewTask::default()
        };
        tasks::make(&mut tx, task).await?;
        tx.commit().await?;
    }
    make_rules(app, doors).await
}

/// Creates Harbor's automation rules.
async fn make_rules(app: &App, doors: &Doors) -> Result<()> {
    let actor = access::actor_of(app, doors, "grace.whitfield@harbor.example").await?;
    let mut tx = actor.begin(app, Permission::SettingsManage).await?;
    let (setup, approved) = (StageKind::LoanSetup, StageKind::ApprovedWithConditions);
    let refinances = Some(RuleConditions::is("purpose", &["Refinance"]));
    for (rule_name, kind, stage, titles, conditions) in [
        ("New application", TriggerKind::CREATED, setup, &["Pull credit", "Request needs list"][..], None),
        ("Order third-party services", TriggerKind::STAGE_ENTERED, setup, &["Order appraisal", "Order title"], None),
        ("Order the payoff", TriggerKind::STAGE_ENTERED, setup, &["Order payoff"], refinances),
        ("Approval requirements", TriggerKind::STAGE_ENTERED, approved, &["Submit to lender"], None),
    ] {
        let titles: Vec<_> = titles.iter().map(|title| (*title).to_owned()).collect();
        let template_ids = sqlx::query_scalar!(
            "select id from task_template where company_id = $1 and title = any ($2) order by position",
            tx.company(),
            &titles[..]
        )
        .fetch_all(&mut *tx)
        .await?;
        let stage_ids = sqlx::query_scalar!(
            "select id from loan_stage where company_id = $1 and kind = $2",
            tx.company(),
            stage.as_str()
        )
        .fetch_all(&mut *tx)
        .await?;
        let rule = NewRule {
            rule_name: rule_name.to_owned(),
            is_active: kind == TriggerKind::STAGE_ENTERED,
            trigger: RuleTrigger::of(kind, stage_ids),
            conditions,
            actions: vec![match stage {
                StageKind::ApprovedWithConditions => RuleAction::Hold {
                    fields: vec![RequiredField::lender, RequiredField::rate, RequiredField::closing],
                    template_ids,
                    confirmation: Some("The lender’s approval letter is on file".to_owned()),
                },
                _ => RuleAction::CreateTasks { template_ids },
            }],
            test_until: None,
            org_unit_id: None,
            is_locked: stage == approved,
        };
        tasks::make_rule(&mut tx, rule).await?;
    }
    let day = DueRule { days: 5, count: Days::BUSINESS, side: Side::BEFORE, of: LoanDay::LOCK_EXPIRY };
    let lock = NewRule {
        rule_name: "Before the lock expires".to_owned(),
        is_active: true,
        trigger: RuleTrigger { day: Some(day), ..RuleTrigger::of(TriggerKind::DATE_REACHED, Vec::new()) },
        conditions: None,
        actions: vec![RuleAction::Notify {
            roles: vec![LoanRole::ORIGINATOR, LoanRole::PROCESSOR],
            message: "The rate lock expires in five business days: close, or extend it.".to_owned(),
        }],
        test_until: None,
        org_unit_id: None,
        is_locked: false,
    };
    tasks::make_rule(&mut tx, lock).await?;
    tx.commit().await
}

/// Finds the loan of a borrower.
async fn loan_of(tx: &mut Tx, borrower: &str) -> Result<Option<i64>> {
    Ok(sqlx::query_scalar!(
        "select loan_id from loan_name where company_id = $1 and borrower_name = $2",
        tx.company(),
        borrower
    )
    .fetch_optional(&mut **tx)
    .await?
    .flatten())
}
