//! A tiny process that outlives us by a moment, to stop PostgreSQL when we end without saying so: killed, aborted, or
//! a test program, which runs no destructors.

use std::{
    io::Write,
    os::unix::process::CommandExt,
    path::Path,
    process::{Child, Command, Stdio},
};

use crate::{
    error::{At, Error},
    place::Place,
};

const SCRIPT: &str = include_str!("watcher.sh");

/// Stops PostgreSQL when this process is gone.
#[derive(Debug)]
pub(crate) struct Watcher(Child);

impl Watcher {
    /// Watches over us for `place`; with `remove`, nothing is left of it.
    pub fn start(place: &Place, remove: bool) -> Result<Self, Error> {
        let shell = Path::new("/bin/sh");
        let mut command = Command::new(shell);
        command.args(["-c", SCRIPT, "keyturn-postgres-watcher"]).arg(place.data());
        if remove {
            command.args(place.occupied());
        }
        // In a group of its own: a terminal's ctrl-C is for the program, not for what ends after it.
        command.process_group(0).current_dir("/").stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
        Ok(Self(command.spawn().at("run", shell)?))
    }

    /// Tells the watcher that PostgreSQL is stopped, and waits until it has removed what was to be removed.
    pub fn dismiss(mut self) -> Result<(), Error> {
        let shell = Path::new("/bin/sh");
        if let Some(mut pipe) = self.0.stdin.take() {
            pipe.write_all(b"stopped\n").at("write to", shell)?;
        }
        self.0.wait().at("wait for", shell)?;
        Ok(())
    }
}
