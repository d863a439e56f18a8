-- Search: entries with normalized text, their terms, and the first words of terms.

create table search_entry (
  company_id  bigint not null,
  kind        text not null,
  entity_id   bigint not null,
  words       text not null,
  org_unit_id bigint not null,
  primary key (company_id, kind, entity_id)
) partition by list (kind);
create index search_entry_words on search_entry using gin (company_id, org_unit_id, words gin_trgm_ops);
create table search_entry_loan     partition of search_entry for values in ('loan');
create table search_entry_lead     partition of search_entry for values in ('lead');
create table search_entry_borrower partition of search_entry for values in ('borrower');
create table search_entry_contact  partition of search_entry for values in ('contact');
create table search_entry_task     partition of search_entry for values in ('task');
alter table search_entry enable row level security;
create policy company on search_entry using (company_id = (select nullif(current_setting('app.company_id', true), '')::bigint));
alter table search_entry_loan enable row level security;
create policy company on search_entry_loan using (company_id = (select nullif(current_setting('app.company_id', true), '')::bigint));
alter table search_entry_lead enable row level security;
create policy company on search_entry_lead using (company_id = (select nullif(current_setting('app.company_id', true), '')::bigint));
alter table search_entry_borrower enable row level security;
create policy company on search_entry_borrower using (company_id = (select nullif(current_setting('app.company_id', true), '')::bigint));
alter table search_entry_contact enable row level security;
create policy company on search_entry_contact using (company_id = (select nullif(current_setting('app.company_id', true), '')::bigint));
alter table search_entry_task enable row level security;
create policy company on search_entry_task using (company_id = (select nullif(current_setting('app.company_id', true), '')::bigint));

create table search_term (
  company_id  bigint not null,
  kind        text not null,
  term        text collate "C" not null,
  org_unit_id bigint not null,
  entity_id   bigint not null,
  primary key (company_id, kind, term, org_unit_id, entity_id)
);
-- Orders the terms by branch, so that a search in a branch reads only that branch's terms. A frequent name begins ten thousand
-- terms of a company, but a few hundred of a branch.
create index search_term_unit on search_term (company_id, kind, org_unit_id, term, entity_id);
call make_tenant_table('search_term', 'select');

-- The distinct first words of terms. Two transactions may insert the same word, so neither waits for the other. Words stay when
-- their last record is deleted; they are never shown.
create table search_word (
  company_id bigint not null,
  word       text collate "C" not null,
  id         bigint generated always as identity,
  primary key (company_id, word, id)
);
call make_tenant_table('search_word', 'select');

-- The terms of a record. Any two words of a name find it: in a name of four or more words, each word also leads every other
-- word. For example, 'maria garcia' finds Maria Elena Garcia Lopez.
create function search_terms(p_kind text, p_words text)
returns text[]
language plpgsql
immutable
parallel safe
set search_path = public, pg_temp
as $$
declare
  word      text;
  name      text[] := '{}';
  number    text;
  is_street boolean := false;
  terms     text[] := '{}';
begin
  foreach word in array string_to_array(p_words, ' ') || ''::text loop
    if word ~ '^[a-z]+$' then
      is_street := is_street or (number is not null and p_kind = 'loan');
      if is_street then
        number := null;
      else
        name := name || word;
      end if;
      continue;
    end if;
    for at in 1 .. least(cardinality(name), 8) loop
      terms := terms || left(array_to_string(name[at :] || name[: at - 1], ' '), 100);
      for other in at + 2 .. least(cardinality(name), 8) - case when at = 1 then 1 else 0 end loop
        terms := terms || left(array_to_string(
          name[at] || name[other :] || name[at + 1 : other - 1] || name[: at - 1], ' '), 100);
      end loop;
    end loop;
    if length(number) >= 3 then
      terms := terms || left(number, 100);
    end if;
    name := '{}';
    number := null;
    is_street := false;
    if word ~ '^[0-9]{10}$' then
      terms := terms || reverse(word);
    elsif word like '%@%' then
      terms := terms || left(word, 100);
    elsif word <> '' then
      number := word;
    end if;
  end loop;
  return array(select distinct unnest(terms));
end
$$;
grant execute on function search_terms(text, text) to keyturn_app;

-- Deletes a record's entry and terms.
create function remove_search_entry(p_kind text, p_entity_id bigint)
returns void
language sql
security definer
set search_path = public, pg_temp
as $$
  with gone as (
    delete from search_entry
    where company_id = nullif(current_setting('app.company_id', true), '')::bigint
      and kind = p_kind
      and entity_id = p_entity_id
    returning company_id, org_unit_id, words
  )
  delete from search_term t
  using gone, unnest(search_terms(p_kind, gone.words)) as past(term)
  where t.company_id = gone.company_id
    and t.kind = p_kind
    and t.term = past.term
    and t.org_unit_id = gone.org_unit_id
    and t.entity_id = p_entity_id
$$;
grant execute on function remove_search_entry(text, bigint) to keyturn_app;

-- Finds records of one kind by terms first: a name or a phone number, without reading every trigram match. Other texts are
-- matched by trigrams.
create function find_search_entries(p_kind text, p_pattern text, p_others text[], p_limit integer, p_org_unit_id bigint)
returns setof bigint
language plpgsql
stable
security definer
set search_path = public, pg_temp
rows 1000
as $$
declare
  company bigint := nullif(current_setting('app.company_id', true), '')::bigint;
  typed text := btrim(p_pattern, '%');
  is_phone boolean := typed ~ '^[0-9]{10}$';
  first_term text := case when is_phone then reverse(typed) else typed end collate "C";
  found bigint[];
  conditions text := '';
  other text;
  share real;
begin
  -- A name and an email address of one record may both begin with the text.
  if cardinality(p_others) = 0 and (is_phone or typed ~ '^[a-z]+$') then
    if p_org_unit_id is null then
      select array(
        select entity_id
        from (
          select t.entity_id
          from search_term t
          where t.company_id = company
            and t.kind = p_kind
            and t.term >= first_term
            and t.term < first_term || '~'
          order by t.term, t.org_unit_id, t.entity_id
          limit 2 * p_limit) as t
        group by entity_id
        limit p_limit)
      into found;
    else
      select array(
        select entity_id
        from (
          select t.entity_id
          from search_term t
          where t.company_id = company
            and t.kind = p_kind
            and t.org_unit_id = p_org_unit_id
            and t.term >= first_term
            and t.term < first_term || '~'
          order by t.term, t.entity_id
          limit 2 * p_limit) as t
        group by entity_id
        limit p_limit)
      into found;
    end if;
    if is_phone or cardinality(found) = p_limit then
      return query select unnest(found);
      return;
    end if;
  end if;

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
grant execute on function find_search_entries(text, text, text[], integer, bigint) to keyturn_app;

-- Writes entries of the current company, with their terms and first words. Returns null; statements use this as a marker that
-- the call ran. Entries must be distinct. The terms of a new entry can't exist yet, so they are inserted without a look-up.
create function put_search_entries(p_kind text, p_org_unit_ids bigint[], p_entity_ids bigint[], p_words text[])
returns boolean
language plpgsql
security definer
set search_path = public, pg_temp
set enable_seqscan = off
as $$
declare
  company bigint := nullif(current_setting('app.company_id', true), '')::bigint;
  -- Records that already have an entry.
  known   bigint[];
begin
  known := array(
    select entity_id
    from search_entry
    where company_id = company and kind = p_kind and entity_id = any (p_entity_ids));
  if cardinality(known) > 0 then
    -- Terms that no longer apply.
    delete from search_term t
    using (
      select e.org_unit_id, e.entity_id, unnest(search_terms(p_kind, e.words)) as term
      from unnest(p_org_unit_ids, p_entity_ids, p_words) as n(org_unit_id, entity_id, words)
      cross join lateral (
        select e.org_unit_id, e.entity_id, e.words
        from search_entry e
        where e.company_id = company
          and e.kind = p_kind
          and e.entity_id = n.entity_id
          and (e.org_unit_id, e.words) is distinct from (n.org_unit_id, n.words)
        for update) as e) as was
    where t.company_id = company
      and t.kind = p_kind
      and t.term = was.term
      and t.org_unit_id = was.org_unit_id
      and t.entity_id = was.entity_id;
  end if;

  with written as (
    insert into search_entry as e (company_id, kind, org_unit_id, entity_id, words)
    select company, p_kind, n.org_unit_id, n.entity_id, n.words
    from unnest(p_org_unit_ids, p_entity_ids, p_words) as n(org_unit_id, entity_id, words)
    on conflict (company_id, kind, entity_id) do update
      set words = excluded.words, org_unit_id = excluded.org_unit_id
      where (e.org_unit_id, e.words) is distinct from (excluded.org_unit_id, excluded.words)
    returning e.org_unit_id, e.entity_id, e.words
  ), terms as materialized (
    select org_unit_id, entity_id, unnest(search_terms(p_kind, words)) as term
    from written
  ), listed as (
    insert into search_term (company_id, kind, term, org_unit_id, entity_id)
    select company, p_kind, term, org_unit_id, entity_id
    from terms
    where entity_id <> all (known)
  ), listed_again as (
    insert into search_term (company_id, kind, term, org_unit_id, entity_id)
    select company, p_kind, term, org_unit_id, entity_id
    from terms
    where entity_id = any (known)
    on conflict do nothing
  )
  insert into search_word (company_id, word)
  select company, given.word
  from (select distinct split_part(term, ' ', 1) as word from terms where term ~ '^[a-z]+( |$)') as given
  where not exists (select from search_word w where w.company_id = company and w.word = given.word offset 0);
  return null;
end
$$;
grant execute on function put_search_entries(text, bigint[], bigint[], text[]) to keyturn_app;

-- Writes one entry.
create function put_search_entry(p_kind text, p_org_unit_id bigint, p_entity_id bigint, p_words text)
returns boolean
language plpgsql
security invoker
set search_path = public, pg_temp
as $$
begin
  return put_search_entries(p_kind, array[p_org_unit_id], array[p_entity_id], array[p_words]);
end
$$;
grant execute on function put_search_entry(text, bigint, bigint, text) to keyturn_app;
