use super::*;
use proptest::prelude::*;

fn person(first: &str, last: &str) -> Person {
    Person { first_name: first.into(), last_name: last.into(), ..Person::default() }
}

impl Person {
    fn email(mut self, email: &str) -> Self {
        self.emails.push(email.parse().unwrap());
        self
    }
    fn phone(mut self, phone: &str) -> Self {
        self.phones.push(phone.parse().unwrap());
        self
    }
    fn ssn(mut self, number: u8) -> Self {
        self.taxpayer_identifier = Some(Fingerprint(vec![number]));
        self
    }
    fn born(mut self, day: u8) -> Self {
        self.birth_date = Some(Fingerprint(vec![day]));
        self
    }
    fn lives(mut self, street: &str, zip: &str) -> Self {
        (self.street, self.postal_code) = (Some(street.into()), Some(zip.parse().unwrap()));
        self
    }
}

fn strength(one: &Person, other: &Person) -> Option<Strength> {
    compare(one, other, &MatchWeights::default(), &Nicknames::default()).map(|agreement| agreement.strength)
}

fn shared(one: &Person, other: &Person) -> Vec<MatchKeyKind> {
    let nicknames = Nicknames::default();
    let others = keys(other, &nicknames);
    let mut kinds: Vec<_> =
        keys(one, &nicknames).into_iter().filter(|key| others.contains(key)).map(|key| key.kind).collect();
    kinds.dedup();
    kinds
}

/// DUP-02: keys don't depend on spelling details.
#[test]
fn different_spellings_have_the_same_keys() {
    let jose = person("José", " O'Neill-Smith").phone("(415) 555-0132").email("Jose.ONeill+loans@GMAIL.com");
    let plain = person("jose", "oneill smith").phone("+1 415 555 0132").email("joseoneill@googlemail.com");
    assert_eq!(
        shared(&jose, &plain),
        [MatchKeyKind::Email, MatchKeyKind::Phone, MatchKeyKind::Name, MatchKeyKind::NearName]
    );
    let home = person("Maya", "Ortiz").lives("1200 Main Street, Apt. 4", "94103-1234");
    let other = person("M", "Ortiz").lives("1200 main st #4", "94103");
    assert_eq!(shared(&home, &other), [MatchKeyKind::Address]);
    assert_eq!(address_key(&person("A", "B").lives("Main Street", "94103")), None, "a street without a number");
    assert_eq!(
        mailbox_key(&"a.b+c@example.com".parse().unwrap()),
        "a.b@example.com",
        "other mail providers distinguish dots"
    );
}

/// DUP-03: the strength of a match, and the fields that agree.
#[test]
fn the_strength_depends_on_the_fields_that_agree() {
    let maya = person("Maya", "Ortiz").ssn(1).email("maya@example.com").phone("4155550132").born(7);
    for (other, expected) in [
        (person("Someone", "Else").ssn(1), Some(Strength::Certain)),
        (person("", "Ortiz").email("maya@example.com"), Some(Strength::Likely)),
        (person("", "").phone("4155550132"), Some(Strength::Possible)),
        (person("Maya", "Ortiz"), Some(Strength::Possible)),
        (person("Maya", "Ortiz").phone("4155550132"), Some(Strength::Likely)),
        (person("Maya", "Ortiz").born(7), Some(Strength::Likely)),
        (person("Maya", "Ortiz").born(7).email("maya@example.com"), Some(Strength::Certain)),
        (person("Maya", "Ortiz").ssn(2).email("maya@example.com").born(7), Some(Strength::Possible)),
        (person("Maya", "Smith"), None),
        (person("Liam", "Ortiz"), None),
        (person("Liam", "Chen").born(7), None),
        (person("", ""), None),
    ] {
        assert_eq!(strength(&maya, &other), expected, "{} {}", other.first_name, other.last_name);
    }
    let agreement =
        compare(&maya, &person("Maya", "Ortiz").phone("4155550132"), &MatchWeights::default(), &Nicknames::default());
    let fields: Vec<_> = agreement.unwrap().fields.iter().map(|agreed| (agreed.field, agreed.equal)).collect();
    assert_eq!(fields, [(MatchField::Phone, true), (MatchField::FirstName, true), (MatchField::LastName, true)]);
}

/// DUP-03: each company sets its own weights.
#[test]
fn a_company_can_change_the_weights() {
    let (one, other) = (person("", "").phone("4155550132"), person("", "").phone("4155550132"));
    let weights = MatchWeights { phone: 60, ..MatchWeights::default() };
    assert_eq!(compare(&one, &other, &weights, &Nicknames::default()).unwrap().strength, Strength::Likely);
}

/// DUP-05: nicknames and typing errors are possible matches.
#[test]
fn bob_is_robert_and_smtih_is_smith() {
    let possible = Some(Strength::Possible);
    assert_eq!(strength(&person("Bob", "Smith"), &person("Robert", "Smith")), possible);
    assert_eq!(strength(&person("Katherine", "Bell"), &person("Catherine", "Bell")), possible);
    assert_eq!(strength(&person("Anna", "Smtih").born(3), &person("Anna", "Smith").born(3)), possible);
    assert_eq!(strength(&person("Ortiz", "Maya"), &person("Maya", "Ortiz")), possible);
    assert_eq!(strength(&person("M", "Ortiz"), &person("Maya Luisa", "Ortiz")), possible);
    assert_eq!(strength(&person("Tim", "Bell"), &person("Kim", "Bell")), None);
    assert_eq!(strength(&person("John", "Bell Jr."), &person("John", "Bell, Sr")), None);
    assert!(shared(&person("Bob", "Smith"), &person("Robert", "Smith")).contains(&MatchKeyKind::Name));
    assert!(shared(&person("Ortiz", "Maya"), &person("Maya", "Ortiz")).contains(&MatchKeyKind::Name));
    for slip in ["Smtih", "Smih", "Smmith", "Snith", "Smith"] {
        let shared = shared(&person("Anna", slip), &person("Anna", "Smith"));
        assert!(shared.contains(&MatchKeyKind::NearName), "{slip}");
    }
    assert_eq!(shared(&person("Anna", "Smithers"), &person("Anna", "Smith")), []);
    let own = Nicknames::with(std::iter::once("Wolfgang Wolfi"));
    let weights = MatchWeights::default();
    assert!(compare(&person("Wolfi", "Bauer"), &person("Wolfgang", "Bauer"), &weights, &own).is_some());
}

/// DUP-06: spouses who share a mailbox or other contact data stay two people.
#[test]
fn spouses_stay_two_people() {
    let maya = person("Maya", "Ortiz").email("ortiz@example.com").phone("4155550132").lives("12 Main St", "94103");
    let luis = person("Luis", "Ortiz").email("ortiz@example.com");
    let (weights, nicknames) = (MatchWeights::default(), Nicknames::default());
    let agreement = compare(&maya, &luis, &weights, &nicknames).unwrap();
    assert_eq!((agreement.strength, may_link(&agreement)), (Strength::Possible, false));
    let herself = compare(&maya, &person("Maya", "Ortiz").email("ortiz@example.com"), &weights, &nicknames).unwrap();
    assert!(may_link(&herself));
    let household = compare(&maya, &luis.phone("4155550132").lives("12 Main Street", "94103"), &weights, &nicknames);
    assert!(!may_link(&household.unwrap()));
}

/// People who must never be merged automatically, and one whose name changed when she married (DUP-06).
#[test]
fn ambiguous_matches_need_a_decision() {
    let home = |person: Person| person.email("bell@example.com").phone("4155550132").lives("12 Main St", "94103");
    let john = home(person("John", "Bell"));
    for (other, who) in [
        (home(person("John", "Bell Jr")), "a son, who alone bears the suffix"),
        (home(person("Bell Jr", "John")), "the same son, written last name first"),
        (home(person("Jon", "Bell")).born(9), "a son of nearly the same name"),
        (home(person("Johnny", "Bell")).ssn(2), "a son called by a nickname, with a number of his own"),
        (home(person("Joan", "Bell")), "a wife whose name is a slip away"),
        (home(person("Jane", "Bell")), "a twin sister"),
        (home(person("J", "Bell")), "an initial that may be any of them"),
        (home(person("", "Bell")), "one without a first name"),
        (person("John", "Bell").phone("4155550132").lives("12 Main St", "94103"), "the grandfather in the same house"),
    ] {
        for known in [john.clone(), john.clone().born(3), john.clone().ssn(1).born(3)] {
            let Some(agreement) = compare(&known, &other, &MatchWeights::default(), &Nicknames::default()) else {
                continue;
            };
            let may = may_link(&agreement);
            assert!(!may, "{who} was linked: {agreement:?}");
        }
    }
    let (twin, other_twin) = (home(person("Anna", "Bell")).born(3), home(person("Anne", "Bell")).born(3));
    let twins = compare(&twin, &other_twin, &MatchWeights::default(), &Nicknames::default()).unwrap();
    assert!(!may_link(&twins), "twins with similar names: {twins:?}");
    let married = compare(
        &person("Maya", "Ortiz").ssn(7).born(4),
        &person("Maya", "Bell").ssn(7).born(4),
        &MatchWeights::default(),
        &Nicknames::default(),
    );
    assert!(may_link(&married.unwrap()), "the same number is the same person under any name");
    assert_eq!(
        strength(&person("Maya", "Ortiz").email("m@example.com"), &person("Maya", "Bell").email("m@example.com")),
        Some(Strength::Possible),
        "a married name without a number is asked about"
    );
}

proptest! {
    /// The comparison is symmetric, and likely matches share a key.
    #[test]
    fn comparison_is_symmetric_and_matches_share_a_key(
        one in any_person(),
        other in any_person(),
    ) {
        let (weights, nicknames) = (MatchWeights::default(), Nicknames::default());
        let there = compare(&one, &other, &weights, &nicknames);
        let back = compare(&other, &one, &weights, &nicknames);
        prop_assert_eq!(&there, &back);
        if there.is_some_and(|agreement| agreement.strength > Strength::Possible) {
            prop_assert!(!shared(&one, &other).is_empty());
        }
    }
}

fn any_person() -> impl Strategy<Value = Person> {
    let first = prop::sample::select(vec!["Bob", "Robert", "Maya", "", "Katherine", "Kate", "Ortiz"]);
    let last = prop::sample::select(vec!["Smith", "Smtih", "Ortiz", "", "Bell Jr", "Bell", "Maya"]);
    (first, last, 0..3u8, 0..3u8, 0..3u8, 0..3u8, any::<bool>()).prop_map(
        |(first, last, ssn, born, mail, phone, home)| {
            let mut one = person(first, last);
            if ssn > 0 {
                one = one.ssn(ssn);
            }
            if born > 0 {
                one = one.born(born);
            }
            if mail > 0 {
                one = one.email(&format!("m{mail}@example.com"));
            }
            if phone > 0 {
                one = one.phone(&format!("415555013{phone}"));
            }
            if home {
                one = one.lives("12 Main St", "94103");
            }
            one
        },
    )
}
