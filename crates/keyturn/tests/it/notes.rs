//! Notes: input, what is stored, and who sees them.

use crate::{
    branding::{SECRET, jpeg_of_a_camera, png_with_text},
    leads::create,
};
use base64::{Engine, engine::general_purpose::STANDARD};
use reqwest::Method;
use serde_json::{Value, json};
use testkit::{Keyturn, officer::lead, officer::owner};
use uuid::Uuid;

fn pasted(kind: &str, bytes: &[u8]) -> String {
    format!("<p>Their letter:</p><img src=\"data:image/{kind};base64,{}\">", STANDARD.encode(bytes))
}

fn note(text: &str) -> Value {
    json!({"text": text, "type": "NOTE", "metadata": {}})
}

/// URL of the only picture in a note.
fn address_of(note: &Value) -> String {
    let text = note["text"].as_str().unwrap();
    let (_, after) = text.split_once("src=\"").unwrap();
    after.split_once('"').unwrap().0.to_owned()
}

/// Downloads a URL without signing in.
async fn fetch(keyturn: &Keyturn, address: &str) -> (u16, String, Vec<u8>) {
    let visitor = keyturn.visitor();
    let answer = visitor.request(Method::GET, address).send().await.unwrap();
    let kind = answer.headers()["content-type"].to_str().unwrap().to_owned();
    (answer.status().as_u16(), kind, answer.bytes().await.unwrap().to_vec())
}

/// LEAD-18: pictures in notes are stored as files, encoded again without metadata, displayed in place, and copied with
/// the note to the loan. The server sanitizes the HTML.
#[tokio::test]
async fn pictures_of_notes_are_encoded_again_and_displayed() {
    let keyturn = Keyturn::start().await;
    let cove = keyturn.company("cove").await;
    let avery = cove.sign_in("avery.stone").await;
    let mut payload = lead("Maya", "Ortiz", &[owner(&avery).await]);
    payload["Notes"] = json!([note(&pasted("png", &png_with_text())), note("Rate < 6%\nby spring")]);
    let once = avery.with_header("idempotency-key", &Uuid::now_v7().to_string());
    let made = once.post("/api/leads", payload.clone()).await.expect(201).json;
    assert_eq!(once.post("/api/leads", payload).await.expect(201).json["id"], made["id"]);
    let path = format!("/api/leads/{}", made["id"]);

    let camera = pasted("jpeg", &jpeg_of_a_camera()) + "<img src=x onerror=alert(1)><script>alert(1)</script>";
    let noted = avery.post(&format!("{path}/notes"), note(&camera)).await.expect(201).json;
    assert!(!noted["Notes"][0]["text"].as_str().unwrap().contains("alert"), "{noted}");
    let read = avery.get(&path).await.expect(200).json;
    let timeline = avery.get(&format!("{path}/timeline")).await.expect(200).json;
    let notes = read["Notes"].as_array().unwrap();
    let plain = notes.iter().find(|note| note["text"].as_str().unwrap().contains("spring")).unwrap();
    assert_eq!(plain["text"], "<p>Rate &lt; 6%</p><p>by spring</p>");
    let with_pictures: Vec<_> = notes.iter().filter(|note| note["text"].as_str().unwrap().contains("img")).collect();
    assert_eq!(with_pictures.len(), 2, "{read}");
    for shown in with_pictures {
        let (status, kind, bytes) = fetch(&keyturn, &address_of(shown)).await;
        assert!(status == 200 && ["image/png", "image/jpeg"].contains(&kind.as_str()), "{status} {kind}");
        let readable = String::from_utf8_lossy(&bytes);
        assert!(!readable.contains(SECRET) && !readable.contains("Exif") && !readable.contains("tEXt"));
        let rows = timeline["rows"].as_array().unwrap();
        assert!(rows.iter().any(|entry| entry["text"] == shown["text"]), "{timeline}");
    }
    // A URL is only valid as signed, and doesn't reveal how the picture is stored.
    let address = address_of(&noted["Notes"][0]);
    assert_eq!(fetch(&keyturn, &address[..address.len() - 2]).await.0, 410);
    assert!(!read.to_string().contains("note-picture:"));

    let loan = avery.post(&format!("{path}/convert"), json!({})).await.expect(201).json["loanId"].as_i64().unwrap();
    let both = "select html, pictures from note where lead_id = $1 or loan_id = $2 order by html, id";
    let kept: Vec<(String, Vec<Uuid>)> = sqlx::query_as(both)
        .bind(made["id"].as_i64().unwrap())
        .bind(loan)
        .fetch_all(&mut keyturn.superuser().await)
        .await
        .unwrap();
    assert_eq!((kept.len(), kept.iter().filter(|(_, pictures)| pictures.len() == 1).count()), (6, 4));
    assert!(kept.chunks(2).all(|two| two[0] == two[1]), "{kept:?}");
}

/// Invalid notes are reported by path and store nothing.
#[tokio::test]
async fn invalid_notes_are_refused_by_the_api() {
    let keyturn = Keyturn::start().await;
    let cove = keyturn.company("cove").await;
    let avery = cove.sign_in("avery.stone").await;
    let path = format!("/api/leads/{}/notes", create(&avery, "Maya", "Ortiz").await["id"]);
    let large = pasted("png", &vec![0; 5 * 1024 * 1024 + 1]);
    for (text, told) in [
        (pasted("png", b"no picture"), "A picture can't be read. Paste a PNG, JPEG or WebP picture"),
        (large.clone(), "A picture has at most 5 MB"),
        ("<p> </p>".to_owned(), "Write a note"),
    ] {
        let refused = avery.post(&path, note(&text)).await.expect(422).json;
        assert_eq!(refused["fields"]["text"], told);
    }
    let mut payload = lead("Noel", "Baptiste", &[owner(&avery).await]);
    payload["Notes"] = json!([note("Fine"), note(&large)]);
    let refused = avery.post("/api/leads", payload).await.expect(422).json;
    assert_eq!(refused["fields"]["Notes/1/text"], "A picture has at most 5 MB");
    let _ = avery.post(&path, note(&"x".repeat(9_000_000))).await.expect(413);
    let pictures: i64 = sqlx::query_scalar("select count(*) from file where purpose = 'note-picture'")
        .fetch_one(&mut keyturn.superuser().await)
        .await
        .unwrap();
    assert_eq!(pictures, 0);
}
