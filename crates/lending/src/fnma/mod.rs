//! FNMA 3.2 <-> application.
//!
//! FNMA 3.2 contains the Uniform Residential Loan Application of 2009; the application is that of 2021. Each file in
//! this folder reads and writes one part of it. Data that the application can't store becomes an issue.

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

/// Reads a file into an application, its secrets, and a list of issues.
///
/// # Errors
/// A [`Refusal`] if the bytes aren't an FNMA 3.2 file, or if no borrower in it has a last name (decision D34).
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

/// Writes an application as an FNMA 3.2 file in UTF-8 with CR LF line ends.
///
/// Texts that are too long for their field are cut. Amounts, numbers and identifiers that are too long are omitted,
/// because cutting them would change their meaning. `tests/fnma/round_trip.rs` lists what else the format can't store.
///
/// The file contains the secrets in plain text, because the format joins its records by Social Security number. If
/// several borrowers have none, their records can't be told apart.
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

/// The message to the officer about an unreadable file.
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
