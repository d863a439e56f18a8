//! Mail about loans to who works on them: for those who want it, and never about one's own acts.

use crate::{invite::Invitation, store::notify as store};
use lending::notifications::{CHOICES_PATH, Notification};
use platform::{
    Result, Tx,
    jobs::Work,
    mail::{self, Address, Draft, Letter, Mail},
};
use serde::{Deserialize, Serialize};

/// Loans that one letter names; of more it tells how many.
const NAMED_MAX: usize = 10;

/// The letters of this feature.
#[must_use]
pub fn work(work: Work) -> Work {
    work.mail::<PutOnTeam>().mail::<Moved>().mail::<Invitation>()
}

/// Tells somebody that they are on the team of loans now.
pub(crate) async fn put_on_team(tx: &mut Tx, membership: i64, loans: Vec<i64>) -> Result<()> {
    let Some(about) = About::of(tx, loans) else { return Ok(()) };
    if let Some(to) = store::member(tx, membership, Notification::LoanTeam.code()).await? {
        send(tx, &to, &PutOnTeam(about)).await?;
    }
    Ok(())
}

/// Tells the teams of loans that they stand at another stage.
pub(crate) async fn moved(tx: &mut Tx, loans: Vec<i64>) -> Result<()> {
    if tx.actor().origin.is_none() || loans.is_empty() {
        return Ok(());
    }
    for (to, loans) in store::teams(tx, &loans, Notification::LoanStage.code()).await? {
        if let Some(about) = About::of(tx, loans) {
            send(tx, &to, &Moved(about)).await?;
        }
    }
    Ok(())
}

async fn send<M: Mail>(tx: &mut Tx, to: &store::Recipient, mail: &M) -> Result<()> {
    let company = tx.company();
    let address = Address { email: &to.email, name: Some(&to.name) };
    mail::enqueue(tx, company, Some(to.user), address, mail).await?;
    Ok(())
}

/// Which loans a letter is about, and where they are opened.
#[derive(Serialize, Deserialize)]
struct About {
    /// Scheme and host by which the company was reached.
    origin: String,
    loans: Vec<i64>,
    /// How many more there are.
    more: usize,
}

impl About {
    /// None where nobody's browser caused it, so that there is no address to lead to, and where there are no loans.
    fn of(tx: &Tx, mut loans: Vec<i64>) -> Option<Self> {
        let origin = tx.actor().origin.as_deref()?.to_owned();
        let more = loans.len().saturating_sub(NAMED_MAX);
        loans.truncate(NAMED_MAX);
        (!loans.is_empty()).then_some(Self { origin, loans, more })
    }

    /// The loans of whose team the receiver still is, unless they don't want such mail any more.
    async fn told(&self, draft: &mut Draft<'_>, kind: Notification) -> Result<Vec<store::Told>> {
        let Some(user) = draft.user else { return Ok(Vec::new()) };
        store::told(draft.tx, draft.company, user, kind.code(), &self.loans).await
    }

    fn letter(&self, told: &[store::Told], subject: String, text: String, lines: Vec<String>) -> Letter {
        let (label, path) = match told {
            [one] if self.more == 0 => ("Open loan", format!("/app/loans/{}/loan-info", one.id)),
            _ => ("Open loans", "/app/loans".to_owned()),
        };
        let mut letter = Letter::new(subject, text.clone()).text(text);
        for line in lines {
            letter = letter.text(line);
        }
        if self.more > 0 {
            letter = letter.text(format!("And {} more.", self.more));
        }
        letter.button(label, format!("{}{path}", self.origin)).small(format!(
            "You get this mail because you work on these loans. Switch it off under User Settings, Notifications: {}{CHOICES_PATH}",
            self.origin
        ))
    }

    fn count(&self, told: &[store::Told]) -> usize {
        told.len() + self.more
    }
}

/// Somebody was put on the team of loans.
#[derive(Serialize, Deserialize)]
struct PutOnTeam(About);

impl Mail for PutOnTeam {
    const KIND: &'static str = "loan-team";

    async fn letter(self, draft: &mut Draft<'_>) -> Result<Option<Letter>> {
        let told = self.0.told(draft, Notification::LoanTeam).await?;
        let (subject, text, lines) = match (&told[..], self.0.count(&told)) {
            ([], _) => return Ok(None),
            ([one], 1) => (
                format!("You are on the team of loan {}", one.number),
                format!("Loan {} is one of yours now. It stands at {}.", one.number, one.stage),
                Vec::new(),
            ),
            (all, count) => (
                format!("You are on the team of {count} more loans"),
                "These loans are yours now:".to_owned(),
                all.iter().map(|one| format!("{}, at {}", one.number, one.stage)).collect(),
            ),
        };
        Ok(Some(self.0.letter(&told, subject, text, lines)))
    }
}

/// Loans stand at another stage.
#[derive(Serialize, Deserialize)]
struct Moved(About);

impl Mail for Moved {
    const KIND: &'static str = "loan-stage";

    async fn letter(self, draft: &mut Draft<'_>) -> Result<Option<Letter>> {
        let told = self.0.told(draft, Notification::LoanStage).await?;
        let (subject, text, lines) = match (&told[..], self.0.count(&told)) {
            ([], _) => return Ok(None),
            ([one], 1) => (
                format!("Loan {} moved to {}", one.number, one.stage),
                format!("Loan {}, on whose team you are, stands at {} now.", one.number, one.stage),
                Vec::new(),
            ),
            (all, count) => (
                format!("{count} of your loans moved to another stage"),
                "These loans, on whose teams you are, have moved:".to_owned(),
                all.iter().map(|one| format!("{}, now at {}", one.number, one.stage)).collect(),
            ),
        };
        Ok(Some(self.0.letter(&told, subject, text, lines)))
    }
}
