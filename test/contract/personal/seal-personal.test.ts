import pg from 'pg';
import { expect, test } from 'vitest';
import { type SealLogOptions, sealLog } from '../../../src/cli/seal-personal/seal-log.ts';
import { createPool } from '../../../src/database/connection.ts';
import type { RecordedEvent } from '../../../src/event-store/event-store.ts';
import { openTestEvents, PERSONAL_DATA_KEY } from '../../support/events.ts';
import { recorded } from '../../support/log.ts';
import { createPlainLog, PRIVATE, places, registered } from '../../support/plain-log.ts';

const setUp = async () => {
  const log = await createPlainLog(700);
  const { pool, url: databaseUrl } = log;
  const lines: string[] = [];
  const seal = (options: Partial<SealLogOptions> = {}) =>
    sealLog({
      pool,
      databaseUrl,
      personalDataKey: PERSONAL_DATA_KEY,
      dropPlain: false,
      discardCheckpoints: false,
      say: (line: string) => void lines.push(line),
      ...options,
    });
  return { ...log, lines, seal };
};

test('a log that earlier versions have written is sealed, and says the same to every reader', async () => {
  const { before, seal, read, textOf, lines, pool, url } = await setUp();
  expect(await textOf('log.events')).toMatch(PRIVATE);
  await seal();
  const after = await read();
  expect(after.shown).toEqual(before.shown);
  expect(places(after.stored)).toEqual(places(before.stored));
  expect(await textOf('log.events')).not.toMatch(PRIVATE);
  expect(lines.at(-1)).toBe('the sealed log is in place; the log as it was is log.events_plain');
  expect(await textOf('log.events_plain')).toMatch(PRIVATE);
  // What was sealed already, and what says nothing of anybody, is as it was.
  const untouched = (events: readonly RecordedEvent[]) =>
    events.filter(({ stream }) => ['client-9000', 'reservation_book-1'].includes(stream));
  expect(untouched(after.stored)).toEqual(untouched(before.stored));

  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await expect(client.query('delete from log.events')).rejects.toThrow('append-only');
  await client.end();
  const log = await openTestEvents({ pool, url });
  await log.store.append('client-9002', 'no_stream', [registered(9_002)]);
  expect((await recorded(log.store)).at(-1)!.data).toEqual(registered(9_002).data);
  await log.close();

  await seal({ dropPlain: true });
  expect(lines.slice(-2)).toEqual(['no event has personal data in plain text', 'log.events_plain is deleted']);
  await expect(textOf('log.events_plain')).rejects.toThrow('does not exist');
});

test('a run that was stopped in the middle is gone on with', async () => {
  const { before, seal, read, lines, pool } = await setUp();
  const stop = seal({
    say: () => {
      throw new Error('stopped');
    },
  });
  await expect(stop).rejects.toThrow('stopped');
  const { rows } = await pool.query('select count(*) as copied from log.events_sealed');
  expect(rows[0].copied).toBe(500);
  expect((await read()).stored).toEqual(before.stored);
  await seal();
  expect(lines).toContain('704 events copied, 202 sealed by this run');
  expect((await read()).shown).toEqual(before.shown);
});

test('a copy that differs from the log never takes its place', async () => {
  const { before, seal, read, pool } = await setUp();
  const stop = seal({
    say: () => {
      throw new Error('stopped');
    },
  });
  await expect(stop).rejects.toThrow('stopped');
  await pool.query("update log.events_sealed set packed = replace(packed, 'guests', 'quests') where position = 1");
  await pool.query(
    'update log.events_sealed set packed = (select packed from log.events_sealed where position = 3) where position = 2',
  );
  await expect(seal()).rejects.toThrow(/the personal data of event|the copy differs at position 2/);
  expect((await read()).stored).toEqual(before.stored);
});

test('the log is written anew only while the app is stopped, and signed checkpoints are lost only if somebody says so', async () => {
  const { seal, pool, url } = await setUp();
  const app = createPool(url, { name: 'tillstream' });
  await app.query('select');
  await expect(seal()).rejects.toThrow('stop every Tillstream process first');
  await app.end();
  await pool.query(
    "insert into app.tree_checkpoints (size, root, signed_at, note, verifier_key) values (3, '', now(), 'note', 'key')",
  );
  const { rows: head } = await pool.query('update app.tree_head set size = 3, position = 3 returning log_id');
  await expect(seal()).rejects.toThrow('--discard-checkpoints');
  await seal({ discardCheckpoints: true });
  const { rows } = await pool.query('select size, position, log_id from app.tree_head');
  expect(rows).toMatchObject([{ size: 0, position: 0 }]);
  expect(rows[0].log_id).not.toBe(head[0].log_id);
  expect((await pool.query('select from app.tree_checkpoints')).rows).toEqual([]);
});
