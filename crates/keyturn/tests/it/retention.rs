//! Retention of loans: terms, legal holds, and the disposal of loans that are past every term.

use crate::loans::create;
use serde_json::{Value, json};
use testkit::Keyturn;

/// A loan that was funded and last changed years ago.
async fn old_loan(keyturn: &Keyturn, client: &testkit::Client, years: i32) -> i64 {
    let id = create(client, "Maya", "Ortiz").await["id"].as_i64().unwrap();
    let borrower = client.get(&format!("/api/loans/{id}/application")).await.at("/application/borrowers/0/id").clone();
    let path = format!("borrowers/{}/taxpayerIdentifier", borrower.as_str().unwrap());
    let change = json!([{"path": path, "from": null, "to": "219-09-9993"}]);
    let _ = client.patch(&format!("/api/loans/{id}/application"), change).await.expect(200);
    sqlx::query(
        "update loan
         set funded_on = current_date - make_interval(years => $2), updated_at = now() - make_interval(years => $2)
         where id = $1",
    )
    .bind(id)
    .bind(years)
    .execute(&mut keyturn.superuser().await)
    .await
    .unwrap();
    id
}

async fn due(client: &testkit::Client) -> Vec<i64> {
    let list = client.get("/api/disposals/due").await.expect(200).json;
    list["rows"].as_array().unwrap().iter().map(|row| row["loanId"].as_i64().unwrap()).collect()
}

/// HISTORY-12, HISTORY-13: a loan past every term is listed; a hold takes it from the list and refuses its disposal. The act
/// deletes the loan and leaves a certificate.
#[tokio::test]
async fn a_loan_past_its_terms_is_disposed_of_unless_it_is_held() {
    let keyturn = Keyturn::start().await;
    let cove = keyturn.company("cove").await;
    let (avery, grace) = (cove.sign_in("avery.stone").await, cove.sign_in("grace.whitfield").await);
    let old = old_loan(&keyturn, &avery, 6).await;
    // Past the two-year disposal term, and inside the five-year term of the Closing Disclosure.
    let young = old_loan(&keyturn, &avery, 3).await;
    assert_eq!(due(&grace).await, [old]);
    let retention = avery.get(&format!("/api/loans/{young}/retention")).await.expect(200).json;
    let terms = retention["terms"].as_array().unwrap();
    assert!(terms.iter().any(|term| term["source"] == "12 CFR 1026.25(c)(1)(ii)"), "{retention}");
    let dispose =
        async |id: i64| grace.post("/api/disposals", json!({"loanIds": [id], "reason": "Terms are over"})).await;
    let kept = dispose(young).await.expect(409);
    assert!(kept.json["message"].as_str().unwrap().contains("must be kept until"), "{}", kept.json);

    let hold = format!("/api/loans/{old}/legal-hold");
    let _ = avery.put(&hold, json!({"reason": "Subpoena"})).await.expect(403);
    let _ = grace.put(&hold, json!({"reason": " "})).await.expect(422);
    let held = grace.put(&hold, json!({"reason": "Subpoena"})).await.expect(200).json;
    assert_eq!((&held["hold"]["reason"], &held["hold"]["setBy"]), (&json!("Subpoena"), &json!("Grace Whitfield")));
    let _ = grace.put(&hold, json!({"reason": "Again"})).await.expect(409);
    assert_eq!(due(&grace).await, Vec::<i64>::new());
    let refused = dispose(old).await.expect(409);
    assert!(refused.json["message"].as_str().unwrap().contains("legal hold: Subpoena"), "{}", refused.json);

    let lifted = grace.post(&format!("{hold}/lift"), json!({"reason": "Case closed"})).await.expect(200).json;
    assert_eq!(lifted["hold"], Value::Null);
    let _ = avery.post("/api/disposals", json!({"loanIds": [old], "reason": "x"})).await.expect(403);
    let certificate = dispose(old).await.expect(201).json;
    assert_eq!(
        (&certificate["disposedBy"], &certificate["reason"]),
        (&json!("Grace Whitfield"), &json!("Terms are over"))
    );
    assert_eq!(certificate["loans"].as_array().unwrap().len(), 1);
    assert_eq!((&certificate["counts"]["loan"], &certificate["counts"]["loan_secret"]), (&json!(1), &json!(1)));
    assert!(certificate["kinds"]["Closing Disclosure and related documents"].is_string(), "{certificate}");
    assert!(certificate["disposedAt"].is_string());
    let _ = avery.get(&format!("/api/loans/{old}")).await.expect(404);
    let _ = avery.get(&format!("/api/loans/{young}")).await.expect(200);
    let kept = grace.get("/api/disposals").await.expect(200).json;
    assert_eq!(kept["rows"][0], certificate);
    let entries = grace.get(&format!("/api/audit?entity=loan&entityId={old}&limit=100")).await.expect(200).json;
    let actions: Vec<_> =
        entries["rows"].as_array().unwrap().iter().map(|row| row["action"].as_str().unwrap()).take(3).collect();
    assert_eq!(actions, ["loan.dispose", "loan.hold-lift", "loan.hold"]);
}
