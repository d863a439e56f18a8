//! Archives as users pack them, and malicious ones.

use super::*;
use std::time::Instant;

const FILE_MAX: u64 = 10_000_000;

fn packed(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in files {
        archive.start_file(*name, SimpleFileOptions::default()).unwrap();
        archive.write_all(bytes).unwrap();
    }
    archive.finish().unwrap().into_inner()
}

fn refused(bytes: &[u8]) -> String {
    open(bytes, FILE_MAX).unwrap_err().0
}

#[test]
fn files_come_without_folders_and_system_files() {
    let bytes = packed(&[
        ("loans/2026/maya.xml", b"<MESSAGE/>"),
        ("__MACOSX/loans/._maya.xml", b"x"),
        ("loans/.DS_Store", b"x"),
        ("Thumbs.db", b"x"),
        ("notes.txt", b"hello"),
    ]);
    let mut archive = open(&bytes, FILE_MAX).unwrap();
    let files: Vec<_> = (0..archive.len()).map(|at| archive.file(at).unwrap()).collect();
    assert_eq!(files, [("maya.xml".to_owned(), b"<MESSAGE/>".to_vec()), ("notes.txt".to_owned(), b"hello".to_vec())]);
    assert!(is_archive(&bytes) && !is_archive(b"<MESSAGE/>"));
}

/// Replaces a name in the archive's directory and in the entry itself, byte by byte.
fn renamed(bytes: &[u8], from: &str, to: &str) -> Vec<u8> {
    assert_eq!(from.len(), to.len());
    let mut bytes = bytes.to_vec();
    let places: Vec<_> =
        bytes.windows(from.len()).enumerate().filter(|(_, part)| *part == from.as_bytes()).map(|(at, _)| at).collect();
    for at in places {
        bytes[at..at + to.len()].copy_from_slice(to.as_bytes());
    }
    bytes
}

#[test]
fn a_forbidden_entry_rejects_the_archive_and_is_named() {
    let inner = packed(&[("a.xml", b"<a/>")]);
    let plain = packed(&[("aaa/maya.xml", b"<MESSAGE/>")]);
    for (bytes, sentence) in [
        (renamed(&plain, "aaa/maya.xml", "../..aya.xml"), "../..aya.xml lies outside of its archive."),
        (renamed(&plain, "aaa/maya.xml", "/etc/maya.xm"), "/etc/maya.xm lies outside of its archive."),
        (renamed(&plain, "aaa/maya.xml", "C:\\x\\aya.xml"), "C:\\x\\aya.xml lies outside of its archive."),
        (renamed(&plain, "aaa/maya.xml", "aa\\..\\ya.xml"), "aa\\..\\ya.xml lies outside of its archive."),
        (packed(&[("more.zip", &inner)]), "more.zip is an archive within the archive. Please unpack it first."),
        (packed(&[("more.xml", &inner)]), "more.xml is an archive within the archive. Please unpack it first."),
        (packed(&[]), "The archive holds no files."),
        (packed(&[("big.xml", &vec![b' '; 10_000_001])]), "big.xml is too large when it is unpacked."),
        (b"PK\x03\x04".to_vec(), "The archive is damaged, or no .zip file."),
        (Vec::new(), "The archive is damaged, or no .zip file."),
    ] {
        assert_eq!(refused(&bytes), sentence);
    }
    // The "encrypted" flag, in the entry and in the directory.
    let mut locked = plain.clone();
    let list = locked.windows(4).position(|four| four == b"PK\x01\x02").unwrap();
    locked[6] |= 1;
    locked[list + 8] |= 1;
    assert_eq!(refused(&locked), "aaa/maya.xml is protected by a password. Please send it without.");
}

#[test]
fn a_zip_bomb_is_rejected_before_it_expands() {
    let wide: Vec<(String, Vec<u8>)> = (0..14).map(|n| (format!("{n}.xml"), vec![b' '; 9_900_000])).collect();
    let wide: Vec<(&str, &[u8])> = wide.iter().map(|(name, bytes)| (name.as_str(), bytes.as_slice())).collect();
    let bomb = packed(&wide);
    assert!(bomb.len() < 200_000);
    let begun = Instant::now();
    assert!(refused(&bomb).ends_with("is too much: the archive is too large when it is unpacked."));
    // An entry that declares a smaller size than it has.
    let honest = packed(&[("a.xml", &vec![b' '; 9_000_000])]);
    let mut lying = honest.clone();
    let list = lying.windows(4).position(|four| four == b"PK\x01\x02").unwrap();
    lying[list + 24..list + 28].copy_from_slice(&100_u32.to_le_bytes());
    assert_eq!(refused(&lying), "a.xml is damaged.");
    assert!(begun.elapsed().as_secs() < 5, "unoptimized, and on a busy machine");
}

#[test]
fn an_archive_of_a_hundred_thousand_files_is_rejected_by_its_end_record_alone() {
    let mut end = b"PK\x05\x06\0\0\0\0".to_vec();
    end.extend_from_slice(&10_001_u16.to_le_bytes());
    end.extend_from_slice(&10_001_u16.to_le_bytes());
    end.extend_from_slice(&[0; 10]);
    let sentence = "The archive holds too much: at most 5000 files are taken at once.";
    assert_eq!(refused(&end), sentence);
    // If the end record's field is too small for the number of entries, another record before it contains the number.
    let large = [&b"PK\x06\x07"[..], &[0; 16], &end[..8], &[1, 0, 1, 0], &[0; 10]].concat();
    assert_eq!(refused(&large), sentence);
}

#[test]
fn two_entries_cannot_share_the_same_bytes() {
    // Two names in the directory for one entry, as in modern zip bombs.
    let one = packed(&[("a.xml", &vec![b' '; 1_000_000])]);
    let list = one.windows(4).position(|four| four == b"PK\x01\x02").unwrap();
    let end = one.windows(4).position(|four| four == b"PK\x05\x06").unwrap();
    let again = renamed(&one[list..end], "a.xml", "b.xml");
    let mut two = [&one[..end], &again, &one[end..]].concat();
    let end = two.windows(4).position(|four| four == b"PK\x05\x06").unwrap();
    let length = u32::try_from(end - list).unwrap();
    two[end + 8..end + 10].copy_from_slice(&2_u16.to_le_bytes());
    two[end + 10..end + 12].copy_from_slice(&2_u16.to_le_bytes());
    two[end + 12..end + 16].copy_from_slice(&length.to_le_bytes());
    assert_eq!(refused(&two), "b.xml shares its bytes with another file of the archive.");
}

#[test]
fn packed_files_unpack_again_and_duplicate_names_get_numbers() {
    let files: Vec<_> = ["a.xml", "a.xml", "a"].map(|name| (name.to_owned(), name.as_bytes())).into();
    let bytes = pack(&files).unwrap();
    let mut archive = open(&bytes, FILE_MAX).unwrap();
    let names: Vec<_> = (0..archive.len()).map(|at| archive.file(at).unwrap().0).collect();
    assert_eq!(names, ["a.xml", "a (2).xml", "a"]);
}

#[test]
fn a_truncated_archive_is_rejected() {
    let whole = packed(&[("maya.xml", b"<MESSAGE>hello hello hello</MESSAGE>"), ("noel.xml", b"<MESSAGE/>")]);
    for end in 0..whole.len() {
        let _ = open(&whole[..end], FILE_MAX).unwrap_err();
    }
    for at in 0..whole.len() {
        let mut altered = whole.clone();
        altered[at] ^= 0xff;
        let _ = open(&altered, FILE_MAX);
    }
}
