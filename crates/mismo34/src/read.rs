//! One pass over the bytes.

use crate::{
    ATTRIBUTES_MAX, Attribute, DEPTH_MAX, Document, ELEMENT_ATTRIBUTES_MAX, ELEMENTS_MAX, ISSUES_MAX, Issue, IssueKind,
    NAMESPACES_MAX, Name, Namespace, Refusal, VALUE_BYTES_MAX, Worded,
    attributes::{self, Attributes, is_blank_char, is_name, is_nc_name},
    document::{HeldAttribute, Node},
    name,
    name::Child,
    path,
    refusal::line_of,
    relationship,
    scope::{Scope, undeclared},
    sniff,
};
use quick_xml::{Reader, errors::IllFormedError, events::Event};
use std::borrow::Cow;

/// Reads a file as a MISMO 3.4 message.
///
/// Time and memory are bounded by the length of the file and by the limits of this crate. The texts of the document are
/// borrowed from `bytes`.
///
/// # Errors
/// If the bytes are not a well-formed MISMO 3.4 message with exactly one `DEAL`, or go beyond a limit.
pub fn read(bytes: &[u8]) -> Result<Document<'_>, Refusal> {
    let text = sniff::text(bytes)?;
    let mut reading = Reading::new(text);
    reading.run()?;
    let mut document = reading.document;
    let deals = path!("MESSAGE", "DEAL_SETS/DEAL_SET/DEALS/DEAL");
    match document.root().every(&deals).len() {
        0 => return Err(Refusal::NoDeal),
        1 => {}
        count => return Err(Refusal::ManyDeals { count }),
    }
    relationship::resolve(&mut document);
    Ok(document)
}

/// What is known at one place of the file.
struct Reading<'a> {
    text: &'a str,
    xml: Reader<&'a [u8]>,
    document: Document<'a>,
    /// The kept elements that are open here, outermost first.
    open: Vec<Open>,
    /// Elements that are open here, those that are left out included.
    depth: usize,
    /// How many of them are left out: none, or the innermost ones.
    left_out: usize,
    /// The outermost element that is left out here, until something is found in it and told.
    untold: Option<&'a str>,
    /// Whether what is left out is an `EXTENSION`, in which known elements may hide.
    in_extension: bool,
    scope: Scope<'a>,
    /// The attributes of the tag at hand: name and value as written.
    attributes: Vec<(&'a str, &'a str)>,
    elements: usize,
    attribute_count: usize,
    /// `]]>` occurs somewhere, so texts must be searched for it.
    has_section_end: bool,
}

/// A kept element that is open.
struct Open {
    number: u32,
    children: &'static [Child],
    /// Where the next child is looked for first: files follow the schema's order.
    next: usize,
    /// Which children have been there.
    seen: u64,
    is_container: bool,
}

impl<'a> Reading<'a> {
    fn new(text: &'a str) -> Self {
        let mut xml = Reader::from_str(text);
        xml.config_mut().check_comments = true;
        Self {
            text,
            xml,
            // a tag, its text and its end take some 60 bytes
            document: Document { nodes: Vec::with_capacity(text.len() / 48), ..Document::default() },
            open: Vec::with_capacity(24),
            depth: 0,
            left_out: 0,
            untold: None,
            in_extension: false,
            scope: Scope::new(),
            attributes: Vec::new(),
            elements: 0,
            attribute_count: 0,
            has_section_end: memchr::memmem::find(text.as_bytes(), b"]]>").is_some(),
        }
    }

    fn run(&mut self) -> Result<(), Refusal> {
        let mut first = true;
        loop {
            match self.xml.read_event() {
                Ok(Event::Start(tag)) => {
                    let inside = self.inside(tag.len(), 1);
                    self.start(inside, tag.name().as_ref().len())?;
                }
                Ok(Event::Empty(tag)) => {
                    let inside = self.inside(tag.len(), 2);
                    self.start(inside, tag.name().as_ref().len())?;
                    self.end();
                }
                Ok(Event::End(_)) => self.end(),
                Ok(Event::Text(text)) => self.value(text.into_inner())?,
                Ok(Event::CData(text)) => self.section(text.into_inner())?,
                Ok(Event::GeneralRef(reference)) => self.reference(&reference)?,
                Ok(Event::Comment(_)) => {}
                Ok(Event::Decl(declaration)) if first => self.declaration(&declaration)?,
                Ok(Event::Decl(_)) => return Err(self.damaged("an XML declaration stands within the file")),
                Ok(Event::PI(instruction)) => {
                    if !is_name(instruction.target()) {
                        return Err(self.damaged("a processing instruction has no name"));
                    }
                }
                Ok(Event::DocType(_)) => return Err(Refusal::Doctype),
                Ok(Event::Eof) => break,
                Err(error) => return Err(self.refuse(&error)),
            }
            first = false;
        }
        if self.depth > 0 {
            return Err(self.damaged("the file ends too early: an element is not closed"));
        }
        if self.document.is_empty() {
            return Err(self.damaged("there is no element in it"));
        }
        Ok(())
    }

    /// What stands between the `<` and the end of the tag that was just read; `close` is the length of that end.
    fn inside(&self, len: usize, close: usize) -> &'a str {
        let end = self.offset() - close;
        &self.text[end - len..end]
    }

    fn offset(&self) -> usize {
        usize::try_from(self.xml.buffer_position()).unwrap_or(usize::MAX).min(self.text.len())
    }

    /// A start tag: what stands inside it, and how much of that is the name.
    fn start(&mut self, inside: &'a str, name_len: usize) -> Result<(), Refusal> {
        self.elements += 1;
        self.depth += 1;
        if self.elements > ELEMENTS_MAX {
            return Err(Refusal::TooManyElements);
        }
        if self.depth > DEPTH_MAX {
            return Err(Refusal::TooDeep);
        }
        let (qualified, rest) = inside.split_at(name_len);
        self.attributes.clear();
        if !rest.is_empty() {
            self.read_attributes(rest)?;
        }
        let (namespace, local) = self.scope.resolve(qualified).map_err(|reason| self.damaged(&reason))?;
        let name = Name::find(namespace, local);
        if name.is_none() && !is_nc_name(local) {
            return Err(self.damaged("an element has a name that XML does not allow"));
        }
        if self.left_out > 0 {
            self.left_out += 1;
            if let Some(name) = name.filter(|name| self.in_extension && name.namespace() != Namespace::Mismo) {
                self.note_hidden(name);
            }
            return Ok(());
        }
        if self.open.is_empty() {
            return self.root(name, local);
        }
        match name.and_then(|name| self.place_for(name)) {
            Some(child) => {
                self.keep(child.name);
                Ok(())
            }
            None => {
                self.left_out = 1;
                self.in_extension = name == Some(name!("EXTENSION"));
                // a known element that stands in a wrong place is told already
                self.untold = (name.is_none() || self.in_extension).then_some(qualified);
                Ok(())
            }
        }
    }

    /// The outermost element: it must be a `MESSAGE` of MISMO 3.4.
    fn root(&mut self, name: Option<Name>, local: &'a str) -> Result<(), Refusal> {
        if !self.document.is_empty() {
            return Err(self.damaged("a second element stands after the outermost one"));
        }
        let version = self.attributes.iter().find(|(name, _)| name.starts_with("MISMO")).map(|(_, value)| *value);
        if name != Some(name!("MESSAGE")) {
            let root = Worded::new(local);
            return Err(match version {
                Some(version) => Refusal::OtherVersion { root, version: Worded::new(version) },
                None => Refusal::OtherDocument { root },
            });
        }
        match version {
            Some(version) if !is_version_34(version) => {
                return Err(Refusal::OtherVersion { root: Worded::new(local), version: Worded::new(version) });
            }
            Some(_) => {}
            None => self.note(0, IssueKind::NoVersion, "MISMOReferenceModelIdentifier"),
        }
        self.keep(name!("MESSAGE"));
        Ok(())
    }

    /// The table's child for a name in the innermost open element; notes why there is none.
    fn place_for(&mut self, name: Name) -> Option<Child> {
        let open = self.open.last_mut()?;
        let rank = (open.next..open.children.len()).chain(0..open.next).find(|rank| open.children[*rank].name == name);
        let number = open.number;
        let Some(rank) = rank else {
            if name != name!("EXTENSION") {
                self.note(number, IssueKind::Misplaced, &name.to_string());
            }
            return None;
        };
        let child = open.children[rank];
        let seen_before = open.seen & (1 << rank) != 0;
        open.seen |= 1 << rank;
        open.next = rank;
        if seen_before && !child.repeats {
            self.note(number, IssueKind::Repeated, &name.to_string());
            return None;
        }
        if let Some(extended) = name.extended() {
            // `OTHER` stands in `EXTENSION`, and that in what is extended
            let owner = self.open.len().checked_sub(3).map(|at| self.open[at].number);
            let owner = owner.map(|number| (number, self.document.nodes[number as usize].name));
            if let Some((number, _)) = owner.filter(|(_, owner)| owner.local() != extended) {
                self.note(number, IssueKind::Misplaced, &name.to_string());
                return None;
            }
        }
        Some(child)
    }

    /// An element of an agency within an `EXTENSION` that stands where the standard has none.
    fn note_hidden(&mut self, name: Name) {
        if let Some(number) = self.open.last().map(|open| open.number) {
            self.in_extension = false;
            self.untold = None;
            self.note(number, IssueKind::Misplaced, &name.to_string());
        }
    }

    /// Puts an element into the document, with the attributes at hand that are known.
    fn keep(&mut self, name: Name) {
        let number = u32::try_from(self.document.nodes.len()).unwrap_or(u32::MAX);
        for (qualified, raw) in &self.attributes {
            if let Some(attribute) = self.known_attribute(qualified)
                && let Ok(value) = attributes::decode(raw)
            {
                self.document.attributes.push(HeldAttribute { element: number, attribute, value });
            }
        }
        self.document.nodes.push(Node { text: Cow::Borrowed(""), end: 0, name });
        let is_container = name.is_container();
        self.open.push(Open { number, children: name.children(), next: 0, seen: 0, is_container });
    }

    fn known_attribute(&self, qualified: &str) -> Option<Attribute> {
        match qualified.split_once(':') {
            None => match qualified {
                "SequenceNumber" => Some(Attribute::SequenceNumber),
                "LoanRoleType" => Some(Attribute::LoanRole),
                "MISMOReferenceModelIdentifier" | "MISMOVersionID" | "MISMOVersionIdentifier" => {
                    Some(Attribute::Version)
                }
                _ => None,
            },
            Some((prefix, local)) => {
                let namespace = self.scope.namespace_of(prefix)?;
                match local {
                    _ if namespace != Namespace::Xlink => None,
                    "label" => Some(Attribute::Label),
                    "from" => Some(Attribute::From),
                    "to" => Some(Attribute::To),
                    "arcrole" => Some(Attribute::Arcrole),
                    _ => None,
                }
            }
        }
    }

    /// Reads the attributes of a tag, declares its namespaces, and checks what must be unique.
    fn read_attributes(&mut self, rest: &'a str) -> Result<(), Refusal> {
        for attribute in Attributes::new(rest) {
            let (name, raw) = attribute.map_err(|reason| self.damaged(reason))?;
            self.attribute_count += 1;
            if self.attributes.len() == ELEMENT_ATTRIBUTES_MAX || self.attribute_count > ATTRIBUTES_MAX {
                return Err(Refusal::TooManyAttributes);
            }
            if self.attributes.iter().any(|(known, _)| *known == name) {
                return Err(self.damaged("an attribute stands twice in one element"));
            }
            if memchr::memchr(b'&', raw.as_bytes()).is_some() {
                attributes::decode(raw).map_err(|reason| self.damaged(reason))?;
            }
            if name == "xmlns" {
                self.declare("", raw)?;
            } else if let Some(prefix) = name.strip_prefix("xmlns:") {
                self.declare(prefix, raw)?;
            }
            self.attributes.push((name, raw));
        }
        // only now are all prefixes of this tag declared
        for at in 0..self.attributes.len() {
            let Some((prefix, local)) = self.attributes[at].0.split_once(':') else { continue };
            if prefix == "xmlns" {
                continue;
            }
            let Some(uri) = self.scope.uri_of(prefix).filter(|_| is_nc_name(local)) else {
                return Err(self.damaged(&undeclared(prefix)));
            };
            let same = |(other, _): &(&str, &str)| {
                other.split_once(':').is_some_and(|(prefix, name)| {
                    name == local && prefix != "xmlns" && self.scope.uri_of(prefix) == Some(uri)
                })
            };
            if self.attributes[..at].iter().any(same) {
                return Err(self.damaged("an attribute stands twice in one element"));
            }
        }
        Ok(())
    }

    fn declare(&mut self, prefix: &'a str, raw: &'a str) -> Result<(), Refusal> {
        if self.scope.len() == NAMESPACES_MAX {
            return Err(Refusal::TooManyNamespaces);
        }
        self.scope.declare(prefix, raw, self.depth).map_err(|reason| self.damaged(reason))
    }

    /// An end tag; quick-xml has checked that it fits.
    fn end(&mut self) {
        self.scope.leave(self.depth);
        self.depth -= 1;
        if self.left_out > 0 {
            self.left_out -= 1;
            return;
        }
        let end = u32::try_from(self.document.nodes.len()).unwrap_or(u32::MAX);
        if let Some(open) = self.open.pop() {
            let node = &mut self.document.nodes[open.number as usize];
            node.end = end;
            if !open.is_container {
                collapse(&mut node.text);
            }
        }
    }

    /// Character data as it is written.
    fn value(&mut self, text: Cow<'a, str>) -> Result<(), Refusal> {
        if self.has_section_end && text.contains("]]>") {
            return Err(self.damaged("]]> stands in a text"));
        }
        self.characters(text)
    }

    /// A CDATA section.
    fn section(&mut self, text: Cow<'a, str>) -> Result<(), Refusal> {
        if self.depth == 0 {
            return Err(self.damaged("text stands outside of the outermost element"));
        }
        self.characters(text)
    }

    /// A reference such as `&amp;`.
    fn reference(&mut self, name: &str) -> Result<(), Refusal> {
        let c = attributes::reference(name).ok_or_else(|| self.damaged(attributes::UNKNOWN_REFERENCE))?;
        if self.depth == 0 {
            return Err(self.damaged("text stands outside of the outermost element"));
        }
        self.characters(Cow::Owned(c.to_string()))
    }

    /// Text of the innermost open element, or of one that is left out.
    fn characters(&mut self, text: Cow<'a, str>) -> Result<(), Refusal> {
        if self.depth == 0 && !is_blank(&text) {
            return Err(self.damaged("text stands outside of the outermost element"));
        }
        let Some(open) = self.open.last() else { return Ok(()) };
        let number = open.number;
        if self.left_out > 0 {
            if let Some(name) = self.untold.take_if(|_| !is_blank(&text)) {
                self.note(number, IssueKind::Unknown, &Worded::new(name).to_string());
            }
            return Ok(());
        }
        if open.is_container {
            if !is_blank(&text) {
                self.note_text(number);
            }
            return Ok(());
        }
        let value = &mut self.document.nodes[number as usize].text;
        if value.len() + text.len() > VALUE_BYTES_MAX {
            return Err(Refusal::ValueTooLong { line: self.line() });
        }
        if value.is_empty() {
            *value = text;
        } else {
            value.to_mut().push_str(&text);
        }
        Ok(())
    }

    /// Notes once for a container that text stands in it.
    fn note_text(&mut self, number: u32) {
        let noted = |issue: &Issue<'_>| issue.element == number && issue.kind == IssueKind::TextInContainer;
        if !self.document.issues.last().is_some_and(noted) {
            let name = self.document.nodes[number as usize].name.to_string();
            self.note(number, IssueKind::TextInContainer, &name);
        }
    }

    fn declaration(&mut self, declaration: &quick_xml::events::BytesDecl<'_>) -> Result<(), Refusal> {
        if !matches!(declaration.version().as_deref(), Ok("1.0" | "1.1")) {
            return Err(self.damaged("the XML declaration names no known version"));
        }
        match declaration.encoding() {
            Some(Err(_)) => Err(self.damaged("the XML declaration is not complete")),
            Some(Ok(encoding)) => {
                let is_utf8 =
                    ["UTF-8", "UTF8", "US-ASCII", "ASCII"].iter().any(|known| encoding.eq_ignore_ascii_case(known));
                if !is_utf8 && !self.text.is_ascii() {
                    self.note(0, IssueKind::DeclaredEncoding, &encoding);
                }
                Ok(())
            }
            None => Ok(()),
        }
    }

    fn note(&mut self, element: u32, kind: IssueKind, name: &str) {
        self.document.note(Issue { element, kind, name: Cow::Owned(name.to_owned()) });
    }

    fn line(&self) -> usize {
        line_of(self.text.as_bytes(), self.offset())
    }

    fn damaged(&self, reason: &str) -> Refusal {
        Refusal::NotWellFormed { line: self.line(), reason: reason.to_owned() }
    }

    /// What quick-xml found wrong.
    fn refuse(&self, error: &quick_xml::Error) -> Refusal {
        use quick_xml::{Error, errors::SyntaxError};
        let reason = match error {
            Error::Syntax(SyntaxError::UnclosedDoctype) => return Refusal::Doctype,
            Error::IllFormed(IllFormedError::MissingDoctypeName) => return Refusal::Doctype,
            Error::IllFormed(IllFormedError::MismatchedEndTag { expected, found }) => {
                format!("</{}> was expected, </{}> stands there", Worded::new(expected), Worded::new(found))
            }
            Error::IllFormed(IllFormedError::UnmatchedEndTag(found)) => {
                format!("</{}> stands there, but nothing is open", Worded::new(found))
            }
            Error::IllFormed(IllFormedError::UnclosedReference) => "a lone & stands in a text".to_owned(),
            Error::IllFormed(IllFormedError::DoubleHyphenInComment) => "-- stands in a comment".to_owned(),
            Error::Syntax(SyntaxError::InvalidBangMarkup) => "<! begins nothing that XML knows".to_owned(),
            Error::Syntax(_) => "the file ends too early, in the middle of a tag".to_owned(),
            _ => "a tag is not written as XML asks".to_owned(),
        };
        let at = usize::try_from(self.xml.error_position()).unwrap_or(usize::MAX);
        Refusal::NotWellFormed { line: line_of(self.text.as_bytes(), at), reason }
    }
}

impl<'a> Document<'a> {
    /// Keeps an issue, or counts it once there are enough.
    pub(crate) fn note(&mut self, issue: Issue<'a>) {
        if self.issues.len() < ISSUES_MAX {
            self.issues.push(issue);
        } else {
            self.issues_left_out += 1;
        }
    }
}

/// Whether a version identifier means MISMO 3.4: the official one, or what people write by hand, such as `3.4[B324]`.
fn is_version_34(version: &str) -> bool {
    let number = version.trim_start_matches(|c: char| !c.is_ascii_digit());
    number.strip_prefix("3.4").is_some_and(|rest| !rest.starts_with(|c: char| c.is_ascii_digit()))
}

/// Whether a text is white space alone. Control characters are refused before, so that a comparison tells.
fn is_blank(text: &str) -> bool {
    text.bytes().fold(0, u8::max) <= b' '
}

/// Trims a value and makes each run of white space in it one blank, as the schema's `token` types do.
fn collapse(text: &mut Cow<'_, str>) {
    let mut blank_before = true;
    let is_collapsed = text.bytes().all(|b| {
        let collapsed = !(matches!(b, b'\t' | b'\n' | b'\r') || (b == b' ' && blank_before));
        blank_before = b == b' ';
        collapsed
    });
    if is_collapsed && !text.ends_with(' ') {
        return;
    }
    let trimmed = text.trim_matches(is_blank_char);
    if let (Cow::Borrowed(whole), false) = (&*text, trimmed.contains("  ") || trimmed.contains(['\t', '\n', '\r'])) {
        *text = Cow::Borrowed(whole.trim_matches(is_blank_char));
        return;
    }
    let words: Vec<&str> = trimmed.split(is_blank_char).filter(|word| !word.is_empty()).collect();
    *text = Cow::Owned(words.join(" "));
}
