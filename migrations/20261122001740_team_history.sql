-- Who stood in which slot of a loan's team, and who changed it: written by the tables themselves, whatever statement changes a team,
-- so that no way of changing one can forget it. Replayed in the order of its ids it gives the team that stands.
-- Locks: loan_team_member against writing while it gets its triggers and the teams that stand are written down, some seconds for a
-- million loans. The version before changes teams as it did, and its changes are written down, too.

create table loan_team_change (
  company_id    bigint not null,
  id            bigint generated always as identity,
  loan_id       bigint not null,
  role          text not null,
  is_primary    boolean not null,
  -- Memberships; null for nobody.
  before_id     bigint,
  after_id      bigint,
  changed_by    bigint default nullif(current_setting('app.user_id', true), '')::bigint,
  changed_at    timestamptz not null default clock_timestamp(),
  primary key (company_id, id),
  foreign key (company_id, loan_id) references loan (company_id, id),
  check (before_id is distinct from after_id)
);
create index on loan_team_change (company_id, loan_id, id);
call make_tenant_table('loan_team_change', 'select, insert');

create function note_team_change()
returns trigger
language plpgsql
set search_path = public, pg_temp
as $$
begin
  if tg_op = 'INSERT' then
    insert into loan_team_change (company_id, loan_id, role, is_primary, after_id)
    select company_id, loan_id, role, is_primary, membership_id from is_there;
  elsif tg_op = 'DELETE' then
    insert into loan_team_change (company_id, loan_id, role, is_primary, before_id)
    select company_id, loan_id, role, is_primary, membership_id from was_there;
  else
    insert into loan_team_change (company_id, loan_id, role, is_primary, before_id, after_id)
    select w.company_id, w.loan_id, w.role, w.is_primary, w.membership_id, i.membership_id
    from was_there w
    join is_there i using (company_id, loan_id, role, is_primary)
    where w.membership_id <> i.membership_id;
  end if;
  return null;
end
$$;

create trigger note_insert after insert on loan_team_member
  referencing new table as is_there for each statement execute function note_team_change();
create trigger note_update after update on loan_team_member
  referencing old table as was_there new table as is_there for each statement execute function note_team_change();
create trigger note_delete after delete on loan_team_member
  referencing old table as was_there for each statement execute function note_team_change();

do $$
declare
  company bigint;
begin
  for company in select id from org_unit where id = company_id loop
    perform set_config('app.company_id', company::text, true);
    insert into loan_team_change (company_id, loan_id, role, is_primary, after_id, changed_by, changed_at)
    select t.company_id, t.loan_id, t.role, t.is_primary, t.membership_id, l.created_by, l.created_at
    from loan_team_member t
    join loan l on l.company_id = t.company_id and l.id = t.loan_id
    where t.company_id = company;
  end loop;
  perform set_config('app.company_id', '', true);
end
$$;
