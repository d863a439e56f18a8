//! MISMO 3.4 <-> application.
//!
//! Tables map data points to fields, one line per field, and serve both reading and writing. There is one file per
//! section of the form. Code next to the tables handles what a table can't express: ownership, license types, values
//! that occur in two places.
//!
//! No data is dropped silently: a value in the file that the application can't store becomes an issue.
//! `tests/mismo/held.rs` lists the application's fields that MISMO can't store.

mod assets;
mod borrower;
mod coded;
mod declarations;
mod demographics;
mod employment;
mod fields;
mod issues;
mod liabilities;
mod loan;
mod parties;
mod property;
mod reading;
mod related;
mod relations;
mod roles;
mod transaction;
mod values;
mod words;
mod writing;

use crate::{
    application::{Application, Secrets},
    import::{Imported, NewId, Refusal},
};
use jiff::Timestamp;
use reading::Reading;
use writing::Writing;

pub use issues::ISSUES_MAX;

/// Reads a MISMO 3.4 file into an application.
///
/// # Errors
/// If the file isn't readable as MISMO 3.4, or has no requested loan, or no borrower with a last name (decision D34).
/// The message tells the officer what to do.
pub fn read(bytes: &[u8], ids: &mut impl NewId) -> Result<Imported, Refusal> {
    let document =
        mismo34::read(bytes).map_err(|refusal| Refusal { code: refusal.code(), message: refusal.to_string() })?;
    let subject = loan::subject(&document).ok_or_else(no_subject_loan)?;
    let roles = roles::all(&document);
    if !roles.iter().any(|role| role.is_borrower() && role.has_last_name()) {
        return Err(no_borrower());
    }

    let mut reading = Reading::new(&document, ids);
    borrower::read(&mut reading, &roles);
    property::read(&mut reading);
    loan::read(&mut reading, subject);
    transaction::read(&mut reading, subject);
    assets::read(&mut reading);
    liabilities::read(&mut reading);
    parties::read(&mut reading, &roles);
    reading.relate(&roles);
    loan::check(&mut reading, subject);
    Ok(reading.finish())
}

fn no_subject_loan() -> Refusal {
    Refusal {
        code: "no_subject_loan",
        message:
            "This MISMO file does not say which loan is asked for (no LOAN with LoanRoleType SubjectLoan). Export the \
                  loan again as MISMO 3.4."
                .to_owned(),
    }
}

fn no_borrower() -> Refusal {
    Refusal {
        code: "no_borrower",
        message: "This MISMO file names no borrower with a last name where MISMO 3.4 has one (a PARTY whose ROLE is \
                  Borrower). Export the loan again as MISMO 3.4, or type it by hand."
            .to_owned(),
    }
}

/// File metadata.
#[derive(Clone, Copy, Debug)]
pub struct About<'a> {
    /// Creation time.
    pub created_at: Timestamp,
    /// The program that creates the file, with its version.
    pub made_by: &'a str,
}

/// Writes an application as a MISMO 3.4 file that follows the DU Spec.
#[must_use]
pub fn write(application: &Application, secrets: &Secrets, about: About<'_>) -> Vec<u8> {
    let mut writing = Writing::new(secrets, about);
    borrower::write(&mut writing, application);
    property::write(&mut writing, &application.property);
    loan::write(&mut writing, application);
    transaction::write(&mut writing, application);
    assets::write(&mut writing, application);
    liabilities::write(&mut writing, application);
    parties::write(&mut writing, application);
    writing.relate(application);
    mismo34::write(&writing.finish())
}
