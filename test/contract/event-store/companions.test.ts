import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type Companion,
  type Conditions,
  ConditionsFailed,
  type EventStore,
  type FreeKey,
} from '../../../src/event-store/event-store.ts';
import type { TestDatabase } from '../../support/database.ts';
import { newEvent, newEvents, uniqueStream } from './fixtures.ts';
import { openTwoStores, type TwoStores } from './two-stores.ts';

let stores: TwoStores;
let database: TestDatabase;
let store: EventStore;
let other: EventStore;
let nextId = 1;

beforeAll(async () => {
  stores = await openTwoStores();
  ({ database, store, other } = stores);
});
afterAll(async () => {
  await stores.close();
});

const newClaim = (kind: string, key: string = randomUUID()): FreeKey => ({ kind, scope: 'here', key, id: nextId++ });
const nowhere = (): Conditions['unchanged'] => ({ stream: uniqueStream('stop_list'), revision: -1 });

// A batch in which each stream begins with one event goes a shorter way.
describe.each([1, 2])('a client with %i event(s)', (eventsOfClient) => {
  const companion = (given: Partial<Companion> = {}): Companion => {
    const claim = newClaim('client');
    const person = { brand_id: randomUUID(), kind: 'client', key: String(claim.id) };
    const key = { ...person, subject: randomUUID(), wrapped: randomBytes(60), wrapped_by: -5 };
    return { stream: uniqueStream('client'), events: eventsOfClient, claim, key, ...given };
  };

  /** An order with the client who is new. */
  const begin = (it: Companion, conditions: Partial<Conditions> = {}, stream = uniqueStream('order'), at = store) =>
    at.appendIf!(
      { unchanged: nowhere(), claim: null, ...conditions, companion: it },
      stream,
      newEvents(eventsOfClient + 1),
    );

  /** What there is of a companion: its events, its claim and its key. */
  const left = async ({ stream, claim, key }: Companion) => {
    const [claims, keys] = await Promise.all([
      database.pool.query('select id from app.identities where kind = $1 and key = $2', [claim.kind, claim.key]),
      database.pool.query('select wrapped, wrapped_by, key from app.subject_keys where subject = $1', [key.subject]),
    ]);
    return { events: (await store.read(stream)).length, claims: claims.rows.map(({ id }) => id), keys: keys.rows };
  };
  const NOTHING = { events: 0, claims: [], keys: [] };
  const all = ({ claim, key }: Companion) => {
    const { wrapped, wrapped_by } = key;
    return { events: eventsOfClient, claims: [claim.id], keys: [{ wrapped, wrapped_by, key: key.key }] };
  };

  test('a companion lands with its claim and its key right before the append that it goes with', async () => {
    const it = companion();
    const order = uniqueStream('order');
    const claim = newClaim('order');
    const landed = await begin(it, { claim }, order);
    expect(await left(it)).toEqual(all(it));
    const events = await store.readAll(0, 100);
    const own = events.filter(({ stream }) => stream === it.stream || stream === order);
    expect(own.map(({ stream, revision, position }) => [stream, revision, position - landed.position])).toEqual([
      ...Array.from({ length: eventsOfClient }, (_, index) => [it.stream, index, index - eventsOfClient]),
      [order, 0, 0],
    ]);
    expect(landed.revision).toBe(0);
  });

  const claims = newClaim('order');
  test.for([
    ['the stream of the condition has moved', { unchanged: { stream: uniqueStream('stop_list'), revision: 4 } }, {}],
    ['the claim of the append is taken', { claim: { ...claims, id: 900_001 } }, {}],
    ['the claim of the companion is taken', {}, { claim: { ...claims, id: 900_002 } }],
  ] as const)('neither lands if %s', async ([, conditions, given]) => {
    await database.pool.query(
      'insert into app.identities (kind, scope, key, id) values ($1, $2, $3, $4) on conflict do nothing',
      [claims.kind, claims.scope, claims.key, claims.id],
    );
    const it = companion(given);
    const order = uniqueStream('order');
    await expect(begin(it, conditions, order)).rejects.toThrow(ConditionsFailed);
    const kept = 'claim' in given ? { ...NOTHING, claims: [claims.id] } : NOTHING;
    expect(await left(it)).toEqual(kept);
    expect(await store.read(order)).toEqual([]);
  });

  test.for(['its own stream', 'the stream of the companion'])('neither lands if %s exists', async (which) => {
    const it = companion();
    const order = uniqueStream('order');
    await store.append(which === 'its own stream' ? order : it.stream, 'no_stream', [newEvent()]);
    await expect(begin(it, {}, order)).rejects.toThrow(ConditionsFailed);
    const streams = [await store.read(order), await store.read(it.stream)];
    expect(streams.flat()).toHaveLength(1);
    expect({ ...(await left(it)), events: 0 }).toEqual(NOTHING);
  });

  test('neither lands if the person has a key already: what was sealed with the new one could never be read', async () => {
    const first = companion();
    await begin(first);
    const it = companion();
    const again = { ...it, key: { ...it.key, brand_id: first.key.brand_id, key: first.key.key } };
    await expect(begin(again)).rejects.toThrow(ConditionsFailed);
    expect(await left(again)).toEqual(NOTHING);
  });

  test('sent again, what has landed changes nothing, and keeps its claim', async () => {
    const it = companion();
    const order = uniqueStream('order');
    const claim = newClaim('order');
    await begin(it, { claim }, order);
    await expect(begin(it, { claim }, order)).rejects.toThrow(ConditionsFailed);
    expect(await left(it)).toEqual(all(it));
  });

  test('in one call, pairs and single appends stand alone', async () => {
    const phone = newClaim('client');
    const guests = [companion(), companion({ claim: phone }), companion({ claim: { ...phone, id: nextId++ } })];
    const plain = uniqueStream();
    const answers = await Promise.allSettled([
      begin(guests[0]!),
      store.append(plain, 'no_stream', newEvents(2)),
      begin(guests[1]!),
      begin(guests[2]!, { claim: newClaim('order') }),
      store.append(uniqueStream(), 4, newEvents(1)),
      begin(companion(), { unchanged: { stream: uniqueStream('stop_list'), revision: 0 } }),
      store.appendIf!({ unchanged: nowhere(), claim: newClaim('order') }, uniqueStream(), [newEvent()]),
    ]);
    expect(answers.map(({ status }) => status === 'fulfilled')).toEqual([true, true, true, false, false, false, true]);
    expect(await left(guests[0]!)).toEqual(all(guests[0]!));
    expect(await left(guests[1]!)).toEqual(all(guests[1]!));
    expect({ ...(await left(guests[2]!)), claims: [] }).toEqual(NOTHING);
  });

  test('of eight that want to register a phone at once, from two processes, one does, with its order', async () => {
    const phones = Array.from({ length: 40 }, () => randomUUID());
    const attempts = phones.flatMap((phone) =>
      Array.from({ length: 8 }, async (_, index) => {
        const it = companion({ claim: newClaim('client', phone) });
        const order = uniqueStream('order');
        const landed = await begin(it, {}, order, index % 2 === 0 ? store : other).then(
          () => true,
          (error) => {
            expect(error).toBeInstanceOf(ConditionsFailed);
            return false;
          },
        );
        const there = await left(it);
        expect((await store.read(order)).length).toBe(landed ? 1 : 0);
        expect(there.events).toBe(landed ? eventsOfClient : 0);
        expect(there.keys).toHaveLength(landed ? 1 : 0);
        expect(there.claims.includes(it.claim.id)).toBe(landed);
        return landed;
      }),
    );
    expect((await Promise.all(attempts)).filter(Boolean)).toHaveLength(phones.length);
  });
});
