use super::*;
use crate::application::LoanPurpose;
use jiff::civil::date;

static FIELDS: [Field; 9] = [
    Field { name: "borrower", kind: Kind::Name, may_be_empty: false },
    Field { name: "number", kind: Kind::Code, may_be_empty: false },
    Field { name: "lender", kind: Kind::Choice, may_be_empty: true },
    Field { name: "purpose", kind: Kind::Word(word::<LoanPurpose>), may_be_empty: true },
    Field { name: "closing", kind: Kind::Day, may_be_empty: true },
    Field { name: "updated", kind: Kind::Instant, may_be_empty: false },
    Field { name: "amount", kind: Kind::Money, may_be_empty: false },
    Field { name: "rate", kind: Kind::Rate, may_be_empty: true },
    Field { name: "term", kind: Kind::Number, may_be_empty: true },
];

/// A Wednesday.
const TODAY: Date = date(2026, 11, 18);

fn read(text: &str) -> Result<Expression, Wrong> {
    Expression::read(text, &FIELDS, TODAY)
}

fn tested(field: &str, operator: &str, values: &[&str]) -> Result<Test, String> {
    let condition = serde_json::json!({ "field": field, "operator": operator, "values": values });
    let read = read(&serde_json::json!({ "match": "all", "conditions": [condition] }).to_string());
    read.map(|read| read.conditions().next().unwrap().test.clone()).map_err(|wrong| wrong.to_string())
}

fn days(from: Option<Date>, until: Option<Date>) -> Test {
    Test::Between(from.map(Operand::Day), until.map(Operand::Day))
}

fn numbers(from: Option<i64>, until: Option<i64>) -> Test {
    Test::Between(from.map(Operand::Number), until.map(Operand::Number))
}

fn texts(texts: &[&str]) -> Vec<Operand> {
    texts.iter().map(|text| Operand::Text((*text).to_owned())).collect()
}

/// PIPE-05: every operator with every field type.
#[test]
fn each_operator_works_with_each_field_type() {
    let ok = |field, operator, values: &[&str], expected: Test| {
        assert_eq!(tested(field, operator, values), Ok(expected), "{field} {operator} {values:?}");
    };
    let patterns = |longest: &str, others: &[&str]| {
        Test::Contains(TextFilter::Contains {
            longest: longest.into(),
            others: others.iter().map(|other| (*other).to_owned()).collect(),
        })
    };
    let on = |month, day| Some(date(2026, month, day));

    ok(
        "borrower",
        "is",
        &["Maya Ortiz-Vale"],
        Test::OneOf(texts(&["maya ortiz vale", "ortiz vale maya", "vale maya ortiz"])),
    );
    ok("borrower", "isNot", &["José"], Test::NoneOf(texts(&["jose"])));
    ok("borrower", "contains", &["Ortiz ma"], patterns("%ortiz%", &["%ma%"]));
    ok("number", "is", &["2026-AB1", "7"], Test::OneOf(texts(&["2026-ab1", "7"])));
    ok("number", "isNot", &["2026-AB1"], Test::NoneOf(texts(&["2026-ab1"])));
    ok("number", "contains", &["2026-100"], patterns("%2026-100%", &[]));

    ok("lender", "is", &["3", "4"], Test::OneOf(vec![Operand::Number(3), Operand::Number(4)]));
    ok("lender", "isNot", &["3"], Test::NoneOf(vec![Operand::Number(3)]));
    ok("purpose", "is", &["Purchase"], Test::OneOf(texts(&["Purchase"])));
    ok("purpose", "isNot", &["Purchase", "Refinance"], Test::NoneOf(texts(&["Purchase", "Refinance"])));
    for field in ["lender", "purpose", "closing", "rate", "term"] {
        ok(field, "empty", &[], Test::Empty);
        ok(field, "notEmpty", &[], Test::NotEmpty);
    }

    for field in ["closing", "updated"] {
        ok(field, "is", &["2026-11-30"], Test::OneOf(vec![Operand::Day(date(2026, 11, 30))]));
        ok(field, "isNot", &["today"], Test::NoneOf(vec![Operand::Day(TODAY)]));
        ok(field, "before", &["today"], days(None, on(11, 17)));
        ok(field, "before", &["2026-12-01"], days(None, on(11, 30)));
        ok(field, "after", &["2026-11-30"], days(on(12, 1), None));
        ok(field, "between", &["2026-11-01", "today"], days(on(11, 1), Some(TODAY)));
        ok(field, "within", &["thisMonth"], days(on(11, 1), on(11, 30)));
    }

    ok("amount", "is", &["300000"], Test::OneOf(vec![Operand::Number(30_000_000)]));
    ok("amount", "isNot", &["0.50"], Test::NoneOf(vec![Operand::Number(50)]));
    ok("amount", "atLeast", &["1000.5"], numbers(Some(100_050), None));
    ok("amount", "atMost", &["1000"], numbers(None, Some(100_000)));
    ok("amount", "between", &["1", "2"], numbers(Some(100), Some(200)));
    ok("rate", "is", &["6.5"], Test::OneOf(vec![Operand::Number("6.5".parse::<Rate>().unwrap().millionths())]));
    ok("rate", "isNot", &["6.5"], Test::NoneOf(vec![Operand::Number("6.5".parse::<Rate>().unwrap().millionths())]));
    for operator in ["atLeast", "atMost"] {
        assert!(tested("rate", operator, &["6.125"]).is_ok());
        assert!(tested("term", operator, &["360"]).is_ok());
    }
    assert!(tested("rate", "between", &["6", "7.25"]).is_ok());
    ok("term", "is", &["360"], Test::OneOf(vec![Operand::Number(360)]));
    ok("term", "isNot", &["360"], Test::NoneOf(vec![Operand::Number(360)]));
    ok("term", "between", &["180", "360"], numbers(Some(180), Some(360)));
}

/// PIPE-05: relative dates, as of a Wednesday in November.
#[test]
fn periods_are_resolved_from_today() {
    let period = |name: &str| match tested("closing", "within", &[name]) {
        Ok(Test::Between(Some(Operand::Day(from)), Some(Operand::Day(until)))) => format!("{from} {until}"),
        other => panic!("{name}: {other:?}"),
    };
    for (name, expected) in [
        ("today", "2026-11-18 2026-11-18"),
        ("tomorrow", "2026-11-19 2026-11-19"),
        ("yesterday", "2026-11-17 2026-11-17"),
        ("next:7", "2026-11-18 2026-11-25"),
        ("last:30", "2026-10-19 2026-11-18"),
        ("thisWeek", "2026-11-15 2026-11-21"),
        ("nextWeek", "2026-11-22 2026-11-28"),
        ("lastWeek", "2026-11-08 2026-11-14"),
        ("thisMonth", "2026-11-01 2026-11-30"),
        ("nextMonth", "2026-12-01 2026-12-31"),
        ("lastMonth", "2026-10-01 2026-10-31"),
        ("thisQuarter", "2026-10-01 2026-12-31"),
        ("nextQuarter", "2027-01-01 2027-03-31"),
        ("lastQuarter", "2026-07-01 2026-09-30"),
        ("thisYear", "2026-01-01 2026-12-31"),
        ("nextYear", "2027-01-01 2027-12-31"),
        ("lastYear", "2025-01-01 2025-12-31"),
    ] {
        assert_eq!(period(name), expected, "{name}");
    }
    for name in ["next:0", "next:367", "next:", "soon", "thisDecade", "this", ""] {
        assert!(tested("closing", "within", &[name]).is_err(), "{name}");
    }
}

#[test]
fn a_group_has_its_own_combination_and_contains_no_group() {
    let one = r#"{"field":"purpose","operator":"is","values":["Purchase"]}"#;
    let group = |joined: &str, within: &str| format!(r#"{{"match":"{joined}","conditions":[{within}]}}"#);
    let nested = read(&group("all", &format!("{one},{}", group("any", &format!("{one},{one}"))))).unwrap();
    assert_eq!(nested.joined, Joined::All);
    assert!(matches!(&nested.parts[..], [Part::One(_), Part::Group(Joined::Any, within)] if within.len() == 2));
    assert_eq!(nested.conditions().count(), 3);

    let deeper = group("all", &group("any", &group("all", one)));
    assert_eq!(read(&deeper).unwrap_err().to_string(), ".conditions[0].conditions[0]: can hold no further group");
    let two = group("all", &format!("{0},{0}", group("any", one)));
    assert_eq!(read(&two).unwrap_err().to_string(), ".conditions: can hold one group");
}

#[test]
fn errors_name_the_path_in_the_filter() {
    let path = |field, operator, values: &[&str]| tested(field, operator, values).unwrap_err();
    assert!(path("ssn", "is", &["1"]).starts_with(".conditions[0].field: must be one of borrower, number,"));
    assert_eq!(
        path("closing", "contains", &["x"]),
        ".conditions[0].operator: must be one of is, isNot, before, after, between, within, empty, notEmpty"
    );
    assert!(path("borrower", "empty", &[]).starts_with(".conditions[0].operator: "));
    assert!(path("amount", "is", &["lots"]).starts_with(".conditions[0].values: "));
    assert!(path("purpose", "is", &["Sale"]).contains("must be one of Purchase, Refinance, Other"));
    assert!(path("closing", "is", &["2026-02-30"]).contains("must be a day such as"));
    assert!(path("closing", "is", &["9999-12-31"]).contains("must be a day such as"));
    assert!(path("closing", "between", &["today"]).contains("must be two"));
    assert!(path("closing", "empty", &["today"]).contains("must be left out"));
    assert!(path("lender", "is", &[]).contains("must be 1 to 50"));
    assert!(path("lender", "is", &["1 or 1=1"]).contains("must be ids"));
    assert!(path("borrower", "contains", &["ab"]).contains("three letters"));
    assert!(path("borrower", "contains", &["%%%"]).contains("three letters"));
    for text in ["", "[]", "{}", "null", r#"{"match":"all","conditions":[]}"#, r#"{"match":"none","conditions":[{}]}"#]
    {
        assert!(read(text).is_err(), "{text}");
    }
    assert!(read(&"x".repeat(FILTER_BYTES_MAX + 1)).unwrap_err().message.contains("too long"));
    let many = |count: usize, one: &str| format!(r#"{{"match":"any","conditions":[{}]}}"#, vec![one; count].join(","));
    let term = r#"{"field":"term","operator":"is","values":["360"]}"#;
    assert!(read(&many(CONDITIONS_MAX, term)).is_ok());
    assert!(read(&many(CONDITIONS_MAX + 1, term)).is_err());
    let search = r#"{"field":"borrower","operator":"contains","values":["ortiz"]}"#;
    assert!(read(&many(SEARCHES_MAX, search)).is_ok());
    assert!(read(&many(SEARCHES_MAX + 1, search)).is_err());
}
