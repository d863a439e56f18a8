-- Keys that sign id tokens take turns: a new one is published before it signs, an old one until its tokens are over.
-- Lock: `signing_key` alone, for a moment. The version before reads none of it and goes on with the key it has.

alter table signing_key add column signs_from timestamptz not null default now();
grant delete on signing_key to keyturn_app;
