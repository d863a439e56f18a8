//! The Continuation Sheet: rows that the form has no line for, texts too long for their box, and explanations.

use crate::{
    boxes::label_of,
    rows,
    scope::{Group, account_number, full_name, one_line},
    text::{Weight, printable, wrap},
    values::money,
};
use lending::{
    application::{Borrower, Employment, Liability},
    values::Money,
};
use std::collections::BTreeMap;

/// How each heading on the sheet begins.
pub(crate) const HEADING: &str = "Continuation of ";

/// Font size and line height of the sheet.
pub(crate) const SIZE: f32 = 8.0;
pub(crate) const LEADING: f32 = 9.5;

/// Entries of one borrower by heading. Headings begin with the section's number, so that they sort like the form.
#[derive(Default)]
pub(crate) struct Entries(BTreeMap<String, Vec<String>>);

/// Rows that the form has in each section.
pub(crate) const ACCOUNTS: usize = 5;
const OTHER_ASSETS: usize = 4;
const DEBTS: usize = 5;
const EXPENSES: usize = 3;
const PROPERTIES: usize = 3;
const MORTGAGES: usize = 2;
const OTHER_LOANS: usize = 2;
const GIFTS: usize = 2;
const CURRENT_JOBS: usize = 2;
const OTHER_INCOMES: usize = 3;

impl Entries {
    /// Adds an entry below a heading.
    pub(crate) fn add(&mut self, heading: &str, entry: String) {
        self.0.entry(heading.to_owned()).or_default().push(entry);
    }

    /// All entries as lines of the sheet.
    pub(crate) fn lines(&self, room: f32) -> Vec<String> {
        let mut lines = Vec::new();
        for (heading, entries) in &self.0 {
            lines.push(format!("{HEADING}{heading}"));
            lines.extend(entries.iter().flat_map(|entry| wrap(&printable(entry), Weight::Regular, SIZE, room)));
        }
        lines
    }
}

/// "Label: value" pairs of the known values, separated by commas.
fn pairs<const N: usize>(pairs: [(&str, Option<String>); N]) -> String {
    let known = pairs.into_iter().filter_map(|(label, value)| value.map(|value| format!("{label}: {value}")));
    known.collect::<Vec<_>>().join(", ")
}

fn dollars(amount: Option<Money>) -> Option<String> {
    amount.map(|amount| format!("${}", money(amount)))
}

/// The form's label of a word, with the description that belongs to "Other".
fn labeled<T: AsRef<str>>(list: &str, word: Option<T>, other: Option<&String>) -> Option<String> {
    let label = word.map(|word| label_of(list, word.as_ref()).unwrap_or("Other"));
    // Files describe other assets by these two words of DU, which say nothing to a reader.
    let other = other.filter(|text| !["OtherLiquidAsset", "OtherNonLiquidAsset"].contains(&text.as_str()));
    match (label, other) {
        (Some("Other") | None, Some(other)) => Some(format!("Other ({other})")),
        (label, _) => label.map(str::to_owned),
    }
}

/// Entries of one borrower. The first borrower's sheet also has those of the group's sections 2 to 4.
pub(crate) fn entries(group: &Group<'_>, borrower: &Borrower) -> Entries {
    let mut entries = Entries::default();
    residences(&mut entries, borrower);
    employments(&mut entries, borrower);
    incomes(&mut entries, borrower);
    explanations(&mut entries, borrower);
    if group.borrowers.first().is_some_and(|first| first.id == borrower.id) {
        assets(&mut entries, group);
        debts(&mut entries, group);
        properties(&mut entries, group);
        other_loans_and_gifts(&mut entries, group);
    }
    entries
}

fn residences(entries: &mut Entries, borrower: &Borrower) {
    for residence in rows::former_residences(borrower).into_iter().skip(1) {
        let entry = pairs([
            ("Former Address", Some(one_line(&residence.address))),
            ("Months at this Address", residence.months.map(|months| months.to_string())),
            ("Housing", residence.basis.map(|basis| basis.as_str().to_owned())),
            ("Monthly Rent", dollars(residence.monthly_rent)),
        ]);
        entries.add("1a. Personal Information", entry);
    }
}

fn employments(entries: &mut Entries, borrower: &Borrower) {
    let describe = |job: &Employment| {
        let paid = borrower.incomes.iter().filter(|income| income.employment == Some(job.id));
        let wages: Money = paid.filter_map(|income| income.monthly_amount).sum();
        pairs([
            ("Employer or Business", job.employer_name.clone()),
            ("Address", Some(one_line(&job.address)).filter(|address| !address.is_empty())),
            ("Phone", job.phone.as_ref().map(ToString::to_string)),
            ("Position or Title", job.position.clone()),
            ("Start Date", job.started_on.map(|day| day.strftime("%m/%d/%Y").to_string())),
            ("End Date", job.ended_on.map(|day| day.strftime("%m/%d/%Y").to_string())),
            ("Business Owner or Self-Employed", job.self_employed.map(|own| yes_no(own).to_owned())),
            ("Monthly Income (or Loss)", dollars(job.self_employed_income)),
            ("Gross Monthly Income", dollars(job.previous_income.or(Some(wages).filter(|sum| *sum != Money::ZERO)))),
        ])
    };
    for job in rows::current_jobs(borrower).into_iter().skip(CURRENT_JOBS) {
        entries.add("1c. Additional Employment/Self-Employment and Income", describe(job));
    }
    for job in rows::previous_jobs(borrower).into_iter().skip(1) {
        entries.add("1d. Previous Employment/Self-Employment and Income", describe(job));
    }
}

fn yes_no(answer: bool) -> &'static str {
    if answer { "Yes" } else { "No" }
}

fn incomes(entries: &mut Entries, borrower: &Borrower) {
    for (at, income) in rows::other_incomes(borrower).into_iter().enumerate() {
        let source = labeled("income", income.kind.map(|kind| kind.as_str()), income.other.as_ref());
        let is_described = source.as_ref().is_some_and(|source| source.starts_with("Other ("));
        if at >= OTHER_INCOMES || is_described {
            let entry = pairs([("Income Source", source), ("Monthly Income", dollars(income.monthly_amount))]);
            entries.add("1e. Income from Other Sources", entry);
        }
    }
}

fn explanations(entries: &mut Entries, borrower: &Borrower) {
    let texts = &borrower.declarations.explanations;
    let about_property = [("A", &texts.a), ("B", &texts.b), ("C", &texts.c), ("D", &texts.d), ("E", &texts.e)];
    let about_finances = [
        ("F", &texts.f),
        ("G", &texts.g),
        ("H", &texts.h),
        ("I", &texts.i),
        ("J", &texts.j),
        ("K", &texts.k),
        ("L", &texts.l),
        ("M", &texts.m),
    ];
    let mut add = |heading: &str, letter: &str, text: &Option<String>| {
        if let Some(text) = text {
            entries.add(heading, format!("{letter}. {text}"));
        }
    };
    about_property
        .into_iter()
        .for_each(|(letter, text)| add("5a. About this Property and Your Money for this Loan", letter, text));
    about_finances.into_iter().for_each(|(letter, text)| add("5b. About Your Finances", letter, text));
}

fn assets(entries: &mut Entries, group: &Group<'_>) {
    for asset in group.rows.accounts.iter().skip(ACCOUNTS) {
        let number = account_number(group.secrets, asset.id, asset.account_number_last_four.as_deref());
        let entry = pairs([
            ("Account Type", labeled("account", asset.kind.map(|kind| kind.as_str()), asset.other.as_ref())),
            ("Financial Institution", asset.holder.clone()),
            ("Account Number", number),
            ("Cash or Market Value", dollars(asset.value)),
        ]);
        entries.add("2a. Bank Accounts, Retirement, and Other Accounts", entry);
    }
    for (at, row) in group.rows.other_assets.iter().enumerate() {
        let other = row["other"].as_str().map(str::to_owned);
        let kind = labeled("assetOrCredit", row["kind"].as_str(), other.as_ref());
        let is_described = kind.as_ref().is_some_and(|kind| kind.starts_with("Other ("));
        if at >= OTHER_ASSETS || is_described {
            let value = row["value"].as_str().and_then(|value| value.parse().ok());
            let entry = pairs([("Asset or Credit Type", kind), ("Cash or Market Value", dollars(value))]);
            entries.add("2b. Other Assets and Credits", entry);
        }
    }
}

fn debts(entries: &mut Entries, group: &Group<'_>) {
    for debt in group.rows.debts.iter().skip(DEBTS) {
        let kind = labeled("debt", debt.kind.map(|kind| kind.as_str()), debt.other.as_ref());
        let entry = pairs([
            ("Account Type", kind),
            ("Company Name", debt.creditor.clone()),
            ("Account Number", account_number(group.secrets, debt.id, debt.account_number_last_four.as_deref())),
            ("Unpaid Balance", dollars(debt.balance)),
            ("To be paid off at or before closing", debt.paid_off_at_closing.map(|paid| yes_no(paid).to_owned())),
            ("Monthly Payment", dollars(debt.monthly_payment)),
        ]);
        entries.add("2c. Credit Cards, Other Debts, and Leases", entry);
    }
    for expense in group.rows.expenses.iter().skip(EXPENSES) {
        let kind = labeled("expense", expense.kind.map(|kind| kind.as_str()), expense.other.as_ref());
        let entry = pairs([("Type", kind), ("Monthly Payment", dollars(expense.monthly_payment))]);
        entries.add("2d. Other Liabilities and Expenses", entry);
    }
}

fn properties(entries: &mut Entries, group: &Group<'_>) {
    let mortgage = |debt: &Liability, address: &str| {
        pairs([
            ("Mortgage on", Some(address.to_owned())),
            ("Creditor Name", debt.creditor.clone()),
            ("Account Number", account_number(group.secrets, debt.id, debt.account_number_last_four.as_deref())),
            ("Monthly Mortgage Payment", dollars(debt.monthly_payment)),
            ("Unpaid Balance", dollars(debt.balance)),
            ("To be paid off at or before closing", debt.paid_off_at_closing.map(|paid| yes_no(paid).to_owned())),
            ("Type", labeled("mortgage", debt.mortgage_type.map(|kind| kind.as_str()), None)),
            ("Credit Limit", dollars(debt.credit_limit)),
        ])
    };
    for (at, (property, mortgages)) in group.rows.properties.iter().enumerate() {
        let address = one_line(&property.address);
        if at >= PROPERTIES {
            let entry = pairs([
                ("Property", Some(address.clone())),
                ("Property Value", dollars(property.value)),
                ("Status", labeled("disposition", property.disposition.map(|status| status.as_str()), None)),
                ("Intended Occupancy", labeled("occupancy", property.intended_usage.map(|usage| usage.as_str()), None)),
                ("Monthly Insurance, Taxes, Association Dues", dollars(property.maintenance_expense)),
                ("Monthly Rental Income", dollars(property.rental_income_gross)),
                ("Net Monthly Rental Income", dollars(property.rental_income_net)),
            ]);
            entries.add("3. Real Estate", entry);
        }
        let printed = if at < PROPERTIES { MORTGAGES } else { 0 };
        for debt in mortgages.iter().skip(printed) {
            entries.add("3. Real Estate", mortgage(debt, &address));
        }
    }
}

fn other_loans_and_gifts(entries: &mut Entries, group: &Group<'_>) {
    for loan in group.rows.other_loans.iter().skip(OTHER_LOANS) {
        let entry = pairs([
            ("Creditor Name", loan.creditor.clone()),
            ("Lien", loan.lien.map(|lien| lien.as_str().to_owned())),
            ("Monthly Payment", dollars(loan.monthly_payment)),
            ("Loan Amount", dollars(loan.amount)),
            ("Credit Limit", dollars(loan.credit_limit)),
        ]);
        entries.add("4b. Other New Mortgage Loans on the Property", entry);
    }
    for (at, gift) in group.rows.gifts.iter().enumerate() {
        let source = labeled("giftSource", gift.source.map(|source| source.as_str()), gift.source_other.as_ref());
        let is_described = source.as_ref().is_some_and(|source| source.starts_with("Other ("));
        if at >= GIFTS || is_described {
            let deposited = |deposited: bool| if deposited { "Deposited" } else { "Not Deposited" }.to_owned();
            let entry = pairs([
                ("Asset Type", labeled("gift", gift.kind.map(|kind| kind.as_str()), gift.other.as_ref())),
                ("Deposited", gift.deposited.map(deposited)),
                ("Source", source),
                ("Cash or Market Value", dollars(gift.value)),
            ]);
            entries.add("4d. Gifts or Grants", entry);
        }
    }
}

/// The name above a borrower's part of the sheet.
pub(crate) fn name(borrower: &Borrower) -> String {
    full_name(borrower)
}
