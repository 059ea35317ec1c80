// A database of its own: it tries to change its log by hand.

import pg from 'pg';
import { expect, test, vi } from 'vitest';
import { createListener } from '../../../src/database/listener.ts';
import { adminUrlOf, createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { effort } from '../../support/effort.ts';
import { describeEventStore } from './describe-event-store.ts';
import { newEvent, newEvents, uniqueStream } from './fixtures.ts';
import type { StoreHarness } from './harness.ts';
import { openStore } from './open-store.ts';

interface PostgresHarness extends StoreHarness {
  readonly database: TestDatabase;
}

const startPostgres = async (): Promise<PostgresHarness> => {
  const database = await createTestDatabase();
  return {
    adapter: 'postgres',
    url: database.url,
    database,
    open: (url = database.url) => openStore('postgres', url),
    interrupt: async () => {
      await database.pool.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and backend_type = 'client backend'
           and application_name <> 'test' and pid <> pg_backend_pid()`,
      );
    },
    stop: () => database.drop(),
  };
};

const EVENTS = effort({ short: 12_000, long: 50_000 });

describeEventStore('event store on Postgres', startPostgres, { events: EVENTS }, ({ harness, store }) => {
  test.for([
    `update log.events set type = 'OrderDeleted'`,
    `update log.events set packed = packed`,
    `delete from log.events`,
    `delete from log.events where false`,
    `truncate log.events`,
    `with gone as (delete from log.events returning *) select count(*) from gone`,
    `merge into log.events e using (select 1 as position) m on e.position = m.position when matched then delete`,
    `insert into log.events select * from log.events limit 1 on conflict (position) do update set type = 'OrderDeleted'`,
  ])('SQL can not change what has happened: %s', async (statement) => {
    const stream = uniqueStream();
    await store().append(stream, 'no_stream', [newEvent()]);
    const before = await store().readAll(0, 10);
    await expect(harness().database.pool.query(statement)).rejects.toThrow(/append-only/);
    expect(await store().readAll(0, 10)).toEqual(before);
    expect(await store().read(stream)).toHaveLength(1);
  });

  test('a session that plays a replica, which plain triggers let pass, cannot change what has happened', async () => {
    await store().append(uniqueStream(), 'no_stream', [newEvent()]);
    const client = new pg.Client({ connectionString: adminUrlOf(harness().url) });
    await client.connect();
    await client.query('begin; set local session_replication_role = replica');
    await expect(client.query('delete from log.events')).rejects.toThrow(/append-only/);
    await client.end();
  });

  test('the notification tells other processes where the log ends now', async () => {
    const listener = await createListener(harness().url);
    const heard: number[] = [];
    await listener.listen('log', (payload) => heard.push(Number(payload)));
    const { position } = await store().append(uniqueStream(), 'no_stream', newEvents(3));
    await vi.waitFor(() => expect(heard).toContain(position));
    await listener.close();
  });

  test('an empty log has its head at 0', async () => {
    const database = await createTestDatabase();
    const empty = openStore('postgres', database.url);
    expect(await empty.head()).toBe(0);
    expect(await empty.readAll(0, 10)).toEqual([]);
    await empty.close();
    await database.drop();
  });
});

test('recorded_at never decreases along the log, even when the clock of the database was set back', async () => {
  const database = await createTestDatabase();
  const store = await openStore('postgres', database.url);
  await store.append(uniqueStream(), 'no_stream', [newEvent()]);
  // As if the clock had shown tomorrow then.
  await database.pool.query(
    `insert into log.events (position, stream, revision, id, type, packed, shared_id, recorded_at)
     select position + 1, 'order-of-tomorrow', 0, gen_random_uuid(), type, '{}', shared_id, recorded_at + interval '1 day' from log.events`,
  );
  const [before] = await store.readAll(1, 1);
  await store.append(uniqueStream(), 'no_stream', [newEvent()]);
  const [after] = await store.readAll(2, 1);
  expect(after!.recorded_at).toBe(before!.recorded_at);
  await store.close();
  await database.drop();
});
