-- Who has authorized Keyturn at which lender, so that the page about lenders can say so.
-- Locks: none, the table is new. The version before authorizes without a trace here.
create table lender_connection (
  company_id   bigint not null,
  user_id      bigint not null,
  lender       text not null check (lender in ('rocket')),
  connected_at timestamptz not null default now(),
  primary key (company_id, user_id, lender)
);
call make_tenant_table('lender_connection');
