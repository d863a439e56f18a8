//! Jobs, which run after the answer. `proofs` covers jobs of killed processes and jobs that crash their process.

use crate::{bulk_imports, lead_intake};
use keyturn::key_rings::{ResealFiles, ResealRows, RetireKey};
use platform::{
    App, Error, GlobalTx, Result,
    db::Timestamp,
    jobs::{self, Every, Job, Work},
    keys::KeyRing,
    limits,
};
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::{sync::Mutex, time::Duration};
use testkit::Keyturn;
use tokio::sync::watch;

/// Records that it ran.
#[derive(Serialize, Deserialize)]
struct Trace {
    subject: String,
}

impl Job for Trace {
    const NAME: &'static str = "trace";

    async fn run(self, app: &App) -> Result<()> {
        limits::note(&app.pool, "trace", &self.subject, 60).await
    }
}

/// Enqueues another job.
#[derive(Serialize, Deserialize)]
struct Cause {}

impl Job for Cause {
    const NAME: &'static str = "cause";

    async fn run(self, app: &App) -> Result<()> {
        let mut tx = GlobalTx::begin(&app.pool).await?;
        jobs::enqueue(&mut tx, &trace("effect")).await?;
        tx.commit().await
    }
}

/// Fails until its trace exists.
#[derive(Serialize, Deserialize)]
struct Stubborn {}

impl Job for Stubborn {
    const NAME: &'static str = "stubborn";
    const TRIES_MAX: i16 = 3;

    async fn run(self, app: &App) -> Result<()> {
        match traces(app).await {
            0 => Err(Error::Internal(anyhow::anyhow!("the secret cause"))),
            _ => Ok(()),
        }
    }
}

/// Runs until released.
#[derive(Serialize, Deserialize)]
struct Slow {}

impl Job for Slow {
    const NAME: &'static str = "slow";

    async fn run(self, app: &App) -> Result<()> {
        limits::note(&app.pool, "slow", "begun", 60).await?;
        while count(app, "slow-is-let-go").await == 0 {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        limits::note(&app.pool, "trace", "slow", 60).await
    }
}

/// Bulk and interactive jobs. Both record that they ran, in order.
#[derive(Serialize, Deserialize)]
struct InCrowds {}

#[derive(Serialize, Deserialize)]
struct WaitedFor {}

static DONE: Mutex<Vec<&str>> = Mutex::new(Vec::new());

impl Job for InCrowds {
    const NAME: &'static str = "in-crowds";
    const PRIORITY: i16 = 10;

    async fn run(self, _: &App) -> Result<()> {
        DONE.lock().unwrap().push(Self::NAME);
        Ok(())
    }
}

impl Job for WaitedFor {
    const NAME: &'static str = "waited-for";

    async fn run(self, _: &App) -> Result<()> {
        DONE.lock().unwrap().push(Self::NAME);
        Ok(())
    }
}

/// Runs every hour.
#[derive(Serialize, Deserialize)]
struct Hourly {}

impl Job for Hourly {
    const NAME: &'static str = "hourly";

    async fn run(self, app: &App) -> Result<()> {
        limits::note(&app.pool, "trace", "hourly", 60).await
    }
}

fn work() -> Work {
    let work = Work::new(|app, company| Box::pin(orgs::look(app, company)));
    work.job::<Trace>()
        .job::<Cause>()
        .job::<Stubborn>()
        .job::<Slow>()
        .job::<InCrowds>()
        .job::<WaitedFor>()
        .every::<Hourly>(Every::Hour { minute: 7 })
}

async fn count(app: &App, bucket: &str) -> i64 {
    let sum = sqlx::query_scalar("select coalesce(sum(attempts), 0) from rate_limit where bucket = $1").bind(bucket);
    sum.fetch_one(&app.pool).await.unwrap()
}

async fn traces(app: &App) -> i64 {
    count(app, "trace").await
}

async fn until(what: &str, condition: impl AsyncFn() -> bool) {
    let began = std::time::Instant::now();
    while !condition().await {
        assert!(began.elapsed() < Duration::from_secs(30), "{what} did not come");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

async fn enqueue(keyturn: &Keyturn, job: &impl Job) {
    let mut tx = GlobalTx::begin(keyturn.pool()).await.unwrap();
    jobs::enqueue(&mut tx, job).await.unwrap();
    tx.commit().await.unwrap();
}

fn trace(subject: &str) -> Trace {
    Trace { subject: subject.to_owned() }
}

#[tokio::test]
async fn a_job_runs_when_its_transaction_is_committed_and_never_when_it_is_rolled_back() {
    let keyturn = Keyturn::start().await;
    // A starting worker registers the names of its jobs. A transaction that uses a name first is waited for.
    keyturn.do_jobs_of(work()).await;
    let mut rolled_back = GlobalTx::begin(keyturn.pool()).await.unwrap();
    jobs::enqueue(&mut rolled_back, &trace("rolled back")).await.unwrap();
    keyturn.do_jobs_of(work()).await;
    drop(rolled_back);
    keyturn.do_jobs_of(work()).await;
    assert_eq!(traces(&keyturn.app).await, 0);

    enqueue(&keyturn, &trace("committed")).await;
    let mut tx = GlobalTx::begin(keyturn.pool()).await.unwrap();
    let in_an_hour = jiff::Timestamp::now() + jiff::SignedDuration::from_hours(1);
    jobs::enqueue_at(&mut tx, &trace("later"), Timestamp(in_an_hour)).await.unwrap();
    tx.commit().await.unwrap();
    keyturn.do_jobs_of(work()).await;
    keyturn.do_jobs_of(work()).await;
    assert_eq!(traces(&keyturn.app).await, 1, "once, and the later one not yet");

    enqueue(&keyturn, &Cause {}).await;
    keyturn.do_jobs_of(work()).await;
    assert_eq!(traces(&keyturn.app).await, 2, "jobs enqueued by a job run too");
}

#[tokio::test]
async fn a_failing_job_is_retried_and_finally_set_aside() {
    let keyturn = Keyturn::start().await;
    let mut superuser = keyturn.superuser().await;
    enqueue(&keyturn, &Stubborn {}).await;
    let mut seen = Vec::new();
    for _ in 0..4 {
        keyturn.do_jobs_of(work()).await;
        let job: (i16, bool, bool, String) =
            sqlx::query_as("select attempts, is_available, run_at > now(), last_error from jobs._private_jobs")
                .fetch_one(&mut superuser)
                .await
                .unwrap();
        assert!(job.2 || seen.len() == 3, "its next time is later, while there is one");
        assert!(!job.3.contains("secret cause"), "the cause is for the log alone: {}", job.3);
        seen.push((job.0, job.1));
        sqlx::raw_sql("update jobs._private_jobs set run_at = now()").execute(&mut superuser).await.unwrap();
    }
    assert_eq!(seen, [(1, true), (2, true), (3, false), (3, false)]);

    // An operator retries it after the cause is fixed.
    enqueue(&keyturn, &trace("the cause is gone")).await;
    keyturn.do_jobs_of(work()).await;
    sqlx::raw_sql("select jobs.reschedule_jobs(array(select id from jobs._private_jobs), now(), attempts => 0)")
        .execute(&mut superuser)
        .await
        .unwrap();
    keyturn.do_jobs_of(work()).await;
    let left: i64 =
        sqlx::query_scalar("select count(*) from jobs._private_jobs").fetch_one(&mut superuser).await.unwrap();
    assert_eq!(left, 0);
}

/// Pending and failed jobs with their errors, and a retry: for the provider's super administrator only, and audited.
#[tokio::test]
async fn sam_lists_failed_jobs_and_retries_them() {
    let keyturn = Keyturn::start().await;
    let sam = keyturn.sign_in("sam.rivera@provider.example").await;
    let mut superuser = keyturn.superuser().await;
    enqueue(&keyturn, &Stubborn {}).await;
    enqueue(&keyturn, &Stubborn {}).await;
    let stands = async |kind: &str| {
        let jobs = sam.get("/api/org-admin/jobs").await.expect(200).json;
        let one = jobs["kinds"].as_array().unwrap().iter().find(|one| one["kind"] == kind).unwrap().clone();
        let failures = jobs["failures"].as_array().unwrap().iter().filter(|one| one["kind"] == kind).cloned();
        (one, failures.collect::<Vec<_>>())
    };
    let (waiting, none) = stands("stubborn").await;
    assert_eq!((&waiting["waiting"], none.len()), (&json!(2), 0));
    assert!(waiting["oldestDueAt"].is_string(), "{waiting}");

    keyturn.do_jobs_of(work()).await;
    let (retrying, failures) = stands("stubborn").await;
    assert_eq!(
        (&retrying["waiting"], &retrying["retrying"], &retrying["oldestDueAt"]),
        (&json!(0), &json!(2), &json!(null))
    );
    assert_eq!((&failures[0]["state"], &failures[0]["attempts"]), (&json!("RETRYING"), &json!(1)));
    assert!(failures[0]["nextAt"].is_string() && failures[0]["companyId"].is_null(), "{failures:?}");
    assert_eq!(failures[0]["error"], Error::internal(anyhow::anyhow!("the secret cause")).to_string());
    for _ in 0..2 {
        sqlx::raw_sql("update jobs._private_jobs set run_at = now()").execute(&mut superuser).await.unwrap();
        keyturn.do_jobs_of(work()).await;
    }
    sqlx::raw_sql(
        "update jobs._private_jobs
         set attempts = 32767, payload = json_build_object('company', (select id from org_unit where slug = 'harbor'))
         where id = (select max(id) from jobs._private_jobs where max_attempts = 3)",
    )
    .execute(&mut superuser)
    .await
    .unwrap();
    let (failed, mut failures) = stands("stubborn").await;
    assert_eq!((&failed["retrying"], &failed["failed"]), (&json!(0), &json!(2)));
    failures.sort_by_key(|failure| failure["id"].as_i64());
    assert_eq!((&failures[0]["state"], &failures[0]["nextAt"]), (&json!("FAILED"), &json!(null)));
    let aside = &failures[1];
    assert_eq!((&aside["state"], &aside["companyName"]), (&json!("SET_ASIDE"), &json!("Harbor Home Lending")));
    assert!(aside["error"].as_str().unwrap().starts_with("Three processes died"), "{aside}");

    let retry = async |body: serde_json::Value| sam.post("/api/org-admin/job-retries", body).await;
    for unclear in [json!({}), json!({"id": 1, "kind": "stubborn"})] {
        let _ = retry(unclear).await.expect(422);
    }
    let _ = retry(json!({"id": i64::MAX})).await.expect(404);
    assert_eq!(retry(json!({"kind": "trace"})).await.expect(200).json["count"], 0);
    enqueue(&keyturn, &trace("the cause is gone")).await;
    assert_eq!(retry(json!({"id": aside["id"]})).await.expect(200).json["count"], 1);
    assert_eq!(retry(json!({"kind": "stubborn"})).await.expect(200).json["count"], 2);
    keyturn.do_jobs_of(work()).await;
    let (done, failures) = stands("stubborn").await;
    assert_eq!((&done["failed"], &done["retrying"], failures.len()), (&json!(0), &json!(0), 0));
    let log: Vec<(String, i64)> = sqlx::query_as(
        "select e.entity_id, (e.after ->> 'count')::bigint
         from audit_entry e
         join org_unit o on o.id = e.company_id
         where e.action = 'job.retry' and o.type = 'PROVIDER' and e.after ->> 'kind' = 'stubborn'
         order by e.id",
    )
    .fetch_all(&mut superuser)
    .await
    .unwrap();
    assert_eq!(log, [(aside["id"].to_string(), 1), ("stubborn".to_owned(), 2)]);
}

#[tokio::test]
async fn a_stopping_worker_finishes_running_jobs() {
    let keyturn = Keyturn::start().await;
    let (stop, stopped) = watch::channel(false);
    let pool = keyturn.pool_for_jobs();
    let working = tokio::spawn(jobs::run_until(keyturn.app.on(pool.clone()), work(), stopped));
    enqueue(&keyturn, &Slow {}).await;
    until("the job", async || count(&keyturn.app, "slow").await == 1).await;
    stop.send(true).unwrap();
    enqueue(&keyturn, &trace("after the stop")).await;
    limits::note(keyturn.pool(), "slow-is-let-go", "now", 60).await.unwrap();
    working.await.unwrap();
    pool.close().await;
    assert_eq!(traces(&keyturn.app).await, 1, "the slow one, and nothing new");
    keyturn.do_jobs_of(work()).await;
    assert_eq!((traces(&keyturn.app).await, count(&keyturn.app, "slow").await), (2, 1));
}

/// Bulk jobs let others run first.
#[tokio::test]
async fn mail_does_not_wait_behind_bulk_jobs() {
    let keyturn = Keyturn::start().await;
    for _ in 0..50 {
        enqueue(&keyturn, &InCrowds {}).await;
    }
    enqueue(&keyturn, &WaitedFor {}).await;
    keyturn.do_jobs_of(work()).await;
    let done = DONE.lock().unwrap();
    let place = done.iter().position(|name| *name == WaitedFor::NAME).unwrap();
    assert!(done.len() == 51 && place < 10, "it came {place} of {}", done.len());
}

/// A request to one process counts as activity in all. Unauthenticated requests and background requests of pages don't
/// count.
#[tokio::test]
async fn processes_share_user_activity() {
    let keyturn = Keyturn::start().await;
    let second = keyturn.second_process().await;
    let about = || [&keyturn, &second].map(|process| process.app.turns.is_anybody_about());
    let _ = keyturn.visitor().get("/api/loans").await.expect(401);
    let avery = keyturn.sign_in("avery.stone@harbor.example").await;
    let _ = avery.with_header("x-background", "1").get("/api/loans").await.expect(200);
    assert_eq!(about(), [false, false]);
    let _ = avery.get("/api/loans").await.expect(200);
    assert_eq!(about(), [true, false]);
    until("the news", async || about() == [true, true]).await;
}

/// Two processes, and an hour that was missed: it is made up for once. Polling has a cost even if nothing is due: a
/// worker without a pause would run hundreds of transactions a second.
#[tokio::test]
async fn an_idle_worker_pauses_between_polls() {
    let keyturn = Keyturn::start().await;
    let (stop, stopped) = watch::channel(false);
    let pool = keyturn.pool_for_jobs();
    let working = tokio::spawn(jobs::run_until(keyturn.app.on(pool.clone()), work(), stopped));
    enqueue(&keyturn, &trace("it works")).await;
    until("the job", async || traces(&keyturn.app).await == 1).await;
    let mut superuser = keyturn.superuser().await;
    let mut transactions = Vec::new();
    for _ in 0..2 {
        tokio::time::sleep(Duration::from_secs(3)).await;
        let count = "select xact_commit from pg_stat_database where datname = current_database()";
        transactions.push(sqlx::query_scalar::<_, i64>(count).fetch_one(&mut superuser).await.unwrap());
    }
    assert!(transactions[1] - transactions[0] < 60, "{transactions:?}");
    stop.send(true).unwrap();
    working.await.unwrap();
    pool.close().await;
}

#[tokio::test]
async fn hourly_jobs_run_once_across_processes() {
    let keyturn = Keyturn::start().await;
    let mut superuser = keyturn.superuser().await;
    sqlx::raw_sql(
        "insert into jobs._private_known_crontabs (identifier, known_since, last_execution)
         values ('hourly', now() - interval '1 year', now() - interval '2 hours')",
    )
    .execute(&mut superuser)
    .await
    .unwrap();
    let (stop, stopped) = watch::channel(false);
    let mut processes = Vec::new();
    for _ in 0..2 {
        let pool = keyturn.pool_for_jobs();
        let worker = jobs::run_until(keyturn.app.on(pool.clone()), work(), stopped.clone());
        processes.push((tokio::spawn(worker), pool));
    }
    // Both workers have checked the schedule once each is registered and has run a job.
    until("both workers", async || {
        let mut connection = keyturn.superuser().await;
        let there: i64 =
            sqlx::query_scalar("select count(*) from jobs._private_workers").fetch_one(&mut connection).await.unwrap();
        there == 2 && traces(&keyturn.app).await > 0
    })
    .await;
    stop.send(true).unwrap();
    for (worker, pool) in processes {
        worker.await.unwrap();
        pool.close().await;
    }
    keyturn.do_jobs_of(work()).await;
    assert_eq!(traces(&keyturn.app).await, 1);
}

/// The owner role owns the queue. The program's role uses it but can't alter it.
#[tokio::test]
async fn the_programs_role_uses_the_queue_without_owning_it() {
    let keyturn = Keyturn::start().await;
    let mut program = keyturn.program().await;
    for refused in [
        "create table jobs.another (id int)",
        "alter table jobs._private_jobs disable row level security",
        "drop function jobs.complete_jobs(bigint[])",
        "truncate jobs._private_jobs",
        "delete from jobs.migrations",
    ] {
        assert!(sqlx::raw_sql(refused).execute(&mut program).await.is_err(), "{refused}");
    }
}

/// Payloads contain IDs only: no email addresses and no text of any company.
#[tokio::test]
async fn payloads_of_every_kind_contain_ids_only() {
    let keyturn = Keyturn::start_with(|config| config.reveal_unknown_accounts = Some(false)).await;
    // Recurring jobs have no payload. The others are caused below.
    let recurring = ["billing-day", "find-timed-rules", "note-audit-heads", "sweep", "verify-audits", "wake-leads"];
    let mut kinds = program_kinds(&keyturn).await;
    kinds.retain(|kind| !recurring.contains(&kind.as_str()));
    let visitor = keyturn.visitor();
    for email in ["avery.stone@harbor.example", "alice.monroe@prairie.example", "nobody@harbor.example"] {
        let body = json!({"email": email, "returnUrl": format!("{}/setPassword?theme=dark", keyturn.base)});
        let _ = visitor.post("/api/auth/forgot-password", body).await.expect(200);
        let body = json!({"email": email, "theme": null, "returnPath": "/reset-mfa-confirmation"});
        let _ = visitor.post("/api/auth/mfa/reset", body).await.expect(200);
    }
    keyturn.put_down(&["somebody@harbor.example".to_owned()]).await;
    let avery = keyturn.company("cove").await.sign_in("avery.stone").await;
    let file = b"First Name,Last Name,Email\nMaya,Ortiz,maya@example.com\n".to_vec();
    let import = lead_intake::read_file(&avery, "leads.csv", file).await.expect(201).json;
    let _ = lead_intake::start(&avery, &import, "HOLD").await.expect(202);
    let _ = bulk_imports::begun(&avery).await;
    let inlet = keyturn.company("inlet").await;
    let grace = inlet.sign_in("grace.whitfield").await;
    let _ = grace
        .patch_version(&format!("/api/org-units/{}", inlet.id), 1, json!({"saturdayOpen": true}))
        .await
        .expect(200);
    let _ = grace.post("/api/audit/verification", json!({})).await.expect(202);
    let credit = grace.get("/api/task-templates").await.expect(200).at("/rows/2/id").clone();
    let rule = json!({
        "ruleName": "Welcome", "isActive": true, "trigger": {"kind": "CREATED"},
        "actions": [{"kind": "CREATE_TASKS", "templateIds": [credit]}],
    });
    let rule = grace.post("/api/automation-rules", rule).await.expect(201).json;
    let _ = grace.post(&format!("/api/automation-rules/{}/dry-run", rule["id"]), json!({})).await.expect(202);
    let _ = crate::loans::create(&inlet.sign_in("avery.stone").await, "Maya", "Ortiz").await;
    let loan = crate::loans::create(&avery, "Maya", "Ortiz").await;
    let rule = json!({"days": 3, "count": "BUSINESS", "side": "BEFORE", "of": "CLOSING"});
    let task = json!({"title": "Send the CD", "LoanId": loan["id"], "dueRule": rule});
    let _ = avery.post("/api/tasks", task).await.expect(201);
    let closing = format!("/api/loans/{}/closing-date", loan["id"]);
    let _ = avery.put(&closing, json!({"from": null, "closingOn": "2030-11-29"})).await.expect(200);
    let stage = &avery.get("/api/lookups/data").await.expect(200).json["loanStages"][1]["id"];
    let loans: Vec<_> = (1..=101).map(|id| json!({"id": id, "version": 1})).collect();
    let _ = avery.post("/api/loans/bulk", json!({"loans": loans, "stageId": stage})).await.expect(200);
    let mut tx = GlobalTx::begin(keyturn.pool()).await.unwrap();
    let (company, number, table) = (inlet.id, 1, "loan_secret".to_owned());
    jobs::enqueue(&mut tx, &RetireKey { ring: KeyRing::Sealing, number }).await.unwrap();
    jobs::enqueue(&mut tx, &ResealRows { table, company: Some(company), number }).await.unwrap();
    jobs::enqueue(&mut tx, &ResealFiles { number }).await.unwrap();
    jobs::enqueue(&mut tx, &::loans::RehashNumbers { company, number, after: 0 }).await.unwrap();
    jobs::enqueue(&mut tx, &::borrowers::rehash::RehashBirths { company, number, after: 0 }).await.unwrap();
    tx.commit().await.unwrap();
    let waiting: Vec<(String, String)> = sqlx::query_as(
        "select t.identifier, j.payload::text from jobs._private_jobs j join jobs._private_tasks t on t.id = j.task_id",
    )
    .fetch_all(&mut keyturn.superuser().await)
    .await
    .unwrap();
    for kind in &kinds {
        assert!(waiting.iter().any(|(waits, _)| waits == kind), "nothing here causes a job {kind}: add what does");
    }
    assert_eq!(waiting.iter().filter(|(kind, _)| kind == "send-link").count(), 6, "one for nobody too");
    for (kind, payload) in &waiting {
        assert!(!payload.contains('@') && !payload.contains(".example"), "{kind}: {payload}");
    }
}

/// Kinds of jobs that the program runs.
async fn program_kinds(keyturn: &Keyturn) -> Vec<String> {
    keyturn.do_jobs().await;
    let kinds = sqlx::query_scalar("select identifier from jobs._private_tasks order by identifier");
    kinds.fetch_all(&mut keyturn.superuser().await).await.unwrap()
}
