//! Archives that people send: a .zip -> its files, one after the other, within limits. An archive that holds what none should is
//! refused as a whole, with a sentence that names the entry.
//!
//! What an archive says of itself is checked before anything is unpacked, and again while it is: nothing larger than one entry is
//! ever held.

use std::{
    collections::HashSet,
    io::{Cursor, Read, Write},
};
use zip::{CompressionMethod, ZipArchive, ZipWriter, write::SimpleFileOptions};

/// Most files of an archive.
pub const FILES_MAX: usize = 5_000;
/// Most entries, folders and what a computer adds by itself among them.
const ENTRIES_MAX: usize = 2 * FILES_MAX;
/// Most bytes of all files together, unpacked.
const BYTES_MAX: u64 = 128 * 1024 * 1024;
/// Longest name of a file.
const NAME_CHARS_MAX: usize = 255;
/// How far from its end an archive says where its list lies: a comment of 65,535 bytes at most.
const END_BYTES_MAX: usize = 65_535 + 22;

/// Why an archive is refused, for whoever sent it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused(pub String);

/// An archive whose entries may all be unpacked.
#[derive(Debug)]
pub struct Archive<'a> {
    entries: ZipArchive<Cursor<&'a [u8]>>,
    files: Vec<(usize, String)>,
}

/// Whether bytes begin as a .zip does.
#[must_use]
pub fn is_archive(bytes: &[u8]) -> bool {
    bytes.starts_with(b"PK\x03\x04") || bytes.starts_with(b"PK\x05\x06")
}

/// Looks through an archive. No file of it is larger than `file_bytes_max`.
///
/// # Errors
/// It is damaged, protected or too large, or an entry is a folder's way out, an archive again, or none that can be unpacked.
pub fn open(bytes: &[u8], file_bytes_max: u64) -> Result<Archive<'_>, Refused> {
    let count = entry_count(bytes)?;
    if count > ENTRIES_MAX {
        return Err(too_many());
    }
    let mut entries = ZipArchive::new(Cursor::new(bytes)).map_err(|_| damaged())?;
    if entries.len() != count {
        return Err(damaged());
    }
    let mut files = Vec::new();
    let mut names = HashSet::new();
    let mut places = Vec::with_capacity(count);
    let mut left = BYTES_MAX;
    for at in 0..count {
        let entry = entries.by_index_raw(at).map_err(|_| damaged())?;
        let name = entry.name().to_owned();
        let refused = |why: &str| Refused(format!("{} {why}", shown(&name)));
        if leads_out(&name) {
            return Err(refused("lies outside of its archive."));
        }
        if entry.encrypted() {
            return Err(refused("is protected by a password. Please send it without."));
        }
        if entry.is_symlink() {
            return Err(refused("is a link and no file."));
        }
        let begin = entry.header_start();
        places.push((begin, entry.data_start() + entry.compressed_size(), name.clone()));
        if entry.is_dir() || is_of_the_computer(&name) {
            continue;
        }
        if alone(&name).is_empty() {
            return Err(Refused("An entry of the archive has no name.".to_owned()));
        }
        if name.to_lowercase().ends_with(".zip") {
            return Err(refused("is an archive within the archive. Please unpack it first."));
        }
        if !matches!(entry.compression(), CompressionMethod::Stored | CompressionMethod::Deflated) {
            return Err(refused("is packed in a way that can't be read here. Please pack it as a usual .zip."));
        }
        if entry.size() > file_bytes_max {
            return Err(refused("is too large when it is unpacked."));
        }
        left = left
            .checked_sub(entry.size())
            .ok_or_else(|| refused("is too much: the archive is too large when it is unpacked."))?;
        if !names.insert(name.clone()) {
            return Err(refused("is there twice."));
        }
        files.push((at, name));
    }
    if files.len() > FILES_MAX {
        return Err(too_many());
    }
    if files.is_empty() {
        return Err(Refused("The archive holds no files.".to_owned()));
    }
    places.sort_unstable();
    if let Some(pair) = places.windows(2).find(|pair| pair[0].1 > pair[1].0) {
        return Err(Refused(format!("{} shares its bytes with another file of the archive.", shown(&pair[1].2))));
    }
    let mut archive = Archive { entries, files };
    for at in 0..archive.len() {
        archive.unpacked(at)?;
    }
    Ok(archive)
}

impl Archive<'_> {
    /// How many files there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.files.len()
    }

    /// Whether there is none; no archive that was opened is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.files.is_empty()
    }

    /// A file without its folders, and its bytes.
    ///
    /// # Errors
    /// It is damaged, or an archive again.
    pub fn file(&mut self, at: usize) -> Result<(String, Vec<u8>), Refused> {
        let bytes = self.unpacked(at)?;
        Ok((alone(&self.files[at].1), bytes))
    }

    fn unpacked(&mut self, at: usize) -> Result<Vec<u8>, Refused> {
        let (place, name) = &self.files[at];
        let broken = || Refused(format!("{} is damaged.", shown(name)));
        let entry = self.entries.by_index(*place).map_err(|_| broken())?;
        let size = entry.size();
        let mut bytes = Vec::new();
        // One more than it says: an entry that goes on behind its end is none that was checked.
        entry.take(size + 1).read_to_end(&mut bytes).map_err(|_| broken())?;
        if bytes.len() as u64 != size {
            return Err(broken());
        }
        if is_archive(&bytes) {
            return Err(Refused(format!("{} is an archive within the archive. Please unpack it first.", shown(name))));
        }
        Ok(bytes)
    }
}

/// Packs files into an archive; of two with one name the later gets a number.
///
/// # Errors
/// They are too many or too large for one.
pub fn pack<B: AsRef<[u8]>>(files: &[(String, B)]) -> Result<Vec<u8>, zip::result::ZipError> {
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    let mut taken = HashSet::new();
    for (name, bytes) in files {
        let mut unique = name.clone();
        let mut number = 1;
        while !taken.insert(unique.clone()) {
            number += 1;
            unique = match name.rsplit_once('.') {
                Some((stem, kind)) => format!("{stem} ({number}).{kind}"),
                None => format!("{name} ({number})"),
            };
        }
        archive.start_file(unique, SimpleFileOptions::default())?;
        archive.write_all(bytes.as_ref())?;
    }
    Ok(archive.finish()?.into_inner())
}

/// How many entries the archive's end names. Such as are too large for it say so elsewhere, which is not read.
fn entry_count(bytes: &[u8]) -> Result<usize, Refused> {
    let tail = bytes.len().saturating_sub(END_BYTES_MAX);
    let found = bytes.get(tail..).unwrap_or_default().windows(4).rposition(|four| four == b"PK\x05\x06");
    let at = tail + found.ok_or_else(damaged)?;
    let count = bytes.get(at + 10..at + 12).ok_or_else(damaged)?;
    let is_large = at >= 20 && bytes.get(at - 20..at - 16) == Some(b"PK\x06\x07");
    if is_large { Err(too_many()) } else { Ok(usize::from(u16::from_le_bytes([count[0], count[1]]))) }
}

/// Whether a name leads out of the folder that it is unpacked into, on any system.
fn leads_out(name: &str) -> bool {
    let is_drive = name.as_bytes().get(1) == Some(&b':');
    name.starts_with(['/', '\\']) || is_drive || name.contains('\0') || name.split(['/', '\\']).any(|part| part == "..")
}

/// A file's name without its folders.
fn alone(path: &str) -> String {
    let name = path.rsplit('/').next().unwrap_or(path);
    name.chars().filter(|c| !c.is_control()).take(NAME_CHARS_MAX).collect()
}

/// What computers add to the files that somebody packs.
fn is_of_the_computer(name: &str) -> bool {
    let last = name.rsplit('/').next().unwrap_or(name);
    name.starts_with("__MACOSX/") || last.starts_with('.') || last.eq_ignore_ascii_case("thumbs.db")
}

/// A name as it is told: short, and without what a terminal or a page would act on.
fn shown(name: &str) -> String {
    let text: String = name.chars().filter(|c| !c.is_control()).take(80).collect();
    if text.is_empty() { "An entry without a name".to_owned() } else { text }
}

fn damaged() -> Refused {
    Refused("The archive is damaged, or no .zip file.".to_owned())
}

fn too_many() -> Refused {
    Refused(format!("The archive holds too much: at most {FILES_MAX} files are taken at once."))
}

#[cfg(test)]
mod tests;
