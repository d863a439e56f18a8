//! A Keyturn that runs, as somebody knows it who speaks to it, and who looks into its database and its folder.

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

/// Within which the program is through with what was written.
const SETTLED_WITHIN: Duration = Duration::from_secs(300);

/// Where a server answers, and where it keeps things.
#[derive(Clone, Debug)]
pub struct Place {
    /// Where it answers, as `http://localhost:port`.
    pub base: String,
    /// The address of its database for the superuser, who sees past the walls.
    pub superuser: String,
    /// The folder of its file store.
    pub files: PathBuf,
}

impl Place {
    /// Somebody without a token.
    #[must_use]
    pub fn visitor(&self) -> Client {
        Client::new(&self.base)
    }

    /// Somebody of the demo world, signed in.
    pub async fn sign_in(&self, email: &str) -> Client {
        self.visitor().signed_in(email).await
    }

    /// A company of the test's own: the people of Harbor Home Lending under addresses `@{slug}.example`, and no loans.
    pub async fn company(&self, slug: &str) -> Company<'_> {
        self.company_with(slug, serde_json::json!({})).await
    }

    /// The same with more said about it, such as how it is billed.
    pub async fn company_with(&self, slug: &str, mut asked: serde_json::Value) -> Company<'_> {
        asked["slug"] = slug.into();
        let answer = self.visitor().post("/api/demo/companies", asked).await;
        assert_eq!(answer.status, 201, "{}", answer.json);
        Company { place: self, slug: slug.to_owned(), id: answer.at("/id").as_i64().expect("an id") }
    }

    /// A connection as the superuser.
    pub async fn superuser(&self) -> PgConnection {
        PgConnection::connect(&self.superuser).await.expect("a superuser")
    }

    /// Waits until the program is through with what was written so far: every entry of the audit log is sealed, and everybody in the
    /// register was looked for.
    ///
    /// # Panics
    /// It is not through within five minutes.
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
        waited.await.expect("a sealed log, and people who were looked for");
    }

    /// Puts a mail into the outbox for each address, as `keyturn test-mail --queued` does.
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

    /// Objects in the file store, those of uploads that are under way or were broken off among them.
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

/// A company of a test's own.
pub struct Company<'a> {
    place: &'a Place,
    slug: String,
    /// Its id.
    pub id: i64,
}

impl Company<'_> {
    /// One of its people, by the part of the address before the `@`.
    pub async fn sign_in(&self, name: &str) -> Client {
        self.place.sign_in(&format!("{name}@{}.example", self.slug)).await
    }
}

/// The address of a database for a role, over the socket in a folder.
pub(crate) fn address(socket_dir: &Path, role: &str, database: &str) -> String {
    let host = socket_dir.display().to_string().replace('/', "%2F");
    format!("postgresql://{role}@{host}:5432/{database}")
}

/// The private PostgreSQL of a data folder, as its own file names it: its process, and its address for the superuser.
/// Nothing where none runs there.
#[must_use]
pub fn private_postgres(data: &Path) -> Option<(u32, String)> {
    let (pid, socket_dir) = postmaster(data)?;
    Some((pid, address(&socket_dir, SUPERUSER, "keyturn")))
}

/// Its address for the program's role.
pub(crate) fn private_program(data: &Path) -> Option<String> {
    Some(address(&postmaster(data)?.1, "keyturn_app", "keyturn"))
}

fn postmaster(data: &Path) -> Option<(u32, PathBuf)> {
    // Described in PostgreSQL's src/include/utils/pidfile.h: the process first, the folder of the socket fifth.
    let text = fs::read_to_string(data.join("postgres/cluster/data/postmaster.pid")).ok()?;
    let pid = text.lines().next()?.trim().parse().ok()?;
    Some((pid, PathBuf::from(text.lines().nth(4)?)))
}
