//! Printed forms of the mortgage industry.
//!
//! [`form_1003`] prints the Uniform Residential Loan Application of 1/2021 (Fannie Mae Form 1003, Freddie Mac Form 65)
//! as a tagged PDF. It works in two steps. [`fill`] decides which pages print and which value each box has.
//! `draw` puts the labels of `data/layout.tsv` and these values on the pages. Both steps are pure functions.
//!
//! The drawing is our own. The boxes are at the positions of the official form, so that a reader finds each value where
//! it is on the original.

pub mod boxes;
mod continuation;
mod draw;
mod figures;
mod fill;
mod layout;
mod rows;
mod scope;
mod text;
mod values;

pub use fill::{FilledBox, FilledPage, fill};

use jiff::civil::DateTime;
use lending::application::{Application, Secrets};

/// An application to print and how to print it.
#[derive(Clone, Copy, Debug)]
pub struct Form1003<'a> {
    /// The application.
    pub application: &'a Application,
    /// The sealed values that the reader may see. Where a number is missing, the print shows the last four digits that
    /// the application contains.
    pub secrets: &'a Secrets,
    /// Whether each page says "Draft, not signed".
    pub is_draft: bool,
    /// Whether every borrower gets the Supplemental Consumer Information Form. Otherwise it prints only for borrowers
    /// who answered it.
    pub with_supplemental: bool,
    /// The moment of the print in the reader's time zone, for the page foot.
    pub printed_at: DateTime,
}

/// A form that couldn't be printed.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// An application without a borrower, which fills no form.
    #[error("The application has no borrower. Add a borrower, then print again.")]
    NoBorrower,
    /// The PDF library refused the pages.
    #[error("The PDF could not be written: {0}")]
    Unwritable(String),
}

/// Prints Form 1003 with all its forms and sheets as a tagged PDF.
///
/// # Errors
/// If the application has no borrower, or the PDF library fails.
pub fn form_1003(input: &Form1003<'_>) -> Result<Vec<u8>, Error> {
    let pages = fill(input);
    if pages.is_empty() {
        return Err(Error::NoBorrower);
    }
    draw::document(input, &pages)
}
