//! Application -> FNMA 3.2 -> application: the result of a round trip, and the format's limits.

use crate::{
    compare::{differences, flat, is_within, pattern},
    everything::everything,
    loans, read,
};
use lending::application::Application;
use serde_json::Value;
use std::collections::BTreeSet;
use utoipa::OpenApi;

/// Fields that FNMA 3.2 can't store, and the effect. `*` is any list item, `@` an item with secrets.
const NOT_HELD: &[(&str, &str)] = &[
    // The loan
    ("loan/noteAmount", "is read as the loan amount plus the financed insurance or fee"),
    ("loan/amortization", "GraduatedPaymentARM, RateImprovementMortgage and Step become Other"),
    ("loan/lien", "third and fourth liens become Other"),
    ("loan/refinancePurpose", "only home improvement and debt consolidation with cash out are kept"),
    ("loan/governmentRefinance", "CashOutVA, NonStreamlined, RehabilitationLoan and Other are lost"),
    ("loan/balloonMonths", "are kept where there is a balloon"),
    ("loan/interestOnlyMonths", "no field"),
    ("loan/prepaymentPenaltyMonths", "no field"),
    ("loan/buydown", "a buydown is kept, that there is none is not"),
    ("loan/construction", "construction is kept, that there is none is not"),
    ("loan/constructionType", "is kept where it is a construction loan"),
    ("loan/constructionClosing", "no field"),
    ("loan/renovation", "no field"),
    ("loan/contractForDeedConversion", "no field"),
    ("loan/energyImprovement", "no field"),
    ("loan/energyImprovementAmount", "no field"),
    ("loan/heloc", "no field"),
    ("loan/applicationReceivedOn", "no field"),
    ("loan/universalLoanIdentifier", "no field"),
    ("loan/mersMin", "no field"),
    ("loan/communityLendingProduct", "only Fannie Mae's four products are kept"),
    ("loan/originatingSystem", "no field"),
    ("loan/governmentRefinanceOther", "no field"),
    ("loan/indexRate", "no field"),
    ("loan/armPlan", "no field"),
    ("loan/buydownInitialRate", "no field"),
    ("loan/otherFeature", "no field"),
    // The property
    ("property/address/country", "no field"),
    ("property/address/province", "no field"),
    ("property/address/foreignPostalCode", "no field"),
    ("property/lotAcquiredOn", "no field"),
    ("property/lotOriginalCost", "no field"),
    ("title/trusts", "no field"),
    ("title/landTenure", "no field"),
    ("notApplicable", "no field"),
    ("property/toBeDetermined", "that it is to be determined is kept, that it is not is not"),
    ("property/usage", "Other is lost"),
    ("property/estate", "Other is lost"),
    ("property/estimatedValue", "99B has one value: that of the appraisal, where there is one"),
    ("property/attachment", "is kept where the one kind of LNC-040 tells it"),
    ("property/constructionMethod", "only Manufactured is kept"),
    ("property/projectType", "CommonInterestApartment becomes Cooperative"),
    ("property/plannedUnitDevelopment", "that it is one is kept, that it is none is not"),
    ("property/mixedUse", "no field"),
    ("property/fhaSecondaryResidence", "no field"),
    ("property/communityPropertyState", "no field"),
    ("property/existingCleanEnergyLien", "no field"),
    ("property/appraisalWaiver", "no field"),
    ("property/msa", "no field"),
    ("property/rentalIncomeGross", "no field"),
    ("property/rentalIncomeNet", "no field"),
    ("title/holders/*/isCurrent", "no field"),
    ("title/holders/*/vesting", "no field"),
    // The borrowers
    ("borrowers/*/aliases/*/suffix", "no field"),
    ("borrowers/*/taxpayerIdentifierType", "follows from the number: one that starts with 9 is an ITIN"),
    ("borrowers/*/citizenship", "NonResidentAlien and Unknown are lost"),
    ("borrowers/*/maritalStatus", "Unknown is lost"),
    ("borrowers/*/domesticRelationship", "no field"),
    ("borrowers/*/domesticRelationshipType", "no field"),
    ("borrowers/*/domesticRelationshipOther", "no field"),
    ("borrowers/*/domesticRelationshipState", "no field"),
    ("borrowers/*/communityPropertyStateResident", "no field"),
    ("borrowers/*/creditType", "no field"),
    ("borrowers/*/jointIntentInitials", "no field"),
    ("borrowers/*/jointIntentAt", "no field"),
    ("borrowers/*/notApplicable", "no field"),
    ("borrowers/*/declarations/explanations", "no field"),
    ("borrowers/*/counseling/*/agencyIdentifier", "no field"),
    ("borrowers/*/residences/*/address/province", "no field"),
    ("borrowers/*/residences/*/address/foreignPostalCode", "no field"),
    ("borrowers/*/mailingAddress/province", "no field"),
    ("borrowers/*/mailingAddress/foreignPostalCode", "no field"),
    ("borrowers/*/employments/*/address/province", "no field"),
    ("borrowers/*/employments/*/address/foreignPostalCode", "no field"),
    ("assets/*/sourceOther", "no field"),
    ("liabilities/*/exclusionReason", "no field"),
    ("liabilities/*/separateDebt", "no field"),
    ("liabilities/*/creditorAddress/province", "no field"),
    ("liabilities/*/creditorAddress/foreignPostalCode", "no field"),
    ("ownedProperties/*/notMortgaged", "no field"),
    ("ownedProperties/*/address/province", "no field"),
    ("ownedProperties/*/address/foreignPostalCode", "no field"),
    ("borrowers/*/jointWith", "each of a pair names the other, even where one did not"),
    ("borrowers/*/cellPhone", "03A has one phone: that at home, else the cell phone"),
    ("borrowers/*/homePhone", "may be the cell phone, where there is none at home"),
    ("borrowers/*/workPhone", "no field"),
    ("borrowers/*/workPhoneExtension", "no field"),
    ("borrowers/*/residences/*/monthlyRent", "is kept for the home where the borrower lives and pays rent"),
    ("borrowers/*/military", "no field"),
    ("borrowers/*/language", "no field"),
    ("borrowers/*/languageOther", "no field"),
    ("borrowers/*/languageRefused", "no field"),
    ("borrowers/*/counseling/*/format", "no field"),
    ("borrowers/*/counseling/*/completedOn", "no field"),
    ("borrowers/*/counseling/*/agency", "no field"),
    // Work and income
    ("borrowers/*/employments/*/employerName", "is cut after 35 signs, as every text is at its field's end"),
    ("borrowers/*/employments/*/classification", "of a previous job is lost"),
    ("borrowers/*/employments/*/monthsEmployed", "of other jobs than the primary one: no field"),
    ("borrowers/*/employments/*/startedOn", "the primary job has its length instead of its start"),
    ("borrowers/*/employments/*/endedOn", "of the primary job: no field"),
    ("borrowers/*/employments/*/lineOfWorkMonths", "whole years are kept, of the primary job"),
    ("borrowers/*/employments/*/ownership", "no field"),
    ("borrowers/*/employments/*/selfEmployedIncome", "becomes base income, unless it is that of the one job"),
    ("borrowers/*/employments/*/specialRelationship", "no field"),
    ("borrowers/*/employments/*/foreignIncome", "no field"),
    ("borrowers/*/employments/*/seasonalIncome", "no field"),
    ("borrowers/*/employments/*/previousIncome", "of the primary job: no field"),
    ("borrowers/*/employments/*/statedIncome", "of the primary job: no field"),
    (
        "borrowers/*/incomes",
        "one sum per code; child support and separate maintenance become alimony, types without a code Other",
    ),
    // Declarations
    ("borrowers/*/declarations/priorPropertyUsage", "FHASecondaryResidence becomes SecondHome"),
    ("borrowers/*/declarations/fhaSecondaryResidence", "no field"),
    ("borrowers/*/declarations/relationshipWithSeller", "no field"),
    ("borrowers/*/declarations/undisclosedBorrowedFunds", "no field"),
    ("borrowers/*/declarations/undisclosedBorrowedFundsAmount", "no field"),
    ("borrowers/*/declarations/undisclosedMortgageApplication", "no field"),
    ("borrowers/*/declarations/undisclosedCreditApplication", "no field"),
    ("borrowers/*/declarations/proposedCleanEnergyLien", "no field"),
    ("borrowers/*/declarations/deedInLieu", "08A has one answer to deed in lieu and foreclosure"),
    ("borrowers/*/declarations/foreclosure", "08A has one answer to deed in lieu and foreclosure"),
    ("borrowers/*/declarations/shortSale", "no field"),
    ("borrowers/*/declarations/bankruptcyChapters", "no field"),
    // Assets, debts, expenses and real estate
    ("assets/*/owners", "the first one is kept; of none, the primary borrower"),
    ("assets/*/other", "06C has one description: of a gift its source, of a kind without a code the kind"),
    ("assets/*/source", "is kept of gifts of cash and equity"),
    ("assets/*/deposited", "no field"),
    ("assets/*/holder", "of a life insurance or a car: no field"),
    ("assets/*/holderAddress", "street, city, state and ZIP code are kept, but not of a life insurance or a car"),
    ("liabilities/*/owners", "the first one is kept; of none, the primary borrower"),
    ("liabilities/*/kind", "several of MISMO's kinds share a code"),
    ("liabilities/*/other", "no field"),
    ("liabilities/*/creditorAddress/line", "a unit of several words stands behind the street"),
    ("liabilities/*/creditorAddress/unit", "a unit of several words stands behind the street"),
    ("liabilities/*/creditorAddress/county", "no field"),
    ("liabilities/*/creditorAddress/country", "no field"),
    ("liabilities/*/accountNumberLastFour", "of a number that is too long is lost with it"),
    ("liabilities/*/creditLimit", "is kept of a home equity line, if it is the borrower's only one"),
    ("liabilities/*/includesTaxesAndInsurance", "no field"),
    ("liabilities/*/mortgageType", "no field"),
    ("expenses/*/owners", "the first one is kept; of none, the primary borrower"),
    ("expenses/*/kind", "types other than alimony, child support, separate maintenance and job-related become Other"),
    ("ownedProperties/*/owners", "the first one is kept; of none, the primary borrower"),
    ("ownedProperties/*/address/line", "a unit of several words stands behind the street"),
    ("ownedProperties/*/address/unit", "a unit of several words stands behind the street"),
    ("ownedProperties/*/address/county", "no field"),
    ("ownedProperties/*/address/country", "no field"),
    (
        "ownedProperties/*/disposition",
        "HoldForInvestment becomes RetainForRental, RetainForPrimaryOrSecondaryResidence Retain",
    ),
    ("ownedProperties/*/currentUsage", "that the borrower lives there is kept"),
    ("ownedProperties/*/intendedUsage", "that it is kept to let is kept"),
    ("ownedProperties/*/unitCount", "no field"),
    ("ownedProperties/*/propertyType", "is kept in the format's own words"),
    ("otherLoans/*/creditor", "no record: only that there is a Community Second"),
    ("otherLoans/*/lien", "no record: only that there is a Community Second"),
    ("otherLoans/*/amount", "no record: only that there is a Community Second"),
    ("otherLoans/*/creditLimit", "no record: only that there is a Community Second"),
    ("otherLoans/*/monthlyPayment", "no record: only that there is a Community Second"),
    ("otherLoans/*/heloc", "no record: only that there is a Community Second"),
    ("otherLoans/*/fundsSource", "no record: only that there is a Community Second"),
    // The transaction
    ("housingExpenses/*/kind", "types that the 2009 form lacks become Other"),
    ("housingExpenses/*/other", "no field"),
    ("transaction/refinancePayoffAmount", "07A has one sum of all debts that are paid off"),
    ("transaction/otherPayoffAmount", "07A has one sum of all debts that are paid off"),
    ("transaction/subordinateFinancingAmount", "07A has one amount: that of the loan"),
    ("transaction/sellerCreditsAmount", "becomes a credit of the seller"),
    ("transaction/cashFromBorrowerAmount", "no field: the form computes it"),
    ("transaction/credits", "types without a code become Other; no description; the seller's credits are added"),
    // The originator
    ("originator/stateLicense", "no field"),
    ("originator/email", "no field"),
    ("originator/organizationStateLicense", "no field"),
    ("originator/organizationAddress/county", "no field"),
    ("originator/organizationAddress/province", "no field"),
    ("originator/organizationAddress/foreignPostalCode", "no field"),
    ("originator/organizationAddress/country", "no field"),
    ("originator/takenBy", "Fax becomes Mail, Email Internet; Other is lost"),
    // Addresses of borrowers and employers
    ("borrowers/*/residences/*/address/line", "a unit of several words stands behind the street"),
    ("borrowers/*/residences/*/address/unit", "a unit of several words stands behind the street"),
    ("borrowers/*/residences/*/address/county", "no field"),
    ("borrowers/*/mailingAddress/line", "a unit of several words stands behind the street"),
    ("borrowers/*/mailingAddress/unit", "a unit of several words stands behind the street"),
    ("borrowers/*/mailingAddress/county", "no field"),
    ("borrowers/*/employments/*/address/line", "a unit of several words stands behind the street"),
    ("borrowers/*/employments/*/address/unit", "a unit of several words stands behind the street"),
    ("borrowers/*/employments/*/address/county", "no field"),
    ("borrowers/*/employments/*/address/country", "no field"),
    // Secrets
    ("secrets/accountNumbers/@", "of more than 30 signs are left out"),
    ("secrets/borrowers/@/demographics/raceDesignations", "the guide has no word for a tribe, only its name"),
    ("secrets/borrowers/@/demographics/tribe", "is cut after 38 signs"),
    ("secrets/borrowers/@/demographics/takenBy", "Fax becomes Mail, Email Internet; Other is lost"),
];

/// The fields of a loan that change in a round trip: the path and the change.
fn changed(loan: &loans::Loan) -> Vec<(String, String)> {
    let again = read(&lending::fnma::write(&loan.application, &loan.secrets)).unwrap();
    let (before, after) = (flat(&loan.application, &loan.secrets), flat(&again.application, &again.secrets));
    let described = |(path, before, after): (&str, Option<&Value>, Option<&Value>)| {
        (path.to_owned(), format!("{path}: {before:?} -> {after:?}"))
    };
    differences(&before, &after).into_iter().map(described).collect()
}

/// The changes that `NOT_HELD` doesn't list.
fn unnamed(changed: &[(String, String)]) -> Vec<&String> {
    let is_named = |path: &str| NOT_HELD.iter().any(|(named, _)| is_within(path, named));
    changed.iter().filter(|(path, _)| !is_named(path)).map(|(_, change)| change).collect()
}

#[test]
fn a_typical_loan_survives_a_round_trip_unchanged() {
    for loan in loans::all() {
        assert_eq!(changed(&loan), [], "{}", loan.name);
    }
}

#[test]
fn the_shared_loans_lose_only_listed_fields() {
    for loan in loans::shared() {
        let changed = changed(&loan);
        let unnamed = unnamed(&changed);
        assert!(unnamed.is_empty(), "{} {unnamed:#?}", loan.name);
    }
}

#[test]
fn a_loan_with_every_field_loses_exactly_the_listed_fields() {
    let changed = changed(&everything());
    let unnamed = unnamed(&changed);
    assert!(unnamed.is_empty(), "{unnamed:#?}");
    for (named, why) in NOT_HELD {
        assert!(changed.iter().any(|(path, _)| is_within(path, named)), "{named} is held after all ({why})");
    }
}

#[test]
fn writing_again_gives_an_equal_file() {
    for loan in loans::all().into_iter().chain([everything()]) {
        let once = lending::fnma::write(&loan.application, &loan.secrets);
        let again = read(&once).unwrap();
        let twice = lending::fnma::write(&again.application, &again.secrets);
        let (once, twice) = (String::from_utf8(once).unwrap(), String::from_utf8(twice).unwrap());
        assert_eq!(once, twice, "{}", loan.name);
    }
}

#[test]
fn our_own_file_raises_no_issues() {
    for loan in loans::all() {
        let again = read(&lending::fnma::write(&loan.application, &loan.secrets)).unwrap();
        // A missing Social Security number raises an issue. Expect no other.
        let issues = again.issues.iter().filter(|issue| !issue.field.starts_with("03A-030"));
        assert_eq!(issues.count(), 0, "{}: {:?}", loan.name, again.issues);
    }
}

/// Every field of the application according to the OpenAPI schema: `borrowers/*/firstName`.
fn fields() -> BTreeSet<String> {
    #[derive(OpenApi)]
    #[openapi(components(schemas(Application)))]
    struct Described;
    let schemas = serde_json::to_value(Described::openapi()).unwrap()["components"]["schemas"].take();
    let mut paths = BTreeSet::new();
    walk(&schemas, &schemas["Application"], String::new(), &mut paths);
    paths
}

fn walk(schemas: &Value, schema: &Value, path: String, paths: &mut BTreeSet<String>) {
    if let Some(name) = schema["$ref"].as_str().and_then(|name| name.rsplit('/').next()) {
        walk(schemas, &schemas[name], path, paths);
    } else if let Some(either) = schema["oneOf"].as_array() {
        either
            .iter()
            .filter(|schema| schema["type"] != "null")
            .for_each(|schema| walk(schemas, schema, path.clone(), paths));
    } else if let Some(fields) = schema["properties"].as_object() {
        for (name, schema) in fields.iter().filter(|(name, _)| *name != "id") {
            let path = if path.is_empty() { name.clone() } else { format!("{path}/{name}") };
            walk(schemas, schema, path, paths);
        }
    } else if schema["items"].is_object() {
        walk(schemas, &schema["items"], format!("{path}/*"), paths);
    } else {
        paths.insert(path);
    }
}

#[test]
fn the_loan_with_every_field_misses_none() {
    let loan = everything();
    let filled: BTreeSet<String> =
        flat(&loan.application, &Default::default()).keys().map(|path| pattern(path)).collect();
    let fields = fields();
    assert!(fields.len() > 200, "{}", fields.len());
    let missing: Vec<&String> = fields.difference(&filled).collect();
    assert_eq!(missing, Vec::<&String>::new());
}
