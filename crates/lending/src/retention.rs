//! How long records of a loan are kept, and which records are past every term that applies.
//!
//! The terms are data with a source and the day from which they apply, so a changed rule is a new row. A record is kept for
//! the longest of its terms. The functions only compute the first day on which a person may dispose of a record.

use jiff::{Span, civil::Date};
use serde::Serialize;
use utoipa::ToSchema;

/// A kind of record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, ToSchema)]
pub enum RecordKind {
    /// Loan Estimate and the evidence of its delivery.
    LoanEstimate,
    /// Closing Disclosure and the documents related to it.
    ClosingDisclosure,
    /// Other evidence of compliance with Regulation Z.
    RegulationZ,
    /// Application, the information used to decide it, and notices of action.
    Application,
    /// Affiliated business disclosures and other records under RESPA section 8.
    AffiliatedBusiness,
    /// Compensation of the loan originator.
    Compensation,
    /// The loan's entry in the HMDA register.
    HmdaRegister,
    /// Personal information of the customer.
    CustomerInformation,
}

impl RecordKind {
    /// Every kind.
    pub const ALL: [Self; 8] = [
        Self::LoanEstimate,
        Self::ClosingDisclosure,
        Self::RegulationZ,
        Self::Application,
        Self::AffiliatedBusiness,
        Self::Compensation,
        Self::HmdaRegister,
        Self::CustomerInformation,
    ];

    /// The label.
    #[must_use]
    pub fn label(self) -> &'static str {
        match self {
            Self::LoanEstimate => "Loan Estimate evidence",
            Self::ClosingDisclosure => "Closing Disclosure and related documents",
            Self::RegulationZ => "Other Regulation Z evidence",
            Self::Application => "Application and notices",
            Self::AffiliatedBusiness => "RESPA section 8 and affiliated business",
            Self::Compensation => "Loan originator compensation",
            Self::HmdaRegister => "HMDA register",
            Self::CustomerInformation => "Customer information",
        }
    }
}

/// The event from which a term is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub enum TermStart {
    /// Consummation of the loan.
    Closing,
    /// Notice of the action taken on the application, or of its incompleteness.
    Notice,
    /// Payment of the compensation.
    CompensationPaid,
    /// Submission of the annual HMDA register: March 1 of the year after the action.
    HmdaSubmission,
    /// The last use of the information for the customer: the end of the loan's work.
    LastUse,
}

/// The obligation of a term.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub enum TermKind {
    /// Keep at least so long.
    Keep,
    /// Dispose at the latest after so long, unless a rule requires keeping it.
    Dispose,
}

/// A retention term.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[schema(as = RetentionTerm)]
pub struct Term {
    /// The kind of record.
    pub kind: RecordKind,
    /// Whether it is a least or a greatest time.
    pub duty: TermKind,
    /// Length in months.
    pub months: i32,
    /// From when it is counted.
    pub start: TermStart,
    /// The rule.
    pub source: &'static str,
    /// The first day on which the rule applies.
    #[serde(skip)]
    pub applies_from: Date,
}

const fn term(
    kind: RecordKind,
    duty: TermKind,
    months: i32,
    start: TermStart,
    source: &'static str,
    applies_from: Date,
) -> Term {
    Term { kind, duty, months, start, source, applies_from }
}

/// Start of the integrated disclosures.
const TRID: Date = jiff::civil::date(2015, 10, 3);
/// Start of the amended Safeguards Rule.
const SAFEGUARDS: Date = jiff::civil::date(2023, 6, 9);
const BEFORE_RECORDS: Date = jiff::civil::date(1975, 1, 1);

/// The federal terms. State terms (often three to seven years) are not among them.
#[rustfmt::skip]
pub const TERMS: [Term; 9] = [
    term(RecordKind::LoanEstimate, TermKind::Keep, 36, TermStart::Closing, "12 CFR 1026.25(c)(1)(i)", TRID),
    term(RecordKind::ClosingDisclosure, TermKind::Keep, 60, TermStart::Closing, "12 CFR 1026.25(c)(1)(ii)", TRID),
    term(RecordKind::RegulationZ, TermKind::Keep, 24, TermStart::Closing, "12 CFR 1026.25(a)", BEFORE_RECORDS),
    term(RecordKind::RegulationZ, TermKind::Keep, 36, TermStart::Closing, "12 CFR 1026.25(c)(3)", jiff::civil::date(2014, 1, 10)),
    term(RecordKind::Application, TermKind::Keep, 25, TermStart::Notice, "12 CFR 1002.12(b)", BEFORE_RECORDS),
    term(RecordKind::AffiliatedBusiness, TermKind::Keep, 60, TermStart::Closing, "12 CFR 1024.14(h), 1024.15(d)", BEFORE_RECORDS),
    term(RecordKind::Compensation, TermKind::Keep, 36, TermStart::CompensationPaid, "12 CFR 1026.25(c)(2)", jiff::civil::date(2014, 1, 1)),
    term(RecordKind::HmdaRegister, TermKind::Keep, 36, TermStart::HmdaSubmission, "12 CFR 1003.5(a)(1)(i)", jiff::civil::date(2018, 1, 1)),
    term(RecordKind::CustomerInformation, TermKind::Dispose, 24, TermStart::LastUse, "16 CFR 314.4(c)(6)(i)", SAFEGUARDS),
];

/// The days of a loan that start terms.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LoanDays {
    /// Consummation.
    pub closed_on: Option<Date>,
    /// Notice of the action taken.
    pub notice_on: Option<Date>,
    /// Last payment of compensation.
    pub compensation_paid_on: Option<Date>,
    /// The last change of the loan or of its documents.
    pub last_used_on: Option<Date>,
}

impl LoanDays {
    /// The day from which a term counts; `None` if its event has not happened.
    fn start(&self, start: TermStart) -> Option<Date> {
        match start {
            TermStart::Closing => self.closed_on,
            TermStart::Notice => self.notice_on,
            TermStart::CompensationPaid => self.compensation_paid_on,
            TermStart::HmdaSubmission => {
                let action = self.notice_on.max(self.closed_on)?;
                Date::new(action.year() + 1, 3, 1).ok()
            }
            TermStart::LastUse => self.last_used_on,
        }
    }
}

/// The last day of a term: so many months after a day, at the end of a shorter month.
fn after(day: Date, months: i32) -> Option<Date> {
    day.checked_add(Span::new().try_months(months).ok()?).ok()
}

/// A kind of record with the first day on which no rule requires it any more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KeptUntil {
    /// The kind of record.
    pub kind: RecordKind,
    /// The first day on which it may be purged.
    pub until: Date,
    /// The rule with the longest term.
    pub source: &'static str,
}

/// Per kind of record the first day on which it may be purged. Kinds whose event has not happened are left out.
#[must_use]
pub fn kept_until(days: &LoanDays) -> Vec<KeptUntil> {
    let longest = |kind: RecordKind| {
        TERMS
            .iter()
            .filter(|term| term.kind == kind && term.duty == TermKind::Keep)
            .filter_map(|term| {
                let start = days.start(term.start).filter(|start| *start >= term.applies_from)?;
                Some(KeptUntil { kind, until: after(start, term.months)?, source: term.source })
            })
            .max_by_key(|kept| kept.until)
    };
    RecordKind::ALL.into_iter().filter_map(longest).collect()
}

/// The first day on which a whole loan may be disposed of: past the two-year term of the Safeguards Rule and past every
/// term that keeps one of its records. `None` as long as the loan is in use.
#[must_use]
pub fn disposable_from(days: &LoanDays) -> Option<Date> {
    let disposal = TERMS
        .iter()
        .filter(|term| term.duty == TermKind::Dispose)
        .filter_map(|term| after(days.start(term.start)?, term.months))
        .max()?;
    // A loan that has neither closed nor had a notice of action is still open.
    days.closed_on.or(days.notice_on)?;
    Some(kept_until(days).into_iter().map(|kept| kept.until).fold(disposal, Date::max))
}

#[cfg(test)]
mod tests {
    use super::*;
    use jiff::civil::date;

    fn until(days: &LoanDays, kind: RecordKind) -> Option<Date> {
        kept_until(days).into_iter().find(|kept| kept.kind == kind).map(|kept| kept.until)
    }

    /// PV63, HISTORY-12: closed 11/30/2026.
    #[test]
    fn records_of_a_closed_loan_are_kept_for_their_terms() {
        let days = LoanDays {
            closed_on: Some(date(2026, 11, 30)),
            notice_on: Some(date(2026, 10, 31)),
            compensation_paid_on: Some(date(2026, 12, 4)),
            last_used_on: Some(date(2026, 12, 15)),
        };
        for (kind, day) in [
            (RecordKind::LoanEstimate, date(2029, 11, 30)),
            (RecordKind::ClosingDisclosure, date(2031, 11, 30)),
            (RecordKind::RegulationZ, date(2029, 11, 30)),
            // 25 months after the notice; November has 30 days.
            (RecordKind::Application, date(2028, 11, 30)),
            (RecordKind::AffiliatedBusiness, date(2031, 11, 30)),
            (RecordKind::Compensation, date(2029, 12, 4)),
            (RecordKind::HmdaRegister, date(2030, 3, 1)),
        ] {
            assert_eq!(until(&days, kind), Some(day), "{kind:?}");
        }
        assert_eq!(until(&days, RecordKind::CustomerInformation), None);
        assert_eq!(disposable_from(&days), Some(date(2031, 11, 30)));
    }

    /// HISTORY-13: past the two-year disposal term, and inside a term of five years.
    #[test]
    fn a_loan_inside_a_five_year_term_is_not_disposable() {
        let closed = LoanDays {
            closed_on: Some(date(2026, 11, 30)),
            last_used_on: Some(date(2026, 12, 15)),
            ..LoanDays::default()
        };
        let today = date(2029, 1, 15);
        assert!(after(date(2026, 12, 15), 24).unwrap() < today);
        assert!(disposable_from(&closed).unwrap() > today);
    }

    #[test]
    fn a_denied_application_is_disposable_after_its_terms_and_the_last_use() {
        let denied = LoanDays {
            notice_on: Some(date(2026, 3, 10)),
            last_used_on: Some(date(2028, 6, 1)),
            ..LoanDays::default()
        };
        // 25 months after the notice, HMDA three years from 03/01/2027, two years after the last use.
        assert_eq!(until(&denied, RecordKind::Application), Some(date(2028, 4, 10)));
        assert_eq!(disposable_from(&denied), Some(date(2030, 6, 1)));
        let open = LoanDays { last_used_on: Some(date(2020, 1, 1)), ..LoanDays::default() };
        assert_eq!(disposable_from(&open), None);
    }

    #[test]
    fn every_kind_has_a_term_with_its_source() {
        for kind in RecordKind::ALL {
            assert!(TERMS.iter().any(|term| term.kind == kind), "{kind:?}");
        }
        assert!(TERMS.iter().all(|term| term.source.contains("CFR") && term.months > 0));
    }
}
