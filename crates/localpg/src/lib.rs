//! A private PostgreSQL server in a data folder, for environments without a database server: `./run`, tests,
//! benchmarks.
//!
//! It downloads nothing, opens no port and uses no password. It finds PostgreSQL's programs on the machine
//! (`PG_BIN_DIR`, then `PATH`, then Debian's and Homebrew's folders). Clients connect through a Unix socket in a folder
//! with mode 0700, so every user who can enter the folder can use the database.
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
//! The server is supervised: if it dies, it is restarted and recovers. If the *program* is killed with kill -9, the
//! server keeps running and the next start adopts it. With [`Options::stop_with_parent`] it stops immediately instead.
//! Only one program at a time can use a folder.
//!
//! The folder contains `lock`, held by the program that runs the cluster, and `cluster` with PostgreSQL's data, socket
//! and log. PostgreSQL refuses to run as root, so root runs it as the account `postgres` or else `nobody`. If that
//! account can't reach the folder (such as a home with mode 0700), the cluster is created under `/var/lib/keyturn`, and
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
