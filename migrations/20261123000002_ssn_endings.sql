-- The last four digits of a borrower's social security number find their loans, for whoever may reveal it: a keyed hash of
-- them beside the one of the whole number.
-- Locks: `loan_borrower` for a moment, it gets a column without rewriting its rows; then its writers for as long as the index
-- reads it, about a second for a million rows. The version before writes rows without, and they are not found by these
-- digits until their loan is saved again.
alter table loan_borrower add column ssn_ending_key bytea;
create index loan_borrower_ssn_ending on loan_borrower (company_id, ssn_ending_key) where ssn_ending_key is not null;
