//! Data that is read, issues that are noted, and files that are rejected.

#![allow(clippy::unwrap_used)]

use mismo34::{Document, IssueKind, Namespace, Refusal, name, path, read};

const MISMO: &str = "http://www.mismo.org/residential/2009/schemas";

/// A message with this content in its deal.
fn message(deal: &str) -> String {
    format!(
        r#"<?xml version="1.0" encoding="UTF-8"?>
<MESSAGE xmlns="{MISMO}" xmlns:xlink="{}" xmlns:ULAD="{}" xmlns:DU="{}" MISMOReferenceModelIdentifier="3.4.032420160128">
<DEAL_SETS><DEAL_SET><DEALS><DEAL>{deal}</DEAL></DEALS></DEAL_SET></DEAL_SETS>
</MESSAGE>
"#,
        Namespace::Xlink.uri(),
        Namespace::Ulad.uri(),
        Namespace::Du.uri(),
    )
}

fn code(bytes: impl AsRef<[u8]>) -> &'static str {
    read(bytes.as_ref()).map_or_else(|refusal| refusal.code(), |_| "read")
}

fn kinds(document: &Document<'_>) -> Vec<(IssueKind, String, String)> {
    let row = |issue: &mismo34::Issue<'_>| (issue.kind, issue.name.to_string(), document.place(issue.element));
    document.issues().iter().map(row).collect()
}

fn address(text: &str) -> String {
    message(&format!(
        "<COLLATERALS><COLLATERAL><SUBJECT_PROPERTY><ADDRESS><AddressLineText>{text}</AddressLineText></ADDRESS>\
         </SUBJECT_PROPERTY></COLLATERAL></COLLATERALS>"
    ))
}

fn line(text: &str) -> Option<String> {
    let file = address(text);
    let document = read(file.as_bytes()).unwrap();
    let path = path!("DEAL", "COLLATERALS/COLLATERAL/SUBJECT_PROPERTY/ADDRESS/AddressLineText");
    document.deal().value(&path).map(str::to_owned)
}

#[test]
fn texts_are_decoded_trimmed_and_joined_into_one_line() {
    for (written, read) in [
        ("10655 Birch St", "10655 Birch St"),
        ("\n\t 10655  Birch\n\tSt \r\n", "10655 Birch St"),
        ("Smith &amp; Sons &#x2014; &lt;b&gt;", "Smith & Sons \u{2014} <b>"),
        ("<![CDATA[A & B]]> <!-- c --> C", "A & B C"),
        ("12<?pi x?>34", "1234"),
        ("Calle de la Peña", "Calle de la Peña"),
    ] {
        assert_eq!(line(written).as_deref(), Some(read), "{written:?}");
    }
    assert_eq!(line(" \n "), None, "an empty value counts as missing");
}

#[test]
fn elements_are_identified_by_namespace_and_never_by_prefix() {
    let file = format!(
        r#"<m:MESSAGE xmlns:m="{MISMO}" xmlns:ULAD="http://vendor.example.com" xmlns:whatever.1="{}" MISMOReferenceModelIdentifier="3.4">
        <m:DEAL_SETS><m:DEAL_SET><m:DEALS><m:DEAL><m:ASSETS><m:ASSET><m:ASSET_DETAIL>
          <AssetType>none</AssetType><ULAD:AssetType>vendor</ULAD:AssetType><m:AssetType>Bond</m:AssetType>
          <m:EXTENSION><m:OTHER><whatever.1:ASSET_DETAIL_EXTENSION>
            <IncludedInAssetAccountIndicator xmlns="{}">true</IncludedInAssetAccountIndicator>
          </whatever.1:ASSET_DETAIL_EXTENSION></m:OTHER></m:EXTENSION>
        </m:ASSET_DETAIL></m:ASSET></m:ASSETS></m:DEAL></m:DEALS></m:DEAL_SET></m:DEAL_SETS></m:MESSAGE>"#,
        Namespace::Ulad.uri(),
        Namespace::Ulad.uri(),
    );
    let document = read(file.as_bytes()).unwrap();
    assert_eq!(document.deal().value(&path!("DEAL", "ASSETS/ASSET/ASSET_DETAIL/AssetType")), Some("Bond"));
    let included = path!(
        "DEAL",
        "ASSETS/ASSET/ASSET_DETAIL/EXTENSION/OTHER/ULAD:ASSET_DETAIL_EXTENSION/ULAD:IncludedInAssetAccountIndicator"
    );
    assert_eq!(document.deal().value(&included), Some("true"));
    let names: Vec<_> = kinds(&document).into_iter().map(|(kind, name, _)| (kind, name)).collect();
    assert_eq!(names, [(IssueKind::Unknown, "AssetType".into()), (IssueKind::Unknown, "ULAD:AssetType".into())]);
}

#[test]
fn a_default_namespace_ends_with_the_element_that_declares_it() {
    let file = message(
        r#"<ASSETS><x xmlns="http://vendor.example.com"><ASSET/></x><y xmlns=""><ASSET/></y><ASSET><ASSET_DETAIL/></ASSET></ASSETS>"#,
    );
    let document = read(file.as_bytes()).unwrap();
    assert_eq!(document.deal().every(&path!("DEAL", "ASSETS/ASSET")).len(), 1);
}

#[test]
fn common_variants_of_the_version_identifier_are_accepted() {
    for version in ["3.4.032420160128", "3.4", "3.4.0", "3.4[B324]", "3.4.0 [B324]", "v3.4", "MISMO 3.4"] {
        let file = message("").replace("3.4.032420160128", version);
        assert_eq!(read(file.as_bytes()).unwrap().version(), Some(version));
    }
    for version in ["3.3", "3.40", "3.5.0", "2.3.1", "", "34", "13.4x3.4"] {
        assert_eq!(code(message("").replace("3.4.032420160128", version)), "other_version", "{version}");
    }
    let file = message("").replace(" MISMOReferenceModelIdentifier=\"3.4.032420160128\"", "");
    let document = read(file.as_bytes()).unwrap();
    assert_eq!(document.version(), None);
    assert_eq!(kinds(&document)[0].0, IssueKind::NoVersion);
    let file = message("").replace("MISMOReferenceModelIdentifier", "MISMOVersionID");
    assert_eq!(kinds(&read(file.as_bytes()).unwrap()), []);
}

#[test]
fn misplaced_elements_are_skipped_and_noted() {
    let file = message(
        "<ASSETS>
           <ASSET><AssetType>Bond</AssetType><ASSET_DETAIL><AssetType>Stock</AssetType><AssetType>Bond</AssetType>word
             <EXTENSION><OTHER><ULAD:DECLARATION_DETAIL_EXTENSION/></OTHER></EXTENSION></ASSET_DETAIL></ASSET>
           <ASSET><EXTENSION><OTHER><ULAD:ASSET_DETAIL_EXTENSION/></OTHER></EXTENSION><VendorElement/><CREDIT><A/><B>x</B><C>y</C></CREDIT></ASSET>
           <ASSET><EXTENSION><OTHER><x xmlns=\"http://vendor.example.com\">y</x></OTHER></EXTENSION></ASSET>
         </ASSETS>",
    );
    let document = read(file.as_bytes()).unwrap();
    let detail = "DEAL/ASSETS/ASSET[1]/ASSET_DETAIL".to_owned();
    let expected = [
        (IssueKind::Misplaced, "AssetType".to_owned(), "DEAL/ASSETS/ASSET[1]".to_owned()),
        (IssueKind::Repeated, "AssetType".to_owned(), detail.clone()),
        (IssueKind::TextInContainer, "ASSET_DETAIL".to_owned(), detail.clone()),
        (IssueKind::Misplaced, "ULAD:DECLARATION_DETAIL_EXTENSION".to_owned(), detail),
        (IssueKind::Misplaced, "ULAD:ASSET_DETAIL_EXTENSION".to_owned(), "DEAL/ASSETS/ASSET[2]".to_owned()),
        (IssueKind::Unknown, "CREDIT".to_owned(), "DEAL/ASSETS/ASSET[2]".to_owned()),
        (IssueKind::Unknown, "EXTENSION".to_owned(), "DEAL/ASSETS/ASSET[3]".to_owned()),
    ];
    assert_eq!(kinds(&document), expected);
    assert_eq!(document.deal().value(&path!("DEAL", "ASSETS/ASSET/ASSET_DETAIL/AssetType")), Some("Stock"));
}

#[test]
fn relationships_are_resolved_and_broken_ones_noted() {
    let arc = |from: &str, to: &str, role: &str| {
        format!(
            r#"<RELATIONSHIP xlink:from="{from}" xlink:to="{to}" xlink:arcrole="urn:fdc:mismo.org:2009:residential/{role}"/>"#
        )
    };
    let owns = "ASSET_IsAssociatedWith_ROLE";
    let file = message(&format!(
        r#"<ASSETS><ASSET xlink:label="A"/><ASSET xlink:label="B"/><ASSET xlink:label="TWICE"/><ASSET xlink:label="TWICE"/></ASSETS>
        <PARTIES><PARTY xlink:label="P"><ROLES><ROLE xlink:label="A"/><ROLE xlink:label="R"/></ROLES></PARTY></PARTIES>
        <RELATIONSHIPS>{}{}{}{}{}{}<RELATIONSHIP xlink:from="A"/></RELATIONSHIPS>"#,
        arc("A", "A", owns),
        arc("B", "R", owns),
        arc("B", "r", owns),
        arc("B", "P", owns),
        arc("TWICE", "R", owns),
        arc("B", "P", "who knows"),
    ));
    let document = read(file.as_bytes()).unwrap();
    let ends: Vec<_> = document
        .relationships()
        .iter()
        .map(|arc| (document.place(arc.from), document.place(arc.to), arc.role.to_string()))
        .collect();
    let role = "DEAL/PARTIES/PARTY[1]/ROLES/ROLE";
    assert_eq!(
        ends,
        [
            ("DEAL/ASSETS/ASSET[1]".into(), format!("{role}[1]"), owns.into()),
            ("DEAL/ASSETS/ASSET[2]".into(), format!("{role}[2]"), owns.into()),
            ("DEAL/ASSETS/ASSET[2]".into(), "DEAL/PARTIES/PARTY[1]".into(), "who knows".into()),
        ]
    );
    let faults: Vec<_> = kinds(&document).into_iter().map(|(kind, name, _)| (kind, name)).collect();
    assert_eq!(
        faults,
        [
            (IssueKind::DuplicateLabel, "TWICE".into()),
            (IssueKind::DanglingLabel, "r".into()),
            (IssueKind::DanglingLabel, "P".into()),
            (IssueKind::LooseRelationship, String::new()),
        ]
    );
}

#[test]
fn malformed_xml_is_rejected_with_a_line_number() {
    for broken in [
        "<MESSAGE>",
        "<MESSAGE></MESSAGES>",
        "<MESSAGE/></MESSAGE>",
        "<MESSAGE/><MESSAGE/>",
        "<MESSAGE/>text",
        "<MESSAGE/>&amp;",
        "<MESSAGE/><![CDATA[]]>",
        "<MESSAGE a='1' a='2'/>",
        "<MESSAGE xmlns:a='u' xmlns:b='u' a:x='1' b:x='2'/>",
        "<MESSAGE a=1/>",
        "<MESSAGE a='<'/>",
        "<MESSAGE a='&nbsp;'/>",
        "<MESSAGE>&nbsp;</MESSAGE>",
        "<MESSAGE>a & b</MESSAGE>",
        "<MESSAGE>]]></MESSAGE>",
        "<MESSAGE><!-- a -- b --></MESSAGE>",
        "<MESSAGE><1/></MESSAGE>",
        "<MESSAGE><a b/></MESSAGE>",
        "<MESSAGE><a:b/></MESSAGE>",
        "<MESSAGE><a xmlns:a='u'/><a:b/></MESSAGE>",
        "<MESSAGE a:b='1'/>",
        "<MESSAGE xmlns:a=''/>",
        "<MESSAGE xmlns:xmlns='u'/>",
        "<MESSAGE xmlns:xml='u'/>",
        "<MESSAGE><:a/></MESSAGE>",
        "<MESSAGE><a:/></MESSAGE>",
        "<MESSAGE><a:b:c xmlns:a='u'/></MESSAGE>",
        "<MESSAGE",
        "<!-- only a comment -->",
        "<?xml version='1.0'?>",
        "<?xml version='2.0'?><MESSAGE/>",
        "<MESSAGE><?xml version='1.0'?></MESSAGE>",
        "\n<?xml version='1.0'?><MESSAGE/>",
        "<MESSAGE>\u{1}</MESSAGE>",
        "<MESSAGE>&#0;</MESSAGE>",
        "<MESSAGE>\u{FFFF}</MESSAGE>",
        "<MESSAGE><!X></MESSAGE>",
    ] {
        // Add the namespace, so that the error under test is the only reason for the rejection.
        let file = broken.replacen("<MESSAGE", &format!("<MESSAGE xmlns='{MISMO}'"), 1);
        assert_eq!(code(&file), "not_well_formed", "{file}");
    }
    let file = message("<ASSETS>\n</ASSET>");
    assert_eq!(
        read(file.as_bytes()).unwrap_err().to_string(),
        "This file is damaged: it is not well-formed XML (line 4: </ASSETS> was expected, </ASSET> stands there). It may \
         have been cut off or edited by hand. Export the loan again as MISMO 3.4."
    );
}

#[test]
fn other_file_types_are_rejected_by_name() {
    for (bytes, code, says) in [
        (&b""[..], "empty_file", "is empty"),
        (b" \r\n\t", "empty_file", "is empty"),
        (b"\xEF\xBB\xBF", "not_xml", "not XML"),
        (b"\x89PNG\r\n\x1a\n\0\0", "not_xml", "a PNG picture"),
        (b"%PDF-1.7", "not_xml", "a PDF document"),
        (b"PK\x03\x04\0\0", "not_xml", "a ZIP archive"),
        (b"EH       20240101", "not_xml", "an FNMA 3.2 file"),
        (b"{\"loan\": 1}", "not_xml", "a JSON file"),
        (b"MESSAGE", "not_xml", "not XML"),
        (b"\xFF\xFE<\0M\0", "encoding", "UTF-16"),
        (b"\0<\0M", "encoding", "UTF-16"),
        (b"<?xml version='1.0' encoding='windows-1252'?><MESSAGE>\xE9</MESSAGE>", "encoding", "windows-1252"),
        (b"<MESSAGE>\xE9</MESSAGE>", "encoding", "another encoding than UTF-8"),
        (b"<!DOCTYPE html><html/>", "doctype", "DOCTYPE"),
        (b"<!DOCTYPE MESSAGE [<!ENTITY a \"", "doctype", "DOCTYPE"),
        (b"<html/>", "other_document", "html"),
        (b"<MESSAGE/>", "other_document", "MESSAGE"),
        (b"<RESPONSE_GROUP MISMOVersionID='2.4'/>", "other_version", "MISMO 2.4"),
    ] {
        let refusal = read(bytes).unwrap_err();
        assert_eq!(refusal.code(), code, "{}", String::from_utf8_lossy(bytes));
        assert!(refusal.to_string().contains(says), "{refusal}");
    }
    let none = format!("<MESSAGE xmlns='{MISMO}' MISMOReferenceModelIdentifier='3.4'><DEAL_SETS/></MESSAGE>");
    assert_eq!(code(none), "no_deal");
    let two = message("").replace("<DEAL></DEAL>", "<DEAL/><DEAL/>");
    assert_eq!(read(two.as_bytes()), Err(Refusal::ManyDeals { count: 2 }));
}

#[test]
fn a_utf8_file_that_declares_another_encoding_is_read() {
    let file = message("<!-- é -->").replace("UTF-8", "utf-16");
    assert_eq!(kinds(&read(file.as_bytes()).unwrap())[0].0, IssueKind::DeclaredEncoding);
    let ascii = message("").replace("UTF-8", "ISO-8859-1");
    assert_eq!(kinds(&read(ascii.as_bytes()).unwrap()), []);
    let marked = format!("\u{FEFF}{}", message(""));
    assert_eq!(code(marked), "read");
}

#[test]
fn a_document_is_navigated_by_name_and_path() {
    let file = message("<PARTIES><PARTY/><PARTY><ROLES><ROLE><ROLE_DETAIL/></ROLE></ROLES></PARTY></PARTIES>");
    let document = read(file.as_bytes()).unwrap();
    let parties = document.deal().child(name!("PARTIES")).unwrap();
    assert_eq!(parties.all(name!("PARTY")).count(), 2);
    let detail = parties.at(&path!("PARTIES", "PARTY/ROLES/ROLE/ROLE_DETAIL")).expect("in the second party");
    assert_eq!(document.place(detail.number()), "DEAL/PARTIES/PARTY[2]/ROLES/ROLE[1]/ROLE_DETAIL");
    assert_eq!(document.element(detail.number()).unwrap().name(), name!("ROLE_DETAIL"));
    assert!(document.element(1_000_000).is_none());
}
