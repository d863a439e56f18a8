//! Who may do what: roles, permissions and reach, in one table.
//!
//! The server asks this table before every act; the web is told its answers and hides what would be refused. Nothing
//! else decides. A company may alter some of its cells. Source: specification S section 6 and L section 6, decisions D7,
//! D8, D26.

mod overrides;
mod pages;
mod scopes;

pub use overrides::{Fixed, Override, is_allowed};
pub use pages::{PAGES, Page};
pub use scopes::Scope;

use crate::words;
use std::fmt;

/// What somebody is in a unit of a company. Codes and names are the specification's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Role {
    /// Loan officer.
    Originator,
    /// Processor of the company.
    Processor,
    /// Processor of a processing company under contract.
    ContractProcessor,
    /// Assistant of a loan officer.
    Assistant,
    /// Administers the loans of a branch or of the company.
    LoanAdmin,
    /// Back office without billing and ownership.
    Administrator,
    /// Runs a branch.
    BranchAdmin,
    /// Runs the company beside the company admin.
    AssociateAdmin,
    /// Runs the company.
    CompanyAdmin,
    /// The provider's own; valid only in a PROVIDER unit (ORG-23).
    SuperAdmin,
    /// Sends disclosures.
    DisclosureDesk,
    /// Pays commissions.
    Payroll,
    /// Prepares the closing.
    Closer,
    /// Locks rates.
    LockDesk,
    /// Wires the money.
    Funder,
}

impl Role {
    /// Every role with its code and its name.
    pub const ALL: [(Role, &'static str, &'static str); 15] = [
        (Role::Originator, "ORIGINATOR", "Originator"),
        (Role::Processor, "PROCESSOR", "Processor"),
        (Role::ContractProcessor, "CONTRACTPROCESSOR", "Contract Processor"),
        (Role::Assistant, "ASSISTANT", "Assistant"),
        (Role::LoanAdmin, "LOANADMIN", "Loan Admin"),
        (Role::Administrator, "ADMINISTRATOR", "Administrator"),
        (Role::BranchAdmin, "BRANCHADMIN", "Branch Admin"),
        (Role::AssociateAdmin, "ASSOCIATEADMIN", "Associate Admin"),
        (Role::CompanyAdmin, "COMPANYADMIN", "Company Admin"),
        (Role::SuperAdmin, "SUPERADMIN", "Super Admin"),
        (Role::DisclosureDesk, "DISCLOSURE_DESK", "Disclosure Desk"),
        (Role::Payroll, "PAYROLL", "Payroll"),
        (Role::Closer, "CLOSER", "Closer"),
        (Role::LockDesk, "LOCK_DESK", "Lock Desk"),
        (Role::Funder, "FUNDER", "Funder"),
    ];

    /// The code in payloads and tables.
    #[must_use]
    pub fn code(self) -> &'static str {
        Self::ALL[self as usize].1
    }

    /// The name that people read.
    #[must_use]
    pub fn name(self) -> &'static str {
        Self::ALL[self as usize].2
    }

    /// The role of a code.
    #[must_use]
    pub fn from_code(code: &str) -> Option<Role> {
        Self::ALL.iter().find(|(_, known, _)| *known == code).map(|(role, _, _)| *role)
    }

    /// Which column of the table is this role's: the five desks share one.
    const fn column(self) -> usize {
        match self {
            Role::Originator => 0,
            Role::Processor => 1,
            Role::ContractProcessor => 2,
            Role::Assistant => 3,
            Role::DisclosureDesk | Role::Payroll | Role::Closer | Role::LockDesk | Role::Funder => 4,
            Role::LoanAdmin => 5,
            Role::Administrator => 6,
            Role::BranchAdmin => 7,
            Role::AssociateAdmin => 8,
            Role::CompanyAdmin => 9,
            Role::SuperAdmin => 10,
        }
    }
}

words! {
    /// What kind of unit an organization is (ORG-03).
    #[allow(clippy::upper_case_acronyms)]
    pub enum OrgUnitType { PROVIDER, BROKER, PROCESSOR, BRANCH }
}

/// An act or an area that is allowed or not. The code is what the web is told; what each is for stands in the table.
#[allow(missing_docs, reason = "the table says it, where the page in the documentation reads it too")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Permission {
    Session,
    ProfileEdit,
    OrgAdmin,
    App,
    DashboardView,
    LoanView,
    LoanCreate,
    LoanEdit,
    LoanReveal,
    LoanReopen,
    BulkImport,
    LoanReview,
    LoanAdminTeamEdit,
    PeopleSearch,
    Search,
    LeadView,
    LeadCreate,
    BrokerView,
    PricingView,
    QuoteCreate,
    RateAlertsManage,
    ContactView,
    ReportView,
    CallReportsManage,
    RevenueReportsManage,
    TaskView,
    SettingsManage,
    RolePermissionsManage,
    BranchSettingsManage,
    UsersManage,
    BillingManage,
    UpgradeOwnPlan,
    LenderIntegrationManage,
    ApiKeysManage,
    OfficerSettingsEdit,
    AuditView,
}

/// What a role may, in a cell of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Cell {
    /// No.
    No,
    /// Yes; where a record is meant, records on which one is named.
    Own,
    /// Records of the branch, and one's own.
    Branch,
    /// Records of all branches at headquarters, else of the branch.
    Headquarters,
    /// Yes.
    Yes,
    /// Of the roles that share a column, this one alone.
    Only(Role),
}

use Cell::{Branch as B, Headquarters as H, No as N, Own as O, Yes as Y};
const LOCKS: Cell = Cell::Only(Role::LockDesk);
const PAYS: Cell = Cell::Only(Role::Payroll);

/// One line per permission: its code, what it is for, and what each column may. The columns are originator, processor,
/// contract processor, assistant, desks, loan admin, administrator, branch admin, associate admin, company admin, super
/// admin.
#[rustfmt::skip]
const TABLE: [(Permission, &str, &str, [Cell; 11]); 36] = [
    (Permission::Session, "SESSION", "Sign in", [Y, Y, Y, Y, Y, Y, Y, Y, Y, Y, Y]),
    (Permission::ProfileEdit, "PROFILE_EDIT", "Edit own profile", [Y, Y, Y, Y, Y, Y, Y, Y, Y, Y, Y]),
    (Permission::OrgAdmin, "ORG_ADMIN", "Administer all companies and act for their users", [N, N, N, N, N, N, N, N, N, N, Y]),
    (Permission::App, "APP", "Use the application", [Y, Y, Y, Y, Y, Y, Y, Y, Y, Y, N]),
    (Permission::DashboardView, "DASHBOARD_VIEW", "View the dashboard", [Y, Y, N, Y, Y, Y, Y, Y, Y, Y, N]),
    (Permission::LoanView, "LOAN_VIEW", "View loans", [O, O, O, O, O, H, H, B, H, H, N]),
    (Permission::LoanCreate, "LOAN_CREATE", "Create and import loans", [Y, Y, N, Y, N, Y, Y, Y, Y, Y, N]),
    (Permission::LoanEdit, "LOAN_EDIT", "Edit loans", [Y, Y, Y, Y, Y, Y, Y, Y, Y, Y, N]),
    (Permission::LoanReveal, "LOAN_REVEAL", "Reveal Social Security numbers and other sealed values", [Y, Y, Y, Y, N, Y, Y, Y, Y, Y, N]),
    (Permission::LoanReopen, "LOAN_REOPEN", "Reopen read-only loans and break another user's lock", [N, N, N, N, N, Y, Y, Y, Y, Y, N]),
    (Permission::BulkImport, "BULK_IMPORT", "Import loans in bulk", [Y, N, N, Y, N, Y, Y, Y, Y, Y, N]),
    (Permission::LoanReview, "LOAN_REVIEW", "View and edit processor slots", [N, Y, N, N, N, Y, Y, Y, Y, Y, N]),
    (Permission::LoanAdminTeamEdit, "LOAN_ADMIN_TEAM_EDIT", "View and edit desk slots", [N, N, N, N, Y, Y, Y, Y, Y, Y, N]),
    (Permission::PeopleSearch, "PEOPLE_SEARCH", "Search the people of the company", [Y, Y, Y, Y, Y, Y, Y, Y, Y, Y, N]),
    (Permission::Search, "SEARCH", "Search the whole application", [Y, Y, Y, Y, Y, Y, Y, Y, Y, Y, N]),
    (Permission::LeadView, "LEAD_VIEW", "View leads", [O, O, N, O, N, H, H, B, H, H, N]),
    (Permission::LeadCreate, "LEAD_CREATE", "Create leads", [Y, Y, N, Y, N, Y, Y, Y, Y, Y, N]),
    (Permission::BrokerView, "BROKER_VIEW", "View brokers", [N, Y, Y, N, N, Y, Y, Y, Y, Y, N]),
    (Permission::PricingView, "PRICING_VIEW", "Price loans and view quotes", [O, N, N, O, LOCKS, H, H, B, H, H, N]),
    (Permission::QuoteCreate, "QUOTE_CREATE", "Create price quotes", [Y, N, N, Y, LOCKS, Y, Y, Y, Y, Y, N]),
    (Permission::RateAlertsManage, "RATE_ALERTS_MANAGE", "Manage rate alerts", [Y, N, N, Y, N, Y, Y, Y, Y, Y, N]),
    (Permission::ContactView, "CONTACT_VIEW", "View borrowers and business contacts", [O, O, N, O, N, H, H, B, H, H, N]),
    (Permission::ReportView, "REPORT_VIEW", "View pipeline reports", [O, O, N, O, N, H, H, B, H, H, N]),
    (Permission::CallReportsManage, "CALL_REPORTS_MANAGE", "Manage call and state reports", [N, N, N, N, N, N, Y, B, Y, Y, N]),
    (Permission::RevenueReportsManage, "REVENUE_REPORTS_MANAGE", "Manage revenue reports", [N, N, N, N, PAYS, N, N, B, Y, Y, N]),
    (Permission::TaskView, "TASK_VIEW", "View tasks", [O, O, O, O, O, H, H, B, H, H, N]),
    (Permission::SettingsManage, "SETTINGS_MANAGE", "Manage company settings, without billing and ownership", [N, N, N, N, N, N, Y, N, Y, Y, N]),
    (Permission::RolePermissionsManage, "ROLE_PERMISSIONS_MANAGE", "Manage role permissions", [N, N, N, N, N, N, N, N, N, Y, N]),
    (Permission::BranchSettingsManage, "BRANCH_SETTINGS_MANAGE", "Manage branch settings", [N, N, N, N, N, N, Y, B, Y, Y, N]),
    (Permission::UsersManage, "USERS_MANAGE", "Invite users, assign roles, deactivate", [N, N, N, N, N, N, Y, B, Y, Y, N]),
    (Permission::BillingManage, "BILLING_MANAGE", "Manage plan, seats and payment", [N, N, N, N, N, N, N, B, N, Y, N]),
    (Permission::UpgradeOwnPlan, "UPGRADE_OWN_PLAN", "Upgrade own plan, where self-paid", [Y, Y, Y, Y, Y, Y, Y, Y, Y, Y, N]),
    (Permission::LenderIntegrationManage, "LENDER_INTEGRATION_MANAGE", "Connect lenders", [O, N, N, N, N, N, Y, B, Y, Y, N]),
    (Permission::ApiKeysManage, "API_KEYS_MANAGE", "Manage API keys (pro plan)", [O, N, N, N, N, N, Y, N, Y, Y, N]),
    (Permission::OfficerSettingsEdit, "OFFICER_SETTINGS_EDIT", "Manage own licenses, pricing defaults and borrower portal", [Y, N, N, N, N, N, N, N, N, N, N]),
    (Permission::AuditView, "AUDIT_VIEW", "Search and export the audit log", [N, N, N, N, N, N, Y, B, Y, Y, N]),
];

/// What is about the company as a whole: allowed from its headquarters only, whatever roles somebody has in a branch.
const OF_COMPANY: [Permission; 2] = [Permission::SettingsManage, Permission::RolePermissionsManage];

/// What nobody of a processing company does, whatever their role in a client's company (permissions, footnotes 1 and 3).
const CREATES: [Permission; 3] = [Permission::LoanCreate, Permission::BulkImport, Permission::LeadCreate];

/// What is refused while nothing valid is paid for (decision D15).
const NEEDS_LICENSE: [Permission; 5] = [
    Permission::LoanCreate,
    Permission::BulkImport,
    Permission::LeadCreate,
    Permission::QuoteCreate,
    Permission::Search,
];

impl Permission {
    /// Whether it is refused to who is restricted, because nothing valid is paid for.
    #[must_use]
    pub fn needs_license(self) -> bool {
        NEEDS_LICENSE.contains(&self)
    }

    /// The code that the web is told.
    #[must_use]
    pub fn code(self) -> &'static str {
        TABLE[self as usize].1
    }

    /// What it is for, in a few words.
    #[must_use]
    pub fn purpose(self) -> &'static str {
        TABLE[self as usize].2
    }

    /// The permission of a code.
    #[must_use]
    pub fn from_code(code: &str) -> Option<Permission> {
        TABLE.iter().find(|row| row.1 == code).map(|row| row.0)
    }

    /// Every permission.
    pub fn all() -> impl Iterator<Item = Permission> {
        TABLE.iter().map(|row| row.0)
    }

    /// Whether a role has it by the table, before a company alters it.
    #[must_use]
    pub fn is_of(self, role: Role) -> bool {
        self.cell(role) != Cell::No
    }

    /// How far a role has it by the table, as the documentation tells it.
    #[must_use]
    pub fn extent(self, role: Role) -> &'static str {
        match self.cell(role) {
            Cell::No | Cell::Only(_) => "–",
            Cell::Own => "own",
            Cell::Branch => "branch",
            Cell::Headquarters => "all",
            Cell::Yes => "yes",
        }
    }

    /// What a role may by the table, before a company alters it.
    fn cell(self, role: Role) -> Cell {
        match TABLE[self as usize].3[role.column()] {
            Cell::Only(one) if one == role => Cell::Yes,
            Cell::Only(_) => Cell::No,
            cell => cell,
        }
    }
}

impl fmt::Display for Permission {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

/// How far somebody sees. Whatever lies outside is answered like an id that never was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Reach {
    /// Records on which this membership is named, whatever their branch.
    Own,
    /// The active branch, and one's own.
    Unit,
    /// The whole company.
    Company,
}

impl Reach {
    /// Whether a record is within it: lies in the active branch, names this membership.
    #[must_use]
    pub fn covers(self, is_of_unit: bool, is_own: bool) -> bool {
        match self {
            Reach::Company => true,
            Reach::Unit => is_of_unit || is_own,
            Reach::Own => is_own,
        }
    }
}

/// What an active membership may: its roles, read against the unit it lies in and what its company altered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grants {
    roles: Vec<Role>,
    unit: OrgUnitType,
    home: OrgUnitType,
    overrides: Vec<Override>,
    branch_pays: bool,
}

impl Grants {
    /// From the roles of a membership in their order, the type of its unit, and the type of the person's home company.
    ///
    /// A super administrator counts only in a PROVIDER unit, everybody else only outside it (ORG-23).
    #[must_use]
    pub fn new(roles: Vec<Role>, unit: OrgUnitType, home: OrgUnitType) -> Self {
        let in_provider = unit == OrgUnitType::PROVIDER;
        let roles = roles.into_iter().filter(|role| (*role == Role::SuperAdmin) == in_provider).collect();
        Self { roles, unit, home, overrides: Vec::new(), branch_pays: false }
    }

    /// The same with what the company altered. Whatever is fixed stays, even where a row says otherwise.
    #[must_use]
    pub fn with_overrides(self, overrides: impl IntoIterator<Item = Override>) -> Self {
        let overrides = overrides.into_iter().filter(|one| one.check().is_ok()).collect();
        Self { overrides, ..self }
    }

    /// The same where the branch pays for its people itself: then its admin sees to the billing.
    #[must_use]
    pub fn with_branch_paying(self, branch_pays: bool) -> Self {
        Self { branch_pays, ..self }
    }

    /// The roles that count, in their order.
    #[must_use]
    pub fn roles(&self) -> &[Role] {
        &self.roles
    }

    /// Whether this membership lies at the headquarters of its company.
    #[must_use]
    pub fn at_headquarters(&self) -> bool {
        self.unit != OrgUnitType::BRANCH
    }

    /// Whether somebody of a processing company acts, in their own company or in a client's (decision D26).
    #[must_use]
    pub fn is_of_processing_company(&self) -> bool {
        self.home == OrgUnitType::PROCESSOR || self.unit == OrgUnitType::PROCESSOR
    }

    /// Whether one of the roles allows it.
    #[must_use]
    pub fn may(&self, permission: Permission) -> bool {
        if CREATES.contains(&permission) && self.is_of_processing_company() {
            return false;
        }
        if OF_COMPANY.contains(&permission) && !self.at_headquarters() {
            return false;
        }
        self.cells(permission).any(|cell| match (permission, cell) {
            (_, Cell::No) => false,
            (Permission::BillingManage, Cell::Branch) => !self.at_headquarters() && self.branch_pays,
            (Permission::BillingManage, _) => self.at_headquarters(),
            _ => true,
        })
    }

    /// Whether `x-consolidated` is heard at all: company, associate and loan admins at headquarters (BRANCH-07).
    #[must_use]
    pub fn may_consolidate(&self) -> bool {
        self.at_headquarters()
            && self.roles.iter().any(|role| matches!(role, Role::CompanyAdmin | Role::AssociateAdmin | Role::LoanAdmin))
    }

    /// How far this membership sees loans, by the widest of its roles (design: reach).
    #[must_use]
    pub fn loan_reach(&self, consolidated: bool) -> Reach {
        self.reach(Permission::LoanView, consolidated)
    }

    /// How far a permission goes, by the widest of the roles: which records it shows, which branches it administers.
    /// Administrators see everything from headquarters; company, associate and loan admins see it all when consolidated.
    /// What is allowed outright goes as far as the unit: from headquarters over the company, from a branch over the branch.
    #[must_use]
    pub fn reach(&self, permission: Permission, consolidated: bool) -> Reach {
        let of_role = |role: &Role| match self.cell(*role, permission) {
            Cell::Headquarters if self.at_headquarters() && (consolidated || *role == Role::Administrator) => {
                Reach::Company
            }
            Cell::Yes if self.at_headquarters() => Reach::Company,
            Cell::Headquarters | Cell::Yes | Cell::Branch => Reach::Unit,
            Cell::No | Cell::Own | Cell::Only(_) => Reach::Own,
        };
        self.roles.iter().map(of_role).max().unwrap_or(Reach::Own)
    }

    fn cells(&self, permission: Permission) -> impl Iterator<Item = Cell> {
        self.roles.iter().map(move |role| self.cell(*role, permission))
    }

    /// What a role may here: by the table, or as the company altered it.
    fn cell(&self, role: Role, permission: Permission) -> Cell {
        let altered = self.overrides.iter().find(|one| one.role == role && one.permission == permission);
        match altered {
            Some(one) if !one.allowed => Cell::No,
            Some(_) if permission.cell(role) == Cell::No => Cell::Yes,
            _ => permission.cell(role),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grants(roles: &[Role], unit: OrgUnitType) -> Grants {
        Grants::new(roles.to_vec(), unit, if unit == OrgUnitType::BRANCH { OrgUnitType::BROKER } else { unit })
    }

    #[test]
    fn the_tables_are_in_the_order_of_their_enums() {
        for (index, (role, code, _)) in Role::ALL.iter().enumerate() {
            assert_eq!(*role as usize, index);
            assert_eq!(Role::from_code(code), Some(*role));
        }
        for (index, (permission, ..)) in TABLE.iter().enumerate() {
            assert_eq!(*permission as usize, index);
        }
    }

    /// ORG-23
    #[test]
    fn a_super_admin_counts_only_in_a_provider_unit() {
        assert!(grants(&[Role::SuperAdmin], OrgUnitType::PROVIDER).may(Permission::OrgAdmin));
        assert!(!grants(&[Role::SuperAdmin], OrgUnitType::BROKER).may(Permission::OrgAdmin));
        assert!(!grants(&[Role::CompanyAdmin], OrgUnitType::PROVIDER).may(Permission::App));
    }

    #[test]
    fn reach_is_that_of_the_widest_role() {
        use OrgUnitType::{BRANCH, BROKER};
        for (roles, unit, consolidated, reach) in [
            (&[Role::Originator][..], BROKER, true, Reach::Own),
            (&[Role::Originator, Role::BranchAdmin], BRANCH, true, Reach::Unit),
            (&[Role::CompanyAdmin], BROKER, false, Reach::Unit),
            (&[Role::CompanyAdmin], BROKER, true, Reach::Company),
            (&[Role::LoanAdmin], BRANCH, true, Reach::Unit),
            (&[Role::Administrator], BROKER, false, Reach::Company),
            (&[Role::Administrator], BRANCH, true, Reach::Unit),
            (&[], BROKER, true, Reach::Own),
        ] {
            assert_eq!(grants(roles, unit).loan_reach(consolidated), reach, "{roles:?} at {unit}, {consolidated}");
        }
    }

    #[test]
    fn nobody_of_a_processing_company_makes_loans() {
        let serving = Grants::new(vec![Role::Processor], OrgUnitType::BRANCH, OrgUnitType::PROCESSOR);
        assert!(!serving.may(Permission::LoanCreate));
        assert!(serving.may(Permission::LoanView));
        assert!(!grants(&[Role::ContractProcessor], OrgUnitType::BROKER).may(Permission::LoanCreate));
    }

    #[test]
    fn somebody_without_a_role_may_nothing() {
        for permission in Permission::all() {
            assert!(!grants(&[], OrgUnitType::BROKER).may(permission), "{permission}");
        }
    }
}
