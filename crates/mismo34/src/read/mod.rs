//! Reads a file in one pass over its bytes.

mod refuse;
mod tag;
mod text;

use crate::{
    DEPTH_MAX, Document, ELEMENTS_MAX, ISSUES_MAX, Issue, IssueKind, Name, Namespace, Refusal, Worded,
    attributes::{self, is_name, is_nc_name},
    document::{HeldAttribute, Node},
    name,
    name::Child,
    path, relationship,
    scope::Scope,
    sniff,
};
use quick_xml::{Reader, events::Event};
use std::borrow::Cow;
use text::collapse;

/// Reads a file as a MISMO 3.4 message.
///
/// The file's length and the limits of this crate bound time and memory. The document borrows its texts from `bytes`.
///
/// # Errors
/// If the bytes aren't a well-formed MISMO 3.4 message with exactly one `DEAL`, or exceed a limit.
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

/// State of reading at the current position.
struct Reading<'a> {
    text: &'a str,
    xml: Reader<&'a [u8]>,
    document: Document<'a>,
    /// Open elements that are kept, outermost first.
    open: Vec<Open>,
    /// Number of open elements, including skipped ones.
    depth: usize,
    /// Number of open elements that are skipped. These are always the innermost ones.
    left_out: usize,
    /// The outermost skipped element, until content is found in it and reported.
    untold: Option<&'a str>,
    /// Whether the skipped element is an `EXTENSION`, which can contain known elements.
    in_extension: bool,
    scope: Scope<'a>,
    /// Attributes of the current tag: name and raw value.
    attributes: Vec<(&'a str, &'a str)>,
    elements: usize,
    attribute_count: usize,
    /// Whether the file contains `]]>` anywhere, so that texts must be searched for it.
    has_section_end: bool,
}

/// An open element that is kept.
struct Open {
    number: u32,
    children: &'static [Child],
    /// Index from which to search for the next child. Files usually follow schema order.
    next: usize,
    /// Bit set of the children seen so far.
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
            // A tag, its text and its end tag take about 60 bytes.
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

    /// The text between `<` and the end of the tag that was just read. `close` is the length of that end.
    fn inside(&self, len: usize, close: usize) -> &'a str {
        let end = self.offset() - close;
        &self.text[end - len..end]
    }

    fn offset(&self) -> usize {
        usize::try_from(self.xml.buffer_position()).unwrap_or(usize::MAX).min(self.text.len())
    }

    /// Handles a start tag, given the text inside it and the length of its name.
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
        // Most names have no prefix and are where the table expects them.
        if let Some(rank) = self.rank(self.scope.default(), qualified) {
            self.start_here(rank);
            return Ok(());
        }
        let (namespace, local) = self.scope.resolve(qualified).map_err(|reason| self.damaged(&reason))?;
        match self.rank(namespace, local) {
            Some(rank) => self.start_here(rank),
            None => self.start_elsewhere(Name::find(namespace, local), qualified, local)?,
        }
        Ok(())
    }

    /// Index of the child with this name in the table, unless the current position is skipped.
    fn rank(&self, namespace: Namespace, local: &str) -> Option<usize> {
        if self.left_out > 0 {
            return None;
        }
        let open = self.open.last()?;
        let from_here = open.next..open.children.len();
        from_here.chain(0..open.next).find(|rank| open.children[*rank].name.is(namespace, local))
    }

    /// Handles an element that the table allows here.
    fn start_here(&mut self, rank: usize) {
        match self.place_for(rank) {
            Some(child) => self.keep(child.name),
            // `place_for` has already reported it.
            None => (self.left_out, self.in_extension, self.untold) = (1, false, None),
        }
    }

    /// Handles an element that isn't allowed here: the outermost one, or one to skip.
    fn start_elsewhere(&mut self, name: Option<Name>, qualified: &'a str, local: &'a str) -> Result<(), Refusal> {
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
        let Some(number) = self.open.last().map(|open| open.number) else { return self.root(name, local) };
        self.left_out = 1;
        self.in_extension = name == Some(name!("EXTENSION"));
        self.untold = None;
        match name {
            Some(name) if !self.in_extension => self.note(number, IssueKind::Misplaced, &name.to_string()),
            // Reported when content is found in it.
            _ => self.untold = Some(qualified),
        }
        Ok(())
    }

    /// Checks the outermost element: it must be a `MESSAGE` of MISMO 3.4.
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

    /// The child with this index in the innermost open element. Returns `None` and notes an issue if it isn't allowed.
    fn place_for(&mut self, rank: usize) -> Option<Child> {
        let open = self.open.last_mut()?;
        let number = open.number;
        let child = open.children[rank];
        let seen_before = open.seen & (1 << rank) != 0;
        open.seen |= 1 << rank;
        open.next = rank;
        if seen_before && !child.repeats {
            self.note(number, IssueKind::Repeated, &child.name.to_string());
            return None;
        }
        if let Some(extended) = child.name.extended() {
            // `OTHER` is in `EXTENSION`, which is in the extended container.
            let owner = self.open.len().checked_sub(3).map(|at| self.open[at].number);
            let owner = owner.map(|number| (number, self.document.nodes[number as usize].name));
            if let Some((number, _)) = owner.filter(|(_, owner)| owner.local() != extended) {
                self.note(number, IssueKind::Misplaced, &child.name.to_string());
                return None;
            }
        }
        Some(child)
    }

    /// Notes an agency's element in an `EXTENSION` where the standard has none.
    fn note_hidden(&mut self, name: Name) {
        if let Some(number) = self.open.last().map(|open| open.number) {
            self.in_extension = false;
            self.untold = None;
            self.note(number, IssueKind::Misplaced, &name.to_string());
        }
    }

    /// Adds an element to the document, with the supported attributes of the current tag.
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

    /// Handles an end tag. quick-xml has already checked that it matches.
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
}

impl<'a> Document<'a> {
    /// Adds an issue, or counts it if the limit is reached.
    pub(crate) fn note(&mut self, issue: Issue<'a>) {
        if self.issues.len() < ISSUES_MAX {
            self.issues.push(issue);
        } else {
            self.issues_left_out += 1;
        }
    }
}

/// Whether a version identifier means MISMO 3.4: the official one, or common variants such as `3.4[B324]`.
fn is_version_34(version: &str) -> bool {
    let number = version.trim_start_matches(|c: char| !c.is_ascii_digit());
    number.strip_prefix("3.4").is_some_and(|rest| !rest.starts_with(|c: char| c.is_ascii_digit()))
}
