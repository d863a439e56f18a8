-- What the head of the pipeline sums up is read from an index alone, by stage in the company, a branch or of an officer; a
-- column of the board reads its cards in the order of their deadlines from one.
-- Locks: `loan` against writing while the indexes are built, some seconds for a million loans. The version before does not
-- read them.

create index loan_stage_total         on loan (company_id, org_unit_id, stage_id) include (amount_cents);
create index loan_officer_stage_total on loan (company_id, officer_id, stage_id) include (amount_cents, org_unit_id);
create index loan_stage_by_deadline      on loan (company_id, stage_id, next_deadline_sort, id);
create index loan_unit_stage_by_deadline on loan (company_id, org_unit_id, stage_id, next_deadline_sort, id);
