//! The newest hash of each chain, kept outside the database: in the program's log and the file store. Noted each hour, and
//! when a process starts.

use crate::{canonical::Hash, store};
use platform::{App, Error, GlobalTx, Result, db::Timestamp, jobs::Job, tenant::companies};
use serde::{Deserialize, Serialize};
use std::fmt::Write;

/// The folder of the file store.
const FOLDER: &str = "audit-heads";

/// Notes the newest hash of each chain.
#[derive(Debug, Serialize, Deserialize)]
pub struct NoteHeads {}

impl Job for NoteHeads {
    const NAME: &'static str = "note-audit-heads";

    async fn run(self, app: &App) -> Result<()> {
        let mut lines = String::new();
        for company in companies(&app.pool).await? {
            let mut tx = GlobalTx::begin(&app.pool).await?;
            tx.enter(company).await?;
            if let Some(last) = store::last(&mut tx, company).await? {
                let (position, hash) = (last.position, hex(&last.hash));
                tracing::info!(company, position, hash, "the audit log's head");
                let _ = writeln!(lines, "{company} {position} {hash}");
            }
        }
        if !lines.is_empty() {
            // A note never replaces an earlier one: the store refuses a name that it has.
            let name = Timestamp::now().strftime("%Y-%m-%dT%H-%M-%SZ.txt").to_string();
            app.files.put_open(FOLDER, &name, lines.into()).await?;
        }
        Ok(())
    }
}

/// A head that was noted.
#[derive(Debug)]
pub(crate) struct Head {
    pub position: i64,
    pub hash: Hash,
    pub noted_on: String,
}

/// The heads of a company that were noted, the oldest first.
pub(crate) async fn of(app: &App, company: i64) -> Result<Vec<Head>> {
    let mut heads = Vec::new();
    for (name, text) in app.files.all_open(FOLDER).await? {
        let noted_on = name.trim_end_matches(".txt").to_owned();
        let text = String::from_utf8(text.into()).map_err(Error::internal)?;
        heads.extend(text.lines().filter_map(|line| head(line, company, &noted_on)));
    }
    heads.sort_by(|one, other| one.noted_on.cmp(&other.noted_on));
    Ok(heads)
}

fn head(line: &str, company: i64, noted_on: &str) -> Option<Head> {
    let mut words = line.split(' ');
    let of: i64 = words.next()?.parse().ok()?;
    let position = words.next()?.parse().ok()?;
    let hash = from_hex(words.next()?)?;
    (of == company).then(|| Head { position, hash, noted_on: noted_on.to_owned() })
}

fn hex(hash: &Hash) -> String {
    hash.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn from_hex(text: &str) -> Option<Hash> {
    let mut hash = Hash::default();
    if text.len() != 2 * hash.len() || !text.is_ascii() {
        return None;
    }
    for (byte, digits) in hash.iter_mut().zip(text.as_bytes().chunks_exact(2)) {
        *byte = u8::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()?;
    }
    Some(hash)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_head_is_read_as_it_was_noted() {
        let hash: Hash = std::array::from_fn(|n| n as u8 * 7);
        let line = format!("12 3400 {}", hex(&hash));
        let read = head(&line, 12, "2026-11-21").unwrap();
        assert_eq!((read.position, read.hash, read.noted_on.as_str()), (3400, hash, "2026-11-21"));
        assert!(head(&line, 13, "2026-11-21").is_none());
        for broken in ["", "12", "12 x", "12 3400", "12 3400 ab", &line[..line.len() - 1]] {
            assert!(head(broken, 12, "2026-11-21").is_none(), "{broken}");
        }
    }
}
