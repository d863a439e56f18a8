//! Who may do what: roles, permissions and reach, in one table.
//!
//! The server asks this table before every act; the web is told its answers and hides what would be refused. Nothing
//! else decides. Source: specification S section 6 and L section 6, decisions D7, D8, D26.

use crate::words;
use std::fmt;

/// What somebody is in a unit of a company. Codes and names are the specification's (PERM-01 to PERM-04).
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

/// An act or an area that is allowed or not. The code is what the web is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Permission {
    /// Whatever everybody with a role may: know who they are and what they may.
    Session,
    /// The provider's area over all companies, impersonation included.
    OrgAdmin,
    /// The main application.
    App,
    /// See loans, as far as one's reach goes.
    LoanView,
    /// Make and import loans.
    LoanCreate,
    /// Change a loan within one's reach.
    LoanEdit,
    /// Reveal a sealed value of a loan within one's reach.
    LoanReveal,
    /// Reopen a loan at a read-only stage; break another's lock.
    LoanReopen,
    /// Import many loans at once.
    BulkImport,
    /// See and edit processor slots.
    LoanReview,
    /// See and edit the desk slots.
    LoanAdminTeamEdit,
    /// Choose another than oneself when searching people of the company.
    PeopleSearch,
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
}

use Cell::{Branch as B, Headquarters as H, No as N, Own as O, Yes as Y};

/// One line per permission; columns: originator, processor, contract processor, assistant, desks, loan admin,
/// administrator, branch admin, associate admin, company admin, super admin.
const TABLE: [(Permission, &str, [Cell; 11]); 12] = [
    (Permission::Session, "SESSION", [Y, Y, Y, Y, Y, Y, Y, Y, Y, Y, Y]),
    (Permission::OrgAdmin, "ORG_ADMIN", [N, N, N, N, N, N, N, N, N, N, Y]),
    (Permission::App, "APP", [Y, Y, Y, Y, Y, Y, Y, Y, Y, Y, N]),
    (Permission::LoanView, "LOAN_VIEW", [O, O, O, O, O, H, H, B, H, H, N]),
    (Permission::LoanCreate, "LOAN_CREATE", [Y, Y, N, Y, N, Y, Y, Y, Y, Y, N]),
    (Permission::LoanEdit, "LOAN_EDIT", [Y, Y, Y, Y, Y, Y, Y, Y, Y, Y, N]),
    (Permission::LoanReveal, "LOAN_REVEAL", [Y, Y, Y, Y, N, Y, Y, Y, Y, Y, N]),
    (Permission::LoanReopen, "LOAN_REOPEN", [N, N, N, N, N, Y, Y, Y, Y, Y, N]),
    (Permission::BulkImport, "BULK_IMPORT", [Y, N, N, Y, N, Y, Y, Y, Y, Y, N]),
    (Permission::LoanReview, "LOAN_REVIEW", [N, Y, N, N, N, Y, Y, Y, Y, Y, N]),
    (Permission::LoanAdminTeamEdit, "LOAN_ADMIN_TEAM_EDIT", [N, N, N, N, Y, Y, Y, Y, Y, Y, N]),
    (Permission::PeopleSearch, "PEOPLE_SEARCH", [Y, Y, Y, Y, Y, Y, Y, Y, Y, Y, N]),
];

impl Permission {
    /// The code that the web is told.
    #[must_use]
    pub fn code(self) -> &'static str {
        TABLE[self as usize].1
    }

    /// Every permission.
    pub fn all() -> impl Iterator<Item = Permission> {
        TABLE.iter().map(|(permission, _, _)| *permission)
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

/// What an active membership may: its roles, read against the unit it lies in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grants {
    roles: Vec<Role>,
    unit: OrgUnitType,
    home: OrgUnitType,
}

impl Grants {
    /// From the roles of a membership in their order, the type of its unit, and the type of the person's home company.
    ///
    /// A super administrator counts only in a PROVIDER unit, everybody else only outside it (ORG-23).
    #[must_use]
    pub fn new(roles: Vec<Role>, unit: OrgUnitType, home: OrgUnitType) -> Self {
        let in_provider = unit == OrgUnitType::PROVIDER;
        let roles = roles.into_iter().filter(|role| (*role == Role::SuperAdmin) == in_provider).collect();
        Self { roles, unit, home }
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

    /// Whether one of the roles allows it.
    #[must_use]
    pub fn may(&self, permission: Permission) -> bool {
        // Nobody of a processing company makes loans, whatever the role in the client's company (PERM footnote 1).
        let creates = matches!(permission, Permission::LoanCreate | Permission::BulkImport);
        if creates && (self.home == OrgUnitType::PROCESSOR || self.unit == OrgUnitType::PROCESSOR) {
            return false;
        }
        self.widest(permission) > Cell::No
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
        let everywhere = |role: &Role| match role {
            Role::Administrator => self.at_headquarters(),
            Role::CompanyAdmin | Role::AssociateAdmin | Role::LoanAdmin => self.at_headquarters() && consolidated,
            _ => false,
        };
        if self.roles.iter().any(everywhere) {
            return Reach::Company;
        }
        match self.widest(Permission::LoanView) {
            Cell::Branch | Cell::Headquarters => Reach::Unit,
            Cell::No | Cell::Own | Cell::Yes => Reach::Own,
        }
    }

    fn widest(&self, permission: Permission) -> Cell {
        self.roles.iter().map(|role| TABLE[permission as usize].2[role.column()]).max().unwrap_or(Cell::No)
    }
}

/// Areas of the web with the permission that opens each; they gate menu items and routes (PERM-05).
pub const AREAS: [(&str, &str, Permission); 1] = [("loans", "/app/loans", Permission::LoanView)];

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
