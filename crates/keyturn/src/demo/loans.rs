//! The twenty loans of the cast, each for a case, created by the same function as any other loan.

use access::Doors;
use jiff::{SignedDuration, Span, Timestamp, civil::Date, tz::TimeZone};
use lending::{
    access::Permission,
    application::{
        AmortizationType, Application, Asset, AssetType, Borrower, BorrowerSecrets, Citizenship, Employment,
        EmploymentClassification, EmploymentStatus, Income, IncomeType, LienPriority, LoanPurpose, MaritalStatus,
        MortgageType, PropertyUsage, Residence, ResidencyBasis, ResidencyType, Secrets,
    },
    clocks::{ActKind, Manner},
    stages::StageKind,
};
use loans::{Begun, ClosedDates, Decided, NewLoan, Past, Schedule, make, record_past};
use platform::{App, Result, db};
use uuid::Uuid;

/// A loan of the cast.
struct Story {
    /// The officer, by the part of the email address before the `@`.
    officer: &'static str,
    /// The company, by the part after the `@`.
    company: &'static str,
    borrowers: &'static [(&'static str, &'static str)],
    purpose: LoanPurpose,
    mortgage: MortgageType,
    amount: &'static str,
    rate: Option<&'static str>,
    place: (&'static str, &'static str, &'static str, &'static str),
    stage: StageKind,
    /// Days from today to the closing and to the end of the rate lock.
    days: (Option<i64>, Option<i64>),
}

use LoanPurpose::{Purchase, Refinance};
use MortgageType::{Conventional, FHA, USDARuralDevelopment, VA};

const BURBANK: (&str, &str, &str, &str) = ("10655 Birch St", "Burbank", "CA", "91502");
const OAKLAND: (&str, &str, &str, &str) = ("418 Lakeshore Ave", "Oakland", "CA", "94610");
const DENVER: (&str, &str, &str, &str) = ("77 Colfax Pl", "Denver", "CO", "80202");
const DAWSON: (&str, &str, &str, &str) = ("3726 Poplar St", "Dawson", "IA", "50066");

macro_rules! stories {
    ($($(#[doc = $reason:literal])+ $officer:literal @ $company:literal: $borrowers:expr, $purpose:expr, $mortgage:expr, $amount:literal, $rate:expr, $place:expr, $stage:ident, $days:expr;)+) => {
        /// The doc comment of each entry is its purpose.
        const STORIES: &[Story] = &[$(Story {
            officer: $officer, company: $company, borrowers: $borrowers, purpose: $purpose, mortgage: $mortgage,
            amount: $amount, rate: $rate, place: $place, stage: StageKind::$stage, days: $days,
        }),+];
    };
}

stories! {
    /// An ordinary purchase as a baseline.
    "avery.stone" @ "harbor": &[("Maya", "Ortiz")], Purchase, Conventional, "412000", Some("6.125"), BURBANK, ApplicationTaken, (Some(32), None);
    /// A couple with a joint application.
    "avery.stone" @ "harbor": &[("Patrick", "Delgado"), ("Lorraine", "Delgado")], Purchase, Conventional, "655000", Some("6.250"), OAKLAND, SubmittedToLender, (Some(24), Some(18));
    /// A refinance.
    "avery.stone" @ "harbor": &[("Helen", "Abernathy")], Refinance, Conventional, "288500", Some("5.875"), BURBANK, ApprovedWithConditions, (Some(14), Some(9));
    /// A rate lock that expires soon.
    "avery.stone" @ "harbor": &[("Samuel", "Whitaker")], Purchase, VA, "498000", Some("5.990"), OAKLAND, ClearToClose, (Some(6), Some(3));
    /// A missed deadline: the borrower didn't respond to the Loan Estimate.
    "avery.stone" @ "harbor": &[("Ingrid", "Sørensen")], Purchase, FHA, "342250", Some("6.375"), BURBANK, DisclosuresSent, (Some(40), None);
    /// A funded loan, which is read-only.
    "avery.stone" @ "harbor": &[("Theodore", "Marsh")], Purchase, Conventional, "520000", Some("6.000"), BURBANK, Funded, (Some(-9), Some(-9));
    /// A prospect.
    "priya.nguyen" @ "harbor": &[("Camila", "Reyes")], Purchase, Conventional, "0", None, OAKLAND, Prospect, (None, None);
    /// Another officer of the same branch.
    "priya.nguyen" @ "harbor": &[("Desmond", "Clarke")], Purchase, Conventional, "731000", Some("6.500"), OAKLAND, PreApproved, (None, None);
    /// A last name that shares its prefix with another.
    "priya.nguyen" @ "harbor": &[("Desmond", "Clarkson")], Refinance, Conventional, "305000", Some("5.750"), OAKLAND, LoanSetup, (Some(45), None);
    /// A withdrawn application.
    "priya.nguyen" @ "harbor": &[("Fiona", "Gallagher")], Purchase, FHA, "266000", None, BURBANK, Withdrawn, (None, None);
    /// A denied application.
    "priya.nguyen" @ "harbor": &[("Victor", "Lang")], Refinance, Conventional, "189000", None, BURBANK, Denied, (None, None);
    /// A loan in another branch.
    "marcus.bell" @ "harbor": &[("Rachel", "Stein")], Purchase, Conventional, "587500", Some("6.125"), DENVER, DocsOut, (Some(2), Some(4));
    /// A veteran's loan in another branch.
    "marcus.bell" @ "harbor": &[("Andre", "Baptiste")], Purchase, VA, "445000", Some("5.875"), DENVER, ApplicationStarted, (None, None);
    /// Names with accents.
    "hugo.lindqvist" @ "harbor": &[("José", "Nuñez"), ("Ana", "Nuñez")], Refinance, Conventional, "372000", Some("6.000"), DENVER, Suspended, (Some(21), Some(12));
    /// A loan at headquarters.
    "nina.kowalski" @ "harbor": &[("Walter", "Pruitt")], Purchase, Conventional, "910000", Some("6.625"), OAKLAND, Signed, (Some(0), Some(2));
    /// An officer with two branches.
    "noah.brooks" @ "harbor": &[("Yasmin", "Farouk")], Purchase, Conventional, "399900", Some("6.250"), BURBANK, ApplicationTaken, (Some(28), None);
    /// An officer who is also branch admin.
    "beth.sullivan" @ "harbor": &[("Gordon", "Teague")], Refinance, Conventional, "241000", Some("5.625"), OAKLAND, PostClosing, (Some(-30), None);
    /// The other company's. Harbor's users never see it.
    "alice.monroe" @ "prairie": &[("Clara", "Jennings")], Purchase, USDARuralDevelopment, "174500", Some("5.500"), DAWSON, ApplicationTaken, (Some(30), None);
    /// A borrower who is also a client of Harbor.
    "alice.monroe" @ "prairie": &[("Maya", "Ortiz")], Purchase, Conventional, "233000", Some("6.000"), DAWSON, Lead, (None, None);
    /// At the other company's headquarters.
    "henry.cole" @ "prairie": &[("Louis", "Armitage")], Refinance, FHA, "151200", Some("5.875"), DAWSON, ApprovedNotAccepted, (None, None);
}

pub(super) async fn make_all(app: &App, doors: &Doors) -> Result<()> {
    let now = db::Timestamp::now();
    let ago = |days: usize| db::Timestamp(*now - SignedDuration::from_hours(24 * days as i64));
    for (number, story) in STORIES.iter().enumerate() {
        let email = format!("{}@{}.example", story.officer, story.company);
        let actor = access::actor_of(app, doors, &email).await?;
        let zone = TimeZone::get(&actor.access.time_zone).unwrap_or(TimeZone::UTC);
        let today = Timestamp::now().to_zoned(zone.clone()).date();
        let created = ago(9 + 3 * number).to_zoned(zone);
        let officer = actor.membership();
        let (mut application, secrets) = application(story, number, today);
        application.loan.application_received_on = has_applied(story).then(|| created.date());
        let day = |days: Option<i64>| days.map(|days| db::Date(today.saturating_add(Span::new().days(days))));
        let is_funded = matches!(story.stage, StageKind::Funded | StageKind::PostClosing);
        let new = NewLoan {
            application,
            secrets,
            officer,
            team: Vec::new(),
            stage: story.stage,
            is_prospect: story.stage == StageKind::Prospect,
            invite_borrower: false,
            import_type: None,
            source_file: None,
            is_non_delegated_correspondent: false,
            dates: ClosedDates { funded_on: day(story.days.0).filter(|_| is_funded), ..ClosedDates::default() },
            schedule: Schedule { closing_on: day(story.days.0), lock_expires_on: day(story.days.1) },
            // Created some weeks ago, each on a different day.
            begun: Some(Begun {
                created_at: db::Timestamp(created.timestamp()),
                stage_since: ago(1 + 5 * number % 13),
            }),
            decided: Decided::default(),
        };
        let mut tx = actor.begin(app, Permission::LoanCreate).await?;
        let id = make(app, &mut tx, new).await?;
        record_past(&mut tx, id, &past(story, created.date(), today)).await?;
        tx.commit().await?;
    }
    Ok(())
}

/// Returns true if the borrower has applied for a specific property. Pre-approval doesn't need one.
fn has_applied(story: &Story) -> bool {
    story.stage >= StageKind::ApplicationTaken && story.stage != StageKind::PreApproved
}

/// The compliance events up to the loan's current stage.
fn past(story: &Story, received: Date, today: Date) -> Vec<Past> {
    let rank = story.stage.rank();
    let later = |day: Date, days: i64| db::Date(day.saturating_add(Span::new().days(days)));
    let closing = later(today, story.days.0.unwrap_or_default());
    let applied = has_applied(story);
    let is_long_ago = *later(received, 14) < today;
    let answered =
        applied && story.stage != StageKind::DisclosuresSent && (rank >= StageKind::LoanSetup.rank() || is_long_ago);
    let closes = rank >= StageKind::DocsOut.rank() && story.days.0.is_some();
    let signed = rank >= StageKind::Signed.rank() && story.days.0.is_some();
    let (sent, said) = (Some(Manner::Email), Some(Manner::Phone));
    [
        (ActKind::LoanEstimate, later(received, 1), sent, applied),
        (ActKind::CounselingList, later(received, 1), sent, applied),
        (ActKind::IntentToProceed, later(received, 6), said, answered),
        (ActKind::ClosingDisclosure, later(*closing, -8), sent, closes),
        (ActKind::Closing, closing, None, signed),
    ]
    .into_iter()
    .filter(|(_, on, _, has_happened)| *has_happened && **on <= today)
    .map(|(kind, on, manner, _)| Past { kind, on, manner })
    .collect()
}

fn application(story: &Story, number: usize, today: Date) -> (Application, Secrets) {
    let mut application = Application::default();
    let mut secrets = Secrets::default();
    let months_ago = |months: i64| today.saturating_add(Span::new().months(-months));
    let loan = &mut application.loan;
    loan.purpose = Some(story.purpose);
    loan.mortgage_type = Some(story.mortgage);
    loan.base_amount = story.amount.parse().ok().filter(|amount| *amount != lending::values::Money::ZERO);
    loan.note_rate = story.rate.and_then(|rate| rate.parse().ok());
    loan.term_months = Some(360);
    loan.amortization = Some(AmortizationType::Fixed);
    loan.lien = Some(LienPriority::FirstLien);
    let (line, city, state, zip) = story.place;
    let property = &mut application.property;
    property.address.line = Some(line.to_owned());
    property.address.city = Some(city.to_owned());
    property.address.state = state.parse().ok();
    property.address.postal_code = zip.parse().ok();
    // Before the application, the borrower is still looking for a house.
    property.to_be_determined = Some(!has_applied(story));
    property.usage = Some(PropertyUsage::PrimaryResidence);
    property.unit_count = Some(1);
    let value = loan.base_amount.map(|amount| lending::values::Money::from_cents(amount.cents() / 4 * 5));
    property.appraised_value = value;
    property.purchase_price = value.filter(|_| story.purpose == Purchase);
    for (position, (first, last)) in story.borrowers.iter().enumerate() {
        let key = |text: &str| lending::values::name_key(text).replace(' ', "");
        let employment = Uuid::now_v7();
        let borrower = Borrower {
            id: Uuid::now_v7(),
            first_name: Some((*first).to_owned()),
            last_name: Some((*last).to_owned()),
            email: format!("{}.{}@example.com", key(first), key(last)).parse().ok(),
            cell_phone: format!("41555501{number:02}").parse().ok().filter(|_| position == 0),
            citizenship: Some(Citizenship::USCitizen),
            marital_status: Some(if story.borrowers.len() > 1 {
                MaritalStatus::Married
            } else {
                MaritalStatus::Unmarried
            }),
            dependent_count: Some(0),
            residences: vec![Residence {
                id: Uuid::now_v7(),
                kind: Some(ResidencyType::Current),
                basis: Some(ResidencyBasis::Rent),
                months: Some(38),
                monthly_rent: "2150".parse().ok(),
                address: application.property.address.clone(),
            }],
            employments: vec![Employment {
                id: employment,
                status: Some(EmploymentStatus::Current),
                classification: Some(EmploymentClassification::Primary),
                employer_name: Some("Golden State Instruments".to_owned()),
                position: Some("Engineer".to_owned()),
                started_on: Some(months_ago(51)),
                line_of_work_months: Some(96),
                self_employed: Some(false),
                ..Employment::default()
            }],
            incomes: vec![Income {
                id: Uuid::now_v7(),
                kind: Some(IncomeType::Base),
                monthly_amount: "9850".parse().ok(),
                from_employment: Some(true),
                employment: Some(employment),
                ..Income::default()
            }],
            ..Borrower::default()
        };
        // Numbers in this area are never issued.
        let sealed = BorrowerSecrets {
            taxpayer_identifier: format!("991{:02}{:04}", 10 + number, 9_000 + number * 10 + position).parse().ok(),
            birth_date: Some(Date::constant(1984, 3, 17)),
            ..BorrowerSecrets::default()
        };
        secrets.borrowers.insert(borrower.id, sealed);
        application.borrowers.push(borrower);
    }
    let checking = Asset {
        id: Uuid::now_v7(),
        owners: application.borrowers.iter().map(|borrower| borrower.id).collect(),
        kind: Some(AssetType::CheckingAccount),
        holder: Some("First Community Bank".to_owned()),
        value: "48250".parse().ok(),
        ..Asset::default()
    };
    secrets.account_numbers.insert(checking.id, format!("80014{number:05}"));
    application.assets.push(checking);
    (application, secrets)
}
