//! The API description matches the answers, and undocumented parameters are refused.

use crate::walk::visit;
use jsonschema::Validator;
use reqwest::Method;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use testkit::{
    Answer, Client, Keyturn,
    visits::{
        Ids,
        Visit::{Names, NamesNothing, OfProvider, Own},
        visits,
    },
};

/// Routes with parameters that others define: OAuth 2.0, and forms on other sites.
const TAKE_ANY_PARAMETER: [&str; 2] = ["/oidc/", "/api/lead-forms/"];

struct Description {
    document: Value,
    validators: BTreeMap<String, Validator>,
}

impl Description {
    async fn of(client: &Client) -> Self {
        let document = client.get("/api/openapi.json").await.expect(200).json;
        Self { document, validators: BTreeMap::new() }
    }

    /// Why an answer doesn't match its description.
    fn problem(&mut self, operation: &Value, answer: &Answer) -> Option<String> {
        let media_type = answer.headers.get("content-type").and_then(|value| value.to_str().ok()).unwrap_or_default();
        if !media_type.starts_with("application/json") {
            return None;
        }
        let status = answer.status.to_string();
        let schema = match answer.status {
            400.. => json!({"$ref": "#/components/schemas/ErrorBody"}),
            _ => operation["responses"][&status]["content"]["application/json"]["schema"].clone(),
        };
        if schema.is_null() {
            return Some(format!("{status} with a body is not described"));
        }
        let document = &self.document;
        let validator = self.validators.entry(schema.to_string()).or_insert_with(|| {
            let mut whole = schema.clone();
            whole["components"] = document["components"].clone();
            jsonschema::draft202012::new(&whole).unwrap_or_else(|error| panic!("{schema}: {error}"))
        });
        let errors: Vec<_> = validator
            .iter_errors(&answer.json)
            .take(3)
            .map(|error| format!("{}: {error}", error.instance_path()))
            .collect();
        (!errors.is_empty()).then(|| format!("{status}: {}", errors.join("; ")))
    }
}

/// All schemas are satisfiable, and all answers of the walk match the description, for permitted and other users.
#[tokio::test]
async fn every_answer_of_the_walk_is_as_described() {
    let keyturn = Keyturn::start().await;
    let cove = keyturn.company("cove").await;
    let avery = cove.sign_in("avery.stone").await;
    let grace = cove.sign_in("grace.whitfield").await.with_header("x-consolidated", "true");
    let sam = keyturn.sign_in("sam.rivera@provider.example").await;
    let mut superuser = keyturn.superuser().await;
    let mut ids =
        Ids::made_by(&avery, cove.id).await.with_reset(&mut superuser).await.with_api_key(&mut superuser).await;
    let rule = json!({
        "ruleName": "When a loan is made", "isActive": true, "trigger": {"kind": "CREATED"},
        "actions": [{"kind": "CREATE_TASKS", "templateIds": [ids.task_template]}],
    });
    ids.rule = grace.post("/api/automation-rules", rule).await.expect(201).at("/id").as_i64().unwrap();
    let mut description = Description::of(&avery).await;
    let paths = description.document["paths"].clone();
    let visits = visits();
    let (mut wrong, mut looked_at, mut succeeded) = (Vec::new(), 0, 0);
    // Run deletions last.
    for method in [Method::GET, Method::POST, Method::PATCH, Method::PUT, Method::DELETE] {
        for (path, item) in paths.as_object().unwrap() {
            let operation = &item[method.as_str().to_lowercase()];
            let Some(name) = operation["operationId"].as_str() else { continue };
            if ["logOut", "deactivateUser", "suspendBranch", "endAllLogins", "endUserLogins"].contains(&name) {
                continue;
            }
            let request = match &visits[name] {
                Own(request) => request(),
                Names(request) | OfProvider(request) => request(&ids),
                NamesNothing if method == Method::GET && !path.contains('{') && path.starts_with("/api/") => {
                    (path.clone(), None)
                }
                NamesNothing => continue,
            };
            for client in [&avery, &grace, &sam, &keyturn.visitor()] {
                let answer = visit(client, &method, request.clone()).await;
                succeeded += usize::from(answer.status < 300);
                looked_at += 1;
                if let Some(problem) = description.problem(operation, &answer) {
                    wrong.push(format!("{name}: {problem}"));
                }
            }
        }
    }
    wrong.sort();
    wrong.dedup();
    println!("{looked_at} answers, {succeeded} of them below 300");
    assert!(wrong.is_empty(), "{} of {looked_at}:\n{}", wrong.len(), wrong.join("\n"));
    assert!(succeeded > 200, "{succeeded} of {looked_at}");
}

/// Every route refuses an undocumented parameter by name.
#[tokio::test]
async fn unknown_query_parameters_are_refused() {
    let keyturn = Keyturn::start().await;
    let avery = keyturn.sign_in("avery.stone@harbor.example").await;
    let csv = avery.get("/api/reports/call?from=2026-10-01&to=2026-12-31&format=csv").await.expect(422);
    assert!(csv.json["fields"]["format"].as_str().unwrap().contains("takes from"), "{}", csv.json);
    let document = avery.get("/api/openapi.json").await.expect(200).json;
    let nil = "018f0000-0000-7000-8000-00000000dead";
    let mut refused = 0;
    for (path, item) in document["paths"].as_object().unwrap() {
        if TAKE_ANY_PARAMETER.iter().any(|exempt| path.starts_with(exempt)) || path.starts_with("/rtc/") {
            continue;
        }
        for method in item.as_object().unwrap().keys() {
            let address = path
                .split('/')
                .map(|part| if part.starts_with('{') { nil } else { part })
                .collect::<Vec<_>>()
                .join("/");
            let method: Method = method.to_uppercase().parse().unwrap();
            let answer = visit(&avery, &method, (format!("{address}?neverDescribed=1"), None)).await;
            // A route for programs only refuses users first.
            let is_for_programs = answer.json["code"] == "LWKEY10405";
            assert!(is_for_programs || answer.status == 422, "{method} {path}: {} {}", answer.status, answer.json);
            assert!(
                is_for_programs || answer.json["fields"]["neverDescribed"].is_string(),
                "{method} {path}: {}",
                answer.json
            );
            refused += 1;
        }
    }
    assert!(refused > 250, "{refused}");
}
