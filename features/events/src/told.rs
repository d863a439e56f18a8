//! Messages to tabs.

use lending::access::Permission;
use platform::places::Place;
use serde::Serialize;
use std::{fmt, str::FromStr};

/// Position in the event stream: transaction and event. Tabs store it as text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Cursor {
    pub xid: i64,
    pub id: i64,
}

impl fmt::Display for Cursor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.xid, self.id)
    }
}

impl FromStr for Cursor {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let (xid, id) = text.split_once('-').ok_or(())?;
        let number = |text: &str| text.parse().ok().filter(|number: &i64| *number >= 0).ok_or(());
        Ok(Self { xid: number(xid)?, id: number(id)? })
    }
}

impl Serialize for Cursor {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// An event and its recipients.
#[derive(Debug)]
pub(crate) struct Told {
    pub cursor: Cursor,
    /// Such as `loan.team-changed`.
    pub kind: String,
    pub id: i64,
    pub actor: Option<i64>,
    pub actor_org_unit: Option<i64>,
    pub caused_by: Option<String>,
    pub permission: Permission,
    /// Org unit and members of the record. `None` for records of the whole company.
    pub place: Option<Place>,
}

/// A message to a tab.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub(crate) enum Message<'a> {
    Control(Control),
    Event(EventOut<'a>),
}

/// Messages about the stream itself.
#[derive(Debug, Serialize)]
#[serde(tag = "type", rename_all = "UPPERCASE")]
pub(crate) enum Control {
    /// The first message. If `missed` is true, events were skipped, so the tab's data may be outdated.
    Ready { cursor: Cursor, missed: bool },
    /// Keep-alive: no event for this tab up to this cursor.
    Here { cursor: Cursor },
}

/// An event as sent to a tab. It contains only ids.
#[derive(Debug, Serialize)]
pub(crate) struct EventOut<'a> {
    /// Type of the record, such as `LOAN`.
    #[serde(rename = "type")]
    entity: String,
    /// Type of the change, such as `TEAM_CHANGED`.
    subtype: String,
    id: i64,
    actor: Option<ActorOut>,
    #[serde(rename = "rtcClientId")]
    rtc_client_id: Option<&'a str>,
    cursor: Cursor,
}

#[derive(Debug, Serialize)]
struct ActorOut {
    id: i64,
    /// The org unit in which the actor was working.
    #[serde(rename = "WizeOrgUnitId")]
    org_unit: Option<i64>,
}

impl Told {
    pub fn out(&self) -> Message<'_> {
        let (entity, verb) = self.kind.split_once('.').unwrap_or((&self.kind, ""));
        let word = |word: &str| word.replace('-', "_").to_uppercase();
        Message::Event(EventOut {
            entity: word(entity),
            subtype: word(verb),
            id: self.id,
            actor: self.actor.map(|id| ActorOut { id, org_unit: self.actor_org_unit }),
            rtc_client_id: self.caused_by.as_deref(),
            cursor: self.cursor,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cursor_survives_a_round_trip_and_other_texts_are_rejected() {
        let cursor = Cursor { xid: 90, id: 7 };
        assert_eq!(cursor.to_string().parse(), Ok(cursor));
        for text in ["", "90", "90-", "-7", "90-7-1", "a-b", "90--7", "9999999999999999999-1"] {
            assert_eq!(text.parse::<Cursor>(), Err(()), "{text}");
        }
    }
}
