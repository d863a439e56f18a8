//! The URL under which a browser reached us. Issuer and return URLs derive from it.

use crate::{
    app::App,
    error::{Error, Result},
};
use axum::extract::FromRequestParts;
use http::request::Parts;

/// Scheme and host without a path, such as `https://loans.example.com`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin {
    /// Host in lower case, including the port.
    pub host: String,
    scheme: &'static str,
}

impl Origin {
    /// Creates the origin from the request's host. Loopback hosts use HTTP, all others HTTPS.
    #[must_use]
    pub fn of_host(host: &str) -> Option<Self> {
        let host = host.to_ascii_lowercase();
        let url = url::Url::parse(&format!("http://{host}/")).ok()?;
        let is_plain =
            url.path() == "/" && url.query().is_none() && url.fragment().is_none() && url.username().is_empty();
        if !is_plain {
            return None;
        }
        let is_loopback = match url.host()? {
            url::Host::Domain(name) => name == "localhost" || name.ends_with(".localhost"),
            url::Host::Ipv4(address) => address.is_loopback(),
            url::Host::Ipv6(address) => address.is_loopback(),
        };
        Some(Self { host, scheme: if is_loopback { "http" } else { "https" } })
    }

    #[must_use]
    pub fn base(&self) -> String {
        format!("{}://{}", self.scheme, self.host)
    }

    /// Issuer of the embedded provider.
    #[must_use]
    pub fn issuer(&self) -> String {
        format!("{}/oidc", self.base())
    }

    #[must_use]
    pub fn is_loopback(&self) -> bool {
        self.scheme == "http"
    }

    /// Host without port, as stored in `org_domain`.
    #[must_use]
    pub fn name(&self) -> &str {
        match self.host.rsplit_once(':') {
            Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
            _ => &self.host,
        }
    }
}

impl FromRequestParts<App> for Origin {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, _: &App) -> Result<Self> {
        let host = parts.headers.get(http::header::HOST).and_then(|host| host.to_str().ok());
        let host = host.or_else(|| parts.uri.authority().map(|authority| authority.as_str()));
        host.and_then(Origin::of_host).ok_or_else(|| Error::Malformed("The request names no host.".to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_loopback_is_allowed_without_tls() {
        for (host, base) in [
            ("localhost:8080", "http://localhost:8080"),
            ("127.0.0.1:4000", "http://127.0.0.1:4000"),
            ("harbor.localhost:8080", "http://harbor.localhost:8080"),
            ("Loans.Example.com", "https://loans.example.com"),
            ("localhost.example.com", "https://localhost.example.com"),
        ] {
            assert_eq!(Origin::of_host(host).unwrap().base(), base);
        }
        for host in ["", "a/b", "user@host", "host?x", "host#y", "a b"] {
            assert_eq!(Origin::of_host(host), None, "{host:?}");
        }
    }
}
