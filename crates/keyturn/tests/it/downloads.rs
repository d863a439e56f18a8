//! Download links.

use serde_json::json;
use testkit::{Keyturn, officer::upload};

const GONE: &str = "This download link is invalid or has expired.";

/// AUTH-14: a link downloads the file under its name without sign-in. An altered, unknown or dead link gets one
/// message.
#[tokio::test]
async fn only_the_link_gives_access_to_the_file() {
    let keyturn = Keyturn::start().await;
    let avery = keyturn.sign_in("avery.stone@harbor.example").await;
    let file = upload(&avery, "Maya's 1003.xml", b"<MESSAGE/>".to_vec()).await;
    let path = format!("/api/files/{file}/download-url");
    let url = avery.post(&path, json!({})).await.expect(201).at("/downloadUrl").as_str().unwrap().to_owned();
    let token = url.strip_prefix(&format!("{}/download?token=", keyturn.base)).unwrap_or_else(|| panic!("{url}"));

    let visitor = keyturn.visitor();
    let fetch = |token: &str| {
        let (visitor, path) = (visitor.clone(), format!("/api/files/download?token={token}"));
        async move { visitor.get(&path).await }
    };
    let fetched = fetch(token).await.expect(200);
    assert_eq!(fetched.json, "<MESSAGE/>");
    assert_eq!(fetched.headers["content-disposition"], "attachment; filename*=UTF-8''Maya%27s%201003.xml");
    assert_eq!(fetched.headers["content-type"], "application/octet-stream");
    let altered = format!("{}{}", if token.starts_with('A') { 'B' } else { 'A' }, &token[1..]);
    for wrong in [altered.as_str(), &token[..token.len() - 2], "x", ""] {
        assert_eq!(fetch(wrong).await.expect(410).json["message"], GONE, "{wrong}");
    }
    // Only the uploader can create links, not a colleague or another company.
    for other in ["grace.whitfield@harbor.example", "beth.sullivan@harbor.example"] {
        let _ = keyturn.sign_in(other).await.post(&path, json!({})).await.expect(404);
    }
    let audited: i64 = sqlx::query_scalar("select count(*) from audit_entry where action = 'file.download'")
        .fetch_one(&mut keyturn.superuser().await)
        .await
        .unwrap();
    assert_eq!(audited, 1);
    sqlx::raw_sql("delete from file").execute(&mut keyturn.superuser().await).await.unwrap();
    assert_eq!(fetch(token).await.expect(410).json["message"], GONE);
}

/// AUTH-14: a link expires after some minutes.
#[tokio::test]
async fn a_download_link_expires() {
    let keyturn = Keyturn::start_with(|config| config.signed_address_minutes = 0).await;
    let avery = keyturn.sign_in("avery.stone@harbor.example").await;
    let id = "018f0000-0000-7000-8000-0000000000f1";
    sqlx::query(
        "insert into file (company_id, id, name, size_bytes, sha256, purpose, uploaded_by)
         select home_company_id, $1::uuid, 'a.xml', 1, decode(repeat('00', 32), 'hex'), 'import', id
         from app_user where email = 'avery.stone@harbor.example'",
    )
    .bind(id)
    .execute(&mut keyturn.superuser().await)
    .await
    .unwrap();
    let link = avery.post(&format!("/api/files/{id}/download-url"), json!({})).await.expect(201);
    let token = link.at("/downloadUrl").as_str().unwrap().rsplit_once('=').unwrap().1.to_owned();
    let gone = keyturn.visitor().get(&format!("/api/files/download?token={token}")).await.expect(410);
    assert_eq!(gone.json["message"], GONE);
}
