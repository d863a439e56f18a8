-- The pipeline is filtered by whatever is projected: `loan_facts` finds what no index of a sort does, by any of its columns
-- and any of them together. A loan has its lender, out of the company's list.
-- Locks: `loan` for a moment, it gets a column without rewriting its rows; then against writing while the index is built,
-- some seconds for a million loans. The version before reads neither.

alter table loan add column lender_id bigint;
alter table loan add constraint loan_lender foreign key (company_id, lender_id) references lender (company_id, id);

create index loan_facts on loan using gin (
  company_id, lender_id, purpose, mortgage_type, lien, amortization, property_usage, state_code, note_rate_millionths,
  application_on, funded_on)
-- What was written last is looked through one by one: not too much of it.
with (gin_pending_list_limit = 512);
