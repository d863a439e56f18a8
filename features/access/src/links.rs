//! Links in emails: purpose, lifetime and target.

use crate::return_address::is_licensing_id;
use base64::{Engine, prelude::BASE64_STANDARD};
use platform::{Error, Origin, Result};
use serde::{Deserialize, Serialize};
use url::Url;

/// Purpose of a link.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// Set a first password.
    Invite,
    /// Set a new password.
    Reset,
    /// Enroll another authenticator.
    SecondFactorReset,
}

impl Purpose {
    /// Value in the database.
    pub fn code(self) -> &'static str {
        match self {
            Purpose::Invite => "INVITE",
            Purpose::Reset => "RESET",
            Purpose::SecondFactorReset => "SECOND_FACTOR_RESET",
        }
    }

    /// Lifetime in minutes: seven days, an hour, an hour (SETPW-42).
    pub fn minutes(self) -> i32 {
        match self {
            Purpose::Invite => 7 * 24 * 60,
            Purpose::Reset | Purpose::SecondFactorReset => 60,
        }
    }
}

/// The page that a link opens, as stored in the mail's row.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Page {
    /// Scheme, host and path.
    address: String,
    theme: Option<String>,
}

impl Page {
    /// Validates a page on this origin. Only the numeric licensing id of a borrower portal may precede a path such as
    /// `/setPassword`.
    ///
    /// # Errors
    ///
    /// An invalid URL for `field`.
    pub fn parse(origin: &Origin, text: &str, field: &str, path: &str) -> Result<Self> {
        let refused = || Error::field(field, format!("must be an address of {}{path}", origin.base()));
        let url = Url::parse(&origin.base()).and_then(|base| base.join(text)).map_err(|_| refused())?;
        let prefix = url.path().strip_suffix(path).ok_or_else(refused)?;
        let is_portal = prefix.strip_prefix('/').is_some_and(is_licensing_id);
        if url.origin().ascii_serialization() != origin.base() || !(prefix.is_empty() || is_portal) {
            return Err(refused());
        }
        let theme = url.query_pairs().find(|(name, _)| name == "theme").map(|(_, theme)| theme.into_owned());
        Ok(Self { address: format!("{}{}", origin.base(), url.path()), theme: theme.filter(|theme| is_theme(theme)) })
    }

    /// A page of an origin by its path.
    pub fn of(origin: &Origin, path: &str) -> Self {
        Self { address: format!("{}{path}", origin.base()), theme: None }
    }

    /// The root of the page's origin.
    pub fn home(&self) -> Result<String> {
        let home = Url::parse(&self.address).and_then(|url| url.join("/")).map_err(Error::internal)?;
        Ok(home.into())
    }

    /// Sets a theme that was given separately.
    pub fn with_theme(self, theme: Option<String>) -> Self {
        Self { theme: theme.filter(|theme| is_theme(theme)).or(self.theme), ..self }
    }

    /// The page's URL with email and token.
    pub fn link(&self, email: &str, token: &str) -> Result<String> {
        let mut url = Url::parse(&self.address).map_err(Error::internal)?;
        let mut query = url.query_pairs_mut();
        query.append_pair("email", &BASE64_STANDARD.encode(email)).append_pair("userToken", token);
        if let Some(theme) = &self.theme {
            query.append_pair("theme", theme);
        }
        drop(query);
        Ok(url.into())
    }
}

/// Theme names are short words.
fn is_theme(theme: &str) -> bool {
    (1..=20).contains(&theme.len()) && theme.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_leads_to_its_own_origin_only() {
        let origin = Origin::of_host("harbor.localhost:8080").unwrap();
        let parse = |text: &str| Page::parse(&origin, text, "returnUrl", "/setPassword");
        let page = parse("http://harbor.localhost:8080/setPassword?assetPath=x&theme=dark").unwrap();
        assert_eq!(
            page.link("a@b.co", "to-ken").unwrap(),
            "http://harbor.localhost:8080/setPassword?email=YUBiLmNv&userToken=to-ken&theme=dark"
        );
        let portal = parse("http://harbor.localhost:8080/1234/setPassword?theme=%3Cscript%3E").unwrap();
        assert_eq!(
            portal.link("a@b.co", "t").unwrap(),
            "http://harbor.localhost:8080/1234/setPassword?email=YUBiLmNv&userToken=t"
        );
        for elsewhere in [
            "https://evil.example/setPassword",
            "https://harbor.localhost:8080/setPassword",
            "http://harbor.localhost/setPassword",
            "http://harbor.localhost:8080@evil.example/setPassword",
            "//evil.example/setPassword",
            "\\\\evil.example/setPassword",
            "http://harbor.localhost:8080/app/setPassword",
            "http://harbor.localhost:8080/12x/setPassword",
            "http://harbor.localhost:8080/setPassword/../login",
            "javascript:alert(1)//setPassword",
            "http://harbor.localhost:8080//setPassword",
            "",
        ] {
            assert!(parse(elsewhere).is_err(), "{elsewhere}");
        }
    }
}
