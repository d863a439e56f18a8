//! Keyturn's serving speed, compared with PostgreSQL's own pgbench running the same statements.
//!
//! `bench/run serving` creates two data sets once (10 thousand and 1 million loans) and prints ratios. It alternates
//! five runs of each side, and prints the median and the range. The measurements:
//!
//! - *create*, *page*: HTTP requests per second compared with pgbench transactions per second. pgbench runs the
//!   statements of one such request from the server's log, with the same role, prepared statements, eight clients, Unix
//!   socket and distribution of keys. Statements that the server sends in one message are between `\startpipeline` and
//!   `\endpipeline`.
//! - *growth*: the time of a page at 1 million loans relative to 10 thousand, for each sort order and the stage filter,
//!   in each access scope, without the count.
//! - *signins*: the 95th percentile of a page's time during 200 concurrent sign-ins, relative to an idle server.
//! - *audit*: loans created per second while the audit log is sealed every second, relative to without sealing.
//! - *text*: the text filter at 1 million loans and twenty requests per second.
//! - *search*: the global search at 1 million loans, as many borrowers and 300 thousand leads, at twenty requests per
//!   second, and relative to 10 thousand loans.
//! - *filters*, *totals*: filters of the pipeline, one and two at a time, and the totals by stage, at 1 million loans.
//! - *new-leads*: leads created per second relative to pgbench transactions of the same statements, at 1 million leads.
//! - *leads*: list, text filter, global search and the lookup of possible duplicates, at 10 thousand and 1 million
//!   leads.

#![allow(clippy::print_stdout, reason = "a measurement prints what it measured")]

mod http;
mod leads;
mod log;
mod pgbench;
mod pipeline;
mod report;
mod rounds;
mod sealing;
mod server;
mod sign_ins;

use clap::Parser;
use std::path::PathBuf;

/// Measures Keyturn.
#[derive(Parser)]
struct Arguments {
    /// Measurements to run: create, page, growth, filters, totals, signins, audit, text, search, new-leads, leads. All
    /// by default.
    only: Vec<String>,
    /// Folder for the data sets, which are kept between runs.
    #[arg(long, default_value = "/var/tmp/keyturn-bench")]
    data: PathBuf,
    /// The optimized program.
    #[arg(long, default_value = "target/release/keyturn")]
    program: PathBuf,
    /// Number of loans and leads in the large data set.
    #[arg(long, default_value_t = 1_000_000)]
    loans: u64,
    /// Duration of a run in seconds.
    #[arg(long, default_value_t = 5.0)]
    seconds: f64,
    /// Run growth and filters only for this access scope: company, branch or own.
    #[arg(long)]
    reach: Option<String>,
}

fn main() -> anyhow::Result<()> {
    let arguments = Arguments::parse();
    let wants = |what: &str| arguments.only.is_empty() || arguments.only.iter().any(|only| only == what);
    let size = server::World { name: "small", loans: 10_000, leads: 3_000, officers: 20, branches: 4 };
    if wants("audit") {
        sealing::sealing(&arguments.program, &arguments.data, &size, arguments.seconds)?;
        if arguments.only.len() == 1 {
            return Ok(());
        }
    }
    let of_leads = |name, leads, officers, branches| {
        let world = server::World { name, loans: 0, leads, officers, branches };
        server::Server::start(&arguments.program, &arguments.data, &world)
    };
    if wants("new-leads") {
        leads::create(&of_leads("growing-leads", arguments.loans, 2_000, 40)?, arguments.seconds)?;
    }
    if wants("leads") {
        let (small, large) = (of_leads("few-leads", 10_000, 20, 4)?, of_leads("leads", arguments.loans, 2_000, 40)?);
        leads::leads(&small, &large, arguments.seconds)?;
    }
    if !arguments.only.is_empty() && arguments.only.iter().all(|only| only.ends_with("leads")) {
        return Ok(());
    }
    if wants("create") {
        // Use a separate data set, because growth needs one that doesn't change.
        let growing = server::World { name: "growing", loans: 10_000, leads: 0, officers: 20, branches: 4 };
        let server = server::Server::start(&arguments.program, &arguments.data, &growing)?;
        rounds::create(&server, arguments.seconds)?;
        // The large data set isn't needed.
        if arguments.only.len() == 1 {
            return Ok(());
        }
    }
    let small = server::Server::start(&arguments.program, &arguments.data, &size)?;
    if wants("signins") {
        sign_ins::sign_ins(&small, arguments.seconds)?;
        // The large data set isn't needed.
        if arguments.only.len() == 1 {
            return Ok(());
        }
    }
    let (loans, leads) = (arguments.loans, arguments.loans * 3 / 10);
    let size = server::World { name: "large", loans, leads, officers: 2_000, branches: 40 };
    let large = server::Server::start(&arguments.program, &arguments.data, &size)?;
    if wants("page") {
        rounds::page(&large, "/api/loans", arguments.seconds)?;
    }
    if wants("growth") {
        rounds::growth(&small, &large, arguments.seconds, arguments.reach.as_deref())?;
    }
    if wants("filters") {
        pipeline::filters(&large, arguments.reach.as_deref())?;
    }
    if wants("totals") {
        pipeline::totals(&large)?;
    }
    if wants("text") {
        rounds::text(&large)?;
    }
    if wants("search") {
        rounds::search(&small, &large)?;
    }
    Ok(())
}
