//! A private PostgreSQL in a data folder, for whoever has no database server at hand: `./run`, tests, benchmarks.
//!
//! Nothing is downloaded, no port is opened and no password exists. PostgreSQL's own programs are found on the
//! machine (`PG_BIN_DIR`, then `PATH`, then Debian's and Homebrew's folders), and they talk over a Unix socket in a
//! folder of mode 0700: whoever may enter the folder may enter the database.
//!
//! ```no_run
//! # async fn example() -> Result<(), localpg::Error> {
//! let cluster = localpg::Cluster::start(localpg::Options::new(".keyturn/postgres")).await?;
//! let address = cluster.url(localpg::SUPERUSER, "postgres");
//! cluster.stop().await?;
//! # Ok(())
//! # }
//! ```
//!
//! The server is supervised: when it dies it is started again, and recovers. When the *program* dies by kill -9, the
//! server goes on, and the next start adopts it; or, with [`Options::stop_with_parent`], stops at once. One program
//! at a time may hold a folder.
//!
//! What the folder holds: `lock`, held by the program that runs the cluster, and `cluster` with PostgreSQL's data, its
//! socket and its log. PostgreSQL refuses to run as root, so root hands it to the account `postgres`, or else `nobody`;
//! where that account can't reach the folder (a home of mode 0700), the cluster lies under `/var/lib/keyturn`, and
//! `cluster` is a link to it.

mod account;
mod binaries;
mod cluster;
mod error;
mod options;
mod place;
mod postmaster;
mod supervisor;
mod watcher;

pub use cluster::{Cluster, SUPERUSER};
pub use error::Error;
pub use options::Options;
