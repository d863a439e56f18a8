//! Sealing what stands apart from the application, and the key by which equal social security numbers are found.

use borrowers::directory::{Told, birth_key};
use lending::{
    application::{Application, Borrower, Secrets},
    differences::{last_name, residence},
};
use platform::{
    App, Error, Result,
    keys::{Keys, mac},
    seal::Sealed,
};

fn place(company: i64, loan: i64) -> String {
    format!("loan_secret/{company}/{loan}")
}

/// Seals a loan's map; nothing where there is nothing to seal.
pub(crate) fn seal(keys: &Keys, company: i64, loan: i64, secrets: &Secrets) -> Result<Option<Sealed>> {
    if secrets.is_empty() {
        return Ok(None);
    }
    let text = platform::keys::wiped(serde_json::to_vec(secrets).map_err(Error::internal)?);
    keys.seal(&place(company, loan), &text).map(Some).map_err(Error::internal)
}

/// Opens a loan's map.
pub(crate) fn open(
    app: &App,
    company: i64,
    loan: i64,
    key_id: Option<i16>,
    ciphertext: Option<Vec<u8>>,
) -> Result<Secrets> {
    let (Some(key_id), Some(ciphertext)) = (key_id, ciphertext) else { return Ok(Secrets::default()) };
    let text = app.keys.open(&place(company, loan), &Sealed { key_id, ciphertext }).map_err(Error::internal)?;
    serde_json::from_slice(&text).map_err(Error::internal)
}

/// The keys by which the borrowers' numbers are compared, in the order of the borrowers, and the keys' version.
pub(crate) fn ssn_keys(
    keys: &Keys,
    company: i64,
    application: &lending::application::Application,
    secrets: &Secrets,
) -> (i16, Vec<Option<Vec<u8>>>) {
    let (version, key) = keys.matching(company);
    let of = |borrower: &lending::application::Borrower| {
        let number = secrets.borrowers.get(&borrower.id)?.taxpayer_identifier.as_ref()?;
        Some(mac(&key, &[number.reveal().as_bytes()]).to_vec())
    };
    (version, application.borrowers.iter().map(of).collect())
}

/// The keys by which the last four digits of the borrowers' numbers are found, in the order of the borrowers.
pub(crate) fn ssn_ending_keys(
    keys: &Keys,
    company: i64,
    application: &Application,
    secrets: &Secrets,
) -> Vec<Option<Vec<u8>>> {
    let key = keys.endings(company);
    let of = |borrower: &Borrower| {
        let number = secrets.borrowers.get(&borrower.id)?.taxpayer_identifier.as_ref()?.reveal();
        let ending = number.get(number.len().checked_sub(4)?..)?;
        Some(mac(&key, &[ending.as_bytes()]).to_vec())
    };
    application.borrowers.iter().map(of).collect()
}

/// The borrowers as the directory hears of them, in their order.
pub(crate) fn people(
    keys: &Keys,
    company: i64,
    application: &Application,
    secrets: &Secrets,
    ssn_keys: &[Option<Vec<u8>>],
) -> Vec<Told> {
    let told = |(borrower, ssn_key): (&Borrower, &Option<Vec<u8>>)| {
        let born_on = secrets.borrowers.get(&borrower.id).and_then(|sealed| sealed.birth_date);
        Told {
            first_name: borrower.first_name.clone().unwrap_or_default(),
            last_name: last_name(borrower),
            email: borrower.email.clone(),
            phone: borrower.cell_phone.clone().or_else(|| borrower.home_phone.clone()),
            address: residence(borrower).map(|one| one.address.clone()).unwrap_or_default(),
            ssn_key: ssn_key.clone(),
            birth_key: born_on.map(|born_on| birth_key(keys, company, born_on)),
        }
    };
    application.borrowers.iter().zip(ssn_keys).map(told).collect()
}
