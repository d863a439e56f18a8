//! A loan typed in by hand: the few fields of the Manual tab as an application.

use crate::{
    application::{Application, Borrower, LoanPurpose, PropertyUsage},
    import::NewId,
    values::{Email, Phone, StateCode},
};

/// What the Manual tab asks for (specification L section 3, loan-creation payload).
#[derive(Clone, Debug, PartialEq)]
pub struct Manual {
    /// First name.
    pub first_name: String,
    /// Last name.
    pub last_name: String,
    /// E-mail; a file may lack it.
    pub email: Option<Email>,
    /// Phone.
    pub phone: Option<Phone>,
    /// Purchase or refinance.
    pub purpose: LoanPurpose,
    /// The property's state.
    pub state: Option<StateCode>,
    /// How the property will be used.
    pub usage: PropertyUsage,
}

impl Manual {
    /// The application that begins with it.
    #[must_use]
    pub fn into_application(self, ids: &mut impl NewId) -> Application {
        let mut application = Application::default();
        application.borrowers.push(Borrower { id: ids.new_id(), ..Borrower::default() });
        self.write_into(&mut application);
        application
    }

    /// Writes the fields over those of a file: what the officer sees in the form wins (FNMA-04). What the form leaves
    /// empty stays as the file has it.
    pub fn write_into(self, application: &mut Application) {
        let Manual { first_name, last_name, email, phone, purpose, state, usage } = self;
        if let Some(borrower) = application.borrowers.first_mut() {
            let replace = |field: &mut Option<String>, value: String| {
                if !value.is_empty() {
                    *field = Some(value);
                }
            };
            replace(&mut borrower.first_name, first_name);
            replace(&mut borrower.last_name, last_name);
            borrower.email = email.or(borrower.email.take());
            // A file's home phone is no cell phone: it is left where it is when the form shows nothing else.
            if phone.is_some() && phone != borrower.home_phone {
                borrower.cell_phone = phone;
            }
        }
        application.loan.purpose = Some(purpose);
        application.property.address.state = state.or(application.property.address.state);
        application.property.usage = Some(usage);
    }
}
