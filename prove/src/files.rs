//! The file store with both backends, a folder and S3. Both must satisfy the same contract.
//!
//! `prove/run files` also starts moto's S3 server, which it installs from PyPI into an environment below `target`.

use crate::table::Proof;
use bytes::Bytes;
use futures::{StreamExt, stream};
use platform::{Error, config::Config, files::Files, keys::Keys};
use std::{
    collections::BTreeSet,
    net::{Ipv4Addr, TcpListener},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};
use tempfile::TempDir;
use uuid::Uuid;

const MEGABYTE: usize = 1024 * 1024;
/// Packages to install from PyPI.
const PACKAGES: [&str; 3] = ["moto[s3]==5.2.5", "flask==3.1.3", "flask-cors==6.0.5"];
const BUCKET: &str = "keyturn";

/// Tests the folder backend, and the S3 backend if a server is given.
pub async fn prove(s3: Option<&S3>) -> Proof {
    let mut proof = Proof::of("files");
    let data = TempDir::with_prefix("keyturn-files-").expect("a folder");
    let keys = Keys::load_or_create(&data.path().join("keys")).expect("keys");
    let folder = Config { data_dir: data.path().to_owned(), ..Config::default() };
    contract(&mut proof, "a folder", &Files::of(&folder).expect("a folder"), &keys).await;
    if let Some(s3) = s3 {
        let secret = || Some("keyturn-proof".to_owned());
        let bucket = Config {
            s3_bucket: Some(BUCKET.to_owned()),
            s3_endpoint: Some(s3.address.clone()),
            s3_access_key: secret(),
            s3_secret_key: secret(),
            ..folder
        };
        contract(&mut proof, "S3", &Files::of(&bucket).expect("a bucket"), &keys).await;
    }
    proof
}

async fn contract(proof: &mut Proof, store: &str, files: &Files, keys: &Keys) {
    let mut kept = BTreeSet::new();
    let mut wrong = Vec::new();
    for length in [0, 1, 65_535, 65_536, 65_537, MEGABYTE + 5, 11 * MEGABYTE] {
        let (id, company) = (Uuid::now_v7(), 1 + (length % 2) as i64);
        let sent: Vec<u8> = (0..length).map(|n| (n % 251) as u8).collect();
        let body = stream::iter(sent.chunks(70_000).map(|chunk| Ok::<_, String>(Bytes::copy_from_slice(chunk))));
        match files.put(keys, company, id, length as u64, body).await {
            Ok(stored) if stored.size_bytes == length as u64 => {}
            other => wrong.push(format!("{length} bytes were stored as {other:?}")),
        }
        match files.get(keys, company, id).await {
            Ok(read) if read.as_slice() == sent => {}
            other => wrong.push(format!("{length} bytes were read as {:?}", other.map(|read| read.len()))),
        }
        if !matches!(files.get(keys, company + 7, id).await, Err(Error::NotFound)) {
            wrong.push(format!("{length} bytes were found in another company"));
        }
        kept.insert((company, id));
    }
    proof.none(format!("{store}: storing"), "is read back, by its company alone", "7 lengths", &wrong);

    let endless = stream::repeat_with(|| Ok::<_, String>(Bytes::from(vec![0; 100_000])));
    let refused = files.put(keys, 1, Uuid::now_v7(), 7_000_000, endless).await;
    let broken = stream::iter([Ok(Bytes::from(vec![0; 6 * MEGABYTE])), Err("gone".to_owned())]);
    let cut_off = files.put(keys, 1, Uuid::now_v7(), 9_000_000, broken).await;
    let told = matches!((&refused, &cut_off), (Err(Error::TooLarge(_)), Err(Error::Malformed(_))));
    let seen = format!("{:?}, {:?}", refused.err(), cut_off.err());
    proof.row(format!("{store}: uploads that are too large or interrupted"), "is refused", seen, told);
    let listed: Vec<_> = files.list().collect().await;
    let found: BTreeSet<_> = listed.iter().flatten().map(|(company, id, _)| (*company, *id)).collect();
    let seen = format!("{} of {}", found.intersection(&kept).count(), listed.len());
    let asked = format!("the {} that were stored, and no other", kept.len());
    proof.row(format!("{store}: listing"), asked, seen, found == kept && listed.len() == kept.len());

    let mut wrong = Vec::new();
    for (company, id) in &kept {
        let removed = (files.remove(*company, *id).await, files.remove(*company, *id).await);
        let read = files.get(keys, *company, *id).await;
        if !matches!((&removed, &read), ((Ok(()), Ok(())), Err(Error::NotFound))) {
            wrong.push(format!("{removed:?}, {:?}", read.err()));
        }
    }
    let left = files.list().count().await;
    proof.none(format!("{store}: deleting twice"), "is gone", &format!("{left} left"), &wrong);

    let put = async |text: &'static str| files.put_open("heads", "2026-11-22.txt", text.into()).await;
    let both = (put("the first").await, put("another").await);
    let open = files.all_open("heads").await.unwrap_or_default();
    let is_first = open == [("2026-11-22.txt".to_owned(), Bytes::from_static(b"the first"))];
    let seen = format!("{both:?}, {open:?}");
    proof.row(format!("{store}: unencrypted contents"), "stays as it was first", seen, is_first && both.1.is_ok());
}

/// An S3 server, which stops when dropped.
pub struct S3 {
    child: Child,
    address: String,
}

impl S3 {
    /// Starts moto's server, and installs it if needed.
    ///
    /// # Panics
    /// If python3 is missing or PyPI is unreachable.
    pub async fn start(environment: &Path) -> Self {
        let program = environment.join("bin/moto_server");
        if !program.exists() {
            run(Command::new("python3").args(["-m", "venv"]).arg(environment));
            run(Command::new(environment.join("bin/pip")).args(["install", "--quiet"]).args(PACKAGES));
        }
        let port = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a port").local_addr().expect("a port").port();
        let mut command = Command::new(program);
        command.args(["-H", "127.0.0.1", "-p", &port.to_string()]).stdout(Stdio::null()).stderr(Stdio::null());
        let server = Self { child: command.spawn().expect("moto_server"), address: format!("http://127.0.0.1:{port}") };
        let began = Instant::now();
        let http = reqwest::Client::new();
        let bucket = format!("{}/{BUCKET}", server.address);
        while !http.put(&bucket).send().await.is_ok_and(|answer| answer.status().is_success()) {
            assert!(began.elapsed() < Duration::from_secs(60), "moto_server makes no bucket");
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        server
    }

    /// Folder of the installation.
    #[must_use]
    pub fn environment() -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/moto")
    }
}

impl Drop for S3 {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn run(command: &mut Command) {
    let ended = command.status();
    assert!(ended.as_ref().is_ok_and(|status| status.success()), "{command:?}: {ended:?}");
}
