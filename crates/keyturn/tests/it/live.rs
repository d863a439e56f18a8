//! Live events: users hear of changes by others as far as they may see them, and only as long as they may.

use crate::loans::create;
use futures::{SinkExt, StreamExt};
use serde_json::{Value, json};
use std::time::Duration;
use testkit::{Answer, Client, Keyturn};
use tokio::{net::TcpStream, time::timeout};
use tokio_tungstenite::{
    WebSocketStream, client_async,
    tungstenite::{Error, Message, client::IntoClientRequest, http},
};

/// Required: an open stream is closed within this time.
const CLOSED_WITHIN: Duration = Duration::from_secs(5);
/// Much longer than any step takes, so that a hanging test fails.
const PATIENCE: Duration = Duration::from_secs(30);

type Opened = (WebSocketStream<TcpStream>, http::Response<Option<Vec<u8>>>);

/// Opens a WebSocket as a page of `host` or of another origin.
async fn open(base: &str, host: &str, origin: Option<&str>) -> Result<Opened, Error> {
    let address = base.trim_start_matches("http://");
    let mut request = format!("ws://{address}/rtc/api/socket").into_client_request()?;
    request.headers_mut().insert("host", host.trim_start_matches("http://").parse().unwrap());
    if let Some(origin) = origin {
        request.headers_mut().insert("origin", origin.parse().unwrap());
    }
    let stream = TcpStream::connect(address).await.unwrap();
    client_async(request, stream).await
}

/// A subscribed tab.
pub struct Tab(WebSocketStream<TcpStream>);

impl Tab {
    /// Sends only the given first message.
    async fn saying(base: &str, host: &str, hello: &str) -> Self {
        let (mut socket, _) = open(base, host, Some(host)).await.unwrap();
        socket.send(Message::Text(hello.into())).await.unwrap();
        Self(socket)
    }

    /// Subscribes as a user and awaits the confirmation.
    pub async fn of(keyturn: &Keyturn, client: &Client, more: Value) -> Self {
        Self::at(keyturn, keyturn, client, more).await.0
    }

    /// Subscribes at another process.
    async fn at(keyturn: &Keyturn, process: &Keyturn, client: &Client, more: Value) -> (Self, Value) {
        let mut tab = Self::saying(&process.base, &keyturn.base, &hello(client, more).await.to_string()).await;
        let ready = tab.hears().await;
        assert_eq!(ready["type"], "READY", "{ready}");
        (tab, ready)
    }

    async fn next(&mut self) -> Option<Message> {
        timeout(PATIENCE, self.0.next()).await.expect("a message").and_then(Result::ok)
    }

    /// The next message, without heartbeats.
    pub async fn hears(&mut self) -> Value {
        loop {
            match self.next().await.expect("a message, and the socket has ended") {
                Message::Text(text) => {
                    let message: Value = serde_json::from_str(&text).unwrap();
                    if message["type"] != "HERE" {
                        return message;
                    }
                }
                Message::Close(close) => panic!("closed: {close:?}"),
                _ => {}
            }
        }
    }

    /// Type, subtype and ID of the next event.
    pub async fn event(&mut self) -> (String, String, i64) {
        let event = self.hears().await;
        let word = |key: &str| event[key].as_str().unwrap().to_owned();
        (word("type"), word("subtype"), event["id"].as_i64().unwrap())
    }

    /// The close code.
    async fn closed(mut self) -> u16 {
        loop {
            if let Message::Close(close) = self.next().await.expect("a word of why") {
                return close.unwrap().code.into();
            }
        }
    }
}

/// A first message. A request opens the tab's session, as on a page.
async fn hello(client: &Client, more: Value) -> Value {
    if client.session().is_none() {
        let _ = client.get("/api/users/me").await.expect(200);
    }
    let mut hello = json!({"token": client.token().unwrap(), "sessionId": client.session().unwrap()});
    for (key, value) in more.as_object().unwrap() {
        hello[key] = value.clone();
    }
    hello
}

fn loan(subtype: &str, loan: &Value) -> (String, String, i64) {
    ("LOAN".to_owned(), subtype.to_owned(), loan["id"].as_i64().unwrap())
}

/// Events of Avery's loan reach her other tab, her branch and the company's administrator, but not the tab that created
/// it, another branch or another company. The first events of those are their own.
#[tokio::test]
async fn events_reach_only_users_who_may_see_the_record() {
    let keyturn = Keyturn::start().await;
    let (cove, inlet) = (keyturn.company("cove").await, keyturn.company("inlet").await);
    let avery = cove.sign_in("avery.stone").await;
    let (beth, marcus) = (cove.sign_in("beth.sullivan").await, cove.sign_in("marcus.bell").await);
    let grace = cove.sign_in("grace.whitfield").await;
    let stranger = inlet.sign_in("grace.whitfield").await;
    let inlets = inlet.sign_in("avery.stone").await;

    let mut own = Tab::of(&keyturn, &avery, json!({"rtcClientId": "made-here"})).await;
    let mut other_tab = Tab::of(&keyturn, &avery.another_tab(), json!({"rtcClientId": "elsewhere"})).await;
    let mut branch = Tab::of(&keyturn, &beth, json!({})).await;
    let mut company = Tab::of(&keyturn, &grace, json!({"consolidated": true})).await;
    let mut headquarters = Tab::of(&keyturn, &grace.another_tab(), json!({})).await;
    let mut other_branch = Tab::of(&keyturn, &marcus, json!({})).await;
    let mut other_company = Tab::of(&keyturn, &stranger, json!({"consolidated": true})).await;

    let maya = create(&avery.with_header("x-rtc-client-id", "made-here"), "Maya", "Ortiz").await;
    for tab in [&mut other_tab, &mut branch, &mut company] {
        let heard = tab.hears().await;
        assert_eq!((&heard["type"], &heard["subtype"], &heard["id"]), (&json!("LOAN"), &json!("CREATED"), &maya["id"]));
        assert_eq!(heard["rtcClientId"], "made-here");
        let keys: Vec<_> = heard.as_object().unwrap().keys().map(String::as_str).collect();
        assert_eq!(keys, ["actor", "cursor", "id", "rtcClientId", "subtype", "type"], "ids only");
    }
    // The next event is the first that the others get, so nothing was sent to them before.
    let theirs = create(&marcus.another_tab(), "Quentin", "Zephyrine").await;
    assert_eq!(other_branch.event().await, loan("CREATED", &theirs));
    assert_eq!(company.event().await, loan("CREATED", &theirs));
    let foreign = create(&inlets, "Iris", "Vale").await;
    assert_eq!(other_company.event().await, loan("CREATED", &foreign));
    let path = format!("/api/loans/{}/lock", maya["id"]);
    let _ = avery.another_tab().post(&path, json!({})).await.expect(200);
    for tab in [&mut own, &mut other_tab, &mut branch, &mut company] {
        assert_eq!(tab.event().await, loan("LOCKED", &maya));
    }
    // Headquarters without consolidation is a branch like any other. List events go to everyone.
    let _ = grace.post("/api/lists/lead-providers", json!({"name": "Boat Show"})).await.expect(201);
    let told = headquarters.event().await;
    assert_ne!(told.0, "LOAN", "{told:?}");
}

/// A reconnecting tab sends its last cursor and gets the missed events in order. If they are incomplete, it is told to
/// reload its data. A new page gets the events since it was opened.
#[tokio::test]
async fn reconnecting_tabs_get_missed_events() {
    let keyturn = Keyturn::start().await;
    let cove = keyturn.company("cove").await;
    let avery = cove.sign_in("avery.stone").await;
    let marcus = cove.sign_in("marcus.bell").await;
    let mut tab = Tab::of(&keyturn, &avery, json!({})).await;
    let maya = create(&avery, "Maya", "Ortiz").await;
    let cursor = tab.hears().await["cursor"].clone();
    drop(tab);

    let second = create(&avery, "Noor", "Hale").await;
    let _ = create(&marcus, "Quentin", "Zephyrine").await;
    let third = create(&avery, "Omar", "Reyes").await;
    let (mut back, ready) = Tab::at(&keyturn, &keyturn, &avery, json!({"cursor": cursor})).await;
    assert_eq!(ready["missed"], false);
    assert_eq!(back.event().await, loan("CREATED", &second));
    assert_eq!(back.event().await, loan("CREATED", &third));
    let fourth = create(&avery, "Pia", "Lund").await;
    assert_eq!(back.event().await, loan("CREATED", &fourth));

    let (mut opened, ready) = Tab::at(&keyturn, &keyturn, &avery, json!({"openSeconds": 60})).await;
    assert_eq!(ready["missed"], false);
    for told in [&maya, &second, &third, &fourth] {
        assert_eq!(opened.event().await, loan("CREATED", told));
    }

    // Too old, from another database, or malformed.
    for cursor in ["1-1", "9007199254740991-1", "nonsense"] {
        let (mut lost, ready) = Tab::at(&keyturn, &keyturn, &avery, json!({"cursor": cursor})).await;
        assert_eq!(ready["missed"], true, "{cursor}");
        let next = create(&avery, "Rui", "Costa").await;
        assert_eq!(lost.event().await, loan("CREATED", &next));
    }
}

/// A subscription is refused without a token in the first message, from another site, in another user's tab, in a unit
/// that isn't the user's, or with too many tabs. SESSION-12: it opens no session, and the answer names none.
#[tokio::test]
async fn unauthorized_subscriptions_are_refused() {
    let keyturn = Keyturn::start().await;
    let cove = keyturn.company("cove").await;
    let (avery, beth) = (cove.sign_in("avery.stone").await, cove.sign_in("beth.sullivan").await);
    let (own, others) = (hello(&avery, json!({})).await, hello(&beth, json!({})).await);
    let sessions = async || -> i64 {
        sqlx::query_scalar("select count(*) from session").fetch_one(&mut keyturn.superuser().await).await.unwrap()
    };
    let before = sessions().await;

    for origin in [None, Some("https://evil.example"), Some("null"), Some("http://localhost:1")] {
        let refused = open(&keyturn.base, &keyturn.base, origin).await;
        let Err(Error::Http(answer)) = refused else { panic!("{origin:?}: {refused:?}") };
        assert_eq!(answer.status(), 403, "{origin:?}");
    }
    let plain = keyturn.visitor().with_header("origin", &keyturn.base);
    let _ = plain.get("/rtc/api/socket").await.expect(400);
    let (_, answer) = open(&keyturn.base, &keyturn.base, Some(&keyturn.base)).await.unwrap();
    assert!(!answer.headers().contains_key("x-session-id"));

    let with = |key: &str, value: Value| {
        let mut hello = own.clone();
        hello[key] = value;
        hello.to_string()
    };
    let never = "018f0000-0000-7000-8000-00000000dead";
    for (message, code) in [
        ("hello".to_owned(), 4400),
        ("{}".to_owned(), 4400),
        (json!({"token": avery.token().unwrap()}).to_string(), 4400),
        (with("token", json!("x.y.z")), 4401),
        (with("sessionId", others["sessionId"].clone()), 4401),
        (with("sessionId", json!(never)), 4401),
        (with("orgUnitId", json!(1)), 4403),
        (with("orgUnitId", json!(999_999_999)), 4403),
    ] {
        assert_eq!(Tab::saying(&keyturn.base, &keyturn.base, &message).await.closed().await, code, "{message}");
    }
    let mut chatty = Tab::of(&keyturn, &avery, json!({})).await;
    chatty.0.send(Message::Text("{\"more\":1}".into())).await.unwrap();
    assert_eq!(chatty.closed().await, 4400);
    let mut following = Vec::new();
    for _ in 0..20 {
        following.push(Tab::of(&keyturn, &beth, json!({})).await);
    }
    let one_more = Tab::saying(&keyturn.base, &keyturn.base, &others.to_string()).await;
    assert_eq!(one_more.closed().await, 4429);
    drop(following);
    assert_eq!(sessions().await, before);

    // A silent connection is closed.
    let silent = Tab(open(&keyturn.base, &keyturn.base, Some(&keyturn.base)).await.unwrap().0);
    assert_eq!(silent.closed().await, 4408);
}

async fn change_of(client: &Client, path: &str, version: i64, body: Value) -> Answer {
    client.patch_version(path, version, body).await.expect(200)
}

/// If one process revokes a role, deactivates or signs out a user, ends a contract, or suspends a company, another
/// process closes the open stream within five seconds.
#[tokio::test]
async fn a_stream_closes_when_access_ends_in_any_process() {
    let keyturn = Keyturn::start().await;
    let second = keyturn.second_process().await;
    let cove = keyturn.company("cove").await;
    let inlet = keyturn.company("inlet").await;
    let grace = cove.sign_in("grace.whitfield").await;
    let sam = keyturn.sign_in("sam.rivera@provider.example").await;
    let follow = async |client: &Client, more: Value| Tab::at(&keyturn, &second, client, more).await.0;

    let beth = cove.sign_in("beth.sullivan").await;
    let avery = cove.sign_in("avery.stone").await;
    let priya = cove.sign_in("priya.nguyen").await;
    let inlets = inlet.sign_in("avery.stone").await;
    let bayside = crate::org_units::own_unit(&beth).await;
    let contract = grace.post("/api/processor-contracts", json!({"nmlsId": "209001"})).await.expect(201).json;
    let contract = format!("/api/processor-contracts/{}", contract["id"]);
    let place = json!({"email": "chris.doyle@clearpath.example", "WizeOrgUnitId": bayside});
    let _ = grace.post(&format!("{contract}/processors"), place).await.expect(201);
    let chris = keyturn.sign_in("chris.doyle@clearpath.example").await;

    let role_taken = follow(&beth, json!({})).await;
    let deactivated = follow(&priya, json!({})).await;
    let signed_out = follow(&avery, json!({})).await;
    let contract_ended = follow(&chris, json!({"orgUnitId": bayside})).await;
    let suspended = follow(&inlets, json!({})).await;
    let mut staying = follow(&grace, json!({"consolidated": true})).await;

    let consolidated = grace.with_header("x-consolidated", "true");
    let users = consolidated.get(&format!("/api/org-units/{}/users?limit=100", cove.id)).await.expect(200).json;
    let of = |name: &str| users["rows"].as_array().unwrap().iter().find(|user| user["name"] == name).unwrap().clone();
    let place = &of("Beth Sullivan")["memberships"][0];
    let at = format!("/api/user-org-units/{}", place["WizeUserOrgUnitId"]);
    let version = place["version"].as_i64().unwrap();
    let company = sam.get(&format!("/api/org-admin/org-units/{}", inlet.id)).await.expect(200).json;

    change_of(&consolidated, &at, version, json!({"roles": ["ORIGINATOR"]})).await;
    let path = format!("/api/users/{}/deactivation", of("Priya Nguyen")["id"]);
    let _ = consolidated.post(&path, json!({})).await.expect(200);
    let _ = avery.post("/api/auth/logout", json!({})).await.expect(200);
    let _ = grace.delete(&contract).await.expect(200);
    let body = json!({"state": "SUSPENDED"});
    let path = format!("/api/org-admin/org-units/{}", inlet.id);
    change_of(&sam, &path, company["version"].as_i64().unwrap(), body).await;

    let closing = [role_taken, deactivated, signed_out, contract_ended, suspended].map(Tab::closed);
    let codes = timeout(CLOSED_WITHIN, futures::future::join_all(closing)).await.expect("closed within five seconds");
    assert_eq!(codes, [4409, 4401, 4401, 4403, 4403]);
    // Unaffected streams stay open.
    let _ = create(&cove.sign_in("marcus.bell").await, "Quentin", "Zephyrine").await;
    while staying.event().await.0 != "LOAN" {}
}

/// A slow reader is disconnected. Its backlog is bounded, and it learns that it missed events.
#[tokio::test]
async fn a_tab_that_does_not_read_is_disconnected() {
    let keyturn = Keyturn::start().await;
    let cove = keyturn.company("cove").await;
    let avery = cove.sign_in("avery.stone").await;
    let mut stalled = Tab::of(&keyturn, &avery, json!({})).await;
    let mut reading = Tab::of(&keyturn, &avery.another_tab(), json!({})).await;
    const FLOOD: i32 = 150_000;
    sqlx::query(
        "insert into event (company_id, kind, entity_id) select $1, 'list.edited', n from generate_series(1, $2) n",
    )
    .bind(cove.id)
    .bind(FLOOD)
    .execute(&mut keyturn.superuser().await)
    .await
    .unwrap();
    // The reading tab gets everything or is disconnected too: then all events were sent.
    let mut last = String::new();
    while let Some(Message::Text(text)) = reading.next().await {
        last = text.to_string();
        if last.contains(&format!("\"id\":{FLOOD},")) {
            break;
        }
    }
    assert!(last.contains("LIST"), "{last}");
    let (mut heard, mut cursor) = (0, Value::Null);
    while let Some(Message::Text(text)) = stalled.next().await {
        let message: Value = serde_json::from_str(&text).unwrap();
        cursor = message["cursor"].clone();
        heard += 1;
    }
    assert!(heard < FLOOD, "all {heard} messages waited for a reader that did not read");
    let (_, ready) = Tab::at(&keyturn, &keyturn, &avery, json!({"cursor": cursor})).await;
    assert_eq!(ready["missed"], true);
}

/// Pages don't connect if no address is set. The default is the page's host.
#[tokio::test]
async fn pages_get_the_address_of_live_events() {
    for (setting, told) in [("", Value::Null), ("wss://live.harbor.example", json!("wss://live.harbor.example"))] {
        let keyturn = Keyturn::start_with(|config| config.rtc_url = setting.to_owned()).await;
        assert_eq!(keyturn.visitor().get("/api/config").await.expect(200).json["rtc"]["url"], told);
    }
    let keyturn = Keyturn::start().await;
    let told = keyturn.visitor().get("/api/config").await.expect(200).json["rtc"]["url"].clone();
    assert_eq!(told, keyturn.base.replace("http://", "ws://"));
}
