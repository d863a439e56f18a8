//! libxml2 in a separate program that measures its own time.

use crate::files::File;
use std::{
    env,
    error::Error,
    fs,
    io::{BufRead, BufReader, Write},
    process::{Child, ChildStdin, ChildStdout, Command, Output, Stdio},
    time::Duration,
};

/// The running program.
pub struct Dom {
    child: Child,
    passes: ChildStdin,
    times: BufReader<ChildStdout>,
}

/// Compiles and starts the program. Returns `None` if there is no compiler or no libxml2.
pub fn start(files: &[File]) -> Result<Option<Dom>, Box<dyn Error>> {
    let program = env::current_exe()?.with_file_name("bench-reading-dom");
    let source = program.with_extension("c");
    fs::write(&source, include_str!("dom.c"))?;
    let Ok(Output { status, stdout: flags, .. }) = Command::new("xml2-config").args(["--cflags", "--libs"]).output()
    else {
        println!("libxml2 is left out: there is no xml2-config (Debian: libxml2-dev)");
        return Ok(None);
    };
    let flags = String::from_utf8(flags)?;
    let built =
        Command::new("cc").arg("-O2").arg(&source).arg("-o").arg(&program).args(flags.split_whitespace()).status();
    if !status.success() || !built.is_ok_and(|built| built.success()) {
        println!("libxml2 is left out: cc can't compile against it");
        return Ok(None);
    }
    let mut child = Command::new(&program)
        .args(files.iter().map(|file| &file.path))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()?;
    match (child.stdin.take(), child.stdout.take()) {
        (Some(passes), Some(times)) => Ok(Some(Dom { child, passes, times: BufReader::new(times) })),
        _ => Err("libxml2 can't be talked to".into()),
    }
}

impl Dom {
    /// The time to read all files this many times.
    pub fn read(&mut self, passes: u32) -> Result<Duration, Box<dyn Error>> {
        writeln!(self.passes, "{passes}")?;
        let mut time = String::new();
        self.times.read_line(&mut time)?;
        Ok(Duration::from_nanos(time.trim().parse().map_err(|_| "libxml2 gave up")?))
    }
}

impl Drop for Dom {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
