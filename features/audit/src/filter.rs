//! Which entries are asked for.

use jiff::{Timestamp, civil::Date, tz::TimeZone};
use platform::{Error, Result, db, error::Fields};
use serde::{Deserialize, Serialize};
use utoipa::IntoParams;

/// Longest text of a filter.
const TEXT_MAX: usize = 100;

/// Which entries; all of them where nothing is given.
#[derive(Clone, Debug, Deserialize, Serialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(rename_all = "camelCase")]
pub struct In {
    /// Id of the user who was signed in, or who was acted for.
    #[serde(skip_serializing_if = "Option::is_none")]
    person: Option<i64>,
    /// Such as `loan.lock`.
    #[serde(skip_serializing_if = "Option::is_none")]
    action: Option<String>,
    /// The kind of record, such as `loan`.
    #[serde(skip_serializing_if = "Option::is_none")]
    entity: Option<String>,
    /// The record's id; with `entity`.
    #[serde(skip_serializing_if = "Option::is_none")]
    entity_id: Option<String>,
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
    pub action: Option<String>,
    pub entity: Option<String>,
    pub entity_id: Option<String>,
    /// At or after this.
    pub from: db::Timestamp,
    /// Before this.
    pub until: db::Timestamp,
}

/// Years beyond which nothing was written, nor will be.
const FIRST: Timestamp = Timestamp::UNIX_EPOCH;
const LAST: Timestamp = Timestamp::constant(253_370_764_800, 0);

impl In {
    /// Checks it; days are those of a time zone.
    ///
    /// # Errors
    /// Texts that are too long, days in the wrong order, an id without a kind of record.
    pub(crate) fn check(self, time_zone: &str) -> Result<Filter> {
        let Self { person, action, entity, entity_id, from, to } = self;
        let mut fields = Fields::default();
        for (name, text) in [("action", &action), ("entity", &entity), ("entityId", &entity_id)] {
            if text.as_ref().is_some_and(|text| text.chars().count() > TEXT_MAX) {
                fields.add(name, format!("must have at most {TEXT_MAX} characters"));
            }
        }
        if entity_id.is_some() && entity.is_none() {
            fields.add("entity", "is needed beside entityId");
        }
        if let (Some(from), Some(to)) = (from, to)
            && from > to
        {
            fields.add("to", "must not be before the first day");
        }
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
        Ok(Filter { person, action, entity, entity_id, from: from.into(), until: until.into() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn days(from: Option<&str>, to: Option<&str>, zone: &str) -> Result<(String, String)> {
        let day = |text: &str| db::Date(text.parse().unwrap());
        let asked =
            In { person: None, action: None, entity: None, entity_id: None, from: from.map(day), to: to.map(day) };
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
}
