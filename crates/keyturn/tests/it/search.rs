//! Global search: what finds a record, and for whom.

use crate::loans;
use keyturn::demo::crowd;
use serde_json::{Value, json};
use sqlx::{AssertSqlSafe, Row};
use std::collections::BTreeSet;
use testkit::{
    Client, Keyturn,
    officer::{lead, manual, membership, owner},
};

const KINDS: [&str; 5] = ["loans", "leads", "borrowers", "contacts", "tasks"];

async fn search(client: &Client, query: &str) -> Value {
    client.get(&format!("/api/search?string={query}")).await.expect(200).json
}

/// Names of the results by kind.
async fn names(client: &Client, text: &str) -> [Vec<String>; 5] {
    let found = search(client, text).await;
    KINDS.map(|kind| {
        let rows = found[kind]["rows"].as_array().unwrap();
        assert_eq!(found[kind]["count"], rows.len(), "{kind}: {found}");
        rows.iter().map(|row| row["name"].as_str().unwrap().to_owned()).collect()
    })
}

fn all(names: [&[&str]; 5]) -> [Vec<String>; 5] {
    names.map(|names| names.iter().map(|name| (*name).to_owned()).collect())
}

async fn contact(client: &Client, first: &str, last: &str) -> Value {
    let categories = client.get("/api/contact-categories").await.expect(200).json;
    let body = json!({"firstName": first, "lastName": last, "category": categories[0]["id"]});
    client.post("/api/business-contacts", body).await.expect(201).json
}

/// SEARCH-06: results by kind within reach: own, branch or company, never another company's.
#[tokio::test]
async fn search_results_are_limited_by_reach() {
    let keyturn = Keyturn::start().await;
    let (cove, inlet) = (keyturn.company("cove").await, keyturn.company("inlet").await);
    let avery = cove.sign_in("avery.stone").await;
    let (beth, marcus) = (cove.sign_in("beth.sullivan").await, cove.sign_in("marcus.bell").await);
    let (priya, grace) = (cove.sign_in("priya.nguyen").await, cove.sign_in("grace.whitfield").await);
    let everywhere = grace.with_header("x-consolidated", "true");
    let stranger = inlet.sign_in("grace.whitfield").await;

    let loan = loans::create(&avery, "Maya", "Smith").await;
    let of_lead = avery.post("/api/leads", lead("John", "Smith", &[owner(&avery).await])).await.expect(201).json;
    contact(&avery, "Ana", "Smith").await;
    let body = json!({"title": "Call Smith back", "LoanId": loan["id"], "assigneeId": membership(&avery).await});
    let task = avery.post("/api/tasks", body).await.expect(201).json;
    loans::create(&marcus, "Otto", "Smith").await;

    let of_avery = all([&["Maya Smith"], &["John Smith"], &["Maya Smith"], &["Ana Smith"], &["Call Smith back"]]);
    let nothing = all([&[]; 5]);
    let both: &[&str] = &["Maya Smith", "Otto Smith"];
    for (who, found) in [
        (&avery, of_avery.clone()),
        (&beth, of_avery),
        (&marcus, all([&["Otto Smith"], &[], &["Otto Smith"], &[], &[]])),
        (&priya, nothing.clone()),
        (&stranger, nothing),
        (&everywhere, all([both, &["John Smith"], both, &["Ana Smith"], &["Call Smith back"]])),
    ] {
        assert_eq!(names(who, "smith&limit=10&offset=0").await, found);
    }

    let found = search(&avery, "smith").await;
    assert_eq!(
        found["loans"]["rows"][0],
        json!({
            "id": loan["id"], "name": "Maya Smith", "loanNumber": loan["loanNumber"], "status": "Application Started",
            "whose": "Avery Stone",
        })
    );
    let row = &found["leads"]["rows"][0];
    assert_eq!((&row["id"], &row["email"]), (&of_lead["id"], &json!("john.smith@example.com")));
    let row = &found["tasks"]["rows"][0];
    assert_eq!((&row["id"], &row["loanNumber"], &row["status"]), (&task["id"], &loan["loanNumber"], &json!("TODO")));

    // A page of each kind. Users without a paid plan are told so.
    let page = search(&everywhere, "smith&limit=1&offset=1").await;
    assert_eq!(
        (&page["loans"]["rows"][0]["name"], &page["loans"]["count"], &page["leads"]["rows"], &page["leads"]["count"]),
        (&json!("Otto Smith"), &json!(2), &json!([]), &json!(1))
    );
}

/// SEARCH-06: by prefixes of name words in any order, number, ID, email address and phone, with one typo, and with at
/// least two characters.
#[tokio::test]
async fn records_are_found_by_partial_and_misspelled_values() {
    let keyturn = Keyturn::start().await;
    let cove = keyturn.company("cove").await;
    let (avery, beth) = (cove.sign_in("avery.stone").await, cove.sign_in("beth.sullivan").await);
    let mut payload = manual("Jan Paul", "Kowalski-Ní", membership(&avery).await);
    payload["PrimaryBorrower"]["phone"] = json!("(415) 555-0187");
    payload["PrimaryBorrower"]["email"] = json!("Jan.K@example.com");
    let loan = avery.post("/api/loans", payload).await.expect(201).json;
    let other = loans::create(&avery, "Jane", "Kowalczyk").await;
    // Dana, who is in another branch, works on both.
    let (dana, grace) = (cove.sign_in("dana.price").await, cove.sign_in("grace.whitfield").await);
    let desk = json!({"LoanRole": "DISCLOSURE_DESK", "WizeUserOrgUnitId": membership(&dana).await});
    for loan in [&loan, &other] {
        let body = json!([{"slot": "DisclosureDesk", "from": null, "to": desk}]);
        let grace = grace.with_header("x-consolidated", "true");
        let _ = grace.patch(&format!("/api/loans/{}/team", loan["id"]), body).await.expect(200);
    }
    let (id, number) = (loan["id"].to_string(), loan["loanNumber"].as_str().unwrap().to_owned());
    let first = |found: [Vec<String>; 5]| found[0].clone();
    // Avery finds her own loans in her branch, Beth her branch's, and Dana her own of another branch.
    for who in [&avery, &beth, &dana] {
        for text in [
            "kowalski",
            "Kowals",
            "jan kowalski",
            "kowalski jan",
            "kow ja pau",
            "paul kowalski",
            "kowalski ni",
            "JAN%20P",
            "jan.k",
            "jan.k@ex",
            "(415) 555-0187",
            "415.555.0187",
            "555-0187",
            "0187",
            &id,
            &number,
            &number.to_lowercase(),
            // With a wrong letter, two letters swapped, one missing, one extra, or an incomplete name.
            "kowaldki",
            "kowlaski",
            "kowlski",
            "kowallski",
            "paul kowaslki",
            "kowlaski paul",
        ] {
            let found = first(names(who, &text.replace(' ', "%20").replace('+', "%2B")).await);
            assert_eq!(found, ["Jan Paul Kowalski-Ní"], "{text}");
        }
        assert_eq!(first(names(who, "kowal").await), ["Jane Kowalczyk", "Jan Paul Kowalski-Ní"]);
        assert_eq!(
            first(names(who, &format!("kowalski {number}").replace(' ', "%20")).await),
            ["Jan Paul Kowalski-Ní"]
        );
        for text in ["kowalczyk%20pa", "5550", "smith", "%25%25", "''--", "kwalsik"] {
            assert_eq!(first(names(who, text).await), Vec::<String>::new(), "{text}");
        }
        assert_eq!(first(names(who, &format!("smith%20{number}")).await), Vec::<String>::new());
        for text in ["", "k", "%20k%20"] {
            let refused = who.get(&format!("/api/search?string={text}")).await.expect(422);
            assert_eq!(refused.json["fields"]["string"], "Type at least two characters");
        }
        for query in ["ko&limit=101", "ko&limit=0", &format!("ko{}", "o".repeat(200))] {
            let _ = who.get(&format!("/api/search?string={query}")).await.expect(422);
        }
    }
}

/// SEARCH-06: users find all their own records and nothing else: in their own and other branches, as team members of a
/// loan, owners of a lead, or owners of a borrower or team members of its loan.
#[tokio::test]
async fn own_records_are_found_in_every_branch() {
    let keyturn = Keyturn::start().await;
    let size = crowd::Size { slug: "crowd".into(), loans: 240, leads: 120, officers: 8, branches: 2, seed: 3 };
    crowd::make(&keyturn.app, &size).await.unwrap();
    let officer = keyturn.sign_in("officer.5@crowd.example").await;
    let mut superuser = keyturn.superuser().await;
    let (company, unit, membership, user): (i64, i64, i64, i64) = sqlx::query_as(
        "select m.company_id, m.org_unit_id, m.id, m.user_id from membership m join app_user u on u.id = m.user_id
         where u.email = 'officer.5@crowd.example'",
    )
    .fetch_one(&mut superuser)
    .await
    .unwrap();
    let elsewhere = format!("company_id = {company} and org_unit_id <> {unit} order by id");
    sqlx::raw_sql(AssertSqlSafe(format!(
        "insert into loan_team_member (company_id, loan_id, role, is_primary, membership_id, org_unit_id)
         select company_id, id, 'FUNDER', true, {membership}, org_unit_id from loan where {elsewhere} limit 40;
         insert into lead_user (company_id, lead_id, position, membership_id, user_id, org_unit_id)
         select company_id, id, 2, {membership}, {user}, org_unit_id from lead where {elsewhere} limit 20;
         update borrower set owner_id = {membership}
         where company_id = {company} and id in (select id from borrower where {elsewhere} offset 100 limit 30)"
    )))
    .execute(&mut superuser)
    .await
    .unwrap();

    let own = format!(
        "select t.kind, t.entity_id, t.term
         from search_term t
         where t.company_id = {company}
           and (t.kind = 'loan' and t.entity_id in (select loan_id from loan_team_member where membership_id = {membership})
                or t.kind = 'lead' and t.entity_id in (select lead_id from lead_user where membership_id = {membership})
                or t.kind = 'borrower' and (t.entity_id in (select id from borrower where owner_id = {membership})
                                            or t.entity_id in (select b.borrower_id
                                                               from loan_borrower b
                                                               join loan_team_member o on o.loan_id = b.loan_id
                                                               where o.membership_id = {membership})))"
    );
    // Names that aren't also street names.
    let names: Vec<String> = sqlx::query_scalar(AssertSqlSafe(format!(
        "select distinct split_part(term, ' ', 1)
         from ({own}) o
         where split_part(term, ' ', 1) ~ '^[a-z]{{4,}}$'
           and not exists (select from subject_property p where lower(p.line) like '%' || split_part(o.term, ' ', 1) || '%')
         order by 1
         limit 60"
    )))
    .fetch_all(&mut superuser)
    .await
    .unwrap();
    let mut seen = 0;
    for name in names {
        let rows: Vec<(String, i64)> = sqlx::query_as(AssertSqlSafe(format!(
            "select kind, entity_id from ({own}) o where term >= $1 and term < $1 || '~' group by 1, 2"
        )))
        .bind(&name)
        .fetch_all(&mut superuser)
        .await
        .unwrap();
        let found = search(&officer, &format!("{name}&limit=100")).await;
        for (kind, rows_of) in [("loan", "loans"), ("lead", "leads"), ("borrower", "borrowers")] {
            let wanted: BTreeSet<_> = rows.iter().filter(|row| row.0 == kind).map(|row| row.1).collect();
            let answered: BTreeSet<_> =
                found[rows_of]["rows"].as_array().unwrap().iter().map(|row| row["id"].as_i64().unwrap()).collect();
            assert_eq!(answered, wanted, "{kind} {name}");
            seen += wanted.len();
        }
    }
    assert!(seen > 100, "too few were there to tell: {seen}");
}

/// Search terms follow changes of a record: its name, its branch, its removal.
#[tokio::test]
async fn search_terms_follow_their_record() {
    let keyturn = Keyturn::start().await;
    let cove = keyturn.company("cove").await;
    let (avery, beth) = (cove.sign_in("avery.stone").await, cove.sign_in("beth.sullivan").await);
    let marcus = cove.sign_in("marcus.bell").await;
    let made = contact(&avery, "Naomi", "Parkhurst").await;
    let path = format!("/api/business-contacts/{}", made["id"]);
    let _ = avery.patch_version(&path, 1, json!({"lastName": "Hollis"})).await.expect(200);
    let contacts = |found: [Vec<String>; 5]| found[3].clone();
    assert_eq!(contacts(names(&beth, "hollis").await), ["Naomi Hollis"]);
    assert_eq!(contacts(names(&beth, "parkhurst").await), Vec::<String>::new());

    let task = avery.post("/api/tasks", json!({"title": "Order the appraisal"})).await.expect(201).json;
    assert_eq!(names(&beth, "appraisal").await[4], ["Order the appraisal"]);
    let _ = avery.delete(&format!("/api/tasks/{}", task["id"])).await.expect(204);
    assert_eq!(names(&beth, "appraisal").await[4], Vec::<String>::new());

    // A loan moved to Denver is found by Denver's branch admin, and no longer by San Francisco's.
    let denver = marcus.get("/api/users/me").await.expect(200).at("/activeUser/WizeOrgUnitId").as_i64().unwrap();
    let loan = loans::create(&avery, "Greta", "Lindqvist").await;
    assert_eq!(names(&beth, "lindqvist").await[0], ["Greta Lindqvist"]);
    let mut superuser = keyturn.superuser().await;
    let moved = format!(
        "begin; set local app.company_id = '{}';
         update loan set org_unit_id = {denver} where id = {id};
         select put_search_entry('loan', {denver}, {id}, words) from loan where id = {id}; commit",
        cove.id,
        id = loan["id"]
    );
    sqlx::raw_sql(AssertSqlSafe(moved)).execute(&mut superuser).await.unwrap();
    assert_eq!(names(&beth, "lindqvist").await[0], Vec::<String>::new());

    // No term of removed records is left, and none of existing records is missing.
    let strays: i64 = sqlx::raw_sql(
        "select count(*)
         from (select company_id, kind, term, org_unit_id, entity_id from search_term) t
         full join (select company_id, kind, unnest(search_terms(kind, words)) as term, org_unit_id, entity_id
                    from search_entry) e using (company_id, kind, term, org_unit_id, entity_id)
         where t is null or e is null",
    )
    .fetch_one(&mut superuser)
    .await
    .unwrap()
    .get(0);
    assert_eq!(strays, 0);
    // Each first word of a term is stored once. Words of removed records stay.
    let (unknown, twice): (i64, i64) = sqlx::query_as(
        "select count(*) filter (where w.count is null), count(*) filter (where w.count > 1)
         from (select distinct company_id, split_part(term, ' ', 1) as word from search_term where term ~ '^[a-z]+( |$)') t
         left join (select company_id, word, count(*) from search_word group by company_id, word) w using (company_id, word)",
    )
    .fetch_one(&mut superuser)
    .await
    .unwrap();
    assert_eq!((unknown, twice), (0, 0));
}

/// Four digits alone find people whose Social Security number ends with them, for users who may reveal it and see the
/// loan. The audit log records the search without the digits.
#[tokio::test]
async fn the_last_four_digits_find_people_for_users_who_may_reveal_them() {
    let keyturn = Keyturn::start().await;
    let (cove, inlet) = (keyturn.company("cove").await, keyturn.company("inlet").await);
    let avery = cove.sign_in("avery.stone").await;
    let (beth, marcus) = (cove.sign_in("beth.sullivan").await, cove.sign_in("marcus.bell").await);
    let dana = cove.sign_in("dana.price").await;
    let stranger = inlet.sign_in("avery.stone").await;
    let loan = loans::create(&avery, "Maya", "Ortiz").await;
    let number = async |to: Value, from: Value| {
        let path = format!("/api/loans/{}/application", loan["id"]);
        let borrower = avery.get(&path).await.expect(200).at("/application/borrowers/0/id").clone();
        let path_of = format!("borrowers/{}/taxpayerIdentifier", borrower.as_str().unwrap());
        let _ = avery.patch(&path, json!([{"path": path_of, "from": from, "to": to}])).await.expect(200);
    };
    let nothing = all([&[]; 5]);
    assert_eq!(names(&avery, "9993").await, nothing);
    number(json!("219-09-9993"), json!(null)).await;

    // For her own officer and branch admin, but not for other branches or companies, or users who may not reveal.
    let maya = all([&["Maya Ortiz"], &[], &["Maya Ortiz"], &[], &[]]);
    // Dana works on the loan, but desks may not reveal.
    let grace = cove.sign_in("grace.whitfield").await.with_header("x-consolidated", "true");
    let desk = json!({"LoanRole": "DISCLOSURE_DESK", "WizeUserOrgUnitId": membership(&dana).await});
    let body = json!([{"slot": "DisclosureDesk", "from": null, "to": desk}]);
    let _ = grace.patch(&format!("/api/loans/{}/team", loan["id"]), body).await.expect(200);
    assert_eq!(names(&dana, "maya").await[0], ["Maya Ortiz"]);
    for (who, found) in [(&avery, &maya), (&beth, &maya), (&marcus, &nothing), (&dana, &nothing), (&stranger, &nothing)]
    {
        assert_eq!(&names(who, "9993").await, found);
    }
    // Other digits, more digits, or additional words don't match the number.
    for text in ["9992", "993", "99993", "219099993", "maya%209993"] {
        assert_eq!(names(&avery, text).await, nothing, "{text}");
    }
    number(json!("219-09-0123"), json!("9993")).await;
    assert_eq!(names(&avery, "9993").await, nothing, "the number has changed");

    let mut superuser = keyturn.superuser().await;
    let told: Vec<(String, String)> =
        sqlx::query_as("select entity_id, after::text from audit_entry where action = 'ssn.search' order by id")
            .fetch_all(&mut superuser)
            .await
            .unwrap();
    let ids = |entry: &(String, String)| serde_json::from_str::<Value>(&entry.1).unwrap()["loans"].clone();
    // Avery twice, Beth, Marcus, the stranger, 9992 and the last one. Dana's search and the longer texts aren't
    // audited.
    assert_eq!(told.len(), 7);
    assert_eq!((ids(&told[0]), ids(&told[1]), ids(&told[2])), (json!([]), json!([loan["id"]]), json!([loan["id"]])));
    assert!(told.iter().all(|entry| !entry.0.contains("999") && !entry.1.contains("9993")), "{told:?}");
}
