//! Sections 4a, L1 and L3: the requested loan.

use super::{
    coded::{self, Coded},
    fields::fields,
    property::drop_zero,
    reading::{Element, Reading},
    related,
    words::{describe, recognize},
    writing::Writing,
};
use crate::application::{
    Application, GovernmentRefinanceType, LoanPurpose, LoanTerms, RefinanceCashOut, SubjectProperty,
};
use mismo34::{Attribute, Document, Path, Place, name, path};
use std::borrow::Cow;

fields! {
    const TERMS: LoanTerms = "LOAN" {
        "ADJUSTMENT/INTEREST_RATE_ADJUSTMENT/INTEREST_RATE_LIFETIME_ADJUSTMENT_RULE" { "MarginRatePercent": margin }
        "AFFORDABLE_LENDING" { "CommunitySecondsRepaymentType": community_second_repayment }
        "AMORTIZATION/AMORTIZATION_RULE" {
            "AmortizationType": amortization,
            "AmortizationTypeOtherDescription": amortization_other,
        }
        "CONSTRUCTION" {
            "ConstructionLoanType": construction_type,
            "ConstructionToPermanentClosingType": construction_closing,
        }
        "GOVERNMENT_LOAN" {
            "FHALoanLenderIdentifier": fha_lender_identifier,
            "FHALoanSponsorIdentifier": fha_sponsor_identifier,
            "GovernmentMortgageCreditCertificateAmount": mortgage_credit_certificate_amount,
            "SectionOfActType": section_of_act,
            "VABorrowerCoBorrowerMarriedIndicator": va_borrowers_married,
            "VAEntitlementAmount": va_entitlement_amount,
        }
        "INTEREST_ONLY" { "InterestOnlyTermMonthsCount": interest_only_months }
        "LOAN_DETAIL" {
            "ApplicationReceivedDate": application_received_on,
            "BalloonIndicator": balloon,
            "BuydownTemporarySubsidyFundingIndicator": buydown,
            "ConstructionLoanIndicator": construction,
            "ConversionOfContractForDeedIndicator": contract_for_deed_conversion,
            "EnergyRelatedImprovementsIndicator": energy_improvement,
            "HELOCIndicator": heloc,
            "InitialFixedPeriodEffectiveMonthsCount": initial_fixed_months,
            "InterestOnlyIndicator": interest_only,
            "NegativeAmortizationIndicator": negative_amortization,
            "PrepaymentPenaltyIndicator": prepayment_penalty,
            "RenovationLoanIndicator": renovation,
            "TotalMortgagedPropertiesCount": mortgaged_property_count,
            "TotalSubordinateFinancingAmount": subordinate_financing_amount,
        }
        "LOAN_DETAIL/EXTENSION/OTHER/DU:LOAN_DETAIL_EXTENSION" { "DU:EnergyImprovementAmount": energy_improvement_amount }
        "INVESTOR_LOAN_INFORMATION" { "InvestorProductPlanIdentifier": arm_plan }
        "LOAN_PRODUCT/LOAN_PRODUCT_DETAIL" { "ProductDescription": other_feature, "ProductName": product_name }
        "ORIGINATION_SYSTEMS/ORIGINATION_SYSTEM" { "LoanOriginationSystemName": originating_system }
        "PREPAYMENT_PENALTY/PREPAYMENT_PENALTY_LIFETIME_RULE" {
            "PrepaymentPenaltyExpirationMonthsCount": prepayment_penalty_months,
        }
        "QUALIFICATION" { "QualifyingRatePercent": qualifying_rate }
        "REFINANCE" {
            "RefinanceCashOutDeterminationType": refinance_cash_out,
            "RefinancePrimaryPurposeType": refinance_purpose,
        }
        "TERMS_OF_LOAN" {
            "BaseLoanAmount": base_amount,
            "DisclosedIndexRatePercent": index_rate,
            "LienPriorityType": lien,
            "LoanPurposeType": purpose,
            "LoanPurposeTypeOtherDescription": purpose_other,
            "MortgageType": mortgage_type,
            "MortgageTypeOtherDescription": mortgage_type_other,
            "NoteAmount": note_amount,
            "NoteRatePercent": note_rate,
        }
    }

    const CONSTRUCTION: SubjectProperty = "LOAN" {
        "CONSTRUCTION" {
            "ConstructionImprovementCostsAmount": construction_cost,
            "LandEstimatedValueAmount": lot_value,
        }
    }
}

const LOANS: Path = Path::of("DEAL", "LOANS/LOAN");
const SUBJECT: &str = "SubjectLoan";

const PERIOD: [Path; 2] = [
    Path::of("LOAN", "AMORTIZATION/AMORTIZATION_RULE/LoanAmortizationPeriodCount"),
    Path::of("LOAN", "AMORTIZATION/AMORTIZATION_RULE/LoanAmortizationPeriodType"),
];
const MATURITY: [Path; 2] = [
    Path::of("LOAN", "MATURITY/MATURITY_RULE/LoanMaturityPeriodCount"),
    Path::of("LOAN", "MATURITY/MATURITY_RULE/LoanMaturityPeriodType"),
];

const PER_CHANGE_RULE: Path = Path::of(
    "LOAN",
    "ADJUSTMENT/INTEREST_RATE_ADJUSTMENT/INTEREST_RATE_PER_CHANGE_ADJUSTMENT_RULES/\
     INTEREST_RATE_PER_CHANGE_ADJUSTMENT_RULE",
);
const RULE_TYPE: Path = Path::of("INTEREST_RATE_PER_CHANGE_ADJUSTMENT_RULE", "AdjustmentRuleType");
const FREQUENCY: Path =
    Path::of("INTEREST_RATE_PER_CHANGE_ADJUSTMENT_RULE", "PerChangeRateAdjustmentFrequencyMonthsCount");

const GOVERNMENT_REFINANCE: [Path; 2] = [
    Path::of("LOAN", "GOVERNMENT_LOAN/GovernmentRefinanceType"),
    Path::of("LOAN", "GOVERNMENT_LOAN/GovernmentRefinanceTypeOtherDescription"),
];

const INDEX: Coded = Coded {
    word: Path::of("LOAN", "ADJUSTMENT/INTEREST_RATE_ADJUSTMENT/INDEX_RULES/INDEX_RULE/IndexSourceType"),
    description: Path::of(
        "LOAN",
        "ADJUSTMENT/INTEREST_RATE_ADJUSTMENT/INDEX_RULES/INDEX_RULE/IndexSourceTypeOtherDescription",
    ),
    // The agencies write every index as a description.
    words: &[],
};
const COMMUNITY_LENDING: Coded = Coded {
    word: Path::of("LOAN", "AFFORDABLE_LENDING/CommunityLendingProductType"),
    description: Path::of("LOAN", "AFFORDABLE_LENDING/CommunityLendingProductTypeOtherDescription"),
    words: &["HFAPreferred", "HFAPreferredRiskSharing", "HomeReady", "MyCommunityMortgage"],
};

/// The requested loan.
pub(super) fn subject<'d>(document: &'d Document<'d>) -> Option<Element<'d>> {
    document.deal().every(&LOANS).into_iter().find(|loan| loan.attribute(Attribute::LoanRole) == Some(SUBJECT))
}

/// Reads the loan and the other new mortgages.
pub(super) fn read<'d>(reading: &mut Reading<'d>, loan: Element<'d>) {
    let mut terms = LoanTerms::default();
    reading.fields(loan, TERMS, &mut terms);
    let mut property = std::mem::take(&mut reading.application.property);
    reading.fields(loan, CONSTRUCTION, &mut property);
    reading.application.property = property;

    terms.index = coded::read(reading, loan, &INDEX);
    terms.community_lending_product = coded::read(reading, loan, &COMMUNITY_LENDING);
    terms.government_refinance = reading.value(loan, &GOVERNMENT_REFINANCE[0]);
    if terms.government_refinance == Some(GovernmentRefinanceType::Other) {
        let mut description = loan.value(&GOVERNMENT_REFINANCE[1]).map(str::to_owned);
        recognize(&mut terms.government_refinance, &mut description);
        reading.mark_at(loan, &GOVERNMENT_REFINANCE[1]);
        terms.government_refinance_other = description;
    }
    read_refinance(loan, &mut terms);
    read_periods(reading, loan, &mut terms);
    read_adjustments(reading, loan, &mut terms);
    read_identifiers(reading, loan, &mut terms);
    drop_zero(reading, loan, &path!("LOAN", "TERMS_OF_LOAN/BaseLoanAmount"), &mut terms.base_amount);
    drop_zero(reading, loan, &path!("LOAN", "TERMS_OF_LOAN/NoteAmount"), &mut terms.note_amount);
    let requested = path!(
        "LOAN",
        "DOCUMENT_SPECIFIC_DATA_SETS/DOCUMENT_SPECIFIC_DATA_SET/URLA/URLA_DETAIL/BorrowerRequestedLoanAmount"
    );
    if terms.base_amount.is_none() {
        terms.base_amount = reading.value(loan, &requested);
    } else if loan.value(&requested).is_some_and(|requested| requested.parse().ok() == terms.base_amount) {
        reading.mark_at(loan, &requested);
    }
    reading.application.loan = terms;

    for other in reading.deal.every(&LOANS).into_iter().filter(|other| other.number() != loan.number()) {
        if other.attribute(Attribute::LoanRole) == Some(SUBJECT) {
            let reason =
                "The file asks for a second loan (LoanRoleType SubjectLoan). It was taken as another new mortgage.";
            reading.about_element(other, "LoanRoleType", reason);
        }
        related::read(reading, other);
    }
    related::mark_community_second(reading);
}

/// Hand-made files put the use of the equity into the purpose: `CashOutRefinance`.
fn read_refinance(loan: Element<'_>, terms: &mut LoanTerms) {
    let written = loan.value(&path!("LOAN", "TERMS_OF_LOAN/LoanPurposeType")).unwrap_or_default();
    if terms.purpose == Some(LoanPurpose::Refinance) && terms.refinance_cash_out.is_none() && written != "Refinance" {
        let letters: String = written.chars().filter(char::is_ascii_alphabetic).collect();
        let written = letters.to_ascii_lowercase();
        let meanings = [
            ("nocashout", RefinanceCashOut::NoCashOut),
            ("limitedcashout", RefinanceCashOut::LimitedCashOut),
            ("cashout", RefinanceCashOut::CashOut),
        ];
        terms.refinance_cash_out =
            meanings.into_iter().find(|(known, _)| written.contains(known)).map(|(_, meaning)| meaning);
    }
}

/// Reads the term and, for a balloon, when it is due.
fn read_periods<'d>(reading: &mut Reading<'d>, loan: Element<'d>, terms: &mut LoanTerms) {
    terms.term_months = read_months(reading, loan, &PERIOD);
    if terms.balloon == Some(true) {
        terms.balloon_months = read_months(reading, loan, &MATURITY);
    } else if terms.term_months.is_none() {
        terms.term_months = read_months(reading, loan, &MATURITY);
    } else if loan.value(&MATURITY[0]) == loan.value(&PERIOD[0]) {
        // Without a balloon, the maturity only repeats the term.
        MATURITY.iter().for_each(|path| reading.mark_at(loan, path));
    }
}

/// Reads a number of months or years as months.
fn read_months<'d>(reading: &mut Reading<'d>, loan: Element<'d>, [count, unit]: &[Path; 2]) -> Option<u16> {
    let factor = match loan.value(unit) {
        Some("Month") | None => Some(1),
        Some("Year") => Some(12),
        Some(_) => None,
    };
    let Some(factor) = factor else {
        if let Some(point) = loan.at(unit) {
            reading.mark(point);
            reading.about(point, "Terms are counted in months here. It was skipped.");
        }
        return None;
    };
    reading.mark_at(loan, unit);
    reading.value::<u16>(loan, count).map(|count| count.saturating_mul(factor))
}

/// Reads the adjustment periods of an adjustable rate: the first and the later ones.
fn read_adjustments<'d>(reading: &mut Reading<'d>, loan: Element<'d>, terms: &mut LoanTerms) {
    for rule in loan.every(&PER_CHANGE_RULE) {
        let is_first = rule.value(&RULE_TYPE) == Some("First");
        let months = if is_first { &mut terms.initial_fixed_months } else { &mut terms.adjustment_months };
        if months.is_none() {
            reading.mark_at(rule, &RULE_TYPE);
            *months = reading.value(rule, &FREQUENCY);
        }
    }
}

/// Reads the loan's identifiers.
fn read_identifiers<'d>(reading: &mut Reading<'d>, loan: Element<'d>, terms: &mut LoanTerms) {
    for element in loan.every(&path!("LOAN", "LOAN_IDENTIFIERS/LOAN_IDENTIFIER")) {
        let kind = path!("LOAN_IDENTIFIER", "LoanIdentifierType");
        let slot = match element.value(&kind) {
            Some("LenderLoan") | None => &mut terms.lender_loan_number,
            // The last three are from hand-made files.
            Some("AgencyCase" | "FHACaseNumber" | "VALoanNumber" | "VACaseNumber") => &mut terms.agency_case_number,
            Some("UniversalLoan") => &mut terms.universal_loan_identifier,
            Some("MERS_MIN") => &mut terms.mers_min,
            Some(_) => continue,
        };
        if slot.is_none() {
            reading.mark_at(element, &kind);
            *slot = reading.value(element, &path!("LOAN_IDENTIFIER", "LoanIdentifier"));
        } else if slot.as_deref() == element.value(&path!("LOAN_IDENTIFIER", "LoanIdentifier")) {
            reading.mark_all(element);
        }
    }
}

/// Reports data that the officer must add before working with the loan.
pub(super) fn check<'d>(reading: &mut Reading<'d>, loan: Element<'d>) {
    let terms = &reading.application.loan;
    let missing = [
        (terms.purpose.is_none(), "LoanPurposeType", "whether this is a purchase or a refinance"),
        (terms.mortgage_type.is_none(), "MortgageType", "which type of mortgage is asked for"),
        (terms.base_amount.is_none() && terms.note_amount.is_none(), "BaseLoanAmount", "how much is asked for"),
    ];
    let usage_is_missing = reading.application.property.usage.is_none();
    let terms_element = loan.child(name!("TERMS_OF_LOAN")).unwrap_or(loan);
    for (is_missing, field, what) in missing {
        if is_missing {
            let reason = format!("The file does not say {what}. Add it on the loan's page.");
            reading.about_element(terms_element, field, reason);
        }
    }
    if usage_is_missing {
        let property =
            reading.deal.at(&path!("DEAL", "COLLATERALS/COLLATERAL/SUBJECT_PROPERTY")).unwrap_or(reading.deal);
        let reason = "The file does not say how the property will be used. Add it on the loan's page.";
        reading.about_element(property, "PropertyUsageType", reason);
    }
}

/// Writes the loan and the other new mortgages.
pub(super) fn write(writing: &mut Writing<'_>, application: &Application) {
    let terms = &application.loan;
    let loan = subject_place(writing);
    writing.fields(loan, TERMS, terms);
    writing.fields(loan, CONSTRUCTION, &application.property);
    coded::write(writing, loan, &INDEX, terms.index.as_ref());
    coded::write(writing, loan, &COMMUNITY_LENDING, terms.community_lending_product.as_ref());
    let is_other = terms.government_refinance == Some(GovernmentRefinanceType::Other);
    let other = terms.government_refinance_other.as_ref().filter(|_| is_other);
    let (refinance, description) = describe(terms.government_refinance, other);
    writing.value(loan, &GOVERNMENT_REFINANCE[0], refinance.as_ref());
    writing.value(loan, &GOVERNMENT_REFINANCE[1], description.map(Cow::into_owned).as_ref());
    write_months(writing, loan, &PERIOD, terms.term_months);
    if terms.balloon == Some(true) {
        write_months(writing, loan, &MATURITY, terms.balloon_months);
    }
    if terms.adjustment_months.is_some() {
        let rule = writing.builder.within(loan, &PER_CHANGE_RULE);
        writing.builder.value(rule, &RULE_TYPE, "Subsequent");
        writing.value(rule, &FREQUENCY, terms.adjustment_months.as_ref());
    }
    for (kind, number) in [
        ("LenderLoan", &terms.lender_loan_number),
        ("AgencyCase", &terms.agency_case_number),
        ("UniversalLoan", &terms.universal_loan_identifier),
        ("MERS_MIN", &terms.mers_min),
    ] {
        if let Some(number) = number {
            let element = writing.builder.add(loan, &path!("LOAN", "LOAN_IDENTIFIERS/LOAN_IDENTIFIER"));
            writing.builder.value(element, &path!("LOAN_IDENTIFIER", "LoanIdentifier"), number);
            writing.builder.value(element, &path!("LOAN_IDENTIFIER", "LoanIdentifierType"), kind);
        }
    }
    for other in &application.other_loans {
        let place = writing.builder.add(writing.deal, &LOANS);
        related::write(writing, place, other);
    }
}

fn write_months(writing: &mut Writing<'_>, loan: Place, [count, unit]: &[Path; 2], months: Option<u16>) {
    if months.is_some() {
        writing.value(loan, count, months.as_ref());
        writing.builder.value(loan, unit, "Month");
    }
}

/// The `LOAN` element of the requested loan, the first in the list.
pub(super) fn subject_place(writing: &mut Writing<'_>) -> Place {
    let loan = writing.builder.within(writing.deal, &LOANS);
    writing.builder.attribute(loan, Attribute::LoanRole, SUBJECT);
    loan
}
