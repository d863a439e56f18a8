//! Guessing is stopped, and the owner is not locked out (decision D30).
//!
//! Wrong passwords are counted per account and network. Ten within fifteen minutes block the account for that network for
//! fifteen minutes; a device in which the owner has signed in before has a counter of its own, so that the owner gets in
//! while somebody else is guessing. One password over many accounts runs into the limit of its network. An attempt is
//! noted before it is carried out, so that a hundred at once are no more than ten; addresses that nobody has are counted
//! like any other.

use crate::{
    device::Device,
    store::attempts::{self, Counted},
};
use platform::{App, Error, GlobalTx, Network, Result, keys::mac, limits};

/// Failures that block, within [`WINDOW_MINUTES`], which is also how long the block lasts.
const FAILURES_MAX: i32 = 10;
const WINDOW_MINUTES: i32 = 15;
/// The limit of a network over all accounts.
const NETWORK: &str = "sign-in network";

/// What is guessed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Password,
    /// A code of the second factor. Whoever guesses it knows the password: counted over all networks together.
    Code,
}

/// An attempt that is under way.
pub(crate) struct Attempt {
    kind: Kind,
    account_hash: Vec<u8>,
    place_hash: Vec<u8>,
    /// The network that a failure counts for; none for a known device.
    network: Option<Network>,
}

/// Whether it may be tried.
pub(crate) enum Begun {
    Go(Attempt),
    /// There were too many failures: not now, whatever is sent.
    Blocked,
}

/// An account as it is counted: by its address, whether or not somebody has it.
pub(crate) fn account_hash(app: &App, email: &str) -> Vec<u8> {
    let key = app.keys.derived("sign-in attempts");
    mac(&key, &[b"account", email.trim().to_lowercase().as_bytes()]).to_vec()
}

/// Begins an attempt on an account.
pub(crate) async fn begin(
    app: &App,
    kind: Kind,
    email: &str,
    network: Network,
    known_device: Option<&Device>,
) -> Result<Begun> {
    if known_device.is_none() && kind == Kind::Password {
        let failures_max = i32::try_from(app.config.sign_in_network_failures_max).unwrap_or(i32::MAX);
        limits::check(&app.pool, NETWORK, &network.to_string(), failures_max, WINDOW_MINUTES).await?;
    }
    let key = app.keys.derived("sign-in attempts");
    let place_hash = match (known_device.and_then(Device::hash), kind) {
        (Some(device), _) => mac(&key, &[b"device", device]),
        (None, Kind::Password) => mac(&key, &[b"network", network.to_string().as_bytes()]),
        (None, Kind::Code) => mac(&key, &[b"anywhere"]),
    };
    let attempt = Attempt {
        kind,
        account_hash: account_hash(app, email),
        place_hash: place_hash.to_vec(),
        network: (known_device.is_none() && kind == Kind::Password).then_some(network),
    };
    let noted = attempts::note(&app.pool, attempt.counted(), WINDOW_MINUTES).await?;
    match noted {
        noted if noted.is_blocked => Ok(Begun::Blocked),
        // Those under way may all turn out right; they are answered in a moment.
        noted if noted.attempts > FAILURES_MAX => Err(Error::TooMany { retry_after_seconds: 2 }),
        _ => Ok(Begun::Go(attempt)),
    }
}

impl Attempt {
    fn counted(&self) -> Counted<'_> {
        let kind = match self.kind {
            Kind::Password => "PASSWORD",
            Kind::Code => "CODE",
        };
        Counted { account_hash: &self.account_hash, kind, place_hash: &self.place_hash }
    }

    /// It failed; answers whether that blocks the account.
    pub async fn failed(self, app: &App, tx: &mut GlobalTx) -> Result<bool> {
        if let Some(network) = self.network {
            limits::note(&app.pool, NETWORK, &network.to_string(), WINDOW_MINUTES).await?;
        }
        attempts::fail(tx, self.counted(), FAILURES_MAX, WINDOW_MINUTES).await
    }

    /// It succeeded: what was counted from here is forgotten.
    pub async fn succeeded(self, app: &App) -> Result<()> {
        attempts::forget(&app.pool, self.counted()).await
    }
}
