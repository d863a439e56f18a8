//! The conditions of the catalog: when a field is asked.
//!
//! `kind=Installment,LeasePayment` holds if the field has one of the values; a list holds if it contains one of them.
//! `excluded` holds if the field is set and not `false`. `count>0` holds for a positive number. `&` joins terms that
//! must all hold, `;` joins alternatives. A path begins at the item that contains the field, or with `/` at the
//! application. The browser evaluates the same text (`web/src/features/loans/form/condition.ts`).

use serde_json::Value;

/// A condition, parsed once.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Condition(Vec<Vec<Term>>);

#[derive(Clone, Debug, PartialEq, Eq)]
struct Term {
    path: &'static str,
    test: Test,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Test {
    Given,
    OneOf(Vec<&'static str>),
    Not(&'static str),
    Positive,
}

impl Condition {
    /// Parses a condition. An empty text always holds.
    #[must_use]
    pub fn parse(text: &'static str) -> Self {
        let terms = |all: &'static str| all.split('&').map(|term| Term::parse(term.trim())).collect();
        Condition(if text.is_empty() { Vec::new() } else { text.split(';').map(terms).collect() })
    }

    /// Whether the field is asked. `item` is the list item that contains the field, or the application.
    #[must_use]
    pub fn holds(&self, application: &Value, item: &Value) -> bool {
        self.0.is_empty() || self.0.iter().any(|terms| terms.iter().all(|term| term.holds(application, item)))
    }

    /// Every path that the condition reads.
    pub fn paths(&self) -> impl Iterator<Item = &'static str> {
        self.0.iter().flatten().map(|term| term.path)
    }
}

impl Term {
    fn parse(text: &'static str) -> Self {
        if let Some((path, word)) = text.split_once("!=") {
            Term { path, test: Test::Not(word) }
        } else if let Some((path, words)) = text.split_once('=') {
            Term { path, test: Test::OneOf(words.split(',').collect()) }
        } else if let Some(path) = text.strip_suffix(">0") {
            Term { path, test: Test::Positive }
        } else {
            Term { path: text, test: Test::Given }
        }
    }

    fn holds(&self, application: &Value, item: &Value) -> bool {
        let value = match self.path.strip_prefix('/') {
            Some(path) => at(application, path),
            None => at(item, self.path),
        };
        match &self.test {
            Test::Given => !matches!(value, Value::Null | Value::Bool(false)),
            Test::Positive => value.as_u64().is_some_and(|number| number > 0),
            Test::Not(word) => value.as_str() != Some(word),
            Test::OneOf(words) => {
                let is_one = |value: &Value| value.as_str().is_some_and(|text| words.contains(&text));
                is_one(value) || value.as_array().is_some_and(|values| values.iter().any(is_one))
            }
        }
    }
}

fn at<'a>(value: &'a Value, path: &str) -> &'a Value {
    path.split('/').fold(value, |value, step| &value[step])
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn each_kind_of_term_reads_its_value() {
        let application = json!({ "loan": { "purpose": "Refinance" } });
        let item = json!({ "kind": "Other", "excluded": true, "paid": false, "count": 2, "chosen": ["A", "B"] });
        let holds = |text| Condition::parse(text).holds(&application, &item);
        for text in ["", "kind=Bond,Other", "excluded", "/loan/purpose=Refinance", "kind!=Bond", "count>0", "chosen=B"]
        {
            assert!(holds(text), "{text}");
        }
        for text in ["kind=Bond", "paid", "missing", "/loan/purpose=Purchase", "kind!=Other", "missing>0", "chosen=C"] {
            assert!(!holds(text), "{text}");
        }
    }

    #[test]
    fn and_binds_closer_than_or() {
        let item = json!({ "one": true, "three": true });
        let holds = |text| Condition::parse(text).holds(&Value::Null, &item);
        assert!(holds("two & one ; three"));
        assert!(!holds("one & two"));
        assert!(!holds("two ; three & four"));
    }
}
