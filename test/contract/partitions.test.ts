// A database of its own: its log is split into partitions by hand.

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventCatalogue } from '../../src/domain/event-catalogue.ts';
import type { EventStore, RecordedEvent } from '../../src/event-store/event-store.ts';
import { openStoredEvents } from '../../src/event-store/open-event-store.ts';
import { storedEventOf } from '../../src/transparency/export-line.ts';
import { openKeptTree } from '../../src/transparency/kept-tree.ts';
import { parseVerifierKey } from '../../src/transparency/note.ts';
import { readLeaves } from '../../src/transparency/read-leaves.ts';
import { verifyExport } from '../../src/transparency/verify-export.ts';
import { verifyLog } from '../../src/transparency/verify-log.ts';
import { command, startTestApp, type TestApp } from '../support/app.ts';
import { createAppDatabase, type TestDatabase } from '../support/database.ts';
import { recorded } from '../support/log.ts';
import { detachOldest, type Ranges, splitLog } from '../support/partitioned-log.ts';
import { onEventStoreDb } from '../support/throwaway-event-store.ts';
import { type MadeVenue, makeVenue, orderBody, type TestVenue } from '../support/venue.ts';

/**
 * What docs/scale.md says of a log in partitions, tried: three ranges of positions, and the orders that ended in the oldest
 * of them are detached. This is no feature of the program: an operator would do it by hand.
 */
describe.skipIf(onEventStoreDb)('a log in three partitions', () => {
  let database: TestDatabase;
  let app: TestApp;
  let stored: EventStore;
  let venues: readonly TestVenue[];
  let made: readonly MadeVenue[];
  let ranges: Ranges;
  let request: object;
  let old: number;
  let straddling: number;
  let waiting: number;
  let recent: number;
  let files: readonly (readonly string[])[];
  let keyText: string;

  const place = async (venue: TestVenue): Promise<number> =>
    (await venue.partner.post('/v1/orders', orderBody(venue))).body.order_id;
  const cancel = (venue: TestVenue, order_id: number) =>
    command(venue.till, 'DeleteCheque', { order_id, cancel_cause_id: venue.causes.plain, comment: 'Guest left' });

  const start = async (): Promise<void> => {
    app = await startTestApp({ database });
    made ??= [await makeVenue(app), await makeVenue(app)];
    venues = await Promise.all(
      made.map(async ({ apiKeys, ...rest }) => ({
        ...rest,
        partner: await app.client(apiKeys.partner),
        till: await app.client(apiKeys.till),
        auditor: await app.client(apiKeys.auditor),
      })),
    );
  };

  beforeAll(async () => {
    database = await createAppDatabase();
    await start();
    const [venue, other] = venues as [TestVenue, TestVenue];
    request = orderBody(venue, { external_id: randomUUID() });
    old = (await venue.partner.post('/v1/orders', request)).body.order_id;
    [straddling, waiting] = [await place(venue), await place(venue)];
    await cancel(venue, old);
    await cancel(other, await place(other));
    const oldest = await app.tillstream.store.head();
    files = await Promise.all(
      venues.map(async ({ auditor }) => {
        const all = await auditor.get('/audit/v1/events?limit=10000');
        const its = all.body.events.filter(({ position }: RecordedEvent) => position <= oldest).length;
        const headers = { accept: 'application/x-ndjson' };
        const answer = await auditor.get(`/audit/v1/events?limit=${its}`, headers);
        return String(answer.body).trimEnd().split('\n');
      }),
    );
    keyText = (await venue.auditor.get('/audit/v1/log/key')).body.verifier_key;
    await cancel(venue, straddling);
    const middle = await app.tillstream.store.head();
    recent = await place(venue);
    await app.tillstream.shown(await app.tillstream.store.head());
    await app.stop();

    ranges = [oldest, middle];
    await splitLog(database.pool, ranges);
    stored = await openStoredEvents({ pool: database.pool, databaseUrl: database.url });
    await start();
  });
  afterAll(async () => {
    await app?.stop();
    await stored?.close();
    await database?.drop();
  });

  const differences = async (store: EventStore = stored) => {
    const tree = await openKeptTree(database.pool);
    return (await verifyLog(readLeaves(store, 0, tree.head.position), tree, [])).differences;
  };

  test('in partitions the log is the same, and takes orders', async () => {
    const [venue] = venues as [TestVenue];
    expect(await differences()).toEqual([]);
    const order = await place(venue);
    await command(venue.till, 'AcceptOrder', { order_id: order });
    expect((await venue.till.get(`/venue/v1/orders/${order}`)).body).toMatchObject({ status: 'UNCONFIRMED_ORDER' });
  });

  test('after the ended orders of the oldest one were detached, everything that goes on goes on', async () => {
    const before = await recorded(stored);
    const detached = await detachOldest(database.pool, ranges);
    const left = await recorded(stored);
    expect(detached).toBeGreaterThan(3);
    expect(left).toHaveLength(before.length - detached);
    // An app that knows nothing from before.
    await app.stop();
    await start();
    const [venue, other] = venues as [TestVenue, TestVenue];
    for (const each of [venue, other]) {
      const order = await place(each);
      await command(each.till, 'AcceptOrder', { order_id: order });
    }
    await cancel(venue, recent);
    // It is as old, but it has not ended.
    await cancel(venue, waiting);
    await command(venue.till, 'DefineRegion', { name: 'Navoi' });
    expect((await venue.till.get(`/venue/v1/orders/${recent}`)).body).toMatchObject({ status: 'DELETED' });
    // Its last event is in the middle range: it was kept whole.
    expect((await stored.read(`order-${straddling}`)).map(({ revision }) => revision)).toEqual([0, 1]);
  });

  test('a detached order is still listed, and nothing else is known of it', async () => {
    const [venue] = venues as [TestVenue];
    expect(await stored.read(`order-${old}`)).toEqual([]);
    const listed = (await venue.till.get('/venue/v1/orders?status=DELETED')).body.orders;
    expect(listed.map(({ order_id }: { order_id: number }) => order_id)).toContain(old);
    expect((await venue.auditor.get(`/audit/v1/orders/${old}`)).status).toBe(404);
    const ended = await venue.till.post('/venue/v1/commands/AcceptOrder', {
      command_id: '00000000-0000-4000-8000-000000000009',
      order_id: old,
    });
    expect(ended.status).toBe(404);
  });

  test('nothing keeps the end of a detached stream: its order is placed once more, if it is sent once more', async () => {
    const [venue] = venues as [TestVenue];
    const again = await venue.partner.post('/v1/orders', request);
    expect(again.body).toMatchObject({ order_id: old, status: 'CREATED' });
    expect((await stored.read(`order-${old}`)).map(({ revision, type }) => [revision, type])).toEqual([
      [0, 'OrderPlaced'],
    ]);
  });

  test('each file of the oldest range is verified with the public key alone', async () => {
    for (const lines of files) {
      const verified = await verifyExport(each(lines), [parseVerifierKey(keyText)], eventCatalogue);
      expect(verified).toMatchObject({ events: lines.length - 1, problems: [] });
    }
  });

  test('what remains is verified with the files beside it, and without them the gap is named', async () => {
    const events = await recorded(stored);
    const there = new Set(events.map(({ position }) => position));
    const fromFiles = files.flatMap((lines, index) =>
      lines.slice(0, -1).map((line) => storedEventOf(JSON.parse(line), venues[index]!.brand_id)!),
    );
    const gone = fromFiles.filter(({ position }) => !there.has(position));
    const whole = [...events, ...gone].sort((one, next) => one.position - next.position);
    const readAll = async (after: number, limit: number) =>
      whole.filter(({ position }) => position > after).slice(0, limit);
    expect(await differences({ ...stored, readAll })).toEqual([]);
    const first = Math.min(...gone.map(({ position }) => position));
    expect(await differences()).toContainEqual({ kind: 'removed', position: first });
    const changed = whole.map((event) => (event.position === first ? { ...event, data: {} } : event));
    const readChanged = async (after: number, limit: number) =>
      changed.filter(({ position }) => position > after).slice(0, limit);
    expect(await differences({ ...stored, readAll: readChanged })).toContainEqual({ kind: 'changed', position: first });
  });
});

async function* each(lines: readonly string[]): AsyncGenerator<string> {
  yield* lines;
}
