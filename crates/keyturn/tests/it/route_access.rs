//! Every route by every role: allowed, refused or not found. The table is a snapshot file beside this one, so changes
//! of access show up in reviews. `KEYTURN_WRITE_SNAPSHOTS=1` writes it.

use crate::walk::visit;
use lending::access::Role;
use people::NewPerson;
use platform::GlobalTx;
use reqwest::{Method, multipart};
use serde_json::Value;
use std::{
    fmt::Write,
    path::{Path, PathBuf},
};
use testkit::{
    Client, Keyturn,
    officer::fixture,
    visits::{Ids, Visit, visits},
};
use tokio::task::JoinSet;

/// A column: its name in the file, and the role.
const ROLES: [(&str, Role); 14] = [
    ("OR", Role::Originator),
    ("PR", Role::Processor),
    ("CP", Role::ContractProcessor),
    ("AS", Role::Assistant),
    ("DD", Role::DisclosureDesk),
    ("PA", Role::Payroll),
    ("CL", Role::Closer),
    ("LD", Role::LockDesk),
    ("FU", Role::Funder),
    ("LA", Role::LoanAdmin),
    ("AD", Role::Administrator),
    ("BA", Role::BranchAdmin),
    ("AA", Role::AssociateAdmin),
    ("CA", Role::CompanyAdmin),
];

const HEAD: &str = "\
Who is answered what on which route. Written by tests/it/route_access.rs.
+ allowed   - refused (403)   . not there for them (404)
The first columns work in a branch, the next at headquarters (with all branches together where they may), SA for the
provider. Records: their own, of their branch, of another branch of the company, of another company. A route that names no
record in its address has one line; what its body names is another matter.
";

/// A user with one role in one place, and the records that they request.
struct Column {
    client: Client,
    records: [Option<Ids>; 4],
}

/// Owners of the records, in the order of a column's.
const RECORDS: [&str; 4] = ["own", "branch", "other branch", "other company"];

/// All users: each role in a branch, each role at headquarters, and the provider's.
async fn columns(keyturn: &Keyturn) -> Vec<Column> {
    let mut superuser = keyturn.superuser().await;
    let company = |slug: &'static str| async move {
        let mut superuser = keyturn.superuser().await;
        let id: i64 = sqlx::query_scalar("select id from org_unit where slug = $1")
            .bind(slug)
            .fetch_one(&mut superuser)
            .await
            .unwrap();
        id
    };
    let (harbor, prairie) = (company("harbor").await, company("prairie").await);
    let bayside: i64 = sqlx::query_scalar("select id from org_unit where company_id = $1 and name = 'Bayside'")
        .bind(harbor)
        .fetch_one(&mut superuser)
        .await
        .unwrap();
    let of = |email: &'static str, company| async move {
        let made = Ids::made_by(&keyturn.sign_in(email).await, company).await;
        let mut superuser = keyturn.superuser().await;
        made.with_reset(&mut superuser).await.with_api_key(&mut superuser).await
    };
    let of_bayside = of("avery.stone@harbor.example", harbor).await;
    let of_summit = of("marcus.bell@harbor.example", harbor).await;
    let of_headquarters = of("nina.kowalski@harbor.example", harbor).await;
    let of_prairie = of("alice.monroe@prairie.example", prairie).await;

    let mut columns = Vec::new();
    for unit in [bayside, harbor] {
        for (name, role) in ROLES {
            let place = if unit == harbor { "headquarters" } else { "branch" };
            let email = format!("{name}.{place}@harbor.example").to_lowercase();
            let mut tx = GlobalTx::begin(&keyturn.app.pool).await.unwrap();
            tx.enter(harbor).await.unwrap();
            let person = NewPerson {
                home_company: harbor,
                first_name: name,
                last_name: place,
                email: &email,
                nmls_id: None,
                memberships: &[(harbor, unit, vec![role])],
            };
            people::create_person(&mut tx, &person).await.unwrap();
            tx.commit().await.unwrap();
            let client = keyturn.sign_in(&email).await.with_header("x-consolidated", "true");
            let own = match role {
                Role::Originator => {
                    let made = Ids::made_by(&client, harbor).await.with_reset(&mut superuser).await;
                    Some(made.with_api_key(&mut superuser).await)
                }
                _ => None,
            };
            let (near, far) = match unit == harbor {
                true => (&of_headquarters, &of_bayside),
                false => (&of_bayside, &of_summit),
            };
            let records = [own, Some(near.clone()), Some(far.clone()), Some(of_prairie.clone())];
            columns.push(Column { client, records });
        }
    }
    let sam = keyturn.sign_in("sam.rivera@provider.example").await;
    columns.push(Column { client: sam, records: [None, Some(of_headquarters), Some(of_bayside), Some(of_prairie)] });
    columns
}

/// From here on, every transaction with an audit entry fails at commit, so that the order of requests doesn't affect
/// answers.
async fn let_nothing_last(keyturn: &Keyturn) {
    let mut superuser = keyturn.superuser().await;
    sqlx::raw_sql(
        "create function dry_run() returns trigger language plpgsql as $$
         begin
           raise exception 'nothing lasts here' using errcode = '40001';
         end $$;
         create constraint trigger dry_run after insert on audit_entry
           deferrable initially deferred for each row execute function dry_run()",
    )
    .execute(&mut superuser)
    .await
    .unwrap();
}

/// A route of the OpenAPI description.
struct Route {
    name: String,
    method: Method,
    path: String,
    is_public: bool,
    takes_a_form: bool,
}

impl Route {
    fn all(document: &Value) -> Vec<Self> {
        let mut routes = Vec::new();
        for (path, item) in document["paths"].as_object().unwrap() {
            for (method, operation) in item.as_object().unwrap() {
                routes.push(Self {
                    name: operation["operationId"].as_str().unwrap().to_owned(),
                    method: method.to_uppercase().parse().unwrap(),
                    path: path.clone(),
                    is_public: operation.get("security").is_none(),
                    takes_a_form: operation.pointer("/requestBody/content/multipart~1form-data").is_some(),
                });
            }
        }
        routes.sort_by(|a, b| (&a.path, a.method.as_str()).cmp(&(&b.path, b.method.as_str())));
        routes
    }

    /// How a user's request for these records is answered.
    async fn ask(&self, visit_of: &Visit, client: &Client, ids: &Ids) -> char {
        let answer = if self.takes_a_form {
            let part = multipart::Part::bytes(fixture("va-purchase.fnm")).file_name("a.fnm");
            let form = multipart::Form::new().part("files", part);
            client.send(client.request(self.method.clone(), &self.path).multipart(form)).await
        } else {
            let request = match visit_of {
                Visit::Names(request) | Visit::OfProvider(request) => request(ids),
                Visit::Own(request) => request(),
                Visit::NamesNothing => {
                    let is_whole = self.method == Method::GET && !self.path.contains('{');
                    assert!(is_whole, "{} needs a valid request: Visit::Own or Visit::Names", self.name);
                    (self.path.clone(), None)
                }
            };
            visit(client, &self.method, request).await
        };
        match answer.status {
            403 => '-',
            404 if self.path.contains('{') => '.',
            401 | 500 => panic!("{} {}: {} {}", self.method, self.path, answer.status, answer.json),
            _ => '+',
        }
    }
}

async fn table(keyturn: &Keyturn) -> String {
    let columns = columns(keyturn).await;
    let document = columns[0].client.get("/api/openapi.json").await.expect(200).json;
    let_nothing_last(keyturn).await;

    // Columns run concurrently, each in its own order.
    let mut asking = JoinSet::new();
    for (n, column) in columns.into_iter().enumerate() {
        let routes = Route::all(&document);
        asking.spawn(async move {
            let visits = visits();
            let mut answers = Vec::new();
            for route in routes.iter().filter(|route| !route.is_public) {
                let visit_of = visits.get(route.name.as_str()).unwrap_or_else(|| panic!("no visit for {}", route.name));
                let names_a_record = route.path.contains('{') && !matches!(visit_of, Visit::Own(_));
                let mut of_route = Vec::new();
                for ids in &column.records {
                    of_route.push(match ids {
                        Some(ids) if names_a_record || of_route.is_empty() || of_route == [' '] => {
                            route.ask(visit_of, &column.client, ids).await
                        }
                        _ => ' ',
                    });
                }
                answers.push(of_route);
            }
            (n, answers)
        });
    }
    let mut answers = asking.join_all().await;
    answers.sort_by_key(|(n, _)| *n);

    let mut table = HEAD.to_owned();
    let names: Vec<_> = ROLES.iter().map(|(name, _)| *name).collect();
    let _ = write!(table, "\n{:<72} {}   {}   SA\n", "", names.join(" "), names.join(" "));
    let routes = Route::all(&document);
    let line = |table: &mut String, route: &Route, records: &str, cells: &[char]| {
        let cell = |cells: &[char]| cells.iter().map(|cell| format!("{cell} ")).collect::<Vec<_>>().join(" ");
        let (branch, rest) = cells.split_at(ROLES.len());
        let (headquarters, provider) = rest.split_at(ROLES.len());
        let what = format!("{:<6} {:<50} {records}", route.method.as_str(), route.path);
        let text = format!("{what:<72} {}  {}  {}", cell(branch), cell(headquarters), cell(provider));
        let _ = writeln!(table, "{}", text.trim_end());
    };
    let mut n = 0;
    for route in &routes {
        if route.is_public {
            let _ = writeln!(table, "{:<6} {:<50} public", route.method.as_str(), route.path);
            continue;
        }
        let of_route: Vec<_> = answers.iter().map(|(_, answers)| &answers[n]).collect();
        n += 1;
        if of_route.iter().all(|cells| cells.iter().filter(|cell| **cell != ' ').count() <= 1) {
            let cells: Vec<_> =
                of_route.iter().map(|cells| *cells.iter().find(|cell| **cell != ' ').unwrap_or(&' ')).collect();
            line(&mut table, route, "", &cells);
            continue;
        }
        for (index, records) in RECORDS.iter().enumerate() {
            let cells: Vec<_> = of_route.iter().map(|cells| cells[index]).collect();
            line(&mut table, route, records, &cells);
        }
    }
    table
}

fn file() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/snapshots/route_access.txt")
}

/// PERM-11: the server refuses what a role may not do, for every route. Records of other branches and companies are not
/// found.
#[tokio::test]
async fn every_route_answers_every_role_as_in_the_snapshot() {
    let keyturn = Keyturn::start().await;
    let table = table(&keyturn).await;
    let file = file();
    if std::env::var_os("KEYTURN_WRITE_SNAPSHOTS").is_some() {
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        std::fs::write(&file, &table).unwrap();
        return;
    }
    let written = std::fs::read_to_string(&file).unwrap_or_default();
    let changed: Vec<_> = table.lines().filter(|line| !written.lines().any(|known| known == *line)).collect();
    let gone: Vec<_> = written.lines().filter(|line| !table.lines().any(|known| known == *line)).collect();
    assert!(
        table == written,
        "Permissions changed. Review the difference, then update the snapshot with KEYTURN_WRITE_SNAPSHOTS=1.\nwritten:\n{}\nnow:\n{}",
        gone.join("\n"),
        changed.join("\n")
    );
}

/// The snapshot must never allow records of another company.
#[test]
fn nothing_of_another_company_is_allowed() {
    let written = std::fs::read_to_string(file()).unwrap();
    let of_others: Vec<_> = written.lines().filter(|line| line.contains("other company")).skip(1).collect();
    assert!(of_others.len() > 10, "{} lines", of_others.len());
    for line in of_others {
        assert!(!line.contains('+') || line.contains("/api/org-admin/"), "{line}");
    }
}
