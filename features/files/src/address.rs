//! Signed upload URLs of the local store. An object store signs its own URLs; clients see no difference.

use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use platform::{
    App, Origin,
    db::Timestamp,
    keys::{Keys, mac},
};
use serde::Deserialize;
use subtle::ConstantTimeEq;
use utoipa::IntoParams;
use uuid::Uuid;

/// Parameters of a signed URL.
#[derive(Clone, Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Address {
    /// The company that the file belongs to.
    pub company: i64,
    /// Expiry in seconds since 1970.
    pub expires: i64,
    /// Maximum size in bytes.
    pub max: u64,
    /// Signature of all parameters.
    pub signature: String,
}

fn sign(keys: &Keys, id: Uuid, company: i64, expires: i64, max: u64) -> [u8; 32] {
    let key = keys.derived("signed file address");
    mac(&key, &[b"PUT", id.as_bytes(), &company.to_be_bytes(), &expires.to_be_bytes(), &max.to_be_bytes()])
}

/// Creates the URL for one upload.
pub(crate) fn signed(app: &App, origin: &Origin, id: Uuid, company: i64, expires: i64, max: u64) -> String {
    let signature = URL_SAFE_NO_PAD.encode(sign(&app.keys, id, company, expires, max));
    format!("{}/api/files/{id}?company={company}&expires={expires}&max={max}&signature={signature}", origin.base())
}

/// Why a URL is invalid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Problem {
    /// Not signed here, or altered.
    Forged,
    Expired,
}

impl Address {
    /// Checks the signature, then the expiry.
    pub(crate) fn check(&self, keys: &Keys, id: Uuid) -> Result<(), Problem> {
        let expected = sign(keys, id, self.company, self.expires, self.max);
        let given = URL_SAFE_NO_PAD.decode(&self.signature).map_err(|_| Problem::Forged)?;
        if !bool::from(given.ct_eq(&expected)) {
            return Err(Problem::Forged);
        }
        if self.expires <= Timestamp::now().as_second() { Err(Problem::Expired) } else { Ok(()) }
    }
}
