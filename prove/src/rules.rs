//! Kill -9 while automation rules run.
//!
//! A rule creates a task for each new loan. An officer repeatedly creates loans, and the server is killed at a random
//! moment while it runs their jobs, and restarted. In the end each loan must have exactly one task.

use crate::table::Proof;
use rand::{RngExt, SeedableRng, rngs::StdRng};
use reqwest::Method;
use serde_json::json;
use sqlx::{Connection, PgConnection};
use std::{
    path::Path,
    time::{Duration, Instant},
};
use testkit::{
    Server,
    officer::{manual, membership},
};

/// Size of the proof.
#[derive(Clone, Copy, Debug)]
pub struct Size {
    /// Number of kills.
    pub kills: u32,
    /// Number of loans created before each kill.
    pub loans: u32,
    /// Seed of the random moments.
    pub seed: u64,
}

const AVERY: &str = "avery.stone@harbor.example";
/// Number of kills after which the client signs in again, before the ID token expires.
const SIGN_IN_EVERY: u32 = 40;
/// How long to wait for the last jobs.
const PATIENCE: Duration = Duration::from_secs(120);

/// Repeatedly kills a server.
pub async fn prove(program: &Path, size: Size) -> Proof {
    let mut proof = Proof::of("rules");
    let mut random = StdRng::seed_from_u64(size.seed);
    // Shorten the recovery interval, so that the proof finishes in reasonable time.
    let environment = [("KEYTURN_JOB_RECOVERY_SECONDS", "3".to_owned())];
    let mut server = Server::start_with(program, &environment, None);
    let grace = server.sign_in("grace.whitfield@harbor.example").await;
    let mut avery = server.sign_in(AVERY).await;
    let officer = membership(&avery).await;
    let templates = grace.get("/api/task-templates").await.expect(200);
    let credit =
        templates.at("/rows").as_array().and_then(|rows| rows.iter().find(|row| row["title"] == "Pull credit"));
    let rule = json!({
        "ruleName": "Welcome", "isActive": true, "trigger": {"kind": "CREATED"},
        "actions": [{"kind": "CREATE_TASKS", "templateIds": [credit.expect("the template")["id"]]}],
    });
    let rule = grace.post("/api/automation-rules", rule).await.expect(201).at("/id").as_i64().expect("an id");
    let mut waited = 0;
    for kill in 1..=size.kills {
        if kill.is_multiple_of(SIGN_IN_EVERY) {
            avery = server.sign_in(AVERY).await;
        }
        // The previous connection died with the server.
        while avery.try_send(avery.request(Method::GET, "/api/users/me")).await.is_err() {}
        for n in 0..size.loans {
            let _ = avery.post("/api/loans", manual("Kim", &format!("Rule{kill}x{n}"), officer)).await.expect(201);
        }
        tokio::time::sleep(Duration::from_millis(random.random_range(0..120))).await;
        waited += u32::from(left(&server, rule).await.is_some_and(|left| left > 0));
        server.kill();
        server.start_again();
        eprint!("\rrules: kill {kill} of {}", size.kills);
    }
    eprintln!();
    let began = Instant::now();
    while left(&server, rule).await != Some(0) && began.elapsed() < PATIENCE {
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    let mut superuser = server.superuser().await;
    let faults: Vec<String> = sqlx::query_scalar(
        "select l.borrower_name || ': ' || count(distinct t.id) || ' tasks, ' || count(distinct r.step_id) || ' runs'
         from loan l
         left join task t on t.company_id = l.company_id and t.loan_id = l.id and t.rule_id = $1
         left join automation_run r on r.company_id = l.company_id and r.loan_id = l.id and r.rule_id = $1
         where l.borrower_name like 'Kim Rule%'
         group by l.id, l.borrower_name
         having count(distinct t.id) <> 1 or count(distinct r.step_id) <> 1",
    )
    .bind(rule)
    .fetch_all(&mut superuser)
    .await
    .expect("the loans");
    let tasks: i64 = sqlx::query_scalar("select count(*) from task where rule_id = $1")
        .bind(rule)
        .fetch_one(&mut superuser)
        .await
        .expect("the tasks");
    let events = i64::from(size.kills * size.loans);
    proof.none(
        format!("{} kills (seed {}) during {events} events", size.kills, size.seed),
        "each event acted on once".to_owned(),
        &format!("{waited} kills while a rule had something to do"),
        &faults,
    );
    proof.row("tasks in the end", events.to_string(), tasks.to_string(), tasks == events);
    let stopped = server.stop();
    proof.row("ctrl-C at the end", "stops all it started", stopped.to_string(), stopped.success());
    proof
}

/// Number of loans that still wait for the rule. `None` while the database is down.
async fn left(server: &Server, rule: i64) -> Option<i64> {
    let mut superuser = PgConnection::connect(&server.superuser).await.ok()?;
    sqlx::query_scalar(
        "select count(*)
         from loan l
         where l.borrower_name like 'Kim Rule%'
           and not exists (select from automation_run r where r.company_id = l.company_id and r.loan_id = l.id and r.rule_id = $1)",
    )
    .bind(rule)
    .fetch_one(&mut superuser)
    .await
    .ok()
}
