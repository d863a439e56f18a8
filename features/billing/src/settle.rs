//! Assigns seats and restrictions according to subscriptions and members.

use crate::{
    party,
    store::{
        self, Owner, Subscription,
        people::{self, Company, Member},
    },
};
use lending::billing::{Need, Payer, SeatKind, Seats, State, Viewer, banner, is_restricted, seat};
use platform::Result;
use sqlx::PgConnection;
use std::collections::BTreeMap;

/// A company with its members and subscriptions.
pub(crate) struct Roster {
    pub company: Company,
    pub subscriptions: Vec<Subscription>,
    members: Vec<Member>,
    id: i64,
}

impl Roster {
    pub(crate) async fn read(connection: &mut PgConnection, company: i64) -> Result<Self> {
        Ok(Self {
            company: people::company(connection, company).await?,
            subscriptions: store::subscriptions(connection, company).await?,
            members: people::members(connection, company).await?,
            id: company,
        })
    }

    fn payer(&self, member: &Member) -> (Payer, Owner) {
        let payer = if member.pays_alone { Payer::SELF } else { self.company.payer(member.unit) };
        (payer, party::owner(payer, self.id, member.unit, member.user))
    }

    fn subscription(&self, owner: Owner) -> Option<&Subscription> {
        self.subscriptions.iter().find(|subscription| match owner {
            Owner::Unit(unit) => subscription.row.org_unit_id == Some(unit),
            Owner::Person(user) => subscription.row.user_id == Some(user),
        })
    }

    /// The users who need a seat of a payer, earliest first. A user in several units of one payer needs one seat.
    pub(crate) fn needs(&self, owner: Owner, seats: &BTreeMap<(i64, i64), SeatKind>) -> Vec<Need> {
        let subscription = self.subscription(owner).map(|subscription| subscription.row.id);
        let mut needs: BTreeMap<i64, Need> = BTreeMap::new();
        for member in &self.members {
            if member.is_contractor || self.payer(member).1 != owner {
                continue;
            }
            let has = subscription.and_then(|id| seats.get(&(id, member.user)).copied());
            let need = needs.entry(member.user).or_insert(Need { user: member.user, is_officer: false, has });
            need.is_officer |= member.is_officer;
        }
        needs.into_values().collect()
    }

    /// Number of seats that a payer's users need.
    pub(crate) fn needed(&self, owner: Owner) -> Seats {
        Seats::for_all(&self.needs(owner, &BTreeMap::new()))
    }
}

/// Recomputes seats and restrictions. Call it in every transaction that changes subscriptions, payers, members or their
/// roles.
pub async fn settle(connection: &mut PgConnection, company: i64) -> Result<()> {
    store::lock(connection, company).await?;
    let roster = Roster::read(connection, company).await?;
    let (mut seats, mut restricted) = (BTreeMap::new(), BTreeMap::new());
    if roster.company.is_enabled {
        let present = people::seats(connection, company).await?;
        for subscription in &roster.subscriptions {
            if let Some(unit) = subscription.row.org_unit_id {
                let needs = roster.needs(Owner::Unit(unit), &present);
                let seated = seat(&needs, seats_of(subscription, &needs));
                seats.extend(seated.seats.into_iter().map(|(user, kind)| ((subscription.row.id, user), kind)));
            }
        }
        restricted = restrictions(&roster, &seats);
    }
    people::write_seats(connection, company, &seats).await?;
    people::write_restrictions(connection, company, &restricted).await
}

/// A trial has a seat for every user.
pub(crate) fn seats_of(subscription: &Subscription, needs: &[Need]) -> Seats {
    match subscription.terms.state {
        State::TRIAL => Seats::for_all(needs),
        _ => subscription.seats,
    }
}

/// Restricted memberships with their messages.
fn restrictions(roster: &Roster, seats: &BTreeMap<(i64, i64), SeatKind>) -> BTreeMap<i64, String> {
    let today = store::today(&roster.company.time_zone);
    let told = |member: &Member| {
        let (payer, owner) = roster.payer(member);
        let subscription = roster.subscription(owner);
        let needs_seat = !member.is_contractor && matches!(owner, Owner::Unit(_));
        let has_seat = subscription.is_some_and(|found| seats.contains_key(&(found.row.id, member.user)));
        let viewer = Viewer {
            payer,
            manages: false,
            is_seated: has_seat || !needs_seat,
            unseated: 0,
            officers_on_support_seats: 0,
        };
        let terms = subscription.map(|subscription| &subscription.terms);
        let service = terms.map_or(lending::billing::Service::Gone, |terms| terms.service(today));
        is_restricted(service, &viewer).then(|| banner(terms, today, &viewer)).flatten().map(|banner| banner.text)
    };
    roster.members.iter().filter_map(|member| Some((member.membership, told(member)?))).collect()
}
