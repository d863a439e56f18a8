//! The loan originator: 10B, and the NMLS IDs in ADS.

use super::{
    reading::{AddressFields, Reading},
    words::TAKEN_BY,
    writing::Writing,
};
use crate::application::{Address, Originator};
use fnma32::records::originator;

const ADDRESS: AddressFields = AddressFields {
    street: &originator::STREET,
    city: &originator::CITY,
    state: &originator::STATE,
    zip: &originator::ZIP,
    zip_plus_four: &originator::ZIP_PLUS_FOUR,
};

pub(super) fn read(reading: &mut Reading) {
    if let Some(record) = reading.once(&originator::LAYOUT) {
        // Only this record has a separate line for the unit.
        let address = Address {
            line: reading.string(record, &originator::STREET),
            unit: reading.string(record, &originator::STREET_2),
            ..reading.address(record, &ADDRESS)
        };
        reading.application.originator = Originator {
            name: reading.string(record, &originator::NAME),
            phone: reading.parsed(record, &originator::PHONE),
            organization_name: reading.string(record, &originator::COMPANY),
            organization_address: address,
            taken_by: reading.word(record, &originator::TAKEN_BY, TAKEN_BY),
            signed_on: reading.date(record, &originator::INTERVIEWED),
            ..Originator::default()
        };
    }
    let nmls_id = reading.additional_value("LoanOriginatorID").map(|(_, id)| id.to_owned());
    let organization = reading.additional_value("LoanOriginationCompanyID").map(|(_, id)| id.to_owned());
    reading.application.originator.nmls_id = nmls_id;
    reading.application.originator.organization_nmls_id = organization;
}

pub(super) fn write(writing: &mut Writing) {
    let Originator {
        name,
        nmls_id,
        state_license: _,
        phone,
        email: _,
        organization_name,
        organization_nmls_id,
        organization_state_license: _,
        organization_address,
        taken_by,
        signed_on,
    } = &writing.application.originator;
    let row = writing.once(&originator::LAYOUT);
    row.word(&originator::TAKEN_BY, TAKEN_BY, *taken_by);
    row.put(&originator::NAME, name.as_ref());
    row.date(&originator::INTERVIEWED, *signed_on);
    row.put(&originator::PHONE, phone.as_ref());
    row.put(&originator::COMPANY, organization_name.as_ref());
    row.address(&ADDRESS, &Address { unit: None, ..organization_address.clone() });
    row.put(&originator::STREET_2, organization_address.unit.as_ref());
    writing.additional("LoanOriginatorID", nmls_id.as_ref());
    writing.additional("LoanOriginationCompanyID", organization_nmls_id.as_ref());
}
