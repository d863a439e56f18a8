//! Employment and income: 04A, 04B, 05I.

use super::{
    reading::{Reading, address_fields},
    words::{EARNED, INCOMES, OTHER_INCOMES},
    writing::{Writing, code, sum},
};
use crate::{
    application::{Borrower, Employment, EmploymentClassification, EmploymentStatus, Income, IncomeType},
    values::Money,
};
use fnma32::records::{income, other_employer, primary_employer};
use jiff::{Unit, civil::Date};
use uuid::Uuid;

pub(super) fn read(reading: &mut Reading) {
    read_primary_employers(reading);
    read_other_employers(reading);
    read_incomes(reading);
}

fn read_primary_employers(reading: &mut Reading) {
    for (record, place) in reading.owned(&primary_employer::LAYOUT) {
        let is_first = reading.application.borrowers[place].employments.is_empty();
        let employment = Employment {
            id: reading.new_id(),
            status: Some(EmploymentStatus::Current),
            classification: Some(match is_first {
                true => EmploymentClassification::Primary,
                false => EmploymentClassification::Secondary,
            }),
            employer_name: reading.string(record, &primary_employer::NAME),
            phone: reading.parsed(record, &primary_employer::PHONE),
            address: reading.address(record, &address_fields!(primary_employer)),
            position: reading.string(record, &primary_employer::POSITION),
            months_employed: reading.months(record, &primary_employer::YEARS, &primary_employer::MONTHS),
            line_of_work_months: reading
                .count(record, &primary_employer::LINE_OF_WORK_YEARS)
                .map(|years| years.saturating_mul(12)),
            self_employed: reading.yes(record, &primary_employer::SELF_EMPLOYED),
            ..Employment::default()
        };
        reading.application.borrowers[place].employments.push(employment);
    }
}

fn read_other_employers(reading: &mut Reading) {
    for (record, place) in reading.owned(&other_employer::LAYOUT) {
        let is_current = reading.yes(record, &other_employer::CURRENT);
        let ended_on = reading.date(record, &other_employer::ENDED);
        let status = match (is_current, ended_on) {
            (Some(true), _) => Some(EmploymentStatus::Current),
            (Some(false), _) | (None, Some(_)) => Some(EmploymentStatus::Previous),
            (None, None) => None,
        };
        let is_current = status == Some(EmploymentStatus::Current);
        let mut employment = Employment {
            id: reading.new_id(),
            status,
            classification: is_current.then_some(EmploymentClassification::Secondary),
            employer_name: reading.string(record, &other_employer::NAME),
            phone: reading.parsed(record, &other_employer::PHONE),
            address: reading.address(record, &address_fields!(other_employer)),
            position: reading.string(record, &other_employer::POSITION),
            started_on: reading.date(record, &other_employer::STARTED),
            ended_on,
            self_employed: reading.yes(record, &other_employer::SELF_EMPLOYED),
            ..Employment::default()
        };
        // Income from a current job is already part of the totals in 05I. Store it, but never add it to them.
        let income = reading.money(record, &other_employer::MONTHLY_INCOME);
        if is_current {
            employment.stated_income = income;
        } else {
            employment.previous_income = income;
        }
        reading.application.borrowers[place].employments.push(employment);
    }
}

fn read_incomes(reading: &mut Reading) {
    for (record, place) in reading.owned(&income::LAYOUT) {
        // Many programs write every line of the form, even without an amount.
        if record.get(&income::AMOUNT).is_none() {
            reading.leave(record, &income::KIND);
            continue;
        }
        let code = reading.text(record, &income::KIND);
        let described = OTHER_INCOMES.iter().find(|(known, _)| Some(*known) == code).map(|(_, words)| *words);
        let kind = match described {
            Some(_) => Some(IncomeType::Other),
            None => reading.word(record, &income::KIND, INCOMES),
        };
        if kind == Some(IncomeType::Alimony) {
            let reason =
                "The file does not tell alimony from child support and separate maintenance. It was read as alimony.";
            reading.wrong(record, &income::KIND, reason);
        }
        let income = Income {
            id: reading.new_id(),
            kind,
            other: described.map(str::to_owned),
            monthly_amount: reading.money(record, &income::AMOUNT),
            from_employment: kind.map(|kind| EARNED.contains(&kind)),
            employment: None,
        };
        reading.application.borrowers[place].incomes.push(income);
    }
    for borrower in &mut reading.application.borrowers {
        join_incomes_to_job(borrower);
    }
}

/// Assigns employment income to the job if a borrower has only one. Base income of a self-employed borrower becomes the
/// income of their business, because the form of 2021 asks for it there.
fn join_incomes_to_job(borrower: &mut Borrower) {
    let mut current = borrower.employments.iter_mut().filter(|job| job.status == Some(EmploymentStatus::Current));
    let (Some(job), None) = (current.next(), current.next()) else { return };
    if job.self_employed == Some(true)
        && let Some(base) = borrower.incomes.iter().position(|income| income.kind == Some(IncomeType::Base))
    {
        job.self_employed_income = borrower.incomes.remove(base).monthly_amount;
    }
    for income in borrower.incomes.iter_mut().filter(|income| income.from_employment == Some(true)) {
        income.employment = Some(job.id);
    }
}

pub(super) fn write(writing: &mut Writing) {
    let application = writing.application;
    // The file stores the length of employment and not its start, so a reference date is needed: the signing or receipt
    // date of the application.
    let today = application.originator.signed_on.or(application.loan.application_received_on);
    for borrower in &application.borrowers {
        let is_current = |job: &&Employment| job.status == Some(EmploymentStatus::Current);
        let is_primary = |job: &&Employment| job.classification != Some(EmploymentClassification::Secondary);
        let primary = borrower
            .employments
            .iter()
            .filter(is_current)
            .find(is_primary)
            .or(borrower.employments.iter().find(is_current))
            .map(|job| job.id);
        for job in &borrower.employments {
            if primary == Some(job.id) {
                write_primary_employer(writing, borrower.id, job, today);
            } else {
                write_other_employer(writing, borrower.id, job);
            }
        }
        write_incomes(writing, borrower);
    }
}

fn write_primary_employer(writing: &mut Writing, borrower: Uuid, job: &Employment, today: Option<Date>) {
    let Employment {
        id: _,
        status: _,
        classification: _,
        employer_name,
        phone,
        address,
        position,
        started_on,
        ended_on: _,
        months_employed,
        line_of_work_months,
        self_employed,
        ownership: _,
        self_employed_income: _,
        special_relationship: _,
        foreign_income: _,
        seasonal_income: _,
        previous_income: _,
        stated_income: _,
    } = job;
    let row = writing.row_of(&primary_employer::LAYOUT, borrower);
    row.put(&primary_employer::NAME, employer_name.as_ref());
    row.address(&address_fields!(primary_employer), address);
    row.yes(&primary_employer::SELF_EMPLOYED, *self_employed);
    let months = months_employed.or(started_on.zip(today).and_then(|(start, today)| months_between(start, today)));
    row.months(&primary_employer::YEARS, &primary_employer::MONTHS, months);
    row.put(&primary_employer::LINE_OF_WORK_YEARS, line_of_work_months.map(|months| months / 12));
    row.put(&primary_employer::POSITION, position.as_ref());
    row.put(&primary_employer::PHONE, phone.as_ref());
}

fn write_other_employer(writing: &mut Writing, borrower: Uuid, job: &Employment) {
    let row = writing.row_of(&other_employer::LAYOUT, borrower);
    row.put(&other_employer::NAME, job.employer_name.as_ref());
    row.address(&address_fields!(other_employer), &job.address);
    row.yes(&other_employer::SELF_EMPLOYED, job.self_employed);
    row.yes(&other_employer::CURRENT, job.status.map(|status| status == EmploymentStatus::Current));
    row.date(&other_employer::STARTED, job.started_on);
    row.date(&other_employer::ENDED, job.ended_on);
    row.put(&other_employer::MONTHLY_INCOME, job.previous_income.or(job.stated_income));
    row.put(&other_employer::POSITION, job.position.as_ref());
    row.put(&other_employer::PHONE, job.phone.as_ref());
}

/// Writes a borrower's income, with one record per code, because each code can occur only once.
fn write_incomes(writing: &mut Writing, borrower: &Borrower) {
    let mut sums: Vec<(&'static str, Vec<Option<Money>>)> = Vec::new();
    let mut add = |code: &'static str, amount: Option<Money>| match sums.iter_mut().find(|(known, _)| *known == code) {
        Some((_, amounts)) => amounts.push(amount),
        None => sums.push((code, vec![amount])),
    };
    for job in borrower.employments.iter().filter(|job| job.self_employed_income.is_some()) {
        add("20", job.self_employed_income);
    }
    for Income { id: _, kind, other, monthly_amount, from_employment: _, employment: _ } in &borrower.incomes {
        let described = OTHER_INCOMES.iter().find(|(_, words)| other.as_deref() == Some(*words)).map(|(code, _)| *code);
        let known = code(INCOMES, kind.as_ref());
        add(described.or(known).unwrap_or("45"), *monthly_amount);
    }
    for (code, amounts) in sums {
        let row = writing.row_of(&income::LAYOUT, borrower.id);
        row.put(&income::KIND, Some(code));
        row.put(&income::AMOUNT, sum(amounts));
    }
}

/// Whole months between two dates, or `None` if `end` is before `start`.
fn months_between(start: Date, end: Date) -> Option<u16> {
    let span = start.until((Unit::Month, end)).ok()?;
    u16::try_from(span.get_months()).ok()
}
