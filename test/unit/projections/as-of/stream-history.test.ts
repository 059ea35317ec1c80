import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { RecordedEvent } from '../../../../src/event-store/event-store.ts';
import type { StreamFolding } from '../../../../src/projections/as-of/fold-stream.ts';
import { createStreamHistory } from '../../../../src/projections/as-of/stream-history.ts';

const MINUTE = 60_000;
const NOW = Date.parse('2026-03-02T09:00:00Z');
const at = (minutesAgo: number): number => NOW - minutesAgo * MINUTE;

/** A state that says exactly which events it holds. */
const folding: StreamFolding<readonly number[]> = {
  category: 'thing',
  stateVersion: 1,
  every: 4,
  initial: [],
  evolve: (state, { revision }) => [...state, revision],
};

const eventOf = (minutesAgo: number, revision: number, log = ''): RecordedEvent =>
  ({
    type: 'Happened',
    stream: 'thing-1',
    revision,
    position: revision,
    id: `${log}${revision}`,
    data: {},
    metadata: { occurred_at: new Date(at(minutesAgo)).toISOString() },
  }) as unknown as RecordedEvent;

const logOf = (minutesAgo: readonly number[]) => {
  const log = { events: minutesAgo.map((minutes, revision) => eventOf(minutes, revision)), reads: 0, read: 0 };
  const store = {
    read: async (_stream: string, from = 0, limit = 1_000) => {
      const page = log.events.slice(from, from + limit);
      log.reads += 1;
      log.read += page.length;
      return page;
    },
  };
  const snapshots = {
    find: async () => ({ kept: undefined, generation: 0 }),
    keep: async () => {},
    forget: async () => {},
  };
  return { log, reader: { store, snapshots } };
};

const ago = fc.integer({ min: 0, max: 600 });

test('a history answers for each time with the events that had happened by then, in the order of the log', async () => {
  const examples = fc.asyncProperty(
    fc.array(ago, { maxLength: 200 }),
    fc.array(ago, { maxLength: 30 }),
    fc.array(ago, { minLength: 1, maxLength: 20 }),
    async (begun, added, asked) => {
      const { log, reader } = logOf(begun);
      const history = createStreamHistory(reader, folding, '1');
      for (const [index, minutes] of asked.entries()) {
        if (index === 1) for (const more of added) log.events.push(eventOf(more, log.events.length));
        await history.read(at(minutes), NOW);
        const expected = log.events.filter((event) => Date.parse(event.metadata.occurred_at) <= at(minutes));
        expect(history.at(at(minutes))).toEqual(expected.map(({ revision }) => revision));
        expect(history.latest()).toHaveLength(log.events.length);
      }
    },
  );
  await fc.assert(examples, { numRuns: 100 });
});

test('a history of many questions walks over the log a few times, in whatever order they come', async () => {
  const { log, reader } = logOf(Array.from({ length: 2_000 }, (_, index) => 2_000 - index));
  const history = createStreamHistory(reader, folding, '1');
  for (let minutes = 100; minutes < 600; minutes++) {
    if (!history.reaches(at(minutes))) await history.read(at(minutes), NOW);
    expect(history.at(at(minutes))).toHaveLength(2_001 - minutes);
  }
  expect(log.read).toBeLessThan(5 * 2_000);
});

test('a history gives the same state while the same events count', async () => {
  const { log, reader } = logOf([300, 200, 100]);
  const history = createStreamHistory(reader, folding, '1');
  await history.read(at(250), NOW);
  expect(history.at(at(250))).toBe(history.at(at(201)));
  expect(history.at(at(100))).toBe(history.latest());
  log.events.push(eventOf(50, 3));
  await history.read(at(250), NOW);
  expect(history.at(at(250))).toEqual([0]);
});

test('a history of a log that was set back is read anew', async () => {
  const { log, reader } = logOf([300, 200, 100]);
  const history = createStreamHistory(reader, folding, '1');
  await history.read(at(150), NOW);
  log.events.splice(1, 2, eventOf(180, 1, 'other '));
  await history.read(at(150), NOW);
  expect(history.at(at(150))).toEqual([0, 1]);
  expect(history.latest()).toEqual([0, 1]);
});

test('a history that begins anew for one caller shows another what it showed before, until it was read on', async () => {
  const { log, reader } = logOf([300, 200, 100, 10]);
  const history = createStreamHistory(reader, folding, '1');
  await history.read(at(20), NOW);
  const before = [history.latest(), history.at(at(20)), history.reaches(at(20)), history.reaches(at(400))];
  // Each read of the log ends when it is let go, so what others see in between can be looked at.
  const { read } = reader.store;
  const held: (() => void)[] = [];
  reader.store.read = async (...asked) => {
    await new Promise<void>((resolve) => held.push(resolve));
    return read(...asked);
  };
  let isDone = false;
  const anew = history.read(at(400), NOW).then(() => {
    isDone = true;
  });
  while (!isDone) {
    expect([history.latest(), history.at(at(20)), history.reaches(at(20)), history.reaches(at(400))]).toEqual(before);
    held.shift()?.();
    await new Promise(setImmediate);
  }
  await anew;
  expect(history.reaches(at(400))).toBe(true);
  expect(history.at(at(150))).toEqual([0, 1]);
  expect(log.reads).toBeGreaterThan(2);
});
