//! Users connect a mailbox at the sandbox provider, which asks for consent like a real one.

use serde_json::{Value, json};
use sqlx::Row;
use testkit::{Answer, Client, Keyturn, parameter};

const AVERY: &str = "avery.stone@harbor.example";
const PRIYA: &str = "priya.nguyen@harbor.example";
const OWN: &str = "/api/users/me/email-integration";

/// The URL that the browser is sent to.
async fn begin(client: &Client) -> String {
    let begun = client.post(&format!("{OWN}/authorization"), json!({"provider": "sandbox"})).await.expect(200);
    begun.at("/authorizationUrl").as_str().unwrap().to_owned()
}

fn consent_to(address: &str, mailbox: &str) -> Value {
    json!({
        "mailbox": mailbox,
        "clientId": parameter(address, "client_id"),
        "redirectUri": parameter(address, "redirect_uri"),
        "state": parameter(address, "state"),
        "codeChallenge": parameter(address, "code_challenge"),
    })
}

/// Gives consent at the provider. Returns code and state as they come back.
async fn consent(keyturn: &Keyturn, address: &str, mailbox: &str) -> Value {
    let consented =
        keyturn.visitor().post("/api/sandbox/mail/consents", consent_to(address, mailbox)).await.expect(200);
    let back = consented.at("/redirectTo").as_str().unwrap();
    assert!(back.starts_with(&format!("{}/app/user/edit/email-config?", keyturn.base)), "{back}");
    json!({"provider": "sandbox", "code": parameter(back, "code"), "state": parameter(back, "state")})
}

async fn connect(keyturn: &Keyturn, client: &Client, mailbox: &str) -> Answer {
    let address = begin(client).await;
    client.post(OWN, consent(keyturn, &address, mailbox).await).await
}

/// SETTINGS-04: the owner connects and disconnects a mailbox. Its tokens are stored sealed and never returned.
#[tokio::test]
async fn avery_connects_her_mailbox_and_disconnects_it() {
    let keyturn = Keyturn::start().await;
    let avery = keyturn.sign_in(AVERY).await;
    let _ = avery.get(OWN).await.expect(404);
    let _ = avery.delete(OWN).await.expect(404);
    let address = begin(&avery).await;
    assert_eq!(parameter(&address, "code_challenge_method").as_deref(), Some("S256"));
    assert_eq!(parameter(&address, "response_type").as_deref(), Some("code"));

    let connected = connect(&keyturn, &avery, "steady").await.expect(200);
    assert_eq!(
        (connected.at("/connected"), connected.at("/address")),
        (&json!(true), &json!("steady@mail.sandbox.example"))
    );
    assert_eq!(avery.get(OWN).await.expect(200).json, connected.json);
    assert!(!connected.json.to_string().contains("sandbox_"), "{}", connected.json);
    let mut superuser = keyturn.superuser().await;
    let kept: Vec<u8> = sqlx::query_scalar("select tokens from mailbox").fetch_one(&mut superuser).await.unwrap();
    assert!(!kept.windows(7).any(|bytes| bytes == b"sandbox"), "tokens lie open");
    // It isn't visible to others, not even in the same branch.
    let _ = keyturn.sign_in(PRIYA).await.get(OWN).await.expect(404);

    let _ = avery.delete(OWN).await.expect(204);
    let _ = avery.get(OWN).await.expect(404);
    let told: Vec<String> = sqlx::query("select action from audit_entry where entity = 'mailbox' order by id")
        .fetch_all(&mut superuser)
        .await
        .unwrap()
        .iter()
        .map(|row| row.get(0))
        .collect();
    assert_eq!(told, ["mailbox.connect", "mailbox.disconnect"]);
}

/// A code is valid once, for the user who asked for it, with the proof key of the request.
#[tokio::test]
async fn a_mailbox_code_is_valid_only_for_its_user() {
    let keyturn = Keyturn::start().await;
    let (avery, priya) = (keyturn.sign_in(AVERY).await, keyturn.sign_in(PRIYA).await);
    let address = begin(&avery).await;
    let back = consent(&keyturn, &address, "steady").await;
    assert_eq!(priya.post(OWN, back.clone()).await.expect(409).json["code"], "LWMAIL10409");
    let _ = avery.post(OWN, back.clone()).await.expect(200);
    assert_eq!(avery.post(OWN, back.clone()).await.expect(409).json["code"], "LWMAIL10409");

    // Another user's code in one's own flow doesn't match the proof key.
    let (mine, hers) = (begin(&avery).await, begin(&priya).await);
    let mut mixed = consent(&keyturn, &mine, "steady").await;
    mixed["code"] = consent(&keyturn, &hers, "fickle").await["code"].clone();
    assert_eq!(avery.post(OWN, mixed).await.expect(409).json["code"], "LWMAIL10410");
    // A replaced or expired attempt is refused.
    let first = begin(&avery).await;
    let first = consent(&keyturn, &first, "steady").await;
    let second = begin(&avery).await;
    let _ = avery.post(OWN, first).await.expect(409);
    let second = consent(&keyturn, &second, "steady").await;
    sqlx::raw_sql("update mailbox_authorization set expires_at = now()")
        .execute(&mut keyturn.superuser().await)
        .await
        .unwrap();
    let _ = avery.post(OWN, second).await.expect(409);
    // An altered code is refused.
    let address = begin(&avery).await;
    let mut altered = consent(&keyturn, &address, "steady").await;
    altered["code"] = json!(format!("x{}", altered["code"].as_str().unwrap()));
    let _ = avery.post(OWN, altered).await.expect(409);

    for (field, value) in [
        ("redirectUri", json!("https://elsewhere.example/")),
        ("clientId", json!("x")),
        ("codeChallenge", json!("plain")),
        ("state", json!("")),
    ] {
        let mut wrong = consent_to(&address, "steady");
        wrong[field] = value;
        let refused = keyturn.visitor().post("/api/sandbox/mail/consents", wrong).await.expect(422);
        assert!(refused.json["fields"][field].is_string(), "{}", refused.json);
    }
    let _ = avery.post(&format!("{OWN}/authorization"), json!({"provider": "pigeon"})).await.expect(422);
}

/// If the provider revokes access, the connection is lost until the user connects again.
#[tokio::test]
async fn a_lost_mailbox_connection_is_reported_until_restored() {
    let keyturn = Keyturn::start().await;
    let avery = keyturn.sign_in(AVERY).await;
    let _ = connect(&keyturn, &avery, "fickle").await.expect(200);
    let lost = avery.get(OWN).await.expect(200);
    assert_eq!(lost.at("/connected"), false);
    assert!(lost.at("/lostAt").is_string());
    assert_eq!(avery.get(OWN).await.expect(200).json, lost.json);

    let again = connect(&keyturn, &avery, "steady").await.expect(200);
    assert_eq!((again.at("/id"), again.at("/connected")), (lost.at("/id"), &json!(true)));
    // Expired access is renewed if the provider agrees.
    let mut superuser = keyturn.superuser().await;
    sqlx::raw_sql("update mailbox set renew_at = now()").execute(&mut superuser).await.unwrap();
    assert_eq!(avery.get(OWN).await.expect(200).at("/connected"), true);
    let is_renewed: bool =
        sqlx::query_scalar("select renew_at > now() from mailbox").fetch_one(&mut superuser).await.unwrap();
    assert!(is_renewed);
}

/// Impersonators can't connect or disconnect a mailbox.
#[tokio::test]
async fn impersonators_cannot_change_a_mailbox() {
    let keyturn = Keyturn::start().await;
    let avery = keyturn.sign_in(AVERY).await;
    let _ = connect(&keyturn, &avery, "steady").await.expect(200);
    let id = avery.get("/api/users/me").await.expect(200).at("/activeUser/id").as_i64().unwrap();
    let sam = keyturn.sign_in("sam.rivera@provider.example").await;
    let _ = sam.post(&format!("/api/org-admin/users/{id}/impersonate"), json!({})).await.expect(200);
    assert_eq!(sam.get(OWN).await.expect(200).at("/connected"), true);
    let back = json!({"provider": "sandbox", "code": "x", "state": "x"});
    for refused in [
        sam.post(&format!("{OWN}/authorization"), json!({"provider": "sandbox"})).await,
        sam.post(OWN, back).await,
        sam.delete(OWN).await,
    ] {
        assert_eq!(refused.expect(403).json["code"], "LWPERM10002");
    }
}
