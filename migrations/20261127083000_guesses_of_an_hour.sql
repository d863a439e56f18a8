-- Guesses at one account from all networks together are limited to 30 within any 60 minutes. A count with a fixed window would allow
-- twice as many around its end, so the times of the last guesses are kept.
-- Locks: sign_in_attempt exclusively, for a moment: the default is constant, so no row is rewritten. The version before
-- doesn't name the column.
-- Compatible: yes
alter table sign_in_attempt add column guessed_at timestamptz[] not null default '{}';
