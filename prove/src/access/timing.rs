//! Whether an attacker can tell existing from unknown email addresses, by the response, its length or its time.

use crate::table::Proof;
use std::time::{Duration, Instant};
use testkit::{Answer, Place, SignInPage};

const KNOWN: &str = "avery.stone@harbor.example";
/// An unknown address of the same length.
const UNKNOWN: &str = "avery.storm@harbor.example";
const WRONG: &str = "Wrong-Guess-2026!";
/// Attempts on an account before the counters are reset, so that no attempt is blocked.
const ROUNDS_BETWEEN: u32 = 4;
/// Maximum difference of the medians.
const APART_MAX_PERCENT: f64 = 5.0;

pub(super) async fn prove(proof: &mut Proof, place: &Place, timed: Option<u32>) {
    let page = SignInPage::open(&place.visitor(), &place.base).await;
    let mut times: [Vec<Duration>; 2] = [Vec::new(), Vec::new()];
    let mut wrong = Vec::new();
    let mut superuser = place.superuser().await;
    let rounds = timed.unwrap_or(ROUNDS_BETWEEN);
    for round in 0..rounds {
        if round % ROUNDS_BETWEEN == 0 {
            sqlx::raw_sql("delete from sign_in_attempt; delete from rate_limit")
                .execute(&mut superuser)
                .await
                .expect("the counters");
        }
        // Alternate the order, so that other load affects both alike.
        let order = if round % 2 == 0 { [0, 1] } else { [1, 0] };
        let mut answers: [Option<Answer>; 2] = [None, None];
        for which in order {
            let began = Instant::now();
            let answer = page.password([KNOWN, UNKNOWN][which], WRONG).await;
            times[which].push(began.elapsed());
            answers[which] = Some(answer);
        }
        if let [Some(known), Some(unknown)] = answers {
            wrong.extend(differences(&known, &unknown));
        }
    }
    proof.none(
        format!("{rounds} wrong passwords on a known account and on an unknown one"),
        "the same status, headers, body and length",
        "the same",
        &wrong,
    );
    if timed.is_some() {
        let [known, unknown] = times.map(median);
        let apart = 100.0 * (known.as_secs_f64() / unknown.as_secs_f64() - 1.0);
        proof.row(
            "their median times, interleaved",
            format!("within {APART_MAX_PERCENT} %"),
            format!("{:.2} and {:.2} ms, {apart:+.1} %", millis(known), millis(unknown)),
            apart.abs() <= APART_MAX_PERCENT,
        );
    }
}

fn differences(known: &Answer, unknown: &Answer) -> Option<String> {
    let headers = |answer: &Answer| {
        let mut names: Vec<_> = answer
            .headers
            .iter()
            .filter(|(name, _)| *name != "date")
            .map(|(name, value)| format!("{name}: {value:?}"))
            .collect();
        names.sort();
        names
    };
    let is_same = known.status == unknown.status && known.json == unknown.json && headers(known) == headers(unknown);
    (!is_same).then(|| format!("{known:?} and {unknown:?}"))
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times.get(times.len() / 2).copied().unwrap_or_default()
}

fn millis(time: Duration) -> f64 {
    time.as_secs_f64() * 1_000.0
}
