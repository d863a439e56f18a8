//! FNMA 3.2 <-> application.
//!
//! FNMA 3.2 carries the Uniform Residential Loan Application of 2009; the application is that of 2021. Each file of
//! this folder holds one part of it, both ways, reading and writing side by side. What the application has no place for
//! is told in an issue.

mod assets;
mod borrowers;
mod countries;
mod debts;
mod declarations;
mod demographics;
mod housing;
mod issues;
mod loan;
mod originator;
mod property;
mod reading;
mod transaction;
mod words;
mod work;
mod writing;

use crate::{
    application::{Application, Secrets},
    import::{Imported, NewId, Refusal},
};
pub use issues::ISSUES_MAX;
use reading::Reading;
use writing::Writing;

/// Reads a file: an application, what is sealed apart from it, and what could not be taken over.
///
/// # Errors
/// A [`Refusal`] where the bytes are no FNMA 3.2 file, or no borrower in it has a last name (decision D34).
pub fn read(bytes: &[u8], ids: &mut impl NewId) -> Result<Imported, Refusal> {
    let file = fnma32::read(bytes).map_err(|refusal| refused(&refusal))?;
    let mut reading = Reading::new(&file, ids);
    loan::read(&mut reading);
    property::read(&mut reading);
    borrowers::read(&mut reading);
    if reading.application.borrowers.iter().all(|borrower| borrower.last_name.is_none()) {
        let message = "The file has no borrower with a last name. Enter one in the system that the file comes from and \
                       export the loan again.";
        return Err(Refusal { code: "no_borrower", message: message.into() });
    }
    work::read(&mut reading);
    housing::read(&mut reading);
    assets::read(&mut reading);
    debts::read(&mut reading);
    transaction::read(&mut reading);
    declarations::read(&mut reading);
    demographics::read(&mut reading);
    originator::read(&mut reading);
    borrowers::put_primary_first(&mut reading);
    Ok(reading.finish())
}

/// Writes an application as an FNMA 3.2 file, in UTF-8, lines ending in CR LF.
///
/// Text that is longer than its field is cut at the field's end; an amount, a number or an identifier is left out then,
/// for cut it would be another. What else the format can't hold is named in `tests/fnma/round_trip.rs`.
///
/// The secrets are written in the clear: Social Security numbers are what joins the records of the format. Of several
/// borrowers without one, the records can't be told apart.
#[must_use]
pub fn write(application: &Application, secrets: &Secrets) -> Vec<u8> {
    let mut writing = Writing::new(application, secrets);
    loan::write(&mut writing);
    property::write(&mut writing);
    borrowers::write(&mut writing);
    work::write(&mut writing);
    housing::write(&mut writing);
    assets::write(&mut writing);
    debts::write(&mut writing);
    transaction::write(&mut writing);
    declarations::write(&mut writing);
    demographics::write(&mut writing);
    originator::write(&mut writing);
    fnma32::write(&writing.finish())
}

/// What an officer is told of a file that can't be read, and what to do about it.
fn refused(refusal: &fnma32::Refusal) -> Refusal {
    const INVALID: &str = "The file is not a valid FNMA 3.2 file.";
    let message = match refusal {
        fnma32::Refusal::Empty => "The file is empty.".into(),
        fnma32::Refusal::TooLarge => "The file is too large. It may have up to 10 MB.".into(),
        fnma32::Refusal::TooManyLines | fnma32::Refusal::LineTooLong(_) => {
            format!("The file is too large. {refusal} Please check that it holds one loan.")
        }
        fnma32::Refusal::Xml => format!("{INVALID} It is an XML file: if it is MISMO 3.4, use the tab Import MISMO."),
        fnma32::Refusal::Version(version) => {
            format!("{INVALID} It has version {version} of the format. Export the loan again as FNMA 3.2.")
        }
        _ => format!("{INVALID} Choose the file that your system calls FNMA 3.2, Fannie Mae 3.2 or DU 3.2."),
    };
    Refusal { code: refusal.code(), message }
}
