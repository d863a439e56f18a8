//! Links for a first password, a new password, or another authenticator.

use futures::future::join_all;
use serde_json::{Value, json};
use testkit::{Answer, Client, Keyturn, PASSWORD, SignInPage, code_of, parameter};

const AVERY: &str = "avery.stone@harbor.example";
const PRIYA: &str = "priya.nguyen@harbor.example";
const NEW_PASSWORD: &str = "copper-Lantern-7-orbits!";

async fn forgot(keyturn: &Keyturn, visitor: &Client, email: &str) -> Answer {
    let address = format!("{}/setPassword?assetPath=%2Fassets&remoteAssetPath=&theme=dark", keyturn.base);
    visitor.post("/api/auth/forgot-password", json!({"email": email, "returnUrl": address})).await
}

async fn lost(keyturn: &Keyturn, email: &str) -> Answer {
    let body = json!({"email": email, "theme": "dark", "returnPath": "/reset-mfa-confirmation"});
    keyturn.visitor().post("/api/auth/mfa/reset", body).await
}

/// Token of the newest link sent to an address.
async fn token(keyturn: &Keyturn, email: &str, button: &str) -> String {
    keyturn.do_jobs().await;
    let mails = keyturn.mail_to(email);
    let mail = mails.iter().rev().find(|mail| mail.link(button).is_some()).expect("a mail with a link");
    parameter(mail.link(button).unwrap(), "userToken").unwrap()
}

async fn validate(keyturn: &Keyturn, token: &str) -> Value {
    keyturn.visitor().post("/api/auth/set-password/validate", json!({"token": token})).await.expect(200).json
}

async fn activate(keyturn: &Keyturn, token: &str, password: &str) -> Answer {
    keyturn.visitor().post("/api/auth/activate", json!({"token": token, "password": password})).await
}

async fn confirm(keyturn: &Keyturn, token: &str) -> Value {
    keyturn.visitor().post("/api/auth/mfa/reset/confirm", json!({"token": token})).await.expect(200).json
}

async fn sql(keyturn: &Keyturn, statements: &'static str) {
    sqlx::raw_sql(statements).execute(&mut keyturn.superuser().await).await.unwrap();
}

async fn actions(keyturn: &Keyturn, email: &str) -> Vec<String> {
    let query = "select action from audit_entry a join app_user u on u.id = a.active_user_id
                 where u.email = $1 and a.logged_in_user_id = a.active_user_id and entity = 'user' order by a.id";
    sqlx::query_scalar(query).bind(email).fetch_all(&mut keyturn.superuser().await).await.unwrap()
}

/// FORGOT-24, FORGOT-25, SETPW-42, SETPW-43: the link in the email sets a new password once within an hour, ends all
/// logins, lifts a block, and sends a notice.
#[tokio::test]
async fn avery_has_forgotten_her_password() {
    let keyturn = Keyturn::start().await;
    let visitor = keyturn.visitor();
    let page = SignInPage::open(&visitor, &keyturn.base).await;
    let avery = page.signed_in(&page.password(AVERY, PASSWORD).await.expect(200)).await;
    let _ = avery.get("/api/users/me").await.expect(200);
    let page = SignInPage::open(&visitor, &keyturn.base).await;
    for _ in 0..10 {
        let _ = page.password(AVERY, "Not-My-Password-1!").await.expect(401);
    }
    assert_eq!(page.password(AVERY, PASSWORD).await.expect(200).json["step"], "BLOCKED");

    let asked = forgot(&keyturn, &visitor, " Avery.Stone@Harbor.example ").await.expect(200).json;
    assert_eq!((&asked["success"], &asked["error"]), (&json!(true), &Value::Null));
    assert!(asked["message"].as_str().unwrap().starts_with("If a valid account is associated with this email address"));
    let token = token(&keyturn, AVERY, "Set new password").await;
    let mails = keyturn.mail_to(AVERY);
    let link = mails[0].link("Set new password").unwrap();
    assert!(
        link.starts_with(&format!("{}/setPassword?email=YXZlcnkuc3RvbmVAaGFyYm9yLmV4YW1wbGU", keyturn.base)),
        "{link}"
    );
    assert_eq!(parameter(link, "theme").as_deref(), Some("dark"));
    assert_eq!(mails[0].subject, "Set a new password");

    assert_eq!(validate(&keyturn, &token).await, json!({"success": true, "message": null, "email": AVERY}));
    for (password, told) in
        [("", "Please enter valid password"), ("Password1234!", "among the first"), ("short", "12 characters")]
    {
        let refused = activate(&keyturn, &token, password).await.expect(422);
        assert!(refused.json["message"].as_str().unwrap().contains(told), "{}", refused.json);
    }
    // Of two tabs with the same link, one sets the password.
    let answers = join_all((0..2).map(|_| activate(&keyturn, &token, NEW_PASSWORD))).await;
    let mut statuses: Vec<_> = answers.iter().map(|answer| answer.status).collect();
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 410]);
    assert_eq!(answers.iter().find(|answer| answer.status == 200).unwrap().json, json!({"success": true}));
    assert_eq!(validate(&keyturn, &token).await["message"], "INVALID_TOKEN");
    assert!(activate(&keyturn, &token, NEW_PASSWORD).await.expect(410).json["message"].is_string());

    let _ = avery.get("/api/users/me").await.expect(401);
    let page = SignInPage::open(&visitor, &keyturn.base).await;
    let _ = page.password(AVERY, PASSWORD).await.expect(401);
    assert_eq!(page.password(AVERY, NEW_PASSWORD).await.expect(200).json["step"], "DONE");
    keyturn.do_jobs().await;
    assert_eq!(keyturn.mail_to(AVERY).last().unwrap().subject, "Your password was changed");
    let actions = actions(&keyturn, AVERY).await;
    for action in ["password.reset-request", "password.set", "sign-in.block"] {
        assert!(actions.iter().any(|known| known == action), "{action}: {actions:?}");
    }
    let accepted: bool =
        sqlx::query_scalar("select terms_accepted_at > now() - interval '1 minute' from app_user where email = $1")
            .bind(AVERY)
            .fetch_one(&mut keyturn.superuser().await)
            .await
            .unwrap();
    assert!(accepted, "the terms were accepted with the password");
    let open: i64 = sqlx::query_scalar("select count(*) from account_token where token_hash = $1 or token_hash = $2")
        .bind(token.as_bytes())
        .bind(NEW_PASSWORD.as_bytes())
        .fetch_one(&mut keyturn.superuser().await)
        .await
        .unwrap();
    assert_eq!(open, 0, "tokens are kept by their hash");
}

/// SETPW-42: an invalid link says whether it is unknown, expired, for another purpose, or replaced by a newer one.
#[tokio::test]
async fn invalid_links_say_why() {
    let keyturn = Keyturn::start().await;
    assert_eq!(
        validate(&keyturn, "nonsense").await,
        json!({"success": false, "message": "TOKEN_NOT_FOUND", "email": null})
    );
    let _ = forgot(&keyturn, &keyturn.visitor(), AVERY).await.expect(200);
    let first = token(&keyturn, AVERY, "Set new password").await;
    let _ = forgot(&keyturn, &keyturn.visitor(), AVERY).await.expect(200);
    let second = token(&keyturn, AVERY, "Set new password").await;
    assert_ne!(first, second);
    assert_eq!(validate(&keyturn, &first).await["message"], "TOKEN_EXPIRED");
    assert_eq!(validate(&keyturn, &second).await["success"], true);
    assert_eq!(confirm(&keyturn, &second).await, json!({"success": false, "message": "INVALID_TOKEN"}));
    sql(&keyturn, "update account_token set expires_at = expires_at - interval '61 minutes'").await;
    assert_eq!(validate(&keyturn, &second).await["message"], "TOKEN_EXPIRED");
    let _ = activate(&keyturn, &second, NEW_PASSWORD).await.expect(410);
    let _ = lost(&keyturn, PRIYA).await.expect(200);
    let other = token(&keyturn, PRIYA, "Reset MFA").await;
    assert_eq!(validate(&keyturn, &other).await["message"], "INVALID_TOKEN");
}

/// SETPW-42: an invitation is valid for seven days and creates an account. Afterwards the link says that the account
/// exists.
#[tokio::test]
async fn an_invitation_creates_an_account() {
    let keyturn = Keyturn::start().await;
    sql(
        &keyturn,
        "update app_user set state = 'INVITED' where email = 'priya.nguyen@harbor.example';
         delete from credential where user_id = (select id from app_user where email = 'priya.nguyen@harbor.example')",
    )
    .await;
    let visitor = keyturn.visitor();
    assert_eq!(forgot(&keyturn, &visitor, PRIYA).await.expect(200).json["success"], true);
    let token = token(&keyturn, PRIYA, "Set password").await;
    assert!(keyturn.mail_to(PRIYA)[0].subject.ends_with("invites you"));
    sql(&keyturn, "update account_token set expires_at = expires_at - interval '6 days 23 hours'").await;
    assert_eq!(validate(&keyturn, &token).await["email"], PRIYA);
    let _ = activate(&keyturn, &token, NEW_PASSWORD).await.expect(200);
    let page = SignInPage::open(&visitor, &keyturn.base).await;
    let priya = page.signed_in(&page.password(PRIYA, NEW_PASSWORD).await.expect(200)).await;
    assert_eq!(priya.get("/api/users/me").await.expect(200).at("/activeUser/name"), "Priya Nguyen");
    assert_eq!(
        validate(&keyturn, &token).await,
        json!({"success": false, "message": "USER_ALREADY_ACTIVE", "email": null})
    );
}

/// FORGOT-24: the link only leads to the password page of the requested origin.
#[tokio::test]
async fn foreign_return_urls_are_refused() {
    let keyturn = Keyturn::start().await;
    let visitor = keyturn.visitor();
    for address in ["https://evil.example/setPassword", "//evil.example/setPassword", "/login", "javascript:alert(1)"] {
        let body = json!({"email": AVERY, "returnUrl": address});
        let refused = visitor.post("/api/auth/forgot-password", body).await.expect(422);
        assert!(refused.json["fields"]["returnUrl"].is_string(), "{}", refused.json);
        let body = json!({"email": AVERY, "theme": null, "returnPath": address});
        let _ = visitor.post("/api/auth/mfa/reset", body).await.expect(422);
    }
    // An unknown host gets no link in an email.
    let evil = visitor.with_header("host", "evil.example");
    let body = json!({"email": AVERY, "returnUrl": "https://evil.example/setPassword"});
    let _ = evil.post("/api/auth/forgot-password", body).await.expect(404);
    for email in ["", "not an address"] {
        assert!(forgot(&keyturn, &visitor, email).await.expect(422).json["fields"]["email"].is_string());
    }
    keyturn.do_jobs().await;
    assert!(keyturn.mail_to(AVERY).is_empty());
}

/// FORGOT-20, MFA-21: the forms reveal unknown addresses only if the operator allows it.
#[tokio::test]
async fn the_operator_decides_whether_unknown_addresses_are_revealed() {
    let keyturn = Keyturn::start().await;
    sql(
        &keyturn,
        "update app_user set state = 'DEACTIVATED' where email = 'marcus.bell@harbor.example';
         delete from credential where user_id = (select id from app_user where email = 'nina.kowalski@harbor.example')",
    )
    .await;
    let at_prairie = async |email: &str| {
        let prairie = keyturn.visitor().with_header("host", "prairie.localhost");
        let body = json!({"email": email, "returnUrl": "http://prairie.localhost/setPassword"});
        prairie.post("/api/auth/forgot-password", body).await.expect(200).json["error"].clone()
    };
    // No answer reveals that an address belongs to another company.
    assert_eq!(at_prairie(AVERY).await, "USER_NOT_FOUND");
    assert_eq!(at_prairie("nobody@harbor.example").await, "USER_NOT_FOUND");
    assert_eq!(at_prairie("alice.monroe@prairie.example").await, Value::Null);
    for (email, code) in [
        ("nobody@harbor.example", "USER_NOT_FOUND"),
        ("marcus.bell@harbor.example", "USER_NOT_FOUND"),
        ("nina.kowalski@harbor.example", "USER_ALREADY_REGISTERED"),
    ] {
        let told = forgot(&keyturn, &keyturn.visitor(), email).await.expect(200).json;
        assert_eq!((&told["success"], &told["error"]), (&json!(false), &json!(code)), "{email}");
        assert_eq!(lost(&keyturn, email).await.expect(200).json, json!({"success": false, "message": code}));
    }
    let quiet = Keyturn::start_with(|config| config.reveal_unknown_accounts = Some(false)).await;
    let known = forgot(&quiet, &quiet.visitor(), AVERY).await.expect(200).json;
    let unknown = forgot(&quiet, &quiet.visitor(), "nobody@harbor.example").await.expect(200).json;
    assert_eq!(known, unknown);
    assert_eq!(
        lost(&quiet, AVERY).await.expect(200).json,
        lost(&quiet, "nobody@harbor.example").await.expect(200).json
    );
    quiet.do_jobs().await;
    assert_eq!((quiet.mail_to(AVERY).len(), quiet.mail_to("nobody@harbor.example").len()), (2, 0));
}

/// FORGOT-20: five requests per address and network in a quarter of an hour.
#[tokio::test]
async fn mailboxes_are_protected_from_floods() {
    let keyturn = Keyturn::start().await;
    let visitor = keyturn.visitor();
    for _ in 0..5 {
        let _ = forgot(&keyturn, &visitor, AVERY).await.expect(200);
    }
    // Regardless of the header and the spelling of the address.
    let forged = visitor.with_header("x-forwarded-for", "192.0.2.1");
    let refused = forgot(&keyturn, &forged, "AVERY.stone@harbor.example").await.expect(429);
    assert!(refused.headers.contains_key("retry-after"));
    let _ = forgot(&keyturn, &visitor, PRIYA).await.expect(200);
    let _ = lost(&keyturn, AVERY).await.expect(200);
}

/// MFA-20, MFA-21, MFA-35: a user who lost their authenticator gets a link by email. It ends all logins, removes
/// authenticator and recovery codes, works once, and sends a notice.
#[tokio::test]
async fn avery_has_lost_her_authenticator() {
    let keyturn = Keyturn::start_with(|config| config.second_factor = Some(true)).await;
    let page = SignInPage::open(&keyturn.visitor(), &keyturn.base).await;
    let step = page.password(AVERY, PASSWORD).await.expect(200);
    let secret = step.at("/secret").as_str().unwrap().to_owned();
    let done = page.code(&step, &code_of(&secret, 0)).await.expect(200);
    let avery = page.signed_in(&done).await;
    let _ = avery.get("/api/users/me").await.expect(200);

    assert_eq!(lost(&keyturn, AVERY).await.expect(200).json, json!({"success": true, "message": null}));
    let token = token(&keyturn, AVERY, "Reset MFA").await;
    let mails = keyturn.mail_to(AVERY);
    assert_eq!(mails[0].subject, "An authenticator was added");
    let link = mails[1].link("Reset MFA").unwrap();
    assert!(link.starts_with(&format!("{}/reset-mfa-confirmation?", keyturn.base)), "{link}");
    assert_eq!(parameter(link, "email").as_deref(), Some("YXZlcnkuc3RvbmVAaGFyYm9yLmV4YW1wbGU="));

    assert_eq!(confirm(&keyturn, "nonsense").await, json!({"success": false, "message": "TOKEN_NOT_FOUND"}));
    let answers = join_all((0..5).map(|_| confirm(&keyturn, &token))).await;
    assert_eq!(answers.iter().filter(|answer| answer["success"] == true).count(), 1, "{answers:?}");
    assert_eq!(confirm(&keyturn, &token).await, json!({"success": false, "message": "MFA_ALREADY_RESET"}));
    let _ = avery.get("/api/users/me").await.expect(401);
    let page = SignInPage::open(&keyturn.visitor(), &keyturn.base).await;
    assert_eq!(page.password(AVERY, PASSWORD).await.expect(200).json["step"], "ENROLL");
    keyturn.do_jobs().await;
    assert_eq!(keyturn.mail_to(AVERY).last().unwrap().subject, "Your second factor was reset");
    let actions = actions(&keyturn, AVERY).await;
    for action in ["second-factor.reset-request", "second-factor.reset"] {
        assert!(actions.iter().any(|known| known == action), "{action}: {actions:?}");
    }

    // There is nothing left to reset. After an hour the link has expired. Users who left aren't found.
    let _ = lost(&keyturn, AVERY).await.expect(200);
    let late = self::token(&keyturn, AVERY, "Reset MFA").await;
    assert_eq!(confirm(&keyturn, &late).await["message"], "MFA_ALREADY_RESET");
    let _ = lost(&keyturn, AVERY).await.expect(200);
    let late = self::token(&keyturn, AVERY, "Reset MFA").await;
    sql(&keyturn, "update account_token set expires_at = expires_at - interval '61 minutes'").await;
    assert_eq!(confirm(&keyturn, &late).await["message"], "TOKEN_EXPIRED");
    sql(&keyturn, "update app_user set state = 'DEACTIVATED' where email = 'avery.stone@harbor.example'").await;
    assert_eq!(confirm(&keyturn, &late).await["message"], "USER_NOT_FOUND");
}

/// D30: if the company must approve a reset, nothing is reset, and one request is created.
#[tokio::test]
async fn companies_can_require_approval_of_resets() {
    let keyturn = Keyturn::start_with(|config| config.second_factor = Some(true)).await;
    let page = SignInPage::open(&keyturn.visitor(), &keyturn.base).await;
    let step = page.password(AVERY, PASSWORD).await.expect(200);
    let secret = step.at("/secret").as_str().unwrap().to_owned();
    let _ = page.code(&step, &code_of(&secret, 0)).await.expect(200);
    sql(&keyturn, "update org_unit set second_factor_reset_needs_approval = true where slug = 'harbor'").await;
    for _ in 0..2 {
        let _ = lost(&keyturn, AVERY).await.expect(200);
        let token = token(&keyturn, AVERY, "Reset MFA").await;
        let answer = confirm(&keyturn, &token).await;
        assert_eq!(answer["success"], false);
        assert!(answer["message"].as_str().unwrap().contains("has to approve this first"), "{answer}");
    }
    let waiting: i64 = sqlx::query_scalar(
        "select count(*) from second_factor_reset r join app_user u on u.id = r.user_id where u.email = $1 and decided_at is null",
    )
    .bind(AVERY)
    .fetch_one(&mut keyturn.superuser().await)
    .await
    .unwrap();
    assert_eq!(waiting, 1);
    let page = SignInPage::open(&keyturn.visitor(), &keyturn.base).await;
    assert_eq!(page.password(AVERY, PASSWORD).await.expect(200).json["step"], "SECOND_FACTOR");
    assert!(actions(&keyturn, AVERY).await.contains(&"second-factor.reset-approval-request".to_owned()));
}
