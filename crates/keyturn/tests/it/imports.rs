//! Loan file imports: upload to a signed URL, parsing, refusal, and creating a loan.

use reqwest::Method;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use testkit::{
    Client, Keyturn,
    officer::{fixture, from_file, import, import_fnma, import_mismo, manual, membership, upload},
};

const MISMO: &str = "conventional-purchase.xml";
const FNMA: &str = "couple-buys-condominium.fnm";

/// Folder of sample files from third parties.
fn samples(folder: &str) -> Vec<PathBuf> {
    let root = std::env::var_os("KEYTURN_SAMPLE_FILES")
        .map(PathBuf::from)
        .unwrap_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data"));
    let mut found: Vec<_> =
        std::fs::read_dir(root.join(folder)).into_iter().flatten().flatten().map(|entry| entry.path()).collect();
    found.sort();
    if found.is_empty() {
        println!("skipped: no sample files in {}", root.join(folder).display());
    }
    found
}

/// The payload that the form sends after a file was parsed.
async fn payload(client: &Client, read: &Value) -> Value {
    from_file(read, membership(client).await)
}

/// LOAN-02, LOAN-60, MISMO-31: the list has loans created in all three ways.
#[tokio::test]
async fn loans_are_created_manually_from_fnma_and_from_mismo() {
    let keyturn = Keyturn::start().await;
    let cove = keyturn.company("cove").await;
    let avery = cove.sign_in("avery.stone").await;
    let officer = membership(&avery).await;
    let _ = avery.post("/api/loans", manual("Hannah", "Hand", officer)).await.expect(201);

    let read = import_mismo(&avery, "purchase.xml", fixture(MISMO)).await.expect(200).json;
    let keys: Vec<_> = read.as_object().unwrap().keys().map(String::as_str).collect();
    assert_eq!(
        keys,
        ["TridData", "fileId", "issues", "leads", "loanApplication", "loanInfo", "tridMissing", "warnings"]
    );
    let mut mismo = payload(&avery, &read).await;
    mismo["importType"] = json!("ACTIVE_LOAN");
    let mismo = avery.post("/api/loans/from-mismo", mismo).await.expect(201).json;

    let read = import_fnma(&avery, "purchase.fnm", fixture(FNMA)).await.expect(200).json;
    let fnma = avery.post("/api/loans/from-file", payload(&avery, &read).await).await.expect(201).json;

    let page = avery.get("/api/loans?orderBy=created&sort=ASC").await.expect(200).json;
    let ids: Vec<_> = page["rows"].as_array().unwrap().iter().map(|row| row["id"].clone()).collect();
    assert_eq!(ids[1..], [mismo["id"].clone(), fnma["id"].clone()]);

    for loan in [&mismo, &fnma] {
        assert_ne!(loan["LoanAmount"], "0.00");
        assert_eq!(loan["sourceFile"]["id"].as_str().map(str::len), Some(36));
        let id = loan["id"].as_i64().unwrap();
        let whole = avery.get(&format!("/api/loans/{id}/application")).await.expect(200);
        assert!(whole.at("/application/borrowers/0/incomes").as_array().is_some_and(|incomes| !incomes.is_empty()));
        assert_eq!(whole.at("/application/borrowers/0/taxpayerIdentifierLastFour").as_str().map(str::len), Some(4));
        assert!(whole.json["sealed"].as_array().is_some_and(|sealed| sealed.len() >= 2), "{}", whole.json["sealed"]);
    }
}

/// Converts an amount with two decimals to cents.
fn cents(text: &str) -> i64 {
    text.replace('.', "").parse().unwrap()
}

/// Total monthly income of a borrower in cents.
fn monthly(borrower: &Value) -> i64 {
    let incomes = borrower["incomes"].as_array().unwrap();
    incomes.iter().map(|income| cents(income["monthlyAmount"].as_str().unwrap())).sum()
}

/// First and last names of the matches that an import result lists.
fn matched(read: &Value) -> Vec<(String, String)> {
    let rows = read["leads"]["rows"].as_array().unwrap();
    let text = |row: &Value, key: &str| row[key].as_str().unwrap().to_owned();
    rows.iter().map(|row| (text(row, "FirstName"), text(row, "LastName"))).collect()
}

/// Texts of an XML element in document order.
fn texts_of<'a>(xml: &'a str, element: &str) -> Vec<&'a str> {
    let (open, close) = (format!("<{element}>"), format!("</{element}>"));
    xml.split(&open).skip(1).map(|rest| rest.split(&close).next().unwrap()).collect()
}

/// MISMO-19, MISMO-33: a loan from a MISMO file has the file's borrower, property and amounts. Importing it again warns
/// about the borrower with code and message.
#[tokio::test]
async fn a_loan_of_a_mismo_file_holds_the_files_data() {
    let keyturn = Keyturn::start().await;
    let avery = keyturn.company("cove").await.sign_in("avery.stone").await;
    let xml = String::from_utf8(fixture(MISMO)).unwrap();
    let read = import_mismo(&avery, "purchase.xml", fixture(MISMO)).await.expect(200).json;
    assert_eq!(read["warnings"], json!([]));
    let mut body = payload(&avery, &read).await;
    body["importType"] = json!("ACTIVE_LOAN");
    let made = avery.post("/api/loans/from-mismo", body).await.expect(201).json;
    let loan = avery.get(&format!("/api/loans/{}", made["id"])).await.expect(200).json;
    let whole = avery.get(&format!("/api/loans/{}/application", made["id"])).await.expect(200);

    let first = |element: &str| texts_of(&xml, element)[0];
    assert_eq!(loan["LoanAmount"], first("BaseLoanAmount"));
    assert_eq!(loan["LoanPurposeType"], first("LoanPurposeType"));
    assert_eq!(loan["StateCode"], first("StateCode"));
    assert_eq!(whole.at("/application/loan/baseAmount"), first("BaseLoanAmount"));
    assert_eq!(whole.at("/application/property/purchasePrice"), first("SalesContractAmount"));
    let property = whole.at("/application/property/address");
    let [line, city, state, postal] =
        ["AddressLineText", "CityName", "StateCode", "PostalCode"].map(|element| json!(first(element)));
    assert_eq!([&property["line"], &property["city"], &property["state"]], [&line, &city, &state]);
    assert_eq!(json!(property["postalCode"].as_str().unwrap().replace('-', "")), postal);
    // The first name in the file belongs to the property's owner, the second to the borrower.
    let borrower = whole.at("/application/borrowers/0");
    assert_eq!(borrower["firstName"], texts_of(&xml, "FirstName")[1]);
    assert_eq!(borrower["lastName"], texts_of(&xml, "LastName")[1]);
    let number = texts_of(&xml, "TaxpayerIdentifierValue")[0];
    assert_eq!(borrower["taxpayerIdentifierLastFour"], number[number.len() - 4..]);
    let incomes = texts_of(&xml, "CurrentIncomeMonthlyTotalAmount");
    assert_eq!(monthly(borrower), incomes.into_iter().map(cents).sum::<i64>());

    let again = import_mismo(&avery, "again.xml", fixture(MISMO)).await.expect(200).json;
    assert_eq!(
        again["warnings"],
        json!([{"lwCode": "LWBOR20001", "message": "A borrower with this email already exists."}])
    );
}

/// FNMA-14, FNMA-16, FNMA-19: uploading an FNMA file as the part `files` returns its four keys. A loan from it has the
/// file's people, property and amounts. A second upload lists the people who are known now.
#[tokio::test]
async fn a_loan_of_an_fnma_file_holds_the_files_data() {
    let keyturn = Keyturn::start().await;
    let avery = keyturn.company("cove").await.sign_in("avery.stone").await;
    let text = String::from_utf8(fixture(FNMA)).unwrap();
    let records = |id: &str| text.lines().filter(|line| line.starts_with(id)).map(str::to_owned).collect::<Vec<_>>();
    // Columns are counted from 1 in characters.
    let field = |record: &str, from: usize, length: usize| {
        record.chars().skip(from - 1).take(length).collect::<String>().trim().to_owned()
    };
    let read = import_fnma(&avery, "couple.fnm", fixture(FNMA)).await.expect(200).json;
    for key in ["fileId", "leads", "loanInfo", "loanApplication"] {
        assert!(!read[key].is_null(), "{key}");
    }
    assert_eq!(matched(&read), []);
    let other_part = reqwest::multipart::Form::new().part("file", reqwest::multipart::Part::bytes(fixture(FNMA)));
    let refused = avery.send(avery.request(Method::POST, "/api/imports/fnma").multipart(other_part)).await;
    assert!(matches!(refused.status, 400 | 422), "{}", refused.status);

    let made = avery.post("/api/loans/from-file", payload(&avery, &read).await).await.expect(201).json;
    let loan = avery.get(&format!("/api/loans/{}", made["id"])).await.expect(200).json;
    let whole = avery.get(&format!("/api/loans/{}/application", made["id"])).await.expect(200);
    let (terms, property) = (&records("01A")[0], &records("02A")[0]);
    assert_eq!(loan["LoanAmount"], field(terms, 131, 15));
    assert_eq!(whole.at("/application/loan/baseAmount"), &json!(field(terms, 131, 15)));
    let address = whole.at("/application/property/address");
    assert_eq!(
        [&address["line"], &address["city"], &address["state"]],
        [&json!(field(property, 4, 50)), &json!(field(property, 54, 35)), &json!(field(property, 89, 2))]
    );
    let postal = address["postalCode"].as_str().unwrap().replace('-', "");
    assert_eq!(postal, format!("{}{}", field(property, 91, 5), field(property, 96, 4)));
    let people = records("03A");
    let borrowers = whole.at("/application/borrowers").as_array().unwrap();
    assert_eq!(borrowers.len(), people.len());
    for (borrower, record) in borrowers.iter().zip(&people) {
        let number = field(record, 6, 9);
        assert_eq!(borrower["firstName"], field(record, 15, 35));
        assert_eq!(borrower["lastName"], field(record, 85, 35));
        assert_eq!(borrower["taxpayerIdentifierLastFour"], number[5..]);
        let of_person = records("05I").into_iter().filter(|line| field(line, 4, 9) == number);
        let incomes = of_person.map(|line| cents(&field(&line, 15, 15)));
        assert_eq!(monthly(borrower), incomes.sum::<i64>(), "{record}");
    }

    let again = import_fnma(&avery, "again.fnm", fixture(FNMA)).await.expect(200).json;
    let known = (field(&people[0], 15, 35), field(&people[0], 85, 35));
    assert!(matched(&again).contains(&known), "{}", again["leads"]);
    assert_eq!(again["leads"]["rows"][0]["LoanId"], made["id"]);
}

/// FNMA-15, FNMA-17, FNMA-18: the import result has file ID, people, amount, purpose, and the property's state and
/// occupancy.
#[tokio::test]
async fn an_import_result_summarizes_the_file() {
    let keyturn = Keyturn::start().await;
    let avery = keyturn.company("cove").await.sign_in("avery.stone").await;
    let read = import_fnma(&avery, "couple.fnm", fixture(FNMA)).await.expect(200).json;
    let made = avery.post("/api/loans/from-file", payload(&avery, &read).await).await.expect(201).json;
    assert_eq!(made["sourceFile"]["id"], read["fileId"]);
    let whole = avery.get(&format!("/api/loans/{}/application", made["id"])).await.expect(200);
    let people = whole.at("/application/borrowers").as_array().unwrap();
    let info = &read["loanInfo"];
    assert_eq!(info["borrowers"].as_array().unwrap().len(), people.len());
    for (told, person) in info["borrowers"].as_array().unwrap().iter().zip(people) {
        for key in ["firstName", "lastName", "email"] {
            assert_eq!(told.get(key).unwrap_or(&Value::Null), person.get(key).unwrap_or(&Value::Null), "{key}");
        }
        let phone = person.get("cellPhone").or_else(|| person.get("homePhone")).unwrap_or(&Value::Null);
        assert_eq!(told["phone"], *phone);
    }
    assert_eq!(info["amount"], made["LoanAmount"]);
    assert_eq!(info["purpose"], made["LoanPurposeType"]);
    assert_eq!(read["loanApplication"]["Property"], json!({"state": made["StateCode"]}));
    let usage = json!({"residenceTypeText": made["PropertyUsageType"]});
    assert_eq!(read["loanApplication"]["PurposeOfLoan"], usage);
    assert!(made["StateCode"].is_string() && made["PropertyUsageType"].is_string());
    assert!(read.get("TridData").is_none(), "FNMA files are not reviewed");
}

/// MISMO-20, TRID-01, TRID-02, TRID-03: a file of an active loan has its items. The loan has the reviewed values, and
/// revealing the numbers is audited.
#[tokio::test]
async fn the_items_of_an_active_file_are_reviewed() {
    let keyturn = Keyturn::start().await;
    let cove = keyturn.company("cove").await;
    let avery = cove.sign_in("avery.stone").await;
    let read = import_mismo(&avery, "purchase.xml", fixture(MISMO)).await.expect(200).json;
    assert_eq!(read["tridMissing"], json!([]));
    let mut items = read["TridData"].clone();
    for key in ["LoanAmount", "LoanPurpose", "PurchasePrice", "ApplicationDate", "PropertyUsageType"] {
        assert!(items[key].is_string(), "{key} of {items}");
    }
    let address = items["SubjectProperty"]["Address"].as_object().unwrap();
    assert_eq!(address.keys().collect::<Vec<_>>(), ["CityName", "LineText", "PostalCode", "StateCode", "TBDInd"]);
    for borrower in items["Borrowers"].as_array().unwrap() {
        assert_eq!(borrower["SSN"].as_str().map(str::len), Some(9));
        assert!(borrower["GrossMonthlyIncome"].is_string() && borrower["id"].is_string());
        assert!(borrower["Name"]["FirstName"].is_string() && borrower["Name"]["LastName"].is_string());
        assert!(borrower["Incomes"].is_array());
    }
    let revealed: i64 = sqlx::query_scalar(
        "select count(*) from audit_entry where company_id = $1 and action = 'import.reveal' and entity_id = $2",
    )
    .bind(cove.id)
    .bind(read["fileId"].as_str().unwrap())
    .fetch_one(&mut keyturn.superuser().await)
    .await
    .unwrap();
    assert_eq!(revealed, 1);

    items["AppraisedValue"] = json!("410000.00");
    items["LoanAmount"] = json!("287500.00");
    items["SubjectProperty"]["Address"]["StateCode"] = json!("NV");
    items["SubjectProperty"]["Address"]["CityName"] = json!("Reno");
    items["Borrowers"][0]["Name"]["FirstName"] = json!("Kendra");
    items["Borrowers"][0]["SSN"] = json!("457555462");
    items["Borrowers"][0]["Incomes"][0]["monthlyAmount"] = json!("5200.00");
    let mut body = payload(&avery, &read).await;
    body["importType"] = json!("ACTIVE_LOAN");
    body["StateCode"] = json!("NV");
    body["PrimaryBorrower"]["firstName"] = json!("Kendra");
    body["TridData"] = items.clone();
    let mut stranger = body.clone();
    stranger["TridData"]["Borrowers"][0]["id"] = json!("018f0000-0000-7000-8000-000000000009");
    let refused = avery.post("/api/loans/from-mismo", stranger).await.expect(422);
    assert!(refused.json["fields"]["TridData/Borrowers/0/id"].is_string(), "{}", refused.json);
    let mut closed = body.clone();
    closed["importType"] = json!("CLOSED_LOAN");
    let refused = avery.post("/api/loans/from-mismo", closed).await.expect(422);
    assert!(refused.json["fields"]["TridData"].is_string(), "{}", refused.json);

    let made = avery.post("/api/loans/from-mismo", body).await.expect(201).json;
    assert_eq!([&made["LoanAmount"], &made["StateCode"]], ["287500.00", "NV"]);
    let path = format!("/api/loans/{}", made["id"]);
    let whole = avery.get(&format!("{path}/application")).await.expect(200);
    assert_eq!(whole.at("/application/property/address/city"), "Reno");
    let borrower = whole.at("/application/borrowers/0");
    assert_eq!(borrower["firstName"], "Kendra");
    assert_eq!(borrower["taxpayerIdentifierLastFour"], "5462");
    let income = &items["Borrowers"][0]["Incomes"][0];
    let incomes = borrower["incomes"].as_array().unwrap();
    assert_eq!(incomes.iter().find(|one| one["id"] == income["id"]).unwrap()["monthlyAmount"], "5200.00");
    let secret = json!({"path": format!("borrowers/{}/taxpayerIdentifier", borrower["id"].as_str().unwrap())});
    assert_eq!(avery.post(&format!("{path}/reveals"), secret).await.expect(201).json["value"], "457555462");
}

/// DUP-15: a document is recognized regardless of line endings. Users who can see its loan get the loan, and others get
/// the owner's name.
#[tokio::test]
async fn the_same_file_imported_again_is_recognized() {
    let keyturn = Keyturn::start().await;
    let cove = keyturn.company("cove").await;
    let (avery, priya) = (cove.sign_in("avery.stone").await, cove.sign_in("priya.nguyen").await);
    let alice = keyturn.sign_in("alice.monroe@prairie.example").await;
    let read = async |client: &Client, bytes: Vec<u8>| {
        import_mismo(client, "purchase.xml", bytes).await.expect(200).json["importedBefore"].clone()
    };
    let text = String::from_utf8(fixture(MISMO)).unwrap();
    let rewritten = text.replace("\r\n", "\n").replace('\n', "\r\n").into_bytes();
    let first = import_mismo(&avery, "purchase.xml", fixture(MISMO)).await.expect(200).json;
    assert!(first.get("importedBefore").is_none());
    // Imported twice, still without a loan.
    assert_eq!(read(&avery, rewritten.clone()).await, Value::Null);
    let mut body = payload(&avery, &first).await;
    body["importType"] = json!("ACTIVE_LOAN");
    let made = avery.post("/api/loans/from-mismo", body).await.expect(201).json;
    for bytes in [fixture(MISMO), rewritten] {
        let before = read(&avery, bytes).await;
        assert_eq!((&before["loanId"], &before["officerName"]), (&made["id"], &json!("Avery Stone")));
        assert_eq!(before["importedAt"], made["createdAt"]);
    }
    let before = read(&priya, fixture(MISMO)).await;
    assert_eq!((&before["loanId"], &before["officerName"]), (&Value::Null, &json!("Avery Stone")));
    assert_eq!(read(&alice, fixture(MISMO)).await, Value::Null);
    let other = text.replacen("Casey", "Corey", 1).into_bytes();
    assert_ne!(other, fixture(MISMO), "the fixture has a Casey");
    assert_eq!(read(&avery, other).await, Value::Null);
}

/// The document with a different base income and email address.
fn told_otherwise(base: &str, email: &str) -> Vec<u8> {
    let text = String::from_utf8(fixture(MISMO)).unwrap();
    let told = text.replacen(">8500.00<", &format!(">{base}<"), 1).replacen("casey.rivera@example.com", email, 1);
    assert_ne!(told, text, "the fixture has an income and an address");
    told.into_bytes()
}

/// Imports a file and compares it with existing records.
async fn compared(client: &Client, bytes: Vec<u8>) -> (Value, Value) {
    let read = import_mismo(client, "again.xml", bytes).await.expect(200).json;
    let path = format!("/api/loans/import-differences?fileId={}", read["fileId"].as_str().unwrap());
    let answer = client.get(&path).await.expect(200).json;
    (read, answer)
}

/// The payload for a file, with the same decision for each difference.
async fn decided(client: &Client, read: &Value, compared: &Value, choice: &str) -> Value {
    let mut body = payload(client, read).await;
    body["importType"] = json!("ACTIVE_LOAN");
    let chosen = |borrower: &Value| {
        let (item, record) = (borrower["borrower"].clone(), borrower["borrowerId"].clone());
        let differences = borrower["differences"].as_array().unwrap().clone();
        differences.into_iter().map(move |one| {
            json!({"borrower": item, "borrowerId": record, "path": one["path"], "keyturn": one["keyturn"], "choice": choice})
        })
    };
    body["differences"] = compared["borrowers"].as_array().unwrap().iter().flat_map(chosen).collect();
    body
}

/// Changes fields of Casey, the only borrower of a loan.
async fn write(client: &Client, loan: &Value, field: impl Fn(&Value) -> (String, Value, Value)) {
    let path = format!("/api/loans/{loan}/application");
    let whole = client.get(&path).await.expect(200);
    let borrower = whole.at("/application/borrowers/0");
    let (below, from, to) = field(borrower);
    let change =
        json!([{"path": format!("borrowers/{}/{below}", borrower["id"].as_str().unwrap()), "from": from, "to": to}]);
    let _ = client.send(client.request(Method::PATCH, &path).json(&change)).await.expect(200);
}

/// Casey's base income and email address on a loan.
async fn casey_of(client: &Client, loan: &Value) -> (Value, Value) {
    let whole = client.get(&format!("/api/loans/{loan}/application")).await.expect(200);
    let casey = whole.at("/application/borrowers/0");
    let incomes = casey["incomes"].as_array().unwrap();
    let base = incomes.iter().find(|income| income["kind"] == "Base").unwrap();
    (base["monthlyAmount"].clone(), casey["email"].clone())
}

/// Casey's first loan, with an income of 5,200.00, and Casey's borrower record.
async fn casey_is_known(client: &Client) -> (Value, i64) {
    let read = import_mismo(client, "first.xml", fixture(MISMO)).await.expect(200).json;
    let mut body = payload(client, &read).await;
    body["importType"] = json!("ACTIVE_LOAN");
    let loan = client.post("/api/loans/from-mismo", body).await.expect(201).json["id"].clone();
    write(client, &loan, |casey| {
        let base = casey["incomes"].as_array().unwrap().iter().find(|income| income["kind"] == "Base").unwrap();
        (format!("incomes/{}/monthlyAmount", base["id"].as_str().unwrap()), json!("8500.00"), json!("5200.00"))
    })
    .await;
    let center = client.get(&format!("/api/loans/{loan}/center")).await.expect(200).json;
    (loan, center["borrowers"][0]["borrowerId"].as_i64().unwrap())
}

/// DUP-14: the borrower in the file is compared with the directory and the newest loan. Values newer than the file are
/// kept by default. Nothing sealed is returned, and nothing is written.
#[tokio::test]
async fn differences_are_shown_before_anything_is_written() {
    let keyturn = Keyturn::start().await;
    let cove = keyturn.company("cove").await;
    let (avery, priya) = (cove.sign_in("avery.stone").await, cove.sign_in("priya.nguyen").await);
    let (loan, record) = casey_is_known(&avery).await;
    let bytes = told_otherwise("5500.00", "casey@new.example");
    let (read, answer) = compared(&avery, bytes.clone()).await;
    let casey = &answer["borrowers"][0];
    assert_eq!((&casey["borrowerId"], &casey["knownName"]), (&json!(record), &json!("Casey Rivera JR")));
    assert_eq!(
        casey["differences"],
        json!([
            {"path": "email", "file": "casey@new.example", "keyturn": "casey.rivera@example.com", "default": "Keyturn"},
            {"path": "incomes/Base", "file": "5500.00", "keyturn": "5200.00", "default": "Keyturn"},
        ])
    );
    // A file dated in the future is newer than all records.
    let text = String::from_utf8(bytes.clone()).unwrap();
    let newer = text.replacen(">2026-01-02T", ">2999-01-02T", 1).into_bytes();
    assert_ne!(newer, bytes);
    let (_, of_newer) = compared(&avery, newer).await;
    assert_eq!(of_newer["borrowers"][0]["differences"][1]["default"], "File");
    // Users who can't see the records get nothing.
    let (_, of_priya) = compared(&priya, bytes).await;
    assert_eq!(of_priya, json!({"borrowers": []}));
    let path = format!("/api/loans/import-differences?fileId={}", read["fileId"].as_str().unwrap());
    let _ = priya.get(&path).await.expect(404);
    let _ = priya.get(&format!("{path}&loanId={loan}")).await.expect(404);

    assert_eq!(casey_of(&avery, &loan).await, (json!("5200.00"), json!("casey.rivera@example.com")));
    let known = avery.get(&format!("/api/borrowers/{record}")).await.expect(200).json;
    assert_eq!(known["Email"], "casey.rivera@example.com");
    assert_eq!(known["loans"].as_array().unwrap().len(), 1);
}

/// DUP-14: each difference is taken, kept, or deferred with the new loan and audited. Deferred ones are resolved on the
/// loan.
#[tokio::test]
async fn each_difference_is_taken_kept_or_deferred() {
    let keyturn = Keyturn::start().await;
    let cove = keyturn.company("cove").await;
    let (avery, priya) = (cove.sign_in("avery.stone").await, cove.sign_in("priya.nguyen").await);
    let (_, record) = casey_is_known(&avery).await;
    let known = async || avery.get(&format!("/api/borrowers/{record}")).await.expect(200).json["Email"].clone();
    let (read, answer) = compared(&avery, told_otherwise("5500.00", "casey@new.example")).await;

    // Kept: the loan has the existing value, and its history has the file's.
    let body = decided(&avery, &read, &answer, "Keyturn").await;
    let kept = avery.post("/api/loans/from-mismo", body).await.expect(201).json["id"].clone();
    assert_eq!(casey_of(&avery, &kept).await, (json!("5200.00"), json!("casey.rivera@example.com")));
    let said: Vec<Value> = sqlx::query_scalar(
        "select before from field_change where company_id = $1 and loan_id = $2 and path like '%/monthlyAmount'",
    )
    .bind(cove.id)
    .bind(kept.as_i64().unwrap())
    .fetch_all(&mut keyturn.superuser().await)
    .await
    .unwrap();
    assert_eq!(said, [json!("5500.00")]);
    assert_eq!(known().await, "casey.rivera@example.com");

    // Deferred: the loan has the file's value, the record keeps its own, and the loan lists both.
    let (read, answer) = compared(&avery, told_otherwise("5600.00", "casey@new.example")).await;
    let body = decided(&avery, &read, &answer, "Later").await;
    let later = avery.post("/api/loans/from-mismo", body).await.expect(201).json["id"].clone();
    assert_eq!(casey_of(&avery, &later).await, (json!("5600.00"), json!("casey@new.example")));
    assert_eq!(known().await, "casey.rivera@example.com");
    let left = async || {
        avery.get(&format!("/api/loans/{later}/center")).await.expect(200).json["differences"]
            .as_array()
            .unwrap()
            .clone()
    };
    let told = left().await;
    let said: Vec<_> = told.iter().map(|one| [&one["path"], &one["file"], &one["keyturn"]]).collect();
    assert_eq!(
        said,
        [
            [&json!("email"), &json!("casey@new.example"), &json!("casey.rivera@example.com")],
            [&json!("incomes/Base"), &json!("5600.00"), &json!("5200.00")],
        ]
    );
    assert_eq!((&told[0]["borrowerName"], &told[0]["leftBy"]), (&json!("Casey Rivera JR"), &json!("Avery Stone")));
    let settle = |at: usize| format!("/api/loan-differences/{}/settle", told[at]["id"]);
    let _ = priya.post(&settle(0), json!({"choice": "File"})).await.expect(404);
    let _ = avery.post(&settle(0), json!({"choice": "Later"})).await.expect(422);
    let _ = avery.post(&settle(0), json!({"choice": "File"})).await.expect(204);
    assert_eq!(known().await, "casey@new.example");
    let _ = avery.post(&settle(0), json!({"choice": "File"})).await.expect(404);
    let _ = avery.post(&settle(1), json!({"choice": "Keyturn"})).await.expect(204);
    assert_eq!(casey_of(&avery, &later).await, (json!("5200.00"), json!("casey@new.example")));
    assert_eq!(left().await, Vec::<Value>::new());

    // Taken: the record has the file's value.
    let (read, answer) = compared(&avery, told_otherwise("5700.00", "casey@newest.example")).await;
    let body = decided(&avery, &read, &answer, "File").await;
    let taken = avery.post("/api/loans/from-mismo", body).await.expect(201).json["id"].clone();
    assert_eq!(casey_of(&avery, &taken).await, (json!("5700.00"), json!("casey@newest.example")));
    assert_eq!(known().await, "casey@newest.example");
    let edits: Vec<Value> = sqlx::query_scalar(
        "select after from audit_entry
         where company_id = $1 and action = 'borrower.edit' and entity_id = $2
         order by id",
    )
    .bind(cove.id)
    .bind(record.to_string())
    .fetch_all(&mut keyturn.superuser().await)
    .await
    .unwrap();
    assert_eq!(edits, [json!({"Email": "casey@new.example"}), json!({"Email": "casey@newest.example"})]);
    let loans = avery.get(&format!("/api/borrowers/{record}")).await.expect(200).json["loans"].clone();
    assert_eq!(loans.as_array().unwrap().len(), 4);
}

/// DUP-14: decisions are validated, and refused as a whole if a value has changed since it was displayed.
#[tokio::test]
async fn decisions_on_stale_values_are_refused() {
    let keyturn = Keyturn::start().await;
    let cove = keyturn.company("cove").await;
    let (avery, priya) = (cove.sign_in("avery.stone").await, cove.sign_in("priya.nguyen").await);
    let (loan, record) = casey_is_known(&avery).await;
    let bytes = told_otherwise("5500.00", "casey@new.example");
    let (read, answer) = compared(&avery, bytes.clone()).await;
    let body = decided(&avery, &read, &answer, "Keyturn").await;
    let refused = async |client: &Client, change: &dyn Fn(&mut Value), status: u16| {
        let mut wrong = body.clone();
        change(&mut wrong["differences"]);
        client.post("/api/loans/from-mismo", wrong).await.expect(status).json
    };
    let unknown = refused(&avery, &|chosen| chosen[1]["path"] = json!("incomes/Wages"), 422).await;
    assert_eq!(unknown["fields"], json!({"differences/1/path": "Unknown field"}));
    let sealed = refused(&avery, &|chosen| chosen[0]["path"] = json!("taxpayerIdentifier"), 422).await;
    assert!(sealed["fields"]["differences/0/path"].is_string(), "{sealed}");
    let twice = refused(&avery, &|chosen| chosen[1]["path"] = json!("email"), 422).await;
    assert_eq!(twice["fields"], json!({"differences/1/path": "This field is chosen twice"}));
    let stranger = json!("018f0000-0000-7000-8000-000000000009");
    let nobody = |chosen: &mut Value| (0..2).for_each(|at| chosen[at]["borrower"] = stranger.clone());
    let of_nobody = refused(&avery, &nobody, 422).await;
    assert!(of_nobody["fields"]["differences/0/borrower"].is_string(), "{of_nobody}");
    let never = |chosen: &mut Value| (0..2).for_each(|at| chosen[at]["borrowerId"] = json!(999_999_999));
    let _ = refused(&avery, &never, 404).await;

    // Priya sends the ID of a record that she can't see.
    let (of_priya, _) = compared(&priya, bytes).await;
    let mut hers = decided(&priya, &of_priya, &json!({"borrowers": []}), "File").await;
    let item = of_priya["TridData"]["Borrowers"][0]["id"].clone();
    hers["differences"] = json!([{"borrower": item, "borrowerId": record, "path": "email",
        "keyturn": "casey.rivera@example.com", "choice": "File"}]);
    let _ = priya.post("/api/loans/from-mismo", hers).await.expect(404);

    // Another user changes the amount meanwhile.
    write(&avery, &loan, |casey| {
        let base = casey["incomes"].as_array().unwrap().iter().find(|income| income["kind"] == "Base").unwrap();
        (format!("incomes/{}/monthlyAmount", base["id"].as_str().unwrap()), json!("5200.00"), json!("5300.00"))
    })
    .await;
    let stale = refused(&avery, &|_| (), 409).await;
    let conflict = &stale["details"]["conflicts"][0];
    assert_eq!(
        (&stale["code"], &conflict["path"], &conflict["value"]),
        (&json!("LWLOAN11409"), &json!("incomes/Base"), &json!("5300.00")),
        "{stale}"
    );
    assert!(stale["message"].as_str().unwrap().starts_with("Income (Base) of Casey Rivera JR has changed"), "{stale}");
    // Nothing was written, and the file can still become a loan.
    assert_eq!(casey_of(&avery, &loan).await.0, "5300.00");
    let loans = avery.get(&format!("/api/borrowers/{record}")).await.expect(200).json["loans"].clone();
    assert_eq!(loans.as_array().unwrap().len(), 1);
    let mut good = body.clone();
    good["differences"][1]["keyturn"] = json!("5300.00");
    let made = avery.post("/api/loans/from-mismo", good).await.expect(201).json["id"].clone();
    assert_eq!(casey_of(&avery, &made).await, (json!("5300.00"), json!("casey.rivera@example.com")));
}

/// MISMO-04 to MISMO-09, MISMO-15, MISMO-16, MISMO-24, MISMO-25, MISMO-32: closed loans require dates that aren't in
/// the future, and are read-only from the start.
#[tokio::test]
async fn a_closed_loan_needs_its_dates() {
    let keyturn = Keyturn::start().await;
    let cove = keyturn.company("cove").await;
    let avery = cove.sign_in("avery.stone").await;
    let id = upload(&avery, "closed.xml", fixture(MISMO)).await;
    let read = import(&avery, "/api/imports/closed-loan", &id, "closed.xml").await.expect(200).json;
    assert_eq!(read.get("TridData"), None);
    let mut closed = payload(&avery, &read).await;
    closed["importType"] = json!("CLOSED_LOAN");
    closed["tridDate"] = json!("2999-01-01");
    closed["NonDelegatedCorrespondentLoan"] = json!(true);
    let refused = avery.post("/api/loans/from-mismo", closed.clone()).await.expect(422).json;
    let fields: Vec<_> = refused["fields"].as_object().unwrap().keys().map(String::as_str).collect();
    assert_eq!(fields, ["applicationDate", "fundedDate", "tridDate"]);
    closed["fundedDate"] = json!("2026-10-30");
    closed["applicationDate"] = json!("2026-09-01");
    closed["docSignedDate"] = json!("2026-10-28");
    closed["tridDate"] = json!("2026-09-02");
    // Harbor isn't a non-delegated correspondent.
    let refused = avery.post("/api/loans/from-mismo", closed.clone()).await.expect(422).json;
    assert!(refused["fields"]["NonDelegatedCorrespondentLoan"].is_string());
    closed.as_object_mut().unwrap().remove("NonDelegatedCorrespondentLoan");
    let loan = avery.post("/api/loans/from-mismo", closed).await.expect(201).json;
    assert_eq!((&loan["importType"], &loan["readOnly"]), (&json!("CLOSED_LOAN"), &json!(true)));
    assert_eq!(
        [&loan["fundedDate"], &loan["applicationDate"], &loan["docSignedDate"], &loan["tridDate"]],
        ["2026-10-30", "2026-09-01", "2026-10-28", "2026-09-02"]
    );
}

/// MISMO-12, FNMA-09, FNMA-16: known people are listed with their loan, and the email address causes a warning.
#[tokio::test]
async fn known_borrowers_are_shown_during_import() {
    let keyturn = Keyturn::start().await;
    let cove = keyturn.company("cove").await;
    let avery = cove.sign_in("avery.stone").await;
    let priya = cove.sign_in("priya.nguyen").await;
    let first = import_mismo(&avery, "first.xml", fixture(MISMO)).await.expect(200).json;
    assert_eq!((&first["leads"]["rows"], &first["warnings"]), (&json!([]), &json!([])));
    let mut made = payload(&avery, &first).await;
    made["importType"] = json!("ACTIVE_LOAN");
    let loan = avery.post("/api/loans/from-mismo", made.clone()).await.expect(201).json;
    let again = import_mismo(&avery, "again.xml", fixture(MISMO)).await.expect(200).json;
    assert_eq!(again["leads"]["rows"][0]["LoanId"], loan["id"]);
    assert_eq!(
        again["warnings"],
        json!([{"lwCode": "LWBOR20001", "message": "A borrower with this email already exists."}])
    );

    let borrower = &made["PrimaryBorrower"];
    let query = [("Email", borrower["email"].as_str().unwrap()), ("LoanOnly", "true")];
    let search = |client: &Client| client.request(Method::GET, "/api/borrowers/matches").query(&query);
    let own = avery.send(search(&avery)).await.expect(200).json;
    assert_eq!(own["rows"].as_array().unwrap().len(), 1);
    let keys: Vec<_> = own["rows"][0].as_object().unwrap().keys().map(String::as_str).collect();
    assert_eq!(keys, ["Agreed", "CellPhone", "Email", "FirstName", "LastName", "LoanId", "Strength", "Suffix"]);
    // An email address alone may be a spouse's.
    assert_eq!(
        (&own["rows"][0]["Strength"], &own["rows"][0]["Agreed"]),
        (&json!("Possible"), &json!([{"field": "Email", "equal": true}]))
    );
    let named = |key: &'static str, field: &str| (key, borrower[field].as_str().unwrap());
    let named = [query[0], query[1], named("FirstName", "firstName"), named("LastName", "lastName")];
    let named = avery.send(avery.request(Method::GET, "/api/borrowers/matches").query(&named)).await.expect(200).json;
    // With the name too it would be likely, but the file's borrower is a Jr., so the form may mean his father.
    let agreed: Vec<_> =
        named["rows"][0]["Agreed"].as_array().unwrap().iter().map(|one| one["field"].as_str().unwrap()).collect();
    assert_eq!((agreed, &named["rows"][0]["Strength"]), (vec!["Email", "FirstName", "LastName"], &json!("Possible")));
    // A colleague only learns that a match exists and who owns it.
    let outside = priya.send(search(&priya)).await.expect(200).json;
    assert_eq!(outside["rows"], json!([]));
    assert_eq!(outside["outside"][0]["ownerName"], "Avery Stone");
    assert_eq!(outside["outside"][0].as_object().unwrap().len(), 3);
}

/// MISMO-29, MISMO-30: a signed URL is valid once, for its file, and up to its length. Larger bodies are refused by the
/// announced length and while reading.
#[tokio::test]
async fn a_signed_url_is_valid_for_one_upload() {
    let keyturn = Keyturn::start_with(|config| config.upload_max_bytes = 100_000).await;
    let cove = keyturn.company("cove").await;
    let avery = cove.sign_in("avery.stone").await;
    let too_large =
        avery.post("/api/files/upload-url", json!({"fileName": "a.xml", "size": 100_001})).await.expect(413);
    assert_eq!(too_large.json["message"], "The file is too large.");
    let address = avery.post("/api/files/upload-url", json!({"fileName": "a.xml"})).await.expect(201).json;
    let address = address["fileUploadSignedUrl"].as_str().unwrap().to_owned();
    let visitor = keyturn.visitor();
    let put = |address: String, bytes: Vec<u8>| visitor.send(visitor.request(Method::PUT, &address).body(bytes));
    for (from, to) in [("max=100000", "max=900000"), ("company=", "company=1"), ("signature=", "signature=A")] {
        assert!(address.contains(from), "{address}");
        let _ = put(address.replace(from, to), vec![1]).await.expect(403);
    }
    let _ = put(address.clone(), vec![1; 100_001]).await.expect(413);
    let endless = futures_stream(vec![1; 60_000], 3);
    let _ = visitor.send(visitor.request(Method::PUT, &address).body(endless)).await.expect(413);
    assert_eq!(keyturn.stored_files(), Vec::<PathBuf>::new());
    // A failed upload releases the URL, a successful one consumes it.
    let _ = put(address.clone(), vec![1; 100_000]).await.expect(204);
    let _ = put(address.clone(), vec![1]).await.expect(409);
    assert_eq!(keyturn.stored_files().len(), 1);
    let expired = Keyturn::start_with(|config| config.signed_address_minutes = 0).await;
    let beth = expired.sign_in("beth.sullivan@harbor.example").await;
    let address = beth.post("/api/files/upload-url", json!({"fileName": "a.xml"})).await.expect(201).json;
    let request = beth.request(Method::PUT, address["fileUploadSignedUrl"].as_str().unwrap()).body("x");
    let _ = beth.send(request).await.expect(410);
    for name in ["", "../a.xml", "a\nb.xml"] {
        let _ = avery.post("/api/files/upload-url", json!({"fileName": name})).await.expect(422);
    }
}

fn futures_stream(chunk: Vec<u8>, times: usize) -> reqwest::Body {
    reqwest::Body::wrap_stream(futures::stream::iter((0..times).map(move |_| Ok::<_, std::io::Error>(chunk.clone()))))
}

/// A file belongs to its uploader until it becomes a loan, once. The same idempotency key returns the same loan.
#[tokio::test]
async fn a_file_becomes_one_loan() {
    let keyturn = Keyturn::start().await;
    let cove = keyturn.company("cove").await;
    let avery = cove.sign_in("avery.stone").await;
    let beth = cove.sign_in("beth.sullivan").await;
    let alice = keyturn.sign_in("alice.monroe@prairie.example").await;
    let id = upload(&avery, "a.xml", fixture(MISMO)).await;
    for other in [&beth, &alice] {
        let _ = import(other, "/api/imports/mismo", &id, "a.xml").await.expect(404);
    }
    for path in
        ["imports/a.xml", "a.xml", "imports/018f0000-0000-7000-8000-000000000001/b.xml", "imports/nonsense/a.xml"]
    {
        let _ = avery.post("/api/imports/mismo", json!({"fileName": "a.xml", "filePath": path})).await.expect(422);
    }
    let read = import(&avery, "/api/imports/mismo", &id, "a.xml").await.expect(200).json;
    let mut made = payload(&avery, &read).await;
    made["importType"] = json!("ACTIVE_LOAN");
    let mut of_beth = made.clone();
    of_beth["LoanOfficerId"] = json!(membership(&beth).await);
    let _ = beth.post("/api/loans/from-mismo", of_beth).await.expect(422);
    let once = avery.with_header("idempotency-key", "018f0000-0000-7000-8000-000000000002");
    let loan = once.post("/api/loans/from-mismo", made.clone()).await.expect(201).json;
    assert_eq!(once.post("/api/loans/from-mismo", made.clone()).await.expect(201).json["id"], loan["id"]);
    let _ = avery.post("/api/loans/from-mismo", made).await.expect(422);
    assert_eq!(avery.get("/api/loans?onlyCount=true").await.json["count"], 1);
    // The file is kept with its loan and isn't swept.
    let mut superuser = keyturn.superuser().await;
    sqlx::raw_sql("update file set expires_at = now() - interval '1 day' where expires_at is not null")
        .execute(&mut superuser)
        .await
        .unwrap();
    keyturn::sweep::sweep(&keyturn.app).await.unwrap();
    assert_eq!(keyturn.stored_files().len(), 1);
    // An unused file is deleted with its parsed content, even if it was parsed long after the upload.
    let unused = upload(&avery, "b.xml", fixture(MISMO)).await;
    let _ = import(&avery, "/api/imports/mismo", &unused, "b.xml").await.expect(200);
    sqlx::query("update file set expires_at = now() - interval '1 day' where id = $1::uuid")
        .bind(unused)
        .execute(&mut superuser)
        .await
        .unwrap();
    keyturn::sweep::sweep(&keyturn.app).await.unwrap();
    assert_eq!(keyturn.stored_files().len(), 1);
    let left: i64 = sqlx::query_scalar("select count(*) from imported_loan").fetch_one(&mut superuser).await.unwrap();
    assert_eq!(left, 0);
}

/// Each third-party sample file either becomes a loan or is refused, and none crashes the server.
#[tokio::test]
async fn every_sample_file_becomes_a_loan_or_is_refused_with_a_message() {
    let keyturn = Keyturn::start().await;
    let cove = keyturn.company("cove").await;
    let avery = cove.sign_in("avery.stone").await;
    for path in samples("mismo34").into_iter().chain(samples("fnma32")).chain(samples("malformed")) {
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        let bytes = std::fs::read(&path).unwrap();
        let is_fnma = name.ends_with(".fnm");
        let read =
            if is_fnma { import_fnma(&avery, &name, bytes).await } else { import_mismo(&avery, &name, bytes).await };
        if path.parent().unwrap().ends_with("mismo34") {
            assert_eq!(read.status, 200, "{name}: {}", read.json);
        }
        if read.status == 422 {
            assert!(
                read.json["message"].as_str().is_some_and(|message| message.ends_with('.')),
                "{name}: {}",
                read.json
            );
            continue;
        }
        assert_eq!(read.status, 200, "{name}: {}", read.json);
        let mut made = payload(&avery, &read.json).await;
        let to = if is_fnma { "/api/loans/from-file" } else { "/api/loans/from-mismo" };
        if !is_fnma {
            made["importType"] = json!("ACTIVE_LOAN");
        }
        let loan = avery.post(to, made).await;
        assert_eq!(loan.status, 201, "{name}: {}", loan.json);
        let whole = avery.get(&format!("/api/loans/{}/application", loan.json["id"])).await.expect(200);
        assert!(!whole.at("/application/borrowers").as_array().unwrap().is_empty(), "{name}");
    }
}
