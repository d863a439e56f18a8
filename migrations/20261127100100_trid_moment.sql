-- Shows when the last of the six items of a TRID application arrived, not only on which day. Null means together with the loan.
-- Compatible: yes
-- Locks: loan, briefly and exclusively, to add a column without a default. The version before ignores the column.
alter table loan add column trid_at timestamptz;
