//! Consent to calls and texts. A lender can't use automated calls or texts without the recipient's written consent (47
//! CFR 64.1200(a)(2), (f)(9)). Each consent covers one phone number, and the recipient can withdraw it in any
//! reasonable way (64.1200(a)(10)).

use crate::words;
use jiff::{Timestamp, civil::Date, tz::TimeZone};

words! {
    /// What the person consents to.
    #[allow(clippy::upper_case_acronyms)]
    pub enum ConsentKind {
        /// Phone calls.
        CALL,
        /// Text messages.
        TEXT,
    }
}

words! {
    /// How the consent reached the company.
    #[allow(clippy::upper_case_acronyms)]
    pub enum ConsentSource {
        /// A program sent it through the API.
        API,
        /// A web form or a lead provider posted it.
        FORM,
        /// A row of an imported file contained it.
        IMPORT,
        /// The person said it.
        SPOKEN,
        /// The person wrote it.
        WRITTEN,
    }
}

/// Maximum length of a consent's wording.
pub const WORDING_LENGTH_MAX: usize = 2_000;

/// One record of a consent given or withdrawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Consent<'a> {
    /// What it covers.
    pub kind: ConsentKind,
    /// The phone number it covers.
    pub phone: &'a str,
    /// `true` if given, `false` if withdrawn.
    pub is_given: bool,
    /// When it was given or withdrawn.
    pub at: Timestamp,
}

/// Whether the consent to be contacted at a number is in effect. The latest record decides. If two have the same time,
/// a withdrawal wins.
#[must_use]
pub fn stands<'a>(said: impl IntoIterator<Item = Consent<'a>>, kind: ConsentKind, phone: &str) -> bool {
    let said = said.into_iter().filter(|one| one.kind == kind && one.phone == phone);
    said.max_by_key(|one| (one.at, !one.is_given)).is_some_and(|latest| latest.is_given)
}

/// Default wording for forms that only submit "yes". A company can set its own wording.
#[must_use]
pub fn usual_wording(company: &str) -> String {
    format!(
        "I agree that {company} may call and text me about my inquiry at the number that I have given, also by automatic \
         dialing and with recorded messages. My consent is not a condition of any purchase. Message and data rates may \
         apply. I can withdraw it at any time, for texts by replying STOP."
    )
}

/// Whether the text in a consent field means yes or no. Returns `None` if the text is a wording of its own.
#[must_use]
pub fn is_yes(text: &str) -> Option<bool> {
    match text.trim().to_ascii_lowercase().as_str() {
        "yes" | "y" | "true" | "t" | "1" | "on" | "x" | "agree" | "agreed" | "opt-in" | "opted in" => Some(true),
        "" | "no" | "n" | "false" | "f" | "0" | "off" | "none" | "opt-out" | "opted out" => Some(false),
        _ => None,
    }
}

/// Parses a time as files and forms write it: a timestamp with a time zone, or a date, which means its start in UTC.
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
    fn the_latest_record_for_a_number_decides() {
        let said = |phone, is_given, second| Consent { kind: ConsentKind::TEXT, phone, is_given, at: at(second) };
        let (home, cell) = ("4155550132", "4155550133");
        assert!(!stands([], ConsentKind::TEXT, cell));
        assert!(stands([said(cell, true, 1)], ConsentKind::TEXT, cell));
        // A consent covers only its own number and kind.
        assert!(!stands([said(cell, true, 1)], ConsentKind::TEXT, home));
        assert!(!stands([said(cell, true, 1)], ConsentKind::CALL, cell));
        // The latest record decides in any order of rows.
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
    fn a_plain_yes_or_no_is_distinguished_from_a_wording() {
        assert_eq!((is_yes(" Yes "), is_yes("0"), is_yes("")), (Some(true), Some(false), Some(false)));
        assert_eq!(is_yes("I agree to be called"), None);
    }
}
