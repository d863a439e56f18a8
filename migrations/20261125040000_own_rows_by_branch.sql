-- What is one's own in other branches is read as the ranges before and behind one's own branch, however much one has there.
-- Locks: loan_team_member and lead_user while their rows are looked through and the indexes are built, some seconds for a million
-- loans. The version before reads the indexes as it did those that they replace, and names the branch in all that it writes.

do $$
declare
  company bigint;
begin
  for company in select id from org_unit where id = company_id loop
    perform set_config('app.company_id', company::text, true);
    update loan_team_member t
    set org_unit_id = l.org_unit_id
    from loan l
    where t.company_id = company and t.org_unit_id is null and l.company_id = t.company_id and l.id = t.loan_id;
    update lead_user u
    set org_unit_id = l.org_unit_id
    from lead l
    where u.company_id = company and u.org_unit_id is null and l.company_id = u.company_id and l.id = u.lead_id;
  end loop;
  perform set_config('app.company_id', '', true);
end
$$;
alter table loan_team_member alter column org_unit_id set not null;
alter table lead_user alter column org_unit_id set not null;

create index loan_team_member_of on loan_team_member (company_id, membership_id, org_unit_id, loan_id) include (role, is_primary);
drop index loan_team_member_own;
alter index loan_team_member_of rename to loan_team_member_own;
create index lead_user_of on lead_user (company_id, membership_id, org_unit_id, lead_id);
drop index lead_user_own;
alter index lead_user_of rename to lead_user_own;
