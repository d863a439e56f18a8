-- A page of one's own loans, and what they sum up to, is read from one index that holds every sort of the pipeline beside each
-- other: of a million loans as quickly as of ten thousand. It stands in the place of two.
-- Locks: `loan` and `loan_team_member` against writing while the indexes are built, some seconds for a million loans. The version
-- before reads them as it did those that they replace.

create index loan_of_officer on loan (company_id, officer_id, updated_at, id) include (
  stage_id, org_unit_id, created_at, amount_cents, sort_name, stage_rank, closing_sort, lock_expiry_sort, next_deadline_sort);
drop index loan_officer_by_updated;
drop index loan_officer_stage_total;

create index loan_team_member_of on loan_team_member (company_id, membership_id, loan_id) include (org_unit_id, role, is_primary);
drop index loan_team_member_own;
alter index loan_team_member_of rename to loan_team_member_own;
