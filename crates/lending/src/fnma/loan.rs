//! The loan and its terms: 01A, 02B, 02D, 99B, LNC, PID, PCH, ARM, RAJ, PAJ, BUA, LEA, GOA, GOB, GOC, LMD.

use super::{
    reading::Reading,
    words::{
        AMORTIZATIONS, COMMUNITY_PRODUCTS, GOVERNMENT_REFINANCES, INDEXES, LIENS, MORTGAGE_TYPES, REFINANCES,
        REPAYMENTS, SECTIONS_OF_ACT,
    },
    writing::{Writing, code},
};
use crate::application::{ConstructionLoanType, LienPriority, LoanPurpose, LoanTerms, OtherLoan, RefinanceCashOut};
use fnma32::records::{
    adjustable_rate, buydown, community_lending, construction_or_refinance, features, fha, fha_lender, fha_va,
    mortgage, payment, payment_adjustment, product, purpose, rate_adjustment, transaction, va, valuation,
};

pub(super) fn read(reading: &mut Reading) {
    read_mortgage(reading);
    read_purpose(reading);
    read_features(reading);
    read_adjustments(reading);
    read_government(reading);
    read_community_lending(reading);
}

fn read_mortgage(reading: &mut Reading) {
    if let Some(record) = reading.once(&mortgage::LAYOUT) {
        let loan = LoanTerms {
            mortgage_type: reading.word(record, &mortgage::MORTGAGE_TYPE, MORTGAGE_TYPES),
            mortgage_type_other: reading.string(record, &mortgage::MORTGAGE_TYPE_OTHER),
            agency_case_number: reading.string(record, &mortgage::AGENCY_CASE_NUMBER),
            lender_loan_number: reading.string(record, &mortgage::LENDER_CASE_NUMBER),
            base_amount: reading.money_above_zero(record, &mortgage::AMOUNT),
            note_rate: reading.rate(record, &mortgage::RATE),
            term_months: reading.count(record, &mortgage::TERM_MONTHS),
            amortization: reading.word(record, &mortgage::AMORTIZATION_TYPE, AMORTIZATIONS),
            amortization_other: reading.string(record, &mortgage::AMORTIZATION_TYPE_OTHER),
            index: reading.string(record, &mortgage::ARM_DESCRIPTION),
            ..LoanTerms::default()
        };
        reading.application.loan = loan;
    }
    if reading.application.loan.mortgage_type.is_none() {
        let reason = "The file does not tell whether the loan is conventional, FHA, VA or USDA.";
        reading.missing(&mortgage::LAYOUT, &mortgage::MORTGAGE_TYPE, reason);
    }
    if reading.application.loan.base_amount.is_none() {
        reading.missing(&mortgage::LAYOUT, &mortgage::AMOUNT, "The file does not tell the amount of the loan.");
    }
    // The note amount is the loan amount plus the financed insurance premium or funding fee.
    if let Some(record) = reading.once(&transaction::LAYOUT)
        && let Some(financed) = reading.money_above_zero(record, &transaction::MI_AND_FUNDING_FEE_FINANCED)
        && let Some(base) = reading.application.loan.base_amount
    {
        reading.application.loan.note_amount = base.checked_add(financed);
    }
    if let Some((record, count)) = reading.additional_value("TotalMortgagedPropertiesCount") {
        reading.application.loan.mortgaged_property_count = count.parse().ok();
        if reading.application.loan.mortgaged_property_count.is_none() {
            reading.wrong(
                record,
                &fnma32::records::additional_data::VALUE,
                "The number of financed properties isn't a number.",
            );
        }
    }
}

fn read_purpose(reading: &mut Reading) {
    if let Some(record) = reading.once(&construction_or_refinance::LAYOUT)
        && let Some((cash_out, why)) = reading.word(record, &construction_or_refinance::REFINANCE_PURPOSE, REFINANCES)
    {
        reading.application.loan.refinance_cash_out = Some(cash_out);
        reading.application.loan.refinance_purpose = why;
    }
    let record = reading.once(&purpose::LAYOUT);
    if let Some(record) = record {
        reading.application.loan.purpose_other = reading.string(record, &purpose::PURPOSE_OTHER);
    }
    let Some(record) = record.filter(|record| record.get(&purpose::PURPOSE).is_some()) else {
        reading.missing(&purpose::LAYOUT, &purpose::PURPOSE, "The file doesn't state the loan purpose.");
        return;
    };
    let construction = match reading.text(record, &purpose::PURPOSE) {
        Some("04") => Some(ConstructionLoanType::ConstructionOnly),
        Some("13") => Some(ConstructionLoanType::ConstructionToPermanent),
        code => {
            reading.application.loan.purpose = match code {
                Some("16") => Some(LoanPurpose::Purchase),
                Some("05") => Some(LoanPurpose::Refinance),
                Some("15") => Some(LoanPurpose::Other),
                _ => None,
            };
            None
        }
    };
    if construction.is_some() {
        reading.application.loan.construction = Some(true);
        reading.application.loan.construction_type = construction;
        reading.application.loan.purpose = purpose_of_construction(reading);
        if reading.application.loan.purpose.is_none() {
            let reason = "A construction loan. The file does not tell whether it is a purchase or a refinance.";
            reading.wrong(record, &purpose::PURPOSE, reason);
        }
    }
}

/// The purpose of a construction loan. The 2009 form has construction as a purpose of its own, while today's form also
/// asks whether it is a purchase or refinance. Existing liens mean a refinance, and a price means a purchase.
fn purpose_of_construction(reading: &mut Reading) -> Option<LoanPurpose> {
    if let Some(record) = reading.once(&construction_or_refinance::LAYOUT) {
        let liens = reading.money_above_zero(record, &construction_or_refinance::EXISTING_LIENS);
        if liens.is_some() || record.get(&construction_or_refinance::REFINANCE_PURPOSE).is_some() {
            return Some(LoanPurpose::Refinance);
        }
    }
    let record = reading.once(&transaction::LAYOUT)?;
    reading.money_above_zero(record, &transaction::PURCHASE_PRICE).map(|_| LoanPurpose::Purchase)
}

fn read_features(reading: &mut Reading) {
    if let Some(record) = reading.once(&features::LAYOUT) {
        reading.application.loan.lien = reading.word(record, &features::LIEN, LIENS);
        reading.application.loan.balloon = reading.yes(record, &features::BALLOON);
    }
    if let Some(record) = reading.once(&product::LAYOUT) {
        let description = reading.string(record, &product::DESCRIPTION);
        reading.application.loan.product_name = match description {
            Some(description) => Some(description),
            None => reading.string(record, &product::CODE),
        };
    }
    if let Some(record) = reading.once(&payment::LAYOUT) {
        let term = reading.count(record, &payment::TERM_MONTHS);
        let loan = &mut reading.application.loan;
        if loan.balloon == Some(true) {
            loan.balloon_months = term;
        } else if loan.term_months.is_none() {
            loan.term_months = term;
        } else if term.is_some() && term != loan.term_months {
            let reason = "The number of months in 01A is another. This one was skipped.";
            reading.wrong(record, &payment::TERM_MONTHS, reason);
        }
        // Nearly every mortgage has monthly payments, so report only other frequencies.
        if record.get(&payment::FREQUENCY) == Some("01") {
            reading.leave(record, &payment::FREQUENCY);
        }
        reading.application.loan.prepayment_penalty = reading.yes(record, &payment::PREPAYMENT_PENALTY);
        let (interest_only, negative) = match reading.text(record, &payment::REPAYMENT) {
            Some("N" | "F1") => (Some(false), Some(false)),
            Some("F2") => (Some(true), Some(false)),
            Some("P" | "S") => (Some(false), Some(true)),
            _ => (None, None),
        };
        reading.application.loan.interest_only = interest_only;
        reading.application.loan.negative_amortization = negative;
    }
    let buydown = reading.once(&buydown::LAYOUT).and_then(|record| reading.text(record, &buydown::PERMANENCE));
    let buydown_rate = reading
        .once(&valuation::LAYOUT)
        .and_then(|record| reading.rate(record, &valuation::BUYDOWN_RATE))
        .filter(|rate| rate.millionths() > 0);
    if buydown.is_some() || buydown_rate.is_some() {
        reading.application.loan.buydown = Some(true);
    }
}

fn read_adjustments(reading: &mut Reading) {
    if let Some(record) = reading.once(&adjustable_rate::LAYOUT) {
        if let Some(index) = reading.word(record, &adjustable_rate::INDEX, INDEXES) {
            reading.application.loan.index = Some(index.to_owned());
        }
        reading.application.loan.margin = reading.rate(record, &adjustable_rate::MARGIN);
        reading.application.loan.qualifying_rate = reading.rate(record, &adjustable_rate::QUALIFYING_RATE);
    }
    // The first of several adjustments says when the rate first changes and how often. If only payment adjustments are
    // given, use those: rate and payment change together.
    let rate = reading.filled(&rate_adjustment::LAYOUT).into_iter().next();
    let payment = reading.filled(&payment_adjustment::LAYOUT).into_iter().next();
    let (first, later) = match (rate, payment) {
        (Some(record), _) => (
            reading.count(record, &rate_adjustment::FIRST_MONTHS),
            reading.count(record, &rate_adjustment::FREQUENCY_MONTHS),
        ),
        (None, Some(record)) => (
            reading.count(record, &payment_adjustment::FIRST_MONTHS),
            reading.count(record, &payment_adjustment::FREQUENCY_MONTHS),
        ),
        (None, None) => (None, None),
    };
    reading.application.loan.initial_fixed_months = first;
    reading.application.loan.adjustment_months = later;
}

fn read_government(reading: &mut Reading) {
    if let Some(record) = reading.once(&fha_lender::LAYOUT) {
        reading.application.loan.fha_lender_identifier = reading.string(record, &fha_lender::LENDER);
        reading.application.loan.fha_sponsor_identifier = reading.string(record, &fha_lender::SPONSOR);
    }
    if let Some(record) = reading.once(&fha_va::LAYOUT) {
        let credit = reading.money(record, &fha_va::MORTGAGE_CREDIT_CERTIFICATE);
        reading.application.loan.mortgage_credit_certificate_amount = credit;
        reading.application.loan.government_refinance = reading.word(record, &fha_va::REFINANCE, GOVERNMENT_REFINANCES);
    }
    if let Some(record) = reading.once(&fha::LAYOUT) {
        let section = reading.text(record, &fha::SECTION_OF_ACT);
        let letters = section.map(|section| section.chars().filter(char::is_ascii_alphanumeric).collect::<String>());
        reading.application.loan.section_of_act =
            letters.filter(|letters| !letters.is_empty()).map(|letters| letters.to_ascii_uppercase());
    }
    if let Some(record) = reading.once(&va::LAYOUT) {
        reading.application.loan.va_borrowers_married = reading.yes(record, &va::MARRIED);
        reading.application.loan.va_entitlement_amount = reading.money(record, &va::ENTITLEMENT);
    }
}

fn read_community_lending(reading: &mut Reading) {
    let Some(record) = reading.once(&community_lending::LAYOUT) else { return };
    let product = reading.word(record, &community_lending::PRODUCT, COMMUNITY_PRODUCTS);
    reading.application.loan.community_lending_product = product.map(str::to_owned);
    reading.application.loan.community_second_repayment =
        reading.word(record, &community_lending::SECONDS_REPAYMENT, REPAYMENTS);
    if reading.yes(record, &community_lending::COMMUNITY_SECONDS) == Some(true) {
        let second = OtherLoan {
            id: reading.new_id(),
            lien: Some(LienPriority::SecondLien),
            community_second: Some(true),
            ..OtherLoan::default()
        };
        reading.application.other_loans.push(second);
    }
}

pub(super) fn write(writing: &mut Writing) {
    // Fields that FNMA 3.2 can't store are listed here and in `NOT_HELD`.
    let LoanTerms {
        purpose,
        purpose_other,
        mortgage_type,
        mortgage_type_other,
        base_amount,
        note_amount,
        note_rate,
        qualifying_rate,
        term_months,
        amortization,
        amortization_other,
        lien,
        refinance_cash_out,
        refinance_purpose,
        government_refinance,
        government_refinance_other: _,
        initial_fixed_months,
        adjustment_months,
        margin,
        index,
        index_rate: _,
        arm_plan: _,
        balloon,
        balloon_months,
        interest_only,
        interest_only_months: _,
        negative_amortization,
        prepayment_penalty,
        prepayment_penalty_months: _,
        buydown,
        buydown_initial_rate: _,
        other_feature: _,
        construction,
        construction_type,
        construction_closing: _,
        renovation: _,
        contract_for_deed_conversion: _,
        energy_improvement: _,
        energy_improvement_amount: _,
        heloc: _,
        subordinate_financing_amount: _,
        mortgaged_property_count,
        application_received_on: _,
        lender_loan_number,
        agency_case_number,
        universal_loan_identifier: _,
        mers_min: _,
        section_of_act,
        fha_lender_identifier,
        fha_sponsor_identifier,
        va_entitlement_amount,
        va_borrowers_married,
        mortgage_credit_certificate_amount,
        community_lending_product,
        community_second_repayment,
        product_name,
        originating_system: _,
    } = &writing.application.loan;
    let community_second = writing.application.other_loans.iter().any(|loan| loan.community_second == Some(true));

    let known_index = code(INDEXES, index.as_deref().as_ref());
    let row = writing.once(&mortgage::LAYOUT);
    row.word(&mortgage::MORTGAGE_TYPE, MORTGAGE_TYPES, *mortgage_type);
    row.put(&mortgage::MORTGAGE_TYPE_OTHER, mortgage_type_other.as_ref());
    row.put_whole(&mortgage::AGENCY_CASE_NUMBER, agency_case_number.as_ref());
    row.put_whole(&mortgage::LENDER_CASE_NUMBER, lender_loan_number.as_ref());
    row.put(&mortgage::AMOUNT, base_amount.or(*note_amount));
    row.put(&mortgage::RATE, *note_rate);
    row.put(&mortgage::TERM_MONTHS, *term_months);
    row.word(&mortgage::AMORTIZATION_TYPE, AMORTIZATIONS, *amortization);
    row.put(&mortgage::AMORTIZATION_TYPE_OTHER, amortization_other.as_ref());
    row.put(&mortgage::ARM_DESCRIPTION, index.as_ref().filter(|_| known_index.is_none()));

    let row = writing.once(&purpose::LAYOUT);
    row.put(
        &purpose::PURPOSE,
        match (construction, construction_type, purpose) {
            (Some(true), Some(ConstructionLoanType::ConstructionOnly), _) => Some("04"),
            (Some(true), _, _) => Some("13"),
            (_, _, Some(LoanPurpose::Purchase)) => Some("16"),
            (_, _, Some(LoanPurpose::Refinance)) => Some("05"),
            (_, _, Some(LoanPurpose::Other)) => Some("15"),
            (_, _, None) => None,
        },
    );
    row.put(&purpose::PURPOSE_OTHER, purpose_other.as_ref());

    let row = writing.once(&construction_or_refinance::LAYOUT);
    row.put(
        &construction_or_refinance::REFINANCE_PURPOSE,
        refinance_cash_out.and_then(|cash_out| {
            let why = refinance_purpose.filter(|_| cash_out == RefinanceCashOut::CashOut);
            code(REFINANCES, Some(&(cash_out, why))).or(code(REFINANCES, Some(&(cash_out, None))))
        }),
    );

    let row = writing.once(&features::LAYOUT);
    row.word(&features::LIEN, LIENS, *lien);
    row.yes(&features::BALLOON, *balloon);
    writing.once(&product::LAYOUT).put(&product::DESCRIPTION, product_name.as_ref());
    let row = writing.once(&payment::LAYOUT);
    row.put(&payment::TERM_MONTHS, if *balloon == Some(true) { *balloon_months } else { *term_months });
    row.yes(&payment::PREPAYMENT_PENALTY, *prepayment_penalty);
    row.put(
        &payment::REPAYMENT,
        match (negative_amortization, interest_only) {
            (Some(true), _) => Some("P"),
            (_, Some(true)) => Some("F2"),
            (Some(false), _) | (_, Some(false)) => Some("N"),
            (None, None) => None,
        },
    );

    let row = writing.once(&adjustable_rate::LAYOUT);
    row.put(&adjustable_rate::INDEX, known_index);
    row.put(&adjustable_rate::MARGIN, *margin);
    row.put(&adjustable_rate::QUALIFYING_RATE, *qualifying_rate);
    let row = writing.once(&rate_adjustment::LAYOUT);
    row.put(&rate_adjustment::FIRST_MONTHS, *initial_fixed_months);
    row.put(&rate_adjustment::FREQUENCY_MONTHS, *adjustment_months);
    // A buydown reduces the rate of the first years, so it is a temporary one.
    writing.once(&buydown::LAYOUT).put(&buydown::PERMANENCE, buydown.filter(|buydown| *buydown).map(|_| "1"));

    let row = writing.once(&fha_lender::LAYOUT);
    row.put_whole(&fha_lender::LENDER, fha_lender_identifier.as_ref());
    row.put_whole(&fha_lender::SPONSOR, fha_sponsor_identifier.as_ref());
    let row = writing.once(&fha_va::LAYOUT);
    row.put(&fha_va::MORTGAGE_CREDIT_CERTIFICATE, *mortgage_credit_certificate_amount);
    row.word(&fha_va::REFINANCE, GOVERNMENT_REFINANCES, *government_refinance);
    let section = section_of_act.as_deref();
    writing.once(&fha::LAYOUT).put(&fha::SECTION_OF_ACT, code(SECTIONS_OF_ACT, section.as_ref()).or(section));
    let row = writing.once(&va::LAYOUT);
    row.yes(&va::MARRIED, *va_borrowers_married);
    row.put(&va::ENTITLEMENT, *va_entitlement_amount);
    let row = writing.once(&community_lending::LAYOUT);
    row.put(&community_lending::PRODUCT, code(COMMUNITY_PRODUCTS, community_lending_product.as_deref().as_ref()));
    row.yes(&community_lending::COMMUNITY_SECONDS, community_second.then_some(true));
    row.word(&community_lending::SECONDS_REPAYMENT, REPAYMENTS, *community_second_repayment);
    writing.additional("TotalMortgagedPropertiesCount", *mortgaged_property_count);
}
