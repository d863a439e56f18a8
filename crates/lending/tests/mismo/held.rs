//! Fields of an application that MISMO 3.4 can't store, by name, and what a round trip returns for them.

use lending::{
    application::{
        Address, Alias, Application, ApplicationTakenMethod, AssetType, Disposition, DownPaymentType, EmploymentStatus,
        EthnicityOrigin, ExpenseType, GovernmentRefinanceType, PriorPropertyUsage, PurchaseCreditType, Race,
        RaceDesignation, Secrets, Sex, TaxpayerIdentifierType,
    },
    values::Money,
};
use std::collections::BTreeMap;
use uuid::Uuid;

/// A limit of the format: its name, and its effect on an application after a round trip.
pub struct Limit {
    pub name: &'static str,
    pub apply: fn(&mut Application, &mut Secrets),
}

/// Every limit.
pub const LIMITS: &[Limit] = &[
    Limit { name: "MISMO has no data point for marks, initials, explanations and reasons", apply: own_fields },
    Limit { name: "the mapping has no row for these yet", apply: unmapped },
    Limit { name: "an amount of zero says nothing of a loan, a value or a price", apply: zeros },
    Limit {
        name: "a balloon is due where there is one",
        apply: |a, _| {
            if a.loan.balloon != Some(true) {
                a.loan.balloon_months = None;
            }
        },
    },
    Limit {
        name: "the transaction repeats the loan's subordinate financing",
        apply: |a, _| {
            a.transaction.subordinate_financing_amount = None;
        },
    },
    Limit {
        name: "an address is to be determined where none is known",
        apply: |a, _| {
            if a.property.to_be_determined == Some(false) || a.property.address.line.is_some() {
                a.property.to_be_determined = None;
            }
        },
    },
    Limit {
        name: "that no appraisal is asked for is told on delivery, not with an application",
        apply: |a, _| a.property.appraisal_waiver = None,
    },
    Limit { name: "an address of which nothing is known is none", apply: empty_addresses },
    Limit {
        name: "a name of which nothing is known is none",
        apply: |a, _| {
            for borrower in &mut a.borrowers {
                borrower.aliases.retain(|alias| *alias != Alias { id: alias.id, ..Alias::default() });
            }
        },
    },
    Limit {
        name: "the loan says that there is a Community Second, not which loan it is",
        apply: |a, _| {
            let is_one = a.other_loans.len() == 1;
            for loan in &mut a.other_loans {
                loan.community_second = a.loan.community_second_repayment.filter(|_| is_one).map(|_| true);
            }
        },
    },
    Limit {
        name: "real estate has no type in a file's words",
        apply: |a, _| {
            a.owned_properties.iter_mut().for_each(|property| property.property_type = None);
        },
    },
    Limit { name: "the manner of holding title", apply: |a, _| a.title.manner = None },
    Limit {
        name: "real estate is retained, sold or to be sold",
        apply: |a, _| {
            for property in &mut a.owned_properties {
                property.disposition = property.disposition.map(|disposition| match disposition {
                    Disposition::PendingSale | Disposition::Sold => disposition,
                    _ => Disposition::Retain,
                });
            }
        },
    },
    Limit {
        name: "an FHA secondary residence of before is a second home",
        apply: |a, _| {
            for borrower in &mut a.borrowers {
                if borrower.declarations.prior_property_usage == Some(PriorPropertyUsage::FHASecondaryResidence) {
                    borrower.declarations.prior_property_usage = Some(PriorPropertyUsage::SecondHome);
                }
            }
        },
    },
    Limit {
        name: "an application is taken in one of six ways",
        apply: |a, s| {
            let known = |method: &ApplicationTakenMethod| *method != ApplicationTakenMethod::Other;
            a.originator.taken_by = a.originator.taken_by.filter(known);
            for sealed in s.borrowers.values_mut() {
                sealed.demographics.taken_by = sealed.demographics.taken_by.filter(known);
            }
        },
    },
    Limit { name: "a job has one income, which its kind tells", apply: incomes },
    Limit {
        name: "an extension belongs to a work phone",
        apply: |a, _| {
            for borrower in a.borrowers.iter_mut().filter(|borrower| borrower.work_phone.is_none()) {
                borrower.work_phone_extension = None;
            }
        },
    },
    Limit { name: "words that MISMO has not use up the description", apply: foreign_words },
    Limit { name: "credits of the lender come last, expenses of each borrower after the loan's", apply: order },
    Limit {
        name: "the last digits are those of the sealed number, and a number is a Social Security number",
        apply: |a, s| {
            for borrower in &mut a.borrowers {
                let number = s.borrowers.get(&borrower.id).and_then(|sealed| sealed.taxpayer_identifier.as_ref());
                if number.is_some() {
                    borrower.taxpayer_identifier_type.get_or_insert(TaxpayerIdentifierType::SocialSecurityNumber);
                }
            }
        },
    },
    Limit { name: "demographic answers", apply: demographics },
    Limit {
        name: "only a refinance program Other has a description",
        apply: |a, _| {
            if a.loan.government_refinance != Some(GovernmentRefinanceType::Other) {
                a.loan.government_refinance_other = None;
            }
        },
    },
];

/// The application as a round trip returns it.
pub fn held(application: &Application, secrets: &Secrets) -> (Application, Secrets) {
    let (mut application, mut secrets) = (application.clone(), secrets.clone());
    LIMITS.iter().for_each(|limit| (limit.apply)(&mut application, &mut secrets));
    secrets.borrowers.retain(|_, sealed| *sealed != Default::default());
    (application, secrets)
}

fn own_fields(a: &mut Application, _: &mut Secrets) {
    a.not_applicable = Default::default();
    for borrower in &mut a.borrowers {
        borrower.not_applicable = Default::default();
        borrower.declarations.explanations = Default::default();
        borrower.credit_type = None;
        borrower.joint_intent_initials = None;
        borrower.joint_intent_at = None;
    }
    for liability in &mut a.liabilities {
        liability.exclusion_reason = None;
        liability.separate_debt = None;
    }
    a.owned_properties.iter_mut().for_each(|property| property.not_mortgaged = None);
}

fn unmapped(a: &mut Application, _: &mut Secrets) {
    a.loan.buydown_initial_rate = None;
    a.title.trusts.clear();
    a.title.land_tenure = None;
    a.property.lot_original_cost = None;
    for borrower in &mut a.borrowers {
        borrower.counseling.iter_mut().for_each(|counseling| counseling.agency_identifier = None);
    }
    for address in addresses(a) {
        let is_foreign = address.country.is_some();
        address.province = address.province.take().filter(|_| is_foreign && address.state.is_none());
        let code = address.foreign_postal_code.take();
        address.foreign_postal_code = code.filter(|_| is_foreign && address.postal_code.is_none());
    }
}

fn addresses(a: &mut Application) -> Vec<&mut Address> {
    let mut all = vec![&mut a.property.address, &mut a.originator.organization_address];
    for borrower in &mut a.borrowers {
        all.extend(borrower.residences.iter_mut().map(|residence| &mut residence.address));
        all.extend(borrower.employments.iter_mut().map(|employment| &mut employment.address));
        all.extend(borrower.mailing_address.as_mut());
    }
    all.extend(a.assets.iter_mut().filter_map(|asset| asset.holder_address.as_mut()));
    all.extend(a.liabilities.iter_mut().filter_map(|liability| liability.creditor_address.as_mut()));
    all.extend(a.owned_properties.iter_mut().map(|property| &mut property.address));
    all
}

fn zeros(a: &mut Application, _: &mut Secrets) {
    for amount in [
        &mut a.loan.base_amount,
        &mut a.loan.note_amount,
        &mut a.property.estimated_value,
        &mut a.property.appraised_value,
        &mut a.property.purchase_price,
    ] {
        *amount = amount.filter(|amount| *amount != Money::ZERO);
    }
}

fn empty_addresses(a: &mut Application, _: &mut Secrets) {
    let known = |address: &Address| *address != Address::default();
    for borrower in &mut a.borrowers {
        borrower.mailing_address = borrower.mailing_address.take().filter(known);
    }
    for asset in &mut a.assets {
        asset.holder_address = asset.holder_address.take().filter(known);
    }
    for liability in &mut a.liabilities {
        liability.creditor_address = liability.creditor_address.take().filter(known);
    }
}

fn incomes(a: &mut Application, _: &mut Secrets) {
    for job in a.borrowers.iter_mut().flat_map(|borrower| &mut borrower.employments) {
        let (own, previous, stated) = match (job.status, job.self_employed) {
            (Some(EmploymentStatus::Previous), _) => (None, job.previous_income, None),
            (_, Some(true)) => (job.self_employed_income, None, None),
            _ => (None, None, job.stated_income),
        };
        (job.self_employed_income, job.previous_income, job.stated_income) = (own, previous, stated);
    }
}

fn foreign_words(a: &mut Application, _: &mut Secrets) {
    use AssetType as A;
    use DownPaymentType as D;
    use PurchaseCreditType as C;
    for asset in &mut a.assets {
        if let Some(
            A::GiftsNotDeposited | A::NetEquity | A::TradeEquity | A::RentCredit | A::SweatEquity | A::LotEquity,
        ) = asset.kind
        {
            asset.other = None;
        }
    }
    for expense in &mut a.expenses {
        if let Some(ExpenseType::PetCare | ExpenseType::PhoneCellular) = expense.kind {
            expense.other = None;
        }
    }
    for credit in &mut a.transaction.credits {
        if let Some(C::LotEquity | C::Seller | C::Lender | C::BorrowerPaidFees | C::RentCredit | C::UnusedEscrow) =
            credit.kind
        {
            credit.other = None;
        }
    }
    for payment in &mut a.transaction.down_payments {
        if let Some(
            D::FHAGiftSourceNotApplicable
            | D::FHAGiftSourceRelative
            | D::FHAGiftSourceGovernmentAssistance
            | D::FHAGiftSourceEmployer
            | D::FHAGiftSourceNonprofitSellerFunded
            | D::FHAGiftSourceNonprofitNonSellerFunded,
        ) = payment.kind
        {
            payment.explanation = None;
        }
    }
}

fn order(a: &mut Application, _: &mut Secrets) {
    // A credit with a source is sorted among the others.
    a.transaction
        .credits
        .sort_by_key(|credit| credit.kind == Some(PurchaseCreditType::Lender) && credit.source.is_none());
    let places: BTreeMap<Uuid, usize> =
        a.borrowers.iter().enumerate().map(|(at, borrower)| (borrower.id, at)).collect();
    a.housing_expenses.sort_by_key(|expense| expense.borrower.map(|id| places[&id]));
}

fn demographics(_: &mut Application, s: &mut Secrets) {
    use RaceDesignation as D;
    let race_of = |designation: D| match designation {
        D::AsianIndian | D::Chinese | D::Filipino | D::Japanese | D::Korean | D::OtherAsian | D::Vietnamese => {
            Race::Asian
        }
        D::PrincipalTribe => Race::AmericanIndianOrAlaskaNative,
        _ => Race::NativeHawaiianOrOtherPacificIslander,
    };
    for answers in s.borrowers.values_mut().map(|sealed| &mut sealed.demographics) {
        if answers.sexes.len() > 1 {
            answers.sexes = vec![Sex::ApplicantSelectedBothMaleAndFemale];
        }
        if !answers.ethnicity_origins.contains(&EthnicityOrigin::Other) {
            answers.ethnicity_other = None;
        }
        let mut races = answers.races.clone();
        races.extend(answers.race_designations.iter().map(|designation| race_of(*designation)));
        if !races.contains(&Race::AmericanIndianOrAlaskaNative) {
            answers.tribe = None;
        }
        if !answers.race_designations.contains(&D::OtherAsian) {
            answers.other_asian = None;
        }
        if !answers.race_designations.contains(&D::OtherPacificIslander) {
            answers.other_pacific_islander = None;
        }
        answers.race_designations.retain(|designation| *designation != D::PrincipalTribe);
        answers
            .race_designations
            .sort_by_key(|designation| races.iter().position(|race| *race == race_of(*designation)));
    }
}
