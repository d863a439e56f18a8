//! Printed forms of a loan.

use crate::loans::{create, manual, membership};
use lopdf::Document;
use serde_json::{Value, json};
use testkit::{Client, Keyturn};

/// Prints Form 1003 and returns its text and its file name as the header has it.
async fn printed(client: &Client, loan: i64, full_ssn: bool) -> (String, String) {
    let path = format!("/api/loans/{loan}/prints/form-1003");
    let response =
        client.request(reqwest::Method::POST, &path).json(&json!({ "fullSsn": full_ssn })).send().await.unwrap();
    assert_eq!(response.status(), 200);
    assert_eq!(response.headers()["content-type"], "application/pdf");
    let name = response.headers()["content-disposition"].to_str().unwrap().to_owned();
    let file = Document::load_mem(&response.bytes().await.unwrap()).unwrap();
    let pages: Vec<u32> = file.get_pages().into_keys().collect();
    (file.extract_text(&pages).unwrap(), name)
}

async fn prints_of(keyturn: &Keyturn, loan: i64) -> Vec<Value> {
    sqlx::query_scalar("select after from audit_entry where action = 'loan.print' and entity_id = $1 order by id")
        .bind(loan.to_string())
        .fetch_all(&mut keyturn.superuser().await)
        .await
        .unwrap()
}

/// URLA-50: the loan prints as a PDF. Full numbers need the reveal permission, and every print is audited.
#[tokio::test]
async fn form_1003_prints_sealed_values_only_with_the_reveal_permission() {
    let keyturn = Keyturn::start().await;
    let cove = keyturn.company("cove").await;
    let (avery, dana) = (cove.sign_in("avery.stone").await, cove.sign_in("dana.price").await);
    let mut payload = manual("Maya", "Ortiz", membership(&avery).await);
    payload["otherUsers"]["WizeUsers"] =
        json!([{ "LoanRole": "DISCLOSURE_DESK", "primary": true, "WizeUserOrgUnitId": membership(&dana).await }]);
    // Only some roles fill the slots of desks.
    let grace = cove.sign_in("grace.whitfield").await;
    let loan = grace.post("/api/loans", payload).await.expect(201).json["id"].as_i64().unwrap();
    let path = format!("/api/loans/{loan}/application");
    let application = avery.get(&path).await.expect(200);
    let borrower = application.at("/application/borrowers/0/id").as_str().unwrap().to_owned();
    let changes = json!([
        { "path": format!("borrowers/{borrower}/taxpayerIdentifier"), "from": null, "to": "219-09-9993" },
        { "path": format!("borrowers/{borrower}/birthDate"), "from": null, "to": "1984-03-12" },
    ]);
    let _ = avery.patch(&path, changes).await.expect(200);

    let (full, name) = printed(&avery, loan, true).await;
    assert!(name.starts_with("attachment; filename*=UTF-8''Form%201003%20-%20Ortiz%2C%20Maya%20-%2020"), "{name}");
    for text in ["Uniform Residential Loan Application", "Maya", "219", "9993", "1984", "Draft, not signed"] {
        assert!(full.contains(text), "no {text}");
    }
    let (masked, _) = printed(&avery, loan, false).await;
    assert!(!masked.contains("219") && masked.contains("XXX") && masked.contains("9993") && masked.contains("1984"));

    // The disclosure desk sees the loan, but no sealed value.
    let refused = dana.post(&format!("/api/loans/{loan}/prints/form-1003"), json!({ "fullSsn": true })).await;
    assert_eq!(refused.status, 403);
    let (of_desk, _) = printed(&dana, loan, false).await;
    assert!(!of_desk.contains("219") && of_desk.contains("9993") && !of_desk.contains("1984"));

    let other = keyturn.sign_in("beth.sullivan@harbor.example").await;
    let _ = other.post(&format!("/api/loans/{loan}/prints/form-1003"), json!({ "fullSsn": false })).await.expect(404);
    assert_eq!(
        prints_of(&keyturn, loan).await,
        [
            json!({ "form": "1003", "fullSsn": true, "revealed": true }),
            json!({ "form": "1003", "fullSsn": false, "revealed": true }),
            json!({ "form": "1003", "fullSsn": false, "revealed": false }),
        ]
    );
}

/// URLA-50, D32: an impersonator prints the form without sealed values and can't ask for full numbers.
#[tokio::test]
async fn impersonators_print_without_sealed_values() {
    let keyturn = Keyturn::start().await;
    let avery = keyturn.sign_in("avery.stone@harbor.example").await;
    let loan = create(&avery, "Maya", "Ortiz").await["id"].as_i64().unwrap();
    let borrower = avery.get(&format!("/api/loans/{loan}/application")).await.expect(200);
    let path = format!("borrowers/{}/birthDate", borrower.at("/application/borrowers/0/id").as_str().unwrap());
    let change = json!([{ "path": path, "from": null, "to": "1984-03-12" }]);
    let _ = avery.patch(&format!("/api/loans/{loan}/application"), change).await.expect(200);

    let sam = keyturn.sign_in("sam.rivera@provider.example").await;
    let avery_id = avery.get("/api/users/me").await.expect(200).at("/activeUser/id").as_i64().unwrap();
    let _ = sam.post(&format!("/api/org-admin/users/{avery_id}/impersonate"), json!({})).await.expect(200);
    let refused =
        sam.post(&format!("/api/loans/{loan}/prints/form-1003"), json!({ "fullSsn": true })).await.expect(403);
    assert_eq!(refused.at("/code"), "LWPERM10002");
    let (text, _) = printed(&sam, loan, false).await;
    assert!(text.contains("Maya") && !text.contains("1984"));
    assert_eq!(prints_of(&keyturn, loan).await, [json!({ "form": "1003", "fullSsn": false, "revealed": false })]);
}
