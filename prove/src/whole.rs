//! Consistency of the database: every loan has all of its parts, and no part exists without its loan.

use sqlx::PgConnection;

/// Rows that each loan must have exactly once from its creation on.
const ONE_EACH: [(&str, &str); 7] = [
    ("application", "select count(*) from loan_application x where x.company_id = l.company_id and x.loan_id = l.id"),
    ("property", "select count(*) from subject_property x where x.company_id = l.company_id and x.loan_id = l.id"),
    (
        "officer on the team",
        "select count(*) from loan_team_member x
         where x.company_id = l.company_id and x.loan_id = l.id and x.role = 'ORIGINATOR' and x.is_primary",
    ),
    ("stage change", "select count(*) from loan_stage_change x where x.company_id = l.company_id and x.loan_id = l.id"),
    (
        "search entry",
        "select count(*) from search_entry x
         where x.company_id = l.company_id and x.kind = 'loan' and x.entity_id = l.id",
    ),
    (
        "audit entry",
        "select count(*) from audit_entry x
         where x.company_id = l.company_id and x.action = 'loan.create' and x.entity_id = l.id::text",
    ),
    (
        "event",
        "select count(*) from event x
         where x.company_id = l.company_id and x.kind = 'loan.created' and x.entity_id = l.id",
    ),
];

/// Rows that can't exist without their loan. Foreign keys guarantee the rest.
const NEVER_ALONE: [(&str, &str); 5] = [
    (
        "search entry",
        "select count(*) from search_entry x
         where x.kind = 'loan' and not exists (select from loan l where l.company_id = x.company_id and l.id = x.entity_id)",
    ),
    (
        "audit entry",
        "select count(*) from audit_entry x
         where x.entity = 'loan'
           and not exists (select from loan l where l.company_id = x.company_id and l.id::text = x.entity_id)",
    ),
    (
        "event",
        "select count(*) from event x
         where x.kind like 'loan.%' and not exists (select from loan l where l.company_id = x.company_id and l.id = x.entity_id)",
    ),
    (
        "idempotency key",
        "select count(*) from idempotency x where x.answer is null",
    ),
    // Parsed files that were already used.
    (
        "parsed file",
        "select count(*) from imported_loan x
         where exists (select from loan l where l.company_id = x.company_id and l.source_file_id = x.file_id)",
    ),
];

/// The number of loans, and their inconsistencies.
#[derive(Debug)]
pub struct Loans {
    /// Number of loans.
    pub count: i64,
    /// Missing parts, and parts without their loan.
    pub wrong: Vec<String>,
}

/// Checks every loan.
pub async fn loans(superuser: &mut PgConnection) -> sqlx::Result<Loans> {
    let count = sqlx::query_scalar("select count(*) from loan").fetch_one(&mut *superuser).await?;
    let mut wrong = Vec::new();
    for (what, counted) in ONE_EACH {
        // The interpolated SQL comes from the constants above.
        let statement = sqlx::AssertSqlSafe(format!("select count(*) from loan l where ({counted}) <> 1"));
        let without: i64 = sqlx::query_scalar(statement).fetch_one(&mut *superuser).await?;
        if without > 0 {
            wrong.push(format!("{without} loans without their {what}, or with two"));
        }
    }
    for (what, counted) in NEVER_ALONE {
        let alone: i64 = sqlx::query_scalar(counted).fetch_one(&mut *superuser).await?;
        if alone > 0 {
            wrong.push(format!("{alone} times: {what} without its loan"));
        }
    }
    let borrowers = "select count(*) from loan l
        where l.borrower_count <> (select count(*) from loan_borrower b where b.company_id = l.company_id and b.loan_id = l.id)";
    let other: i64 = sqlx::query_scalar(borrowers).fetch_one(&mut *superuser).await?;
    if other > 0 {
        wrong.push(format!("{other} loans with another number of borrowers than they say"));
    }
    Ok(Loans { count, wrong })
}
