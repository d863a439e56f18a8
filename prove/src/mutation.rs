//! Loan files with random damage: each must be imported or rejected, and an imported one must be consistent.
//!
//! The damage is typical of what breaks parsers: flipped bytes, lost, repeated or swapped ranges, huge numbers, torn
//! lines and tags. It runs in this process, so that it can try many files.

use crate::table::Proof;
use lending::{
    fnma,
    import::{Imported, Refusal},
    mismo, project,
};
use rand::{RngExt, SeedableRng, rngs::StdRng};
use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    time::{Duration, Instant},
};
use testkit::officer::fixture;
use uuid::Uuid;

/// Size of the proof.
#[derive(Clone, Copy, Debug)]
pub struct Size {
    /// Number of damaged files of each format.
    pub files: u32,
    /// Seed of the damage.
    pub seed: u64,
    /// Maximum time per file, or `None` to skip the check.
    pub time_max: Option<Duration>,
}

type Read = fn(&[u8]) -> Result<Imported, Refusal>;

const MISMO: [&str; 3] = ["conventional-purchase.xml", "refinance-with-real-estate.xml", "va-purchase.xml"];
const FNMA: [&str; 4] =
    ["conventional-purchase.fnm", "couple-buys-condominium.fnm", "refinance-with-real-estate.fnm", "va-purchase.fnm"];

/// Damages the project's sample files and reads them.
#[must_use]
pub fn prove(size: Size) -> Proof {
    let mut proof = Proof::of("mutation");
    read_damaged(&mut proof, "MISMO", &MISMO, |bytes| mismo::read(bytes, &mut Uuid::now_v7), size);
    read_damaged(&mut proof, "FNMA", &FNMA, |bytes| fnma::read(bytes, &mut Uuid::now_v7), size);
    proof
}

fn read_damaged(proof: &mut Proof, format: &str, names: &[&str], read: Read, size: Size) {
    let mut random = StdRng::seed_from_u64(size.seed);
    let files: Vec<Vec<u8>> = names.iter().map(|name| fixture(name)).collect();
    let (mut whole, mut refused, mut slowest, mut faults) = (0, 0, Duration::ZERO, Vec::new());
    for number in 0..size.files {
        let bytes = damaged(&files, &mut random);
        let began = Instant::now();
        match catch_unwind(AssertUnwindSafe(|| look(read, &bytes))) {
            Ok(Ok(true)) => whole += 1,
            Ok(Ok(false)) => refused += 1,
            Ok(Err(fault)) => faults.push(format!("file {number}: {fault}")),
            Err(_) => faults.push(format!("file {number}: the reader gave up with a panic")),
        }
        slowest = slowest.max(began.elapsed());
    }
    if let Some(time_max) = size.time_max.filter(|time_max| slowest > *time_max) {
        faults.push(format!("one took {slowest:?}, {time_max:?} at most"));
    }
    proof.none(
        format!("{} damaged {format} files (seed {})", size.files, size.seed),
        "read or rejected with a message; everything read is stored and shown without loss",
        &format!("{whole} read, {refused} refused, the slowest in {} ms", slowest.as_millis()),
        &faults,
    );
}

/// Reads one file and returns whether it was readable. An imported application must survive serialization and be fit
/// for the list.
fn look(read: Read, bytes: &[u8]) -> Result<bool, String> {
    let imported = match read(bytes) {
        Ok(imported) => imported,
        Err(refusal) if refusal.message.trim().is_empty() => return Err("refused without a sentence".to_owned()),
        Err(_) => return Ok(false),
    };
    let kept = serde_json::to_vec(&imported).map_err(|error| format!("can't be kept: {error}"))?;
    let back: Imported = serde_json::from_slice(&kept).map_err(|error| format!("does not come back: {error}"))?;
    if serde_json::to_vec(&back).ok().as_ref() != Some(&kept) {
        return Err("comes back as something else".to_owned());
    }
    let _ = project::project(&imported.application);
    if kept.windows(6).any(|six| six == br"\u0000") {
        return Err("holds a zero character, which PostgreSQL does not take".to_owned());
    }
    Ok(true)
}

/// One of the files, damaged in up to six positions.
fn damaged(files: &[Vec<u8>], random: &mut StdRng) -> Vec<u8> {
    let mut bytes = files[random.random_range(0..files.len())].clone();
    for _ in 0..random.random_range(1..=6) {
        if bytes.is_empty() {
            break;
        }
        damage(&mut bytes, files, random);
    }
    bytes
}

fn damage(bytes: &mut Vec<u8>, files: &[Vec<u8>], random: &mut StdRng) {
    let from = random.random_range(0..bytes.len());
    let to = (from + random.random_range(1..=200)).min(bytes.len());
    match random.random_range(0..8) {
        0 => bytes[from] = random.random(),
        1 => bytes[from] ^= 1 << random.random_range(0..8),
        2 => drop(bytes.drain(from..to)),
        3 => bytes.truncate(from),
        4 => {
            let doubled = bytes[from..to].to_vec();
            bytes.splice(from..from, doubled);
        }
        5 => {
            let other = &files[random.random_range(0..files.len())];
            let start = random.random_range(0..other.len());
            let end = (start + random.random_range(1..=400)).min(other.len());
            bytes.splice(from..to, other[start..end].iter().copied());
        }
        6 => grow_number(bytes, from, random),
        _ => {
            const TORN: [&[u8]; 8] = [b"<", b">", b"/>", b"\r\n", b"\0", b"&#0;", "\u{FFFD}é".as_bytes(), b"]]>"];
            let torn = TORN[random.random_range(0..TORN.len())];
            bytes.splice(from..from, torn.iter().copied());
        }
    }
}

/// Replaces the next number with an unusual one.
fn grow_number(bytes: &mut Vec<u8>, from: usize, random: &mut StdRng) {
    const NUMBERS: [&[u8]; 7] =
        [b"-1", b"0", b"99999999999999999999", b"1e308", b"0.0000000000001", b"NaN", b"9999-99-99"];
    let Some(start) = bytes[from..].iter().position(u8::is_ascii_digit).map(|at| from + at) else { return };
    let end = bytes[start..].iter().position(|b| !b.is_ascii_digit()).map_or(bytes.len(), |at| start + at);
    let number = NUMBERS[random.random_range(0..NUMBERS.len())];
    bytes.splice(start..end, number.iter().copied());
}
