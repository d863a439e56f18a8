//! Reads every loan file in a folder and prints the result: `cargo run --example check-all -- DIR`.
//!
//! Files that end in .fnm or .txt are read as FNMA 3.2, all others as MISMO 3.4.
#![allow(clippy::print_stdout)]

use lending::{
    application::Application,
    fnma,
    import::{Imported, Refusal},
    mismo,
};
use std::{error::Error, fs, path::PathBuf};
use uuid::Uuid;

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::args_os().nth(1).map(PathBuf::from).ok_or("which folder? check-all -- DIR")?;
    let mut files: Vec<PathBuf> =
        fs::read_dir(folder)?.map(|entry| entry.map(|entry| entry.path())).collect::<Result<_, _>>()?;
    files.retain(|file| file.is_file());
    files.sort();
    let (mut read, mut refused) = (0, 0);
    for file in files {
        println!("{}", file.display());
        let mut last = 0;
        let mut ids = || {
            last += 1;
            Uuid::from_u128(last)
        };
        let bytes = fs::read(&file)?;
        let is_fnma =
            file.extension().is_some_and(|end| end.eq_ignore_ascii_case("fnm") || end.eq_ignore_ascii_case("txt"));
        match if is_fnma { fnma::read(&bytes, &mut ids) } else { mismo::read(&bytes, &mut ids) } {
            Ok(imported) => {
                read += 1;
                print_import(&imported);
            }
            Err(Refusal { code, message }) => {
                refused += 1;
                println!("  refused ({code}): {message}");
            }
        }
    }
    println!("{read} read, {refused} refused");
    Ok(())
}

fn print_import(imported: &Imported) {
    let Application { loan, property, borrowers, assets, liabilities, owned_properties, other_loans, .. } =
        &imported.application;
    let names: Vec<String> = borrowers
        .iter()
        .map(|borrower| {
            [&borrower.first_name, &borrower.last_name].into_iter().flatten().cloned().collect::<Vec<_>>().join(" ")
        })
        .collect();
    println!(
        "  {} {} {} by {}; {}, {} {}",
        show(loan.mortgage_type),
        show(loan.purpose),
        show(loan.base_amount.or(loan.note_amount)),
        names.join(" and "),
        show(property.address.line.as_ref()),
        show(property.address.city.as_ref()),
        show(property.address.state),
    );
    println!(
        "  {} assets, {} debts, {} owned properties, {} other new mortgages, {} sealed borrowers, {} sealed account numbers",
        assets.len(),
        liabilities.len(),
        owned_properties.len(),
        other_loans.len(),
        imported.secrets.borrowers.len(),
        imported.secrets.account_numbers.len(),
    );
    for issue in &imported.issues {
        println!(
            "  - {} {}{}: {}",
            issue.place,
            issue.field,
            issue.value.as_ref().map_or(String::new(), |v| format!(" {v:?}")),
            issue.reason
        );
    }
}

fn show<T: ToString>(value: Option<T>) -> String {
    value.map_or_else(|| "?".to_owned(), |value| value.to_string())
}
