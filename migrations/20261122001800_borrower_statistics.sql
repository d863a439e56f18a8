-- Borrowers' records are counted anew with the loans: who makes thousands of both at once has each link between them checked
-- by an index of names as long as nothing is known of how many there are, and thirteen thousand links took minutes.
-- Locks: none, a function is replaced. The version before takes it as well.
create or replace function refresh_loan_statistics()
returns void
language plpgsql
security definer
set search_path = public, pg_temp
as $$
begin
  analyze loan, loan_application, loan_secret, loan_borrower, borrower, subject_property, loan_team_member, loan_stage_change,
          search_entry, org_unit, membership, app_user, loan_stage;
end
$$;
