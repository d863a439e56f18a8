//! Two hundred concurrent sign-ins and their effect on other users.

use crate::{
    http::{Connection, request},
    report,
    server::Server,
};
use anyhow::{Context, bail};
use serde_json::json;
use std::{
    sync::{
        Arc, Barrier,
        atomic::{AtomicBool, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

/// Number of sign-ins that start at the same moment.
const SIGN_INS: usize = 200;
/// Number of clients that keep reading pages meanwhile.
const READERS: usize = 4;
const RUNS: usize = 5;
const CHALLENGE: &str = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";

/// Prints the 95th percentile of a page's time during the sign-ins, relative to an idle server. All sign-ins use the
/// right password.
pub fn sign_ins(server: &Server, seconds: f64) -> anyhow::Result<()> {
    report::heading("Sign-ins: p95 of a page of loans during 200 sign-ins at once over its quiet value");
    let officer = server.sign_in("avery.stone@harbor.example", false)?;
    let page = officer.request("GET", "/api/loans?limit=25", &[], None);
    let (emails, password) = cast(server)?;
    let mut ratios = Vec::new();
    let (mut lasted, mut put_off) = (Vec::new(), Vec::new());
    for _ in 0..RUNS {
        server.sql("delete from sign_in_attempt")?;
        let quiet = read_while(server.port, &page, || {
            thread::sleep(Duration::from_secs_f64(seconds));
            Ok(())
        })?;
        let pages = open_pages(server.port)?;
        let began = Instant::now();
        let mut later = 0;
        let busy = read_while(server.port, &page, || {
            later = all_at_once(server.port, &pages, &emails, &password)?;
            Ok(())
        })?;
        put_off.push(later as f64);
        lasted.push(began.elapsed().as_secs_f64());
        ratios.push(p95(busy) / p95(quiet));
    }
    report::line("page of loans, p95", "2 at most", ratios);
    report::line("seconds until all are answered", "", lasted);
    report::line("told to come again in a moment", "", put_off);
    Ok(())
}

/// The demo users and their common password.
fn cast(server: &Server) -> anyhow::Result<(Vec<String>, String)> {
    let config = Connection::open(server.port)?.json(&request("GET", "/api/config", &[], None))?;
    let people = config["demoSignIns"].as_array().context("no demo world")?;
    let emails: Vec<_> = people.iter().filter_map(|person| person["email"].as_str().map(str::to_owned)).collect();
    // The server blocks more than ten concurrent attempts of one user as guessing.
    if emails.len() * 10 < SIGN_INS {
        bail!("{} people are too few for {SIGN_INS} sign-ins", emails.len());
    }
    Ok((emails, config["demoPassword"].as_str().context("no password")?.to_owned()))
}

/// Opens sign-in pages and returns their request ids.
fn open_pages(port: u16) -> anyhow::Result<Vec<String>> {
    let callback = format!("http%3A%2F%2Flocalhost%3A{port}%2Fcallback");
    let path = format!(
        "/oidc/authorize?client_id=keyturn-web&redirect_uri={callback}&response_type=code&scope=openid&state=x\
         &code_challenge={CHALLENGE}&code_challenge_method=S256"
    );
    let asked = at(port, "GET", &path, "");
    let mut connection = Connection::open(port)?;
    (0..SIGN_INS)
        .map(|_| {
            let location = connection.location(&asked)?;
            Ok(location.rsplit_once("request=").context("no sign-in page")?.1.to_owned())
        })
        .collect()
}

/// A request to the provider's own URL.
fn at(port: u16, method: &str, path: &str, body: &str) -> Vec<u8> {
    let length = body.len();
    format!(
        "{method} {path} HTTP/1.1\r\nhost: localhost:{port}\r\ncontent-type: application/json\r\n\
         content-length: {length}\r\n\r\n{body}"
    )
    .into_bytes()
}

/// Performs all sign-ins. Returns the number of those rejected because too many were waiting.
fn all_at_once(port: u16, pages: &[String], emails: &[String], password: &str) -> anyhow::Result<usize> {
    let start = Arc::new(Barrier::new(pages.len()));
    let people: Vec<_> = pages
        .iter()
        .zip(emails.iter().cycle())
        .map(|(page, email)| {
            let body = json!({"request": page, "email": email, "password": password}).to_string();
            let (sent, start) = (at(port, "POST", "/oidc/sign-in", &body), start.clone());
            thread::spawn(move || -> anyhow::Result<usize> {
                let mut connection = Connection::open(port)?;
                start.wait();
                match connection.send(&sent)? {
                    200 => Ok(0),
                    503 => Ok(1),
                    status => bail!("a sign-in was answered {status}"),
                }
            })
        })
        .collect();
    let mut later = 0;
    for person in people {
        later += person.join().map_err(|_| anyhow::anyhow!("a client broke off"))??;
    }
    Ok(later)
}

/// Keeps reading a page during some work. Returns the time of each read in seconds.
fn read_while(port: u16, page: &[u8], work: impl FnOnce() -> anyhow::Result<()>) -> anyhow::Result<Vec<f64>> {
    let stop = Arc::new(AtomicBool::new(false));
    let readers: Vec<_> = (0..READERS)
        .map(|_| {
            let (stop, page) = (stop.clone(), page.to_vec());
            thread::spawn(move || -> anyhow::Result<Vec<f64>> {
                let mut connection = Connection::open(port)?;
                let mut times = Vec::new();
                while !stop.load(Ordering::Relaxed) {
                    let began = Instant::now();
                    connection.json(&page)?;
                    times.push(began.elapsed().as_secs_f64());
                    // Pause like a user instead of reading at full speed, so that the idle machine isn't saturated.
                    thread::sleep(Duration::from_millis(20));
                }
                Ok(times)
            })
        })
        .collect();
    let worked = work();
    stop.store(true, Ordering::Relaxed);
    let mut times = Vec::new();
    for reader in readers {
        times.extend(reader.join().map_err(|_| anyhow::anyhow!("a reader broke off"))??);
    }
    worked.map(|()| times)
}

fn p95(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times.get(times.len() * 95 / 100).copied().unwrap_or(f64::NAN)
}
