//! Location of a cluster: in the root folder, or under `/var/lib/keyturn` with a link if PostgreSQL's account can't
//! reach the root folder. Also the location of its socket, whose path must be short and simple.

use std::{
    env,
    fs::{self, DirBuilder, File, Permissions, TryLockError},
    io,
    os::unix::fs::{DirBuilderExt, OpenOptionsExt, PermissionsExt, symlink},
    path::{Path, PathBuf},
    thread,
    time::{Duration, Instant},
};

use crate::{
    account::{Account, our_user_id},
    error::{At, Error},
};

/// Parent folder for clusters whose own folder is unreachable for PostgreSQL's account.
const ELSEWHERE: &str = "/var/lib/keyturn";
/// How long to wait for a lock.
const LOCK_LIMIT: Duration = Duration::from_secs(1);
/// PostgreSQL names its socket after the port, even if the port is closed.
pub(crate) const SOCKET: &str = ".s.PGSQL.5432";
/// `sun_path` of unix(7) has 108 bytes, including the terminating zero.
const SOCKET_PATH_BYTES_MAX: usize = 107;

/// A cluster's folder, locked by this process.
#[derive(Debug)]
pub(crate) struct Place {
    /// The requested folder.
    root: PathBuf,
    /// The folder with data, socket and log. It has mode 0700 and belongs to PostgreSQL's account.
    pub folder: PathBuf,
    /// The account that PostgreSQL runs as.
    pub account: Account,
    /// The folder of the socket: in the cluster's folder, or a short one if that path is unsuitable.
    pub socket_dir: PathBuf,
    /// Ensure one program per folder. The kernel releases them when the program ends. The first locks the root folder.
    /// The second locks the cluster, because the link in a copied root folder can lead to the same cluster.
    _locks: [File; 2],
}

impl Place {
    /// Finds or creates the cluster's folder under `root`, and locks it.
    pub fn take(root: &Path) -> Result<Self, Error> {
        make_folder(root)?;
        let root = root.canonicalize().at("find", root)?;
        let root_lock = lock(&root, &root)?;
        let (folder, account) = settle(&root)?;
        let cluster_lock = lock(&folder, &root)?;
        let socket_dir = socket_dir(&folder, &account)?;
        Ok(Self { root, folder, account, socket_dir, _locks: [root_lock, cluster_lock] })
    }

    /// PostgreSQL's data folder.
    pub fn data(&self) -> PathBuf {
        self.folder.join("data")
    }

    /// PostgreSQL's log file.
    pub fn log(&self) -> PathBuf {
        self.folder.join("postgres.log")
    }

    /// Every folder that belongs to the cluster, outermost last.
    pub fn occupied(&self) -> Vec<PathBuf> {
        let mut folders = vec![self.folder.clone(), self.root.clone()];
        if !self.socket_dir.starts_with(&self.folder) {
            folders.insert(0, self.socket_dir.clone());
        }
        folders
    }

    /// Deletes the cluster and the root folder.
    pub fn remove(&self) -> Result<(), Error> {
        for folder in self.occupied() {
            match fs::remove_dir_all(&folder) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error).at("remove", &folder),
                _ => {}
            }
        }
        Ok(())
    }
}

/// If created by root, the folder can be entered but not listed by others, so that PostgreSQL's account can reach its
/// files.
fn make_folder(folder: &Path) -> Result<(), Error> {
    let mode = if our_user_id().at("read", Path::new("/proc/self"))? == 0 { 0o711 } else { 0o700 };
    DirBuilder::new().recursive(true).mode(mode).create(folder).at("make", folder)
}

/// Locks a folder. Waits briefly, because a program that just stopped may still hold the lock: a child process that it
/// is starting inherits the open file until it executes its own program.
fn lock(folder: &Path, root: &Path) -> Result<File, Error> {
    let path = folder.join("lock");
    let file = File::options().create(true).append(true).mode(0o600).open(&path).at("open", &path)?;
    let given_up_at = Instant::now() + LOCK_LIMIT;
    loop {
        match file.try_lock() {
            Ok(()) => return Ok(file),
            Err(TryLockError::WouldBlock) if Instant::now() < given_up_at => thread::sleep(LOCK_LIMIT / 20),
            Err(TryLockError::WouldBlock) => return Err(Error::InUse(root.to_path_buf())),
            Err(TryLockError::Error(error)) => return Err(error).at("lock", &path),
        }
    }
}

/// The cluster's folder and its account.
fn settle(root: &Path) -> Result<(PathBuf, Account), Error> {
    let cluster = root.join("cluster");
    match fs::symlink_metadata(&cluster) {
        Ok(found) => {
            let folder = if found.is_symlink() { follow(&cluster)? } else { cluster };
            let account = Account::for_cluster(&folder)?;
            if !account.reaches(&folder)? {
                return Err(Error::Unreachable { folder, account: account.name });
            }
            Ok((folder, account))
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            let account = Account::for_cluster(&cluster)?;
            let folder = if account.reaches(root)? {
                DirBuilder::new().mode(0o700).create(&cluster).at("make", &cluster)?;
                cluster
            } else {
                let folder = make_elsewhere(root)?;
                symlink(&folder, &cluster).at("link", &cluster)?;
                tracing::info!(
                    "PostgreSQL runs as {} and can't reach {}: the database lies in {}",
                    account.name,
                    root.display(),
                    folder.display()
                );
                folder
            };
            account.own(&folder)?;
            Ok((folder, account))
        }
        Err(error) => Err(error).at("look at", &cluster),
    }
}

fn follow(link: &Path) -> Result<PathBuf, Error> {
    let target = fs::read_link(link).at("read", link)?;
    if target.is_dir() { Ok(target) } else { Err(Error::Lost { link: link.to_path_buf(), target }) }
}

/// Creates a new folder and never reuses an existing one. It may contain the data of a deleted root folder, whose keys
/// are gone.
fn make_elsewhere(root: &Path) -> Result<PathBuf, Error> {
    let elsewhere = Path::new(ELSEWHERE);
    make_folder(elsewhere)?;
    let name = format!("{:016x}", fingerprint(root));
    for number in 1.. {
        let folder = elsewhere.join(if number == 1 { name.clone() } else { format!("{name}-{number}") });
        match DirBuilder::new().mode(0o700).create(&folder) {
            Ok(()) => return Ok(folder),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                tracing::warn!("an older database of {} lies unused in {}", root.display(), folder.display());
            }
            Err(error) => return Err(error).at("make", &folder),
        }
    }
    unreachable!("the numbers do not end")
}

/// Creates the folder of the socket.
fn socket_dir(folder: &Path, account: &Account) -> Result<PathBuf, Error> {
    let own = folder.join("run");
    // libpq would parse a comma as a separator between hosts.
    let fits = |folder: &Path| {
        let path = folder.join(SOCKET);
        path.as_os_str().len() <= SOCKET_PATH_BYTES_MAX && !path.as_os_str().as_encoded_bytes().contains(&b',')
    };
    let socket_dir = if fits(&own) {
        own
    } else {
        let name = format!("keyturn-pg-{:016x}", fingerprint(folder));
        let short = env::temp_dir().join(&name);
        if fits(&short) && account.reaches(&env::temp_dir())? { short } else { Path::new("/tmp").join(name) }
    };
    // Create the folder closed and then change its owner. In a world-writable parent, no other user can take it over
    // first.
    match DirBuilder::new().mode(0o700).create(&socket_dir) {
        Ok(()) => account.own(&socket_dir)?,
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            let found = fs::symlink_metadata(&socket_dir).at("look at", &socket_dir)?;
            if !found.is_dir() || !account.owns(&found).at("look at", &socket_dir)? {
                return Err(Error::SocketFolder(socket_dir));
            }
            fs::set_permissions(&socket_dir, Permissions::from_mode(0o700)).at("close", &socket_dir)?;
        }
        Err(error) => return Err(error).at("make", &socket_dir),
    }
    Ok(socket_dir)
}

/// FNV-1a (Fowler, Noll, Vo; 64 bits) of a path: a short name that stays the same across releases.
fn fingerprint(path: &Path) -> u64 {
    path.as_os_str()
        .as_encoded_bytes()
        .iter()
        .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_has_the_fingerprint_of_the_reference_implementation() {
        // Test vectors of the FNV reference.
        assert_eq!(fingerprint(Path::new("")), 0xcbf2_9ce4_8422_2325);
        assert_eq!(fingerprint(Path::new("a")), 0xaf63_dc4c_8601_ec8c);
        assert_eq!(fingerprint(Path::new("foobar")), 0x8594_4171_f739_67e8);
    }

    #[test]
    fn a_socket_folder_that_is_a_link_is_rejected() {
        let folder = tempfile::tempdir().expect("a folder");
        symlink("/tmp", folder.path().join("run")).expect("a link");
        let account = Account::for_cluster(folder.path());
        // When run as root, this test's folder belongs to root, which PostgreSQL can't run as.
        let account = account.or_else(|_| Account::for_cluster(&folder.path().join("new"))).expect("an account");
        assert!(matches!(socket_dir(folder.path(), &account), Err(Error::SocketFolder(_))));
    }
}
