//! The pipeline at 1 million loans: its filters, one and two at a time, and the totals by stage.

use crate::{
    http::Connection,
    report,
    rounds::{self, RUNS},
    server::{Person, Server},
};

/// Number of requests in a run.
const ASKED: usize = 30;

/// A filter of the pipeline, with query strings that are chosen in turn.
struct Narrowing {
    name: &'static str,
    queries: Vec<String>,
}

/// Measures each filter and each pair, with the default sort order: milliseconds of the first page with its count, in
/// one access scope or in all.
pub fn filters(server: &Server, only: Option<&str>) -> anyhow::Result<()> {
    report::heading("Filters of the pipeline: milliseconds, twenty requests a second, the first page with its count");
    let narrowings = narrowings(server)?;
    for (reach, people) in rounds::reaches(server)? {
        if only.is_some_and(|only| only != reach) {
            continue;
        }
        for (number, one) in narrowings.iter().enumerate() {
            let p95s = measured(server, &people, |n| format!("/api/loans?{}", drawn(one, n)))?;
            report::line(&format!("{reach}, {}: p95", one.name), "50 at most", p95s);
            for other in &narrowings[number + 1..] {
                let both = |n| format!("/api/loans?{}&{}", drawn(one, n), drawn(other, n / 3 + n));
                let p95s = measured(server, &people, both)?;
                report::line(&format!("{reach}, {} and {}: p95", one.name, other.name), "50 at most", p95s);
            }
        }
        for (name, filter) in COMPOSED {
            let query = rounds::encoded(filter);
            let p95s = measured(server, &people, |_| format!("/api/loans?filter={query}"))?;
            report::line(&format!("{reach}, {name}: p95"), "50 at most", p95s);
        }
    }
    Ok(())
}

/// User-defined filters: common and rare ones, with one or several conditions, combined by "all" and "any".
const COMPOSED: [(&str, &str); 9] = [
    (
        "closing this month",
        r#"{"match":"all","conditions":[{"field":"closing","operator":"within","values":["thisMonth"]}]}"#,
    ),
    (
        "locks of active loans that expire in the next 7 days",
        r#"{"match":"all","conditions":[{"field":"progress","operator":"is","values":["Active"]},
            {"field":"lockExpiration","operator":"within","values":["next:7"]}]}"#,
    ),
    ("adverse", r#"{"match":"all","conditions":[{"field":"progress","operator":"is","values":["Adverse"]}]}"#),
    ("in Guam", r#"{"match":"all","conditions":[{"field":"state","operator":"is","values":["GU"]}]}"#),
    (
        "in California and above 900,000",
        r#"{"match":"all","conditions":[{"field":"state","operator":"is","values":["CA"]},
            {"field":"amount","operator":"atLeast","values":["900000"]}]}"#,
    ),
    (
        "second homes under VA",
        r#"{"match":"all","conditions":[{"field":"occupancy","operator":"is","values":["SecondHome"]},
            {"field":"mortgageType","operator":"is","values":["VA"]}]}"#,
    ),
    (
        "a rate of 7 or more, or closing next week",
        r#"{"match":"any","conditions":[{"field":"rate","operator":"atLeast","values":["7"]},
            {"field":"closing","operator":"within","values":["nextWeek"]}]}"#,
    ),
    (
        "named Nguyen, and a refinance or in Texas",
        r#"{"match":"all","conditions":[{"field":"borrower","operator":"contains","values":["nguyen"]},
            {"match":"any","conditions":[{"field":"purpose","operator":"is","values":["Refinance"]},
            {"field":"state","operator":"is","values":["TX"]}]}]}"#,
    ),
    ("without a processor", r#"{"match":"all","conditions":[{"field":"processor","operator":"empty"}]}"#),
];

/// Measures the totals by stage, unfiltered and with filters, and the columns of the board.
pub fn totals(server: &Server) -> anyhow::Result<()> {
    report::heading("Totals by stage: milliseconds, at most twenty requests a second");
    let narrowings = narrowings(server)?;
    for (reach, people) in rounds::reaches(server)? {
        let p95s = measured(server, &people, |_| "/api/loans/stage-totals".to_owned())?;
        report::line(&format!("{reach}: p95"), "300 at most", p95s);
        // Skip the stage filter, because the totals are grouped by stage.
        for one in narrowings.iter().filter(|one| one.name != "stage") {
            let p95s = measured(server, &people, |n| format!("/api/loans/stage-totals?{}", drawn(one, n)))?;
            report::line(&format!("{reach}, {}: p95", one.name), "300 at most", p95s);
        }
        let stages = &narrowings[0];
        let column = |n| format!("/api/loans?{}&orderBy=nextDeadline", drawn(stages, n));
        let p95s = measured(server, &people, column)?;
        report::line(&format!("{reach}, a column of the board: p95"), "50 at most", p95s);
    }
    Ok(())
}

fn drawn(narrowing: &Narrowing, number: usize) -> &str {
    &narrowing.queries[number % narrowing.queries.len()]
}

fn narrowings(server: &Server) -> anyhow::Result<Vec<Narrowing>> {
    let asked = |name: &'static str, parameter: &str, statement: &str| -> anyhow::Result<Narrowing> {
        let values = server.sql(statement)?;
        let queries: Vec<_> = values.lines().map(|value| format!("{parameter}{value}")).collect();
        anyhow::ensure!(!queries.is_empty(), "nothing to narrow the pipeline by: {name}");
        Ok(Narrowing { name, queries })
    };
    let company = "(select id from org_unit where slug = 'meridian')";
    Ok(vec![
        asked("stage", "stage=", &format!("select id from loan_stage where company_id = {company} order by id"))?,
        asked(
            "officer",
            "assigneeType=USER&assigneeId=",
            &format!(
                "select distinct officer_id from loan tablesample system (0.05)
                 where company_id = {company} and officer_id is not null order by 1 limit 60"
            ),
        )?,
        asked("deadline", "nextDeadlineBy=", "select current_date + n from generate_series(-10, 20) n")?,
        Narrowing {
            name: "text",
            queries: rounds::loan_texts(server, 3)?
                .iter()
                .map(|typed| format!("string={}", rounds::encoded(&typed.text)))
                .collect(),
        },
    ])
}

/// The 95th percentile of each run. Warms up the server first.
fn measured(server: &Server, people: &[Person], path: impl Fn(usize) -> String) -> anyhow::Result<Vec<f64>> {
    let mut connection = Connection::open(server.port)?;
    let mut ask =
        |n: usize| rounds::timed(&mut connection, &people[n % people.len()].request("GET", &path(n), &[], None));
    for n in 0..ASKED {
        ask(n)?;
    }
    (0..RUNS).map(|run| rounds::p95(ASKED, |n| ask(run * ASKED + n))).collect()
}
