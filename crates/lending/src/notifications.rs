//! What somebody can be told by mail, and need not be.

/// A kind of mail that each person chooses for themselves. What concerns their account is no such kind: it always comes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Notification {
    /// They were put on a loan's team.
    LoanTeam,
    /// A loan of theirs moved to another stage.
    LoanStage,
    /// A rule of their company tells them of a loan of theirs.
    LoanRule,
}

/// Every kind: how it is kept, what it is called, when it comes. Another kind is a line here and a letter in its feature.
const TABLE: [(Notification, &str, &str, &str); 3] = [
    (Notification::LoanTeam, "LOAN_TEAM", "I am put on a loan’s team", "As its loan officer or in another role."),
    (
        Notification::LoanStage,
        "LOAN_STAGE",
        "A loan of mine moves to another stage",
        "You are on its team, in any role.",
    ),
    (
        Notification::LoanRule,
        "LOAN_RULE",
        "A rule of my company tells me of a loan",
        "What your company's automation has to say of loans on whose team you are.",
    ),
];

impl Notification {
    /// Every kind, in the order of the settings.
    pub fn all() -> impl Iterator<Item = Self> {
        TABLE.iter().map(|row| row.0)
    }

    /// How it is kept and sent.
    #[must_use]
    pub fn code(self) -> &'static str {
        self.row().1
    }

    /// What it is called, after 'Mail me when'.
    #[must_use]
    pub fn title(self) -> &'static str {
        self.row().2
    }

    /// When it comes, in a few words.
    #[must_use]
    pub fn help(self) -> &'static str {
        self.row().3
    }

    /// The kind of a code.
    #[must_use]
    pub fn from_code(code: &str) -> Option<Self> {
        TABLE.iter().find(|row| row.1 == code).map(|row| row.0)
    }

    fn row(self) -> &'static (Self, &'static str, &'static str, &'static str) {
        &TABLE[self as usize]
    }
}

/// Where somebody chooses.
pub const CHOICES_PATH: &str = "/app/user/edit/notifications";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_in_the_order_of_its_enum() {
        for (index, kind) in Notification::all().enumerate() {
            assert_eq!(kind as usize, index);
            assert_eq!(Notification::from_code(kind.code()), Some(kind));
        }
        assert_eq!(Notification::from_code("NONE"), None);
    }
}
