//! Leads: list, creation, text filter, and the lookup of possible duplicates.

use crate::{
    http::Connection,
    log::Message,
    report,
    rounds::{self, KEY, PEOPLE, RUNS, SERIAL},
    server::{Person, Server},
};
use serde_json::{Value, json};

const LIST: &str = "/api/leads";

/// Compares the list at large scale with pgbench, and measures the text filter and search at both scales, and the
/// lookup at large scale.
pub fn leads(small: &Server, large: &Server, seconds: f64) -> anyhow::Result<()> {
    rounds::page(large, LIST, seconds)?;
    text(small, large, "Text filter of leads", LIST)?;
    text(small, large, "Search of everything, over leads", "/api/search")?;
    look_up(large)
}

/// Measures creation on a separate data set.
pub fn create(server: &Server, seconds: f64) -> anyhow::Result<()> {
    report::heading("Creating a lead: requests a second beside pgbench's transactions of the same statements");
    let mut requests = Vec::new();
    for officer in rounds::officers(server, PEOPLE)? {
        let me = server.get(&officer, "/api/users/me")?;
        let body = payload(&me["activeUser"]);
        requests.push(officer.request("POST", LIST, &[("idempotency-key", KEY)], Some(&body)));
    }
    rounds::create_beside(server, &requests, fresh_values, seconds)
}

/// Gives each Maya Ortiz her own email address. A shared one would keep duplicate detection busy.
fn payload(user: &Value) -> Value {
    json!({
        "LeadScenario": {"loanPurpose": "Purchase"},
        "LeadContacts": [{"firstName": "Maya", "lastName": "Ortiz", "isPrimary": true,
                          "email": format!("maya.ortiz.{SERIAL}@example.com")}],
        "LeadUsers": [{"WizeUserId": user["id"], "WizeOrgUnitId": user["WizeOrgUnitId"], "isPrimary": true}],
    })
}

/// Values that differ for each created lead: its id, the idempotency key, and the email address.
fn fresh_values(recorded: &[Message]) -> impl Fn(&str, usize, &str) -> Option<String> + use<> {
    let is_insert = |statement: &str| statement.contains("insert into lead (");
    let id = rounds::told_id(recorded, is_insert);
    move |statement, _, value| {
        if Some(value) == id.as_deref() {
            return Some(":p_id".to_owned());
        }
        let serial = format!("replace({{}}::text, '{SERIAL}', lpad(:p_id::text, 12, '0'))");
        let told = |key| Some(format!("jsonb_set({serial}::jsonb, '{{0,{key}}}', to_jsonb(:p_id::bigint))"));
        match () {
            () if statement.contains("put_match_people(") => told("record"),
            () if is_insert(statement) && value.starts_with('[') => told("id"),
            () if value.contains(SERIAL) && value.starts_with('{') => Some(format!("{serial}::text[]")),
            () if value.contains(SERIAL) => Some(serial),
            () => (is_insert(statement) && value.len() == 36 && value.matches('-').count() == 4)
                .then(|| "gen_random_uuid()".to_owned()),
        }
    }
}

fn text(small: &Server, large: &Server, what: &str, path: &str) -> anyhow::Result<()> {
    report::heading(&format!("{what}: milliseconds, twenty requests a second"));
    let columns = ["first_name", "last_name", "email", "phone", "lead_id"];
    let measured = |server: &Server, share: f64| {
        let table = format!("(select *, lead_id as id from lead_contact tablesample system ({share})) as c");
        let (before, texts) = (rounds::texts(server, &table, columns, 1)?, rounds::texts(server, &table, columns, 2)?);
        rounds::filtered(server, path, &before, &texts)
    };
    rounds::grown(&measured(small, 20.0)?, &measured(large, 0.2)?);
    Ok(())
}

/// Looks up possible duplicates like the form does while the user types: names, emails and phones of existing and
/// unknown people.
fn look_up(server: &Server) -> anyhow::Result<()> {
    report::heading("Looking up who may be known already: milliseconds, twenty requests a second");
    let people = server.sql(
        "select first_name || '|' || last_name || '|' || coalesce(email, '') || '|' || coalesce(phone, '')
         from lead_contact tablesample system (0.2)
         order by hashint8(lead_id)
         limit 400",
    )?;
    let requests = |officers: &[Person]| -> Vec<Vec<u8>> {
        people
            .lines()
            .enumerate()
            .filter_map(|(n, line)| {
                let [first, last, email, phone] = line.split('|').collect::<Vec<_>>()[..] else { return None };
                let contact = match n % 4 {
                    0 => json!({"firstName": first, "lastName": last, "isPrimary": true}),
                    1 => json!({"firstName": first, "lastName": last, "email": email, "isPrimary": true}),
                    2 => json!({"firstName": first, "lastName": last, "cellPhone": phone, "isPrimary": true}),
                    _ => json!({"firstName": first, "lastName": format!("{last}x"), "email": format!("x{email}"), "isPrimary": true}),
                };
                let body = json!({"LeadUsers": [], "LeadContacts": [contact]});
                Some(officers[n % officers.len()].request("POST", "/api/leads/check", &[], Some(&body)))
            })
            .collect()
    };
    let requests = requests(&rounds::officers(server, PEOPLE)?);
    anyhow::ensure!(requests.len() > 100, "too few people were drawn");
    let mut connection = Connection::open(server.port)?;
    for request in &requests[..60] {
        rounds::timed(&mut connection, request)?;
    }
    let mut p95s = Vec::new();
    for run in 0..RUNS {
        p95s.push(rounds::p95(60, |n| rounds::timed(&mut connection, &requests[(run * 60 + n) % requests.len()]))?);
    }
    report::line("p95", "30 at most", p95s);
    Ok(())
}
