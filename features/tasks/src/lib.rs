//! Tasks with assignee and due date, on a loan, a lead or neither. Tasks of a loan follow its dates and team. Tasks can
//! repeat, depend on each other, and have comments. Templates describe recurring tasks. Automation rules create tasks
//! when something happens to a loan, or hold it at its stage until requirements are met.

mod calendar;
mod comment;
mod follow;
mod kept;
mod list;
mod places;
mod record;
mod rule;
mod store;
mod sweep;
mod template;
mod todo;

pub use calendar::TASKS_MAX as CALENDAR_TASKS_MAX;
pub use comment::say;
pub use follow::calendar_changed;
pub use list::{
    DONE_TASKS, OPEN_TASKS, TaskStatus, TaskView, lead_filter, loan_filter, text_filters, view_filter, within_days,
};
pub use places::places;
pub use record::{In as NewTask, TaskPriority, make, remind_owner};
pub use rule::{
    Action as RuleAction, Conditions as RuleConditions, FindTimed, In as NewRule, Trigger as RuleTrigger, TriggerKind,
    hold::{Hold, hold},
    make as make_rule,
    run::{RuleAct, follow_rules},
};
pub use store::templates::create_default_templates;
pub use sweep::sweep;

use follow::FollowTasks;
use platform::{
    App,
    jobs::{Every, Work},
};
use utoipa_axum::{router::OpenApiRouter, routes};

/// The jobs of this feature.
#[must_use]
pub fn work(work: Work) -> Work {
    // A quarter past, when the new day has begun in every US time zone where it begins in this hour.
    work.job::<FollowTasks>().job::<rule::dry_run::DryRun>().every::<FindTimed>(Every::Hour { minute: 15 })
}

/// The routes of this feature.
#[must_use]
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(todo::count))
        .routes(routes!(list::list, record::create))
        .routes(routes!(calendar::days))
        .routes(routes!(record::get, record::edit, record::remove))
        .routes(routes!(comment::list, comment::add))
        .routes(routes!(comment::edit, comment::remove))
        .routes(routes!(template::list, template::create))
        .routes(routes!(template::edit, template::remove))
        .routes(routes!(template::apply))
        .routes(routes!(record::by_rules))
        .routes(routes!(rule::list, rule::create))
        .routes(routes!(rule::edit, rule::remove))
        .routes(routes!(rule::versions))
        .routes(routes!(rule::branch::switch))
        .routes(routes!(rule::log::get))
        .routes(routes!(rule::dry_run::start, rule::dry_run::get))
        .routes(routes!(rule::of_loan::get))
}
