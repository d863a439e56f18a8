//! Metadata of an external provider (OpenID Connect Discovery 1.0, section 3), limited to the fields used here.

use serde::Deserialize;
use url::{Host, Url};

/// A validated discovery document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Metadata {
    /// URL of its keys.
    pub jwks_uri: Url,
    /// URL for signing out, if supported.
    pub end_session_endpoint: Option<Url>,
    /// Every URL that the web application calls: for tokens, keys and claims.
    pub called: Vec<Url>,
}

/// Why a document was rejected.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MetadataProblem {
    /// It can't be parsed.
    #[error("the discovery document can't be read: {0}")]
    Unreadable(String),
    /// It belongs to another issuer.
    #[error("the discovery document is of {0}, and not of the issuer that was configured")]
    AnotherIssuer(String),
    /// A URL isn't secure enough for secrets.
    #[error("{0} is not an https address")]
    Insecure(String),
}

#[derive(Deserialize)]
struct Document {
    issuer: String,
    jwks_uri: String,
    token_endpoint: String,
    userinfo_endpoint: Option<String>,
    revocation_endpoint: Option<String>,
    end_session_endpoint: Option<String>,
}

impl Metadata {
    /// URL of an issuer's document (section 4: appended to the issuer's path).
    ///
    /// # Errors
    /// [`MetadataProblem::Insecure`].
    pub fn address_of(issuer: &str) -> Result<Url, MetadataProblem> {
        secure(&format!("{}/.well-known/openid-configuration", issuer.trim_end_matches('/')))
    }

    /// Parses an issuer's document. The issuer in it must match exactly (section 4.3).
    ///
    /// # Errors
    /// [`MetadataProblem`].
    pub fn read(issuer: &str, json: &[u8]) -> Result<Self, MetadataProblem> {
        let document: Document =
            serde_json::from_slice(json).map_err(|error| MetadataProblem::Unreadable(error.to_string()))?;
        if document.issuer != issuer {
            return Err(MetadataProblem::AnotherIssuer(document.issuer));
        }
        let jwks_uri = secure(&document.jwks_uri)?;
        let mut called = vec![secure(issuer)?, secure(&document.token_endpoint)?, jwks_uri.clone()];
        for endpoint in [document.userinfo_endpoint, document.revocation_endpoint].into_iter().flatten() {
            called.push(secure(&endpoint)?);
        }
        let end_session_endpoint = document.end_session_endpoint.as_deref().map(secure).transpose()?;
        Ok(Self { jwks_uri, end_session_endpoint, called })
    }
}

/// A URL that can't be intercepted: https, or this machine.
fn secure(address: &str) -> Result<Url, MetadataProblem> {
    let url = Url::parse(address).map_err(|_| MetadataProblem::Insecure(address.to_owned()))?;
    let is_here = match url.host() {
        Some(Host::Domain(name)) => name == "localhost" || name.ends_with(".localhost"),
        Some(Host::Ipv4(address)) => address.is_loopback(),
        Some(Host::Ipv6(address)) => address.is_loopback(),
        None => false,
    };
    let is_secure = url.scheme() == "https" || (url.scheme() == "http" && is_here);
    if is_secure && url.username().is_empty() && url.password().is_none() {
        Ok(url)
    } else {
        Err(MetadataProblem::Insecure(address.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    const ISSUER: &str = "https://login.example.com/realms/harbor";

    fn read(change: &[(&str, serde_json::Value)]) -> Result<Metadata, MetadataProblem> {
        let mut document = json!({
            "issuer": ISSUER,
            "authorization_endpoint": "https://login.example.com/authorize",
            "token_endpoint": "https://tokens.example.com/token",
            "jwks_uri": "https://login.example.com/keys",
            "end_session_endpoint": "https://login.example.com/logout",
        });
        for (name, value) in change {
            document[*name] = value.clone();
        }
        Metadata::read(ISSUER, document.to_string().as_bytes())
    }

    #[test]
    fn metadata_must_name_its_own_issuer() {
        let metadata = read(&[]).unwrap();
        assert_eq!(metadata.jwks_uri.as_str(), "https://login.example.com/keys");
        assert_eq!(metadata.called[1].origin().ascii_serialization(), "https://tokens.example.com");
        for other in ["https://login.example.com/realms/harbor/", "https://login.example.com", "https://evil.example"] {
            assert!(matches!(read(&[("issuer", json!(other))]), Err(MetadataProblem::AnotherIssuer(_))), "{other}");
        }
    }

    #[test]
    fn insecure_urls_are_rejected_for_keys_and_tokens() {
        for name in ["jwks_uri", "token_endpoint", "end_session_endpoint", "userinfo_endpoint"] {
            for address in ["http://login.example.com/x", "ftp://login.example.com/x", "nonsense", "https://a:b@c/x"] {
                assert!(
                    matches!(read(&[(name, json!(address))]), Err(MetadataProblem::Insecure(_))),
                    "{name} {address}"
                );
            }
            assert!(read(&[(name, json!("http://127.0.0.1:9000/x"))]).is_ok(), "{name}");
        }
        assert!(Metadata::address_of("http://login.example.com").is_err());
        let address = Metadata::address_of("https://login.example.com/").unwrap();
        assert_eq!(address.as_str(), "https://login.example.com/.well-known/openid-configuration");
    }
}
