//! A loan typed in by hand: turns the few fields of the Manual tab into an application.

use crate::{
    application::{Application, Borrower, LoanPurpose, PropertyUsage},
    import::NewId,
    values::{Email, Phone, StateCode},
};

/// The fields of the Manual tab (specification L section 3, loan-creation payload).
#[derive(Clone, Debug, PartialEq)]
pub struct Manual {
    /// First name of the primary borrower.
    pub first_name: String,
    /// Last name of the primary borrower.
    pub last_name: String,
    /// Suffix such as Jr.
    pub suffix: Option<String>,
    /// Email of the primary borrower. An imported file may lack it.
    pub email: Option<Email>,
    /// Phone of the primary borrower.
    pub phone: Option<Phone>,
    /// Purchase or refinance.
    pub purpose: LoanPurpose,
    /// The property's state.
    pub state: Option<StateCode>,
    /// How the property will be used.
    pub usage: PropertyUsage,
}

impl Manual {
    /// Creates an application with one borrower from these fields.
    #[must_use]
    pub fn into_application(self, ids: &mut impl NewId) -> Application {
        let mut application = Application::default();
        application.borrowers.push(Borrower { id: ids.new_id(), ..Borrower::default() });
        self.write_into(&mut application);
        application
    }

    /// Overwrites the fields of an imported application, because the officer saw and confirmed the form (FNMA-04).
    /// Empty form fields leave the file's values unchanged.
    pub fn write_into(self, application: &mut Application) {
        let Manual { first_name, last_name, suffix, email, phone, purpose, state, usage } = self;
        if let Some(borrower) = application.borrowers.first_mut() {
            let replace = |field: &mut Option<String>, value: String| {
                if !value.is_empty() {
                    *field = Some(value);
                }
            };
            replace(&mut borrower.first_name, first_name);
            replace(&mut borrower.last_name, last_name);
            borrower.suffix = suffix.or(borrower.suffix.take());
            borrower.email = email.or(borrower.email.take());
            // The form shows a file's home phone when the file has no cell phone. Don't copy it into the cell phone
            // unless the officer changed it.
            if phone.is_some() && phone != borrower.home_phone {
                borrower.cell_phone = phone;
            }
        }
        application.loan.purpose = Some(purpose);
        application.property.address.state = state.or(application.property.address.state);
        application.property.usage = Some(usage);
    }
}
