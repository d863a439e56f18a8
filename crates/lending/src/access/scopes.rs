//! Scopes of API keys.

use super::Permission;
use crate::values::Invalid;
use std::{fmt, str::FromStr};

/// A resource that a key can read or write.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Scope {
    /// Read leads.
    LeadsRead,
    /// Create leads.
    LeadsWrite,
    /// Read loans.
    LoansRead,
}

/// One row per scope: code, description, and the permission that the key's owner needs.
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

    /// The code on the wire and in tables.
    #[must_use]
    pub fn code(self) -> &'static str {
        TABLE[self as usize].1
    }

    /// A short description.
    #[must_use]
    pub fn purpose(self) -> &'static str {
        TABLE[self as usize].2
    }

    /// The permission that the key's owner needs. A key never has more rights than its owner.
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
    fn each_scope_matches_its_table_row() {
        for (index, scope) in Scope::all().enumerate() {
            assert_eq!(scope as usize, index);
            assert_eq!(scope.code().parse(), Ok(scope));
        }
        assert!("leads".parse::<Scope>().is_err());
    }
}
