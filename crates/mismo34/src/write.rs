//! Writes a document as bytes.

use crate::{Attribute, Document, Element, Name, Namespace, attributes::is_xml_char};

/// Writes a document as a MISMO 3.4 message: UTF-8, elements in schema order, with the agencies' prefixes. Characters
/// that XML doesn't allow are dropped.
#[must_use]
pub fn write(document: &Document<'_>) -> Vec<u8> {
    let mut out = String::with_capacity(64 * document.len() + 1024);
    out.push_str("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    if let Some(root) = document.element(0) {
        element(&mut out, root, 0);
    }
    out.into_bytes()
}

/// Writes an element and its contents.
fn element(out: &mut String, element: Element<'_, '_>, depth: usize) {
    let name = element.name();
    indent(out, depth);
    out.push('<');
    qualified(out, name);
    if depth == 0 {
        namespaces(out);
    }
    for held in element.held_attributes() {
        out.push(' ');
        out.push_str(attribute_name(held.attribute));
        out.push_str("=\"");
        escaped(out, &held.value);
        out.push('"');
    }
    let children = element.children_in_order();
    if children.is_empty() && element.text().is_empty() {
        out.push_str("/>\n");
        return;
    }
    out.push('>');
    if children.is_empty() {
        escaped(out, element.text());
    } else {
        out.push('\n');
        for child in children {
            self::element(out, child, depth + 1);
        }
        indent(out, depth);
    }
    out.push_str("</");
    qualified(out, name);
    out.push_str(">\n");
}

/// Declares every namespace that an element or attribute can need.
fn namespaces(out: &mut String) {
    for namespace in [Namespace::Mismo, Namespace::Ulad, Namespace::Du, Namespace::Xlink] {
        out.push_str(" xmlns");
        if !namespace.prefix().is_empty() {
            out.push(':');
            out.push_str(namespace.prefix());
        }
        out.push_str("=\"");
        out.push_str(namespace.uri());
        out.push('"');
    }
}

fn qualified(out: &mut String, name: Name) {
    let prefix = name.namespace().prefix();
    if !prefix.is_empty() {
        out.push_str(prefix);
        out.push(':');
    }
    out.push_str(name.local());
}

fn indent(out: &mut String, depth: usize) {
    out.extend(std::iter::repeat_n('\t', depth));
}

/// The name of an attribute in a file.
pub(crate) const fn attribute_name(attribute: Attribute) -> &'static str {
    match attribute {
        Attribute::Version => "MISMOReferenceModelIdentifier",
        Attribute::LoanRole => "LoanRoleType",
        Attribute::SequenceNumber => "SequenceNumber",
        Attribute::Label => "xlink:label",
        Attribute::From => "xlink:from",
        Attribute::To => "xlink:to",
        Attribute::Arcrole => "xlink:arcrole",
    }
}

/// Escapes a text so that it reads back unchanged.
fn escaped(out: &mut String, text: &str) {
    for c in text.chars().filter(|c| is_xml_char(*c)) {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\t' => out.push_str("&#9;"),
            '\n' => out.push_str("&#10;"),
            '\r' => out.push_str("&#13;"),
            _ => out.push(c),
        }
    }
}
