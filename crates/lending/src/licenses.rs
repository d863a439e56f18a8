//! State licenses: which licenses of the company, branch and officer are missing for lending in a state.

use crate::words;

words! {
    /// Status of a state license, best first.
    #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
    pub enum LicenseStanding {
        AUTHORIZED,
        /// Valid, and expires within 60 days.
        EXPIRES_SOON,
        NOT_YET,
        EXPIRED,
        INACTIVE,
    }
}

words! {
    /// Holder of a required license.
    #[allow(clippy::upper_case_acronyms)]
    pub enum LicenseOf { COMPANY, BRANCH, PERSON }
}

impl LicenseStanding {
    /// Whether this license allows lending today.
    #[must_use]
    pub fn is_good(self) -> bool {
        matches!(self, LicenseStanding::AUTHORIZED | LicenseStanding::EXPIRES_SOON)
    }
}

/// The license holders that still need a valid license before the officer can lend in this state. The outer `Option` of
/// `branch` is `None` for officers at headquarters, who need no branch license.
#[must_use]
pub fn missing(
    company: Option<LicenseStanding>,
    branch: Option<Option<LicenseStanding>>,
    officer: Option<LicenseStanding>,
) -> Vec<LicenseOf> {
    let lacks = |standing: Option<LicenseStanding>| !standing.is_some_and(LicenseStanding::is_good);
    [
        (LicenseOf::COMPANY, lacks(company)),
        (LicenseOf::BRANCH, branch.is_some_and(lacks)),
        (LicenseOf::PERSON, lacks(officer)),
    ]
    .into_iter()
    .filter_map(|(holder, lacks)| lacks.then_some(holder))
    .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use LicenseStanding::{AUTHORIZED, EXPIRED, EXPIRES_SOON, NOT_YET};

    /// In Texas the company has a license and the branch doesn't.
    #[test]
    fn missing_lists_each_holder_without_a_valid_license() {
        for (company, branch, officer, expected) in [
            (Some(AUTHORIZED), Some(Some(AUTHORIZED)), Some(EXPIRES_SOON), &[][..]),
            (Some(AUTHORIZED), Some(None), Some(AUTHORIZED), &[LicenseOf::BRANCH]),
            (Some(AUTHORIZED), None, Some(AUTHORIZED), &[]),
            (Some(EXPIRED), Some(Some(NOT_YET)), None, &[LicenseOf::COMPANY, LicenseOf::BRANCH, LicenseOf::PERSON]),
        ] {
            assert_eq!(missing(company, branch, officer), expected);
        }
        assert!(AUTHORIZED < EXPIRES_SOON && NOT_YET < EXPIRED, "the best comes first");
    }
}
