//! Joint groups: the borrowers who share sections 2 and 3 (URLA-03).

use crate::application::Application;
use uuid::Uuid;

/// The joint groups, each with its borrowers in the order of the application. Two borrowers are in one group if either
/// applies jointly with the other.
#[must_use]
pub fn groups(application: &Application) -> Vec<Vec<Uuid>> {
    let mut groups: Vec<Vec<Uuid>> = application.borrowers.iter().map(|borrower| vec![borrower.id]).collect();
    for borrower in &application.borrowers {
        let Some(other) = borrower.joint_with else { continue };
        let at = |id: Uuid| groups.iter().position(|group| group.contains(&id));
        if let (Some(one), Some(two)) = (at(borrower.id), at(other))
            && one != two
        {
            let joined = groups.remove(one.max(two));
            groups[one.min(two)].extend(joined);
        }
    }
    let place = |id: &Uuid| application.borrowers.iter().position(|borrower| borrower.id == *id);
    groups.iter_mut().for_each(|group| group.sort_by_key(place));
    groups
}

/// The group of an item's first owner. An item without an owner belongs to the first group.
#[must_use]
pub fn group_of<'a>(groups: &'a [Vec<Uuid>], owners: &[Uuid]) -> &'a [Uuid] {
    let owned = groups.iter().find(|group| owners.first().is_some_and(|owner| group.contains(owner)));
    owned.or(groups.first()).map_or(&[], Vec::as_slice)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::application::Borrower;

    /// URLA-03: a second couple that applies separately is a second group.
    #[test]
    fn couples_who_apply_jointly_are_a_group() {
        let id = Uuid::from_u128;
        let borrower =
            |number, other: Option<u128>| Borrower { id: id(number), joint_with: other.map(id), ..Borrower::default() };
        let borrowers = vec![borrower(1, Some(3)), borrower(2, Some(4)), borrower(3, Some(1)), borrower(4, None)];
        let application = Application { borrowers, ..Application::default() };
        let found = groups(&application);
        assert_eq!(found, [vec![id(1), id(3)], vec![id(2), id(4)]]);
        assert_eq!(group_of(&found, &[id(4)]), [id(2), id(4)]);
        assert_eq!(group_of(&found, &[]), [id(1), id(3)]);
        assert_eq!(group_of(&[], &[]), [] as [Uuid; 0]);
    }
}
