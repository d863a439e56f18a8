//! Users of a company: listed, invited, given roles, and deactivated after their loans and leads are reassigned.

use crate::{
    loans::{create, membership},
    org_units::{audit_of, own_unit},
};
use serde_json::{Value, json};
use testkit::{
    Answer, Client, Company, Keyturn, PASSWORD, SignInPage,
    officer::{lead, owner},
    parameter,
};

fn names(page: &Value) -> Vec<&str> {
    page["rows"].as_array().unwrap().iter().map(|row| row["name"].as_str().unwrap()).collect()
}

/// A user's record as the asker sees it.
async fn user(asker: &Client, company: i64, name: &str) -> Value {
    let path = format!("/api/org-units/{company}/users?string={}", name.replace(' ', "%20"));
    asker.get(&path).await.expect(200).json["rows"][0].clone()
}

async fn patch_membership(asker: &Client, membership: &Value, body: Value) -> Answer {
    let path = format!("/api/user-org-units/{}", membership["WizeUserOrgUnitId"]);
    asker.patch_version(&path, membership["version"].as_i64().unwrap(), body).await
}

fn invitation(email: &str) -> Value {
    json!({"email": email, "firstName": "Nora", "lastName": "Quinn", "roles": ["ORIGINATOR", "ASSISTANT"],
           "phone": "(415) 555-0188", "nmlsId": "300099"})
}

/// The same user's client at another process.
fn at_another_process(client: &Client, first: &Keyturn, second: &Keyturn) -> Client {
    client.at(&second.base).with_header("host", first.base.trim_start_matches("http://"))
}

struct Cove<'a> {
    company: Company<'a>,
    users: String,
    grace: Client,
}

async fn cove(keyturn: &Keyturn) -> Cove<'_> {
    let company = keyturn.company("cove").await;
    let grace = company.sign_in("grace.whitfield").await;
    Cove { users: format!("/api/org-units/{}/users", company.id), company, grace }
}

/// SETTINGS-03: the list can be searched by name and address, and filtered by role, branch and state.
#[tokio::test]
async fn grace_finds_her_people() {
    let keyturn = Keyturn::start().await;
    let Cove { company, users, grace } = cove(&keyturn).await;
    let all = grace.get(&users).await.expect(200).json;
    assert_eq!(all["count"], 22);
    assert_eq!(names(&all)[..3], ["Victor Adeyemi", "Marcus Bell", "Noah Brooks"]);
    let bayside = own_unit(&company.sign_in("avery.stone").await).await;
    for (query, found) in [
        ("string=priya".to_owned(), vec!["Priya Nguyen"]),
        ("string=lindqvist%40cove".to_owned(), vec!["Hugo Lindqvist"]),
        ("string=300003".to_owned(), vec!["Marcus Bell"]),
        ("string=100%25".to_owned(), vec![]),
        ("role=PROCESSOR".to_owned(), vec!["Rosa Martinez", "Paul Okafor"]),
        (
            format!("role=ORIGINATOR&orgUnit={bayside}"),
            vec!["Noah Brooks", "Priya Nguyen", "Avery Stone", "Beth Sullivan"],
        ),
        ("state=INVITED".to_owned(), vec![]),
        ("limit=2&offset=1".to_owned(), vec!["Marcus Bell", "Noah Brooks"]),
    ] {
        assert_eq!(names(&grace.get(&format!("{users}?{query}")).await.expect(200).json), found, "{query}");
    }
    assert_eq!(grace.get(&format!("/api/org-units/{bayside}/users")).await.expect(200).json["count"], 9);
    for query in ["role=WIZARD", "state=ASLEEP", "limit=0"] {
        let _ = grace.get(&format!("{users}?{query}")).await.expect(422);
    }
    let noah = user(&grace, company.id, "Noah Brooks").await;
    let places: Vec<_> =
        noah["memberships"].as_array().unwrap().iter().map(|one| one["displayName"].as_str().unwrap()).collect();
    assert_eq!(
        (places, &noah["state"], &noah["mayManage"]),
        (vec!["Bayside", "Summit"], &json!("ACTIVE"), &json!(true))
    );
    assert_eq!((&noah["nmlsId"], &noah["homeCompany"]), (&json!("300005"), &Value::Null));
    assert_eq!(grace.get(&format!("/api/users/{}", noah["id"])).await.expect(200).json, noah);
}

/// SETTINGS-03: the invitation email leads to /setPassword?userToken=, and then to the first sign-in with the given
/// roles.
#[tokio::test]
async fn nora_is_invited_and_signs_in() {
    let keyturn = Keyturn::start().await;
    let Cove { company, users: _, grace } = cove(&keyturn).await;
    let bayside = own_unit(&company.sign_in("avery.stone").await).await;
    let path = format!("/api/org-units/{bayside}/users");
    let once = grace.with_header("idempotency-key", "018f0000-0000-7000-8000-000000000001");
    let email = "nora.quinn@cove.example";
    let nora = once.post(&path, invitation(email)).await.expect(201).json;
    assert_eq!((&nora["state"], &nora["phone"]), (&json!("INVITED"), &json!("4155550188")));
    assert_eq!(nora["memberships"][0]["roles"], json!(["ORIGINATOR", "ASSISTANT"]));
    assert_eq!(once.post(&path, invitation(email)).await.expect(201).json["id"], nora["id"]);
    let id = nora["id"].as_i64().unwrap();
    let entries = audit_of(&keyturn, company.id, "user", id).await;
    assert_eq!((entries.len(), entries[0].0.as_str(), &entries[0].2["orgUnit"]), (1, "user.invite", &json!(bayside)));

    keyturn.do_jobs().await;
    let first = keyturn.mail_to(email);
    assert_eq!(first.len(), 1);
    assert_eq!(first[0].subject, "Harbor Home Lending invites you");
    let link = first[0].link("Set password").unwrap().to_owned();
    assert!(link.contains("/setPassword?email="), "{link}");

    // Sent again: the first link is no longer valid.
    let _ = grace.post(&format!("/api/users/{id}/invitation"), json!({})).await.expect(200);
    keyturn.do_jobs().await;
    let second = keyturn.mail_to(email).last().unwrap().link("Set password").unwrap().to_owned();
    let activate = async |link: &str, password: &str| {
        let token = parameter(link, "userToken").unwrap();
        keyturn.visitor().post("/api/auth/activate", json!({"token": token, "password": password})).await
    };
    let _ = activate(&link, PASSWORD).await.expect(410);
    let _ = activate(&second, "copper-Lantern-7-orbits!").await.expect(200);
    let page = SignInPage::open(&keyturn.visitor(), &keyturn.base).await;
    let nora = page.signed_in(&page.password(email, "copper-Lantern-7-orbits!").await.expect(200)).await;
    let me = nora.get("/api/users/me").await.expect(200);
    assert_eq!(me.at("/activeUser/WizeRoles/0/code"), &json!("ORIGINATOR"));
    assert_eq!(me.at("/activeUser/WizeOrgUnitId"), &json!(bayside));
    // All officer seats are taken: she can create loans once one is free.
    let loan = testkit::officer::manual("Maya", "Ortiz", membership(&nora).await);
    assert_eq!(nora.post("/api/loans", loan).await.expect(402).at("/code"), "LWBILL10402");
    let priya = user(&grace, company.id, "Priya Nguyen").await;
    let _ = grace.post(&format!("/api/users/{}/deactivation", priya["id"]), json!({})).await.expect(200);
    let _ = create(&nora, "Maya", "Ortiz").await;
    assert_eq!(user(&grace, company.id, "Nora Quinn").await["state"], "ACTIVE");
    // Users who have signed in can't be invited again.
    let _ = grace.post(&format!("/api/users/{id}/invitation"), json!({})).await.expect(409);
    let _ = grace.delete(&format!("/api/users/{id}/invitation")).await.expect(409);
}

/// SETTINGS-03: all errors are reported together. An address in use gets a message that depends on its owner. A revoked
/// invitation is invalid, and the user can be invited again.
#[tokio::test]
async fn an_invitation_that_can_not_be_sent_says_why() {
    let keyturn = Keyturn::start().await;
    let Cove { company, users, grace } = cove(&keyturn).await;
    let wrong = json!({"email": "nora", "firstName": " ", "lastName": "", "roles": [], "phone": "12", "nmlsId": "x"});
    let refused = grace.post(&users, wrong).await.expect(422).json;
    assert_eq!(
        refused["fields"].as_object().unwrap().keys().collect::<Vec<_>>(),
        ["email", "firstName", "lastName", "nmlsId", "phone", "roles"]
    );
    assert_eq!(refused["fields"]["roles"], "Choose at least one role");
    for role in ["WIZARD", "SUPERADMIN", "CONTRACTPROCESSOR"] {
        let mut body = invitation("nora.quinn@cove.example");
        body["roles"] = json!([role]);
        let refused = grace.post(&users, body).await.expect(422).json;
        assert!(refused["fields"]["roles"].is_string(), "{refused}");
    }
    let known = grace.post(&users, invitation("AVERY.stone@cove.example")).await.expect(409);
    assert_eq!(known.at("/message"), "Avery Stone has this address, and is a user of your company already.");
    let foreign = grace.post(&users, invitation("alice.monroe@prairie.example")).await.expect(422).json;
    assert_eq!(foreign["fields"]["email"], "An invitation can't be sent to this address. Enter another one.");
    assert!(!foreign.to_string().contains("Prairie"));

    let email = "nora.quinn@cove.example";
    let nora = grace.post(&users, invitation(email)).await.expect(201).json["id"].as_i64().unwrap();
    keyturn.do_jobs().await;
    let link = keyturn.mail_to(email)[0].link("Set password").unwrap().to_owned();
    let token = parameter(&link, "userToken").unwrap();
    assert_eq!(grace.delete(&format!("/api/users/{nora}/invitation")).await.expect(200).json["state"], "DEACTIVATED");
    let body = json!({"token": token, "password": "copper-Lantern-7-orbits!"});
    let _ = keyturn.visitor().post("/api/auth/activate", body).await.expect(410);
    let again = grace.delete(&format!("/api/users/{nora}/deactivation")).await.expect(200).json;
    assert_eq!(again["state"], "INVITED");
    keyturn.do_jobs().await;
    assert_eq!(keyturn.mail_to(email).len(), 2);
    let actions: Vec<_> =
        audit_of(&keyturn, company.id, "user", nora).await.into_iter().map(|(action, ..)| action).collect();
    assert_eq!(actions, ["user.invite", "user.revoke-invitation", "user.reactivate"]);
}

/// SETTINGS-03, PERM-05: roles are edited per branch. A revoked role is refused at the next request in every process.
#[tokio::test]
async fn role_changes_take_effect_at_the_next_request() {
    let keyturn = Keyturn::start().await;
    let Cove { company, users: _, grace } = cove(&keyturn).await;
    let second = keyturn.second_process().await;
    let jamie = company.sign_in("jamie.lin").await;
    let elsewhere = at_another_process(&jamie, &keyturn, &second);
    let _ = jamie.get("/api/loans").await.expect(200);
    let _ = elsewhere.get("/api/loans").await.expect(200);
    let record = user(&grace, company.id, "Jamie Lin").await;
    let place = &record["memberships"][0];

    let after =
        patch_membership(&grace, place, json!({"roles": ["LOANADMIN", "PROCESSOR", "LOANADMIN"]})).await.expect(200);
    let changed = after.at("/memberships/0").clone();
    assert_eq!((&changed["roles"], &changed["version"]), (&json!(["LOANADMIN", "PROCESSOR"]), &json!(2)));
    for client in [&jamie, &elsewhere] {
        assert_eq!(client.get("/api/users/me/permissions").await.expect(200).json["reach"], "UNIT");
    }
    let id = place["WizeUserOrgUnitId"].as_i64().unwrap();
    let entries = audit_of(&keyturn, company.id, "membership", id).await;
    assert_eq!(
        (&entries[0].1["roles"], &entries[0].2["roles"]),
        (&json!(["ASSISTANT"]), &json!(["LOANADMIN", "PROCESSOR"]))
    );

    // The earlier version is stale.
    let stale = patch_membership(&grace, place, json!({"roles": ["ASSISTANT"]})).await.expect(409);
    assert_eq!(stale.at("/details/record/memberships/0/roles"), &json!(["LOANADMIN", "PROCESSOR"]));
    // A second branch with another role, which becomes the default.
    let summit = own_unit(&company.sign_in("tom.reyes").await).await;
    let path = format!("/api/users/{}/user-org-units", record["id"]);
    let with_two = grace.post(&path, json!({"WizeOrgUnitId": summit, "roles": ["ASSISTANT"]})).await.expect(201).json;
    assert_eq!(with_two["memberships"].as_array().unwrap().len(), 2);
    let _ = grace.post(&path, json!({"WizeOrgUnitId": summit, "roles": ["ASSISTANT"]})).await.expect(422);
    let other = with_two["memberships"].as_array().unwrap().iter().find(|one| one["WizeOrgUnitId"] == summit).unwrap();
    let _ = patch_membership(&grace, other, json!({"isDefault": true})).await.expect(200);
    let me = company.sign_in("jamie.lin").await.get("/api/users/me").await.expect(200);
    assert_eq!(me.at("/activeUser/WizeOrgUnitId"), &json!(summit));
    assert_eq!(me.at("/activeUser/LinkedOrgs").as_array().unwrap().len(), 2);
    // Deactivated in the first branch: refused there immediately, while she continues in the other.
    let _ = patch_membership(&grace, &changed_now(&grace, company.id, "Jamie Lin", id).await, json!({"active": false}))
        .await
        .expect(200);
    for client in [&jamie, &elsewhere] {
        let _ = client
            .with_header("x-org-unit-id", &place["WizeOrgUnitId"].to_string())
            .get("/api/loans")
            .await
            .expect(403);
    }
    let _ = patch_membership(&grace, &changed_now(&grace, company.id, "Jamie Lin", id).await, json!({"roles": []}))
        .await
        .expect(422);
}

/// PERM-11: the other process refuses revoked rights and deactivated users at the very next request. It queries the
/// database each time and doesn't wait for a message.
#[tokio::test]
async fn revoked_rights_end_immediately_in_every_process() {
    let keyturn = Keyturn::start().await;
    let Cove { company, users, grace } = cove(&keyturn).await;
    let second = keyturn.second_process().await;
    let (here, there) = (grace.clone(), at_another_process(&grace, &keyturn, &second));
    // Changed in one process, requested in the other, in both directions, while each has the earlier rights cached.
    for (person, asker, changed_by, at_second) in
        [("omar.haddad", "Omar Haddad", &here, true), ("victor.adeyemi", "Victor Adeyemi", &there, false)]
    {
        let client = company.sign_in(person).await;
        let client = if at_second { at_another_process(&client, &keyturn, &second) } else { client };
        let _ = client.get(&users).await.expect(200);
        let record = user(&grace, company.id, asker).await;
        let place = record["memberships"].as_array().unwrap().iter().find(|one| one["isDefault"] == true).unwrap();
        let _ = patch_membership(changed_by, place, json!({"roles": ["PROCESSOR"]})).await.expect(200);
        let _ = client.get(&users).await.expect(403);
        let _ = client.post(&users, invitation("nora@cove.example")).await.expect(403);
        let told = client.get("/api/users/me/permissions").await.expect(200).json;
        assert!(!told["permissions"].as_array().unwrap().contains(&json!("USERS_MANAGE")), "{told}");

        let path = format!("/api/users/{}/deactivation", record["id"]);
        let _ = changed_by.post(&path, json!({})).await.expect(200);
        let _ = client.get("/api/users/me").await.expect(401);
        // A sign-in that started earlier doesn't restore anything.
        let _ = client.another_tab().get("/api/users/me").await.expect(401);
    }
}

async fn changed_now(asker: &Client, company: i64, name: &str, membership: i64) -> Value {
    let record = user(asker, company, name).await;
    let places = record["memberships"].as_array().unwrap();
    places.iter().find(|one| one["WizeUserOrgUnitId"] == membership).unwrap().clone()
}

/// SETTINGS-03: nobody can grant themselves or others more than their own rights.
#[tokio::test]
async fn users_cannot_grant_more_than_their_own_rights() {
    let keyturn = Keyturn::start().await;
    let Cove { company, users, grace } = cove(&keyturn).await;
    let (omar, victor, beth) = (
        company.sign_in("omar.haddad").await,
        company.sign_in("victor.adeyemi").await,
        company.sign_in("beth.sullivan").await,
    );
    let place = async |name: &str| user(&grace, company.id, name).await["memberships"][0].clone();
    for (asker, name, role, status) in [
        (&grace, "Priya Nguyen", "COMPANYADMIN", 200),
        (&grace, "Marcus Bell", "ASSOCIATEADMIN", 200),
        (&victor, "Avery Stone", "COMPANYADMIN", 403),
        (&victor, "Avery Stone", "ASSOCIATEADMIN", 403),
        (&victor, "Avery Stone", "ADMINISTRATOR", 200),
        (&omar, "Rosa Martinez", "BRANCHADMIN", 200),
        (&omar, "Rosa Martinez", "COMPANYADMIN", 403),
        (&beth, "Paul Okafor", "LOANADMIN", 200),
        (&beth, "Jamie Lin", "BRANCHADMIN", 403),
        (&beth, "Jamie Lin", "ADMINISTRATOR", 403),
        // Themselves.
        (&omar, "Omar Haddad", "COMPANYADMIN", 403),
        (&victor, "Victor Adeyemi", "COMPANYADMIN", 403),
        (&beth, "Beth Sullivan", "COMPANYADMIN", 403),
        // Higher roles can't be taken away either.
        (&omar, "Grace Whitfield", "ORIGINATOR", 403),
        (&victor, "Grace Whitfield", "ORIGINATOR", 403),
        // A branch admin can't manage users of another branch.
        (&beth, "Hugo Lindqvist", "PROCESSOR", 404),
    ] {
        let answer = patch_membership(asker, &place(name).await, json!({"roles": [role]})).await;
        assert_eq!(answer.status, status, "{role} to {name}: {}", answer.json);
        let mut body = invitation(&format!("{}.{role}@cove.example", name.replace(' ', "")));
        body["roles"] = json!([role]);
        if status == 403 && !["Grace Whitfield"].contains(&name) {
            let unit = if std::ptr::eq(asker, &beth) { own_unit(&beth).await } else { company.id };
            let _ = asker.post(&format!("/api/org-units/{unit}/users"), body).await.expect(403);
        }
    }
    // Users of equal or higher rank can't be changed, deactivated or signed out.
    let id = user(&grace, company.id, "Grace Whitfield").await["id"].clone();
    for asker in [&omar, &victor] {
        assert_eq!(user(asker, company.id, "Grace Whitfield").await["mayManage"], false);
        let _ = asker.patch_version(&format!("/api/users/{id}"), 1, json!({"firstName": "Gracie"})).await.expect(403);
        let _ = asker.post(&format!("/api/users/{id}/deactivation"), json!({})).await.expect(403);
        let _ = asker.delete(&format!("/api/users/{id}/logins")).await.expect(403);
    }
    for name in ["avery.stone", "dana.price", "lena.fischer"] {
        let client = company.sign_in(name).await;
        if name == "avery.stone" {
            continue; // an administrator by now
        }
        let _ = client.get(&users).await.expect(403);
        let _ = client.post(&users, invitation("x@cove.example")).await.expect(403);
    }
}

/// The last company admin can't be removed in any way, even by concurrent requests.
#[tokio::test]
async fn the_last_company_admin_stays() {
    let keyturn = Keyturn::start().await;
    let Cove { company, users: _, grace } = cove(&keyturn).await;
    let told = "This is the last company admin. Make another user a company admin first.";
    for name in ["Frank Delgado", "Eleanor Hart"] {
        let record = user(&grace, company.id, name).await;
        let headquarters = record["memberships"].as_array().unwrap().iter().find(|one| one["isHeadQuarter"] == true);
        let change = json!({"roles": ["ADMINISTRATOR"]});
        let _ = patch_membership(&grace, headquarters.unwrap(), change).await.expect(200);
    }
    let record = user(&grace, company.id, "Grace Whitfield").await;
    let refused =
        patch_membership(&grace, &record["memberships"][0], json!({"roles": ["ADMINISTRATOR"]})).await.expect(409);
    assert_eq!(refused.at("/message"), told);
    let oneself = grace.post(&format!("/api/users/{}/deactivation", record["id"]), json!({})).await.expect(409);
    assert_eq!(oneself.at("/message"), "You can't deactivate yourself.");

    let priya = user(&grace, company.id, "Priya Nguyen").await;
    let _ = patch_membership(&grace, &priya["memberships"][0], json!({"roles": ["COMPANYADMIN"]})).await.expect(200);
    // Two admins revoke each other's role concurrently: one remains.
    let priya_acts = company.sign_in("priya.nguyen").await;
    let (hers, mine) = (
        user(&grace, company.id, "Priya Nguyen").await["memberships"][0].clone(),
        user(&grace, company.id, "Grace Whitfield").await["memberships"][0].clone(),
    );
    let (one, other) = tokio::join!(
        patch_membership(&grace, &hers, json!({"roles": ["ORIGINATOR"]})),
        patch_membership(&priya_acts, &mine, json!({"roles": ["ADMINISTRATOR"]})),
    );
    assert_ne!((one.status, other.status), (200, 200));
    let left: i64 =
        sqlx::query_scalar("select count(*) from membership_role where company_id = $1 and role = 'COMPANYADMIN'")
            .bind(company.id)
            .fetch_one(&mut keyturn.superuser().await)
            .await
            .unwrap();
    assert_eq!(left, 1);
}

/// SETTINGS-03: a user with open loans and leads can be deactivated once these are reassigned in the same transaction.
/// They move, teams change, all audited, and the user's next request is refused in every process.
#[tokio::test]
async fn avery_leaves_and_her_loans_go_to_marcus() {
    let keyturn = Keyturn::start().await;
    let Cove { company, users: _, grace } = cove(&keyturn).await;
    let second = keyturn.second_process().await;
    let avery = company.sign_in("avery.stone").await;
    let elsewhere = at_another_process(&avery, &keyturn, &second);
    let marcus = company.sign_in("marcus.bell").await;
    let (hers, his) = (membership(&avery).await, membership(&marcus).await);
    let loan = create(&avery, "Maya", "Ortiz").await["id"].as_i64().unwrap();
    let funded = create(&avery, "Liam", "Chen").await["id"].as_i64().unwrap();
    // A closed loan stays with its officer. On another loan she assists.
    sqlx::query("update loan set stage_rank = 140 where id = $1")
        .bind(funded)
        .execute(&mut keyturn.superuser().await)
        .await
        .unwrap();
    let third = create(&marcus, "Omar", "Ali").await["id"].as_i64().unwrap();
    sqlx::query(
        "insert into loan_team_member select $1, id, 'ASSISTANT', true, $3, org_unit_id from loan where id = $2",
    )
    .bind(company.id)
    .bind(third)
    .bind(hers)
    .execute(&mut keyturn.superuser().await)
    .await
    .unwrap();
    // She owns two leads, one of them together with him, and is an additional owner of a third.
    let (avery_owns, marcus_owns) = (owner(&avery).await, owner(&marcus).await);
    let beside = |owner: &Value| json!({"isPrimary": false, "WizeUserId": owner["WizeUserId"], "WizeOrgUnitId": owner["WizeOrgUnitId"]});
    let mut leads = Vec::new();
    for (first, owners) in [
        ("Nora", vec![avery_owns.clone()]),
        ("Ezra", vec![avery_owns.clone(), beside(&marcus_owns)]),
        ("Iris", vec![marcus_owns.clone(), beside(&avery_owns)]),
    ] {
        leads.push(
            avery.post("/api/leads", lead(first, "Vale", &owners)).await.expect(201).json["id"].as_i64().unwrap(),
        );
    }
    let id = user(&grace, company.id, "Avery Stone").await["id"].as_i64().unwrap();
    let work = grace.get(&format!("/api/users/{id}/open-work")).await.expect(200).json;
    assert_eq!(
        work,
        json!({
            "openLoans": {"asOfficer": 1, "asTeam": {"ASSISTANT": 1}},
            "openLeads": {"asOwner": 2, "asAdditional": 1},
        })
    );

    let path = format!("/api/users/{id}/deactivation");
    let refused = grace.post(&path, json!({})).await.expect(409);
    assert_eq!(refused.at("/message"), "1 open loan needs another loan officer first.");
    // She herself, a processor, and another company's user can't take the loans.
    let paul = membership(&company.sign_in("paul.okafor").await).await;
    let alice = membership(&keyturn.sign_in("alice.monroe@prairie.example").await).await;
    for officer in [hers, paul, alice, 999_999_999] {
        let refused = grace.post(&path, json!({"LoanOfficerId": officer})).await.expect(422).json;
        assert!(refused["fields"]["LoanOfficerId"].is_string(), "{refused}");
    }
    let refused = grace.post(&path, json!({"LoanOfficerId": his})).await.expect(409);
    assert_eq!(refused.at("/message"), "2 open leads need another owner first.");
    for owner in [hers, alice, 999_999_999] {
        let refused = grace.post(&path, json!({"LoanOfficerId": his, "LeadOwnerId": owner})).await.expect(422).json;
        assert!(refused["fields"]["LeadOwnerId"].is_string(), "{refused}");
    }
    let _ = elsewhere.get("/api/loans").await.expect(200);
    let after = grace.post(&path, json!({"LoanOfficerId": his, "LeadOwnerId": his})).await.expect(200).json;
    assert_eq!((&after["state"], &after["mayManage"]), (&json!("DEACTIVATED"), &json!(true)));
    for client in [&avery, &elsewhere] {
        let _ = client.get("/api/users/me").await.expect(401);
    }
    let moved = marcus.get(&format!("/api/loans/{loan}")).await.expect(200).json;
    assert_eq!(
        (&moved["officer"]["name"], &moved["branch"]["displayName"]),
        (&json!("Marcus Bell"), &json!("Summit")),
        "{moved}"
    );
    for lead in &leads {
        let given = marcus.get(&format!("/api/leads/{lead}")).await.expect(200).json;
        let owners: Vec<_> = given["LeadUsers"]
            .as_array()
            .unwrap()
            .iter()
            .map(|owner| (&owner["WizeUserId"], &owner["WizeOrgUnitId"]))
            .collect();
        assert_eq!(owners, [(&marcus_owns["WizeUserId"], &marcus_owns["WizeOrgUnitId"])], "{given}");
    }
    let team: Vec<(i64, String, i64)> = sqlx::query_as(
        "select loan_id, role, membership_id from loan_team_member where company_id = $1 order by loan_id, role",
    )
    .bind(company.id)
    .fetch_all(&mut keyturn.superuser().await)
    .await
    .unwrap();
    assert_eq!(
        team,
        [
            (loan, "ORIGINATOR".to_owned(), his),
            (funded, "ORIGINATOR".to_owned(), hers),
            (third, "ORIGINATOR".to_owned(), his),
        ]
    );
    // The indexed copy of her records in other branches moved too.
    let left_behind: i64 = sqlx::query_scalar(
        "select (select count(*)
                 from loan_team_member t
                 join loan l on l.company_id = t.company_id and l.id = t.loan_id
                 where t.org_unit_id is distinct from l.org_unit_id)
              + (select count(*)
                 from lead_user u
                 join lead l on l.company_id = u.company_id and l.id = u.lead_id
                 where u.org_unit_id is distinct from l.org_unit_id)",
    )
    .fetch_one(&mut keyturn.superuser().await)
    .await
    .unwrap();
    assert_eq!(left_behind, 0);
    let entries = audit_of(&keyturn, company.id, "loan", loan).await;
    let (action, was, is) = entries.last().unwrap();
    assert_eq!((action.as_str(), &was["officer"], &is["officer"]), ("loan.reassign", &json!(hers), &json!(his)));
    assert_eq!(audit_of(&keyturn, company.id, "loan", third).await.last().unwrap().0, "loan.team-change");
    let entries = audit_of(&keyturn, company.id, "user", id).await;
    let (action, was, is) = entries.last().unwrap();
    assert_eq!((action.as_str(), &was["state"], &is["loginsEnded"]), ("user.deactivate", &json!("ACTIVE"), &json!(1)));
    let _ = grace.post(&path, json!({})).await.expect(409);

    // After reactivation she has her roles, but the loans stay where they are.
    let back = grace.delete(&path).await.expect(200).json;
    assert_eq!(back["state"], "ACTIVE");
    let avery = company.sign_in("avery.stone").await;
    let _ = avery.get(&format!("/api/loans/{loan}")).await.expect(404);
}

/// A branch admin manages users of the own branch, except those who also work elsewhere.
#[tokio::test]
async fn a_branch_admin_manages_the_own_branch() {
    let keyturn = Keyturn::start().await;
    let Cove { company, users, grace } = cove(&keyturn).await;
    let (beth, tom) = (company.sign_in("beth.sullivan").await, company.sign_in("tom.reyes").await);
    let (bayside, summit) = (own_unit(&beth).await, own_unit(&tom).await);
    let seen = beth.get(&users).await.expect(200).json;
    assert_eq!(seen["count"], 9);
    assert!(!names(&seen).contains(&"Tom Reyes"));
    let noah = user(&beth, company.id, "Noah Brooks").await;
    assert_eq!((noah["memberships"].as_array().unwrap().len(), &noah["mayManage"]), (1, &json!(false)));
    let _ = beth.get(&format!("/api/org-units/{summit}/users")).await.expect(404);
    let hugo = user(&grace, company.id, "Hugo Lindqvist").await;
    let _ = beth.get(&format!("/api/users/{}", hugo["id"])).await.expect(404);
    let _ = beth.post(&format!("/api/org-units/{summit}/users"), invitation("a@cove.example")).await.expect(404);
    let _ = beth.post(&users, invitation("a@cove.example")).await.expect(404);
    let nora =
        beth.post(&format!("/api/org-units/{bayside}/users"), invitation("nora@cove.example")).await.expect(201).json;
    let places = format!("/api/users/{}/user-org-units", nora["id"]);
    let _ = beth.post(&places, json!({"WizeOrgUnitId": summit, "roles": ["PROCESSOR"]})).await.expect(422);
    let _ = beth.post(&format!("/api/users/{}/deactivation", noah["id"]), json!({})).await.expect(403);
    let paul = user(&beth, company.id, "Paul Okafor").await;
    let renamed = beth
        .patch_version(&format!("/api/users/{}", paul["id"]), 1, json!({"firstName": "Pavel", "phone": "415 555 0101"}))
        .await
        .expect(200)
        .json;
    assert_eq!(
        (&renamed["name"], &renamed["phone"], &renamed["version"]),
        (&json!("Pavel Okafor"), &json!("4155550101"), &json!(2))
    );
    let stale =
        beth.patch_version(&format!("/api/users/{}", paul["id"]), 1, json!({"firstName": "Paul"})).await.expect(409);
    assert_eq!(stale.at("/details/record/firstName"), &json!("Pavel"));
    assert_eq!(
        beth.post(&format!("/api/users/{}/deactivation", paul["id"]), json!({})).await.expect(200).json["state"],
        "DEACTIVATED"
    );

    // Another company's users are not found.
    let ruth = keyturn.sign_in("ruth.bauer@prairie.example").await;
    for path in [format!("/api/users/{}", paul["id"]), format!("/api/users/{}/open-work", paul["id"]), users.clone()] {
        let _ = ruth.get(&path).await.expect(404);
    }
    let _ = ruth.post(&users, invitation("b@cove.example")).await.expect(404);
    let _ = ruth.post(&places, json!({"WizeOrgUnitId": bayside, "roles": ["PROCESSOR"]})).await.expect(404);
    let _ = patch_membership(&ruth, &paul["memberships"][0], json!({"roles": ["PROCESSOR"]})).await.expect(404);
    for path in ["deactivation", "invitation"] {
        let _ = ruth.post(&format!("/api/users/{}/{path}", paul["id"]), json!({})).await.expect(404);
        let _ = ruth.delete(&format!("/api/users/{}/{path}", paul["id"])).await.expect(404);
    }
    let _ = ruth.delete(&format!("/api/users/{}/logins", paul["id"])).await.expect(404);
}

/// An administrator ends all logins of a user, who can sign in again.
#[tokio::test]
async fn an_administrator_ends_all_logins_of_a_user() {
    let keyturn = Keyturn::start().await;
    let Cove { company, users: _, grace } = cove(&keyturn).await;
    let (here, there) = (company.sign_in("priya.nguyen").await, company.sign_in("priya.nguyen").await);
    for client in [&here, &there] {
        let _ = client.get("/api/users/me").await.expect(200);
    }
    let id = user(&grace, company.id, "Priya Nguyen").await["id"].as_i64().unwrap();
    assert_eq!(grace.delete(&format!("/api/users/{id}/logins")).await.expect(200).json, json!({"ended": 2}));
    for client in [&here, &there] {
        let _ = client.get("/api/users/me").await.expect(401);
    }
    let _ = company.sign_in("priya.nguyen").await.get("/api/users/me").await.expect(200);
    assert_eq!(audit_of(&keyturn, company.id, "user", id).await.last().unwrap().0, "login.end-all");
}

/// D30: if the company requires it, a user who lost the authenticator waits for an administrator's approval. Nobody
/// approves their own request, or that of a user they can't manage.
#[tokio::test]
async fn a_second_factor_is_reset_once_an_administrator_approves() {
    let keyturn = Keyturn::start().await;
    let Cove { company, users: _, grace } = cove(&keyturn).await;
    let ids: Vec<i64> = {
        let mut ids = Vec::new();
        for name in ["Avery Stone", "Grace Whitfield", "Marcus Bell"] {
            ids.push(user(&grace, company.id, name).await["id"].as_i64().unwrap());
        }
        ids
    };
    let mut superuser = keyturn.superuser().await;
    for id in &ids {
        let enroll = "insert into second_factor (user_id, secret, sealed_with, last_step, recovery_salt)
                      values ($1, 'x', 1, 0, decode(repeat('00', 16), 'hex'))";
        sqlx::query(enroll).bind(id).execute(&mut superuser).await.unwrap();
        let ask = "insert into second_factor_reset (company_id, user_id) values ($1, $2)";
        sqlx::query(ask).bind(company.id).bind(id).execute(&mut superuser).await.unwrap();
    }
    let avery = company.sign_in("avery.stone").await;
    let _ = avery.get("/api/users/me").await.expect(200);
    let rows = async |asker: &Client| {
        let found = asker.get("/api/second-factor-resets").await.expect(200).json;
        let rows = found["rows"].as_array().unwrap().clone();
        rows.into_iter()
            .map(|row| (row["name"].as_str().unwrap().to_owned(), row["id"].as_i64().unwrap()))
            .collect::<Vec<_>>()
    };
    let waiting = rows(&grace).await;
    assert_eq!(waiting.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>(), ["Avery Stone", "Marcus Bell"]);
    let beth = company.sign_in("beth.sullivan").await;
    assert_eq!(rows(&beth).await.len(), 1, "her own branch");
    let (of_avery, of_marcus) = (waiting[0].1, waiting[1].1);
    let of_grace: i64 = sqlx::query_scalar("select id from second_factor_reset where user_id = $1")
        .bind(ids[1])
        .fetch_one(&mut superuser)
        .await
        .unwrap();
    let approve = async |asker: &Client, id: i64| {
        asker.post(&format!("/api/second-factor-resets/{id}/approval"), json!({})).await
    };
    let _ = approve(&grace, of_grace).await.expect(403);
    let _ = approve(&company.sign_in("omar.haddad").await, of_grace).await.expect(403);
    let _ = approve(&beth, of_marcus).await.expect(404);
    let _ = approve(&avery, of_marcus).await.expect(403);
    let _ = approve(&keyturn.sign_in("ruth.bauer@prairie.example").await, of_marcus).await.expect(404);

    assert_eq!(approve(&grace, of_avery).await.expect(200).json["rows"].as_array().unwrap().len(), 1);
    let _ = avery.get("/api/users/me").await.expect(401);
    let _ = approve(&grace, of_avery).await.expect(409);
    let _ = grace.post(&format!("/api/second-factor-resets/{of_marcus}/refusal"), json!({})).await.expect(200);
    let kept: Vec<i64> = sqlx::query_scalar("select user_id from second_factor where user_id = any ($1) order by 1")
        .bind(&ids)
        .fetch_all(&mut superuser)
        .await
        .unwrap();
    let mut expected = vec![ids[1], ids[2]];
    expected.sort_unstable();
    assert_eq!(kept, expected);
    keyturn.do_jobs().await;
    assert_eq!(keyturn.mail_to("avery.stone@cove.example").last().unwrap().subject, "Your second factor was reset");
    for (id, action) in [(ids[0], "second-factor.reset-approve"), (ids[2], "second-factor.reset-refuse")] {
        assert_eq!(audit_of(&keyturn, company.id, "user", id).await.last().unwrap().0, action);
    }
}
