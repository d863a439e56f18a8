//! Bytes to text and back. Files say nothing about their encoding: what is not UTF-8 is taken as Windows-1252, which
//! every byte sequence can be.

/// How a file's text is written in bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Encoding {
    /// UTF-8, of which ASCII is a part.
    #[default]
    Utf8,
    /// Windows-1252, what programs on Windows wrote for decades: one byte per character.
    Windows1252,
}

/// Windows-1252, bytes 0x80 to 0x9F; the five that it leaves undefined stand for the control characters of that number
/// (WHATWG Encoding Standard, index windows-1252), so that decoding can be undone.
const HIGH: [char; 32] = [
    '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž', '\u{8f}', '\u{90}', '‘', '’',
    '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}', 'ž', 'Ÿ',
];

/// The text of a line in Windows-1252.
pub(crate) fn from_windows_1252(bytes: &[u8]) -> String {
    bytes
        .iter()
        .map(|byte| match byte {
            0x80..=0x9f => HIGH[usize::from(byte - 0x80)],
            _ => char::from(*byte),
        })
        .collect()
}

/// Appends a line in Windows-1252; what it has no byte for becomes a question mark.
pub(crate) fn push_windows_1252(text: &str, bytes: &mut Vec<u8>) {
    bytes.extend(text.chars().map(|c| match u32::from(c) {
        code @ (0..=0x7f | 0xa0..=0xff) => u8::try_from(code).unwrap_or(b'?'),
        _ => HIGH.iter().zip(0x80..).find(|(high, _)| **high == c).map_or(b'?', |(_, byte)| byte),
    }));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_survives_windows_1252() {
        let all: Vec<u8> = (0..=255).collect();
        let mut again = Vec::new();
        push_windows_1252(&from_windows_1252(&all), &mut again);
        assert_eq!(again, all);
    }

    #[test]
    fn what_windows_1252_lacks_becomes_a_question_mark() {
        let mut bytes = Vec::new();
        push_windows_1252("Łukasz", &mut bytes);
        assert_eq!(bytes, b"?ukasz");
    }
}
