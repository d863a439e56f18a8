//! Optional email notifications.

/// A kind of email that each user can turn on or off. Account emails aren't included: they are always sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Notification {
    /// The user was added to a loan's team.
    LoanTeam,
    /// A loan of the user's moved to another stage.
    LoanStage,
    /// An automation rule of the company notifies the user about one of their loans.
    LoanRule,
}

/// Code, title and description of each kind. A new kind needs a row here and an email template in its feature.
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
    /// Every kind, in the order of the settings page.
    pub fn all() -> impl Iterator<Item = Self> {
        TABLE.iter().map(|row| row.0)
    }

    /// The code in the database and on the wire.
    #[must_use]
    pub fn code(self) -> &'static str {
        self.row().1
    }

    /// The title, shown after "Mail me when".
    #[must_use]
    pub fn title(self) -> &'static str {
        self.row().2
    }

    /// A short description of when the email is sent.
    #[must_use]
    pub fn help(self) -> &'static str {
        self.row().3
    }

    /// The kind with this code.
    #[must_use]
    pub fn from_code(code: &str) -> Option<Self> {
        TABLE.iter().find(|row| row.1 == code).map(|row| row.0)
    }

    fn row(self) -> &'static (Self, &'static str, &'static str, &'static str) {
        &TABLE[self as usize]
    }
}

/// The settings page on which a user chooses their notifications.
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
