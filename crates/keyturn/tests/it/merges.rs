//! Merging records of one person, undoing it, and pairs for review.

use crate::{loans::create, org_units::audit_of};
use serde_json::{Value, json};
use testkit::{Client, Keyturn};

async fn person(client: &Client, first: &str, last: &str, email: &str, phone: &str) -> i64 {
    let body = json!({"FirstName": first, "LastName": last, "Email": email, "CellPhone": phone});
    client.post("/api/borrowers", body).await.expect(201).at("/id").as_i64().unwrap()
}

async fn id_of(client: &Client, text: &str) -> i64 {
    let page = client.get(&format!("/api/borrowers?string={text}")).await.expect(200).json;
    assert_eq!(page["count"], 1, "{page}");
    page["rows"][0]["id"].as_i64().unwrap()
}

async fn borrower(client: &Client, id: i64) -> Value {
    client.get(&format!("/api/borrowers/{id}")).await.expect(200).json
}

fn loans(borrower: &Value) -> Vec<i64> {
    borrower["loans"].as_array().unwrap().iter().map(|loan| loan["id"].as_i64().unwrap()).collect()
}

/// DUP-09, DUP-10, DUP-11: the newest non-empty value is used unless another is chosen. All linked data moves to the
/// survivor, and the old ID redirects to it. After undoing, both records have their own data, while later data stays
/// with the survivor.
#[tokio::test]
async fn two_records_are_merged_and_unmerged() {
    let keyturn = Keyturn::start().await;
    let cove = keyturn.company("cove").await;
    let avery = cove.sign_in("avery.stone").await;
    let first = create(&avery, "Maya", "Ortiz").await["id"].as_i64().unwrap();
    let maya = id_of(&avery, "maya").await;
    let second = create(&avery, "Mayra", "Ortiz").await["id"].as_i64().unwrap();
    let mayra = id_of(&avery, "mayra").await;
    let child = person(&avery, "Luis", "Ortiz", "", "").await;
    let related = format!("/api/borrowers/{mayra}/relatives/{child}");
    let _ = avery.put(&related, json!({"relation": "CHILD"})).await.expect(200);
    let _ = avery
        .patch_version(&format!("/api/borrowers/{mayra}"), 1, json!({"CellPhone": "4155550132"}))
        .await
        .expect(200);

    let preview = avery.get(&format!("/api/borrower-merges/preview?ids={maya},{mayra}")).await.expect(200).json;
    assert_eq!(preview["records"].as_array().unwrap().len(), 2);
    assert_eq!(
        (&preview["values"]["FirstName"], &preview["values"]["CellPhone"], &preview["needsReason"]),
        (&json!("Mayra"), &json!("4155550132"), &json!(false))
    );
    let _ = avery.get(&format!("/api/borrower-merges/preview?ids={maya}")).await.expect(422);
    let merge = json!({"survivorId": maya, "ids": [maya, mayra], "values": {"FirstName": "Maya", "Email": "maya.ortiz@example.com"}});
    let merged = avery.post("/api/borrower-merges", merge.clone()).await.expect(200).json;
    let survivor = &merged["borrower"];
    assert_eq!(
        (&survivor["id"], &survivor["FirstName"], &survivor["CellPhone"]),
        (&json!(maya), &json!("Maya"), &json!("4155550132"))
    );
    assert_eq!(loans(survivor), [second, first]);
    assert_eq!(survivor["relatives"], json!([{"id": child, "name": "Luis Ortiz", "relation": "CHILD"}]));
    assert_eq!(survivor["merges"][0]["names"], json!(["Mayra Ortiz"]));
    assert!(survivor["merges"][0]["undoUntil"].is_string());
    // The old ID redirects to the survivor.
    let moved = avery.get(&format!("/api/borrowers/{mayra}")).await;
    assert_eq!(moved.status, 301);
    assert_eq!(moved.headers["location"], format!("/api/borrowers/{maya}"));
    assert_eq!(avery.get("/api/borrowers?string=mayra").await.at("/count"), &json!(0));
    let _ = avery.post("/api/borrower-merges", merge).await.expect(404);
    assert_eq!(audit_of(&keyturn, cove.id, "borrower", maya).await.last().unwrap().0, "borrower.merge");

    // Later data stays with the survivor.
    let third = create(&avery, "Maya", "Ortiz").await["id"].as_i64().unwrap();
    assert_eq!(loans(&borrower(&avery, maya).await), [third, second, first]);
    let undo = format!("/api/borrower-merges/{}/undo", merged["id"]);
    let back = avery.post(&undo, json!({})).await.expect(200).json;
    assert_eq!(loans(&back["borrower"]), [third, first]);
    assert_eq!((&back["borrower"]["CellPhone"], &back["borrower"]["relatives"]), (&Value::Null, &json!([])));
    let other = borrower(&avery, mayra).await;
    assert_eq!(
        (&other["FirstName"], &other["CellPhone"], loans(&other)),
        (&json!("Mayra"), &json!("4155550132"), vec![second])
    );
    assert_eq!(other["relatives"][0]["id"], child);
    assert_eq!(id_of(&avery, "mayra").await, mayra);
    let again = avery.post(&undo, json!({})).await.expect(409);
    assert_eq!(again.at("/code"), "LWBOR10410");
    // After thirty days, a merge can't be undone.
    let merge = json!({"survivorId": maya, "ids": [maya, mayra]});
    let merged = avery.post("/api/borrower-merges", merge).await.expect(200).json;
    sqlx::query("update merge set made_at = now() - interval '31 days' where company_id = $1")
        .bind(cove.id)
        .execute(&mut keyturn.superuser().await)
        .await
        .unwrap();
    let _ = avery.post(&format!("/api/borrower-merges/{}/undo", merged["id"]), json!({})).await.expect(409);
    assert_eq!(borrower(&avery, maya).await["merges"][0]["undoUntil"], Value::Null);
}

/// Number of linked rows of each kind for the given borrowers.
async fn counts(keyturn: &Keyturn, ids: &[i64]) -> Vec<(String, i64)> {
    sqlx::query_as(
        "select kind, count(*)
         from (select 'loan' as kind from loan_borrower where borrower_id = any ($1)
               union all
               select 'lead' from lead_referral where borrower_id = any ($1)
               union all
               select 'note' from note where borrower_id = any ($1)
               union all
               select 'stage' from loan_stage_change c
               join loan_borrower b on b.company_id = c.company_id and b.loan_id = c.loan_id
               where b.borrower_id = any ($1)) kinds
         group by kind
         order by kind",
    )
    .bind(ids)
    .fetch_all(&mut keyturn.superuser().await)
    .await
    .unwrap()
}

/// DUP-10: after a merge, the survivor has as many loans with history, referred leads, and notes as both had before.
#[tokio::test]
async fn nothing_is_lost_by_a_merge() {
    let keyturn = Keyturn::start().await;
    let cove = keyturn.company("cove").await;
    let avery = cove.sign_in("avery.stone").await;
    create(&avery, "Maya", "Ortiz").await;
    create(&avery, "Mayra", "Ortiz").await;
    create(&avery, "Mayra", "Ortiz").await;
    let (maya, mayra) = (id_of(&avery, "maya").await, id_of(&avery, "mayra").await);
    let sources = avery.get("/api/lead-sources").await.expect(200).json;
    let family = sources.as_array().unwrap().iter().find(|source| source["type"] == "FRIEND_FAMILY").unwrap();
    for (name, referrer) in [("Noel", maya), ("Ines", mayra)] {
        let mut payload = testkit::officer::lead(name, "Baptiste", &[testkit::officer::owner(&avery).await]);
        payload["LeadReferral"] = json!({"LeadSourceId": family["id"], "WizeBorrowerId": referrer});
        let _ = avery.post("/api/leads", payload).await.expect(201);
        sqlx::query("insert into note (company_id, borrower_id, html, noted_at) values ($1, $2, '<p>Hi</p>', now())")
            .bind(cove.id)
            .bind(referrer)
            .execute(&mut keyturn.superuser().await)
            .await
            .unwrap();
    }
    let before = counts(&keyturn, &[maya, mayra]).await;
    assert_eq!(before.iter().map(|(kind, _)| kind.as_str()).collect::<Vec<_>>(), ["lead", "loan", "note", "stage"]);
    let merge = json!({"survivorId": maya, "ids": [maya, mayra]});
    let _ = avery.post("/api/borrower-merges", merge).await.expect(200);
    assert_eq!(counts(&keyturn, &[maya]).await, before);
    assert_eq!(counts(&keyturn, &[mayra]).await, []);
}

/// DUP-12: records with different Social Security numbers can only be merged by a company admin with a reason.
#[tokio::test]
async fn records_with_different_numbers_are_merged_by_an_admin_with_a_reason() {
    let keyturn = Keyturn::start().await;
    let cove = keyturn.company("cove").await;
    let avery = cove.sign_in("avery.stone").await;
    let mut ids = Vec::new();
    for (first, number) in [("John", "219-09-9993"), ("Jonathan", "219-09-9994")] {
        let loan = create(&avery, first, "Hale").await;
        let application = format!("/api/loans/{}/application", loan["id"]);
        let item = avery.get(&application).await.at("/application/borrowers/0/id").as_str().unwrap().to_owned();
        let change = json!([{"path": format!("borrowers/{item}/taxpayerIdentifier"), "to": number}]);
        let _ = avery.patch(&application, change).await.expect(200);
        ids.push(id_of(&avery, &format!("{first}.hale%40example.com")).await);
    }
    let preview = avery.get(&format!("/api/borrower-merges/preview?ids={},{}", ids[0], ids[1])).await.expect(200).json;
    assert_eq!((&preview["needsReason"], &preview["mayGiveReason"]), (&json!(true), &json!(false)));
    let merge = |reason: &str| json!({"survivorId": ids[0], "ids": ids, "reason": reason});
    let refused = avery.post("/api/borrower-merges", merge("One of them was mistyped")).await.expect(409);
    assert_eq!(refused.at("/code"), "LWBOR10409");
    let grace = cove.sign_in("grace.whitfield").await.with_header("x-consolidated", "true");
    let _ = grace.post("/api/borrower-merges", merge(" ")).await.expect(409);
    let _ = grace.post("/api/borrower-merges", merge("One of them was mistyped")).await.expect(200);
    let entries = audit_of(&keyturn, cove.id, "borrower", ids[0]).await;
    assert_eq!(entries.last().unwrap().2["reason"], "One of them was mistyped");
    // Records beyond reach are not found.
    let marcus = cove.sign_in("marcus.bell").await;
    let _ = marcus.post("/api/borrower-merges", merge("x")).await.expect(404);
}

/// DUP-08: pairs are listed by strength with pages. A dismissed pair never returns, even after another search.
#[tokio::test]
async fn possible_pairs_are_listed_until_dismissed() {
    let keyturn = Keyturn::start().await;
    let cove = keyturn.company("cove").await;
    let avery = cove.sign_in("avery.stone").await;
    let bob = person(&avery, "Robert", "Quigley", "rob@example.com", "4155550191").await;
    person(&avery, "Bob", "Quigley", "rob@example.com", "").await;
    person(&avery, "Zelda", "Ames", "zelda@example.com", "4155550192").await;
    person(&avery, "Zelda", "Ames", "", "4155550192").await;
    borrowers::matching::find_duplicates(&keyturn.app).await.unwrap();
    let grace = cove.sign_in("grace.whitfield").await.with_header("x-consolidated", "true");
    let all = grace.get("/api/duplicates").await.expect(200).json;
    assert_eq!(all["rows"].as_array().unwrap().len(), 2, "{all}");
    let waiting =
        |page: &Value| ["Certain", "Likely", "Possible"].map(|strength| page["counts"][strength].as_i64().unwrap());
    assert_eq!(waiting(&all).iter().sum::<i64>(), 2);
    let page = grace.get("/api/duplicates?limit=1").await.expect(200).json;
    let next =
        grace.get(&format!("/api/duplicates?limit=1&after={}", page["next"].as_str().unwrap())).await.expect(200).json;
    assert_ne!(page["rows"][0]["id"], next["rows"][0]["id"]);
    assert_eq!(next["next"], Value::Null);
    let quigley = all["rows"].as_array().unwrap().iter().find(|pair| pair["one"]["LastName"] == "Quigley").unwrap();
    let path = format!("/api/duplicates/{}/dismissal", quigley["id"]);
    let _ = grace.post(&path, json!({})).await.expect(204);
    let _ = grace.post(&path, json!({})).await.expect(404);
    // The records change and are matched again.
    let changed = avery.patch_version(&format!("/api/borrowers/{bob}"), 1, json!({"CellPhone": "4155550193"})).await;
    let _ = changed.expect(200);
    borrowers::matching::find_duplicates(&keyturn.app).await.unwrap();
    let left = grace.get("/api/duplicates").await.expect(200).json;
    assert_eq!(left["rows"].as_array().unwrap().len(), 1);
    assert_eq!(left["rows"][0]["one"]["LastName"], "Ames");
    let _ = avery.get("/api/duplicates").await.expect(403);
}
