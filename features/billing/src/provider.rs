//! Interface to payment providers. Keyturn knows a card's token and display data, never its number.

use crate::sandbox::Sandbox;
use futures::future::BoxFuture;
use lending::values::Money;
use platform::{App, Result, db::Date};
use uuid::Uuid;

/// A card as the provider knows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Card {
    /// Token for charging it.
    pub token: String,
    /// Brand, such as Visa.
    pub brand: String,
    /// Last four digits.
    pub last_four: String,
    pub expires_on: Date,
}

/// A payment request.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Charge<'a> {
    /// Idempotency key. Repeated requests with the same key charge once.
    pub key: Uuid,
    /// The token of a known card.
    pub token: &'a str,
    #[allow(dead_code, reason = "the sandbox moves none")]
    pub amount: Money,
    /// The payer is present and can confirm with the bank.
    pub is_payer_present: bool,
    /// The payer's confirmation from the bank, if it was required.
    pub confirmation: Option<&'a str>,
}

/// Result of a payment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    Paid {
        /// The provider's reference.
        reference: String,
    },
    /// The card was declined.
    Declined {
        /// Reason for the payer.
        why: &'static str,
    },
    /// The payer's bank requires a confirmation by the payer.
    AwaitsPayer,
    /// The provider no longer accepts this payer.
    Blocked,
}

/// A payment provider.
pub(crate) trait PaymentProvider: Send + Sync {
    /// Name in tables and for the web, which shows the provider's form.
    fn name(&self) -> &'static str;

    /// Accepts a card by the token of the provider's form, or returns a message.
    fn take_card<'a>(&'a self, token: &'a str) -> BoxFuture<'a, Result<std::result::Result<Card, &'static str>>>;

    /// Requests a payment. After an error its result is unknown, and it is requested again with the same key.
    fn charge<'a>(&'a self, charge: Charge<'a>) -> BoxFuture<'a, Result<Outcome>>;
}

/// The provider of this installation. Only the sandbox exists so far.
pub(crate) fn provider(_: &App) -> &'static dyn PaymentProvider {
    &Sandbox
}
