use std::{
    path::PathBuf,
    sync::atomic::{AtomicU32, Ordering},
    time::{Duration, SystemTime, UNIX_EPOCH},
};

/// Where a cluster lies and how it is kept.
#[derive(Clone, Debug)]
pub struct Options {
    /// The folder that holds the cluster; made when it is absent.
    pub root: PathBuf,
    /// The folder of `postgres`, `initdb` and `pg_ctl`; `None` looks for them.
    pub binaries: Option<PathBuf>,
    /// Whether a commit waits for the disk. Without it, commits are lost when server or machine crash: for tests only.
    pub fsync: bool,
    /// Connections at once, of all programs together.
    pub max_connections: u16,
    /// PostgreSQL's own cache of pages, in MiB.
    pub shared_buffers_mib: u32,
    /// Further settings by their names in `postgresql.conf`; they win over ours.
    pub settings: Vec<(String, String)>,
    /// How long the first start may go on failing before it is given up. A server that is recovering is not failing.
    pub start_max: Duration,
    /// Stop PostgreSQL as soon as this process has ended, however it ended. Without it, PostgreSQL outlives a kill -9
    /// and is adopted by the next start.
    pub stop_with_parent: bool,
    /// Remove the cluster and [`Options::root`], with all that lies in it, when PostgreSQL is stopped.
    pub remove_on_stop: bool,
}

impl Options {
    /// A cluster that keeps what it is given.
    pub fn new(root: impl Into<PathBuf>) -> Self {
        Self {
            root: root.into(),
            binaries: None,
            fsync: true,
            max_connections: 200,
            shared_buffers_mib: 256,
            settings: Vec::new(),
            start_max: Duration::from_secs(60),
            stop_with_parent: false,
            remove_on_stop: false,
        }
    }

    /// A cluster of this process alone, in a new folder under the system's temporary one, fast and forgetful: it ends
    /// with the process, and its folder too, even where the process ends without running destructors.
    pub fn throwaway() -> Self {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        // The time, because process numbers come again and a folder may have been left by a machine that lost power.
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_micros();
        let folder = format!("keyturn-pg-{now:x}-{}-{number}", std::process::id());
        Self {
            fsync: false,
            shared_buffers_mib: 128,
            stop_with_parent: true,
            remove_on_stop: true,
            ..Self::new(std::env::temp_dir().join(folder))
        }
    }
}
