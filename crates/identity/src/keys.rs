//! Signing keys of ID tokens: RSA with 2048 bits and RS256, which every client supports (OpenID Connect Core 15.1).

use aws_lc_rs::{
    encoding::{AsDer, Pkcs8V1Der},
    rsa::{KeyPair, KeySize},
};
use base64::{Engine, engine::general_purpose::STANDARD};
use jsonwebtoken::{
    Algorithm, EncodingKey,
    jwk::{Jwk, PublicKeyUse, ThumbprintHash},
};
use serde::Serialize;
use zeroize::Zeroizing;

/// A private key with its id.
pub struct SigningKey {
    id: String,
    key: EncodingKey,
    pkcs8: Zeroizing<Vec<u8>>,
    public: Jwk,
}

/// A key could not be created or read.
#[derive(Debug, thiserror::Error)]
#[error("a signing key can't be {0}")]
pub struct KeyError(&'static str);

impl SigningKey {
    /// Generates a new key.
    ///
    /// # Errors
    /// The system can't provide random numbers.
    pub fn generate() -> Result<Self, KeyError> {
        let pair = KeyPair::generate(KeySize::Rsa2048).map_err(|_| KeyError("made"))?;
        let der: Pkcs8V1Der<'_> = pair.as_der().map_err(|_| KeyError("made"))?;
        Self::from_pkcs8(der.as_ref())
    }

    /// Loads a stored key.
    ///
    /// # Errors
    /// The bytes aren't an RSA key in PKCS#8.
    pub fn from_pkcs8(pkcs8: &[u8]) -> Result<Self, KeyError> {
        let pem = Zeroizing::new(format!(
            "-----BEGIN PRIVATE KEY-----\n{}\n-----END PRIVATE KEY-----\n",
            STANDARD.encode(pkcs8)
        ));
        let key = EncodingKey::from_rsa_pem(pem.as_bytes()).map_err(|_| KeyError("read"))?;
        let mut public = Jwk::from_encoding_key(&key, Algorithm::RS256).map_err(|_| KeyError("read"))?;
        let id = public.thumbprint(ThumbprintHash::SHA256).map_err(|_| KeyError("read"))?;
        public.common.key_id = Some(id.clone());
        public.common.public_key_use = Some(PublicKeyUse::Signature);
        Ok(Self { id, key, pkcs8: Zeroizing::new(pkcs8.to_vec()), public })
    }

    /// Key id in tokens and in the published set: the thumbprint of the public key (RFC 7638).
    #[must_use]
    pub fn id(&self) -> &str {
        &self.id
    }

    /// The private key in PKCS#8. Encrypt it before storing it.
    #[must_use]
    pub fn pkcs8(&self) -> &[u8] {
        &self.pkcs8
    }

    /// The public key.
    #[must_use]
    pub fn public(&self) -> &Jwk {
        &self.public
    }

    /// Signs claims.
    ///
    /// # Errors
    /// The claims can't be serialized as JSON.
    pub fn sign(&self, claims: &impl Serialize) -> Result<String, KeyError> {
        let mut header = jsonwebtoken::Header::new(Algorithm::RS256);
        header.kid = Some(self.id.clone());
        jsonwebtoken::encode(&header, claims, &self.key).map_err(|_| KeyError("used"))
    }
}

impl std::fmt::Debug for SigningKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "SigningKey({})", self.id)
    }
}
