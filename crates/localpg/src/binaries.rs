//! Finds PostgreSQL's programs and their version.

use std::{
    fs,
    path::{Path, PathBuf},
};

use crate::{
    account::Account,
    error::{At, Error},
};

/// The oldest supported major version, because `security_invoker` views need it.
const OLDEST: u32 = 15;
const PROGRAMS: [&str; 3] = ["postgres", "initdb", "pg_ctl"];
/// Folders with one subfolder per version, whose `bin` contains the programs: Debian, Fedora, Homebrew on either
/// processor.
const BY_VERSION: [&str; 4] = ["/usr/lib/postgresql", "/usr", "/opt/homebrew/opt", "/usr/local/opt"];

/// A folder with PostgreSQL's programs.
#[derive(Clone, Debug)]
pub(crate) struct Binaries {
    pub folder: PathBuf,
    pub major: u32,
}

impl Binaries {
    /// Finds the programs for a data folder. Existing data needs the version that wrote it. New data uses the first
    /// version in PATH, or else the newest. If `named` or PG_BIN_DIR is set, only that folder is searched.
    pub fn find(account: &Account, named: Option<&Path>, data: &Path) -> Result<Self, Error> {
        let folders = match named.map(Path::to_path_buf).or_else(|| std::env::var_os("PG_BIN_DIR").map(PathBuf::from)) {
            Some(folder) => vec![folder],
            None => usual_folders(),
        };
        let mut found = Vec::new();
        for folder in folders.iter().filter(|folder| PROGRAMS.iter().all(|program| folder.join(program).is_file())) {
            if let Some(major) = major_version(account, folder)? {
                found.push(Self { folder: folder.clone(), major });
            }
        }
        choose(found, made_by(data)?, folders, data)
    }

    /// Whether an optional PostgreSQL module is installed with these programs. Some systems package it separately.
    pub fn have_module(&self, name: &str) -> bool {
        let Ok(program) = self.folder.join("postgres").canonicalize() else { return false };
        let Some(prefix) = program.parent().and_then(Path::parent) else { return false };
        let folders = ["lib", "lib/postgresql", "lib/pgsql", "lib64/pgsql"];
        folders
            .iter()
            .any(|folder| ["so", "dylib"].iter().any(|end| prefix.join(folder).join(format!("{name}.{end}")).is_file()))
    }
}

fn choose(
    mut found: Vec<Binaries>,
    made_by: Option<u32>,
    searched: Vec<PathBuf>,
    data: &Path,
) -> Result<Binaries, Error> {
    if found.is_empty() {
        return Err(Error::NoBinaries { searched });
    }
    if let Some(made_by) = made_by {
        if let Some(same) = found.iter().position(|binaries| binaries.major == made_by) {
            return Ok(found.swap_remove(same));
        }
        let mut majors: Vec<_> = found.iter().map(|binaries| binaries.major).collect();
        majors.sort_unstable();
        majors.dedup();
        return Err(Error::OtherVersion { data: data.to_path_buf(), made_by, found: majors });
    }
    if let Some(fit) = found.iter().position(|binaries| binaries.major >= OLDEST) {
        return Ok(found.swap_remove(fit));
    }
    let Binaries { folder, major } = found.swap_remove(0);
    Err(Error::TooOld { found: major, folder })
}

/// The folders in PATH, followed by the folders per version, newest first.
fn usual_folders() -> Vec<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut folders: Vec<_> = std::env::split_paths(&path).filter(|folder| folder.is_absolute()).collect();
    for parent in BY_VERSION {
        let mut versions: Vec<(u32, PathBuf)> = fs::read_dir(parent)
            .into_iter()
            .flatten()
            .flatten()
            .filter_map(|entry| Some((version_of_folder(entry.file_name().to_str()?)?, entry.path().join("bin"))))
            .collect();
        versions.sort_unstable_by(|one, other| other.cmp(one));
        folders.extend(versions.into_iter().map(|(_, folder)| folder));
    }
    folders
}

/// Parses the version in `15` (Debian), `pgsql-15` (Fedora) and `postgresql@15` (Homebrew).
fn version_of_folder(name: &str) -> Option<u32> {
    name.trim_start_matches("postgresql@").trim_start_matches("pgsql-").parse().ok()
}

/// The major version of the programs in `folder`. `None` if the account isn't allowed to run them.
fn major_version(account: &Account, folder: &Path) -> Result<Option<u32>, Error> {
    let postgres = folder.join("postgres");
    match account.command(&postgres).arg("--version").output() {
        Ok(output) => Ok(major_of_sentence(&String::from_utf8_lossy(&output.stdout))),
        Err(error) if error.kind() == std::io::ErrorKind::PermissionDenied => Ok(None),
        Err(error) => Err(error).at("run", &postgres),
    }
}

/// Parses 15 from `postgres (PostgreSQL) 15.18 (Debian 15.18-0+deb12u1)`, and 19 from `postgres (PostgreSQL) 19beta2`.
fn major_of_sentence(sentence: &str) -> Option<u32> {
    let version = sentence.split_whitespace().nth(2)?;
    let end = version.find(|c: char| !c.is_ascii_digit()).unwrap_or(version.len());
    version[..end].parse().ok()
}

/// The major version that wrote `data`. `None` if there is no data yet.
fn made_by(data: &Path) -> Result<Option<u32>, Error> {
    let file = data.join("PG_VERSION");
    match fs::read_to_string(&file) {
        Ok(text) => text.trim().parse().map(Some).map_err(std::io::Error::other).at("understand", &file),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error).at("read", &file),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn installed(majors: &[u32]) -> Vec<Binaries> {
        let folder = |major| PathBuf::from(format!("/usr/lib/postgresql/{major}/bin"));
        majors.iter().map(|&major| Binaries { folder: folder(major), major }).collect()
    }

    fn chosen(majors: &[u32], made_by: Option<u32>) -> Result<u32, String> {
        let searched = vec![PathBuf::from("/usr/bin"), PathBuf::from("/usr/lib/postgresql/17/bin")];
        choose(installed(majors), made_by, searched, Path::new("/srv/data"))
            .map(|binaries| binaries.major)
            .map_err(|error| error.to_string())
    }

    #[test]
    fn data_is_opened_by_the_version_that_wrote_it() {
        assert_eq!(chosen(&[17, 15], Some(15)), Ok(15));
    }

    #[test]
    fn new_data_is_written_by_the_first_version_that_is_not_too_old() {
        assert_eq!(chosen(&[13, 16, 17], None), Ok(16));
    }

    #[test]
    fn data_of_a_missing_version_says_what_to_install() {
        let sentence = chosen(&[17, 16, 17], Some(15)).expect_err("no PostgreSQL 15");
        assert!(sentence.contains("/srv/data was made by PostgreSQL 15, but this machine has only 16 and 17."));
        assert!(sentence.contains("apt-get install postgresql-15"));
    }

    #[test]
    fn if_only_old_versions_exist_the_error_names_the_version() {
        let sentence = chosen(&[13], None).expect_err("too old");
        assert_eq!(sentence, "PostgreSQL 13 is installed in /usr/lib/postgresql/13/bin, but 15 or newer is needed.");
    }

    #[test]
    fn without_postgresql_the_error_says_what_to_install() {
        let sentence = chosen(&[], None).expect_err("nothing there");
        assert!(sentence.contains("not found in /usr/bin and /usr/lib/postgresql/17/bin"));
        assert!(sentence.contains("apt-get install postgresql"));
    }

    #[test]
    fn versions_are_read_from_sentences_and_folder_names() {
        assert_eq!(major_of_sentence("postgres (PostgreSQL) 15.18 (Debian 15.18-0+deb12u1)\n"), Some(15));
        assert_eq!(major_of_sentence("postgres (PostgreSQL) 19beta2"), Some(19));
        assert_eq!(major_of_sentence(""), None);
        assert_eq!(version_of_folder("15"), Some(15));
        assert_eq!(version_of_folder("postgresql@17"), Some(17));
        assert_eq!(version_of_folder("share"), None);
    }
}
