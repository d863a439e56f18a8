//! Validated value types: money, rates, people's identifiers and addresses. Each is checked once, when it is parsed.
//!
//! Each type has one text form for JSON, messages and files. None uses floating point.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};
use std::{fmt, str::FromStr};

/// Validation error, worded for the user who entered the text.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Invalid(pub String);

impl Invalid {
    pub(crate) fn new(message: impl Into<String>) -> Self {
        Self(message.into())
    }
}

/// Implements serde and the OpenAPI schema for a value with one text form.
macro_rules! as_text {
    ($name:ident, $example:literal) => {
        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }
        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                std::borrow::Cow::<'de, str>::deserialize(deserializer)?.parse().map_err(de::Error::custom)
            }
        }
        impl utoipa::PartialSchema for $name {
            fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::schema::Schema> {
                utoipa::openapi::ObjectBuilder::new()
                    .schema_type(utoipa::openapi::schema::Type::String)
                    .examples([serde_json::Value::from($example)])
                    .into()
            }
        }
        impl utoipa::ToSchema for $name {}
    };
}

/// Parses a decimal number without floating point.
///
/// `places` is the number of decimals that the type stores. Further decimals must be zeros, so that no digit is
/// silently lost. The result is in units of the last place.
fn fixed_point(text: &str, places: u32, what: &str) -> Result<i64, Invalid> {
    let not_a_number = || Invalid::new(format!("{what} must be a number such as 1234.56"));
    let text = text.trim();
    let (negative, digits) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text),
    };
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    if whole.is_empty() && fraction.is_empty() {
        return Err(not_a_number());
    }
    let mut units: i64 = 0;
    let mut push = |digit: u8| -> Result<(), Invalid> {
        if !digit.is_ascii_digit() {
            return Err(not_a_number());
        }
        units = units
            .checked_mul(10)
            .and_then(|units| units.checked_add(i64::from(digit - b'0')))
            .ok_or_else(|| Invalid::new(format!("{what} is too large")))?;
        Ok(())
    };
    whole.bytes().try_for_each(&mut push)?;
    let kept = fraction.len().min(places as usize);
    let (kept, rest) = fraction.as_bytes().split_at(kept);
    kept.iter().copied().try_for_each(&mut push)?;
    (kept.len()..places as usize).try_for_each(|_| push(b'0'))?;
    if rest.iter().any(|digit| !digit.is_ascii_digit()) {
        return Err(not_a_number());
    }
    if rest.iter().any(|digit| *digit != b'0') {
        return Err(Invalid::new(format!("{what} has at most {places} decimals")));
    }
    Ok(if negative { -units } else { units })
}

/// An amount in US dollars, exact to the cent. Written `300000.00`; negative amounts are possible (a rental loss).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Money(i64);

impl Money {
    /// Zero dollars.
    pub const ZERO: Money = Money(0);

    /// Creates an amount from whole cents, the unit used in tables.
    #[must_use]
    pub const fn from_cents(cents: i64) -> Self {
        Self(cents)
    }

    /// Whole cents, the unit used in tables.
    #[must_use]
    pub const fn cents(self) -> i64 {
        self.0
    }

    /// The sum, or `None` on overflow (92 quadrillion dollars).
    #[must_use]
    pub fn checked_add(self, other: Money) -> Option<Money> {
        self.0.checked_add(other.0).map(Money)
    }

    /// A percentage of the amount, rounded half away from zero to the cent.
    #[must_use]
    pub fn percent(self, rate: Rate) -> Money {
        let product = i128::from(self.0) * i128::from(rate.0);
        Money(i64::try_from(round_half_up(product, 100_000_000)).unwrap_or(i64::MAX))
    }
}

/// Divides and rounds half away from zero.
pub(crate) const fn round_half_up(dividend: i128, divisor: i128) -> i128 {
    let half = divisor / 2;
    if dividend < 0 { (dividend - half) / divisor } else { (dividend + half) / divisor }
}

/// Sums and differences stop at 92 quadrillion dollars instead of overflowing.
impl std::ops::Add for Money {
    type Output = Money;
    fn add(self, other: Money) -> Money {
        Money(self.0.saturating_add(other.0))
    }
}

impl std::ops::Sub for Money {
    type Output = Money;
    fn sub(self, other: Money) -> Money {
        Money(self.0.saturating_sub(other.0))
    }
}

impl std::ops::Neg for Money {
    type Output = Money;
    fn neg(self) -> Money {
        Money(self.0.saturating_neg())
    }
}

impl std::iter::Sum for Money {
    fn sum<I: Iterator<Item = Money>>(amounts: I) -> Money {
        amounts.fold(Money::ZERO, |sum, amount| Money(sum.0.saturating_add(amount.0)))
    }
}

impl fmt::Display for Money {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        let cents = self.0.unsigned_abs();
        write!(f, "{sign}{}.{:02}", cents / 100, cents % 100)
    }
}

impl FromStr for Money {
    type Err = Invalid;
    /// Parses `300000`, `300000.5` and `-12.34`, without currency sign or thousands separators.
    fn from_str(text: &str) -> Result<Self, Invalid> {
        fixed_point(text, 2, "The amount").map(Money)
    }
}
as_text!(Money, "300000.00");

/// A rate in percent, exact to a millionth of a percentage point. Displayed with at least three decimals: `4.250`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rate(i64);

impl Rate {
    /// Creates a rate from millionths of a percentage point, the unit used in tables.
    #[must_use]
    pub const fn from_millionths(millionths: i64) -> Self {
        Self(millionths)
    }

    /// Millionths of a percentage point, the unit used in tables: 4.25 % is 4,250,000.
    #[must_use]
    pub const fn millionths(self) -> i64 {
        self.0
    }
}

impl fmt::Display for Rate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        let units = self.0.unsigned_abs();
        let mut decimals = format!("{:06}", units % 1_000_000);
        while decimals.len() > 3 && decimals.ends_with('0') {
            decimals.pop();
        }
        write!(f, "{sign}{}.{decimals}", units / 1_000_000)
    }
}

impl FromStr for Rate {
    type Err = Invalid;
    /// Parses a percentage such as `4.25`, between -100 and 1000.
    fn from_str(text: &str) -> Result<Self, Invalid> {
        let millionths = fixed_point(text, 6, "The rate")?;
        if (-100_000_000..=1_000_000_000).contains(&millionths) {
            Ok(Rate(millionths))
        } else {
            Err(Invalid::new("The rate must be a percentage between -100 and 1000"))
        }
    }
}
as_text!(Rate, "4.250");

/// A ratio in percent with two decimals: `31.25`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Percent(i64);

impl Percent {
    /// Hundredths of a percentage point: 31.25 % is 3125.
    #[must_use]
    pub const fn hundredths(self) -> i64 {
        self.0
    }

    /// The ratio of two amounts, rounded half away from zero. `None` unless the whole is positive.
    #[must_use]
    pub fn rounded(part: Money, whole: Money) -> Option<Self> {
        Self::of(part, whole, round_half_up)
    }

    /// The ratio of two amounts, cut to two decimals. `None` unless the whole is positive.
    #[must_use]
    pub fn truncated(part: Money, whole: Money) -> Option<Self> {
        Self::of(part, whole, |dividend, divisor| dividend / divisor)
    }

    fn of(part: Money, whole: Money, divide: fn(i128, i128) -> i128) -> Option<Self> {
        if whole <= Money::ZERO {
            return None;
        }
        i64::try_from(divide(i128::from(part.0) * 10_000, i128::from(whole.0))).ok().map(Self)
    }

    /// The next whole percent, or the same if it has no decimals.
    #[must_use]
    pub const fn next_whole(self) -> i64 {
        self.0.div_euclid(100) + (self.0.rem_euclid(100) > 0) as i64
    }
}

impl fmt::Display for Percent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        let units = self.0.unsigned_abs();
        write!(f, "{sign}{}.{:02}", units / 100, units % 100)
    }
}

impl FromStr for Percent {
    type Err = Invalid;
    /// Parses a percentage such as `31.25`.
    fn from_str(text: &str) -> Result<Self, Invalid> {
        fixed_point(text, 2, "The percentage").map(Percent)
    }
}
as_text!(Percent, "31.25");

/// An email address as entered. Compare addresses by [`Email::key`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Email(String);

impl Email {
    /// The address as entered.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The address in lowercase, for comparison.
    #[must_use]
    pub fn key(&self) -> String {
        self.0.to_lowercase()
    }
}

impl fmt::Display for Email {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl FromStr for Email {
    type Err = Invalid;
    fn from_str(text: &str) -> Result<Self, Invalid> {
        let text = text.trim();
        let options =
            email_address::Options::default().with_required_tld().without_display_text().without_domain_literal();
        if text.len() <= 254 && email_address::EmailAddress::parse_with_options(text, options).is_ok() {
            Ok(Email(text.to_owned()))
        } else {
            Err(Invalid::new("Please enter valid email"))
        }
    }
}
as_text!(Email, "ken.customer@example.com");

/// A phone number: ten digits of the North American plan, or an international number with a leading `+`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Phone(String);

impl Phone {
    /// Ten digits, or `+` and eight to fifteen digits: the stored and compared form.
    #[must_use]
    pub fn digits(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Phone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl FromStr for Phone {
    type Err = Invalid;
    /// Parses pasted numbers: `+1 (415) 555-0132`, `415.555.0132`, `4155550132`.
    fn from_str(text: &str) -> Result<Self, Invalid> {
        let invalid = || Invalid::new("Please enter valid phone number");
        let text = text.trim();
        if text.chars().any(|c| !(c.is_ascii_digit() || " +-.()/\u{a0}".contains(c))) {
            return Err(invalid());
        }
        let digits: String = text.chars().filter(char::is_ascii_digit).collect();
        let national = match digits.strip_prefix('1') {
            Some(rest) if rest.len() == 10 => rest,
            _ => &digits,
        };
        if national.len() == 10 && (!text.starts_with('+') || national.len() < digits.len()) {
            return if matches!(national.as_bytes()[0], b'2'..=b'9') {
                Ok(Phone(national.to_owned()))
            } else {
                Err(invalid())
            };
        }
        if text.starts_with('+') && (8..=15).contains(&digits.len()) && !digits.starts_with('1') {
            return Ok(Phone(format!("+{digits}")));
        }
        Err(invalid())
    }
}
as_text!(Phone, "4155550132");

/// USPS code of a state, the District of Columbia, or a territory with licensed lenders.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct StateCode(&'static str);

/// Every state and its name, sorted by name. Source: USPS Publication 28, appendix B.
pub const STATES: [(&str, &str); 56] = [
    ("AL", "Alabama"),
    ("AK", "Alaska"),
    ("AS", "American Samoa"),
    ("AZ", "Arizona"),
    ("AR", "Arkansas"),
    ("CA", "California"),
    ("CO", "Colorado"),
    ("CT", "Connecticut"),
    ("DE", "Delaware"),
    ("DC", "District of Columbia"),
    ("FL", "Florida"),
    ("GA", "Georgia"),
    ("GU", "Guam"),
    ("HI", "Hawaii"),
    ("ID", "Idaho"),
    ("IL", "Illinois"),
    ("IN", "Indiana"),
    ("IA", "Iowa"),
    ("KS", "Kansas"),
    ("KY", "Kentucky"),
    ("LA", "Louisiana"),
    ("ME", "Maine"),
    ("MD", "Maryland"),
    ("MA", "Massachusetts"),
    ("MI", "Michigan"),
    ("MN", "Minnesota"),
    ("MS", "Mississippi"),
    ("MO", "Missouri"),
    ("MT", "Montana"),
    ("NE", "Nebraska"),
    ("NV", "Nevada"),
    ("NH", "New Hampshire"),
    ("NJ", "New Jersey"),
    ("NM", "New Mexico"),
    ("NY", "New York"),
    ("NC", "North Carolina"),
    ("ND", "North Dakota"),
    ("MP", "Northern Mariana Islands"),
    ("OH", "Ohio"),
    ("OK", "Oklahoma"),
    ("OR", "Oregon"),
    ("PA", "Pennsylvania"),
    ("PR", "Puerto Rico"),
    ("RI", "Rhode Island"),
    ("SC", "South Carolina"),
    ("SD", "South Dakota"),
    ("TN", "Tennessee"),
    ("TX", "Texas"),
    ("UT", "Utah"),
    ("VT", "Vermont"),
    ("VI", "Virgin Islands"),
    ("VA", "Virginia"),
    ("WA", "Washington"),
    ("WV", "West Virginia"),
    ("WI", "Wisconsin"),
    ("WY", "Wyoming"),
];

impl StateCode {
    /// The two-letter code.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        self.0
    }
}

impl fmt::Display for StateCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

impl FromStr for StateCode {
    type Err = Invalid;
    fn from_str(text: &str) -> Result<Self, Invalid> {
        let text = text.trim();
        STATES
            .iter()
            .find(|(code, _)| code.eq_ignore_ascii_case(text))
            .map(|(code, _)| StateCode(code))
            .ok_or_else(|| Invalid::new("Choose a US state or territory by its two-letter code"))
    }
}
as_text!(StateCode, "CA");

/// A ZIP code with five or nine digits. Stored without the hyphen and displayed with it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PostalCode(String);

impl PostalCode {
    /// Five or nine digits.
    #[must_use]
    pub fn digits(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for PostalCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.split_at_checked(5) {
            Some((five, plus_four)) if !plus_four.is_empty() => write!(f, "{five}-{plus_four}"),
            _ => f.write_str(&self.0),
        }
    }
}

impl FromStr for PostalCode {
    type Err = Invalid;
    fn from_str(text: &str) -> Result<Self, Invalid> {
        let digits: String = text.trim().chars().filter(|c| !matches!(c, '-' | ' ')).collect();
        if matches!(digits.len(), 5 | 9) && digits.bytes().all(|b| b.is_ascii_digit()) {
            Ok(PostalCode(digits))
        } else {
            Err(Invalid::new("Enter a ZIP code of five or nine digits"))
        }
    }
}
as_text!(PostalCode, "91502-1234");

/// A person's nine-digit Social Security number, ITIN or employer identification number.
///
/// `Debug` and `Display` show only the last four digits. [`TaxpayerIdentifier::reveal`] is the only access to all nine,
/// so that every use is easy to find.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct TaxpayerIdentifier(String);

impl TaxpayerIdentifier {
    /// All nine digits. The caller must write an audit entry or encrypt the number.
    #[must_use]
    pub fn reveal(&self) -> &str {
        &self.0
    }

    /// The last four digits, which can be shown and stored unencrypted.
    #[must_use]
    pub fn last_four(&self) -> &str {
        &self.0[5..]
    }

    /// Whether the Social Security Administration could have issued it: no area 000, 666 or 900 to 999, no group 00,
    /// no serial 0000 (20 CFR 422.103; SSA "Randomization FAQ").
    #[must_use]
    pub fn is_issuable_ssn(&self) -> bool {
        let (area, group, serial) = (&self.0[..3], &self.0[3..5], &self.0[5..]);
        area != "000" && area != "666" && !area.starts_with('9') && group != "00" && serial != "0000"
    }

    /// Whether it has the format of an ITIN, which starts with 9 (26 CFR 301.6109-1(d)(3)).
    #[must_use]
    pub fn is_itin(&self) -> bool {
        self.0.starts_with('9')
    }

    /// Whether the IRS issues ITINs with these middle digits: 50 to 65, 70 to 88, 90 to 92 and 94 to 99.
    #[must_use]
    pub fn has_itin_group(&self) -> bool {
        self.is_itin() && matches!(self.0[3..5].parse(), Ok(50..=65 | 70..=88 | 90..=92 | 94..=99))
    }
}

impl fmt::Debug for TaxpayerIdentifier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "***-**-{}", self.last_four())
    }
}

impl FromStr for TaxpayerIdentifier {
    type Err = Invalid;
    /// Parses nine digits, with or without hyphens or spaces. [`Self::is_issuable_ssn`] tells whether the number can
    /// exist.
    fn from_str(text: &str) -> Result<Self, Invalid> {
        let digits: String = text.trim().chars().filter(|c| !matches!(c, '-' | ' ')).collect();
        if digits.len() == 9 && digits.bytes().all(|b| b.is_ascii_digit()) && digits != "000000000" {
            Ok(TaxpayerIdentifier(digits))
        } else {
            Err(Invalid::new("Enter a valid Social Security number"))
        }
    }
}

impl Serialize for TaxpayerIdentifier {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.0)
    }
}

impl<'de> Deserialize<'de> for TaxpayerIdentifier {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        std::borrow::Cow::<'de, str>::deserialize(deserializer)?.parse().map_err(de::Error::custom)
    }
}

/// The part of an account number that can be shown: its last four letters or digits, if it has more than four.
#[must_use]
pub fn last_four_of(account_number: &str) -> Option<String> {
    let signs: Vec<char> = account_number.chars().filter(|c| c.is_alphanumeric()).collect();
    (signs.len() > 4).then(|| signs[signs.len() - 4..].iter().collect())
}

/// Normalized name for comparing and sorting: lowercase, without accents and punctuation, single spaces.
///
/// Callers put the last name first for sorting; see [`crate::project`]. The key ends after 500 letters, because an
/// index row is limited to about 2,700 bytes.
#[must_use]
pub fn name_key(name: &str) -> String {
    const LETTERS_MAX: usize = 500;
    let mut key = String::with_capacity(name.len().min(LETTERS_MAX));
    for c in deunicode::deunicode(name).chars() {
        if key.len() == LETTERS_MAX {
            break;
        }
        if c.is_ascii_alphanumeric() {
            key.push(c.to_ascii_lowercase());
        } else if (c.is_whitespace() || c == '-') && !key.is_empty() && !key.ends_with(' ') {
            key.push(' ');
        }
    }
    key.truncate(key.trim_end().len());
    key
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn money_is_read_and_written_to_the_cent() {
        for (text, cents, written) in [
            ("300000.00", 30_000_000, "300000.00"),
            ("300000", 30_000_000, "300000.00"),
            ("-556.42", -55_642, "-556.42"),
            (".5", 50, "0.50"),
            ("0.1000", 10, "0.10"),
            ("-0.05", -5, "-0.05"),
        ] {
            let money: Money = text.parse().unwrap();
            assert_eq!(money.cents(), cents, "{text}");
            assert_eq!(money.to_string(), written);
        }
        for text in ["", "-", ".", "1,000", "$5", "1.005", "1e5", "NaN", "99999999999999999999"] {
            assert!(text.parse::<Money>().is_err(), "{text} must be refused");
        }
    }

    #[test]
    fn a_rate_keeps_six_decimals_and_shows_three() {
        assert_eq!("4.25".parse::<Rate>().unwrap().to_string(), "4.250");
        assert_eq!("6.0625".parse::<Rate>().unwrap().to_string(), "6.0625");
        assert_eq!("4.250".parse::<Rate>().unwrap().millionths(), 4_250_000);
        assert!("4.1234567".parse::<Rate>().is_err());
        assert!("1001".parse::<Rate>().is_err());
    }

    #[test]
    fn pasted_phone_text_is_normalized() {
        for text in ["+1 (415) 555-0132", "415.555.0132", "4155550132", "1-415-555-0132", " (415) 555-0132 "] {
            assert_eq!(text.parse::<Phone>().unwrap().digits(), "4155550132", "{text}");
        }
        assert_eq!("+44 20 7946 0958".parse::<Phone>().unwrap().digits(), "+442079460958");
        for text in ["123", "", "call me", "0155550132", "41555501321"] {
            assert!(text.parse::<Phone>().is_err(), "{text} must be refused");
        }
    }

    #[test]
    fn an_email_is_checked_and_compared_without_case() {
        assert_eq!("Ken.C@FannieMae.com".parse::<Email>().unwrap().key(), "ken.c@fanniemae.com");
        for text in ["", "   ", "abc", "a@b", "a b@c.com", "Ken <ken@example.com>"] {
            assert!(text.parse::<Email>().is_err(), "{text:?} must be refused");
        }
    }

    #[test]
    fn an_ssn_shows_only_its_last_four_digits() {
        let ssn: TaxpayerIdentifier = "123-45-6789".parse().unwrap();
        assert_eq!(format!("{ssn:?}"), "***-**-6789");
        assert!(ssn.is_issuable_ssn());
        for never_issued in ["000-12-3456", "666-12-3456", "123-00-4567", "123-45-0000", "912-70-1234"] {
            assert!(!never_issued.parse::<TaxpayerIdentifier>().unwrap().is_issuable_ssn(), "{never_issued}");
        }
        assert!("912-70-1234".parse::<TaxpayerIdentifier>().unwrap().is_itin());
        for (number, is_in_use) in [("912-70-1234", true), ("912-69-1234", false), ("912-93-1234", false)] {
            assert_eq!(number.parse::<TaxpayerIdentifier>().unwrap().has_itin_group(), is_in_use, "{number}");
        }
        assert!("12345678".parse::<TaxpayerIdentifier>().is_err());
    }

    #[test]
    fn an_account_number_shows_its_last_four_characters_and_never_all() {
        assert_eq!(last_four_of("45-667788").as_deref(), Some("7788"));
        assert_eq!(last_four_of("2-34").as_deref(), None);
        assert_eq!(last_four_of("12-34").as_deref(), None);
    }

    #[test]
    fn names_are_compared_without_case_accents_and_punctuation() {
        assert_eq!(name_key("  José  O'Neill-Smith "), "jose oneill smith");
        assert_eq!(name_key("Łukasz Großmann"), "lukasz grossmann");
        // The key fits into an index row even for very long pasted text.
        assert_eq!(name_key(&"ß".repeat(60_000)).len(), 500);
    }

    #[test]
    fn a_zip_code_has_five_or_nine_digits() {
        assert_eq!("915021234".parse::<PostalCode>().unwrap().to_string(), "91502-1234");
        assert_eq!("91502".parse::<PostalCode>().unwrap().to_string(), "91502");
        assert!("9150".parse::<PostalCode>().is_err());
    }
}
