//! One catalog of the form's fields. The page, the section states, the history's labels, the differences on import and
//! the printed form read it.
//!
//! `fields.tsv` has one row for each field of the application, `choices.tsv` the values of its lists. The browser
//! imports the same two files. A test compares them with the application's schema.

use super::{Section, condition::Condition};
use serde_json::Value;
use std::{collections::HashMap, str::FromStr, sync::LazyLock};

/// How a field is entered and shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// One line of text.
    Text,
    /// Several lines of text.
    LongText,
    /// A name of a person.
    Name,
    /// Initials.
    Initials,
    /// A day.
    Date,
    /// An amount that can't be negative.
    Money,
    /// An amount that can be negative.
    SignedMoney,
    /// An annual percentage.
    Rate,
    /// A whole number.
    Count,
    /// A duration in months, entered as years and months.
    Months,
    /// A list of ages.
    Ages,
    /// A phone number.
    Phone,
    /// An email address.
    Email,
    /// A state.
    State,
    /// An address with all of its parts.
    Address,
    /// One value of a list.
    Choice(&'static str),
    /// Several values of a list.
    Choices(&'static str),
    /// Yes or No.
    YesNo,
    /// Yes, No or unknown in a file.
    Answer,
    /// A box that is checked or not.
    Flag,
    /// The borrowers to whom an item belongs.
    Owners,
    /// A reference to another item.
    Link,
    /// Follows from other fields and is never entered.
    Derived,
    /// A taxpayer number, encrypted.
    Taxpayer,
    /// A birth date, encrypted.
    SealedDate,
    /// An account number, encrypted.
    Account,
}

impl FromStr for Kind {
    type Err = ();
    fn from_str(text: &str) -> Result<Self, ()> {
        Ok(match text {
            "text" => Kind::Text,
            "long-text" => Kind::LongText,
            "name" => Kind::Name,
            "initials" => Kind::Initials,
            "date" => Kind::Date,
            "money" => Kind::Money,
            "signed-money" => Kind::SignedMoney,
            "rate" => Kind::Rate,
            "count" => Kind::Count,
            "months" => Kind::Months,
            "ages" => Kind::Ages,
            "phone" => Kind::Phone,
            "email" => Kind::Email,
            "state" => Kind::State,
            "address" => Kind::Address,
            "yesno" => Kind::YesNo,
            "answer" => Kind::Answer,
            "flag" => Kind::Flag,
            "owners" => Kind::Owners,
            "link" => Kind::Link,
            "derived" => Kind::Derived,
            "taxpayer" => Kind::Taxpayer,
            "sealed-date" => Kind::SealedDate,
            "account" => Kind::Account,
            _ => return Err(()),
        })
    }
}

/// A field of the form.
#[derive(Clone, Debug)]
pub struct Field {
    /// Path in the application, with `*` for the id of a list item.
    pub path: &'static str,
    /// The section that asks it. Employment also appears in 1c and 1d, real estate in 3b and 3c.
    pub section: Section,
    /// The number of the field on the form, or empty if the form doesn't ask it.
    pub form_id: &'static str,
    /// How it is entered and shown.
    pub kind: Kind,
    /// The label as the form prints it.
    pub label: &'static str,
    /// The label in Spanish. The English form is the one that borrowers sign.
    pub label_es: &'static str,
    /// When it is asked.
    pub visible: Condition,
    /// Whether a complete section needs it.
    pub needed: bool,
}

impl Field {
    /// Whether the value is stored encrypted. Sealed values and section 8 appear in no list, export or event.
    #[must_use]
    pub fn is_sealed(&self) -> bool {
        matches!(self.kind, Kind::Taxpayer | Kind::SealedDate | Kind::Account) || self.section == Section::S8
    }
}

/// A value of a list.
#[derive(Clone, Debug)]
pub struct Choice {
    /// The value in the application, usually MISMO's.
    pub value: &'static str,
    /// The label as the form prints it.
    pub label: &'static str,
    /// The label in Spanish.
    pub label_es: &'static str,
    /// Whether the form offers it: `yes`, the sections that do, or empty. Imported files can contain the others.
    pub offered: &'static str,
}

/// Fields and lists, each in the order of the form.
pub struct Catalog {
    fields: Vec<Field>,
    by_path: HashMap<&'static str, usize>,
    choices: HashMap<&'static str, Vec<Choice>>,
}

/// Parts of an address and their labels.
pub const ADDRESS_PARTS: &[(&str, &str, &str)] = &[
    ("line", "Street", "Calle"),
    ("unit", "Unit #", "Unidad"),
    ("city", "City", "Ciudad"),
    ("county", "County", "Condado"),
    ("state", "State", "Estado"),
    ("postalCode", "ZIP", "Código postal"),
    ("country", "Country", "País"),
    ("province", "Province", "Provincia"),
    ("foreignPostalCode", "Postal code", "Código postal extranjero"),
];

/// The catalog of the 2021 edition.
#[must_use]
pub fn catalog() -> &'static Catalog {
    static CATALOG: LazyLock<Catalog> =
        LazyLock::new(|| Catalog::read(include_str!("fields.tsv"), include_str!("choices.tsv")));
    &CATALOG
}

impl Catalog {
    fn read(fields: &'static str, choices: &'static str) -> Self {
        let fields: Vec<Field> = fields.lines().skip(1).filter_map(read_field).collect();
        let by_path = fields.iter().enumerate().map(|(at, field)| (field.path, at)).collect();
        let mut lists: HashMap<&'static str, Vec<Choice>> = HashMap::new();
        for row in choices.lines().skip(1) {
            if let [list, value, label, label_es, offered] = row.split('\t').collect::<Vec<_>>()[..] {
                lists.entry(list).or_default().push(Choice { value, label, label_es, offered });
            }
        }
        Catalog { fields, by_path, choices: lists }
    }

    /// Every field, in the order of the form.
    #[must_use]
    pub fn fields(&self) -> &[Field] {
        &self.fields
    }

    /// The values of a list.
    #[must_use]
    pub fn choices(&self, list: &str) -> &[Choice] {
        self.choices.get(list).map_or(&[], Vec::as_slice)
    }

    /// The field at a path such as `borrowers/018f…/firstName`, or at a pattern with `*`. For a part of an address it is
    /// the address.
    #[must_use]
    pub fn field(&self, path: &str) -> Option<&Field> {
        let pattern = pattern(path);
        let exact = |pattern: &str| self.by_path.get(pattern).map(|at| &self.fields[*at]);
        exact(&pattern).or_else(|| {
            let (address, _) = pattern.rsplit_once('/')?;
            exact(address).filter(|field| field.kind == Kind::Address)
        })
    }

    /// The label of a value in a list, or the value itself.
    #[must_use]
    pub fn choice_label<'a>(&'a self, list: &str, value: &'a str) -> &'a str {
        self.choices(list).iter().find(|choice| choice.value == value).map_or(value, |choice| choice.label)
    }

    /// The label of a path: the item, if the path is in a list, then the field.
    /// `Ana Ruiz › Acme Foods › Start Date`, `Property Address › ZIP`.
    #[must_use]
    pub fn label_of(&self, application: &Value, path: &str) -> String {
        let mut parts = Vec::new();
        let steps: Vec<&str> = path.split('/').collect();
        for end in 1..steps.len() {
            if is_id(steps[end]) {
                let list = steps[end - 1];
                let title = item_at(application, &steps[..=end]).and_then(|item| self.title(list, item));
                parts.push(title.unwrap_or_else(|| item_name(list).to_owned()));
            }
        }
        if let Some(field) = self.field(path) {
            parts.push(field.label.to_owned());
            if field.kind == Kind::Address
                && let Some((_, part, _)) = ADDRESS_PARTS.iter().find(|(key, ..)| Some(key) == steps.last())
            {
                parts.push((*part).to_owned());
            }
        } else if !steps.last().is_some_and(|last| is_id(last)) {
            parts.push(path.to_owned());
        }
        parts.join(" › ")
    }

    /// What an item is called: a person's name, an employer, a creditor, or its kind.
    fn title(&self, list: &str, item: &Value) -> Option<String> {
        let text = |key: &str| item[key].as_str().filter(|text| !text.is_empty());
        let kind = |key: &str, list: &str| text(key).map(|value| self.choice_label(list, value).to_owned());
        let own = |key: &str| text(key).map(str::to_owned);
        match list {
            "borrowers" | "aliases" => {
                let name: Vec<&str> = ["firstName", "lastName", "suffix"].iter().filter_map(|key| text(key)).collect();
                (!name.is_empty()).then(|| name.join(" "))
            }
            "employments" => own("employerName"),
            "incomes" => kind("kind", "IncomeType"),
            "residences" | "ownedProperties" => item["address"]["line"].as_str().map(str::to_owned),
            "assets" => own("holder").or_else(|| kind("kind", "AssetType")),
            "liabilities" => own("creditor").or_else(|| kind("kind", "LiabilityType")),
            "expenses" => kind("kind", "ExpenseType"),
            "otherLoans" => own("creditor"),
            "housingExpenses" => kind("kind", "HousingExpenseType"),
            "credits" => kind("kind", "PurchaseCreditType"),
            "downPayments" => kind("kind", "DownPaymentType"),
            "holders" => own("name"),
            "counseling" => kind("kind", "CounselingType"),
            _ => None,
        }
    }
}

/// What an item without a name of its own is called.
fn item_name(list: &str) -> &'static str {
    match list {
        "borrowers" => "Borrower",
        "aliases" => "Alternate name",
        "employments" => "Employment",
        "incomes" => "Income",
        "residences" => "Address",
        "ownedProperties" => "Property",
        "assets" => "Asset",
        "liabilities" => "Debt",
        "expenses" => "Expense",
        "otherLoans" => "Other new mortgage",
        "housingExpenses" => "Housing payment",
        "credits" => "Credit",
        "downPayments" => "Down payment",
        "holders" => "Titleholder",
        "counseling" => "Education or counseling",
        _ => "Item",
    }
}

fn read_field(row: &'static str) -> Option<Field> {
    let [path, section, form_id, kind, label, label_es, visible, needed] = row.split('\t').collect::<Vec<_>>()[..]
    else {
        return None;
    };
    let kind = match kind.split_once(':') {
        Some(("choice", list)) => Kind::Choice(list),
        Some(("choices", list)) => Kind::Choices(list),
        _ => kind.parse().ok()?,
    };
    Some(Field {
        path,
        section: section.parse().ok()?,
        form_id,
        kind,
        label,
        label_es,
        visible: Condition::parse(visible),
        needed: needed == "yes",
    })
}

fn is_id(step: &str) -> bool {
    step == "*" || step.parse::<uuid::Uuid>().is_ok()
}

/// A path with `*` for each id.
#[must_use]
pub fn pattern(path: &str) -> String {
    let steps: Vec<&str> = path.split('/').map(|step| if is_id(step) { "*" } else { step }).collect();
    steps.join("/")
}

/// The item at the end of a path of keys and ids.
fn item_at<'a>(application: &'a Value, steps: &[&str]) -> Option<&'a Value> {
    steps.iter().try_fold(application, |value, step| match value {
        Value::Array(items) => items.iter().find(|item| item["id"].as_str() == Some(step)),
        value => value.get(step),
    })
}

/// The list item that contains the field at a path, or the application.
#[must_use]
pub fn containing_item<'a>(application: &'a Value, path: &str) -> &'a Value {
    let steps: Vec<&str> = path.split('/').collect();
    let end = steps.iter().rposition(|step| is_id(step)).map_or(0, |at| at + 1);
    item_at(application, &steps[..end]).unwrap_or(&Value::Null)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::application::Application;
    use serde_json::json;
    use std::collections::BTreeSet;
    use utoipa::OpenApi;

    /// Every leaf of the application according to its schema.
    fn leaves() -> BTreeSet<String> {
        #[derive(OpenApi)]
        #[openapi(components(schemas(Application)))]
        struct Described;
        let schemas = serde_json::to_value(Described::openapi()).unwrap()["components"]["schemas"].take();
        let mut leaves = BTreeSet::new();
        walk(&schemas, &schemas["Application"], String::new(), &mut leaves);
        leaves
    }

    fn walk(schemas: &Value, schema: &Value, path: String, leaves: &mut BTreeSet<String>) {
        if let Some(name) = schema["$ref"].as_str().and_then(|name| name.rsplit('/').next()) {
            walk(schemas, &schemas[name], path, leaves);
        } else if let Some(either) = schema["oneOf"].as_array() {
            let given = either.iter().filter(|schema| schema["type"] != "null");
            given.for_each(|schema| walk(schemas, schema, path.clone(), leaves));
        } else if let Some(fields) = schema["properties"].as_object() {
            for (name, schema) in fields.iter().filter(|(name, _)| *name != "id") {
                let path = if path.is_empty() { name.clone() } else { format!("{path}/{name}") };
                walk(schemas, schema, path, leaves);
            }
        } else if schema["items"].is_object() {
            let of_items = schemas
                [schema["items"]["$ref"].as_str().and_then(|name| name.rsplit('/').next()).unwrap_or("")]["properties"]
                .is_object();
            let path = if of_items { format!("{path}/*") } else { path };
            walk(schemas, &schema["items"], path, leaves);
        } else {
            leaves.insert(path);
        }
    }

    /// URLA-56: every field of the application has exactly one row, and every row is a field.
    #[test]
    fn the_catalog_has_a_row_for_each_field_of_the_application() {
        let rows = include_str!("fields.tsv").lines().count() - 1;
        assert_eq!(catalog().fields().len(), rows, "a row of fields.tsv can't be read");
        assert_eq!(catalog().by_path.len(), rows, "a path has two rows");
        let leaves = leaves();
        assert!(leaves.len() > 300);
        let without: Vec<_> = leaves.iter().filter(|leaf| catalog().field(leaf).is_none()).collect();
        assert_eq!(without, Vec::<&String>::new(), "fields without a row");
        let is_leaf = |field: &Field| match field.kind {
            Kind::Address => leaves.contains(&format!("{}/line", field.path)),
            _ => leaves.contains(field.path) || field.is_sealed(),
        };
        let stray: Vec<_> = catalog().fields().iter().filter(|field| !is_leaf(field)).map(|field| field.path).collect();
        assert_eq!(stray, Vec::<&str>::new(), "rows without a field");
    }

    /// URLA-56: labels in both languages.
    #[test]
    fn every_row_and_choice_has_both_labels() {
        for field in catalog().fields() {
            assert!(!field.label.is_empty() && !field.label_es.is_empty(), "{}", field.path);
        }
        for (list, choices) in &catalog().choices {
            for choice in choices {
                assert!(!choice.label.is_empty() && !choice.label_es.is_empty(), "{list} {}", choice.value);
            }
        }
    }

    #[test]
    fn each_list_of_a_field_exists_and_has_the_schemas_values() {
        #[derive(OpenApi)]
        #[openapi(components(schemas(Application)))]
        struct Described;
        let schemas = serde_json::to_value(Described::openapi()).unwrap()["components"]["schemas"].take();
        for field in catalog().fields() {
            let (Kind::Choice(list) | Kind::Choices(list)) = field.kind else { continue };
            let values: BTreeSet<&str> = catalog().choices(list).iter().map(|choice| choice.value).collect();
            assert!(!values.is_empty(), "{list}");
            if let Some(words) = schemas[list]["enum"].as_array() {
                let words: BTreeSet<&str> = words.iter().filter_map(Value::as_str).collect();
                assert_eq!(values, words, "{list}");
            }
        }
    }

    #[test]
    fn conditions_read_fields_of_the_catalog() {
        for field in catalog().fields() {
            let item = field.path.rsplit_once("/*/").map_or(String::new(), |(item, _)| format!("{item}/*/"));
            for path in field.visible.paths() {
                let read = path.strip_prefix('/').map_or_else(|| format!("{item}{path}"), str::to_owned);
                assert!(catalog().field(&read).is_some(), "{} reads {read}", field.path);
            }
        }
    }

    /// URLA-05, URLA-06, URLA-15, URLA-17, URLA-18: the form's choices.
    #[test]
    fn the_form_offers_its_own_choices() {
        let offered = |list, section: &str| {
            let choices = catalog().choices(list).iter();
            choices
                .filter(|choice| choice.offered.split(',').any(|place| place == section))
                .map(|choice| choice.label)
                .collect::<Vec<_>>()
        };
        assert_eq!(
            offered("Citizenship", "yes"),
            ["U.S. Citizen", "Permanent Resident Alien", "Non-Permanent Resident Alien"]
        );
        assert_eq!(offered("MaritalStatus", "yes"), ["Married", "Separated", "Unmarried"]);
        assert_eq!(offered("IncomeType", "1e").len(), 21);
        assert_eq!(offered("AssetType", "2a").len(), 13);
        assert_eq!(offered("AssetType", "2b").len(), 5);
        assert_eq!(offered("FundsSource", "yes").len(), 10);
        assert_eq!(offered("LiabilityType", "2c").len(), 5);
        assert_eq!(offered("ExpenseType", "yes").len(), 5);
    }

    #[test]
    fn a_label_names_the_item_and_the_field() {
        let (ana, job) = ("0190a0e4-7d65-7c3e-9e5b-6f0a4d3c2b1a", "0190a0e4-7d65-7c3e-9e5b-6f0a4d3c2b1b");
        let application = json!({ "borrowers": [{
            "id": ana, "firstName": "Ana", "lastName": "Ruiz",
            "employments": [{ "id": job, "employerName": "Acme Foods" }],
        }] });
        let label = |path: &str| catalog().label_of(&application, path);
        assert_eq!(
            label(&format!("borrowers/{ana}/employments/{job}/startedOn")),
            "Ana Ruiz › Acme Foods › Start Date"
        );
        assert_eq!(label("property/address/postalCode"), "Property Address › ZIP");
        assert_eq!(label(&format!("borrowers/{ana}")), "Ana Ruiz");
        assert_eq!(label(&format!("borrowers/{job}/lastName")), "Borrower › Last name");
    }
}
