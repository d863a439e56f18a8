//! The command line. The library implements the commands, so that tests can call them.

use clap::{Parser, Subcommand};
use keyturn::{
    audit_log, database, demo, key_rings, openapi, provider, serve,
    setup::{self, SetupArguments},
    test_mail,
};
use platform::{config::Config, keys::KeyRing};
use std::{path::PathBuf, process::ExitCode};

/// Loan origination and lead management for US mortgage brokers and lenders.
#[derive(Parser)]
#[command(version, about)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Run the server.
    Serve,
    /// Set up an empty production installation: keys, the first company, and a super administrator with a one-time
    /// link.
    Setup(SetupArguments),
    /// Migrate the database of DATABASE_OWNER_URL to this version.
    Migrate {
        /// First create the roles and hand the database to its owner, as the superuser of KEYTURN_SUPERUSER_URL.
        #[arg(long)]
        create_roles: bool,
    },
    /// Print the effective settings with descriptions and sources.
    Config,
    /// Create missing keys of this installation, and list all keys with what still needs them.
    Keys {
        #[command(subcommand)]
        command: Option<KeysCommand>,
    },
    /// Send a test mail, or print why it can't be sent.
    TestMail {
        /// Recipient's address.
        address: String,
        /// Put it into the outbox of DATABASE_URL instead, so that a running server sends it.
        #[arg(long)]
        queued: bool,
    },
    /// Replace the integrated lenders with those of a file (JSON: name, displayName, href, imgSrc, class, style).
    Lenders {
        /// Path of the file.
        file: PathBuf,
    },
    /// Publish an announcement to all users.
    Announce {
        /// Title of the announcement.
        title: String,
        /// Text of the announcement.
        body: String,
    },
    /// Manage the audit log.
    #[command(subcommand)]
    Audit(Audit),
    /// Print the description of the HTTP API.
    Openapi,
    /// Fill an installation with demo data, optionally including a crowd of loans.
    Demo {
        /// Number of loans in the crowd.
        #[arg(long, default_value_t = 0)]
        loans: u64,
        /// Number of leads in the crowd. Each also becomes a borrower record.
        #[arg(long, default_value_t = 0)]
        leads: u64,
        /// Number of officers in the crowd.
        #[arg(long, default_value_t = 2_000, value_parser = clap::value_parser!(u32).range(1..))]
        officers: u32,
        /// Number of branches in the crowd.
        #[arg(long, default_value_t = 40, value_parser = clap::value_parser!(u32).range(1..))]
        branches: u32,
        /// Short name of the crowd's company.
        #[arg(long, default_value = "meridian")]
        company: String,
        /// The same seed produces the same crowd.
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// Close the demo companies, so that this installation can start in production: deactivate their users, end
        /// their logins, and free their hosts. Their loans and audit log stay in the database, because the audit log is
        /// append-only. Users can no longer sign in to see them.
        #[arg(long)]
        remove: bool,
        /// With --remove: don't ask for confirmation.
        #[arg(long, requires = "remove")]
        yes: bool,
    },
}

#[derive(Subcommand)]
enum KeysCommand {
    /// Create the next key of a ring. Processes use it after a restart.
    Add {
        /// `sealing` or `matching`.
        ring: KeyRing,
    },
    /// Make a running server seal or hash again everything that needs an old key.
    Retire {
        /// `sealing` or `matching`.
        ring: KeyRing,
        /// Number in the file name.
        number: i16,
    },
    /// Delete the file of an old key that nothing needs.
    Remove {
        /// `sealing` or `matching`.
        ring: KeyRing,
        /// Number in the file name.
        number: i16,
    },
}

#[derive(Subcommand)]
enum Audit {
    /// Verify the audit log, and name the first entry that was altered, deleted or inserted by hand.
    Verify {
        /// Short name or id of a company.
        #[arg(long)]
        company: Option<String>,
    },
}

#[tokio::main]
async fn main() -> ExitCode {
    match run(Arguments::parse().command).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("keyturn: {error:#}");
            ExitCode::FAILURE
        }
    }
}

#[allow(clippy::print_stdout, reason = "a command prints what it was asked for")]
async fn run(command: Command) -> anyhow::Result<()> {
    match command {
        Command::Serve => serve::serve(Config::load()?).await,
        Command::Migrate { create_roles } => database::migrate_by_addresses(&Config::load()?, create_roles).await,
        Command::Config => {
            print!("{}", Config::describe()?);
            Ok(())
        }
        Command::Keys { command } => keys(Config::load()?, command).await,
        Command::TestMail { address, queued } => test_mail::send(Config::load()?, &address, queued).await,
        Command::Lenders { file } => provider::integrate_lenders(&Config::load()?, &file).await,
        Command::Announce { title, body } => provider::announce(&Config::load()?, &title, &body).await,
        Command::Audit(Audit::Verify { company }) => audit_log::verify(Config::load()?, company.as_deref()).await,
        Command::Openapi => {
            println!("{}", openapi::document());
            Ok(())
        }
        Command::Setup(arguments) => setup::run(&Config::load()?, &arguments).await,
        Command::Demo { remove: true, yes, .. } => demo::accounts::remove(&Config::load()?, yes).await,
        Command::Demo { loans, leads, officers, branches, company, seed, .. } => {
            let size = demo::crowd::Size { slug: company, loans, leads, officers, branches, seed };
            demo::fill(Config::load()?, (loans + leads > 0).then_some(size)).await
        }
    }
}

async fn keys(config: Config, command: Option<KeysCommand>) -> anyhow::Result<()> {
    match command {
        None => key_rings::list(config).await,
        Some(KeysCommand::Add { ring }) => key_rings::add(&config, ring),
        Some(KeysCommand::Retire { ring, number }) => key_rings::retire(config, ring, number).await,
        Some(KeysCommand::Remove { ring, number }) => key_rings::remove(config, ring, number).await,
    }
}
