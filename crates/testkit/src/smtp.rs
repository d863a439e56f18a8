//! A mail server in a separate process (npm `smtp-server`), for tests that receive the program's emails.

use crate::Mail;
use base64::{Engine, prelude::BASE64_STANDARD};
use rcgen::{BasicConstraints, CertificateParams, IsCa, Issuer, KeyPair};
use serde_json::{Value, json};
use std::{
    fs,
    io::{BufRead, BufReader},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    sync::{Arc, Mutex},
    time::{Duration, Instant},
};
use tempfile::TempDir;

/// How long to wait for a message.
const PATIENCE: Duration = Duration::from_secs(30);

/// Settings of a mail server.
#[derive(Clone, Debug, Default)]
pub struct Smtp {
    /// Port, or 0 for a free one.
    pub port: u16,
    /// `none`, `starttls` or `implicit`. Empty means `none`.
    pub tls: &'static str,
    /// Certificate for TLS.
    pub certificate: Option<Certificate>,
    /// Required user name and password.
    pub sign_in: Option<(&'static str, &'static str)>,
}

/// A certificate for `localhost` and the authority that issued it, as files.
#[derive(Clone, Debug)]
pub struct Certificate {
    folder: Arc<TempDir>,
}

impl Certificate {
    /// Creates a certificate and its authority.
    #[must_use]
    pub fn new() -> Self {
        let folder = TempDir::with_prefix("keyturn-certificate-").expect("a folder");
        let mut authority = CertificateParams::default();
        authority.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        let authority_key = KeyPair::generate().expect("a key");
        let own = authority.self_signed(&authority_key).expect("an authority");
        let key = KeyPair::generate().expect("a key");
        let signed = CertificateParams::new(vec!["localhost".to_owned()])
            .and_then(|parameters| parameters.signed_by(&key, &Issuer::new(authority, authority_key)))
            .expect("a certificate");
        for (name, pem) in
            [("authority.pem", own.pem()), ("certificate.pem", signed.pem()), ("key.pem", key.serialize_pem())]
        {
            fs::write(folder.path().join(name), pem).expect("a file");
        }
        Self { folder: Arc::new(folder) }
    }

    /// The authority's certificate, for `smtp_ca_file`.
    #[must_use]
    pub fn authority(&self) -> PathBuf {
        self.folder.path().join("authority.pem")
    }
}

impl Default for Certificate {
    fn default() -> Self {
        Self::new()
    }
}

/// A received message.
#[derive(Clone, Debug)]
pub struct Received {
    /// Recipients of the envelope.
    pub to: Vec<String>,
    /// Whether the connection used TLS.
    pub is_secure: bool,
    /// The user who signed in.
    pub user: Option<String>,
    /// Raw bytes.
    pub bytes: Vec<u8>,
    /// Parsed message.
    pub mail: Mail,
}

impl Received {
    /// The header lines.
    #[must_use]
    pub fn header(&self) -> String {
        let text = String::from_utf8_lossy(&self.bytes).into_owned();
        text.split_once("\r\n\r\n").map_or(text.clone(), |(header, _)| header.to_owned())
    }
}

/// A running mail server, which stops when dropped.
pub struct SmtpServer {
    child: Child,
    port: u16,
    said: Arc<Mutex<Vec<Value>>>,
}

impl SmtpServer {
    /// Starts a server and waits until it responds.
    #[must_use]
    pub fn start(smtp: Smtp) -> Self {
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../e2e/support/smtp.mjs");
        let file = |name: &str| smtp.certificate.as_ref().map(|found| found.folder.path().join(name));
        let (user, password) = smtp.sign_in.unzip();
        let told = json!({
            "port": smtp.port,
            "tls": if smtp.tls.is_empty() { "none" } else { smtp.tls },
            "key": file("key.pem"),
            "certificate": file("certificate.pem"),
            "user": user,
            "password": password,
        });
        let mut command = Command::new("node");
        command.arg(script).arg(told.to_string()).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().expect("node");
        let mut lines = BufReader::new(child.stdout.take().expect("its output")).lines();
        let mut next = move || serde_json::from_str::<Value>(&lines.next()?.ok()?).ok();
        let port = next().and_then(|first| u16::try_from(first["port"].as_u64()?).ok());
        let port = port.expect("a mail server: is `npm ci` done in e2e?");
        let said: Arc<Mutex<Vec<Value>>> = Arc::default();
        let heard = said.clone();
        std::thread::spawn(move || {
            while let Some(line) = next() {
                heard.lock().expect("the received lines").push(line);
            }
        });
        Self { child, port, said }
    }

    /// Its port on this machine.
    #[must_use]
    pub fn port(&self) -> u16 {
        self.port
    }

    /// The messages so far, in order of arrival.
    #[must_use]
    pub fn received(&self) -> Vec<Received> {
        let said = self.said.lock().expect("the received lines");
        said.iter().filter_map(received).collect()
    }

    /// Waits for a number of messages.
    ///
    /// # Panics
    /// If they don't arrive in time.
    pub async fn wait_for(&self, count: usize) -> Vec<Received> {
        self.until(|server| (server.received().len() >= count).then(|| server.received())).await
    }

    /// Number of times an address was named as a recipient, whether or not it received the message.
    #[must_use]
    pub fn named(&self, address: &str) -> usize {
        let said = self.said.lock().expect("the received lines");
        said.iter().filter(|line| line["named"] == address).count()
    }

    /// Waits until an address was named as a recipient this many times.
    ///
    /// # Panics
    /// If that doesn't happen in time.
    pub async fn wait_until_named(&self, address: &str, count: usize) {
        self.until(|server| (server.named(address) >= count).then_some(())).await;
    }

    async fn until<T>(&self, found: impl Fn(&Self) -> Option<T>) -> T {
        let began = Instant::now();
        loop {
            if let Some(found) = found(self) {
                return found;
            }
            assert!(began.elapsed() < PATIENCE, "it did not come; received were {}", self.received().len());
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }
}

fn received(line: &Value) -> Option<Received> {
    let bytes = BASE64_STANDARD.decode(line["message"].as_str()?).ok()?;
    let to = line["to"].as_array()?.iter().filter_map(|to| to.as_str().map(str::to_owned)).collect();
    let mail = keyturn::dev_mail::read("", &bytes)?;
    let user = line["user"].as_str().map(str::to_owned);
    Some(Received { to, is_secure: line["isSecure"].as_bool()?, user, bytes, mail })
}

impl Drop for SmtpServer {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
