//! Default teams for an officer's loans.

use crate::org_units::audit_of;
use serde_json::{Value, json};
use testkit::{Client, Keyturn, officer::membership};

async fn put(client: &Client, officer: i64, version: i64, team: Value) -> testkit::Answer {
    let path = format!("/api/user-org-units/{officer}/loan-team");
    let request = client.request(reqwest::Method::PUT, &path).header("if-match", version.to_string()).json(&team);
    client.send(request).await
}

fn slots(team: &Value) -> Vec<(&str, bool, &str)> {
    team.as_array()
        .unwrap()
        .iter()
        .map(|slot| {
            (slot["LoanRole"].as_str().unwrap(), slot["primary"].as_bool().unwrap(), slot["name"].as_str().unwrap())
        })
        .collect()
}

/// TEAM-40: the team request takes the officer's membership and returns role entries with user fields. Grace sets it.
/// Users who left or changed roles aren't included.
#[tokio::test]
async fn averys_loans_begin_with_a_team() {
    let keyturn = Keyturn::start().await;
    let cove = keyturn.company("cove").await;
    let (grace, avery) = (cove.sign_in("grace.whitfield").await, cove.sign_in("avery.stone").await);
    let id = membership(&avery).await;
    let mut of = std::collections::BTreeMap::new();
    for name in ["paul.okafor", "rosa.martinez", "jamie.lin", "dana.price", "carl.jensen", "mei.tanaka", "priya.nguyen"]
    {
        of.insert(name, membership(&cove.sign_in(name).await).await);
    }
    let slot = |role: &str, primary: bool, name: &str| json!({"LoanRole": role, "primary": primary, "WizeUserOrgUnitId": of[name]});
    let team = json!([
        slot("FUNDER", true, "carl.jensen"),
        slot("PROCESSOR", false, "rosa.martinez"),
        slot("PROCESSOR", true, "paul.okafor"),
        slot("ASSISTANT", true, "jamie.lin"),
        slot("DISCLOSURE_DESK", true, "dana.price"),
        slot("PAYROLL", true, "mei.tanaka"),
        slot("CLOSER", true, "carl.jensen"),
        slot("LOCK_DESK", true, "mei.tanaka"),
        slot("ORIGINATOR", false, "priya.nguyen"),
    ]);
    let path = format!("/api/user-org-units/{id}/loan-team");
    assert_eq!(avery.get(&path).await.expect(200).json, json!([]));
    let set = put(&grace, id, 0, team.clone()).await.expect(200).json;
    assert_eq!((&set["version"], &set["officer"]["name"]), (&json!(1), &json!("Avery Stone")));
    let found = avery.get(&path).await.expect(200).json;
    assert_eq!(
        slots(&found),
        [
            ("ORIGINATOR", false, "Priya Nguyen"),
            ("PROCESSOR", true, "Paul Okafor"),
            ("PROCESSOR", false, "Rosa Martinez"),
            ("ASSISTANT", true, "Jamie Lin"),
            ("DISCLOSURE_DESK", true, "Dana Price"),
            ("PAYROLL", true, "Mei Tanaka"),
            ("CLOSER", true, "Carl Jensen"),
            ("LOCK_DESK", true, "Mei Tanaka"),
            ("FUNDER", true, "Carl Jensen"),
        ]
    );
    assert_eq!(
        (&found[1]["tag"], &found[1]["WizeOrgUnit"]["displayName"], &found[1]["isContractProcessor"]),
        (&json!("Bayside"), &json!("Bayside"), &json!(false))
    );
    // The answer can be sent back, with the displayed version.
    let late = put(&grace, id, 0, team).await.expect(409);
    assert_eq!(late.at("/details/record/version"), 1);
    let fewer: Vec<Value> = found.as_array().unwrap()[1..3].to_vec();
    let _ = put(&grace, id, 1, json!(fewer)).await.expect(200);
    assert_eq!(audit_of(&keyturn, cove.id, "default-team", id).await.len(), 2);

    let page = grace.get("/api/loan-teams?string=avery").await.expect(200).json;
    assert_eq!((&page["count"], &page["rows"][0]["version"]), (&json!(1), &json!(2)));
    assert_eq!(
        slots(&page["rows"][0]["members"]),
        [("PROCESSOR", true, "Paul Okafor"), ("PROCESSOR", false, "Rosa Martinez")]
    );
    assert_eq!(grace.get("/api/loan-teams?onlyCount=true").await.expect(200).json, json!({"count": 8}));

    // Paul is now an assistant.
    let change = json!({"roles": ["ASSISTANT"]});
    let paul = format!("/api/user-org-units/{}", of["paul.okafor"]);
    let _ = grace.patch_version(&paul, 1, change).await.expect(200);
    assert_eq!(slots(&avery.get(&path).await.expect(200).json), [("PROCESSOR", false, "Rosa Martinez")]);
}

/// TEAM-03: a role is one of the nine. A slot is filled once, with an active user of the company who has the role. The
/// two slots of a role need two users.
#[tokio::test]
async fn default_team_errors_are_reported_by_slot() {
    let keyturn = Keyturn::start().await;
    let cove = keyturn.company("cove").await;
    let (grace, avery) = (cove.sign_in("grace.whitfield").await, cove.sign_in("avery.stone").await);
    let (id, paul) = (membership(&avery).await, membership(&cove.sign_in("paul.okafor").await).await);
    let foreign = membership(&keyturn.sign_in("sofia.marino@prairie.example").await).await;
    let slot = |role: &str, primary: bool, member: i64| json!({"LoanRole": role, "primary": primary, "WizeUserOrgUnitId": member});
    for (team, path, message) in [
        (json!([slot("ORIGINATOR", true, id)]), "0/LoanRole", "The officer is the primary loan officer"),
        (
            json!([slot("PROCESSOR", true, paul), slot("PROCESSOR", true, paul)]),
            "1/LoanRole",
            "This slot is filled already",
        ),
        (
            json!([slot("PROCESSOR", true, paul), slot("PROCESSOR", false, paul)]),
            "1/WizeUserOrgUnitId",
            "Choose two different people",
        ),
        (json!([slot("CLOSER", true, paul)]), "0/WizeUserOrgUnitId", "Choose an active user with this role"),
        (json!([slot("PROCESSOR", true, foreign)]), "0/WizeUserOrgUnitId", "Choose an active user with this role"),
    ] {
        let refused = put(&grace, id, 0, team).await.expect(422);
        assert_eq!(refused.json["fields"][path], message);
    }
    let _ = put(&grace, id, 0, json!([slot("WIZARD", true, paul)])).await.expect(422);
    let _ = put(&grace, paul, 0, json!([])).await.expect(404);
    for name in ["avery.stone", "beth.sullivan"] {
        let client = cove.sign_in(name).await;
        let _ = put(&client, id, 0, json!([])).await.expect(403);
        let _ = client.get("/api/loan-teams").await.expect(403);
    }
}
