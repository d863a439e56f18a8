-- Licenses by state: of the company, of its branches, of its officers. A state that asks for none is a row without a
-- number.
-- Locks: none, the table is new. The version before reads none of it.

create table license (
  company_id  bigint not null,
  id          bigint generated always as identity,
  -- Whose: a unit's, the company itself among them, or a person's.
  org_unit_id bigint,
  user_id     bigint,
  state_code  text not null check (state_code ~ '^[A-Z]{2}$'),
  number      text check (length(number) between 1 and 40),
  issued_on   date,
  expires_on  date,
  is_active   boolean not null default true,
  version     integer not null default 1,
  primary key (company_id, id),
  foreign key (company_id, org_unit_id) references org_unit (company_id, id),
  check ((org_unit_id is null) <> (user_id is null)),
  check (expires_on >= issued_on)
);
create index on license (company_id, user_id, state_code) where user_id is not null;
create index on license (company_id, org_unit_id, state_code) where org_unit_id is not null;
call make_tenant_table('license');

-- How a license stands on a day. It is worth renewing from sixty days before its end.
create function license_standing(is_active boolean, issued_on date, expires_on date, today date)
returns text
language sql
immutable
set search_path = public, pg_temp
as $$
  select case
    when not is_active then 'INACTIVE'
    when expires_on < today then 'EXPIRED'
    when issued_on > today then 'NOT_YET'
    when expires_on < today + 60 then 'EXPIRES_SOON'
    else 'AUTHORIZED'
  end
$$;
grant execute on function license_standing(boolean, date, date, date) to keyturn_app;

-- What other features ask of an officer: the states in which they may work.
create view officer_license with (security_invoker = true) as
select company_id, user_id, state_code, is_active, issued_on, expires_on
from license
where user_id is not null;
grant select on officer_license to keyturn_app;
