//! Claims of an ID token (OpenID Connect Core 1.0, sections 2 and 5.1).

use serde::{Deserialize, Deserializer, Serialize};

/// The supported claims of an ID token.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct IdClaims {
    /// Issuer.
    pub iss: String,
    /// Subject: the user.
    pub sub: String,
    /// Audience: the client, and possibly others.
    pub aud: Audience,
    /// Authorized party: the client to which the token was issued, if there are several audiences.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub azp: Option<String>,
    /// Expiration time, seconds since 1970.
    pub exp: i64,
    /// Time of issue, seconds since 1970.
    pub iat: i64,
    /// Not valid before this time, seconds since 1970.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nbf: Option<i64>,
    /// Time of the user's sign-in, seconds since 1970.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub auth_time: Option<i64>,
    /// The nonce from the client's request.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nonce: Option<String>,
    /// Session id (embedded provider only).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sid: Option<String>,
    /// Email address.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub email: Option<String>,
    /// Whether the issuer has verified that the email address belongs to the user. Some issuers send it as a string.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "flag_or_text")]
    pub email_verified: Option<bool>,
}

/// One audience or several.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Audience {
    /// A single string.
    One(String),
    /// A list of strings.
    Several(Vec<String>),
}

impl Audience {
    /// Whether a client is in the audience.
    #[must_use]
    pub fn contains(&self, client: &str) -> bool {
        match self {
            Audience::One(one) => one == client,
            Audience::Several(several) => several.iter().any(|one| one == client),
        }
    }

    /// Number of audiences.
    #[must_use]
    pub fn len(&self) -> usize {
        match self {
            Audience::One(_) => 1,
            Audience::Several(several) => several.len(),
        }
    }

    /// Whether the token names no audience.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

impl PartialEq<&str> for Audience {
    fn eq(&self, client: &&str) -> bool {
        self.contains(client)
    }
}

impl From<&str> for Audience {
    fn from(client: &str) -> Self {
        Audience::One(client.to_owned())
    }
}

fn flag_or_text<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<bool>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Said {
        Flag(bool),
        Text(String),
    }
    Ok(match Option::<Said>::deserialize(deserializer)? {
        Some(Said::Flag(flag)) => Some(flag),
        Some(Said::Text(text)) => Some(text == "true"),
        None => None,
    })
}
