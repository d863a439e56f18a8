//! Where a browser may be sent after a sign-out: the page that says so, and nothing else.

use platform::Origin;

const PAGE: &str = "session-ended";

/// `/session-ended` of the staff's application.
pub(crate) fn after_sign_out(origin: &Origin) -> String {
    format!("{}/{PAGE}", origin.base())
}

/// Whether an address is that page, of the staff or of a borrower portal, whose numeric licensing id stands before it
/// (SESSION-21).
pub(crate) fn is_after_sign_out(origin: &Origin, address: &str) -> bool {
    let Some(path) = address.strip_prefix(&origin.base()).and_then(|rest| rest.strip_prefix('/')) else { return false };
    match path.split_once('/') {
        None => path == PAGE,
        Some((id, page)) => is_licensing_id(id) && page == PAGE,
    }
}

/// The first segment of a borrower portal's addresses.
pub(crate) fn is_licensing_id(segment: &str) -> bool {
    !segment.is_empty() && segment.bytes().all(|byte| byte.is_ascii_digit())
}
