//! Verifies ID tokens of the embedded provider and of any other issuer.

use crate::claims::IdClaims;
use jsonwebtoken::{
    Algorithm, DecodingKey, Validation,
    jwk::{AlgorithmParameters, EllipticCurve, Jwk, PublicKeyUse},
};

/// Accepted algorithms (decision D2). Never `none` and never a shared secret.
const ALGORITHMS: [Algorithm; 3] = [Algorithm::RS256, Algorithm::PS256, Algorithm::ES256];

/// How far another server's clock can be ahead of ours, in seconds. There is no tolerance for expired tokens.
const CLOCK_SKEW_SECONDS: i64 = 30;

/// Maximum number of keys read from a set.
const KEYS_MAX: usize = 100;

/// Expected issuer and audience of a token.
#[derive(Clone, Copy, Debug)]
pub struct Expected<'a> {
    /// The issuer, which must match exactly.
    pub issuer: &'a str,
    /// The client id.
    pub audience: &'a str,
    /// Now, seconds since 1970.
    pub now: i64,
}

/// Why a token is invalid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenProblem {
    /// The token has expired.
    Expired,
    /// Its key is unknown. The caller may have to fetch the issuer's keys again.
    UnknownKey,
    /// Any other reason.
    Invalid,
}

/// An issuer's published keys.
#[derive(Clone, Debug, Default)]
pub struct PublicKeys(Vec<PublicKey>);

#[derive(Clone, Debug)]
struct PublicKey {
    /// Key id, if the issuer provides one.
    id: Option<String>,
    /// Algorithms it can be used with. A key that doesn't name one allows all algorithms of its type.
    algorithms: Vec<Algorithm>,
    key: DecodingKey,
}

impl PublicKey {
    fn of(jwk: &Jwk) -> Option<Self> {
        if !matches!(jwk.common.public_key_use, None | Some(PublicKeyUse::Signature)) {
            return None;
        }
        let of_type: &[Algorithm] = match &jwk.algorithm {
            AlgorithmParameters::RSA(_) => &[Algorithm::RS256, Algorithm::PS256],
            AlgorithmParameters::EllipticCurve(curve) if curve.curve == EllipticCurve::P256 => &[Algorithm::ES256],
            _ => &[],
        };
        let named = jwk.common.key_algorithm.map(|algorithm| algorithm.to_string());
        let is_meant = |algorithm: &Algorithm| named.as_ref().is_none_or(|name| *name == format!("{algorithm:?}"));
        let algorithms: Vec<_> = of_type.iter().copied().filter(is_meant).collect();
        if algorithms.is_empty() {
            return None;
        }
        Some(Self { id: jwk.common.key_id.clone(), algorithms, key: DecodingKey::from_jwk(jwk).ok()? })
    }
}

impl PublicKeys {
    /// The usable keys of an issuer's set. Keys for other uses or with unsupported algorithms are skipped.
    #[must_use]
    pub fn new<'a>(keys: impl IntoIterator<Item = &'a Jwk>) -> Self {
        Self(keys.into_iter().filter_map(PublicKey::of).collect())
    }

    /// Parses the JSON of a key set. Unreadable keys and unknown key types are skipped, because issuers publish keys
    /// for other purposes too (RFC 7517 section 5).
    #[must_use]
    pub fn read(json: &[u8]) -> Option<Self> {
        #[derive(serde::Deserialize)]
        struct Set {
            keys: Vec<serde_json::Value>,
        }
        let set: Set = serde_json::from_slice(json).ok()?;
        let keys: Vec<Jwk> =
            set.keys.into_iter().take(KEYS_MAX).filter_map(|key| serde_json::from_value(key).ok()).collect();
        Some(Self::new(&keys))
    }

    /// Whether the set has no usable key.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Verifies a token: signature, issuer, audience and time.
    ///
    /// # Errors
    /// [`TokenProblem`].
    pub fn verify(&self, token: &str, expected: Expected<'_>) -> Result<IdClaims, TokenProblem> {
        let claims = self.verify_at_any_time(token, expected.issuer, expected.audience)?;
        if claims.exp <= expected.now {
            return Err(TokenProblem::Expired);
        }
        let latest = expected.now + CLOCK_SKEW_SECONDS;
        let is_from_the_future = claims.iat > latest || claims.nbf.is_some_and(|nbf| nbf > latest);
        if is_from_the_future { Err(TokenProblem::Invalid) } else { Ok(claims) }
    }

    /// Verifies everything except the time. A token that only hints at the user who signs out may have expired (OpenID
    /// Connect RP-Initiated Logout 1.0, section 2).
    ///
    /// # Errors
    /// [`TokenProblem`], never [`TokenProblem::Expired`].
    pub fn verify_at_any_time(&self, token: &str, issuer: &str, audience: &str) -> Result<IdClaims, TokenProblem> {
        let header = jsonwebtoken::decode_header(token).map_err(|_| TokenProblem::Invalid)?;
        // Reject critical header extensions, because none is supported (RFC 7515 section 4.1.11), and other token
        // types, because they aren't meant for signing in (RFC 8725 section 3.11).
        let is_plain = header.typ.as_deref().is_none_or(|kind| kind.eq_ignore_ascii_case("jwt"));
        if header.crit.is_some() || !is_plain || !ALGORITHMS.contains(&header.alg) {
            return Err(TokenProblem::Invalid);
        }
        let named: Vec<&PublicKey> = match (&header.kid, self.0.as_slice()) {
            (Some(id), keys) => keys.iter().filter(|key| key.id.as_ref() == Some(id)).collect(),
            // Without a key id, the set must have exactly one key (OpenID Connect Core 1.0, section 10.1).
            (None, [only]) => vec![only],
            (None, _) => return Err(TokenProblem::Invalid),
        };
        if named.is_empty() {
            return Err(TokenProblem::UnknownKey);
        }
        let key = named.into_iter().find(|key| key.algorithms.contains(&header.alg)).ok_or(TokenProblem::Invalid)?;
        let mut validation = Validation::new(header.alg);
        validation.set_issuer(&[issuer]);
        validation.set_audience(&[audience]);
        validation.set_required_spec_claims(&["exp", "iss", "aud", "sub"]);
        // The caller passes in the time and compares it.
        validation.validate_exp = false;
        let claims =
            jsonwebtoken::decode::<IdClaims>(token, &key.key, &validation).map_err(|_| TokenProblem::Invalid)?;
        let claims = claims.claims;
        // A token with several audiences or an authorized party must name this client (Core 1.0, section 3.1.3.7).
        let is_ours = match &claims.azp {
            Some(party) => party == audience,
            None => claims.aud.len() == 1,
        };
        let is_whole = claims.iss == issuer && claims.aud.contains(audience) && !claims.sub.is_empty();
        if is_ours && is_whole { Ok(claims) } else { Err(TokenProblem::Invalid) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Audience, SigningKey};
    use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD as B64};
    use serde_json::{Value, json};

    fn claims() -> IdClaims {
        IdClaims {
            iss: "http://localhost/oidc".into(),
            sub: "7".into(),
            aud: "keyturn-web".into(),
            azp: None,
            exp: 1_000,
            iat: 400,
            nbf: None,
            auth_time: None,
            nonce: None,
            sid: None,
            email: None,
            email_verified: None,
        }
    }

    const EXPECTED: Expected<'static> = Expected { issuer: "http://localhost/oidc", audience: "keyturn-web", now: 999 };

    #[test]
    fn a_token_is_valid_for_its_issuer_client_and_lifetime_only() {
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
        // As a hint for signing out, it never expires.
        assert!(keys.verify_at_any_time(&token, EXPECTED.issuer, EXPECTED.audience).is_ok());
    }

    #[test]
    fn a_token_from_the_future_is_refused_beyond_the_skew_of_clocks() {
        let key = SigningKey::generate().unwrap();
        let keys = PublicKeys::new([key.public()]);
        let now = EXPECTED.now - 500;
        for (iat, nbf, is_good) in [
            (now + CLOCK_SKEW_SECONDS, None, true),
            (now + CLOCK_SKEW_SECONDS + 1, None, false),
            (now, Some(now + CLOCK_SKEW_SECONDS), true),
            (now, Some(now + CLOCK_SKEW_SECONDS + 1), false),
        ] {
            let token = key.sign(&IdClaims { iat, nbf, ..claims() }).unwrap();
            assert_eq!(keys.verify(&token, Expected { now, ..EXPECTED }).is_ok(), is_good, "{iat} {nbf:?}");
        }
    }

    #[test]
    fn a_token_for_several_clients_has_to_name_this_one() {
        let key = SigningKey::generate().unwrap();
        let keys = PublicKeys::new([key.public()]);
        let several = || Audience::Several(vec!["keyturn-web".into(), "another".into()]);
        for (aud, azp, is_good) in [
            (Audience::Several(vec!["keyturn-web".into()]), None, true),
            ("keyturn-web".into(), Some("keyturn-web"), true),
            ("keyturn-web".into(), Some("another"), false),
            (several(), None, false),
            (several(), Some("another"), false),
            (several(), Some("keyturn-web"), true),
            (Audience::Several(vec!["another".into()]), Some("keyturn-web"), false),
            (Audience::Several(Vec::new()), None, false),
        ] {
            let token = key.sign(&IdClaims { aud, azp: azp.map(str::to_owned), ..claims() }).unwrap();
            assert_eq!(keys.verify(&token, EXPECTED).is_ok(), is_good, "{token}");
        }
    }

    #[test]
    fn an_altered_or_unsigned_token_is_refused() {
        let key = SigningKey::generate().unwrap();
        let keys = PublicKeys::new([key.public()]);
        let token = key.sign(&claims()).unwrap();
        let parts: Vec<&str> = token.split('.').collect();
        let foreign = key.sign(&IdClaims { sub: "8".into(), ..claims() }).unwrap();
        let swapped = format!("{}.{}.{}", parts[0], foreign.split('.').nth(1).unwrap(), parts[2]);
        assert_eq!(keys.verify(&swapped, EXPECTED).unwrap_err(), TokenProblem::Invalid);
        let none = B64.encode(format!(r#"{{"alg":"none","kid":"{}"}}"#, key.id()));
        assert_eq!(keys.verify(&format!("{none}.{}.", parts[1]), EXPECTED).unwrap_err(), TokenProblem::Invalid);
        // A public key must never be accepted as a shared secret.
        let secret = jsonwebtoken::EncodingKey::from_secret(serde_json::to_string(key.public()).unwrap().as_bytes());
        let mut header = jsonwebtoken::Header::new(jsonwebtoken::Algorithm::HS256);
        header.kid = Some(key.id().to_owned());
        let forged = jsonwebtoken::encode(&header, &claims(), &secret).unwrap();
        assert_eq!(keys.verify(&forged, EXPECTED).unwrap_err(), TokenProblem::Invalid);
    }

    /// A token with a custom header, signed by the key with RS256.
    fn with_header(key: &SigningKey, change: impl FnOnce(&mut jsonwebtoken::Header)) -> String {
        let mut header = jsonwebtoken::Header::new(Algorithm::RS256);
        header.kid = Some(key.id().to_owned());
        change(&mut header);
        let pem = format!(
            "-----BEGIN PRIVATE KEY-----\n{}\n-----END PRIVATE KEY-----\n",
            base64::engine::general_purpose::STANDARD.encode(key.pkcs8())
        );
        let encoding = jsonwebtoken::EncodingKey::from_rsa_pem(pem.as_bytes()).unwrap();
        jsonwebtoken::encode(&header, &claims(), &encoding).unwrap()
    }

    #[test]
    fn a_header_that_asks_for_more_than_a_signature_is_refused() {
        let key = SigningKey::generate().unwrap();
        let keys = PublicKeys::new([key.public()]);
        assert!(keys.verify(&with_header(&key, |_| {}), EXPECTED).is_ok());
        assert!(keys.verify(&with_header(&key, |header| header.typ = None), EXPECTED).is_ok());
        let refused: [fn(&mut jsonwebtoken::Header); 3] = [
            |header| header.typ = Some("at+jwt".into()),
            |header| header.typ = Some("logout+jwt".into()),
            |header| header.crit = Some(vec!["b64".into()]),
        ];
        for change in refused {
            assert_eq!(keys.verify(&with_header(&key, change), EXPECTED).unwrap_err(), TokenProblem::Invalid);
        }
        // Without a key id, the set must have exactly one key.
        let nameless = with_header(&key, |header| header.kid = None);
        assert!(keys.verify(&nameless, EXPECTED).is_ok());
        let two = PublicKeys::new([key.public(), SigningKey::generate().unwrap().public()]);
        assert_eq!(two.verify(&nameless, EXPECTED).unwrap_err(), TokenProblem::Invalid);
        // The same key with PS256, which the key set doesn't allow for it.
        let other = with_header(&key, |header| header.alg = Algorithm::PS256);
        assert_eq!(keys.verify(&other, EXPECTED).unwrap_err(), TokenProblem::Invalid);
    }

    /// A key of a set as another provider might publish it.
    fn published(change: impl FnOnce(&mut Value), key: &SigningKey) -> PublicKeys {
        let mut jwk = serde_json::to_value(key.public()).unwrap();
        change(&mut jwk);
        PublicKeys::new([&serde_json::from_value::<Jwk>(jwk).unwrap()])
    }

    #[test]
    fn keys_are_used_only_for_their_declared_purpose() {
        let key = SigningKey::generate().unwrap();
        let (rs256, ps256) = (with_header(&key, |_| {}), with_header(&key, |header| header.alg = Algorithm::PS256));
        let silent = published(|jwk| drop(jwk.as_object_mut().unwrap().remove("alg")), &key);
        assert!(silent.verify(&rs256, EXPECTED).is_ok() && silent.verify(&ps256, EXPECTED).is_ok());
        let pss = published(|jwk| jwk["alg"] = json!("PS256"), &key);
        assert!(pss.verify(&ps256, EXPECTED).is_ok() && pss.verify(&rs256, EXPECTED).is_err());
        let unknown =
            json!({"keys": [{"kty": "LATTICE", "kid": "of the future"}, {"kty": 7}, key.public()]}).to_string();
        assert!(PublicKeys::read(unknown.as_bytes()).unwrap().verify(&rs256, EXPECTED).is_ok());
        assert!(PublicKeys::read(b"<html>").is_none());
        for change in [("use", "enc"), ("alg", "RS512"), ("alg", "RSA-OAEP")] {
            assert!(published(|jwk| jwk[change.0] = json!(change.1), &key).is_empty(), "{change:?}");
        }
    }
}
