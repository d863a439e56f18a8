-- Leads, borrowers, contacts and tasks are found as loans are. Each kind is a partition, so that a search of one reads an
-- index of nothing else.
-- Locks: search_entry, exclusively, for a moment: the entries of loans become a partition as they are. The version before
-- calls the same functions.
alter table search_entry rename to search_entry_loan;
alter index search_entry_pkey rename to search_entry_loan_pkey;
alter index search_entry_words rename to search_entry_loan_words;

create table search_entry (
  company_id  bigint not null,
  kind        text not null,
  entity_id   bigint not null,
  words       text not null,
  org_unit_id bigint not null,
  primary key (company_id, kind, entity_id)
) partition by list (kind);
create index search_entry_words on search_entry using gin (company_id, org_unit_id, words gin_trgm_ops);
alter table search_entry enable row level security;
create policy company on search_entry using (company_id = (select nullif(current_setting('app.company_id', true), '')::bigint));

-- The check that all of them are loans spares reading them here; afterwards the partition says it.
alter table search_entry attach partition search_entry_loan for values in ('loan');
alter table search_entry_loan drop constraint search_entry_kind_check;

create table search_entry_lead     partition of search_entry for values in ('lead');
create table search_entry_borrower partition of search_entry for values in ('borrower');
create table search_entry_contact  partition of search_entry for values in ('contact');
create table search_entry_task     partition of search_entry for values in ('task');
do $$
declare
  kind text;
begin
  foreach kind in array array['lead', 'borrower', 'contact', 'task'] loop
    execute format('alter table search_entry_%s enable row level security', kind);
    execute format(
      'create policy company on search_entry_%s
       using (company_id = (select nullif(current_setting(''app.company_id'', true), '''')::bigint))', kind);
  end loop;
end
$$;

-- An entry that is gone, with the record it stood for.
create function remove_search_entry(p_kind text, p_entity_id bigint)
returns void
language sql
security definer
set search_path = public, pg_temp
as $$
  delete from search_entry
  where company_id = nullif(current_setting('app.company_id', true), '')::bigint
    and kind = p_kind
    and entity_id = p_entity_id
$$;
revoke all on function remove_search_entry(text, bigint) from public;
grant execute on function remove_search_entry(text, bigint) to keyturn_app;

-- As before, and what the planner knows of a company's share is that of the kind.
create or replace function find_search_entries(p_kind text, p_pattern text, p_others text[], p_limit integer, p_org_unit_id bigint)
returns setof bigint
language plpgsql
stable
security definer
set search_path = public, pg_temp
rows 1000
as $$
declare
  company bigint := nullif(current_setting('app.company_id', true), '')::bigint;
  conditions text := '';
  other text;
  share real;
begin
  foreach other in array p_others loop
    conditions := conditions || format(' and words like %L', other);
  end loop;
  select sum(known.share)
  into share
  from pg_stats, unnest(most_common_vals::text::bigint[], most_common_freqs) as known(company_id, share)
  where schemaname = 'public'
    and tablename = 'search_entry_' || p_kind
    and attname = 'company_id'
    and known.company_id = company;
  if p_org_unit_id is not null then
    conditions := conditions || ' and company_id + 0 = $1 and org_unit_id = $5';
  elsif share > 0.2 then
    conditions := conditions || ' and company_id + 0 = $1';
  else
    conditions := conditions || ' and company_id = $1';
  end if;
  return query execute
    'select entity_id from search_entry
     where words like $2 and kind = $3' || conditions || '
     limit $4'
  using company, p_pattern, p_kind, p_limit, p_org_unit_id;
end
$$;
