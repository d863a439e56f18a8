//! Issues for the officer: each is reported once, and their number is limited.

use crate::import::Issue;
use std::collections::BTreeMap;

/// Maximum number of reported issues. The last issue counts the omitted ones.
pub const ISSUES_MAX: usize = 200;

/// Maximum length in characters of a value quoted in an issue.
const VALUE_CHARS_MAX: usize = 60;

/// Collects issues during reading.
#[derive(Default)]
pub(super) struct Issues {
    told: Vec<Told>,
    /// Index in `told` by field, value and reason.
    known: BTreeMap<(String, Option<String>, String), usize>,
    left_out: usize,
}

struct Told {
    issue: Issue,
    /// The element that the issue refers to. Issues are sorted by it into file order.
    element: u32,
    /// Number of further occurrences of the same issue.
    again: usize,
}

impl Issues {
    /// Reports an issue with a field. `place` is called only if the issue is new.
    pub(super) fn tell(
        &mut self,
        element: u32,
        place: impl FnOnce() -> String,
        field: String,
        value: Option<&str>,
        reason: String,
    ) {
        let value = value.filter(|value| value.chars().count() <= VALUE_CHARS_MAX).map(str::to_owned);
        if let Some(at) = self.known.get(&(field.clone(), value.clone(), reason.clone())) {
            self.told[*at].again += 1;
        } else if self.told.len() < ISSUES_MAX {
            self.known.insert((field.clone(), value.clone(), reason.clone()), self.told.len());
            self.told.push(Told { issue: Issue { place: place(), field, value, reason }, element, again: 0 });
        } else {
            self.left_out += 1;
        }
    }

    /// Counts issues that are omitted.
    pub(super) fn leave_out(&mut self, count: usize) {
        self.left_out += count;
    }

    /// Returns the issues in file order.
    pub(super) fn finish(mut self) -> Vec<Issue> {
        self.told.sort_by_key(|told| told.element);
        let mut issues: Vec<Issue> = self.told.into_iter().map(Told::finish).collect();
        if self.left_out > 0 {
            let reason = format!("And {} more.", self.left_out);
            issues.push(Issue { place: "DEAL".to_owned(), field: String::new(), value: None, reason });
        }
        issues
    }
}

impl Told {
    fn finish(self) -> Issue {
        let mut issue = self.issue;
        match self.again {
            0 => {}
            1 => issue.reason.push_str(" The same is found in one other place."),
            again => issue.reason.push_str(&format!(" The same is found in {again} other places.")),
        }
        issue
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tell(issues: &mut Issues, element: u32, field: &str) {
        issues.tell(element, || format!("E{element}"), field.to_owned(), Some("x"), "Wrong.".to_owned());
    }

    #[test]
    fn equal_issues_are_reported_once_and_omitted_ones_are_counted() {
        let mut issues = Issues::default();
        for element in (0..5).rev() {
            tell(&mut issues, element, "A");
        }
        for element in 0..300 {
            tell(&mut issues, element, &format!("F{element}"));
        }
        let told = issues.finish();
        assert_eq!(told.len(), ISSUES_MAX + 1);
        let again = told.iter().find(|issue| issue.field == "A").map(|issue| issue.reason.as_str());
        assert_eq!(again, Some("Wrong. The same is found in 4 other places."));
        assert_eq!(told[ISSUES_MAX].reason, "And 101 more.");
        assert_eq!(told[0].place, "E0");
    }

    #[test]
    fn a_long_value_is_not_quoted() {
        let mut issues = Issues::default();
        issues.tell(0, String::new, "A".to_owned(), Some(&"x".repeat(61)), "Long.".to_owned());
        assert_eq!(issues.finish()[0].value, None);
    }
}
