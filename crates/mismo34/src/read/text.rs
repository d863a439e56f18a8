//! Text between tags.

use super::Reading;
use crate::{
    Issue, IssueKind, Refusal, VALUE_BYTES_MAX, Worded,
    attributes::{self, is_blank_char},
};
use std::borrow::Cow;

impl<'a> Reading<'a> {
    /// Handles raw character data.
    pub(super) fn value(&mut self, text: Cow<'a, str>) -> Result<(), Refusal> {
        if self.has_section_end && text.contains("]]>") {
            return Err(self.damaged("]]> stands in a text"));
        }
        self.characters(text)
    }

    /// Handles a CDATA section.
    pub(super) fn section(&mut self, text: Cow<'a, str>) -> Result<(), Refusal> {
        if self.depth == 0 {
            return Err(self.damaged("text stands outside of the outermost element"));
        }
        self.characters(text)
    }

    /// Handles a reference such as `&amp;`.
    pub(super) fn reference(&mut self, name: &str) -> Result<(), Refusal> {
        let c = attributes::reference(name).ok_or_else(|| self.damaged(attributes::UNKNOWN_REFERENCE))?;
        if self.depth == 0 {
            return Err(self.damaged("text stands outside of the outermost element"));
        }
        self.characters(Cow::Owned(c.to_string()))
    }

    /// Handles text of the innermost open element, which can be a skipped one.
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

    /// Notes once per container that it has text.
    fn note_text(&mut self, number: u32) {
        let noted = |issue: &Issue<'_>| issue.element == number && issue.kind == IssueKind::TextInContainer;
        if !self.document.issues.last().is_some_and(noted) {
            let name = self.document.nodes[number as usize].name.to_string();
            self.note(number, IssueKind::TextInContainer, &name);
        }
    }
}

/// Whether a text is only whitespace. Control characters were rejected before, so one comparison is enough.
fn is_blank(text: &str) -> bool {
    text.bytes().fold(0, u8::max) <= b' '
}

/// Trims a value and collapses whitespace into single spaces, as the schema's `token` types do.
pub(super) fn collapse(text: &mut Cow<'_, str>) {
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
