//! Malicious files: each is rejected quickly and with little memory.

#![allow(clippy::unwrap_used)]

use cap::Cap;
use mismo34::{FILE_BYTES_MAX, read};
use std::{
    alloc::System,
    time::{Duration, Instant},
};

/// Counts the memory that this test binary allocates.
#[global_allocator]
static MEMORY: Cap<System> = Cap::new(System, usize::MAX);

/// Creates a malicious file.
type Making = Box<dyn Fn() -> Vec<u8>>;

const MEMORY_GROWTH_BYTES_MAX: usize = 64 << 20;

const START: &str = r#"<MESSAGE xmlns="http://www.mismo.org/residential/2009/schemas" MISMOReferenceModelIdentifier="3.4"><DEAL_SETS><DEAL_SET><DEALS><DEAL>"#;

/// Wraps malicious content in a deal. The end tags are omitted because reading never gets there.
fn deal(content: &str) -> String {
    format!("{START}{content}")
}

#[test]
fn hostile_files_are_rejected_within_a_second_and_with_little_memory() {
    let laughs = {
        let entities: String =
            (1..10).map(|n| format!("<!ENTITY lol{n} \"{}\">", format!("&lol{};", n - 1).repeat(10))).collect();
        format!("<?xml version=\"1.0\"?><!DOCTYPE MESSAGE [<!ENTITY lol0 \"lol\">{entities}]><MESSAGE>&lol9;</MESSAGE>")
    };
    let external =
        "<?xml version=\"1.0\"?><!DOCTYPE MESSAGE [<!ENTITY x SYSTEM \"file:///etc/passwd\">]><MESSAGE>&x;</MESSAGE>";
    let fill = |piece: &str| piece.repeat((FILE_BYTES_MAX - 1_000) / piece.len());
    let files: Vec<(&str, Making)> = vec![
        ("empty_file", Box::new(Vec::new)),
        ("not_xml", Box::new(|| b"\x89PNG\r\n\x1a\n".repeat(1_000))),
        ("doctype", Box::new(move || laughs.clone().into_bytes())),
        ("doctype", Box::new(move || external.as_bytes().to_vec())),
        ("other_document", Box::new(|| "<a>".repeat(100_000).into_bytes())),
        ("too_deep", Box::new(|| deal(&"<a>".repeat(100_000)).into_bytes())),
        ("too_deep", Box::new(|| deal(&"<ASSETS>".repeat(100_000)).into_bytes())),
        (
            "value_too_long",
            Box::new(|| {
                let name = "x".repeat(70_000);
                deal(&format!("<PARTIES><PARTY><INDIVIDUAL><NAME><LastName>{name}</LastName>")).into_bytes()
            }),
        ),
        (
            "too_many_attributes",
            Box::new(|| {
                let attributes: String = (0..1_000_000).map(|n| format!(" a{n:x}=''")).collect();
                deal(&format!("<x{attributes}/>")).into_bytes()
            }),
        ),
        (
            "too_many_attributes",
            Box::new(|| {
                let element = format!("<x {}/>", (0..60).map(|n| format!(" a{n}=''")).collect::<String>());
                deal(&element.repeat(17_000)).into_bytes()
            }),
        ),
        (
            "too_many_namespaces",
            Box::new(|| {
                let element = format!("<x {}>", (0..60).map(|n| format!(" xmlns:a{n}='u'")).collect::<String>());
                deal(&element.repeat(100)).into_bytes()
            }),
        ),
        ("too_many_elements", Box::new(move || deal(&fill("<x/>")).into_bytes())),
        ("too_many_elements", Box::new(move || deal(&format!("<ASSETS>{}", fill("<ASSET/>"))).into_bytes())),
        ("not_well_formed", Box::new(move || deal(&format!("<ASSETS>{}", fill("text "))).into_bytes())),
        ("not_well_formed", Box::new(move || deal(&format!("<x>{}", fill("&amp;"))).into_bytes())),
        ("not_well_formed", Box::new(move || deal(&fill("<!-- x -->")).into_bytes())),
        ("not_well_formed", Box::new(move || deal(&fill("<")).into_bytes())),
        ("not_well_formed", Box::new(move || deal(&format!("<x y='{}", fill("'"))).into_bytes())),
        ("too_large", Box::new(|| deal(&" ".repeat(50_000_000)).into_bytes())),
    ];
    for (code, file) in files {
        let file = file();
        let (before, started) = (MEMORY.total_allocated(), Instant::now());
        let refusal = read(&file).expect_err(code);
        // All memory ever allocated, freed or not, so it is an upper bound on the growth.
        let (grown, took) = (MEMORY.total_allocated() - before, started.elapsed());
        assert_eq!(refusal.code(), code, "{refusal}");
        assert!(refusal.to_string().ends_with('.') && refusal.to_string().len() < 300, "{refusal}");
        assert!(took < Duration::from_secs(1), "{code} took {took:?}");
        // The counter can include the creation of an earlier file, which only makes the test stricter.
        assert!(grown < MEMORY_GROWTH_BYTES_MAX, "{code} asked for {grown} bytes");
    }
}
