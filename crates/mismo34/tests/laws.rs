//! Properties that hold for every document.

#![allow(clippy::unwrap_used)]

use mismo34::{Attribute, Builder, Document, Name, Place, path, read, table, write};
use proptest::prelude::*;

/// Instructions for building a message. Each step descends from the deal by these indexes and sets a text.
#[derive(Clone, Debug)]
struct Recipe {
    steps: Vec<(Vec<prop::sample::Index>, String, bool)>,
    arcs: Vec<(prop::sample::Index, prop::sample::Index)>,
}

fn recipe() -> impl Strategy<Value = Recipe> {
    let text = prop_oneof!["[A-Za-z0-9.<>&\"' -]{0,20}", "\\PC{0,20}"];
    let step = (prop::collection::vec(any::<prop::sample::Index>(), 1..12), text, any::<bool>());
    let arcs = prop::collection::vec(any::<(prop::sample::Index, prop::sample::Index)>(), 0..4);
    (prop::collection::vec(step, 0..40), arcs).prop_map(|(steps, arcs)| Recipe { steps, arcs })
}

/// Possible children of a container: their names, and whether they can repeat.
fn children(container: Name) -> Vec<(&'static str, bool)> {
    let row = table::ROWS.iter().find(|(name, _)| *name == container.to_string());
    let words = row.map_or("", |(_, children)| children).split_ascii_whitespace();
    words.map(|word| (word.trim_end_matches('*'), word.ends_with('*'))).collect()
}

/// Builds the message of a recipe. Like a real writer, it puts extensions only where they belong.
fn cook(recipe: &Recipe) -> Document<'static> {
    let mut builder = Builder::new();
    let deal = builder.deal();
    let mut labels = Vec::new();
    for (step, text, fresh) in &recipe.steps {
        let mut here = (deal, Name::of("DEAL"));
        for index in step {
            let fitting = |name: &str| name != "EXTENSION" && name != "RELATIONSHIPS";
            let known: Vec<_> = children(here.1).into_iter().filter(|(name, _)| fitting(name)).collect();
            if known.is_empty() {
                break;
            }
            let (child, repeats) = known[index.index(known.len())];
            let path = mismo34::Path::of(&here.1.to_string(), child);
            let place: Place =
                if repeats && *fresh { builder.add(here.0, &path) } else { builder.within(here.0, &path) };
            here = (place, Name::of(child));
        }
        if here.1.is_container() {
            let label = format!("L_{}", labels.len());
            builder.attribute(here.0, Attribute::Label, &label);
            labels.push(label);
        } else {
            let words: Vec<&str> = text.split_whitespace().collect();
            let (text, empty) = (words.join(" "), path!("MESSAGE", ""));
            builder.value(here.0, &empty, &text);
        }
    }
    for (from, to) in recipe.arcs.iter().filter(|_| !labels.is_empty()) {
        let (from, to): (&String, &String) = (from.get(&labels), to.get(&labels));
        builder.relate(from, "Any_IsAssociatedWith_Any", to);
    }
    builder.finish()
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_written_message_reads_back_equal(recipe in recipe()) {
        let document = cook(&recipe);
        let bytes = write(&document);
        let back = read(&bytes).expect("our own writing");
        prop_assert_eq!(&back, &document);
        prop_assert_eq!(back.issues(), document.issues());
        prop_assert_eq!(back.relationships(), document.relationships());
        prop_assert_eq!(&write(&back), &bytes);
        prop_assert_eq!(&back.in_order(), &document);
    }

    #[test]
    fn any_bytes_are_read_or_rejected(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let _ = read(&bytes);
    }

    #[test]
    fn a_message_with_a_changed_byte_is_read_or_rejected(recipe in recipe(), at in any::<prop::sample::Index>(), byte: u8) {
        let mut bytes = write(&cook(&recipe));
        let at = at.index(bytes.len());
        bytes[at] = byte;
        if let Ok(document) = read(&bytes) {
            let again = write(&document);
            prop_assert_eq!(&read(&again).expect("our own writing"), &document.in_order());
        }
    }
}

/// A large message: parties with addresses, names and labels.
fn sized(parties: usize) -> Vec<u8> {
    let mut builder = Builder::new();
    let deal = builder.deal();
    for number in 0..parties {
        let party = builder.add(deal, &path!("DEAL", "PARTIES/PARTY"));
        builder.value(party, &path!("PARTY", "INDIVIDUAL/NAME/LastName"), "Rivera & Lindqvist");
        builder.value(party, &path!("PARTY", "ADDRESSES/ADDRESS/CityName"), "Springfield");
        let role = builder.within(party, &path!("PARTY", "ROLES/ROLE"));
        builder.attribute(role, Attribute::Label, &format!("BORROWER_{number}"));
        let asset = builder.add(deal, &path!("DEAL", "ASSETS/ASSET"));
        builder.attribute(asset, Attribute::Label, &format!("ASSET_{number}"));
        builder.relate(&format!("ASSET_{number}"), "ASSET_IsAssociatedWith_ROLE", &format!("BORROWER_{number}"));
    }
    write(&builder.finish())
}

#[test]
fn a_truncated_message_is_rejected() {
    let whole = sized(3);
    assert_eq!(read(&whole).unwrap().relationships().len(), 3);
    let end = whole.trim_ascii_end().len();
    for cut in 0..end {
        assert!(read(&whole[..cut]).is_err(), "cut at {cut}");
    }
    for cut in end..=whole.len() {
        assert!(read(&whole[..cut]).is_ok(), "only the last line end is missing");
    }
}

#[test]
fn a_document_grows_linearly_with_its_file() {
    let counts = |parties| {
        let bytes = sized(parties);
        let document = read(&bytes).unwrap();
        (document.len(), document.relationships().len(), bytes.len())
    };
    let (few, many) = (counts(100), counts(1_000));
    let fixed = few.0 - 100 * (many.0 - few.0) / 900;
    assert!(fixed < 20, "{fixed} elements that do not depend on the size");
    assert_eq!((few.1, many.1), (100, 1_000));
    assert!(many.2 < 11 * few.2);
}
