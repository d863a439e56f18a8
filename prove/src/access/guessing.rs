//! Password guessing: many passwords on one account, one password on many accounts, and forged client addresses.

use crate::table::Proof;
use testkit::{Answer, Client, PASSWORD, Place, SignInPage};

const AVERY: &str = "avery.stone@harbor.example";
const PRIYA: &str = "priya.nguyen@harbor.example";
const WRONG: &str = "Wrong-Guess-2026!";
/// Wrong passwords that are checked before an account is blocked for a network (decision D30).
const LOOKED_AT_MAX: u32 = 10;
/// Wrong passwords that a network can send over all accounts: `sign_in_network_failures_max`.
const NETWORK_MAX: u32 = 20;

/// Outcomes of the attempts.
#[derive(Default)]
struct Seen {
    looked_at: u32,
    blocked: u32,
    told_to_wait: u32,
    /// Unexpected responses.
    wrong: Vec<String>,
}

impl Seen {
    fn note(&mut self, answer: &Answer) {
        match (answer.status, answer.json["step"].as_str()) {
            (401, _) => self.looked_at += 1,
            (200, Some("BLOCKED")) => self.blocked += 1,
            (429, _) => self.told_to_wait += 1,
            (status, _) => self.wrong.push(format!("{status} {}", answer.json)),
        }
    }

    fn told(&self) -> String {
        format!("{} looked at, {} blocked, {} told to wait", self.looked_at, self.blocked, self.told_to_wait)
    }
}

/// A device on which a user has signed in before, identified by its cookie.
async fn device(place: &Place, email: &str) -> Client {
    let page = SignInPage::open(&place.visitor(), &place.base).await;
    let done = page.password(email, PASSWORD).await.expect(200);
    let cookie = done.headers["set-cookie"].to_str().expect("a cookie");
    place.visitor().with_header("cookie", cookie.split(';').next().unwrap_or_default())
}

async fn gets_in(place: &Place, device: &Client, email: &str) -> bool {
    let page = SignInPage::open(device, &place.base).await;
    page.password(email, PASSWORD).await.json["step"] == "DONE"
}

pub(super) async fn prove(proof: &mut Proof, place: &Place, guesses: u32) {
    let (averys, priyas) = (device(place, AVERY).await, device(place, PRIYA).await);
    on_one_account(proof, place, &averys, guesses).await;
    on_many_accounts(proof, place, &priyas, guesses).await;
}

async fn on_one_account(proof: &mut Proof, place: &Place, averys: &Client, guesses: u32) {
    let mut seen = Seen::default();
    let (mut tried, mut got_in) = (0, 0);
    for n in 0..guesses {
        // A different address in every attempt, as an attacker would forge it.
        let forged = format!("203.0.{}.{}, 10.0.0.1", n % 250, n % 199);
        let attacker = place.visitor().with_header("x-forwarded-for", &forged);
        let page = SignInPage::open(&attacker, &place.base).await;
        seen.note(&page.password(AVERY, WRONG).await);
        if n % (guesses / 10).max(1) == 0 {
            tried += 1;
            got_in += u32::from(gets_in(place, averys, AVERY).await);
        }
    }
    proof.none(
        format!("{guesses} wrong passwords on one account, each under another forged X-Forwarded-For"),
        format!("{LOOKED_AT_MAX} looked at, as from one network"),
        &seen.told(),
        &seen.wrong,
    );
    proof.row(
        "of them looked at",
        format!("at most {LOOKED_AT_MAX}"),
        seen.looked_at.to_string(),
        seen.looked_at <= LOOKED_AT_MAX,
    );
    proof.row(
        "the owner's known device during the attack",
        format!("gets in, {tried} times of {tried}"),
        format!("{got_in} times"),
        got_in == tried,
    );
    let page = SignInPage::open(&place.visitor(), &place.base).await;
    let right = page.password(AVERY, PASSWORD).await;
    let step = right.json["step"].to_string();
    proof.row("the right password from the attacker's network", "blocked", step.clone(), step == "\"BLOCKED\"");
}

async fn on_many_accounts(proof: &mut Proof, place: &Place, priyas: &Client, accounts: u32) {
    let mut seen = Seen::default();
    let page = SignInPage::open(&place.visitor(), &place.base).await;
    for n in 0..accounts {
        let email = format!("person.{n}@harbor.example");
        seen.note(&page.password(&email, "Spring-2026-Spring!").await);
    }
    let is_ok = seen.looked_at <= NETWORK_MAX && seen.wrong.is_empty();
    proof.row(
        format!("one password over {accounts} accounts"),
        format!("at most {NETWORK_MAX} looked at"),
        seen.told(),
        is_ok,
    );
    let got_in = gets_in(place, priyas, PRIYA).await;
    proof.row(
        "a known device of that network afterwards",
        "gets in",
        if got_in { "got in" } else { "kept out" },
        got_in,
    );
}
