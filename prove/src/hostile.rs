//! Malicious files: whether they are rejected, how fast, with which message, and what remains of them.
//!
//! Each file is sent to both endpoints: as MISMO through an upload URL, and as FNMA in a form. Memory is measured on a
//! real process, whose peak is reset before each file.

use crate::table::Proof;
use bytes::Bytes;
use futures::stream;
use reqwest::{Body, Method, multipart};
use serde_json::json;
use std::{
    fs,
    path::PathBuf,
    time::{Duration, Instant},
};
use testkit::{
    Answer, Client, Place,
    officer::{fixture, membership, upload},
};

/// Limits for a server that runs alone on a quiet machine.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Process id of the server.
    pub pid: u32,
    /// Maximum time from the first byte sent to the last byte received.
    pub time_max: Duration,
    /// Maximum memory growth per file.
    pub growth_max_mib: u64,
}

/// Expected result of a file.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Fate {
    /// 422 with a message.
    Refused,
    /// 413 with a message.
    TooLarge,
    /// Imported as far as readable, or rejected with a message.
    EitherWay,
}

/// How the bytes are sent.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Sending {
    /// With a Content-Length.
    Whole,
    /// Chunked, without a known length.
    Chunked,
}

struct Hostile {
    what: &'static str,
    bytes: Vec<u8>,
    fate: Fate,
    sending: Sending,
}

/// Sends every malicious file to both endpoints.
pub async fn prove(place: &Place, limits: Option<Limits>) -> Proof {
    let mut proof = Proof::of("hostile");
    let company = place.company("hostile").await;
    let avery = company.sign_in("avery.stone").await;
    // The first files bring the process to its normal working size.
    let _ = mismo(&avery, &fixture("conventional-purchase.xml"), Sending::Whole).await.expect("an answer").expect(200);
    let _ = fnma(&avery, &fixture("couple-buys-condominium.fnm"), Sending::Whole).await.expect("an answer").expect(200);
    let before = Behind::of(place).await;
    let at_first = limits.map(|limits| memory(limits.pid, "VmRSS"));

    let (damaged, refused): (Vec<_>, Vec<_>) = files().into_iter().partition(|file| file.fate == Fate::EitherWay);
    for file in &refused {
        send(&mut proof, &avery, file, limits).await;
    }
    for (what, bytes) in archives() {
        send_archive(&mut proof, &avery, what, bytes, limits).await;
    }
    let after = Behind::of(place).await;
    proof.row("leftovers of all these files", "no loan, no file, no row", after.beyond(&before), after == before);
    for file in &damaged {
        send(&mut proof, &avery, file, limits).await;
    }

    if let (Some(limits), Some(at_first)) = (limits, at_first) {
        let grown = memory(limits.pid, "VmRSS").saturating_sub(at_first) / 1024;
        proof.row(
            "memory after all of them",
            format!("under {} MiB more than before", limits.growth_max_mib),
            format!("{grown} MiB more"),
            grown < limits.growth_max_mib,
        );
    }
    let ready = place.visitor().get("/api/ready").await;
    proof.row("the server afterwards", "ready", format!("{} {}", ready.status, ready.json), ready.status == 200);
    proof
}

/// Sends a file to both endpoints.
async fn send(proof: &mut Proof, client: &Client, file: &Hostile, limits: Option<Limits>) {
    for door in [Door::Mismo, Door::Fnma] {
        let measured = Measured::begin(limits);
        let answer = match door {
            Door::Mismo => mismo(client, &file.bytes, file.sending).await,
            Door::Fnma => fnma(client, &file.bytes, file.sending).await,
        };
        let (seen, is_within) = measured.end();
        let (told, is_right) = judge(&answer, file.fate);
        proof.row(
            format!("{} as {door:?}", file.what),
            expected(file.fate, limits),
            format!("{seen}{told}"),
            is_within && is_right,
        );
    }
}

/// Uploads a malicious archive into a new batch.
async fn send_archive(proof: &mut Proof, client: &Client, what: &str, bytes: Vec<u8>, limits: Option<Limits>) {
    let body = json!({"importType": "MISMO_IMPORT", "data": {"LoanOfficerId": membership(client).await}});
    let made = client.post("/api/bulk-imports", body).await.expect(201);
    let batch = made.at("/_id").as_str().unwrap_or_default();
    let measured = Measured::begin(limits);
    let id = upload(client, "loans.zip", bytes).await;
    let named = json!({"fileName": "loans.zip", "filePath": format!("imports/{id}/loans.zip")});
    let put = client.request(Method::POST, &format!("/api/bulk-imports/{batch}/items")).json(&named);
    let answer = client.try_send(put).await;
    let (seen, is_within) = measured.end();
    let (told, is_right) = judge(&answer, Fate::Refused);
    let expected = expected(Fate::Refused, limits);
    proof.row(format!("{what} as an archive"), expected, format!("{seen}{told}"), is_within && is_right);
}

fn expected(fate: Fate, limits: Option<Limits>) -> String {
    let answer = match fate {
        Fate::Refused => "422 and a sentence",
        Fate::TooLarge => "413 and a sentence",
        Fate::EitherWay => "read, or 422 and a sentence",
    };
    match limits {
        Some(Limits { time_max, growth_max_mib, .. }) => {
            format!("{answer}, {} ms, +{growth_max_mib} MiB", time_max.as_millis())
        }
        None => answer.to_owned(),
    }
}

/// The message of a response, and whether the response is as expected.
fn judge(answer: &reqwest::Result<Answer>, fate: Fate) -> (String, bool) {
    let answer = match answer {
        Ok(answer) => answer,
        Err(error) => return (format!("no answer: {error:?}"), false),
    };
    let status = match fate {
        Fate::TooLarge => 413,
        Fate::Refused | Fate::EitherWay => 422,
    };
    if fate == Fate::EitherWay && answer.status == 200 {
        return ("200".to_owned(), true);
    }
    let sentence = answer.json["message"].as_str().unwrap_or_default();
    (format!("{} {sentence}", answer.status), answer.status == status && is_for_an_officer(sentence))
}

/// Whether a message is a complete sentence without programmers' terms.
fn is_for_an_officer(sentence: &str) -> bool {
    let jargon = ["Error", "error:", "unexpected", "null", "parse", "token", "UTF", "byte offset", "::", "stack"];
    sentence.len() > 15 && sentence.ends_with('.') && !jargon.iter().any(|word| sentence.contains(word))
}

// --- the doors ------------------------------------------------------------------------------------------------------

#[derive(Clone, Copy, Debug)]
enum Door {
    Mismo,
    Fnma,
}

/// Requests an upload URL without declaring the size, uploads the bytes and imports them. Returns the first rejection.
async fn mismo(client: &Client, bytes: &[u8], sending: Sending) -> reqwest::Result<Answer> {
    let address = client.post("/api/files/upload-url", json!({"fileName": "loan.xml"})).await.expect(201);
    let to = address.at("/fileUploadSignedUrl").as_str().unwrap_or_default();
    let put = client.try_send(client.request(Method::PUT, to).body(body(bytes, sending))).await?;
    if put.status != 204 {
        return Ok(put);
    }
    let id = address.at("/fileId").as_str().unwrap_or_default();
    let named = json!({"fileName": "loan.xml", "filePath": format!("imports/{id}/loan.xml")});
    client.try_send(client.request(Method::POST, "/api/imports/mismo").json(&named)).await
}

async fn fnma(client: &Client, bytes: &[u8], sending: Sending) -> reqwest::Result<Answer> {
    let part = match sending {
        Sending::Whole => multipart::Part::stream_with_length(body(bytes, sending), bytes.len() as u64),
        Sending::Chunked => multipart::Part::stream(body(bytes, sending)),
    };
    let form = multipart::Form::new().part("files", part.file_name("loan.fnm"));
    client.try_send(client.request(Method::POST, "/api/imports/fnma").multipart(form)).await
}

fn body(bytes: &[u8], sending: Sending) -> Body {
    match sending {
        Sending::Whole => Body::from(bytes.to_vec()),
        Sending::Chunked => {
            let chunks: Vec<_> =
                bytes.chunks(64 * 1024).map(|chunk| Ok::<_, std::io::Error>(Bytes::copy_from_slice(chunk))).collect();
            Body::wrap_stream(stream::iter(chunks))
        }
    }
}

// --- measurements --------------------------------------------------------------------------------------------------

struct Measured {
    limits: Option<Limits>,
    began: Instant,
    memory_kib: u64,
}

impl Measured {
    /// Resets the process's memory peak (proc(5), clear_refs) and starts the timer.
    fn begin(limits: Option<Limits>) -> Self {
        let memory_kib = limits.map_or(0, |limits| {
            fs::write(format!("/proc/{}/clear_refs", limits.pid), "5").expect("the peak is forgotten");
            memory(limits.pid, "VmRSS")
        });
        Self { limits, began: Instant::now(), memory_kib }
    }

    /// The measurements as text, and whether they are within the limits.
    fn end(self) -> (String, bool) {
        let took = self.began.elapsed();
        let Some(limits) = self.limits else { return (String::new(), true) };
        let grown = memory(limits.pid, "VmHWM").saturating_sub(self.memory_kib) / 1024;
        let is_within = took < limits.time_max && grown < limits.growth_max_mib;
        (format!("{} ms, +{grown} MiB, ", took.as_millis()), is_within)
    }
}

/// A value of /proc/PID/status in KiB.
pub(crate) fn memory(pid: u32, line: &str) -> u64 {
    let status = fs::read_to_string(format!("/proc/{pid}/status")).expect("the process");
    let value = status.lines().find_map(|text| text.strip_prefix(line)?.strip_prefix(':')).expect("its memory");
    value.split_whitespace().next().and_then(|number| number.parse().ok()).expect("a number")
}

/// Rows and files that rejected uploads could leave behind.
#[derive(Debug, PartialEq)]
struct Behind {
    rows: Vec<(String, i64)>,
    files: Vec<PathBuf>,
}

impl Behind {
    async fn of(place: &Place) -> Self {
        // A background task deletes interrupted uploads and may still be running.
        let began = Instant::now();
        let mut files = place.stored_files();
        while files.iter().any(|path| path.to_string_lossy().contains('#')) && began.elapsed() < Duration::from_secs(5)
        {
            tokio::time::sleep(Duration::from_millis(20)).await;
            files = place.stored_files();
        }
        files.sort();
        let mut superuser = place.superuser().await;
        let mut rows = Vec::new();
        for (table, statement) in [
            ("loans", "select count(*) from loan"),
            ("files", "select count(*) from file"),
            ("files of batches", "select count(*) from import_batch_item"),
            ("parsed files", "select count(*) from imported_loan"),
        ] {
            let count: i64 = sqlx::query_scalar(statement).fetch_one(&mut superuser).await.expect("the rows");
            rows.push((table.to_owned(), count));
        }
        Self { rows, files }
    }

    fn beyond(&self, before: &Self) -> String {
        let rows: Vec<_> = self
            .rows
            .iter()
            .zip(&before.rows)
            .map(|((table, now), (_, before))| format!("{} {table}", now - before))
            .collect();
        format!("{}, {} stored", rows.join(", "), self.files.len() as i64 - before.files.len() as i64)
    }
}

// --- the files ------------------------------------------------------------------------------------------------------

const MEGABYTE: usize = 1_000_000;

/// Archives that must not be unpacked.
fn archives() -> Vec<(&'static str, Vec<u8>)> {
    let packed = |files: &[(String, Vec<u8>)]| ::archives::pack(files).expect("an archive");
    let one = |name: &str, bytes: Vec<u8>| packed(&[(name.to_owned(), bytes)]);
    let file = fixture("conventional-purchase.xml");
    let plain = one("a/loan.xml", file.clone());
    let renamed = |to: &str| {
        let mut bytes = plain.clone();
        let places = bytes.windows(10).enumerate().filter(|(_, part)| *part == b"a/loan.xml").map(|(at, _)| at);
        for at in places.collect::<Vec<_>>() {
            bytes[at..at + 10].copy_from_slice(to.as_bytes());
        }
        bytes
    };
    let mut locked = plain.clone();
    let list = locked.windows(4).position(|four| four == b"PK\x01\x02").unwrap_or_default();
    locked[6] |= 1;
    locked[list + 8] |= 1;
    let wide: Vec<_> = (0..40).map(|n| (format!("{n}.xml"), vec![b' '; 9 * MEGABYTE])).collect();
    vec![
        ("an entry of 100 MB that says it has 1,000 bytes", bomb()),
        ("360 MB in 40 entries", packed(&wide)),
        ("an archive within an archive", one("inner.zip", plain.clone())),
        ("an archive that says it is a loan file", one("inner.xml", plain.clone())),
        ("../", renamed("../../a.xm")),
        ("an absolute path", renamed("/etc/a.xml")),
        ("100,000 entries", many(100_000)),
        ("an archive, cut off,", plain[..plain.len() / 2].to_vec()),
        ("an archive with a password", locked),
        ("an archive of noise", [&b"PK\x03\x04"[..], &noise(9 * MEGABYTE)].concat()),
    ]
}

/// An entry that declares a smaller size than it has.
fn bomb() -> Vec<u8> {
    let inner = vec![b' '; 100 * MEGABYTE];
    let mut bytes = ::archives::pack(&[("loan.xml".to_owned(), inner)]).expect("an archive");
    let list = bytes.windows(4).position(|four| four == b"PK\x01\x02").unwrap_or_default();
    bytes[list + 24..list + 28].copy_from_slice(&1_000_u32.to_le_bytes());
    bytes
}

/// An archive with this number of empty entries, as far as an archive without a 64-bit end record can count them.
fn many(count: usize) -> Vec<u8> {
    let entry = b"PK\x03\x04\x14\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\x01\0\0\0a".to_vec();
    let mut listed = b"PK\x01\x02\x14\0\x14\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\x01\0".to_vec();
    listed.extend_from_slice(&[0; 16]);
    listed.push(b'a');
    let mut bytes = entry.clone();
    for _ in 0..count {
        bytes.extend_from_slice(&listed);
    }
    let length = u32::try_from(listed.len() * count).unwrap_or(u32::MAX);
    bytes.extend_from_slice(b"PK\x05\x06\0\0\0\0\xff\xff\xff\xff");
    bytes.extend_from_slice(&length.to_le_bytes());
    bytes.extend_from_slice(&u32::try_from(entry.len()).unwrap_or(u32::MAX).to_le_bytes());
    bytes.extend_from_slice(&[0; 2]);
    bytes
}

fn files() -> Vec<Hostile> {
    use Fate::{EitherWay, Refused, TooLarge};
    let file = |what, bytes, fate| Hostile { what, bytes, fate, sending: Sending::Whole };
    let (mismo, fnma) = (fixture("conventional-purchase.xml"), fixture("couple-buys-condominium.fnm"));
    vec![
        file("an empty file", Vec::new(), Refused),
        file("50 MB, announced", vec![b'<'; 50 * MEGABYTE], TooLarge),
        Hostile { sending: Sending::Chunked, ..file("50 MB in chunks", vec![b'<'; 50 * MEGABYTE], TooLarge) },
        file("a PNG", png(), Refused),
        file("a zip bomb", zip_bomb(), Refused),
        file("billion laughs", billion_laughs(), Refused),
        file("an external entity", external_entity(), Refused),
        file("100,000 nested elements", nested(), Refused),
        file("1,000,000 attributes of one element", message(&format!("<DEAL{}/>", attributes(1_000_000))), Refused),
        file("1,000,000 attributes of many elements", message(&spread_attributes()), Refused),
        file("1,000,000 elements side by side", message(&"<DEAL/>".repeat(1_000_000)), Refused),
        file("one value of 9 MB", message(&format!("<DEAL>{}</DEAL>", "x".repeat(9 * MEGABYTE))), Refused),
        file("one comment of 9 MB", message(&format!("<!--{}-->", "x".repeat(9 * MEGABYTE))), Refused),
        file("9 MB of character references", message(&"&#65;".repeat(9 * MEGABYTE / 5)), Refused),
        file("a start tag of 9 MB without an end", format!("<{}", "M".repeat(9 * MEGABYTE)).into_bytes(), Refused),
        file("a MISMO file, cut off", mismo[..mismo.len() / 3].to_vec(), Refused),
        file("9 MB of zero bytes", vec![0; 9 * MEGABYTE], Refused),
        file("9 MB of noise", noise(9 * MEGABYTE), Refused),
        file("one line of 9 MB", vec![b'0'; 9 * MEGABYTE], Refused),
        file("1,000,000 lines", b"03A\r\n".repeat(1_000_000), Refused),
        file("1,000,000 empty lines", b"\n".repeat(1_000_000), Refused),
        file("an FNMA file with a line of 9 MB", long_line(&fnma), Refused),
        file("an FNMA file, then 1,000,000 lines of it", endless(&fnma), Refused),
        file("an FNMA file with zero bytes in it", with_zeros(&fnma), EitherWay),
        file("an FNMA file, cut off", fnma[..fnma.len() / 3].to_vec(), EitherWay),
    ]
}

fn message(content: &str) -> Vec<u8> {
    format!("<MESSAGE xmlns=\"http://www.mismo.org/residential/2009/schemas\">{content}</MESSAGE>").into_bytes()
}

fn png() -> Vec<u8> {
    [&b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\x04\0\0\0\x04\0\x08\x06\0\0\0"[..], &noise(MEGABYTE)].concat()
}

/// The first entry of a zip archive that declares 4 GB, followed by 9 MB of deflated zeros.
fn zip_bomb() -> Vec<u8> {
    let mut bytes =
        b"PK\x03\x04\x14\0\0\0\x08\0\0\0\0\0\0\0\0\0\x40\x54\x89\0\xff\xff\xff\xff\x08\0\0\0loan.xml".to_vec();
    bytes.extend(b"\xec\xc1\x01\x01\0\0\0\x80\x90\xfe\xaf\xee\x08".iter());
    bytes.resize(9 * MEGABYTE, 0);
    bytes
}

fn billion_laughs() -> Vec<u8> {
    let entities: String =
        (1..20).map(|n| format!("<!ENTITY l{n} \"{}\">", format!("&l{};", n - 1).repeat(10))).collect();
    format!("<?xml version=\"1.0\"?><!DOCTYPE MESSAGE [<!ENTITY l0 \"ha\">{entities}]><MESSAGE>&l19;</MESSAGE>")
        .into_bytes()
}

fn external_entity() -> Vec<u8> {
    b"<!DOCTYPE MESSAGE [<!ENTITY file SYSTEM \"file:///etc/passwd\">]><MESSAGE>&file;</MESSAGE>".to_vec()
}

fn nested() -> Vec<u8> {
    message(&format!("{}{}", "<DEAL>".repeat(100_000), "</DEAL>".repeat(100_000)))
}

/// Different attributes with the shortest possible names, so that a million of them fit into an upload.
fn attributes(count: usize) -> String {
    const LETTERS: &[u8] = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
    let mut text = String::with_capacity(count * 8);
    for n in 0..count {
        text.push(' ');
        for place in 0..4 {
            text.push(char::from(LETTERS[n / LETTERS.len().pow(place) % LETTERS.len()]));
        }
        text.push_str("=\"\"");
    }
    text
}

fn spread_attributes() -> String {
    format!("<DEAL{}/>", attributes(50)).repeat(20_000)
}

/// Reproducible noise that contains every byte value (xorshift, Marsaglia 2003).
fn noise(count: usize) -> Vec<u8> {
    let mut state = 0x2545_f491_4f6c_dd1d_u64;
    let next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state as u8
    };
    std::iter::repeat_with(next).take(count).collect()
}

fn long_line(fnma: &[u8]) -> Vec<u8> {
    let end = fnma.iter().position(|byte| *byte == b'\n').unwrap_or(fnma.len());
    [&fnma[..=end], &b"03A"[..], &vec![b' '; 9 * MEGABYTE], &b"\r\n"[..], &fnma[end + 1..]].concat()
}

fn endless(fnma: &[u8]) -> Vec<u8> {
    let mut bytes = fnma.to_vec();
    let line = b"99B \r\n";
    bytes.extend(line.repeat(1_000_000));
    bytes
}

fn with_zeros(fnma: &[u8]) -> Vec<u8> {
    fnma.iter().enumerate().map(|(n, byte)| if n % 7 == 6 && *byte == b' ' { 0 } else { *byte }).collect()
}
