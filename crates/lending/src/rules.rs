//! Automation rules: conditions on a loan's fields, and the fields that must be filled before the loan moves on.
//!
//! Conditions use the pipeline's filter syntax ([`crate::filter`]). They are evaluated against the loan's current
//! state, right before the rule acts.

use crate::{
    application::{
        AmortizationType, Application, LienPriority, LoanPurpose, MortgageType, PropertyUsage, Secrets, Waiver,
    },
    filter::{Condition, Expression, Field, Joined, Kind, Operand, Part, Test, word},
    patch::{Change, apply},
    values::{Money, Rate, StateCode},
    words,
};
use serde_json::Value;

/// Maximum number of conditions in a rule.
pub const CONDITIONS_MAX: usize = 20;

words! {
    /// Channel through which the lender receives a loan.
    pub enum Channel {
        /// From the company's own loan officers.
        Retail,
        /// From a correspondent without underwriting authority.
        NonDelegatedCorrespondent,
    }
}

/// Fields that rules can test, named as in the pipeline's filters.
pub static FIELDS: [Field; 22] = [
    Field::optional("purpose", Kind::Word(word::<LoanPurpose>)),
    Field::optional("mortgageType", Kind::Word(word::<MortgageType>)),
    Field::optional("lien", Kind::Word(word::<LienPriority>)),
    Field::optional("amortization", Kind::Word(word::<AmortizationType>)),
    Field::optional("occupancy", Kind::Word(word::<PropertyUsage>)),
    Field::optional("state", Kind::Word(word::<StateCode>)),
    Field::always("channel", Kind::Word(word::<Channel>)),
    Field::always("amount", Kind::Money),
    Field::optional("purchasePrice", Kind::Money),
    Field::optional("appraisedValue", Kind::Money),
    Field::optional("appraisalWaiver", Kind::Word(word::<Waiver>)),
    Field::optional("rate", Kind::Rate),
    Field::optional("term", Kind::Number),
    Field::optional("application", Kind::Day),
    Field::optional("closing", Kind::Day),
    Field::optional("lockExpiration", Kind::Day),
    Field::always("stage", Kind::Choice),
    Field::always("officer", Kind::Choice),
    Field::optional("processor", Kind::Choice),
    Field::optional("lender", Kind::Choice),
    Field::always("branch", Kind::Choice),
    Field::optional("leadSource", Kind::Choice),
];

words! {
    /// A field that a rule can require.
    #[allow(non_camel_case_types)]
    pub enum RequiredField {
        purpose, mortgageType, lien, amortization, occupancy, state, address, purchasePrice, appraisedValue, rate, term,
        application, closing, lender,
    }
}

impl RequiredField {
    /// Display name.
    #[must_use]
    pub const fn label(self) -> &'static str {
        match self {
            Self::purpose => "Purpose",
            Self::mortgageType => "Mortgage type",
            Self::lien => "Lien",
            Self::amortization => "Amortization",
            Self::occupancy => "Occupancy",
            Self::state => "State",
            Self::address => "Property address",
            Self::purchasePrice => "Purchase price",
            Self::appraisedValue => "Appraised value",
            Self::rate => "Rate",
            Self::term => "Term",
            Self::application => "Application",
            Self::closing => "Closing",
            Self::lender => "Lender",
        }
    }
}

words! {
    /// A field whose changes can trigger rules.
    #[allow(non_camel_case_types)]
    pub enum WatchedField {
        purpose, mortgageType, lien, amortization, occupancy, state, channel, amount, purchasePrice, appraisedValue, rate, term,
        application, closing, lockExpiration, officer, lender, branch,
    }
}

impl WatchedField {
    /// Application paths whose changes count as changes of this field. Empty for fields outside the application.
    #[must_use]
    pub const fn paths(self) -> &'static [&'static str] {
        match self {
            Self::purpose => &["loan/purpose"],
            Self::mortgageType => &["loan/mortgageType"],
            Self::lien => &["loan/lien"],
            Self::amortization => &["loan/amortization"],
            Self::occupancy => &["property/usage"],
            Self::state => &["property/address/state"],
            Self::amount => &["loan/baseAmount", "loan/noteAmount"],
            Self::purchasePrice => &["property/purchasePrice"],
            Self::appraisedValue => &["property/appraisedValue"],
            Self::rate => &["loan/noteRate"],
            Self::term => &["loan/termMonths"],
            Self::application => &["loan/applicationReceivedOn"],
            Self::channel | Self::closing | Self::lockExpiration | Self::officer | Self::lender | Self::branch => &[],
        }
    }
}

words! {
    /// A field that a rule can set.
    #[allow(non_camel_case_types)]
    pub enum SettableField { mortgageType, lien, amortization, occupancy, term, appraisalWaiver }
}

impl SettableField {
    /// Path of the field in the application.
    #[must_use]
    pub const fn path(self) -> &'static str {
        match self {
            Self::mortgageType => "loan/mortgageType",
            Self::lien => "loan/lien",
            Self::amortization => "loan/amortization",
            Self::occupancy => "property/usage",
            Self::term => "loan/termMonths",
            Self::appraisalWaiver => "property/appraisalWaiver",
        }
    }

    /// Converts a text to the application's value. An invalid text is passed through and rejected when the change is
    /// applied.
    #[must_use]
    pub fn value(self, text: &str) -> Value {
        match self {
            Self::term => text.parse::<u16>().map_or_else(|_| text.into(), Value::from),
            _ => text.into(),
        }
    }

    /// Whether a text is a valid value of this field.
    #[must_use]
    pub fn takes(self, text: &str) -> bool {
        let change = Change { path: self.path().to_owned(), from: Value::Null, to: self.value(text) };
        !text.trim().is_empty() && apply(&Application::default(), &Secrets::default(), &[change]).is_ok()
    }
}

/// Maximum hours without a change that a rule can wait for: half a year.
pub const HOURS_MAX: u16 = 4_380;
/// Days for which a time-based rule still acts late, after downtime or when a loan received its date late.
pub const LATE_DAYS_MAX: i64 = 7;

/// Maximum number of rules that trigger one another in a chain.
pub const STEPS_MAX: usize = 10;

/// The rules that keep triggering one another, if the chain has reached its limit. `after` lists the rules of the
/// chain, oldest first.
#[must_use]
pub fn circle(after: &[i64]) -> Option<&[i64]> {
    let (last, before) = after.split_last()?;
    if after.len() < STEPS_MAX {
        return None;
    }
    let begins = before.iter().rposition(|rule| rule == last).map_or(0, |at| at + 1);
    Some(&after[begins..])
}

/// A loan's values for the fields that rules can test. Fields without a value are absent.
#[derive(Clone, Debug, Default)]
pub struct LoanFacts(Vec<(&'static str, Operand)>);

impl LoanFacts {
    /// Adds a value of a field, if there is one. A field can have several values.
    pub fn put(&mut self, field: &'static str, value: Option<Operand>) {
        self.0.extend(value.map(|value| (field, value)));
    }

    /// The loan's values of a field.
    pub fn of<'a>(&'a self, field: &str) -> impl Iterator<Item = &'a Operand> {
        self.0.iter().filter(move |(name, _)| *name == field).map(|(_, value)| value)
    }

    /// The loan's numeric value of a field.
    #[must_use]
    pub fn number(&self, field: &str) -> Option<i64> {
        self.of(field).find_map(|value| if let Operand::Number(number) = value { Some(*number) } else { None })
    }

    /// Whether a field has a value.
    #[must_use]
    pub fn has(&self, field: RequiredField) -> bool {
        self.of(field.as_str()).next().is_some()
    }
}

/// A condition that the loan doesn't meet, with the loan's actual values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unmet {
    /// Name of the field.
    pub field: &'static str,
    /// The loan's values as text. Empty if the loan has none.
    pub values: Vec<String>,
}

/// The first condition that keeps a rule from acting on a loan, or `None` if the rule acts.
#[must_use]
pub fn unmet(expression: &Expression, facts: &LoanFacts) -> Option<Unmet> {
    let first = match expression.joined {
        Joined::All => expression.parts.iter().find_map(|part| unmet_of(part, facts)),
        Joined::Any if expression.parts.iter().any(|part| unmet_of(part, facts).is_none()) => None,
        Joined::Any => expression.parts.first().and_then(|part| unmet_of(part, facts)),
    };
    first.map(|condition| Unmet {
        field: condition.field.name,
        values: facts.of(condition.field.name).map(|value| written(condition.field.kind, value)).collect(),
    })
}

fn unmet_of<'a>(part: &'a Part, facts: &LoanFacts) -> Option<&'a Condition> {
    let fails = |condition: &&Condition| !holds(condition, facts);
    match part {
        Part::One(condition) => Some(condition).filter(fails),
        Part::Group(Joined::All, conditions) => conditions.iter().find(fails),
        Part::Group(Joined::Any, conditions) if conditions.iter().all(|condition| fails(&condition)) => {
            conditions.first()
        }
        Part::Group(Joined::Any, _) => None,
    }
}

/// Whether a condition holds. A missing value satisfies `NoneOf` and never `Between`.
fn holds(condition: &Condition, facts: &LoanFacts) -> bool {
    let mut values = facts.of(condition.field.name);
    match &condition.test {
        Test::OneOf(asked) => values.any(|value| asked.contains(value)),
        Test::NoneOf(asked) => !values.any(|value| asked.contains(value)),
        Test::Empty => values.next().is_none(),
        Test::NotEmpty => values.next().is_some(),
        Test::Between(from, until) => values.any(|value| {
            from.as_ref().is_none_or(|from| from <= value) && until.as_ref().is_none_or(|until| value <= until)
        }),
        // Rules have no text search fields.
        Test::Contains(_) => false,
    }
}

fn written(kind: Kind, value: &Operand) -> String {
    match (kind, value) {
        (Kind::Money, Operand::Number(cents)) => Money::from_cents(*cents).to_string(),
        (Kind::Rate, Operand::Number(millionths)) => Rate::from_millionths(*millionths).to_string(),
        (_, Operand::Number(number)) => number.to_string(),
        (_, Operand::Text(text)) => text.clone(),
        (_, Operand::Day(day)) => day.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use jiff::civil::date;

    fn refinance() -> LoanFacts {
        let mut facts = LoanFacts::default();
        facts.put("purpose", Some(Operand::Text("Refinance".to_owned())));
        facts.put("amount", Some(Operand::Number(30_000_000)));
        facts.put("rate", None);
        facts.put("closing", Some(Operand::Day(date(2026, 11, 30))));
        facts.put("processor", Some(Operand::Number(7)));
        facts.put("processor", Some(Operand::Number(8)));
        facts
    }

    fn first_unmet(joined: &str, conditions: &[(&str, &str, &[&str])]) -> Option<Unmet> {
        let conditions: Vec<_> = conditions
            .iter()
            .map(|(field, operator, values)| serde_json::json!({ "field": field, "operator": operator, "values": values }))
            .collect();
        let text = serde_json::json!({ "match": joined, "conditions": conditions }).to_string();
        let expression = Expression::read(&text, &FIELDS, date(2026, 11, 18)).expect("a filter");
        unmet(&expression, &refinance())
    }

    #[test]
    fn each_condition_tests_the_current_loan() {
        for (field, operator, values, expected) in [
            ("purpose", "is", &["Refinance", "Other"][..], true),
            ("purpose", "is", &["Purchase"], false),
            ("purpose", "isNot", &["Purchase"], true),
            ("purpose", "isNot", &["Refinance"], false),
            ("rate", "empty", &[], true),
            ("rate", "notEmpty", &[], false),
            ("rate", "isNot", &["6.5"], true),
            ("rate", "is", &["6.5"], false),
            ("rate", "atLeast", &["0"], false),
            ("rate", "atMost", &["9"], false),
            ("amount", "atLeast", &["300000"], true),
            ("amount", "atLeast", &["300000.01"], false),
            ("amount", "atMost", &["300000"], true),
            ("amount", "between", &["1", "2"], false),
            ("closing", "before", &["2026-12-01"], true),
            ("closing", "after", &["2026-11-30"], false),
            ("closing", "within", &["thisMonth"], true),
            ("processor", "is", &["8"], true),
            ("processor", "isNot", &["8"], false),
            ("lender", "isNot", &["3"], true),
        ] {
            let holds = first_unmet("all", &[(field, operator, values)]).is_none();
            assert_eq!(holds, expected, "{field} {operator} {values:?}");
        }
    }

    #[test]
    fn a_settable_field_takes_only_valid_values() {
        for (field, value, expected) in [
            (SettableField::occupancy, "Investment", true),
            (SettableField::occupancy, "Castle", false),
            (SettableField::occupancy, "", false),
            (SettableField::term, "360", true),
            (SettableField::term, "many", false),
            (SettableField::term, "-1", false),
            (SettableField::appraisalWaiver, "Yes", true),
            (SettableField::appraisalWaiver, "true", false),
            (SettableField::lien, "FirstLien", true),
            (SettableField::mortgageType, "FHA", true),
            (SettableField::amortization, "Fixed", true),
        ] {
            assert_eq!(field.takes(value), expected, "{field} {value}");
            assert!(FIELDS.iter().any(|known| known.name == field.as_str()), "{field}");
        }
    }

    #[test]
    fn rules_that_trigger_one_another_stop_after_ten_steps() {
        assert_eq!(circle(&[1, 2, 1, 2, 1, 2, 1, 2, 1, 2]), Some(&[1, 2][..]));
        assert_eq!(circle(&[7; 10]), Some(&[7][..]));
        assert_eq!(circle(&[1, 2, 3, 4, 5, 6, 7, 8, 9, 10]), Some(&[1, 2, 3, 4, 5, 6, 7, 8, 9, 10][..]));
        assert_eq!(circle(&[9, 1, 2, 3, 1, 2, 3, 1, 2, 3]), Some(&[1, 2, 3][..]));
        assert_eq!(circle(&[1, 2, 1, 2, 1, 2, 1, 2, 1]), None);
        assert_eq!(circle(&[]), None);
    }

    #[test]
    fn the_first_unmet_condition_is_reported_with_the_loans_values() {
        let purchase = ("purpose", "is", &["Purchase"][..]);
        let locked = ("rate", "notEmpty", &[][..]);
        let large = ("amount", "atLeast", &["100000"][..]);
        let of_purpose = Some(Unmet { field: "purpose", values: vec!["Refinance".to_owned()] });
        assert_eq!(first_unmet("all", &[large, purchase, locked]), of_purpose);
        assert_eq!(first_unmet("all", &[locked, purchase]), Some(Unmet { field: "rate", values: vec![] }));
        assert_eq!(first_unmet("any", &[purchase, locked]), of_purpose);
        assert_eq!(first_unmet("any", &[purchase, locked, large]), None);
        let more = first_unmet("all", &[("amount", "atLeast", &["300000.5"])]);
        assert_eq!(more.map(|unmet| unmet.values), Some(vec!["300000.00".to_owned()]));
    }
}
