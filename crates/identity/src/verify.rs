//! Checking id tokens, of the embedded provider and of any other alike.

use jsonwebtoken::{Algorithm, DecodingKey, Validation, errors::ErrorKind, jwk::Jwk};
use serde::{Deserialize, Serialize};

/// Algorithms that are taken at all (decision D2). Never `none`, never a shared secret.
const ALGORITHMS: [Algorithm; 3] = [Algorithm::RS256, Algorithm::PS256, Algorithm::ES256];

/// The claims of an id token that are read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct IdClaims {
    /// Issuer.
    pub iss: String,
    /// Subject: the person.
    pub sub: String,
    /// Audience: the client.
    pub aud: String,
    /// Expires, seconds since 1970.
    pub exp: i64,
    /// Issued, seconds since 1970.
    pub iat: i64,
    /// When the person signed in, seconds since 1970.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub auth_time: Option<i64>,
    /// What the client sent along.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nonce: Option<String>,
    /// The sign-in, at the embedded provider.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sid: Option<String>,
}

/// Who is expected to have issued a token, for whom.
#[derive(Clone, Copy, Debug)]
pub struct Expected<'a> {
    /// The issuer, exactly.
    pub issuer: &'a str,
    /// The client.
    pub audience: &'a str,
    /// Now, seconds since 1970.
    pub now: i64,
}

/// Why a token is not good.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenProblem {
    /// It was good once.
    Expired,
    /// Its key is not among those that are known: they may have to be fetched anew.
    UnknownKey,
    /// Anything else.
    Invalid,
}

/// An issuer's published keys.
#[derive(Clone, Debug, Default)]
pub struct PublicKeys(Vec<(String, Algorithm, DecodingKey)>);

impl PublicKeys {
    /// From an issuer's key set. Keys for other uses or of algorithms that are not taken are left out.
    #[must_use]
    pub fn new<'a>(keys: impl IntoIterator<Item = &'a Jwk>) -> Self {
        let usable = |jwk: &Jwk| {
            let id = jwk.common.key_id.clone()?;
            let named = jwk.common.key_algorithm.map(|algorithm| algorithm.to_string());
            let algorithm = ALGORITHMS.into_iter().find(|algorithm| match &named {
                Some(name) => *name == format!("{algorithm:?}"),
                None => true,
            })?;
            Some((id, algorithm, DecodingKey::from_jwk(jwk).ok()?))
        };
        Self(keys.into_iter().filter_map(usable).collect())
    }

    /// Checks a token: signature, issuer, audience and time.
    ///
    /// # Errors
    /// [`TokenProblem`].
    pub fn verify(&self, token: &str, expected: Expected<'_>) -> Result<IdClaims, TokenProblem> {
        let header = jsonwebtoken::decode_header(token).map_err(|_| TokenProblem::Invalid)?;
        let id = header.kid.ok_or(TokenProblem::Invalid)?;
        let (_, algorithm, key) = self.0.iter().find(|(known, ..)| *known == id).ok_or(TokenProblem::UnknownKey)?;
        let mut validation = Validation::new(*algorithm);
        validation.set_issuer(&[expected.issuer]);
        validation.set_audience(&[expected.audience]);
        validation.set_required_spec_claims(&["exp", "iss", "aud", "sub"]);
        // Time is handed in, and compared below.
        validation.validate_exp = false;
        let claims = jsonwebtoken::decode::<IdClaims>(token, key, &validation).map_err(|error| match error.kind() {
            ErrorKind::ExpiredSignature => TokenProblem::Expired,
            _ => TokenProblem::Invalid,
        })?;
        let claims = claims.claims;
        if claims.exp <= expected.now { Err(TokenProblem::Expired) } else { Ok(claims) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::SigningKey;

    fn claims() -> IdClaims {
        IdClaims {
            iss: "http://localhost/oidc".into(),
            sub: "7".into(),
            aud: "keyturn-web".into(),
            exp: 1_000,
            iat: 400,
            auth_time: None,
            nonce: None,
            sid: None,
        }
    }

    const EXPECTED: Expected<'static> = Expected { issuer: "http://localhost/oidc", audience: "keyturn-web", now: 999 };

    #[test]
    fn a_token_is_good_for_its_issuer_its_client_and_its_time_only() {
        let key = SigningKey::generate().unwrap();
        let kept = SigningKey::from_pkcs8(key.pkcs8()).unwrap();
        let keys = PublicKeys::new([kept.public()]);
        let token = key.sign(&claims()).unwrap();
        assert_eq!(keys.verify(&token, EXPECTED).unwrap(), claims());
        for (expected, problem) in [
            (Expected { now: 1_000, ..EXPECTED }, TokenProblem::Expired),
            (Expected { issuer: "http://localhost/other", ..EXPECTED }, TokenProblem::Invalid),
            (Expected { audience: "another", ..EXPECTED }, TokenProblem::Invalid),
        ] {
            assert_eq!(keys.verify(&token, expected).unwrap_err(), problem);
        }
        let other = PublicKeys::new([SigningKey::generate().unwrap().public()]);
        assert_eq!(other.verify(&token, EXPECTED).unwrap_err(), TokenProblem::UnknownKey);
    }

    #[test]
    fn an_altered_or_unsigned_token_is_refused() {
        let key = SigningKey::generate().unwrap();
        let keys = PublicKeys::new([key.public()]);
        let token = key.sign(&claims()).unwrap();
        let parts: Vec<&str> = token.split('.').collect();
        let mut other = claims();
        other.sub = "8".into();
        let foreign = key.sign(&other).unwrap();
        let swapped = format!("{}.{}.{}", parts[0], foreign.split('.').nth(1).unwrap(), parts[2]);
        assert_eq!(keys.verify(&swapped, EXPECTED).unwrap_err(), TokenProblem::Invalid);
        use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD as B64};
        let none = B64.encode(format!(r#"{{"alg":"none","kid":"{}"}}"#, key.id()));
        assert_eq!(keys.verify(&format!("{none}.{}.", parts[1]), EXPECTED).unwrap_err(), TokenProblem::Invalid);
        // A public key must never pass as a shared secret.
        let secret = jsonwebtoken::EncodingKey::from_secret(serde_json::to_string(key.public()).unwrap().as_bytes());
        let mut header = jsonwebtoken::Header::new(jsonwebtoken::Algorithm::HS256);
        header.kid = Some(key.id().to_owned());
        let forged = jsonwebtoken::encode(&header, &claims(), &secret).unwrap();
        assert_eq!(keys.verify(&forged, EXPECTED).unwrap_err(), TokenProblem::Invalid);
    }
}
