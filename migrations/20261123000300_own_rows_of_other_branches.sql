-- Whoever sees a branch sees what is their own in other branches as well. Which that is stands beside the membership now, so that
-- a page of the branch doesn't read all that is their own once more.
-- Locks: loan_team_member and lead_user while they get a column, loan and lead for a moment each. A million loans take about a minute.
-- Rows of the version before have no branch there and are read as before.

alter table loan_team_member add column org_unit_id bigint;
alter table lead_user add column org_unit_id bigint;

alter table loan_team_member disable trigger user;
do $$
declare
  company bigint;
begin
  for company in select id from org_unit where id = company_id loop
    perform set_config('app.company_id', company::text, true);
    update loan_team_member t
    set org_unit_id = l.org_unit_id
    from loan l
    where t.company_id = company and l.company_id = t.company_id and l.id = t.loan_id;
    update lead_user u
    set org_unit_id = l.org_unit_id
    from lead l
    where u.company_id = company and l.company_id = u.company_id and l.id = u.lead_id;
  end loop;
  perform set_config('app.company_id', '', true);
end
$$;
alter table loan_team_member enable trigger user;

create index loan_team_member_own on loan_team_member (company_id, membership_id, loan_id) include (org_unit_id);
drop index loan_team_member_company_id_membership_id_loan_id_idx;
create index lead_user_own on lead_user (company_id, membership_id, lead_id) include (org_unit_id);
drop index lead_user_company_id_membership_id_lead_id_idx;
analyze loan_team_member, lead_user;

-- A record that goes to another branch takes its people along, whichever statement moves it.
create function team_goes_along()
returns trigger
language plpgsql
set search_path = public, pg_temp
as $$
begin
  update loan_team_member set org_unit_id = new.org_unit_id where company_id = new.company_id and loan_id = new.id;
  return null;
end
$$;
create trigger team_goes_along
after update of org_unit_id on loan
for each row when (old.org_unit_id <> new.org_unit_id)
execute function team_goes_along();

create function owners_go_along()
returns trigger
language plpgsql
set search_path = public, pg_temp
as $$
begin
  update lead_user set org_unit_id = new.org_unit_id where company_id = new.company_id and lead_id = new.id;
  return null;
end
$$;
create trigger owners_go_along
after update of org_unit_id on lead
for each row when (old.org_unit_id <> new.org_unit_id)
execute function owners_go_along();

-- Tasks follow a team once for each statement that changes it, and not for one that moves its loan.
drop trigger follow_tasks_of_team on loan_team_member;
create or replace function note_team_change()
returns trigger
language plpgsql
set search_path = public, pg_temp
as $$
begin
  if tg_op = 'INSERT' then
    insert into loan_team_change (company_id, loan_id, role, is_primary, after_id)
    select company_id, loan_id, role, is_primary, membership_id from is_there;
    perform follow_tasks(company_id, loan_id) from is_there group by company_id, loan_id;
  elsif tg_op = 'DELETE' then
    insert into loan_team_change (company_id, loan_id, role, is_primary, before_id)
    select company_id, loan_id, role, is_primary, membership_id from was_there;
    perform follow_tasks(company_id, loan_id) from was_there group by company_id, loan_id;
  else
    insert into loan_team_change (company_id, loan_id, role, is_primary, before_id, after_id)
    select w.company_id, w.loan_id, w.role, w.is_primary, w.membership_id, i.membership_id
    from was_there w
    join is_there i using (company_id, loan_id, role, is_primary)
    where w.membership_id <> i.membership_id;
    perform follow_tasks(w.company_id, w.loan_id)
    from was_there w
    join is_there i using (company_id, loan_id, role, is_primary)
    where w.membership_id <> i.membership_id
    group by w.company_id, w.loan_id;
  end if;
  return null;
end
$$;
