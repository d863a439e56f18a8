//! The *crowd*: a company with any number of random loans and leads from a seed, for realistic demos and measurements.
//! Tests don't use it.

use super::names::{CITIES, STREETS, first_name, last_name};
use jiff::{SignedDuration, Span, Timestamp};
use leads::{NewContact, crowd::CrowdLead};
use lending::{
    access::Role,
    application::{
        AmortizationType, Application, Asset, AssetType, Borrower, BorrowerSecrets, Income, IncomeType, Liability,
        LiabilityType, LienPriority, LoanPurpose, MortgageType, PropertyUsage, Secrets,
    },
    leads::LeadPurpose,
    lists::LeadStatusKind,
    stages::StageKind,
    values::{Money, Phone, Rate},
};
use loans::BulkLoan;
use orgs::{NewBranch, NewCompany};
use people::NewPerson;
use platform::{App, GlobalTx, Result, db};
use rand::{RngExt, SeedableRng, rngs::StdRng};
use tokio::task::JoinSet;
use uuid::Uuid;

/// Size of the crowd.
#[derive(Clone, Debug)]
pub struct Size {
    /// Short name of the company.
    pub slug: String,
    pub loans: u64,
    pub leads: u64,
    /// Number of officers, spread over the branches.
    pub officers: u32,
    pub branches: u32,
    /// The same seed produces the same crowd.
    pub seed: u64,
}

/// Records per statement.
const BATCH: u64 = 2_000;
/// Batches written concurrently.
const AT_ONCE: usize = 3;

#[derive(Clone, Copy)]
struct Officer {
    membership: i64,
    user: i64,
    org_unit: i64,
}

/// Creates the company with branches, officers, an administrator, loans and leads.
///
/// # Errors
///
/// The slug is taken.
pub async fn make(app: &App, size: &Size) -> Result<()> {
    let (company, officers) = people(app, size).await?;
    let crowd = Crowd { app: app.clone(), company, officers, seed: size.seed, now: Timestamp::now() };
    crowd.write("loans", size.loans, Crowd::loans).await?;
    crowd.write("leads", size.leads, Crowd::leads).await
}

/// Shared by all batches.
#[derive(Clone)]
struct Crowd {
    app: App,
    company: i64,
    officers: Vec<Officer>,
    seed: u64,
    now: Timestamp,
}

impl Crowd {
    #[allow(clippy::print_stdout, reason = "progress of a command that takes minutes")]
    async fn write<Batch>(&self, what: &str, total: u64, batch: fn(Self, u64, u64) -> Batch) -> Result<()>
    where
        Batch: Future<Output = Result<()>> + Send + 'static,
    {
        let mut next = (0..total).step_by(usize::try_from(BATCH).unwrap_or(usize::MAX));
        let mut running = JoinSet::new();
        let mut written = 0;
        loop {
            // Write the first batch alone, because the plans of the others depend on its rows.
            let at_once = if written == 0 { 1 } else { AT_ONCE };
            while running.len() < at_once
                && let Some(first) = next.next()
            {
                let count = BATCH.min(total - first);
                let batch = batch(self.clone(), first, count);
                running.spawn(async move { batch.await.map(|()| count) });
            }
            let Some(done) = running.join_next().await else { break };
            let is_first = written == 0;
            written += done.map_err(platform::Error::internal)??;
            if is_first {
                let mut tx = GlobalTx::begin(&self.app.pool).await?;
                loans::refresh_statistics(&mut tx).await?;
                leads::crowd::refresh_statistics(&mut tx).await?;
                tx.commit().await?;
            }
            if written % 50_000 == 0 || written == total {
                println!("{written} of {total} {what}");
            }
        }
        Ok(())
    }

    fn random(&self, first: u64) -> StdRng {
        StdRng::seed_from_u64(self.seed ^ (first + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15))
    }

    async fn begin(&self) -> Result<GlobalTx> {
        let mut tx = GlobalTx::begin(&self.app.pool).await?;
        tx.enter(self.company).await?;
        Ok(tx)
    }

    async fn loans(self, first: u64, count: u64) -> Result<()> {
        let mut random = self.random(first);
        let loans = (0..count).map(|n| loan(&mut random, &self.officers, first + n, self.now)).collect();
        let mut tx = self.begin().await?;
        loans::insert_many(&mut tx, &self.app.keys, self.company, loans).await?;
        tx.commit().await
    }

    async fn leads(self, first: u64, count: u64) -> Result<()> {
        let mut random = self.random(first);
        let leads: Vec<_> = (0..count).map(|n| lead(&mut random, &self.officers, first + n, self.now)).collect();
        let mut tx = self.begin().await?;
        leads::crowd::insert_many(&mut tx, self.company, &leads).await?;
        tx.commit().await
    }
}

/// Creates the company and its users, who have no passwords.
async fn people(app: &App, size: &Size) -> Result<(i64, Vec<Officer>)> {
    let mut tx = GlobalTx::begin(&app.pool).await?;
    let hosts = [format!("{}.localhost", size.slug)];
    let company = NewCompany {
        parent: None,
        unit_type: "BROKER",
        name: "Meridian Home Loans",
        slug: &size.slug,
        nmls_id: Some("250001"),
        state_code: "CA",
        time_zone: "America/Denver",
        theme_color: "#3451b2",
        is_non_delegated: false,
        hosts: &hosts,
    };
    let company = orgs::create_company(&mut tx, &company).await?;
    tx.enter(company).await?;
    super::accounts::mark(&mut tx, company).await?;
    orgs::create_defaults(&mut tx, company).await?;
    let admin = format!("grace.whitfield@{}.example", size.slug);
    let person = NewPerson {
        home_company: company,
        first_name: "Grace",
        last_name: "Whitfield",
        email: &admin,
        nmls_id: None,
        memberships: &[(company, company, vec![Role::CompanyAdmin])],
    };
    let (owner, _) = people::create_person(&mut tx, &person).await?;
    orgs::set_owner(&mut tx, company, Some(owner)).await?;
    let mut branches = Vec::new();
    for n in 1..=size.branches {
        let (city, state_code, _) = CITIES[(n as usize - 1) % CITIES.len()];
        let nmls_id = (250_100 + n).to_string();
        let name = format!("{city} {n}");
        let branch = NewBranch { company, name: &name, nmls_id: Some(&nmls_id), state_code };
        branches.push(orgs::create_branch(&mut tx, &branch).await?);
    }
    let mut random = StdRng::seed_from_u64(size.seed);
    let mut officers = Vec::new();
    for n in 0..size.officers {
        let org_unit = branches[n as usize % branches.len()];
        let (first_name, last_name) = (first_name(&mut random), last_name(&mut random));
        let email = format!("officer.{n}@{}.example", size.slug);
        // The first officer of each branch is its admin.
        let roles = if (n as usize) < branches.len() {
            vec![Role::Originator, Role::BranchAdmin]
        } else {
            vec![Role::Originator]
        };
        let nmls_id = (900_000 + n).to_string();
        let person = NewPerson {
            home_company: company,
            first_name: &first_name,
            last_name: &last_name,
            email: &email,
            nmls_id: Some(&nmls_id),
            memberships: &[(company, org_unit, roles)],
        };
        let (user, memberships) = people::create_person(&mut tx, &person).await?;
        officers.push(Officer { membership: memberships[0], user, org_unit });
    }
    tx.commit().await?;
    Ok((company, officers))
}

fn id(random: &mut StdRng) -> Uuid {
    uuid::Builder::from_random_bytes(random.random()).into_uuid()
}

fn money(random: &mut StdRng, from: i64, to: i64) -> Money {
    Money::from_cents(random.random_range(from..to) * 100_000)
}

/// Stages of loans, in percent.
const STAGES: [(StageKind, u32); 14] = [
    (StageKind::Lead, 8),
    (StageKind::Prospect, 8),
    (StageKind::ApplicationStarted, 10),
    (StageKind::ApplicationTaken, 8),
    (StageKind::PreApproved, 8),
    (StageKind::DisclosuresSent, 5),
    (StageKind::SubmittedToLender, 7),
    (StageKind::ApprovedWithConditions, 6),
    (StageKind::ClearToClose, 3),
    (StageKind::DocsOut, 2),
    (StageKind::Funded, 15),
    (StageKind::PostClosing, 8),
    (StageKind::Withdrawn, 7),
    (StageKind::Denied, 5),
];

/// Draws a value. Each has the probability of its share, in percent.
fn drawn<Kind: Copy>(random: &mut StdRng, shares: &[(Kind, u32)], last: Kind) -> Kind {
    let mut draw = random.random_range(0..100);
    for (kind, share) in shares {
        if draw < *share {
            return *kind;
        }
        draw -= share;
    }
    last
}

/// Statuses of leads, in percent.
const STATUSES: [(LeadStatusKind, u32); 7] = [
    (LeadStatusKind::New, 20),
    (LeadStatusKind::Contacted, 20),
    (LeadStatusKind::Qualified, 10),
    (LeadStatusKind::ApplicationStarted, 5),
    (LeadStatusKind::Lost, 35),
    (LeadStatusKind::Junk, 7),
    (LeadStatusKind::Duplicate, 3),
];

fn lead(random: &mut StdRng, officers: &[Officer], number: u64, now: Timestamp) -> CrowdLead {
    let officer = officers[usize::try_from(number).unwrap_or(0) % officers.len()];
    let created_at = now - SignedDuration::from_secs(random.random_range(86_400..2 * 365 * 86_400));
    let updated_at = created_at + SignedDuration::from_secs(random.random_range(0..86_400 * 40));
    let first_name = first_name(random);
    let contact = NewContact {
        email: format!("{}.lead.{number}@example.com", lending::values::name_key(&first_name)).parse().ok(),
        first_name,
        last_name: last_name(random),
        phone: phone(random),
    };
    CrowdLead {
        contact,
        purpose: if random.random_range(0..100) < 62 { LeadPurpose::Purchase } else { LeadPurpose::Refinance },
        owner: officer.membership,
        user: officer.user,
        org_unit: officer.org_unit,
        status: drawn(random, &STATUSES, LeadStatusKind::New),
        created_at: db::Timestamp(micros(created_at)),
        updated_at: db::Timestamp(micros(updated_at.min(now))),
    }
}

fn phone(random: &mut StdRng) -> Option<Phone> {
    format!("{}555{:04}", random.random_range(201..989), random.random_range(100..9_999)).parse().ok()
}

fn loan(random: &mut StdRng, officers: &[Officer], number: u64, now: Timestamp) -> BulkLoan {
    let officer = officers[usize::try_from(number).unwrap_or(0) % officers.len()];
    let created_at = now - SignedDuration::from_secs(random.random_range(86_400..2 * 365 * 86_400));
    let updated_at = created_at + SignedDuration::from_secs(random.random_range(0..86_400 * 40));
    let updated_at = if updated_at > now { now } else { updated_at };
    let stage = drawn(random, &STAGES, StageKind::Lead);
    let today = now.to_zoned(jiff::tz::TimeZone::UTC).date();
    let mut day = |share: u32, from: i64, to: i64| {
        let is_set = !stage.is_read_only() && random.random_range(0..100) < share;
        let days = random.random_range(from..to);
        is_set.then(|| db::Date(today.saturating_add(Span::new().days(days))))
    };
    let (closing_on, lock_expires_on, next_deadline_on) = (day(50, 1, 60), day(40, -2, 45), day(70, -3, 20));
    let (application, secrets) = application(random, number, created_at);
    BulkLoan {
        application,
        secrets,
        officer: officer.membership,
        org_unit: officer.org_unit,
        created_by: officer.user,
        stage,
        stage_since: db::Timestamp(updated_at),
        created_at: db::Timestamp(micros(created_at)),
        updated_at: db::Timestamp(micros(updated_at)),
        closing_on,
        lock_expires_on,
        next_deadline_on,
        funded_on: matches!(stage, StageKind::Funded | StageKind::PostClosing)
            .then(|| db::Date(updated_at.to_zoned(jiff::tz::TimeZone::UTC).date())),
    }
}

fn micros(at: Timestamp) -> Timestamp {
    Timestamp::from_microsecond(at.as_microsecond()).unwrap_or(at)
}

fn application(random: &mut StdRng, number: u64, created_at: Timestamp) -> (Application, Secrets) {
    let mut application = Application::default();
    let mut secrets = Secrets::default();
    let purpose = if random.random_range(0..100) < 62 { LoanPurpose::Purchase } else { LoanPurpose::Refinance };
    let amount = money(random, 80, 1_200);
    let loan = &mut application.loan;
    loan.purpose = Some(purpose);
    loan.mortgage_type =
        Some(if random.random_range(0..4) == 0 { MortgageType::FHA } else { MortgageType::Conventional });
    loan.base_amount = Some(amount);
    loan.note_rate = Some(Rate::from_millionths(random.random_range(40..64) * 125_000));
    loan.term_months = Some(if random.random_range(0..6) == 0 { 180 } else { 360 });
    loan.amortization = Some(AmortizationType::Fixed);
    loan.lien = Some(LienPriority::FirstLien);
    loan.application_received_on = Some(created_at.to_zoned(jiff::tz::TimeZone::UTC).date());
    let property = &mut application.property;
    let (city, state, zip) = CITIES[random.random_range(0..CITIES.len())];
    property.address.line =
        Some(format!("{} {}", random.random_range(1..9_999), STREETS[random.random_range(0..STREETS.len())]));
    property.address.city = Some(city.to_owned());
    property.address.state = state.parse().ok();
    property.address.postal_code = zip.parse().ok();
    property.usage =
        Some(if random.random_range(0..8) == 0 { PropertyUsage::Investment } else { PropertyUsage::PrimaryResidence });
    let value = Money::from_cents(amount.cents() / 100 * 125);
    property.appraised_value = Some(value);
    property.purchase_price = (purpose == LoanPurpose::Purchase).then_some(value);

    let last = last_name(random);
    for n in 0..if random.random_range(0..100) < 30 { 2 } else { 1 } {
        let first = first_name(random);
        let borrower = Borrower {
            id: id(random),
            email: format!("{}.{number}.{n}@example.com", lending::values::name_key(&first)).parse().ok(),
            first_name: Some(first),
            last_name: Some(last.clone()),
            cell_phone: phone(random),
            incomes: vec![Income {
                id: id(random),
                kind: Some(IncomeType::Base),
                monthly_amount: Some(Money::from_cents(random.random_range(300_000..1_800_000))),
                from_employment: Some(true),
                ..Income::default()
            }],
            ..Borrower::default()
        };
        // Numbers starting with 9 are never issued.
        let number = format!(
            "9{:02}{:02}{:04}",
            random.random_range(0..100),
            random.random_range(1..100),
            random.random_range(1..10_000)
        );
        let sealed = BorrowerSecrets { taxpayer_identifier: number.parse().ok(), ..BorrowerSecrets::default() };
        secrets.borrowers.insert(borrower.id, sealed);
        application.borrowers.push(borrower);
    }
    let owners: Vec<Uuid> = application.borrowers.iter().map(|borrower| borrower.id).collect();
    application.assets.push(Asset {
        id: id(random),
        owners: owners.clone(),
        kind: Some(AssetType::CheckingAccount),
        value: Some(money(random, 5, 150)),
        ..Asset::default()
    });
    application.liabilities.push(Liability {
        id: id(random),
        owners,
        kind: Some(LiabilityType::Revolving),
        balance: Some(money(random, 1, 30)),
        monthly_payment: Some(Money::from_cents(random.random_range(2_500..60_000))),
        ..Liability::default()
    });
    (application, secrets)
}
