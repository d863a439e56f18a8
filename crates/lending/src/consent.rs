//! Consent to calls and texts: who lends money calls and texts nobody by machine who has not agreed to it in writing (47
//! CFR 64.1200(a)(2), (f)(9)), a consent is for one number, and may be withdrawn in any reasonable way (64.1200(a)(10)).

use crate::words;
use jiff::{Timestamp, civil::Date, tz::TimeZone};

words! {
    /// What is consented to.
    #[allow(clippy::upper_case_acronyms)]
    pub enum ConsentKind {
        /// Calls.
        CALL,
        /// Texts.
        TEXT,
    }
}

words! {
    /// How a consent reached the company.
    #[allow(clippy::upper_case_acronyms)]
    pub enum ConsentSource {
        /// A program handed it in.
        API,
        /// A web form or a provider posted it.
        FORM,
        /// It was a row of a file.
        IMPORT,
        /// They said so.
        SPOKEN,
        /// They wrote so.
        WRITTEN,
    }
}

/// Longest wording.
pub const WORDING_LENGTH_MAX: usize = 2_000;

/// A consent that was given or withdrawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Consent<'a> {
    /// To what.
    pub kind: ConsentKind,
    /// The number that it is for.
    pub phone: &'a str,
    /// Whether it was given, and not withdrawn.
    pub is_given: bool,
    /// When.
    pub at: Timestamp,
}

/// Whether somebody consents to be reached at a number: the latest word counts; of two at the same time the withdrawal.
#[must_use]
pub fn stands<'a>(said: impl IntoIterator<Item = Consent<'a>>, kind: ConsentKind, phone: &str) -> bool {
    let said = said.into_iter().filter(|one| one.kind == kind && one.phone == phone);
    said.max_by_key(|one| (one.at, !one.is_given)).is_some_and(|latest| latest.is_given)
}

/// What a form that only says yes is held to have asked, unless the company has wording of its own.
#[must_use]
pub fn usual_wording(company: &str) -> String {
    format!(
        "I agree that {company} may call and text me about my inquiry at the number that I have given, also by automatic \
         dialing and with recorded messages. My consent is not a condition of any purchase. Message and data rates may \
         apply. I can withdraw it at any time, for texts by replying STOP."
    )
}

/// Whether a text in a consent field means yes, where it is no wording of its own; nothing where it is.
#[must_use]
pub fn is_yes(text: &str) -> Option<bool> {
    match text.trim().to_ascii_lowercase().as_str() {
        "yes" | "y" | "true" | "t" | "1" | "on" | "x" | "agree" | "agreed" | "opt-in" | "opted in" => Some(true),
        "" | "no" | "n" | "false" | "f" | "0" | "off" | "none" | "opt-out" | "opted out" => Some(false),
        _ => None,
    }
}

/// A time as files and forms write it: with its zone, or a day, which then begins in UTC.
#[must_use]
pub fn read_time(text: &str) -> Option<Timestamp> {
    let text = text.trim();
    let day = || text.parse::<Date>().ok().or_else(|| Date::strptime("%m/%d/%Y", text).ok());
    let begins = |day: Date| Some(day.to_zoned(TimeZone::UTC).ok()?.timestamp());
    text.parse::<Timestamp>().ok().or_else(|| begins(day()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(second: i64) -> Timestamp {
        Timestamp::from_second(second).unwrap()
    }

    #[test]
    fn the_latest_word_about_a_number_counts() {
        let said = |phone, is_given, second| Consent { kind: ConsentKind::TEXT, phone, is_given, at: at(second) };
        let (home, cell) = ("4155550132", "4155550133");
        assert!(!stands([], ConsentKind::TEXT, cell));
        assert!(stands([said(cell, true, 1)], ConsentKind::TEXT, cell));
        // It is for that number and for that kind.
        assert!(!stands([said(cell, true, 1)], ConsentKind::TEXT, home));
        assert!(!stands([said(cell, true, 1)], ConsentKind::CALL, cell));
        // However the rows lie, the latest counts.
        assert!(!stands([said(cell, false, 2), said(cell, true, 1)], ConsentKind::TEXT, cell));
        assert!(stands([said(cell, false, 2), said(cell, true, 3)], ConsentKind::TEXT, cell));
        assert!(!stands([said(cell, false, 2), said(cell, true, 2)], ConsentKind::TEXT, cell));
    }

    #[test]
    fn times_of_files_are_read() {
        let read = |text| read_time(text).map(|time| time.to_string());
        assert_eq!(read("2026-11-22T09:04:05-08:00").as_deref(), Some("2026-11-22T17:04:05Z"));
        for day in ["2026-11-22", " 11/22/2026"] {
            assert_eq!(read(day).as_deref(), Some("2026-11-22T00:00:00Z"), "{day}");
        }
        assert_eq!(read("last week"), None);
    }

    #[test]
    fn a_tick_is_told_from_a_wording() {
        assert_eq!((is_yes(" Yes "), is_yes("0"), is_yes("")), (Some(true), Some(false), Some(false)));
        assert_eq!(is_yes("I agree to be called"), None);
    }
}
