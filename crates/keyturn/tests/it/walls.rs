//! The second wall: isolation that the database itself enforces.

use sqlx::Row;
use std::{collections::BTreeSet, path::Path};
use testkit::Keyturn;

/// The page that lists every table without a policy or `FORCE`, with a reason.
const TABLES: &str = "docs/security/tables.md";
const NOT_FORCED: &str = "Tenant tables without FORCE";
const NO_POLICY: &str = "Tables that hold a company's rows and have no policy";
const NO_COMPANY: &str = "Tables that hold no company's rows";

/// Indexes of hashes that differ between companies: the same value has another hash in another company.
const OF_COMPANY_HASHES: [&str; 2] = ["match_person_firm", "match_person_name"];

/// Reviewed functions that run with their owner's rights and that the program may call.
const DEFINER_FUNCTIONS: [&str; 17] = [
    // Deletes history, which the program may not: of a loan of the entered company without a legal hold.
    "dispose_loan(bigint,bigint)",
    "find_match_people(text[],text[],text[],integer)",
    "find_match_sharing(text[],bigint[],integer)",
    "find_search_entries(text,text,text[],integer,bigint)",
    "hold_match_records(text[],bigint[])",
    "note_match_records(text[],bigint[],text[])",
    // For the provider's area: entering a company created in the same transaction, listing who works on a loan
    // (audited), and writing to a company's and the provider's audit log.
    "provider_enter_new_company(bigint)",
    "provider_find_loan_people(bigint)",
    "provider_record(bigint,text,text,text,jsonb,jsonb,text,bigint)",
    "put_match_people(jsonb)",
    "put_search_entries(text,bigint[],bigint[],text[])",
    // Returns nothing: it updates the planner's statistics.
    "refresh_lead_statistics()",
    "refresh_loan_statistics()",
    // Only unchanged leads of an import, with their history.
    "remove_imported_leads(bigint)",
    "remove_search_entry(text,bigint)",
    // Hides leads of the company from the program or restores them.
    "set_leads_merged(bigint[],bigint)",
    "waiting_match_people(integer)",
];

/// Functions that belong to the provider's role.
const PROVIDER_FUNCTIONS: [&str; 4] = [
    "provider_company()",
    "provider_enter_new_company(bigint)",
    "provider_find_loan_people(bigint)",
    "provider_record(bigint,text,text,text,jsonb,jsonb,text,bigint)",
];

/// Policies that let the provider's role read tenant tables: they see every company's rows.
const PROVIDER_POLICIES: [&str; 2] = ["loan: select using true", "loan_team_member: select using true"];

/// A call of each function, and its effect.
const CROSSING_CALLS: [(&str, &str); 3] = [
    ("select provider_record(2, 'test', 'test', '1', null, null, 'test', 1)", "writes into a company's log"),
    ("select * from provider_find_loan_people(100001)", "tells who works on a loan"),
    (
        "insert into org_unit (id, company_id, type, name, display_name) overriding system value
         values (999999, 999999, 'BROKER', 'New', 'New');
         select provider_enter_new_company(999999)",
        "enters a new company",
    ),
];

/// Tables in a section of the page.
fn listed(section: &str) -> BTreeSet<String> {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(TABLES);
    let page = std::fs::read_to_string(page).unwrap();
    let (_, section) = page.split_once(&format!("## {section}\n")).expect("the section");
    let section = section.split("\n## ").next().unwrap();
    let rows = section.lines().filter_map(|line| line.strip_prefix("| `")?.split_once("` | "));
    rows.map(|(table, reason)| {
        assert!(reason.len() > 10, "{TABLES} gives no reason for {table}");
        table.to_owned()
    })
    .collect()
}

async fn texts(connection: &mut sqlx::PgConnection, sql: &'static str) -> Vec<String> {
    sqlx::raw_sql(sql).fetch_all(connection).await.unwrap().iter().map(|row| row.get(0)).collect()
}

#[tokio::test]
async fn every_tenant_table_has_row_security() {
    let keyturn = Keyturn::start().await;
    let mut superuser = keyturn.superuser().await;
    let tables = sqlx::query(
        "select c.relname, c.relrowsecurity, c.relforcerowsecurity,
                coalesce((select a.attnum from pg_attribute a
                          where a.attrelid = c.oid and a.attname = 'company_id' and a.attnotnull), 0)::int2 as company,
                coalesce((select string_agg(pg_get_expr(p.polqual, p.polrelid), ';') from pg_policy p
                          where p.polrelid = c.oid and p.polpermissive
                            and p.polroles <> array['keyturn_provider'::regrole::oid]), '') as policies,
                coalesce((select array_agg(i.indkey[0] order by i.indexrelid) from pg_index i
                          where i.indrelid = c.oid and i.indexrelid::regclass::text <> all ($1)), '{}')::int2[] as leads,
                coalesce((select array_agg(k.conkey[1]) from pg_constraint k
                          where k.conrelid = c.oid and k.contype = 'f'), '{}')::int2[] as foreign_leads,
                exists (select from pg_index i where i.indrelid = c.oid and i.indisprimary) as has_key,
                pg_get_userbyid(c.relowner) as owner
         from pg_class c
         join pg_namespace n on n.oid = c.relnamespace
         where c.relkind in ('r', 'p') and n.nspname = 'public'
         order by 1",
    )
    .bind(OF_COMPANY_HASHES.map(str::to_owned).to_vec())
    .fetch_all(&mut superuser)
    .await
    .unwrap();
    let (not_forced, no_policy, no_company) = (listed(NOT_FORCED), listed(NO_POLICY), listed(NO_COMPANY));
    let mut faults = Vec::new();
    let mut tenant_tables = 0;
    for table in &tables {
        let name: &str = table.get("relname");
        if table.get::<String, _>("owner") != "keyturn_owner" {
            faults.push(format!("{name} is not the owner's"));
        }
        if no_policy.contains(name) || no_company.contains(name) {
            continue;
        }
        tenant_tables += 1;
        let company: i16 = table.get("company");
        let policies: String = table.get("policies");
        if company == 0 {
            faults.push(format!("{name} has no company_id, or it may be null, and {TABLES} doesn't list it"));
        }
        if !table.get::<bool, _>("relrowsecurity") {
            faults.push(format!("{name}: row security is off"));
        }
        if !table.get::<bool, _>("relforcerowsecurity") && !not_forced.contains(name) {
            faults.push(format!("{name}: row security is not forced"));
        }
        if policies.is_empty()
            || !policies
                .split(';')
                .all(|policy| policy.contains("company_id = ( SELECT") && policy.contains("app.company_id"))
        {
            faults.push(format!("{name}: no policy, or one that does not compare the company: {policies}"));
        }
        if !table.get::<bool, _>("has_key") {
            faults.push(format!("{name} has no primary key"));
        }
        for lead in table.get::<Vec<i16>, _>("leads").iter().chain(&table.get::<Vec<i16>, _>("foreign_leads")) {
            if *lead != company {
                faults.push(format!("{name} has an index or a foreign key that company_id does not lead"));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert!(tenant_tables >= 15, "only {tenant_tables} tables were looked at");
}

#[tokio::test]
async fn every_table_without_policy_or_force_is_listed_with_its_reason() {
    let keyturn = Keyturn::start().await;
    let mut superuser = keyturn.superuser().await;
    let sections = [
        (NOT_FORCED, "c.relrowsecurity and not c.relforcerowsecurity"),
        (NO_POLICY, "not c.relrowsecurity and a.attname is not null"),
        (NO_COMPANY, "not c.relrowsecurity and a.attname is null"),
    ];
    for (section, condition) in sections {
        let sql = format!(
            "select c.relname::text from pg_class c
             join pg_namespace n on n.oid = c.relnamespace
             left join pg_attribute a on a.attrelid = c.oid and a.attname = 'company_id' and not a.attisdropped
             where c.relkind in ('r', 'p') and n.nspname = 'public' and {condition}"
        );
        let tables: Vec<String> = sqlx::query_scalar(sqlx::AssertSqlSafe(sql)).fetch_all(&mut superuser).await.unwrap();
        assert_eq!(listed(section), tables.into_iter().collect(), "{section}");
    }
}

#[tokio::test]
async fn the_programs_role_owns_nothing_bypasses_nothing_and_calls_reviewed_functions_only() {
    let keyturn = Keyturn::start().await;
    let mut superuser = keyturn.superuser().await;
    let strong = texts(
        &mut superuser,
        "select rolname::text from pg_roles where rolname like 'keyturn%' and (rolsuper or rolbypassrls or rolcreaterole or rolcreatedb)",
    )
    .await;
    assert_eq!(strong, Vec::<String>::new());
    let owned = texts(
        &mut superuser,
        "select relname::text from pg_class where pg_get_userbyid(relowner) in ('keyturn_app', 'keyturn_provider')",
    )
    .await;
    assert_eq!(owned, Vec::<String>::new());
    let callable = texts(
        &mut superuser,
        "select f.oid::regprocedure::text from pg_proc f join pg_namespace n on n.oid = f.pronamespace
         where n.nspname = 'public' and f.prosecdef and has_function_privilege('keyturn_app', f.oid, 'execute') order by 1",
    )
    .await;
    assert_eq!(callable, DEFINER_FUNCTIONS);
    let unsafe_views = texts(
        &mut superuser,
        "select c.relname::text from pg_class c join pg_namespace n on n.oid = c.relnamespace
         where n.nspname = 'public' and c.relkind in ('v', 'm')
           and not coalesce(c.reloptions::text[] && array['security_invoker=true'], false)",
    )
    .await;
    assert_eq!(unsafe_views, Vec::<String>::new());
    let by_function_only = texts(
        &mut superuser,
        "select relname::text from pg_class where (relname like 'search_entry%' or relname in ('match_person', 'match_waiting')) and relkind in ('r', 'p')
         and (has_table_privilege('keyturn_app', oid, 'select') or has_table_privilege('keyturn_app', oid, 'insert'))",
    )
    .await;
    assert_eq!(by_function_only, Vec::<String>::new());
}

/// Functions of the provider's area belong to a role without tables, and only run for a super administrator who isn't
/// impersonating.
#[tokio::test]
async fn cross_company_functions_require_a_super_administrators_tab() {
    let keyturn = Keyturn::start().await;
    let mut superuser = keyturn.superuser().await;
    let crossing = texts(
        &mut superuser,
        "select f.oid::regprocedure::text from pg_proc f where pg_get_userbyid(f.proowner) = 'keyturn_provider' order by 1",
    )
    .await;
    assert_eq!(crossing, PROVIDER_FUNCTIONS);
    let policies = texts(
        &mut superuser,
        "select p.polrelid::regclass || ': ' || case p.polcmd when 'r' then 'select' else p.polcmd::text end || ' using '
                || pg_get_expr(p.polqual, p.polrelid)
         from pg_policy p where 'keyturn_provider'::regrole::oid = any (p.polroles) order by 1",
    )
    .await;
    assert_eq!(policies, PROVIDER_POLICIES);
    // For an existing company, it gives a transaction nothing.
    let mut program = keyturn.program().await;
    let sql =
        format!("begin; {} select provider_enter_new_company(2)", tab(&keyturn, "sam.rivera@provider.example").await);
    let refused = sqlx::raw_sql(sqlx::AssertSqlSafe(sql)).execute(&mut program).await;
    assert!(refused.unwrap_err().to_string().contains("has made no such company"));
    let role = texts(
        &mut superuser,
        "select rolname::text from pg_roles where rolname = 'keyturn_provider' and not rolcanlogin and not rolbypassrls",
    )
    .await;
    assert_eq!(role, ["keyturn_provider"]);
    let (sam, avery) =
        (tab(&keyturn, "sam.rivera@provider.example").await, tab(&keyturn, "avery.stone@harbor.example").await);
    let mut program = keyturn.program().await;
    for (call, done) in CROSSING_CALLS {
        for (settings, is_allowed) in [(&sam, true), (&avery, false), (&String::new(), false)] {
            let sql = format!("begin; {settings} {call}");
            let outcome = sqlx::raw_sql(sqlx::AssertSqlSafe(sql)).execute(&mut program).await;
            match is_allowed {
                true => drop(outcome.unwrap_or_else(|error| panic!("{done}: {error}"))),
                false => assert!(outcome.unwrap_err().to_string().contains("not a super administrator"), "{done}"),
            }
            sqlx::raw_sql("rollback").execute(&mut program).await.unwrap();
        }
    }
}

/// Transaction settings of a user's tab.
async fn tab(keyturn: &Keyturn, email: &str) -> String {
    keyturn.sign_in(email).await.get("/api/users/me").await.expect(200);
    let mut superuser = keyturn.superuser().await;
    let (session, membership): (uuid::Uuid, i64) = sqlx::query_as(
        "select s.id, m.id from session s join app_user u on u.id = s.active_user_id
         join membership m on m.user_id = u.id where u.email = $1 order by s.created_at desc limit 1",
    )
    .bind(email)
    .fetch_one(&mut superuser)
    .await
    .unwrap();
    format!(
        "select set_config('app.session_id', '{session}', true), set_config('app.membership_id', '{membership}', true);"
    )
}

/// psql with the program's role and without a company can't see or write rows of any tenant table.
#[tokio::test]
async fn without_a_company_there_are_no_rows() {
    let keyturn = Keyturn::start().await;
    let mut superuser = keyturn.superuser().await;
    let tenant_tables: Vec<String> = texts(
        &mut superuser,
        "select relname::text from pg_class where relkind = 'r' and relforcerowsecurity order by 1",
    )
    .await;
    let mut program = keyturn.program().await;
    for table in &tenant_tables {
        let count: i64 = sqlx::query_scalar(sqlx::AssertSqlSafe(format!("select count(*) from {table}")))
            .fetch_one(&mut program)
            .await
            .unwrap();
        assert_eq!(count, 0, "{table} shows rows without a company");
    }
    let refused = sqlx::raw_sql("insert into event (company_id, kind, entity_id) values (2, 'loan.created', 1)")
        .execute(&mut program)
        .await;
    assert!(refused.unwrap_err().to_string().contains("row-level security"));
    let hidden = sqlx::raw_sql("alter table audit_entry disable row level security").execute(&mut program).await;
    assert!(hidden.unwrap_err().to_string().contains("must be owner"));
}

/// The search functions take the company from the transaction only.
#[tokio::test]
async fn search_knows_the_company_from_the_transaction_alone() {
    let keyturn = Keyturn::start().await;
    let mut program = keyturn.program().await;
    let found = |rows: Vec<sqlx::postgres::PgRow>| rows.iter().map(|row| row.get::<i64, _>(0)).collect::<Vec<_>>();
    sqlx::raw_sql("begin; select set_config('app.company_id', '2', true)").execute(&mut program).await.unwrap();
    sqlx::raw_sql("select put_search_entry('loan', 2, 77, 'quentin quetzal')").execute(&mut program).await.unwrap();
    let own = sqlx::raw_sql("select * from find_search_entries('loan', '%quetzal%', '{}', 10, null)")
        .fetch_all(&mut program)
        .await
        .unwrap();
    assert_eq!(found(own), [77]);
    let of_another_kind = sqlx::raw_sql("select * from find_search_entries('lead', '%quetzal%', '{}', 10, null)")
        .fetch_all(&mut program)
        .await
        .unwrap();
    assert_eq!(found(of_another_kind), Vec::<i64>::new());
    sqlx::raw_sql("select set_config('app.company_id', '6', true)").execute(&mut program).await.unwrap();
    sqlx::raw_sql("select remove_search_entry('loan', 77)").execute(&mut program).await.unwrap();
    let foreign = sqlx::raw_sql("select * from find_search_entries('loan', '%quetzal%', '{}', 10, null)")
        .fetch_all(&mut program)
        .await
        .unwrap();
    assert_eq!(found(foreign), Vec::<i64>::new());
    sqlx::raw_sql("select set_config('app.company_id', '2', true)").execute(&mut program).await.unwrap();
    for (act, left) in [("select 1", vec![77]), ("select remove_search_entry('loan', 77)", vec![])] {
        sqlx::raw_sql(act).execute(&mut program).await.unwrap();
        let own = sqlx::raw_sql("select * from find_search_entries('loan', '%quetzal%', '{}', 10, null)")
            .fetch_all(&mut program)
            .await
            .unwrap();
        assert_eq!(found(own), left, "after {act}");
    }
    sqlx::raw_sql("rollback").execute(&mut program).await.unwrap();
    let nobody = sqlx::raw_sql("select * from find_search_entries('loan', '%quetzal%', '{}', 10, null)")
        .fetch_all(&mut program)
        .await
        .unwrap();
    assert_eq!(found(nobody), Vec::<i64>::new());
}
