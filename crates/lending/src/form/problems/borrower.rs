//! Rules about a borrower: sections 1, 5, 7, 8 and the Unmarried Addendum.

use super::Collector;
use crate::{
    application::{
        Borrower, Citizenship, CreditType, DomesticRelationship, MaritalStatus, MilitaryStatus, ResidencyBasis,
    },
    form::{
        Section,
        facts::{DemographicsProgress, employment_gaps, missing_address_months},
        view::jobs,
    },
};
use jiff::civil::Date;

pub(super) fn check(found: &mut Collector) {
    for borrower in &found.view.application.borrowers {
        personal(found, borrower);
        joint_credit(found, borrower);
        homes(found, borrower);
        work(found, borrower);
        declarations(found, borrower);
        service(found, borrower);
        let id = borrower.id;
        if found.view.facts.borrower(id).demographics == DemographicsProgress::ObservationMissing {
            let message = "Record whether ethnicity, race and sex were collected by observation or surname";
            found.error(
                "observation",
                (Section::S8, Some(id)),
                path(borrower, "demographics/ethnicityObserved"),
                message,
            );
        }
    }
}

fn path(borrower: &Borrower, field: &str) -> String {
    format!("borrowers/{}/{field}", borrower.id)
}

/// Month, day and year as the form writes a date.
fn american(date: Date) -> String {
    date.strftime("%m/%d/%Y").to_string()
}

fn is_empty(text: Option<&str>) -> bool {
    text.is_none_or(|text| text.trim().is_empty())
}

fn personal(found: &mut Collector, borrower: &Borrower) {
    let at = (Section::S1a, Some(borrower.id));
    let given = borrower.dependent_ages.len();
    let count = borrower.dependent_count.map(usize::from);
    if count.is_some_and(|count| count != given) || (count.is_none() && given > 0) {
        found.error("dependent-ages", at, path(borrower, "dependentAges"), "Enter one age per dependent");
    }
    if matches!(borrower.citizenship, Some(Citizenship::NonResidentAlien | Citizenship::Unknown)) {
        let message = "Choose U.S. Citizen, Permanent Resident Alien or Non-Permanent Resident Alien";
        found.error("citizenship", at, path(borrower, "citizenship"), message);
    }
    if borrower.marital_status == Some(MaritalStatus::Unknown) {
        let message = "Choose Married, Separated or Unmarried";
        found.error("marital-status", at, path(borrower, "maritalStatus"), message);
    }
    let is_other = borrower.domestic_relationship_type == Some(DomesticRelationship::Other);
    if is_other && is_empty(borrower.domestic_relationship_other.as_deref()) {
        let message = "Explain the relationship, because its type is Other";
        found.error("relationship", at, path(borrower, "domesticRelationshipOther"), message);
    }
}

/// Joint credit needs each borrower's initials (12 CFR 1002.7(d)).
fn joint_credit(found: &mut Collector, borrower: &Borrower) {
    let at = (Section::S1a, Some(borrower.id));
    let is_joint = borrower.credit_type == Some(CreditType::Joint);
    if is_joint && is_empty(borrower.joint_intent_initials.as_deref()) {
        let message = "Record the borrower's initials: joint credit needs each borrower's intent";
        found.error("joint-intent", at, path(borrower, "jointIntentInitials"), message);
    }
    if is_joint && found.view.application.borrowers.len() == 1 {
        let message = "Add the other borrower, or choose individual credit";
        found.warn("joint-credit", at, path(borrower, "creditType"), message);
    }
    if borrower.credit_type == Some(CreditType::Individual) && borrower.joint_with.is_some() {
        let message = "This borrower applies jointly with another one. Choose joint credit";
        found.warn("joint-credit", at, path(borrower, "creditType"), message);
    }
}

fn homes(found: &mut Collector, borrower: &Borrower) {
    let at = (Section::S1a, Some(borrower.id));
    for home in &borrower.residences {
        if home.basis == Some(ResidencyBasis::Rent) && home.monthly_rent.is_none() {
            let path = path(borrower, &format!("residences/{}/monthlyRent", home.id));
            found.error("rent", at, path, "Enter the monthly rent");
        }
        if home.basis == Some(ResidencyBasis::Unknown) {
            let path = path(borrower, &format!("residences/{}/basis", home.id));
            found.error("housing", at, path, "Choose No primary housing expense, Own or Rent");
        }
    }
    if let Some(months @ 1..) = missing_address_months(borrower) {
        let message = format!("Add a former address: {months} of 24 months are missing");
        let message = if months == 1 { "Add a former address: 1 of 24 months is missing".to_owned() } else { message };
        found.warn("address-history", at, path(borrower, "residences"), message);
    }
    if borrower.not_applicable.former_address == Some(true)
        && borrower.residences.iter().any(|home| home.kind == Some(crate::application::ResidencyType::Prior))
    {
        let message = "A former address is listed. Clear the mark, or remove the address";
        found.warn("mark", at, path(borrower, "notApplicable/formerAddress"), message);
    }
}

fn work(found: &mut Collector, borrower: &Borrower) {
    let gaps = employment_gaps(borrower, found.today, found.rules.employment_gap_days);
    for gap in gaps {
        let (first, last) = (american(gap.first), american(gap.last));
        let message = format!("Explain the employment gap from {first} to {last} ({} days)", gap.days);
        let last_job = borrower.employments.iter().max_by_key(|job| job.ended_on).map(|job| job.id);
        let field = match (gap.next_job, last_job) {
            (Some(job), _) => format!("employments/{job}/startedOn"),
            (None, Some(job)) => format!("employments/{job}/endedOn"),
            (None, None) => "employments".to_owned(),
        };
        found.warn("employment-gap", (Section::S1d, Some(borrower.id)), path(borrower, &field), message);
    }
    for section in [Section::S1b, Section::S1c, Section::S1d] {
        for job in jobs(borrower, section) {
            if let (Some(start), Some(end)) = (job.started_on, job.ended_on)
                && end < start
            {
                let path = path(borrower, &format!("employments/{}/endedOn", job.id));
                found.error("job-dates", (section, Some(borrower.id)), path, "The job ends before it starts");
            }
        }
    }
}

fn declarations(found: &mut Collector, borrower: &Borrower) {
    let answers = &borrower.declarations;
    if answers.undisclosed_borrowed_funds == Some(true) && answers.undisclosed_borrowed_funds_amount.is_none() {
        let path = path(borrower, "declarations/undisclosedBorrowedFundsAmount");
        found.error("question-c", (Section::S5a, Some(borrower.id)), path, "Question C: enter the amount borrowed");
    }
    if answers.bankruptcy == Some(true) && answers.bankruptcy_chapters.is_empty() {
        let path = path(borrower, "declarations/bankruptcyChapters");
        found.error("question-m", (Section::S5b, Some(borrower.id)), path, "Question M: choose at least one chapter");
    }
}

fn service(found: &mut Collector, borrower: &Borrower) {
    let at = (Section::S7, Some(borrower.id));
    let military = &borrower.military;
    if military.served == Some(true) && military.statuses.is_empty() && military.surviving_spouse != Some(true) {
        let message = "Choose at least one kind of military service";
        found.error("service", at, path(borrower, "military/statuses"), message);
    }
    if military.statuses.contains(&MilitaryStatus::ActiveDuty) && military.completion_on.is_none() {
        let message = "Enter the projected end of active duty";
        found.warn("service-end", at, path(borrower, "military/completionOn"), message);
    }
}
