use std::path::{Path, PathBuf};

use tokio::sync::oneshot;

use crate::{
    Error, Options,
    postmaster::{PidFile, answers},
    supervisor::{self, Handle},
};

/// The superuser of every cluster created here. It has no password, because only trusted users can reach the socket.
pub const SUPERUSER: &str = "postgres";

/// A supervised PostgreSQL server, which is restarted when it dies.
///
/// Dropping it ends the supervision. The server keeps running and is adopted by the next start, unless
/// [`Options::stop_with_parent`] is set.
#[derive(Debug)]
pub struct Cluster {
    handle: Handle,
    socket_dir: PathBuf,
    data: PathBuf,
}

impl Cluster {
    /// Starts PostgreSQL in a folder and creates the database if there is none, or adopts a running server. Returns
    /// when the server accepts connections. A separate thread supervises the server, so no runtime is needed.
    pub async fn start(options: Options) -> Result<Self, Error> {
        let (ready, started) = oneshot::channel();
        let handle = supervisor::spawn(options, ready);
        let place = started.await.map_err(|_| supervisor_is_gone())??;
        Ok(Self { handle, socket_dir: place.socket_dir, data: place.data })
    }

    /// Connection URL of a database for a role, for libpq and sqlx.
    #[must_use]
    pub fn url(&self, user: &str, database: &str) -> String {
        url(&self.socket_dir, user, database)
    }

    /// The same for a server that another program supervises in a folder. `None` if it doesn't accept connections.
    #[must_use]
    pub fn url_of_running(root: &Path, user: &str, database: &str) -> Option<String> {
        let file = PidFile::read(&root.join("cluster/data")).filter(|file| file.ready)?;
        answers(&file.socket_dir).unwrap_or(false).then(|| url(&file.socket_dir, user, database))
    }

    /// The folder of the socket, which libpq accepts as the host.
    #[must_use]
    pub fn socket_dir(&self) -> &Path {
        &self.socket_dir
    }

    /// Process id of the postmaster according to its pid file. `None` if it isn't running.
    #[must_use]
    pub fn postmaster_pid(&self) -> Option<u32> {
        PidFile::read(&self.data).filter(|file| file.ready).map(|file| file.pid)
    }

    /// Stops PostgreSQL. When this returns, clients are disconnected, committed data is on disk, and the folder is
    /// released.
    pub async fn stop(self) -> Result<(), Error> {
        self.handle.stop().await.map_err(|_| supervisor_is_gone())?
    }
}

fn supervisor_is_gone() -> Error {
    Error::Program { program: "the supervisor of PostgreSQL", said: "it ended early".to_owned() }
}

fn url(socket_dir: &Path, user: &str, database: &str) -> String {
    let host = socket_dir.as_os_str().as_encoded_bytes();
    format!("postgresql://{}@{}:5432/{}", percent(user.as_bytes()), percent(host), percent(database.as_bytes()))
}

/// Percent-encodes all characters except RFC 3986's unreserved ones.
fn percent(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, &byte| {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' => text.push(char::from(byte)),
            _ => text.push_str(&format!("%{byte:02X}")),
        }
        text
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_becomes_a_host() {
        assert_eq!(percent("/srv/Ann's data, 1/é".as_bytes()), "%2Fsrv%2FAnn%27s%20data%2C%201%2F%C3%A9");
    }
}
