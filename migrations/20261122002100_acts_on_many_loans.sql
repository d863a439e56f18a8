-- What is done to many loans goes on after the answer, by a job in the name of whoever asked: each loan of an act stands for
-- itself, waits, and tells what became of it.
-- Locks: loan_act, for as long as it takes to write its rows anew; they are few. The version before can't keep acts any more.

alter table loan_act no force row level security;
alter table loan_act add column finished_at timestamptz;
update loan_act set finished_at = made_at;

create table loan_act_loan (
  company_id bigint not null,
  act_id     bigint not null,
  loan_id    bigint not null,
  -- Which was seen when the loan was chosen.
  version    integer not null,
  state      text not null default 'WAITING'
             check (state in ('WAITING', 'CHANGED', 'REFUSED', 'RESTORING', 'RESTORED', 'KEPT')),
  -- Of a loan that was changed: its version afterwards, and what it had before.
  step       jsonb check ((step is null) = (state in ('WAITING', 'REFUSED'))),
  changed_at timestamptz,
  -- Why it stayed as it was.
  reason     text check ((reason is not null) = (state in ('REFUSED', 'KEPT'))),
  primary key (company_id, act_id, loan_id),
  foreign key (company_id, act_id) references loan_act (company_id, id) on delete cascade
);
create index on loan_act_loan (company_id, act_id, loan_id) where state in ('WAITING', 'RESTORING');

insert into loan_act_loan (company_id, act_id, loan_id, version, state, step, changed_at)
select a.company_id, a.id, (s ->> 'id')::bigint, (s ->> 'version')::integer,
       case when a.undone_at is null then 'CHANGED' else 'RESTORED' end, s, a.made_at
from loan_act a, jsonb_array_elements(a.steps) s;
call make_tenant_table('loan_act_loan', 'select, insert, update');
alter table loan_act drop column steps;
alter table loan_act force row level security;
grant delete on loan_act to keyturn_app;

-- Enters a company for a job that goes on in somebody's name, with the rights that they have now. Where somebody acts for
-- another, both must still be there.
create function enter_on_behalf(p_user bigint, p_logged_in_user bigint, p_membership bigint, p_version bigint, p_consolidated boolean)
returns void
language plpgsql
set search_path = public, pg_temp
as $$
declare
  entered record;
begin
  select m.active and u.state = 'ACTIVE' and c.state = 'ACTIVE' and b.state = 'ACTIVE' and h.state = 'ACTIVE'
           and l.state = 'ACTIVE' as active,
         m.access_version + c.access_version as version,
         m.company_id
  into entered
  from membership m
  join app_user u on u.id = m.user_id
  join app_user l on l.id = p_logged_in_user
  join org_unit h on h.id = u.home_company_id
  join org_unit c on c.id = m.company_id
  join org_unit b on b.id = m.org_unit_id
  where m.id = p_membership and m.user_id = p_user;

  if not found or not entered.active then
    raise exception 'the membership is not active' using errcode = 'KT403';
  end if;
  if entered.version <> p_version then
    raise exception 'the rights have changed' using errcode = 'KTREL';
  end if;

  perform set_config('app.company_id', entered.company_id::text, true),
          set_config('app.user_id', p_user::text, true),
          set_config('app.logged_in_user_id', p_logged_in_user::text, true),
          set_config('app.membership_id', p_membership::text, true),
          set_config('app.consolidated', p_consolidated::text, true);
end
$$;
revoke all on function enter_on_behalf(bigint, bigint, bigint, bigint, boolean) from public;
grant execute on function enter_on_behalf(bigint, bigint, bigint, bigint, boolean) to keyturn_app;
