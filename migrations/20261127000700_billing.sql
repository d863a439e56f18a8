-- Plans, subscriptions, seats, payments, and the restriction of unpaid memberships.

-- Global: every company is offered the same plans.
create table plan (
  id                  text primary key check (id ~ '^[A-Z][A-Z_]{0,30}$'),
  name                text not null,
  is_pro              boolean not null,
  -- Increases with a plan's features. A change to a higher rank is an upgrade.
  rank                smallint not null unique,
  officer_month_cents bigint not null check (officer_month_cents >= 0),
  officer_year_cents  bigint not null check (officer_year_cents >= 0),
  support_month_cents bigint not null check (support_month_cents >= 0),
  support_year_cents  bigint not null check (support_year_cents >= 0),
  is_offered          boolean not null default true
);
grant select on plan to keyturn_app;

insert into plan (id, name, is_pro, rank, officer_month_cents, officer_year_cents, support_month_cents, support_year_cents)
values ('STANDARD', 'Standard', false, 1, 6900, 69000, 2900, 29000),
       ('PRO', 'Pro', true, 2, 9900, 99000, 4900, 49000);

-- One for the company, for each paying branch, and for each user who pays alone.
create table subscription (
  company_id       bigint not null,
  id               bigint generated always as identity,
  payer            text not null check (payer in ('COMPANY', 'BRANCH', 'SELF')),
  org_unit_id      bigint,
  user_id          bigint,
  plan_id          text not null,
  period           text not null check (period in ('MONTH', 'YEAR')),
  officer_seats    integer not null check (officer_seats between 0 and 10000),
  support_seats    integer not null check (support_seats between 0 and 10000),
  state            text not null check (state in ('NONE', 'TRIAL', 'ACTIVE', 'PAST_DUE', 'ADMIN_CANCELLED', 'USER_CANCELLED')),
  trial_ends_on    date,
  -- Billing periods are counted from this day.
  anchor_on        date,
  period_starts_on date,
  period_ends_on   date,
  -- Cost of the running period, as if all its changes had applied from its first day.
  period_cents     bigint not null default 0 check (period_cents >= 0),
  past_due_on      date,
  -- The day of the last automatic payment attempt.
  tried_on         date,
  is_blocked       boolean not null default false,
  cancelled_on     date,
  cancelled_by     bigint,
  cancel_reason    text check (length(cancel_reason) between 1 and 500),
  created_at       timestamptz not null default now(),
  updated_at       timestamptz not null default now(),
  -- Compared with `If-Match`.
  version          integer not null default 1,
  primary key (company_id, id),
  foreign key (company_id, org_unit_id) references org_unit (company_id, id),
  check (case payer
           when 'COMPANY' then org_unit_id = company_id and user_id is null
           when 'BRANCH' then org_unit_id <> company_id and user_id is null
           else user_id is not null and org_unit_id is null
         end),
  check (state <> 'TRIAL' or trial_ends_on is not null),
  check (state <> 'ACTIVE' or period_ends_on is not null),
  check (state <> 'PAST_DUE' or past_due_on is not null),
  check ((state in ('ADMIN_CANCELLED', 'USER_CANCELLED')) = (cancelled_on is not null))
);
create unique index on subscription (company_id, org_unit_id) where org_unit_id is not null;
create unique index on subscription (company_id, user_id) where user_id is not null;
call make_tenant_table('subscription');

create table seat (
  company_id      bigint not null,
  subscription_id bigint not null,
  user_id         bigint not null,
  kind            text not null check (kind in ('LO', 'SUPPORT')),
  since           timestamptz not null default now(),
  primary key (company_id, subscription_id, user_id),
  foreign key (company_id, subscription_id) references subscription (company_id, id)
);
call make_tenant_table('seat');

-- A card, by the payment provider's token. Keyturn never receives the card number.
create table payment_method (
  company_id      bigint not null,
  id              bigint generated always as identity,
  subscription_id bigint not null,
  provider        text not null,
  token           text not null check (length(token) between 1 and 200),
  brand           text not null,
  last_four       text not null check (last_four ~ '^[0-9]{4}$'),
  expires_on      date not null,
  -- The card that is charged. Other cards may have been declined.
  is_default      boolean not null default false,
  created_at      timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, subscription_id) references subscription (company_id, id)
);
create unique index on payment_method (company_id, subscription_id) where is_default;
call make_tenant_table('payment_method');

-- A payment, from before the provider is called. It states what it pays for. If the process dies, another one repeats the call
-- under the same key and completes the purchase.
create table invoice (
  company_id        bigint not null,
  id                bigint generated always as identity,
  subscription_id   bigint not null,
  state             text not null check (state in ('OPEN', 'PAID', 'FAILED', 'VOID')),
  purpose           text not null check (purpose in ('SUBSCRIBE', 'UPGRADE', 'RENEW')),
  charge_key        uuid not null,
  payment_method_id bigint not null,
  plan_id           text not null,
  period            text not null check (period in ('MONTH', 'YEAR')),
  officer_seats     integer not null,
  support_seats     integer not null,
  starts_on         date not null,
  ends_on           date not null,
  subtotal_cents    bigint not null check (subtotal_cents >= 0),
  credit_cents      bigint not null check (credit_cents >= 0),
  amount_cents      bigint not null check (amount_cents >= 0),
  -- Cost of the running period once this is paid.
  period_cents      bigint not null check (period_cents >= 0),
  -- The bank requires the payer's confirmation.
  awaits_payer      boolean not null default false,
  failure           text,
  reference         text,
  issued_on         date not null,
  created_at        timestamptz not null default now(),
  settled_at        timestamptz,
  primary key (company_id, id),
  foreign key (company_id, subscription_id) references subscription (company_id, id),
  foreign key (company_id, payment_method_id) references payment_method (company_id, id),
  check ((state = 'OPEN') = (settled_at is null))
);
create index on invoice (company_id, subscription_id, id);
-- One open payment per subscription.
create unique index on invoice (company_id, subscription_id) where state = 'OPEN';
call make_tenant_table('invoice', 'select, insert, update');

-- Memberships that may not create or find records, with the message for the user. Rewritten when subscriptions, seats or
-- members change. Read by `require_license`.
create table license_restriction (
  company_id    bigint not null,
  membership_id bigint not null,
  notice        text not null check (length(notice) between 1 and 500),
  primary key (company_id, membership_id),
  foreign key (company_id, membership_id) references membership (company_id, id)
);
call make_tenant_table('license_restriction');

-- Users who pay for themselves, regardless of their unit's setting.
create table self_payer (
  company_id bigint not null,
  user_id    bigint not null,
  since      timestamptz not null default now(),
  primary key (company_id, user_id)
);
call make_tenant_table('self_payer');

-- Runs in the message that opens a transaction, after `enter`, for actions that need a seat. Raises
--    KT402  the membership is restricted; the message is shown to the user.
create function require_license()
returns void
language plpgsql
stable
set search_path = public, pg_temp
as $$
declare
  told text;
begin
  select notice
  into told
  from license_restriction
  where company_id = nullif(current_setting('app.company_id', true), '')::bigint
    and membership_id = nullif(current_setting('app.membership_id', true), '')::bigint;
  if found then
    raise exception '%', told using errcode = 'KT402';
  end if;
end
$$;
grant execute on function require_license() to keyturn_app;
