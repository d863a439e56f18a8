-- Two people who see to the same plan: who cancels it, or has it paid by another card, names the version that was shown.
-- Locks: exclusive for an instant (a constant default rewrites nothing). The version before leaves the number as it is, so
-- what it changes is not noticed as long as both run.

alter table subscription add column version integer not null default 1;
