-- Consent of leads to calls and texts (47 CFR 64.1200): each word of theirs with the number that it is for, the wording, when
-- and from where it came. Nothing of it is changed or removed: the program may add and read. Only leads of an import that
-- is taken back whole go with their consent, as if they had never come in. What a form asks that only says yes is the company's.
-- Locks: `lead_intake_setting` for a moment, it gets a column; the table is new. The version before writes none.

create table lead_consent (
  company_id  bigint not null,
  id          bigint generated always as identity,
  lead_id     bigint not null,
  kind        text not null check (kind in ('CALL', 'TEXT')),
  -- False where it was withdrawn.
  is_given    boolean not null,
  phone       text collate "C" not null check (length(phone) between 1 and 20),
  -- What they agreed to, or what they said.
  wording     text not null check (length(wording) between 1 and 2000),
  said_at     timestamptz not null,
  source      text not null check (source in ('API', 'FORM', 'IMPORT', 'SPOKEN', 'WRITTEN')),
  -- The internet address from which it was given, and the page on which.
  address     text check (length(address) between 1 and 64),
  page        text check (length(page) between 1 and 500),
  recorded_by bigint,
  recorded_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, lead_id) references lead (company_id, id)
);
create index on lead_consent (company_id, lead_id, id);
call make_tenant_table('lead_consent', 'select, insert');

alter table lead_intake_setting add column consent_wording text check (length(consent_wording) between 1 and 2000);

-- As before, and with what they consented to.
create or replace function remove_imported_leads(p_import bigint)
returns setof bigint
language plpgsql
security definer
set search_path = public, pg_temp
as $$
declare
  company bigint := nullif(current_setting('app.company_id', true), '')::bigint;
  gone    bigint[];
begin
  select coalesce(array_agg(l.id), '{}')
  into gone
  from (select l.company_id, l.id
        from lead l
        join lead_arrival a on a.company_id = company and a.lead_id = l.id
        where l.company_id = company
          and a.import_id = p_import
          and a.state = 'MADE'
          and a.decided_at is null
          and l.version = 1
          and l.loan_id is null
          and l.updated_at = l.created_at
          and not exists (select from lead_activity v where v.company_id = company and v.lead_id = l.id)
        for update of l) as l;

  update lead_arrival set state = 'UNDONE', lead_id = null where company_id = company and lead_id = any (gone);
  delete from note where company_id = company and lead_id = any (gone);
  delete from lead_status_change where company_id = company and lead_id = any (gone);
  delete from lead_consent where company_id = company and lead_id = any (gone);
  delete from lead_referral where company_id = company and lead_id = any (gone);
  delete from lead_user where company_id = company and lead_id = any (gone);
  delete from lead_contact where company_id = company and lead_id = any (gone);
  delete from lead where company_id = company and id = any (gone);
  return query select unnest(gone);
end
$$;
revoke all on function remove_imported_leads(bigint) from public;
grant execute on function remove_imported_leads(bigint) to keyturn_app;
