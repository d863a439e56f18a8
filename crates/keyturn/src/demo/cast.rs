//! The demo cast: two brokers, a processing company and their people. Each person covers a case.

use super::{
    billing::{self, Billed},
    settings,
};
use access::{Doors, set_password};
use lending::{
    access::Role::{self, *},
    billing::State,
};
use orgs::{NewBranch, NewCompany, config::DEMO_PASSWORD};
use people::NewPerson;
use platform::{App, Error, GlobalTx, Result};
use std::fmt::Write;

/// Where a person works: headquarters, or a branch by its index in the list.
#[derive(Clone, Copy)]
enum At {
    Headquarters,
    Branch(usize),
}
use At::{Branch, Headquarters};

/// A person: name, NMLS id, and memberships with roles. The first membership is the default.
type Member = (&'static str, &'static str, Option<&'static str>, &'static [(At, &'static [Role])]);

/// Branches of Harbor Home Lending: name, NMLS id, state.
const HARBOR_BRANCHES: [(&str, &str, &str); 2] = [("Bayside", "207101", "CA"), ("Summit", "207102", "CO")];

/// Harbor Home Lending: every role at least once, in two branches and at headquarters.
const HARBOR: [Member; 22] = [
    ("Avery", "Stone", Some("300001"), &[(Branch(0), &[Originator])]),
    ("Priya", "Nguyen", Some("300002"), &[(Branch(0), &[Originator])]),
    ("Marcus", "Bell", Some("300003"), &[(Branch(1), &[Originator])]),
    ("Nina", "Kowalski", Some("300004"), &[(Headquarters, &[Originator])]),
    // Works in two branches and uses the branch selector.
    ("Noah", "Brooks", Some("300005"), &[(Branch(0), &[Originator]), (Branch(1), &[Originator])]),
    ("Paul", "Okafor", None, &[(Branch(0), &[Processor])]),
    ("Rosa", "Martinez", None, &[(Branch(1), &[Processor])]),
    ("Jamie", "Lin", None, &[(Branch(0), &[Assistant])]),
    ("Lena", "Fischer", None, &[(Headquarters, &[LoanAdmin])]),
    ("Omar", "Haddad", None, &[(Headquarters, &[Administrator])]),
    ("Beth", "Sullivan", Some("300006"), &[(Branch(0), &[BranchAdmin, Originator])]),
    ("Tom", "Reyes", None, &[(Branch(1), &[BranchAdmin])]),
    ("Victor", "Adeyemi", None, &[(Headquarters, &[AssociateAdmin])]),
    ("Grace", "Whitfield", None, &[(Headquarters, &[CompanyAdmin])]),
    ("Dana", "Price", None, &[(Headquarters, &[DisclosureDesk])]),
    ("Carl", "Jensen", None, &[(Headquarters, &[Closer, Funder])]),
    ("Mei", "Tanaka", None, &[(Headquarters, &[LockDesk, Payroll])]),
    // Has no role: can sign in but sees nothing.
    ("Ivy", "Chen", None, &[(Branch(0), &[])]),
    ("Hugo", "Lindqvist", Some("300007"), &[(Branch(1), &[Originator, Assistant])]),
    // Can see all branches together, or one of two.
    ("Ines", "Duarte", None, &[(Headquarters, &[LoanAdmin]), (Branch(0), &[LoanAdmin])]),
    // Only company admin at headquarters, and branch admin of a branch.
    ("Frank", "Delgado", None, &[(Headquarters, &[CompanyAdmin]), (Branch(1), &[BranchAdmin])]),
    OWNER,
];

/// The owner of Harbor.
const OWNER: Member =
    ("Eleanor", "Hart", None, &[(Headquarters, &[CompanyAdmin, LoanAdmin]), (Branch(0), &[BranchAdmin])]);

/// Prairie Mortgage Group: the other tenant, which must never see Harbor's rows.
const PRAIRIE_BRANCHES: [(&str, &str, &str); 1] = [("Dawson", "208101", "IA")];
const PRAIRIE: [Member; 4] = [
    ("Alice", "Monroe", Some("310001"), &[(Branch(0), &[Originator])]),
    ("Henry", "Cole", Some("310002"), &[(Headquarters, &[Originator])]),
    ("Sofia", "Marino", None, &[(Headquarters, &[Processor])]),
    ("Ruth", "Bauer", None, &[(Headquarters, &[CompanyAdmin])]),
];

/// Clearpath Processing: a processing company.
const CLEARPATH: [Member; 2] = [
    ("Chris", "Doyle", None, &[(Headquarters, &[Processor])]),
    ("Erin", "Walsh", None, &[(Headquarters, &[CompanyAdmin])]),
];

/// Small companies, each in a different billing state: short name, name, NMLS id, state, time zone, color, subscription
/// state, days (left, or since the payment was due), and the person who runs the company and originates its loans.
type Small =
    (&'static str, &'static str, &'static str, &'static str, &'static str, &'static str, State, i32, [Member; 2]);
const SMALL: [Small; 3] = [
    ("juniper", "Juniper Home Loans", "210001", "OR", "America/Los_Angeles", "#4a7a1f", State::TRIAL, 9, JUNIPER),
    ("cedar", "Cedar Mortgage", "211001", "GA", "America/New_York", "#7a2f4f", State::PAST_DUE, 3, CEDAR),
    ("sable", "Sable Lending", "212001", "MN", "America/Chicago", "#44506b", State::ADMIN_CANCELLED, -2, SABLE),
];

const JUNIPER: [Member; 2] = small("Laura", "Beck", "Ethan", "Moss", "320001");
const CEDAR: [Member; 2] = small("Maren", "Holt", "Dale", "Proctor", "321001");
const SABLE: [Member; 2] = small("Wanda", "Ortega", "Boris", "Adler", "322001");

const fn small(
    admin: &'static str,
    admin_last: &'static str,
    officer: &'static str,
    officer_last: &'static str,
    nmls_id: &'static str,
) -> [Member; 2] {
    [
        (admin, admin_last, None, &[(Headquarters, &[CompanyAdmin])]),
        (officer, officer_last, Some(nmls_id), &[(Headquarters, &[Originator])]),
    ]
}

const PROVIDER: [Member; 1] = [("Sam", "Rivera", None, &[(Headquarters, &[SuperAdmin])])];

/// A new company.
pub struct Made {
    pub id: i64,
    /// Name, email address and first membership of each person.
    pub people: Vec<(String, String, i64)>,
}

/// Sign-in instructions printed after the server's URL.
#[must_use]
pub fn sign_ins() -> String {
    let mut text = format!("Sign in with the password {DEMO_PASSWORD} as one of\n");
    for (first, last, _, places) in HARBOR {
        let Some((at, [role, ..])) = places.first() else { continue };
        let unit = match at {
            Headquarters => "headquarters",
            Branch(branch) => HARBOR_BRANCHES[*branch].0,
        };
        let _ = writeln!(
            text,
            "  {:<34} {} {}, {}",
            address(first, last, "harbor"),
            first,
            last,
            format_args!("{}, {unit}", role.name())
        );
    }
    let _ = write!(
        text,
        "  {:<34} Alice Monroe of another company, Prairie Mortgage Group",
        address("Alice", "Monroe", "prairie")
    );
    text
}

fn address(first: &str, last: &str, slug: &str) -> String {
    format!("{first}.{last}@{slug}.example").to_lowercase()
}

/// Creates the cast in an installation without companies. Does nothing otherwise.
pub async fn ensure(app: &App, doors: &Doors) -> Result<()> {
    let mut tx = GlobalTx::begin(&app.pool).await?;
    // Two servers that start together must create it only once.
    sqlx::query!("select pg_advisory_xact_lock(hashtext('keyturn cast')) is null as \"locked!\"")
        .fetch_one(&mut *tx)
        .await?;
    let exists = sqlx::query_scalar!("select exists (select from org_unit) as \"exists!\"").fetch_one(&mut *tx).await?;
    if exists {
        return Ok(());
    }
    let provider = NewCompany {
        parent: None,
        unit_type: "PROVIDER",
        name: "Keyturn Provider",
        slug: "provider",
        nmls_id: None,
        state_code: "CA",
        time_zone: "America/Los_Angeles",
        theme_color: "#2f5bd7",
        is_non_delegated: false,
        hosts: &[],
    };
    let provider_id = company(&mut tx, &provider, &[], &PROVIDER).await?.id;
    let harbor = harbor("harbor", Some(provider_id));
    let made = company(&mut tx, &harbor, &HARBOR_BRANCHES, &HARBOR).await?;
    billing::as_usual(&mut tx, made.id).await?;
    settings::of_harbor(&mut tx, made.id).await?;
    settings::of_provider(&mut tx).await?;
    let prairie = NewCompany {
        parent: Some(provider_id),
        unit_type: "BROKER",
        name: "Prairie Mortgage Group",
        slug: "prairie",
        nmls_id: Some("208001"),
        state_code: "IA",
        time_zone: "America/Chicago",
        theme_color: "#8a3b12",
        is_non_delegated: true,
        hosts: &["prairie.localhost".to_owned()],
    };
    let made = company(&mut tx, &prairie, &PRAIRIE_BRANCHES, &PRAIRIE).await?;
    billing::company_pays(&mut tx, made.id, "PRO", State::ACTIVE, 20).await?;
    let clearpath = NewCompany {
        parent: Some(provider_id),
        unit_type: "PROCESSOR",
        name: "Clearpath Processing",
        slug: "clearpath",
        nmls_id: Some("209001"),
        state_code: "TX",
        time_zone: "America/Chicago",
        theme_color: "#3d4a5c",
        is_non_delegated: false,
        hosts: &["clearpath.localhost".to_owned()],
    };
    let made = company(&mut tx, &clearpath, &[], &CLEARPATH).await?;
    billing::company_pays(&mut tx, made.id, "STANDARD", State::ACTIVE, 20).await?;
    for (slug, name, nmls_id, state_code, time_zone, theme_color, state, days, people) in SMALL {
        let small = NewCompany {
            parent: Some(provider_id),
            unit_type: "BROKER",
            name,
            slug,
            nmls_id: Some(nmls_id),
            state_code,
            time_zone,
            theme_color,
            is_non_delegated: false,
            hosts: &[],
        };
        let made = company(&mut tx, &small, &[], &people).await?;
        let plan = if state == State::TRIAL { "PRO" } else { "STANDARD" };
        billing::company_pays(&mut tx, made.id, plan, state, days).await?;
    }
    tx.commit().await?;
    super::loans::make_all(app, doors).await?;
    super::contacts::make_all(app, doors).await?;
    super::leads::make_all(app, doors).await?;
    super::views::make_all(app, doors).await?;
    super::tasks::make_all(app, doors).await
}

fn harbor(slug: &str, parent: Option<i64>) -> NewCompany<'_> {
    NewCompany {
        parent,
        unit_type: "BROKER",
        name: "Harbor Home Lending",
        slug,
        nmls_id: Some("207001"),
        state_code: "CA",
        time_zone: "America/Los_Angeles",
        theme_color: "#0b6e6e",
        is_non_delegated: false,
        hosts: &[],
    }
}

/// Creates another company with Harbor's people under its own email addresses. Uses the typical billing unless
/// specified.
///
/// # Errors
///
/// The slug is taken.
pub async fn another_company(app: &App, slug: &str, has_owner: bool, billed: Option<&Billed>) -> Result<Made> {
    let mut tx = GlobalTx::begin(&app.pool).await?;
    let taken = sqlx::query_scalar!("select exists (select from org_unit where slug = $1) as \"taken!\"", slug)
        .fetch_one(&mut *tx)
        .await?;
    if taken {
        return Err(Error::field("slug", "is taken"));
    }
    let provider =
        sqlx::query_scalar!("select id from org_unit where type = 'PROVIDER'").fetch_optional(&mut *tx).await?;
    let made = company(&mut tx, &harbor(slug, provider), &HARBOR_BRANCHES, &HARBOR).await?;
    match billed {
        None => billing::as_usual(&mut tx, made.id).await?,
        Some(billed) => billing::as_asked(&mut tx, made.id, billed).await?,
    }
    if !has_owner {
        sqlx::query!("update org_unit set owner_user_id = null, has_no_owner = false where id = $1", made.id)
            .execute(&mut *tx)
            .await?;
    }
    tx.commit().await?;
    Ok(made)
}

async fn company(
    tx: &mut GlobalTx,
    new: &NewCompany<'_>,
    branches: &[(&str, &str, &str)],
    members: &[Member],
) -> Result<Made> {
    let hosts = [new.hosts, &[format!("{}.localhost", new.slug)]].concat();
    let mut hosts: Vec<String> = hosts;
    hosts.dedup();
    let id = orgs::create_company(tx, &NewCompany { hosts: &hosts, ..*new }).await?;
    tx.enter(id).await?;
    super::accounts::mark(tx, id).await?;
    orgs::create_defaults(tx, id).await?;
    let mut branch_ids = Vec::new();
    for (name, nmls_id, state_code) in branches {
        branch_ids
            .push(orgs::create_branch(tx, &NewBranch { company: id, name, nmls_id: Some(nmls_id), state_code }).await?);
    }
    let mut people = Vec::new();
    for (first_name, last_name, nmls_id, places) in members {
        let memberships: Vec<_> = places
            .iter()
            .map(|(at, roles)| {
                let unit = match at {
                    Headquarters => id,
                    Branch(branch) => branch_ids[*branch],
                };
                (id, unit, roles.to_vec())
            })
            .collect();
        let email = address(first_name, last_name, new.slug);
        let person = NewPerson {
            home_company: id,
            first_name,
            last_name,
            email: &email,
            nmls_id: *nmls_id,
            memberships: &memberships,
        };
        let (user, ids) = people::create_person(tx, &person).await?;
        if (*first_name, *last_name) == (OWNER.0, OWNER.1) {
            orgs::set_owner(tx, id, Some(user)).await?;
        }
        // Test companies sign in without passwords, and hashing is slow.
        if matches!(new.slug, "provider" | "harbor" | "prairie" | "clearpath" | "juniper" | "cedar" | "sable") {
            set_password(tx, user, DEMO_PASSWORD).await?;
        }
        if let Some(first) = ids.first() {
            people.push((format!("{first_name} {last_name}"), email, *first));
        }
    }
    Ok(Made { id, people })
}
