//! The first message of a tab that follows: who it is and what it has heard. A browser can't send headers with a WebSocket,
//! and an address lies in logs; so the token comes in a message, within seconds.

use crate::told::Cursor;
use serde::Deserialize;
use uuid::Uuid;

/// Most bytes of a message that a tab sends.
pub(crate) const BYTES_MAX: usize = 16 * 1024;
/// How far back a tab that has no cursor may ask: for as long as its page is open.
const SECONDS_MAX: u32 = 60;

/// The first message.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Hello {
    /// The id token.
    pub token: String,
    /// The tab, as its requests name it in `X-Session-Id`.
    pub session_id: Uuid,
    /// As `x-rtc-client-id`: events that this tab caused are left out.
    pub rtc_client_id: Option<String>,
    /// As `x-org-unit-id`.
    pub org_unit_id: Option<i64>,
    /// As `x-consolidated`.
    #[serde(default)]
    pub consolidated: bool,
    /// The cursor of the last message that it heard.
    cursor: Option<String>,
    /// Without a cursor: for how many seconds the page has been open, so that it hears what happened since.
    #[serde(default)]
    open_seconds: u32,
}

/// From where on a tab wants to hear.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum From {
    Cursor(Cursor),
    SecondsAgo(u32),
}

impl Hello {
    /// Reads it.
    pub fn read(text: &str) -> Option<Self> {
        serde_json::from_str(text).ok()
    }

    /// From where on it wants to hear; a cursor that is none is like one from long ago.
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
    fn a_tab_without_a_cursor_hears_of_the_last_minute_at_most() {
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
