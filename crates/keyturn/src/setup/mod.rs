//! `keyturn setup`: makes an empty production installation usable. It creates the keys, the provider, the first company
//! and a super administrator, and prints a one-time link for them.

mod create;
mod questions;

pub use create::{Created, create, is_set_up, renew_link};
pub use questions::{Answers, Dialog, SetupArguments, gather};

use crate::{
    database::{self, Database},
    demo::accounts,
};
use anyhow::{Context, ensure};
use platform::{
    config::{Config, Profile},
    keys::Keys,
};
use sqlx::PgPool;
use std::io::{self, IsTerminal, Write};

/// Logged if no terminal is attached.
const NOT_SET_UP: &str = "this installation has no company and no administrator yet: run `keyturn setup`";

/// `keyturn setup`.
///
/// # Errors
///
/// The installation is set up already, or an answer is missing or invalid.
pub async fn run(config: &Config, arguments: &SetupArguments) -> anyhow::Result<()> {
    ensure!(
        config.profile == Profile::Production,
        "`keyturn setup` is for production. The demo profile has companies of its own: leave KEYTURN_PROFILE unset"
    );
    let database = database::open_beside(config).await?;
    let done = on(config, &database.pool, arguments).await;
    database.close().await?;
    done
}

/// Checks an installation before serving. Production refuses to start with demo accounts. Without a provider, it offers
/// the setup on a terminal or else logs a warning.
///
/// # Errors
///
/// There are demo accounts, or the setup fails.
pub async fn before_serving(config: &Config, database: &Database) -> anyhow::Result<()> {
    if config.is_demo() {
        return Ok(());
    }
    accounts::refuse(&database.pool).await?;
    if is_set_up(&database.pool).await? {
        return Ok(());
    }
    if is_on_terminal() && wants_setup()? {
        return on(config, &database.pool, &SetupArguments::default()).await;
    }
    tracing::warn!("{NOT_SET_UP}");
    Ok(())
}

#[allow(clippy::print_stdout, reason = "a command prints what it did")]
async fn on(config: &Config, pool: &PgPool, arguments: &SetupArguments) -> anyhow::Result<()> {
    if arguments.new_link {
        let created = renew_link(pool).await?;
        println!("{}", created.invitation(config));
        return Ok(());
    }
    accounts::refuse(pool).await?;
    ensure!(!is_set_up(pool).await?, create::REFUSED_TWICE);
    let answers = if is_on_terminal() {
        gather(arguments, Some(&mut Dialog { input: &mut io::stdin().lock(), output: &mut io::stdout() }))?
    } else {
        gather(arguments, None)?
    };
    let folder = config.data_dir.join("keys");
    Keys::load_or_create(&folder)?;
    let created = create(config, pool, &answers).await?;
    println!(
        "\n{} is ready. Its keys are in {}: back them up apart from the database.\n\n{}",
        answers.company_name,
        folder.display(),
        created.invitation(config)
    );
    Ok(())
}

fn is_on_terminal() -> bool {
    io::stdin().is_terminal() && io::stdout().is_terminal()
}

fn wants_setup() -> anyhow::Result<bool> {
    let (mut input, mut output) = (io::stdin().lock(), io::stdout());
    writeln!(output, "This installation has no company and no administrator yet.")?;
    Dialog { input: &mut input, output: &mut output }.confirm("Set it up now?").context("the terminal can't be read")
}
