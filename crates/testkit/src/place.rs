//! A running Keyturn, with access to its API, database and files.

use crate::Client;
use keyturn::test_mail::TestMail;
use localpg::SUPERUSER;
use platform::mail;
use sqlx::{Connection, PgConnection};
use std::{
    fs,
    path::{Path, PathBuf},
    time::Duration,
};
use tokio::time::{sleep, timeout};

/// How long to wait until background work is done.
const SETTLED_WITHIN: Duration = Duration::from_secs(300);

/// Addresses of a server and its storage.
#[derive(Clone, Debug)]
pub struct Place {
    /// Base URL, `http://localhost:port`.
    pub base: String,
    /// Connection URL of its database for the superuser, who bypasses row-level security.
    pub superuser: String,
    /// Folder of its file store.
    pub files: PathBuf,
}

impl Place {
    /// A client without a token.
    #[must_use]
    pub fn visitor(&self) -> Client {
        Client::new(&self.base)
    }

    /// A client signed in as a user of the demo data.
    pub async fn sign_in(&self, email: &str) -> Client {
        self.visitor().signed_in(email).await
    }

    /// Creates a company for the test, with copies of Harbor Home Lending's users under `@{slug}.example`, and no
    /// loans.
    pub async fn company(&self, slug: &str) -> Company<'_> {
        self.company_with(slug, serde_json::json!({})).await
    }

    /// The same with additional settings, such as how the company is billed.
    pub async fn company_with(&self, slug: &str, mut asked: serde_json::Value) -> Company<'_> {
        asked["slug"] = slug.into();
        let answer = self.visitor().post("/api/demo/companies", asked).await;
        assert_eq!(answer.status, 201, "{}", answer.json);
        Company { place: self, slug: slug.to_owned(), id: answer.at("/id").as_i64().expect("an id") }
    }

    /// A database connection as the superuser.
    pub async fn superuser(&self) -> PgConnection {
        PgConnection::connect(&self.superuser).await.expect("a superuser")
    }

    /// Waits until background work on everything written so far is done: all audit entries are sealed, and all people
    /// are checked for duplicates.
    ///
    /// # Panics
    /// If that takes longer than five minutes.
    pub async fn settled(&self) {
        let mut superuser = self.superuser().await;
        let is_settled =
            "select (select count(*) from audit_entry) = (select count(*) from audit_seal where audit_id > 0)
                                 and not exists (select from match_waiting)";
        let waited = timeout(SETTLED_WITHIN, async {
            while !sqlx::query_scalar::<_, bool>(is_settled).fetch_one(&mut superuser).await.expect("an answer") {
                sleep(Duration::from_millis(200)).await;
            }
        });
        waited.await.expect("a sealed audit log, and people checked for duplicates");
    }

    /// Queues an email to each address, as `keyturn test-mail --queued` does.
    pub async fn put_down(&self, addresses: &[String]) {
        let mut superuser = self.superuser().await;
        let company: i64 = sqlx::query_scalar("select min(id) from org_unit where type = 'PROVIDER'")
            .fetch_one(&mut superuser)
            .await
            .expect("the provider");
        for email in addresses {
            let to = mail::Address { email, name: None };
            mail::enqueue(&mut superuser, company, None, to, &TestMail {}).await.expect("the outbox");
        }
    }

    /// The files in the file store, including those of running or interrupted uploads.
    #[must_use]
    pub fn stored_files(&self) -> Vec<PathBuf> {
        fn below(folder: &Path, found: &mut Vec<PathBuf>) {
            for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
                match entry.path() {
                    path if path.is_dir() => below(&path, found),
                    path => found.push(path),
                }
            }
        }
        let mut found = Vec::new();
        below(&self.files, &mut found);
        found
    }
}

/// A company created for a test.
pub struct Company<'a> {
    place: &'a Place,
    slug: String,
    /// Id of the company.
    pub id: i64,
}

impl Company<'_> {
    /// Signs in one of the company's users, by the part of the email address before the `@`.
    pub async fn sign_in(&self, name: &str) -> Client {
        self.place.sign_in(&format!("{name}@{}.example", self.slug)).await
    }
}

/// Connection URL of a database for a role, over the socket in a folder.
pub(crate) fn address(socket_dir: &Path, role: &str, database: &str) -> String {
    let host = socket_dir.display().to_string().replace('/', "%2F");
    format!("postgresql://{role}@{host}:5432/{database}")
}

/// Process id and superuser URL of the private PostgreSQL in a data folder, according to its pid file. `None` if it
/// isn't running.
#[must_use]
pub fn private_postgres(data: &Path) -> Option<(u32, String)> {
    let (pid, socket_dir) = postmaster(data)?;
    Some((pid, address(&socket_dir, SUPERUSER, "keyturn")))
}

/// Its connection URL for the program's role.
pub(crate) fn private_program(data: &Path) -> Option<String> {
    Some(address(&postmaster(data)?.1, "keyturn_app", "keyturn"))
}

fn postmaster(data: &Path) -> Option<(u32, PathBuf)> {
    // Line 1 is the process id and line 5 the folder of the socket, as documented in PostgreSQL's
    // src/include/utils/pidfile.h.
    let text = fs::read_to_string(data.join("postgres/cluster/data/postmaster.pid")).ok()?;
    let pid = text.lines().next()?.trim().parse().ok()?;
    Some((pid, PathBuf::from(text.lines().nth(4)?)))
}
