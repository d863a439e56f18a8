//! Converts between bytes and text. Files don't declare their encoding. A line that isn't UTF-8 is decoded as
//! Windows-1252, which accepts any bytes.

/// Encoding of a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Encoding {
    /// UTF-8, including plain ASCII.
    #[default]
    Utf8,
    /// Windows-1252, the traditional encoding of Windows programs: one byte per character.
    Windows1252,
}

/// Windows-1252 characters for bytes 0x80 to 0x9F. The five undefined bytes map to the control characters with the same
/// number (WHATWG Encoding Standard, index windows-1252), so that decoding is reversible.
const HIGH: [char; 32] = [
    '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž', '\u{8f}', '\u{90}', '‘', '’',
    '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}', 'ž', 'Ÿ',
];

/// Decodes a line from Windows-1252.
pub(crate) fn from_windows_1252(bytes: &[u8]) -> String {
    bytes
        .iter()
        .map(|byte| match byte {
            0x80..=0x9f => HIGH[usize::from(byte - 0x80)],
            _ => char::from(*byte),
        })
        .collect()
}

/// Appends a line in Windows-1252. Characters that the encoding lacks become question marks.
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
    fn characters_missing_in_windows_1252_become_question_marks() {
        let mut bytes = Vec::new();
        push_windows_1252("Łukasz", &mut bytes);
        assert_eq!(bytes, b"?ukasz");
    }
}
