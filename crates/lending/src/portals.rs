//! Addresses of the borrower and agent portals: which are valid, and which of them an officer uses.

use crate::values::Invalid;
use url::{Host, Url};

/// Longest portal address.
const URL_LENGTH_MAX: usize = 500;

/// The portal addresses of a company, a branch or an officer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PortalAddresses {
    pub borrower: Option<String>,
    /// For borrowers who prefer Spanish.
    pub borrower_spanish: Option<String>,
    pub realtor: Option<String>,
}

impl PortalAddresses {
    /// The addresses that an officer uses. `levels` starts with the officer's own, then the branch's, then the company's.
    ///
    /// A Spanish address counts only if it comes from the level of the English one or a nearer one: the company's Spanish
    /// portal isn't a translation of the officer's.
    #[must_use]
    pub fn in_force(levels: &[PortalAddresses]) -> PortalAddresses {
        let english = levels.iter().position(|level| level.borrower.is_some());
        let nearest = english.map_or(&levels[..0], |at| &levels[..=at]);
        PortalAddresses {
            borrower: nearest.last().and_then(|level| level.borrower.clone()),
            borrower_spanish: nearest.iter().find_map(|level| level.borrower_spanish.clone()),
            realtor: levels.iter().find_map(|level| level.realtor.clone()),
        }
    }
}

/// Reads a portal address as somebody typed it. An empty text is no address.
///
/// # Errors
/// The address isn't one that a browser can open safely.
pub fn parse_portal_url(text: &str) -> Result<Option<String>, Invalid> {
    let text = text.trim();
    if text.is_empty() {
        return Ok(None);
    }
    if text.chars().count() > URL_LENGTH_MAX {
        return Err(Invalid::new(format!("A portal address has at most {URL_LENGTH_MAX} characters")));
    }
    // The URL standard drops line breaks and tabs inside an address; what is stored should be what is opened.
    let url = Url::parse(text).ok().filter(|_| !text.contains(|c: char| c.is_whitespace() || c.is_control()));
    let Some(url) = url else {
        return Err(Invalid::new("Enter a full address, such as https://apply.example.com"));
    };
    if !url.username().is_empty() || url.password().is_some() {
        return Err(Invalid::new("Leave the user name and password out of the address"));
    }
    if !(url.scheme() == "https" || url.scheme() == "http" && is_loopback(&url)) {
        return Err(Invalid::new("A portal address starts with https://"));
    }
    if url.fragment().is_some() {
        return Err(Invalid::new("Leave out the part after #: the officer\u{2019}s NMLS ID is added to the address"));
    }
    Ok(Some(text.to_owned()))
}

fn is_loopback(url: &Url) -> bool {
    match url.host() {
        Some(Host::Domain(name)) => name == "localhost" || name.ends_with(".localhost"),
        Some(Host::Ipv4(address)) => address.is_loopback(),
        Some(Host::Ipv6(address)) => address.is_loopback(),
        None => false,
    }
}

/// The link to an officer's borrower portal. The officer's NMLS id becomes the last path segment unless it already is.
#[must_use]
pub fn borrower_link(address: &str, nmls_id: Option<&str>) -> String {
    let (path, query) = address.split_once('?').map_or((address, None), |(path, query)| (path, Some(query)));
    let mut link = path.trim_end_matches('/').to_owned();
    if let Some(id) = nmls_id
        && !link.ends_with(&format!("/{id}"))
    {
        link = format!("{link}/{id}");
    }
    match query {
        Some(query) => format!("{link}?{query}"),
        None => link,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn level(borrower: &str, spanish: &str, realtor: &str) -> PortalAddresses {
        let some = |text: &str| (!text.is_empty()).then(|| text.to_owned());
        PortalAddresses { borrower: some(borrower), borrower_spanish: some(spanish), realtor: some(realtor) }
    }

    #[test]
    fn an_address_uses_https_and_carries_no_credentials() {
        for valid in
            ["https://apply.harbor.example", "https://x.co/a?b=1", "http://localhost:8080/a", "http://127.0.0.1"]
        {
            assert_eq!(parse_portal_url(&format!(" {valid} ")), Ok(Some(valid.to_owned())));
        }
        assert_eq!(parse_portal_url("  "), Ok(None));
        let long = format!("https://x.co/{}", "a".repeat(500));
        for (invalid, message) in [
            ("http://apply.harbor.example", "starts with https://"),
            ("http://localhost.evil.example", "starts with https://"),
            ("javascript:alert(1)", "starts with https://"),
            ("ftp://x.co", "starts with https://"),
            ("apply.harbor.example", "full address"),
            ("https://x.co/a\tb", "full address"),
            ("https://x.co/a b", "full address"),
            ("https://", "full address"),
            ("https://avery:secret@x.co", "user name and password"),
            ("https://avery@x.co", "user name and password"),
            ("https://x.co/#/apply", "after #"),
            (long.as_str(), "at most 500"),
        ] {
            let problem = parse_portal_url(invalid).unwrap_err().to_string();
            assert!(problem.contains(message), "{invalid}: {problem}");
        }
    }

    #[test]
    fn the_nearest_level_that_sets_an_address_wins() {
        let company = level("https://c.co", "https://c.co/es", "https://agents.c.co");
        let branch = level("https://b.co", "", "");
        assert_eq!(PortalAddresses::in_force(&[level("", "", ""), level("", "", ""), company.clone()]), company);
        assert_eq!(
            PortalAddresses::in_force(&[level("", "", ""), branch.clone(), company.clone()]),
            level("https://b.co", "", "https://agents.c.co")
        );
        assert_eq!(
            PortalAddresses::in_force(&[level("", "https://o.co/es", "https://o.co"), branch, company]),
            level("https://b.co", "https://o.co/es", "https://o.co")
        );
        assert_eq!(PortalAddresses::in_force(&[level("", "https://o.co/es", "")]), level("", "", ""));
    }

    /// PORTAL-10
    #[test]
    fn the_nmls_id_is_the_last_segment_of_the_link_once() {
        for (address, nmls_id, link) in [
            ("https://x.co/a", Some("1234"), "https://x.co/a/1234"),
            ("https://x.co/a/", Some("1234"), "https://x.co/a/1234"),
            ("https://x.co/a/1234", Some("1234"), "https://x.co/a/1234"),
            ("https://x.co/a/1234/", Some("1234"), "https://x.co/a/1234"),
            ("https://x.co/a?b=1", Some("1234"), "https://x.co/a/1234?b=1"),
            ("https://x.co/a", None, "https://x.co/a"),
        ] {
            assert_eq!(borrower_link(address, nmls_id), link);
        }
    }
}
