-- Statistics of the loans at once. Until they exist, every index that begins with the company looks as good as the primary
-- key, and a foreign key may be checked by reading through one from end to end. Autovacuum sees to it within a minute in
-- daily use; whoever writes very many loans at once can't wait for it, and the program doesn't own the tables.
create function refresh_loan_statistics()
returns void
language plpgsql
security definer
set search_path = public, pg_temp
as $$
begin
  analyze loan, loan_application, loan_secret, loan_borrower, subject_property, loan_team_member, loan_stage_change,
          search_entry, org_unit, membership, app_user, loan_stage;
end
$$;
revoke all on function refresh_loan_statistics() from public;
grant execute on function refresh_loan_statistics() to keyturn_app;
