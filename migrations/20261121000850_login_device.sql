-- A login knows the browser in which it was begun, so that the next sign-in there ends it (OWASP ASVS 5.0, 7.2.4).
-- Locks: `login` against writes while it is read once for the index, which holds a month of sign-ins. The version before
-- opens logins without a device; they end as they did, by idleness or their time.

alter table login add column device_hash bytea;
create index on login (device_hash) where revoked_at is null and device_hash is not null;
