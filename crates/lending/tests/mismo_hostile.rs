//! Malicious MISMO files: each is rejected or read within a second, and with little memory.
#![allow(clippy::unwrap_used, reason = "a test that fails here has failed")]

use cap::Cap;
use lending::{
    import::{Imported, Refusal},
    mismo::{self, ISSUES_MAX},
};
use mismo34::ELEMENTS_MAX;
use std::{
    alloc::System,
    time::{Duration, Instant},
};
use uuid::Uuid;

/// Counts the memory that this test binary allocates.
#[global_allocator]
static MEMORY: Cap<System> = Cap::new(System, usize::MAX);

const MEMORY_GROWTH_BYTES_MAX: usize = 64 << 20;

/// Creates a malicious file.
type Making = Box<dyn Fn() -> String>;

fn message(content: &str) -> String {
    format!(
        "<MESSAGE xmlns=\"http://www.mismo.org/residential/2009/schemas\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" \
         MISMOReferenceModelIdentifier=\"3.4\"><DEAL_SETS><DEAL_SET><DEALS><DEAL>{content}</DEAL></DEALS></DEAL_SET>\
         </DEAL_SETS></MESSAGE>"
    )
}

const SUBJECT: &str = "<LOAN LoanRoleType=\"SubjectLoan\"/>";
const BORROWER: &str = "<PARTY><INDIVIDUAL><NAME><LastName>Homeowner</LastName></NAME></INDIVIDUAL><ROLES>\
                        <ROLE xlink:label=\"B\"><BORROWER/></ROLE></ROLES></PARTY>";

/// A loan with extra elements.
#[derive(Clone, Copy, Default)]
struct Heavy<'a> {
    before_loans: &'a str,
    loans: &'a str,
    parties: &'a str,
    relationships: &'a str,
}

impl Heavy<'_> {
    fn message(self) -> String {
        let Heavy { before_loans, loans, parties, relationships } = self;
        message(&format!(
            "{before_loans}<LOANS>{SUBJECT}{loans}</LOANS><PARTIES>{BORROWER}{parties}</PARTIES>\
             <RELATIONSHIPS>{relationships}</RELATIONSHIPS>"
        ))
    }
}

/// Concatenates the results of `one` for each number.
fn each(count: usize, one: impl Fn(usize) -> String) -> String {
    (0..count).map(one).collect()
}

fn arc(from: &str, role: &str, to: &str) -> String {
    format!("<RELATIONSHIP xlink:from=\"{from}\" xlink:to=\"{to}\" xlink:arcrole=\"{role}\"/>")
}

/// Reads a file and asserts the limits on time and memory.
fn read(name: &str, file: &str) -> Result<Imported, Refusal> {
    let (before, started) = (MEMORY.total_allocated(), Instant::now());
    let read = mismo::read(file.as_bytes(), &mut || Uuid::nil());
    // All memory ever allocated, freed or not, so it is an upper bound on the growth.
    let (grown, took) = (MEMORY.total_allocated() - before, started.elapsed());
    assert!(took < Duration::from_secs(1), "{name} took {took:?}");
    assert!(grown < MEMORY_GROWTH_BYTES_MAX, "{name} asked for {grown} bytes");
    read
}

/// A single test, because the counter includes the allocations of the whole process.
#[test]
fn no_file_costs_more_than_a_second_and_64_megabytes() {
    hostile_files_are_refused_with_a_sentence();
    files_at_the_limits_are_read();
    cost_grows_with_the_file_and_no_faster();
}

fn hostile_files_are_refused_with_a_sentence() {
    let laughs = {
        let entities = each(9, |n| format!("<!ENTITY lol{} \"{}\">", n + 1, format!("&lol{n};").repeat(10)));
        format!("<?xml version=\"1.0\"?><!DOCTYPE MESSAGE [<!ENTITY lol0 \"lol\">{entities}]><MESSAGE>&lol9;</MESSAGE>")
    };
    let external = "<?xml version=\"1.0\"?><!DOCTYPE MESSAGE [<!ENTITY x SYSTEM \"file:///etc/passwd\">]>\
                    <MESSAGE>&x;</MESSAGE>";
    let files: Vec<(&str, &str, Making)> = vec![
        ("empty_file", "This file is empty.", Box::new(String::new)),
        ("not_xml", "not a MISMO 3.4 file", Box::new(|| "GIF89a\u{1}\u{0}".repeat(1_000))),
        ("doctype", "DOCTYPE", Box::new(move || laughs.clone())),
        ("doctype", "DOCTYPE", Box::new(|| external.to_owned())),
        ("too_deep", "built like no loan file", Box::new(|| message(&"<ASSETS>".repeat(100_000)))),
        (
            "too_many_attributes",
            "attributes",
            Box::new(|| message(&format!("<ASSETS{}/>", each(1_000_000, |n| format!(" a{n:x}=''"))))),
        ),
        ("too_many_elements", "elements", Box::new(|| message(&"<ASSET/>".repeat(ELEMENTS_MAX)))),
        ("too_large", "MB", Box::new(|| message(&" ".repeat(50_000_000)))),
        ("no_deal", "no DEAL", Box::new(|| message("").replace("<DEAL></DEAL>", ""))),
        ("many_deals", "2 loans", Box::new(|| message("</DEAL><DEAL>"))),
        ("no_subject_loan", "SubjectLoan", Box::new(|| message(&format!("<PARTIES>{BORROWER}</PARTIES>")))),
        ("no_borrower", "last name", Box::new(|| message(&format!("<LOANS>{SUBJECT}</LOANS>")))),
    ];
    for (code, words, file) in files {
        let refusal = read(code, &file()).expect_err(code);
        assert_eq!(refusal.code, code, "{refusal}");
        assert!(refusal.message.contains(words), "{code}: {refusal}");
        assert!(refusal.message.ends_with('.') && refusal.message.len() < 300, "{code}: {refusal}");
    }
    let mut picture = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".to_vec();
    picture.resize(100_000, 0xaa);
    let refusal = mismo::read(&picture, &mut || Uuid::nil()).expect_err("a picture");
    assert_eq!(refusal.code, "not_xml", "{refusal}");
}

fn files_at_the_limits_are_read() {
    let heavy = Heavy::default();
    // The rest of the message has far fewer than a hundred elements.
    let most = ELEMENTS_MAX - 100;
    let role = |label: &str, kind: &str| {
        format!("<ROLE xlink:label=\"{label}\"><ROLE_DETAIL><PartyRoleType>{kind}</PartyRoleType></ROLE_DETAIL></ROLE>")
    };
    let party = |roles: &str| format!("<PARTY><ROLES>{roles}</ROLES></PARTY>");
    let borrower = |n: usize| format!("<PARTY><ROLES><ROLE xlink:label=\"P{n}\"><BORROWER/></ROLE></ROLES></PARTY>");
    let debt = |n: usize| {
        let kind = format!("<LIABILITY_DETAIL><LiabilityType>Kind{n}</LiabilityType></LIABILITY_DETAIL>");
        format!("<LIABILITY xlink:label=\"D{n}\">{kind}</LIABILITY>")
    };

    let files: Vec<(&str, Making)> = vec![
        ("assets", {
            let assets = format!("<ASSETS>{}</ASSETS>", "<ASSET/>".repeat(most));
            Box::new(move || Heavy { before_loans: &assets, ..heavy }.message())
        }),
        ("debts", {
            let debts = format!("<LIABILITIES>{}</LIABILITIES>", "<LIABILITY/>".repeat(most));
            Box::new(move || Heavy { before_loans: &debts, ..heavy }.message())
        }),
        ("unknown words", {
            let debts = format!("<LIABILITIES>{}</LIABILITIES>", each(most / 3, debt));
            Box::new(move || Heavy { before_loans: &debts, ..heavy }.message())
        }),
        ("unknown elements", {
            let elements = each(most, |n| format!("<Unknown{n}>x</Unknown{n}>"));
            Box::new(move || Heavy { before_loans: &elements, ..heavy }.message())
        }),
        ("loans", Box::new(move || Heavy { loans: &"<LOAN/>".repeat(most), ..heavy }.message())),
        ("borrowers", Box::new(move || Heavy { parties: &each(most / 4, borrower), ..heavy }.message())),
        (
            "one party that is a borrower very often",
            Box::new(move || {
                Heavy { parties: &party(&"<ROLE><BORROWER/></ROLE>".repeat(most / 2)), ..heavy }.message()
            }),
        ),
        (
            "one party of very many parts",
            Box::new(move || {
                Heavy { parties: &party(&each(most / 3, |n| role("X", &format!("Part{n}")))), ..heavy }.message()
            }),
        ),
        ("one party that is paid very often", {
            let loans = each(most / 5, |n| format!("<LOAN xlink:label=\"L{n}\"/>"));
            let payee = party(&each(most / 5, |n| role(&format!("R{n}"), "NotePayTo")));
            let arcs = each(most / 5, |n| arc(&format!("L{n}"), "LOAN_IsAssociatedWith_ROLE", &format!("R{n}")));
            Box::new(move || Heavy { loans: &loans, parties: &payee, relationships: &arcs, ..heavy }.message())
        }),
        ("joint owners", {
            let assets = "<ASSETS><ASSET xlink:label=\"A\"/></ASSETS>";
            let owners = each(most / 5, borrower);
            let arcs = each(most / 5, |n| arc("A", "ASSET_IsAssociatedWith_ROLE", &format!("P{n}")));
            Box::new(move || Heavy { before_loans: assets, parties: &owners, relationships: &arcs, ..heavy }.message())
        }),
        ("one label for all", {
            let debts = format!("<LIABILITIES>{}</LIABILITIES>", "<LIABILITY xlink:label=\"X\"/>".repeat(most / 2));
            let arcs = arc("B", "ROLE_IsAssociatedWith_ASSET", "X").repeat(most / 2);
            Box::new(move || Heavy { before_loans: &debts, relationships: &arcs, ..heavy }.message())
        }),
        ("labels that lead nowhere", {
            let arcs = each(most, |n| arc(&format!("A{n}"), "x", &format!("B{n}")));
            Box::new(move || Heavy { relationships: &arcs, ..heavy }.message())
        }),
        ("addresses and residences", {
            let address = |n: usize| {
                format!(
                    "<ADDRESS><AddressLineText>{n} Main</AddressLineText><AddressType>Current</AddressType></ADDRESS>"
                )
            };
            let residence = |n: usize| {
                format!("<RESIDENCE><ADDRESS><AddressLineText>{n} High</AddressLineText></ADDRESS></RESIDENCE>")
            };
            let party = BORROWER
                .replace("<INDIVIDUAL>", &format!("<ADDRESSES>{}</ADDRESSES><INDIVIDUAL>", each(most / 6, address)))
                .replace(
                    "<BORROWER/>",
                    &format!("<BORROWER><RESIDENCES>{}</RESIDENCES></BORROWER>", each(most / 6, residence)),
                );
            Box::new(move || Heavy { parties: &party, ..heavy }.message())
        }),
    ];
    for (name, file) in files {
        let imported = read(name, &file()).unwrap_or_else(|refusal| panic!("{name}: {refusal}"));
        assert!(imported.issues.len() <= ISSUES_MAX + 1, "{name}");
    }
}

/// Twice the file may cost at most twice the memory, apart from spare capacity of vectors.
fn cost_grows_with_the_file_and_no_faster() {
    let cost = |assets: usize| {
        let asset = "<ASSET><ASSET_DETAIL><AssetCashOrMarketValueAmount>1.00</AssetCashOrMarketValueAmount>\
                     </ASSET_DETAIL></ASSET>";
        let assets = format!("<ASSETS>{}</ASSETS>", asset.repeat(assets));
        let file = Heavy { before_loans: &assets, ..Heavy::default() }.message();
        let before = MEMORY.total_allocated();
        read("assets", &file).unwrap();
        MEMORY.total_allocated() - before
    };
    let (small, large) = (cost(1 << 10), cost(1 << 13));
    assert!(large < 9 * small, "{small} bytes for 1,024 assets, {large} for 8,192");
}
