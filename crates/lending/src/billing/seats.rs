//! Assigns the seats of a subscription to users.

use super::SeatKind;
use std::collections::BTreeMap;

/// Number of seats by kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Seats {
    /// Loan officer seats.
    pub officers: u32,
    /// Support seats.
    pub support: u32,
}

impl Seats {
    /// Whether there are at least as many seats of each kind as in `others`.
    #[must_use]
    pub fn cover(self, others: Seats) -> bool {
        self.officers >= others.officers && self.support >= others.support
    }

    /// The seats needed so that every user in `needs` has one of their own kind.
    #[must_use]
    pub fn for_all(needs: &[Need]) -> Seats {
        let officers = needs.iter().filter(|need| need.is_officer).count();
        let count = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
        Seats { officers: count(officers), support: count(needs.len() - officers) }
    }

    fn of(&mut self, kind: SeatKind) -> &mut u32 {
        match kind {
            SeatKind::LO => &mut self.officers,
            SeatKind::SUPPORT => &mut self.support,
        }
    }

    fn take(&mut self, kind: SeatKind) -> bool {
        let left = self.of(kind);
        let is_free = *left > 0;
        *left = left.saturating_sub(1);
        is_free
    }
}

/// A user who needs a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Need {
    /// User id.
    pub user: i64,
    /// Whether the user originates loans.
    pub is_officer: bool,
    /// The seat the user has now, if any.
    pub has: Option<SeatKind>,
}

/// Result of assigning seats.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Seated {
    /// Kind of seat by user id.
    pub seats: BTreeMap<i64, SeatKind>,
    /// Number of loan officers on support seats.
    pub officers_on_support_seats: u32,
    /// Users without a seat.
    pub unseated: Vec<i64>,
}

/// Assigns seats. Users who already have a seat of their own kind keep it. Then the others get seats of their own kind
/// in the order of `needs`, which is the order in which users joined. Left-over seats go to users of the other kind.
#[must_use]
pub fn seat(needs: &[Need], bought: Seats) -> Seated {
    let mut free = bought;
    let mut seated = Seated::default();
    let own = |need: &Need| if need.is_officer { SeatKind::LO } else { SeatKind::SUPPORT };
    let (sitting, coming): (Vec<&Need>, Vec<&Need>) = needs.iter().partition(|need| need.has == Some(own(need)));
    let mut waiting = Vec::new();
    for need in sitting.into_iter().chain(coming) {
        match free.take(own(need)) {
            true => drop(seated.seats.insert(need.user, own(need))),
            false => waiting.push(need),
        }
    }
    for need in waiting {
        let other = if need.is_officer { SeatKind::SUPPORT } else { SeatKind::LO };
        match free.take(other) {
            true => {
                seated.seats.insert(need.user, other);
                seated.officers_on_support_seats += u32::from(need.is_officer);
            }
            false => seated.unseated.push(need.user),
        }
    }
    seated
}

#[cfg(test)]
mod tests {
    use super::*;

    fn officer(user: i64) -> Need {
        Need { user, is_officer: true, has: None }
    }

    fn support(user: i64) -> Need {
        Need { user, is_officer: false, has: None }
    }

    #[test]
    fn seats_of_the_right_kind_go_to_users_in_order() {
        let needs = [officer(1), support(2), officer(3)];
        assert_eq!(Seats::for_all(&needs), Seats { officers: 2, support: 1 });
        let seated = seat(&needs, Seats { officers: 1, support: 1 });
        assert_eq!(seated.seats, BTreeMap::from([(1, SeatKind::LO), (2, SeatKind::SUPPORT)]));
        assert_eq!(seated.unseated, [3]);
    }

    #[test]
    fn an_officer_gets_a_left_over_support_seat() {
        let seated = seat(&[officer(1), officer(2), support(3)], Seats { officers: 1, support: 2 });
        assert_eq!(seated.seats[&2], SeatKind::SUPPORT);
        assert_eq!(seated.officers_on_support_seats, 1);
        assert!(seated.unseated.is_empty());
    }

    #[test]
    fn a_user_on_the_right_seat_keeps_it_even_if_another_joined_earlier() {
        let sitting = Need { has: Some(SeatKind::LO), ..officer(9) };
        let seated = seat(&[officer(1), sitting], Seats { officers: 1, support: 0 });
        assert_eq!((seated.seats.get(&9), seated.unseated), (Some(&SeatKind::LO), vec![1]));
    }

    #[test]
    fn a_support_user_on_an_officer_seat_is_not_reported() {
        let seated = seat(&[support(1)], Seats { officers: 1, support: 0 });
        assert_eq!((seated.seats[&1], seated.officers_on_support_seats), (SeatKind::LO, 0));
    }

    #[test]
    fn no_user_and_no_seat_is_assigned_twice() {
        for officers in 0..5 {
            for support_seats in 0..5 {
                let needs = [officer(1), officer(2), officer(3), support(4), support(5)];
                let seated = seat(&needs, Seats { officers, support: support_seats });
                assert_eq!(seated.seats.len() + seated.unseated.len(), needs.len());
                let of = |kind| seated.seats.values().filter(|seat| **seat == kind).count();
                assert!(of(SeatKind::LO) <= officers as usize && of(SeatKind::SUPPORT) <= support_seats as usize);
                assert_eq!(seated.seats.len(), needs.len().min((officers + support_seats) as usize));
            }
        }
    }
}
