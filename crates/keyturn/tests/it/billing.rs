//! Billing.

use billing::BillingDay;
use platform::jobs::Job;
use reqwest::Method;
use serde_json::{Value, json};
use sqlx::Row;
use testkit::{Answer, Client, Keyturn, officer};

const PAYS: &str = "4242 4242 4242 4242";
const DECLINES: &str = "4000-0000-0000-0002";
const ASKS: &str = "4000 0027 6000 3184";
const EMPTY: &str = "4000 0000 0000 0341";
const BLOCKS: &str = "4000 0000 0000 0259";

/// Token of the sandbox form for a card.
async fn token(client: &Client, number: &str) -> String {
    let card = json!({"number": number, "expires": "12/30", "securityCode": "123"});
    let made = client.post("/api/billing/sandbox/cards", card).await.expect(201);
    made.at("/token").as_str().unwrap().to_owned()
}

fn order(plan: &str, period: &str, payer: &str) -> Value {
    json!({"planId": plan, "period": period, "payer": payer})
}

/// The version that a user sees, if any.
async fn shown(client: &Client, payer: &str) -> i64 {
    client.get(&format!("/api/billing/subscription?payer={payer}")).await.json["version"].as_i64().unwrap_or_default()
}

async fn at_version(client: &Client, method: Method, path: &str, version: i64, body: Value) -> Answer {
    client.send(client.request(method, path).header("if-match", version.to_string()).json(&body)).await
}

async fn cancel(client: &Client, payer: &str, reason: &str) -> Answer {
    let body = json!({"payer": payer, "reason": reason});
    at_version(client, Method::POST, "/api/billing/cancel", shown(client, payer).await, body).await
}

async fn put_card(client: &Client, body: Value) -> Answer {
    let version = shown(client, body["payer"].as_str().unwrap()).await;
    at_version(client, Method::PUT, "/api/billing/payment-method", version, body).await
}

async fn me(client: &Client) -> Value {
    client.get("/api/users/me").await.expect(200).json["activeUser"].clone()
}

async fn status(client: &Client) -> Value {
    client.get("/api/billing/status").await.expect(200).json
}

async fn invoices(client: &Client, payer: &str) -> Vec<Value> {
    let page = client.get(&format!("/api/billing/invoices?payer={payer}")).await.expect(200);
    page.at("/rows").as_array().unwrap().clone()
}

async fn create_loan(client: &Client) -> Answer {
    let officer = officer::membership(client).await;
    client.post("/api/loans", officer::manual("Maya", "Ortiz", officer)).await
}

async fn run(keyturn: &Keyturn, sql: &'static str) {
    sqlx::raw_sql(sql).execute(&mut keyturn.superuser().await).await.unwrap();
}

/// Runs the billing day.
async fn next_day(keyturn: &Keyturn) {
    BillingDay {}.run(&keyturn.app).await.unwrap();
}

/// BILLING-02 to BILLING-07: the user record has the data for the Upgrade button, for unit and user. A user's own
/// payment takes precedence.
#[tokio::test]
async fn the_user_record_has_payer_plan_and_state() {
    let keyturn = Keyturn::start().await;
    let told = |user: &Value| {
        json!([
            user["WizeOrgUnit"]["Billing"]["enabled"],
            user["WizeOrgUnit"]["LWLicensePayer"],
            user["WizeOrgUnit"]["proPlan"],
            user["WizeOrgUnit"]["subscriptionState"],
            user["LWLicensePayer"],
            user["proPlan"],
            user["subscriptionState"],
        ])
    };
    for (who, expected) in [
        ("grace.whitfield@harbor", json!([true, "COMPANY", false, "ACTIVE", "COMPANY", false, "ACTIVE"])),
        ("avery.stone@harbor", json!([true, "COMPANY", false, "ACTIVE", "COMPANY", false, "ACTIVE"])),
        ("tom.reyes@harbor", json!([true, "BRANCH", false, "ACTIVE", "BRANCH", false, "ACTIVE"])),
        ("nina.kowalski@harbor", json!([true, "COMPANY", false, "ACTIVE", "SELF", false, "ACTIVE"])),
        ("alice.monroe@prairie", json!([true, "COMPANY", true, "ACTIVE", "COMPANY", true, "ACTIVE"])),
        ("laura.beck@juniper", json!([true, "COMPANY", true, "TRIAL", "COMPANY", true, "TRIAL"])),
        ("maren.holt@cedar", json!([true, "COMPANY", false, "PAST_DUE", "COMPANY", false, "PAST_DUE"])),
        ("wanda.ortega@sable", json!([true, "COMPANY", false, "ADMIN_CANCELLED", "COMPANY", false, "ADMIN_CANCELLED"])),
    ] {
        let client = keyturn.sign_in(&format!("{who}.example")).await;
        assert_eq!(told(&me(&client).await), expected, "{who}");
    }
    let free =
        keyturn.company_with("free", json!({"billing": {"enabled": false, "payer": "COMPANY", "state": "NONE"}})).await;
    let grace = free.sign_in("grace.whitfield").await;
    assert_eq!(told(&me(&grace).await), json!([false, "COMPANY", false, "NONE", "COMPANY", false, "NONE"]));
    assert_eq!(
        status(&grace).await,
        json!({"restricted": false, "plan": null, "subscriptionState": "NONE", "banner": null})
    );
    let refused = grace.get("/api/billing/plans?payer=COMPANY").await.expect(409);
    assert_eq!(refused.json["message"], "Nothing is billed to your company.");
}

/// BILLING-17: billing status with its banner.
#[tokio::test]
async fn each_billing_state_has_its_banner() {
    let keyturn = Keyturn::start().await;
    let grace = status(&keyturn.sign_in("grace.whitfield@harbor.example").await).await;
    assert_eq!(
        grace,
        json!({
            "restricted": false,
            "plan": {"id": "STANDARD", "name": "Standard", "isPro": false},
            "subscriptionState": "ACTIVE",
            "banner": null,
        })
    );
    let laura = status(&keyturn.sign_in("laura.beck@juniper.example").await).await;
    assert_eq!(
        laura["banner"],
        json!({
            "key": "TRIAL",
            "statusCode": "TRIAL",
            "days": 9,
            "text": "Your company has 9 day(s) left in its trial.",
            "billingLink": "/app/settings/billing",
            "pendingLicenseMsg": null,
            "bannerMode": "company",
        })
    );
    let ethan = status(&keyturn.sign_in("ethan.moss@juniper.example").await).await;
    assert_eq!((&ethan["restricted"], &ethan["banner"]["billingLink"]), (&json!(false), &Value::Null));

    for (slug, billing, restricted, key, mode) in [
        ("due", json!({"payer": "COMPANY", "state": "PAST_DUE", "days": 13}), false, "PAST_DUE", "company"),
        ("overdue", json!({"payer": "COMPANY", "state": "PAST_DUE", "days": 14}), true, "PENDING_LICENSE", "company"),
        (
            "ending",
            json!({"payer": "COMPANY", "state": "ADMIN_CANCELLED", "days": 3}),
            false,
            "CANCELED_COMPANY_PAID_SUB",
            "company",
        ),
        (
            "ended",
            json!({"payer": "COMPANY", "state": "ADMIN_CANCELLED", "days": -3}),
            true,
            "CANCELED_COMPANY_PAID_SUB",
            "company",
        ),
        (
            "gone",
            json!({"payer": "COMPANY", "state": "ADMIN_CANCELLED", "days": -31}),
            true,
            "CANCELED_COMPANY_PAID_NOSUB",
            "company",
        ),
        ("none", json!({"payer": "COMPANY", "state": "NONE"}), true, "CANCELED_COMPANY_PAID_NOSUB", "company"),
        ("own-trial", json!({"payer": "SELF", "state": "TRIAL", "days": 5}), false, "TRIAL", "individual"),
        (
            "own-ended",
            json!({"payer": "SELF", "state": "USER_CANCELLED", "days": -3}),
            true,
            "CANCELED_SELF_PAID_SUB",
            "individual",
        ),
        ("own-none", json!({"payer": "SELF", "state": "NONE"}), true, "CANCELED_SELF_PAID_NOSUB", "individual"),
    ] {
        let company = keyturn.company_with(slug, json!({ "billing": billing })).await;
        let avery = company.sign_in("avery.stone").await;
        let told = status(&avery).await;
        assert_eq!(
            (&told["restricted"], &told["banner"]["key"], &told["banner"]["bannerMode"]),
            (&json!(restricted), &json!(key), &json!(mode)),
            "{slug}: {told}"
        );
        let created = create_loan(&avery).await;
        assert_eq!(created.status, if restricted { 402 } else { 201 }, "{slug}");
    }
}

/// Decision D15: a restricted company can't create or import, gets a code and a message, and still sees its data.
/// Payment lifts the restriction immediately.
#[tokio::test]
async fn a_restricted_company_creates_nothing_until_it_pays() {
    let keyturn = Keyturn::start().await;
    let boris = keyturn.sign_in("boris.adler@sable.example").await;
    let refused = create_loan(&boris).await.expect(402);
    assert_eq!(
        refused.json,
        json!({
            "code": "LWBILL10402",
            "message": "Your company-paid plan was cancelled. Pay for your subscription or contact your Company Admin about a company plan.",
        })
    );
    let bodies = [
        ("/api/files/upload-url", json!({"fileName": "a.xml"})),
        (
            "/api/imports/mismo",
            json!({"fileName": "a.xml", "filePath": "imports/018f0000-0000-7000-8000-00000000dead/a.xml"}),
        ),
    ];
    for (path, body) in bodies {
        assert_eq!(boris.post(path, body).await.expect(402).json["code"], "LWBILL10402", "{path}");
    }
    assert_eq!(officer::import_fnma(&boris, "a.fnm", b"00A".to_vec()).await.status, 402);
    let _ = boris.get("/api/loans").await.expect(200);
    assert_eq!(status(&boris).await["restricted"], true);

    let wanda = keyturn.sign_in("wanda.ortega@sable.example").await;
    let mut paid = order("STANDARD", "MONTH", "COMPANY");
    paid["paymentToken"] = token(&wanda, PAYS).await.into();
    let out = wanda.post("/api/billing/subscribe", paid).await.expect(200);
    assert_eq!((out.at("/state"), out.at("/restricted")), (&json!("ACTIVE"), &json!(false)));
    assert_eq!(create_loan(&boris).await.status, 201);
    assert_eq!(status(&boris).await["banner"], Value::Null);
}

/// BILLING-08: an upgrade costs exactly the quote, changes the status of all users of the company, and is audited.
#[tokio::test]
async fn grace_upgrades_the_company_to_pro_for_the_rest_of_the_month() {
    let keyturn = Keyturn::start().await;
    let cove = keyturn.company("cove").await;
    let grace = cove.sign_in("grace.whitfield").await;
    let plans = grace.get("/api/billing/plans?payer=COMPANY").await.expect(200);
    assert_eq!(
        (plans.at("/planId"), plans.at("/period"), plans.at("/state")),
        (&json!("STANDARD"), &json!("MONTH"), &json!("ACTIVE"))
    );
    assert_eq!(plans.at("/seats"), plans.at("/needed"));
    let pro = plans.at("/rows/1");
    assert_eq!(
        (&pro["id"], &pro["month"]["officerSeat"], &pro["month"]["supportSeat"]),
        (&json!("PRO"), &json!("99.00"), &json!("49.00"))
    );
    let quote = pro["month"]["quote"].clone();
    let cents = |value: &Value| value.as_str().unwrap().replace('.', "").parse::<i64>().unwrap();
    assert_eq!(cents(&quote["dueNow"]), cents(&quote["subtotal"]) - cents(&quote["credit"]));
    assert!(cents(&quote["dueNow"]) > 0 && cents(&quote["dueNow"]) < cents(&quote["nextAmount"]), "{quote}");

    let out = grace.post("/api/billing/upgrade", order("PRO", "MONTH", "COMPANY")).await.expect(200);
    assert_eq!(
        (out.at("/planId"), out.at("/isPro"), out.at("/state")),
        (&json!("PRO"), &json!(true), &json!("ACTIVE"))
    );
    assert_eq!((out.at("/nextOn"), out.at("/nextAmount")), (&quote["nextOn"], &quote["nextAmount"]));
    let invoice = &invoices(&grace, "COMPANY").await[0];
    assert_eq!(
        (&invoice["state"], &invoice["purpose"], &invoice["amount"]),
        (&json!("PAID"), &json!("UPGRADE"), &quote["dueNow"])
    );
    assert_eq!(
        (&invoice["subtotal"], &invoice["credit"], &invoice["card"]),
        (&quote["subtotal"], &quote["credit"], &json!("Visa 4242"))
    );
    let avery = cove.sign_in("avery.stone").await;
    assert_eq!(me(&avery).await["WizeOrgUnit"]["proPlan"], true);
    assert_eq!(status(&avery).await["plan"]["isPro"], true);

    let again = grace.post("/api/billing/upgrade", order("PRO", "MONTH", "COMPANY")).await.expect(409);
    assert_eq!(again.json["message"], "This is the present plan already.");
    let less = grace.post("/api/billing/upgrade", order("STANDARD", "YEAR", "COMPANY")).await.expect(409);
    assert_eq!(less.json["code"], "LWBILL10407");

    let mut superuser = keyturn.superuser().await;
    let audit = sqlx::query(
        "select before ->> 'planId' as before, after ->> 'planId' as after, active_user_id is not null as by_somebody
         from audit_entry where company_id = $1 and action = 'billing.pay'",
    )
    .bind(cove.id)
    .fetch_one(&mut superuser)
    .await
    .unwrap();
    let facts: (String, String, bool) = (audit.get("before"), audit.get("after"), audit.get("by_somebody"));
    assert_eq!(facts, ("STANDARD".to_owned(), "PRO".to_owned(), true));
}

/// Two concurrent upgrades are charged once.
#[tokio::test]
async fn concurrent_upgrades_are_charged_once() {
    let keyturn = Keyturn::start().await;
    let cove = keyturn.company("cove").await;
    let grace = cove.sign_in("grace.whitfield").await;
    let other = grace.another_tab();
    let (first, second) = futures::join!(
        grace.post("/api/billing/upgrade", order("PRO", "YEAR", "COMPANY")),
        other.post("/api/billing/upgrade", order("PRO", "YEAR", "COMPANY")),
    );
    let mut statuses = [first.status, second.status];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 409], "{} {}", first.json, second.json);
    let paid = invoices(&grace, "COMPANY").await;
    assert_eq!(paid.len(), 1, "{paid:?}");
}

/// Refused cards change nothing and report an error at the form. A bank's confirmation completes the payment.
#[tokio::test]
async fn sandbox_cards_behave_by_number() {
    let keyturn = Keyturn::start().await;
    let cove = keyturn.company("cove").await;
    let grace = cove.sign_in("grace.whitfield").await;
    let with = |token: &str| {
        let mut body = order("PRO", "MONTH", "COMPANY");
        body["paymentToken"] = token.into();
        body
    };
    let real = json!({"number": "4111 1111 1111 1111", "expires": "12/30", "securityCode": "123"});
    let refused = grace.post("/api/billing/sandbox/cards", real).await.expect(422);
    assert!(refused.json["fields"]["number"].as_str().unwrap().contains("sandbox"), "{}", refused.json);
    let old = json!({"number": PAYS, "expires": "10/26", "securityCode": "12"});
    let refused = grace.post("/api/billing/sandbox/cards", old).await.expect(422);
    assert_eq!(refused.json["fields"]["expires"], "The card has expired.");
    assert!(refused.json["fields"]["securityCode"].is_string());

    for (number, why) in [
        (DECLINES, "The card was declined. Please use another card."),
        (EMPTY, "The card has insufficient funds. Please use another card."),
    ] {
        let declined = grace.post("/api/billing/upgrade", with(&token(&grace, number).await)).await.expect(422);
        assert_eq!(declined.json["fields"]["paymentToken"], why);
        let card = grace.get("/api/billing/subscription?payer=COMPANY").await.expect(200);
        assert_eq!((card.at("/planId"), card.at("/paymentMethod/lastFour")), (&json!("STANDARD"), &json!("4242")));
    }
    assert_eq!(
        invoices(&grace, "COMPANY").await[0]["failure"],
        "The card has insufficient funds. Please use another card."
    );

    let asks = token(&grace, ASKS).await;
    let waiting = grace.post("/api/billing/upgrade", with(&asks)).await.expect(200);
    assert_eq!((waiting.at("/awaitsPayer"), waiting.at("/planId")), (&json!(true), &json!("STANDARD")));
    let no = json!({"payer": "COMPANY", "confirmation": "refused"});
    let refused = grace.post("/api/billing/confirm", no).await.expect(422);
    assert_eq!(refused.json["fields"]["paymentToken"], "The payment was not confirmed.");
    let yes = json!({"payer": "COMPANY", "confirmation": "approved"});
    let _ = grace.post("/api/billing/confirm", yes.clone()).await.expect(404);
    let _ = grace.post("/api/billing/upgrade", with(&asks)).await.expect(200);
    let done = grace.post("/api/billing/confirm", yes).await.expect(200);
    assert_eq!((done.at("/planId"), done.at("/paymentMethod/lastFour")), (&json!("PRO"), &json!("3184")));

    // No card number is stored beyond the last four digits.
    let mut superuser = keyturn.superuser().await;
    let kept: i64 = sqlx::query_scalar(
        "select count(*) from payment_method m where m::text ~ '4242 ?4242 ?4242' or m::text ~ '400000'",
    )
    .fetch_one(&mut superuser)
    .await
    .unwrap();
    assert_eq!(kept, 0);
}

/// Trials end and periods renew by the company's calendar. A failed payment is retried, and restricts after fourteen
/// days.
#[tokio::test]
async fn days_pass_for_a_subscription() {
    let keyturn = Keyturn::start().await;
    let shift = "update subscription set trial_ends_on = trial_ends_on - 30, period_starts_on = period_starts_on - 30,
                        period_ends_on = period_ends_on - 30, anchor_on = anchor_on - 30";
    let trial = keyturn
        .company_with("trial", json!({"billing": {"payer": "COMPANY", "state": "TRIAL", "days": 5, "hasCard": false}}))
        .await;
    let paid =
        keyturn.company_with("paid", json!({"billing": {"payer": "COMPANY", "state": "ACTIVE", "days": 5}})).await;
    let (on_trial, paying) = (trial.sign_in("grace.whitfield").await, paid.sign_in("grace.whitfield").await);
    next_day(&keyturn).await;
    assert_eq!(status(&on_trial).await["subscriptionState"], "TRIAL");
    assert_eq!(invoices(&paying, "COMPANY").await.len(), 0);

    run(&keyturn, shift).await;
    next_day(&keyturn).await;
    next_day(&keyturn).await;
    // Without a card the payment fails, and the grace period is fourteen days.
    let told = status(&on_trial).await;
    assert_eq!((&told["subscriptionState"], &told["restricted"]), (&json!("PAST_DUE"), &json!(false)));
    assert_eq!((&told["banner"]["key"], &told["banner"]["days"]), (&json!("PAST_DUE"), &json!(14)));
    run(&keyturn, "update subscription set past_due_on = past_due_on - 14 where past_due_on is not null").await;
    next_day(&keyturn).await;
    let told = status(&on_trial).await;
    assert_eq!((&told["banner"]["key"], &told["restricted"]), (&json!("PENDING_LICENSE"), &json!(true)));
    let renewed = paying.get("/api/billing/subscription?payer=COMPANY").await.expect(200);
    assert_eq!(renewed.at("/state"), "ACTIVE");
    let paid_for = invoices(&paying, "COMPANY").await;
    assert_eq!(paid_for.len(), 1, "once a day, however often the job runs");
    assert_eq!((&paid_for[0]["purpose"], &paid_for[0]["state"]), (&json!("RENEW"), &json!("PAID")));
    let mut superuser = keyturn.superuser().await;
    let by_nobody: i64 = sqlx::query_scalar(
        "select count(*) from audit_entry where company_id = $1 and action = 'billing.pay' and active_user_id is null",
    )
    .bind(paid.id)
    .fetch_one(&mut superuser)
    .await
    .unwrap();
    assert_eq!(by_nobody, 1);

    // Another card pays the overdue amount immediately.
    let body = json!({"payer": "COMPANY", "paymentToken": token(&on_trial, PAYS).await});
    let out = put_card(&on_trial, body).await.expect(200);
    assert_eq!((out.at("/state"), out.at("/restricted")), (&json!("ACTIVE"), &json!(false)));
    assert_eq!(status(&on_trial).await["restricted"], false);

    // An empty card is past due; a stolen one blocks.
    for (number, key) in [(EMPTY, "PAST_DUE"), (BLOCKS, "INVALID_LICENSE_CONTACT_SUPPORT")] {
        let body = json!({"payer": "COMPANY", "paymentToken": token(&paying, number).await});
        let _ = put_card(&paying, body).await;
        run(
            &keyturn,
            "update subscription set period_starts_on = current_date - 32, period_ends_on = current_date - 2,
                    tried_on = null, state = 'ACTIVE', past_due_on = null
             where state in ('ACTIVE', 'PAST_DUE') and payer = 'COMPANY'",
        )
        .await;
        next_day(&keyturn).await;
        let banner = status(&paying).await["banner"].clone();
        assert_eq!(banner["key"], key);
        if number == BLOCKS {
            assert_eq!(banner["text"], "Your license is invalid. Please contact support.");
            assert_eq!(banner["billingLink"], Value::Null);
        }
    }
    let refused = paying.post("/api/billing/upgrade", order("PRO", "MONTH", "COMPANY")).await.expect(409);
    assert_eq!(refused.json["message"], "Your license is invalid. Please contact support.");
}

/// If a process dies between writing an invoice and charging it, the next one retries, and it is charged once.
#[tokio::test]
async fn an_interrupted_payment_is_charged_once() {
    let keyturn = Keyturn::start().await;
    let cove = keyturn.company("cove").await;
    let grace = cove.sign_in("grace.whitfield").await;
    let mut body = order("PRO", "MONTH", "COMPANY");
    body["paymentToken"] = token(&grace, ASKS).await.into();
    let _ = grace.post("/api/billing/upgrade", body).await.expect(200);
    // The state between the two transactions, some time ago, with the card that pays.
    run(
        &keyturn,
        "update invoice i
         set awaits_payer = false, created_at = now() - interval '1 hour',
             payment_method_id = (select m.id from payment_method m
                                  where m.company_id = i.company_id and m.subscription_id = i.subscription_id
                                    and m.last_four = '4242')
         where state = 'OPEN'",
    )
    .await;
    let refused = grace.post("/api/billing/upgrade", order("PRO", "MONTH", "COMPANY")).await.expect(409);
    assert_eq!(refused.json["code"], "LWBILL10414");
    next_day(&keyturn).await;
    next_day(&keyturn).await;
    assert_eq!(me(&grace).await["proPlan"], true);
    assert_eq!(invoices(&grace, "COMPANY").await.len(), 1);

    // An unanswered bank confirmation is abandoned after a day.
    let mut body = order("PRO", "YEAR", "COMPANY");
    body["paymentToken"] = token(&grace, ASKS).await.into();
    let _ = grace.post("/api/billing/upgrade", body).await.expect(200);
    next_day(&keyturn).await;
    assert_eq!(invoices(&grace, "COMPANY").await[0]["state"], "OPEN");
    run(&keyturn, "update invoice set created_at = now() - interval '25 hours' where state = 'OPEN'").await;
    next_day(&keyturn).await;
    assert_eq!(invoices(&grace, "COMPANY").await[0]["state"], "FAILED");
    assert_eq!(grace.get("/api/billing/subscription?payer=COMPANY").await.json["period"], "MONTH");
}

/// Who manages billing: the company admin, the admin of a paying branch, and users who pay for themselves.
#[tokio::test]
async fn each_payer_manages_their_own_billing() {
    let keyturn = Keyturn::start().await;
    let cove = keyturn.company("cove").await;
    for (who, company, branch, own) in [
        ("grace.whitfield", 200, 403, 409),
        ("victor.adeyemi", 403, 403, 409),
        ("omar.haddad", 403, 403, 409),
        // The company pays for Bayside. Summit pays for itself.
        ("beth.sullivan", 403, 403, 409),
        ("tom.reyes", 403, 200, 409),
        ("avery.stone", 403, 403, 409),
        ("nina.kowalski", 403, 403, 200),
    ] {
        let client = cove.sign_in(who).await;
        for (payer, expected) in [("COMPANY", company), ("BRANCH", branch), ("SELF", own)] {
            for path in ["plans", "subscription", "invoices"] {
                let answer = client.get(&format!("/api/billing/{path}?payer={payer}")).await;
                assert_eq!(answer.status, expected, "{who} {path} {payer}: {}", answer.json);
            }
            let cancelled = cancel(&client, payer, "").await;
            assert_eq!(cancelled.status, 422, "{who}: {}", cancelled.json);
            if expected != 200 {
                let cancelled = cancel(&client, payer, "Too dear.").await;
                assert_eq!(cancelled.status, expected, "{who} {payer}: {}", cancelled.json);
                let taken = client.post("/api/billing/upgrade", order("PRO", "MONTH", payer)).await;
                assert_eq!(taken.status, expected, "{who} {payer}: {}", taken.json);
            }
        }
    }
    let _ = keyturn.visitor().get("/api/billing/status").await.expect(401);
    // Nina's upgrade affects only herself.
    let nina = cove.sign_in("nina.kowalski").await;
    let _ = nina.post("/api/billing/upgrade", order("PRO", "YEAR", "SELF")).await.expect(200);
    assert_eq!(me(&nina).await["proPlan"], true);
    assert_eq!(me(&nina).await["WizeOrgUnit"]["proPlan"], false);
    assert_eq!(me(&cove.sign_in("grace.whitfield").await).await["proPlan"], false);
    // Tom manages his branch's billing.
    let tom = cove.sign_in("tom.reyes").await;
    let _ = tom.post("/api/billing/upgrade", order("PRO", "MONTH", "BRANCH")).await.expect(200);
    assert_eq!(me(&cove.sign_in("marcus.bell").await).await["proPlan"], true);
    assert_eq!(me(&cove.sign_in("priya.nguyen").await).await["proPlan"], false);
}

/// A cancelled plan runs until its end, can be resumed, and allows users to pay for themselves.
#[tokio::test]
async fn a_cancelled_plan_runs_out_and_can_be_resumed() {
    let keyturn = Keyturn::start().await;
    let cove = keyturn.company("cove").await;
    let (grace, avery) = (cove.sign_in("grace.whitfield").await, cove.sign_in("avery.stone").await);
    let out = cancel(&grace, "COMPANY", "We merge with another company.").await.expect(200);
    assert_eq!((out.at("/state"), out.at("/restricted")), (&json!("ADMIN_CANCELLED"), &json!(false)));
    assert_eq!((out.at("/cancelReason"), out.at("/nextOn")), (&json!("We merge with another company."), &Value::Null));
    assert_eq!(create_loan(&avery).await.status, 201);
    assert_eq!(me(&grace).await["WizeOrgUnit"]["subscriptionState"], "ADMIN_CANCELLED");
    let _ = grace.post("/api/billing/upgrade", order("PRO", "MONTH", "COMPANY")).await.expect(409);

    let back = grace.post("/api/billing/subscribe", order("STANDARD", "MONTH", "COMPANY")).await.expect(200);
    assert_eq!((back.at("/state"), back.at("/cancelReason")), (&json!("ACTIVE"), &Value::Null));
    assert_eq!(invoices(&grace, "COMPANY").await.len(), 0, "what is paid for is not paid again");

    let _ = cancel(&grace, "COMPANY", "Again.").await.expect(200);
    run(
        &keyturn,
        "update subscription set period_ends_on = current_date - 10, period_starts_on = current_date - 39
         where state = 'ADMIN_CANCELLED'",
    )
    .await;
    next_day(&keyturn).await;
    assert_eq!(create_loan(&avery).await.status, 402);
    let told = status(&avery).await;
    assert_eq!(told["banner"]["billingLink"], "/app/user/edit/billing");
    // Avery pays for herself and can work while the others wait.
    let mut alone = order("STANDARD", "MONTH", "SELF");
    alone["paymentToken"] = token(&avery, PAYS).await.into();
    let own = avery.post("/api/billing/subscribe", alone).await.expect(200);
    assert_eq!((own.at("/state"), own.at("/seats")), (&json!("ACTIVE"), &json!({"LO": 1, "SUPPORT": 0})));
    assert_eq!(me(&avery).await["LWLicensePayer"], "SELF");
    assert_eq!(create_loan(&avery).await.status, 201);
    assert_eq!(create_loan(&cove.sign_in("priya.nguyen").await).await.status, 402);
    let ended = cancel(&avery, "SELF", "Moving on.").await.expect(200);
    assert_eq!(ended.at("/state"), "USER_CANCELLED");
}

/// Of two concurrent changes of a plan, the second is refused with the current state.
#[tokio::test]
async fn a_stale_plan_change_is_refused() {
    let keyturn = Keyturn::start().await;
    let cove = keyturn.company("cove").await;
    let (grace, frank) = (cove.sign_in("grace.whitfield").await, cove.sign_in("frank.delgado").await);
    let seen = shown(&frank, "COMPANY").await;
    let body = json!({"payer": "COMPANY", "reason": "We merge."});
    let _ = frank.post("/api/billing/cancel", body.clone()).await.expect(428);
    let card = json!({"payer": "COMPANY", "paymentToken": token(&frank, PAYS).await});
    let _ = frank.put("/api/billing/payment-method", card.clone()).await.expect(428);

    let after = put_card(&grace, card.clone()).await.expect(200).json;
    assert!(after["version"].as_i64().unwrap() > seen);
    for (method, path, body) in
        [(Method::POST, "/api/billing/cancel", body), (Method::PUT, "/api/billing/payment-method", card)]
    {
        let stale = at_version(&frank, method, path, seen, body).await.expect(409);
        assert_eq!(stale.at("/code"), "LWAPI10409");
        assert_eq!(stale.at("/message"), "Grace Whitfield changed this in the meantime.");
        assert_eq!(stale.at("/details/record"), &after);
    }
    assert_eq!(shown(&frank, "COMPANY").await, after["version"].as_i64().unwrap());
    let out = cancel(&frank, "COMPANY", "We merge.").await.expect(200);
    assert_eq!(out.at("/state"), "ADMIN_CANCELLED");
}

/// BANNER-11: users without a seat are restricted individually. An officer on a support seat is reported to the payer.
#[tokio::test]
async fn users_without_a_seat_are_restricted() {
    let keyturn = Keyturn::start().await;
    let cove = keyturn.company("cove").await;
    let grace = cove.sign_in("grace.whitfield").await;
    let whole = grace.get("/api/billing/subscription?payer=COMPANY").await.expect(200);
    assert_eq!(whole.at("/seats"), whole.at("/used"));
    // One officer more than officer seats, and a free support seat.
    let less = "update subscription set officer_seats = officer_seats - 1, support_seats = support_seats + 1
                where payer = 'COMPANY' and state = 'ACTIVE' and officer_seats > 0";
    run(&keyturn, less).await;
    next_day(&keyturn).await;
    let banner = status(&grace).await["banner"].clone();
    assert_eq!(banner["key"], "LO_ON_SUPPORT_SEAT");
    assert_eq!(banner["text"], "Important update: a loan officer is using a support staff seat.");
    run(&keyturn, "update subscription set officer_seats = 1 where payer = 'COMPANY' and state = 'ACTIVE'").await;
    next_day(&keyturn).await;
    // Avery came first and keeps the only officer seat, Priya uses a support seat, and the others have none.
    let avery = cove.sign_in("avery.stone").await;
    assert_eq!(create_loan(&avery).await.status, 201);
    assert_eq!(status(&avery).await["banner"], Value::Null);
    assert_eq!(create_loan(&cove.sign_in("priya.nguyen").await).await.status, 201);
    let beth = cove.sign_in("beth.sullivan").await;
    let refused = create_loan(&beth).await.expect(402);
    assert!(refused.json["message"].as_str().unwrap().starts_with("Your subscription is invalid or expired."));
    let told = status(&beth).await;
    assert_eq!(
        (&told["restricted"], &told["banner"]["pendingLicenseMsg"]),
        (&json!(true), &json!("You have no license."))
    );
    let told = status(&grace).await;
    assert_eq!((&told["restricted"], &told["banner"]["key"]), (&json!(false), &json!("PENDING_LICENSE")));
    let shown = grace.get("/api/billing/subscription?payer=COMPANY").await.expect(200);
    assert_eq!(shown.at("/officersOnSupportSeats"), 1);
    assert!(shown.at("/unseated").as_array().unwrap().contains(&json!("Beth Sullivan")), "{}", shown.json);

    // An upgrade adds seats, and no user lacks one.
    let mut more = order("STANDARD", "MONTH", "COMPANY");
    more["seats"] = json!({"LO": 5, "SUPPORT": shown.at("/seats/SUPPORT")});
    let out = grace.post("/api/billing/upgrade", more).await.expect(200);
    assert_eq!((out.at("/unseated"), out.at("/officersOnSupportSeats")), (&json!([]), &json!(0)));
    assert_eq!(create_loan(&beth).await.status, 201);
    assert_eq!(status(&grace).await["banner"], Value::Null);
}

/// BILLING-15, BILLING-19: company admins by limit, offset, text and count only.
#[tokio::test]
async fn company_admins_are_listed_counted_and_found() {
    let keyturn = Keyturn::start().await;
    let cove = keyturn.company_with("cove", json!({"owner": false})).await;
    run(
        &keyturn,
        "insert into membership_role (company_id, membership_id, role, position)
         select m.company_id, m.id, 'COMPANYADMIN', 2
         from membership m join app_user u on u.id = m.user_id
         where u.email in ('victor.adeyemi@cove.example', 'omar.haddad@cove.example')",
    )
    .await;
    let grace = cove.sign_in("grace.whitfield").await;
    let admins = async |query: &str| {
        grace.get(&format!("/api/org-units/{}/company-admins{query}", cove.id)).await.expect(200).json
    };
    let names = |page: &Value| -> Vec<String> {
        page["users"].as_array().unwrap().iter().map(|user| user["name"].as_str().unwrap().to_owned()).collect()
    };
    let all = admins("").await;
    assert_eq!(
        (names(&all), &all["count"]),
        (
            ["Eleanor Hart", "Frank Delgado", "Grace Whitfield", "Omar Haddad", "Victor Adeyemi"]
                .map(String::from)
                .to_vec(),
            &json!(5)
        )
    );
    let second = admins("?limit=1&offset=1").await;
    assert_eq!((names(&second), &second["count"]), (vec!["Frank Delgado".into()], &json!(5)));
    let found = admins("?string=adey").await;
    assert_eq!((names(&found), &found["count"]), (vec!["Victor Adeyemi".into()], &json!(1)));
    assert_eq!(admins("?onlyCount=true").await, json!({"count": 5}));
    assert_eq!(admins("?onlyCount=true&string=nobody").await, json!({"count": 0}));
    let _ = grace.get(&format!("/api/org-units/{}/company-admins?limit=101", cove.id)).await.expect(422);
    for who in ["beth.sullivan", "victor.adeyemi", "avery.stone"] {
        let client = cove.sign_in(who).await;
        let expected = if who == "victor.adeyemi" { 200 } else { 403 };
        let answer = client.get(&format!("/api/org-units/{}/company-admins", cove.id)).await;
        assert_eq!(answer.status, expected, "{who}: {}", answer.json);
    }
}

/// BILLING-12, BILLING-13: a company has an owner, has explicitly none, or is asked for one.
#[tokio::test]
async fn a_company_has_an_owner_or_explicitly_none() {
    let keyturn = Keyturn::start().await;
    let cove = keyturn.company_with("cove", json!({"owner": false})).await;
    let grace = cove.sign_in("grace.whitfield").await;
    let path = format!("/api/org-units/{}/owner", cove.id);
    let told = async || {
        let unit = me(&grace).await["WizeOrgUnit"].clone();
        (unit["hasOwner"].clone(), unit["noOwnerInd"].clone())
    };
    assert_eq!(told().await, (json!(false), json!(false)));
    let put = async |body: Value| grace.send(grace.request(Method::PUT, &path).json(&body)).await;
    let _ = put(json!({"noOwnerInd": true})).await.expect(200);
    assert_eq!(told().await, (json!(false), json!(true)));
    let own = me(&grace).await["id"].clone();
    let out = put(json!({"WizeUserId": own})).await.expect(200);
    assert_eq!((out.at("/hasOwner"), out.at("/noOwnerInd")), (&json!(true), &json!(false)));
    assert_eq!(told().await, (json!(true), json!(false)));

    // Neither an officer nor a user of another company is a company admin.
    let avery = cove.sign_in("avery.stone").await;
    let stranger = keyturn.sign_in("grace.whitfield@harbor.example").await;
    for other in [me(&avery).await["id"].clone(), me(&stranger).await["id"].clone(), json!(0)] {
        let refused = put(json!({ "WizeUserId": other })).await.expect(422);
        assert_eq!(refused.json["fields"]["WizeUserId"], "Choose one of the company admins.");
    }
    for nothing in [json!({}), json!({"WizeUserId": own, "noOwnerInd": true})] {
        let _ = put(nothing).await.expect(422);
    }
    let _ = avery.put(&path, json!({"noOwnerInd": true})).await.expect(403);
    let _ = stranger.put(&path, json!({"noOwnerInd": true})).await.expect(404);
    assert_eq!(told().await, (json!(true), json!(false)));
}
