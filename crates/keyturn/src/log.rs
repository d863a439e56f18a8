//! Logging to standard error.

use platform::config::Config;
use std::io::{IsTerminal, stderr};
use tracing_subscriber::{EnvFilter, fmt};

/// The queue's migrations log every step, and report missing tables as errors. Silenced unless the settings enable
/// them.
const QUIET: &str = "graphile_worker_migrations=warn,sqlx::postgres::notice=warn";

/// Initializes logging. Later calls have no effect, so tests can call it freely.
pub(crate) fn begin(config: &Config) {
    let filter = EnvFilter::try_new(format!("{QUIET},{}", config.log)).unwrap_or_else(|_| EnvFilter::new("info"));
    let builder = fmt().with_env_filter(filter).with_writer(stderr).with_ansi(stderr().is_terminal());
    let _ = match config.log_json {
        true => builder.json().try_init(),
        false => builder.with_target(false).try_init(),
    };
}
