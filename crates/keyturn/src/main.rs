//! The command line. What each command does is in the library, where tests reach it.

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
    /// Answer requests until told to stop.
    Serve,
    /// Set up an empty production installation: keys, the first company, and a super administrator with a one-time link.
    Setup(SetupArguments),
    /// Bring the tables of DATABASE_OWNER_URL to this version.
    Migrate {
        /// First make the roles and hand the database to its owner, as the superuser of KEYTURN_SUPERUSER_URL.
        #[arg(long)]
        create_roles: bool,
    },
    /// Print the settings in force, what each means and where it came from.
    Config,
    /// Make the keys of this installation where there are none, and list them with what still needs each.
    Keys {
        #[command(subcommand)]
        command: Option<KeysCommand>,
    },
    /// Send a mail that says that mail works, or print why it does not.
    TestMail {
        /// Where to.
        address: String,
        /// Put it into the outbox of DATABASE_URL instead, so that a running server sends it.
        #[arg(long)]
        queued: bool,
    },
    /// Put the lenders of a file (JSON: name, displayName, href, imgSrc, class, style) in place of those that are integrated.
    Lenders {
        /// The file.
        file: PathBuf,
    },
    /// Tell everybody something.
    Announce {
        /// Of what it is.
        title: String,
        /// What there is to say.
        body: String,
    },
    /// Look after the audit log.
    #[command(subcommand)]
    Audit(Audit),
    /// Print the description of the HTTP API.
    Openapi,
    /// Fill an installation with the demo world, and with a crowd of loans where one is asked for.
    Demo {
        /// Loans of the crowd.
        #[arg(long, default_value_t = 0)]
        loans: u64,
        /// Its leads; each is in the register of people too.
        #[arg(long, default_value_t = 0)]
        leads: u64,
        /// Its officers.
        #[arg(long, default_value_t = 2_000, value_parser = clap::value_parser!(u32).range(1..))]
        officers: u32,
        /// Its branches.
        #[arg(long, default_value_t = 40, value_parser = clap::value_parser!(u32).range(1..))]
        branches: u32,
        /// Short name of its company.
        #[arg(long, default_value = "meridian")]
        company: String,
        /// The same seed gives the same crowd.
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// Close the demo companies, so that this installation can start in production: deactivate their people, end
        /// their logins, and free their hosts. Their loans and audit log stay in the database, because the audit log
        /// is append-only; nobody can sign in to see them.
        #[arg(long)]
        remove: bool,
        /// With --remove: don't ask for confirmation.
        #[arg(long, requires = "remove")]
        yes: bool,
    },
}

#[derive(Subcommand)]
enum KeysCommand {
    /// Make the next key of a ring. It is used once every process is restarted.
    Add {
        /// `sealing` or `matching`.
        ring: KeyRing,
    },
    /// Have a running server seal or hash again whatever needs an old key.
    Retire {
        /// `sealing` or `matching`.
        ring: KeyRing,
        /// The number in the name of its file.
        number: i16,
    },
    /// Remove the file of an old key that nothing needs.
    Remove {
        /// `sealing` or `matching`.
        ring: KeyRing,
        /// The number in the name of its file.
        number: i16,
    },
}

#[derive(Subcommand)]
enum Audit {
    /// Tell whether the log is as it was written, and name the first entry that was altered, removed or inserted by hand.
    Verify {
        /// Short name or id of one company.
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
