//! Emails of this feature: links for passwords and second factors, and notices of changes.

use crate::{
    links::{Page, Purpose},
    store::tokens as store,
};
use people::Person;
use platform::{
    App, GlobalTx, Result,
    jobs::{self, Job, Work},
    mail::{self, Address, Draft, Letter, Mail},
};
use serde::{Deserialize, Serialize};
use sqlx::PgConnection;

/// The jobs and emails of this feature.
#[must_use]
pub fn work(work: Work) -> Work {
    work.job::<SendLink>().mail::<Invite>().mail::<ResetPassword>().mail::<ResetSecondFactor>().mail::<Notice>()
}

/// Sends a link to a user. A job without a user is enqueued the same way and does nothing, so that timing reveals
/// nothing.
#[derive(Serialize, Deserialize)]
pub(crate) struct SendLink {
    pub user: Option<i64>,
    pub page: Page,
    /// Resets the second factor instead of the password.
    pub is_second_factor: bool,
}

impl Job for SendLink {
    const NAME: &'static str = "send-link";

    async fn run(self, app: &App) -> Result<()> {
        let Some(user) = self.user else { return Ok(()) };
        let mut tx = GlobalTx::begin(&app.pool).await?;
        let Some(person) = people::person_by_id(&mut tx, user).await? else { return Ok(()) };
        tx.enter(person.home_company).await?;
        let Some(account) = store::account(&mut tx, person.id, "").await? else { return Ok(()) };
        let (to, page) = (address(&person), self.page);
        let (company, user) = (person.home_company, Some(person.id));
        let action = match (account.state.as_str(), self.is_second_factor) {
            ("ACTIVE", true) => {
                mail::enqueue(&mut tx, company, user, to, &ResetSecondFactor { page }).await?;
                "second-factor.reset-request"
            }
            ("ACTIVE", false) => {
                mail::enqueue(&mut tx, company, user, to, &ResetPassword { page }).await?;
                "password.reset-request"
            }
            ("INVITED", false) => {
                mail::enqueue(&mut tx, company, user, to, &Invite { page }).await?;
                "invite.send"
            }
            _ => return Ok(()),
        };
        tx.audit_for(company, person.id, action, "user", &person.id.to_string()).await?;
        tx.commit().await
    }
}

/// Enqueues a link to be sent after the caller's transaction.
pub(crate) async fn send_link(connection: &mut PgConnection, link: &SendLink) -> Result<()> {
    jobs::enqueue(connection, link).await
}

pub(crate) fn address(person: &Person) -> Address<'_> {
    Address { email: &person.email, name: Some(&person.name) }
}

/// Creates a link with a new token. `None` if the user may no longer follow it.
async fn link(draft: &mut Draft<'_>, page: &Page, purpose: Purpose, state: &str) -> Result<Option<String>> {
    let Some(user) = draft.user else { return Ok(None) };
    if store::account(draft.tx, user, "").await?.is_none_or(|account| account.state != state) {
        return Ok(None);
    }
    let token = draft.secret(purpose.code());
    store::keep(draft.tx, &identity::hash_token(&token), user, purpose, purpose.minutes()).await?;
    page.link(draft.to, &token).map(Some)
}

/// Link for an invited user to set their first password.
#[derive(Serialize, Deserialize)]
pub(crate) struct Invite {
    pub page: Page,
}

impl Mail for Invite {
    const KIND: &'static str = "invite";

    async fn letter(self, draft: &mut Draft<'_>) -> Result<Option<Letter>> {
        let subject = format!("{} invites you", draft.look.name);
        if draft.app.config.auth_issuer.is_some() {
            // The external provider handles passwords, so the account is ready.
            return Ok(Some(
                Letter::new(subject, "Your account is ready: sign in as you do elsewhere.")
                    .text(format!("{} has made an account for you. Sign in as you do elsewhere.", draft.look.name))
                    .button("Sign in", self.page.home()?)
                    .small("If you didn't expect this email, ignore it."),
            ));
        }
        let Some(link) = link(draft, &self.page, Purpose::Invite, "INVITED").await? else { return Ok(None) };
        Ok(Some(
            Letter::new(subject, "Set a password, and your account is ready. The link expires in seven days.")
                .text(format!("{} has made an account for you. Set a password, and it is ready.", draft.look.name))
                .button("Set password", link)
                .small("The link works once, within seven days. If you didn't expect this email, ignore it."),
        ))
    }
}

/// Link for setting a new password.
#[derive(Serialize, Deserialize)]
pub(crate) struct ResetPassword {
    page: Page,
}

impl Mail for ResetPassword {
    const KIND: &'static str = "reset-password";

    async fn letter(self, draft: &mut Draft<'_>) -> Result<Option<Letter>> {
        let Some(link) = link(draft, &self.page, Purpose::Reset, "ACTIVE").await? else { return Ok(None) };
        Ok(Some(
            Letter::new("Set a new password", "The link expires in one hour.")
                .text("A new password was requested for your account.")
                .button("Set new password", link)
                .small(
                    "The link works once, within one hour. If you didn't request it, ignore this email. Your password doesn't change.",
                ),
        ))
    }
}

/// Link for replacing a lost authenticator.
#[derive(Serialize, Deserialize)]
pub(crate) struct ResetSecondFactor {
    page: Page,
}

impl Mail for ResetSecondFactor {
    const KIND: &'static str = "reset-second-factor";

    async fn letter(self, draft: &mut Draft<'_>) -> Result<Option<Letter>> {
        let purpose = Purpose::SecondFactorReset;
        let Some(link) = link(draft, &self.page, purpose, "ACTIVE").await? else { return Ok(None) };
        Ok(Some(
            Letter::new("Reset your second factor", "The link expires in one hour.")
                .text("A reset of multi-factor authentication was requested for your account.")
                .text("When you follow the link, your authenticator and your recovery codes are void, and you are signed out everywhere. You enroll an authenticator again when you next sign in.")
                .button("Reset MFA", link)
                .small("The link works once, within one hour. If you didn't request it, ignore this email and change your password, because the requester may know it."),
        ))
    }
}

/// Notice of a security-relevant change to the account's owner (ASVS 5.0, 6.3.7).
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Notice {
    PasswordChanged,
    /// Authenticator and recovery codes were removed.
    SecondFactorReset,
    SecondFactorEnrolled,
    RecoveryCodesRenewed,
}

impl Mail for Notice {
    const KIND: &'static str = "account-notice";

    async fn letter(self, draft: &mut Draft<'_>) -> Result<Option<Letter>> {
        let (subject, text) = match self {
            Notice::PasswordChanged => (
                "Your password was changed",
                "The password of your account was changed, and other sign-ins were ended.",
            ),
            Notice::SecondFactorReset => (
                "Your second factor was reset",
                "The authenticator and the recovery codes of your account are void, and all sign-ins were ended.",
            ),
            Notice::SecondFactorEnrolled => {
                ("An authenticator was added", "An authenticator was added to your account as its second factor.")
            }
            Notice::RecoveryCodesRenewed => (
                "Your recovery codes were renewed",
                "Ten new recovery codes were made for your account; the old ones are void.",
            ),
        };
        let advice = format!(
            "If it wasn't you, request a new password now and contact {}. Your account may be compromised.",
            draft.look.name
        );
        Ok(Some(Letter::new(subject, text).text(text).text(advice)))
    }
}

/// Queues a notice to a user. The transaction has entered the user's home company.
pub(crate) async fn notify(connection: &mut PgConnection, person: &Person, notice: Notice) -> Result<()> {
    mail::enqueue(connection, person.home_company, Some(person.id), address(person), &notice).await?;
    Ok(())
}
