import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Conditions, ConditionsFailed, type EventStore } from '../../../src/event-store/event-store.ts';
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

type Claim = NonNullable<Conditions['claim']>;

const newClaim = (key: string = randomUUID()): Claim => ({ kind: 'order', scope: 'point', key, id: nextId++ });
const nowhere = (): Conditions['unchanged'] => ({ stream: uniqueStream('stop_list'), revision: -1 });
const guarded = async (): Promise<Conditions['unchanged']> => {
  const stream = uniqueStream('stop_list');
  return { stream, revision: (await store.append(stream, 'no_stream', newEvents(2))).revision };
};
const appendIf = (conditions: Partial<Conditions>, stream = uniqueStream(), at = store) =>
  at.appendIf!({ unchanged: nowhere(), claim: null, ...conditions }, stream, [newEvent()]);

const beside =
  (company: () => Promise<unknown>): typeof appendIf =>
  async (...asked) => {
    const [, answer] = await Promise.allSettled([company(), appendIf(...asked)]);
    if (answer.status === 'rejected') throw answer.reason;
    return answer.value;
  };

/** An append that is alone in its call, and a call of nothing but orders, go other ways than any other call. */
const WAYS = {
  alone: appendIf,
  'beside another': beside(() => store.append(uniqueStream(), 'no_stream', [newEvent()])),
  'beside another of its kind': beside(() => appendIf({ claim: newClaim() })),
};
const claimedBy = async ({ kind, scope, key }: Claim): Promise<number | undefined> => {
  const { rows } = await database.pool.query<{ id: number }>(
    'select id from app.identities where kind = $1 and scope = $2 and key = $3',
    [kind, scope, key],
  );
  return rows[0]?.id;
};

describe.each(Object.entries(WAYS))('a conditional append, %s,', (_, appendIf) => {
  test('lands, and claims the key, if all is as expected', async () => {
    const stream = uniqueStream();
    const claim = newClaim();
    const { position } = await appendIf({ unchanged: await guarded(), claim }, stream);
    const recorded = await store.read(stream);
    expect(recorded).toMatchObject([{ revision: 0, position, data: newEvent().data }]);
    expect(await claimedBy(claim)).toBe(claim.id);
  });

  test.for([-1, 0, 2])('does nothing if a stream that ends at 1 was to end at %d', async (revision) => {
    const { stream: guard } = await guarded();
    const stream = uniqueStream();
    const claim = newClaim();
    await expect(appendIf({ unchanged: { stream: guard, revision }, claim }, stream)).rejects.toThrow(ConditionsFailed);
    expect(await store.read(stream)).toEqual([]);
    expect(await claimedBy(claim)).toBeUndefined();
  });

  test('does nothing if the key is taken', async () => {
    const stream = uniqueStream();
    const first = newClaim();
    await appendIf({ claim: first });
    await expect(appendIf({ claim: newClaim(first.key) }, stream)).rejects.toThrow(ConditionsFailed);
    expect(await store.read(stream)).toEqual([]);
    expect(await claimedBy(first)).toBe(first.id);
  });

  test('lands if the key is taken for it', async () => {
    const claim = newClaim();
    await appendIf({ claim });
    const stream = uniqueStream();
    await appendIf({ claim }, stream);
    expect(await store.read(stream)).toHaveLength(1);
  });

  test('does nothing if its stream exists', async () => {
    const stream = uniqueStream();
    await store.append(stream, 'no_stream', [newEvent()]);
    await expect(appendIf({}, stream)).rejects.toThrow(ConditionsFailed);
    expect(await store.read(stream)).toHaveLength(1);
  });

  test('does nothing if its own stream is the one that must not move', async () => {
    const stream = uniqueStream();
    await expect(appendIf({ unchanged: { stream, revision: -1 } }, stream)).rejects.toThrow(ConditionsFailed);
    expect(await store.read(stream)).toEqual([]);
  });
});

test('appends in one call stand alone: those that fail hold back no other, with conditions or without', async () => {
  const moved = { ...(await guarded()), revision: 0 };
  const twice = newClaim();
  const late = newClaim(twice.key);
  const plain = uniqueStream();
  const appends = [
    appendIf({ unchanged: moved, claim: newClaim() }),
    appendIf({ claim: twice }),
    store.append(plain, 'no_stream', newEvents(2)),
    appendIf({ unchanged: moved }),
    appendIf({ claim: late }),
    store.append(plain, 1, newEvents(1)),
    store.append(uniqueStream(), 4, newEvents(1)),
    appendIf({ unchanged: await guarded(), claim: newClaim() }),
  ];
  const states = (await Promise.allSettled(appends)).map(({ status }) => status === 'fulfilled');
  expect(states).toEqual([false, true, true, false, false, true, false, true]);
  expect(await claimedBy(late)).toBe(twice.id);
});

test('an append in the same call moves the stream of a condition as well', async () => {
  const guard = await guarded();
  const change = store.append(guard.stream, guard.revision, [newEvent()]);
  await expect(appendIf({ unchanged: guard })).rejects.toThrow(ConditionsFailed);
  await change;
});

test('a stream that begins in the same call moves as well', async () => {
  const stream = uniqueStream('stop_list');
  const [begun, late] = await Promise.allSettled([
    appendIf({}, stream),
    appendIf({ unchanged: { stream, revision: -1 } }),
  ]);
  expect(begun.status).toBe('fulfilled');
  expect(late).toMatchObject({ status: 'rejected', reason: expect.any(ConditionsFailed) });
});

test.for([
  [1, 0],
  [0, 1],
])(
  'keeps the own condition of each of two appends in one call to one stream at different revisions: %o',
  async (revisions) => {
    const { stream } = await guarded();
    const attempts = revisions.map((revision) => appendIf({ unchanged: { stream, revision } }));
    const landed = (await Promise.allSettled(attempts)).map(({ status }) => status === 'fulfilled');
    expect(landed).toEqual(revisions.map((revision) => revision === 1));
  },
);

test('of eight appends that want a key at once, from two processes, one gets it', async () => {
  const keys = Array.from({ length: 100 }, () => randomUUID());
  const attempts = keys.flatMap((key) =>
    Array.from({ length: 8 }, async (_, index) => {
      const claim = newClaim(key);
      const stream = uniqueStream();
      const landed = await appendIf({ claim }, stream, index % 2 === 0 ? store : other).then(
        () => true,
        () => false,
      );
      expect(await store.read(stream)).toHaveLength(landed ? 1 : 0);
      expect((await claimedBy(claim)) === claim.id).toBe(landed);
      return landed;
    }),
  );
  expect((await Promise.all(attempts)).filter(Boolean)).toHaveLength(keys.length);
});

test('a stream that another process moves meanwhile lets nothing pass after that', async () => {
  const { stream: guard, revision } = await guarded();
  const attempt = () => appendIf({ unchanged: { stream: guard, revision } });
  const before = Promise.allSettled(Array.from({ length: 50 }, attempt));
  const moved = await other.append(guard, revision, [newEvent()]);
  for (const { status } of await Promise.allSettled(Array.from({ length: 50 }, attempt)))
    expect(status).toBe('rejected');
  for (const answer of await before) {
    if (answer.status === 'fulfilled') expect(answer.value.position).toBeLessThan(moved.position);
  }
});
