use std::{
    io,
    path::{Path, PathBuf},
    time::Duration,
};

/// Why a cluster could not be started or stopped. Each reads as a sentence for the person who started the program.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// No folder holds `postgres`, `initdb` and `pg_ctl` together.
    #[error(
        "PostgreSQL was not found in {}. Install PostgreSQL 15 or newer (on Debian: apt-get install postgresql), \
         or name the folder of its programs in PG_BIN_DIR, or give the address of a running one in DATABASE_URL.",
        list(.searched)
    )]
    NoBinaries {
        /// The folders that were looked at.
        searched: Vec<PathBuf>,
    },
    /// Only releases before 15 are installed.
    #[error("PostgreSQL {found} is installed in {}, but 15 or newer is needed.", .folder.display())]
    TooOld {
        /// The newest major version that was found.
        found: u32,
        /// Where it lies.
        folder: PathBuf,
    },
    /// The data folder was written by a major version that is not installed any more.
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
    /// Another program holds the cluster.
    #[error("The database in {} is in use by another program. Stop that one first.", .0.display())]
    InUse(PathBuf),
    /// The cluster belongs to an account that we may not act for.
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
    /// Root must hand PostgreSQL to another account, and none is there.
    #[error("PostgreSQL refuses to run as root, and this machine has neither an account postgres nor nobody.")]
    NoAccount,
    /// An existing cluster can't be reached by the account that PostgreSQL runs as.
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
    /// The cluster was moved out of an unreachable folder, and is gone from there.
    #[error(
        "{} is a link to the database in {}, which is not there any more. Bring it back, or remove the link to begin \
         with an empty database.",
        .link.display(), .target.display()
    )]
    Lost {
        /// The link in [`crate::Options::root`].
        link: PathBuf,
        /// Where it leads.
        target: PathBuf,
    },
    /// The short folder for the socket is not ours.
    #[error("The folder {}, wanted for PostgreSQL's socket, exists and belongs to somebody else.", .0.display())]
    SocketFolder(PathBuf),
    /// One of PostgreSQL's programs failed.
    #[error("{program} failed: {said}")]
    Program {
        /// Which one.
        program: &'static str,
        /// What it wrote.
        said: String,
    },
    /// PostgreSQL was started again and again and never accepted a connection.
    #[error("PostgreSQL accepted no connection within {} seconds. Its log, {}, ends with:\n{tail}", .after.as_secs(), .log.display())]
    NotReady {
        /// How long we tried.
        after: Duration,
        /// PostgreSQL's log.
        log: PathBuf,
        /// The log's last lines.
        tail: String,
    },
    /// PostgreSQL neither stopped when asked nor when told.
    #[error("PostgreSQL (process {0}) could not be stopped.")]
    NotStopped(u32),
    /// A file or folder could not be used.
    #[error("could not {act} {}: {source}", .path.display())]
    Io {
        /// What was to be done, as a verb.
        act: &'static str,
        /// To which file or folder.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
}

/// Names what was to be done with which path when the system refuses.
pub(crate) trait At<T> {
    fn at(self, act: &'static str, path: &Path) -> Result<T, Error>;
}

impl<T> At<T> for io::Result<T> {
    fn at(self, act: &'static str, path: &Path) -> Result<T, Error> {
        self.map_err(|source| Error::Io { act, path: path.to_path_buf(), source })
    }
}

/// `a, b and c`, for a sentence.
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
