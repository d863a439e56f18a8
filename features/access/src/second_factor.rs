//! The second factor: time-based codes (TOTP, RFC 6238: SHA-1, six digits, thirty seconds, one step of skew), and
//! recovery codes for users who lost their authenticator.

use crate::{
    hashing, password,
    store::second_factor::{self as store, Kept},
};
use platform::{App, Error, Result, seal::Sealed};
use qrcode::{QrCode, render::svg};
use rand::TryRng;
use sqlx::PgConnection;
use std::io;
use totp_rs::{Builder, Totp};
use zeroize::Zeroizing;

/// 160 bits, as RFC 4226 recommends.
const SECRET_BYTES: usize = 20;
const SALT_BYTES: usize = 16;
const RECOVERY_CODES: usize = 10;
/// Characters of a recovery code: 50 bits.
const RECOVERY_CODE_CHARACTERS: usize = 10;
/// Without letters that resemble digits (Crockford's base 32).
const ALPHABET: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";
const STEP_SECONDS: u64 = 30;

/// A new authenticator, as shown to its owner.
pub(crate) struct Enrolment {
    /// The secret in base 32, for typing.
    pub secret: String,
    /// Content of the QR code.
    pub otpauth_uri: String,
    pub qr_code: String,
    /// The secret as stored.
    pub sealed: Sealed,
}

/// Kind of code that was used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Used {
    Authenticator,
    RecoveryCode,
}

fn random<const N: usize>() -> Result<Zeroizing<[u8; N]>> {
    let mut bytes = Zeroizing::new([0; N]);
    rand::rngs::SysRng.try_fill_bytes(&mut *bytes).map_err(Error::internal)?;
    Ok(bytes)
}

fn place(user: i64) -> String {
    format!("second_factor/{user}")
}

fn totp(secret: &[u8], issuer: &str, account: &str) -> Result<Totp> {
    // A colon separates issuer and account in the URL.
    let (issuer, account) = (issuer.replace(':', " "), account.replace(':', " "));
    Builder::new()
        .with_step_duration(STEP_SECONDS)
        .with_skew(1)
        .with_issuer(Some(issuer))
        .with_account_name(account)
        .with_secret(secret.to_vec())
        .build()
        .map_err(|error| Error::internal(io::Error::other(error.to_string())))
}

/// Creates a new authenticator for a user.
pub(crate) fn new_enrolment(app: &App, user: i64, email: &str, issuer: &str) -> Result<Enrolment> {
    let secret = random::<SECRET_BYTES>()?;
    let totp = totp(&*secret, issuer, email)?;
    let otpauth_uri = totp.to_url().map_err(|error| Error::internal(io::Error::other(error.to_string())))?;
    let qr_code = QrCode::new(otpauth_uri.as_bytes()).map_err(Error::internal)?;
    let picture = qr_code.render::<svg::Color<'_>>().min_dimensions(200, 200).build();
    Ok(Enrolment {
        secret: totp.secret().to_base32(),
        // Without the XML declaration, so that it can be embedded in a page.
        qr_code: picture.find("<svg").map_or_else(String::new, |start| picture[start..].to_owned()),
        otpauth_uri,
        sealed: app.keys.seal(&place(user), &*secret).map_err(Error::internal)?,
    })
}

/// The time step that a code belongs to: current, previous or next. `None` for a wrong code.
pub(crate) fn step_of(app: &App, user: i64, secret: &Sealed, code: &str) -> Result<Option<i64>> {
    let digits: String = code.chars().filter(|letter| !letter.is_whitespace()).collect();
    if digits.len() != 6 || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Ok(None);
    }
    let secret = app.keys.open(&place(user), secret).map_err(Error::internal)?;
    let step = totp(&secret, "", "")?.check_current(&digits);
    Ok(step.and_then(|step| i64::try_from(step).ok()))
}

/// Normalizes a recovery code for hashing: lowercase, without dashes and spaces, with look-alikes replaced.
fn recovery_code(text: &str) -> Option<Zeroizing<String>> {
    let code: String = text
        .chars()
        .filter(|letter| !letter.is_whitespace() && *letter != '-')
        .map(|letter| match letter.to_ascii_lowercase() {
            'o' => '0',
            'i' | 'l' => '1',
            other => other,
        })
        .collect();
    let is_code = code.len() == RECOVERY_CODE_CHARACTERS && code.bytes().all(|byte| ALPHABET.contains(&byte));
    is_code.then(|| Zeroizing::new(code))
}

/// A code that was checked but not used yet.
pub(crate) enum Read {
    /// The code of a time step.
    Step(i64),
    /// A possible recovery code, hashed.
    RecoveryCode(Vec<u8>),
    /// Neither.
    Nothing,
}

/// Checks a code of an enrolled user. Hashing may wait in a queue, so it holds no connection.
pub(crate) async fn read(app: &App, user: i64, kept: Kept, code: &str) -> Result<Read> {
    if let Some(step) = step_of(app, user, &kept.secret, code)? {
        return Ok(Read::Step(step));
    }
    let Some(code) = recovery_code(code) else { return Ok(Read::Nothing) };
    let hash = hashing::run(move || password::hash_salted(&code, &kept.recovery_salt)).await??;
    Ok(Read::RecoveryCode(hash))
}

/// Uses the code in the caller's transaction. Of concurrent requests with the same code, one succeeds.
pub(crate) async fn take(connection: &mut PgConnection, user: i64, read: &Read) -> Result<Option<Used>> {
    Ok(match read {
        Read::Step(step) => store::take_step(connection, user, *step).await?.then_some(Used::Authenticator),
        Read::RecoveryCode(hash) => {
            store::take_recovery_code(connection, user, hash).await?.then_some(Used::RecoveryCode)
        }
        Read::Nothing => None,
    })
}

/// New recovery codes, to show once and to store.
pub(crate) struct RecoveryCodes {
    /// In the form `xxxxx-xxxxx`.
    pub shown: Vec<String>,
    pub salt: Vec<u8>,
    pub hashes: Vec<Vec<u8>>,
}

/// Creates a set of recovery codes.
pub(crate) async fn new_recovery_codes() -> Result<RecoveryCodes> {
    let salt = random::<SALT_BYTES>()?.to_vec();
    let mut codes = Vec::with_capacity(RECOVERY_CODES);
    for _ in 0..RECOVERY_CODES {
        let bytes = random::<RECOVERY_CODE_CHARACTERS>()?;
        let code: String = bytes.iter().map(|byte| char::from(ALPHABET[usize::from(byte % 32)])).collect();
        codes.push(code);
    }
    let shown = codes.iter().map(|code| format!("{}-{}", &code[..5], &code[5..])).collect();
    let mut hashes = Vec::with_capacity(codes.len());
    for code in codes {
        let salt = salt.clone();
        hashes.push(hashing::run(move || password::hash_salted(&code, &salt)).await??);
    }
    Ok(RecoveryCodes { shown, salt, hashes })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_recovery_code_is_read_as_people_write_it() {
        for written in ["abcde-01234", "ABCDE-01234", " abcde 01234 ", "ABCDEOI234", "abcdeol234"] {
            assert_eq!(recovery_code(written).unwrap().as_str(), "abcde01234", "{written}");
        }
        for other in ["123456", "abcde-0123", "abcde-012345", "abcde-0123u", ""] {
            assert!(recovery_code(other).is_none(), "{other}");
        }
    }
}
