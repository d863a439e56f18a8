//! Values that are unlikely or can't be true.

use super::{Collector, Severity};
use crate::{
    application::Borrower,
    form::{
        Section,
        facts::{BirthDateCheck, SealedBorrowerFacts, TaxpayerNumberCheck},
        view::jobs,
    },
    values::{Money, Rate},
};
use jiff::civil::{Date, date};
use uuid::Uuid;

/// Earlier days of an application are typing mistakes.
const FIRST: Date = date(1990, 1, 1);

pub(super) fn check(found: &mut Collector) {
    terms(found);
    dates(found);
    for borrower in &found.view.application.borrowers {
        sealed(found, borrower);
        job_dates(found, borrower);
    }
}

fn terms(found: &mut Collector) {
    let application = found.view.application;
    let loan = &application.loan;
    if loan.base_amount.is_some_and(|amount| amount <= Money::ZERO) {
        let message = "The loan amount must be more than zero";
        found.doubt("amount", Severity::Error, (Section::S4a, None), "loan/baseAmount".to_owned(), message);
    }
    let at = (Section::L3, None);
    if loan.term_months == Some(0) {
        found.doubt("term", Severity::Error, at, "loan/termMonths".to_owned(), "The term must be at least one month");
    }
    let usual = Rate::from_millionths(1_000_000)..=Rate::from_millionths(20_000_000);
    if let Some(rate) = loan.note_rate.filter(|rate| !usual.contains(rate)) {
        let message = format!("Check the rate: {rate} % is not between 1 % and 20 %");
        found.doubt("rate", Severity::Warning, at, "loan/noteRate".to_owned(), message);
    }
    let year = found.today.year();
    for (name, path, built) in [
        ("built", "property/yearBuilt", application.property.year_built),
        ("acquired", "property/acquiredYear", application.property.acquired_year),
    ] {
        let limit = if name == "built" { year + 3 } else { year };
        if let Some(built) = built.filter(|built| !(1_600..=i32::from(limit)).contains(&i32::from(*built))) {
            let section = if name == "built" { Section::S4a } else { Section::L1 };
            let message = format!("Check the year {built}");
            found.doubt("year", Severity::Warning, (section, None), path.to_owned(), message);
        }
    }
}

/// Days that must be in the past, and not before 1990.
fn past(found: &mut Collector, at: (Section, Option<Uuid>), path: String, day: Option<Date>) {
    let Some(day) = day else { return };
    let shown = day.strftime("%m/%d/%Y");
    if day > found.today {
        let message = format!("Check the date: {shown} is in the future");
        found.doubt("future-date", Severity::Warning, at, path, message);
    } else if day < FIRST {
        found.doubt("early-date", Severity::Warning, at, path, format!("Check the date: {shown} is before 1990"));
    }
}

fn dates(found: &mut Collector) {
    let application = found.view.application;
    let received = application.loan.application_received_on;
    past(found, (Section::S4a, None), "loan/applicationReceivedOn".to_owned(), received);
    past(found, (Section::S9, None), "originator/signedOn".to_owned(), application.originator.signed_on);
    past(found, (Section::L1, None), "property/lotAcquiredOn".to_owned(), application.property.lot_acquired_on);
    for borrower in &application.borrowers {
        let path = format!("borrowers/{}/signedOn", borrower.id);
        past(found, (Section::S6, Some(borrower.id)), path, borrower.signed_on);
        for course in &borrower.counseling {
            let path = format!("borrowers/{}/counseling/{}/completedOn", borrower.id, course.id);
            past(found, (Section::S1a, Some(borrower.id)), path, course.completed_on);
        }
    }
}

fn job_dates(found: &mut Collector, borrower: &Borrower) {
    for section in [Section::S1b, Section::S1c, Section::S1d] {
        for job in jobs(borrower, section) {
            let at = (section, Some(borrower.id));
            let path = |field: &str| format!("borrowers/{}/employments/{}/{field}", borrower.id, job.id);
            past(found, at, path("endedOn"), job.ended_on);
            // A job can have started long ago.
            past(found, at, path("startedOn"), job.started_on.filter(|day| *day > found.today));
        }
    }
}

fn sealed(found: &mut Collector, borrower: &Borrower) {
    let SealedBorrowerFacts { birth_date, taxpayer_number, same_number_as, .. } =
        found.view.facts.borrower(borrower.id);
    let at = (Section::S1a, Some(borrower.id));
    let path = |field: &str| format!("borrowers/{}/{field}", borrower.id);
    let birth_date = birth_date.and_then(|check| match check {
        BirthDateCheck::Plausible => None,
        BirthDateCheck::InTheFuture => Some((Severity::Error, "The birth date is in the future")),
        BirthDateCheck::Under18 => Some((Severity::Warning, "Check the birth date: the borrower is under 18")),
        BirthDateCheck::Over120 => Some((Severity::Warning, "Check the birth date: the borrower is over 120")),
    });
    if let Some((severity, message)) = birth_date {
        found.doubt("birth-date", severity, at, path("birthDate"), message);
    }
    let number = taxpayer_number.and_then(|check| match check {
        TaxpayerNumberCheck::Valid => None,
        TaxpayerNumberCheck::NotIssuable => Some((Severity::Warning, "Enter a valid Social Security number")),
        TaxpayerNumberCheck::NotAnItin => Some((Severity::Error, "Enter a valid ITIN. It begins with 9")),
        TaxpayerNumberCheck::ItinGroupNotInUse => {
            Some((Severity::Warning, "Check the ITIN: the IRS doesn't issue numbers with these middle digits"))
        }
    });
    if let Some((severity, message)) = number {
        found.doubt("taxpayer-number", severity, at, path("taxpayerIdentifier"), message);
    }
    if same_number_as.is_some() {
        let message = "Another borrower has the same taxpayer number";
        found.doubt("same-number", Severity::Error, at, path("taxpayerIdentifier"), message);
    }
}
