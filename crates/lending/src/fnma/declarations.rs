//! Declarations of the 2009 form that the 2021 form also asks: 08A.

use super::{
    reading::Reading,
    words::{ANSWERS, CITIZENSHIPS, PRIOR_TITLES, PRIOR_USAGES},
    writing::Writing,
};
use crate::application::Declarations;
use fnma32::records::declarations::{
    ALIMONY, BANKRUPTCY, BORROWED_DOWN_PAYMENT, CITIZENSHIP, COMAKER, DELINQUENT, FORECLOSURE, JUDGMENTS, LAWSUIT,
    LAYOUT, LOAN_FORECLOSURE, OCCUPY, OWNED, OWNED_TITLE, OWNED_USAGE,
};
use fnma32::records::explanation;

pub(super) fn read(reading: &mut Reading) {
    for (record, place) in reading.once_each(&LAYOUT) {
        let foreclosure = reading.yes(record, &FORECLOSURE);
        if foreclosure == Some(true) {
            let reason = "The form of 2009 asks for foreclosure and deed in lieu at once. It was read as foreclosure.";
            reading.wrong(record, &FORECLOSURE, reason);
        }
        let declarations = Declarations {
            outstanding_judgments: reading.yes(record, &JUDGMENTS),
            bankruptcy: reading.yes(record, &BANKRUPTCY),
            foreclosure,
            // The 2009 form asks about foreclosure and deed in lieu in one question. "No" answers both; "yes" doesn't
            // say which.
            deed_in_lieu: foreclosure.filter(|yes| !yes),
            party_to_lawsuit: reading.yes(record, &LAWSUIT),
            loan_foreclosure_or_judgment: reading.yes(record, &LOAN_FORECLOSURE),
            delinquent_or_default: reading.yes(record, &DELINQUENT),
            alimony_or_child_support: reading.yes(record, &ALIMONY),
            borrowed_down_payment: reading.yes(record, &BORROWED_DOWN_PAYMENT),
            undisclosed_comaker_of_note: reading.yes(record, &COMAKER),
            intent_to_occupy: reading.word(record, &OCCUPY, ANSWERS),
            homeowner_past_three_years: reading.word(record, &OWNED, ANSWERS),
            prior_property_usage: reading.word(record, &OWNED_USAGE, PRIOR_USAGES),
            prior_property_title: reading.word(record, &OWNED_TITLE, PRIOR_TITLES),
            ..Declarations::default()
        };
        let citizenship = reading.word(record, &CITIZENSHIP, CITIZENSHIPS);
        let borrower = &mut reading.application.borrowers[place];
        borrower.declarations = declarations;
        borrower.citizenship = citizenship;
    }
    // Report an explanation that can't be imported only once, without a second issue for the question it explains.
    for record in reading.filled(&explanation::LAYOUT) {
        reading.leave(record, &explanation::KIND);
    }
}

pub(super) fn write(writing: &mut Writing) {
    let application = writing.application;
    for borrower in &application.borrowers {
        let Declarations {
            intent_to_occupy,
            homeowner_past_three_years,
            prior_property_usage,
            prior_property_title,
            fha_secondary_residence: _,
            relationship_with_seller: _,
            undisclosed_borrowed_funds: _,
            undisclosed_borrowed_funds_amount: _,
            undisclosed_mortgage_application: _,
            undisclosed_credit_application: _,
            proposed_clean_energy_lien: _,
            undisclosed_comaker_of_note,
            outstanding_judgments,
            delinquent_or_default,
            party_to_lawsuit,
            deed_in_lieu,
            short_sale: _,
            foreclosure,
            bankruptcy,
            bankruptcy_chapters: _,
            explanations: _,
            alimony_or_child_support,
            borrowed_down_payment,
            loan_foreclosure_or_judgment,
        } = &borrower.declarations;
        let row = writing.row_of(&LAYOUT, borrower.id);
        row.yes(&JUDGMENTS, *outstanding_judgments);
        row.yes(&BANKRUPTCY, *bankruptcy);
        row.yes(
            &FORECLOSURE,
            match (foreclosure, deed_in_lieu) {
                (Some(true), _) | (_, Some(true)) => Some(true),
                (one, other) => one.or(*other),
            },
        );
        row.yes(&LAWSUIT, *party_to_lawsuit);
        row.yes(&LOAN_FORECLOSURE, *loan_foreclosure_or_judgment);
        row.yes(&DELINQUENT, *delinquent_or_default);
        row.yes(&ALIMONY, *alimony_or_child_support);
        row.yes(&BORROWED_DOWN_PAYMENT, *borrowed_down_payment);
        row.yes(&COMAKER, *undisclosed_comaker_of_note);
        row.word(&CITIZENSHIP, CITIZENSHIPS, borrower.citizenship);
        row.word(&OCCUPY, ANSWERS, *intent_to_occupy);
        row.word(&OWNED, ANSWERS, *homeowner_past_three_years);
        row.word(&OWNED_USAGE, PRIOR_USAGES, *prior_property_usage);
        row.word(&OWNED_TITLE, PRIOR_TITLES, *prior_property_title);
    }
}
