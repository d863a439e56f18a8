//! The provider's area: companies, their hosts, and their users.

use crate::loans::create;
use serde_json::{Value, json};
use testkit::{Answer, Client, Keyturn};

const SAM: &str = "sam.rivera@provider.example";

fn lake() -> Value {
    json!({
        "type": "BROKER", "name": "Lake Lending", "slug": "lake", "nmlsId": "212001", "stateCode": "MI",
        "timeZone": "America/New_York", "host": "Lake.localhost", "isNonDelegated": true,
        "admin": {"firstName": "Ada", "lastName": "Cole", "email": "ada.cole@lake.example"},
    })
}

async fn change(sam: &Client, id: i64, version: &Value, body: Value) -> Answer {
    let client = sam.with_header("if-match", &version.to_string());
    client.patch(&format!("/api/org-admin/org-units/{id}"), body).await
}

async fn put_domains(sam: &Client, id: i64, version: &Value, body: Value) -> Answer {
    let client = sam.with_header("if-match", &version.to_string());
    client
        .send(client.request(reqwest::Method::PUT, &format!("/api/org-admin/org-units/{id}/domains")).json(&body))
        .await
}

fn fields(answer: &Answer) -> Vec<String> {
    answer.at("/fields").as_object().unwrap().keys().cloned().collect()
}

/// ORG-13: a new company has its unit, branding, host, stages and first administrator, who follows the email, sets a
/// password, and can work.
#[tokio::test]
async fn sam_creates_a_company_and_its_first_administrator_signs_in() {
    let keyturn = Keyturn::start().await;
    let sam = keyturn.sign_in(SAM).await;
    let made = sam.post("/api/org-admin/org-units", lake()).await.expect(201);
    let id = made.at("/id").as_i64().unwrap();
    assert_eq!(made.at("/domains"), &json!([{"host": "lake.localhost", "context": "LOS"}]));
    assert_eq!(
        (made.at("/state"), made.at("/people"), made.at("/isNonDelegated")),
        (&json!("ACTIVE"), &json!(1), &json!(true))
    );
    assert_eq!(sam.get(&format!("/api/org-admin/org-units/{id}")).await.expect(200).json, made.json);

    keyturn.do_jobs().await;
    let mails = keyturn.mail_to("ada.cole@lake.example");
    assert_eq!(mails[0].subject, "Lake Lending invites you");
    let link = mails[0].text.lines().find(|line| line.starts_with("http")).unwrap();
    let port = keyturn.base.rsplit_once(':').unwrap().1;
    assert!(link.starts_with(&format!("http://lake.localhost:{port}/setPassword?")), "{link}");
    let token = link.split("userToken=").nth(1).unwrap();
    let password = json!({"token": token, "password": "copper-Lantern-7-orbits!"});
    keyturn.visitor().post("/api/auth/activate", password).await.expect(200);
    let ada = keyturn.sign_in("ada.cole@lake.example").await;
    let me = ada.get("/api/users/me").await.expect(200);
    assert_eq!(me.at("/activeUser/WizeOrgUnit/displayName"), "Lake Lending");
    assert_eq!(me.at("/activeUser/WizeRoles/0/code"), "COMPANYADMIN");
    // A trial has started, without restrictions.
    assert_eq!(me.at("/activeUser/WizeOrgUnit/subscriptionState"), "TRIAL");
    assert_eq!(ada.get("/api/billing/status").await.expect(200).at("/restricted"), &json!(false));
    let theme = keyturn.visitor().with_header("host", "lake.localhost").get("/api/theme").await.expect(200);
    assert_eq!((theme.at("/appTitle"), theme.at("/WizeOrgUnit/id")), (&json!("Lake Lending"), &json!(id)));
    let stages = ada.get("/api/lookups?keys=pipelines").await.expect(200);
    assert!(stages.at("/pipelines").as_array().unwrap().len() > 10, "{}", stages.json);

    // Both audit logs have it, with who created it.
    let mut superuser = keyturn.superuser().await;
    let told: Vec<i64> = sqlx::query_scalar(
        "select company_id from audit_entry where action = 'org-unit.create' and entity_id = $1
         and logged_in_user_id = (select id from app_user where email = 'sam.rivera@provider.example') order by 1",
    )
    .bind(id.to_string())
    .fetch_all(&mut superuser)
    .await
    .unwrap();
    assert_eq!(told, [1, id]);
}

/// Errors are reported by field, and nothing is stored.
#[tokio::test]
async fn errors_of_a_new_company_are_reported_by_field() {
    let keyturn = Keyturn::start().await;
    let sam = keyturn.sign_in(SAM).await;
    let empty = json!({"type": "BRANCH", "name": " ", "slug": "No Slug", "nmlsId": "12a", "stateCode": "XX", "timeZone": "Mars",
        "host": "https://lake.example/", "admin": {"firstName": "", "lastName": "", "email": "nobody"}});
    let refused = sam.post("/api/org-admin/org-units", empty).await.expect(422);
    let expected = [
        "admin/email",
        "admin/firstName",
        "admin/lastName",
        "host",
        "name",
        "nmlsId",
        "slug",
        "stateCode",
        "timeZone",
        "type",
    ];
    assert_eq!(fields(&refused), expected);

    let mut taken = lake();
    taken["slug"] = json!("harbor");
    taken["host"] = json!("harbor.localhost");
    taken["admin"]["email"] = json!("Avery.Stone@harbor.example");
    let refused = sam.post("/api/org-admin/org-units", taken).await.expect(422);
    assert_eq!(refused.at("/fields/slug"), "Another company has this short name");
    assert_eq!(refused.at("/fields/host"), "This host belongs to another company");
    assert_eq!(refused.json["fields"]["admin/email"], "This email address belongs to an account already");
    let list = sam.get("/api/org-admin/org-units?string=lake").await.expect(200);
    assert_eq!((list.at("/count"), list.at("/rows")), (&json!(0), &json!([])));
    keyturn.do_jobs().await;
    assert!(keyturn.mail_to("ada.cole@lake.example").is_empty());
}

/// Repeated and concurrent requests create one company.
#[tokio::test]
async fn repeated_requests_create_one_company() {
    let keyturn = Keyturn::start().await;
    let sam = keyturn.sign_in(SAM).await.with_header("idempotency-key", "018f3e5a-0000-7000-8000-000000000001");
    let (one, other) =
        tokio::join!(sam.post("/api/org-admin/org-units", lake()), sam.post("/api/org-admin/org-units", lake()));
    let again = sam.post("/api/org-admin/org-units", lake()).await.expect(201);
    for answer in [one, other] {
        assert_eq!(answer.expect(201).at("/id"), again.at("/id"));
    }
    let mut superuser = keyturn.superuser().await;
    let count: i64 = sqlx::query_scalar("select count(*) from org_unit where slug = 'lake'")
        .fetch_one(&mut superuser)
        .await
        .unwrap();
    assert_eq!(count, 1);
}

/// ORG-13: companies are listed by name, with pages, search and state filter.
#[tokio::test]
async fn the_companies_are_listed() {
    let keyturn = Keyturn::start().await;
    let sam = keyturn.sign_in(SAM).await;
    let names = |answer: &Answer| -> Vec<String> {
        answer
            .at("/rows")
            .as_array()
            .unwrap()
            .iter()
            .map(|row| row["displayName"].as_str().unwrap().to_owned())
            .collect()
    };
    let all = sam.get("/api/org-admin/org-units").await.expect(200);
    let expected = [
        "Cedar Mortgage",
        "Clearpath Processing",
        "Harbor Home Lending",
        "Juniper Home Loans",
        "Keyturn Provider",
        "Prairie Mortgage Group",
        "Sable Lending",
    ];
    assert_eq!((names(&all), all.at("/count")), (expected.map(str::to_owned).to_vec(), &json!(7)));
    let harbor = &all.json["rows"][2];
    assert_eq!(
        (&harbor["branches"], &harbor["people"], &harbor["host"]),
        (&json!(2), &json!(22), &json!("harbor.localhost"))
    );
    let second = sam.get("/api/org-admin/org-units?limit=2&offset=2").await.expect(200);
    assert_eq!(names(&second), expected[2..4]);
    for (query, found) in [
        ("string=PRAIRIE", vec!["Prairie Mortgage Group"]),
        ("string=home%20harbor", vec!["Harbor Home Lending"]),
        ("string=clearpath.localhost", vec!["Clearpath Processing"]),
        ("string=207001", vec!["Harbor Home Lending"]),
        ("string=%25", vec![]),
        ("state=SUSPENDED", vec![]),
    ] {
        assert_eq!(names(&sam.get(&format!("/api/org-admin/org-units?{query}")).await.expect(200)), found, "{query}");
    }
    assert_eq!(fields(&sam.get("/api/org-admin/org-units?state=GONE").await.expect(422)), ["state"]);
    assert_eq!(
        sam.get("/api/org-admin/org-units?onlyCount=true").await.expect(200).json,
        json!({"count": 7, "countIsCapped": false})
    );
    sam.get("/api/org-admin/org-units/999999").await.expect(404);
    let bayside = sam.get(&format!("/api/org-admin/org-units/{}", harbor["id"])).await.expect(200);
    let branch = bayside.at("/branches/0/id").as_i64().unwrap();
    assert_eq!(bayside.at("/branches/0/displayName"), "Bayside");
    sam.get(&format!("/api/org-admin/org-units/{branch}")).await.expect(404);
}

/// Users of a suspended company are refused at the next request in every process, and can't sign in. After reactivation
/// they can continue.
#[tokio::test]
async fn a_suspended_company_is_refused_at_its_next_request() {
    let keyturn = Keyturn::start().await;
    let other = keyturn.second_process().await;
    let sam = keyturn.sign_in(SAM).await;
    let avery = keyturn.sign_in("avery.stone@harbor.example").await;
    let elsewhere = avery.at(&other.base).with_header("host", keyturn.base.trim_start_matches("http://"));
    let alice = keyturn.sign_in("alice.monroe@prairie.example").await;
    for client in [&avery, &elsewhere, &alice] {
        client.get("/api/loans").await.expect(200);
    }
    let id = avery.get("/api/theme?org=harbor").await.at("/WizeOrgUnit/id").as_i64().unwrap();
    let company = sam.get(&format!("/api/org-admin/org-units/{id}")).await.expect(200);
    let suspended = change(&sam, id, company.at("/version"), json!({"state": "SUSPENDED"})).await.expect(200);
    assert_eq!(suspended.at("/state"), "SUSPENDED");
    for client in [&avery, &elsewhere] {
        client.get("/api/loans").await.expect(403);
        client.get("/api/users/me").await.expect(403);
    }
    let body = json!({"email": "avery.stone@harbor.example"});
    keyturn.visitor().post("/api/auth/programmatic-login", body).await.expect(422);
    alice.get("/api/loans").await.expect(200);
    assert_eq!(sam.get("/api/org-admin/org-units?state=SUSPENDED").await.expect(200).at("/count"), &json!(1));

    change(&sam, id, suspended.at("/version"), json!({"state": "ACTIVE"})).await.expect(200);
    for client in [&avery, &elsewhere] {
        client.get("/api/loans").await.expect(200);
    }
    let mut superuser = keyturn.superuser().await;
    let told: Vec<(String, i64)> = sqlx::query_as(
        "select action, company_id from audit_entry where entity = 'org-unit' and action <> 'org-unit.create' order by id",
    )
    .fetch_all(&mut superuser)
    .await
    .unwrap();
    let expected =
        ["org-unit.suspend", "org-unit.reactivate"].map(|action| [(action.to_owned(), id), (action.to_owned(), 1)]);
    assert_eq!(told, expected.concat());
    let events: Vec<String> =
        sqlx::query_scalar("select kind from event where company_id = $1 and kind like 'org-unit.%' order by id")
            .bind(id)
            .fetch_all(&mut superuser)
            .await
            .unwrap();
    assert_eq!(events, ["org-unit.suspended", "org-unit.reactivated"]);
}

/// D26: users of an active company who work for a suspended one are refused there too.
#[tokio::test]
async fn users_of_a_suspended_company_are_refused_everywhere() {
    let keyturn = Keyturn::start().await;
    let mut superuser = keyturn.superuser().await;
    sqlx::raw_sql(
        "with harbor as (select id from org_unit where slug = 'harbor'), made as (
           insert into membership (company_id, user_id, org_unit_id)
           select h.id, u.id, h.id from harbor h, app_user u where u.email = 'chris.doyle@clearpath.example'
           returning company_id, id)
         insert into membership_role (company_id, membership_id, role, position) select company_id, id, 'CONTRACTPROCESSOR', 1 from made",
    )
    .execute(&mut superuser)
    .await
    .unwrap();
    let harbor: i64 =
        sqlx::query_scalar("select id from org_unit where slug = 'harbor'").fetch_one(&mut superuser).await.unwrap();
    let chris =
        keyturn.sign_in("chris.doyle@clearpath.example").await.with_header("x-org-unit-id", &harbor.to_string());
    chris.get("/api/loans").await.expect(200);
    let sam = keyturn.sign_in(SAM).await;
    let list = sam.get("/api/org-admin/org-units?string=clearpath").await.expect(200);
    let id = list.at("/rows/0/id").as_i64().unwrap();
    let version = sam.get(&format!("/api/org-admin/org-units/{id}")).await.expect(200).at("/version").clone();
    change(&sam, id, &version, json!({"state": "SUSPENDED"})).await.expect(200);
    chris.get("/api/loans").await.expect(403);
}

/// A stale change is refused, errors are reported by field, and the provider can't be suspended.
#[tokio::test]
async fn stale_and_invalid_company_changes_are_refused() {
    let keyturn = Keyturn::start().await;
    let sam = keyturn.sign_in(SAM).await;
    let id = sam.get("/api/org-admin/org-units?string=prairie").await.at("/rows/0/id").as_i64().unwrap();
    let seen = sam.get(&format!("/api/org-admin/org-units/{id}")).await.expect(200);
    let body = json!({"displayName": "Prairie", "nmlsId": "", "timeZone": "America/Denver", "isNonDelegated": false,
        "address": {"street": "1 Main St", "city": "Ames", "stateCode": "IA", "postalCode": "50010"}});
    let changed = change(&sam, id, seen.at("/version"), body).await.expect(200);
    assert_eq!((changed.at("/displayName"), changed.at("/nmlsId")), (&json!("Prairie"), &Value::Null));
    assert_eq!(changed.at("/address/city"), "Ames");
    let late = change(&sam, id, seen.at("/version"), json!({"displayName": "Late"})).await.expect(409);
    assert_eq!(late.at("/details/record/displayName"), "Prairie");
    assert_eq!(late.at("/details/changedBy"), "Sam Rivera");
    let wrong = json!({"state": "GONE", "name": "", "slug": "HARBOR", "nmlsId": "x", "timeZone": "PST"});
    let refused = change(&sam, id, changed.at("/version"), wrong).await.expect(422);
    assert_eq!(fields(&refused), ["name", "nmlsId", "slug", "state", "timeZone"]);
    let refused = change(&sam, id, changed.at("/version"), json!({"slug": "harbor"})).await.expect(422);
    assert_eq!(refused.at("/fields/slug"), "Another company has this short name");
    let provider = sam.get("/api/org-admin/org-units/1").await.expect(200);
    let refused = change(&sam, 1, provider.at("/version"), json!({"state": "SUSPENDED"})).await.expect(422);
    assert_eq!(fields(&refused), ["state"]);
}

/// THEME-03, ORG-13: a company is reachable at its hosts, not at removed ones, and hosts are unique.
#[tokio::test]
async fn hosts_lead_to_their_company() {
    let keyturn = Keyturn::start().await;
    let sam = keyturn.sign_in(SAM).await;
    let id = sam.get("/api/org-admin/org-units?string=prairie").await.at("/rows/0/id").as_i64().unwrap();
    let version = sam.get(&format!("/api/org-admin/org-units/{id}")).await.expect(200).at("/version").clone();
    let hosts = json!([{"host": " Loans.Prairie.Example ", "context": "LOS"}, {"host": "b\u{fc}ro.prairie.example", "context": "POS"}]);
    let put = put_domains(&sam, id, &version, hosts).await.expect(200);
    let kept = json!([
        {"host": "loans.prairie.example", "context": "LOS"}, {"host": "xn--bro-hoa.prairie.example", "context": "POS"}
    ]);
    assert_eq!(put.at("/domains"), &kept);
    assert_eq!(sam.get(&format!("/api/org-admin/org-units/{id}/domains")).await.expect(200).json, kept);
    let title = async |host: &str| {
        let theme = keyturn.visitor().with_header("host", host).get("/api/theme").await.expect(200);
        theme.at("/appTitle").as_str().unwrap().to_owned()
    };
    assert_eq!(title("loans.prairie.example").await, "Prairie Mortgage Group");
    assert_eq!(title("prairie.localhost").await, "Keyturn");

    put_domains(&sam, id, &version, json!([])).await.expect(409);
    let version = put.at("/version");
    let wrong = json!([
        {"host": "harbor.localhost", "context": "LOS"}, {"host": "a b", "context": "LOS"}, {"host": "127.0.0.1", "context": "LOS"},
        {"host": "x.prairie.example", "context": "STAFF"}, {"host": "X.prairie.example", "context": "LOS"},
    ]);
    let refused = put_domains(&sam, id, version, wrong).await.expect(422);
    assert_eq!(refused.json["fields"]["0/host"], "This host belongs to another company");
    assert_eq!(refused.json["fields"]["1/host"], "Enter a host name such as loans.example.com");
    assert_eq!(refused.json["fields"]["4/host"], "This host is in the list already");
    assert_eq!(fields(&refused), ["0/host", "1/host", "2/host", "3/context", "4/host"]);
}

/// ORG-21: users of all companies are found by company, name, address, NMLS ID and loan.
#[tokio::test]
async fn people_are_found_across_companies() {
    let keyturn = Keyturn::start().await;
    let sam = keyturn.sign_in(SAM).await;
    let avery = keyturn.sign_in("avery.stone@harbor.example").await;
    let loan = create(&avery, "Maya", "Ortiz").await;
    let search = async |option: &str, value: &str| {
        sam.get(&format!("/api/org-admin/search?searchOption={option}&searchValue={value}")).await.expect(200)
    };
    let names = |answer: &Answer| -> Vec<String> {
        answer.at("/rows").as_array().unwrap().iter().map(|row| row["name"].as_str().unwrap().to_owned()).collect()
    };
    for (option, value, found) in [
        ("user", "stone", vec!["Avery Stone"]),
        ("user", "STONE%20ave", vec!["Avery Stone"]),
        (
            "user",
            "in",
            vec![
                "Erin Walsh",
                "Jamie Lin",
                "Hugo Lindqvist",
                "Ines Duarte",
                "Sofia Marino",
                "Rosa Martinez",
                "Nina Kowalski",
            ],
        ),
        ("email", "Monroe%40prairie", vec!["Alice Monroe"]),
        ("email", "%25", vec![]),
        ("company", "clearpath", vec!["Chris Doyle", "Erin Walsh"]),
        ("nmlsId", "300001", vec!["Avery Stone"]),
        ("nmlsId", "209001", vec!["Chris Doyle", "Erin Walsh"]),
        ("nmlsId", "208101", vec!["Alice Monroe"]),
        ("loanId", &loan["id"].to_string(), vec!["Avery Stone"]),
        ("loanId", "1", vec![]),
    ] {
        if value.len() >= 2 || option == "loanId" {
            let answer = match (option, value) {
                ("email", "%25") => {
                    sam.get("/api/org-admin/search?searchOption=email&searchValue=%25%25").await.expect(200)
                }
                _ => search(option, value).await,
            };
            let mut answered = names(&answer);
            let mut found: Vec<String> = found.into_iter().map(str::to_owned).collect();
            answered.sort();
            found.sort();
            assert_eq!(answered, found, "{option} {value}");
        }
    }
    let row = search("loanId", &loan["id"].to_string()).await.json["rows"][0].clone();
    assert_eq!(row["loan"], json!({"id": loan["id"], "loanNumber": loan["loanNumber"], "roles": ["Originator"]}));
    assert_eq!(row["company"]["displayName"], "Harbor Home Lending");
    assert_eq!(row["units"][0]["displayName"], "Bayside");
    assert_eq!((&row["units"][0]["roles"], &row["mayImpersonate"]), (&json!(["Originator"]), &json!(true)));
    assert!(!row.to_string().contains("Ortiz"), "the borrower is not included: {row}");
    assert_eq!(search("user", "sam%20rivera").await.json["rows"][0]["mayImpersonate"], false);
    assert_eq!(search("user", "ivy%20chen").await.json["rows"][0]["mayImpersonate"], false, "she has no role");

    let page =
        sam.get("/api/org-admin/search?searchOption=company&searchValue=harbor&limit=5&offset=20").await.expect(200);
    assert_eq!((page.at("/count"), page.at("/rows").as_array().unwrap().len()), (&json!(22), 2));
    for (query, field) in [
        ("searchOption=ssn&searchValue=123456789", "searchOption"),
        ("searchValue=stone", "searchOption"),
        ("searchOption=user&searchValue=s", "searchValue"),
        ("searchOption=nmlsId&searchValue=12a", "searchValue"),
        ("searchOption=loanId&searchValue=2026-100001", "searchValue"),
        ("searchOption=user&searchValue=stone&limit=101", "limit"),
    ] {
        assert_eq!(fields(&sam.get(&format!("/api/org-admin/search?{query}")).await.expect(422)), [field], "{query}");
    }
    // Searching for a loan across companies is audited.
    let mut superuser = keyturn.superuser().await;
    let looked: i64 = sqlx::query_scalar(
        "select count(*) from audit_entry where company_id = 1 and action = 'provider.find-loan' and entity_id = $1",
    )
    .bind(loan["id"].to_string())
    .fetch_one(&mut superuser)
    .await
    .unwrap();
    assert_eq!(looked, 2);
}

/// ORG-13: the area under `org` is for the super administrator only. It lists companies with details, hosts and users,
/// including those of other companies who work there.
#[tokio::test]
async fn a_company_lists_its_people() {
    let keyturn = Keyturn::start().await;
    let sam = keyturn.sign_in(SAM).await;
    let permissions = sam.get("/api/users/me/permissions").await.expect(200);
    assert_eq!(permissions.at("/routes")["/org"], true);
    assert!(permissions.at("/permissions").as_array().unwrap().contains(&json!("ORG_ADMIN")));
    let grace = keyturn.sign_in("grace.whitfield@harbor.example").await;
    assert_eq!(grace.get("/api/users/me/permissions").await.expect(200).at("/routes")["/org"], false);
    let companies = sam.get("/api/org-admin/org-units").await.expect(200);
    let names: Vec<_> = companies.at("/rows").as_array().unwrap().iter().map(|row| &row["displayName"]).collect();
    assert!(
        ["Harbor Home Lending", "Prairie Mortgage Group"].iter().all(|name| names.contains(&&json!(name))),
        "{names:?}"
    );
    assert!(sam.get("/api/org-admin/org-units/2").await.expect(200).json["displayName"].is_string());
    assert!(sam.get("/api/org-admin/org-units/2/domains").await.expect(200).json.is_array());
    let id = sam.get("/api/org-admin/org-units?string=prairie").await.at("/rows/0/id").as_i64().unwrap();
    let people = sam.get(&format!("/api/org-admin/org-units/{id}/users")).await.expect(200);
    assert_eq!(people.at("/count"), &json!(4));
    let found = sam.get(&format!("/api/org-admin/org-units/{id}/users?string=mon%20prairie.example")).await.expect(200);
    assert_eq!((found.at("/count"), found.at("/rows/0/name")), (&json!(1), &json!("Alice Monroe")));
    sam.get("/api/org-admin/org-units/999999/users").await.expect(404);
}

/// ORG-16, ORG-23: only super administrators have access to the provider's area.
#[tokio::test]
async fn the_provider_area_is_for_super_admins_only() {
    let keyturn = Keyturn::start().await;
    for person in [
        "avery.stone",
        "paul.okafor",
        "jamie.lin",
        "lena.fischer",
        "omar.haddad",
        "beth.sullivan",
        "victor.adeyemi",
        "grace.whitfield",
        "dana.price",
        "ivy.chen",
    ] {
        let client = keyturn.sign_in(&format!("{person}@harbor.example")).await;
        for path in [
            "org-units",
            "org-units/2",
            "org-units/2/users",
            "org-units/2/domains",
            "search?searchOption=user&searchValue=stone",
        ] {
            client.get(&format!("/api/org-admin/{path}")).await.expect(403);
        }
        client.post("/api/org-admin/org-units", lake()).await.expect(403);
        change(&client, 2, &json!(1), json!({"state": "SUSPENDED"})).await.expect(403);
        put_domains(&client, 2, &json!(1), json!([])).await.expect(403);
    }
}

/// ORG-17: lookups that the area loads first are answered to the super administrator and to all users with a role.
#[tokio::test]
async fn pipeline_and_pricing_lookups_are_answered() {
    let keyturn = Keyturn::start().await;
    for email in [SAM, "avery.stone@harbor.example"] {
        let client = keyturn.sign_in(email).await;
        let pipelines = client.get("/api/lookups?keys=pipelines").await.expect(200);
        assert_eq!(
            (pipelines.at("/pipelines/0/key"), pipelines.at("/pipelines/0/name")),
            (&json!("Lead"), &json!("Lead"))
        );
        assert_eq!(pipelines.at("/pipelines/0/order"), 1);
        assert_eq!(client.get("/api/lookups?keys=").await.status, 422);
        assert_eq!(fields(&client.get("/api/lookups?keys=pipelines,secrets").await.expect(422)), ["keys"]);
        let pricing = client.get("/api/pricing/lookups").await.expect(200);
        assert_eq!(pricing.at("/loanTypes/0"), &json!({"value": "Conventional", "label": "Conventional"}));
        assert_eq!((pricing.at("/terms/0"), pricing.at("/lockPeriods/1")), (&json!(360), &json!(30)));
        assert_eq!(pricing.at("/states").as_array().unwrap().len(), 56);
        assert_eq!(pricing.at("/occupancies/0/value"), "PrimaryResidence");
    }
    keyturn.visitor().get("/api/pricing/lookups").await.expect(401);
}
