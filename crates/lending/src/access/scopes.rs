//! What an API key may be for.

use super::Permission;
use crate::values::Invalid;
use std::{fmt, str::FromStr};

/// One area that a key opens, to read or to write.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Scope {
    /// Leads, to read.
    LeadsRead,
    /// Leads, to hand in.
    LeadsWrite,
    /// Loans, to read.
    LoansRead,
}

/// One line per scope: its code, what it is for, and what a person needs whose key has it.
const TABLE: [(Scope, &str, &str, Permission); 3] = [
    (Scope::LeadsRead, "leads:read", "Read leads", Permission::LeadView),
    (Scope::LeadsWrite, "leads:write", "Hand in leads", Permission::LeadCreate),
    (Scope::LoansRead, "loans:read", "Read loans", Permission::LoanView),
];

impl Scope {
    /// Every scope.
    pub fn all() -> impl Iterator<Item = Scope> {
        TABLE.iter().map(|row| row.0)
    }

    /// The code in payloads and tables.
    #[must_use]
    pub fn code(self) -> &'static str {
        TABLE[self as usize].1
    }

    /// What it is for, in a few words.
    #[must_use]
    pub fn purpose(self) -> &'static str {
        TABLE[self as usize].2
    }

    /// What a person needs for it; a key is never good for more than whose it is.
    #[must_use]
    pub fn permission(self) -> Permission {
        TABLE[self as usize].3
    }
}

impl fmt::Display for Scope {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

impl FromStr for Scope {
    type Err = Invalid;

    fn from_str(text: &str) -> Result<Self, Invalid> {
        let codes = || TABLE.map(|row| row.1).join(", ");
        Self::all().find(|scope| scope.code() == text).ok_or_else(|| Invalid(format!("must be one of {}", codes())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_scope_is_what_its_line_says() {
        for (index, scope) in Scope::all().enumerate() {
            assert_eq!(scope as usize, index);
            assert_eq!(scope.code().parse(), Ok(scope));
        }
        assert!("leads".parse::<Scope>().is_err());
    }
}
