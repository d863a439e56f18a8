-- A text together with a stage or a deadline is looked for in the index of the stage or the deadline, which holds the words of its
-- loans: a thousand of them are found without a look at the tens of thousands of loans between them.
-- A row of an index has at most 2,704 bytes: the words of a loan with more borrowers than any has are cut off.
-- Locks: `loan` against writing while the indexes are built, some seconds for a million loans. The version before reads them alike.

alter table loan disable trigger user;
do $$
declare
  company bigint;
begin
  for company in select id from org_unit where id = company_id loop
    perform set_config('app.company_id', company::text, true);
    update loan set words = left(words, 400) || ' ' || id || ' ' || lower(loan_number)
    where company_id = company and octet_length(words) > 1900;
  end loop;
  perform set_config('app.company_id', '', true);
end
$$;
alter table loan enable trigger user;

create index loan_stage_with_words on loan (company_id, stage_id, updated_at, id) include (words);
drop index loan_stage_by_updated;
alter index loan_stage_with_words rename to loan_stage_by_updated;

create index loan_deadline_with_words on loan (company_id, next_deadline_sort, id) include (words);
drop index loan_by_deadline;
alter index loan_deadline_with_words rename to loan_by_deadline;
