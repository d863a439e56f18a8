//! The filter of the audit log.

use ipnet::IpNet;
use jiff::{Timestamp, civil::Date, tz::TimeZone};
use lending::access::{Permission, Reach};
use platform::{Error, Result, Tx, db, error::Fields};
use serde::{Deserialize, Serialize};
use std::net::IpAddr;
use utoipa::IntoParams;

/// Longest text of a filter.
const TEXT_MAX: usize = 100;
/// Longest path of a field.
const FIELD_MAX: usize = 400;
/// Actions that show a sealed value to a user, or search by one.
const REVEALS: [&str; 3] = ["import.reveal", "loan.reveal", "ssn.search"];

/// Which entries; all of them if nothing is given.
#[derive(Clone, Debug, Default, Deserialize, Serialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(rename_all = "camelCase", default)]
pub struct In {
    /// Id of the user who was signed in, or who was acted for.
    #[serde(skip_serializing_if = "Option::is_none")]
    person: Option<i64>,
    /// Id of a user for whom someone else acted.
    #[serde(skip_serializing_if = "Option::is_none")]
    acting_for: Option<i64>,
    /// Such as `loan.lock`.
    #[serde(skip_serializing_if = "Option::is_none")]
    action: Option<String>,
    /// Only entries that showed a sealed value to a user.
    #[serde(skip_serializing_if = "Option::is_none")]
    reveals: Option<bool>,
    /// The kind of record, such as `loan`.
    #[serde(skip_serializing_if = "Option::is_none")]
    entity: Option<String>,
    /// The record's id; with `entity`.
    #[serde(skip_serializing_if = "Option::is_none")]
    entity_id: Option<String>,
    /// The changed field: its path, or the end of it, such as `noteRate`.
    #[serde(skip_serializing_if = "Option::is_none")]
    field: Option<String>,
    /// The network address of the request: one address, or a network such as `203.0.113.0/24`.
    #[serde(skip_serializing_if = "Option::is_none")]
    address: Option<String>,
    /// The first day, in the company's time zone.
    #[serde(skip_serializing_if = "Option::is_none")]
    from: Option<db::Date>,
    /// The last day.
    #[serde(skip_serializing_if = "Option::is_none")]
    to: Option<db::Date>,
}

/// The same, checked.
#[derive(Clone, Debug)]
pub(crate) struct Filter {
    pub person: Option<i64>,
    pub acting_for: Option<i64>,
    pub action: Option<String>,
    /// Any of these actions; every action if it is empty.
    pub actions: Vec<String>,
    pub entity: Option<String>,
    pub entity_id: Option<String>,
    pub field: Option<String>,
    pub address: Option<String>,
    /// Only entries of people of this branch.
    pub branch: Option<i64>,
    /// At or after this.
    pub from: db::Timestamp,
    /// Before this.
    pub until: db::Timestamp,
}

/// Bounds of the time of entries.
const FIRST: Timestamp = Timestamp::UNIX_EPOCH;
const LAST: Timestamp = Timestamp::constant(253_370_764_800, 0);

/// The index that a search walks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Arm {
    Record,
    Address,
    Person,
    Action,
    Actions,
    Branch,
    All,
}

impl Arm {
    /// Its name in the statement.
    pub fn as_str(self) -> &'static str {
        match self {
            Arm::Record => "record",
            Arm::Address => "address",
            Arm::Person => "person",
            Arm::Action => "action",
            Arm::Actions => "actions",
            Arm::Branch => "branch",
            Arm::All => "all",
        }
    }
}

impl Filter {
    /// The same for a reader: who administers a branch sees the entries of its people.
    pub fn within_reach(self, tx: &Tx) -> Self {
        let actor = tx.actor();
        let branch = match actor.access.grants.reach(Permission::AuditView, actor.consolidated) {
            Reach::Company => None,
            Reach::Unit | Reach::Own => Some(actor.org_unit()),
        };
        Self { branch, ..self }
    }

    /// The arm of what narrows most.
    pub fn arm(&self) -> Arm {
        let is_one_address = self.address.as_ref().is_some_and(|address| !address.contains('/'));
        if self.entity_id.is_some() {
            Arm::Record
        } else if is_one_address {
            Arm::Address
        } else if self.person.is_some() || self.acting_for.is_some() {
            Arm::Person
        } else if self.action.is_some() {
            Arm::Action
        } else if !self.actions.is_empty() {
            Arm::Actions
        } else if self.branch.is_some() {
            Arm::Branch
        } else {
            Arm::All
        }
    }

    /// Whether every entry of the arm's index matches the filter.
    pub fn is_of_an_index(&self) -> bool {
        let arm = self.arm();
        let besides = [
            self.entity.is_some() && arm != Arm::Record,
            self.address.is_some() && arm != Arm::Address,
            self.person.is_some() && arm != Arm::Person,
            self.acting_for.is_some(),
            self.action.is_some() && arm != Arm::Action,
            !self.actions.is_empty() && arm != Arm::Actions,
            self.field.is_some(),
            // A user can have memberships in two branches.
            self.branch.is_some(),
        ];
        !besides.contains(&true)
    }
}

impl In {
    /// Checks it; days are those of a time zone.
    ///
    /// # Errors
    /// Texts that are too long, days in the wrong order, an id without a kind of record, an address that is none.
    pub(crate) fn check(self, time_zone: &str) -> Result<Filter> {
        let Self { person, acting_for, action, reveals, entity, entity_id, field, address, from, to } = self;
        let mut fields = Fields::default();
        for (name, text) in [("action", &action), ("entity", &entity), ("entityId", &entity_id)] {
            if text.as_ref().is_some_and(|text| text.chars().count() > TEXT_MAX) {
                fields.add(name, format!("must have at most {TEXT_MAX} characters"));
            }
        }
        if field.as_ref().is_some_and(|field| field.chars().count() > FIELD_MAX) {
            fields.add("field", format!("must have at most {FIELD_MAX} characters"));
        }
        if entity_id.is_some() && entity.is_none() {
            fields.add("entity", "is needed beside entityId");
        }
        if let (Some(from), Some(to)) = (from, to)
            && from > to
        {
            fields.add("to", "must not be before the first day");
        }
        let address = address.as_deref().map(str::trim).filter(|text| !text.is_empty()).map(|text| {
            network(text).ok_or("Enter an address such as 203.0.113.7, or a network such as 203.0.113.0/24")
        });
        let address = address.and_then(|address| fields.take("address", address));
        fields.check()?;
        let zone = TimeZone::get(time_zone).unwrap_or(TimeZone::UTC);
        let begins = |day: Date, field: &str| {
            let day = day.to_zoned(zone.clone()).map(|day| day.timestamp());
            day.ok().filter(|at| (FIRST..LAST).contains(at)).ok_or_else(|| Error::field(field, "is too far away"))
        };
        let from = match from {
            Some(day) => begins(*day, "from")?,
            None => FIRST,
        };
        let until = match to {
            Some(day) => begins(day.tomorrow().map_err(|_| Error::field("to", "is too far away"))?, "to")?,
            None => LAST,
        };
        let actions = if reveals == Some(true) { REVEALS.map(str::to_owned).to_vec() } else { Vec::new() };
        Ok(Filter {
            person,
            acting_for,
            action,
            actions,
            entity,
            entity_id,
            field,
            address,
            branch: None,
            from: from.into(),
            until: until.into(),
        })
    }
}

/// An address, or a network in the form of PostgreSQL, which accepts no bits below the mask.
fn network(text: &str) -> Option<String> {
    if let Ok(address) = text.parse::<IpAddr>() {
        return Some(address.to_canonical().to_string());
    }
    text.parse::<IpNet>().ok().map(|network| network.trunc().to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn days(from: Option<&str>, to: Option<&str>, zone: &str) -> Result<(String, String)> {
        let day = |text: &str| db::Date(text.parse().unwrap());
        let asked = In { from: from.map(day), to: to.map(day), ..In::default() };
        asked.check(zone).map(|filter| (filter.from.to_string(), filter.until.to_string()))
    }

    #[test]
    fn days_are_those_of_the_company() {
        let found = days(Some("2026-11-01"), Some("2026-11-01"), "America/New_York").unwrap();
        // The day on which summer time ends has 25 hours.
        assert_eq!(found, ("2026-11-01T04:00:00Z".to_owned(), "2026-11-02T05:00:00Z".to_owned()));
        let found = days(None, Some("2026-03-08"), "America/Los_Angeles").unwrap();
        assert_eq!(found, ("1970-01-01T00:00:00Z".to_owned(), "2026-03-09T07:00:00Z".to_owned()));
    }

    #[test]
    fn days_that_make_no_sense_are_told() {
        for (from, to) in [("2026-11-02", "2026-11-01"), ("-009999-01-01", "2026-11-01"), ("2026-11-01", "9999-12-31")]
        {
            assert!(days(Some(from), Some(to), "America/Denver").is_err(), "{from} to {to}");
        }
    }

    /// HISTORY-06
    #[test]
    fn an_address_or_a_network_is_read() {
        for (text, read) in [
            ("203.0.113.7", Some("203.0.113.7")),
            ("::ffff:203.0.113.7", Some("203.0.113.7")),
            ("203.0.113.7/24", Some("203.0.113.0/24")),
            ("2001:db8::1", Some("2001:db8::1")),
            ("203.0.113", None),
            ("somewhere", None),
        ] {
            assert_eq!(network(text).as_deref(), read, "{text}");
        }
    }

    /// HISTORY-06: the narrowest index is walked, and other criteria are compared entry by entry.
    #[test]
    fn a_search_walks_the_index_of_what_narrows_most() {
        let checked = |asked: In| asked.check("UTC").unwrap();
        let loan = In { entity: Some("loan".into()), entity_id: Some("31".into()), ..In::default() };
        let person = In { person: Some(7), ..In::default() };
        for (asked, arm, is_exact) in [
            (In::default(), Arm::All, true),
            (loan.clone(), Arm::Record, true),
            (person.clone(), Arm::Person, true),
            (In { action: Some("loan.lock".into()), ..person.clone() }, Arm::Person, false),
            (In { person: Some(7), ..loan }, Arm::Record, false),
            (In { address: Some("203.0.113.7".into()), ..person.clone() }, Arm::Address, false),
            (In { address: Some("203.0.113.0/24".into()), ..In::default() }, Arm::All, false),
            (In { reveals: Some(true), ..In::default() }, Arm::Actions, true),
            (In { acting_for: Some(7), ..In::default() }, Arm::Person, false),
            (In { field: Some("noteRate".into()), ..In::default() }, Arm::All, false),
        ] {
            let filter = checked(asked);
            assert_eq!((filter.arm(), filter.is_of_an_index()), (arm, is_exact), "{filter:?}");
        }
    }
}
