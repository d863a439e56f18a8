//! When staff ask for the Supplemental Consumer Information Form (Form 1103, URLA-54). Programs introduced and dropped
//! it at different times, so the periods are data. Blank answers are always allowed.

use crate::application::MortgageType;
use jiff::civil::{Date, date};

/// A period in which a program demands the form.
struct Demand {
    program: MortgageType,
    from: Date,
    /// First day without the demand.
    until: Option<Date>,
}

/// Sources: Fannie Mae and Freddie Mac require it for applications from March 1, 2023 (Selling Guide B1-1-01). FHA
/// required it from August 28, 2023 until Mortgagee Letter 2025-15, published June 27, 2025. VA and USDA aren't known
/// to require it.
const DEMANDS: [Demand; 2] = [
    Demand { program: MortgageType::Conventional, from: date(2023, 3, 1), until: None },
    Demand { program: MortgageType::FHA, from: date(2023, 8, 28), until: Some(date(2025, 6, 27)) },
];

/// Whether a program demands the form for an application of a day.
#[must_use]
pub fn is_asked(program: Option<MortgageType>, applied_on: Date) -> bool {
    DEMANDS.iter().any(|demand| {
        Some(demand.program) == program
            && demand.from <= applied_on
            && demand.until.is_none_or(|until| applied_on < until)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// URLA-54: the form is asked by program and date.
    #[test]
    fn the_form_is_asked_by_program_and_date() {
        for (program, on, expected) in [
            (Some(MortgageType::Conventional), date(2026, 11, 27), true),
            (Some(MortgageType::Conventional), date(2023, 2, 28), false),
            (Some(MortgageType::Conventional), date(2023, 3, 1), true),
            (Some(MortgageType::FHA), date(2026, 11, 27), false),
            (Some(MortgageType::FHA), date(2024, 1, 1), true),
            (Some(MortgageType::VA), date(2026, 11, 27), false),
            (None, date(2026, 11, 27), false),
        ] {
            assert_eq!(is_asked(program, on), expected, "{program:?} {on}");
        }
    }
}
