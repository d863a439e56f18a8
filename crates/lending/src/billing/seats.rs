//! Who sits on which seat.

use super::SeatKind;
use std::collections::BTreeMap;

/// How many seats of each kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Seats {
    /// For loan officers.
    pub officers: u32,
    /// For everybody else.
    pub support: u32,
}

impl Seats {
    /// Whether there are at least as many of each kind.
    #[must_use]
    pub fn cover(self, others: Seats) -> bool {
        self.officers >= others.officers && self.support >= others.support
    }

    /// One for each who needs one.
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

/// Somebody who needs a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Need {
    /// Who.
    pub user: i64,
    /// They originate loans.
    pub is_officer: bool,
    /// The seat that they have.
    pub has: Option<SeatKind>,
}

/// Who sits where.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Seated {
    /// Person to kind of seat.
    pub seats: BTreeMap<i64, SeatKind>,
    /// Loan officers on seats of the support staff.
    pub officers_on_support_seats: u32,
    /// People for whom there is none.
    pub unseated: Vec<i64>,
}

/// Gives the seats out. Whoever sits right keeps the seat; then each gets one of their own kind, first come first; what is
/// left over serves the other kind. The order of `needs` is the order in which people came.
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
    fn everybody_gets_a_seat_of_their_kind_first_come_first() {
        let needs = [officer(1), support(2), officer(3)];
        assert_eq!(Seats::for_all(&needs), Seats { officers: 2, support: 1 });
        let seated = seat(&needs, Seats { officers: 1, support: 1 });
        assert_eq!(seated.seats, BTreeMap::from([(1, SeatKind::LO), (2, SeatKind::SUPPORT)]));
        assert_eq!(seated.unseated, [3]);
    }

    #[test]
    fn an_officer_takes_a_support_seat_that_nobody_else_needs() {
        let seated = seat(&[officer(1), officer(2), support(3)], Seats { officers: 1, support: 2 });
        assert_eq!(seated.seats[&2], SeatKind::SUPPORT);
        assert_eq!(seated.officers_on_support_seats, 1);
        assert!(seated.unseated.is_empty());
    }

    #[test]
    fn who_sits_right_keeps_the_seat_from_who_came_before() {
        let sitting = Need { has: Some(SeatKind::LO), ..officer(9) };
        let seated = seat(&[officer(1), sitting], Seats { officers: 1, support: 0 });
        assert_eq!((seated.seats.get(&9), seated.unseated), (Some(&SeatKind::LO), vec![1]));
    }

    #[test]
    fn a_support_person_may_sit_on_an_officers_seat_without_that_being_news() {
        let seated = seat(&[support(1)], Seats { officers: 1, support: 0 });
        assert_eq!((seated.seats[&1], seated.officers_on_support_seats), (SeatKind::LO, 0));
    }

    #[test]
    fn nobody_sits_twice_and_no_seat_is_given_twice() {
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
