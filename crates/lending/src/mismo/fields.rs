//! Mapping tables: which MISMO data point belongs to which field of the model.

use super::{
    reading::{Element, Reading, is_sealed},
    values::{Note, Taken, Value},
    writing::Writing,
};
use mismo34::{Name, Path, Place};
use std::borrow::Cow;

/// The data points of one container that map to fields of `M`.
pub(super) struct Group<M: 'static> {
    /// Path of the container, relative to the table's root.
    pub path: Path,
    pub fields: &'static [Field<M>],
}

/// A data point and the field that holds its value.
pub(super) struct Field<M> {
    /// Path of the data point, relative to the table's root.
    pub path: Path,
    pub name: Name,
    /// Parses a text into the field. Returns a note if something is wrong with it.
    pub read: fn(&mut M, &str) -> Option<Note>,
    /// The field as text, if it has a value.
    pub write: fn(&M) -> Option<Cow<'_, str>>,
}

/// Declares a table: `fields! { const TERMS: LoanTerms = "LOAN" { "TERMS_OF_LOAN" { "NoteAmount": note_amount } } }`.
/// The compiler checks every path against the standard.
macro_rules! fields {
    ($($(#[$meta:meta])* const $table:ident: $model:ty = $container:literal {
        $($path:literal { $($point:literal: $($field:ident).+),+ $(,)? })+
    })+) => {
        $($(#[$meta])* const $table: &[$crate::mismo::fields::Group<$model>] = &[$($crate::mismo::fields::Group {
            path: mismo34::Path::of($container, $path),
            fields: &[$($crate::mismo::fields::Field {
                path: mismo34::Path::of($container, concat!($path, "/", $point)),
                name: mismo34::Name::of($point),
                read: |model: &mut $model, text| $crate::mismo::fields::take(&mut model.$($field).+, text),
                write: |model: &$model| model.$($field).+.as_ref().map($crate::mismo::values::Value::text),
            }),+],
        }),+];)+
    };
}
pub(super) use fields;

/// Parses a value into an empty field. Returns a note if something is wrong with it.
pub(super) fn take<V: Value>(field: &mut Option<V>, text: &str) -> Option<Note> {
    match V::take(text) {
        Taken::As(value) => {
            *field = Some(value);
            None
        }
        Taken::Meant(value) => {
            let note = Note::Meant(value.text().into_owned());
            *field = Some(value);
            Some(note)
        }
        Taken::Not(why) => Some(Note::Not(why)),
    }
}

impl<'d> Reading<'d> {
    /// Reads every field of a table.
    pub(super) fn fields<M>(&mut self, from: Element<'d>, table: &[Group<M>], model: &mut M) {
        for group in table {
            let Some(container) = from.at(&group.path) else { continue };
            // Files and tables follow the order of the schema, so the next field is usually close to the last.
            let mut next = 0;
            for point in container.children().filter(|point| !point.name().is_container()) {
                let mut fields = group.fields[next..].iter().chain(&group.fields[..next]);
                let Some(at) = fields.position(|field| field.name == point.name()) else { continue };
                next = (next + at) % group.fields.len();
                self.take_point(point, |text| (group.fields[next].read)(model, text));
            }
        }
    }

    /// The value of the data point at the end of a path.
    pub(super) fn value<V: Value>(&mut self, from: Element<'d>, path: &Path) -> Option<V> {
        let mut value = None;
        if let Some(point) = from.at(path) {
            self.take_point(point, |text| take(&mut value, text));
        }
        value
    }

    /// Reads a data point and reports a problem with its value.
    pub(super) fn take_point(&mut self, point: Element<'d>, read: impl FnOnce(&str) -> Option<Note>) {
        self.mark(point);
        if !point.text().is_empty()
            && let Some(note) = read(point.text())
        {
            let reason = if is_sealed(point.name()) { note.sealed() } else { note.open() };
            self.about(point, reason);
        }
    }
}

impl Writing<'_> {
    /// Writes every field of a table.
    pub(super) fn fields<M>(&mut self, from: Place, table: &[Group<M>], model: &M) {
        for field in table.iter().flat_map(|group| group.fields) {
            if let Some(text) = (field.write)(model) {
                self.builder.value(from, &field.path, &text);
            }
        }
    }

    /// Writes one value.
    pub(super) fn value<V: Value>(&mut self, from: Place, path: &Path, value: Option<&V>) {
        if let Some(value) = value {
            self.builder.value(from, path, &value.text());
        }
    }
}
