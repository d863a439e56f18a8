//! Redirect URLs that look like the registered one but differ from it.

use crate::table::Proof;
use reqwest::Method;
use testkit::{Place, authorize};

/// Variants of `{base}/callback`. `port` is the server's port.
fn variants(base: &str, port: &str) -> Vec<String> {
    let mut variants: Vec<String> = [
        "/callback/",
        "/callback//",
        "//callback",
        "/Callback",
        "/CALLBACK",
        "/callback?",
        "/callback?a=b",
        "/callback#",
        "/callback#a",
        "/callback;a",
        "/callback%00",
        "/callback%20",
        "/callback ",
        "/callback\t",
        "/callback\n",
        "/callback\r\nLocation: https://evil.example",
        "/callback.evil",
        "/callback/..",
        "/callback/../evil",
        "/callback/%2e%2e/evil",
        "/./callback",
        "/a/../callback",
        "/%63allback",
        "/callback%2f",
        "/callbac",
        "/callbackx",
        "/callback\\",
        "\\callback",
        "/session-ended",
        "/",
        "",
        "@evil.example/callback",
        ".evil.example/callback",
        ":80/callback",
        "/callback&redirect_uri=https://evil.example",
        "/callback,https://evil.example",
        "/callback https://evil.example",
        "/callback?redirect=https://evil.example",
        "/partner/rocket/auth/callback",
    ]
    .iter()
    .map(|ending| format!("{base}{ending}"))
    .collect();
    variants.extend(
        [
            "https://evil.example/callback",
            "//evil.example/callback",
            "/callback",
            "callback",
            "javascript:alert(1)",
            "data:text/html,x",
            "https:/evil.example",
            "http://localhost/callback",
            "http://localhost.evil.example/callback",
            "http://evil.example#@localhost/callback",
            "urn:ietf:wg:oauth:2.0:oob",
            "*",
            "null",
        ]
        .map(str::to_owned),
    );
    variants.extend([
        format!("https://localhost:{port}/callback"),
        format!("HTTP://localhost:{port}/callback"),
        format!("http://LOCALHOST:{port}/callback"),
        format!("http://localhost.:{port}/callback"),
        format!("http://127.0.0.1:{port}/callback"),
        format!("http://[::1]:{port}/callback"),
        format!("http://user@localhost:{port}/callback"),
        format!("http://evil.example:{port}/callback"),
        format!("http://evil.example\\@localhost:{port}/callback"),
        format!("http://xn--lcalhost-xjf:{port}/callback"),
        format!("http://localhost:0{port}/callback"),
        format!(" {base}/callback"),
    ]);
    variants
}

pub(super) async fn prove(proof: &mut Proof, place: &Place) {
    let port = place.base.rsplit(':').next().unwrap_or_default();
    let variants = variants(&place.base, port);
    let visitor = place.visitor();
    let mut wrong = Vec::new();
    for address in &variants {
        let answer = visitor.get(&authorize(&place.base, &[("redirect_uri", address)])).await;
        if answer.status != 400 || answer.headers.contains_key("location") {
            wrong.push(format!("{address:?}: {} to {:?}", answer.status, answer.headers.get("location")));
        }
        let ended = visitor.request(Method::GET, "/oidc/logout").query(&[("post_logout_redirect_uri", address)]);
        let answer = visitor.send(ended).await;
        if address != &format!("{}/session-ended", place.base) && answer.headers.contains_key("location") {
            wrong.push(format!("{address:?} after signing out: {:?}", answer.headers.get("location")));
        }
    }
    proof.none(
        format!("{} variants of the return address, at sign-in and at sign-out", variants.len()),
        "400 and no redirect",
        "none accepted",
        &wrong,
    );
}
