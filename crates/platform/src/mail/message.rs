//! An email as sent: addressed, with plain text and HTML parts (RFC 5322, RFC 2046).

use super::{Address, Letter, Look};
use crate::{config::Config, db::Timestamp};
use lettre::message::{
    Mailbox, MultiPart, SinglePart,
    header::{ContentTransferEncoding, ContentType, HeaderName, HeaderValue},
};
use std::time::SystemTime;
use uuid::Uuid;

/// A message ready to send. The same mail always produces the same bytes.
#[derive(Clone, Debug)]
pub struct Message {
    pub(super) message: lettre::Message,
    pub(super) file_name: String,
}

/// Why a mail can't be addressed.
#[derive(Debug, thiserror::Error)]
pub enum MessageError {
    #[error("the address is not one that mail can be sent to: {0}")]
    Address(#[from] lettre::address::AddressError),
    #[error("the message can't be put together: {0}")]
    Message(#[from] lettre::error::Error),
}

impl Message {
    /// Addresses an email. The sender is the installation's address with the company's name.
    ///
    /// # Errors
    ///
    /// The recipient's address is invalid.
    pub fn of(
        config: &Config,
        id: Uuid,
        at: Timestamp,
        to: Address<'_>,
        look: &Look,
        letter: &Letter,
    ) -> Result<Self, MessageError> {
        let sender: lettre::Address = config.mail_from.parse()?;
        let message_id = format!("<{id}@{}>", sender.domain());
        let parts = MultiPart::alternative()
            // Random by default, but a message that is sent twice must be identical.
            .boundary(id.simple().to_string())
            .singlepart(part(ContentType::TEXT_PLAIN, letter.plain(look)))
            .singlepart(part(ContentType::TEXT_HTML, letter.html(look)));
        let message = lettre::Message::builder()
            .from(Mailbox::new(named(&look.name), sender))
            .to(Mailbox::new(to.name.and_then(named), to.email.parse()?))
            .subject(one_line(letter.subject()))
            .date(SystemTime::from(*at))
            .message_id(Some(message_id))
            // Keeps vacation responders from answering (RFC 3834).
            .raw_header(HeaderValue::new(HeaderName::new_from_ascii_str("Auto-Submitted"), "auto-generated".to_owned()))
            .multipart(parts)?;
        // File names sort by time.
        let file_name = format!("{}-{id}.eml", at.as_millisecond());
        Ok(Self { message, file_name })
    }

    #[must_use]
    pub fn bytes(&self) -> Vec<u8> {
        self.message.formatted()
    }
}

fn part(content_type: ContentType, text: String) -> SinglePart {
    // Keeps lines short and readable for any content.
    SinglePart::builder().header(content_type).header(ContentTransferEncoding::QuotedPrintable).body(text)
}

/// Removes line breaks, which would start another header, and other control characters.
fn one_line(text: &str) -> String {
    let text: String = text.chars().map(|character| if character.is_control() { ' ' } else { character }).collect();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn named(name: &str) -> Option<String> {
    Some(one_line(name)).filter(|name| !name.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(name: &str, subject: &str) -> Result<Message, MessageError> {
        let look = Look { name: "Müller & Söhne".to_owned(), color: None, nmls_id: None };
        let letter = Letter::new(subject, "").text("Grüße");
        let to = Address { email: "avery@harbor.example", name: Some(name) };
        Message::of(&Config::default(), Uuid::from_u128(7), Timestamp::now(), to, &look, &letter)
    }

    #[test]
    fn a_mail_that_is_sent_twice_is_the_same_to_the_byte() {
        let at = Timestamp::now();
        let look = Look { name: "Harbor".to_owned(), color: None, nmls_id: None };
        let letter = Letter::new("Hello", "").text("Hello");
        let make = || {
            let to = Address { email: "avery@harbor.example", name: None };
            Message::of(&Config::default(), Uuid::from_u128(7), at, to, &look, &letter).unwrap().bytes()
        };
        assert_eq!(make(), make());
    }

    #[test]
    fn names_and_subjects_cannot_inject_headers() {
        let bytes = message("Eve\r\nBcc: eve@example.com", "Hi\r\nBcc: eve@example.com").unwrap().bytes();
        let text = String::from_utf8(bytes).unwrap();
        let (header, _) = text.split_once("\r\n\r\n").unwrap();
        assert!(!header.lines().any(|line| line.to_ascii_lowercase().starts_with("bcc:")), "{header}");
        assert!(header.contains("Auto-Submitted: auto-generated"), "{text}");
    }

    #[test]
    fn every_name_and_every_subject_can_be_sent() {
        let odd = [
            "",
            " ",
            "\0\u{7f}\u{85}",
            "a\tb",
            "<a@b.example>",
            "a, b; c",
            "\"\\",
            "=?utf-8?q?x?=",
            "🏠‍🔑",
            "שלום\u{202e}",
        ];
        for text in odd.into_iter().map(str::to_owned).chain([odd.concat().repeat(20)]) {
            let bytes = message(&text, &text).unwrap().bytes();
            let (header, _) = std::str::from_utf8(&bytes).unwrap().split_once("\r\n\r\n").unwrap();
            assert!(header.lines().all(|line| line.len() < 998 && line.is_ascii()), "{header}");
        }
    }

    #[test]
    fn invalid_addresses_are_refused() {
        let look = Look { name: "Harbor".to_owned(), color: None, nmls_id: None };
        for email in ["", "avery", "avery@", "a b@c.example", "avery@harbor.example\r\nx"] {
            let to = Address { email, name: None };
            let letter = Letter::new("Hello", "");
            let made = Message::of(&Config::default(), Uuid::nil(), Timestamp::now(), to, &look, &letter);
            assert!(made.is_err(), "{email:?}");
        }
    }
}
