//! Mail: put down in a transaction, written and sent by a job.

use platform::{
    GlobalTx, Result,
    jobs::Work,
    mail::{self, Address, Draft, Letter, Mail},
};
use serde::{Deserialize, Serialize};
use testkit::Keyturn;

const HARBOR: &str = "harbor";

/// A letter of these tests, with a link that holds a secret.
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

async fn company(keyturn: &Keyturn, slug: &str) -> i64 {
    let id = sqlx::query_scalar("select id from org_unit where slug = $1").bind(slug);
    id.fetch_one(keyturn.pool()).await.unwrap()
}

/// Puts an invitation down, and commits it.
async fn invite(keyturn: &Keyturn, email: &str, name: Option<&str>, greeting: &str) {
    let harbor = company(keyturn, HARBOR).await;
    let mut tx = GlobalTx::begin(keyturn.pool()).await.unwrap();
    tx.enter(harbor).await.unwrap();
    let invitation = Invitation { greeting: greeting.to_owned() };
    mail::enqueue(&mut tx, harbor, None, Address { email, name }, &invitation).await.unwrap();
    tx.commit().await.unwrap();
}

#[tokio::test]
async fn without_a_mail_server_grace_finds_her_invitation_in_a_file_that_nobody_else_may_read() {
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
    // Nothing of the token is kept.
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
