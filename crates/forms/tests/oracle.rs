//! The print of Fannie Mae's test cases, box by box, against the official filled forms.
//!
//! Neither the cases nor the values of the official forms are part of the project. If the folders are missing, these
//! tests print a notice and pass.
#![allow(clippy::unwrap_used, reason = "a test that fails here has failed")]

use forms::{FilledPage, Form1003, boxes::Form, fill};
use lending::{
    application::{Application, Borrower, CreditType, Secrets},
    import::Imported,
    mismo,
};
use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
};
use uuid::Uuid;

/// A box of the official form: form, borrower ("first last", empty where the form isn't one borrower's), page and field.
type Place = (String, String, u8, String);

/// Boxes in which the official print differs from its own file, or which no file carries: cases, fields, reason. An
/// asterisk means any ending. Each was checked against the XML of its case.
const EXPLAINED: [(&str, &str, &str); 29] = [
    ("C01", "Loan_Address", "the file has the state DC, the official print has D.C."),
    ("*", "_6a_SigDate*", "no file says when the borrower signed"),
    ("C01 C04 C06 C07 CL01", "*Loan_Ori_NMLSR_ID_", "the file has the number as a state license"),
    ("C01 C04 C06 C07 CL01", "*Loan_Ori_State_ID_", "the file has the number as a state license"),
    ("C01 C04 C07 CL01", "*Loan_Ori_Org_NMLSR_ID_", "the file has the number as an NMLS number"),
    ("C01 C04 C07 CL01", "*Loan_Ori_Org_State_ID_", "the file has the number as an NMLS number"),
    ("C01 VA01", "_1e_Total_Other_Monthly_Income", "the official total leaves out the sheet's row"),
    ("C01", "L2_Title_Info1", "the file has the name Kenneth"),
    ("C04", "_2c_Account3", "two digits swapped on the official print"),
    ("C04", "_3a_Creditor1", "spelled MORGAGE on the official print"),
    ("C04", "_3b_Intended_Occupancy", "the file has no intended use for the house to be sold"),
    ("C04 VA03 C06", "Name", "the official print writes the same names differently"),
    ("C06", "_1a_Borrowers_Number", "two forms, but no joint application in the file"),
    ("C06", "_4a_mixed_no", "not in the file"),
    ("C06", "_8_inst_*", "not in the file"),
    ("C06", "_5a_About_A3", "the file has a second home without the FHA indicator"),
    ("C06", "_1c_*", "the file lists the employer twice"),
    ("C07 FHA02 FHA03 VA04", "_2b_*", "fees paid by the borrower: not a credit of the list in 2b, counted in line M"),
    ("CL01", "_2c_*", "the official print takes other rows of the list than the first five"),
    ("CL01", "_1a_info", "the official print takes other rows of the list than the first five"),
    ("FHA01", "L3_Ad_Rate2", "not in the file"),
    ("FHA03", "spousal_rights_no", "not in the file, hence no addendum"),
    ("FHA03", "Name", "not in the file, hence no addendum"),
    ("FHA03", "Lender_Loan_No", "not in the file, hence no addendum"),
    ("VA01 VA03 VA04", "*Phone1", "the file has another area code"),
    ("VA03 VA04", "_1a_Mail_Address_Country", "the United States are not written in the document"),
    ("VA03 VA04", "bnSec6", "the official print leaves it out"),
    ("VA03", "_1a_Borrowers_Number", "the official print leaves it out"),
    ("VA04", "_5aB_no", "not in the file"),
];

/// Fields that our print fills where the official one leaves them empty, because it has no need to.
const MORE_THAN_OFFICIAL: [(&str, &str); 2] = [
    ("_1a_Borrower_s_Name", "names of the others on a joint application"),
    ("*_Months", "zero months beside whole years"),
];

fn matches(pattern: &str, name: &str) -> bool {
    match (pattern.strip_prefix('*'), pattern.strip_suffix('*')) {
        (Some(end), _) => name.ends_with(end),
        (_, Some(start)) => name.starts_with(start),
        _ => pattern == name,
    }
}

fn explained(case: &str, field: &str) -> Option<&'static str> {
    let is_case = |cases: &str| cases == "*" || cases.split(' ').any(|known| known == case);
    let found = EXPLAINED.iter().find(|(cases, pattern, _)| is_case(cases) && matches(pattern, field));
    found.map(|(_, _, reason)| *reason)
}

/// The meaning of a value that the official form's lists export by another word.
fn meaning<'a>(field: &str, value: &'a str) -> &'a str {
    match (field, value) {
        ("_3a_Intended_Occupancy" | "_3b_Intended_Occupancy", "Retained") => "Primary Residence",
        ("_3a_Intended_Occupancy" | "_3b_Intended_Occupancy", "Pending Sale") => "Investment",
        _ => value,
    }
}

/// Folder of the sample files and the table of official values, if both exist.
fn samples() -> Option<(PathBuf, String)> {
    let folder = std::env::var_os("KEYTURN_SAMPLE_FILES")
        .map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data"), PathBuf::from);
    match std::fs::read_to_string(folder.join("../spec/application/urla_oracle_dev.tsv")) {
        Ok(table) if folder.join("mismo34").is_dir() => Some((folder, table)),
        _ => {
            eprintln!("skipped: no sample files in {} (KEYTURN_SAMPLE_FILES)", folder.display());
            None
        }
    }
}

/// Official values by case and box.
fn official(table: &str) -> BTreeMap<String, BTreeMap<Place, String>> {
    let mut cases: BTreeMap<String, BTreeMap<Place, String>> = BTreeMap::new();
    for line in table.lines().skip(1) {
        let cells: Vec<&str> = line.split('\t').collect();
        let field = cells[4].trim_end_matches("[0]").to_owned();
        let place = (cells[1].to_owned(), cells[2].to_owned(), cells[3].parse().unwrap(), field);
        cases.entry(cells[0].to_owned()).or_default().insert(place, cells[6].to_owned());
    }
    cases
}

fn read(folder: &Path, case: &str) -> Imported {
    let prefix = format!("DI-{case}_v3.4");
    let mut files = std::fs::read_dir(folder.join("mismo34")).unwrap().map(|entry| entry.unwrap().path());
    let path = files.find(|path| path.file_name().unwrap().to_string_lossy().starts_with(&prefix)).unwrap();
    let mut last = 0;
    let mut ids = move || {
        last += 1;
        Uuid::from_u128(last)
    };
    mismo::read(&std::fs::read(path).unwrap(), &mut ids).unwrap()
}

fn short_name(borrower: &Borrower) -> String {
    let part = |part: &Option<String>| part.clone().unwrap_or_default();
    format!("{} {}", part(&borrower.first_name), part(&borrower.last_name))
}

/// Enters the fields that a MISMO file can't carry, as an officer would: the type of credit, the initials and the "Does not apply"
/// boxes of the official form.
fn enter_marks(application: &mut Application, values: &BTreeMap<Place, String>) {
    let value = |borrower: &str, field: &str| {
        let found = values.iter().find(|((_, name, _, known), _)| name == borrower && known == field);
        found.map(|(_, value)| value.clone())
    };
    for borrower in &mut application.borrowers {
        let name = short_name(borrower);
        let has = |field: &str| value(&name, field).map(|_| true);
        borrower.credit_type = has("_1a_Individual").map(|_| CreditType::Individual);
        borrower.credit_type = borrower.credit_type.or_else(|| has("_1a_Joint").map(|_| CreditType::Joint));
        borrower.joint_intent_initials = value(&name, "_1a_Initials");
        let marks = &mut borrower.not_applicable;
        marks.former_address = has("_1a_Does_Not_Apply1");
        marks.mailing_address = has("_1a_Does_Not_Apply2");
        marks.current_employment = has("_1b_Does_Not_Apply1");
        marks.additional_employment = has("_1c_Does_Not_Apply");
        marks.previous_employment = has("_1d_Does_Not_Apply");
        marks.other_income = has("_1e_Does_Not_Apply");
        marks.other_assets = has("_2b_Does_Not_Apply");
        marks.liabilities = has("_2c_Does_Not_Apply");
        marks.expenses = has("_2d_Does_Not_Apply");
        marks.real_estate = has("_3_Do_Not_Own");
        marks.second_property = has("_3b_No_Additional");
        marks.third_property = has("_3c_No_Additional");
    }
    let first = short_name(&application.borrowers[0]);
    let has = |field: &str| value(&first, field).map(|_| true);
    application.not_applicable.other_loans = has("_4b_Does_Not_Apply");
    application.not_applicable.rental_income = has("_4c_Does_Not_Apply");
    application.not_applicable.gifts = has("_4d_Does_Not_Apply");
    for (property, number) in application.owned_properties.iter_mut().zip(["3a", "3b", "3c"]) {
        property.not_mortgaged = has(&format!("_{number}_Mortgage_Does_Not_Apply"));
    }
}

/// Our values by box.
fn printed(application: &Application, secrets: &Secrets) -> BTreeMap<Place, String> {
    let printed_at = jiff::civil::date(2026, 11, 27).at(9, 30, 0, 0);
    let pages = fill(&Form1003 { application, secrets, is_draft: false, with_supplemental: false, printed_at });
    let mut names: BTreeMap<String, String> = BTreeMap::new();
    for borrower in &application.borrowers {
        let parts = [&borrower.first_name, &borrower.middle_name, &borrower.last_name, &borrower.suffix];
        let full: Vec<&str> = parts.into_iter().flatten().map(String::as_str).collect();
        names.insert(full.join(" "), short_name(borrower));
    }
    let place = |page: &FilledPage, field: &str| {
        let is_of_borrower = matches!(page.form, Form::Borrower | Form::AdditionalBorrower);
        let name = if is_of_borrower { names.get(&page.borrower).cloned().unwrap_or_default() } else { String::new() };
        // The table of official values has only the part of a name after its last dot.
        let field = field.rsplit('.').next().unwrap();
        (page.form.name().to_owned(), name, page.page, field.to_owned())
    };
    let boxes = |page: &FilledPage| -> Vec<(Place, String)> {
        page.values.iter().map(|value| (place(page, value.item.field), value.text())).collect()
    };
    pages.iter().flat_map(boxes).collect()
}

/// Whether two texts differ only in punctuation and capitals, such as an address joined in one line, or a comma before a
/// suffix. Numbers must be equal.
fn is_same_writing(text: &str, value: &str) -> bool {
    let plain = |text: &str| text.replace([',', '.', ' '], "").to_lowercase();
    let is_number = value.chars().all(|c| !c.is_alphabetic());
    !is_number && plain(text) == plain(value)
}

/// Amounts and names of a continuation text. The official texts aren't uniform, so only their contents are compared.
fn contents(text: &str) -> Vec<String> {
    let words = text.split([' ', ',']).map(|word| word.trim_matches(['$', ':', '.']).replace(',', ""));
    words
        .filter(|word| word.contains('.') && word.chars().any(|c| c.is_ascii_digit()))
        .filter(|word| word.len() > 4)
        .collect()
}

/// URLA-50, PV49, PV68, PV69, PV70: every box of the eleven cases, apart from the allowed differences.
#[test]
fn each_case_prints_like_the_official_form() {
    let Some((folder, table)) = samples() else { return };
    let (mut right, mut all, mut reasons) = (0, 0, BTreeMap::<&str, u32>::new());
    let (mut misses, mut extras) = (Vec::new(), Vec::new());
    for (case, values) in official(&table) {
        let Imported { mut application, secrets, .. } = read(&folder, &case);
        enter_marks(&mut application, &values);
        let ours = printed(&application, &secrets);
        for (place, value) in &values {
            all += 1;
            let text = ours.get(place).map(String::as_str).unwrap_or_default();
            let is_equal = match place.3.as_str() {
                "_1a_info" => contents(value).iter().all(|item| contents(&text.replace(',', "")).contains(item)),
                field => text == meaning(field, value) || is_same_writing(text, value),
            };
            match explained(&case, &place.3) {
                _ if is_equal => right += 1,
                Some(reason) => *reasons.entry(reason).or_default() += 1,
                None => misses.push(format!("{case} {place:?}: {text:?} instead of {value:?}")),
            }
        }
        let filled = ours.iter().filter(|(place, _)| !values.contains_key(place));
        for (place, text) in
            filled.filter(|(place, _)| place.0 == "Borrower" || place.0 == "Additional Borrower" || place.0 == "Lender")
        {
            let is_more = MORE_THAN_OFFICIAL.iter().any(|(pattern, _)| matches(pattern, &place.3));
            if !is_more && explained(&case, &place.3).is_none() {
                extras.push(format!("{case} {place:?}: {text:?}"));
            }
        }
    }
    let allowed: u32 = reasons.values().sum();
    eprintln!("{right} of {all} boxes are equal, {allowed} differ for these reasons: {reasons:#?}");
    assert_eq!(all, 2451);
    assert!(right * 1000 >= (all - allowed) * 995, "{right} of {} boxes are equal", all - allowed);
    assert!(misses.is_empty(), "{} unexplained: {misses:#?}", misses.len());
    assert!(extras.is_empty(), "{} filled, but empty on the official form: {extras:#?}", extras.len());
}
