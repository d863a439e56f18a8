//! Validates where a browser may go after sign-out: only to the session-ended page.

use platform::Origin;

const PAGE: &str = "session-ended";

/// `/session-ended` of the staff application.
pub(crate) fn after_sign_out(origin: &Origin) -> String {
    format!("{}/{PAGE}", origin.base())
}

/// Returns true for the session-ended page of the staff application or of a borrower portal, whose path starts with a
/// numeric licensing id (SESSION-21).
pub(crate) fn is_after_sign_out(origin: &Origin, address: &str) -> bool {
    let Some(path) = address.strip_prefix(&origin.base()).and_then(|rest| rest.strip_prefix('/')) else { return false };
    match path.split_once('/') {
        None => path == PAGE,
        Some((id, page)) => is_licensing_id(id) && page == PAGE,
    }
}

/// The first path segment of a borrower portal.
pub(crate) fn is_licensing_id(segment: &str) -> bool {
    !segment.is_empty() && segment.bytes().all(|byte| byte.is_ascii_digit())
}
