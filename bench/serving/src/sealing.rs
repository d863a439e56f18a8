//! The cost of sealing the audit log for writers.

use crate::{
    report,
    rounds::{RUNS, created_a_second, creations},
    server::{Server, World},
};
use anyhow::bail;
use std::{path::Path, thread, time::Duration};

/// Interval of sealing in seconds. The second value is the longest possible interval, so a run without sealing.
const SEALED: &str = "1";
const UNSEALED: &str = "65535";

/// Prints the loans created per second with sealing, relative to without.
pub fn sealing(program: &Path, data: &Path, world: &World, seconds: f64) -> anyhow::Result<()> {
    report::heading("The audit log: loans made in a second while it is sealed, over those made while it isn't");
    let (mut sealed, mut unsealed, mut ratios) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..RUNS {
        let [with, without] = [SEALED, UNSEALED].map(|pause| made_with(program, data, world, pause, seconds));
        let (with, without) = (with?, without?);
        sealed.push(with);
        unsealed.push(without);
        ratios.push(with / without);
    }
    report::line("sealed every second, loans a second", "", sealed);
    report::line("not sealed, loans a second", "", unsealed);
    report::line("ratio", "0.9", ratios);
    Ok(())
}

fn made_with(program: &Path, data: &Path, world: &World, pause: &str, seconds: f64) -> anyhow::Result<f64> {
    let server = Server::start_with(program, data, world, &[("KEYTURN_AUDIT_SEAL_SECONDS", pause)])?;
    let creations = creations(&server)?;
    // At startup the server seals all existing entries, which doesn't belong to the run. Afterwards everything is warm.
    all_sealed(&server)?;
    created_a_second(&server, &creations, 1.0)?;
    let made = created_a_second(&server, &creations, seconds)?;
    let waiting = unsealed(&server)?;
    let written = made * (seconds + 1.0);
    if (waiting as f64 > written / 2.0) == (pause == SEALED) {
        bail!("with a pause of {pause} s, {waiting} of {written:.0} entries wait for their seal");
    }
    Ok(made)
}

fn all_sealed(server: &Server) -> anyhow::Result<()> {
    for _ in 0..600 {
        if unsealed(server)? == 0 {
            return Ok(());
        }
        thread::sleep(Duration::from_millis(500));
    }
    bail!("the log is not sealed after five minutes")
}

fn unsealed(server: &Server) -> anyhow::Result<i64> {
    let waiting = "select count(*) from audit_entry e where not exists \
                   (select from audit_seal s where s.company_id = e.company_id and s.audit_id = e.id)";
    Ok(server.sql(waiting)?.parse()?)
}
