//! Notes from users: HTML with a few harmless elements, and pasted pictures.
//!
//! A note is sanitized against an allowlist when it arrives, and only our own serialization is stored. Pasted pictures
//! arrive as `data:` URLs. They are re-encoded and stored as files. The note refers to them by placeholder URLs that
//! [`shown`] replaces.

use crate::{
    error::{Error, Result},
    picture::{self, Bounds, Unreadable, Written},
};
use ammonia::{Builder, UrlRelative};
use base64::{Engine, engine::general_purpose::STANDARD};
use std::{
    borrow::Cow,
    collections::{HashMap, HashSet},
    sync::{Arc, Mutex, PoisonError},
};
use tokio::sync::Semaphore;
use uuid::Uuid;

/// Maximum size of a request with a note: one picture of 5 MB in base64, or several smaller ones.
pub const REQUEST_BYTES_MAX: usize = 8 * 1024 * 1024;
/// Maximum size of a pasted picture.
pub const PICTURE_BYTES_MAX: usize = 5 * 1024 * 1024;
const PICTURES_MAX: usize = 10;
/// Maximum length of a note including markup.
const CHARACTERS_MAX: usize = 50_000;
/// Limit for decoding: 16 million pixels of eight bytes.
const LARGEST: Bounds = Bounds { side_px: 12_000, memory_bytes: 128_000_000 };
/// Longest side of a stored picture.
const KEPT_SIDE_PX_MAX: u32 = 2_000;

const ELEMENTS: [&str; 15] =
    ["a", "b", "blockquote", "br", "div", "em", "i", "img", "li", "ol", "p", "s", "strong", "u", "ul"];
/// Elements that are removed except for their text, and that identify a text as HTML.
const KNOWN_ELEMENTS: [&str; 32] = [
    "body", "button", "center", "code", "del", "details", "font", "form", "h1", "h2", "h3", "h4", "h5", "h6", "head",
    "hr", "html", "iframe", "input", "ins", "math", "pre", "script", "small", "span", "style", "sub", "sup", "svg",
    "table", "template", "title",
];
const SCHEMES: [&str; 5] = ["data", "http", "https", "mailto", "tel"];

/// Limits concurrent picture decoding.
static READING: Semaphore = Semaphore::const_new(2);

/// A sanitized note.
#[derive(Debug)]
pub struct Note {
    /// Sanitized HTML, with pictures as `note-picture:` plus their id.
    pub html: String,
    /// Re-encoded pictures.
    pub pictures: Vec<(Uuid, Written)>,
}

/// Sanitizes a note, HTML or plain text, and re-encodes its pictures on a blocking thread. Returns `None` for an empty
/// note.
///
/// # Errors
///
/// The note is too long, or a picture is too large or unreadable. `field` is its name in the request.
pub async fn read(field: &str, text: &str) -> Result<Option<Note>> {
    let (html, pasted) = clean(&as_html(text));
    if html.chars().count() > CHARACTERS_MAX {
        return Err(Error::field(field, format!("A note has at most {CHARACTERS_MAX} characters")));
    }
    if pasted.len() > PICTURES_MAX {
        return Err(Error::field(field, format!("A note has at most {PICTURES_MAX} pictures")));
    }
    if pasted.is_empty() && is_blank(&html) {
        return Ok(None);
    }
    if pasted.iter().any(|(_, bytes)| bytes.len() > PICTURE_BYTES_MAX) {
        return Err(Error::field(field, "A picture has at most 5 MB"));
    }
    if pasted.is_empty() {
        return Ok(Some(Note { html, pictures: Vec::new() }));
    }
    let _turn = READING.acquire().await.map_err(Error::internal)?;
    let written = tokio::task::spawn_blocking(move || {
        pasted.into_iter().map(|(id, bytes)| Ok((id, picture::rewrite(&bytes, LARGEST, KEPT_SIDE_PX_MAX)?))).collect()
    });
    let pictures: Result<Vec<_>, _> = written.await.map_err(Error::internal)?;
    let pictures = pictures.map_err(|unreadable| {
        Error::field(
            field,
            match unreadable {
                Unreadable::TooLarge => "This picture is too large. A picture in a note has at most 16 million pixels",
                Unreadable::Broken => "A picture can't be read. Paste a PNG, JPEG or WebP picture",
            },
        )
    })?;
    Ok(Some(Note { html, pictures }))
}

/// Converts plain text to HTML paragraphs. Text with an HTML element counts as HTML.
fn as_html(text: &str) -> Cow<'_, str> {
    if has_markup(text) {
        return Cow::Borrowed(text);
    }
    let line = |line: &str| match line.trim() {
        "" => "<p><br></p>".to_owned(),
        line => format!("<p>{}</p>", ammonia::clean_text(line)),
    };
    Cow::Owned(text.trim().lines().map(line).collect())
}

/// Returns true if a `<` is followed by an element name. Leaves `a < b` and `Bob <bob@example.com>` as plain text.
fn has_markup(text: &str) -> bool {
    text.split('<').skip(1).any(|after| {
        let after = after.strip_prefix('/').unwrap_or(after);
        let end = after.find(|letter: char| !letter.is_ascii_alphanumeric()).unwrap_or(after.len());
        let (name, rest) = after.split_at(end);
        let is_ended = rest.is_empty() || rest.starts_with(|next: char| next.is_whitespace() || "/>".contains(next));
        let name = name.to_ascii_lowercase();
        is_ended && (ELEMENTS.contains(&name.as_str()) || KNOWN_ELEMENTS.contains(&name.as_str()))
    })
}

/// Replaces the placeholder URLs of pictures with URLs that browsers can load.
#[must_use]
pub fn shown(html: &str, pictures: &[Uuid], address: impl Fn(Uuid) -> String) -> String {
    pictures.iter().fold(html.to_owned(), |html, picture| {
        html.replace(&format!("src=\"{}\"", kept_address(*picture)), &format!("src=\"{}\"", address(*picture)))
    })
}

fn kept_address(picture: Uuid) -> String {
    format!("note-picture:{picture}")
}

/// Sanitizes HTML and extracts pasted pictures.
fn clean(html: &str) -> (String, Vec<(Uuid, Vec<u8>)>) {
    let pasted = Arc::new(Mutex::new(Vec::new()));
    let found = Arc::clone(&pasted);
    let mut builder = Builder::empty();
    builder
        .tags(HashSet::from(ELEMENTS))
        .generic_attributes(HashSet::new())
        .tag_attributes(HashMap::new())
        .clean_content_tags(HashSet::from([
            "script", "style", "title", "template", "noscript", "iframe", "svg", "math",
        ]))
        .add_tag_attributes("a", ["href"])
        .add_tag_attributes("img", ["src", "alt"])
        .url_schemes(HashSet::from(SCHEMES))
        .url_relative(UrlRelative::Deny)
        .link_rel(Some("noopener noreferrer nofollow"))
        .attribute_filter(move |element, attribute, value| match (element, attribute) {
            ("img", "src") => {
                let bytes = pasted_picture(value)?;
                let id = Uuid::new_v4();
                found.lock().unwrap_or_else(PoisonError::into_inner).push((id, bytes));
                Some(Cow::Owned(kept_address(id)))
            }
            ("a", "href") if value.trim_start().to_ascii_lowercase().starts_with("data") => None,
            _ => Some(Cow::Borrowed(value)),
        });
    let html = builder.clean(html).to_string();
    drop(builder);
    let pasted = std::mem::take(&mut *pasted.lock().unwrap_or_else(PoisonError::into_inner));
    (html, pasted)
}

/// Decodes a pasted picture. `None` for any other URL.
fn pasted_picture(address: &str) -> Option<Vec<u8>> {
    let data =
        ["png", "jpeg", "webp"].iter().find_map(|kind| address.strip_prefix(&format!("data:image/{kind};base64,")))?;
    STANDARD.decode(data).ok()
}

fn is_blank(html: &str) -> bool {
    let text = Builder::empty().clean(html).to_string().replace("&nbsp;", " ");
    text.trim().is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::{ImageFormat, RgbaImage};
    use std::io::Cursor;

    fn png(width: u32) -> Vec<u8> {
        let mut bytes = Cursor::new(Vec::new());
        RgbaImage::from_pixel(width, 9, image::Rgba([10, 90, 200, 255]))
            .write_to(&mut bytes, ImageFormat::Png)
            .unwrap();
        bytes.into_inner()
    }

    fn pasted(bytes: &[u8]) -> String {
        format!("<p>Look:</p><img src=\"data:image/png;base64,{}\" alt=\"a chart\">", STANDARD.encode(bytes))
    }

    /// Text, line breaks and links survive; anything executable is removed.
    #[test]
    fn notes_keep_text_and_drop_scripts() {
        for (html, kept) in [
            ("Call <b>after 5 PM</b><br>a &lt; b", "Call <b>after 5 PM</b><br>a &lt; b"),
            ("<p onclick=\"alert(1)\" style=\"color:red\" class=x id=y>Hi</p>", "<p>Hi</p>"),
            ("<script>alert(1)</script><style>*{}</style>Hi", "Hi"),
            ("<svg onload=alert(1)><text>Hi</text></svg>", ""),
            ("<a href=\"javascript:alert(1)\">x</a>", "<a rel=\"noopener noreferrer nofollow\">x</a>"),
            ("<a href=\" data:text/html,x\">x</a>", "<a rel=\"noopener noreferrer nofollow\">x</a>"),
            ("<img src=\"https://elsewhere.example/pixel.gif\">", "<img>"),
            ("<img src=\"data:image/svg+xml;base64,PHN2Zz4=\" onerror=alert(1)>", "<img>"),
            ("<img src=\"note-picture:3fa85f64-5717-4562-b3fc-2c963f66afa6\">", "<img>"),
            ("<iframe srcdoc=x></iframe><form action=/x><input></form>", ""),
        ] {
            assert_eq!(clean(html).0, kept, "{html}");
        }
    }

    /// Known script injection vectors.
    fn script_vectors() -> Vec<String> {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../e2e/support/script-vectors.json");
        serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
    }

    /// Returns the first tag that isn't allowed, as a browser parses it.
    fn beyond_what_may_stay(html: &str) -> Option<&str> {
        let mut rest = html;
        while let Some(at) = rest.find('<') {
            let tag = &rest[at + 1..];
            let name_end = tag.find([' ', '>'])?;
            let (name, mut inside) = tag.split_at(name_end);
            if !ELEMENTS.contains(&name.trim_start_matches('/')) {
                return Some(tag);
            }
            while let Some(attribute) = inside.strip_prefix(' ') {
                let Some((named, value)) = attribute.split_once("=\"") else { return Some(tag) };
                let Some((value, after)) = value.split_once('"') else { return Some(tag) };
                let scheme = value.split_once(':').map(|(scheme, _)| scheme);
                let is_fit = match (name, named) {
                    ("a", "rel") | ("img", "alt") => true,
                    ("a", "href") => scheme.is_some_and(|scheme| scheme != "data" && SCHEMES.contains(&scheme)),
                    ("img", "src") => scheme == Some("note-picture"),
                    _ => false,
                };
                if !is_fit {
                    return Some(tag);
                }
                inside = after;
            }
            let Some(after) = inside.strip_prefix('>') else { return Some(tag) };
            rest = after;
        }
        None
    }

    /// Three hundred vectors, alone and inside other elements, leave only allowed elements and attributes.
    #[test]
    fn script_vectors_leave_only_allowed_markup() {
        let vectors = script_vectors();
        assert_eq!(vectors.iter().collect::<HashSet<_>>().len(), 300);
        for vector in &vectors {
            for html in [vector.clone(), format!("<p>{vector}</p>"), format!("<svg><p title=\"{vector}\">{vector}")] {
                let cleaned = clean(&as_html(&html)).0;
                assert_eq!(beyond_what_may_stay(&cleaned), None, "{html}\n{cleaned}");
                // Sanitizing again doesn't expose anything either.
                assert_eq!(beyond_what_may_stay(&clean(&cleaned).0), None, "{html}");
            }
        }
    }

    /// A pasted picture is re-encoded, and shown again at the same position.
    #[tokio::test]
    async fn pasted_pictures_are_encoded_again() {
        let note = read("Notes", &pasted(&png(3_000))).await.unwrap().unwrap();
        let [(id, picture)] = note.pictures.as_slice() else { panic!("one picture") };
        assert_eq!((picture.media_type, picture.width_px), ("image/png", KEPT_SIDE_PX_MAX));
        assert_eq!(note.html, format!("<p>Look:</p><img src=\"note-picture:{id}\" alt=\"a chart\">"));
        let seen = shown(&note.html, &[*id], |id| format!("/pictures/{id}"));
        assert!(seen.contains(&format!("src=\"/pictures/{id}\"")), "{seen}");
        assert_eq!(shown(&note.html, &[], |_| String::new()), note.html);
    }

    /// Lines of plain text become paragraphs without losing characters.
    #[tokio::test]
    async fn plain_text_keeps_its_lines() {
        for (text, kept) in [
            (
                "Rate < 6% & \"soon\"\r\n\r\nBob <bob@example.com> ",
                "<p>Rate &lt; 6% &amp; \"soon\"</p><p><br></p><p>Bob &lt;bob@example.com&gt;</p>",
            ),
            ("<p>Call</p>\n<p>them</p>", "<p>Call</p>\n<p>them</p>"),
            ("Two <b>words", "Two <b>words</b>"),
        ] {
            assert_eq!(read("Notes", text).await.unwrap().unwrap().html, kept, "{text}");
        }
        for blank in ["", " \n ", " <p> </p>", "<script>x</script>", "<p>&nbsp;</p>", "\u{a0}"] {
            assert!(read("Notes", blank).await.unwrap().is_none(), "{blank:?}");
        }
    }

    #[tokio::test]
    async fn invalid_notes_are_refused_with_a_message() {
        let cut = &png(50)[..60];
        for (html, why) in [
            (pasted(cut), "can't be read"),
            (pasted(&vec![0; PICTURE_BYTES_MAX + 1]), "at most 5 MB"),
            (pasted(&png(1)).repeat(PICTURES_MAX + 1), "at most 10 pictures"),
            ("x".repeat(CHARACTERS_MAX + 1), "characters"),
        ] {
            let refusal = format!("{:?}", read("Notes", &html).await.unwrap_err());
            assert!(refusal.contains(why), "{refusal}");
        }
    }
}
