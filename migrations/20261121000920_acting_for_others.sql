-- The provider's super administrator acts for somebody in a tab of its own, and the functions by which the provider's
-- area reaches across companies.
-- Locks: `session` for a moment, it gets columns without rewriting its rows. The version before opens tabs in which
-- everybody acts for themselves, and knows nothing of the others.

alter table session
  -- When somebody began to act for another, was last there, and ended it. A tab is one or the other for good, so that
  -- what a process remembers of it stays true.
  add column acting_since    timestamptz,
  add column acting_seen_at  timestamptz,
  add column acting_ended_at timestamptz,
  add check ((acting_since is null) = (acting_seen_at is null)),
  add check (acting_ended_at is null or acting_since is not null);

-- Whether a tab in which somebody acts for another is still one: not ended, not idle for an hour (decision D32), and who
-- signed in is a super administrator of the provider. `acting_seen_at` is written at most once a minute, hence the minute
-- of grace.
create function acts_for_another(p_session uuid)
returns boolean
language sql
stable
set search_path = public, pg_temp
as $$
  select exists (
    select
    from session s
    join login l on l.id = s.login_id
    join app_user u on u.id = l.user_id and u.state = 'ACTIVE'
    join membership m on m.user_id = u.id and m.active
    join membership_role r on r.company_id = m.company_id and r.membership_id = m.id and r.role = 'SUPERADMIN'
    join org_unit p on p.id = m.org_unit_id and p.type = 'PROVIDER' and p.state = 'ACTIVE'
    where s.id = p_session
      and s.acting_ended_at is null
      and s.acting_seen_at > now() - interval '61 minutes'
      and l.last_seen_at > now() - make_interval(mins => p.session_timeout_minutes + 1))
$$;
revoke all on function acts_for_another(uuid) from public;
grant execute on function acts_for_another(uuid) to keyturn_app;

-- As before, and besides
--   KTEND  somebody acts for another, and may no more,
-- and whose home company is suspended is refused wherever they work.
create or replace function enter(p_login uuid, p_session uuid, p_membership bigint, p_version bigint, p_consolidated boolean)
returns void
language plpgsql
set search_path = public, pg_temp
as $$
declare
  entered record;
begin
  select l.revoked_at is null
           and l.ends_at > now()
           and l.last_seen_at > now() - make_interval(mins => c.session_timeout_minutes + 1) as alive,
         m.active and u.state = 'ACTIVE' and c.state = 'ACTIVE' and b.state = 'ACTIVE' and h.state = 'ACTIVE' as active,
         m.access_version + c.access_version as version,
         m.company_id, m.user_id, l.user_id as logged_in_user_id
  into entered
  from session s
  join login l on l.id = s.login_id
  join app_user u on u.id = s.active_user_id
  join org_unit h on h.id = u.home_company_id
  join membership m on m.id = p_membership and m.user_id = s.active_user_id
  join org_unit c on c.id = m.company_id
  join org_unit b on b.id = m.org_unit_id
  where s.id = p_session and s.login_id = p_login;

  if not found or not entered.alive then
    raise exception 'the session has ended' using errcode = 'KT401';
  end if;
  if entered.user_id <> entered.logged_in_user_id and not (entered.active and acts_for_another(p_session)) then
    raise exception 'acting for another has ended' using errcode = 'KTEND';
  end if;
  if not entered.active then
    raise exception 'the membership is not active' using errcode = 'KT403';
  end if;
  if entered.version <> p_version then
    raise exception 'the rights have changed' using errcode = 'KTREL';
  end if;

  perform set_config('app.company_id', entered.company_id::text, true),
          set_config('app.user_id', entered.user_id::text, true),
          set_config('app.logged_in_user_id', entered.logged_in_user_id::text, true),
          set_config('app.membership_id', p_membership::text, true),
          set_config('app.session_id', p_session::text, true),
          set_config('app.consolidated', p_consolidated::text, true);
end
$$;

-- What follows belongs to the provider's role, which no one signs in as and which owns no table.
grant create on schema public to keyturn_provider;
grant select on session, login, app_user, membership, membership_role, org_unit to keyturn_provider;

-- The provider's company, where the transaction is that of a super administrator who acts for nobody else.
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
revoke all on function provider_company() from public;
alter function provider_company() owner to keyturn_provider;

-- Writes what a super administrator has done with a company, or with one of its people, into that company's log and into
-- the provider's own, and tells the company's tabs, where `p_event` names an event.
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
grant insert on audit_entry, event to keyturn_provider;
revoke all on function provider_record(bigint, text, text, text, jsonb, jsonb, text, bigint) from public;
grant execute on function provider_record(bigint, text, text, text, jsonb, jsonb, text, bigint) to keyturn_app;
alter function provider_record(bigint, text, text, text, jsonb, jsonb, text, bigint) owner to keyturn_provider;

revoke create on schema public from keyturn_provider;
