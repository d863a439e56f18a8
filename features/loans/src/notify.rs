//! Mail about loans to who works on them: for those who want it, and never about one's own acts.

use crate::{invite::Invitation, store::notify as store};
use lending::{
    notifications::{CHOICES_PATH, Notification},
    team::LoanRole,
};
use platform::{
    InCompany, Result, Tx,
    jobs::Work,
    mail::{self, Address, Draft, Letter, Mail},
};
use serde::{Deserialize, Serialize};
use tasks::RuleAct;

/// Loans that one letter names; of more it tells how many.
const NAMED_MAX: usize = 10;

/// The letters of this feature.
#[must_use]
pub fn work(work: Work) -> Work {
    work.mail::<PutOnTeam>().mail::<Moved>().mail::<ToldByRule>().mail::<Invitation>()
}

/// Tells somebody that they are on the team of loans now.
pub(crate) async fn put_on_team(tx: &mut Tx, membership: i64, loans: Vec<i64>) -> Result<()> {
    let Some(origin) = tx.actor().origin.clone() else { return Ok(()) };
    tell_of_team(tx, &origin, membership, loans).await
}

/// The same for whoever acts apart from a request: `origin` is scheme and host by which the company was reached.
///
/// # Errors
/// The database's.
pub async fn tell_of_team(tx: &mut impl InCompany, origin: &str, membership: i64, loans: Vec<i64>) -> Result<()> {
    let Some(about) = About::of(origin, loans) else { return Ok(()) };
    if let Some(to) = store::member(tx, membership, Notification::LoanTeam.code()).await? {
        send(tx, &to, &PutOnTeam(about)).await?;
    }
    Ok(())
}

/// Tells the teams of loans that they stand at another stage.
pub(crate) async fn moved(tx: &mut Tx, loans: Vec<i64>) -> Result<()> {
    let Some(origin) = tx.actor().origin.clone() else { return Ok(()) };
    if loans.is_empty() {
        return Ok(());
    }
    for (to, loans) in store::teams(tx, &loans, Notification::LoanStage.code()).await? {
        if let Some(about) = About::of(&origin, loans) {
            send(tx, &to, &Moved(about)).await?;
        }
    }
    Ok(())
}

/// Tells those who have some roles on a loan what a rule has to say; answers why nobody is told where nobody has one of them.
pub(crate) async fn by_rule(
    tx: &mut impl InCompany,
    act: &RuleAct,
    roles: &[LoanRole],
    message: &str,
) -> Result<Option<String>> {
    let Some(about) = act.origin.as_deref().and_then(|origin| About::of(origin, vec![act.loan])) else {
        return Ok(Some("Save the rule again so that emails can link to the loan.".to_owned()));
    };
    let to = store::in_roles(tx, act.loan, roles, Notification::LoanRule.code()).await?;
    let Some(to) = to else { return Ok(Some("No one has this role on the loan.".to_owned())) };
    let mail = ToldByRule { about, rule_name: act.rule_name.clone(), message: message.to_owned() };
    for recipient in to {
        send(tx, &recipient, &mail).await?;
    }
    Ok(None)
}

async fn send<M: Mail>(tx: &mut impl InCompany, to: &store::Recipient, mail: &M) -> Result<()> {
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
    /// None where there are no loans.
    fn of(origin: &str, mut loans: Vec<i64>) -> Option<Self> {
        let origin = origin.to_owned();
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

/// A rule tells of a loan.
#[derive(Serialize, Deserialize)]
struct ToldByRule {
    about: About,
    rule_name: String,
    message: String,
}

impl Mail for ToldByRule {
    const KIND: &'static str = "loan-rule";

    async fn letter(self, draft: &mut Draft<'_>) -> Result<Option<Letter>> {
        let told = self.about.told(draft, Notification::LoanRule).await?;
        let [one] = &told[..] else { return Ok(None) };
        let subject = format!("Loan {}: {}", one.number, self.rule_name);
        let lines = vec![format!("Loan {} stands at {}.", one.number, one.stage)];
        Ok(Some(self.about.letter(&told, subject, self.message, lines)))
    }
}
