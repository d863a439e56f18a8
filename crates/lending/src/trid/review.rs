//! Writes the changes of a TRID review back into the application.

use super::{TridBorrower, TridData};
use crate::application::{Application, Borrower, Secrets};

impl TridData {
    /// Overwrites the reviewed items of an application. Absent items stay unchanged (TRID-06). Incomes change item by
    /// item, and the total follows from them.
    ///
    /// # Errors
    /// The path of each borrower or income that the application doesn't have.
    pub fn write_into(&self, application: &mut Application, secrets: &mut Secrets) -> Result<(), Vec<String>> {
        let strangers = self.strangers(application);
        if !strangers.is_empty() {
            return Err(strangers);
        }
        let Application { loan, property, borrowers, .. } = application;
        let amount = match (loan.base_amount, loan.note_amount) {
            (None, Some(_)) => &mut loan.note_amount,
            _ => &mut loan.base_amount,
        };
        *amount = self.loan_amount.or(*amount);
        loan.purpose = self.loan_purpose.or(loan.purpose);
        loan.application_received_on = self.application_date.or(loan.application_received_on);
        property.purchase_price = self.purchase_price.or(property.purchase_price);
        let value = match (property.appraised_value, property.estimated_value) {
            (None, Some(_)) => &mut property.estimated_value,
            _ => &mut property.appraised_value,
        };
        *value = self.appraised_value.or(*value);
        property.usage = self.property_usage_type.or(property.usage);
        let (address, given) = (&mut property.address, &self.subject_property.address);
        replace(&mut address.line, &given.line_text);
        replace(&mut address.city, &given.city_name);
        address.state = given.state_code.or(address.state);
        address.postal_code = given.postal_code.clone().or(address.postal_code.take());
        if given.tbd_ind != property.to_be_determined.unwrap_or(false) {
            property.to_be_determined = Some(given.tbd_ind);
        }
        for given in &self.borrowers {
            if let Some(borrower) = borrowers.iter_mut().find(|borrower| borrower.id == given.id) {
                given.write_into(borrower, secrets);
            }
        }
        Ok(())
    }

    fn strangers(&self, application: &Application) -> Vec<String> {
        let mut strangers = Vec::new();
        for (at, given) in self.borrowers.iter().enumerate() {
            let Some(borrower) = application.borrowers.iter().find(|borrower| borrower.id == given.id) else {
                strangers.push(format!("Borrowers/{at}/id"));
                continue;
            };
            for (of, income) in given.incomes.iter().enumerate() {
                if !borrower.incomes.iter().any(|known| known.id == income.id) {
                    strangers.push(format!("Borrowers/{at}/Incomes/{of}/id"));
                }
            }
        }
        strangers
    }
}

impl TridBorrower {
    fn write_into(&self, borrower: &mut Borrower, secrets: &mut Secrets) {
        replace(&mut borrower.first_name, &self.name.first_name);
        replace(&mut borrower.last_name, &self.name.last_name);
        for given in &self.incomes {
            if let Some(income) = borrower.incomes.iter_mut().find(|income| income.id == given.id) {
                income.monthly_amount = given.monthly_amount.or(income.monthly_amount);
            }
        }
        if let Some(number) = &self.ssn {
            secrets.borrowers.entry(self.id).or_default().taxpayer_identifier = Some(number.clone());
        }
    }
}

fn replace(field: &mut Option<String>, given: &Option<String>) {
    if let Some(text) = given.as_deref().map(str::trim).filter(|text| !text.is_empty()) {
        *field = Some(text.to_owned());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures;

    /// A review without changes must not change the application.
    #[test]
    fn a_review_without_changes_leaves_the_application_as_it_was() {
        for fixtures::Fixture { mut application, mut secrets, .. } in fixtures::all() {
            let (before, sealed) = (application.clone(), secrets.clone());
            let items = TridData::of(&application, &secrets);
            assert_eq!(items.write_into(&mut application, &mut secrets), Ok(()));
            assert_eq!(TridData::of(&application, &secrets), items);
            assert_eq!((application.loan, application.borrowers), (before.loan, before.borrowers));
            assert_eq!(secrets, sealed);
        }
    }

    #[test]
    fn reviewed_items_are_written_into_the_application() {
        let fixtures::Fixture { mut application, mut secrets, .. } = fixtures::conventional_purchase();
        let mut items = TridData::of(&application, &secrets);
        items.loan_amount = "350000".parse().ok();
        items.subject_property.address.state_code = "NV".parse().ok();
        items.borrowers[0].name.first_name = Some(" Kendra ".to_owned());
        items.borrowers[0].ssn = "457-55-5462".parse().ok();
        items.borrowers[0].incomes[0].monthly_amount = "5200".parse().ok();
        assert_eq!(items.write_into(&mut application, &mut secrets), Ok(()));
        let written = TridData::of(&application, &secrets);
        assert_eq!(written.loan_amount, items.loan_amount);
        assert_eq!(written.subject_property, items.subject_property);
        assert_eq!(written.borrowers[0].name.first_name.as_deref(), Some("Kendra"));
        assert_eq!(written.borrowers[0].ssn, items.borrowers[0].ssn);
        assert_eq!(written.borrowers[0].incomes, items.borrowers[0].incomes);
    }

    #[test]
    fn unknown_borrowers_and_incomes_are_reported() {
        let fixtures::Fixture { mut application, mut secrets, .. } = fixtures::conventional_purchase();
        let before = application.clone();
        let mut items = TridData::of(&application, &secrets);
        items.loan_amount = "1".parse().ok();
        items.borrowers[0].incomes[0].id = uuid::Uuid::from_u128(9);
        let mut stranger = items.borrowers[0].clone();
        stranger.id = uuid::Uuid::from_u128(8);
        items.borrowers.push(stranger);
        let last = items.borrowers.len() - 1;
        let refused = items.write_into(&mut application, &mut secrets);
        assert_eq!(refused, Err(vec!["Borrowers/0/Incomes/0/id".to_owned(), format!("Borrowers/{last}/id")]));
        assert_eq!(application, before);
    }
}
