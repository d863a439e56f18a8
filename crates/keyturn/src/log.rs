//! What the server says, on standard error.

use platform::config::Config;
use tracing_subscriber::{EnvFilter, fmt};

/// Begins logging; a second call changes nothing, so that tests may call it freely.
pub(crate) fn begin(config: &Config) {
    let filter = EnvFilter::try_new(&config.log).unwrap_or_else(|_| EnvFilter::new("info"));
    let builder = fmt().with_env_filter(filter).with_writer(std::io::stderr);
    let _ = match config.log_json {
        true => builder.json().try_init(),
        false => builder.with_target(false).try_init(),
    };
}
