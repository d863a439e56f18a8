use std::{
    path::PathBuf,
    sync::atomic::{AtomicU32, Ordering},
    time::{Duration, SystemTime, UNIX_EPOCH},
};

/// Location and settings of a cluster.
#[derive(Clone, Debug)]
pub struct Options {
    /// Folder of the cluster. Created if missing.
    pub root: PathBuf,
    /// Folder of `postgres`, `initdb` and `pg_ctl`. `None` searches for them.
    pub binaries: Option<PathBuf>,
    /// Whether a commit waits for the disk. Without it, a crash loses commits, so disable it only in tests.
    pub fsync: bool,
    /// Maximum number of connections of all programs together.
    pub max_connections: u16,
    /// PostgreSQL's shared buffers in MiB.
    pub shared_buffers_mib: u32,
    /// Additional settings for `postgresql.conf`. They override the defaults of this crate.
    pub settings: Vec<(String, String)>,
    /// How long the first start can keep failing before it is abandoned. A recovering server doesn't count as failing.
    pub start_max: Duration,
    /// Stop PostgreSQL as soon as this process ends, for any reason. Otherwise PostgreSQL survives a kill -9 and the
    /// next start adopts it.
    pub stop_with_parent: bool,
    /// When PostgreSQL is stopped, delete the cluster and [`Options::root`] with all of its contents.
    pub remove_on_stop: bool,
}

impl Options {
    /// A cluster with durable data.
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

    /// A cluster for this process only, in a new temporary folder, fast and without durability. Server and folder
    /// disappear when the process ends, even if it runs no destructors.
    pub fn throwaway() -> Self {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        // Include the time. Process ids are reused, and a power failure may have left an old folder behind.
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
