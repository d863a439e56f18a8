//! `keyturn audit verify`: verifies the integrity of the audit log.

use crate::{database, serve};
use anyhow::Context;
use audit::Finding;
use platform::{App, config::Config};
use std::fmt::Write;

/// Verifies the chains of all companies, or of one, and prints the result.
///
/// # Errors
///
/// An entry was altered, deleted or inserted by hand, or the company doesn't exist.
#[allow(clippy::print_stdout, reason = "a command prints what it found")]
pub async fn verify(config: Config, company: Option<&str>) -> anyhow::Result<()> {
    let database = database::open_beside(&config).await?;
    let (app, _) = serve::build(config, database.pool.clone()).await?;
    let checked = check(&app, company).await;
    app.pool.close().await;
    database.jobs.close().await;
    if let Some(cluster) = database.cluster {
        cluster.stop().await?;
    }
    let (report, faults) = checked?;
    print!("{report}");
    anyhow::ensure!(faults == 0, "the audit log is not as it was written");
    Ok(())
}

/// Returns a report with one line per company, and the number of companies with faults.
///
/// # Errors
///
/// The company doesn't exist.
pub async fn check(app: &App, company: Option<&str>) -> anyhow::Result<(String, usize)> {
    let mut companies = orgs::named(&app.pool).await?;
    if let Some(asked) = company {
        companies.retain(|company| company.slug.as_deref() == Some(asked) || company.id.to_string() == asked);
        anyhow::ensure!(!companies.is_empty(), "there is no company {asked}: give its short name or its id");
    }
    let (mut report, mut faults) = (String::new(), 0);
    for company in companies {
        let finding = audit::verify(app, company.id).await.with_context(|| format!("company {}", company.id))?;
        faults += usize::from(finding.fault.is_some());
        let name = company.slug.unwrap_or(company.name);
        let _ = writeln!(report, "{name}: {}", sentence(&finding));
    }
    Ok((report, faults))
}

fn sentence(finding: &Finding) -> String {
    let Finding { last_position: _, sealed, waiting, restored_at, fault } = finding;
    let count = |count: i64| match count {
        1 => "1 entry".to_owned(),
        count => format!("{count} entries"),
    };
    let mut text = match fault {
        None => format!("{} as written", count(*sealed)),
        Some(fault) => format!("WRONG: {fault}; {} before that as written", count(*sealed)),
    };
    let _ = write!(text, ", {} not sealed yet", count(*waiting));
    for position in restored_at {
        let _ = write!(text, "; the database was restored before place {position}");
    }
    text
}
