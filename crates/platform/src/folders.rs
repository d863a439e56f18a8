//! Creates folders in `data_dir` with fixed modes, independent of the command and the umask.

use std::{
    fs::{self, DirBuilder, Permissions},
    io,
    os::unix::fs::{DirBuilderExt, PermissionsExt},
    path::Path,
};

/// Creates a folder and its parents that other accounts can traverse but not list. If we run as root, PostgreSQL runs
/// as another account with its folder inside `data_dir`.
pub fn create_passable(folder: &Path) -> io::Result<()> {
    if folder.as_os_str().is_empty() || folder.is_dir() {
        return Ok(());
    }
    if let Some(parent) = folder.parent() {
        create_passable(parent)?;
    }
    match fs::create_dir(folder) {
        // A second step, because the umask limits the mode of a new folder.
        Ok(()) => fs::set_permissions(folder, Permissions::from_mode(0o711)),
        Err(_) if folder.is_dir() => Ok(()),
        Err(error) => Err(error),
    }
}

/// Creates a folder that only this account can open.
pub fn create_private(folder: &Path) -> io::Result<()> {
    if let Some(parent) = folder.parent() {
        create_passable(parent)?;
    }
    match DirBuilder::new().mode(0o700).create(folder) {
        Err(_) if folder.is_dir() => Ok(()),
        made => made,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mode(folder: &Path) -> u32 {
        fs::metadata(folder).unwrap().permissions().mode() & 0o777
    }

    #[test]
    fn a_private_folder_leaves_the_folders_above_it_passable() {
        let root = tempfile::tempdir().unwrap();
        let data = root.path().join("new/data");
        for name in ["keys", "mail"] {
            create_private(&data.join(name)).unwrap();
            assert_eq!(mode(&data.join(name)), 0o700);
        }
        assert_eq!((mode(&data), mode(data.parent().unwrap())), (0o711, 0o711));
        fs::set_permissions(&data, Permissions::from_mode(0o750)).unwrap();
        create_passable(&data).unwrap();
        assert_eq!(mode(&data), 0o750, "a folder that exists keeps its mode");
    }
}
