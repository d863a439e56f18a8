//! Parses, stores and displays notes on leads.

use crate::{
    fields::{LeadOut, NoteIn},
    make::NewNote,
};
use platform::{
    Actor, App, Error, Result, Tx,
    db::Timestamp,
    note::{self, Note},
};

/// A parsed note.
pub(crate) struct ReadNote {
    note: Note,
    noted_at: Timestamp,
}

impl NoteIn {
    /// Parses a note, HTML or plain text. `None` if it is empty, for example from an untouched editor.
    ///
    /// # Errors
    ///
    /// Invalid values under the note's path.
    pub(crate) async fn read(&self, path: &str) -> Result<Option<ReadNote>> {
        if self.note_type != "NOTE" {
            return Err(Error::field(format!("{path}type"), "must be NOTE"));
        }
        let noted_at = self.metadata.creation_date.unwrap_or_else(Timestamp::now);
        let note = note::read(&format!("{path}text"), &self.text).await?;
        Ok(note.map(|note| ReadNote { note, noted_at }))
    }
}

impl ReadNote {
    /// The note without its pictures, whose placeholders stay empty.
    pub(crate) fn without_pictures(self) -> NewNote {
        NewNote { html: self.note.html, pictures: Vec::new(), noted_at: self.noted_at }
    }
}

/// Parses the notes of a payload.
pub(crate) async fn read_notes(notes: Option<&[NoteIn]>) -> Result<Vec<ReadNote>> {
    let mut read = Vec::new();
    for (at, note) in notes.unwrap_or_default().iter().enumerate() {
        read.extend(note.read(&format!("Notes/{at}/")).await?);
    }
    Ok(read)
}

/// Stores the pictures of notes in the transaction that stores the notes.
pub(crate) async fn keep(app: &App, tx: &mut Tx, notes: Vec<ReadNote>) -> Result<Vec<NewNote>> {
    let (company, user) = (tx.company(), tx.actor().user);
    let mut kept = Vec::with_capacity(notes.len());
    for ReadNote { note, noted_at } in notes {
        let pictures = files::keep_pictures(app, tx, company, user, &note).await?;
        kept.push(NewNote { html: note.html, pictures, noted_at });
    }
    Ok(kept)
}

impl LeadOut {
    /// Prepares the lead for a user's browser, with signed picture URLs in its notes.
    pub(crate) fn shown(mut self, app: &App, actor: &Actor) -> Self {
        for note in &mut self.notes {
            note.text = files::show_note(app, actor.company(), actor.user, &note.text, &note.pictures);
        }
        self
    }
}
