//! Security headers of pages and answers (OWASP ASVS 5.0, chapter V3).

use reqwest::Method;
use serde_json::json;
use testkit::{Answer, Client, Issuer, Keyturn, officer::upload};

/// Every standalone page, including those outside the application.
const PAGES: [&str; 18] = [
    "/",
    "/login",
    "/login/reset-mfa",
    "/forgotPassword",
    "/setPassword?email=YQ&userToken=x&theme=light",
    "/reset-mfa-confirmation?userToken=x",
    "/callback?code=x",
    "/partner/rocket/auth/callback?code=x",
    "/idp?sso=x",
    "/session-ended",
    "/autherror",
    "/servererror",
    "/requesterror",
    "/e-sign-callback",
    "/download?token=x",
    "/not-found",
    "/oidc/error?error=x",
    "/app/loans/1/application",
];

/// One answer of each kind, with its expected status.
async fn answers(keyturn: &Keyturn, avery: &Client) -> Vec<(String, u16, Answer)> {
    let visitor = keyturn.visitor();
    let file = upload(avery, "a.xml", b"<MESSAGE/>".to_vec()).await;
    let link = avery.post(&format!("/api/files/{file}/download-url"), json!({})).await.expect(201);
    let token = link.at("/downloadUrl").as_str().unwrap().rsplit_once('=').unwrap().1.to_owned();
    let too_large = "x".repeat(1_100_000);
    let mut answers = Vec::new();
    for (method, path, status, by) in [
        (Method::GET, "/api/health", 200, &visitor),
        (Method::GET, "/api/config", 200, &visitor),
        (Method::GET, "/api/theme", 200, &visitor),
        (Method::GET, "/api/openapi.json", 200, &visitor),
        (Method::GET, "/api/users/me", 200, avery),
        (Method::GET, "/api/users/me", 401, &visitor),
        (Method::GET, "/api/loans/1", 404, avery),
        (Method::GET, "/api/nothing", 404, &visitor),
        (Method::DELETE, "/api/health", 405, &visitor),
        (Method::GET, "/api/loans?limit=none", 422, avery),
        (Method::GET, "/oidc/.well-known/openid-configuration", 200, &visitor),
        (Method::GET, "/oidc/jwks.json", 200, &visitor),
        (Method::GET, "/oidc/authorize", 400, &visitor),
        (Method::GET, "/oidc/logout", 303, &visitor),
        (Method::POST, "/oidc/token", 400, &visitor),
        (Method::GET, "/api/files/download?token=x", 410, &visitor),
        (Method::GET, "/api/files/note-picture?token=x", 410, &visitor),
        (Method::GET, "/missing.js", 404, &visitor),
    ] {
        let answer = by.send(by.request(method.clone(), path)).await;
        answers.push((format!("{method} {path}"), status, answer));
    }
    let download = visitor.get(&format!("/api/files/download?token={token}")).await;
    answers.push(("a download".to_owned(), 200, download));
    let large = visitor.post("/api/auth/programmatic-login", json!({ "email": too_large })).await;
    answers.push(("a body that is too large".to_owned(), 413, large));
    let tokens = visitor.post("/api/auth/programmatic-login", json!({"email": "avery.stone@harbor.example"})).await;
    answers.push(("tokens".to_owned(), 200, tokens));
    answers
}

#[track_caller]
fn header<'a>(answer: &'a Answer, name: &str, of: &str) -> &'a str {
    answer.headers.get(name).unwrap_or_else(|| panic!("{of} has no {name}")).to_str().unwrap()
}

/// Checks headers common to all answers.
fn check(of: &str, answer: &Answer) {
    for (name, value) in [
        ("x-content-type-options", "nosniff"),
        ("referrer-policy", "same-origin"),
        ("x-frame-options", "DENY"),
        ("cross-origin-resource-policy", "same-origin"),
    ] {
        assert_eq!(header(answer, name, of), value, "{of}: {name}");
    }
    assert!(header(answer, "permissions-policy", of).contains("camera=()"), "{of}");
    let policy = header(answer, "content-security-policy", of);
    for directive in ["object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'", "form-action "] {
        assert!(policy.contains(directive), "{of}: {directive} is not in {policy}");
    }
    assert!(!policy.contains("unsafe-eval") && !policy.contains("script-src 'unsafe-inline'"), "{of}: {policy}");
    assert!(!answer.headers.contains_key("access-control-allow-origin"), "{of} may be read by another site");
    // Without TLS on this machine, the header would be wrong.
    assert!(!answer.headers.contains_key("strict-transport-security"), "{of}");
}

#[tokio::test]
async fn every_page_and_every_kind_of_answer_carries_the_security_headers() {
    let keyturn = Keyturn::start().await;
    let avery = keyturn.sign_in("avery.stone@harbor.example").await;
    for (of, status, answer) in answers(&keyturn, &avery).await {
        assert_eq!(answer.status, status, "{of}: {}", answer.json);
        check(&of, &answer);
        assert_eq!(header(&answer, "cache-control", &of), "no-store", "{of}");
        let policy = header(&answer, "content-security-policy", &of);
        assert!(policy.starts_with("default-src 'none'") && policy.ends_with("sandbox"), "{of}: {policy}");
    }
    for page in PAGES {
        let answer = keyturn.visitor().get(page).await.expect(200);
        check(page, &answer);
        assert!(header(&answer, "content-type", page).starts_with("text/html"), "{page}");
        assert_eq!(header(&answer, "cache-control", page), "no-cache", "{page}");
        let policy = header(&answer, "content-security-policy", page);
        assert!(policy.contains("script-src 'self';") && policy.ends_with("connect-src 'self'"), "{page}: {policy}");
        let opener = if page == "/e-sign-callback" { "unsafe-none" } else { "same-origin-allow-popups" };
        assert_eq!(header(&answer, "cross-origin-opener-policy", page), opener, "{page}");
        // Pages have no inline scripts, so the policy needs no exception.
        let text = answer.json.as_str().unwrap().to_lowercase();
        let scripts: Vec<_> = text.split("<script").skip(1).map(|rest| rest.split('>').next().unwrap()).collect();
        assert!(!scripts.is_empty() && scripts.iter().all(|script| script.contains("src=")), "{page}: {scripts:?}");
        assert!(!text.contains(" onload=") && !text.contains("javascript:"), "{page}");
    }
    // Emails may embed a logo. Opened directly, it can't run scripts.
    let logo = keyturn.visitor().get("/assets/logo.svg").await.expect(200);
    assert_eq!(header(&logo, "cross-origin-resource-policy", "the logo"), "cross-origin");
    assert!(header(&logo, "content-security-policy", "the logo").starts_with("default-src 'none'"));
}

/// Company hosts require TLS and send HSTS.
#[tokio::test]
async fn hosts_with_tls_send_hsts() {
    let keyturn = Keyturn::start().await;
    let visitor = keyturn.visitor().with_header("host", "loans.harbor.example");
    for path in ["/", "/api/health", "/api/users/me", "/oidc/jwks.json"] {
        let answer = visitor.get(path).await;
        let promise = header(&answer, "strict-transport-security", path);
        assert_eq!(promise, "max-age=63072000; includeSubDomains", "{path}");
    }
}

/// Other sites can't read answers or change anything: not by form, by script, or from a sibling domain.
#[tokio::test]
async fn other_sites_cannot_change_anything() {
    let keyturn = Keyturn::start().await;
    let body = json!({"email": "avery.stone@harbor.example"});
    for (site, status) in [("cross-site", 403), ("same-site", 403), ("same-origin", 200), ("none", 200)] {
        let browser = keyturn.visitor().with_header("sec-fetch-site", site);
        let _ = browser.post("/api/auth/programmatic-login", body.clone()).await.expect(status);
        // Following a link from another site changes nothing.
        let _ = browser.get("/api/health").await.expect(200);
        let _ = browser.get("/session-ended").await.expect(200);
    }
    let elsewhere = keyturn.visitor().with_header("origin", "https://evil.example");
    let preflight = elsewhere.request(Method::OPTIONS, "/api/loans").header("access-control-request-method", "POST");
    let answer = elsewhere.send(preflight).await;
    assert!(answer.headers.keys().all(|name| !name.as_str().starts_with("access-control")), "{:?}", answer.headers);
}

/// Pages may contact the configured identity provider only.
#[tokio::test]
async fn pages_may_contact_the_configured_identity_provider_only() {
    let issuer = Issuer::start().await;
    let url = issuer.url.clone();
    let keyturn = Keyturn::start_with(|config| {
        config.auth_issuer = Some(url);
        config.rtc_url = "wss://rtc.harbor.example".to_owned();
    })
    .await;
    let page = keyturn.visitor().get("/login").await.expect(200);
    let policy = header(&page, "content-security-policy", "/login");
    let expected = format!("connect-src 'self' {} wss://rtc.harbor.example", issuer.url);
    assert!(policy.ends_with(&expected), "{policy}");
}

/// Widget scripts may load only from the configured addresses of enabled widgets.
#[tokio::test]
async fn pages_may_load_enabled_widgets_only() {
    let keyturn = Keyturn::start_with(|config| {
        config.feature_chat = true;
        config.widget_chat_script = Some("https://chat.example.com/v2/keyturn.js".to_owned());
        config.feature_announcements = true;
        config.widget_tour_script = Some("https://tour.example.com/tour.js".to_owned());
        config.feature_support_widget = true;
        config.widget_support_script = Some("https://help.example.com:8443/help.js".to_owned());
    })
    .await;
    let page = keyturn.visitor().get("/login").await.expect(200);
    let policy = header(&page, "content-security-policy", "/login");
    let widgets = "https://chat.example.com https://help.example.com:8443";
    let expected = format!("; script-src 'self' {widgets}; frame-src 'self' {widgets}; connect-src 'self' {widgets}");
    assert!(policy.ends_with(&expected), "{policy}");
    let config = keyturn.visitor().get("/api/config").await.expect(200);
    assert_eq!(config.at("/widgets/chat"), "https://chat.example.com/v2/keyturn.js");
    assert_eq!((config.at("/widgets/guidedTour"), config.at("/widgets/announcements")), (&json!(null), &json!(null)));
}
