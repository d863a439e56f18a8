-- API keys: programs of a company, or of one of its people, come in by them, and the audit log names the key.
-- Locks: `audit_entry` for a moment, it gets a column without rewriting its rows. The version before writes and seals
-- entries without one: no key is made until it is gone.

-- Global, because it is read before a company is known. The secret itself is kept nowhere: it has 190 random bits, so that
-- its plain hash tells nothing of it.
create table api_key (
  id            bigint generated always as identity primary key,
  company_id    bigint not null,
  -- Whose rights it has; nobody's where it is the company's own.
  membership_id bigint,
  name          text not null check (length(name) between 1 and 80),
  -- The beginning of the secret, by which people tell it.
  prefix        text not null check (length(prefix) = 12),
  secret_hash   bytea not null unique check (length(secret_hash) = 32),
  scopes        text[] not null check (cardinality(scopes) between 1 and 50),
  created_by    bigint not null references app_user,
  created_at    timestamptz not null default now(),
  expires_at    timestamptz not null check (expires_at > created_at),
  -- Written once a minute at most.
  last_used_at  timestamptz,
  revoked_at    timestamptz,
  revoked_by    bigint references app_user,
  unique (company_id, id),
  foreign key (company_id) references org_unit (id),
  foreign key (company_id, membership_id) references membership (company_id, id),
  check ((revoked_at is null) = (revoked_by is null))
);
create index on api_key (company_id, membership_id, id);
grant select, insert on api_key to keyturn_app;
grant update (last_used_at, revoked_at, revoked_by) on api_key to keyturn_app;

-- What the audit log may join.
create view api_key_name with (security_invoker = true) as
select company_id, id as api_key_id, name from api_key;
grant select on api_key_name to keyturn_app;

alter table audit_entry
  add column api_key_id bigint default nullif(current_setting('app.api_key_id', true), '')::bigint;

-- The door for programs: a transaction enters a key's company, with the rights of the person whose key it is, where it is
-- one's. Raises
--   KTKEY  the key is revoked or over,
--   KT403  the company, the person or their membership is no longer active,
--   KTREL  the person's rights have changed since they were read.
create function enter_with_key(p_key bigint, p_version bigint)
returns void
language plpgsql
set search_path = public, pg_temp
as $$
declare
  entered record;
begin
  select k.company_id, k.membership_id, m.user_id,
         k.revoked_at is null and k.expires_at > now() as alive,
         c.state = 'ACTIVE'
           and (k.membership_id is null
                or (m.active and u.state = 'ACTIVE' and b.state = 'ACTIVE' and h.state = 'ACTIVE')) as active,
         m.access_version + c.access_version as version
  into entered
  from api_key k
  join org_unit c on c.id = k.company_id
  left join membership m on m.company_id = k.company_id and m.id = k.membership_id
  left join app_user u on u.id = m.user_id
  left join org_unit b on b.id = m.org_unit_id
  left join org_unit h on h.id = u.home_company_id
  where k.id = p_key;

  if not found or not entered.alive then
    raise exception 'the key is not alive' using errcode = 'KTKEY';
  end if;
  if not entered.active then
    raise exception 'the company or the membership is not active' using errcode = 'KT403';
  end if;
  if entered.membership_id is not null and entered.version is distinct from p_version then
    raise exception 'the rights have changed' using errcode = 'KTREL';
  end if;

  perform set_config('app.company_id', entered.company_id::text, true),
          set_config('app.user_id', coalesce(entered.user_id::text, ''), true),
          set_config('app.logged_in_user_id', coalesce(entered.user_id::text, ''), true),
          set_config('app.membership_id', coalesce(entered.membership_id::text, ''), true),
          set_config('app.session_id', '', true),
          set_config('app.consolidated', 'false', true),
          set_config('app.api_key_id', p_key::text, true);
end
$$;
revoke all on function enter_with_key(bigint, bigint) from public;
grant execute on function enter_with_key(bigint, bigint) to keyturn_app;
