//! Requests that a page sends without user action, such as polling a loan's lock.

use http::HeaderMap;

/// Marks a background request. It doesn't count as user activity.
const HEADER: &str = "x-background";

/// Returns true if a user action caused the request.
#[must_use]
pub fn is_waited_for(headers: &HeaderMap) -> bool {
    !headers.contains_key(HEADER)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn background_requests_are_not_waited_for() {
        let mut headers = HeaderMap::new();
        assert!(is_waited_for(&headers));
        headers.insert(HEADER, http::HeaderValue::from_static("1"));
        assert!(!is_waited_for(&headers));
    }
}
