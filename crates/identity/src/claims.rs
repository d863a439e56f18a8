//! The claims of an id token (OpenID Connect Core 1.0, sections 2 and 5.1).

use serde::{Deserialize, Deserializer, Serialize};

/// The claims of an id token that are read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct IdClaims {
    /// Issuer.
    pub iss: String,
    /// Subject: the person.
    pub sub: String,
    /// Audience: the client, and whoever else the token is for.
    pub aud: Audience,
    /// The client that it was issued to, where there are several audiences.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub azp: Option<String>,
    /// Expires, seconds since 1970.
    pub exp: i64,
    /// Issued, seconds since 1970.
    pub iat: i64,
    /// Not good before, seconds since 1970.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nbf: Option<i64>,
    /// When the person signed in, seconds since 1970.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub auth_time: Option<i64>,
    /// What the client sent along.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nonce: Option<String>,
    /// The sign-in, at the embedded provider.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sid: Option<String>,
    /// E-mail address.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub email: Option<String>,
    /// Whether the issuer has seen that the address is the person's. Some say it as a text.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "flag_or_text")]
    pub email_verified: Option<bool>,
}

/// One audience or several.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Audience {
    /// As a text.
    One(String),
    /// As a list.
    Several(Vec<String>),
}

impl Audience {
    /// Whether somebody is among them.
    #[must_use]
    pub fn contains(&self, client: &str) -> bool {
        match self {
            Audience::One(one) => one == client,
            Audience::Several(several) => several.iter().any(|one| one == client),
        }
    }

    /// How many.
    #[must_use]
    pub fn len(&self) -> usize {
        match self {
            Audience::One(_) => 1,
            Audience::Several(several) => several.len(),
        }
    }

    /// Whether nobody is meant.
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
