//! Fills the machine's memory, so that measurements match a machine that has run for a while.
//!
//! After a boot, most memory pages were never touched. On virtual machines whose host allocates memory page by page,
//! the first access to a page takes ten times as long as later ones. A measurement over minutes reaches such pages
//! late, and the work appears to slow down.

use std::{fs, io};
use tempfile::NamedTempFile;

/// Memory to leave free, in kB.
const LEFT: u64 = 300_000;

/// A sparse file that was read completely. Its cached pages occupy all free memory, and the kernel evicts them when
/// memory is needed.
pub struct FullMemory(#[expect(dead_code, reason = "it is there until this is dropped")] NamedTempFile);

impl FullMemory {
    /// Fills the available memory.
    ///
    /// # Errors
    /// If the file can't be written or read.
    pub fn new() -> io::Result<Self> {
        let file = NamedTempFile::with_prefix("keyturn-memory-")?;
        file.as_file().set_len(available().saturating_sub(LEFT) * 1024)?;
        io::copy(&mut file.reopen()?, &mut io::sink())?;
        Ok(Self(file))
    }
}

/// Available memory in kB, or 0 if the system doesn't report it.
fn available() -> u64 {
    let told = fs::read_to_string("/proc/meminfo").unwrap_or_default();
    let line = told.lines().find_map(|line| line.strip_prefix("MemAvailable:"));
    line.and_then(|line| line.trim().trim_end_matches(" kB").parse().ok()).unwrap_or_default()
}
