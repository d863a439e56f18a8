//! Files that a browser saves.

use crate::{Error, Result};
use http::HeaderValue;
use std::fmt::Write;

/// Value of the `Content-Disposition` header (RFC 6266, RFC 8187).
///
/// # Errors
/// None in practice: every byte of the value is printable.
pub fn attachment(name: &str) -> Result<HeaderValue> {
    let mut text = "attachment; filename*=UTF-8''".to_owned();
    for byte in name.bytes() {
        let _ = match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'.' | b'_' | b'-' => write!(text, "{}", char::from(byte)),
            _ => write!(text, "%{byte:02X}"),
        };
    }
    HeaderValue::from_str(&text).map_err(Error::internal)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn file_names_cannot_inject_header_parameters() {
        let value = attachment("José \"1003\".fnm").unwrap();
        assert_eq!(value, "attachment; filename*=UTF-8''Jos%C3%A9%20%221003%22.fnm");
        assert!(attachment("a\r\nSet-Cookie: b=c").is_ok());
    }
}
