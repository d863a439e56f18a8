//! One pass over the bytes.

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
        // most names have no prefix and stand where the table has them
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

    /// Where in the table a child of this name stands, unless all is left out here.
    fn rank(&self, namespace: Namespace, local: &str) -> Option<usize> {
        if self.left_out > 0 {
            return None;
        }
        let open = self.open.last()?;
        let from_here = open.next..open.children.len();
        from_here.chain(0..open.next).find(|rank| open.children[*rank].name.is(namespace, local))
    }

    /// An element that the table has here.
    fn start_here(&mut self, rank: usize) {
        match self.place_for(rank) {
            Some(child) => self.keep(child.name),
            // told already
            None => (self.left_out, self.in_extension, self.untold) = (1, false, None),
        }
    }

    /// An element that does not belong where it stands: the outermost one, or one that is left out.
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
            // told once something is found in it
            _ => self.untold = Some(qualified),
        }
        Ok(())
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

    /// The table's child at a place in the innermost open element, unless it may not stand here; that is noted.
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
            // `OTHER` stands in `EXTENSION`, and that in what is extended
            let owner = self.open.len().checked_sub(3).map(|at| self.open[at].number);
            let owner = owner.map(|number| (number, self.document.nodes[number as usize].name));
            if let Some((number, _)) = owner.filter(|(_, owner)| owner.local() != extended) {
                self.note(number, IssueKind::Misplaced, &child.name.to_string());
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
