//! Issues for the officer: each is reported once as a sentence, and their number is limited.

use crate::import::Issue;
use fnma32::{Field, File, Kind, Reason, Record};
use std::collections::{HashMap, HashSet};

/// Maximum number of reported issues. The last issue counts the omitted ones.
pub const ISSUES_MAX: usize = 200;

/// Maximum length of a value quoted in an issue.
const VALUE_CHARS_MAX: usize = 60;

/// Maximum number of line numbers listed in an issue that occurs on several lines.
const LINES_NAMED_MAX: usize = 4;

/// Collects issues during reading.
#[derive(Default)]
pub(super) struct Issues {
    found: Vec<Found>,
    told: HashSet<(usize, &'static str)>,
    left_out: usize,
}

#[derive(Clone, PartialEq, Eq, Hash)]
struct Said {
    record: String,
    field: String,
    reason: String,
}

struct Found {
    line: usize,
    value: Option<String>,
    said: Said,
}

impl Issues {
    /// Starts with the issues of the records themselves.
    pub(super) fn of(file: &File) -> Issues {
        let mut issues = Issues { left_out: file.issues_left_out(), ..Issues::default() };
        for issue in file.issues() {
            issues.told.extend(issue.field.map(|field| (issue.line, field.id)));
            let said = Said {
                record: issue.record.clone(),
                field: issue.field.map(name).unwrap_or_default(),
                reason: match issue.field {
                    Some(field) if is_lost(field, issue.reason) => format!("{} It was skipped.", issue.reason),
                    _ if issue.reason == Reason::SharedNumber => {
                        format!("{} Only the first keeps the number.", issue.reason)
                    }
                    _ => issue.reason.to_string(),
                },
            };
            issues.found.push(Found { line: issue.line, value: short(issue.value.as_deref()), said });
        }
        issues
    }

    /// Reports an issue with a field, unless one was reported before. Issues never quote a secret value.
    pub(super) fn about(&mut self, record: &Record, field: &'static Field, reason: impl Into<String>) {
        if self.told.insert((record.line(), field.id)) {
            let value = if field.kind.is_sealed() { None } else { short(record.get(field)) };
            let said = Said { record: record.id().to_owned(), field: name(field), reason: reason.into() };
            self.found.push(Found { line: record.line(), value, said });
        }
    }

    /// Reports an issue with a whole record.
    pub(super) fn about_record(&mut self, record: &Record, reason: impl Into<String>) {
        let said = Said { record: record.id().to_owned(), field: String::new(), reason: reason.into() };
        self.found.push(Found { line: record.line(), value: None, said });
    }

    /// Reports missing data, with the field that would contain it.
    pub(super) fn missing(&mut self, record: &str, field: &'static Field, reason: impl Into<String>) {
        let said = Said { record: record.to_owned(), field: name(field), reason: reason.into() };
        self.found.push(Found { line: 0, value: None, said });
    }

    /// Returns the issues in file order. Equal issues on several lines are merged.
    pub(super) fn told(mut self) -> Vec<Issue> {
        self.found.sort_by_key(|found| found.line);
        let mut places: HashMap<Said, usize> = HashMap::new();
        let mut said: Vec<(Said, Option<String>, Vec<usize>)> = Vec::new();
        for found in self.found {
            let at = *places.entry(found.said.clone()).or_insert_with(|| {
                said.push((found.said, found.value.clone(), Vec::new()));
                said.len() - 1
            });
            let (_, value, lines) = &mut said[at];
            // If the same issue occurs with different values, don't quote any of them.
            if *value != found.value {
                *value = None;
            }
            lines.push(found.line);
        }
        let more = said.len().saturating_sub(ISSUES_MAX) + self.left_out;
        let told = said.into_iter().take(ISSUES_MAX).map(|(said, value, lines)| Issue {
            place: place(&lines, &said.record),
            field: said.field,
            value,
            reason: said.reason,
        });
        let mut issues: Vec<Issue> = told.collect();
        if more > 0 {
            let reason = format!("And {more} more.");
            issues.push(Issue { place: place(&[0], ""), field: String::new(), value: None, reason });
        }
        issues
    }
}

/// Whether a value with this problem can't be imported.
fn is_lost(field: &Field, reason: Reason) -> bool {
    use Reason::{NotADate, NotARate, NotAYear, NotAnAmount, NotDigits, NotYesNo, UnknownCode};
    field.kind != Kind::Ssn
        && matches!(reason, NotADate | NotARate | NotAYear | NotAnAmount | NotDigits | NotYesNo | UnknownCode)
}

/// The guide's number and name of a field.
fn name(field: &Field) -> String {
    format!("{} {}", field.id, field.name)
}

fn short(value: Option<&str>) -> Option<String> {
    value.filter(|value| value.chars().count() <= VALUE_CHARS_MAX).map(str::to_owned)
}

/// `line 12, record 03A`; `lines 12, 15 and 18, record 05H`; `lines 12, 15, 18, 21 and 7 more, record 05H`.
fn place(lines: &[usize], record: &str) -> String {
    let named: Vec<String> = lines.iter().take(LINES_NAMED_MAX).map(ToString::to_string).collect();
    let lines = match (&named[..], lines.len().saturating_sub(LINES_NAMED_MAX)) {
        ([] | [_], _) if lines.first().is_none_or(|line| *line == 0) => match record {
            "" => return "the file".to_owned(),
            record => return format!("record {record}"),
        },
        ([only], _) => format!("line {only}"),
        ([most @ .., last], 0) => format!("lines {} and {last}", most.join(", ")),
        (named, more) => format!("lines {} and {more} more", named.join(", ")),
    };
    if record.is_empty() { lines } else { format!("{lines}, record {record}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_location_names_lines_and_record() {
        assert_eq!(place(&[12], "03A"), "line 12, record 03A");
        assert_eq!(place(&[12, 15], "05H"), "lines 12 and 15, record 05H");
        assert_eq!(place(&[12, 15, 18], "05H"), "lines 12, 15 and 18, record 05H");
        assert_eq!(place(&[1, 2, 3, 4, 5, 6], "05H"), "lines 1, 2, 3, 4 and 2 more, record 05H");
        assert_eq!(place(&[0], ""), "the file");
    }
}
