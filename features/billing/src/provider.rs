//! Who moves the money. The program knows a card by a token and by what may be shown of it; numbers are the provider's.

use crate::sandbox::Sandbox;
use futures::future::BoxFuture;
use lending::values::Money;
use platform::{App, Result, db::Date};
use uuid::Uuid;

/// A card as the provider knows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Card {
    /// What it is charged by.
    pub token: String,
    /// Visa and so on.
    pub brand: String,
    /// The end of its number.
    pub last_four: String,
    /// Its last day.
    pub expires_on: Date,
}

/// A payment that is asked for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Charge<'a> {
    /// The same key asks for the same payment, however often.
    pub key: Uuid,
    /// The token of a card that was taken before.
    pub token: &'a str,
    /// How much.
    #[allow(dead_code, reason = "the sandbox moves none")]
    pub amount: Money,
    /// The payer is at hand and can talk to the bank.
    pub is_payer_present: bool,
    /// What the payer's bank gave the payer, where it asked for that.
    pub confirmation: Option<&'a str>,
}

/// What became of a payment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// It is paid.
    Paid {
        /// The provider's own name for it.
        reference: String,
    },
    /// The card did not pay.
    Declined {
        /// A sentence for the payer.
        why: &'static str,
    },
    /// The payer's bank wants to hear from the payer first.
    AwaitsPayer,
    /// The provider takes nothing from this payer any more.
    Blocked,
}

/// A payment provider.
pub(crate) trait PaymentProvider: Send + Sync {
    /// Its name in tables, and for the web, which shows the provider's own form.
    fn name(&self) -> &'static str;

    /// Takes a card whose token the provider's own form has made; a sentence where it does not.
    fn take_card<'a>(&'a self, token: &'a str) -> BoxFuture<'a, Result<std::result::Result<Card, &'static str>>>;

    /// Asks for a payment. An error means that nothing is known of it: it is asked for again under the same key.
    fn charge<'a>(&'a self, charge: Charge<'a>) -> BoxFuture<'a, Result<Outcome>>;
}

/// The provider of this installation: the sandbox, until another one is written.
pub(crate) fn provider(_: &App) -> &'static dyn PaymentProvider {
    &Sandbox
}
