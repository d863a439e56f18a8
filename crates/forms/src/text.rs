//! Measuring, shaping and wrapping of text in the two fonts of the forms.

use krilla::text::{Font, GlyphId, KrillaGlyph};
use std::{borrow::Cow, sync::LazyLock};
use ttf_parser::Face;

/// Weight of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weight {
    /// Values and labels.
    Regular,
    /// Headings.
    Bold,
}

/// A font for measuring and its copy for the file. Both are missing only if the font's file were damaged, which the test
/// `both_fonts_are_readable` rules out.
struct Typeface {
    face: Option<Face<'static>>,
    font: Option<Font>,
}

impl Typeface {
    fn read(data: &'static [u8]) -> Typeface {
        Typeface { face: Face::parse(data, 0).ok(), font: Font::new(data.into(), 0) }
    }
}

static REGULAR: LazyLock<Typeface> =
    LazyLock::new(|| Typeface::read(include_bytes!("../fonts/Carlito-Regular.ttf").as_slice()));
static BOLD: LazyLock<Typeface> =
    LazyLock::new(|| Typeface::read(include_bytes!("../fonts/Carlito-Bold.ttf").as_slice()));

impl Weight {
    fn typeface(self) -> &'static Typeface {
        match self {
            Weight::Regular => &REGULAR,
            Weight::Bold => &BOLD,
        }
    }

    /// The font to embed.
    pub(crate) fn font(self) -> Option<Font> {
        self.typeface().font.clone()
    }

    /// The character's glyph and advance in ems.
    fn glyph(self, character: char) -> Option<(u16, f32)> {
        let face = self.typeface().face.as_ref()?;
        let glyph = face.glyph_index(character)?;
        let advance = face.glyph_hor_advance(glyph).unwrap_or_default();
        Some((glyph.0, f32::from(advance) / f32::from(face.units_per_em())))
    }
}

/// Replaces characters that the font lacks by their Latin transcription, because an empty box in place of a name would
/// be worse. Control characters other than line breaks become spaces.
#[must_use]
pub fn printable(text: &str) -> Cow<'_, str> {
    let has = |c: char| c == '\n' || (!c.is_control() && Weight::Regular.glyph(c).is_some());
    if text.chars().all(has) {
        return Cow::Borrowed(text);
    }
    let mut kept = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            _ if has(c) => kept.push(c),
            _ if c.is_control() => kept.push(' '),
            _ => kept.push_str(deunicode::deunicode_char(c).unwrap_or("?")),
        }
    }
    Cow::Owned(kept)
}

/// Width of a line in points.
#[must_use]
pub fn width(text: &str, weight: Weight, size: f32) -> f32 {
    text.chars().filter_map(|c| weight.glyph(c)).map(|(_, advance)| advance).sum::<f32>() * size
}

/// Glyphs of a line, one for each character.
pub(crate) fn shape(text: &str, weight: Weight) -> Vec<KrillaGlyph> {
    let glyph = |(at, c): (usize, char)| {
        let (glyph, advance) = weight.glyph(c)?;
        let range = at..at + c.len_utf8();
        Some(KrillaGlyph::new(GlyphId::new(u32::from(glyph)), advance, 0.0, 0.0, 0.0, range, None))
    };
    text.char_indices().filter_map(glyph).collect()
}

/// Breaks a text into lines of at most this width. A single word that is wider is broken between two characters.
#[must_use]
pub fn wrap(text: &str, weight: Weight, size: f32, room: f32) -> Vec<String> {
    let mut lines = Vec::new();
    for paragraph in text.split('\n') {
        let mut line = String::new();
        for word in paragraph.split(' ').filter(|word| !word.is_empty()) {
            let joined = if line.is_empty() { word.to_owned() } else { format!("{line} {word}") };
            if width(&joined, weight, size) <= room {
                line = joined;
                continue;
            }
            if !line.is_empty() {
                lines.push(std::mem::take(&mut line));
            }
            for c in word.chars() {
                line.push(c);
                if width(&line, weight, size) > room && line.chars().count() > 1 {
                    line.pop();
                    lines.push(std::mem::replace(&mut line, c.to_string()));
                }
            }
        }
        lines.push(line);
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_fonts_are_readable() {
        for weight in [Weight::Regular, Weight::Bold] {
            assert!(weight.font().is_some());
            assert!((width("Street", weight, 9.0) - 24.0).abs() < 3.0, "{}", width("Street", weight, 9.0));
        }
    }

    #[test]
    fn characters_without_a_glyph_are_transcribed() {
        assert_eq!(printable("José Núñez-Łukasz"), "José Núñez-Łukasz");
        assert_eq!(printable("北京"), "Bei Jing ");
        assert_eq!(printable("two\tcolumns"), "two columns");
    }

    #[test]
    fn lines_are_broken_between_words_and_long_words_between_characters() {
        assert_eq!(wrap("one two\nthree", Weight::Regular, 8.0, 30.0), ["one two", "three"]);
        let lines = wrap(&"x".repeat(40), Weight::Regular, 8.0, 50.0);
        assert!(lines.len() > 1 && lines.iter().all(|line| width(line, Weight::Regular, 8.0) <= 50.0));
    }
}
