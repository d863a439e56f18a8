//! Conventions of all routes.

use serde_json::json;
use testkit::Keyturn;

/// API-05: every answer with status 400 or above has a code and a message.
#[tokio::test]
async fn every_error_has_a_code_and_a_message() {
    let keyturn = Keyturn::start().await;
    let avery = keyturn.sign_in("avery.stone@harbor.example").await;
    let visitor = keyturn.visitor();
    for (answer, status) in [
        (visitor.get("/api/users/me").await, 401),
        (visitor.with_token("nonsense").get("/api/users/me").await, 401),
        (avery.get("/api/nothing-here").await, 404),
        (avery.delete("/api/users/me").await, 405),
        (avery.get("/api/users/search/flat?limit=0").await, 422),
        (avery.get("/api/users/search/flat?limit=many").await, 422),
        (avery.post("/api/auth/logout", json!({"returnUrl": 7})).await, 422),
        (avery.send(avery.request(reqwest::Method::POST, "/api/auth/logout").body("{}")).await, 415),
        (
            avery
                .send(
                    avery
                        .request(reqwest::Method::POST, "/api/auth/logout")
                        .header("content-type", "application/json")
                        .body("{"),
                )
                .await,
            400,
        ),
        (visitor.post("/api/demo/companies", json!({"slug": "Not A Slug"})).await, 422),
    ] {
        assert_eq!(answer.status, status, "{}", answer.json);
        assert!(answer.json["code"].as_str().is_some_and(|code| code.starts_with("LW")), "{}", answer.json);
        assert!(answer.json["message"].as_str().is_some_and(|message| message.len() > 5), "{}", answer.json);
    }
}

/// API-04: the roles parameter is a JSON list. A malformed one is refused by name.
#[tokio::test]
async fn roles_are_a_json_list() {
    let keyturn = Keyturn::start().await;
    let avery = keyturn.sign_in("avery.stone@harbor.example").await;
    let found = avery.get("/api/users/search/flat?roles=%5B%22PROCESSOR%22%5D&limit=10").await.expect(200);
    let names: Vec<_> =
        found.json["users"].as_array().unwrap().iter().map(|user| user["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["Rosa Martinez", "Paul Okafor"]);
    for roles in ["PROCESSOR", "%5B%22WIZARD%22%5D", "%7B%7D", "%5B1%5D"] {
        let refused = avery.get(&format!("/api/users/search/flat?roles={roles}")).await.expect(422);
        assert!(refused.json["fields"]["roles"].is_string(), "{}", refused.json);
    }
}

/// API-03 on the people picker: limit, offset, string and onlyCount work, showLoader changes nothing.
#[tokio::test]
async fn the_people_picker_pages_and_counts() {
    let keyturn = Keyturn::start().await;
    let grace = keyturn.sign_in("grace.whitfield@harbor.example").await;
    let path = "/api/users/search/flat?roles=%5B%22ORIGINATOR%22%5D";
    let first = grace.get(&format!("{path}&limit=3")).await.expect(200);
    let second = grace.get(&format!("{path}&limit=3&offset=3")).await.expect(200);
    assert_eq!(first.json["count"], 8);
    assert_eq!(first.json["users"].as_array().unwrap().len(), 3);
    assert_ne!(first.json["users"][0], second.json["users"][0]);
    let quiet = grace.get(&format!("{path}&limit=3&showLoader=false")).await.expect(200);
    assert_eq!(quiet.json, first.json);
    let only = grace.get(&format!("{path}&onlyCount=true")).await.expect(200);
    assert_eq!(only.json, json!({"count": 8}));
    let named = grace.get(&format!("{path}&string=ngu")).await.expect(200);
    assert_eq!(named.json["users"][0]["name"], "Priya Nguyen");
}

/// API-01, API-02: a table lists the calls of both documents with their capability. Calls that are due are in the
/// OpenAPI document with exactly that method and path; calls that aren't due yet and any others aren't.
#[tokio::test]
async fn the_api_offers_exactly_the_calls_that_are_due() {
    let keyturn = Keyturn::start().await;
    let document = keyturn.visitor().get("/api/openapi.json").await.expect(200).json;
    let mut offered: Vec<String> = Vec::new();
    for (path, item) in document["paths"].as_object().unwrap() {
        offered.extend(item.as_object().unwrap().keys().map(|method| format!("{} {path}", method.to_uppercase())));
    }
    let table = include_str!("../../../../docs/api-calls.tsv");
    let calls: Vec<(String, bool)> = table
        .lines()
        .skip(1)
        .map(|line| {
            let cells: Vec<_> = line.split('\t').collect();
            assert_eq!(cells.len(), 4, "{line}");
            (format!("{} {}", cells[0], cells[1]), cells[2] == "now")
        })
        .collect();
    let missing: Vec<_> = calls.iter().filter(|(call, due)| *due && !offered.contains(call)).collect();
    assert!(missing.is_empty(), "due, and not offered: {missing:?}");
    let early: Vec<_> = calls.iter().filter(|(call, due)| !due && offered.contains(call)).collect();
    assert!(early.is_empty(), "offered, and in the table as to come: {early:?}");
    let unknown: Vec<_> = offered.iter().filter(|call| !calls.iter().any(|(known, _)| known == *call)).collect();
    assert!(unknown.is_empty(), "offered, and not in docs/api-calls.tsv: {unknown:?}");
    assert!(calls.len() > 130, "{} calls", calls.len());
}

/// An older program reads from this mark whether it can still serve the schema.
#[test]
fn every_new_migration_declares_compatibility_with_older_versions() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../migrations");
    let mut looked_at = 0;
    for entry in std::fs::read_dir(folder).unwrap().flatten() {
        let name = entry.file_name().into_string().unwrap();
        // The first ones create an empty database, so there is no earlier version.
        if name.starts_with("2026112700") {
            continue;
        }
        let text = std::fs::read_to_string(entry.path()).unwrap();
        assert!(
            keyturn::schema::compatibility(&text).is_some(),
            "{name}: write `-- Compatible: yes` or `-- Compatible: no` into its opening comment. Say yes if a running \
             process of the version before can go on working after the migration"
        );
        looked_at += 1;
    }
    assert!(looked_at > 0, "the migrations were not found");
    for (text, mark) in [
        ("-- Why.\n-- Compatible: yes\ncreate table a ();", Some(true)),
        ("-- Compatible: no\n", Some(false)),
        ("-- Compatible: maybe\n", None),
        ("create table a ();\n-- Compatible: yes\n", None),
    ] {
        assert_eq!(keyturn::schema::compatibility(text), mark, "{text}");
    }
}

/// Schema names are unique, because equal names would overwrite each other.
#[tokio::test]
async fn schema_names_are_unique() {
    let keyturn = Keyturn::start().await;
    let document = keyturn.visitor().get("/api/openapi.json").await.expect(200).json;
    let schemas: Vec<_> = document["components"]["schemas"].as_object().unwrap().keys().map(String::as_str).collect();
    for general in ["In", "Out", "Problem", "Row"] {
        assert!(!schemas.contains(&general), "{general} is not descriptive");
    }
}

/// Every crate with checked queries uses the same types for dates (sqlx reads the file per crate).
#[test]
fn every_crate_with_queries_links_the_same_sqlx_toml() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let expected = std::fs::read_to_string(root.join("sqlx.toml")).unwrap();
    let mut looked_at = 0;
    for folder in ["crates", "features"] {
        for entry in std::fs::read_dir(root.join(folder)).unwrap().flatten() {
            let manifest = std::fs::read_to_string(entry.path().join("Cargo.toml")).unwrap_or_default();
            if manifest.contains("sqlx.workspace") && !entry.path().ends_with("testkit") {
                let found = std::fs::read_to_string(entry.path().join("sqlx.toml")).unwrap_or_default();
                assert_eq!(found, expected, "{}", entry.path().display());
                looked_at += 1;
            }
        }
    }
    assert!(looked_at >= 7, "only {looked_at} crates");
}
