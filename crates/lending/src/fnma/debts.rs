//! Debts and owned real estate: 06F, 06G, 06L, 06S.

use super::{
    assets::seal_account_number,
    reading::{Reading, address_fields},
    words::{DISPOSITIONS, EXPENSES, LIABILITIES},
    writing::{Writing, code, sum},
};
use crate::{
    application::{Address, Disposition, Expense, Liability, LiabilityType, OwnedProperty, PropertyUsage},
    values::Money,
};
use fnma32::{
    codes::PROPERTY_KIND,
    records::{expense, liability, owned_property, summary},
};
use std::collections::HashMap;
use uuid::Uuid;

/// The undrawn part of home equity lines of credit.
const UNDRAWN: &str = "HMB";

/// Properties by the numbers with which mortgages refer to them (06G-180, 06L-150).
type Numbers = HashMap<String, Uuid>;

pub(super) fn read(reading: &mut Reading) {
    for record in reading.filled(&expense::LAYOUT) {
        let expense = Expense {
            id: reading.new_id(),
            owners: reading.owner(record),
            kind: reading.word(record, &expense::KIND, EXPENSES),
            other: reading.string(record, &expense::OWED_TO),
            monthly_payment: reading.money(record, &expense::MONTHLY_PAYMENT),
            remaining_months: reading.count(record, &expense::MONTHS_LEFT),
        };
        reading.application.expenses.push(expense);
    }
    let numbers = read_owned_properties(reading);
    read_liabilities(reading, &numbers);
    read_summaries(reading);
}

fn read_owned_properties(reading: &mut Reading) -> Numbers {
    let mut numbers = Numbers::new();
    for record in reading.filled(&owned_property::LAYOUT) {
        let kind = reading.text(record, &owned_property::KIND);
        let residence = reading.yes(record, &owned_property::CURRENT_RESIDENCE);
        let disposition = reading.word(record, &owned_property::DISPOSITION, DISPOSITIONS);
        let property = OwnedProperty {
            id: reading.new_id(),
            owners: reading.owner(record),
            address: reading.address(record, &address_fields!(owned_property)),
            value: reading.money(record, &owned_property::MARKET_VALUE),
            disposition,
            current_usage: residence.filter(|yes| *yes).map(|_| PropertyUsage::PrimaryResidence),
            // The form of 2021 asks separately whether a property is kept and how it will be used.
            intended_usage: disposition
                .filter(|disposition| *disposition == Disposition::RetainForRental)
                .map(|_| PropertyUsage::Investment),
            is_subject: reading.yes(record, &owned_property::SUBJECT),
            not_mortgaged: None,
            unit_count: None,
            lien_balance: reading.money(record, &owned_property::LIENS),
            lien_payment: reading.money(record, &owned_property::MORTGAGE_PAYMENTS),
            maintenance_expense: reading.money(record, &owned_property::MAINTENANCE),
            rental_income_gross: reading.money(record, &owned_property::GROSS_RENT),
            rental_income_net: reading.money(record, &owned_property::NET_RENT),
            property_type: PROPERTY_KIND
                .iter()
                .find(|(code, _)| Some(*code) == kind)
                .map(|(_, kind)| (*kind).to_owned()),
        };
        if let Some(number) = reading.text(record, &owned_property::REO_ID) {
            if numbers.contains_key(number) {
                let reason =
                    "Another property has the same number. Mortgages with this number were given to the first.";
                reading.wrong(record, &owned_property::REO_ID, reason);
            }
            numbers.entry(number.to_owned()).or_insert(property.id);
        }
        reading.application.owned_properties.push(property);
    }
    numbers
}

fn read_liabilities(reading: &mut Reading, numbers: &Numbers) {
    for record in reading.filled(&liability::LAYOUT) {
        let id = reading.new_id();
        let number = reading.text(record, &liability::REO_ID);
        let property = number.and_then(|number| numbers.get(number)).copied();
        if number.is_some() && property.is_none() {
            reading.wrong(record, &liability::REO_ID, "No property of the file has this number.");
        }
        let liability = Liability {
            id,
            owners: reading.owner(record),
            kind: reading.word(record, &liability::KIND, LIABILITIES),
            other: None,
            creditor: reading.string(record, &liability::CREDITOR),
            creditor_address: Some(reading.address(record, &address_fields!(liability)))
                .filter(|address| *address != Address::default()),
            account_number_last_four: seal_account_number(reading, id, record, &liability::ACCOUNT_NUMBER),
            balance: reading.money(record, &liability::BALANCE),
            monthly_payment: reading.money(record, &liability::MONTHLY_PAYMENT),
            remaining_months: reading.count(record, &liability::MONTHS_LEFT),
            credit_limit: None,
            paid_off_at_closing: reading.yes(record, &liability::PAID_OFF),
            excluded: reading.yes(record, &liability::OMITTED),
            exclusion_reason: None,
            separate_debt: None,
            includes_taxes_and_insurance: None,
            mortgage_type: None,
            owned_property: property,
            subordinated: reading.yes(record, &liability::RESUBORDINATED),
        };
        // The mortgage record repeats what the property record says. Don't report it as lost.
        let of = reading.application.owned_properties.iter().find(|owned| Some(owned.id) == property);
        let is_subject = of.is_some_and(|owned| owned.is_subject == Some(true));
        let is_rented = of.is_some_and(is_rental);
        if is_subject {
            reading.leave(record, &liability::SUBJECT);
        }
        if is_rented {
            reading.leave(record, &liability::RENTAL);
        }
        reading.application.liabilities.push(liability);
    }
}

/// Whether a property is kept as a rental.
fn is_rental(property: &OwnedProperty) -> bool {
    match property.disposition {
        Some(Disposition::RetainForRental | Disposition::HoldForInvestment) => true,
        Some(Disposition::Retain) => property.intended_usage == Some(PropertyUsage::Investment),
        _ => false,
    }
}

/// The undrawn amount covers all credit lines of a borrower. If there is only one, its limit can be computed.
fn read_summaries(reading: &mut Reading) {
    for (record, place) in reading.owned(&summary::LAYOUT) {
        if record.get(&summary::KIND) != Some(UNDRAWN) {
            continue;
        }
        let owner = reading.borrowers[place];
        let is_line =
            |liability: &Liability| liability.kind == Some(LiabilityType::HELOC) && liability.owners.contains(&owner);
        let liabilities = &reading.application.liabilities;
        let lines: Vec<usize> = (0..liabilities.len()).filter(|at| is_line(&liabilities[*at])).collect();
        if let [line] = lines[..] {
            reading.leave(record, &summary::KIND);
            let undrawn = reading.money(record, &summary::AMOUNT);
            let line = &mut reading.application.liabilities[line];
            line.credit_limit = undrawn.zip(line.balance).and_then(|(undrawn, balance)| undrawn.checked_add(balance));
        }
    }
}

pub(super) fn write(writing: &mut Writing) {
    let application = writing.application;
    for Expense { id: _, owners, kind, other, monthly_payment, remaining_months } in &application.expenses {
        let row = writing.row_of_first(&expense::LAYOUT, owners);
        row.put(&expense::KIND, kind.map(|kind| code(EXPENSES, Some(&kind)).unwrap_or("EE")));
        row.put(&expense::MONTHLY_PAYMENT, *monthly_payment);
        row.put(&expense::MONTHS_LEFT, *remaining_months);
        row.put(&expense::OWED_TO, other.as_ref());
    }
    for (number, property) in application.owned_properties.iter().enumerate() {
        write_owned_property(writing, number + 1, property);
    }
    for liability in &application.liabilities {
        write_liability(writing, liability);
    }
    for borrower in &application.borrowers {
        let lines = application.liabilities.iter().filter(|liability| {
            liability.kind == Some(LiabilityType::HELOC) && liability.owners.first() == Some(&borrower.id)
        });
        let undrawn = sum(lines.map(|line| {
            let undrawn = line.credit_limit?.cents().checked_sub(line.balance?.cents())?;
            Some(Money::from_cents(undrawn))
        }));
        if undrawn.is_some() {
            let row = writing.row_of(&summary::LAYOUT, borrower.id);
            row.put(&summary::KIND, Some(UNDRAWN));
            row.put(&summary::AMOUNT, undrawn);
        }
    }
}

fn write_owned_property(writing: &mut Writing, number: usize, property: &OwnedProperty) {
    let OwnedProperty {
        id: _,
        owners,
        address,
        value,
        disposition,
        current_usage,
        intended_usage: _,
        is_subject,
        not_mortgaged: _,
        unit_count: _,
        lien_balance,
        lien_payment,
        maintenance_expense,
        rental_income_gross,
        rental_income_net,
        property_type,
    } = property;
    let row = writing.row_of_first(&owned_property::LAYOUT, owners);
    row.address(&address_fields!(owned_property), address);
    let disposition = if is_rental(property) { Some(Disposition::RetainForRental) } else { *disposition };
    row.word(&owned_property::DISPOSITION, DISPOSITIONS, disposition);
    let kind = PROPERTY_KIND.iter().find(|(_, kind)| Some(*kind) == property_type.as_deref());
    row.put(&owned_property::KIND, kind.map(|(code, _)| *code));
    row.put(&owned_property::MARKET_VALUE, *value);
    row.put(&owned_property::LIENS, *lien_balance);
    row.put(&owned_property::GROSS_RENT, *rental_income_gross);
    row.put(&owned_property::MORTGAGE_PAYMENTS, *lien_payment);
    row.put(&owned_property::MAINTENANCE, *maintenance_expense);
    row.put(&owned_property::NET_RENT, *rental_income_net);
    row.yes(&owned_property::CURRENT_RESIDENCE, Some(*current_usage == Some(PropertyUsage::PrimaryResidence)));
    row.yes(&owned_property::SUBJECT, *is_subject);
    row.put(&owned_property::REO_ID, Some(number));
}

fn write_liability(writing: &mut Writing, liability: &Liability) {
    let Liability {
        id,
        owners,
        kind,
        other: _,
        creditor,
        creditor_address,
        account_number_last_four: _,
        balance,
        monthly_payment,
        remaining_months,
        credit_limit: _,
        paid_off_at_closing,
        excluded,
        exclusion_reason: _,
        separate_debt: _,
        includes_taxes_and_insurance: _,
        mortgage_type: _,
        owned_property,
        subordinated,
    } = liability;
    let application = writing.application;
    let number = application.owned_properties.iter().position(|property| Some(property.id) == *owned_property);
    let property = number.map(|at| &application.owned_properties[at]);
    let account_number = writing.secrets.account_numbers.get(id);
    let row = writing.row_of_first(&liability::LAYOUT, owners);
    row.word(&liability::KIND, LIABILITIES, *kind);
    row.put(&liability::CREDITOR, creditor.as_ref());
    if let Some(address) = creditor_address {
        row.address(&address_fields!(liability), address);
    }
    row.put_whole(&liability::ACCOUNT_NUMBER, account_number);
    row.put(&liability::MONTHLY_PAYMENT, *monthly_payment);
    row.put(&liability::MONTHS_LEFT, *remaining_months);
    row.put(&liability::BALANCE, *balance);
    row.yes(&liability::PAID_OFF, *paid_off_at_closing);
    row.put(&liability::REO_ID, number.map(|at| at + 1));
    row.yes(&liability::RESUBORDINATED, *subordinated);
    row.yes(&liability::OMITTED, *excluded);
    row.yes(&liability::SUBJECT, property.and_then(|property| property.is_subject));
    row.yes(&liability::RENTAL, property.map(is_rental));
}
