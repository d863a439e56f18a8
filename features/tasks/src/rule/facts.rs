//! Loan data for evaluating rules.

use lending::{
    filter::Operand,
    rules::{Channel, LoanFacts},
};
use platform::{InCompany, Result, db::Date};

/// Current data of a loan, and the day in its branch. `None` if the loan doesn't exist.
pub(crate) async fn of_loan(tx: &mut impl InCompany, loan: i64) -> Result<Option<(LoanFacts, Date)>> {
    Ok(of_loans(tx, &[loan]).await?.pop().map(|(_, facts, today)| (facts, today)))
}

/// Current data of existing loans, and the day in the branch of each.
pub(crate) async fn of_loans(tx: &mut impl InCompany, loans: &[i64]) -> Result<Vec<(i64, LoanFacts, Date)>> {
    let company = tx.company();
    let rows = sqlx::query!(
        "select f.loan_id as \"loan_id!\", f.org_unit_id as \"org_unit_id!\", f.stage_id as \"stage_id!\", f.officer_id as \"officer_id!\", f.lender_id, f.purpose,
                f.mortgage_type, f.lien, f.amortization, f.property_usage, f.state_code, f.appraisal_waiver, f.amount_cents as \"amount_cents!\",
                f.purchase_price_cents, f.appraised_value_cents, f.note_rate_millionths, f.term_months,
                f.application_on as \"application_on: Date\", f.closing_on as \"closing_on: Date\",
                f.lock_expires_on as \"lock_expires_on: Date\", f.line, f.processors as \"processors!\", f.lead_source_id,
                f.is_non_delegated_correspondent as \"is_correspondent!\",
                c.time_zone as \"time_zone!\"
         from loan_fact f
         join office_calendar c on c.company_id = $1 and c.org_unit_id = f.org_unit_id
         where f.company_id = $1
           and f.loan_id = any ($2)",
        company,
        loans
    )
    .fetch_all(&mut **tx)
    .await?;
    let mut found = Vec::new();
    for row in rows {
        let day = |day: Option<Date>| day.map(|day| Operand::Day(*day));
        let channel = if row.is_correspondent { Channel::NonDelegatedCorrespondent } else { Channel::Retail };
        let mut facts = LoanFacts::default();
        for (field, value) in [
            ("purpose", row.purpose.map(Operand::Text)),
            ("mortgageType", row.mortgage_type.map(Operand::Text)),
            ("lien", row.lien.map(Operand::Text)),
            ("amortization", row.amortization.map(Operand::Text)),
            ("occupancy", row.property_usage.map(Operand::Text)),
            ("state", row.state_code.map(Operand::Text)),
            ("appraisalWaiver", row.appraisal_waiver.map(Operand::Text)),
            ("channel", Some(Operand::Text(channel.to_string()))),
            ("address", row.line.map(Operand::Text)),
            ("amount", Some(Operand::Number(row.amount_cents))),
            ("purchasePrice", row.purchase_price_cents.map(Operand::Number)),
            ("appraisedValue", row.appraised_value_cents.map(Operand::Number)),
            ("rate", row.note_rate_millionths.map(Operand::Number)),
            ("term", row.term_months.map(|months| Operand::Number(months.into()))),
            ("application", day(row.application_on)),
            ("closing", day(row.closing_on)),
            ("lockExpiration", day(row.lock_expires_on)),
            ("stage", Some(Operand::Number(row.stage_id))),
            ("officer", Some(Operand::Number(row.officer_id))),
            ("lender", row.lender_id.map(Operand::Number)),
            ("branch", Some(Operand::Number(row.org_unit_id))),
            ("leadSource", row.lead_source_id.map(Operand::Number)),
        ] {
            facts.put(field, value);
        }
        for processor in row.processors {
            facts.put("processor", Some(Operand::Number(processor)));
        }
        found.push((row.loan_id, facts, Date::today_in(&row.time_zone)));
    }
    Ok(found)
}
