import { expect, test } from 'vitest';
import { event } from '../projections/fixtures.ts';
import {
  checkpointOf,
  enqueuer,
  eventually,
  noise,
  queued,
  saleOf,
  sell,
  setUp,
  startRunner,
  upTo,
} from './support.ts';

test('a follower gets what is in the log and what comes, in order, of its types', async () => {
  const context = await setUp();
  await sell(context.store, 1_200);
  const runner = await startRunner(context, { followers: [enqueuer()] });
  await noise(context.store);
  for (let round = 0; round < 20; round++) await sell(context.store, 10);
  const expected = [...upTo(1_200), ...upTo(200).map((n) => n + 1_201)];
  await eventually(async () => expect(await queued(context)).toEqual(expected));
  expect(await runner.status()).toEqual([{ name: 'enqueuer', position: 1_401, failure: null }]);
});

test('a new follower begins where it says, and goes on from its checkpoint', async () => {
  const context = await setUp();
  await sell(context.store, 3);
  const first = await startRunner(context, { followers: [enqueuer({ startAt: 'head' })] });
  const position = await sell(context.store, 1);
  await eventually(async () => expect(await queued(context)).toEqual([position]));
  await first.stop();
  await sell(context.store, 2);
  await startRunner(context, { followers: [enqueuer({ startAt: 'head' })] });
  await eventually(async () => expect(await queued(context)).toEqual([4, 5, 6]));
});

test('events that do not concern a follower move it on, and are not handed to it, from the log or as they come', async () => {
  const context = await setUp();
  await sell(context.store, 1_200);
  const even = enqueuer({ concerns: (sale) => saleOf(sale) % 2 === 0 });
  const runner = await startRunner(context, { followers: [even] });
  const position = await sell(context.store, 11);
  const expected = upTo(position).filter((sale) => sale % 2 === 0);
  await eventually(async () => expect(await queued(context)).toEqual(expected));
  await eventually(async () => expect(await runner.status()).toEqual([{ name: 'enqueuer', position, failure: null }]));
});

test('what is enqueued and the checkpoint are stored together or not at all', async () => {
  const context = await setUp();
  let failing = true;
  const follower = enqueuer({
    handle: async (events, tx) => {
      await enqueuer().handle(events, tx);
      if (failing && events.some((sale) => saleOf(sale) === 5)) throw new Error('half-way');
    },
  });
  await sell(context.store, 5);
  const runner = await startRunner(context, { followers: [follower] });
  await eventually(async () => {
    expect(await runner.status()).toEqual([{ name: 'enqueuer', position: 4, failure: 'half-way' }]);
  });
  expect(await queued(context)).toEqual([1, 2, 3, 4]);
  expect(await checkpointOf(context)).toBe(4);
  failing = false;
  await eventually(async () => expect(await queued(context)).toEqual([1, 2, 3, 4, 5]));
  await eventually(async () => expect((await runner.status())[0]?.failure).toBeNull());
  expect(await checkpointOf(context)).toBe(5);
});

test('a follower that fails for good holds no other', async () => {
  const context = await setUp();
  const poisoned = enqueuer({
    name: 'poisoned',
    handle: async () => {
      throw new Error('never');
    },
  });
  const runner = await startRunner(context, { followers: [poisoned, enqueuer()] });
  await sell(context.store, 3_000);
  await eventually(async () => expect(await queued(context)).toHaveLength(3_000));
  const other = await startRunner(context, { followers: [poisoned, enqueuer()] });
  await eventually(async () => {
    expect(await runner.status()).toContainEqual({ name: 'poisoned', position: 0, failure: 'never' });
    // Whichever process is asked.
    expect(await other.status()).toContainEqual({ name: 'poisoned', position: 0, failure: 'never' });
  });
});

test('a follower that fails at the live end gets the same events again', async () => {
  const context = await setUp();
  let failing = false;
  const follower = enqueuer({
    handle: async (events, tx) => {
      if (failing) throw new Error('not yet');
      await enqueuer().handle(events, tx);
    },
  });
  const runner = await startRunner(context, { followers: [follower] });
  await sell(context.store, 1);
  await eventually(async () => expect(await queued(context)).toEqual([1]));
  failing = true;
  await sell(context.store, 3);
  await eventually(async () => expect((await runner.status())[0]?.failure).toBe('not yet'));
  failing = false;
  await eventually(async () => expect(await queued(context)).toEqual([1, 2, 3, 4]));
});

test('a follower that is slower than the log loses nothing, however much comes meanwhile', async () => {
  const context = await setUp();
  const gate = Promise.withResolvers<void>();
  let begun = false;
  const follower = enqueuer({
    handle: async (events, tx) => {
      begun = true;
      await gate.promise;
      await enqueuer().handle(events, tx);
    },
  });
  await startRunner(context, { followers: [follower, enqueuer({ name: 'quick', handle: async () => {} })] });
  await sell(context.store, 1);
  await eventually(() => expect(begun).toBe(true));
  for (let round = 0; round < 6; round++) await sell(context.store, 500);
  // The other one has them all, so they have been offered to this one too.
  await eventually(async () => expect(await checkpointOf(context, 'quick')).toBe(3_001));
  gate.resolve();
  await eventually(async () => expect(await queued(context)).toEqual(upTo(3_001)));
});

test('a commit that fails moves no checkpoint', async () => {
  const context = await setUp();
  await context.database.pool.query(
    'alter table app.queue add constraint once unique (position) deferrable initially deferred',
  );
  let doubled = true;
  const follower = enqueuer({
    handle: async (events, tx) => {
      await enqueuer().handle(events, tx);
      // Noticed by the database at the commit, and not before.
      if (doubled) await enqueuer().handle(events, tx);
      doubled = false;
    },
  });
  await startRunner(context, { followers: [follower] });
  await sell(context.store, 3);
  await eventually(async () => expect(await queued(context)).toEqual([1, 2, 3]));
  expect(await checkpointOf(context)).toBe(3);
});

test('the checkpoint stays before what a follower holds back, and moves when it no longer does', async () => {
  const context = await setUp();
  const seen: number[] = [];
  let held: number | undefined;
  const follower = enqueuer({
    handle: async (events) => {
      seen.push(...events.map(saleOf));
      held ??= events.find((sale) => saleOf(sale) === 3)?.position;
    },
    holdBack: () => held,
  });
  const first = await startRunner(context, { followers: [follower] });
  await sell(context.store, 5);
  await eventually(() => expect(seen).toEqual([1, 2, 3, 4, 5]));
  await eventually(async () => expect(await checkpointOf(context)).toBe(2));
  await first.stop();
  expect(await checkpointOf(context)).toBe(2);

  const second = await startRunner(context, { followers: [follower] });
  await eventually(() => expect(seen).toEqual([1, 2, 3, 4, 5, 3, 4, 5]));
  held = undefined;
  await second.stop();
  expect(await checkpointOf(context)).toBe(5);
});

test('a follower that holds an event back keeps its checkpoint at the last event before it that it was given', async () => {
  const context = await setUp();
  let held: number | undefined;
  const follower = enqueuer({
    handle: async (events) => {
      held ??= events.find((sale) => saleOf(sale) === 3)?.position;
    },
    holdBack: () => held,
  });
  await startRunner(context, { followers: [follower, enqueuer({ name: 'other' })] });
  const sold = (sale: number) => event('Sold', { sale, amount: 1 });
  await context.store.append('sales-1', 'any', [sold(1), sold(2), event('Noise', {}), sold(3), sold(4)]);
  await eventually(async () => expect(await queued(context)).toEqual([1, 2, 4, 5]));
  await eventually(async () => expect(await checkpointOf(context)).toBe(2));
});

test('events of other types move the checkpoint by the time it stops', async () => {
  const context = await setUp();
  const runner = await startRunner(context, { followers: [enqueuer()] });
  await sell(context.store, 1);
  const position = await noise(context.store);
  await eventually(async () => expect(await queued(context)).toEqual([1]));
  await eventually(async () => expect((await runner.status())[0]?.position).toBe(position));
  await runner.stop();
  expect(await checkpointOf(context)).toBe(position);
});
