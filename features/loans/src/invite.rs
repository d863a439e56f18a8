//! A borrower is invited to the borrower portal, by mail, when their loan is made.

use crate::store::team::{self as store, Portal};
use lending::{application::Borrower, portals::borrower_link};
use platform::{
    Origin, Result, Tx,
    mail::{self, Address, Draft, Letter, Mail},
};
use serde::{Deserialize, Serialize};

/// Invites the borrower of a loan; nobody where there is no address, or no browser to tell where the company is reached.
pub(crate) async fn invite(tx: &mut Tx, officer: i64, borrower: Option<&Borrower>) -> Result<()> {
    let Some(origin) = tx.actor().origin.as_deref().map(str::to_owned) else { return Ok(()) };
    let Some((borrower, email)) = borrower.and_then(|borrower| Some((borrower, borrower.email.as_ref()?))) else {
        return Ok(());
    };
    let names = [borrower.first_name.as_deref(), borrower.last_name.as_deref()];
    let name = names.into_iter().flatten().collect::<Vec<_>>().join(" ");
    let to = Address { email: email.as_str(), name: Some(&name).filter(|name| !name.is_empty()).map(String::as_str) };
    let company = tx.company();
    mail::enqueue(tx, company, None, to, &Invitation { origin, officer }).await?;
    Ok(())
}

/// An invitation to the borrower portal.
#[derive(Serialize, Deserialize)]
pub(crate) struct Invitation {
    /// Scheme and host by which the company was reached.
    origin: String,
    /// The officer's membership.
    officer: i64,
}

impl Mail for Invitation {
    const KIND: &'static str = "borrower-invitation";

    async fn letter(self, draft: &mut Draft<'_>) -> Result<Option<Letter>> {
        let Some(portal) = store::portal(draft.tx, draft.company, self.officer).await? else { return Ok(None) };
        let Portal { officer_name, company_name, .. } = &portal;
        let text = format!("{officer_name} of {company_name} has started a loan application for you.");
        let letter = Letter::new(format!("{officer_name} invites you to your loan application"), text.clone())
            .text(text)
            .text("Follow it, answer questions and send documents on the borrower portal.")
            .button("Open the borrower portal", address(&portal, &self.origin))
            .small("If you did not ask for a loan, ignore this mail.");
        Ok(Some(letter))
    }
}

/// The officer's borrower portal, else the company's host for borrowers, else the licensing id under the company's address
/// (decision D20).
fn address(portal: &Portal, origin: &str) -> String {
    let host = || portal.host.as_deref().and_then(Origin::of_host).map(|origin| origin.base());
    let licensing_id = || portal.company_nmls_id.as_deref().map(|id| format!("{origin}/{id}"));
    let of_officer = || Some(borrower_link(portal.url.as_deref()?, portal.officer_nmls_id.as_deref()));
    of_officer().or_else(host).or_else(licensing_id).unwrap_or_else(|| origin.to_owned())
}
