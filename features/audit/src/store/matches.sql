with candidate as materialized (
  select *
  from (
    -- The entries of one record.
    (select at, id, entity, entity_id, action, logged_in_user_id, active_user_id, membership_id, address, before, after
     from (
       -- Read whole: the index of a record is not in the order of the list.
       select *
       from audit_entry
       where $2::text = 'record'
         and company_id = $1
         and entity = $8
         and entity_id = $9
       offset 0
     ) of_record
     where at >= $3 and at < $4 and (at, id) < ($5, $6)
     order by at desc, id desc
     limit $7)
    union all
    -- Those of one network address.
    (select at, id, entity, entity_id, action, logged_in_user_id, active_user_id, membership_id, address, before, after
     from audit_entry
     where $2 = 'address'
       and company_id = $1
       and address = $10::text::inet
       and at >= $3 and at < $4 and (at, id) < ($5, $6)
     order by at desc, id desc
     limit $7)
    union all
    -- Those of a person, acting or acted for.
    (select at, id, entity, entity_id, action, logged_in_user_id, active_user_id, membership_id, address, before, after
     from audit_entry
     where $2 = 'person'
       and company_id = $1
       and active_user_id = coalesce($12::bigint, $11::bigint)
       and at >= $3 and at < $4 and (at, id) < ($5, $6)
     order by at desc, id desc
     limit $7)
    union all
    -- Those of a person who acted for another.
    (select at, id, entity, entity_id, action, logged_in_user_id, active_user_id, membership_id, address, before, after
     from audit_entry
     where $2 = 'person'
       and $12 is null
       and company_id = $1
       and logged_in_user_id = $11
       and logged_in_user_id <> active_user_id
       and at >= $3 and at < $4 and (at, id) < ($5, $6)
     order by at desc, id desc
     limit $7)
    union all
    -- Those of an action.
    (select at, id, entity, entity_id, action, logged_in_user_id, active_user_id, membership_id, address, before, after
     from audit_entry
     where $2 = 'action'
       and company_id = $1
       and action = $13
       and at >= $3 and at < $4 and (at, id) < ($5, $6)
     order by at desc, id desc
     limit $7)
    union all
    -- Those of several actions: as many as a page needs of each.
    (select e.at, e.id, e.entity, e.entity_id, e.action, e.logged_in_user_id, e.active_user_id, e.membership_id, e.address,
            e.before, e.after
     from unnest($17::text[]) as wanted(action)
     cross join lateral (
       select *
       from audit_entry a
       where $2 = 'actions'
         and a.company_id = $1
         and a.action = wanted.action
         and a.at >= $3 and a.at < $4 and (a.at, a.id) < ($5, $6)
       order by a.at desc, a.id desc
       limit $7
     ) e)
    union all
    -- Those of the people of a branch.
    (select e.at, e.id, e.entity, e.entity_id, e.action, e.logged_in_user_id, e.active_user_id, e.membership_id, e.address,
            e.before, e.after
     from member m
     cross join lateral (
       select *
       from audit_entry a
       where $2 = 'branch'
         and a.company_id = $1
         and a.active_user_id = m.user_id
         and a.at >= $3 and a.at < $4 and (a.at, a.id) < ($5, $6)
       order by a.at desc, a.id desc
       limit $7
     ) e
     where m.company_id = $1
       and m.org_unit_id = $15)
    union all
    -- All.
    (select at, id, entity, entity_id, action, logged_in_user_id, active_user_id, membership_id, address, before, after
     from audit_entry
     where $2 = 'all'
       and company_id = $1
       and at >= $3 and at < $4 and (at, id) < ($5, $6)
     order by at desc, id desc
     limit $7)
  ) arm
  order by at desc, id desc
  limit $7
), found as (
  select at, id
  from candidate
  where ($8::text is null or entity = $8)
    and ($9::text is null or entity_id = $9)
    and ($10::text is null or address <<= $10::text::inet)
    and ($11::bigint is null or active_user_id = $11 or logged_in_user_id = $11)
    and ($12::bigint is null or (active_user_id = $12 and logged_in_user_id <> active_user_id))
    and ($13::text is null or action = $13)
    and (cardinality($17::text[]) = 0 or action = any ($17))
    and ($15::bigint is null
         or membership_id in (select membership_id from member where company_id = $1 and org_unit_id = $15))
    and ($14::text is null
         or before ? $14
         or after ? $14
         or after ->> 'path' = $14
         or right(after ->> 'path', length($14) + 1) = '/' || $14
         or exists (
           select
           from jsonb_object_keys(case when jsonb_typeof(before) = 'object' then before else '{}' end
                                  || case when jsonb_typeof(after) = 'object' then after else '{}' end) as key
           where right(key, length($14) + 1) = '/' || $14))
  order by at desc, id desc
  limit $16
)
select at as "at!: Timestamp", id as "id!", true as "is_match!" from found
union all
(select at, id, false
 from candidate
 where (select count(*) from candidate) >= $7
 order by at, id
 limit 1)
order by 1 desc, 2 desc
