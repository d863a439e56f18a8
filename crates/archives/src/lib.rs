//! Unpacks .zip archives that users upload, file by file and within limits. An archive with a forbidden entry is
//! rejected as a whole, with a message that names the entry.
//!
//! The archive's own metadata is checked before unpacking, and again while unpacking. At most one entry is in memory at
//! a time.

use std::{
    collections::HashSet,
    io::{Cursor, Read, Write},
};
use zip::{CompressionMethod, ZipArchive, ZipWriter, write::SimpleFileOptions};

/// Maximum number of files in an archive.
pub const FILES_MAX: usize = 5_000;
/// Maximum number of entries, including folders and files that operating systems add.
const ENTRIES_MAX: usize = 2 * FILES_MAX;
/// Maximum total unpacked size in bytes.
const BYTES_MAX: u64 = 128 * 1024 * 1024;
/// Maximum length of a file name.
const NAME_CHARS_MAX: usize = 255;
/// Maximum distance of the end record from the archive's end, because it can have a comment of 65,535 bytes.
const END_BYTES_MAX: usize = 65_535 + 22;

/// Why an archive was rejected, as a message for the user.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused(pub String);

/// An archive whose entries are all safe to unpack.
#[derive(Debug)]
pub struct Archive<'a> {
    entries: ZipArchive<Cursor<&'a [u8]>>,
    files: Vec<(usize, String)>,
}

/// Whether the bytes start like a .zip file.
#[must_use]
pub fn is_archive(bytes: &[u8]) -> bool {
    bytes.starts_with(b"PK\x03\x04") || bytes.starts_with(b"PK\x05\x06")
}

/// Checks an archive. Each of its files can have at most `file_bytes_max` bytes.
///
/// # Errors
/// The archive is damaged, password-protected or too large, or an entry has an unsafe path, is itself an archive, or
/// can't be unpacked.
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
    /// Number of files.
    #[must_use]
    pub fn len(&self) -> usize {
        self.files.len()
    }

    /// Whether the archive is empty. An opened archive never is.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.files.is_empty()
    }

    /// Unpacks a file. Returns its name without folders, and its bytes.
    ///
    /// # Errors
    /// The file is damaged or is itself an archive.
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
        // Try to read one byte more than declared. An entry that is longer than declared was never checked.
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

/// Packs files into an archive. If two have the same name, the later one gets a number.
///
/// # Errors
/// The files are too many or too large for an archive.
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

/// The number of entries according to the end record. Archives with too many entries for that field use another record
/// and are rejected.
fn entry_count(bytes: &[u8]) -> Result<usize, Refused> {
    let tail = bytes.len().saturating_sub(END_BYTES_MAX);
    let found = bytes.get(tail..).unwrap_or_default().windows(4).rposition(|four| four == b"PK\x05\x06");
    let at = tail + found.ok_or_else(damaged)?;
    let count = bytes.get(at + 10..at + 12).ok_or_else(damaged)?;
    let is_large = at >= 20 && bytes.get(at - 20..at - 16) == Some(b"PK\x06\x07");
    if is_large { Err(too_many()) } else { Ok(usize::from(u16::from_le_bytes([count[0], count[1]]))) }
}

/// Whether a name could escape from the target folder on any operating system.
fn leads_out(name: &str) -> bool {
    let is_drive = name.as_bytes().get(1) == Some(&b':');
    name.starts_with(['/', '\\']) || is_drive || name.contains('\0') || name.split(['/', '\\']).any(|part| part == "..")
}

/// A file's name without its folders.
fn alone(path: &str) -> String {
    let name = path.rsplit('/').next().unwrap_or(path);
    name.chars().filter(|c| !c.is_control()).take(NAME_CHARS_MAX).collect()
}

/// Whether an operating system adds such a file when packing.
fn is_of_the_computer(name: &str) -> bool {
    let last = name.rsplit('/').next().unwrap_or(name);
    name.starts_with("__MACOSX/") || last.starts_with('.') || last.eq_ignore_ascii_case("thumbs.db")
}

/// A name that is safe to show: short and without control characters.
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
