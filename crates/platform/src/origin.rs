//! The address under which a browser reached us, from which issuer and return addresses follow.

use crate::{
    app::App,
    error::{Error, Result},
};
use axum::extract::FromRequestParts;
use http::request::Parts;

/// `https://loans.example.com`: scheme and host, no path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin {
    /// The host in lower case, its port included.
    pub host: String,
    scheme: &'static str,
}

impl Origin {
    /// From the host that a request names. Loopback hosts are reached without TLS, all others only with it.
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

    /// Scheme and host.
    #[must_use]
    pub fn base(&self) -> String {
        format!("{}://{}", self.scheme, self.host)
    }

    /// The embedded provider's name here.
    #[must_use]
    pub fn issuer(&self) -> String {
        format!("{}/oidc", self.base())
    }

    /// Whether the host is this machine.
    #[must_use]
    pub fn is_loopback(&self) -> bool {
        self.scheme == "http"
    }

    /// The host without its port, as `org_domain` keeps it.
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
    fn only_this_machine_is_reached_without_tls() {
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
