//! `/dev/mail`: mail that was written to files instead of being sent, for evaluation and tests. Available only in the
//! demo profile, which listens on loopback addresses, because anyone who reads it could follow the links.

use axum::{
    Router,
    extract::{Path, State},
    response::{Html, IntoResponse, Response},
    routing::get,
};
use http::{HeaderValue, header};
use mail_parser::{Address, MessageParser};
use platform::{
    App, Error, Result,
    extract::{Json, Query},
    mail::{escaped, files_folder},
};
use serde::{Deserialize, Serialize};
use std::{fmt::Write, fs, path::Path as FilePath};

/// No scripts and no external resources. Each mail has inline styles, and its frame inherits this policy.
const CONTENT_SECURITY_POLICY: &str =
    "default-src 'none'; style-src 'unsafe-inline'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'";

/// A mail parsed from its file.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Mail {
    /// File name without extension. Later mails have greater ones.
    pub id: String,
    /// When it was queued (RFC 3339).
    pub at: String,
    /// Sender.
    pub from: String,
    /// Recipient's address without name.
    pub to: String,
    /// Recipient's name.
    pub to_name: Option<String>,
    pub subject: String,
    /// The plain text part.
    pub text: String,
    /// The HTML part.
    pub html: String,
}

impl Mail {
    /// Link of the button with this label.
    #[must_use]
    pub fn link(&self, label: &str) -> Option<&str> {
        let mut lines = self.text.lines().skip_while(|line| line.strip_suffix(':') != Some(label));
        lines.nth(1)
    }
}

/// Mail of a folder, newest first. Skips unreadable files.
#[must_use]
pub fn inbox(folder: &FilePath) -> Vec<Mail> {
    let files = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let mut mails: Vec<Mail> = files
        .filter(|path| path.extension().is_some_and(|end| end == "eml"))
        .filter_map(|path| read(path.file_stem()?.to_str()?, &fs::read(&path).ok()?))
        .collect();
    mails.sort_unstable_by(|a, b| b.id.cmp(&a.id));
    mails
}

/// Parses a message.
#[must_use]
pub fn read(id: &str, bytes: &[u8]) -> Option<Mail> {
    let message = MessageParser::default().parse(bytes)?;
    let shown = |address: Option<&Address<'_>>| {
        let found = address.and_then(Address::first);
        let email = found.and_then(|found| found.address()).unwrap_or_default().to_owned();
        (email, found.and_then(|found| found.name()).map(str::to_owned))
    };
    let (from, from_name) = shown(message.from());
    let (to, to_name) = shown(message.to());
    Some(Mail {
        id: id.to_owned(),
        at: message.date().map(mail_parser::DateTime::to_rfc3339).unwrap_or_default(),
        from: from_name.map_or_else(|| from.clone(), |name| format!("{name} <{from}>")),
        to,
        to_name,
        subject: message.subject().unwrap_or_default().to_owned(),
        text: message.body_text(0).unwrap_or_default().replace("\r\n", "\n"),
        html: message.body_html(0).unwrap_or_default().replace("\r\n", "\n"),
    })
}

pub(crate) fn routes() -> Router<App> {
    Router::new()
        .route("/dev/mail", get(list))
        .route("/dev/mail/messages", get(messages))
        .route("/dev/mail/{id}", get(one))
}

#[derive(Deserialize)]
struct Wanted {
    /// Recipient to filter by.
    to: Option<String>,
}

/// Returns mail as JSON, newest first.
async fn messages(State(app): State<App>, Query(wanted): Query<Wanted>) -> Result<Json<Vec<Mail>>> {
    let mut mails = all(&app).await?;
    mails.retain(|mail| wanted.to.as_ref().is_none_or(|to| mail.to.eq_ignore_ascii_case(to)));
    Ok(Json(mails))
}

async fn list(State(app): State<App>) -> Result<Response> {
    let mut rows = String::new();
    for mail in all(&app).await? {
        let _ = write!(
            rows,
            "<tr><td>{}</td><td>{}</td><td><a href=\"/dev/mail/{}\">{}</a></td></tr>",
            escaped(&mail.at),
            escaped(&mail.to),
            escaped(&mail.id),
            escaped(&mail.subject)
        );
    }
    let body = if rows.is_empty() {
        "<p>No mail was written yet.</p>".to_owned()
    } else {
        format!("<table><thead><tr><th>When</th><th>To</th><th>Subject</th></tr></thead><tbody>{rows}</tbody></table>")
    };
    Ok(page("Mail of this demo", &body))
}

async fn one(State(app): State<App>, Path(id): Path<String>) -> Result<Response> {
    let mail = all(&app).await?.into_iter().find(|mail| mail.id == id).ok_or(Error::NotFound)?;
    // Links open in a new tab outside the sandbox. Everything else stays in the frame.
    let framed = mail.html.replacen("<head>", "<head><base target=\"_blank\">", 1);
    let body = format!(
        "<p><a href=\"/dev/mail\">All mail</a></p>\
         <dl><dt>When</dt><dd>{}</dd><dt>From</dt><dd>{}</dd><dt>To</dt><dd>{} {}</dd></dl>\
         <iframe title=\"The mail as HTML\" sandbox=\"allow-popups allow-popups-to-escape-sandbox\" srcdoc=\"{}\"></iframe>\
         <h2>As plain text</h2><pre>{}</pre>",
        escaped(&mail.at),
        escaped(&mail.from),
        escaped(mail.to_name.as_deref().unwrap_or_default()),
        escaped(&mail.to),
        escaped(&framed),
        escaped(&mail.text)
    );
    Ok(page(&mail.subject, &body))
}

async fn all(app: &App) -> Result<Vec<Mail>> {
    if !app.config.is_demo() {
        return Err(Error::NotFound);
    }
    let folder = files_folder(&app.config);
    tokio::task::spawn_blocking(move || inbox(&folder)).await.map_err(Error::internal)
}

fn page(title: &str, body: &str) -> Response {
    let title = escaped(title);
    let html = format!(
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><title>{title}</title>\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"><style>{STYLE}</style></head>\
         <body><main><h1>{title}</h1>{body}</main></body></html>"
    );
    let mut response = Html(html).into_response();
    response.headers_mut().insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(CONTENT_SECURITY_POLICY));
    response
}

const STYLE: &str = ":root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}\
     main{max-width:60rem;margin:2rem auto;padding:0 1rem}\
     table{border-collapse:collapse;width:100%}th,td{text-align:left;padding:.4rem .8rem .4rem 0}\
     dl{display:grid;grid-template-columns:max-content 1fr;gap:.2rem 1rem}dd{margin:0}\
     iframe{width:100%;height:34rem;border:1px solid}pre{white-space:pre-wrap;overflow-wrap:anywhere}";
