// A database of its own: it changes its log by hand.

import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { readLeavesInParallel } from '../../../src/cli/audit/parallel-leaves.ts';
import { verify } from '../../../src/cli/audit/verify.ts';
import { loadConfig } from '../../../src/config/config.ts';
import type { RecordedEvent } from '../../../src/event-store/event-store.ts';
import { openStoredEvents } from '../../../src/event-store/open-event-store.ts';
import { createTreeFollower } from '../../../src/processes/transparency/tree-follower.ts';
import { createCheckpoints } from '../../../src/transparency/checkpoints.ts';
import { openKeptTree } from '../../../src/transparency/kept-tree.ts';
import { renderVerifierKey, signingKeyOf } from '../../../src/transparency/note.ts';
import { type LeafPage, readLeaves } from '../../../src/transparency/read-leaves.ts';
import { readTreeHead } from '../../../src/transparency/tree-tables.ts';
import { verifyLog } from '../../../src/transparency/verify-log.ts';
import { createTestDatabase } from '../../support/database.ts';
import { startEventStoreDbServer } from '../../support/eventstoredb/server.ts';
import { onEventStoreDb } from '../../support/throwaway-event-store.ts';
import { BRAND, event, OTHER_BRAND } from '../projections/fixtures.ts';

const SEED = Buffer.alloc(32, 3).toString('base64');
const log = pino({ level: 'silent' });

/** A log of 600 events with its tree, which was signed at 200, 400 and 600 events. */
const setUp = async ({ onStandIn = false } = {}) => {
  const database = await createTestDatabase();
  const { pool, url } = database;
  const server = onStandIn ? await startEventStoreDbServer() : undefined;
  const eventStoreUrl = server?.url ?? database.eventStoreUrl;
  const stored = await openStoredEvents({ pool, databaseUrl: url, eventStoreUrl, categories: ['sales'] });
  const folder = await mkdtemp(join(tmpdir(), 'tillstream-test-verify-'));
  onTestFinished(async () => {
    await stored.close();
    await server?.stop();
    await database.drop();
    await rm(folder, { recursive: true });
  });
  const config = { ...loadConfig({ AUDIT_SIGNING_KEY: SEED, DATA_DIR: folder }), eventStoreUrl };
  const check = (options = {}, stretch?: number) => verify({ config, url, pool, stored }, options, stretch);
  const checkpointsBy = (seed: string) =>
    createCheckpoints({ pool, seed, hasWitness: false, clock: () => Date.parse('2026-03-01T10:00:00Z'), log });
  const sell = async (count: number): Promise<void> => {
    const sales = Array.from({ length: count }, (_, sale) => event('Sold', { sale, guest: 'Aziz' }));
    await stored.append('sales-1', 'any', sales);
  };
  /** Puts what is in the log into the tree. */
  const grow = async (): Promise<void> => {
    const follower = createTreeFollower({ stored, pool, log });
    follower.start();
    const end = await stored.head();
    await vi.waitFor(async () => expect((await readTreeHead(pool)).position).toBe(end), { timeout: 20_000 });
    await follower.stop();
  };
  /** As a superuser may: no trigger stops it. */
  const tamper = async (sql: string, values: readonly unknown[] = []): Promise<void> => {
    const client = await pool.connect();
    try {
      await client.query(`begin; alter table log.events disable trigger user; alter table log.shared_metadata disable trigger user;
        alter table app.tree_checkpoints disable trigger user`);
      const { rowCount } = await client.query(sql, [...values]);
      expect(rowCount).toBeGreaterThan(0);
      await client.query('commit');
    } finally {
      client.release();
    }
  };
  /** Lets the tree grow anew over the log as it is now, as if nothing else had ever been there. */
  const rewriteTree = async (): Promise<void> => {
    await tamper('with gone as (delete from app.tree_checkpoints) delete from app.tree_tiles');
    await tamper(
      `update app.tree_head set size = 0, position = 0, root = sha256(''), signed_size = 0, signed_count = 0`,
    );
    await grow();
  };
  for (let round = 0; round < 3; round++) {
    await sell(200);
    await grow();
    await checkpointsBy(SEED).make();
  }
  const notes = (await checkpointsBy(SEED).after(0, 10)).map(({ note }) => note);
  const positions = (await stored.readAll(0, 10_000)).map(({ position }) => position);
  const file = async (name: string, text: string): Promise<string> => {
    await writeFile(join(folder, name), text);
    return join(folder, name);
  };
  return { stored, url, pool, check, checkpointsBy, sell, grow, tamper, rewriteTree, notes, positions, file };
};

const differs = ({ lines, isWhole }: { lines: string[]; isWhole: boolean }): string[] => {
  const found = lines.filter((line) => /^(DIFFERS|REFUSED): /.test(line)).map((line) => line.replace(/^\w+: /, ''));
  expect(isWhole).toBe(found.length === 0);
  return found;
};

describe('a log that was not changed', () => {
  test('a log that was not changed fits its tree and every checkpoint, and may be longer than both', async () => {
    const { check, sell, notes, file } = await setUp();
    const report = await check({ against: [await file('kept', notes.join('\n'))] });
    expect(report.lines).toContain('600 events in the stored tree, 6 checkpoints');
    expect(report.lines.at(-1)).toBe('the log is as it was signed');
    expect(report.isWhole).toBe(true);
    const brokenOff = await file('broken-off', `${notes[0]}\n${notes[1]!.slice(0, 60)}`);
    const { lines, isWhole } = await check({ against: [brokenOff] });
    expect(lines).toContain('600 events in the stored tree, 4 checkpoints');
    expect(lines).toContainEqual(expect.stringMatching(/^TORN: .*broken-off, line 7: /));
    expect(isWhole).toBe(true);
    await sell(5);
    expect(await check()).toMatchObject({ isWhole: true });
  });

  test('checkpoints that count for nothing are named', async () => {
    const { check, checkpointsBy, tamper, notes, file } = await setUp();
    await tamper('delete from app.tree_checkpoints');
    await tamper('update app.tree_head set signed_size = 0, signed_count = 0');
    const other = Buffer.alloc(32, 4).toString('base64');
    const made = await checkpointsBy(other).make();
    expect(differs(await check())).toEqual([
      expect.stringContaining('no known key signed the checkpoint of 600 events'),
    ]);
    const key = await file('other.pub', `${made.verifier_key}\n`);
    expect(differs(await check({ key: [key] }))).toEqual([]);
    const ofOtherLog = signingKeyOf(SEED, 'another');
    const strange = await file('strange', notes[0]!.replaceAll(/tillstream\/\S+/g, 'another'));
    const strangeKey = await file('strange.pub', renderVerifierKey(ofOtherLog));
    expect(differs(await check({ key: [key, strangeKey], against: [strange] }))).toHaveLength(1);
    await expect(check({ against: [await file('empty', 'nothing')] })).rejects.toThrow('there is no signed note');
  });
});

describe.skipIf(onEventStoreDb)('a log that a superuser has changed is found out, by position', () => {
  test('a change of a byte of the data of one event is found out, by position', async () => {
    const { check, tamper, positions } = await setUp();
    await tamper(`update log.events set packed = replace(packed, 'Aziz', 'Azis') where position = $1`, [
      positions[255],
    ]);
    expect(differs(await check())[0]).toBe(`position ${positions[255]}: the event was changed`);
  });

  test.each(['type', 'stream', 'correlation_id'])(
    'a change of the %s of one event is found out, by position',
    async (column) => {
      const { check, tamper, positions } = await setUp();
      await tamper(`update log.events set ${column} = 'sales-9' where position = $1`, [positions[300]]);
      expect(differs(await check())[0]).toBe(`position ${positions[300]}: the event was changed`);
    },
  );

  test('a change of the time at which one event was recorded is found out, by position', async () => {
    const { check, tamper, positions } = await setUp();
    const later = `update log.events set recorded_at = recorded_at + interval '1 microsecond' where position = $1`;
    await tamper(later, [positions[10]]);
    expect(differs(await check())[0]).toBe(`position ${positions[10]}: the event was changed`);
  });

  test('a change of the metadata that many events share is found out, by position', async () => {
    const { check, tamper, positions } = await setUp();
    await tamper(`update log.shared_metadata set shared = replace(shared::text, '"kind"', '"king"')::json`);
    // By threads, because this process knows the metadata from before.
    expect(differs(await check({}, 200))[0]).toBe(`position ${positions[0]}: the event was changed`);
  });

  test('an event that can no longer be read is found out, by position', async () => {
    const { check, tamper, positions } = await setUp();
    await tamper(`update log.events set packed = '{' where position = $1`, [positions[450]]);
    expect(differs(await check())[0]).toMatch(`position ${positions[450]}: the event can not be read: `);
  });

  test('metadata that have no canonical form are found out, by position', async () => {
    const { check, tamper, positions } = await setUp();
    await tamper(String.raw`update log.shared_metadata set shared = replace(shared::text, '"kind"', '"\ud800"')::json`);
    expect(differs(await check({}, 200))[0]).toMatch(`position ${positions[0]}: the event can not be read: `);
  });

  test('an event that is gone, whose place may be a gap, is found out', async () => {
    const { check, tamper, positions } = await setUp();
    await tamper('delete from log.events where position = $1', [positions[333]]);
    expect(differs(await check())[0]).toBe(`position ${positions[333]}: the event was removed`);
  });

  test('an event that was put into a gap is found out, by position', async () => {
    const { check, tamper, rewriteTree, checkpointsBy, positions } = await setUp();
    const [gone, next] = [positions[100], positions[101]];
    await tamper('delete from log.events where position = $1', [gone]);
    await rewriteTree();
    await checkpointsBy(SEED).make();
    expect(differs(await check())).toEqual([]);
    await tamper(
      `insert into log.events
       select (jsonb_populate_record(e, jsonb_build_object('position', $1::bigint, 'revision', 5000))).*
       from log.events e where position = $2`,
      [gone, next],
    );
    expect(differs(await check())[0]).toBe(`position ${gone}: the event was inserted`);
  });

  test('two events that were exchanged are found out, by position', async () => {
    const { check, tamper, positions } = await setUp();
    const [a, b] = [positions[20], positions[30]];
    await tamper('update log.events set position = -position where position = $1', [a]);
    await tamper('update log.events set position = $1 where position = $2', [a, b]);
    await tamper('update log.events set position = $1 where position = -$2::bigint', [b, a]);
    expect(differs(await check())[0]).toBe(`position ${a}: the event was changed`);
  });

  test('a log whose end was cut off is found out, also if it is the last event alone', async () => {
    const { check, tamper, positions } = await setUp();
    await tamper('delete from log.events where position >= $1', [positions[599]]);
    expect(differs(await check())).toEqual([
      `position ${positions[599]}: the log was cut off: it has 599 events, and had 600`,
    ]);
    await tamper('delete from log.events where position >= $1', [positions[400]]);
    expect(differs(await check())[0]).toContain(`position ${positions[400]}: the log was cut off`);
    await tamper('delete from log.events');
    expect(differs(await check())[0]).toContain(`position ${positions[0]}: the log was cut off`);
  });

  test('a change of the stored tree alone is found out', async () => {
    const { check, tamper, positions } = await setUp();
    const flip = (number: number, level: number) =>
      `update app.tree_tiles set hashes = set_byte(hashes, 3 * 32, get_byte(hashes, 3 * 32) # 1)
       where number = ${number} and level = ${level}`;
    await tamper(flip(1, 0));
    expect(differs(await check())).toEqual([`position ${positions[259]}: the stored tree was changed here`]);
    await tamper(flip(1, 0));
    await tamper(`update app.tree_tiles set hashes = sha256('') || substr(hashes, 33) where level = 1`);
    expect(differs(await check())).toEqual(['tile 1/0 of the stored tree does not follow from the log']);
  });

  test('a history whose tree was rewritten to match is found out by the checkpoints that are kept', async () => {
    const { check, tamper, grow, positions } = await setUp();
    await tamper(`update log.events set packed = replace(packed, 'Aziz', 'Azis') where position = $1`, [
      positions[250],
    ]);
    await tamper('delete from app.tree_tiles');
    await tamper(`update app.tree_head set size = 0, position = 0, root = sha256('')`);
    await grow();
    expect(differs(await check())).toEqual([
      `position ${positions[200]}: the history was rewritten here, or up to position ${positions[399]}: ` +
        'it does not lead to the checkpoint of 400 events',
    ]);
  });

  test('a history that was rewritten with tree and checkpoints is found out by one that lies elsewhere', async () => {
    const { check, tamper, rewriteTree, checkpointsBy, notes, positions, file } = await setUp();
    await tamper(`update log.events set packed = replace(packed, 'Aziz', 'Azis') where position = $1`, [
      positions[250],
    ]);
    await rewriteTree();
    await checkpointsBy(SEED).make();
    // Nothing in the database tells.
    expect(differs(await check())).toEqual([]);
    for (const text of [
      notes.join('\n'),
      notes.map((checkpoint) => JSON.stringify({ level: 30, checkpoint })).join('\n'),
    ]) {
      expect(differs(await check({ against: [await file('kept', text)] }))).toEqual([
        `position ${positions[200]}: the history was rewritten here, or up to position ${positions[399]}: ` +
          'it does not lead to the checkpoint of 400 events',
      ]);
    }
    // Cut off and rewritten: the checkpoint elsewhere still tells how long the log was.
    await tamper('delete from log.events where position >= $1', [positions[500]]);
    await rewriteTree();
    const against = [await file('last', notes[2]!)];
    expect(differs(await check({ against }))[0]).toContain('the log was cut off: it has 500 events, and had 600');
  });
});

test.each(['size = 600', 'size = 200', 'true'])(
  'checkpoints that were deleted are missed: those with %s',
  async (which) => {
    const { check, tamper } = await setUp();
    await tamper(`delete from app.tree_checkpoints where ${which}`);
    const left = which === 'true' ? 0 : 2;
    expect(differs(await check())).toEqual([
      `3 checkpoints were signed, the last for 600 events: ${left} of them are there`,
    ]);
  },
);

describe.each([
  ['Postgres', false],
  ['EventStoreDB', true],
])('keys of persons, with the log in %s', (_, onStandIn) => {
  const setUpPersons = async () => {
    const made = await setUp({ onStandIn });
    const { stored, pool, grow } = made;
    /** Events of this person. Without a key, it was destroyed. */
    const person = async (data: object, { ids = {}, hasKey = false } = {}): Promise<string> => {
      const subject = randomUUID();
      const personal = { ...ids, subject, sealed: 'x' };
      await stored.append('sales-2', 'any', [
        event('Sold', { ...data, personal }),
        event('Sold', { ...data, personal }),
      ]);
      const add = `insert into app.subject_keys (subject, brand_id, kind, key, wrapped, wrapped_by)
        values ($1, $2, 'client', 'of it', '', 1)`;
      if (hasKey) await pool.query(add, [subject, BRAND]);
      return subject;
    };
    const erase = async (type: string, data: object, brandId = BRAND): Promise<void> => {
      await stored.append('sales-3', 'any', [{ ...event('Sold', data, brandId), type }]);
    };
    const lost = async (stretch?: number): Promise<string[]> => {
      await grow();
      return differs(await made.check({}, stretch));
    };
    return { ...made, person, erase, lost };
  };

  test('a key that is gone without an erasure is named by its person and by the first event', async () => {
    const { stored, person, lost } = await setUpPersons();
    await person({}, { hasKey: true });
    const before = await stored.head();
    const subject = await person({ order_id: 7 });
    const [first] = await stored.readAll(before, 1);
    const named = `position ${first!.position}: the key of person ${subject} is gone, and no erasure says so`;
    expect(await lost()).toEqual([named]);
    if (!onStandIn) expect(await lost(100)).toEqual([named]);
  });

  test('an erasure explains it: by the name of the person, or by what was theirs', async () => {
    const { person, erase, lost } = await setUpPersons();
    const subjects = [await person({})];
    await erase('GuestErased', { subjects });
    await person({}, { ids: { client_id: 5 } });
    await person({ order_id: 8 });
    await person({ reservation_id: 'r1' });
    await erase('ClientErased', { client_id: 5, order_ids: [8], reservation_ids: ['r1'] });
    await person({}, { ids: { employee_id: 6 } });
    await erase('EmployeeErased', { employee_id: 6 });
    expect(await lost()).toEqual([]);
    // Of another brand, or of another person.
    await person({}, { ids: { client_id: 9 } });
    await erase('ClientErased', { client_id: 9, order_ids: [] }, OTHER_BRAND);
    await erase('ClientErased', { client_id: 10, order_ids: [] });
    expect(await lost()).toHaveLength(1);
  });
});

test.each([
  ['Postgres', false],
  ['EventStoreDB', true],
])('in a log in %s, read with one thread, what differs from its tree is found out', async (_, onStandIn) => {
  const { stored, pool, positions, check } = await setUp({ onStandIn });
  expect(await check()).toMatchObject({ isWhole: true });
  const differences = async (change: (events: RecordedEvent[]) => RecordedEvent[]) => {
    const store = { ...stored, readAll: async (...asked: [number, number]) => change(await stored.readAll(...asked)) };
    const tree = await openKeptTree(pool);
    return (await verifyLog(readLeaves(store, 0, positions.at(-1)!), tree, [])).differences;
  };
  expect(await differences((events) => events)).toEqual([]);
  const [five, seven] = [positions[5]!, positions[7]!];
  expect(await differences((events) => events.filter(({ position }) => position !== five))).toMatchObject([
    { kind: 'removed', position: five },
    { kind: 'cut off', events: 599 },
  ]);
  const changed = (each: RecordedEvent) => (each.position === seven ? { ...each, data: { sale: 0 } } : each);
  expect(await differences((events) => events.map(changed))).toEqual([{ kind: 'changed', position: seven }]);
  const until = (events: RecordedEvent[]) => events.filter(({ position }) => position < positions[300]!);
  expect(await differences(until)).toMatchObject([
    { kind: 'cut off', position: positions[300], events: 300, size: 600 },
  ]);
});

test.skipIf(onEventStoreDb)(
  'several threads read the leaves that one reads, and find the same difference',
  async () => {
    const { stored, url, check, positions, tamper } = await setUp();
    const end = positions.at(-1)!;
    const leavesIn = async (pages: AsyncIterable<LeafPage>) => {
      const read = await Array.fromAsync(pages);
      return {
        positions: read.flatMap((page) => page.positions),
        hashes: Buffer.concat(read.map((page) => page.hashes)),
      };
    };
    const leaves = await leavesIn(readLeavesInParallel(url, end, 100));
    expect(leaves).toEqual(await leavesIn(readLeaves(stored, 0, end)));
    expect(leaves.positions).toEqual(positions);
    await tamper(`update log.events set packed = '{' where position = $1`, [positions[450]]);
    expect(differs(await check({}, 200))[0]).toMatch(`position ${positions[450]}: the event can not be read: `);
  },
);
