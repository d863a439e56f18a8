//! Header tabs: which areas of the application the header shows to whom, and in which order.

use crate::values::Invalid;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// The areas of the header in the product's own order.
pub const HEADER_AREAS: [&str; 8] =
    ["dashboard", "loans", "leads", "brokers", "pricing", "contacts", "reports", "tasks"];

/// The key of the settings of every role without settings of its own.
pub const ALL_ROLES: &str = "ALL";

/// An area of the header in its place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct HeaderTab {
    pub area: String,
    pub visible: bool,
}

/// What a user's record says of an area.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct TabState {
    visible: bool,
    /// Counted from 1.
    order: usize,
}

/// Checks that tabs name each area once. No tabs at all stand for the product's own order.
///
/// # Errors
/// An area is missing, unknown or there twice.
pub fn check_tabs(tabs: &[HeaderTab]) -> Result<(), Invalid> {
    if let Some(unknown) = tabs.iter().find(|tab| !HEADER_AREAS.contains(&tab.area.as_str())) {
        return Err(Invalid::new(format!("{} is no area of the header", unknown.area)));
    }
    let is_once = |area: &&str| tabs.iter().filter(|tab| tab.area == **area).count() == 1;
    match HEADER_AREAS.iter().find(|area| !is_once(area)) {
        Some(area) if !tabs.is_empty() => Err(Invalid::new(format!("Name each area once; check {area}"))),
        _ => Ok(()),
    }
}

/// The tab settings of somebody with these roles. Empty if none of the roles has any.
///
/// An area is visible if any role shows it. The order is that of the first role with settings.
#[must_use]
pub fn tab_config(roles: &[String], settings: &BTreeMap<String, Vec<HeaderTab>>) -> BTreeMap<String, TabState> {
    let set = |key: &str| settings.get(key).map(Vec::as_slice).filter(|tabs| !tabs.is_empty());
    let of_roles: Vec<_> = roles.iter().map(|role| set(role).or_else(|| set(ALL_ROLES))).collect();
    let Some(first) = of_roles.iter().flatten().next() else { return BTreeMap::new() };
    let is_visible = |area: &str| {
        of_roles.iter().any(|tabs| tabs.is_none_or(|tabs| tabs.iter().any(|tab| tab.area == area && tab.visible)))
    };
    let state = |(at, tab): (usize, &HeaderTab)| {
        (tab.area.clone(), TabState { visible: is_visible(&tab.area), order: at.saturating_add(1) })
    };
    first.iter().enumerate().map(state).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tabs(areas: &[(&str, bool)]) -> Vec<HeaderTab> {
        areas.iter().map(|(area, visible)| HeaderTab { area: (*area).to_owned(), visible: *visible }).collect()
    }

    fn all(hidden: &str) -> Vec<HeaderTab> {
        tabs(&HEADER_AREAS.map(|area| (area, area != hidden)))
    }

    #[test]
    fn tabs_name_each_area_once_or_none() {
        assert_eq!(check_tabs(&all("")), Ok(()));
        assert_eq!(check_tabs(&[]), Ok(()));
        let mut twice = all("");
        twice.push(twice[0].clone());
        for (wrong, message) in [
            (tabs(&[("moon", true)]), "moon is no"),
            (all("")[1..].to_vec(), "check dashboard"),
            (twice, "check dashboard"),
        ] {
            assert!(check_tabs(&wrong).unwrap_err().to_string().contains(message));
        }
    }

    #[test]
    fn an_area_is_visible_if_any_role_shows_it() {
        let roles = |codes: &[&str]| codes.iter().map(|code| (*code).to_owned()).collect::<Vec<_>>();
        let mut settings = BTreeMap::from([("ORIGINATOR".to_owned(), all("leads"))]);
        let visible =
            |roles: &[String], settings: &_, area: &str| tab_config(roles, settings).get(area).map(|tab| tab.visible);
        assert_eq!(visible(&roles(&["ORIGINATOR"]), &settings, "leads"), Some(false));
        assert_eq!(visible(&roles(&["ORIGINATOR", "BRANCHADMIN"]), &settings, "leads"), Some(true));
        assert!(tab_config(&roles(&["BRANCHADMIN"]), &settings).is_empty());
        let _ = settings.insert(ALL_ROLES.to_owned(), all("leads"));
        assert_eq!(visible(&roles(&["ORIGINATOR", "BRANCHADMIN"]), &settings, "leads"), Some(false));
        let _ = settings.insert("BRANCHADMIN".to_owned(), tabs(&[]));
        assert_eq!(visible(&roles(&["BRANCHADMIN"]), &settings, "leads"), Some(false));
    }
}
