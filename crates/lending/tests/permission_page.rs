//! The documented permission table matches the code. Set `KEYTURN_WRITE_SNAPSHOTS=1` to rewrite it.

#![allow(clippy::unwrap_used)]

use lending::access::{Fixed, Override, PAGES, Permission, Role};
use std::{fmt::Write, path::Path};

/// Roles by column. The desks share a column, in which a permission of only one desk is labeled.
const COLUMNS: [(&str, &[Role]); 11] = [
    ("Originator", &[Role::Originator]),
    ("Processor", &[Role::Processor]),
    ("Contract Processor", &[Role::ContractProcessor]),
    ("Assistant", &[Role::Assistant]),
    ("Desks", &[Role::DisclosureDesk, Role::Payroll, Role::Closer, Role::LockDesk, Role::Funder]),
    ("Loan Admin", &[Role::LoanAdmin]),
    ("Administrator", &[Role::Administrator]),
    ("Branch Admin", &[Role::BranchAdmin]),
    ("Associate Admin", &[Role::AssociateAdmin]),
    ("Company Admin", &[Role::CompanyAdmin]),
    ("Super Admin", &[Role::SuperAdmin]),
];

const HEAD: &str = "\
# Who may do what

Written from `crates/lending/src/access.rs` by `KEYTURN_WRITE_SNAPSHOTS=1 cargo test -p lending --test permission_page`; a
test fails where it is not what the program holds to. Which route answers whom stands in
`crates/keyturn/tests/it/snapshots/route_access.txt`.

The server asks this table before every act, and tells the web its answers (`GET /api/users/me/permissions`). Somebody with
several roles may what one of them may. Roles count in the unit that one works in; a super admin counts only in the provider.

- **yes**: from headquarters over the company, from a branch over the branch.
- **own**: the records on which one is named.
- **branch**: the records of the branch, and one's own.
- **all**: from headquarters all branches, for administrators always, for the others once they look at all branches
  together; from a branch the records of that branch. One's own in any case.
- **c**: as given, unless the company decides otherwise.
- The desks are disclosure desk, payroll, closer, lock desk and funder.
";

const RULES: &str = "
## Beyond the table

- Nobody of a processing company makes loans or leads, whatever their role in a client's company.
- The company's settings, its role permissions and the audit log are reached from its headquarters only.
- A branch admin sees to the billing where the branch pays for its people itself.
- Somebody without a role may nothing.
";

fn cell(permission: Permission, roles: &[Role]) -> String {
    let extents: Vec<_> = roles.iter().map(|role| permission.extent(*role)).collect();
    let mark = if roles.iter().any(|role| permission.is_open(*role)) { ", c" } else { "" };
    if extents.iter().all(|extent| extent == &extents[0]) {
        return format!("{}{mark}", extents[0]);
    }
    let named = roles.iter().filter(|role| permission.is_of(**role)).map(|role| role.name().to_lowercase());
    named.collect::<Vec<_>>().join(", ")
}

fn page() -> String {
    let mut page = HEAD.to_owned();
    let names: Vec<_> = COLUMNS.iter().map(|(name, _)| *name).collect();
    let _ = write!(page, "\n| | | {} |\n|---|---|{}\n", names.join(" | "), "---|".repeat(COLUMNS.len()));
    for permission in Permission::all() {
        let cells: Vec<_> = COLUMNS.iter().map(|(_, roles)| cell(permission, roles)).collect();
        let _ = writeln!(page, "| {} | `{permission}` | {} |", permission.purpose(), cells.join(" | "));
    }
    page.push_str(RULES);

    page.push_str(
        "\n## What a company decides\n\nA company admin alters the table for the company's own people under ",
    );
    page.push_str("Settings, Role permissions. It counts at\neverybody's next request. A yes can be taken from a role; only what is marked **c** can be given. The same in every\ncompany, and for company admins as it is:\n\n");
    let is_same = |permission: &Permission| {
        Role::ALL.iter().filter(|(role, ..)| *role != Role::SuperAdmin).all(|(role, ..)| {
            let taken = Override { role: *role, permission: *permission, allowed: false };
            taken.check() == Err(Fixed::ForEverybody)
        })
    };
    for permission in Permission::all().filter(is_same) {
        let _ = writeln!(page, "- {} (`{permission}`)", permission.purpose());
    }

    page.push_str("\n## Pages\n\nA page opens to whoever has one of its permissions; an area of the menu is shown where one of its pages opens. What lies\nbelow an address opens with it, unless it is listed itself.\n\n| Area | Address | Opened by |\n|---|---|---|\n");
    for entry in &PAGES {
        let opened_by: Vec<_> = entry.opened_by.iter().map(|permission| format!("`{permission}`")).collect();
        let _ = writeln!(page, "| {} | `{}` | {} |", entry.area, entry.route, opened_by.join(", "));
    }
    page
}

#[test]
fn the_documented_permissions_match_the_code() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/permissions.md");
    if std::env::var_os("KEYTURN_WRITE_SNAPSHOTS").is_some() {
        std::fs::write(&file, page()).unwrap();
    }
    let written = std::fs::read_to_string(&file).unwrap_or_default();
    assert!(written == page(), "docs/permissions.md is stale. Write it anew with KEYTURN_WRITE_SNAPSHOTS=1.");
}
