//! Contract processors see only the loans they are on.

use crate::{
    org_units::{audit_of, own_unit},
    walk::visit,
};
use reqwest::Method;
use serde_json::{Value, json};
use testkit::{
    Client, Keyturn,
    visits::{Ids, Visit, visits},
};

async fn on_the_team(keyturn: &Keyturn, company: i64, loan: &Value, membership: &Value) {
    sqlx::query(
        "insert into loan_team_member (company_id, loan_id, role, is_primary, membership_id, org_unit_id)
         select $1, id, 'CONTRACTPROCESSOR', true, $3, org_unit_id from loan where id = $2",
    )
    .bind(company)
    .bind(loan["id"].as_i64().unwrap())
    .bind(membership.as_i64().unwrap())
    .execute(&mut keyturn.superuser().await)
    .await
    .unwrap();
}

fn borrowers(page: &Value) -> Vec<&str> {
    page["rows"].as_array().unwrap().iter().map(|row| row["borrowerName"].as_str().unwrap()).collect()
}

/// Decision D26: Grace engages Clearpath by its NMLS id and gives Chris a membership in Bayside. He sees the one loan
/// he is on; every other loan looks nonexistent on every route. When the contract ends, his next request is refused and
/// no open loan has him on its team.
#[tokio::test]
async fn a_contract_processor_sees_only_their_loans() {
    let keyturn = Keyturn::start().await;
    let cove = keyturn.company("cove").await;
    let (grace, avery) = (cove.sign_in("grace.whitfield").await, cove.sign_in("avery.stone").await);
    let bayside = own_unit(&avery).await;
    let own = crate::loans::create(&avery, "Maya", "Ortiz").await;
    let other = crate::loans::create(&avery, "Quentin", "Zephyrine").await;

    let path = "/api/processor-contracts";
    assert_eq!(grace.get(path).await.expect(200).json, json!({"rows": []}));
    let contract = grace.post(path, json!({"nmlsId": " 209001 "})).await.expect(201).json;
    assert_eq!((&contract["name"], &contract["active"]), (&json!("Clearpath Processing"), &json!(true)));
    for (nmls_id, message) in [
        ("209001", "This processing company is under contract already"),
        // A broker isn't a processing company.
        ("208001", "No processing company has this NMLS ID"),
        ("", "NMLS ID is required"),
    ] {
        let refused = grace.post(path, json!({"nmlsId": nmls_id})).await.expect(422);
        assert_eq!(refused.at("/fields/nmlsId"), message);
    }
    let at = format!("{path}/{}", contract["id"]);
    let add = format!("{at}/processors");
    let chris_in = |email: &str| json!({"email": email, "WizeOrgUnitId": bayside});
    for email in ["alice.monroe@prairie.example", "nobody@clearpath.example", "x"] {
        assert!(grace.post(&add, chris_in(email)).await.expect(422).at("/fields/email").is_string(), "{email}");
    }
    let elsewhere = json!({"email": "chris.doyle@clearpath.example", "WizeOrgUnitId": 2});
    assert!(grace.post(&add, elsewhere).await.expect(422).at("/fields/WizeOrgUnitId").is_string());
    let added = grace.post(&add, chris_in("chris.doyle@clearpath.example")).await.expect(201).json;
    let processor = &added["processors"][0];
    assert_eq!(
        (&processor["name"], &processor["branch"], &processor["active"], &processor["openLoans"]),
        (&json!("Chris Doyle"), &json!("Bayside"), &json!(true), &json!(0))
    );
    let _ = grace.post(&add, chris_in("chris.doyle@clearpath.example")).await.expect(422);

    // In his home company he sees nothing of the client. In the client's branch he sees nothing before he is on a loan.
    let home = keyturn.sign_in("chris.doyle@clearpath.example").await;
    let unit = bayside.to_string();
    let chris = home.another_tab().with_header("x-org-unit-id", &unit);
    assert_eq!(borrowers(&home.get("/api/loans").await.expect(200).json), Vec::<&str>::new());
    assert_eq!(borrowers(&chris.get("/api/loans").await.expect(200).json), Vec::<&str>::new());
    on_the_team(&keyturn, cove.id, &own, &processor["WizeUserOrgUnitId"]).await;
    assert_eq!(borrowers(&chris.get("/api/loans").await.expect(200).json), ["Maya Ortiz"]);
    let _ = chris.get(&format!("/api/loans/{}", own["id"])).await.expect(200);
    let _ = home.get(&format!("/api/loans/{}", own["id"])).await.expect(404);
    assert_eq!(chris.get("/api/loans?string=zephyrine").await.expect(200).json["count"], 0);
    let _ = chris.post("/api/loans", testkit::officer::manual("A", "B", 1)).await.expect(403);
    leaks_nothing(&chris, &avery, cove.id, bayside, &other).await;
    assert_eq!(grace.get(path).await.json["rows"][0]["processors"][0]["openLoans"], 1);

    let ended = grace.delete(&at).await.expect(200).json;
    assert_eq!((&ended["active"], &ended["processors"][0]["active"]), (&json!(false), &json!(false)));
    let _ = chris.get("/api/loans").await.expect(403);
    let _ = chris.get(&format!("/api/loans/{}", own["id"])).await.expect(403);
    let left: i64 = sqlx::query_scalar(
        "select count(*) from loan_team_member where company_id = $1 and role = 'CONTRACTPROCESSOR'",
    )
    .bind(cove.id)
    .fetch_one(&mut keyturn.superuser().await)
    .await
    .unwrap();
    assert_eq!(left, 0);
    let linked = home.get("/api/users/me").await.expect(200).json;
    assert!(!linked["activeUser"]["LinkedOrgs"].to_string().contains("Bayside"));
    let entries = audit_of(&keyturn, cove.id, "processor-contract", contract["id"].as_i64().unwrap()).await;
    let actions: Vec<_> = entries.iter().map(|(action, ..)| action.as_str()).collect();
    assert_eq!(actions, ["processor-contract.engage", "processor-contract.end"]);

    // He can't be reactivated after the contract has ended.
    let membership = format!("/api/user-org-units/{}", processor["WizeUserOrgUnitId"]);
    let version = ended["processors"][0]["version"].as_i64().unwrap();
    let refused = grace.patch_version(&membership, version, json!({"active": true})).await.expect(409);
    assert_eq!(refused.at("/code"), "LWORG10414");
    assert_eq!(grace.post(&add, chris_in("chris.doyle@clearpath.example")).await.expect(409).at("/code"), "LWORG10414");
    let again = grace.post(path, json!({"nmlsId": "209001"})).await.expect(201).json;
    assert_eq!(again["id"], contract["id"]);
    let _ = grace.post(&add, chris_in("chris.doyle@clearpath.example")).await.expect(201);
    assert_eq!(borrowers(&chris.another_tab().get("/api/loans").await.expect(200).json), Vec::<&str>::new());
}

/// Sends a valid request to every route about a loan without Chris. No answer contains the borrower's data, and routes
/// with the loan's id answer as for an unknown id.
async fn leaks_nothing(chris: &Client, avery: &Client, company: i64, branch: i64, loan: &Value) {
    let ids = Ids {
        loan: loan["id"].as_i64().unwrap(),
        officer: testkit::officer::membership(avery).await,
        stage: loan["stage"]["id"].as_i64().unwrap(),
        company,
        branch,
        ..Ids::never_were()
    };
    let document = chris.get("/api/openapi.json").await.expect(200).json;
    let (visits, mut asked) = (visits(), 0);
    for (path, item) in document["paths"].as_object().unwrap() {
        for (method, operation) in item.as_object().unwrap() {
            let name = operation["operationId"].as_str().unwrap();
            let Visit::Names(request) = &visits[name] else { continue };
            let method: Method = method.to_uppercase().parse().unwrap();
            let answer = visit(chris, &method, request(&ids)).await;
            let told = answer.json.to_string();
            assert!(!told.contains("Zephyrine") && !told.contains("Quentin"), "{name} tells: {told}");
            if path.starts_with("/api/loans/{id}") {
                assert!(matches!(answer.status, 403 | 404), "{name}: {}", answer.status);
                asked += 1;
            }
        }
    }
    assert!(asked >= 6, "{asked} routes of a loan");
}
