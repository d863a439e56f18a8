-- The words that lead a term, so that a text with a typing error is looked for by the few spellings that occur, and not by
-- the hundreds that may have been meant.
-- Locks: none but the function's own; the table is new, and filling it reads the terms once. The version before writes words
-- as well, for it calls the same function.

-- A word may stand twice, where two records brought it at once: neither waits for the other. Words stay when their last
-- record goes: they are asked for by whoever searches, and shown to nobody.
create table search_word as
select distinct company_id, split_part(term, ' ', 1) collate "C" as word
from search_term
where term ~ '^[a-z]+( |$)';
alter table search_word add id bigint generated always as identity, add primary key (company_id, word, id);
call make_tenant_table('search_word', 'select');
analyze search_word;

-- Writes an entry of the present company, its terms, and the words that lead them. All of it is read by its index, also by a plan
-- that was made when the tables were empty.
create or replace function write_search_entry(p_kind text, p_org_unit_id bigint, p_entity_id bigint, p_words text)
returns void
language plpgsql
set search_path = public, pg_temp
set enable_seqscan = off
as $$
declare
  company bigint := nullif(current_setting('app.company_id', true), '')::bigint;
  before  search_entry;
  terms   text[];
begin
  select *
  into before
  from search_entry
  where company_id = company and kind = p_kind and entity_id = p_entity_id
  for update;
  if found then
    if (before.words, before.org_unit_id) = (p_words, p_org_unit_id) then
      return;
    end if;
    delete from search_term
    where company_id = company
      and kind = p_kind
      and term = any (search_terms(p_kind, before.words))
      and org_unit_id = before.org_unit_id
      and entity_id = p_entity_id;
  end if;
  insert into search_entry (company_id, kind, org_unit_id, entity_id, words)
  values (company, p_kind, p_org_unit_id, p_entity_id, p_words)
  on conflict (company_id, kind, entity_id) do update
    set words = excluded.words, org_unit_id = excluded.org_unit_id;
  terms := search_terms(p_kind, p_words);
  insert into search_term (company_id, kind, term, org_unit_id, entity_id)
  select company, p_kind, term, p_org_unit_id, p_entity_id
  from unnest(terms) as term
  on conflict do nothing;
  insert into search_word (company_id, word)
  select company, given.word
  from (select distinct split_part(term, ' ', 1) as word from unnest(terms) as term where term ~ '^[a-z]+( |$)') as given
  where not exists (select from search_word w where w.company_id = company and w.word = given.word offset 0);
end
$$;
