//! Sections L2 and 9: titleholders and the loan originator.

use super::{
    coded::{self, Coded},
    fields::fields,
    loan::subject_place,
    property::{read_address, write_address},
    reading::{Element, Reading},
    roles::{ROLE_TYPE, Role},
    values::Note,
    writing::Writing,
};
use crate::application::{Application, Originator, Titleholder};
use mismo34::{Path, Place, path};

fields! {
    const SIGNING: Originator = "LOAN" {
        "DOCUMENT_SPECIFIC_DATA_SETS/DOCUMENT_SPECIFIC_DATA_SET/URLA/URLA_DETAIL" {
            "ApplicationSignedByLoanOriginatorDate": signed_on,
            "ApplicationTakenMethodType": taken_by,
        }
    }
}

const ROLE: Path = Path::of("PARTY", "ROLES/ROLE");
const COMPANY_NAME: Path = Path::of("PARTY", "LEGAL_ENTITY/LEGAL_ENTITY_DETAIL/FullName");
const FULL_NAME: Path = Path::of("PARTY", "INDIVIDUAL/NAME/FullName");
const CONTACT: Path = Path::of("PARTY", "INDIVIDUAL/CONTACT_POINTS/CONTACT_POINT");
const EMAIL: Path = Path::of("CONTACT_POINT", "CONTACT_POINT_EMAIL/ContactPointEmailValue");
const PHONE: Path = Path::of("CONTACT_POINT", "CONTACT_POINT_TELEPHONE/ContactPointTelephoneValue");
const LICENSE: Path = Path::of("ROLE", "LICENSES/LICENSE");
const LICENSE_LEVEL: Path = Path::of("LICENSE", "LICENSE_DETAIL/LicenseAuthorityLevelType");
const LICENSE_NUMBER: Path = Path::of("LICENSE", "LICENSE_DETAIL/LicenseIdentifier");
const OWNER_STATUS: Path = Path::of("ROLE", "PROPERTY_OWNER/PropertyOwnerStatusType");

/// MISMO classifies the Nationwide Multistate Licensing System as a private authority.
const NMLS: &str = "Private";
const STATE: &str = "PublicState";

const VESTING: Coded = Coded {
    word: Path::of("ROLE", "PROPERTY_OWNER/RelationshipVestingType"),
    description: Path::of("ROLE", "PROPERTY_OWNER/RelationshipVestingTypeOtherDescription"),
    words: &[
        "Individual",
        "JointTenantsWithRightOfSurvivorship",
        "LifeEstate",
        "TenantsByTheEntirety",
        "TenantsInCommon",
    ],
};

/// Reads all parties except the borrowers.
pub(super) fn read<'d>(reading: &mut Reading<'d>, roles: &[Role<'d>]) {
    if let Some(loan) = super::loan::subject(reading.document) {
        let mut originator = std::mem::take(&mut reading.application.originator);
        reading.fields(loan, SIGNING, &mut originator);
        reading.application.originator = originator;
    }
    let (mut has_officer, mut has_company) = (false, false);
    for role in roles.iter().copied().filter(|role| !role.is_borrower()) {
        match role.kind() {
            Some("PropertyOwner") => read_titleholder(reading, role),
            Some("LoanOriginator") if !std::mem::replace(&mut has_officer, true) => read_officer(reading, role),
            Some("LoanOriginationCompany") if !std::mem::replace(&mut has_company, true) => read_company(reading, role),
            // Relationships assign these parties to their items.
            Some("NotePayTo" | "HousingCounselingAgency") => continue,
            kind => tell_other(reading, role, kind),
        }
        reading.mark_at(role.role, &ROLE_TYPE);
    }
}

/// Reports a party that the application can't store, in one issue for all of its data.
fn tell_other<'d>(reading: &mut Reading<'d>, role: Role<'d>, kind: Option<&str>) {
    reading.mark_at(role.role, &ROLE_TYPE);
    if reading.has_more(role.whole()) {
        let reason = match kind {
            Some("LoanOriginator" | "LoanOriginationCompany") => {
                "The file names a second loan originator. The first was used.".to_owned()
            }
            Some(kind) if kind.len() < 60 => {
                format!("The application has no place for this party ({kind}). It was skipped.")
            }
            _ => "The file does not say what part this party plays. It was skipped.".to_owned(),
        };
        reading.about_element(role.whole(), "PartyRoleType", reason);
        reading.mark_all(role.whole());
    }
}

/// The name of a party: a full name, name parts, or a company name.
pub(super) fn read_name<'d>(reading: &mut Reading<'d>, party: Element<'d>) -> Option<String> {
    const PARTS: [Path; 4] = [
        Path::of("PARTY", "INDIVIDUAL/NAME/FirstName"),
        Path::of("PARTY", "INDIVIDUAL/NAME/MiddleName"),
        Path::of("PARTY", "INDIVIDUAL/NAME/LastName"),
        Path::of("PARTY", "INDIVIDUAL/NAME/SuffixName"),
    ];
    let parts: Vec<String> = PARTS.iter().filter_map(|path| reading.value(party, path)).collect();
    let whole: Option<String> = reading.value(party, &FULL_NAME);
    let company: Option<String> = reading.value(party, &COMPANY_NAME);
    whole.or_else(|| (!parts.is_empty()).then(|| parts.join(" "))).or(company)
}

fn read_titleholder<'d>(reading: &mut Reading<'d>, Role { party, role, .. }: Role<'d>) {
    let mut holder = Titleholder { id: reading.new_id(), ..Titleholder::default() };
    holder.name = read_name(reading, party);
    if let Some(status) = role.at(&OWNER_STATUS) {
        reading.take_point(status, |text| match text {
            "Current" => {
                holder.is_current = Some(true);
                None
            }
            "Proposed" => {
                holder.is_current = Some(false);
                None
            }
            _ => Some(Note::Not("An owner is Current or Proposed".to_owned())),
        });
    }
    holder.vesting = coded::read(reading, role, &VESTING);
    reading.application.title.holders.push(holder);
}

fn read_officer<'d>(reading: &mut Reading<'d>, Role { party, role, .. }: Role<'d>) {
    let mut originator = std::mem::take(&mut reading.application.originator);
    originator.name = read_name(reading, party);
    for point in party.every(&CONTACT) {
        originator.email = originator.email.take().or_else(|| reading.value(point, &EMAIL));
        originator.phone = originator.phone.take().or_else(|| reading.value(point, &PHONE));
    }
    originator.nmls_id = read_license(reading, role, NMLS);
    originator.state_license = read_license(reading, role, STATE);
    reading.application.originator = originator;
}

fn read_company<'d>(reading: &mut Reading<'d>, Role { party, role, .. }: Role<'d>) {
    let mut originator = std::mem::take(&mut reading.application.originator);
    originator.organization_name = read_name(reading, party);
    if let Some(address) = party.at(&path!("PARTY", "ADDRESSES/ADDRESS")) {
        originator.organization_address = read_address(reading, address);
    }
    originator.organization_nmls_id = read_license(reading, role, NMLS);
    originator.organization_state_license = read_license(reading, role, STATE);
    reading.application.originator = originator;
}

fn read_license<'d>(reading: &mut Reading<'d>, role: Element<'d>, level: &str) -> Option<String> {
    let license = role.every(&LICENSE).into_iter().find(|license| license.value(&LICENSE_LEVEL) == Some(level))?;
    reading.mark_at(license, &LICENSE_LEVEL);
    reading.value(license, &LICENSE_NUMBER)
}

/// Writes all parties except the borrowers.
pub(super) fn write(writing: &mut Writing<'_>, application: &Application) {
    let originator = &application.originator;
    let loan = subject_place(writing);
    writing.fields(loan, SIGNING, originator);
    for holder in &application.title.holders {
        let (party, role) = add(writing, "PropertyOwner");
        writing.value(party, &FULL_NAME, holder.name.as_ref());
        let status = holder.is_current.map(|is_current| if is_current { "Current" } else { "Proposed" });
        writing.builder.value(role, &OWNER_STATUS, status.unwrap_or_default());
        coded::write(writing, role, &VESTING, holder.vesting.as_ref());
    }
    write_company(writing, originator);
    write_officer(writing, originator);
}

fn write_officer(writing: &mut Writing<'_>, originator: &Originator) {
    let Originator { name, nmls_id, state_license, phone, email, .. } = originator;
    if name.is_none() && nmls_id.is_none() && state_license.is_none() && phone.is_none() && email.is_none() {
        return;
    }
    let (party, role) = add(writing, "LoanOriginator");
    writing.value(party, &FULL_NAME, name.as_ref());
    for (path, text) in
        [(EMAIL, email.as_ref().map(ToString::to_string)), (PHONE, phone.as_ref().map(ToString::to_string))]
    {
        if let Some(text) = text {
            let point = writing.builder.add(party, &CONTACT);
            writing.builder.value(point, &path, &text);
        }
    }
    write_licenses(writing, role, nmls_id.as_ref(), state_license.as_ref());
}

fn write_company(writing: &mut Writing<'_>, originator: &Originator) {
    let Originator { organization_name: name, organization_nmls_id: nmls_id, organization_address: address, .. } =
        originator;
    let state_license = &originator.organization_state_license;
    if name.is_none() && nmls_id.is_none() && state_license.is_none() && *address == Default::default() {
        return;
    }
    let (party, role) = add(writing, "LoanOriginationCompany");
    writing.value(party, &COMPANY_NAME, name.as_ref());
    write_address(writing, party, &path!("PARTY", "ADDRESSES/ADDRESS"), address);
    write_licenses(writing, role, nmls_id.as_ref(), state_license.as_ref());
}

fn write_licenses(writing: &mut Writing<'_>, role: Place, nmls_id: Option<&String>, state_license: Option<&String>) {
    for (level, number) in [(NMLS, nmls_id), (STATE, state_license)] {
        if number.is_some() {
            let license = writing.builder.add(role, &LICENSE);
            writing.builder.value(license, &LICENSE_LEVEL, level);
            writing.value(license, &LICENSE_NUMBER, number);
        }
    }
}

/// Adds a party with one role.
pub(super) fn add(writing: &mut Writing<'_>, kind: &str) -> (Place, Place) {
    let party = writing.builder.add(writing.deal, &path!("DEAL", "PARTIES/PARTY"));
    let role = writing.builder.within(party, &ROLE);
    writing.builder.value(role, &ROLE_TYPE, kind);
    (party, role)
}
