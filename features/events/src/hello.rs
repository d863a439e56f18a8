//! The first message of a tab, with its identity and the last event it received. A browser can't set headers on a
//! WebSocket, and URLs end up in logs. So the token is sent in a message, within seconds.

use crate::told::Cursor;
use serde::Deserialize;
use uuid::Uuid;

/// Maximum size of a message from a tab.
pub(crate) const BYTES_MAX: usize = 16 * 1024;
/// Maximum time that a tab without a cursor can look back: since its page was opened.
const SECONDS_MAX: u32 = 60;

/// The first message.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Hello {
    /// The ID token.
    pub token: String,
    /// Session id of the tab, as in the header `X-Session-Id`.
    pub session_id: Uuid,
    /// Like the header `x-rtc-client-id`: the tab doesn't receive events that it caused.
    pub rtc_client_id: Option<String>,
    /// Like the header `x-org-unit-id`.
    pub org_unit_id: Option<i64>,
    /// Like the header `x-consolidated`.
    #[serde(default)]
    pub consolidated: bool,
    /// Cursor of the last message that the tab received.
    cursor: Option<String>,
    /// Without a cursor: seconds since the page was opened, so that the tab receives events since then.
    #[serde(default)]
    open_seconds: u32,
}

/// The point from which a tab wants to receive events.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum From {
    Cursor(Cursor),
    SecondsAgo(u32),
}

impl Hello {
    /// Parses the message.
    pub fn read(text: &str) -> Option<Self> {
        serde_json::from_str(text).ok()
    }

    /// The point from which the tab wants to receive events. An invalid cursor counts as a very old one.
    pub fn from(&self) -> From {
        match &self.cursor {
            Some(text) => From::Cursor(text.parse().unwrap_or(Cursor { xid: 0, id: 0 })),
            None => From::SecondsAgo(self.open_seconds.saturating_add(1).min(SECONDS_MAX)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tab_without_a_cursor_receives_at_most_the_last_minute() {
        let hello = |rest: &str| {
            Hello::read(&format!("{{\"token\":\"t\",\"sessionId\":\"{}\"{rest}}}", Uuid::nil())).unwrap().from()
        };
        assert_eq!(hello(""), From::SecondsAgo(1));
        assert_eq!(hello(",\"openSeconds\":4294967295"), From::SecondsAgo(60));
        assert_eq!(hello(",\"cursor\":\"9-4\""), From::Cursor(Cursor { xid: 9, id: 4 }));
        assert_eq!(hello(",\"cursor\":\"x\""), From::Cursor(Cursor { xid: 0, id: 0 }));
        assert!(Hello::read("{\"token\":\"t\"}").is_none());
    }
}
