//! A small process that outlives this one and stops PostgreSQL if we end without cleanup: when killed, aborted, or in a
//! test program, which runs no destructors.

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
    /// Starts a watcher for `place`. With `remove`, it also deletes all of its folders.
    pub fn start(place: &Place, remove: bool) -> Result<Self, Error> {
        let shell = Path::new("/bin/sh");
        let mut command = Command::new(shell);
        command.args(["-c", SCRIPT, "keyturn-postgres-watcher"]).arg(place.data());
        if remove {
            command.args(place.occupied());
        }
        // Use a separate process group, so that ctrl-C in a terminal reaches only the program.
        command.process_group(0).current_dir("/").stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
        Ok(Self(command.spawn().at("run", shell)?))
    }

    /// Tells the watcher that PostgreSQL is stopped, and waits until it has deleted the folders.
    pub fn dismiss(mut self) -> Result<(), Error> {
        let shell = Path::new("/bin/sh");
        if let Some(mut pipe) = self.0.stdin.take() {
            pipe.write_all(b"stopped\n").at("write to", shell)?;
        }
        self.0.wait().at("wait for", shell)?;
        Ok(())
    }
}
