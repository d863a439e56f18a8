//! Known devices: a cookie that identifies a browser in which a user has signed in before. It skips no check. It only
//! gives its owner a separate counter of failed attempts.

use crate::store::attempts;
use axum_extra::extract::cookie::{Cookie, CookieJar, SameSite};
use http::HeaderMap;
use platform::{Error, Origin, Result};
use sqlx::PgConnection;

/// Lifetime of the cookie in seconds.
const MAX_AGE_SECONDS: i64 = 365 * 24 * 3600;
/// Maximum length of an accepted value. Ours have 43 characters.
const VALUE_MAX: usize = 64;

/// A browser, identified by its cookie.
#[derive(Clone, Debug)]
pub(crate) struct Device {
    value: Option<String>,
    hash: Option<Vec<u8>>,
}

/// With TLS the cookie is bound to the exact host. Loopback addresses have no TLS.
fn name(origin: &Origin) -> &'static str {
    if origin.is_loopback() { "keyturn-device" } else { "__Host-keyturn-device" }
}

impl Device {
    pub fn of(headers: &HeaderMap, origin: &Origin) -> Self {
        let jar = CookieJar::from_headers(headers);
        let value = jar.get(name(origin)).map(|cookie| cookie.value().to_owned());
        let value = value.filter(|value| !value.is_empty() && value.len() <= VALUE_MAX);
        Self { hash: value.as_deref().map(identity::hash_token), value }
    }

    pub fn hash(&self) -> Option<&[u8]> {
        self.hash.as_deref()
    }

    /// Returns this device if the user has signed in on it before.
    pub async fn known_to(&self, connection: &mut PgConnection, user: i64) -> Result<Option<&Self>> {
        match self.hash() {
            Some(hash) if attempts::is_known_device(connection, user, hash).await? => Ok(Some(self)),
            _ => Ok(None),
        }
    }

    /// Records that a user signed in on this device and returns the cookie. Replaces a value that isn't ours, because
    /// an attacker could have planted it.
    pub async fn remember(&self, connection: &mut PgConnection, user: i64, origin: &Origin) -> Result<Cookie<'static>> {
        let ours = match (&self.value, self.hash()) {
            (Some(value), Some(hash)) if attempts::is_device(connection, hash).await? => Some(value.clone()),
            _ => None,
        };
        let value = match ours {
            Some(value) => value,
            None => identity::random_token().map_err(Error::internal)?.to_string(),
        };
        attempts::remember_device(connection, user, &identity::hash_token(&value)).await?;
        let mut cookie = Cookie::new(name(origin), value);
        cookie.set_path("/");
        cookie.set_http_only(true);
        cookie.set_secure(!origin.is_loopback());
        cookie.set_same_site(SameSite::Lax);
        cookie.set_max_age(time::Duration::seconds(MAX_AGE_SECONDS));
        Ok(cookie)
    }
}
