//! Registry of live events: kinds of records, the permission that they require, and who can access them.

use events::Subjects;
use lending::access::Permission;

/// All kinds. Events of other kinds are never sent.
#[must_use]
pub fn subjects() -> Subjects {
    Subjects::default()
        .within_reach("loan", Permission::LoanView, loans::places)
        .within_reach("loan-presence", Permission::LoanView, loans::places)
        .within_reach("lead", Permission::LeadView, leads::places)
        .within_reach("task", Permission::TaskView, tasks::places)
        .within_reach("user", Permission::UsersManage, people::places)
        .within_reach("org-unit", Permission::BranchSettingsManage, orgs::places)
        .of_company("automation-rule", Permission::SettingsManage)
        .of_company("task-template", Permission::TaskView)
        .of_company("list", Permission::App)
        .of_company("loan-stage", Permission::App)
        .of_company("lead-status", Permission::LeadView)
        .of_company("lead-source", Permission::LeadView)
        .of_company("lead-provider", Permission::LeadView)
        .of_company("lost-reason", Permission::LeadView)
        .of_company("contact-outcome", Permission::LeadView)
        .of_company("withdrawal-reason", Permission::LoanView)
        .of_company("lender", Permission::SettingsManage)
        .of_company("license", Permission::SettingsManage)
        .of_company("default-team", Permission::SettingsManage)
        .of_company("processor-contract", Permission::SettingsManage)
        .of_company("company", Permission::SettingsManage)
        .of_company("theme", Permission::SettingsManage)
}
