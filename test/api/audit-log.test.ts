// A database of its own: it signs the log with a key of its own, and another app goes on with it.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { leafHash } from '../../src/transparency/hashes.ts';
import { isInOrder } from '../../src/transparency/in-order.ts';
import { leafOf } from '../../src/transparency/leaf.ts';
import { openCheckpoint, parseVerifierKey } from '../../src/transparency/note.ts';
import { isConsistent } from '../../src/transparency/verify-proofs.ts';
import { command, startTestApp, type TestApp } from '../support/app.ts';
import { createClock, DAY, MINUTE } from '../support/clock.ts';
import { createClient, type HttpClient } from '../support/http-client.ts';
import { consistencyProof, rootOfPath, treeHash } from '../support/merkle-by-definition.ts';
import { createVenue, orderBody, type TestVenue } from '../support/venue.ts';

const SEED = Buffer.alloc(32, 5).toString('base64');
/** Three quarters of an hour before a day of UTC ends. */
const clock = createClock('2026-03-02T23:15:00.250Z');

let app: TestApp;
let venue: TestVenue;
let other: TestVenue;
let auditor: HttpClient;
beforeAll(async () => {
  app = await startTestApp({ clock: clock.read, auditSigningKey: SEED });
  venue = await createVenue(app);
  other = await createVenue(app);
  auditor = venue.auditor;
});
afterAll(() => app.stop());

const get = async (path: string) => {
  const { status, body } = await auditor.get(`/audit/v1/log/${path}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
};
const defineRegion = (name: string) => command(venue.till, 'DefineRegion', { name });
const verifierKey = async () => parseVerifierKey((await get('key')).verifier_key);
const hash = (text: string) => Buffer.from(text, 'base64');
/** The leaves of all events, as whoever has the whole log makes them. */
const leaves = async (): Promise<string[]> => (await app.tillstream.stored.readAll(0, 100_000)).map(leafOf);
const eventsOf = async (of: HttpClient): Promise<{ position: number }[]> =>
  (await of.get('/audit/v1/events?limit=10000')).body.events;

test('the event of an order is stored in the order of its names, so that the tree has nothing to sort', async () => {
  const address = { street: 'Navoi 1', latitude: 41.3, longitude: 69.2 };
  const asked = orderBody(venue, { order_type_id: 3, address, comment: 'Ring twice' });
  expect((await venue.partner.post('/v1/orders', asked)).status).toBe(200);
  const { data, metadata } = (await app.tillstream.stored.readAll(0, 100_000)).findLast(
    ({ type }) => type === 'OrderPlaced',
  )!;
  expect(data).toMatchObject({
    lines: [{ modifiers: [{}] }, {}],
    delivery: {},
    personal: { sealed: expect.any(String) },
  });
  expect({ data: isInOrder(data), metadata: isInOrder(metadata) }).toEqual({ data: true, metadata: true });
});

describe('checkpoints', () => {
  test('a new checkpoint holds what was recorded before it, and is signed by the key of the log', async () => {
    await defineRegion('Samarkand');
    const { size, root, signed_at, note } = await get('checkpoint?new=true');
    const all = await leaves();
    expect({ size, root }).toEqual({ size: all.length, root: treeHash(all).toString('base64') });
    expect(signed_at).toBe(clock.at(0));
    expect(openCheckpoint(note, [await verifierKey()])).toMatchObject({ size, root: hash(root) });
  });

  test('nothing is signed a second time while nothing is recorded, and the latest is kept', async () => {
    const first = await get('checkpoint?new=true');
    clock.move(MINUTE);
    expect(await get('checkpoint?new=true')).toEqual(first);
    expect(await get('checkpoint')).toEqual(first);
    await defineRegion('Bukhara');
    expect(await get('checkpoint')).toEqual(first);
    expect((await get('checkpoint?new=true')).size).toBeGreaterThan(first.size);
  });

  test('all checkpoints are listed page by page, the smallest first', async () => {
    await defineRegion('Khiva');
    const last = await get('checkpoint?new=true');
    const { checkpoints } = await get('checkpoints');
    expect(checkpoints.at(-1)).toEqual(last);
    const paged = [];
    for (let after = 0; ; ) {
      const page = await get(`checkpoints?after=${after}&limit=1`);
      paged.push(...page.checkpoints);
      if (!page.has_more) break;
      after = page.next_after;
    }
    expect(paged).toEqual(checkpoints);
    expect(await get(`checkpoints?after=${last.size}`)).toEqual({ checkpoints: [], has_more: false, next_after: null });
  });

  test('the log makes a checkpoint ten minutes after the last one if there are new events, and at the end of each UTC day', async () => {
    const signed = async () =>
      (await get('checkpoints?limit=1000')).checkpoints.map((each: { size: number }) => each.size);
    await defineRegion('Navoi');
    await get('checkpoint?new=true');
    const before = await signed();
    await defineRegion('Nukus');
    clock.move(9 * MINUTE);
    await app.tillstream.processes.tick();
    expect(await signed()).toEqual(before);
    clock.move(MINUTE);
    await app.tillstream.processes.tick();
    expect(await signed()).toEqual([...before, (await leaves()).length]);
    clock.move(11 * MINUTE);
    await app.tillstream.processes.tick();
    expect(await signed()).toHaveLength(before.length + 1);

    // A minute before the end of a day something is signed, and then something happens.
    clock.move(DAY - (clock.read() % DAY) - MINUTE);
    await defineRegion('Karshi');
    await get('checkpoint?new=true');
    await defineRegion('Termez');
    clock.move(30_000);
    await app.tillstream.processes.tick();
    const ofTheDay = await signed();
    expect(ofTheDay.at(-1)).toBeLessThan((await leaves()).length);
    clock.move(31_000);
    await app.tillstream.processes.tick();
    expect(await signed()).toEqual([...ofTheDay, (await leaves()).length]);
  });

  test('the key that signed before another took its place is still named', async () => {
    const before = await get('key');
    expect(before.earlier).toEqual([]);
    const database = {
      url: app.databaseUrl,
      eventStoreUrl: app.eventStoreUrl,
      pool: app.tillstream.pool,
      drop: async () => {},
    };
    const second = await startTestApp({
      database,
      clock: clock.read,
      auditSigningKey: Buffer.alloc(32, 6).toString('base64'),
    });
    try {
      const { body } = await createClient(second.url, auditor.token).get('/audit/v1/log/key');
      expect(body).toMatchObject({ name: before.name, earlier: [before.verifier_key] });
      expect(body.key_id).not.toBe(before.key_id);
    } finally {
      await second.stop();
    }
  });
});

describe('inclusion', () => {
  test('every event of the brand leads to the root by a path that the definition accepts', async () => {
    const { size, root } = await get('checkpoint?new=true');
    const all = await leaves();
    for (const { position } of (await eventsOf(auditor)).slice(-30)) {
      const proof = await get(`inclusion?position=${position}&size=${size}`);
      expect(proof).toMatchObject({ position, size, root, leaf: all[proof.index] });
      expect(proof.leaf_hash).toBe(leafHash(proof.leaf).toString('base64'));
      expect(JSON.parse(proof.leaf)).toMatchObject({ position });
      expect(rootOfPath(proof.leaf, proof.index, size, proof.path.map(hash)).toString('base64')).toBe(root);
    }
  });

  test('without a size the proof is for a checkpoint, which is made for an event that is new', async () => {
    await defineRegion('Fergana');
    const { position } = (await eventsOf(auditor)).at(-1)!;
    const { size, root } = await get(`inclusion?position=${position}`);
    expect(await get('checkpoint')).toMatchObject({ size, root });
  });

  test('an event of another brand, and one that is not there, are answered alike', async () => {
    const [foreign] = await eventsOf(other.auditor);
    const none = (await app.tillstream.store.head()) + 1_000;
    const answers = await Promise.all(
      [foreign!.position, none].map((position) => auditor.get(`/audit/v1/log/inclusion?position=${position}`)),
    );
    expect(answers.map(({ status }) => status)).toEqual([404, 404]);
    const told = answers.map(({ body: { request_id, ...rest } }) => rest);
    expect(told[0]).toEqual({ code: 'event_not_found', message: 'Event not found' });
    expect(told[1]).toEqual(told[0]);
  });

  test('a size that does not hold the event, or that the log has not got, is refused', async () => {
    const { position } = (await eventsOf(auditor)).at(-1)!;
    const { index, size } = await get(`inclusion?position=${position}`);
    for (const bad of [index, size + 1_000]) {
      const answer = await auditor.get(`/audit/v1/log/inclusion?position=${position}&size=${bad}`);
      expect(answer).toMatchObject({ status: 400, body: { message: 'Field size has an invalid value' } });
    }
  });
});

describe('consistency', () => {
  test('each checkpoint goes on from the one before, by the proof of the definition', async () => {
    await defineRegion('Andijan');
    await get('checkpoint?new=true');
    const { checkpoints } = await get('checkpoints');
    const all = await leaves();
    for (const [index, to] of checkpoints.entries()) {
      const from = checkpoints[Math.max(index - 1, 0)];
      const { path, from_root, to_root } = await get(`consistency?from=${from.size}&to=${to.size}`);
      expect({ from_root, to_root }).toEqual({ from_root: from.root, to_root: to.root });
      expect(path.map(hash)).toEqual(consistencyProof(from.size, all.slice(0, to.size)));
      const roots = { fromRoot: hash(from.root), toRoot: hash(to.root) };
      expect(isConsistent({ from: from.size, to: to.size, ...roots, path: path.map(hash) })).toBe(true);
    }
  });

  test('sizes that the log has not got, or that go backwards, are refused', async () => {
    const { size } = await get('checkpoint');
    const refused = async (query: string, field: string) =>
      expect(await auditor.get(`/audit/v1/log/consistency?${query}`)).toMatchObject({
        status: 400,
        body: { message: `Field ${field} has an invalid value` },
      });
    await refused(`from=1&to=${size + 1_000}`, 'to');
    await refused(`from=${size}&to=1`, 'from');
    expect((await get('consistency?from=0&to=0')).path).toEqual([]);
  });
});
