//! Sends mail through an SMTP server, or writes files if none is configured.

use super::message::Message;
use crate::{
    config::{Config, SmtpTls},
    folders,
};
use anyhow::Context;
use lettre::{
    AsyncSmtpTransport, AsyncTransport, Tokio1Executor,
    transport::smtp::{
        authentication::Credentials,
        client::{Certificate, CertificateStore, Tls, TlsParameters},
    },
};
use std::{
    fs::{self, OpenOptions},
    io::{self, Write},
    os::unix::fs::OpenOptionsExt,
    path::{Path, PathBuf},
    time::{Duration, SystemTime},
};

/// Sends messages according to the settings.
pub struct Sender(Way);

enum Way {
    Smtp(AsyncSmtpTransport<Tokio1Executor>),
    Files(PathBuf),
}

/// Why a message wasn't sent, in the server's words with addresses removed. Operators see it in the log and with the
/// job.
#[derive(Debug, thiserror::Error)]
pub enum Trouble {
    /// The recipient doesn't exist. Not retried.
    #[error("there is no such receiver: {0}")]
    Refused(String),
    /// A temporary or local problem. Retried.
    #[error("mail can't be sent: {0}")]
    NotNow(String),
}

/// Folder for mail files.
#[must_use]
pub fn files_folder(config: &Config) -> PathBuf {
    config.data_dir.join("mail")
}

impl Sender {
    /// Creates the sender from the settings without connecting.
    ///
    /// # Errors
    ///
    /// The CA file can't be read.
    pub fn of(config: &Config) -> anyhow::Result<Self> {
        match &config.smtp_host {
            Some(host) => Ok(Self(Way::Smtp(smtp(config, host)?))),
            None => Ok(Self(Way::Files(files_folder(config)))),
        }
    }

    /// Sends a message.
    ///
    /// # Errors
    ///
    /// [`Trouble`], which says whether to retry.
    pub async fn send(&self, message: &Message) -> Result<(), Trouble> {
        match &self.0 {
            Way::Smtp(transport) => transport.send(message.message.clone()).await.map(drop).map_err(|error| {
                let code = error.status();
                let told = without_addresses(&error.to_string());
                match code {
                    Some(code) if is_about_the_receiver(code.into(), &told) => Trouble::Refused(told),
                    _ => Trouble::NotNow(told),
                }
            }),
            Way::Files(folder) => {
                let (folder, message) = (folder.clone(), message.clone());
                let written = tokio::task::spawn_blocking(move || write(&folder, &message.file_name, &message.bytes()));
                match written.await {
                    Ok(Ok(())) => Ok(()),
                    Ok(Err(error)) => Err(Trouble::NotNow(error.to_string())),
                    Err(error) => Err(Trouble::NotNow(error.to_string())),
                }
            }
        }
    }
}

/// Removes email addresses from a server's answer.
fn without_addresses(told: &str) -> String {
    let word = |word: &str| if word.contains('@') { "(address)".to_owned() } else { word.to_owned() };
    told.split(' ').map(word).collect::<Vec<_>>().join(" ")
}

/// Returns true if the answer says that the recipient doesn't exist. Anything else may be fixable on our side, such as
/// credentials, sender address or reputation.
///
/// The enhanced status decides (RFC 3463: 5.1 concerns addresses, of which 5.1.7 and 5.1.8 are the sender's; 5.2
/// concerns mailboxes). Without one, 550 and 551 refer to the recipient.
fn is_about_the_receiver(code: u16, told: &str) -> bool {
    let status = told.split([' ', '-', ':']).find_map(|word| {
        let mut numbers = word.split('.').map(str::parse::<u16>);
        match (numbers.next()?, numbers.next()?, numbers.next()?, numbers.next()) {
            (Ok(5), Ok(subject), Ok(detail), None) => Some((subject, detail)),
            _ => None,
        }
    });
    match status {
        Some((1, detail)) => detail != 7 && detail != 8,
        Some((subject, _)) => subject == 2,
        None => code == 550 || code == 551,
    }
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

/// Trusts the public CAs and the configured one.
fn trusted(config: &Config, host: &str) -> anyhow::Result<TlsParameters> {
    let mut parameters = TlsParameters::builder(host.to_owned()).certificate_store(CertificateStore::WebpkiRoots);
    if let Some(file) = &config.smtp_ca_file {
        let pem = fs::read(file).with_context(|| format!("smtp_ca_file {} can't be read", file.display()))?;
        let own = Certificate::from_pem(&pem).with_context(|| format!("{} holds no certificate", file.display()))?;
        parameters = parameters.add_root_certificate(own);
    }
    Ok(parameters.build()?)
}

/// Writes a private file atomically. Writing the same mail again replaces it.
fn write(folder: &Path, name: &str, bytes: &[u8]) -> io::Result<()> {
    folders::create_private(folder)?;
    let unfinished = folder.join(format!(".{name}"));
    let mut file = OpenOptions::new().write(true).create(true).truncate(true).mode(0o600).open(&unfinished)?;
    file.write_all(bytes)?;
    file.sync_all()?;
    fs::rename(unfinished, folder.join(name))
}

/// Deletes mail files older than this many days.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn server_replies_are_stored_without_addresses() {
        assert_eq!(
            without_addresses(
                "transient error (450): 4.2.0 <maya@example.com>: Recipient address rejected: Greylisted"
            ),
            "transient error (450): 4.2.0 (address) Recipient address rejected: Greylisted"
        );
    }

    #[test]
    fn mail_is_given_up_only_for_receiver_errors() {
        for (code, told, is_given_up) in [
            (550, "permanent error (550): No such person", true),
            (550, "permanent error (550): 5.1.1 The email account that you tried to reach does not exist", true),
            (550, "permanent error (550): 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found", true),
            (552, "permanent error (552): 5.2.2 The mailbox is over its quota", true),
            (553, "permanent error (553): 5.1.8 Sender's domain does not exist", false),
            (550, "permanent error (550): 5.7.1 This server may not relay for you", false),
            (554, "permanent error (554): Message rejected: the sender is not verified", false),
            (535, "permanent error (535): 5.7.8 Name and password not accepted", false),
            (450, "transient error (450): Later", false),
        ] {
            assert_eq!(is_about_the_receiver(code, told), is_given_up, "{told}");
        }
    }
}
