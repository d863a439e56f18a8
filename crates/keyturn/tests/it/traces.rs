//! Traces: spans of requests and jobs that a collector gets, without data of people, companies or records.

use axum::{Router, body::Bytes, extract::State, http::HeaderMap, routing::post};
use opentelemetry_proto::tonic::{
    collector::trace::v1::ExportTraceServiceRequest, common::v1::any_value::Value, trace::v1::Span,
};
use prost::Message;
use serde_json::json;
use std::{collections::BTreeMap, path::Path, time::Duration};
use testkit::{
    Server,
    officer::{manual, membership},
};
use tokio::{net::TcpListener, sync::mpsc};

/// A collector that passes what it receives to the test.
async fn collector() -> (String, mpsc::UnboundedReceiver<Bytes>) {
    let (sent, received) = mpsc::unbounded_channel();
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    let take = |State(sent): State<mpsc::UnboundedSender<Bytes>>, headers: HeaderMap, body: Bytes| async move {
        assert_eq!(headers["content-type"], "application/x-protobuf");
        sent.send(body).unwrap();
    };
    let router = Router::new().route("/v1/traces", post(take)).with_state(sent);
    tokio::spawn(async move { axum::serve(listener, router).await });
    (address, received)
}

fn spans(body: &Bytes) -> Vec<Span> {
    let request = ExportTraceServiceRequest::decode(body.clone()).unwrap();
    let scopes = request.resource_spans.into_iter().flat_map(|spans| spans.scope_spans);
    scopes.flat_map(|spans| spans.spans).collect()
}

/// Attributes of a span as text.
fn attributes(span: &Span) -> BTreeMap<&str, String> {
    let told = |value: &Value| match value {
        Value::StringValue(text) => text.clone(),
        Value::IntValue(number) => number.to_string(),
        other => format!("{other:?}"),
    };
    let text = |attribute: &opentelemetry_proto::tonic::common::v1::KeyValue| {
        attribute.value.as_ref().and_then(|value| value.value.as_ref()).map(told).unwrap_or_default()
    };
    span.attributes.iter().map(|attribute| (attribute.key.as_str(), text(attribute))).collect()
}

/// The collector gets a span for each request with method, route template and status, and for each job with its kind.
/// They contain no loan ID, borrower name or other values. Pending spans are sent when the server stops.
#[tokio::test(flavor = "multi_thread")]
async fn spans_contain_only_routes_and_job_kinds() {
    let (address, mut received) = collector().await;
    let environment = [("KEYTURN_OTLP_ENDPOINT", address), ("OTEL_BSP_SCHEDULE_DELAY", "100".to_owned())];
    let mut server = Server::start_with(Path::new(env!("CARGO_BIN_EXE_keyturn")), &environment, None);
    let avery = server.sign_in("avery.stone@harbor.example").await;
    let made = avery.post("/api/loans", manual("Maya", "Zyzzyvaski", membership(&avery).await)).await.expect(201);
    let id = made.at("/id").as_i64().unwrap();
    let _ = avery.get(&format!("/api/loans/{id}")).await.expect(200);
    let _ = avery.get("/api/loans?string=Zyzzyvaski").await.expect(200);
    let _ = avery.get("/api/loans/999999999").await.expect(404);
    let body = json!({"email": "avery.stone@harbor.example", "returnUrl": format!("{}/setPassword", server.base)});
    let _ = server.visitor().post("/api/auth/forgot-password", body).await.expect(200);

    let mut bodies = Vec::new();
    let is_mail = |body: &Bytes| spans(body).iter().any(|span| span.name == "send-mail");
    while !bodies.iter().any(is_mail) {
        let next = tokio::time::timeout(Duration::from_secs(60), received.recv()).await;
        bodies.push(next.expect("the span of the mail").unwrap());
    }
    let _ = avery.get("/api/tasks/todo-count").await.expect(200);
    assert!(tokio::task::spawn_blocking(move || server.stop()).await.unwrap().success());
    received.close();
    while let Some(body) = received.recv().await {
        bodies.push(body);
    }

    let all: Vec<Span> = bodies.iter().flat_map(spans).collect();
    let of = |name: &str| all.iter().filter(|span| span.name == name).map(attributes).collect::<Vec<_>>();
    let answered = |status: &str| {
        let route = [("http.request.method", "GET"), ("http.route", "/api/loans/{id}")];
        let pairs = route.into_iter().chain([("http.response.status_code", status)]);
        pairs.map(|(key, value)| (key, value.to_owned())).collect::<BTreeMap<_, _>>()
    };
    assert_eq!(of("GET /api/loans/{id}"), [answered("200"), answered("404")]);
    assert_eq!(of("GET /api/tasks/todo-count").len(), 1, "what was sent last is sent");
    assert_eq!(of("send-mail")[0]["keyturn.job"], "send-mail");
    let keys: std::collections::BTreeSet<_> =
        all.iter().flat_map(|span| attributes(span).into_keys().map(str::to_owned).collect::<Vec<_>>()).collect();
    let known =
        ["http.request.method", "http.response.status_code", "http.route", "keyturn.job", "messaging.operation.name"];
    assert_eq!(keys.iter().map(String::as_str).collect::<Vec<_>>(), known);
    assert!(all.iter().all(|span| span.events.is_empty()
        && span.links.is_empty()
        && span.end_time_unix_nano >= span.start_time_unix_nano));
    let told = format!("{:?}", all.iter().map(|span| (&span.name, attributes(span))).collect::<Vec<_>>());
    for personal in ["Zyzzyvaski", "Maya", "avery", "harbor", "@", &id.to_string()] {
        assert!(!told.contains(personal), "{personal}");
    }
}
