//! Limits guessing without locking out the owner (decision D30).
//!
//! Wrong passwords are counted per account and network. Ten within fifteen minutes block the account for that network
//! for fifteen minutes. All networks together get [`GUESSES_PER_HOUR_MAX`] guesses per hour for one account. A device
//! on which the owner has signed in before has its own counter, so the owner gets in while someone else is guessing.
//! Trying one password on many accounts hits the limit of the network.
//!
//! An attempt is recorded before it runs, so that a hundred concurrent ones don't exceed the limit. It is taken back if
//! it succeeds. Unknown addresses are counted like any other.

use crate::{
    device::Device,
    store::attempts::{self, Counted},
};
use platform::{App, Error, GlobalTx, Network, Result, keys::mac, limits};

/// Failures that block within [`WINDOW_MINUTES`], which is also the duration of the block.
const FAILURES_MAX: i32 = 10;
const WINDOW_MINUTES: i32 = 15;
/// Guesses for one account within any 60 minutes, from all networks together. Known devices don't count.
const GUESSES_PER_HOUR_MAX: i32 = 30;
/// Name of the per-network limit over all accounts.
const NETWORK: &str = "sign-in network";

/// The secret being guessed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Password,
    /// A code of the second factor. An attacker who guesses codes knows the password, so it is counted over all
    /// networks.
    Code,
}

/// An attempt in progress.
pub(crate) struct Attempt {
    kind: Kind,
    account_hash: Vec<u8>,
    place_hash: Vec<u8>,
    /// The network that the attempt counts for. `None` for a known device.
    network: Option<Network>,
    /// Key of the counter for all networks. `None` for a known device.
    hour_hash: Option<Vec<u8>>,
}

/// Whether an attempt may run.
pub(crate) enum Begun {
    Go(Attempt),
    /// There were too many failures, so the input isn't checked.
    Blocked,
}

/// Key of an account's counters, from its address, whether or not the account exists.
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
        limits::take(&app.pool, NETWORK, &network.to_string(), failures_max, WINDOW_MINUTES).await?;
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
        hour_hash: known_device.is_none().then(|| mac(&key, &[b"hour"]).to_vec()),
    };
    match may_go(app, &attempt).await {
        Ok(true) => Ok(Begun::Go(attempt)),
        refused => {
            // The attempt doesn't run, so it isn't a guess of the network.
            attempt.give_back_to_network(app).await?;
            refused.map(|_| Begun::Blocked)
        }
    }
}

/// Records an attempt for its account. Returns false if the account is blocked for this place.
async fn may_go(app: &App, attempt: &Attempt) -> Result<bool> {
    let noted = attempts::note(&app.pool, attempt.counted(), WINDOW_MINUTES).await?;
    if noted.is_blocked {
        return Ok(false);
    }
    if noted.attempts > FAILURES_MAX {
        // The attempts in progress may all succeed, so ask the client to retry soon.
        return Err(Error::TooMany { retry_after_seconds: 2 });
    }
    if let Some(counted) = attempt.counted_by_hour() {
        let wait = attempts::note_guess(&app.pool, counted, GUESSES_PER_HOUR_MAX).await?;
        if let Some(retry_after_seconds) = wait {
            return Err(Error::TooMany { retry_after_seconds });
        }
    }
    Ok(true)
}

impl Attempt {
    fn counted(&self) -> Counted<'_> {
        let kind = match self.kind {
            Kind::Password => "PASSWORD",
            Kind::Code => "CODE",
        };
        Counted { account_hash: &self.account_hash, kind, place_hash: &self.place_hash }
    }

    fn counted_by_hour(&self) -> Option<Counted<'_>> {
        self.hour_hash.as_deref().map(|place_hash| Counted { place_hash, ..self.counted() })
    }

    async fn give_back_to_network(&self, app: &App) -> Result<()> {
        match &self.network {
            Some(network) => limits::give_back(&app.pool, NETWORK, &network.to_string()).await,
            None => Ok(()),
        }
    }

    /// Counts a failure. Returns true if it blocks the account.
    pub async fn failed(self, tx: &mut GlobalTx) -> Result<bool> {
        attempts::fail(tx, self.counted(), FAILURES_MAX, WINDOW_MINUTES).await
    }

    /// Deletes the counter of this place and takes back the guess.
    pub async fn succeeded(self, app: &App) -> Result<()> {
        self.give_back_to_network(app).await?;
        if let Some(counted) = self.counted_by_hour() {
            attempts::give_back_guess(&app.pool, counted).await?;
        }
        attempts::forget(&app.pool, self.counted()).await
    }
}
