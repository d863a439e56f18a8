-- The indexes of keys hold keys alone. Each key's hash is its company's own, so that no look-up asks for the company beside it; and the
-- company was one more key of everybody in it, which an import paid for at each batch of people sorted into the index.
-- And note_match_people, which the version before last called, goes.
-- Locks: match_person, against writing, while the two indexes are made: some ten seconds for a million people. The version before calls
-- the same functions, which find what they found.
drop index match_person_firm;
drop index match_person_name;
create index match_person_firm on match_person using gin (firm_keys) with (gin_pending_list_limit = 128);
create index match_person_name on match_person using gin (name_keys) with (gin_pending_list_limit = 128);

drop function note_match_people(text[], bigint[], smallint[], text[]);
