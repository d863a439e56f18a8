//! The command line. What each command does is in the library, where tests reach it.

use clap::{Parser, Subcommand};
use keyturn::{database, demo, openapi, serve};
use platform::{config::Config, keys::Keys};
use std::process::ExitCode;

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
    /// Bring the tables of DATABASE_OWNER_URL to this version.
    Migrate {
        /// First make the roles and hand the database to its owner, as the superuser of KEYTURN_SUPERUSER_URL.
        #[arg(long)]
        create_roles: bool,
    },
    /// Print the settings in force, what each means and where it came from.
    Config,
    /// Make the keys of this installation, where there are none.
    Keys,
    /// Print the description of the HTTP API.
    Openapi,
    /// Fill an empty installation with the demo world.
    Demo,
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
        Command::Keys => {
            let folder = Config::load()?.data_dir.join("keys");
            Keys::load_or_create(&folder)?;
            println!("The keys are in {}. Back them up apart from the database.", folder.display());
            Ok(())
        }
        Command::Openapi => {
            println!("{}", openapi::document());
            Ok(())
        }
        Command::Demo => demo::fill(Config::load()?).await,
    }
}
