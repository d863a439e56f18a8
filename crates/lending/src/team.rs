//! The people of a loan, in slots: each role has a primary one and a junior one beside it.

use crate::words;

words! {
    /// Roles on a loan (specification L section 3, TEAM-03).
    #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
    pub enum LoanRole {
        ORIGINATOR, PROCESSOR, CONTRACTPROCESSOR, ASSISTANT, DISCLOSURE_DESK, PAYROLL, CLOSER, LOCK_DESK, FUNDER,
    }
}
