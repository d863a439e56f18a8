//! Pictures in notes, stored as files. They are shown through URLs that are signed for the reader, because an `img`
//! element can't send a token.

use crate::{
    store,
    ticket::{Purpose, Ticket},
};
use axum::{
    extract::State,
    response::{IntoResponse, Response},
};
use futures::stream;
use http::header;
use platform::{
    App, Error, GlobalTx, Result,
    db::Timestamp,
    extract::Query,
    note::{self, Note},
};
use serde::Deserialize;
use sqlx::PgConnection;
use std::convert::Infallible;
use utoipa::IntoParams;
use uuid::Uuid;

/// Minimum lifetime of a URL, which is also how long a page may stay open without a reload.
const SHOWN_SECONDS: i64 = 12 * 60 * 60;
/// URLs created within this time are identical, so that browsers can cache the picture.
const SAME_SECONDS: i64 = 60 * 60;

/// Stores a note's pictures in the transaction of the note. If it fails, the sweep deletes the bytes.
pub async fn keep_pictures(
    app: &App,
    connection: &mut PgConnection,
    company: i64,
    user: i64,
    note: &Note,
) -> Result<Vec<Uuid>> {
    let mut kept = Vec::with_capacity(note.pictures.len());
    for (id, picture) in &note.pictures {
        let bytes = bytes::Bytes::from(picture.bytes.clone());
        let length = bytes.len() as u64;
        let body = stream::once(async move { Ok::<_, Infallible>(bytes) });
        let stored = app.files.put(&app.keys, company, *id, length, body).await?;
        store::keep_picture(connection, company, *id, picture.media_type, user, &stored).await?;
        kept.push(*id);
    }
    Ok(kept)
}

/// Prepares a note for a user's browser, with picture URLs that are valid for some hours.
#[must_use]
pub fn show_note(app: &App, company: i64, user: i64, html: &str, pictures: &[Uuid]) -> String {
    let expires = (Timestamp::now().as_second() / SAME_SECONDS + 1) * SAME_SECONDS + SHOWN_SECONDS;
    note::shown(html, pictures, |file| {
        let token = Ticket { company, user, file, expires }.to_token(&app.keys, Purpose::Show);
        format!("/api/files/note-picture?token={token}")
    })
}

/// The picture URL.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct In {
    /// Token of the URL.
    #[serde(default)]
    token: String,
}

/// Returns a picture of a note.
#[utoipa::path(get, path = "/api/files/note-picture", tag = "files", operation_id = "getNotePicture", params(In),
    responses((status = 200, content_type = "image/png", body = Vec<u8>), (status = 410, body = platform::error::ErrorBody)))]
pub async fn note_picture(State(app): State<App>, Query(query): Query<In>) -> Result<Response> {
    let ticket =
        Ticket::of_token(&app.keys, &query.token, Timestamp::now().as_second(), Purpose::Show).ok_or_else(gone)?;
    let mut tx = GlobalTx::begin(&app.pool).await?;
    tx.enter(ticket.company).await?;
    let media_type = store::picture(&mut tx, ticket.company, ticket.file).await?.ok_or_else(gone)?;
    tx.commit().await?;
    let bytes = app.files.get(&app.keys, ticket.company, ticket.file).await?;
    let headers =
        [(header::CONTENT_TYPE, media_type), (header::CACHE_CONTROL, "private, max-age=43200, immutable".to_owned())];
    Ok((headers, bytes.to_vec()).into_response())
}

fn gone() -> Error {
    Error::Gone { code: "LWFILE10412", message: "This image link has expired. Reload the page.".to_owned() }
}
