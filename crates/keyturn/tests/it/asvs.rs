//! Checks the map of OWASP ASVS 5.0.0 (`docs/security`) and tests requirements that no other test covers.

use figment::{
    Figment,
    providers::{Format, Toml},
};
use platform::config::Config;
use reqwest::Method;
use serde::Deserialize;
use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};
use testkit::{Answer, Client, Keyturn, PASSWORD, SignInPage, code_of, refresh};

const AVERY: &str = "avery.stone@harbor.example";
const PRIYA: &str = "priya.nguyen@harbor.example";

/// Number of level 1 and 2 requirements per section.
const SECTIONS: [(&str, usize); 22] = [
    ("6.1", 3),
    ("6.2", 12),
    ("6.3", 4),
    ("6.4", 4),
    ("6.5", 5),
    ("6.6", 3),
    ("6.8", 4),
    ("7.1", 3),
    ("7.2", 4),
    ("7.3", 2),
    ("7.4", 5),
    ("7.5", 2),
    ("7.6", 2),
    ("9.1", 3),
    ("9.2", 4),
    ("10.1", 2),
    ("10.2", 2),
    ("10.3", 4),
    ("10.4", 11),
    ("10.5", 5),
    ("10.6", 2),
    ("10.7", 3),
];

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Requirement {
    level: u8,
    subject: String,
    met: Option<String>,
    not_applicable: Option<String>,
    open: Option<String>,
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Contents of all files with these endings in some folders.
fn texts(folders: &[&str], endings: &[&str]) -> String {
    fn gather(folder: &Path, endings: &[&str], into: &mut String) {
        for entry in fs::read_dir(folder).unwrap().flatten() {
            let (path, name) = (entry.path(), entry.file_name().to_string_lossy().into_owned());
            if path.is_dir() && name != "node_modules" && name != "target" && name != "dist" {
                gather(&path, endings, into);
            } else if endings.iter().any(|ending| name.ends_with(ending)) {
                into.push_str(&fs::read_to_string(&path).unwrap());
            }
        }
    }
    let mut all = String::new();
    folders.iter().for_each(|folder| gather(&root().join(folder), endings, &mut all));
    all
}

#[test]
fn every_requirement_is_met_by_a_test_that_exists_or_says_why_not() {
    let map: BTreeMap<String, Requirement> =
        Figment::from(Toml::file_exact(root().join("docs/security/asvs.toml"))).extract().unwrap();
    let rust = texts(&["crates", "features", "prove"], &[".rs"]);
    let told = texts(&["e2e", "web/src"], &[".spec.ts", ".test.ts", ".test.tsx"]);
    let mut faults = Vec::new();
    for (number, requirement) in &map {
        let Requirement { level, subject, met, not_applicable, open } = requirement;
        let answers = [met, not_applicable, open].into_iter().flatten().filter(|text| text.len() > 10).count();
        if !(1..=2).contains(level) || subject.len() < 10 || answers != 1 {
            faults.push(format!("{number} says nothing, or two things at once"));
        }
        if let Some(test) = met
            && !rust.contains(&format!("fn {test}("))
            && !told.contains(&format!("'{test}'"))
        {
            faults.push(format!("{number}: unknown test {test:?}"));
        }
    }
    for (section, count) in SECTIONS {
        let found = map.keys().filter(|number| number.rsplit_once('.').is_some_and(|(of, _)| of == section)).count();
        if found != count {
            faults.push(format!("{section} has {count} requirements of levels 1 and 2, and {found} are here"));
        }
    }
    assert!(faults.is_empty(), "{faults:#?}");
    assert_eq!(map.len(), SECTIONS.iter().map(|(_, count)| count).sum::<usize>());
}

#[test]
fn the_sign_in_document_agrees_with_the_settings() {
    let document = fs::read_to_string(root().join("docs/security/signing-in.md")).unwrap();
    let document = document.split_whitespace().collect::<Vec<_>>().join(" ");
    let config = Config::default();
    assert_eq!(config.password_max_age_days, None);
    for said in [
        format!("| without activity | {} |", config.session_timeout_minutes),
        format!("| at most, despite activity | {} |", config.login_hours * 60),
        format!("| an id token | {} |", config.id_token_minutes),
        format!("At least {} characters", config.password_min_length),
        format!("{} allowed", config.password_max_length),
        format!("{} wrong passwords over all accounts", config.sign_in_network_failures_max),
        format!("at most {} requests a minute", config.api_key_minute_max),
        "10 within 15 minutes block".to_owned(),
        "30 guesses an hour at one account".to_owned(),
        "the user's name and address, the company's name, its short name, its hosts, the product's name".to_owned(),
        "any number of devices".to_owned(),
    ] {
        assert!(document.contains(&said), "docs/security/signing-in.md does not say: {said}");
    }
}

async fn page(keyturn: &Keyturn) -> SignInPage {
    SignInPage::open(&keyturn.visitor(), &keyturn.base).await
}

async fn token(keyturn: &Keyturn, form: &[(&str, &str)]) -> Answer {
    let visitor = keyturn.visitor();
    visitor.send(visitor.request(Method::POST, "/oidc/token").form(form)).await
}

async fn sql(keyturn: &Keyturn, statement: &'static str) {
    sqlx::raw_sql(statement).execute(&mut keyturn.superuser().await).await.unwrap();
}

/// Avery with her refresh token.
async fn avery(keyturn: &Keyturn) -> (Client, String) {
    let page = page(keyturn).await;
    let tokens = page.tokens(&page.password(AVERY, PASSWORD).await.expect(200)).await;
    let avery = keyturn.visitor().with_token(tokens["id_token"].as_str().unwrap());
    let _ = avery.get("/api/users/me").await.expect(200);
    (avery, tokens["refresh_token"].as_str().unwrap().to_owned())
}

#[tokio::test]
async fn a_password_is_compared_exactly_as_it_was_typed() {
    let keyturn = Keyturn::start().await;
    let page = page(&keyturn).await;
    for typed in [
        format!(" {PASSWORD}"),
        format!("{PASSWORD} "),
        PASSWORD.to_lowercase(),
        PASSWORD.to_uppercase(),
        PASSWORD[..PASSWORD.len() - 1].to_owned(),
        format!("{PASSWORD}\0"),
    ] {
        let _ = page.password(AVERY, &typed).await.expect(401);
    }
    let _ = page.password(AVERY, PASSWORD).await.expect(200);
}

#[tokio::test]
async fn a_login_ends_after_its_lifetime_despite_activity() {
    let keyturn = Keyturn::start().await;
    let (avery, first) = avery(&keyturn).await;
    let renewed = refresh(&keyturn.visitor(), &first).await.expect(200).json;
    sql(&keyturn, "update login set ends_at = now() - interval '1 second', last_seen_at = now()").await;
    assert_eq!(avery.get("/api/users/me").await.expect(401).json["code"], "LWAUTH10003");
    let _ = refresh(&keyturn.visitor(), renewed["refresh_token"].as_str().unwrap()).await.expect(400);
}

#[tokio::test]
async fn a_deactivated_user_is_refused() {
    let keyturn = Keyturn::start().await;
    let (avery, refresh_token) = avery(&keyturn).await;
    sql(&keyturn, "update app_user set state = 'DEACTIVATED' where email = 'avery.stone@harbor.example'").await;
    for tab in [&avery, &avery.another_tab()] {
        for path in ["/api/users/me", "/api/loans", "/api/users/me/permissions"] {
            assert!(matches!(tab.get(path).await.status, 401 | 403), "{path}");
        }
    }
    let _ = refresh(&keyturn.visitor(), &refresh_token).await.expect(400);
    let _ = page(&keyturn).await.password(AVERY, PASSWORD).await.expect(401);
}

#[tokio::test]
async fn authorization_codes_expire_after_a_minute() {
    let keyturn = Keyturn::start().await;
    let page = page(&keyturn).await;
    let done = page.password(AVERY, PASSWORD).await.expect(200);
    let seconds: f64 = sqlx::query_scalar("select extract(epoch from max(expires_at) - now())::float8 from oidc_code")
        .fetch_one(&mut keyturn.superuser().await)
        .await
        .unwrap();
    assert!(seconds <= 60.0, "{seconds}");
    sql(&keyturn, "update oidc_code set expires_at = expires_at - interval '1 minute'").await;
    assert_eq!(page.exchange(&done).await.expect(400).json["error"], "invalid_grant");
}

#[tokio::test]
async fn the_token_endpoint_takes_codes_and_refresh_tokens_only() {
    let keyturn = Keyturn::start().await;
    for grant in [
        "password",
        "client_credentials",
        "implicit",
        "urn:ietf:params:oauth:grant-type:device_code",
        "urn:ietf:params:oauth:grant-type:token-exchange",
        "",
    ] {
        let form = [("grant_type", grant), ("client_id", "keyturn-web"), ("username", AVERY), ("password", PASSWORD)];
        assert_eq!(token(&keyturn, &form).await.expect(400).json["error"], "unsupported_grant_type", "{grant}");
    }
}

/// Enrolls a user. Returns authenticator secret and recovery codes.
async fn enroll(keyturn: &Keyturn, email: &str) -> (String, Vec<String>) {
    let page = page(keyturn).await;
    let step = page.password(email, PASSWORD).await.expect(200);
    let secret = step.at("/secret").as_str().unwrap().to_owned();
    let done = page.code(&step, &code_of(&secret, -1)).await.expect(200);
    let codes = done.at("/recoveryCodes").as_array().unwrap();
    (secret, codes.iter().map(|code| code.as_str().unwrap().to_owned()).collect())
}

#[tokio::test]
async fn stored_recovery_codes_reveal_nothing() {
    let keyturn = Keyturn::start_with(|config| config.second_factor = Some(true)).await;
    let (averys_secret, averys) = enroll(&keyturn, AVERY).await;
    let (priyas_secret, priyas) = enroll(&keyturn, PRIYA).await;
    assert_ne!(averys_secret, priyas_secret);
    // 160 bits in base 32; ten characters of 32 are 50 bits.
    assert_eq!(averys_secret.len(), 32);
    let all: std::collections::BTreeSet<&String> = averys.iter().chain(&priyas).collect();
    assert_eq!(all.len(), 20, "twenty different codes");
    assert!(all.iter().all(|code| code.len() == 11 && code.as_bytes()[5] == b'-'), "{all:?}");
    let mut superuser = keyturn.superuser().await;
    let salts: Vec<Vec<u8>> =
        sqlx::query_scalar("select recovery_salt from second_factor").fetch_all(&mut superuser).await.unwrap();
    assert!(salts.len() == 2 && salts[0] != salts[1] && salts.iter().all(|salt| salt.len() == 16));
    let hashes: Vec<Vec<u8>> =
        sqlx::query_scalar("select code_hash from recovery_code").fetch_all(&mut superuser).await.unwrap();
    assert_eq!(hashes.len(), 20);
    for code in all {
        let plain = code.replace('-', "");
        assert!(hashes.iter().all(|hash| hash.len() >= 32 && hash != code.as_bytes() && hash != plain.as_bytes()));
        assert!(!hashes.contains(&identity::hash_token(&plain)), "hashed without salt");
    }
}

#[tokio::test]
async fn a_new_password_leaves_the_second_factor_in_force() {
    let keyturn = Keyturn::start_with(|config| config.second_factor = Some(true)).await;
    let _ = enroll(&keyturn, AVERY).await;
    let body = serde_json::json!({"email": AVERY, "returnUrl": format!("{}/setPassword", keyturn.base)});
    let _ = keyturn.visitor().post("/api/auth/forgot-password", body).await.expect(200);
    keyturn.do_jobs().await;
    let mails = keyturn.mail_to(AVERY);
    let link = mails.last().unwrap().text.split_whitespace().find(|word| word.contains("/setPassword?")).unwrap();
    let token = testkit::parameter(link, "userToken").unwrap();
    let password = "Quiet-Harbors-4-Ever!";
    let body = serde_json::json!({"token": token, "password": password});
    let _ = keyturn.visitor().post("/api/auth/activate", body).await.expect(200);
    let step = page(&keyturn).await.password(AVERY, password).await.expect(200);
    assert_eq!(step.json["step"], "SECOND_FACTOR", "{}", step.json);
}
