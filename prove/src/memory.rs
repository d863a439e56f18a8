//! Memory as a machine has it that has run for a while: all of it holds something.
//!
//! A machine that has just started has memory that nothing has touched. Where a host gives it out page by page, whoever touches it first
//! waits, ten times as long as for a page that is used again; and what lasts for minutes comes to such pages late, as if the work had
//! become slower.

use std::{fs, io};
use tempfile::NamedTempFile;

/// What is left as it was, in kB.
const LEFT: u64 = 300_000;

/// A file of nothing but a hole that was read through: its pages are in all memory that was free, and make room for whatever is wanted.
pub struct FullMemory(#[expect(dead_code, reason = "it is there until this is dropped")] NamedTempFile);

impl FullMemory {
    /// Fills the memory that is available.
    ///
    /// # Errors
    /// The file can't be written or read.
    pub fn new() -> io::Result<Self> {
        let file = NamedTempFile::with_prefix("keyturn-memory-")?;
        file.as_file().set_len(available().saturating_sub(LEFT) * 1024)?;
        io::copy(&mut file.reopen()?, &mut io::sink())?;
        Ok(Self(file))
    }
}

/// The memory that is available, in kB, where Linux tells it.
fn available() -> u64 {
    let told = fs::read_to_string("/proc/meminfo").unwrap_or_default();
    let line = told.lines().find_map(|line| line.strip_prefix("MemAvailable:"));
    line.and_then(|line| line.trim().trim_end_matches(" kB").parse().ok()).unwrap_or_default()
}
