//! API keys.

use audit::Fault;
use lending::access::Scope;
use platform::{Error, KeyHolder, record::Audit};
use serde_json::{Value, json};
use std::{
    io::{self, Write},
    sync::{Arc, Mutex},
};
use testkit::{Answer, Client, Keyturn};
use tracing_subscriber::fmt::MakeWriter;

const RUTH: &str = "ruth.bauer@prairie.example";
const ALICE: &str = "alice.monroe@prairie.example";
const GRACE: &str = "grace.whitfield@harbor.example";

fn key(name: &str, owner: &str, scopes: &[&str]) -> Value {
    json!({"name": name, "owner": owner, "scopes": scopes})
}

/// Creates a key. Returns its id and a client that uses it.
async fn make(keyturn: &Keyturn, client: &Client, body: Value) -> (i64, Client) {
    let made = client.post("/api/api-keys", body).await.expect(201);
    let secret = made.at("/secret").as_str().unwrap();
    (made.at("/id").as_i64().unwrap(), keyturn.visitor().with_token(secret))
}

async fn itself(program: &Client) -> Answer {
    program.get("/api/api-keys/self").await
}

async fn keys(client: &Client, owner: &str) -> Vec<Value> {
    let page = client.get(&format!("/api/api-keys?owner={owner}")).await.expect(200);
    page.at("/rows").as_array().unwrap().clone()
}

async fn run(keyturn: &Keyturn, sql: &'static str) {
    sqlx::raw_sql(sql).execute(&mut keyturn.superuser().await).await.unwrap();
}

/// SETTINGS-05: a key is created, listed, tested and revoked. Its secret is shown once and not stored.
#[tokio::test]
async fn ruth_creates_a_key_whose_secret_is_shown_once() {
    let keyturn = Keyturn::start().await;
    let ruth = keyturn.sign_in(RUTH).await;
    let made = ruth.post("/api/api-keys", key(" Website form ", "COMPANY", &["leads:write"])).await.expect(201);
    let secret = made.at("/secret").as_str().unwrap();
    let id = made.at("/id").as_i64().unwrap();
    assert!(secret.starts_with("kt_live_") && secret.len() == 46, "{} characters", secret.len());
    assert_eq!(made.at("/prefix").as_str(), Some(&secret[..12]));
    assert_eq!(made.at("/name"), "Website form");
    assert_eq!(made.headers["cache-control"], "no-store");

    let told = itself(&keyturn.visitor().with_token(secret)).await.expect(200);
    assert_eq!((told.at("/id"), told.at("/company")), (&json!(id), &json!("Prairie Mortgage Group")));
    assert_eq!((told.at("/scopes"), told.at("/owner")), (&json!(["leads:write"]), &json!("COMPANY")));

    let page = ruth.get("/api/api-keys?owner=COMPANY").await.expect(200);
    assert_eq!((page.at("/count"), page.at("/hasPro")), (&json!(1), &json!(true)));
    let row = page.at("/rows/0");
    assert_eq!(
        (&row["name"], &row["state"], &row["createdBy"]),
        (&json!("Website form"), &json!("ACTIVE"), &json!("Ruth Bauer"))
    );
    assert!(row["lastUsedAt"].is_string(), "{row}");
    assert!(!page.json.to_string().contains(&secret[12..]), "the list tells the secret");
    for query in ["string=website", "limit=1", "showLoader=false"] {
        assert_eq!(
            ruth.get(&format!("/api/api-keys?owner=COMPANY&{query}")).await.expect(200).at("/rows/0/id"),
            &json!(id)
        );
    }
    assert_eq!(
        ruth.get("/api/api-keys?owner=COMPANY&string=crm&onlyCount=true").await.expect(200).json,
        json!({"count": 0})
    );
    assert_eq!(ruth.get("/api/api-keys?owner=COMPANY&offset=1").await.expect(200).at("/rows"), &json!([]));

    let mut superuser = keyturn.superuser().await;
    let kept: String = sqlx::query_scalar("select string_agg(t, ' ') from (select k::text as t from api_key k union all select e::text from audit_entry e) kept")
        .fetch_one(&mut superuser)
        .await
        .unwrap();
    assert!(kept.contains(&secret[..12]) && !kept.contains(&secret[12..]), "the secret is kept");

    ruth.delete(&format!("/api/api-keys/{id}")).await.expect(204);
    ruth.delete(&format!("/api/api-keys/{id}")).await.expect(204);
    assert_eq!(keys(&ruth, "COMPANY").await[0]["state"], "REVOKED");
    let log = ruth.get(&format!("/api/audit?entity=api-key&entityId={id}")).await.expect(200);
    let actions: Vec<_> = log.at("/rows").as_array().unwrap().iter().map(|row| row["action"].clone()).collect();
    assert_eq!(actions, [json!("api-key.revoke"), json!("api-key.create")]);
}

/// A revoked or expired key is refused immediately in all processes.
#[tokio::test]
async fn a_revoked_key_is_refused_immediately_by_both_processes() {
    let keyturn = Keyturn::start().await;
    let second = keyturn.second_process().await;
    let ruth = keyturn.sign_in(RUTH).await;
    let (id, program) = make(&keyturn, &ruth, key("CRM", "COMPANY", &["loans:read"])).await;
    let (_, other) = make(&keyturn, &ruth, key("Website", "COMPANY", &["leads:write"])).await;
    let elsewhere = program.at(&second.base);
    let _ = (itself(&program).await.expect(200), itself(&elsewhere).await.expect(200));

    ruth.delete(&format!("/api/api-keys/{id}")).await.expect(204);
    for process in [&program, &elsewhere] {
        let refused = itself(process).await.expect(401);
        assert_eq!(refused.at("/code"), "LWKEY10401");
        assert!(refused.json.get("isExpired").is_none());
    }
    let _ = itself(&other).await.expect(200);
    run(
        &keyturn,
        "update api_key set created_at = now() - interval '3 days', expires_at = now() - interval '1 second'",
    )
    .await;
    assert_eq!(itself(&other).await.expect(401).json["code"], "LWKEY10401");
    let states: Vec<_> = keys(&ruth, "COMPANY").await.iter().map(|row| row["state"].clone()).collect();
    assert_eq!(states, [json!("EXPIRED"), json!("REVOKED")]);
}

/// A key opens only its own company, whose administrators alone can see and revoke it.
#[tokio::test]
async fn a_key_of_one_company_never_reaches_another() {
    let keyturn = Keyturn::start().await;
    let ruth = keyturn.sign_in(RUTH).await;
    let cove =
        keyturn.company_with("cove", json!({"billing": {"enabled": false, "payer": "COMPANY", "state": "NONE"}})).await;
    let grace = cove.sign_in("grace.whitfield").await;
    let (of_prairie, prairie) = make(&keyturn, &ruth, key("Website", "COMPANY", &["leads:write"])).await;
    let (of_cove, program) = make(&keyturn, &grace, key("Website", "COMPANY", &["leads:write"])).await;
    assert_eq!(itself(&prairie).await.expect(200).at("/id"), of_prairie);
    // Headers can't change the key's company.
    let strayed = program.with_header("x-org-unit-id", "2").with_header("x-consolidated", "true");
    let told = itself(&strayed).await.expect(200);
    assert_eq!(told.at("/id"), of_cove);
    assert_ne!(told.at("/company"), "Prairie Mortgage Group");

    assert_eq!(
        grace.delete(&format!("/api/api-keys/{of_prairie}")).await.expect(404).json,
        grace.delete("/api/api-keys/1").await.expect(404).json
    );
    assert_eq!(keys(&grace, "COMPANY").await.len(), 1);
    let _ = itself(&prairie).await.expect(200);

    // The key's transaction sees only rows of its company.
    let of_key =
        |id, company| KeyHolder { key: id, company, scopes: Arc::from([Scope::LoansRead]), user: None, person: None };
    let mut tx = of_key(of_cove, cove.id).begin(&keyturn.app, Scope::LoansRead).await.unwrap();
    let companies: Vec<i64> =
        sqlx::query_scalar("select distinct company_id from audit_entry").fetch_all(&mut *tx).await.unwrap();
    assert_eq!(companies, [cove.id]);
}

/// A key only works for its scopes and for routes that accept keys.
#[tokio::test]
async fn missing_scopes_are_refused_by_name() {
    let keyturn = Keyturn::start().await;
    let ruth = keyturn.sign_in(RUTH).await;
    let (_, program) = make(&keyturn, &ruth, key("Website", "COMPANY", &["leads:write", "leads:write"])).await;
    let _ = program.get("/api/api-keys/self?scope=leads:write").await.expect(200);
    let refused = program.get("/api/api-keys/self?scope=loans:read").await.expect(403);
    assert_eq!(
        (refused.at("/code"), refused.at("/message")),
        (&json!("LWKEY10404"), &json!("This API key has no scope loans:read."))
    );
    let _ = program.get("/api/api-keys/self?scope=everything").await.expect(422);

    // User routes refuse programs, and the other way round.
    for path in ["/api/users/me", "/api/loans", "/api/api-keys", "/api/audit"] {
        assert_eq!(program.get(path).await.expect(403).json["code"], "LWKEY10403", "{path}");
    }
    assert_eq!(
        program.post("/api/api-keys", key("Another", "COMPANY", &["leads:write"])).await.expect(403).json["code"],
        "LWKEY10403"
    );
    assert_eq!(itself(&ruth).await.expect(403).json["code"], "LWKEY10405");
    for nonsense in ["kt_", "kt_live_", "kt_live_0000000000000000000000000000000000abcdef", "kt_test_x"] {
        assert_eq!(itself(&keyturn.visitor().with_token(nonsense)).await.expect(401).json["code"], "LWKEY10401");
    }
    assert_eq!(itself(&keyturn.visitor()).await.expect(401).json["code"], "LWAUTH10002");
}

/// A loan officer's own keys have her rights while she has them. Her administrators can see and revoke them.
#[tokio::test]
async fn a_users_key_has_the_users_rights() {
    let keyturn = Keyturn::start().await;
    let (ruth, alice) = (keyturn.sign_in(RUTH).await, keyturn.sign_in(ALICE).await);
    let _ = alice.get("/api/api-keys?owner=COMPANY").await.expect(403);
    let _ = alice.post("/api/api-keys", key("Ours", "COMPANY", &["leads:write"])).await.expect(403);
    let (of_alice, program) = make(&keyturn, &alice, key("My site", "SELF", &["leads:write", "loans:read"])).await;
    let (of_company, _) = make(&keyturn, &ruth, key("Website", "COMPANY", &["leads:write"])).await;
    let own = keys(&alice, "SELF").await;
    assert_eq!((own.len(), &own[0]["person"]), (1, &json!("Alice Monroe")));
    assert_eq!(keys(&ruth, "SELF").await, Vec::<Value>::new());
    assert_eq!(keys(&ruth, "COMPANY").await.len(), 2);
    // She can't see the company's key.
    let _ = alice.delete(&format!("/api/api-keys/{of_company}")).await.expect(404);
    let sofia = keyturn.sign_in("sofia.marino@prairie.example").await;
    let _ = sofia.delete(&format!("/api/api-keys/{of_alice}")).await.expect(403);

    let scoped = "/api/api-keys/self?scope=leads:write";
    let _ = program.get(scoped).await.expect(200);
    // If the company revokes the officers' right to create leads, their keys lose it as well.
    let narrowed = json!({"role": "ORIGINATOR", "permission": "LEAD_CREATE", "allowed": false});
    let table = ruth.get("/api/settings/role-permissions").await.expect(200);
    let version = table.at("/version").as_i64().unwrap().to_string();
    let _ = ruth.with_header("if-match", &version).put("/api/settings/role-permissions", narrowed).await.expect(200);
    let _ = program.get(scoped).await.expect(403);
    let _ = itself(&program).await.expect(200);
    run(
        &keyturn,
        "update membership m set active = false from app_user u where u.id = m.user_id and u.first_name = 'Alice'",
    )
    .await;
    let _ = itself(&program).await.expect(403);
    run(&keyturn, "update membership set active = true").await;
    let _ = itself(&program).await.expect(200);
    let _ = ruth.delete(&format!("/api/api-keys/{of_alice}")).await.expect(204);
    let _ = itself(&program).await.expect(401);
}

/// SETTINGS-05: creating and using keys requires a pro plan of the owner's payer. Without billing, everything is
/// allowed.
#[tokio::test]
async fn keys_need_the_pro_plan() {
    let keyturn = Keyturn::start().await;
    let grace = keyturn.sign_in(GRACE).await;
    let page = grace.get("/api/api-keys?owner=COMPANY").await.expect(200);
    assert_eq!((page.at("/hasPro"), page.at("/rows")), (&json!(false), &json!([])));
    let refused = grace.post("/api/api-keys", key("Website", "COMPANY", &["leads:write"])).await.expect(402);
    assert_eq!(refused.at("/message"), "API keys need the Pro plan.");

    let (ruth, alice) = (keyturn.sign_in(RUTH).await, keyturn.sign_in(ALICE).await);
    let (_, of_company) = make(&keyturn, &ruth, key("Website", "COMPANY", &["leads:write"])).await;
    let (_, of_alice) = make(&keyturn, &alice, key("My site", "SELF", &["leads:write"])).await;
    run(&keyturn, "update subscription set plan_id = 'STANDARD'").await;
    for program in [&of_company, &of_alice] {
        assert_eq!(itself(program).await.expect(402).json["code"], "LWBILL10402");
    }
    run(&keyturn, "update subscription set plan_id = 'PRO'").await;
    let _ = itself(&of_company).await.expect(200);
    let _ = grace.post("/api/api-keys", key("Website", "COMPANY", &["leads:write"])).await.expect(201);
    run(&keyturn, "update org_unit set is_billing_enabled = false").await;
    run(&keyturn, "update subscription set plan_id = 'STANDARD'").await;
    let _ = itself(&of_alice).await.expect(200);
}

/// No keys can be created during impersonation.
#[tokio::test]
async fn keys_cannot_be_created_during_impersonation() {
    let keyturn = Keyturn::start().await;
    let ruth = keyturn.sign_in(RUTH).await;
    let id = ruth.get("/api/users/me").await.expect(200).at("/activeUser/id").as_i64().unwrap();
    let sam = keyturn.sign_in("sam.rivera@provider.example").await;
    let _ = sam.get("/api/api-keys").await.expect(403);
    let _ = sam.post(&format!("/api/org-admin/users/{id}/impersonate"), json!({})).await.expect(200);
    assert_eq!(keys(&sam, "COMPANY").await, Vec::<Value>::new());
    for owner in ["COMPANY", "SELF"] {
        let refused = sam.post("/api/api-keys", key("Website", owner, &["leads:write"])).await.expect(403);
        assert_eq!(refused.at("/code"), "LWPERM10002");
    }
}

/// Limits of names, scopes, lifetime, number of keys, and requests per minute.
#[tokio::test]
async fn keys_and_their_requests_are_limited() {
    let keyturn = Keyturn::start_with(|config| config.api_key_minute_max = 3).await;
    let ruth = keyturn.sign_in(RUTH).await;
    for (body, field) in [
        (key(" ", "COMPANY", &["leads:write"]), "name"),
        (key(&"x".repeat(81), "COMPANY", &["leads:write"]), "name"),
        (key("Website", "COMPANY", &[]), "scopes"),
        (key("Website", "COMPANY", &["leads:write", "everything"]), "scopes/1"),
        (key("Website", "COMPANY", &["leads:write"; 51]), "scopes"),
        (
            json!({"name": "Website", "owner": "COMPANY", "scopes": ["leads:write"], "expiresInDays": 367}),
            "expiresInDays",
        ),
        (
            json!({"name": "Website", "owner": "COMPANY", "scopes": ["leads:write"], "expiresInDays": 0}),
            "expiresInDays",
        ),
    ] {
        let refused = ruth.post("/api/api-keys", body).await.expect(422);
        assert!(refused.json["fields"][field].is_string(), "{field}: {}", refused.json);
    }
    let (_, program) = make(&keyturn, &ruth, key("Website", "SELF", &["leads:write"])).await;
    for _ in 0..3 {
        let _ = itself(&program).await.expect(200);
    }
    let refused = itself(&program).await.expect(429);
    let wait: u64 = refused.headers["retry-after"].to_str().unwrap().parse().unwrap();
    assert!((1..=60).contains(&wait), "{wait}");
    let (_, another) = make(&keyturn, &ruth, key("CRM", "SELF", &["leads:write"])).await;
    let _ = itself(&another).await.expect(200);

    for n in 0..8 {
        let _ = make(&keyturn, &ruth, key(&format!("Key {n}"), "SELF", &["leads:write"])).await;
    }
    let refused = ruth.post("/api/api-keys", key("One more", "SELF", &["leads:write"])).await.expect(409);
    assert_eq!(refused.at("/message"), "There are 10 keys already. Revoke an unused one first.");
    let oldest = keys(&ruth, "SELF").await.last().unwrap()["id"].as_i64().unwrap();
    let _ = ruth.delete(&format!("/api/api-keys/{oldest}")).await.expect(204);
    let _ = make(&keyturn, &ruth, key("One more", "SELF", &["leads:write"])).await;
}

/// Actions of a program are audited with its key, and sealed with it.
#[tokio::test]
async fn the_log_names_the_key_that_acted() {
    let keyturn = Keyturn::start().await;
    let (ruth, alice) = (keyturn.sign_in(RUTH).await, keyturn.sign_in(ALICE).await);
    let (of_company, _) = make(&keyturn, &ruth, key("Website", "COMPANY", &["leads:write"])).await;
    let (of_alice, _) = make(&keyturn, &alice, key("My site", "SELF", &["leads:write"])).await;
    let mut superuser = keyturn.superuser().await;
    let (company, membership): (i64, i64) =
        sqlx::query_as("select company_id, membership_id from api_key where id = $1")
            .bind(of_alice)
            .fetch_one(&mut superuser)
            .await
            .unwrap();
    let mut tx = platform::GlobalTx::begin(keyturn.pool()).await.unwrap();
    let user = alice.get("/api/users/me").await.expect(200).at("/activeUser/id").as_i64().unwrap();
    let person = people::access_of(&mut tx, user, membership).await.unwrap();
    drop(tx);
    for (id, person) in [(of_company, None), (of_alice, Some(person.clone()))] {
        let holder = KeyHolder { key: id, company, scopes: Arc::from([Scope::LeadsWrite]), user: None, person };
        let mut tx = holder.begin(&keyturn.app, Scope::LeadsWrite).await.unwrap();
        let audit = Audit { action: "lead.create", entity: "lead", entity_id: "7", before: None, after: None };
        tx.audit(audit).await.unwrap();
        tx.event("lead.created", 7).await.unwrap();
        tx.commit().await.unwrap();
    }
    let log = ruth.get("/api/audit?entity=lead&entityId=7").await.expect(200);
    let told: Vec<_> = log
        .at("/rows")
        .as_array()
        .unwrap()
        .iter()
        .map(|row| (row["apiKey"]["name"].clone(), row["activeUser"]["name"].clone()))
        .collect();
    assert_eq!(told, [(json!("My site"), json!("Alice Monroe")), (json!("Website"), Value::Null)]);
    let file = ruth.get("/api/audit/export?entity=lead&entityId=7").await.expect(200);
    assert!(file.json.as_str().unwrap().contains("Alice Monroe,,My site,lead.create"), "{}", file.json);

    // Stale rights are refused.
    run(&keyturn, "update membership set access_version = access_version + 1").await;
    let stale =
        KeyHolder { key: of_alice, company, scopes: Arc::from([Scope::LeadsWrite]), user: None, person: Some(person) };
    assert!(matches!(stale.begin(&keyturn.app, Scope::LeadsWrite).await, Err(Error::Unavailable(_))));

    crate::audit::seal(&keyturn, company).await;
    assert_eq!(audit::verify(&keyturn.app, company).await.unwrap().fault, None);
    run(&keyturn, "update audit_entry set api_key_id = null where action = 'lead.create'").await;
    let fault = audit::verify(&keyturn.app, company).await.unwrap().fault;
    assert!(matches!(fault, Some(Fault::Altered { .. })), "{fault:?}");
}

/// Collects all log output of a test.
#[derive(Clone, Default)]
struct Logged(Arc<Mutex<Vec<u8>>>);

impl Write for Logged {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl<'a> MakeWriter<'a> for Logged {
    type Writer = Self;
    fn make_writer(&'a self) -> Self {
        self.clone()
    }
}

/// No key appears in the log: neither valid nor refused nor misplaced ones.
#[tokio::test]
async fn keys_never_appear_in_the_log() {
    let keyturn = Keyturn::start().await;
    let ruth = keyturn.sign_in(RUTH).await;
    let logged = Logged::default();
    // With only one subscriber, tracing caches a disabled callsite for all threads.
    let _another = tracing::Dispatch::new(tracing::subscriber::NoSubscriber::default());
    let subscriber =
        tracing_subscriber::fmt().with_max_level(tracing::Level::TRACE).with_writer(logged.clone()).finish();
    let guard = tracing::subscriber::set_default(subscriber);
    let (id, program) = make(&keyturn, &ruth, key("Website", "COMPANY", &["leads:write"])).await;
    let secret = program.token().unwrap().to_owned();
    let _ = itself(&program).await.expect(200);
    let _ = program.get("/api/loans").await.expect(403);
    let _ = keyturn.visitor().get(&format!("/api/loans?string={secret}")).await.expect(401);
    let _ = ruth.delete(&format!("/api/api-keys/{id}")).await.expect(204);
    let _ = itself(&program).await.expect(401);
    drop(guard);
    let text = String::from_utf8_lossy(&logged.0.lock().unwrap()).into_owned();
    assert!(text.contains("/api/api-keys/self"), "nothing was logged: {} bytes", text.len());
    let of_server: Vec<_> = text.lines().filter(|line| line.contains(&secret[12..])).collect();
    assert!(of_server.is_empty(), "{}", of_server.join("\n"));
}
