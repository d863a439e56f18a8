-- The provider's area over all companies: making one, and finding people by whatever a caller on the telephone knows.
-- Locks: `app_user`, `org_unit` and `membership` can't be written while their indexes are built, some seconds at a hundred
-- thousand people. The version before uses none of it.

-- What the provider's super administrator looks for: any part of a name or an address, an NMLS id.
create index app_user_by_name on app_user using gin (lower(first_name || ' ' || last_name) gin_trgm_ops);
create index app_user_by_email on app_user using gin (email_key gin_trgm_ops);
create index app_user_by_nmls_id on app_user (nmls_id) where nmls_id is not null;
create index org_unit_by_nmls_id on org_unit (nmls_id) where nmls_id is not null;
create index org_unit_companies on org_unit (lower(display_name), id) where id = company_id;

grant create on schema public to keyturn_provider;

-- Lets a super administrator's transaction into the company that it has just made, to give it what every company begins
-- with.
create function provider_enter_new_company(p_company bigint)
returns void
language plpgsql
security definer
set search_path = public, pg_temp
as $$
begin
  perform provider_company();
  if not exists (select from org_unit where id = p_company and xmin = pg_current_xact_id()::xid) then
    raise exception 'this transaction has made no such company' using errcode = 'KT403';
  end if;
  perform set_config('app.company_id', p_company::text, true);
end
$$;
revoke all on function provider_enter_new_company(bigint) from public;
grant execute on function provider_enter_new_company(bigint) to keyturn_app;
alter function provider_enter_new_company(bigint) owner to keyturn_provider;

-- Who works on a loan, in whichever company, and as what; nothing of the borrowers. Loans are numbered over all companies,
-- so each company's key is asked in turn until one has it. Looking is on record.
grant select (company_id, id, loan_number) on loan to keyturn_provider;
grant select (company_id, loan_id, role, is_primary, membership_id) on loan_team_member to keyturn_provider;
create policy provider on loan for select to keyturn_provider using (true);
create policy provider on loan_team_member for select to keyturn_provider using (true);

create function provider_find_loan_people(p_loan bigint)
returns table (user_id bigint, loan_number text, roles text[])
language plpgsql
security definer
set search_path = public, pg_temp
as $$
declare
  provider bigint := provider_company();
  company bigint;
begin
  perform set_config('app.company_id', provider::text, true);
  insert into audit_entry (company_id, action, entity, entity_id)
  values (provider, 'provider.find-loan', 'loan', p_loan::text);
  for company in select o.id from org_unit o where o.id = o.company_id loop
    return query
      select m.user_id, l.loan_number, array_agg(t.role order by t.is_primary desc, t.role)
      from loan l
      join loan_team_member t on t.company_id = l.company_id and t.loan_id = l.id
      join membership m on m.company_id = t.company_id and m.id = t.membership_id
      where l.company_id = company
        and l.id = p_loan
      group by m.user_id, l.loan_number;
    exit when found;
  end loop;
end
$$;
revoke all on function provider_find_loan_people(bigint) from public;
grant execute on function provider_find_loan_people(bigint) to keyturn_app;
alter function provider_find_loan_people(bigint) owner to keyturn_provider;

revoke create on schema public from keyturn_provider;
