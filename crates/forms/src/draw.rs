//! Draws filled pages as a tagged PDF.

use crate::{
    Error, Form1003,
    boxes::{self, Align, BoxKind, FormBox},
    continuation::{HEADING, LEADING},
    fill::{FilledBox, FilledPage, PADDING},
    layout::{self, Entry},
    text::{self, Weight},
};
use krilla::{
    Document, SerializeSettings,
    color::rgb,
    geom::{PathBuilder, Point, Rect},
    metadata::{DateTime, Metadata},
    num::NormalizedF32,
    page::PageSettings,
    paint::{Fill, Stroke},
    surface::Surface,
    tagging::{ArtifactType, ContentTag, Identifier, Node, SpanTag, Tag, TagGroup, TagTree},
};
use std::num::NonZeroU16;

/// Red, green and blue.
type Color = (u8, u8, u8);

/// Letter paper in points.
const PAGE: (f32, f32) = (612.0, 792.0);
const LEFT: f32 = 36.0;
const RIGHT: f32 = 576.0;

const INK: Color = (26, 26, 28);
const VALUE: Color = (8, 36, 104);
const QUIET: Color = (92, 96, 104);
const LINE: Color = (150, 154, 162);
const BAND: Color = (28, 50, 86);
const LIGHT_BAND: Color = (229, 234, 242);
const WHITE: Color = (255, 255, 255);
const ALERT: Color = (170, 20, 40);

/// Font size of labels.
const LABEL: f32 = 8.5;

/// Draws all pages.
pub(crate) fn document(input: &Form1003<'_>, pages: &[FilledPage]) -> Result<Vec<u8>, Error> {
    let settings = SerializeSettings { enable_tagging: true, ..SerializeSettings::default() };
    let mut document = Document::new_with(settings);
    document.set_metadata(metadata(input, pages));
    let mut tree = TagTree::new().with_lang(Some("en-US".to_owned()));
    for (at, filled) in pages.iter().enumerate() {
        let letter = PageSettings::from_wh(PAGE.0, PAGE.1).ok_or_else(|| Error::Unwritable("page size".to_owned()))?;
        let mut page = document.start_page_with(letter);
        tree.push(draw(page.surface(), input, filled, (at + 1, pages.len())));
        page.finish();
    }
    document.set_tag_tree(tree);
    document.finish().map_err(|error| Error::Unwritable(format!("{error:?}")))
}

/// Draws a page and returns its tags. The page ends when the surface is dropped.
fn draw(surface: Surface<'_>, input: &Form1003<'_>, filled: &FilledPage, number: (usize, usize)) -> TagGroup {
    let mut canvas = Canvas { surface, tags: TagGroup::new(Tag::Section) };
    canvas.page(filled);
    canvas.foot(input, filled, number);
    canvas.tags
}

fn metadata(input: &Form1003<'_>, pages: &[FilledPage]) -> Metadata {
    let borrower = pages.first().map(|page| page.borrower.as_str()).unwrap_or_default();
    let at = input.printed_at;
    let part = |part: i8| u8::try_from(part).unwrap_or_default();
    let created = DateTime::new(u16::try_from(at.year()).unwrap_or_default())
        .month(part(at.month()))
        .day(part(at.day()))
        .hour(part(at.hour()))
        .minute(part(at.minute()));
    Metadata::new()
        .title(format!("Uniform Residential Loan Application \u{2014} {borrower}"))
        .language("en-US".to_owned())
        .creator("Keyturn".to_owned())
        .creation_date(created)
}

/// A text with its place and look.
struct Line<'a> {
    x: f32,
    y: f32,
    size: f32,
    color: Color,
    text: &'a str,
}

/// A page while it is drawn.
struct Canvas<'a> {
    surface: Surface<'a>,
    tags: TagGroup,
}

impl Canvas<'_> {
    fn page(&mut self, filled: &FilledPage) {
        let item = |field: &str| layout::box_of(filled.form, filled.page, field);
        for entry in layout::of_page(filled.form, filled.page) {
            match entry {
                Entry::Title { y, text } => self.title(*y, text),
                Entry::Section { y, text, intro } => self.section(*y, text, intro),
                Entry::Heading { y, text } => self.heading(filled, *y, text),
                Entry::Text { x, y, size, text } => self.label(*x, *y, *size, text),
                Entry::Center { x, y, width, size, text } => {
                    let room = runs(text).map(|(run, weight)| text::width(run, weight, *size)).sum::<f32>();
                    self.label(x + (width - room) / 2.0, *y, *size, text);
                }
                Entry::Paragraph { x, y, width, size, text } => self.paragraph(*x, *y, *width, *size, text),
                Entry::Rule { x, y, width } => self.line((*x, *y), (x + width, *y), LINE, 0.5),
                Entry::Bar { x, y, height } => self.line((*x, *y), (*x, y + height), LINE, 0.5),
                Entry::After { field, text } => {
                    let Some(item) = item(field) else { continue };
                    self.label(item.x + item.width + 1.5, baseline(item, LABEL), LABEL, text);
                }
                Entry::Values { fields } => {
                    for item in fields.iter().filter_map(|field| item(field)) {
                        let value = self.value(item, filled);
                        self.paragraph_of(value);
                    }
                }
                Entry::At { field, text, .. } | Entry::Left { field, text } | Entry::Check { field, text } => {
                    let Some(item) = item(field) else { continue };
                    self.labeled(entry, item, text, filled);
                }
            }
        }
    }

    fn title(&mut self, y: f32, text: &str) {
        let size = 17.0;
        let x = (PAGE.0 - text::width(text, Weight::Bold, size)) / 2.0;
        let tagged = self.text(Weight::Bold, Line { x, y, size, color: BAND, text });
        self.heading_of(1, text, tagged);
    }

    fn section(&mut self, y: f32, text: &str, intro: &str) {
        self.rectangle((LEFT, y, RIGHT - LEFT, 14.5), BAND);
        let line = Line { x: LEFT + 4.0, y: y + 10.9, size: 10.5, color: WHITE, text };
        let tagged = self.text(Weight::Bold, line);
        self.heading_of(2, text, tagged);
        if !intro.is_empty() {
            self.paragraph(LEFT, y + 24.0, RIGHT - LEFT, LABEL, intro);
        }
    }

    fn heading(&mut self, filled: &FilledPage, y: f32, text: &str) {
        self.rectangle((LEFT, y, RIGHT - LEFT, 12.5), LIGHT_BAND);
        let mut tagged = Vec::new();
        let mut x = LEFT + 2.0;
        let (bold, rest) = text.split_once(" | ").unwrap_or((text, ""));
        let row = boxes::on_page(filled.form, filled.page).filter(|item| item.y > y && item.y + item.height < y + 12.5);
        let room = row.map(|item| item.x).fold(RIGHT, f32::min) - x - 3.0;
        let shrink =
            (room / (text::width(bold, Weight::Bold, 9.5) + text::width(rest, Weight::Regular, LABEL) + 5.0)).min(1.0);
        for (part, weight, size) in [(bold, Weight::Bold, 9.5 * shrink), (rest, Weight::Regular, LABEL * shrink)] {
            tagged.extend(self.text(weight, Line { x, y: y + 9.2, size, color: INK, text: part }));
            x += text::width(part, weight, size) + 5.0;
        }
        self.heading_of(3, bold, tagged);
    }

    /// A line of text whose bold parts are between asterisks.
    fn label(&mut self, x: f32, y: f32, size: f32, text: &str) {
        let tagged = self.runs(x, y, size, text);
        self.paragraph_of(tagged);
    }

    fn runs(&mut self, x: f32, y: f32, size: f32, text: &str) -> Vec<Identifier> {
        let mut x = x;
        let mut tagged = Vec::new();
        for (run, weight) in runs(text) {
            tagged.extend(self.text(weight, Line { x, y, size, color: INK, text: run }));
            x += text::width(run, weight, size);
        }
        tagged
    }

    fn paragraph(&mut self, x: f32, y: f32, width: f32, size: f32, text: &str) {
        let mut y = y;
        let mut tagged = Vec::new();
        // Bold type inside a paragraph is set word by word, so that lines break anywhere.
        let mut line: Vec<(String, Weight)> = Vec::new();
        let mut used = 0.0;
        for (run, weight) in runs(text) {
            for word in run.split_inclusive(' ') {
                let room = text::width(word.trim_end(), weight, size);
                if used + room > width && !line.is_empty() {
                    tagged.extend(self.words(x, y, size, &std::mem::take(&mut line)));
                    y += size * 1.16;
                    used = 0.0;
                }
                used += text::width(word, weight, size);
                match line.last_mut() {
                    Some((known, same)) if *same == weight => known.push_str(word),
                    _ => line.push((word.to_owned(), weight)),
                }
            }
        }
        tagged.extend(self.words(x, y, size, &line));
        self.paragraph_of(tagged);
    }

    fn words(&mut self, x: f32, y: f32, size: f32, words: &[(String, Weight)]) -> Vec<Identifier> {
        let mut x = x;
        let mut tagged = Vec::new();
        for (word, weight) in words {
            tagged.extend(self.text(*weight, Line { x, y, size, color: INK, text: word }));
            x += text::width(word, *weight, size);
        }
        tagged
    }

    /// A label and the value of its box.
    fn labeled(&mut self, entry: &Entry, item: &FormBox, text: &str, filled: &FilledPage) {
        let used = runs(text).map(|(run, weight)| text::width(run, weight, LABEL)).sum::<f32>();
        let x = match entry {
            Entry::At { x, .. } => *x,
            Entry::Check { .. } => item.x + item.width + 3.0,
            _ => item.x - used - 2.5,
        };
        let room = match entry {
            Entry::At { .. } => item.x - 2.0 - x,
            Entry::Check { .. } => next_box(filled, item) - 2.0 - x,
            _ => used,
        };
        let size = if used > room { LABEL * room / used } else { LABEL };
        let mut tagged = self.runs(x, baseline(item, LABEL), size, text);
        tagged.extend(self.value(item, filled));
        self.paragraph_of(tagged);
    }

    /// The box and its value.
    fn value(&mut self, item: &FormBox, filled: &FilledPage) -> Vec<Identifier> {
        let value = filled.values.iter().find(|value| value.item.field == item.field);
        if item.kind == BoxKind::Check {
            return self.check(item, value.is_some());
        }
        let bottom = item.y + item.height;
        self.line((item.x, bottom), (item.x + item.width, bottom), LINE, 0.5);
        let Some(FilledBox { lines, size, .. }) = value else { return Vec::new() };
        let leading = if item.field.ends_with("_info") { LEADING } else { size * 1.2 };
        let first = if lines.len() > 1 || item.height > 30.0 { item.y + size } else { baseline(item, LABEL) };
        let mut tagged = Vec::new();
        for (number, text) in lines.iter().enumerate() {
            let weight = if text.starts_with(HEADING) { Weight::Bold } else { Weight::Regular };
            let room = text::width(text, weight, *size);
            let x = match item.align {
                Align::Left => item.x + PADDING,
                Align::Center => item.x + (item.width - room) / 2.0,
                Align::Right => item.x + item.width - PADDING - room,
            };
            let y = first + leading * number as f32;
            tagged.extend(self.text(weight, Line { x, y, size: *size, color: VALUE, text }));
        }
        tagged
    }

    fn check(&mut self, item: &FormBox, is_checked: bool) -> Vec<Identifier> {
        let state = if is_checked { "Checked: " } else { "Not checked: " };
        let alt = format!("{state}{}", item.label);
        let tag = ContentTag::Span(SpanTag::empty().with_alt_text(Some(&alt)));
        let tagged = self.surface.start_tagged(tag);
        self.stroke((item.x, item.y, item.width, item.height));
        if is_checked {
            let size = item.height * 1.15;
            let x = item.x + (item.width - text::width("X", Weight::Bold, size)) / 2.0;
            let y = item.y + item.height / 2.0 + size * 0.32;
            self.glyphs(Weight::Bold, &Line { x, y, size, color: VALUE, text: "X" });
        }
        self.surface.end_tagged();
        vec![tagged]
    }

    fn foot(&mut self, input: &Form1003<'_>, filled: &FilledPage, (number, count): (usize, usize)) {
        self.surface.start_tagged(artifact(ArtifactType::Footer));
        // Most pages have a box for the name above the foot.
        let names_itself = boxes::on_page(filled.form, filled.page).any(|item| item.y > 712.0);
        let name = if names_itself { String::new() } else { text::printable(&filled.borrower).into_owned() };
        let at = input.printed_at.strftime("%m/%d/%Y %-I:%M %p");
        let title = filled.form.title();
        let left = if name.is_empty() { title.to_owned() } else { format!("{name} \u{2022} {title}") };
        let page = format!("Page {number} of {count}");
        let printed = format!("Printed {at}");
        self.thin((LEFT, 739.0), (RIGHT, 739.0));
        let size = 7.5;
        for (weight, y, text) in [(Weight::Bold, 748.0, left.as_str()), (Weight::Regular, 757.5, filled.form.edition())]
        {
            self.glyphs(weight, &Line { x: LEFT, y, size, color: QUIET, text });
        }
        for (weight, y, text) in [(Weight::Bold, 748.0, page.as_str()), (Weight::Regular, 757.5, printed.as_str())] {
            let x = RIGHT - text::width(text, weight, size);
            self.glyphs(weight, &Line { x, y, size, color: QUIET, text });
        }
        if input.is_draft {
            let text = "Draft, not signed";
            for y in [26.0, 757.5] {
                let x = (PAGE.0 - text::width(text, Weight::Bold, 9.0)) / 2.0;
                self.glyphs(Weight::Bold, &Line { x, y, size: 9.0, color: ALERT, text });
            }
        }
        self.surface.end_tagged();
    }

    fn text(&mut self, weight: Weight, line: Line<'_>) -> Option<Identifier> {
        if line.text.trim().is_empty() {
            return None;
        }
        let tagged = self.surface.start_tagged(ContentTag::Span(SpanTag::empty()));
        self.glyphs(weight, &line);
        self.surface.end_tagged();
        Some(tagged)
    }

    fn glyphs(&mut self, weight: Weight, line: &Line<'_>) {
        let Some(font) = weight.font() else { return };
        self.surface.set_stroke(None);
        self.surface.set_fill(Some(fill(line.color)));
        let glyphs = text::shape(line.text, weight);
        self.surface.draw_glyphs(Point::from_xy(line.x, line.y), &glyphs, font, line.text, line.size, false);
    }

    fn line(&mut self, from: (f32, f32), to: (f32, f32), color: Color, width: f32) {
        self.surface.start_tagged(artifact(ArtifactType::Layout));
        self.path(color, width, |path| {
            path.move_to(from.0, from.1);
            path.line_to(to.0, to.1);
        });
        self.surface.end_tagged();
    }

    /// A line inside other tagged content.
    fn thin(&mut self, from: (f32, f32), to: (f32, f32)) {
        self.path(LINE, 0.5, |path| {
            path.move_to(from.0, from.1);
            path.line_to(to.0, to.1);
        });
    }

    fn stroke(&mut self, (x, y, width, height): (f32, f32, f32, f32)) {
        if let Some(rect) = Rect::from_xywh(x, y, width, height) {
            self.path(INK, 0.6, |path| path.push_rect(rect));
        }
    }

    fn path(&mut self, color: Color, width: f32, draw: impl FnOnce(&mut PathBuilder)) {
        let mut path = PathBuilder::new();
        draw(&mut path);
        let Some(path) = path.finish() else { return };
        self.surface.set_fill(None);
        self.surface.set_stroke(Some(Stroke {
            paint: rgb::Color::new(color.0, color.1, color.2).into(),
            width,
            ..Stroke::default()
        }));
        self.surface.draw_path(&path);
    }

    fn rectangle(&mut self, (x, y, width, height): (f32, f32, f32, f32), color: Color) {
        let Some(rect) = Rect::from_xywh(x, y, width, height) else { return };
        let mut path = PathBuilder::new();
        path.push_rect(rect);
        let Some(path) = path.finish() else { return };
        self.surface.start_tagged(artifact(ArtifactType::Layout));
        self.surface.set_stroke(None);
        self.surface.set_fill(Some(fill(color)));
        self.surface.draw_path(&path);
        self.surface.end_tagged();
    }

    fn paragraph_of(&mut self, tagged: impl IntoIterator<Item = Identifier>) {
        let children: Vec<Node> = tagged.into_iter().map(Node::from).collect();
        if !children.is_empty() {
            self.tags.push(TagGroup::with_children(Tag::P, children));
        }
    }

    fn heading_of(&mut self, level: u16, title: &str, tagged: impl IntoIterator<Item = Identifier>) {
        let children: Vec<Node> = tagged.into_iter().map(Node::from).collect();
        let level = NonZeroU16::new(level).unwrap_or(NonZeroU16::MIN);
        self.tags.push(TagGroup::with_children(Tag::Hn(level, Some(title.to_owned())), children));
    }
}

fn fill(color: Color) -> Fill {
    Fill {
        paint: rgb::Color::new(color.0, color.1, color.2).into(),
        opacity: NormalizedF32::ONE,
        rule: krilla::paint::FillRule::default(),
    }
}

fn artifact(kind: ArtifactType) -> ContentTag<'static> {
    ContentTag::Artifact(krilla::tagging::Artifact::with_kind(kind))
}

/// Left edge of the next box in the row, or the right margin.
fn next_box(filled: &FilledPage, item: &FormBox) -> f32 {
    let middle = |item: &FormBox| item.y + item.height / 2.0;
    let boxes = boxes::on_page(filled.form, filled.page);
    let row = boxes.filter(|other| other.x > item.x && (middle(other) - middle(item)).abs() < 5.0);
    row.map(|other| other.x).fold(RIGHT, f32::min)
}

/// Baseline of a text that is centered vertically in its box.
fn baseline(item: &FormBox, size: f32) -> f32 {
    item.y + item.height / 2.0 + size * 0.31
}

/// The parts of a text with their weights.
fn runs(text: &str) -> impl Iterator<Item = (&str, Weight)> {
    let weights = [Weight::Regular, Weight::Bold].into_iter().cycle();
    text.split("**").zip(weights).filter(|(run, _)| !run.is_empty())
}
