//! Who pays for a user: displayed and changed in the list of users.

use crate::org_units::{audit_of, own_unit};
use serde_json::{Value, json};
use testkit::{Answer, Client, Keyturn};

async fn user(asker: &Client, company: i64, name: &str) -> Value {
    let path = format!("/api/org-units/{company}/users?string={}", name.replace(' ', "%20"));
    asker.get(&path).await.expect(200).json["rows"][0].clone()
}

async fn pays(asker: &Client, user: &Value, payer: &str) -> Answer {
    let membership = &user["memberships"][0];
    let path = format!("/api/user-org-units/{}", membership["WizeUserOrgUnitId"]);
    asker.patch_version(&path, membership["version"].as_i64().unwrap(), json!({"LWLicensePayer": payer})).await
}

/// SETTINGS-03: Grace makes Priya self-paid. Her seat becomes free, and without her own subscription she can't create
/// loans. After Grace's plan pays again, she has a seat as before.
#[tokio::test]
async fn grace_makes_priya_self_paid() {
    let keyturn = Keyturn::start().await;
    let cove = keyturn.company("cove").await;
    let (grace, priya) = (cove.sign_in("grace.whitfield").await, cove.sign_in("priya.nguyen").await);
    let before = user(&grace, cove.id, "Priya Nguyen").await;
    assert_eq!(before["billing"], json!({"payer": "COMPANY", "seat": "LO"}));
    assert_eq!(user(&grace, cove.id, "Paul Okafor").await["billing"], json!({"payer": "COMPANY", "seat": "SUPPORT"}));
    assert_eq!(user(&grace, cove.id, "Marcus Bell").await["billing"]["payer"], "BRANCH");
    assert_eq!(user(&grace, cove.id, "Nina Kowalski").await["billing"], json!({"payer": "SELF", "seat": null}));
    let _ = crate::loans::create(&priya, "Maya", "Ortiz").await;

    let alone = pays(&grace, &before, "SELF").await.expect(200).json;
    assert_eq!(alone["billing"], json!({"payer": "SELF", "seat": null}));
    let officer = testkit::officer::membership(&priya).await;
    let refused = priya.post("/api/loans", testkit::officer::manual("Liam", "Chen", officer)).await.expect(402);
    assert_eq!(refused.at("/code"), "LWBILL10402");
    assert_eq!(priya.get("/api/users/me").await.at("/activeUser/LWLicensePayer"), "SELF");
    let id = before["memberships"][0]["WizeUserOrgUnitId"].as_i64().unwrap();
    let entries = audit_of(&keyturn, cove.id, "membership", id).await;
    assert_eq!((&entries[0].1["LWLicensePayer"], &entries[0].2["LWLicensePayer"]), (&json!("COMPANY"), &json!("SELF")));

    let back = pays(&grace, &alone, "COMPANY").await.expect(200).json;
    assert_eq!(back["billing"], json!({"payer": "COMPANY", "seat": "LO"}));
    let _ = crate::loans::create(&priya, "Liam", "Chen").await;
}

/// Only users who manage billing can change the payer: not an administrator without the permission, nor a branch that
/// the company pays for.
#[tokio::test]
async fn only_billing_managers_change_the_payer() {
    let keyturn = Keyturn::start().await;
    let cove = keyturn.company("cove").await;
    let grace = cove.sign_in("grace.whitfield").await;
    let priya = user(&grace, cove.id, "Priya Nguyen").await;
    for name in ["omar.haddad", "victor.adeyemi", "beth.sullivan"] {
        let _ = pays(&cove.sign_in(name).await, &priya, "SELF").await.expect(403);
    }
    // Tom's branch pays for itself.
    let tom = cove.sign_in("tom.reyes").await;
    let summit = own_unit(&tom).await;
    let marcus = user(&tom, summit, "Marcus Bell").await;
    let alone = pays(&tom, &marcus, "SELF").await.expect(200).json;
    assert_eq!(alone["billing"]["payer"], "SELF");
    assert_eq!(
        pays(&tom, &alone, "BRANCH").await.expect(200).json["billing"],
        json!({"payer": "BRANCH", "seat": "LO"})
    );
    let _ = pays(&tom, &priya, "SELF").await.expect(404);
    let _ = pays(&grace, &priya, "NOBODY").await.expect(422);
}

/// A deactivated user's seat becomes free in the same transaction, and is taken again on reactivation.
#[tokio::test]
async fn a_seat_is_free_when_its_holder_leaves() {
    let keyturn = Keyturn::start().await;
    let cove = keyturn.company("cove").await;
    let grace = cove.sign_in("grace.whitfield").await;
    let priya = user(&grace, cove.id, "Priya Nguyen").await;
    let at = format!("/api/users/{}", priya["id"]);
    let gone = grace.post(&format!("{at}/deactivation"), json!({})).await.expect(200).json;
    assert_eq!(gone["billing"]["seat"], Value::Null);
    let back = grace.delete(&format!("{at}/deactivation")).await.expect(200).json;
    assert_eq!(back["billing"]["seat"], "LO");
    // A role that requires the other kind of seat.
    let membership = &back["memberships"][0];
    let path = format!("/api/user-org-units/{}", membership["WizeUserOrgUnitId"]);
    let version = membership["version"].as_i64().unwrap();
    let processor = grace.patch_version(&path, version, json!({"roles": ["PROCESSOR"]})).await.expect(200).json;
    assert!(processor["billing"]["seat"].is_string(), "{}", processor["billing"]);
}
