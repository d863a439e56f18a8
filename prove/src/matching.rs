//! Duplicate detection finds people with two records and doesn't match different people.
//!
//! Generates a town with families who share a house, phone or mailbox, fathers and sons with the same name, and twins.
//! Some people then get a second record with realistic differences: a typing error, a nickname, last name first, or a
//! new phone. As in the database, only records with a common key are compared.

use crate::table::Proof;
use lending::matching::{Fingerprint, MatchWeights, Nicknames, Person, Strength, compare, keys};
use rand::{RngExt, SeedableRng, rngs::StdRng, seq::IndexedRandom};
use std::collections::{BTreeSet, HashMap};

/// Size of the proof.
#[derive(Clone, Copy, Debug)]
pub struct Size {
    /// Number of records, including duplicates.
    pub people: usize,
    /// Number of people with two records.
    pub duplicates: usize,
    /// Seed of the first town; the next four use the following seeds. The thresholds were tuned on seed 0, which is
    /// never used here.
    pub seed: u64,
}

/// Minimum share of reported pairs that are the same person.
const PRECISION_MIN: f64 = 0.98;
/// Minimum share of actual pairs that are reported.
const RECALL_MIN: f64 = 0.95;
/// Number of towns.
const TOWNS: u64 = 5;
/// Maximum number of people with a common key who are compared. A more common key says too little.
const SHARING_MAX: usize = 400;

/// Generates towns and looks for duplicates in them.
#[must_use]
pub fn prove(size: Size) -> Proof {
    let mut proof = Proof::of("matching");
    for seed in (size.seed..).filter(|seed| *seed != 0).take(TOWNS as usize) {
        let town = Town::drawn(size.people, size.duplicates, seed);
        let (found, one_person) = town.found();
        let right = found.intersection(&town.twice).count();
        let precision = right as f64 / found.len().max(1) as f64;
        let recall = right as f64 / town.twice.len().max(1) as f64;
        let wrong: Vec<_> = found.difference(&town.twice).take(3).map(|pair| town.told(*pair)).collect();
        let missed: Vec<_> = town.twice.difference(&found).take(3).map(|pair| town.told(*pair)).collect();
        proof.row(
            format!("{} records, {} people twice (seed {seed})", size.people, size.duplicates),
            format!("precision at least {PRECISION_MIN}, recall at least {RECALL_MIN}"),
            format!("precision {precision:.4}, recall {recall:.4}"),
            precision >= PRECISION_MIN && recall >= RECALL_MIN,
        );
        if precision < PRECISION_MIN || recall < RECALL_MIN {
            proof.none("what went wrong", "nothing", "", &[wrong, missed].concat());
        }
        let linked: Vec<_> = one_person.difference(&town.twice).map(|pair| town.told(*pair)).collect();
        proof.none(
            format!("links without asking a user (seed {seed})"),
            "no two people",
            &format!("{} links", one_person.len()),
            &linked,
        );
    }
    proof
}

type Pair = (usize, usize);

/// The records of a town and the actual pairs of duplicates.
struct Town {
    people: Vec<Person>,
    twice: BTreeSet<Pair>,
}

impl Town {
    fn drawn(people: usize, duplicates: usize, seed: u64) -> Self {
        let mut draw = Draw { random: StdRng::seed_from_u64(seed), serial: 0 };
        let mut town = Self { people: Vec::with_capacity(people), twice: BTreeSet::new() };
        while town.people.len() < people - duplicates {
            town.people.append(&mut draw.household());
        }
        town.people.truncate(people - duplicates);
        let mut chosen = BTreeSet::new();
        while chosen.len() < duplicates {
            chosen.insert(draw.random.random_range(0..people - duplicates));
        }
        for first in chosen {
            let again = draw.again(&town.people[first]);
            town.twice.insert((first, town.people.len()));
            town.people.push(again);
        }
        town
    }

    /// Pairs that are likely or certain matches, and those that would be linked automatically.
    fn found(&self) -> (BTreeSet<Pair>, BTreeSet<Pair>) {
        let (weights, nicknames) = (MatchWeights::default(), Nicknames::default());
        let mut sharing = HashMap::<_, Vec<usize>>::new();
        for (number, person) in self.people.iter().enumerate() {
            for key in keys(person, &nicknames) {
                sharing.entry(key).or_default().push(number);
            }
        }
        let pairs: BTreeSet<Pair> = sharing
            .values()
            .filter(|people| people.len() <= SHARING_MAX)
            .flat_map(|people| {
                people.iter().enumerate().flat_map(|(n, one)| people[..n].iter().map(|other| (*other, *one)))
            })
            .collect();
        let (mut found, mut linked) = (BTreeSet::new(), BTreeSet::new());
        for pair in pairs {
            let (one, other) = (&self.people[pair.0], &self.people[pair.1]);
            let Some(agreement) = compare(one, other, &weights, &nicknames) else { continue };
            if agreement.strength > Strength::Possible {
                found.insert(pair);
            }
            if lending::matching::may_link(&agreement) {
                linked.insert(pair);
            }
        }
        (found, linked)
    }

    fn told(&self, (one, other): Pair) -> String {
        let one_line = |person: &Person| {
            let Person { first_name, last_name, emails, phones, street, .. } = person;
            let (mails, born) = (emails.iter().map(ToString::to_string).collect::<Vec<_>>(), &person.birth_date);
            let phones: Vec<_> = phones.iter().map(|phone| phone.digits()).collect();
            let born = born.as_ref().map(|Fingerprint(day)| day.clone());
            format!("{first_name} {last_name} {mails:?} {phones:?} {street:?} {born:?}")
        };
        format!("{} / {}", one_line(&self.people[one]), one_line(&self.people[other]))
    }
}

/// Data shared by a household.
struct House {
    street: String,
    zip: String,
    phone: Option<String>,
    mailbox: Option<String>,
}

struct Draw {
    random: StdRng,
    serial: u64,
}

impl Draw {
    fn chance(&mut self, share: f64) -> bool {
        self.random.random_bool(share)
    }

    /// A random name. Early names in the list are much more frequent than late ones, as in reality.
    fn name(&mut self, names: &str) -> String {
        let names: Vec<_> = names.split_whitespace().collect();
        let at = self.random.random_range(0.0..1.0_f64).powi(2) * names.len() as f64;
        names[at as usize].to_owned()
    }

    /// A last name, rare in about one of three cases.
    fn last_name(&mut self) -> String {
        const ENDS: [&str; 12] =
            ["son", "berg", "ez", "man", "ski", "ford", "ton", "well", "ley", "ova", "ani", "strom"];
        match self.chance(0.35) {
            true => {
                let start = self.name(LAST);
                let end = ENDS.choose(&mut self.random).unwrap();
                format!("{start}{end}")
            }
            false => self.name(LAST),
        }
    }

    fn household(&mut self) -> Vec<Person> {
        let last = self.last_name();
        self.serial += 1;
        let house = House {
            street: format!("{} {}", self.random.random_range(1..9_900), self.name(STREETS).replace('-', " ")),
            zip: format!("{:05}", 10_000 + self.serial % 3_000),
            phone: self.chance(0.25).then(|| self.phone()),
            mailbox: self.chance(0.12).then(|| format!("{}.family{}@example.com", last.to_lowercase(), self.serial)),
        };
        let first = self.name(FIRST);
        let head = self.person(&first, &last, &house);
        let mut people = vec![head];
        if self.chance(0.4) {
            let (first, other) = (self.name(FIRST), self.last_name());
            let last = if self.chance(0.8) { last.clone() } else { other };
            if first != people[0].first_name {
                people.push(self.person(&first, &last, &house));
            }
        }
        if self.chance(0.01) {
            // A father and a son with the same name, distinguished by the suffix or else by their birth dates.
            let mut son = self.person(&first, &format!("{last} Jr"), &house);
            if self.chance(0.5) {
                son.last_name.clone_from(&last);
                for one in [&mut son, &mut people[0]] {
                    one.birth_date = Some(day(self.random.random_range(0..25_000)));
                }
            }
            people.push(son);
        }
        if self.chance(0.004) {
            let (one, other) = (self.name(FIRST), self.name(FIRST));
            if one != other && ![&one, &other].contains(&&first) {
                let born = day(self.random.random_range(0..25_000));
                for first in [one, other] {
                    let mut twin = self.person(&first, &last, &house);
                    twin.birth_date = Some(born.clone());
                    people.push(twin);
                }
            }
        }
        people
    }

    fn person(&mut self, first: &str, last: &str, house: &House) -> Person {
        self.serial += 1;
        let own =
            format!("{}.{}{}@example.com", first.to_lowercase(), last.to_lowercase().replace(' ', ""), self.serial);
        let email = match &house.mailbox {
            Some(shared) => Some(shared.clone()),
            None => self.chance(0.9).then_some(own),
        };
        let phone = match &house.phone {
            Some(shared) => Some(shared.clone()),
            None => self.chance(0.95).then(|| self.phone()),
        };
        let lives = self.chance(0.85);
        Person {
            first_name: first.to_owned(),
            last_name: last.to_owned(),
            emails: email.and_then(|text| text.parse().ok()).into_iter().collect(),
            phones: phone.and_then(|text| text.parse().ok()).into_iter().collect(),
            taxpayer_identifier: self.chance(0.3).then(|| Fingerprint(self.serial.to_be_bytes().to_vec())),
            birth_date: self.chance(0.6).then(|| day(self.random.random_range(0..25_000))),
            street: lives.then(|| house.street.clone()),
            postal_code: if lives { house.zip.parse().ok() } else { None },
        }
    }

    fn phone(&mut self) -> String {
        format!(
            "{}{:03}{:04}",
            self.random.random_range(201..990),
            self.random.random_range(200..999),
            self.random.random_range(0..9_999)
        )
    }

    /// A second record of the same person with one or two differences.
    fn again(&mut self, person: &Person) -> Person {
        let mut again = person.clone();
        if self.chance(0.7) {
            again.taxpayer_identifier = None;
        }
        let acts: [fn(&mut Self, &mut Person); 4] = [Self::slip, Self::nickname, Self::turn, Self::new_phone];
        let often = [0.35, 0.6, 0.7, 1.0];
        let mut done = BTreeSet::new();
        for _ in 0..if self.chance(0.4) { 2 } else { 1 } {
            let drawn = self.random.random_range(0.0..1.0);
            let act = often.iter().position(|limit| drawn < *limit).unwrap();
            if done.insert(act) {
                acts[act](self, &mut again);
            }
        }
        again
    }

    /// A typing error: an extra, missing, wrong or swapped letter.
    fn slip(&mut self, person: &mut Person) {
        let name = if self.chance(0.4) { &mut person.first_name } else { &mut person.last_name };
        let mut letters: Vec<_> = name.chars().collect();
        if letters.len() < 4 {
            return;
        }
        let at = self.random.random_range(1..letters.len() - 1);
        match self.random.random_range(0..4) {
            0 => letters.insert(at, letters[at]),
            1 => drop(letters.remove(at)),
            2 => letters[at] = (b'a' + self.random.random_range(0..26_u8)) as char,
            _ => letters.swap(at, at + 1),
        }
        *name = letters.into_iter().collect();
    }

    fn turn(&mut self, person: &mut Person) {
        std::mem::swap(&mut person.first_name, &mut person.last_name);
    }

    fn new_phone(&mut self, person: &mut Person) {
        person.phones = self.phone().parse().into_iter().collect();
    }

    fn nickname(&mut self, person: &mut Person) {
        let known = NICKNAMES.iter().find(|(given, _)| *given == person.first_name);
        match known {
            Some((_, short)) => person.first_name = (*short).to_owned(),
            None => person.first_name = person.first_name.chars().take(1).collect(),
        }
    }
}

fn day(number: u32) -> Fingerprint {
    Fingerprint(number.to_be_bytes().to_vec())
}

const FIRST: &str = "James Mary Michael Patricia Robert Jennifer John Linda David Elizabeth William Barbara Richard Susan \
    Joseph Jessica Thomas Karen Christopher Sarah Charles Lisa Daniel Nancy Matthew Sandra Anthony Ashley Mark Emily Steven \
    Kimberly Andrew Donna Paul Michelle Joshua Carol Kenneth Amanda Kevin Melissa Brian Deborah Timothy Stephanie José \
    Rebecca Luis Laura Edward Helen Ronald Sharon Jason Cynthia Jeffrey Kathleen Ryan Amy Jacob Angela Gary Shirley Nicholas \
    Brenda Eric Emma Jonathan Anna Stephen Pamela Larry Nicole Justin Samantha Scott Katherine Brandon Christine Benjamin \
    Virginia Samuel Debra Gregory Rachel Alexander Carolyn Patrick Janet Frank Maria Raymond Olivia Jack Heather Dennis \
    Catherine Jerry Diane Tyler Julie Aaron Joyce Adam Victoria Nathan Ruth Henry Lauren Douglas Kelly Zachary Christina \
    Peter Joan Kyle Evelyn Ethan Judith Mei Priya Wei Aisha Omar Fatima Hiroshi Yuki Ngozi Chidi Ximena Itzel Rohan Anjali";

const LAST: &str = "Smith Johnson Williams Brown Jones Garcia Miller Davis Rodriguez Martinez Hernandez Lopez Gonzalez Wilson \
    Anderson Thomas Taylor Moore Jackson Martin Lee Perez Thompson White Harris Sanchez Clark Ramirez Lewis Robinson Walker \
    Young Allen King Wright Scott Torres Nguyen Hill Flores Green Adams Nelson Baker Hall Rivera Campbell Mitchell Carter \
    Roberts Gomez Phillips Evans Turner Diaz Parker Cruz Edwards Collins Reyes Stewart Morris Morales Murphy Cook Rogers \
    Gutierrez Ortiz Morgan Cooper Peterson Bailey Reed Kelly Howard Ramos Kim Cox Ward Richardson Watson Brooks Chavez Wood \
    James Bennett Gray Mendoza Ruiz Hughes Price Alvarez Castillo Sanders Patel Myers Long Ross Foster Jimenez Powell Jenkins \
    Perry Russell Sullivan Bell Coleman Butler Henderson Barnes Gonzales Fisher Vasquez Simmons Romero Jordan Patterson \
    Alexander Hamilton Graham Reynolds Griffin Wallace Moreno West Cole Hayes Bryant Herrera Gibson Ellis Tran Medina Aguilar \
    Stevens Murray Ford Castro Marshall Owens Harrison Fernandez Mcdonald Woods Washington Kennedy Wells Vargas Henry Chen \
    Freeman Webb Tucker Guzman Burns Crawford Olson Simpson Porter Hunter Gordon Mendez Silva Shaw Snyder Mason Dixon Munoz \
    Hunt Hicks Holmes Palmer Wagner Black Robertson Boyd Rose Stone Salazar Fox Warren Mills Meyer Rice Schmidt Garza Daniels";

const STREETS: &str = "Main-Street Oak-Avenue Maple-Drive Cedar-Lane Park-Road Pine-Court Elm-Street Washington-Boulevard \
    Lake-Place Hill-Terrace Walnut-Street Sunset-Drive Lincoln-Avenue River-Road Church-Street Highland-Lane";

const NICKNAMES: [(&str, &str); 20] = [
    ("Robert", "Bob"),
    ("William", "Bill"),
    ("Richard", "Rick"),
    ("James", "Jim"),
    ("Michael", "Mike"),
    ("Elizabeth", "Liz"),
    ("Jennifer", "Jen"),
    ("Patricia", "Pat"),
    ("Katherine", "Kate"),
    ("Thomas", "Tom"),
    ("Christopher", "Chris"),
    ("Joseph", "Joe"),
    ("Charles", "Chuck"),
    ("Daniel", "Dan"),
    ("Matthew", "Matt"),
    ("Anthony", "Tony"),
    ("Margaret", "Peggy"),
    ("Susan", "Sue"),
    ("Deborah", "Debbie"),
    ("Samuel", "Sam"),
];
