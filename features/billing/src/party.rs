//! The payer of a subscription, and whether the actor manages it.

use crate::store::{
    self, Owner, Subscription,
    people::{self, Company},
};
use jiff::civil::Date;
use lending::{
    access::{Grants, Permission, Role},
    billing::Payer,
};
use platform::{Error, Result, Tx};

/// A payer managed by the actor.
#[derive(Clone, Debug)]
pub(crate) struct Party {
    pub payer: Payer,
    pub owner: Owner,
    /// In the company's time zone.
    pub today: Date,
}

/// Permission for managing a payer's billing.
pub(crate) fn permission(payer: Payer) -> Permission {
    match payer {
        Payer::COMPANY | Payer::BRANCH => Permission::BillingManage,
        Payer::SELF => Permission::UpgradeOwnPlan,
    }
}

/// Returns true if the user manages a payer's billing: company admins at headquarters manage the company's, branch
/// admins the branch's, and all users their own.
pub(crate) fn manages(grants: &Grants, payer: Payer) -> bool {
    grants.may(permission(payer))
        && match payer {
            Payer::COMPANY => grants.at_headquarters() && grants.roles().contains(&Role::CompanyAdmin),
            Payer::BRANCH => !grants.at_headquarters(),
            Payer::SELF => true,
        }
}

/// Who pays for the actor, and the owner of that subscription.
pub(crate) async fn own(tx: &mut Tx, company: &Company) -> Result<(Payer, Owner)> {
    let (id, unit, user) = (tx.company(), tx.actor().org_unit(), tx.actor().user);
    let payer = match people::pays_alone(tx, id, user).await? {
        true => Payer::SELF,
        false => company.payer(unit),
    };
    Ok((payer, owner(payer, id, unit, user)))
}

/// Owner of the subscription for a user in a unit.
pub(crate) fn owner(payer: Payer, company: i64, unit: i64, user: i64) -> Owner {
    match payer {
        Payer::COMPANY => Owner::Unit(company),
        Payer::BRANCH => Owner::Unit(unit),
        Payer::SELF => Owner::Person(user),
    }
}

impl Party {
    /// Finds the requested payer. Users whose company or branch pays can't pay for themselves, unless nothing is paid
    /// anymore.
    ///
    /// # Errors
    ///
    /// [`Error::Forbidden`], or a message why there is nothing to manage.
    pub(crate) async fn of(tx: &mut Tx, payer: Payer) -> Result<Self> {
        if !manages(&tx.actor().access.grants, payer) {
            return Err(Error::Forbidden);
        }
        let (id, unit, user) = (tx.company(), tx.actor().org_unit(), tx.actor().user);
        let company = people::company(tx, id).await?;
        if !company.is_enabled {
            return Err(conflict("LWBILL10404", "Nothing is billed to your company."));
        }
        let today = store::today(&company.time_zone);
        let (own_payer, own_owner) = own(tx, &company).await?;
        match payer {
            Payer::COMPANY => {}
            Payer::BRANCH if company.payer(unit) == Payer::BRANCH => {}
            Payer::BRANCH => return Err(conflict("LWBILL10405", "Your company pays for this branch.")),
            Payer::SELF if own_payer == Payer::SELF => {}
            Payer::SELF => {
                let served = store::subscription(tx, id, own_owner).await?;
                if served.is_some_and(|served| !served.terms.service(today).is_restricted()) {
                    return Err(conflict("LWBILL10406", "Your company pays for your license."));
                }
            }
        }
        Ok(Self { payer, owner: owner(payer, id, unit, user), today })
    }

    /// The payer's subscription, if any.
    pub(crate) async fn subscription(&self, tx: &mut Tx) -> Result<Option<Subscription>> {
        let company = tx.company();
        store::subscription(tx, company, self.owner).await
    }
}

pub(crate) fn conflict(code: &'static str, message: impl Into<String>) -> Error {
    Error::Conflict { code, message: message.into(), details: None }
}
