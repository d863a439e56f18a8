use std::{
    io,
    path::{Path, PathBuf},
    time::Duration,
};

/// Why a cluster could not be started or stopped. Each message is a sentence for the user who started the program.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// No folder contains all of `postgres`, `initdb` and `pg_ctl`.
    #[error(
        "PostgreSQL was not found in {}. Install PostgreSQL 15 or newer (on Debian: apt-get install postgresql), \
         or name the folder of its programs in PG_BIN_DIR, or give the address of a running one in DATABASE_URL.",
        list(.searched)
    )]
    NoBinaries {
        /// The searched folders.
        searched: Vec<PathBuf>,
    },
    /// Only releases before 15 are installed.
    #[error("PostgreSQL {found} is installed in {}, but 15 or newer is needed.", .folder.display())]
    TooOld {
        /// The newest version found.
        found: u32,
        /// Its folder.
        folder: PathBuf,
    },
    /// The data folder was written by a major version that isn't installed.
    #[error(
        "The database in {} was made by PostgreSQL {made_by}, but this machine has only {}. Install PostgreSQL \
         {made_by} again (on Debian: apt-get install postgresql-{made_by}), or carry the data over with its pg_dump, or remove \
         the folder to begin with an empty database.",
        .data.display(), list(.found)
    )]
    OtherVersion {
        /// PostgreSQL's data folder.
        data: PathBuf,
        /// The major version that wrote it.
        made_by: u32,
        /// The major versions that are installed.
        found: Vec<u32>,
    },
    /// Another program uses the cluster.
    #[error("The database in {} is in use by another program. Stop that one first.", .0.display())]
    InUse(PathBuf),
    /// The cluster belongs to an account that the current user can't act for.
    #[error(
        "The database in {} belongs to the account with number {owner}. Start the program as that account or as root.",
        .folder.display()
    )]
    OtherOwner {
        /// The cluster's folder.
        folder: PathBuf,
        /// The numeric id of its owner.
        owner: u32,
    },
    /// The current user is root, and no other account exists to run PostgreSQL.
    #[error("PostgreSQL refuses to run as root, and this machine has neither an account postgres nor nobody.")]
    NoAccount,
    /// The account that PostgreSQL runs as can't reach an existing cluster.
    #[error(
        "PostgreSQL runs as {account} and can't reach {}. Let that account pass through the folders above it \
         (chmod o+x), or remove the folder to begin with an empty database elsewhere.",
        .folder.display()
    )]
    Unreachable {
        /// The cluster's folder.
        folder: PathBuf,
        /// The account that PostgreSQL runs as.
        account: String,
    },
    /// The cluster was moved to another folder, which no longer exists.
    #[error(
        "{} is a link to the database in {}, which is not there any more. Bring it back, or remove the link to begin \
         with an empty database.",
        .link.display(), .target.display()
    )]
    Lost {
        /// The link in [`crate::Options::root`].
        link: PathBuf,
        /// The target of the link.
        target: PathBuf,
    },
    /// The short folder for the socket belongs to another user.
    #[error("The folder {}, wanted for PostgreSQL's socket, exists and belongs to somebody else.", .0.display())]
    SocketFolder(PathBuf),
    /// A PostgreSQL program failed.
    #[error("{program} failed: {said}")]
    Program {
        /// Name of the program.
        program: &'static str,
        /// Its output.
        said: String,
    },
    /// PostgreSQL never accepted a connection, despite repeated starts.
    #[error("PostgreSQL accepted no connection within {} seconds. Its log, {}, ends with:\n{tail}", .after.as_secs(), .log.display())]
    NotReady {
        /// Total time of the attempts.
        after: Duration,
        /// PostgreSQL's log.
        log: PathBuf,
        /// The log's last lines.
        tail: String,
    },
    /// PostgreSQL didn't stop, not even when killed.
    #[error("PostgreSQL (process {0}) could not be stopped.")]
    NotStopped(u32),
    /// A file operation failed.
    #[error("could not {act} {}: {source}", .path.display())]
    Io {
        /// The operation, as a verb.
        act: &'static str,
        /// The file or folder.
        path: PathBuf,
        /// The error of the operating system.
        source: io::Error,
    },
}

/// Adds the operation and path to an I/O error.
pub(crate) trait At<T> {
    fn at(self, act: &'static str, path: &Path) -> Result<T, Error>;
}

impl<T> At<T> for io::Result<T> {
    fn at(self, act: &'static str, path: &Path) -> Result<T, Error> {
        self.map_err(|source| Error::Io { act, path: path.to_path_buf(), source })
    }
}

/// Formats a list as `a, b and c`.
fn list<T: Listed>(items: &[T]) -> String {
    match items {
        [] => "no folder".to_owned(),
        [one] => one.text(),
        [first @ .., last] => {
            let first: Vec<_> = first.iter().map(Listed::text).collect();
            format!("{} and {}", first.join(", "), last.text())
        }
    }
}

trait Listed {
    fn text(&self) -> String;
}

impl Listed for PathBuf {
    fn text(&self) -> String {
        self.display().to_string()
    }
}

impl Listed for u32 {
    fn text(&self) -> String {
        self.to_string()
    }
}
