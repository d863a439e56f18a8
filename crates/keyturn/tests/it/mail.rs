//! Mail: queued in a transaction, rendered and sent by a job.

use platform::config::{Config, SmtpTls};
use platform::{
    GlobalTx, Result,
    jobs::Work,
    mail::{self, Address, Draft, Letter, Mail},
};
use serde::{Deserialize, Serialize};
use testkit::{
    Keyturn,
    smtp::{Certificate, Smtp, SmtpServer},
};

const HARBOR: &str = "harbor";

/// A test email with a link that has a secret.
#[derive(Serialize, Deserialize)]
struct Invitation {
    greeting: String,
}

impl Mail for Invitation {
    const KIND: &'static str = "invitation";

    async fn letter(self, draft: &mut Draft<'_>) -> Result<Option<Letter>> {
        if self.greeting.is_empty() {
            return Ok(None);
        }
        let link = format!("http://harbor.localhost/join?token={}", draft.secret("join"));
        Ok(Some(Letter::new("Welcome", "Your account is ready.").text(self.greeting).button("Join", link)))
    }
}

fn work() -> Work {
    Work::new(|app, company| Box::pin(orgs::look(app, company))).mail::<Invitation>()
}

/// Settings for a local mail server.
fn through(port: u16, smtp_tls: SmtpTls) -> impl FnOnce(&mut Config) {
    move |config| {
        config.smtp_host = Some("localhost".to_owned());
        config.smtp_port = Some(port);
        config.smtp_tls = smtp_tls;
        config.smtp_timeout_seconds = 5;
        config.mail_from = "no-reply@mail.keyturn.example".to_owned();
    }
}

/// State of queued mail in order: (sent, given up, reason).
async fn outbox(keyturn: &Keyturn) -> Vec<(bool, bool, Option<String>)> {
    sqlx::query_as("select sent_at is not null, given_up_at is not null, given_up_why from outbox_email order by id")
        .fetch_all(&mut keyturn.superuser().await)
        .await
        .unwrap()
}

/// Attempts of pending jobs with their last errors.
async fn waiting(keyturn: &Keyturn) -> Vec<(i16, Option<String>)> {
    sqlx::query_as("select attempts, last_error from jobs._private_jobs order by id")
        .fetch_all(&mut keyturn.superuser().await)
        .await
        .unwrap()
}

/// Skips the back-off of pending jobs.
async fn later(keyturn: &Keyturn) {
    sqlx::raw_sql("update jobs._private_jobs set run_at = now()")
        .execute(&mut keyturn.superuser().await)
        .await
        .unwrap();
}

async fn company(keyturn: &Keyturn, slug: &str) -> i64 {
    let id = sqlx::query_scalar("select id from org_unit where slug = $1").bind(slug);
    id.fetch_one(keyturn.pool()).await.unwrap()
}

/// Queues and commits an invitation.
async fn invite(keyturn: &Keyturn, email: &str, name: Option<&str>, greeting: &str) {
    let harbor = company(keyturn, HARBOR).await;
    let mut tx = GlobalTx::begin(keyturn.pool()).await.unwrap();
    tx.enter(harbor).await.unwrap();
    let invitation = Invitation { greeting: greeting.to_owned() };
    mail::enqueue(&mut tx, harbor, None, Address { email, name }, &invitation).await.unwrap();
    tx.commit().await.unwrap();
}

#[tokio::test]
async fn without_a_mail_server_mail_is_written_to_private_files() {
    use std::os::unix::fs::PermissionsExt;
    let keyturn = Keyturn::start().await;
    invite(&keyturn, "grace@harbor.example", Some("Grace Whitfield"), "Good morning, “Grace”!").await;
    assert_eq!(keyturn.mail_to("grace@harbor.example").len(), 0, "nothing is written before the job runs");
    keyturn.do_jobs_of(work()).await;
    let [mail] = &keyturn.mail_to("grace@harbor.example")[..] else { panic!("not one mail") };
    assert_eq!((mail.subject.as_str(), mail.to_name.as_deref()), ("Welcome", Some("Grace Whitfield")));
    assert!(mail.text.contains("Good morning, “Grace”!") && mail.html.contains("Good morning, “Grace”!"));
    let token = mail.link("Join").unwrap().split_once("token=").unwrap().1;
    assert_eq!(token.len(), 43);
    for entry in std::fs::read_dir(keyturn.app.config.data_dir.join("mail")).unwrap() {
        assert_eq!(entry.unwrap().metadata().unwrap().permissions().mode() & 0o777, 0o600);
    }
    // The token isn't stored.
    let mut superuser = keyturn.superuser().await;
    let rows: Vec<String> = sqlx::query_scalar("select outbox_email::text from outbox_email where sent_at is not null")
        .fetch_all(&mut superuser)
        .await
        .unwrap();
    assert_eq!(rows.len(), 1);
    assert!(!rows[0].contains(token), "{rows:?}");
    keyturn.do_jobs_of(work()).await;
    assert_eq!(keyturn.mail_to("grace@harbor.example").len(), 1, "it is sent once");
}

#[tokio::test]
async fn a_mail_arrives_as_text_and_html_with_names_in_any_script() {
    let certificate = Certificate::new();
    let smtp = SmtpServer::start(Smtp {
        tls: "starttls",
        certificate: Some(certificate.clone()),
        sign_in: Some(("keyturn", "12345678")),
        ..Smtp::default()
    });
    let keyturn = Keyturn::start_with(|config| {
        through(smtp.port(), SmtpTls::Starttls)(config);
        config.smtp_ca_file = Some(certificate.authority());
        config.smtp_user = Some("keyturn".to_owned());
        config.smtp_password = Some("12345678".to_owned());
    })
    .await;
    let (name, greeting) = ("Jürgen “Jay” Müller-Lüdenscheidt, Jr.", "Grüß Gott – “schön”, dass Sie’s lesen: 家 & <b>");
    invite(&keyturn, "juergen@harbor.example", Some(name), greeting).await;
    keyturn.do_jobs_of(work()).await;

    let [received] = &smtp.received()[..] else { panic!("not one message") };
    assert_eq!(received.to, ["juergen@harbor.example"]);
    assert!(received.is_secure && received.user.as_deref() == Some("keyturn"));
    let mail = &received.mail;
    assert_eq!(mail.to_name.as_deref(), Some(name));
    assert_eq!(
        (mail.subject.as_str(), mail.from.as_str()),
        ("Welcome", "Harbor Home Lending <no-reply@mail.keyturn.example>")
    );
    assert!(mail.text.contains(greeting), "{}", mail.text);
    assert!(mail.html.contains("Grüß Gott – “schön”, dass Sie’s lesen: 家 &amp; &lt;b&gt;"), "{}", mail.html);
    assert!(mail.html.contains("Your account is ready.") && mail.html.contains("Harbor Home Lending"));
    assert!(mail.link("Join").unwrap().starts_with("http://harbor.localhost/join?token="));
    let header = received.header();
    for line in ["MIME-Version: 1.0", "Auto-Submitted: auto-generated", "multipart/alternative"] {
        assert!(header.contains(line), "{line} in {header}");
    }
    assert!(header.contains("@mail.keyturn.example>\r\n"), "a Message-ID of the sender's domain: {header}");
    assert!(received.bytes.is_ascii(), "an old server takes it too");
    assert_eq!(outbox(&keyturn).await, [(true, false, None)]);
}

#[tokio::test]
async fn mail_waits_for_an_unavailable_server_and_arrives_once() {
    let port = SmtpServer::start(Smtp::default()).port();
    let keyturn = Keyturn::start_with(through(port, SmtpTls::None)).await;
    invite(&keyturn, "grace@harbor.example", None, "Hello").await;
    keyturn.do_jobs_of(work()).await;
    keyturn.do_jobs_of(work()).await;
    let tried = waiting(&keyturn).await;
    let [(1, Some(why))] = &tried[..] else { panic!("tried once, and not again before its time: {tried:?}") };
    assert!(why.contains("Connection refused"), "the error has the reason: {why}");
    assert_eq!(outbox(&keyturn).await, [(false, false, None)]);

    let smtp = SmtpServer::start(Smtp { port, ..Smtp::default() });
    later(&keyturn).await;
    keyturn.do_jobs_of(work()).await;
    keyturn.do_jobs_of(work()).await;
    assert_eq!(smtp.wait_for(1).await.len(), 1);
    assert_eq!((outbox(&keyturn).await, waiting(&keyturn).await), (vec![(true, false, None)], vec![]));
}

/// The answer to the last line was lost, so it is unknown whether the mail arrived. It is sent again with the same
/// message ID and link, so that the receiver recognizes it.
#[tokio::test]
async fn mail_that_may_have_arrived_is_sent_again_unchanged() {
    let smtp = SmtpServer::start(Smtp::default());
    let keyturn = Keyturn::start_with(through(smtp.port(), SmtpTls::None)).await;
    invite(&keyturn, "unanswered@harbor.example", None, "Hello").await;
    keyturn.do_jobs_of(work()).await;
    assert_eq!(outbox(&keyturn).await, [(false, false, None)]);
    later(&keyturn).await;
    keyturn.do_jobs_of(work()).await;
    let received = smtp.wait_for(2).await;
    assert_eq!(received[0].bytes, received[1].bytes);
    assert_eq!(outbox(&keyturn).await, [(true, false, None)]);
}

#[tokio::test]
async fn permanent_refusals_are_given_up_and_temporary_ones_retried() {
    let smtp = SmtpServer::start(Smtp::default());
    let keyturn = Keyturn::start_with(through(smtp.port(), SmtpTls::None)).await;
    for to in ["refused@harbor.example", "busy@harbor.example", "not an address"] {
        invite(&keyturn, to, None, "Hello").await;
    }
    invite(&keyturn, "gone@harbor.example", None, "").await;
    keyturn.do_jobs_of(work()).await;
    let [refused, busy, unaddressed, unwanted] = &outbox(&keyturn).await[..] else { panic!("not four") };
    assert!(refused.1 && refused.2.as_ref().unwrap().contains("No such person"), "{refused:?}");
    assert!(!busy.0 && !busy.1, "{busy:?}");
    assert!(unaddressed.1 && unwanted.1 && unwanted.2.as_ref().unwrap().contains("not wanted"), "{unwanted:?}");
    later(&keyturn).await;
    keyturn.do_jobs_of(work()).await;
    assert!(outbox(&keyturn).await[1].0);
    assert_eq!(smtp.wait_for(1).await.len(), 1);
    assert_eq!(waiting(&keyturn).await, []);
}

#[tokio::test]
async fn a_mail_server_with_the_wrong_identity_gets_no_mail() {
    let (ours, other) = (Certificate::new(), Certificate::new());
    let under = |tls| SmtpServer::start(Smtp { tls, certificate: Some(ours.clone()), ..Smtp::default() });
    let (starttls, implicit, plain) = (under("starttls"), under("implicit"), SmtpServer::start(Smtp::default()));
    let tell = |smtp: &SmtpServer, smtp_tls, host: &str, authority: Option<&Certificate>| {
        let (port, host, file) = (smtp.port(), host.to_owned(), authority.map(Certificate::authority));
        move |config: &mut Config| {
            through(port, smtp_tls)(config);
            config.smtp_host = Some(host);
            config.smtp_ca_file = file;
        }
    };
    for (what, settings) in [
        ("an authority that nobody knows", tell(&starttls, SmtpTls::Starttls, "localhost", None)),
        ("another authority", tell(&implicit, SmtpTls::Implicit, "localhost", Some(&other))),
        ("another name", tell(&starttls, SmtpTls::Starttls, "127.0.0.1", Some(&ours))),
        ("no TLS where it must be", tell(&plain, SmtpTls::Starttls, "localhost", Some(&ours))),
    ] {
        let keyturn = Keyturn::start_with(settings).await;
        invite(&keyturn, "grace@harbor.example", None, "Hello").await;
        keyturn.do_jobs_of(work()).await;
        assert_eq!(outbox(&keyturn).await, [(false, false, None)], "{what}");
        assert_eq!(waiting(&keyturn).await.len(), 1, "{what}: it waits until that is put right");
    }
    for smtp in [&starttls, &implicit, &plain] {
        assert_eq!(smtp.received().len(), 0);
    }
    let keyturn = Keyturn::start_with(tell(&implicit, SmtpTls::Implicit, "localhost", Some(&ours))).await;
    invite(&keyturn, "grace@harbor.example", None, "Hello").await;
    keyturn.do_jobs_of(work()).await;
    assert!(implicit.wait_for(1).await[0].is_secure);
}

/// Mail belongs to a company: row security applies, and a company can't send for another.
#[tokio::test]
async fn mail_of_another_company_cannot_be_sent() {
    let keyturn = Keyturn::start().await;
    let (harbor, prairie) = (company(&keyturn, HARBOR).await, company(&keyturn, "prairie").await);
    let mut tx = GlobalTx::begin(keyturn.pool()).await.unwrap();
    tx.enter(prairie).await.unwrap();
    let to = Address { email: "grace@harbor.example", name: None };
    let refused = mail::enqueue(&mut tx, harbor, None, to, &Invitation { greeting: "Hello".to_owned() }).await;
    assert!(refused.is_err());
}

/// Mail queued in a transaction that was rolled back is never sent.
#[tokio::test]
async fn a_change_that_was_rolled_back_sends_no_mail() {
    let keyturn = Keyturn::start().await;
    let harbor = company(&keyturn, HARBOR).await;
    let mut tx = GlobalTx::begin(keyturn.pool()).await.unwrap();
    tx.enter(harbor).await.unwrap();
    let to = Address { email: "grace@harbor.example", name: None };
    mail::enqueue(&mut tx, harbor, None, to, &Invitation { greeting: "Hello".to_owned() }).await.unwrap();
    drop(tx);
    keyturn.do_jobs_of(work()).await;
    assert_eq!(keyturn.mail_to("grace@harbor.example").len(), 0);
    assert_eq!((outbox(&keyturn).await, waiting(&keyturn).await), (vec![], vec![]));
}

/// D31: the demo has a page with the sent mail. Other profiles don't.
#[tokio::test]
async fn sent_mail_is_shown_in_the_demo_only() {
    let keyturn = Keyturn::start().await;
    invite(&keyturn, "grace@harbor.example", Some("<i>Grace</i>"), "Hello <b>Grace</b>").await;
    invite(&keyturn, "omar@harbor.example", None, "Hello Omar").await;
    keyturn.do_jobs_of(work()).await;
    let visitor = keyturn.visitor();
    let all = visitor.get("/dev/mail/messages").await.expect(200).json;
    assert_eq!(all[0]["to"], "omar@harbor.example", "the newest first");
    let found = visitor.get("/dev/mail/messages?to=Grace@harbor.example").await.expect(200).json;
    assert_eq!((found.as_array().unwrap().len(), &found[0]["toName"]), (1, &serde_json::json!("<i>Grace</i>")));
    let list = visitor.get("/dev/mail").await.expect(200);
    assert!(list.json.as_str().unwrap().contains("grace@harbor.example"));
    let page = visitor.get(&format!("/dev/mail/{}", found[0]["id"].as_str().unwrap())).await.expect(200);
    let policy = page.headers["content-security-policy"].to_str().unwrap();
    assert!(policy.starts_with("default-src 'none'") && !policy.contains("script"), "{policy}");
    let html = page.json.as_str().unwrap();
    assert!(html.contains("sandbox=\"allow-popups allow-popups-to-escape-sandbox\"") && !html.contains("<b>Grace"));
    assert!(html.contains("&lt;i&gt;Grace&lt;/i&gt;") && !html.contains("<i>Grace"), "{html}");
    visitor.get("/dev/mail/..%2F..%2Fkeys%2Fsigning.key").await.expect(404);

    let production = Keyturn::start_with(|config| config.profile = platform::config::Profile::Production).await;
    for path in ["/dev/mail", "/dev/mail/messages", "/dev/mail/1"] {
        production.visitor().get(path).await.expect(404);
    }
}

/// Sent mail is deleted after a month. Pending mail is kept.
#[tokio::test]
async fn old_mail_is_deleted() {
    let keyturn = Keyturn::start().await;
    for name in ["old", "new", "waiting"] {
        invite(&keyturn, &format!("{name}@harbor.example"), None, "Hello").await;
    }
    sqlx::raw_sql(
        "update jobs._private_jobs set run_at = now() + interval '1 hour'
         where payload ->> 'mail' = (select id::text from outbox_email where recipient like 'waiting%')",
    )
    .execute(&mut keyturn.superuser().await)
    .await
    .unwrap();
    keyturn.do_jobs_of(work()).await;
    sqlx::raw_sql(
        "update outbox_email set created_at = now() - interval '40 days',
                sent_at = case when sent_at is not null then now() - interval '31 days' end
         where recipient not like 'new%'",
    )
    .execute(&mut keyturn.superuser().await)
    .await
    .unwrap();
    let folder = keyturn.app.config.data_dir.join("mail");
    let long_ago = std::time::SystemTime::now() - std::time::Duration::from_secs(31 * 24 * 3600);
    for entry in std::fs::read_dir(&folder).unwrap().flatten() {
        if String::from_utf8_lossy(&std::fs::read(entry.path()).unwrap()).contains("old@harbor.example") {
            std::fs::File::options().write(true).open(entry.path()).unwrap().set_modified(long_ago).unwrap();
        }
    }
    mail::sweep(&keyturn.app).await.unwrap();
    assert_eq!(outbox(&keyturn).await, [(true, false, None), (false, false, None)]);
    assert_eq!(keyturn.mail_to("old@harbor.example").len(), 0);
    assert_eq!(keyturn.mail_to("new@harbor.example").len(), 1);
}
