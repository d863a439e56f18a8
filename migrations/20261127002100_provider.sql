-- Functions of the provider's super administrator. They cross companies, so the role keyturn_provider owns them.

grant create on schema public to keyturn_provider;

create policy provider on loan for select to keyturn_provider using (true);
create policy provider on loan_team_member for select to keyturn_provider using (true);

-- The provider's company, if the transaction belongs to a super administrator who acts on nobody's behalf.
create function provider_company()
returns bigint
language plpgsql
stable
set search_path = public, pg_temp
as $$
declare
  provider bigint;
begin
  select m.company_id
  into provider
  from session s
  join login l on l.id = s.login_id and l.user_id = s.active_user_id and l.revoked_at is null and l.ends_at > now()
  join app_user u on u.id = l.user_id and u.state = 'ACTIVE'
  join membership m on m.id = nullif(current_setting('app.membership_id', true), '')::bigint
    and m.user_id = u.id and m.active
  join membership_role r on r.company_id = m.company_id and r.membership_id = m.id and r.role = 'SUPERADMIN'
  join org_unit p on p.id = m.org_unit_id and p.type = 'PROVIDER' and p.state = 'ACTIVE'
  where s.id = nullif(current_setting('app.session_id', true), '')::uuid;
  if provider is null then
    raise exception 'not a super administrator of the provider' using errcode = 'KT403';
  end if;
  return provider;
end
$$;
alter function provider_company() owner to keyturn_provider;

-- Records a super administrator's change in the company's audit log and in the provider's. If `p_event` names an event, it also
-- notifies the company's tabs.
create function provider_record(
  p_company bigint, p_action text, p_entity text, p_entity_id text, p_before jsonb, p_after jsonb,
  p_event text, p_event_entity bigint)
returns void
language plpgsql
security definer
set search_path = public, pg_temp
as $$
declare
  provider bigint := provider_company();
begin
  perform set_config('app.company_id', p_company::text, true);
  insert into audit_entry (company_id, action, entity, entity_id, before, after)
  values (p_company, p_action, p_entity, p_entity_id, p_before, p_after);
  if p_event is not null then
    insert into event (company_id, kind, entity_id) values (p_company, p_event, p_event_entity);
  end if;
  perform set_config('app.company_id', provider::text, true);
  if p_company <> provider then
    insert into audit_entry (company_id, action, entity, entity_id, before, after)
    values (provider, p_action, p_entity, p_entity_id, p_before, p_after);
  end if;
end
$$;
grant execute on function provider_record(bigint, text, text, text, jsonb, jsonb, text, bigint) to keyturn_app;
alter function provider_record(bigint, text, text, text, jsonb, jsonb, text, bigint) owner to keyturn_provider;

-- Lets a super administrator's transaction enter a company that it has just created, to insert the defaults.
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
grant execute on function provider_enter_new_company(bigint) to keyturn_app;
alter function provider_enter_new_company(bigint) owner to keyturn_provider;

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
grant execute on function provider_find_loan_people(bigint) to keyturn_app;
alter function provider_find_loan_people(bigint) owner to keyturn_provider;

revoke create on schema public from keyturn_provider;
