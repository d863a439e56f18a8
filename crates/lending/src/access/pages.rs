//! The web's pages and the permissions that open them. They control menu items and routes.

use super::{Grants, Permission, Reach};

/// A page, or all pages under a path.
#[derive(Clone, Copy, Debug)]
pub struct Page {
    /// Area of the menu. The menu shows an area if at least one of its pages opens.
    pub area: &'static str,
    /// Path of the page. It includes subpages that have no entry of their own.
    pub route: &'static str,
    /// Permissions, any of which opens the page.
    pub opened_by: &'static [Permission],
}

impl Page {
    /// Whether the page opens. A settings page requires access beyond the user's own records, because users edit their
    /// own data in their profile settings. API keys give access to the whole company, so creating one requires access
    /// to the whole company.
    #[must_use]
    pub fn opens(&self, grants: &Grants) -> bool {
        let least = match (self.area, self.route) {
            (_, "/app/settings/api-integration") => Reach::Company,
            ("settings", _) => Reach::Unit,
            _ => Reach::Own,
        };
        let reaches = |permission| grants.reach(permission, true) >= least;
        self.opened_by.iter().any(|permission| grants.may(*permission) && reaches(*permission))
    }
}

const fn page(area: &'static str, route: &'static str, opened_by: &'static [Permission]) -> Page {
    Page { area, route, opened_by }
}

/// Every page that requires a permission.
pub const PAGES: [Page; 42] = {
    use Permission::*;
    [
        page("org", "/org", &[OrgAdmin]),
        page("dashboard", "/app/dashboard", &[DashboardView]),
        page("tasks", "/app/tasks", &[TaskView]),
        page("loans", "/app/loans", &[LoanView]),
        page("leads", "/app/leads", &[LeadView]),
        page("brokers", "/app/loan-officers", &[BrokerView]),
        page("pricing", "/app/pricing", &[PricingView]),
        page("pricing", "/app/quotes", &[PricingView]),
        page("pricing", "/app/rate-alerts", &[RateAlertsManage]),
        page("contacts", "/app/borrowers", &[ContactView]),
        page("contacts", "/app/contacts", &[ContactView]),
        page("reports", "/app/call-reports", &[CallReportsManage]),
        page("reports", "/app/pipeline-reports", &[ReportView]),
        page("reports", "/app/revenue-reports", &[RevenueReportsManage]),
        page("reports", "/app/state-reports", &[CallReportsManage]),
        page("settings", "/app/settings", &[SettingsManage, BranchSettingsManage, UsersManage, BillingManage]),
        page("settings", "/app/settings/org-config", &[SettingsManage]),
        page("settings", "/app/settings/branches", &[BranchSettingsManage]),
        page("settings", "/app/settings/users", &[UsersManage]),
        page("settings", "/app/settings/licenses", &[SettingsManage]),
        page("settings", "/app/settings/loan-teams", &[SettingsManage]),
        page("settings", "/app/settings/processing-companies", &[SettingsManage]),
        page("settings", "/app/settings/loan-stages", &[SettingsManage]),
        page("settings", "/app/settings/lead-statuses", &[SettingsManage]),
        page("settings", "/app/settings/lead-sources", &[SettingsManage]),
        page("settings", "/app/settings/lead-intake", &[SettingsManage]),
        page("settings", "/app/settings/lenders", &[SettingsManage]),
        page("settings", "/app/settings/contact-categories", &[SettingsManage]),
        page("settings", "/app/settings/task-templates", &[SettingsManage]),
        page("settings", "/app/settings/automation", &[SettingsManage, BranchSettingsManage]),
        page("settings", "/app/settings/role-permissions", &[RolePermissionsManage]),
        page("settings", "/app/settings/header-tabs", &[SettingsManage]),
        page("settings", "/app/settings/audit-log", &[AuditView]),
        page("settings", "/app/settings/billing", &[BillingManage]),
        page("settings", "/app/settings/api-integration", &[ApiKeysManage]),
        // Not in the area "settings": a loan officer's own connection leads here too.
        page("lenders", "/app/settings/lender-integration", &[LenderIntegrationManage]),
        page("user", "/app/user", &[ProfileEdit]),
        page("user", "/app/user/edit", &[ProfileEdit]),
        page("user", "/app/user/edit/licenses", &[OfficerSettingsEdit]),
        page("user", "/app/user/edit/pricing-defaults", &[OfficerSettingsEdit]),
        page("user", "/app/user/edit/borrower-portal", &[OfficerSettingsEdit]),
        page("user", "/app/user/edit/api-integration", &[ApiKeysManage]),
    ]
};

#[cfg(test)]
mod tests {
    use super::super::{OrgUnitType, Role};
    use super::*;

    fn opens(role: Role, route: &str) -> bool {
        let grants = Grants::new(vec![role], OrgUnitType::BROKER, OrgUnitType::BROKER);
        PAGES.iter().find(|page| page.route == route).is_some_and(|page| page.opens(&grants))
    }

    #[test]
    fn an_address_is_listed_once() {
        for (index, page) in PAGES.iter().enumerate() {
            assert!(PAGES[..index].iter().all(|other| other.route != page.route), "{}", page.route);
        }
    }

    #[test]
    fn pages_open_to_their_permission() {
        for (permission, routes) in [
            (Permission::SettingsManage, &["/app/settings/org-config", "/app/settings/lenders"][..]),
            (Permission::CallReportsManage, &["/app/call-reports", "/app/state-reports"]),
            (Permission::RevenueReportsManage, &["/app/revenue-reports"]),
            (Permission::RateAlertsManage, &["/app/rate-alerts"]),
        ] {
            for (role, ..) in Role::ALL {
                let may = Grants::new(vec![role], OrgUnitType::BROKER, OrgUnitType::BROKER).may(permission);
                for route in routes {
                    assert_eq!(opens(role, route), may, "{route} for {role:?}");
                }
            }
        }
    }

    #[test]
    fn a_loan_officers_own_keys_are_not_in_the_company_settings() {
        assert!(opens(Role::Originator, "/app/user/edit/api-integration"));
        assert!(!opens(Role::Originator, "/app/settings/api-integration"));
        assert!(opens(Role::CompanyAdmin, "/app/settings/api-integration"));
        let of_branch = Grants::new(vec![Role::Administrator], OrgUnitType::BRANCH, OrgUnitType::BROKER);
        let opened: Vec<_> = PAGES.iter().filter(|page| page.opens(&of_branch)).map(|page| page.route).collect();
        assert!(
            opened.contains(&"/app/user/edit/api-integration") && !opened.contains(&"/app/settings/api-integration")
        );
    }

    #[test]
    fn a_branch_admin_has_branch_settings_but_no_company_settings() {
        let tom = Grants::new(vec![Role::BranchAdmin], OrgUnitType::BRANCH, OrgUnitType::BROKER);
        let opened: Vec<_> =
            PAGES.iter().filter(|page| page.area == "settings" && page.opens(&tom)).map(|page| page.route).collect();
        // HISTORY-06: branch admins read the audit log of their branch.
        assert_eq!(
            opened,
            [
                "/app/settings",
                "/app/settings/branches",
                "/app/settings/users",
                "/app/settings/automation",
                "/app/settings/audit-log",
            ]
        );
    }
}
