//! Names for the crowd with realistic US frequencies. Of a thousand people, eight have the most common last name, five
//! the tenth, and one the hundredth. Half of all people have a rare one (Census Bureau, Frequently Occurring Surnames).

use rand::{RngExt, rngs::StdRng};

/// First names, most common first.
const FIRST: [&str; 60] = [
    "James",
    "Mary",
    "Michael",
    "Patricia",
    "Robert",
    "Jennifer",
    "John",
    "Linda",
    "David",
    "Elizabeth",
    "William",
    "Barbara",
    "Richard",
    "Susan",
    "Joseph",
    "Jessica",
    "Thomas",
    "Karen",
    "Christopher",
    "Sarah",
    "Charles",
    "Lisa",
    "Daniel",
    "Nancy",
    "Matthew",
    "Sandra",
    "Anthony",
    "Ashley",
    "Mark",
    "Emily",
    "Steven",
    "Kimberly",
    "Andrew",
    "Donna",
    "Paul",
    "Michelle",
    "Joshua",
    "Carol",
    "Kenneth",
    "Amanda",
    "Kevin",
    "Melissa",
    "Brian",
    "Deborah",
    "Timothy",
    "Stephanie",
    "José",
    "Rebecca",
    "Luis",
    "Laura",
    "Mei",
    "Priya",
    "Wei",
    "Aisha",
    "Omar",
    "Fatima",
    "Ngoc",
    "Olga",
    "Dmitri",
    "Siobhán",
];

/// Last names, most common first.
const LAST: [&str; 120] = [
    "Smith",
    "Johnson",
    "Williams",
    "Brown",
    "Jones",
    "Garcia",
    "Miller",
    "Davis",
    "Rodriguez",
    "Martinez",
    "Hernandez",
    "Lopez",
    "Gonzalez",
    "Wilson",
    "Anderson",
    "Thomas",
    "Taylor",
    "Moore",
    "Jackson",
    "Martin",
    "Lee",
    "Perez",
    "Thompson",
    "White",
    "Harris",
    "Sanchez",
    "Clark",
    "Ramirez",
    "Lewis",
    "Robinson",
    "Walker",
    "Young",
    "Allen",
    "King",
    "Wright",
    "Scott",
    "Torres",
    "Nguyen",
    "Hill",
    "Flores",
    "Green",
    "Adams",
    "Nelson",
    "Baker",
    "Hall",
    "Rivera",
    "Campbell",
    "Mitchell",
    "Carter",
    "Roberts",
    "Gomez",
    "Phillips",
    "Evans",
    "Turner",
    "Diaz",
    "Parker",
    "Cruz",
    "Edwards",
    "Collins",
    "Reyes",
    "Stewart",
    "Morris",
    "Morales",
    "Murphy",
    "Cook",
    "Rogers",
    "Gutierrez",
    "Ortiz",
    "Morgan",
    "Cooper",
    "Peterson",
    "Bailey",
    "Reed",
    "Kelly",
    "Howard",
    "Ramos",
    "Kim",
    "Cox",
    "Ward",
    "Richardson",
    "Watson",
    "Brooks",
    "Chavez",
    "Wood",
    "James",
    "Bennett",
    "Gray",
    "Mendoza",
    "Ruiz",
    "Hughes",
    "Price",
    "Alvarez",
    "Castillo",
    "Sanders",
    "Patel",
    "Myers",
    "Long",
    "Ross",
    "Foster",
    "Jimenez",
    "O'Brien",
    "Kowalski",
    "Lindqvist",
    "Haddad",
    "Okafor",
    "Fischer",
    "Adeyemi",
    "Tanaka",
    "Whitfield",
    "Doyle",
    "Bauer",
    "Marino",
    "Monroe",
    "Petrov",
    "Novak",
    "Silva",
    "Cohen",
    "Meyer",
    "Ali",
    "Chen",
];

/// Parts of invented first names, for the rarer ones.
const FIRST_PARTS: ([&str; 24], [&str; 34]) = (
    [
        "Ad", "Bri", "Cor", "Dar", "El", "Fe", "Gis", "Hal", "Is", "Jor", "Kal", "Lor", "Mar", "Nev", "Or", "Per",
        "Ros", "Ser", "Tal", "Um", "Ver", "Wil", "Yas", "Zel",
    ],
    [
        "a", "abel", "aine", "an", "ana", "ara", "aria", "as", "eda", "elle", "en", "ena", "ene", "enna", "eth",
        "etta", "ia", "ian", "ick", "iel", "ies", "in", "ina", "ine", "is", "issa", "ith", "lan", "man", "on", "ora",
        "ric", "us", "yn",
    ],
);

/// Parts of invented last names, for the long tail.
const LAST_PARTS: ([&str; 24], [&str; 24], [&str; 24]) = (
    [
        "Ash", "Bel", "Cal", "Dar", "El", "Far", "Gar", "Hol", "Il", "Jar", "Kel", "Lan", "Mar", "Nor", "Or", "Pel",
        "Quin", "Ras", "Sel", "Tor", "Ul", "Var", "Wen", "Yar",
    ],
    [
        "a", "ab", "al", "an", "ar", "e", "ed", "el", "em", "en", "er", "es", "i", "ic", "il", "in", "is", "o", "ol",
        "on", "or", "os", "u", "ur",
    ],
    [
        "aby", "berg", "by", "cott", "dale", "den", "field", "ford", "gate", "ham", "ingham", "ke", "land", "ley",
        "man", "mere", "more", "ridge", "shaw", "son", "stead", "ton", "wick", "worth",
    ],
);

pub(super) const STREETS: [&str; 16] = [
    "Birch St",
    "Maple Ave",
    "Harbor Rd",
    "Hill St",
    "Lake Dr",
    "Oak Ln",
    "Park Blvd",
    "Pine St",
    "River Rd",
    "Spring St",
    "Sunset Dr",
    "Union St",
    "Valley Rd",
    "View Ter",
    "Washington Ave",
    "Willow Ct",
];

/// Cities with state and ZIP code.
pub(super) const CITIES: [(&str, &str, &str); 16] = [
    ("Burbank", "CA", "91502"),
    ("Oakland", "CA", "94607"),
    ("San Diego", "CA", "92101"),
    ("Denver", "CO", "80202"),
    ("Boulder", "CO", "80302"),
    ("Phoenix", "AZ", "85004"),
    ("Austin", "TX", "78701"),
    ("Dallas", "TX", "75201"),
    ("Orlando", "FL", "32801"),
    ("Tampa", "FL", "33602"),
    ("Atlanta", "GA", "30303"),
    ("Chicago", "IL", "60602"),
    ("Columbus", "OH", "43215"),
    ("Dawson", "IA", "50066"),
    ("Louisville", "KY", "40207"),
    ("Baltimore", "MD", "21201"),
];

#[must_use]
pub fn first_name(random: &mut StdRng) -> String {
    let (starts, ends) = FIRST_PARTS;
    let rank = rank(random, 15.0, FIRST.len() + starts.len() * ends.len());
    match FIRST.get(rank) {
        Some(name) => (*name).to_owned(),
        None => {
            let rest = rank - FIRST.len();
            format!("{}{}", starts[rest % starts.len()], ends[rest / starts.len() % ends.len()])
        }
    }
}

/// Draws a last name from the list, or composes one of two, three or four parts. Shorter ones are more common.
#[must_use]
pub fn last_name(random: &mut StdRng) -> String {
    let (starts, middles, ends) = LAST_PARTS;
    let short = starts.len() * ends.len();
    let medium = short * middles.len();
    let rank = rank(random, 11.0, LAST.len() + short + medium + medium * middles.len());
    let Some(rest) = rank.checked_sub(LAST.len()) else { return LAST[rank].to_owned() };
    let (start, end) = (starts[rest % starts.len()], ends[rest / starts.len() % ends.len()]);
    let middle = |n: usize| middles[n % middles.len()];
    match rest {
        rest if rest < short => format!("{start}{end}"),
        rest if rest < short + medium => format!("{start}{}{end}", middle(rest / short)),
        rest => format!("{start}{}{}{end}", middle(rest / short), middle(rest / medium)),
    }
}

/// Draws a rank below `count`, starting at 0, with probability proportional to 1 / (rank + 1 + `flatness`).
fn rank(random: &mut StdRng, flatness: f64, count: usize) -> usize {
    let ratio = (count as f64 + 1.0 + flatness) / (1.0 + flatness);
    let rank = (1.0 + flatness) * ratio.powf(random.random_range(0.0..1.0)) - 1.0 - flatness;
    (rank as usize).min(count - 1)
}
