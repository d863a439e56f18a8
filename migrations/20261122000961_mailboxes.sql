-- Mailboxes that people connect at a mail provider, and what a browser was sent there for.
-- Locks: none, the tables are new. The version before knows nothing of them.

-- One for each person in a company. The provider's tokens are sealed for this very row.
create table mailbox (
  company_id   bigint not null,
  id           bigint generated always as identity,
  user_id      bigint not null,
  provider     text not null check (provider ~ '^[a-z][a-z0-9_-]{0,30}$'),
  address      text not null check (length(address) between 3 and 320),
  tokens       bytea not null,
  sealed_with  smallint not null,
  -- When the provider's access token is to be renewed.
  renew_at     timestamptz not null,
  connected_at timestamptz not null default now(),
  -- Since when the provider refuses to renew it; then the person has to connect again.
  lost_at      timestamptz,
  primary key (company_id, id),
  unique (company_id, user_id)
);
call make_tenant_table('mailbox');

-- Begun by a person in a browser, good once within ten minutes: `state` by its hash, the proof key's verifier sealed.
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
