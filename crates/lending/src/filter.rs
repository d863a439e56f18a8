//! User-defined list filters: conditions on fields, combined with "all" or "any", and at most one level of groups.
//!
//! A filter is parsed and validated once, when a request arrives. The result contains only known fields, operators that
//! fit them, and typed values. Relative dates (*this month*, *the next 7 days*) are resolved against the user's today.

mod days;

use crate::{
    search::{TextFilter, text_filter},
    values::{Invalid, Money, Rate, name_key},
};
use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use std::{fmt, str::FromStr};
use utoipa::ToSchema;

/// Maximum length of a filter in bytes.
pub const FILTER_BYTES_MAX: usize = 8_000;
/// Maximum number of conditions, including those in groups.
pub const CONDITIONS_MAX: usize = 20;
/// Maximum number of values in a condition.
pub const VALUES_MAX: usize = 50;
/// Maximum number of text conditions. Each runs its own search.
pub const SEARCHES_MAX: usize = 3;
/// Maximum number of loan numbers in all conditions together. Each runs its own search.
pub const CODES_MAX: usize = 10;
const TEXT_LETTERS_MAX: usize = 200;

/// Type of a field's values.
#[derive(Clone, Copy, Debug)]
pub enum Kind {
    /// A person's name.
    Name,
    /// A number in the company's own format, such as a loan number.
    Code,
    /// A record, identified by its id.
    Choice,
    /// A value of a string enum, parsed by [`word`].
    Word(fn(&str) -> Result<String, Invalid>),
    /// A date.
    Day,
    /// A timestamp, filtered by its date.
    Instant,
    /// An amount in dollars and cents.
    Money,
    /// A percentage.
    Rate,
    /// A whole number.
    Number,
}

/// A field that a list can be filtered by.
#[derive(Debug)]
pub struct Field {
    /// Name in filters.
    pub name: &'static str,
    /// Type of its values.
    pub kind: Kind,
    /// Whether records can lack this field.
    pub may_be_empty: bool,
}

impl Field {
    /// A field that every record has.
    #[must_use]
    pub const fn always(name: &'static str, kind: Kind) -> Self {
        Self { name, kind, may_be_empty: false }
    }

    /// A field that records can lack.
    #[must_use]
    pub const fn optional(name: &'static str, kind: Kind) -> Self {
        Self { name, kind, may_be_empty: true }
    }
}

/// Parses a value of a string enum.
///
/// # Errors
/// The value isn't in the enum.
pub fn word<Words: FromStr<Err = Invalid> + fmt::Display>(text: &str) -> Result<String, Invalid> {
    text.parse::<Words>().map(|word| word.to_string())
}

/// How conditions are combined.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = FilterMatch)]
pub enum Joined {
    /// All conditions must hold.
    All,
    /// At least one condition must hold.
    Any,
}

/// A filter.
#[derive(Clone, Debug)]
pub struct Expression {
    /// How the parts are combined.
    pub joined: Joined,
    /// The parts; never empty.
    pub parts: Vec<Part>,
}

/// A condition or a group of a filter.
#[derive(Clone, Debug)]
pub enum Part {
    /// A single condition.
    One(Condition),
    /// A group of conditions with its own way of combining them.
    Group(Joined, Vec<Condition>),
}

/// A condition on a field.
#[derive(Clone, Debug)]
pub struct Condition {
    /// The field it tests.
    pub field: &'static Field,
    /// The test to apply.
    pub test: Test,
}

/// The test of a condition.
#[derive(Clone, Debug, PartialEq)]
pub enum Test {
    /// The value is one of these.
    OneOf(Vec<Operand>),
    /// The value is none of these, or is missing.
    NoneOf(Vec<Operand>),
    /// The value contains this text.
    Contains(TextFilter),
    /// The value is missing.
    Empty,
    /// The value exists.
    NotEmpty,
    /// The value is in this range, including both ends.
    Between(Option<Operand>, Option<Operand>),
}

/// A value to compare with.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Operand {
    /// A record id, a rate in millionths, an amount in cents, or a number.
    Number(i64),
    /// An enum value, a normalized name, or a code in lowercase.
    Text(String),
    /// A date, for date and timestamp fields.
    Day(Date),
}

/// A validation error and its location.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wrong {
    /// Path within the filter, such as `.conditions[2].values`.
    pub path: String,
    /// The error message.
    pub message: String,
}

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.path, self.message)
    }
}

fn wrong<T>(path: &str, message: impl Into<String>) -> Result<T, Wrong> {
    Err(Wrong { path: path.to_owned(), message: message.into() })
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawPart {
    field: Option<String>,
    operator: Option<String>,
    #[serde(default)]
    values: Vec<String>,
    #[serde(rename = "match")]
    joined: Option<Joined>,
    conditions: Option<Vec<RawPart>>,
}

impl Expression {
    /// Parses a filter from the web. Relative dates count from `today`.
    ///
    /// # Errors
    /// The path and reason if the filter is malformed, doesn't fit its fields, or exceeds a limit.
    pub fn read(text: &str, fields: &'static [Field], today: Date) -> Result<Self, Wrong> {
        if text.len() > FILTER_BYTES_MAX {
            return wrong("", format!("is too long: at most {FILTER_BYTES_MAX} bytes"));
        }
        let Ok(raw) = serde_json::from_str::<RawPart>(text) else {
            return wrong(
                "",
                "must be {\"match\": \"all\" or \"any\", \"conditions\": [{\"field\", \"operator\", \"values\"}]}",
            );
        };
        let (joined, raws) = group("", &raw)?;
        let count: usize = raws.iter().map(|part| part.conditions.as_ref().map_or(1, Vec::len)).sum();
        if count > CONDITIONS_MAX {
            return wrong(".conditions", format!("must be at most {CONDITIONS_MAX} in all"));
        }
        if raws.iter().filter(|part| part.conditions.is_some()).count() > 1 {
            return wrong(".conditions", "can hold one group");
        }
        let mut parts = Vec::with_capacity(raws.len());
        for (index, raw) in raws.iter().enumerate() {
            let path = format!(".conditions[{index}]");
            parts.push(match &raw.conditions {
                None => Part::One(condition(&path, raw, fields, today)?),
                Some(_) => {
                    let (joined, raws) = group(&path, raw)?;
                    let within = raws
                        .iter()
                        .enumerate()
                        .map(|(index, raw)| condition(&format!("{path}.conditions[{index}]"), raw, fields, today));
                    Part::Group(joined, within.collect::<Result<_, _>>()?)
                }
            });
        }
        let expression = Self { joined, parts };
        if expression.conditions().filter(|condition| condition.is_search()).count() > SEARCHES_MAX {
            return wrong(".conditions", format!("can look through texts at most {SEARCHES_MAX} times"));
        }
        if expression.conditions().map(Condition::codes).sum::<usize>() > CODES_MAX {
            return wrong(".conditions", format!("can name at most {CODES_MAX} numbers"));
        }
        Ok(expression)
    }

    /// Every condition, including those in groups.
    pub fn conditions(&self) -> impl Iterator<Item = &Condition> {
        self.parts.iter().flat_map(|part| match part {
            Part::One(condition) => std::slice::from_ref(condition),
            Part::Group(_, conditions) => conditions,
        })
    }
}

impl Condition {
    /// Whether the condition runs a text search.
    #[must_use]
    pub fn is_search(&self) -> bool {
        matches!((&self.test, self.field.kind), (Test::Contains(_), _) | (Test::OneOf(_), Kind::Code))
    }

    /// How many loan numbers the condition searches for.
    fn codes(&self) -> usize {
        match (&self.test, self.field.kind) {
            (Test::OneOf(codes), Kind::Code) => codes.len(),
            _ => 0,
        }
    }
}

fn group<'a>(path: &str, raw: &'a RawPart) -> Result<(Joined, &'a [RawPart]), Wrong> {
    match raw {
        RawPart { joined: Some(joined), conditions: Some(conditions), field: None, operator: None, values }
            if values.is_empty() && !conditions.is_empty() =>
        {
            Ok((*joined, conditions))
        }
        _ => wrong(path, "must have \"match\", \"all\" or \"any\", and at least one of \"conditions\""),
    }
}

fn condition(path: &str, raw: &RawPart, fields: &'static [Field], today: Date) -> Result<Condition, Wrong> {
    if raw.conditions.is_some() || raw.joined.is_some() {
        return wrong(path, "can hold no further group");
    }
    let Some(field) = fields.iter().find(|field| Some(field.name) == raw.field.as_deref()) else {
        let names: Vec<_> = fields.iter().map(|field| field.name).collect();
        return wrong(&format!("{path}.field"), format!("must be one of {}", names.join(", ")));
    };
    let operator = raw.operator.as_deref().unwrap_or_default();
    let offered = operators(field);
    if !offered.contains(&operator) {
        return wrong(&format!("{path}.operator"), format!("must be one of {}", offered.join(", ")));
    }
    let values: Vec<_> = raw.values.iter().map(|value| value.trim()).collect();
    let test = test(field, operator, &values, today);
    test.map(|test| Condition { field, test }).or_else(|message| wrong(&format!("{path}.values"), message))
}

/// The operators that a field supports.
#[must_use]
pub fn operators(field: &Field) -> Vec<&'static str> {
    let mut offered = vec!["is", "isNot"];
    offered.extend(match field.kind {
        Kind::Name | Kind::Code => &["contains"][..],
        Kind::Choice | Kind::Word(_) => &[],
        Kind::Day | Kind::Instant => &["before", "after", "between", "within"],
        Kind::Money | Kind::Rate | Kind::Number => &["atLeast", "atMost", "between"],
    });
    if field.may_be_empty {
        offered.extend(["empty", "notEmpty"]);
    }
    offered
}

fn test(field: &Field, operator: &str, values: &[&str], today: Date) -> Result<Test, String> {
    let operand = |value: &&str| operand(field, value, today);
    let day = |value: &str| days::day(value, today).ok_or_else(|| days::EXPECTED.to_owned());
    match (operator, values) {
        ("empty", []) => Ok(Test::Empty),
        ("notEmpty", []) => Ok(Test::NotEmpty),
        ("empty" | "notEmpty", _) => Err("must be left out".to_owned()),
        ("is" | "isNot", [_, ..]) if values.len() <= VALUES_MAX => {
            let mut operands = values.iter().map(operand).collect::<Result<Vec<_>, _>>()?;
            if matches!(field.kind, Kind::Name) {
                operands = operands.into_iter().flat_map(orders).collect();
            }
            Ok(if operator == "is" { Test::OneOf(operands) } else { Test::NoneOf(operands) })
        }
        ("is" | "isNot", _) => Err(format!("must be 1 to {VALUES_MAX}")),
        ("contains", [text]) => contains(text).map(Test::Contains),
        ("before", [value]) => {
            let before = day(value)?.yesterday().map_err(|_| days::EXPECTED.to_owned())?;
            Ok(Test::Between(None, Some(Operand::Day(before))))
        }
        ("after", [value]) => {
            let after = day(value)?.tomorrow().map_err(|_| days::EXPECTED.to_owned())?;
            Ok(Test::Between(Some(Operand::Day(after)), None))
        }
        ("within", [name]) => {
            let (from, until) = days::period(name, today).ok_or_else(|| days::PERIODS.to_owned())?;
            Ok(Test::Between(Some(Operand::Day(from)), Some(Operand::Day(until))))
        }
        ("atLeast", [value]) => Ok(Test::Between(Some(operand(value)?), None)),
        ("atMost", [value]) => Ok(Test::Between(None, Some(operand(value)?))),
        ("between", [from, until]) => Ok(Test::Between(Some(operand(from)?), Some(operand(until)?))),
        ("between", _) => Err("must be two: the first and the last".to_owned()),
        _ => Err("must be one".to_owned()),
    }
}

fn operand(field: &Field, value: &str, today: Date) -> Result<Operand, String> {
    if value.is_empty() || value.chars().count() > TEXT_LETTERS_MAX {
        return Err(format!("must have 1 to {TEXT_LETTERS_MAX} characters"));
    }
    match field.kind {
        Kind::Name => Ok(Operand::Text(name_key(value))),
        Kind::Code => Ok(Operand::Text(value.to_lowercase())),
        Kind::Choice => value.parse().map(Operand::Number).map_err(|_| "must be ids".to_owned()),
        Kind::Word(read) => read(value).map(Operand::Text).map_err(|error| error.0),
        Kind::Day | Kind::Instant => days::day(value, today).map(Operand::Day).ok_or_else(|| days::EXPECTED.to_owned()),
        Kind::Money => value.parse::<Money>().map(|money| Operand::Number(money.cents())).map_err(|error| error.0),
        Kind::Rate => value.parse::<Rate>().map(|rate| Operand::Number(rate.millionths())).map_err(|error| error.0),
        Kind::Number => match value.parse::<i32>() {
            Ok(number) => Ok(Operand::Number(number.into())),
            Err(_) => Err("must be a whole number".to_owned()),
        },
    }
}

/// Names are typed first name first but stored last name first, so try every rotation of the words.
fn orders(name: Operand) -> Vec<Operand> {
    let Operand::Text(name) = name else { return vec![name] };
    let words: Vec<_> = name.split(' ').collect();
    (0..words.len().min(6)).map(|at| Operand::Text([&words[at..], &words[..at]].concat().join(" "))).collect()
}

fn contains(text: &str) -> Result<TextFilter, String> {
    match text_filter(text) {
        _ if text.chars().count() > TEXT_LETTERS_MAX => Err(format!("must have at most {TEXT_LETTERS_MAX} characters")),
        Some(found @ TextFilter::Contains { .. }) => Ok(found),
        _ => Err("must have a word of three letters or digits".to_owned()),
    }
}

#[cfg(test)]
mod tests;
