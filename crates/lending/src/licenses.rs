//! Who may lend where: what is missing in a state, of the company, of a branch and of an officer.

use crate::words;

words! {
    /// How a license stands, the best first.
    #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
    pub enum LicenseStanding {
        AUTHORIZED,
        /// Good, for sixty days more at most.
        EXPIRES_SOON,
        NOT_YET,
        EXPIRED,
        INACTIVE,
    }
}

words! {
    /// Whose license it takes.
    #[allow(clippy::upper_case_acronyms)]
    pub enum LicenseOf { COMPANY, BRANCH, PERSON }
}

impl LicenseStanding {
    /// Whether it allows to lend today.
    #[must_use]
    pub fn is_good(self) -> bool {
        matches!(self, LicenseStanding::AUTHORIZED | LicenseStanding::EXPIRES_SOON)
    }
}

/// What is missing for an officer to lend in a state: the licenses of company, branch and officer there, as far as there are
/// any. Who works at headquarters needs none of a branch.
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

    /// In Texas the company has a license and the branch has none.
    #[test]
    fn what_is_missing_to_lend_in_a_state_is_named() {
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
