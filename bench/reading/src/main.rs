//! How fast a MISMO 3.4 file is converted to an application: `cargo run --release -p bench-reading`.
//!
//! The results are ratios measured on the same files in one run, so that they hold on any machine. One comparison is
//! quick-xml's bare tokens (`Reader::read_event` until the end), the minimum for any reader based on it. The other is
//! the DOM parse of libxml2 (`xmlReadMemory`), which ends where mapping begins. Times are CPU times. The candidates
//! take turns of a few milliseconds, so that other load affects all of them alike. The files are in `mismo34` of the
//! folder in `KEYTURN_SAMPLE_FILES`, or else the fixtures of this project.
#![allow(clippy::print_stdout, reason = "figures are what this program is for")]

mod figures;
mod files;
mod libxml2;

use figures::Figure;
use files::File;
use lending::mismo;
use libxml2::Dom;
use quick_xml::{Reader, events::Event};
use rustix::time::{ClockId, clock_gettime};
use std::{error::Error, hint::black_box, time::Duration};
use uuid::Uuid;

/// Number of runs, whose median counts.
const RUNS: usize = 5;

/// Number of turns of each candidate in a run.
const TURNS: u32 = 40;

/// Number of passes over all files in a turn.
const PASSES: u32 = 3;

/// Required speed relative to the bare tokens.
const OF_TOKENS_MIN: f64 = 0.35;

/// Required speed relative to libxml2.
const OF_LIBXML2_MIN: f64 = 1.3;

/// Times of each candidate in one run.
#[derive(Default)]
struct Run {
    tokens: Duration,
    document: Duration,
    application: Duration,
    dom: Duration,
}

fn main() -> Result<(), Box<dyn Error>> {
    let files = files::find()?;
    let bytes: usize = files.iter().map(|file| file.text.len()).sum();
    println!("{} files of {bytes} bytes, {RUNS} alternating runs: the median, and the least and the most", files.len());
    let mut dom = libxml2::start(&files)?;
    let runs: Vec<Run> = (0..RUNS).map(|_| run(&files, dom.as_mut())).collect::<Result<_, _>>()?;

    let readings = f64::from(TURNS * PASSES) * files.len() as f64;
    let time = |of: fn(&Run) -> Duration| Figure::of(runs.iter().map(|run| of(run).as_secs_f64() * 1e6 / readings));
    println!("bare tokens          {} microseconds a file", time(|run| run.tokens));
    println!("bytes to document    {} microseconds a file", time(|run| run.document));
    println!("bytes to application {} microseconds a file", time(|run| run.application));
    let ratio = |of: fn(&Run) -> Duration| {
        Figure::of(runs.iter().map(|run| of(run).as_secs_f64() / run.application.as_secs_f64()))
    };
    let mut is_met = tell("of the speed of the bare tokens", &ratio(|run| run.tokens), OF_TOKENS_MIN);
    if dom.is_some() {
        println!("libxml2 DOM          {} microseconds a file", time(|run| run.dom));
        is_met &= tell("times the speed of libxml2's DOM", &ratio(|run| run.dom), OF_LIBXML2_MIN);
    }
    if is_met { Ok(()) } else { Err("reading is slower than it should be".into()) }
}

fn tell(what: &str, ratio: &Figure, least: f64) -> bool {
    let is_met = ratio.median >= least;
    println!("= {ratio} {what}; at least {least} is asked for: {}", if is_met { "met" } else { "MISSED" });
    is_met
}

fn run(files: &[File], mut dom: Option<&mut Dom>) -> Result<Run, Box<dyn Error>> {
    let mut run = Run::default();
    for _ in 0..TURNS {
        run.tokens += turn(files, read_tokens);
        run.document += turn(files, read_document);
        run.application += turn(files, read_application);
        if let Some(dom) = &mut dom {
            run.dom += dom.read(PASSES)?;
        }
    }
    Ok(run)
}

fn turn(files: &[File], read: fn(&File)) -> Duration {
    let began = processor_time();
    for _ in 0..PASSES {
        files.iter().for_each(read);
    }
    processor_time().saturating_sub(began)
}

/// CPU time used by this process.
fn processor_time() -> Duration {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), u32::try_from(time.tv_nsec).unwrap_or_default())
}

fn read_tokens(file: &File) {
    let mut reader = Reader::from_str(&file.text);
    while !matches!(black_box(reader.read_event()), Ok(Event::Eof) | Err(_)) {}
}

fn read_document(file: &File) {
    let _ = black_box(mismo34::read(black_box(file.text.as_bytes())));
}

fn read_application(file: &File) {
    let mut last = 0;
    let mut ids = || {
        last += 1;
        Uuid::from_u128(last)
    };
    let _ = black_box(mismo::read(black_box(file.text.as_bytes()), &mut ids));
}
