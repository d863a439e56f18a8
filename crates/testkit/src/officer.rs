//! Requests of a loan officer's browser that many tests need.

use crate::{Answer, Client};
use reqwest::{Method, multipart};
use serde_json::{Value, json};
use std::path::Path;

/// Payload of the Manual tab.
#[must_use]
pub fn manual(first: &str, last: &str, officer: i64) -> Value {
    json!({
        "PrimaryBorrower": {
            "email": format!("{first}.{last}@example.com").to_lowercase(),
            "firstName": first,
            "lastName": last,
            "phone": null,
        },
        "isProspect": false,
        "inviteBorrower": false,
        "validate": false,
        "fileVersion": "URLA_2021",
        "LoanPurposeType": "Purchase",
        "StateCode": "CA",
        "PropertyUsageType": "PrimaryResidence",
        "LoanOfficerId": officer,
        "otherUsers": {"loanAssistant": null, "WizeUsers": [], "ProcessorUser": null, "ProcessorOrgUnitId": null},
    })
}

/// Payload of the Add Lead dialog.
#[must_use]
pub fn lead(first: &str, last: &str, owners: &[Value]) -> Value {
    json!({
        "LeadScenario": {"loanPurpose": "Purchase"},
        "LeadContacts": [{
            "firstName": first,
            "lastName": last,
            "email": format!("{first}.{last}@example.com").to_lowercase(),
            "cellPhone": null,
            "isPrimary": true,
        }],
        "LeadDetail": {"LeadProviderId": null},
        "LeadReferral": {"LeadSourceId": null, "otherSourceDesc": null},
        "LeadUsers": owners,
    })
}

/// The client's user as the primary owner of a lead, in their active branch.
pub async fn owner(client: &Client) -> Value {
    let me = client.get("/api/users/me").await.expect(200);
    json!({"WizeUserId": me.at("/activeUser/id"), "WizeOrgUnitId": me.at("/activeUser/WizeOrgUnitId"), "isPrimary": true})
}

/// The client's active membership.
pub async fn membership(client: &Client) -> i64 {
    client.get("/api/users/me").await.expect(200).at("/activeUser/WizeUserOrgUnitId").as_i64().expect("a number")
}

/// One of the project's sample loan files.
#[must_use]
pub fn fixture(name: &str) -> Vec<u8> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../lending/tests/fixtures").join(name);
    std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Uploads a file like the web does: first requests an upload URL, then sends the bytes. Returns the file's id.
pub async fn upload(client: &Client, name: &str, bytes: Vec<u8>) -> String {
    let address =
        client.post("/api/files/upload-url", json!({"fileName": name, "size": bytes.len()})).await.expect(201);
    let put = client.request(Method::PUT, address.at("/fileUploadSignedUrl").as_str().expect("an address")).body(bytes);
    let _ = client.send(put).await.expect(204);
    address.at("/fileId").as_str().expect("an id").to_owned()
}

/// Imports an uploaded file through `/api/imports/mismo` or `/api/imports/closed-loan`.
pub async fn import(client: &Client, path: &str, id: &str, name: &str) -> Answer {
    client.post(path, json!({"fileName": name, "filePath": format!("imports/{id}/{name}")})).await
}

/// Uploads and imports a MISMO file.
pub async fn import_mismo(client: &Client, name: &str, bytes: Vec<u8>) -> Answer {
    let id = upload(client, name, bytes).await;
    import(client, "/api/imports/mismo", &id, name).await
}

/// Imports an FNMA file, which is part of the request.
pub async fn import_fnma(client: &Client, name: &str, bytes: Vec<u8>) -> Answer {
    let part = multipart::Part::bytes(bytes).file_name(name.to_owned());
    client
        .send(client.request(Method::POST, "/api/imports/fnma").multipart(multipart::Form::new().part("files", part)))
        .await
}

/// Payload of the form after a file was imported, with its fields filled from the file.
#[must_use]
pub fn from_file(read: &Value, officer: i64) -> Value {
    let mut payload = manual("", "", officer);
    let borrower = &read["loanInfo"]["borrowers"][0];
    payload["PrimaryBorrower"] = json!({
        "firstName": borrower["firstName"], "lastName": borrower["lastName"], "email": borrower["email"], "phone": borrower["phone"],
    });
    payload["LoanPurposeType"] = read["loanInfo"]["purpose"].as_str().unwrap_or("Purchase").into();
    payload["StateCode"] = read["loanApplication"]["Property"]["state"].clone();
    payload["PropertyUsageType"] =
        read["loanApplication"]["PurposeOfLoan"]["residenceTypeText"].as_str().unwrap_or("PrimaryResidence").into();
    payload["fileId"] = read["fileId"].clone();
    payload
}
