//! Attributes of a start tag, and XML names and references.

use std::borrow::Cow;

/// Iterates over the attributes of a tag and checks them against XML 1.0.
pub(crate) struct Attributes<'a> {
    rest: &'a str,
}

impl<'a> Attributes<'a> {
    /// `rest` is the text after the element's name in the tag.
    pub(crate) const fn new(rest: &'a str) -> Self {
        Self { rest }
    }
}

impl<'a> Iterator for Attributes<'a> {
    /// Name and raw value, or an error message.
    type Item = Result<(&'a str, &'a str), &'static str>;

    fn next(&mut self) -> Option<Self::Item> {
        let trimmed = self.rest.trim_start_matches(is_blank_char);
        if trimmed.is_empty() {
            return None;
        }
        if trimmed.len() == self.rest.len() {
            return Some(Err("a blank is missing before an attribute"));
        }
        let Some((name, value)) = split_at_byte(trimmed, b'=') else {
            return Some(Err("an attribute has no value"));
        };
        let name = name.trim_end_matches(is_blank_char);
        let value = value.trim_start_matches(is_blank_char);
        let Some(quote @ (b'"' | b'\'')) = value.bytes().next() else {
            return Some(Err("the value of an attribute is not quoted"));
        };
        let Some((value, rest)) = split_at_byte(&value[1..], quote) else {
            return Some(Err("the value of an attribute does not end"));
        };
        self.rest = rest;
        if !is_name(name) {
            return Some(Err("an attribute has a name that XML does not allow"));
        }
        if memchr::memchr(b'<', value.as_bytes()).is_some() {
            return Some(Err("the value of an attribute contains <"));
        }
        Some(Ok((name, value)))
    }
}

/// Splits a text at the first occurrence of an ASCII character.
fn split_at_byte(text: &str, byte: u8) -> Option<(&str, &str)> {
    let at = memchr::memchr(byte, text.as_bytes())?;
    Some((&text[..at], &text[at + 1..]))
}

/// Decodes an attribute value: resolves references and normalizes line ends and tabs to spaces, as XML 1.0 section
/// 3.3.3 requires.
pub(crate) fn decode(raw: &str) -> Result<Cow<'_, str>, &'static str> {
    if !raw.bytes().any(|b| matches!(b, b'&' | b'\t' | b'\n' | b'\r')) {
        return Ok(Cow::Borrowed(raw));
    }
    let mut value = String::with_capacity(raw.len());
    let mut rest = raw;
    while let Some(at) = rest.find(['&', '\t', '\n', '\r']) {
        value.push_str(&rest[..at]);
        if rest.as_bytes()[at] == b'&' {
            let (name, tail) = rest[at + 1..].split_once(';').ok_or("a lone & stands in the value of an attribute")?;
            value.push(reference(name).ok_or(UNKNOWN_REFERENCE)?);
            rest = tail;
        } else {
            value.push(' ');
            rest = &rest[at + 1..];
        }
    }
    value.push_str(rest);
    Ok(Cow::Owned(value))
}

/// Error message for an undefined reference. Only a DOCTYPE could define it, and files with one are rejected.
pub(crate) const UNKNOWN_REFERENCE: &str = "an entity is used that XML does not have";

/// The character for `amp`, `#38` or `#x26`.
pub(crate) fn reference(name: &str) -> Option<char> {
    let code = match name {
        "amp" => return Some('&'),
        "lt" => return Some('<'),
        "gt" => return Some('>'),
        "quot" => return Some('"'),
        "apos" => return Some('\''),
        _ => name.strip_prefix('#')?,
    };
    let (digits, radix) = code.strip_prefix('x').map_or((code, 10), |digits| (digits, 16));
    if !digits.bytes().all(|b| b.is_ascii_hexdigit()) {
        return None;
    }
    u32::from_str_radix(digits, radix).ok().and_then(char::from_u32).filter(|c| is_xml_char(*c))
}

/// A character that XML allows (XML 1.0, production 2).
pub(crate) const fn is_xml_char(c: char) -> bool {
    matches!(c, '\t' | '\n' | '\r' | ' '..='\u{D7FF}' | '\u{E000}'..='\u{FFFD}' | '\u{10000}'..)
}

/// Whether a text is approximately an XML name: ASCII characters must match XML 1.0 production 5, and all others are
/// accepted.
pub(crate) fn is_name(text: &str) -> bool {
    let mut bytes = text.bytes();
    let begins = |b: u8| b.is_ascii_alphabetic() || matches!(b, b'_' | b':' | 0x80..);
    bytes.next().is_some_and(begins) && bytes.all(|b| begins(b) || b.is_ascii_digit() || matches!(b, b'-' | b'.'))
}

/// Whether a text is a name without a colon.
pub(crate) fn is_nc_name(text: &str) -> bool {
    is_name(text) && !text.contains(':')
}

/// XML whitespace.
pub(crate) const fn is_blank_char(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\n' | '\r')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(rest: &str) -> Result<Vec<(&str, &str)>, &'static str> {
        Attributes::new(rest).collect()
    }

    #[test]
    fn attributes_are_read_with_either_quote_and_blanks_around_the_sign() {
        assert_eq!(all(" a=\"1\"\n b = '2'  x:c=\"\""), Ok(vec![("a", "1"), ("b", "2"), ("x:c", "")]));
        assert_eq!(all(""), Ok(vec![]));
    }

    #[test]
    fn invalid_attributes_are_reported() {
        for rest in
            [" a", " a=1", " a=\"1", " a=\"1\"b=\"2\"", " =\"1\"", " 1a=\"1\"", " a=\"<\"", "a=\"1\"", " a=", " a'='1'"]
        {
            assert!(all(rest).is_err(), "{rest}");
        }
    }

    #[test]
    fn references_are_decoded_and_none_is_expanded() {
        assert_eq!(decode("Smith &amp; &#83;ons&#x21;").as_deref(), Ok("Smith & Sons!"));
        assert_eq!(decode("a\tb\nc").as_deref(), Ok("a b c"));
        for raw in ["&nbsp;", "&", "&;", "&#;", "&#x;", "&#0;", "&#xD800;", "&#+65;", "&#x110000;", "&#99999999999;"] {
            assert!(decode(raw).is_err(), "{raw}");
        }
    }
}
