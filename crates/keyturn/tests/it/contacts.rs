//! Business contacts, their companies, and loan officers.

use crate::org_units::audit_of;
use serde_json::{Value, json};
use testkit::{Client, Keyturn};

async fn category(client: &Client, name: &str) -> i64 {
    let categories = client.get("/api/contact-categories").await.expect(200).json;
    let found = categories.as_array().unwrap().iter().find(|category| category["name"] == name);
    found.unwrap_or_else(|| panic!("no {name}"))["id"].as_i64().unwrap()
}

async fn company(client: &Client, name: &str) -> i64 {
    let made = client.post("/api/business-contact-companies", json!({"name": name})).await.expect(201);
    made.at("/id").as_i64().unwrap()
}

async fn contact(client: &Client, first: &str, last: &str, category: i64, company: Option<i64>) -> Value {
    let body = json!({"firstName": first, "lastName": last, "category": category, "BusinessContactCompanyId": company});
    client.post("/api/business-contacts", body).await.expect(201).json
}

fn names(page: &Value) -> Vec<&str> {
    page["rows"].as_array().unwrap().iter().map(|row| row["lastName"].as_str().unwrap()).collect()
}

async fn list(client: &Client, query: &str) -> Value {
    client.get(&format!("/api/business-contacts?{query}")).await.expect(200).json
}

/// CONTACT-03: a new company has default categories. Avery creates a realtor with company, category, phone and email,
/// finds her by each, changes and deletes her, and all changes are audited.
#[tokio::test]
async fn avery_creates_and_changes_a_realtor() {
    let keyturn = Keyturn::start().await;
    let cove = keyturn.company("cove").await;
    let avery = cove.sign_in("avery.stone").await;
    let categories = avery.get("/api/contact-categories").await.expect(200).json;
    assert_eq!((categories.as_array().unwrap().len(), &categories[0]["name"]), (24, &json!("Buyer's Agent")));
    let agent = category(&avery, "Buyer's Agent").await;
    let bayline = company(&avery, "Bayline Realty").await;
    assert_eq!(company(&avery, " bayline  realty ").await, bayline);
    let body = json!({
        "firstName": "Naomi", "lastName": "Park", "email": "Naomi@Bayline.example", "phone": "(415) 555-0141",
        "category": agent, "BusinessContactCompanyId": bayline,
    });
    let made = avery.post("/api/business-contacts", body).await.expect(201).json;
    let id = made["id"].as_i64().unwrap();
    assert_eq!(
        (&made["category"]["name"], &made["BusinessContactCompany"]["name"], &made["phone"], &made["ownerName"]),
        (&json!("Buyer's Agent"), &json!("Bayline Realty"), &json!("4155550141"), &json!("Avery Stone"))
    );
    for text in ["park", "naomi", "na", "pa", "bayline", "naomi@bayline.example", "415.555.0141"] {
        assert_eq!(names(&list(&avery, &format!("string={text}")).await), ["Park"], "{text}");
    }
    let insurer = category(&avery, "Homeowners Insurance Agent").await;
    contact(&avery, "Franklin", "Dow", insurer, None).await;
    assert_eq!(names(&list(&avery, "").await), ["Dow", "Park"]);
    assert_eq!(names(&list(&avery, "orderBy=companyName&sort=DESC").await), ["Park", "Dow"]);
    assert_eq!(names(&list(&avery, &format!("company={bayline}")).await), ["Park"]);
    assert_eq!(names(&list(&avery, &format!("category={agent}")).await), ["Park"]);
    assert_eq!(names(&list(&avery, &format!("category={insurer}&string=park")).await), Vec::<&str>::new());

    let path = format!("/api/business-contacts/{id}");
    let changed =
        avery.patch_version(&path, 1, json!({"category": insurer, "BusinessContactCompanyId": 0})).await.expect(200);
    assert_eq!((changed.at("/BusinessContactCompany"), changed.at("/version")), (&Value::Null, &json!(2)));
    assert_eq!(list(&avery, "string=bayline").await["count"], 1, "her e-mail address still says it");
    let late = avery.patch_version(&path, 1, json!({"lastName": "Parker"})).await.expect(409);
    assert_eq!(late.at("/details/record/category/name"), "Homeowners Insurance Agent");
    let wrong =
        json!({"firstName": "", "email": "x", "phone": "1", "category": 1, "BusinessContactCompanyId": 999_999});
    let refused = avery.post("/api/business-contacts", wrong).await.expect(422);
    for field in ["firstName", "lastName", "email", "phone", "category", "BusinessContactCompanyId"] {
        assert!(refused.json["fields"][field].is_string(), "{field}: {}", refused.json);
    }
    let _ = avery.delete(&path).await.expect(204);
    let _ = avery.get(&path).await.expect(404);
    assert_eq!(list(&avery, "string=naomi").await["count"], 0);
    let entries = audit_of(&keyturn, cove.id, "business-contact", id).await;
    let actions: Vec<_> = entries.iter().map(|(action, ..)| action.as_str()).collect();
    assert_eq!(actions, ["business-contact.create", "business-contact.edit", "business-contact.remove"]);
}

/// LEAD-59, LEAD-58, TEAM-12: the picker returns `lookups.businessContacts` with data and count by company, and accepts
/// the specification's parameters.
#[tokio::test]
async fn business_contacts_are_picked_by_company_and_name() {
    let keyturn = Keyturn::start().await;
    let cove = keyturn.company("cove").await;
    let avery = cove.sign_in("avery.stone").await;
    let pick = |offset: u32, text: &str| {
        let search = format!("{{\"searchFields\":[\"firstName\",\"lastName\"],\"searchValue\":\"{text}\"}}");
        let search = url::form_urlencoded::byte_serialize(search.as_bytes()).collect::<String>();
        format!(
            "/api/lookups/business-contacts?limit=10&orderBy=companyName&sort=ASC&offset={offset}&customSearch={search}"
        )
    };
    let none = avery.get(&pick(0, "")).await.expect(200).json;
    assert_eq!(none, json!({"lookups": {"businessContacts": {"data": [], "count": 0}}}));
    let agent = category(&avery, "Listing Agent").await;
    let (zenith, acorn) = (company(&avery, "Zenith Title").await, company(&avery, "Acorn Realty").await);
    for n in 0..6 {
        contact(&avery, &format!("Zed{n}"), "Moss", agent, Some(zenith)).await;
        contact(&avery, &format!("Abe{n}"), "Lorne", agent, Some(acorn)).await;
    }
    contact(&avery, "Nobody", "Employed", agent, None).await;
    let found = |answer: Value| {
        let data = answer["lookups"]["businessContacts"]["data"].as_array().unwrap().clone();
        data.iter().map(|row| row["firstName"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    let first = avery.get(&pick(0, "")).await.expect(200).json;
    assert_eq!(first.pointer("/lookups/businessContacts/count"), Some(&json!(13)));
    let row = &first["lookups"]["businessContacts"]["data"][1];
    assert_eq!(
        row.as_object().unwrap().keys().collect::<Vec<_>>(),
        ["BusinessContactCompany", "firstName", "id", "lastName"]
    );
    assert_eq!(row["BusinessContactCompany"], json!({"name": "Acorn Realty"}));
    let first = found(first);
    assert_eq!((first.len(), first[0].as_str(), first[1].as_str()), (10, "Nobody", "Abe0"));
    assert_eq!(found(avery.get(&pick(10, "")).await.expect(200).json), ["Zed3", "Zed4", "Zed5"]);
    assert_eq!(found(avery.get(&pick(0, "zed4")).await.expect(200).json), ["Zed4"]);
    assert_eq!(found(avery.get(&pick(0, "ab")).await.expect(200).json).len(), 6);
    // Only names are searched.
    assert_eq!(found(avery.get(&pick(0, "zenith")).await.expect(200).json), Vec::<String>::new());
    // Contacts out of scope aren't offered.
    let marcus = cove.sign_in("marcus.bell").await;
    assert_eq!(found(marcus.get(&pick(0, "")).await.expect(200).json), Vec::<String>::new());
}

/// A renamed company is sorted and found by its new name. Names are unique.
#[tokio::test]
async fn a_contacts_company_is_renamed() {
    let keyturn = Keyturn::start().await;
    let cove = keyturn.company("cove").await;
    let avery = cove.sign_in("avery.stone").await;
    let title = category(&avery, "Title Company").await;
    let id = company(&avery, "Golden Gate Title").await;
    company(&avery, "Bayline Realty").await;
    contact(&avery, "Simone", "Varga", title, Some(id)).await;
    let path = format!("/api/business-contact-companies/{id}");
    let _ = avery.patch_version(&path, 1, json!({"name": "bayline realty"})).await.expect(422);
    let renamed = avery
        .patch_version(&path, 1, json!({"name": "Presidio Title", "website": "https://presidio.example"}))
        .await
        .expect(200);
    assert_eq!((renamed.at("/name"), renamed.at("/version")), (&json!("Presidio Title"), &json!(2)));
    let _ = avery.patch_version(&path, 1, json!({"name": "Late"})).await.expect(409);
    let _ = avery.patch_version(&path, 2, json!({"website": "javascript:alert(1)"})).await.expect(422);
    assert_eq!(names(&list(&avery, "string=presidio").await), ["Varga"]);
    assert_eq!(list(&avery, "string=golden").await["count"], 0);
    let companies = avery.get("/api/business-contact-companies?string=TITLE").await.expect(200).json;
    assert_eq!((&companies["rows"][0]["name"], &companies["count"]), (&json!("Presidio Title"), &json!(1)));
}

/// Own contacts by default; the whole company's if the company has decided so.
#[tokio::test]
async fn the_company_decides_who_sees_contacts() {
    let keyturn = Keyturn::start().await;
    let cove = keyturn.company("cove").await;
    let (avery, priya) = (cove.sign_in("avery.stone").await, cove.sign_in("priya.nguyen").await);
    let grace = cove.sign_in("grace.whitfield").await;
    let agent = category(&avery, "Listing Agent").await;
    let made = contact(&avery, "Naomi", "Park", agent, None).await;
    let path = format!("/api/business-contacts/{}", made["id"]);
    assert_eq!(list(&priya, "").await["count"], 0);
    let _ = priya.get(&path).await.expect(404);
    assert_eq!(names(&list(&cove.sign_in("beth.sullivan").await, "").await), ["Park"]);
    let unit = format!("/api/org-units/{}", cove.id);
    let version = grace.get(&unit).await.at("/version").as_i64().unwrap();
    let _ = grace.patch_version(&unit, version, json!({"contactVisibility": "ALL"})).await.expect(200);
    assert_eq!(names(&list(&priya, "").await), ["Park"]);
    assert_eq!(list(&priya, "assigneeType=MINE").await["count"], 0);
    let _ = priya.get(&path).await.expect(200);
}

/// CONTACT-04: officers with NMLS id and branch, for users who may see brokers.
#[tokio::test]
async fn loan_officers_are_listed_with_nmls_id_and_branch() {
    let keyturn = Keyturn::start().await;
    let grace = keyturn.sign_in("grace.whitfield@harbor.example").await;
    let officers = grace.get("/api/loan-officers").await.expect(200).json;
    let rows = officers["rows"].as_array().unwrap();
    let avery = rows.iter().find(|row| row["name"] == "Avery Stone").unwrap();
    assert_eq!(
        (&avery["nmlsId"], &avery["branchName"], &avery["licensedIn"]),
        (&json!("300001"), &json!("Bayside"), &json!(["CA"]))
    );
    // Noah works in two branches. Alice works in another company.
    assert_eq!(rows.iter().filter(|row| row["name"] == "Noah Brooks").count(), 2);
    assert!(!officers.to_string().contains("Alice Monroe"));
    assert!(!officers.to_string().contains("Omar Haddad"));
    let found = grace.get("/api/loan-officers?string=300003&limit=5").await.expect(200).json;
    assert_eq!((&found["rows"][0]["name"], &found["count"]), (&json!("Marcus Bell"), &json!(1)));
    let _ = keyturn.sign_in("avery.stone@harbor.example").await.get("/api/loan-officers").await.expect(403);
}
