-- Claims of clients whose phone an earlier version has stored as it is. They are replaced by hashes when the app starts
-- (src/commands/clients/hash-plain-phones.ts); from then on the index is empty, and costs nothing.
create index identities_plain_phones on app.identities (scope) where kind = 'client' and key like '+%';

-- Bodies of calls that name a person, by what they tell of. Bodies are deleted after WEBHOOK_RETENTION, so these are small.
create index deliveries_bodies_by_position on app.deliveries (position) where body is not null;
create index deliveries_bodies_by_lane on app.deliveries (lane) where body is not null and lane is not null;

-- Persons who were erased, by the position of the event. They hold nothing of the person.
create table app.erasures (
  position bigint primary key,
  erased_at timestamptz not null,
  -- When nothing could come late any more. Null: it is looked once more.
  settled_at timestamptz
);
create index erasures_unsettled on app.erasures (position) where settled_at is null;

-- What an earlier version has kept of tills names their cashiers. It is not used any more.
delete from app.snapshots where stream like 'till-%';

-- Statistics of Postgres quote values of columns, and stay as they are when a table becomes empty. Changing the type, to the
-- one that it has, deletes those that there are.
alter table app.phone_codes alter column phone type text, alter column phone set statistics 0;
