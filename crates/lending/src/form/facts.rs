//! Facts that rules need and that take more than a comparison: address history, employment gaps, and checks of sealed
//! values.

use crate::{
    application::{
        Application, ApplicationTakenMethod, Borrower, BorrowerSecrets, Demographics, Employment, EmploymentStatus,
        ResidencyType, Secrets, TaxpayerIdentifierType,
    },
    values::TaxpayerIdentifier,
    words,
};
use jiff::{ToSpan, civil::Date};
use std::collections::BTreeMap;
use uuid::Uuid;

/// Months of address history and of employment that the form asks for.
pub const HISTORY_MONTHS: u16 = 24;

/// Months of address history that are missing (URLA-09). Two current homes overlap, so the longer stay counts. `None`
/// if the borrower hasn't said how long they live at the current address.
#[must_use]
pub fn missing_address_months(borrower: &Borrower) -> Option<u16> {
    let (former, current): (Vec<_>, Vec<_>) =
        borrower.residences.iter().partition(|home| home.kind == Some(ResidencyType::Prior));
    let current = current.iter().filter_map(|home| home.months).max()?;
    let former = former.iter().filter_map(|home| home.months).fold(0, u16::saturating_add);
    Some(HISTORY_MONTHS.saturating_sub(current.saturating_add(former)))
}

/// Days without a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gap {
    /// The first day.
    pub first: Date,
    /// The last day.
    pub last: Date,
    /// How many days.
    pub days: i32,
    /// The job that begins after it. `None` if the gap lasts until today.
    pub next_job: Option<Uuid>,
}

/// Gaps of more than `days` in the last 24 months of employment (URLA-14). Overlapping jobs count once. Empty if a job
/// lacks its dates: then the job is incomplete, and a gap would be a guess.
#[must_use]
pub fn employment_gaps(borrower: &Borrower, today: Date, days: u16) -> Vec<Gap> {
    let window = today.saturating_sub(i32::from(HISTORY_MONTHS).months());
    let jobs: Option<Vec<_>> = borrower.employments.iter().map(|job| period(job, today)).collect();
    let Some(mut jobs) = jobs.filter(|jobs| !jobs.is_empty()) else { return Vec::new() };
    jobs.sort();
    let mut gaps = Vec::new();
    let mut first = window;
    for (start, end, next_job) in jobs.into_iter().chain([(today.saturating_add(1.day()), today, None)]) {
        if start > first {
            let length = (start - first).get_days();
            if length > i32::from(days) {
                gaps.push(Gap { first, last: start.saturating_sub(1.day()), days: length, next_job });
            }
        }
        first = first.max(end.saturating_add(1.day()));
    }
    gaps
}

/// First and last day of a job, and its id.
fn period(job: &Employment, today: Date) -> Option<(Date, Date, Option<Uuid>)> {
    let since = || Some(today.saturating_sub(i64::from(job.months_employed?).months()));
    if job.status == Some(EmploymentStatus::Previous) {
        return Some((job.started_on?, job.ended_on?, Some(job.id)));
    }
    Some((job.started_on.or_else(since)?, job.ended_on.unwrap_or(today), Some(job.id)))
}

words! {
    /// Result of checking a birth date.
    pub enum BirthDateCheck { Plausible, InTheFuture, Under18, Over120 }
}
words! {
    /// Result of checking a taxpayer number against its type.
    pub enum TaxpayerNumberCheck { Valid, NotIssuable, NotAnItin, ItinGroupNotInUse }
}
words! {
    /// How far a borrower has come with section 8. It says nothing about the answers.
    pub enum DemographicsProgress { Empty, Started, Complete, ObservationMissing }
}

/// Checks of sealed values. Rules use them instead of the values.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SealedFacts {
    /// By borrower id.
    pub borrowers: BTreeMap<Uuid, SealedBorrowerFacts>,
    /// Length of each account number, by id of the asset or liability.
    pub account_lengths: BTreeMap<Uuid, usize>,
}

/// Checks of a borrower's sealed values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SealedBorrowerFacts {
    /// The birth date, if there is one.
    pub birth_date: Option<BirthDateCheck>,
    /// The taxpayer number, if there is one.
    pub taxpayer_number: Option<TaxpayerNumberCheck>,
    /// An earlier borrower with the same taxpayer number.
    pub same_number_as: Option<Uuid>,
    /// Section 8.
    pub demographics: DemographicsProgress,
}

impl Default for SealedBorrowerFacts {
    fn default() -> Self {
        let demographics = DemographicsProgress::Empty;
        Self { birth_date: None, taxpayer_number: None, same_number_as: None, demographics }
    }
}

impl SealedFacts {
    /// Checks the sealed values of an application.
    #[must_use]
    pub fn of(application: &Application, secrets: &Secrets, today: Date) -> Self {
        let number = |id: Uuid| secrets.borrowers.get(&id)?.taxpayer_identifier.as_ref();
        let mut borrowers = BTreeMap::new();
        for (at, borrower) in application.borrowers.iter().enumerate() {
            let Some(BorrowerSecrets { taxpayer_identifier, birth_date, demographics }) =
                secrets.borrowers.get(&borrower.id)
            else {
                continue;
            };
            let earlier = application.borrowers[..at].iter().map(|one| one.id);
            let own = taxpayer_identifier.as_ref();
            borrowers.insert(
                borrower.id,
                SealedBorrowerFacts {
                    birth_date: birth_date.map(|birth_date| check_birth_date(birth_date, today)),
                    taxpayer_number: own.map(|own| check_number(own, borrower.taxpayer_identifier_type)),
                    same_number_as: own.and_then(|own| earlier.into_iter().find(|id| number(*id) == Some(own))),
                    demographics: progress(demographics),
                },
            );
        }
        let length = |(id, number): (&Uuid, &String)| (*id, number.chars().count());
        Self { borrowers, account_lengths: secrets.account_numbers.iter().map(length).collect() }
    }

    /// The checks of a borrower's values.
    #[must_use]
    pub fn borrower(&self, id: Uuid) -> SealedBorrowerFacts {
        self.borrowers.get(&id).copied().unwrap_or_default()
    }
}

fn check_birth_date(birth_date: Date, today: Date) -> BirthDateCheck {
    let turns = |years: i32| birth_date.saturating_add(years.years());
    if birth_date > today {
        BirthDateCheck::InTheFuture
    } else if turns(18) > today {
        BirthDateCheck::Under18
    } else if turns(120) <= today {
        BirthDateCheck::Over120
    } else {
        BirthDateCheck::Plausible
    }
}

fn check_number(number: &TaxpayerIdentifier, kind: Option<TaxpayerIdentifierType>) -> TaxpayerNumberCheck {
    match kind {
        Some(TaxpayerIdentifierType::IndividualTaxpayerIdentificationNumber) if !number.is_itin() => {
            TaxpayerNumberCheck::NotAnItin
        }
        Some(TaxpayerIdentifierType::IndividualTaxpayerIdentificationNumber) if !number.has_itin_group() => {
            TaxpayerNumberCheck::ItinGroupNotInUse
        }
        None | Some(TaxpayerIdentifierType::SocialSecurityNumber) if !number.is_issuable_ssn() => {
            TaxpayerNumberCheck::NotIssuable
        }
        _ => TaxpayerNumberCheck::Valid,
    }
}

/// Section 8 needs an answer or the refusal in each of ethnicity, race and sex. In person, staff observe the questions
/// that the borrower didn't answer (12 CFR 1003 appendix B).
fn progress(answers: &Demographics) -> DemographicsProgress {
    let questions = [
        (!answers.ethnicities.is_empty(), answers.ethnicity_refused, answers.ethnicity_observed),
        (!answers.races.is_empty(), answers.race_refused, answers.race_observed),
        (!answers.sexes.is_empty(), answers.sex_refused, answers.sex_observed),
    ];
    let is_in_person = answers.taken_by == Some(ApplicationTakenMethod::FaceToFace);
    let needs_observation = |(answered, refused, observed): &(bool, Option<bool>, Option<bool>)| {
        !answered && *refused == Some(true) && observed.is_none()
    };
    if answers.is_empty() {
        DemographicsProgress::Empty
    } else if is_in_person && questions.iter().any(needs_observation) {
        DemographicsProgress::ObservationMissing
    } else if answers.taken_by.is_some()
        && questions.iter().all(|(answered, refused, _)| *answered || *refused == Some(true))
    {
        DemographicsProgress::Complete
    } else {
        DemographicsProgress::Started
    }
}

/// Whether the form asks staff for their observation of ethnicity, race and sex, in this order (URLA-34).
///
/// They are asked about a question that the borrower didn't answer, if the application was taken in person or by video.
/// An application that first came by phone, mail or internet becomes one in person if staff meet the borrower before
/// action is taken (12 CFR 1003 appendix B).
#[must_use]
pub fn asks_observation(answers: &Demographics, met_later: bool) -> [bool; 3] {
    let is_in_person = met_later || answers.taken_by == Some(ApplicationTakenMethod::FaceToFace);
    let answered = [!answers.ethnicities.is_empty(), !answers.races.is_empty(), !answers.sexes.is_empty()];
    answered.map(|answered| is_in_person && !answered)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::application::{Race, Residence};
    use jiff::civil::date;

    const TODAY: Date = date(2026, 6, 1);

    /// URLA-09 (PV34): months still missing to 24.
    #[test]
    fn the_address_history_covers_two_years() {
        let home = |kind, months| Residence { kind: Some(kind), months: Some(months), ..Residence::default() };
        for (current, former, missing) in
            [(&[17][..], &[][..], 7), (&[24], &[], 0), (&[17], &[8], 0), (&[17], &[6], 1), (&[17, 10], &[6], 1)]
        {
            let current = current.iter().map(|months| home(ResidencyType::Current, *months));
            let former = former.iter().map(|months| home(ResidencyType::Prior, *months));
            let borrower = Borrower { residences: current.chain(former).collect(), ..Borrower::default() };
            assert_eq!(missing_address_months(&borrower), Some(missing), "{borrower:?}");
        }
        assert_eq!(missing_address_months(&Borrower::default()), None);
    }

    fn job(started_on: Date, ended_on: Option<Date>) -> Employment {
        let status = if ended_on.is_some() { EmploymentStatus::Previous } else { EmploymentStatus::Current };
        Employment { status: Some(status), started_on: Some(started_on), ended_on, ..Employment::default() }
    }

    fn gaps(jobs: Vec<Employment>) -> Vec<(Date, Date)> {
        let borrower = Borrower { employments: jobs, ..Borrower::default() };
        employment_gaps(&borrower, TODAY, 30).iter().map(|gap| (gap.first, gap.last)).collect()
    }

    /// URLA-14 (PV33): each gap of more than 30 days in the last 24 months. Overlapping jobs count once.
    #[test]
    fn each_employment_gap_has_its_first_and_last_day() {
        let named = gaps(vec![job(date(2020, 1, 1), Some(date(2025, 3, 31))), job(date(2025, 6, 1), None)]);
        assert_eq!(named, [(date(2025, 4, 1), date(2025, 5, 31))]);
        let twenty_days = gaps(vec![job(date(2020, 1, 1), Some(date(2025, 3, 31))), job(date(2025, 4, 21), None)]);
        assert_eq!(twenty_days, []);
        let overlapping = vec![
            job(date(2024, 1, 1), Some(date(2025, 2, 10))),
            job(date(2025, 1, 15), Some(date(2025, 12, 31))),
            job(date(2026, 1, 20), None),
        ];
        assert_eq!(gaps(overlapping.clone()), []);
        let borrower = Borrower { employments: overlapping, ..Borrower::default() };
        let found = employment_gaps(&borrower, TODAY, 18);
        let expected = Gap { first: date(2026, 1, 1), last: date(2026, 1, 19), days: 19, next_job: Some(Uuid::nil()) };
        assert_eq!(found, [expected]);
    }

    /// URLA-14: the window begins 24 months ago and ends today.
    #[test]
    fn gaps_at_both_ends_of_the_window_count() {
        assert_eq!(gaps(vec![job(date(2025, 1, 1), None)]), [(date(2024, 6, 1), date(2024, 12, 31))]);
        assert_eq!(gaps(vec![job(date(2020, 1, 1), Some(date(2026, 3, 31)))]), [(date(2026, 4, 1), date(2026, 6, 1))]);
        assert_eq!(gaps(vec![job(date(2010, 1, 1), Some(date(2020, 1, 1)))]).len(), 1);
        assert_eq!(gaps(vec![Employment::default()]), [], "a job without dates is incomplete");
        let months = Employment { months_employed: Some(30), ..Employment::default() };
        assert_eq!(gaps(vec![months]), []);
    }

    /// URLA-11, URLA-47: sealed values are checked without leaving their seal.
    #[test]
    fn sealed_values_are_checked() {
        let ids: Vec<Uuid> = (1..=4).map(Uuid::from_u128).collect();
        let itin = Some(TaxpayerIdentifierType::IndividualTaxpayerIdentificationNumber);
        let mut application = Application::default();
        let mut secrets = Secrets::default();
        for (id, kind, number, born) in [
            (ids[0], None, "123-45-6789", date(1980, 1, 1)),
            (ids[1], None, "991-91-9991", date(2008, 6, 2)),
            (ids[2], itin, "912-69-1234", date(2026, 6, 2)),
            (ids[3], itin, "123-45-6789", date(1906, 6, 1)),
        ] {
            application.borrowers.push(Borrower { id, taxpayer_identifier_type: kind, ..Borrower::default() });
            secrets.borrowers.insert(
                id,
                BorrowerSecrets {
                    taxpayer_identifier: number.parse().ok(),
                    birth_date: Some(born),
                    ..BorrowerSecrets::default()
                },
            );
        }
        let facts = SealedFacts::of(&application, &secrets, TODAY);
        let found = |id: Uuid| {
            let facts = facts.borrower(id);
            (facts.taxpayer_number.unwrap(), facts.birth_date.unwrap(), facts.same_number_as)
        };
        assert_eq!(found(ids[0]), (TaxpayerNumberCheck::Valid, BirthDateCheck::Plausible, None));
        assert_eq!(found(ids[1]), (TaxpayerNumberCheck::NotIssuable, BirthDateCheck::Under18, None));
        assert_eq!(found(ids[2]), (TaxpayerNumberCheck::ItinGroupNotInUse, BirthDateCheck::InTheFuture, None));
        assert_eq!(found(ids[3]), (TaxpayerNumberCheck::NotAnItin, BirthDateCheck::Over120, Some(ids[0])));
    }

    /// URLA-34: in person, a refused question needs the observation.
    #[test]
    fn section_8_is_complete_with_an_answer_or_a_refusal() {
        let refused = Demographics {
            ethnicity_refused: Some(true),
            race_refused: Some(true),
            sex_refused: Some(true),
            taken_by: Some(ApplicationTakenMethod::Telephone),
            ..Demographics::default()
        };
        let in_person = Demographics { taken_by: Some(ApplicationTakenMethod::FaceToFace), ..refused.clone() };
        let observed = Demographics {
            ethnicity_observed: Some(true),
            race_observed: Some(true),
            sex_observed: Some(false),
            ..in_person.clone()
        };
        let started = Demographics { races: vec![Race::Asian], ..Demographics::default() };
        for (answers, expected) in [
            (Demographics::default(), DemographicsProgress::Empty),
            (started, DemographicsProgress::Started),
            (refused, DemographicsProgress::Complete),
            (in_person, DemographicsProgress::ObservationMissing),
            (observed, DemographicsProgress::Complete),
        ] {
            assert_eq!(progress(&answers), expected);
        }
    }

    /// URLA-34: staff observe in person only, for unanswered questions, and after a later meeting.
    #[test]
    fn staff_observe_only_in_person() {
        let with = |taken_by, races: &[Race]| Demographics {
            taken_by: Some(taken_by),
            races: races.to_vec(),
            ..Demographics::default()
        };
        for method in
            [ApplicationTakenMethod::Telephone, ApplicationTakenMethod::Mail, ApplicationTakenMethod::Internet]
        {
            assert_eq!(asks_observation(&with(method, &[]), false), [false; 3]);
            assert_eq!(asks_observation(&with(method, &[]), true), [true; 3]);
        }
        let in_person = with(ApplicationTakenMethod::FaceToFace, &[Race::Asian]);
        assert_eq!(asks_observation(&in_person, false), [true, false, true]);
    }
}
