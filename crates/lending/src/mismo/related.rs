//! Section 4b: other new mortgages on the property.

use super::{
    coded::{self, Coded},
    fields::fields,
    reading::{Element, Item, Reading},
    writing::Writing,
};
use crate::{application::OtherLoan, values::Money};
use mismo34::{Attribute, Path, Place, path};

fields! {
    const OTHER_LOAN: OtherLoan = "LOAN" {
        "HELOC/HELOC_RULE" { "HELOCMaximumBalanceAmount": credit_limit }
        "LOAN_DETAIL" { "HELOCIndicator": heloc }
        "PAYMENT/PAYMENT_RULE" { "InitialPrincipalAndInterestPaymentAmount": monthly_payment }
        "TERMS_OF_LOAN" { "LienPriorityType": lien, "NoteAmount": amount }
    }
}

const FUNDS_SOURCE: Coded = Coded {
    word: Path::of("LOAN", "ORIGINATION_FUNDS/ORIGINATION_FUND/FundsSourceType"),
    description: Path::of("LOAN", "ORIGINATION_FUNDS/ORIGINATION_FUND/FundsSourceTypeOtherDescription"),
    words: &[
        "Borrower",
        "Builder",
        "CommunityNonProfit",
        "Employer",
        "FederalAgency",
        "Institutional",
        "Lender",
        "LocalAgency",
        "NonOriginatingFinancialInstitution",
        "NonParentRelative",
        "Parent",
        "PropertySeller",
        "Relative",
        "ReligiousNonProfit",
        "RuralHousingService",
        "StateAgency",
        "Unknown",
        "UnmarriedPartner",
        "UnrelatedFriend",
    ],
};

/// Alternative paths of the amount in some files.
const OTHER_AMOUNTS: [Path; 2] = [
    Path::of("LOAN", "TERMS_OF_LOAN/BaseLoanAmount"),
    Path::of("LOAN", "HELOC/HELOC_OCCURRENCES/HELOC_OCCURRENCE/HELOCBalanceAmount"),
];

/// Reads a mortgage other than the requested loan. Relationships define its lender.
pub(super) fn read<'d>(reading: &mut Reading<'d>, loan: Element<'d>) {
    let mut other = OtherLoan { id: reading.new_id(), ..OtherLoan::default() };
    reading.fields(loan, OTHER_LOAN, &mut other);
    other.funds_source = coded::read(reading, loan, &FUNDS_SOURCE);
    for path in &OTHER_AMOUNTS {
        if other.amount.is_none() {
            other.amount = reading.value::<Money>(loan, path);
        }
    }
    reading.items.push((loan.number(), Item::OtherLoan(reading.application.other_loans.len())));
    reading.application.other_loans.push(other);
}

/// The requested loan says that there is a Community Second, but not which loan it is. It is known only if there is
/// just one other loan.
pub(super) fn mark_community_second(reading: &mut Reading<'_>) {
    if let [second] = &mut reading.application.other_loans[..] {
        second.community_second = reading.application.loan.community_second_repayment.map(|_| true);
    }
}

/// Writes a mortgage other than the requested loan, and its lender's party.
pub(super) fn write(writing: &mut Writing<'_>, place: Place, other: &OtherLoan) {
    writing.builder.attribute(place, Attribute::LoanRole, "RelatedLoan");
    let label = writing.label(place, "RELATED_LOAN", other.id);
    writing.fields(place, OTHER_LOAN, other);
    coded::write(writing, place, &FUNDS_SOURCE, other.funds_source.as_ref());
    if let Some(creditor) = &other.creditor {
        let party = writing.builder.add(writing.deal, &path!("DEAL", "PARTIES/PARTY"));
        writing.builder.value(party, &path!("PARTY", "LEGAL_ENTITY/LEGAL_ENTITY_DETAIL/FullName"), creditor);
        let role = writing.builder.within(party, &path!("PARTY", "ROLES/ROLE"));
        writing.builder.value(role, &path!("ROLE", "ROLE_DETAIL/PartyRoleType"), "NotePayTo");
        let payee = label.replace("RELATED_LOAN", "NOTE_PAY_TO");
        writing.builder.attribute(role, Attribute::Label, &payee);
        writing.builder.relate(&label, "LOAN_IsAssociatedWith_ROLE", &payee);
    }
}
