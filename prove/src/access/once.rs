//! Replay attacks on single-use values: authenticator codes, authorization codes and refresh tokens. Also checks a
//! login that has ended.

use crate::table::Proof;
use futures::future::join_all;
use serde_json::json;
use testkit::{Answer, Client, PASSWORD, Place, SignInPage, code_of, refresh};

const AVERY: &str = "avery.stone@harbor.example";

pub(super) async fn prove(proof: &mut Proof, plain: &Place, strict: &Place) {
    authenticator_code(proof, strict).await;
    code(proof, plain).await;
    refresh_token(proof, plain).await;
    signed_out_everywhere(proof, plain).await;
}

async fn authenticator_code(proof: &mut Proof, place: &Place) {
    let page = SignInPage::open(&place.visitor(), &place.base).await;
    let step = page.password(AVERY, PASSWORD).await.expect(200);
    let secret = step.at("/secret").as_str().expect("a secret").to_owned();
    let _ = page.code(&step, &code_of(&secret, -1)).await.expect(200);
    let mut pages = Vec::new();
    for _ in 0..10 {
        let page = SignInPage::open(&place.visitor(), &place.base).await;
        let step = page.password(AVERY, PASSWORD).await.expect(200);
        pages.push((page, step));
    }
    let code = code_of(&secret, 1);
    let answers = join_all(pages.iter().map(|(page, step)| page.code(step, &code))).await;
    let taken = answers.iter().filter(|answer| answer.json["step"] == "DONE").count();
    proof.row("one code of the authenticator, ten times at once", "taken once", format!("{taken} times"), taken == 1);
}

async fn sign_in(place: &Place) -> (SignInPage, Answer) {
    let page = SignInPage::open(&place.visitor(), &place.base).await;
    let done = page.password(AVERY, PASSWORD).await.expect(200);
    (page, done)
}

fn holder(place: &Place, tokens: &serde_json::Value) -> Client {
    place.visitor().with_token(tokens["id_token"].as_str().expect("an id token"))
}

async fn code(proof: &mut Proof, place: &Place) {
    let (page, done) = sign_in(place).await;
    let tokens = page.tokens(&done).await;
    let avery = holder(place, &tokens);
    let before = avery.get("/api/users/me").await.status;
    let again = page.exchange(&done).await.status;
    let after = avery.get("/api/users/me").await.status;
    let renewed = refresh(&place.visitor(), tokens["refresh_token"].as_str().unwrap_or_default()).await.status;
    proof.row(
        "a code sent a second time",
        "400, and the tokens of the first exchange end: 200, then 401 and 400",
        format!("{again}; {before}, then {after} and {renewed}"),
        (again, before, after, renewed) == (400, 200, 401, 400),
    );
}

async fn refresh_token(proof: &mut Proof, place: &Place) {
    let (page, done) = sign_in(place).await;
    let first = page.tokens(&done).await["refresh_token"].as_str().unwrap_or_default().to_owned();
    let renewed = refresh(&place.visitor(), &first).await.expect(200).json;
    let avery = holder(place, &renewed);
    let before = avery.get("/api/users/me").await.status;
    // A minute later, after the ten seconds in which two tabs can use the same token.
    sqlx::raw_sql("update oidc_refresh set used_at = used_at - interval '1 minute' where used_at is not null")
        .execute(&mut place.superuser().await)
        .await
        .expect("the tokens");
    let again = refresh(&place.visitor(), &first).await.status;
    let after = avery.get("/api/users/me").await.status;
    let successor = refresh(&place.visitor(), renewed["refresh_token"].as_str().unwrap_or_default()).await.status;
    proof.row(
        "a refresh token sent a second time, later",
        "400, and its whole family ends: 200, then 401 and 400",
        format!("{again}; {before}, then {after} and {successor}"),
        (again, before, after, successor) == (400, 200, 401, 400),
    );
}

async fn signed_out_everywhere(proof: &mut Proof, place: &Place) {
    let (page, done) = sign_in(place).await;
    let office = page.signed_in(&done).await;
    let (page, done) = sign_in(place).await;
    let phone = page.signed_in(&done).await;
    for client in [&office, &phone] {
        let _ = client.get("/api/users/me").await.expect(200);
    }
    let _ = office.delete("/api/auth/logins").await.expect(204);
    let mut wrong = Vec::new();
    for (what, client) in [("office", &office), ("phone", &phone)] {
        for path in
            ["/api/users/me", "/api/users/me/permissions", "/api/loans", "/api/lookups/data", "/api/auth/logins"]
        {
            // With the tab's session id, without it, and with an invented one.
            let invented = client.another_tab().with_header("x-session-id", "018f0000-0000-4000-8000-000000000009");
            for tab in [client.clone(), client.another_tab(), invented] {
                let answer = tab.get(path).await;
                if answer.status != 401 || answer.headers.contains_key("x-session-id") {
                    wrong.push(format!("{what} {path}: {} {}", answer.status, answer.json));
                }
            }
        }
        let extended = client.another_tab().post("/api/session/touch", json!({})).await;
        if extended.status != 401 {
            wrong.push(format!("{what}: {} when it asks for more time", extended.status));
        }
    }
    proof.none(
        "after 'sign out everywhere': x-session-id kept, dropped, invented",
        "401 for every call, and no new tab",
        "refused",
        &wrong,
    );
}
