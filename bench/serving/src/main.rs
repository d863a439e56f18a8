//! How fast Keyturn serves, beside PostgreSQL's own pgbench running the very same statements.
//!
//! `bench/run serving` builds both worlds once (10 thousand and 1 million loans) and prints ratios: five runs of each
//! side in turn, the median and how far the others lie from it. What is compared:
//!
//! - *create*, *page*: requests a second over HTTP beside transactions a second of pgbench, which runs the statements of
//!   one such request as the server's log shows them: same role, prepared, eight clients, the same Unix socket, keys drawn
//!   alike. What the server sends in one message stands between `\startpipeline` and `\endpipeline`.
//! - *growth*: the time of a page at 1 million loans over its time at 10 thousand, for each sort and for the stage filter,
//!   in each reach, without the count.
//! - *signins*: the 95th percentile of a page's time during 200 sign-ins at once over its quiet value.
//! - *audit*: loans made in a second while the audit log is sealed every second, over those made while it isn't.
//! - *text*: the text filter at 1 million, at twenty requests a second.
//! - *search*: the search of everything at 1 million loans, as many borrowers and 300 thousand leads, at twenty requests a second,
//!   and over its time at 10 thousand.
//! - *filters*, *totals*: what narrows the pipeline, one at a time and two at once, and the sums by stage, at 1 million.
//! - *new-leads*: leads made in a second over pgbench's transactions of the same statements, at 1 million leads.
//! - *leads*: list, text filter, search of everything and the look-up of who may be known already, at 10 thousand and 1 million leads.

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
    /// What to measure: create, page, growth, filters, totals, signins, audit, text, search, new-leads, leads. All of it by default.
    only: Vec<String>,
    /// Where the worlds are kept between runs.
    #[arg(long, default_value = "/var/tmp/keyturn-bench")]
    data: PathBuf,
    /// The optimized program.
    #[arg(long, default_value = "target/release/keyturn")]
    program: PathBuf,
    /// Loans of the large world, and leads of theirs.
    #[arg(long, default_value_t = 1_000_000)]
    loans: u64,
    /// Seconds of one run.
    #[arg(long, default_value_t = 5.0)]
    seconds: f64,
    /// Growth and filters in this reach alone: company, branch or own.
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
        // A world of its own: the growth is measured in one that stays as it is.
        let growing = server::World { name: "growing", loans: 10_000, leads: 0, officers: 20, branches: 4 };
        let server = server::Server::start(&arguments.program, &arguments.data, &growing)?;
        rounds::create(&server, arguments.seconds)?;
        // It needs no large world.
        if arguments.only.len() == 1 {
            return Ok(());
        }
    }
    let small = server::Server::start(&arguments.program, &arguments.data, &size)?;
    if wants("signins") {
        sign_ins::sign_ins(&small, arguments.seconds)?;
        // It needs no large world.
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
