//! Runs a command with a temporary PostgreSQL that exists only while the command runs: `throwaway -- COMMAND WORDS...`
//!
//! The command gets the superuser's connection URL in `KEYTURN_SUPERUSER_URL`. psql and similar tools find the server
//! through `PGHOST`, `PGPORT`, `PGUSER` and `PGDATABASE`. The exit code is the command's.

use std::{
    env,
    process::{Command, ExitCode},
};

use localpg::{Cluster, Options, SUPERUSER};

#[tokio::main(flavor = "current_thread")]
async fn main() -> ExitCode {
    match run().await {
        Ok(code) => code,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

async fn run() -> Result<ExitCode, Box<dyn std::error::Error>> {
    let mut words = env::args_os().skip(1).skip_while(|word| word == "--");
    let program = words.next().ok_or("usage: throwaway -- COMMAND WORDS...")?;
    let cluster = Cluster::start(Options::throwaway()).await?;
    let status = Command::new(&program)
        .args(words)
        .env("KEYTURN_SUPERUSER_URL", cluster.url(SUPERUSER, "postgres"))
        .env("PGHOST", cluster.socket_dir())
        .env("PGPORT", "5432")
        .env("PGUSER", SUPERUSER)
        .env("PGDATABASE", "postgres")
        .status();
    cluster.stop().await?;
    let status = status.map_err(|error| format!("could not run {}: {error}", program.display()))?;
    Ok(ExitCode::from(u8::try_from(status.code().unwrap_or(1)).unwrap_or(1)))
}
