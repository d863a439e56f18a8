//! Filters that people put together over a list: conditions on its fields, of which all or any hold, and one group of
//! conditions within.
//!
//! Read once, at the edge: what comes out names known fields, operators that fit them and values of their kinds. Days that
//! are told by the calendar (*this month*, *the next 7 days*) are days here, as of the reader's own today.

mod days;

use crate::{
    search::{TextFilter, text_filter},
    values::{Invalid, Money, Rate, name_key},
};
use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use std::{fmt, str::FromStr};
use utoipa::ToSchema;

/// Longest filter, in bytes.
pub const FILTER_BYTES_MAX: usize = 8_000;
/// Most conditions, those of the group within counted.
pub const CONDITIONS_MAX: usize = 20;
/// Most values of a condition.
pub const VALUES_MAX: usize = 50;
/// Most conditions on texts: each is a search of its own.
pub const SEARCHES_MAX: usize = 3;
/// Most numbers in all conditions that ask for loans by theirs: each of them is a search, too.
pub const CODES_MAX: usize = 10;
const TEXT_LETTERS_MAX: usize = 200;

/// What a field holds.
#[derive(Clone, Copy, Debug)]
pub enum Kind {
    /// The name of a person.
    Name,
    /// A number as a company writes it.
    Code,
    /// A record that is named by its id.
    Choice,
    /// One word of a closed list, as it is kept: [`word`] of the list.
    Word(fn(&str) -> Result<String, Invalid>),
    /// A day.
    Day,
    /// An instant, asked for by its day.
    Instant,
    /// Dollars and cents.
    Money,
    /// Percent.
    Rate,
    /// A whole number.
    Number,
}

/// A field by which a list is filtered.
#[derive(Debug)]
pub struct Field {
    /// Its name in filters.
    pub name: &'static str,
    /// What it holds.
    pub kind: Kind,
    /// There are records without it.
    pub may_be_empty: bool,
}

impl Field {
    /// A field that every record has.
    #[must_use]
    pub const fn always(name: &'static str, kind: Kind) -> Self {
        Self { name, kind, may_be_empty: false }
    }

    /// A field that records may be without.
    #[must_use]
    pub const fn optional(name: &'static str, kind: Kind) -> Self {
        Self { name, kind, may_be_empty: true }
    }
}

/// Reads a word of a list.
///
/// # Errors
/// It is none of them.
pub fn word<Words: FromStr<Err = Invalid> + fmt::Display>(text: &str) -> Result<String, Invalid> {
    text.parse::<Words>().map(|word| word.to_string())
}

/// How conditions are joined.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = FilterMatch)]
pub enum Joined {
    /// All of them hold.
    All,
    /// At least one holds.
    Any,
}

/// A filter.
#[derive(Clone, Debug)]
pub struct Expression {
    /// How its parts are joined.
    pub joined: Joined,
    /// At least one.
    pub parts: Vec<Part>,
}

/// A part of a filter.
#[derive(Clone, Debug)]
pub enum Part {
    /// A condition.
    One(Condition),
    /// Conditions that are joined their own way.
    Group(Joined, Vec<Condition>),
}

/// A condition on a field.
#[derive(Clone, Debug)]
pub struct Condition {
    /// The field.
    pub field: &'static Field,
    /// What it asks.
    pub test: Test,
}

/// What a condition asks of a field.
#[derive(Clone, Debug, PartialEq)]
pub enum Test {
    /// It is one of these.
    OneOf(Vec<Operand>),
    /// It is none of these, or there is none.
    NoneOf(Vec<Operand>),
    /// It holds this text.
    Contains(TextFilter),
    /// There is none.
    Empty,
    /// There is one.
    NotEmpty,
    /// It lies between these, both included.
    Between(Option<Operand>, Option<Operand>),
}

/// A value that a field is compared with.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Operand {
    /// Of a choice, a rate in millionths, money in cents, a number.
    Number(i64),
    /// Of a word, a name as it is compared, a code in small letters.
    Text(String),
    /// Of a day or an instant.
    Day(Date),
}

/// What is wrong with a filter, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wrong {
    /// From the filter on: `.conditions[2].values`.
    pub path: String,
    /// A sentence.
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
    /// Reads a filter as the web writes it, for a reader whose day is `today`.
    ///
    /// # Errors
    /// What can't be read, does not fit its field, or is too much, at its path.
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

    /// Every condition, those of the group within included.
    pub fn conditions(&self) -> impl Iterator<Item = &Condition> {
        self.parts.iter().flat_map(|part| match part {
            Part::One(condition) => std::slice::from_ref(condition),
            Part::Group(_, conditions) => conditions,
        })
    }
}

impl Condition {
    /// Whether texts are looked through.
    #[must_use]
    pub fn is_search(&self) -> bool {
        matches!((&self.test, self.field.kind), (Test::Contains(_), _) | (Test::OneOf(_), Kind::Code))
    }

    /// How many numbers are looked for.
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

/// The operators that fit a field.
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

/// A name is written first name first, and kept last name first: each way to turn it round.
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
