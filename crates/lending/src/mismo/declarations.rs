//! Section 5: the declarations.

use super::{
    fields::fields,
    reading::{Element, Reading},
    writing::Writing,
};
use crate::application::{BankruptcyChapter, Borrower};
use mismo34::{Place, path};

fields! {
    const DECLARATIONS: Borrower = "BORROWER" {
        "DECLARATION/DECLARATION_DETAIL" {
            "AlimonyChildSupportObligationIndicator": declarations.alimony_or_child_support,
            "BankruptcyIndicator": declarations.bankruptcy,
            "BorrowedDownPaymentIndicator": declarations.borrowed_down_payment,
            "CitizenshipResidencyType": citizenship,
            "FHASecondaryResidenceIndicator": declarations.fha_secondary_residence,
            "HomeownerPastThreeYearsType": declarations.homeowner_past_three_years,
            "IntentToOccupyType": declarations.intent_to_occupy,
            "LoanForeclosureOrJudgmentIndicator": declarations.loan_foreclosure_or_judgment,
            "OutstandingJudgmentsIndicator": declarations.outstanding_judgments,
            "PartyToLawsuitIndicator": declarations.party_to_lawsuit,
            "PresentlyDelinquentIndicator": declarations.delinquent_or_default,
            "PriorPropertyDeedInLieuConveyedIndicator": declarations.deed_in_lieu,
            "PriorPropertyForeclosureCompletedIndicator": declarations.foreclosure,
            "PriorPropertyShortSaleCompletedIndicator": declarations.short_sale,
            "PriorPropertyTitleType": declarations.prior_property_title,
            "PriorPropertyUsageType": declarations.prior_property_usage,
            "PropertyProposedCleanEnergyLienIndicator": declarations.proposed_clean_energy_lien,
            "UndisclosedBorrowedFundsAmount": declarations.undisclosed_borrowed_funds_amount,
            "UndisclosedBorrowedFundsIndicator": declarations.undisclosed_borrowed_funds,
            "UndisclosedComakerOfNoteIndicator": declarations.undisclosed_comaker_of_note,
            "UndisclosedCreditApplicationIndicator": declarations.undisclosed_credit_application,
            "UndisclosedMortgageApplicationIndicator": declarations.undisclosed_mortgage_application,
        }
        "DECLARATION/DECLARATION_DETAIL/EXTENSION/OTHER/ULAD:DECLARATION_DETAIL_EXTENSION" {
            "ULAD:SpecialBorrowerSellerRelationshipIndicator": declarations.relationship_with_seller,
        }
    }
}

/// Reads the declarations.
pub(super) fn read<'d>(reading: &mut Reading<'d>, element: Element<'d>, borrower: &mut Borrower) {
    reading.fields(element, DECLARATIONS, borrower);
    for bankruptcy in element.every(&path!("BORROWER", "BANKRUPTCIES/BANKRUPTCY")) {
        let path = path!("BANKRUPTCY", "BANKRUPTCY_DETAIL/BankruptcyChapterType");
        borrower.declarations.bankruptcy_chapters.extend(reading.value::<BankruptcyChapter>(bankruptcy, &path));
    }
}

/// Writes the declarations.
pub(super) fn write(writing: &mut Writing<'_>, place: Place, borrower: &Borrower) {
    writing.fields(place, DECLARATIONS, borrower);
    for chapter in &borrower.declarations.bankruptcy_chapters {
        let bankruptcy = writing.builder.add(place, &path!("BORROWER", "BANKRUPTCIES/BANKRUPTCY"));
        writing.value(bankruptcy, &path!("BANKRUPTCY", "BANKRUPTCY_DETAIL/BankruptcyChapterType"), Some(chapter));
    }
}
