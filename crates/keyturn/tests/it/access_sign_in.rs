//! Steps of signing in: password, second factor, recovery codes, and protection against guessing.

use futures::future::join_all;
use serde_json::{Value, json};
use testkit::{Answer, Client, Keyturn, PASSWORD, SignInPage, code_of, parameter};

const AVERY: &str = "avery.stone@harbor.example";
const PRIYA: &str = "priya.nguyen@harbor.example";

/// A server that requires a second factor.
async fn strict() -> Keyturn {
    Keyturn::start_with(|config| config.second_factor = Some(true)).await
}

async fn page(keyturn: &Keyturn, visitor: &Client) -> SignInPage {
    SignInPage::open(visitor, &keyturn.base).await
}

async fn password(keyturn: &Keyturn, visitor: &Client, email: &str, password: &str) -> Answer {
    page(keyturn, visitor).await.password(email, password).await
}

/// Enrolls a user. Returns authenticator secret and recovery codes.
async fn enroll(keyturn: &Keyturn, email: &str) -> (String, Vec<String>) {
    let page = page(keyturn, &keyturn.visitor()).await;
    let step = page.password(email, PASSWORD).await.expect(200);
    assert_eq!(step.json["step"], "ENROLL", "{}", step.json);
    let secret = step.at("/secret").as_str().unwrap().to_owned();
    let done = page.code(&step, &code_of(&secret, -1)).await.expect(200);
    let codes = done.at("/recoveryCodes").as_array().unwrap();
    (secret, codes.iter().map(|code| code.as_str().unwrap().to_owned()).collect())
}

/// The device cookie as the browser returns it.
fn device(answer: &Answer) -> String {
    let cookie = answer.headers["set-cookie"].to_str().unwrap();
    for part in ["HttpOnly", "SameSite=Lax", "Path=/", "Max-Age=31536000"] {
        assert!(cookie.contains(part), "{cookie}");
    }
    cookie.split(';').next().unwrap().to_owned()
}

async fn audited(keyturn: &Keyturn, action: &str) -> Vec<Value> {
    let query = "select jsonb_build_object('company', c.slug, 'user', u.email, 'signedIn', l.email, 'after', a.after)
                 from audit_entry a join app_user u on u.id = a.active_user_id join app_user l on l.id = a.logged_in_user_id
                 join org_unit c on c.id = a.company_id where a.action = $1 order by a.id";
    sqlx::query_scalar(query).bind(action).fetch_all(&mut keyturn.superuser().await).await.unwrap()
}

#[tokio::test]
async fn avery_enrolls_an_authenticator_and_is_asked_for_it_from_then_on() {
    let keyturn = strict().await;
    let visitor = keyturn.visitor();
    let first = page(&keyturn, &visitor).await;
    let step = first.password(AVERY, PASSWORD).await.expect(200);
    assert_eq!(step.json["step"], "ENROLL");
    assert!(!step.headers.contains_key("set-cookie"), "nobody is signed in yet");
    let secret = step.at("/secret").as_str().unwrap().to_owned();
    let uri = step.at("/otpauthUri").as_str().unwrap();
    assert!(uri.starts_with("otpauth://totp/Harbor%20Home%20Lending:avery.stone%40harbor.example?"), "{uri}");
    assert_eq!(parameter(uri, "secret").as_deref(), Some(secret.as_str()));
    assert!(step.at("/qrCode").as_str().unwrap().starts_with("<svg "));

    let _ = first.code(&step, "000000").await.expect(401);
    let done = first.code(&step, &code_of(&secret, -1)).await.expect(200);
    assert_eq!(done.json["step"], "RECOVERY_CODES");
    assert_eq!(done.at("/recoveryCodes").as_array().unwrap().len(), 10);
    let avery = first.signed_in(&done).await;
    assert_eq!(avery.get("/api/users/me").await.expect(200).at("/activeUser/name"), "Avery Stone");

    let again = page(&keyturn, &visitor).await;
    let step = again.password(AVERY, PASSWORD).await.expect(200);
    assert_eq!((&step.json["step"], step.json.get("secret")), (&json!("SECOND_FACTOR"), None));
    // The enrollment used up its code, and earlier codes are invalid too.
    for steps in [-1, -2, 5] {
        assert_eq!(again.code(&step, &code_of(&secret, steps)).await.expect(401).json["code"], "LWAUTH10014");
    }
    let done = again.code(&step, &code_of(&secret, 0)).await.expect(200);
    assert_eq!(done.json["step"], "DONE");
    let _ = again.signed_in(&done).await.get("/api/users/me").await.expect(200);
    // A ticket allows one sign-in.
    let _ = again.code(&step, &code_of(&secret, 1)).await.expect(410);

    let enrolled = audited(&keyturn, "second-factor.enroll").await;
    assert_eq!(
        enrolled,
        [json!({"company": "harbor", "user": AVERY, "signedIn": AVERY, "after": null})],
        "nothing of the secret is on record"
    );
    let begun = audited(&keyturn, "login.begin").await;
    assert_eq!(begun.last().unwrap()["after"], json!({"secondFactor": "authenticator"}));
    let kept: Vec<Vec<u8>> =
        sqlx::query_scalar("select secret from second_factor").fetch_all(&mut keyturn.superuser().await).await.unwrap();
    assert_eq!(kept[0].len(), 12 + 20 + 16, "the secret is sealed: nonce, ciphertext, tag");
}

/// Each time step is valid once per user, in all processes and for concurrent requests.
#[tokio::test]
async fn one_code_signs_in_once_under_concurrency() {
    let keyturn = strict().await;
    let other = keyturn.second_process().await;
    let (secret, _) = enroll(&keyturn, AVERY).await;
    let (_, recovery) = enroll(&keyturn, PRIYA).await;
    for (email, recovery) in [(AVERY, None), (PRIYA, recovery.first())] {
        let mut tries = Vec::new();
        for number in 0..10 {
            let host = keyturn.base.trim_start_matches("http://");
            let visitor = match number % 2 {
                0 => keyturn.visitor(),
                _ => keyturn.visitor().at(&other.base).with_header("host", host),
            };
            let page = page(&keyturn, &visitor).await;
            let step = page.password(email, PASSWORD).await.expect(200);
            tries.push((page, step));
        }
        // An authenticator code is valid for a minute, and checking ten passwords takes time.
        let code = recovery.cloned().unwrap_or_else(|| code_of(&secret, 1));
        let answers = join_all(tries.iter().map(|(page, step)| page.code(step, &code))).await;
        let statuses: Vec<_> = answers.iter().map(|answer| answer.status).collect();
        assert_eq!(statuses.iter().filter(|status| **status == 200).count(), 1, "{statuses:?}");
        assert_eq!(statuses.iter().filter(|status| **status == 401).count(), 9, "{statuses:?}");
    }
}

#[tokio::test]
async fn recovery_codes_are_valid_once_in_any_format() {
    let keyturn = strict().await;
    let (_, recovery) = enroll(&keyturn, AVERY).await;
    let written = recovery[3].to_uppercase().replace('-', " ");
    let page = page(&keyturn, &keyturn.visitor()).await;
    let step = page.password(AVERY, PASSWORD).await.expect(200);
    let done = page.code(&step, &written).await.expect(200);
    assert_eq!(done.json["step"], "DONE");
    let again = self::page(&keyturn, &keyturn.visitor()).await;
    let step = again.password(AVERY, PASSWORD).await.expect(200);
    let _ = again.code(&step, &recovery[3]).await.expect(401);
    let _ = again.code(&step, &recovery[4]).await.expect(200);
    let begun = audited(&keyturn, "login.begin").await;
    assert_eq!(begun.last().unwrap()["after"], json!({"secondFactor": "recovery code"}));
    let open: i64 = sqlx::query_scalar("select count(*) from recovery_code where position($1::bytea in code_hash) > 0")
        .bind(recovery[5].replace('-', "").as_bytes())
        .fetch_one(&mut keyturn.superuser().await)
        .await
        .unwrap();
    assert_eq!(open, 0);
}

/// A ticket allows five attempts. Ten wrong codes block the account. The owner's device has its own counter.
#[tokio::test]
async fn guessing_codes_is_stopped() {
    let keyturn = strict().await;
    let (secret, _) = enroll(&keyturn, AVERY).await;
    let own = page(&keyturn, &keyturn.visitor()).await;
    let step = own.password(AVERY, PASSWORD).await.expect(200);
    let cookie = device(&own.code(&step, &code_of(&secret, 0)).await.expect(200));

    for _ in 0..2 {
        let page = page(&keyturn, &keyturn.visitor()).await;
        let step = page.password(AVERY, PASSWORD).await.expect(200);
        for _ in 0..5 {
            let _ = page.code(&step, "not a code").await.expect(401);
        }
        let _ = page.code(&step, &code_of(&secret, 1)).await.expect(410);
    }
    let blocked = page(&keyturn, &keyturn.visitor()).await;
    let step = blocked.password(AVERY, PASSWORD).await.expect(200);
    assert_eq!(blocked.code(&step, &code_of(&secret, 1)).await.expect(200).json["step"], "BLOCKED");
    let owner = keyturn.visitor().with_header("cookie", &cookie);
    let page = page(&keyturn, &owner).await;
    let step = page.password(AVERY, PASSWORD).await.expect(200);
    assert_eq!(page.code(&step, &code_of(&secret, 1)).await.expect(200).json["step"], "DONE");
    assert_eq!(audited(&keyturn, "second-factor.fail").await.len(), 9);
    assert_eq!(audited(&keyturn, "second-factor.block").await.len(), 1);
}

/// A ticket is valid for ten minutes, and only while its authorization request is.
#[tokio::test]
async fn a_ticket_expires() {
    let keyturn = strict().await;
    let (secret, _) = enroll(&keyturn, AVERY).await;
    let page = page(&keyturn, &keyturn.visitor()).await;
    let step = page.password(AVERY, PASSWORD).await.expect(200);
    sqlx::raw_sql("update sign_in_ticket set expires_at = now()")
        .execute(&mut keyturn.superuser().await)
        .await
        .unwrap();
    assert_eq!(page.code(&step, &code_of(&secret, 0)).await.expect(410).json["code"], "LWAUTH10011");
    let _ = keyturn
        .visitor()
        .post("/oidc/second-factor", json!({"ticket": "nonsense", "code": "123456"}))
        .await
        .expect(410);
}

/// The demo profile requires a code from users who have enrolled, production from all users.
#[tokio::test]
async fn production_requires_a_second_factor_and_the_demo_only_if_enrolled() {
    let keyturn = Keyturn::start().await;
    assert_eq!(keyturn.visitor().get("/api/config").await.expect(200).json["auth"]["secondFactor"], false);
    let done = password(&keyturn, &keyturn.visitor(), AVERY, PASSWORD).await.expect(200);
    assert_eq!(done.json["step"], "DONE");

    let strict = Keyturn::start_with(|config| config.profile = platform::config::Profile::Production).await;
    let harbor = strict.visitor().with_header("host", "harbor.localhost");
    assert_eq!(harbor.get("/api/config").await.expect(200).json["auth"]["secondFactor"], true);
    let page = SignInPage::open(&harbor, "http://harbor.localhost").await;
    assert_eq!(page.password(AVERY, PASSWORD).await.expect(200).json["step"], "ENROLL");
}

/// SESSION-17: ten wrong passwords block the account for this network, and likewise an unknown account. The owner's
/// known device and other networks still work.
#[tokio::test]
async fn ten_wrong_passwords_block_and_the_owners_device_still_gets_in() {
    let keyturn = Keyturn::start_with(|config| {
        config.trusted_proxies = vec!["127.0.0.0/8".parse().unwrap()];
        // More than both accounts need, so that the network's own limit doesn't interfere.
        config.sign_in_network_failures_max = 100;
    })
    .await;
    let from = |address: &str| keyturn.visitor().with_header("x-forwarded-for", address);
    let cookie = device(&password(&keyturn, &from("198.51.100.1"), AVERY, PASSWORD).await.expect(200));
    let attacker = from("203.0.113.9");
    let attacked = page(&keyturn, &attacker).await;
    for email in [AVERY, "nobody@harbor.example"] {
        let mut answers = Vec::new();
        for _ in 0..10 {
            answers.push(attacked.password(email, "Wrong-Guess-2026!").await.expect(401).json);
        }
        assert!(answers.iter().all(|answer| *answer == answers[0]), "{answers:?}");
        let blocked = attacked.password(email, PASSWORD).await.expect(200);
        assert_eq!(
            blocked.json,
            json!({"step": "BLOCKED", "redirectTo": format!("{}/session-ended?reason=user+is+blocked", keyturn.base)})
        );
        assert!(!blocked.headers.contains_key("set-cookie"));
    }
    // The whole /24 is one network.
    assert_eq!(password(&keyturn, &from("203.0.113.200"), AVERY, PASSWORD).await.expect(200).json["step"], "BLOCKED");
    // The owner at home, the owner's device in that network, and a colleague there aren't affected.
    let device_there = attacker.with_header("cookie", &cookie);
    for (visitor, email) in [(&from("198.51.100.77"), AVERY), (&device_there, AVERY), (&attacker, PRIYA)] {
        assert_eq!(password(&keyturn, visitor, email, PASSWORD).await.expect(200).json["step"], "DONE", "{email}");
    }
    // An invalid cookie doesn't help.
    let stranger = attacker.with_header("cookie", "keyturn-device=some-invention");
    assert_eq!(password(&keyturn, &stranger, AVERY, PASSWORD).await.expect(200).json["step"], "BLOCKED");
    // The device has its own limit.
    for _ in 0..10 {
        let _ = password(&keyturn, &device_there, AVERY, "Wrong-Guess-2026!").await.expect(401);
    }
    assert_eq!(password(&keyturn, &device_there, AVERY, PASSWORD).await.expect(200).json["step"], "BLOCKED");
    // The block ends after a quarter of an hour.
    sqlx::raw_sql(
        "update sign_in_attempt set window_start = window_start - interval '16 minutes',
                                    blocked_until = blocked_until - interval '16 minutes'",
    )
    .execute(&mut keyturn.superuser().await)
    .await
    .unwrap();
    assert_eq!(password(&keyturn, &attacker, AVERY, PASSWORD).await.expect(200).json["step"], "DONE");

    let failed = audited(&keyturn, "sign-in.fail").await;
    assert_eq!(
        failed[0],
        json!({"company": "harbor", "user": AVERY, "signedIn": AVERY, "after": {"network": "203.0.113.0/24"}})
    );
    assert_eq!(audited(&keyturn, "sign-in.block").await.len(), 2);
}

/// Without a trusted proxy, a header can't change the client's network.
#[tokio::test]
async fn a_forged_forwarded_address_changes_nothing() {
    let keyturn = Keyturn::start().await;
    for number in 0..10 {
        let visitor = keyturn.visitor().with_header("x-forwarded-for", &format!("203.0.{number}.1"));
        let _ = password(&keyturn, &visitor, AVERY, "Wrong-Guess-2026!").await.expect(401);
    }
    let visitor = keyturn.visitor().with_header("x-forwarded-for", "192.0.2.1");
    assert_eq!(password(&keyturn, &visitor, AVERY, PASSWORD).await.expect(200).json["step"], "BLOCKED");
}

/// Trying one password on many accounts hits the network's limit. A known device isn't affected.
#[tokio::test]
async fn one_password_tried_on_many_accounts_is_blocked() {
    let keyturn = Keyturn::start().await;
    let cookie = device(&password(&keyturn, &keyturn.visitor(), PRIYA, PASSWORD).await.expect(200));
    let page = page(&keyturn, &keyturn.visitor()).await;
    // Correct passwords don't count.
    for _ in 0..30 {
        let _ = password(&keyturn, &keyturn.visitor(), AVERY, PASSWORD).await.expect(200);
    }
    for number in 0..20 {
        let _ = page.password(&format!("person-{number}@harbor.example"), "Spring-2026-Spring!").await.expect(401);
    }
    let stopped = page.password(AVERY, "Spring-2026-Spring!").await.expect(429);
    assert!(stopped.headers.contains_key("retry-after"));
    let owner = keyturn.visitor().with_header("cookie", &cookie);
    assert_eq!(password(&keyturn, &owner, PRIYA, PASSWORD).await.expect(200).json["step"], "DONE");
}

/// Of sixty concurrent attempts on different accounts from one network, at most twenty are checked.
#[tokio::test]
async fn spraying_many_accounts_at_once_is_stopped_at_twenty() {
    let keyturn = Keyturn::start().await;
    let page = page(&keyturn, &keyturn.visitor()).await;
    let emails: Vec<String> = (0..60).map(|number| format!("person-{number}@harbor.example")).collect();
    let answers = join_all(emails.iter().map(|email| page.password(email, "Spring-2026-Spring!"))).await;
    let looked_at = answers.iter().filter(|answer| answer.status == 401).count();
    assert_eq!(looked_at, 20);
    assert_eq!(answers.iter().filter(|answer| answer.status == 429).count(), 40);
}

/// All networks together get thirty guesses per hour for an account. The owner's device still works, a new network may
/// guess again after an hour, and a new password lifts the limit.
#[tokio::test]
async fn an_account_takes_thirty_guesses_an_hour_over_all_networks() {
    let keyturn = Keyturn::start_with(|config| config.trusted_proxies = vec!["127.0.0.0/8".parse().unwrap()]).await;
    let from = |number: usize| keyturn.visitor().with_header("x-forwarded-for", &format!("198.51.{number}.1"));
    let cookie = device(&password(&keyturn, &from(200), AVERY, PASSWORD).await.expect(200));
    for email in [AVERY, "nobody@harbor.example"] {
        let mut looked_at = 0;
        for number in 0..40 {
            let answer = password(&keyturn, &from(number), email, "Wrong-Guess-2026!").await;
            match answer.status {
                401 => looked_at += 1,
                _ => assert!(answer.expect(429).headers.contains_key("retry-after")),
            }
        }
        assert_eq!(looked_at, 30, "{email}");
    }
    // From a new network, even the correct password isn't checked.
    let _ = password(&keyturn, &from(100), AVERY, PASSWORD).await.expect(429);
    let owner = from(0).with_header("cookie", &cookie);
    assert_eq!(password(&keyturn, &owner, AVERY, PASSWORD).await.expect(200).json["step"], "DONE");
    // Other users aren't affected.
    assert_eq!(password(&keyturn, &from(100), PRIYA, PASSWORD).await.expect(200).json["step"], "DONE");
    sqlx::raw_sql(
        "update sign_in_attempt set guessed_at = array(select at - interval '50 minutes' from unnest(guessed_at) as at)",
    )
    .execute(&mut keyturn.superuser().await)
    .await
    .unwrap();
    // The window slides: ten minutes before the hour ends, no guess is available.
    let _ = password(&keyturn, &from(101), AVERY, PASSWORD).await.expect(429);
    sqlx::raw_sql(
        "update sign_in_attempt set guessed_at = array(select at - interval '11 minutes' from unnest(guessed_at) as at)",
    )
    .execute(&mut keyturn.superuser().await)
    .await
    .unwrap();
    assert_eq!(password(&keyturn, &from(101), AVERY, PASSWORD).await.expect(200).json["step"], "DONE");
}

/// Attempts are counted before they run, so a hundred concurrent ones can't exceed ten.
#[tokio::test]
async fn concurrent_guesses_cannot_exceed_the_limit() {
    let keyturn = Keyturn::start().await;
    let page = page(&keyturn, &keyturn.visitor()).await;
    let answers = join_all((0..100).map(|_| page.password(AVERY, "Wrong-Guess-2026!"))).await;
    let looked_at = answers.iter().filter(|answer| answer.status == 401).count();
    assert!((1..=10).contains(&looked_at), "{looked_at} guesses were looked at");
    assert!(answers.iter().all(|answer| [200, 401, 429].contains(&answer.status)));
}

/// SESSION-16: an expired password leads to the page for a new one, but only after it was entered correctly.
#[tokio::test]
async fn an_expired_password_has_to_be_changed() {
    let keyturn = Keyturn::start_with(|config| config.password_max_age_days = Some(90)).await;
    assert_eq!(password(&keyturn, &keyturn.visitor(), AVERY, PASSWORD).await.expect(200).json["step"], "DONE");
    sqlx::raw_sql("update credential set changed_at = now() - interval '91 days'")
        .execute(&mut keyturn.superuser().await)
        .await
        .unwrap();
    let _ = password(&keyturn, &keyturn.visitor(), AVERY, "Wrong-Guess-2026!").await.expect(401);
    let expired = password(&keyturn, &keyturn.visitor(), AVERY, PASSWORD).await.expect(200);
    assert_eq!(expired.json["step"], "PASSWORD_EXPIRED");
    let address = expired.at("/redirectTo").as_str().unwrap();
    assert!(address.starts_with(&format!("{}/session-ended?", keyturn.base)));
    let reason: Value = serde_json::from_str(&parameter(address, "reason").unwrap()).unwrap();
    assert_eq!(reason, json!({"message": "reset password", "email": AVERY}));
}

/// A weak password hash is renewed at the next sign-in.
#[tokio::test]
async fn a_weak_hash_is_renewed_at_sign_in() {
    let keyturn = Keyturn::start().await;
    // The demo password with 8 MiB and one pass.
    let argon2 = argon2::Argon2::from(argon2::Params::new(8 * 1024, 1, 1, None).unwrap());
    let weak = argon2::PasswordHasher::hash_password(&argon2, PASSWORD.as_bytes()).unwrap().to_string();
    let mut superuser = keyturn.superuser().await;
    sqlx::query("update credential set password_hash = $1").bind(&weak).execute(&mut superuser).await.unwrap();
    let _ = password(&keyturn, &keyturn.visitor(), AVERY, "Wrong-Guess-2026!").await.expect(401);
    let kept = async |superuser: &mut sqlx::PgConnection| -> String {
        let query = "select password_hash from credential join app_user u on u.id = user_id where u.email = $1";
        sqlx::query_scalar(query).bind(AVERY).fetch_one(superuser).await.unwrap()
    };
    assert_eq!(kept(&mut superuser).await, weak);
    let _ = password(&keyturn, &keyturn.visitor(), AVERY, PASSWORD).await.expect(200);
    let renewed = kept(&mut superuser).await;
    assert!(renewed.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{renewed}");
    let _ = password(&keyturn, &keyturn.visitor(), AVERY, PASSWORD).await.expect(200);
    assert_eq!(kept(&mut superuser).await, renewed);
}
