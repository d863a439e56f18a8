//! Generates arbitrary applications for property tests.
//!
//! The generator follows the OpenAPI schema, so a new field needs no change here. It then fixes what a schema can't
//! express: ids are unique, references resolve, and the visible last four digits match the encrypted numbers.

use crate::{
    application::{
        Application, ApplicationTakenMethod, BorrowerSecrets, Demographics, Ethnicity, EthnicityOrigin, Race,
        RaceDesignation, Secrets, Sex,
    },
    values::{TaxpayerIdentifier, last_four_of},
};
use jiff::civil::Date;
use proptest::{option, prelude::*, sample};
use serde_json::{Map, Value};
use utoipa::OpenApi;
use uuid::Uuid;

/// Generates an application and its secrets. The first borrower has a last name. Texts have no leading or trailing
/// spaces, no repeated spaces and no control characters.
pub fn loan() -> impl Strategy<Value = (Application, Secrets)> {
    (application(), any::<u64>()).prop_flat_map(|(application, seed)| {
        let application = tie(application, seed);
        let borrowers = application.borrowers.len();
        let accounts = application.assets.len() + application.liabilities.len();
        let sealed = (
            prop::collection::vec(option::of(borrower_secrets()), borrowers),
            prop::collection::vec(option::of("[0-9A-Z]{1,3}-?[0-9]{1,12}"), accounts),
        );
        (Just(application), sealed)
            .prop_map(|(application, (borrowers, accounts))| seal(application, borrowers, accounts))
    })
}

fn application() -> impl Strategy<Value = Application> {
    #[derive(OpenApi)]
    #[openapi(components(schemas(Application)))]
    struct Described;
    let described = serde_json::to_value(Described::openapi()).unwrap_or_default();
    let schemas = described["components"]["schemas"].clone();
    value("Application", &schemas["Application"], &schemas).prop_map(|mut value| {
        number_ids(&mut value, &mut 0);
        serde_json::from_value::<Application>(value).unwrap_or_default()
    })
}

/// Generates any value allowed by a schema. `name` is the schema's or the field's name.
fn value(name: &str, schema: &Value, schemas: &Value) -> BoxedStrategy<Value> {
    if let Some(name) = schema["$ref"].as_str().and_then(|path| path.rsplit('/').next()) {
        return value(name, &schemas[name], schemas);
    }
    if let Some(either) = schema["oneOf"].as_array() {
        let given = either.iter().find(|schema| schema["type"] != "null").unwrap_or(&Value::Null);
        return value(name, given, schemas);
    }
    if let Some(words) = schema["enum"].as_array() {
        return sample::select(words.clone()).boxed();
    }
    match name {
        "Money" => text(
            prop_oneof![1 => Just(0), 9 => -900_000_000_i64..9_000_000_000]
                .prop_map(|cents| crate::values::Money::from_cents(cents).to_string()),
        ),
        "Rate" => {
            text((-1_000_000_i64..20_000_000).prop_map(|units| crate::values::Rate::from_millionths(units).to_string()))
        }
        "Email" => text("[a-z]{1,8}\\.[a-z]{1,8}@example\\.com"),
        "Phone" => text("[2-9][0-9]{2}555[0-9]{4}"),
        "StateCode" => text(sample::select(crate::values::STATES.map(|(code, _)| code.to_owned()).to_vec())),
        "PostalCode" => text("[0-9]{5}(-[0-9]{4})?"),
        "country" => text(sample::select(vec!["CA".to_owned(), "MX".to_owned(), "DE".to_owned()])),
        _ => of_type(name, schema, schemas),
    }
}

fn of_type(name: &str, schema: &Value, schemas: &Value) -> BoxedStrategy<Value> {
    let kind = match &schema["type"] {
        Value::Array(kinds) => kinds.iter().find(|kind| *kind != "null").and_then(Value::as_str),
        kind => kind.as_str(),
    };
    match (kind, schema["format"].as_str()) {
        (Some("object"), _) => object(schema, schemas),
        (Some("array"), _) => {
            let item = value(name, &schema["items"], schemas);
            prop::collection::vec(item, 0..3).prop_map(Value::Array).boxed()
        }
        (Some("boolean"), _) => any::<bool>().prop_map(Value::Bool).boxed(),
        (Some("integer"), _) => (0_u16..2_000).prop_map(Value::from).boxed(),
        (_, Some("uuid")) => Just(Value::String(Uuid::nil().to_string())).boxed(),
        (_, Some("date")) => text(day().prop_map(|day| day.to_string())),
        _ => text("[A-Za-zÀ-ÿ0-9&<>'\"#./,-]{1,9}( [A-Za-zÀ-ÿ0-9&<>'\"#./,-]{1,9}){0,2}"),
    }
}

/// Generates an object with all required and a random choice of optional fields: usually several, sometimes none.
fn object(schema: &Value, schemas: &Value) -> BoxedStrategy<Value> {
    let has_null =
        |schema: &Value| schema["type"].as_array().is_some_and(|kinds| kinds.iter().any(|kind| kind == "null"));
    let mut fields = prop_oneof![1 => Just(0.0), 19 => Just(0.6)].prop_map(|given| (given, Map::new())).boxed();
    for (name, field) in schema["properties"].as_object().into_iter().flatten() {
        let either = field["oneOf"].as_array().into_iter().flatten();
        let may_be_empty = has_null(field) || either.into_iter().any(|schema| schema["type"] == "null");
        let (name, chance) = (name.clone(), 0.0..1.0);
        fields = (fields, chance, value(&name, field, schemas))
            .prop_map(move |((given, mut fields), chance, value)| {
                if !may_be_empty || chance < given {
                    fields.insert(name.clone(), value);
                }
                (given, fields)
            })
            .boxed();
    }
    fields.prop_map(|(_, fields)| Value::Object(fields)).boxed()
}

fn text(strategy: impl Strategy<Value = String> + 'static) -> BoxedStrategy<Value> {
    strategy.prop_map(Value::String).boxed()
}

fn day() -> impl Strategy<Value = Date> {
    (1900_i16..2100, 1_i8..=12, 1_i8..=28).prop_map(|(year, month, day)| jiff::civil::date(year, month, day))
}

/// Gives every list item a unique id.
fn number_ids(value: &mut Value, last: &mut u128) {
    match value {
        Value::Object(fields) => {
            if let Some(id) = fields.get_mut("id") {
                *last += 1;
                *id = Value::String(Uuid::from_u128(*last).to_string());
            }
            fields.values_mut().for_each(|value| number_ids(value, last));
        }
        Value::Array(items) => items.iter_mut().for_each(|value| number_ids(value, last)),
        _ => {}
    }
}

/// Makes references resolve and assigns items to borrowers, as determined by the bits of the seed.
fn tie(mut application: Application, mut seed: u64) -> Application {
    let mut chosen = |count: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as usize % count.max(1)
    };
    if application.borrowers.is_empty() {
        let id = Uuid::from_u128(u128::MAX);
        application.borrowers.push(crate::application::Borrower { id, ..Default::default() });
    }
    application.borrowers[0].last_name.get_or_insert_with(|| "Rivera".to_owned());
    let borrowers: Vec<Uuid> = application.borrowers.iter().map(|borrower| borrower.id).collect();
    let mut owners = |owners: &mut Vec<Uuid>| {
        let first = chosen(borrowers.len());
        *owners = borrowers[first..].iter().take(owners.len()).copied().collect();
    };
    application.assets.iter_mut().for_each(|asset| owners(&mut asset.owners));
    application.liabilities.iter_mut().for_each(|liability| owners(&mut liability.owners));
    application.expenses.iter_mut().for_each(|expense| owners(&mut expense.owners));
    application.owned_properties.iter_mut().for_each(|property| owners(&mut property.owners));
    for liability in &mut application.liabilities {
        let property = application.owned_properties.get(chosen(application.owned_properties.len() + 1));
        liability.owned_property = property.map(|property| property.id);
    }
    for expense in &mut application.housing_expenses {
        expense.borrower = borrowers.get(chosen(borrowers.len() + 1)).copied();
    }
    for (at, borrower) in application.borrowers.iter_mut().enumerate() {
        borrower.joint_with =
            borrowers.get(chosen(borrowers.len() + 1)).copied().filter(|other| *other != borrowers[at]);
        for income in &mut borrower.incomes {
            let job = borrower.employments.get(chosen(borrower.employments.len() + 1));
            income.employment = job.map(|job| job.id);
        }
    }
    application
}

/// Stores the secrets and copies their visible last digits into the application.
fn seal(
    mut application: Application,
    borrowers: Vec<Option<BorrowerSecrets>>,
    accounts: Vec<Option<String>>,
) -> (Application, Secrets) {
    let mut secrets = Secrets::default();
    for (borrower, sealed) in application.borrowers.iter_mut().zip(borrowers) {
        let number = sealed.as_ref().and_then(|sealed| sealed.taxpayer_identifier.as_ref());
        borrower.taxpayer_identifier_last_four = number.map(|number| number.last_four().to_owned());
        if let Some(sealed) = sealed.filter(|sealed| *sealed != BorrowerSecrets::default()) {
            secrets.borrowers.insert(borrower.id, sealed);
        }
    }
    let assets = application.assets.iter_mut().map(|asset| (asset.id, &mut asset.account_number_last_four));
    let debts = application.liabilities.iter_mut().map(|debt| (debt.id, &mut debt.account_number_last_four));
    for ((id, shown), number) in assets.chain(debts).zip(accounts) {
        *shown = number.as_deref().and_then(last_four_of);
        secrets.account_numbers.extend(number.map(|number| (id, number)));
    }
    (application, secrets)
}

fn borrower_secrets() -> impl Strategy<Value = BorrowerSecrets> {
    let number = "[1-9][0-9]{8}".prop_map(|digits| digits.parse::<TaxpayerIdentifier>().ok());
    (number, option::of(day()), demographics(), any::<bool>()).prop_map(
        |(number, birth_date, demographics, has_number)| {
            let taxpayer_identifier = number.filter(|_| has_number);
            BorrowerSecrets { taxpayer_identifier, birth_date, demographics }
        },
    )
}

fn demographics() -> impl Strategy<Value = Demographics> {
    fn some<T: Copy + std::fmt::Debug + 'static>(all: &'static [T]) -> impl Strategy<Value = Vec<T>> {
        sample::subsequence(all.to_vec(), 0..=all.len().min(4))
    }
    let chosen = (
        some(Ethnicity::ALL),
        some(EthnicityOrigin::ALL),
        some(Race::ALL),
        some(RaceDesignation::ALL),
        some(Sex::ALL),
        option::of(sample::select(ApplicationTakenMethod::ALL)),
    );
    let texts = prop::array::uniform4(option::of("[A-Za-z]{1,9} [A-Za-z]{1,9}"));
    let told = prop::array::uniform6(any::<Option<bool>>());
    (chosen, texts, told).prop_map(|(chosen, texts, told)| {
        let [ethnicity_other, tribe, other_asian, other_pacific_islander] = texts;
        let (ethnicities, ethnicity_origins, races, race_designations, sexes, taken_by) = chosen;
        let [ethnicity_refused, ethnicity_observed, race_refused, race_observed, sex_refused, sex_observed] = told;
        Demographics {
            ethnicities,
            ethnicity_origins,
            ethnicity_other,
            ethnicity_refused,
            ethnicity_observed,
            races,
            race_designations,
            tribe,
            other_asian,
            other_pacific_islander,
            race_refused,
            race_observed,
            sexes,
            sex_refused,
            sex_observed,
            taken_by,
            observed_on: None,
            observed_by: None,
        }
    })
}
