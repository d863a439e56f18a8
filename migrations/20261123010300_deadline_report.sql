-- How deadlines were kept is read for the days of a period.
-- Locks: writing to loan_clock waits while the index is built, about a second for a million clocks.
create index loan_clock_due on loan_clock (company_id, due_on);
