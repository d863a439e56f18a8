//! The way out: an SMTP server, or files where none is set.

use super::message::Message;
use crate::config::{Config, SmtpTls};
use anyhow::Context;
use lettre::{
    AsyncSmtpTransport, AsyncTransport, Tokio1Executor,
    transport::smtp::{
        authentication::Credentials,
        client::{Certificate, CertificateStore, Tls, TlsParameters},
        response::Code,
    },
};
use std::{
    fs::{self, DirBuilder, OpenOptions},
    io::{self, Write},
    os::unix::fs::{DirBuilderExt, OpenOptionsExt},
    path::{Path, PathBuf},
    time::{Duration, SystemTime},
};

/// Sends messages as the settings say.
pub struct Sender(Way);

enum Way {
    Smtp(AsyncSmtpTransport<Tokio1Executor>),
    Files(PathBuf),
}

/// Why a message was not sent.
#[derive(Debug, thiserror::Error)]
pub enum Trouble {
    /// The receiving side will never take it.
    #[error("the mail server refuses it: {0}")]
    Refused(String),
    /// Worth another try: the server is away, busy, or not the one it should be.
    #[error("mail can't be sent: {0:#}")]
    NotNow(#[source] anyhow::Error),
}

/// Where files of mail are written.
#[must_use]
pub fn files_folder(config: &Config) -> PathBuf {
    config.data_dir.join("mail")
}

impl Sender {
    /// The way that the settings name. Nothing is connected yet.
    ///
    /// # Errors
    /// The file of authorities can't be read.
    pub fn of(config: &Config) -> anyhow::Result<Self> {
        match &config.smtp_host {
            Some(host) => Ok(Self(Way::Smtp(smtp(config, host)?))),
            None => Ok(Self(Way::Files(files_folder(config)))),
        }
    }

    /// Sends a message.
    ///
    /// # Errors
    /// [`Trouble`], which says whether to try again.
    pub async fn send(&self, message: &Message) -> Result<(), Trouble> {
        match &self.0 {
            Way::Smtp(transport) => transport.send(message.message.clone()).await.map(drop).map_err(|error| {
                if error.is_permanent() && error.status().is_some_and(is_about_the_message) {
                    Trouble::Refused(error.to_string())
                } else {
                    Trouble::NotNow(error.into())
                }
            }),
            Way::Files(folder) => {
                let (folder, message) = (folder.clone(), message.clone());
                let written = tokio::task::spawn_blocking(move || write(&folder, &message.file_name, &message.bytes()));
                match written.await {
                    Ok(Ok(())) => Ok(()),
                    Ok(Err(error)) => Err(Trouble::NotNow(error.into())),
                    Err(error) => Err(Trouble::NotNow(error.into())),
                }
            }
        }
    }
}

/// 53x says that this program signs in wrongly (RFC 4954): that can be put right, and the message with it.
fn is_about_the_message(code: Code) -> bool {
    !(500..=505).contains(&u16::from(code)) && !(530..=538).contains(&u16::from(code))
}

fn smtp(config: &Config, host: &str) -> anyhow::Result<AsyncSmtpTransport<Tokio1Executor>> {
    let tls = match config.smtp_tls {
        SmtpTls::None => Tls::None,
        SmtpTls::Starttls => Tls::Required(trusted(config, host)?),
        SmtpTls::Implicit => Tls::Wrapper(trusted(config, host)?),
    };
    let mut transport = AsyncSmtpTransport::<Tokio1Executor>::builder_dangerous(host)
        .port(config.smtp_port())
        .tls(tls)
        .timeout(Some(Duration::from_secs(config.smtp_timeout_seconds.into())));
    if let (Some(user), Some(password)) = (&config.smtp_user, &config.smtp_password) {
        transport = transport.credentials(Credentials::new(user.clone(), password.clone()));
    }
    Ok(transport.build())
}

/// The public authorities, and those of the installation's own.
fn trusted(config: &Config, host: &str) -> anyhow::Result<TlsParameters> {
    let mut parameters = TlsParameters::builder(host.to_owned()).certificate_store(CertificateStore::WebpkiRoots);
    if let Some(file) = &config.smtp_ca_file {
        let pem = fs::read(file).with_context(|| format!("smtp_ca_file {} can't be read", file.display()))?;
        let own = Certificate::from_pem(&pem).with_context(|| format!("{} holds no certificate", file.display()))?;
        parameters = parameters.add_root_certificate(own);
    }
    Ok(parameters.build()?)
}

/// Readable by nobody else, whole or not at all, and once however often it is written.
fn write(folder: &Path, name: &str, bytes: &[u8]) -> io::Result<()> {
    DirBuilder::new().recursive(true).mode(0o700).create(folder)?;
    let unfinished = folder.join(format!(".{name}"));
    let mut file = OpenOptions::new().write(true).create(true).truncate(true).mode(0o600).open(&unfinished)?;
    file.write_all(bytes)?;
    file.sync_all()?;
    fs::rename(unfinished, folder.join(name))
}

/// Removes files of mail that are older than so many days.
pub(super) async fn remove_old_files(config: &Config, days: u32) {
    let folder = files_folder(config);
    let before = SystemTime::now() - Duration::from_secs(u64::from(days) * 24 * 3600);
    let removed = tokio::task::spawn_blocking(move || {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            let is_old = entry.metadata().and_then(|found| found.modified()).is_ok_and(|at| at < before);
            if is_old && entry.path().extension().is_some_and(|end| end == "eml") {
                let _ = fs::remove_file(entry.path());
            }
        }
    });
    let _ = removed.await;
}
