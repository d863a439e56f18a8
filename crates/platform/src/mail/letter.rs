//! Content of an email, rendered as plain text and as HTML in the company's color.
//!
//! The HTML uses tables with inline styles, which all mail clients render alike, and loads no external resources. The
//! style sheet supports light and dark mode.

use std::fmt::Write;

/// A company's branding in its mail.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Look {
    pub name: String,
    /// As `#rrggbb`.
    pub color: Option<String>,
    /// NMLS id, which a lender's messages to consumers must show.
    pub nmls_id: Option<String>,
}

/// Default color.
const COLOR: &str = "#1f5fa8";

/// Content of an email. All parts are plain text and are escaped in HTML.
#[derive(Clone, Debug)]
pub struct Letter {
    subject: String,
    preheader: String,
    parts: Vec<Part>,
}

#[derive(Clone, Debug)]
enum Part {
    Text(String),
    Button { label: String, address: String },
    Small(String),
}

impl Letter {
    /// Creates an email with a subject, which is also the heading, and a preview text for mail lists.
    #[must_use]
    pub fn new(subject: impl Into<String>, preheader: impl Into<String>) -> Self {
        Self { subject: subject.into(), preheader: preheader.into(), parts: Vec::new() }
    }

    #[must_use]
    pub fn text(mut self, text: impl Into<String>) -> Self {
        self.parts.push(Part::Text(text.into()));
        self
    }

    /// Adds a button with a link. The URL is also shown as text, for clients that don't open links.
    #[must_use]
    pub fn button(mut self, label: impl Into<String>, address: impl Into<String>) -> Self {
        self.parts.push(Part::Button { label: label.into(), address: address.into() });
        self
    }

    /// Adds a paragraph in small print.
    #[must_use]
    pub fn small(mut self, text: impl Into<String>) -> Self {
        self.parts.push(Part::Small(text.into()));
        self
    }

    pub(super) fn subject(&self) -> &str {
        &self.subject
    }

    /// Renders plain text.
    pub(super) fn plain(&self, look: &Look) -> String {
        let mut text = format!("{}\n\n", self.subject);
        for part in &self.parts {
            let _ = match part {
                Part::Text(line) | Part::Small(line) => write!(text, "{line}\n\n"),
                Part::Button { label, address } => write!(text, "{label}:\n{address}\n\n"),
            };
        }
        let _ = writeln!(text, "-- \n{}", footer(look));
        text
    }

    /// Renders HTML.
    pub(super) fn html(&self, look: &Look) -> String {
        let color = look.color.as_deref().filter(|color| luminance(color).is_some()).unwrap_or(COLOR);
        let on_color = text_on(color);
        let (subject, name) = (escaped(&self.subject), escaped(&look.name));
        let mut rows = String::new();
        for part in &self.parts {
            let _ = match part {
                Part::Text(text) => {
                    writeln!(rows, "<tr><td class=\"text\" style=\"{TEXT}\">{}</td></tr>", escaped(text))
                }
                Part::Small(text) => {
                    writeln!(rows, "<tr><td class=\"small\" style=\"{SMALL}\">{}</td></tr>", escaped(text))
                }
                Part::Button { label, address } => {
                    let (label, address) = (escaped(label), escaped(address));
                    write!(
                        rows,
                        "<tr><td style=\"padding:8px 32px 16px\">\
                         <table role=\"presentation\" cellpadding=\"0\" cellspacing=\"0\" border=\"0\"><tr>\
                         <td bgcolor=\"{color}\" style=\"border-radius:6px\">\
                         <a href=\"{address}\" style=\"{BUTTON};color:{on_color};background:{color}\">{label}</a>\
                         </td></tr></table></td></tr>\n\
                         <tr><td class=\"small\" style=\"{SMALL}\">If the button does not work, open this address: \
                         <a class=\"small\" href=\"{address}\" style=\"color:#52606d;word-break:break-all\">{address}</a>\
                         </td></tr>\n"
                    )
                }
            };
        }
        format!(
            "<!doctype html>\n\
             <html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <meta name=\"color-scheme\" content=\"light dark\">\n\
             <meta name=\"supported-color-schemes\" content=\"light dark\">\n\
             <title>{subject}</title>\n<style>{STYLE}</style>\n</head>\n\
             <body class=\"page\" style=\"margin:0;padding:0;background:#f2f4f7\">\n\
             <div style=\"display:none;max-height:0;overflow:hidden\">{preheader}</div>\n\
             <table role=\"presentation\" class=\"page\" width=\"100%\" cellpadding=\"0\" cellspacing=\"0\" border=\"0\" style=\"background:#f2f4f7\">\n\
             <tr><td align=\"center\" style=\"padding:24px 12px\">\n\
             <table role=\"presentation\" class=\"card\" width=\"100%\" cellpadding=\"0\" cellspacing=\"0\" border=\"0\" \
             style=\"max-width:560px;background:#ffffff;border-top:4px solid {color};border-radius:6px\">\n\
             <tr><td class=\"text\" style=\"padding:24px 32px 0;font:600 15px/1.4 {FONT};color:#1f2933\">{name}</td></tr>\n\
             <tr><td><h1 class=\"text\" style=\"margin:0;padding:16px 32px 8px;font:600 22px/1.3 {FONT};color:#1f2933\">{subject}</h1></td></tr>\n\
             {rows}\
             <tr><td style=\"padding:0 0 24px\"></td></tr>\n</table>\n\
             <p class=\"small\" style=\"margin:16px 0 0;font:13px/1.5 {FONT};color:#52606d\">{footer}</p>\n\
             </td></tr>\n</table>\n</body>\n</html>\n",
            preheader = escaped(&self.preheader),
            footer = escaped(&footer(look)),
        )
    }
}

const FONT: &str = "-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const TEXT: &str =
    "padding:8px 32px;font:16px/1.5 -apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;color:#1f2933";
const SMALL: &str =
    "padding:8px 32px;font:13px/1.5 -apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;color:#52606d";
const BUTTON: &str = "display:inline-block;padding:12px 24px;border-radius:6px;\
     font:600 16px/1.2 -apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;text-decoration:none";
const STYLE: &str = ":root{color-scheme:light dark}\
     @media (prefers-color-scheme:dark){\
     .page{background:#12161c!important}.card{background:#1c222b!important}\
     .text{color:#e6eaf0!important}.small{color:#aab4c2!important}}";

fn footer(look: &Look) -> String {
    match &look.nmls_id {
        Some(id) => format!("{} · NMLS ID {id}", look.name),
        None => look.name.clone(),
    }
}

/// Escapes a text for HTML elements and attributes.
#[must_use]
pub fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            _ => out.push(character),
        }
    }
    out
}

/// Returns black or white, whichever has more contrast on a color.
fn text_on(color: &str) -> &'static str {
    // The point of equal contrast: (l + 0.05) / 0.05 = 1.05 / (l + 0.05).
    if luminance(color).unwrap_or_default() > 0.179 { "#000000" } else { "#ffffff" }
}

/// Relative luminance of `#rrggbb`, from 0 to 1 (WCAG 2.2).
fn luminance(color: &str) -> Option<f64> {
    let digits = color.strip_prefix('#').filter(|digits| digits.len() == 6 && digits.is_ascii())?;
    let mut sum = 0.0;
    for (place, weight) in [(0, 0.2126), (2, 0.7152), (4, 0.0722)] {
        let part = f64::from(u8::from_str_radix(&digits[place..place + 2], 16).ok()?) / 255.0;
        sum += weight * if part <= 0.040_45 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) };
    }
    Some(sum)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn harbor() -> Look {
        Look { name: "Harbor & Home".to_owned(), color: Some("#0b6e4f".to_owned()), nmls_id: Some("123456".to_owned()) }
    }

    #[test]
    fn a_letter_reads_alike_as_text_and_as_html() {
        let letter = Letter::new("Set a new password", "Good for one hour.")
            .text("Somebody asked for a new password.")
            .button("Set password", "https://harbor.example/setPassword?a=1&b=2")
            .small("If it was not you, ignore this mail.");
        let (plain, html) = (letter.plain(&harbor()), letter.html(&harbor()));
        assert!(plain.contains("Set password:\nhttps://harbor.example/setPassword?a=1&b=2\n"), "{plain}");
        assert!(plain.ends_with("-- \nHarbor & Home · NMLS ID 123456\n"), "{plain}");
        assert!(html.contains("href=\"https://harbor.example/setPassword?a=1&amp;b=2\""), "{html}");
        for said in ["Somebody asked for a new password.", "Good for one hour.", "Harbor &amp; Home", "#0b6e4f"] {
            assert!(html.contains(said), "{said}");
        }
        for loaded in ["<img", "<script", "<link", "url("] {
            assert!(!html.contains(loaded), "{loaded}");
        }
    }

    #[test]
    fn names_are_never_interpreted_as_html() {
        let look = Look {
            name: "<script>alert(1)</script>".to_owned(),
            color: Some("red\" onload=\"".to_owned()),
            nmls_id: None,
        };
        let html = Letter::new("Hi <b>", "").text("\"quoted\" & 'so'").html(&look);
        assert!(!html.contains("<script>") && !html.contains("<b>") && !html.contains("onload"), "{html}");
        assert!(html.contains(COLOR), "a color that is none is not used");
    }

    /// Names of people and companies never add elements to the HTML.
    #[test]
    fn script_vectors_are_rendered_as_text() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../e2e/support/script-vectors.json");
        let vectors: Vec<String> = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
        let tags = |text: &str| {
            let look = Look { name: text.to_owned(), color: Some(text.to_owned()), nmls_id: Some(text.to_owned()) };
            let letter = Letter::new(text, text).text(text).button(text, "https://harbor.example/").small(text);
            letter.html(&look).matches(['<', '>']).count()
        };
        for vector in vectors {
            assert_eq!(tags(&vector), tags("Maya Ortiz"), "{vector}");
        }
    }

    #[test]
    fn the_label_of_a_button_is_readable_on_every_color() {
        for (color, label) in
            [("#0b6e4f", "#ffffff"), ("#ffd500", "#000000"), ("#000000", "#ffffff"), ("#ffffff", "#000000")]
        {
            assert_eq!(text_on(color), label, "{color}");
        }
    }
}
