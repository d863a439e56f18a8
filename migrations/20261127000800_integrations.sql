-- API keys, connected mailboxes, and lenders.

-- Global, because it is read before the company is known. Only a hash of the secret is stored. The secret has 190 random bits,
-- so a plain hash is enough.
create table api_key (
  id            bigint generated always as identity primary key,
  company_id    bigint not null,
  -- The user whose rights the key has. Null for a company's key.
  membership_id bigint,
  name          text not null check (length(name) between 1 and 80),
  -- The beginning of the secret, which users recognize it by.
  prefix        text not null check (length(prefix) = 12),
  secret_hash   bytea not null unique check (length(secret_hash) = 32),
  scopes        text[] not null check (cardinality(scopes) between 1 and 50),
  created_by    bigint not null references app_user,
  created_at    timestamptz not null default now(),
  expires_at    timestamptz not null check (expires_at > created_at),
  -- Written at most once a minute.
  last_used_at  timestamptz,
  revoked_at    timestamptz,
  revoked_by    bigint references app_user,
  unique (company_id, id),
  foreign key (company_id) references org_unit (id),
  foreign key (company_id, membership_id) references membership (company_id, id),
  check ((revoked_at is null) = (revoked_by is null))
);
create index on api_key (company_id, membership_id, id);
grant update (last_used_at, revoked_at, revoked_by) on api_key to keyturn_app;
grant select, insert on api_key to keyturn_app;

-- One per user and company. The provider's tokens are sealed for this row.
create table mailbox (
  company_id   bigint not null,
  id           bigint generated always as identity,
  user_id      bigint not null,
  provider     text not null check (provider ~ '^[a-z][a-z0-9_-]{0,30}$'),
  address      text not null check (length(address) between 3 and 320),
  tokens       bytea not null,
  sealed_with  smallint not null,
  -- When the provider's access token must be renewed.
  renew_at     timestamptz not null,
  connected_at timestamptz not null default now(),
  -- Set when the provider refuses renewal. The user has to connect again.
  lost_at      timestamptz,
  primary key (company_id, id),
  unique (company_id, user_id)
);
call make_tenant_table('mailbox');

-- An authorization that a user began in a browser. Single use within ten minutes. `state` is stored as a hash, the PKCE verifier
-- sealed.
create table mailbox_authorization (
  company_id   bigint not null,
  state_hash   bytea not null check (length(state_hash) = 32),
  user_id      bigint not null,
  provider     text not null,
  redirect_uri text not null,
  verifier     bytea not null,
  sealed_with  smallint not null,
  expires_at   timestamptz not null,
  primary key (company_id, state_hash)
);
create index on mailbox_authorization (company_id, expires_at);
call make_tenant_table('mailbox_authorization', 'select, insert, delete');

-- Lenders that a user has authorized.
create table lender_connection (
  company_id   bigint not null,
  user_id      bigint not null,
  lender       text not null check (lender in ('rocket')),
  connected_at timestamptz not null default now(),
  primary key (company_id, user_id, lender)
);
call make_tenant_table('lender_connection');

-- An authorization that a user began in a browser. Single use within ten minutes. `state` is stored as a hash.
create table lender_authorization (
  company_id bigint not null,
  state_hash bytea not null check (length(state_hash) = 32),
  user_id    bigint not null,
  lender     text not null,
  expires_at timestamptz not null,
  primary key (company_id, state_hash)
);
create index on lender_authorization (company_id, expires_at);
call make_tenant_table('lender_authorization', 'select, insert, delete');

-- Global: lenders that the provider has integrated for every company.
create table integrated_lender (
  name         text primary key check (name ~ '^[a-z0-9][a-z0-9-]{0,62}$'),
  display_name text not null check (length(display_name) between 1 and 100),
  href         text not null check (href ~ '^https://' and length(href) <= 2000),
  img_src      text not null check (img_src ~ '^(https://|/|data:image/)' and length(img_src) <= 50000),
  -- Appearance of the link: class names and declarations.
  class        text check (length(class) <= 200),
  style        text check (length(style) <= 1000),
  position     integer not null
);
grant select, insert, delete on integrated_lender to keyturn_app;

-- Names of API keys, for the audit log.
create view api_key_name with (security_invoker = true) as
select company_id, id as api_key_id, name from api_key;
grant select on api_key_name to keyturn_app;

-- Opens an API key's transaction, with the rights of the key's user, or of the company. Raises
--    KTKEY  the key is revoked or expired,
--    KT403  the company, the user or the membership is not active,
--    KTREL  the user's rights have changed since the process read them.
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
grant execute on function enter_with_key(bigint, bigint) to keyturn_app;
