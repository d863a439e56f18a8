//! `keyturn test-mail`: checks mail delivery before users depend on it.

use crate::database;
use anyhow::Context;
use platform::{
    GlobalTx, Result,
    config::Config,
    db::Timestamp,
    mail::{self, Address, Draft, Letter, Look, Mail, Message, Sender},
};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// A test mail.
#[derive(Serialize, Deserialize)]
pub struct TestMail {}

impl Mail for TestMail {
    const KIND: &'static str = "test-mail";

    async fn letter(self, _: &mut Draft<'_>) -> Result<Option<Letter>> {
        Ok(Some(letter()))
    }
}

fn letter() -> Letter {
    Letter::new("Mail works", "This installation can send mail.")
        .text("If you can read this, the mail settings of this installation work.")
        .small("It was sent by the command keyturn test-mail. Nothing needs to be done.")
}

/// Sends the mail immediately, or puts it into the outbox for a running server.
///
/// # Errors
///
/// The mail server's reason for refusing it.
#[allow(clippy::print_stdout, reason = "a command prints what it did")]
pub async fn send(config: Config, to: &str, queued: bool) -> anyhow::Result<()> {
    let address = Address { email: to, name: None };
    if queued {
        anyhow::ensure!(config.database_url.is_some(), "--queued needs the address of the database in DATABASE_URL");
        let pool = database::open(&config).await?.pool;
        let company = orgs::speaker(&pool, config.default_company.as_deref()).await?;
        let company = company.context("there is no company yet in whose name it could be sent")?;
        let mut tx = GlobalTx::begin(&pool).await?;
        tx.enter(company).await?;
        mail::enqueue(&mut tx, company, None, address, &TestMail {}).await?;
        tx.commit().await?;
        println!("It is in the outbox. A running server sends it now.");
        return Ok(());
    }
    let look = Look { name: config.app_title.clone(), color: None, nmls_id: None };
    let message = Message::of(&config, Uuid::now_v7(), Timestamp::now(), address, &look, &letter())?;
    Sender::of(&config)?.send(&message).await?;
    match &config.smtp_host {
        Some(host) => println!("{host}:{} has taken it.", config.smtp_port()),
        None => println!("smtp_host is not set: it was written to {}.", mail::files_folder(&config).display()),
    }
    Ok(())
}
