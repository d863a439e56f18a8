//! What a page asks for by itself, such as whether a loan is still locked.

use http::HeaderMap;

/// The header of such a request: nobody waits for it, and nobody is there because of it.
const HEADER: &str = "x-background";

/// Whether somebody is there who asked for it.
#[must_use]
pub fn is_waited_for(headers: &HeaderMap) -> bool {
    !headers.contains_key(HEADER)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_background_is_nobody() {
        let mut headers = HeaderMap::new();
        assert!(is_waited_for(&headers));
        headers.insert(HEADER, http::HeaderValue::from_static("1"));
        assert!(!is_waited_for(&headers));
    }
}
