//! Sections 1a, 7 and parts of 8: the borrowers.

use super::{
    declarations, demographics, employment,
    fields::fields,
    property::{read_address, write_address},
    reading::{Element, Item, Reading},
    roles::{self, ROLE_TYPE, Role},
    writing::Writing,
};
use crate::{
    application::{
        Alias, Application, Borrower, BorrowerSecrets, Counseling, MilitaryService, MilitaryStatus, Residence,
        ResidencyType, TaxpayerIdentifierType,
    },
    values::{Email, Phone, TaxpayerIdentifier},
};
use jiff::civil::Date;
use mismo34::{Path, Place, name, path};
use std::collections::{BTreeMap, BTreeSet};

fields! {
    const NAME: Borrower = "PARTY" {
        "INDIVIDUAL/NAME" {
            "FirstName": first_name,
            "LastName": last_name,
            "MiddleName": middle_name,
            "SuffixName": suffix,
        }
    }

    const ALIAS: Alias = "ALIAS" {
        "NAME" {
            "FirstName": first_name,
            "LastName": last_name,
            "MiddleName": middle_name,
            "SuffixName": suffix,
        }
    }

    const LANGUAGE: Borrower = "PARTY" {
        "LANGUAGES/LANGUAGE" { "LanguageCode": language }
        "LANGUAGES/LANGUAGE/EXTENSION/OTHER/ULAD:LANGUAGE_EXTENSION" {
            "ULAD:LanguageCodeOtherDescription": language_other,
            "ULAD:LanguageRefusalIndicator": language_refused,
        }
    }

    const BORROWER: Borrower = "BORROWER" {
        "BORROWER_DETAIL" {
            "BorrowerApplicationSignedDate": signed_on,
            "CommunityPropertyStateResidentIndicator": community_property_state_resident,
            "DependentCount": dependent_count,
            "DomesticRelationshipIndicator": domestic_relationship,
            "DomesticRelationshipStateCode": domestic_relationship_state,
            "DomesticRelationshipType": domestic_relationship_type,
            "DomesticRelationshipTypeOtherDescription": domestic_relationship_other,
            "MaritalStatusType": marital_status,
            "SchoolingYearsCount": school_years,
            "SelfDeclaredMilitaryServiceIndicator": military.served,
            "SpousalVABenefitsEligibilityIndicator": military.surviving_spouse,
        }
        "GOVERNMENT_BORROWER" { "VAFederalTaxAmount": va_federal_tax }
    }

    const SEALED: BorrowerSecrets = "BORROWER" {
        "BORROWER_DETAIL" { "BorrowerBirthDate": birth_date }
    }

    const RESIDENCE: Residence = "RESIDENCE" {
        "LANDLORD/LANDLORD_DETAIL" { "MonthlyRentAmount": monthly_rent }
        "RESIDENCE_DETAIL" {
            "BorrowerResidencyBasisType": basis,
            "BorrowerResidencyDurationMonthsCount": months,
            "BorrowerResidencyType": kind,
        }
    }

    const COUNSELING: Counseling = "COUNSELING_EVENT" {
        "COUNSELING_EVENT_DETAIL" {
            "CounselingCompletedDate": completed_on,
            "CounselingConfirmationIndicator": confirmed,
            "CounselingFormatType": format,
            "CounselingType": kind,
        }
    }
}

/// Reads every borrower.
pub(super) fn read<'d>(reading: &mut Reading<'d>, roles: &[Role<'d>]) {
    let mut known = BTreeMap::new();
    for (at, role) in roles::borrowers(roles).into_iter().enumerate() {
        known.insert(role.party.number(), (role.role.number(), at));
        let borrower = read_one(reading, role, at);
        reading.items.push((role.role.number(), Item::Borrower(at)));
        reading.application.borrowers.push(borrower);
    }
    for role in roles.iter().filter(|role| role.is_borrower()) {
        let Some((first, at)) = known.get(&role.party.number()) else { continue };
        if role.role.number() != *first {
            reading.items.push((role.role.number(), Item::Borrower(*at)));
            let reason = "This party is a borrower twice. The first was used.";
            reading.about_element(role.role, "PartyRoleType", reason);
            reading.mark_all(role.role);
        }
    }
}

fn read_one<'d>(reading: &mut Reading<'d>, role: Role<'d>, at: usize) -> Borrower {
    let Role { party, role, .. } = role;
    let mut borrower = Borrower { id: reading.new_id(), ..Borrower::default() };
    let mut secrets = BorrowerSecrets::default();
    reading.mark_at(role, &ROLE_TYPE);
    reading.fields(party, NAME, &mut borrower);
    let full_name = path!("PARTY", "INDIVIDUAL/NAME/FullName");
    let parts = [&borrower.first_name, &borrower.last_name];
    if parts
        .iter()
        .all(|part| part.as_ref().is_some_and(|part| party.value(&full_name).unwrap_or_default().contains(part)))
    {
        reading.mark_at(party, &full_name);
    }
    read_aliases(reading, party, &mut borrower);
    read_contacts(reading, party, &mut borrower);
    reading.fields(party, LANGUAGE, &mut borrower);
    read_taxpayer_identifier(reading, party, &mut borrower, &mut secrets);

    if let Some(element) = role.child(name!("BORROWER")) {
        reading.mark_at(element, &path!("BORROWER", "BORROWER_DETAIL/BorrowerClassificationType"));
        reading.fields(element, BORROWER, &mut borrower);
        reading.fields(element, SEALED, &mut secrets);
        for dependent in element.every(&path!("BORROWER", "DEPENDENTS/DEPENDENT")) {
            let age: Option<u16> = reading.value(dependent, &path!("DEPENDENT", "DependentAgeYearsCount"));
            borrower.dependent_ages.extend(age);
        }
        read_military(reading, element, &mut borrower.military);
        for event in element.every(&path!("BORROWER", "COUNSELING/COUNSELING_EVENTS/COUNSELING_EVENT")) {
            let mut counseling = Counseling { id: reading.new_id(), ..Counseling::default() };
            reading.fields(event, COUNSELING, &mut counseling);
            reading.items.push((event.number(), Item::Counseling(at, borrower.counseling.len())));
            borrower.counseling.push(counseling);
        }
        for residence in element.every(&path!("BORROWER", "RESIDENCES/RESIDENCE")) {
            borrower.residences.push(read_residence(reading, residence));
        }
        declarations::read(reading, element, &mut borrower);
        employment::read(reading, element, at, &mut borrower);
        demographics::read(reading, element, &mut secrets.demographics);
    }
    read_addresses(reading, party, &mut borrower);
    if borrower.last_name.is_none() {
        let reason = "This borrower has no last name. Add it on the loan's page.";
        reading.about_element(party, "LastName", reason);
    }
    if secrets != BorrowerSecrets::default() {
        reading.secrets.borrowers.insert(borrower.id, secrets);
    }
    borrower
}

fn read_aliases<'d>(reading: &mut Reading<'d>, party: Element<'d>, borrower: &mut Borrower) {
    for element in party.every(&path!("PARTY", "INDIVIDUAL/ALIASES/ALIAS")) {
        let mut alias = Alias::default();
        reading.fields(element, ALIAS, &mut alias);
        if alias != Alias::default() {
            borrower.aliases.push(Alias { id: reading.new_id(), ..alias });
        }
    }
}

/// Assigns phone numbers by the role of their contact point. A second number with the same role stays unread and
/// becomes an issue.
fn read_contacts<'d>(reading: &mut Reading<'d>, party: Element<'d>, borrower: &mut Borrower) {
    const EMAIL: Path = Path::of("CONTACT_POINT", "CONTACT_POINT_EMAIL/ContactPointEmailValue");
    const PHONE: Path = Path::of("CONTACT_POINT", "CONTACT_POINT_TELEPHONE/ContactPointTelephoneValue");
    const EXTENSION: Path = Path::of("CONTACT_POINT", "CONTACT_POINT_TELEPHONE/ContactPointTelephoneExtensionValue");
    const KIND: Path = Path::of("CONTACT_POINT", "CONTACT_POINT_DETAIL/ContactPointRoleType");
    for point in party.every(&path!("PARTY", "INDIVIDUAL/CONTACT_POINTS/CONTACT_POINT")) {
        if borrower.email.is_none()
            && let Some(email) = reading.value::<Email>(point, &EMAIL)
        {
            borrower.email = Some(email);
        }
        let kind = point.value(&KIND);
        reading.mark_at(point, &KIND);
        let slot = match kind {
            Some("Mobile" | "Cell") => &mut borrower.cell_phone,
            Some("Work") => &mut borrower.work_phone,
            _ => &mut borrower.home_phone,
        };
        if slot.is_none()
            && let Some(phone) = reading.value::<Phone>(point, &PHONE)
        {
            *slot = Some(phone);
            if kind == Some("Work") {
                borrower.work_phone_extension = reading.value(point, &EXTENSION);
            }
        }
    }
}

fn read_taxpayer_identifier<'d>(
    reading: &mut Reading<'d>,
    party: Element<'d>,
    borrower: &mut Borrower,
    secrets: &mut BorrowerSecrets,
) {
    const VALUE: Path = Path::of("TAXPAYER_IDENTIFIER", "TaxpayerIdentifierValue");
    const KIND: Path = Path::of("TAXPAYER_IDENTIFIER", "TaxpayerIdentifierType");
    let list = party.every(&path!("PARTY", "TAXPAYER_IDENTIFIERS/TAXPAYER_IDENTIFIER"));
    let given = list.iter().find(|element| element.value(&VALUE).is_some()).or(list.first());
    if let Some(element) = given {
        borrower.taxpayer_identifier_type = reading.value(*element, &KIND);
        secrets.taxpayer_identifier = reading.value::<TaxpayerIdentifier>(*element, &VALUE);
    }
    let Some(number) = &secrets.taxpayer_identifier else {
        if given.is_none_or(|element| element.value(&VALUE).is_none()) {
            let reason = "The file has no Social Security number for this borrower. Add it on the loan's page.";
            reading.about_element(party, "TaxpayerIdentifierValue", reason);
        }
        return;
    };
    borrower.taxpayer_identifier_last_four = Some(number.last_four().to_owned());
    let kind = *borrower.taxpayer_identifier_type.get_or_insert(TaxpayerIdentifierType::SocialSecurityNumber);
    let is_wrong = match kind {
        TaxpayerIdentifierType::SocialSecurityNumber => !number.is_issuable_ssn(),
        TaxpayerIdentifierType::IndividualTaxpayerIdentificationNumber => !number.is_itin(),
        TaxpayerIdentifierType::EmployerIdentificationNumber => false,
    };
    if is_wrong && let Some(point) = given.and_then(|element| element.at(&VALUE)) {
        reading.about(point, "No such number was ever issued. It was imported unchanged; check it with the borrower.");
    }
}

fn read_military<'d>(reading: &mut Reading<'d>, element: Element<'d>, military: &mut MilitaryService) {
    for service in element.every(&path!("BORROWER", "MILITARY_SERVICES/MILITARY_SERVICE")) {
        let status = reading.value::<MilitaryStatus>(service, &path!("MILITARY_SERVICE", "MilitaryStatusType"));
        military.statuses.extend(status);
        if military.completion_on.is_none() {
            let path = path!("MILITARY_SERVICE", "MilitaryServiceExpectedCompletionDate");
            military.completion_on = reading.value::<Date>(service, &path);
        }
    }
}

fn read_residence<'d>(reading: &mut Reading<'d>, element: Element<'d>) -> Residence {
    let mut residence = Residence { id: reading.new_id(), ..Residence::default() };
    if let Some(address) = element.child(name!("ADDRESS")) {
        residence.address = read_address(reading, address);
    }
    reading.fields(element, RESIDENCE, &mut residence);
    residence
}

/// Reads the party's addresses: the mailing address, and residences if the borrower lists none.
fn read_addresses<'d>(reading: &mut Reading<'d>, party: Element<'d>, borrower: &mut Borrower) {
    let known: BTreeSet<Option<String>> =
        borrower.residences.iter().map(|residence| residence.address.line.clone()).collect();
    for element in party.every(&path!("PARTY", "ADDRESSES/ADDRESS")) {
        let kind = path!("ADDRESS", "AddressType");
        let prior = match element.value(&kind) {
            Some("Mailing") | None if borrower.mailing_address.is_none() => {
                reading.mark_at(element, &kind);
                borrower.mailing_address = Some(read_address(reading, element));
                continue;
            }
            Some("Current" | "Primary" | "Present") => ResidencyType::Current,
            Some("Prior" | "Previous" | "Former") => ResidencyType::Prior,
            _ => continue,
        };
        let line = element.value(&path!("ADDRESS", "AddressLineText")).map(str::to_owned);
        if known.is_empty() {
            let address = read_address(reading, element);
            let kind = Some(prior);
            borrower.residences.push(Residence { id: reading.new_id(), kind, address, ..Residence::default() });
        } else if known.contains(&line) {
            reading.mark_all(element);
        }
        reading.mark_at(element, &kind);
    }
}

/// Writes every borrower.
pub(super) fn write(writing: &mut Writing<'_>, application: &Application) {
    for borrower in &application.borrowers {
        let party = writing.builder.add(writing.deal, &path!("DEAL", "PARTIES/PARTY"));
        let role = writing.builder.within(party, &path!("PARTY", "ROLES/ROLE"));
        writing.label(role, "BORROWER", borrower.id);
        writing.builder.value(role, &ROLE_TYPE, "Borrower");
        write_party(writing, party, borrower);
        write_role(writing, role, borrower);
    }
}

fn write_party(writing: &mut Writing<'_>, party: Place, borrower: &Borrower) {
    writing.fields(party, NAME, borrower);
    for alias in &borrower.aliases {
        let place = writing.builder.add(party, &path!("PARTY", "INDIVIDUAL/ALIASES/ALIAS"));
        writing.fields(place, ALIAS, alias);
    }
    const CONTACT: Path = Path::of("PARTY", "INDIVIDUAL/CONTACT_POINTS/CONTACT_POINT");
    if let Some(email) = &borrower.email {
        let place = writing.builder.add(party, &CONTACT);
        writing.value(place, &path!("CONTACT_POINT", "CONTACT_POINT_EMAIL/ContactPointEmailValue"), Some(email));
    }
    let phones = [("Home", &borrower.home_phone), ("Mobile", &borrower.cell_phone), ("Work", &borrower.work_phone)];
    for (kind, phone) in phones {
        let Some(phone) = phone else { continue };
        let place = writing.builder.add(party, &CONTACT);
        writing.value(
            place,
            &path!("CONTACT_POINT", "CONTACT_POINT_TELEPHONE/ContactPointTelephoneValue"),
            Some(phone),
        );
        writing.builder.value(place, &path!("CONTACT_POINT", "CONTACT_POINT_DETAIL/ContactPointRoleType"), kind);
        if kind == "Work" {
            let extension = path!("CONTACT_POINT", "CONTACT_POINT_TELEPHONE/ContactPointTelephoneExtensionValue");
            writing.value(place, &extension, borrower.work_phone_extension.as_ref());
        }
    }
    writing.fields(party, LANGUAGE, borrower);
    if let Some(mailing) = &borrower.mailing_address {
        write_address(writing, party, &path!("PARTY", "ADDRESSES/ADDRESS"), mailing);
        writing.builder.value(party, &path!("PARTY", "ADDRESSES/ADDRESS/AddressType"), "Mailing");
    }
    const IDENTIFIER: Path = Path::of("PARTY", "TAXPAYER_IDENTIFIERS/TAXPAYER_IDENTIFIER");
    let identifier = writing.builder.within(party, &IDENTIFIER);
    let kind = path!("TAXPAYER_IDENTIFIER", "TaxpayerIdentifierType");
    writing.value(identifier, &kind, borrower.taxpayer_identifier_type.as_ref());
    let number = writing.secrets.borrowers.get(&borrower.id).and_then(|sealed| sealed.taxpayer_identifier.as_ref());
    writing.value(identifier, &path!("TAXPAYER_IDENTIFIER", "TaxpayerIdentifierValue"), number);
}

fn write_role(writing: &mut Writing<'_>, role: Place, borrower: &Borrower) {
    let place = writing.builder.within(role, &path!("ROLE", "BORROWER"));
    writing.fields(place, BORROWER, borrower);
    let sealed = writing.secrets.borrowers.get(&borrower.id);
    if let Some(sealed) = sealed {
        writing.fields(place, SEALED, sealed);
        demographics::write(writing, place, &sealed.demographics);
    }
    for age in &borrower.dependent_ages {
        let dependent = writing.builder.add(place, &path!("BORROWER", "DEPENDENTS/DEPENDENT"));
        writing.value(dependent, &path!("DEPENDENT", "DependentAgeYearsCount"), Some(age));
    }
    write_military(writing, place, &borrower.military);
    for counseling in &borrower.counseling {
        let event = writing.builder.add(place, &path!("BORROWER", "COUNSELING/COUNSELING_EVENTS/COUNSELING_EVENT"));
        writing.label(event, "COUNSELING_EVENT", counseling.id);
        writing.fields(event, COUNSELING, counseling);
    }
    for residence in &borrower.residences {
        let element = writing.builder.add(place, &path!("BORROWER", "RESIDENCES/RESIDENCE"));
        write_address(writing, element, &path!("RESIDENCE", "ADDRESS"), &residence.address);
        writing.fields(element, RESIDENCE, residence);
    }
    declarations::write(writing, place, borrower);
    employment::write(writing, place, borrower);
}

/// Writes the military service. The end date goes into the first status, or into an entry of its own if there is no
/// status.
fn write_military(writing: &mut Writing<'_>, place: Place, military: &MilitaryService) {
    const SERVICE: Path = Path::of("BORROWER", "MILITARY_SERVICES/MILITARY_SERVICE");
    for status in &military.statuses {
        let service = writing.builder.add(place, &SERVICE);
        writing.value(service, &path!("MILITARY_SERVICE", "MilitaryStatusType"), Some(status));
    }
    if military.completion_on.is_some() {
        let service = writing.builder.within(place, &SERVICE);
        let ends_on = path!("MILITARY_SERVICE", "MilitaryServiceExpectedCompletionDate");
        writing.value(service, &ends_on, military.completion_on.as_ref());
    }
}
