//! A payment provider that moves no money. The card number determines the result of a payment. Other numbers are
//! refused, so that no real card ends up here.

use crate::provider::{Card, Charge, Outcome, PaymentProvider};
use axum::extract::State;
use futures::future::BoxFuture;
use jiff::civil::Date;
use lending::access::Permission;
use platform::{Actor, App, Fields, Result, db, extract::Json};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The sandbox provider.
pub(crate) struct Sandbox;

/// Number, brand, and behavior when charged.
const CARDS: [(&str, &str, &str); 6] = [
    ("4242424242424242", "Visa", "pays"),
    ("5555555555554444", "Mastercard", "pays"),
    ("4000000000000002", "Visa", "declines"),
    ("4000002760003184", "Visa", "asks"),
    // Accepted as a card, but declined when charged.
    ("4000000000000341", "Visa", "empty"),
    // Reported as stolen when charged.
    ("4000000000000259", "Visa", "blocks"),
];
const DECLINED: &str = "The card was declined. Please use another card.";

/// A token such as `sandbox_pays_4242_202812`, which contains the card's data.
struct Token {
    behavior: &'static str,
    brand: &'static str,
    last_four: String,
    expires_on: Date,
}

impl Token {
    fn write(number: &str, behavior: &str, expires_on: Date) -> String {
        let last_four = &number[number.len() - 4..];
        format!("sandbox_{behavior}_{last_four}_{}", expires_on.strftime("%Y%m"))
    }

    fn read(text: &str) -> Option<Self> {
        let mut parts = text.strip_prefix("sandbox_")?.split('_');
        let (behavior, last_four, month) = (parts.next()?, parts.next()?, parts.next()?);
        let (_, brand, behavior) =
            CARDS.iter().find(|(number, _, known)| *known == behavior && number.ends_with(last_four))?;
        if parts.next().is_some() || last_four.len() != 4 || month.len() != 6 {
            return None;
        }
        let expires_on = last_day(month[..4].parse().ok()?, month[4..].parse().ok()?)?;
        Some(Token { behavior, brand, last_four: last_four.to_owned(), expires_on })
    }
}

fn last_day(year: i16, month: i8) -> Option<Date> {
    Date::new(year, month, 1).ok().map(Date::last_of_month)
}

impl PaymentProvider for Sandbox {
    fn name(&self) -> &'static str {
        "sandbox"
    }

    fn take_card<'a>(&'a self, token: &'a str) -> BoxFuture<'a, Result<std::result::Result<Card, &'static str>>> {
        let taken = match Token::read(token) {
            None => Err("The card could not be read. Please enter it again."),
            Some(Token { behavior: "declines", .. }) => Err(DECLINED),
            Some(Token { brand, last_four, expires_on, .. }) => Ok(Card {
                token: token.to_owned(),
                brand: brand.to_owned(),
                last_four,
                expires_on: db::Date(expires_on),
            }),
        };
        Box::pin(async move { Ok(taken) })
    }

    fn charge<'a>(&'a self, charge: Charge<'a>) -> BoxFuture<'a, Result<Outcome>> {
        let paid = || Outcome::Paid { reference: format!("sandbox_{}", charge.key.simple()) };
        let outcome = match (Token::read(charge.token).map(|token| token.behavior), charge.confirmation) {
            (Some("pays"), _) | (Some("asks"), Some("approved")) => paid(),
            (Some("asks"), Some(_)) => Outcome::Declined { why: "The payment was not confirmed." },
            (Some("asks"), None) if charge.is_payer_present => Outcome::AwaitsPayer,
            (Some("asks"), None) => {
                Outcome::Declined { why: "The bank asks for a confirmation by the cardholder. Please pay again." }
            }
            (Some("empty"), _) => {
                Outcome::Declined { why: "The card has insufficient funds. Please use another card." }
            }
            (Some("blocks"), _) => Outcome::Blocked,
            _ => Outcome::Declined { why: DECLINED },
        };
        Box::pin(async move { Ok(outcome) })
    }
}

/// A sandbox card as entered in its form.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = SandboxCardIn)]
pub struct In {
    /// Digits; spaces and hyphens are ignored.
    number: String,
    /// `12/28`.
    #[schema(example = "12/28")]
    expires: String,
    /// The three or four digits on the card.
    security_code: String,
}

/// The card's token.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SandboxCard)]
pub struct Out {
    /// Value for `paymentToken`.
    token: String,
    brand: &'static str,
    last_four: String,
}

/// Creates a sandbox card. It replaces the page of a payment provider, which would receive a real card.
#[utoipa::path(post, path = "/api/billing/sandbox/cards", tag = "billing", operation_id = "createSandboxCard", request_body = In, responses((status = 201, body = Out)))]
pub async fn create_card(
    actor: Actor,
    State(app): State<App>,
    Json(body): Json<In>,
) -> Result<(http::StatusCode, Json<Out>)> {
    let tx = actor.begin(&app, Permission::Session).await?;
    let today = crate::store::today(&tx.actor().access.time_zone);
    let mut fields = Fields::default();
    let number: String = body.number.chars().filter(|sign| !matches!(sign, ' ' | '-')).collect();
    let card = CARDS.iter().find(|(known, ..)| *known == number);
    if card.is_none() {
        fields.add("number", "This is the sandbox: it takes test cards only, such as 4242 4242 4242 4242.");
    }
    let expires_on = expiry(&body.expires);
    match expires_on {
        None => fields.add("expires", "must be month and year, such as 12/28"),
        Some(day) if day < today => fields.add("expires", "The card has expired."),
        Some(_) => {}
    }
    let code = body.security_code.trim();
    if !matches!(code.len(), 3 | 4) || !code.bytes().all(|byte| byte.is_ascii_digit()) {
        fields.add("securityCode", "must be the three or four digits on the card");
    }
    fields.check()?;
    let (Some((number, brand, behavior)), Some(expires_on)) = (card, expires_on) else {
        return Err(platform::Error::NotFound);
    };
    let token = Token::write(number, behavior, expires_on);
    Ok((http::StatusCode::CREATED, Json(Out { token, brand, last_four: number[number.len() - 4..].to_owned() })))
}

/// The last day of `12/28` or `12/2028`.
fn expiry(text: &str) -> Option<Date> {
    let (month, year) = text.trim().split_once('/')?;
    let (month, year) = (month.trim(), year.trim());
    let is_digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if !is_digits(month) || !is_digits(year) || month.len() > 2 {
        return None;
    }
    let year: i16 = match year.len() {
        2 => 2000 + year.parse::<i16>().ok()?,
        4 => year.parse().ok()?,
        _ => return None,
    };
    last_day(year, month.parse().ok()?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use jiff::civil::date;
    use lending::values::Money;
    use uuid::Uuid;

    fn token(number: &str) -> String {
        let (number, _, behavior) = CARDS.iter().find(|(known, ..)| *known == number).unwrap();
        Token::write(number, behavior, date(2030, 2, 28))
    }

    async fn outcome(number: &str, is_payer_present: bool, confirmation: Option<&str>) -> Outcome {
        let token = token(number);
        let charge =
            Charge { key: Uuid::nil(), token: &token, amount: Money::from_cents(100), is_payer_present, confirmation };
        Sandbox.charge(charge).await.unwrap()
    }

    #[tokio::test]
    async fn each_sandbox_card_always_behaves_the_same() {
        for _ in 0..2 {
            assert!(matches!(outcome("4242424242424242", true, None).await, Outcome::Paid { .. }));
            assert!(matches!(outcome("4000000000000341", true, None).await, Outcome::Declined { .. }));
            assert_eq!(outcome("4000002760003184", true, None).await, Outcome::AwaitsPayer);
            assert!(matches!(outcome("4000002760003184", false, None).await, Outcome::Declined { .. }));
            assert!(matches!(outcome("4000002760003184", true, Some("approved")).await, Outcome::Paid { .. }));
            assert!(matches!(outcome("4000002760003184", true, Some("refused")).await, Outcome::Declined { .. }));
            assert_eq!(outcome("4000000000000259", true, None).await, Outcome::Blocked);
        }
    }

    #[tokio::test]
    async fn a_card_is_known_by_its_token_alone() {
        let card = Sandbox.take_card(&token("5555555555554444")).await.unwrap().unwrap();
        assert_eq!((card.brand.as_str(), card.last_four.as_str()), ("Mastercard", "4444"));
        assert_eq!(*card.expires_on, date(2030, 2, 28));
        assert!(Sandbox.take_card(&token("4000000000000002")).await.unwrap().is_err());
        for nonsense in [
            "",
            "4242424242424242",
            "sandbox_pays_4242",
            "sandbox_pays_0002_203002",
            "sandbox_pays_4242_203013",
            "sandbox_pays_242_203002",
            "sandbox_pays_4242_203002_x",
        ] {
            assert!(Sandbox.take_card(nonsense).await.unwrap().is_err(), "{nonsense}");
        }
    }

    #[test]
    fn a_card_is_valid_to_the_end_of_its_month() {
        assert_eq!(expiry("2/28"), Some(date(2028, 2, 29)));
        assert_eq!(expiry(" 12 / 2030 "), Some(date(2030, 12, 31)));
        for nonsense in ["", "1228", "13/28", "0/28", "12/8", "+1/28", "12/-8", "1/020"] {
            assert_eq!(expiry(nonsense), None, "{nonsense}");
        }
    }
}
