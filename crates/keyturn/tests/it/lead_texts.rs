//! Text filter of the lead list: any number of words of a name, best match first, with pages, in every reach.

use keyturn::demo::crowd;
use serde_json::{Value, json};
use sqlx::AssertSqlSafe;
use testkit::{
    Client, Keyturn,
    officer::{lead, owner},
};

/// ID of a new lead of this client whose email address doesn't contain the name.
async fn named(client: &Client, first: &str, last: &str) -> i64 {
    let mut payload = lead(first, last, &[owner(client).await]);
    payload["LeadContacts"][0]["email"] = json!(format!("n{}@example.com", last.len()));
    client.post("/api/leads", payload).await.expect(201).at("/id").as_i64().unwrap()
}

/// IDs of all pages of a list, forward and backward, and the count.
async fn walked(client: &Client, query: &str) -> (Vec<i64>, i64) {
    let ids = |page: &Value| {
        let rows = page["rows"].as_array().unwrap();
        rows.iter().map(|row| row["id"].as_i64().unwrap()).collect::<Vec<_>>()
    };
    let page_at = async |after: &str| client.get(&format!("/api/leads?{query}&after={after}")).await.expect(200).json;
    let first = client.get(&format!("/api/leads?{query}")).await.expect(200).json;
    let mut pages = vec![ids(&first)];
    let mut page = first.clone();
    while let Some(next) = page["next"].as_str() {
        page = page_at(next).await;
        pages.push(ids(&page));
    }
    let there = pages.concat();
    let mut back = vec![pages.pop().unwrap()];
    while let Some(previous) = page["previous"].as_str() {
        page = page_at(previous).await;
        back.push(ids(&page));
    }
    back.reverse();
    assert_eq!(back.concat(), there, "{query}: there and back");
    let counted = client.get(&format!("/api/leads?{query}&onlyCount=true")).await.expect(200);
    assert_eq!(counted.at("/count"), &first["count"], "{query}");
    (there, first["count"].as_i64().unwrap())
}

/// LEAD-01: a text finds all leads with a word that starts with it, once each, best match first, for every reach and
/// with other filters. Another sort order finds the same leads.
#[tokio::test]
async fn a_text_finds_best_matches_first_in_every_reach() {
    let keyturn = Keyturn::start().await;
    let size = crowd::Size { slug: "crowd".into(), loans: 0, leads: 600, officers: 8, branches: 2, seed: 5 };
    crowd::make(&keyturn.app, &size).await.unwrap();
    let mut superuser = keyturn.superuser().await;
    let (company, unit, membership, user): (i64, i64, i64, i64) = sqlx::query_as(
        "select m.company_id, m.org_unit_id, m.id, m.user_id from membership m join app_user u on u.id = m.user_id
         where u.email = 'officer.5@crowd.example'",
    )
    .fetch_one(&mut superuser)
    .await
    .unwrap();
    // The officer also owns some leads of another branch.
    sqlx::raw_sql(AssertSqlSafe(format!(
        "insert into lead_user (company_id, lead_id, position, membership_id, user_id, org_unit_id)
         select company_id, id, 2, {membership}, {user}, org_unit_id
         from lead where company_id = {company} and org_unit_id <> {unit} order by id limit 60"
    )))
    .execute(&mut superuser)
    .await
    .unwrap();
    let officer = keyturn.sign_in("officer.5@crowd.example").await;
    let head: String = sqlx::query_scalar(
        "select u.email from membership m join app_user u on u.id = m.user_id
         join membership_role r on r.membership_id = m.id
         where m.org_unit_id = $1 and r.role = 'BRANCHADMIN'",
    )
    .bind(unit)
    .fetch_one(&mut superuser)
    .await
    .unwrap();
    let head = keyturn.sign_in(&head).await;
    let grace = keyturn.sign_in("grace.whitfield@crowd.example").await.with_header("x-consolidated", "true");
    let status: i64 = sqlx::query_scalar(
        "select status_id from lead where company_id = $1 group by 1 order by count(*) desc limit 1",
    )
    .bind(company)
    .fetch_one(&mut superuser)
    .await
    .unwrap();

    let own = format!("r.id in (select lead_id from lead_user where membership_id = {membership})");
    let mut seen = 0;
    for (who, reach) in [(&grace, "true".to_owned()), (&head, format!("r.org_unit_id = {unit}")), (&officer, own)] {
        for letters in ["a", "jo", "smi", "zzz"] {
            for (narrowed, query) in
                [("true".to_owned(), String::new()), (format!("r.status_id = {status}"), format!("&status={status}"))]
            {
                let wanted: Vec<i64> = sqlx::query_scalar(AssertSqlSafe(format!(
                    "select r.id
                     from lead r
                     cross join lateral (select min(t.term) as term from search_term t
                                         where t.kind = 'lead' and t.entity_id = r.id and t.company_id = r.company_id
                                           and t.term like '{letters}%') t
                     where r.company_id = {company} and {reach} and {narrowed} and t.term is not null
                     order by t.term, r.id"
                )))
                .fetch_all(&mut superuser)
                .await
                .unwrap();
                let (found, count) = walked(who, &format!("limit=20&string={letters}{query}")).await;
                assert_eq!(found, wanted, "{reach}, {letters}, {narrowed}");
                assert_eq!(count, i64::try_from(wanted.len()).unwrap());
                seen += wanted.len();
                let (mut sorted, mut all) =
                    (walked(who, &format!("limit=20&string={letters}{query}&orderBy=created")).await.0, wanted);
                sorted.sort_unstable();
                all.sort_unstable();
                assert_eq!(sorted, all, "{reach}, {letters}, {narrowed}, by creation");
            }
        }
    }
    assert!(seen > 200, "too few were there to tell: {seen}");
}

/// LEAD-01: any two words of a long name find it in either order. A text that starts no word is found inside words.
/// Without a text, the best matches are the newest leads.
#[tokio::test]
async fn any_two_words_of_a_name_find_the_lead() {
    let keyturn = Keyturn::start().await;
    let cove = keyturn.company("cove").await;
    let avery = cove.sign_in("avery.stone").await;
    let maria = named(&avery, "Maria Elena", "Garcia Lopez").await;
    let _ = named(&avery, "Rosa", "Garcia").await;
    let garland = named(&avery, "Otto", "Garland").await;
    let names = async |query: &str| {
        let page = avery.get(&format!("/api/leads?{query}")).await.expect(200).json;
        page["rows"].as_array().unwrap().iter().map(|row| row["name"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    for text in
        ["maria garcia", "garcia maria", "elena lopez", "lopez elena", "maria lopez", "garc mari", "elena garcia lopez"]
    {
        assert_eq!(
            names(&format!("string={}", text.replace(' ', "%20"))).await,
            ["Maria Elena Garcia Lopez"],
            "{text}"
        );
    }
    // Whole words come before prefixes.
    assert_eq!(names("string=gar").await, ["Maria Elena Garcia Lopez", "Rosa Garcia", "Otto Garland"]);
    assert_eq!(names("string=gar&sort=DESC").await, ["Otto Garland", "Rosa Garcia", "Maria Elena Garcia Lopez"]);
    // If no word starts with the text, words that contain it match, newest first, over all pages.
    assert_eq!(names("string=arcia").await, ["Rosa Garcia", "Maria Elena Garcia Lopez"]);
    assert_eq!(walked(&avery, "string=@example").await.1, 3);
    assert_eq!(
        names("string=%40example.com&orderBy=name").await,
        ["Maria Elena Garcia Lopez", "Rosa Garcia", "Otto Garland"]
    );
    let page = avery.get("/api/leads?string=arcia&limit=1").await.expect(200).json;
    let next = page["next"].as_str().unwrap();
    assert_eq!(names(&format!("string=arcia&limit=1&after={next}")).await, ["Maria Elena Garcia Lopez"]);
    // A number and a name must belong to the same lead.
    assert_eq!(names(&format!("string=maria%20{maria}")).await, ["Maria Elena Garcia Lopez"]);
    assert_eq!(names(&format!("string=maria%20{garland}")).await, Vec::<String>::new());
    assert_eq!(names("orderBy=closest").await, names("").await);
    assert_eq!(names("string=%20-%20").await, names("").await);
    let _ = avery.get(&format!("/api/leads?orderBy=name&after={next}")).await.expect(422);

    // Leads with many matching terms each: every page is filled.
    for n in 0..6 {
        let mut payload = lead("Anna Alba", "Amy Abbott", &[owner(&avery).await]);
        payload["LeadContacts"][0]["email"] = json!(format!("a{n}@example.com"));
        let other = json!({"firstName": "Arlo Asa", "lastName": "Abel Ash", "email": format!("aa{n}@example.com"), "isPrimary": false});
        payload["LeadContacts"].as_array_mut().unwrap().push(other);
        let _ = avery.post("/api/leads", payload).await.expect(201);
    }
    let (found, count) = walked(&avery, "string=a&limit=3").await;
    assert_eq!((found.len(), count), (6, 6));
    assert_eq!(avery.get("/api/leads?string=a&limit=3").await.expect(200).at("/rows").as_array().unwrap().len(), 3);
}
