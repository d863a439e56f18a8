//! Whether the log is as it was written.

use crate::{
    canonical::{BEGINNING, hash_of_restore},
    heads::{self, Head},
    store::{self, Link, Place},
};
use platform::{App, GlobalTx, Result, db::Timestamp};
use std::fmt;

/// Places that are read at a time.
const BATCH: i64 = 5_000;

/// What was found of a company's log.
#[derive(Debug)]
pub struct Finding {
    /// Position of the last entry that was verified.
    pub last_position: i64,
    /// Entries that are sealed, up to the first fault.
    pub sealed: i64,
    /// Entries that the sealer has not come to yet.
    pub waiting: i64,
    /// Places at which the database was restored into another cluster.
    pub restored_at: Vec<i64>,
    /// The first thing that is not as it was.
    pub fault: Option<Fault>,
}

/// What is not as it was written.
#[derive(Debug, PartialEq, Eq)]
pub enum Fault {
    /// An entry, or its seal, says something else.
    Altered {
        /// The entry.
        entry: i64,
        /// Its place in the chain.
        position: i64,
        /// What it says now.
        says: String,
    },
    /// An entry is gone.
    Removed {
        /// The entry.
        entry: i64,
        /// Its place in the chain.
        position: i64,
    },
    /// A seal is gone.
    SealRemoved {
        /// Its place in the chain.
        position: i64,
    },
    /// An entry stands among sealed ones and is not.
    Inserted {
        /// The entry.
        entry: i64,
        /// What it says.
        says: String,
    },
    /// The chain is not the one whose head was noted.
    Replaced {
        /// The place of the head.
        position: i64,
        /// The day on which it was noted.
        noted_on: String,
    },
    /// The chain ends before a head that was noted.
    CutOff {
        /// Where it ends.
        ends_at: i64,
        /// The place of the head.
        position: i64,
        /// The day on which it was noted.
        noted_on: String,
    },
}

impl Fault {
    /// The entry that the fault is about; `None` if it is about a seal.
    #[must_use]
    pub fn entry(&self) -> Option<i64> {
        match self {
            Fault::Altered { entry, .. } | Fault::Removed { entry, .. } | Fault::Inserted { entry, .. } => Some(*entry),
            Fault::SealRemoved { .. } | Fault::Replaced { .. } | Fault::CutOff { .. } => None,
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Altered { entry, position, says } => {
                write!(f, "entry {entry} was altered (place {position}); it says now: {says}")
            }
            Fault::Removed { entry, position } => write!(f, "entry {entry} was removed (place {position})"),
            Fault::SealRemoved { position } => write!(f, "the seal at place {position} was removed"),
            Fault::Inserted { entry, says } => write!(f, "entry {entry} was inserted; it says: {says}"),
            Fault::Replaced { position, noted_on } => {
                write!(f, "the seal at place {position} is not the one that was noted on {noted_on}")
            }
            Fault::CutOff { ends_at, position, noted_on } => write!(
                f,
                "entries after place {ends_at} were removed with their seals: on {noted_on} there were {position}"
            ),
        }
    }
}

/// Walks a company's chain.
///
/// # Errors
/// The database's, or the file store's.
pub async fn verify(app: &App, company: i64) -> Result<Finding> {
    let key = app.keys.audit(company);
    let heads = heads::of(app, company).await?;
    let mut tx = GlobalTx::begin(&app.pool).await?;
    store::stand_still(&mut tx).await?;
    tx.enter(company).await?;
    let mut finding = Finding { last_position: 0, sealed: 0, waiting: 0, restored_at: Vec::new(), fault: None };
    let (mut position, mut hash, mut place) = (0, BEGINNING, Place::BEGINNING);
    'chain: loop {
        let links = store::links(&mut tx, company, position, BATCH).await?;
        let is_last = links.len() < BATCH as usize;
        for link in links {
            let expected = position + 1;
            let fault = fault_of(&link, expected, &heads, |entry| match entry {
                Some(entry) => entry.hash(&key, &hash, expected),
                None => hash_of_restore(&key, &hash, expected),
            });
            if fault.is_some() {
                finding.fault = fault;
                break 'chain;
            }
            match link.entry {
                Some(_) => finding.sealed += 1,
                None => finding.restored_at.push(link.position),
            }
            (position, hash, place) = (link.position, link.hash, link.place);
            finding.last_position = position;
        }
        if is_last {
            break;
        }
    }
    if finding.fault.is_none() {
        finding.fault = heads.iter().find(|head| head.position > position).map(|head| Fault::CutOff {
            ends_at: position,
            position: head.position,
            noted_on: head.noted_on.clone(),
        });
    }
    let unsealed = store::unsealed(&mut tx, company, place).await?;
    finding.waiting = unsealed.waiting;
    if let (None, Some(entry)) = (&finding.fault, unsealed.inserted) {
        let says = says(&entry.action, entry.at, &entry.entity, &entry.entity_id);
        finding.fault = Some(Fault::Inserted { entry: entry.id, says });
    }
    Ok(finding)
}

/// What is wrong with a place of the chain, if anything is.
fn fault_of(
    link: &Link,
    expected: i64,
    heads: &[Head],
    hash: impl Fn(Option<&crate::canonical::Entry>) -> [u8; 32],
) -> Option<Fault> {
    if link.position != expected {
        return Some(Fault::SealRemoved { position: expected });
    }
    let is_restore = link.place == Place::BEGINNING;
    if link.entry.is_none() && !is_restore {
        return Some(Fault::Removed { entry: link.place.id, position: expected });
    }
    if hash(link.entry.as_ref()) != link.hash {
        let says = match &link.entry {
            Some(entry) => says(&entry.action, entry.at, &entry.entity, &entry.entity_id),
            None => "nothing".to_owned(),
        };
        return Some(Fault::Altered { entry: link.place.id, position: expected, says });
    }
    let head = heads.iter().find(|head| head.position == expected && head.hash != link.hash)?;
    Some(Fault::Replaced { position: expected, noted_on: head.noted_on.clone() })
}

fn says(action: &str, at: Timestamp, entity: &str, entity_id: &str) -> String {
    format!("{action} of {entity} {entity_id}, {at}")
}
