//! The borrowers: 03A, 03B, 03C, 06H, 09A, GOD, GOE, and the homebuyer education of LNC.

use super::{
    countries,
    reading::{Reading, address_fields},
    words::{MAILING, MARITAL_STATUSES, RESIDENCY_BASES, RESIDENCY_TYPES},
    writing::Writing,
};
use crate::{
    application::{
        Alias, Borrower, Counseling, CounselingType, MortgageType, Residence, ResidencyBasis, ResidencyType,
        TaxpayerIdentifierType,
    },
    values::TaxpayerIdentifier,
};
use fnma32::{
    Record,
    records::{alias, applicant, dependent, features, government_applicant, residence, signature, va_taxes},
};
use std::collections::HashSet;
use uuid::Uuid;

/// Reads the borrowers. Call it before reading their items, which refer to borrowers by the position of their applicant
/// record.
pub(super) fn read(reading: &mut Reading) {
    let applicants: Vec<&Record> = reading.file.applicants().collect();
    let mut numbers = HashSet::new();
    for record in &applicants {
        let borrower = read_applicant(reading, record, &mut numbers);
        reading.borrowers.push(borrower.id);
        reading.application.borrowers.push(borrower);
    }
    read_pairs(reading, &applicants);
    for (record, place) in reading.owned(&dependent::LAYOUT) {
        let age = reading.count(record, &dependent::AGE);
        reading.application.borrowers[place].dependent_ages.extend(age);
    }
    for (place, record) in applicants.iter().enumerate() {
        let borrower = &mut reading.application.borrowers[place];
        let ages = borrower.dependent_ages.len();
        match borrower.dependent_count {
            None => borrower.dependent_count = u16::try_from(ages).ok().filter(|ages| *ages > 0),
            Some(count) if usize::from(count) != ages => {
                let reason = format!(
                    "The number of dependents is {count}, but the number of ages in the records 03B is {ages}."
                );
                reading.wrong(record, &applicant::DEPENDENTS, reason);
            }
            Some(_) => {}
        }
    }
    read_residences(reading);
    for (record, place) in reading.owned(&alias::LAYOUT) {
        let alias = Alias {
            id: reading.new_id(),
            first_name: reading.string(record, &alias::FIRST_NAME),
            middle_name: reading.string(record, &alias::MIDDLE_NAME),
            last_name: reading.string(record, &alias::LAST_NAME),
            suffix: None,
        };
        reading.application.borrowers[place].aliases.push(alias);
    }
    for (record, place) in reading.once_each(&signature::LAYOUT) {
        reading.application.borrowers[place].signed_on = reading.date(record, &signature::SIGNED);
    }
    for (record, place) in reading.once_each(&va_taxes::LAYOUT) {
        reading.application.borrowers[place].va_federal_tax = reading.money(record, &va_taxes::TOTAL_TAX);
    }
    read_counseling(reading);
}

/// Puts the primary borrower first: the first applicant who isn't a co-applicant. Call it last, because all other
/// readers find borrowers by the position of their applicant record.
pub(super) fn put_primary_first(reading: &mut Reading) {
    let is_primary = |record: &Record| record.get(&applicant::INDICATOR) != Some("QZ");
    match reading.file.applicants().position(is_primary) {
        Some(0) => {}
        Some(primary) => reading.application.borrowers[..=primary].rotate_right(1),
        None => {
            if let Some(record) = reading.file.applicants().next() {
                let reason = "No applicant of the file is the primary one (BW). The first was taken to be it.";
                reading.wrong(record, &applicant::INDICATOR, reason);
            }
        }
    }
}

fn read_applicant<'a>(reading: &mut Reading<'a>, record: &'a Record, numbers: &mut HashSet<&'a str>) -> Borrower {
    let id = reading.new_id();
    // A Social Security number shared by two applicants identifies neither. The first applicant keeps it as the more
    // likely owner.
    let is_first = reading.text(record, &applicant::SSN).is_none_or(|number| numbers.insert(number));
    let number: Option<TaxpayerIdentifier> = if is_first { reading.parsed(record, &applicant::SSN) } else { None };
    let borrower = Borrower {
        id,
        first_name: reading.string(record, &applicant::FIRST_NAME),
        middle_name: reading.string(record, &applicant::MIDDLE_NAME),
        last_name: reading.string(record, &applicant::LAST_NAME),
        suffix: reading.string(record, &applicant::SUFFIX),
        taxpayer_identifier_type: number.as_ref().map(|number| match number.is_itin() {
            true => TaxpayerIdentifierType::IndividualTaxpayerIdentificationNumber,
            false => TaxpayerIdentifierType::SocialSecurityNumber,
        }),
        taxpayer_identifier_last_four: number.as_ref().map(|number| number.last_four().to_owned()),
        marital_status: reading.word(record, &applicant::MARITAL_STATUS, MARITAL_STATUSES),
        dependent_count: reading.count(record, &applicant::DEPENDENTS),
        email: reading.parsed(record, &applicant::EMAIL),
        home_phone: reading.parsed(record, &applicant::HOME_PHONE),
        school_years: reading.count(record, &applicant::SCHOOL_YEARS),
        ..Borrower::default()
    };
    let birth_date = reading.date(record, &applicant::BIRTH_DATE);
    if number.is_some() || birth_date.is_some() {
        let secrets = reading.secrets.borrowers.entry(id).or_default();
        secrets.taxpayer_identifier = number;
        secrets.birth_date = birth_date;
    }
    for (field, missing) in
        [(&applicant::FIRST_NAME, borrower.first_name.is_none()), (&applicant::LAST_NAME, borrower.last_name.is_none())]
    {
        if missing {
            reading.wrong(record, field, "The applicant's name is missing.");
        }
    }
    // The age is derived from the birth date and changes every year, so it isn't stored.
    reading.leave(record, &applicant::AGE);
    reading.leave(record, &applicant::INDICATOR);
    reading.leave(record, &applicant::JOINTLY);
    borrower
}

/// Links borrowers who apply jointly with each other.
fn read_pairs(reading: &mut Reading, applicants: &[&Record]) {
    for (place, record) in applicants.iter().enumerate() {
        let Some(number) = record.get(&applicant::CROSS_REFERENCE) else { continue };
        let same = |other: &&Record| other.get(&applicant::SSN) == Some(number);
        match applicants.iter().position(same).filter(|other| *other != place) {
            Some(other) => {
                let (this, that) = (reading.borrowers[place], reading.borrowers[other]);
                reading.application.borrowers[place].joint_with.get_or_insert(that);
                reading.application.borrowers[other].joint_with.get_or_insert(this);
            }
            None => {
                let reason =
                    "No other applicant has this Social Security number, so it is not known who applies jointly.";
                reading.wrong(record, &applicant::CROSS_REFERENCE, reason);
            }
        }
    }
}

fn read_residences(reading: &mut Reading) {
    for (record, place) in reading.owned(&residence::LAYOUT) {
        let mut address = reading.address(record, &address_fields!(residence));
        address.country = reading.country(record, &residence::COUNTRY);
        if reading.text(record, &residence::KIND) == Some(MAILING) {
            // A mailing address has no ownership or duration, even if the exporter wrote them.
            reading.leave(record, &residence::BASIS);
            reading.leave(record, &residence::YEARS);
            reading.leave(record, &residence::MONTHS);
            let mailing = &mut reading.application.borrowers[place].mailing_address;
            match mailing {
                None => *mailing = Some(address),
                Some(_) => reading.wrong(record, &residence::KIND, "A second mailing address. It was skipped."),
            }
            continue;
        }
        let residence = Residence {
            id: reading.new_id(),
            kind: reading.word(record, &residence::KIND, RESIDENCY_TYPES),
            basis: reading.word(record, &residence::BASIS, RESIDENCY_BASES),
            months: reading.months(record, &residence::YEARS, &residence::MONTHS),
            monthly_rent: None,
            address,
        };
        if residence.address != Default::default() || residence.months.is_some() || residence.basis.is_some() {
            reading.application.borrowers[place].residences.push(residence);
        }
    }
}

fn read_counseling(reading: &mut Reading) {
    if let Some(record) = reading.once(&features::LAYOUT) {
        let kind = match reading.text(record, &features::HOMEBUYER_EDUCATION) {
            Some("1" | "Y") => Some(CounselingType::Education),
            Some("2") => Some(CounselingType::Counseling),
            _ => None,
        };
        if let (Some(kind), false) = (kind, reading.application.borrowers.is_empty()) {
            counsel(reading, 0, kind);
        }
    }
    for (record, place) in reading.once_each(&government_applicant::LAYOUT) {
        if reading.text(record, &government_applicant::COUNSELING) == Some("D") {
            counsel(reading, place, CounselingType::Counseling);
        }
    }
}

fn counsel(reading: &mut Reading, place: usize, kind: CounselingType) {
    let id = reading.new_id();
    let counseling = &mut reading.application.borrowers[place].counseling;
    if counseling.iter().all(|known| known.kind != Some(kind)) {
        counseling.push(Counseling { id, kind: Some(kind), confirmed: Some(true), ..Counseling::default() });
    }
}

/// Whether this is the rented current home. FNMA has one rent amount, among the housing expenses.
pub(super) fn is_rented_home(residence: &Residence) -> bool {
    residence.kind == Some(ResidencyType::Current) && residence.basis == Some(ResidencyBasis::Rent)
}

pub(super) fn write(writing: &mut Writing) {
    let application = writing.application;
    let mut seen: HashSet<Uuid> = HashSet::new();
    for borrower in &application.borrowers {
        let Borrower {
            id,
            first_name,
            middle_name,
            last_name,
            suffix,
            aliases,
            taxpayer_identifier_type: _,
            taxpayer_identifier_last_four: _,
            citizenship: _,
            marital_status,
            domestic_relationship: _,
            domestic_relationship_type: _,
            domestic_relationship_other: _,
            domestic_relationship_state: _,
            dependent_count,
            dependent_ages,
            community_property_state_resident: _,
            joint_with,
            credit_type: _,
            joint_intent_initials: _,
            joint_intent_at: _,
            not_applicable: _,
            email,
            home_phone,
            cell_phone,
            work_phone: _,
            work_phone_extension: _,
            residences,
            mailing_address,
            employments: _,
            incomes: _,
            declarations: _,
            military: _,
            language: _,
            language_other: _,
            language_refused: _,
            school_years,
            va_federal_tax,
            signed_on,
            counseling,
        } = borrower;

        // In the file, each borrower of a pair refers to the other, even if the application stores the link on only one
        // side.
        let other = joint_with.or(application
            .borrowers
            .iter()
            .find(|other| other.joint_with == Some(*id))
            .map(|other| other.id));
        let other_number = other.map(|other| writing.number(other));
        let is_second_of_pair = other.is_some_and(|other| seen.contains(&other));
        seen.insert(*id);
        let birth_date = writing.secrets.borrowers.get(id).and_then(|secrets| secrets.birth_date);

        let row = writing.row_of(&applicant::LAYOUT, *id);
        row.put(&applicant::INDICATOR, Some(if is_second_of_pair { "QZ" } else { "BW" }));
        row.put(&applicant::FIRST_NAME, first_name.as_ref());
        row.put(&applicant::MIDDLE_NAME, middle_name.as_ref());
        row.put(&applicant::LAST_NAME, last_name.as_ref());
        row.put(&applicant::SUFFIX, suffix.as_ref());
        // The form of 2009 has only a home phone. A cell phone is better than none.
        row.put(&applicant::HOME_PHONE, home_phone.as_ref().or(cell_phone.as_ref()));
        row.put(&applicant::SCHOOL_YEARS, *school_years);
        row.word(&applicant::MARITAL_STATUS, MARITAL_STATUSES, *marital_status);
        row.put(&applicant::DEPENDENTS, *dependent_count);
        row.yes(&applicant::JOINTLY, Some(other.is_some()));
        row.put(&applicant::CROSS_REFERENCE, other_number);
        row.date(&applicant::BIRTH_DATE, birth_date);
        row.put_whole(&applicant::EMAIL, email.as_ref());
        for age in dependent_ages {
            writing.row_of(&dependent::LAYOUT, *id).put(&dependent::AGE, Some(age));
        }
        for Residence { id: _, kind, basis, months, monthly_rent: _, address } in residences {
            let row = writing.row_of(&residence::LAYOUT, *id);
            row.word(&residence::KIND, RESIDENCY_TYPES, *kind);
            row.word(&residence::BASIS, RESIDENCY_BASES, *basis);
            row.months(&residence::YEARS, &residence::MONTHS, *months);
            row.address(&address_fields!(residence), address);
            row.put(&residence::COUNTRY, address.country.as_deref().and_then(countries::name));
        }
        if let Some(address) = mailing_address {
            let row = writing.row_of(&residence::LAYOUT, *id);
            row.put(&residence::KIND, Some(MAILING));
            row.address(&address_fields!(residence), address);
            row.put(&residence::COUNTRY, address.country.as_deref().and_then(countries::name));
        }
        for Alias { id: _, first_name, middle_name, last_name, suffix: _ } in aliases {
            let row = writing.row_of(&alias::LAYOUT, *id);
            row.put(&alias::FIRST_NAME, first_name.as_ref());
            row.put(&alias::MIDDLE_NAME, middle_name.as_ref());
            row.put(&alias::LAST_NAME, last_name.as_ref());
        }
        if signed_on.is_some() {
            writing.row_of(&signature::LAYOUT, *id).date(&signature::SIGNED, *signed_on);
        }
        if va_federal_tax.is_some() {
            writing.row_of(&va_taxes::LAYOUT, *id).put(&va_taxes::TOTAL_TAX, *va_federal_tax);
        }
        write_counseling(writing, *id, counseling);
    }
}

/// Writes education and counseling of the primary borrower to LNC. Counseling on FHA and VA loans goes to GOE, per
/// borrower.
fn write_counseling(writing: &mut Writing, borrower: Uuid, counseling: &[Counseling]) {
    let has = |kind| counseling.iter().any(|done| done.kind == Some(kind) && done.confirmed != Some(false));
    let (education, counseled) = (has(CounselingType::Education), has(CounselingType::Counseling));
    let government =
        matches!(writing.application.loan.mortgage_type, Some(MortgageType::FHA | MortgageType::VA)) && counseled;
    if government {
        writing.row_of(&government_applicant::LAYOUT, borrower).put(&government_applicant::COUNSELING, Some("D"));
    }
    if writing.application.borrowers.first().is_some_and(|first| first.id == borrower) {
        let code = match (education, counseled && !government) {
            (true, _) => Some("1"),
            (false, true) => Some("2"),
            (false, false) => None,
        };
        writing.once(&features::LAYOUT).put(&features::HOMEBUYER_EDUCATION, code);
    }
}
