//! Notes on leads: read from outside, kept with their pictures, shown again.

use crate::{
    fields::{LeadOut, NoteIn},
    make::NewNote,
};
use platform::{
    Actor, App, Error, Result, Tx,
    db::Timestamp,
    note::{self, Note},
};

/// A note that was read and is to be kept.
pub(crate) struct ReadNote {
    note: Note,
    noted_at: Timestamp,
}

impl NoteIn {
    /// Reads a note, HTML or plain text; nothing where it says nothing, as of an editor that was opened and left.
    ///
    /// # Errors
    /// What can't be taken, under the note's path.
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
    /// The note as it is kept where nobody's pictures are: their places stay empty.
    pub(crate) fn without_pictures(self) -> NewNote {
        NewNote { html: self.note.html, pictures: Vec::new(), noted_at: self.noted_at }
    }
}

/// Reads the notes of a payload.
pub(crate) async fn read_notes(notes: Option<&[NoteIn]>) -> Result<Vec<ReadNote>> {
    let mut read = Vec::new();
    for (at, note) in notes.unwrap_or_default().iter().enumerate() {
        read.extend(note.read(&format!("Notes/{at}/")).await?);
    }
    Ok(read)
}

/// Keeps the pictures of notes in the transaction that is to keep the notes.
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
    /// The lead as a browser is given it: the pictures of its notes under addresses of whoever reads it.
    pub(crate) fn shown(mut self, app: &App, actor: &Actor) -> Self {
        for note in &mut self.notes {
            note.text = files::show_note(app, actor.company(), actor.user, &note.text, &note.pictures);
        }
        self
    }
}
