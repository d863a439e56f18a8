//! Another company's token on every route: every ID of the first company is answered like an unknown one.

use reqwest::Method;
use serde_json::Value;
use testkit::{
    Answer, Client, Keyturn,
    visits::{
        Ids,
        Visit::{Names, OfProvider},
        visits,
    },
};

pub async fn visit(client: &Client, method: &Method, (path, body): (String, Option<Value>)) -> Answer {
    // Routes that require a version find the record first.
    let request = client.request(method.clone(), &path).header("if-match", "1");
    client
        .send(match body {
            Some(body) => request.json(&body),
            None => request,
        })
        .await
}

#[tokio::test]
async fn foreign_ids_are_answered_like_unknown_ones() {
    let keyturn = Keyturn::start().await;
    let cove = keyturn.company("cove").await;
    let avery = cove.sign_in("avery.stone").await;
    let mut superuser = keyturn.superuser().await;
    let ids = Ids::made_by(&avery, cove.id).await.with_reset(&mut superuser).await.with_api_key(&mut superuser).await;
    let id = ids.loan;
    let nobody = Ids::never_were();

    let inlet = keyturn.company("inlet").await;
    let foreign = [
        inlet.sign_in("avery.stone").await,
        inlet.sign_in("beth.sullivan").await,
        inlet.sign_in("grace.whitfield").await.with_header("x-consolidated", "true"),
        // This user's header names the other company's unit, without a membership there.
        inlet.sign_in("omar.haddad").await,
    ];
    let before = avery.get(&format!("/api/loans/{id}")).await.expect(200).json;
    let visits = visits();
    let document = avery.get("/api/openapi.json").await.expect(200).json;
    let mut visited = 0;
    for (path, item) in document["paths"].as_object().unwrap() {
        for (method, operation) in item.as_object().unwrap() {
            let name =
                operation["operationId"].as_str().unwrap_or_else(|| panic!("{method} {path} has no operation id"));
            let visit_of =
                visits.get(name).unwrap_or_else(|| panic!("the walk has no valid body for {name}, {method} {path}"));
            let needs_token = operation.get("security").is_some();
            if let OfProvider(request) = visit_of {
                assert!(path.starts_with("/api/org-admin/"), "{name} is the provider's and lies elsewhere");
                let method: Method = method.to_uppercase().parse().unwrap();
                for client in &foreign {
                    assert_eq!(visit(client, &method, request(&ids)).await.status, 403, "{name}");
                    visited += 1;
                }
                assert_eq!(visit(&keyturn.visitor(), &method, request(&ids)).await.status, 401, "{name}");
                continue;
            }
            let Names(request) = visit_of else {
                continue;
            };
            assert!(needs_token, "{name} names a company's records and needs no token");
            let method: Method = method.to_uppercase().parse().unwrap();
            let mut statuses = Vec::new();
            // The request is valid, so the answer doesn't depend on malformed input.
            for client in &foreign {
                let answer = visit(client, &method, request(&ids)).await;
                let never_was = visit(client, &method, request(&nobody)).await;
                assert_eq!((answer.status, &answer.json), (never_was.status, &never_was.json), "{name}");
                // Users without the permission are told so, regardless of the ID.
                assert!(matches!(answer.status, 200 | 403 | 404 | 422), "{name}: {} {}", answer.status, answer.json);
                if path.contains("{id}") {
                    assert!(matches!(answer.status, 403 | 404), "{name}: {} {}", answer.status, answer.json);
                }
                statuses.push(answer.status);
                let told = answer.json.to_string();
                assert!(!told.contains("Ortiz") && !told.contains("Maya"), "{name} tells: {told}");
                visited += 1;
            }
            // At least one user has the permission in their own company, and finds nothing in this one.
            assert!(statuses.iter().any(|status| *status != 403), "no user may {name}");
            // Without a token, everything is refused.
            assert_eq!(visit(&keyturn.visitor(), &method, request(&ids)).await.status, 401, "{name}");
        }
    }
    assert!(visited >= 4 * 14, "only {visited} visits");
    let unknown: Vec<_> = visits.keys().filter(|name| !document.to_string().contains(&format!("\"{name}\""))).collect();
    assert!(unknown.is_empty(), "the walk knows routes that there are not: {unknown:?}");

    // The active unit must be one of the user's own.
    let unit = ids.branch.to_string();
    let elsewhere = foreign[0].with_header("x-org-unit-id", &unit);
    let _ = elsewhere.another_tab().get("/api/loans").await.expect(403);
    assert_eq!(avery.get(&format!("/api/loans/{id}")).await.expect(200).json, before);
    // The valid bodies are valid: the owner finds the records.
    let found = visit(
        &avery,
        &Method::GET,
        (format!("/api/loans?stage={}&assigneeType=USER&assigneeId={}", ids.stage, ids.officer), None),
    )
    .await;
    assert_eq!(found.json["rows"][0]["id"], id);
}
