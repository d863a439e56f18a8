//! The application of a loan: figures, states, TRID items, section 8, borrowers, and the people who work on it.

use crate::loans::create;
use serde_json::{Value, json};
use testkit::{Client, Keyturn};
use uuid::Uuid;

/// A manual loan's application, edited as the page does it.
struct Form<'a> {
    client: &'a Client,
    loan: i64,
    answer: Value,
}

impl<'a> Form<'a> {
    async fn of(client: &'a Client, first: &str, last: &str) -> Self {
        let loan = create(client, first, last).await["id"].as_i64().unwrap();
        Self::open(client, loan).await
    }

    async fn open(client: &'a Client, loan: i64) -> Self {
        let answer = client.get(&format!("/api/loans/{loan}/application")).await.expect(200).json;
        Self { client, loan, answer }
    }

    fn path(&self) -> String {
        format!("/api/loans/{}/application", self.loan)
    }

    fn borrower(&self, at: usize) -> String {
        self.answer["application"]["borrowers"][at]["id"].as_str().unwrap().to_owned()
    }

    /// Sets empty fields.
    async fn set(&mut self, values: &[(&str, Value)]) {
        let changes: Vec<Value> =
            values.iter().map(|(path, to)| json!({ "path": path, "from": null, "to": to })).collect();
        self.send(Value::Array(changes)).await;
    }

    async fn send(&mut self, changes: Value) {
        self.answer = self.client.patch(&self.path(), changes).await.expect(200).json;
    }

    async fn refused(&self, changes: Value, status: u16) -> Value {
        self.client.patch(&self.path(), changes).await.expect(status).json
    }

    fn missing(&self) -> Vec<&str> {
        let missing = self.answer["assessment"]["trid"]["missing"].as_array().unwrap();
        missing.iter().map(|item| item["item"].as_str().unwrap()).collect()
    }

    fn state(&self, section: &str) -> &str {
        let sections = self.answer["assessment"]["sections"].as_array().unwrap();
        sections.iter().find(|one| one["section"] == section).unwrap()["state"].as_str().unwrap()
    }
}

/// URLA-48: the application of a manual loan counts as received when the sixth item arrives, its deadlines start, and
/// the pipeline shows the same application date.
#[tokio::test]
async fn the_sixth_item_of_a_manual_loan_starts_its_deadlines() {
    let keyturn = Keyturn::start().await;
    let cove = keyturn.company("cove").await;
    let avery = cove.sign_in("avery.stone").await;
    let mut form = Form::of(&avery, "Maya", "Ortiz").await;
    let maya = form.borrower(0);
    assert_eq!(form.missing(), ["Income", "SocialSecurityNumber", "PropertyAddress", "PropertyValue", "LoanAmount"]);
    let income = Uuid::now_v7();
    form.set(&[
        ("loan/baseAmount", json!("300000")),
        ("property/purchasePrice", json!("340000")),
        ("property/address/line", json!("1236 Main St")),
        ("property/address/city", json!("Oakland")),
        ("property/address/postalCode", json!("94607")),
        (
            &format!("borrowers/{maya}/incomes/{income}"),
            json!({"id": income, "kind": "SocialSecurity", "monthlyAmount": "2500"}),
        ),
    ])
    .await;
    assert_eq!(form.missing(), ["SocialSecurityNumber"]);
    assert_eq!(form.answer["assessment"]["trid"]["completedAt"], Value::Null);
    form.set(&[(&format!("borrowers/{maya}/taxpayerIdentifier"), json!("219-09-9993"))]).await;
    let trid = form.answer["assessment"]["trid"].clone();
    assert_eq!(trid["missing"], json!([]));
    let completed = trid["completedAt"].as_str().unwrap();
    assert!(completed.contains('T'), "{completed}");
    // Opening the loan again shows the same moment.
    let again = Form::open(&avery, form.loan).await;
    assert_eq!(again.answer["assessment"]["trid"]["receivedOn"], trid["receivedOn"]);
    let clocks = avery.get(&format!("/api/loans/{}/clocks", form.loan)).await.expect(200).json;
    let estimate = clocks["clocks"].as_array().unwrap().iter().find(|clock| clock["rule"] == "LoanEstimate").unwrap();
    assert_eq!(estimate["state"], "Running");
    let page = avery.get("/api/loans").await.expect(200).json;
    assert_eq!(page["rows"][0]["applicationDate"], trid["receivedOn"]);
}

/// URLA-02, URLA-47: section states and problems come with each answer. URLA-41: the ratio names its parts.
#[tokio::test]
async fn states_problems_and_figures_come_with_each_answer() {
    let keyturn = Keyturn::start().await;
    let cove = keyturn.company("cove").await;
    let avery = cove.sign_in("avery.stone").await;
    let mut form = Form::of(&avery, "Maya", "Ortiz").await;
    assert_eq!((form.state("1a"), form.state("2d")), ("InProgress", "Empty"));
    let maya = form.borrower(0);
    form.set(&[(&format!("borrowers/{maya}/notApplicable/expenses"), json!(true))]).await;
    assert_eq!(form.state("2d"), "Complete");
    // URLA-08: two dependents with one age are stored, and the rule panel names the fault.
    form.set(&[
        (&format!("borrowers/{maya}/dependentCount"), json!(2)),
        (&format!("borrowers/{maya}/dependentAges"), json!([7])),
    ])
    .await;
    assert_eq!(form.state("1a"), "NeedsAttention");
    let problems = form.answer["assessment"]["problems"].as_array().unwrap();
    let ages = problems.iter().find(|one| one["path"] == format!("borrowers/{maya}/dependentAges")).unwrap();
    assert_eq!((&ages["severity"], &ages["message"]), (&json!("Error"), &json!("Enter one age per dependent")));
    // URLA-52: a row clears the mark in the same change.
    let expense = Uuid::now_v7();
    let row = json!({"id": expense, "owners": [maya], "kind": "ChildSupport", "monthlyPayment": "600"});
    form.set(&[(&format!("expenses/{expense}"), row)]).await;
    assert_eq!(form.answer["application"]["borrowers"][0]["notApplicable"], Value::Null);
    // URLA-20: child support counts in the monthly debts.
    let figures = form.answer["assessment"]["figures"].to_string();
    assert!(figures.contains("600.00"), "{figures}");
}

/// URLA-35: section 8 is stored sealed, read by a route of its own, and appears nowhere else.
#[tokio::test]
async fn section_8_is_sealed_and_each_reading_is_audited() {
    let keyturn = Keyturn::start().await;
    let cove = keyturn.company("cove").await;
    let avery = cove.sign_in("avery.stone").await;
    let dana = cove.sign_in("dana.price").await;
    let mut form = Form::of(&avery, "Maya", "Ortiz").await;
    let maya = form.borrower(0);
    let tribe = "Example Nation of Planted Values";
    form.set(&[
        (&format!("borrowers/{maya}/demographics/races"), json!(["White", "AmericanIndianOrAlaskaNative"])),
        (&format!("borrowers/{maya}/demographics/tribe"), json!(tribe)),
        (&format!("borrowers/{maya}/demographics/sexRefused"), json!(true)),
    ])
    .await;
    assert!(!form.answer.to_string().contains("AmericanIndian"), "the answer shows section 8");
    let route = format!("/api/loans/{}/demographics", form.loan);
    let read = avery.get(&route).await.expect(200).json;
    assert_eq!(read["borrowers"][&maya]["races"], json!(["White", "AmericanIndianOrAlaskaNative"]));
    assert_eq!(read["borrowers"][&maya]["tribe"], tribe);
    let _ = dana.get(&route).await.expect(403);
    let mut superuser = keyturn.superuser().await;
    let reveals: Vec<Value> = sqlx::query_scalar("select after from audit_entry where action = 'loan.reveal'")
        .fetch_all(&mut superuser)
        .await
        .unwrap();
    assert_eq!(reveals, [json!({ "path": format!("borrowers/{maya}/demographics") })]);
    for table in ["field_change", "audit_entry", "loan_application", "search_entry", "event"] {
        let statement = sqlx::AssertSqlSafe(format!("select count(*) from {table} t where t::text like '%Planted%'"));
        let hits: i64 = sqlx::query_scalar(statement).fetch_one(&mut superuser).await.unwrap();
        assert_eq!(hits, 0, "section 8 stands open in {table}");
    }
}

/// URLA-35: an editor without the reveal permission can't confirm a guess of a sealed value by trying to change it.
#[tokio::test]
async fn a_change_of_a_sealed_value_confirms_no_guess() {
    let keyturn = Keyturn::start().await;
    let cove = keyturn.company("cove").await;
    let (avery, grace) = (cove.sign_in("avery.stone").await, cove.sign_in("grace.whitfield").await);
    let mut form = Form::of(&avery, "Maya", "Ortiz").await;
    let races = format!("borrowers/{}/demographics/races", form.borrower(0));
    let (birth_date, number) =
        (races.replace("demographics/races", "birthDate"), races.replace("demographics/races", "taxpayerIdentifier"));
    form.set(&[(&races, json!(["Asian"])), (&birth_date, json!("1985-03-07")), (&number, json!("219-09-9993"))]).await;
    let permissions = "/api/settings/role-permissions";
    let version = grace.get(permissions).await.expect(200).at("/version").as_i64().unwrap().to_string();
    let narrowed = json!({"role": "ORIGINATOR", "permission": "LOAN_REVEAL", "allowed": false});
    let _ = grace.with_header("if-match", &version).put(permissions, narrowed).await.expect(200);
    for guess in [json!(["Asian"]), json!(["White"]), json!("sealed"), Value::Null] {
        let _ = form.refused(json!([{"path": races, "from": guess, "to": guess}]), 403).await;
    }
    for (path, guess) in [(&birth_date, "1985-03-07"), (&birth_date, "1985-03-08"), (&number, "219099993")] {
        let _ = form.refused(json!([{"path": path, "from": guess, "to": guess}]), 403).await;
    }
    // What such an editor sees is enough to replace a value, and the rest can still be changed.
    form.send(json!([{"path": number, "from": "9993", "to": "219-09-1234"}])).await;
    form.send(json!([{"path": birth_date, "from": "sealed", "to": "1986-03-07"}])).await;
    form.set(&[("loan/noteRate", json!("6.5"))]).await;
}

/// URLA-51: a borrower is added, made primary and removed with what belongs to them. The last one stays.
#[tokio::test]
async fn borrowers_are_added_reordered_and_removed() {
    let keyturn = Keyturn::start().await;
    let cove = keyturn.company("cove").await;
    let avery = cove.sign_in("avery.stone").await;
    let mut form = Form::of(&avery, "Maya", "Ortiz").await;
    let (maya, noah) = (form.borrower(0), Uuid::now_v7().to_string());
    let borrower = json!({"id": noah, "firstName": "Noah", "lastName": "Ortiz", "jointWith": maya});
    form.set(&[(&format!("borrowers/{noah}"), borrower)]).await;
    form.send(json!([{"path": "borrowers/order", "from": [maya, noah], "to": [noah, maya]}])).await;
    assert_eq!(form.borrower(0), noah);
    let loan = avery.get(&format!("/api/loans/{}", form.loan)).await.expect(200).json;
    assert_eq!(loan["borrowerName"], "Noah Ortiz");
    let seen = form.answer["application"]["borrowers"][1].clone();
    form.send(json!([
        {"path": format!("borrowers/{noah}/jointWith"), "from": maya, "to": null},
        {"path": format!("borrowers/{maya}"), "from": seen, "to": null},
    ]))
    .await;
    let last = form.answer["application"]["borrowers"][0].clone();
    let refused = form.refused(json!([{"path": format!("borrowers/{noah}"), "from": last, "to": null}]), 422).await;
    assert_eq!(refused["fields"]["borrowers"], "A loan keeps at least one borrower");
}

/// URLA-55: joint credit without initials is an error, and initials keep the moment at which they were given.
#[tokio::test]
async fn initials_of_a_joint_applicant_keep_their_moment() {
    let keyturn = Keyturn::start().await;
    let cove = keyturn.company("cove").await;
    let avery = cove.sign_in("avery.stone").await;
    let mut form = Form::of(&avery, "Maya", "Ortiz").await;
    let maya = form.borrower(0);
    let initials = format!("borrowers/{maya}/jointIntentInitials");
    form.set(&[(&format!("borrowers/{maya}/creditType"), json!("Joint"))]).await;
    let lacks = |form: &Form| {
        let problems = form.answer["assessment"]["problems"].as_array().unwrap();
        problems.iter().any(|one| one["path"] == initials && one["severity"] == "Error")
    };
    assert!(lacks(&form));
    form.set(&[(&initials, json!("MO"))]).await;
    assert!(!lacks(&form));
    let given = form.answer["application"]["borrowers"][0]["jointIntentAt"].as_str().unwrap().to_owned();
    assert!(given.parse::<jiff::Timestamp>().is_ok(), "{given}");
    let mut superuser = keyturn.superuser().await;
    let who: Option<String> = sqlx::query_scalar(
        "select p.name from field_change f join person p on p.user_id = f.changed_by where f.path = $1",
    )
    .bind(&initials)
    .fetch_one(&mut superuser)
    .await
    .unwrap();
    assert_eq!(who.as_deref(), Some("Avery Stone"));
}

/// URLA-46: a user sees who else has the loan open and in which section, and no lock is taken.
#[tokio::test]
async fn people_see_who_else_has_the_loan_open() {
    let keyturn = Keyturn::start().await;
    let cove = keyturn.company("cove").await;
    let avery = cove.sign_in("avery.stone").await;
    let beth = cove.sign_in("beth.sullivan").await;
    let loan = create(&avery, "Maya", "Ortiz").await["id"].as_i64().unwrap();
    let route = format!("/api/loans/{loan}/presence");
    assert_eq!(avery.put(&route, json!({"section": "1b"})).await.expect(200).json, json!([]));
    let others = beth.put(&route, json!({"section": "L3"})).await.expect(200).json;
    assert_eq!((&others[0]["name"], &others[0]["section"]), (&json!("Avery Stone"), &json!("1b")));
    let others = avery.put(&route, json!({"section": "1b"})).await.expect(200).json;
    assert_eq!((&others[0]["name"], &others[0]["section"]), (&json!("Beth Sullivan"), &json!("L3")));
    // A second tab of the same user isn't another person.
    assert_eq!(avery.another_tab().put(&route, json!({})).await.expect(200).json.as_array().unwrap().len(), 1);
    let _ = avery.put(&route, json!({"section": "1z"})).await.expect(422);
    // A tab that no longer tells is gone.
    let mut superuser = keyturn.superuser().await;
    sqlx::raw_sql("update loan_presence set seen_at = now() - interval '76 seconds'")
        .execute(&mut superuser)
        .await
        .unwrap();
    assert_eq!(avery.put(&route, json!({"section": "1b"})).await.expect(200).json, json!([]));
    assert_eq!(beth.get(&format!("/api/loans/{loan}")).await.json["lockedBy"], Value::Null);
}

/// URLA-44, URLA-45: 20 people who edit random fields of one loan at once lose nothing silently. Each change is stored or
/// answered with a conflict.
#[tokio::test]
async fn every_parallel_change_is_stored_or_answered_with_a_conflict() {
    let keyturn = Keyturn::start().await;
    let cove = keyturn.company("cove").await;
    let avery = cove.sign_in("avery.stone").await;
    let form = Form::of(&avery, "Maya", "Ortiz").await;
    let path = form.path();
    let fields = ["loan/productName", "loan/otherFeature", "loan/index", "loan/armPlan"];
    let writers = (0..20).map(|writer| {
        let (client, path, field) = (avery.clone(), path.clone(), fields[writer % fields.len()]);
        async move {
            let mut stored = 0;
            let mut seen = Value::Null;
            for round in 0..5 {
                let to = json!(format!("Writer {writer} round {round}"));
                let change = json!([{"path": field, "from": seen, "to": to}]);
                let answer = client.patch(&path, change).await;
                match answer.status {
                    200 => {
                        stored += 1;
                        seen = to;
                    }
                    409 => seen = answer.at("/details/conflicts/0/value").clone(),
                    status => panic!("{status}: {}", answer.json),
                }
            }
            stored
        }
    });
    let stored: i64 = futures::future::join_all(writers).await.into_iter().sum();
    let mut superuser = keyturn.superuser().await;
    let (count, chained): (i64, i64) = sqlx::query_as(
        "select count(*), count(*) filter (where is_chained)
         from (select before = coalesce(lag(after) over (partition by path order by id), 'null') as is_chained
               from field_change where loan_id = $1 and path like 'loan/%') c",
    )
    .bind(form.loan)
    .fetch_one(&mut superuser)
    .await
    .unwrap();
    assert!(stored > 0);
    // Each stored change saw exactly the change before it.
    assert_eq!((count, chained), (stored, stored));
}
