//! The account that PostgreSQL runs as: the current user or, because PostgreSQL refuses to run as root, another account
//! chosen by root.

use std::{
    fs, io,
    os::unix::{
        fs::{MetadataExt, chown},
        process::CommandExt,
    },
    path::Path,
    process::{Command, Stdio},
};

use crate::error::{At, Error};

/// When running as root, PostgreSQL runs as the first of these accounts that exists.
const CANDIDATES: [&str; 2] = ["postgres", "nobody"];

/// The account that PostgreSQL runs as.
#[derive(Clone, Debug)]
pub(crate) struct Account {
    /// Account name, for messages.
    pub name: String,
    /// User and group ids to switch to. `None` for the current user.
    ids: Option<(u32, u32)>,
}

impl Account {
    /// The owner of `cluster` if it exists. Otherwise the current user, or one of the candidates if that is root.
    pub fn for_cluster(cluster: &Path) -> Result<Self, Error> {
        let us = our_user_id().at("read", Path::new("/proc/self"))?;
        let owner = match fs::metadata(cluster) {
            Ok(folder) => Some((folder.uid(), folder.gid())),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(error).at("look at", cluster),
        };
        match owner {
            Some((owner, _)) if us != 0 && owner != us => {
                Err(Error::OtherOwner { folder: cluster.to_path_buf(), owner })
            }
            Some((0, _)) if us == 0 => Err(Error::OtherOwner { folder: cluster.to_path_buf(), owner: 0 }),
            Some(ids) if us == 0 => Ok(Self { name: format!("the account with number {}", ids.0), ids: Some(ids) }),
            None if us == 0 => root_choice(),
            _ => Ok(Self { name: "this account".to_owned(), ids: None }),
        }
    }

    /// A command that runs as this account, without the caller's PostgreSQL settings in its environment.
    pub fn command(&self, program: impl AsRef<std::ffi::OsStr>) -> Command {
        let mut command = Command::new(program);
        if let Some((user, group)) = self.ids {
            // The standard library also drops root's supplementary groups.
            command.uid(user).gid(group);
        }
        // PGPORT, PGDATA, PGOPTIONS and similar variables would configure another server.
        for (name, _) in std::env::vars_os() {
            if name.as_encoded_bytes().starts_with(b"PG") {
                command.env_remove(name);
            }
        }
        // This account may not be allowed to enter the current directory.
        command.current_dir("/").env("LC_ALL", "C").stdin(Stdio::null());
        command
    }

    /// Whether this account can enter `folder`. It tries to, because permissions of parent folders matter too.
    pub fn reaches(&self, folder: &Path) -> Result<bool, Error> {
        let shell = Path::new("/bin/sh");
        let mut command = self.command(shell);
        command.args(["-c", r#"cd -- "$1""#, "sh"]).arg(folder).stdout(Stdio::null()).stderr(Stdio::null());
        Ok(command.status().at("run", shell)?.success())
    }

    /// Changes the owner of `path` to this account.
    pub fn own(&self, path: &Path) -> Result<(), Error> {
        match self.ids {
            Some((user, group)) => chown(path, Some(user), Some(group)).at("give away", path),
            None => Ok(()),
        }
    }

    /// Whether `folder` belongs to this account or, without a switch of user, to the current user.
    pub fn owns(&self, folder: &fs::Metadata) -> io::Result<bool> {
        Ok(match self.ids {
            Some((user, _)) => folder.uid() == user,
            None => folder.uid() == our_user_id()?,
        })
    }
}

fn root_choice() -> Result<Account, Error> {
    let file = Path::new("/etc/passwd");
    let accounts = fs::read_to_string(file).at("read", file)?;
    CANDIDATES
        .iter()
        .find_map(|name| Some(Account { name: (*name).to_owned(), ids: Some(ids_of(&accounts, name)?) }))
        .ok_or(Error::NoAccount)
}

/// User and group id of `name` in the text of `/etc/passwd` (passwd(5): name, password, user, group, ...).
fn ids_of(accounts: &str, name: &str) -> Option<(u32, u32)> {
    accounts.lines().find_map(|line| {
        let mut fields = line.split(':');
        (fields.next()? == name).then_some(())?;
        let (user, group) = (fields.nth(1)?.parse().ok()?, fields.next()?.parse().ok()?);
        (user != 0).then_some((user, group))
    })
}

/// The current user's id. The standard library has no function for it. The owner of our entry in /proc shows it;
/// without /proc, `id` does.
pub(crate) fn our_user_id() -> io::Result<u32> {
    if let Ok(entry) = fs::metadata("/proc/self") {
        return Ok(entry.uid());
    }
    let said = Command::new("id").arg("-u").output()?;
    String::from_utf8_lossy(&said.stdout).trim().parse().map_err(io::Error::other)
}

#[cfg(test)]
mod tests {
    use super::*;

    const PASSWD: &str = "root:x:0:0:root:/root:/bin/bash\n\
                          # a comment\n\
                          toor:x:0:0::/root:/bin/sh\n\
                          postgresql:x:7:7::/:/bin/sh\n\
                          postgres:x:101:104:PostgreSQL administrator,,,:/var/lib/postgresql:/bin/bash\n";

    #[test]
    fn an_account_is_found_by_its_whole_name() {
        assert_eq!(ids_of(PASSWD, "postgres"), Some((101, 104)));
        assert_eq!(ids_of(PASSWD, "postgre"), None);
        assert_eq!(ids_of(PASSWD, "nobody"), None);
    }

    #[test]
    fn an_alias_of_root_is_not_used_for_postgresql() {
        assert_eq!(ids_of(PASSWD, "toor"), None);
    }
}
