import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import type { EventStore, RecordedEvent } from '../../../src/event-store/event-store.ts';
import { bundled } from '../../support/bundle.ts';
import { idsOf, uniqueStream } from './fixtures.ts';
import type { SuiteContext } from './harness.ts';
import { orderProblems, startSubscriber } from './subscriber.ts';
import type { WritersTask } from './writers.ts';

const PROCESSES = 2;
const WRITERS = 24;

const forkWriters = async (task: WritersTask): Promise<ChildProcess> => {
  const child = fork(await bundled('test/contract/event-store/writers.ts'), [JSON.stringify(task)], { execArgv: [] });
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child, 'message');
  return child;
};

/** Reads the log page by page, as a catching-up reader does, until `done` and nothing is left. */
const pageThrough = async (store: EventStore, start: number, done: () => boolean): Promise<RecordedEvent[]> => {
  const events: RecordedEvent[] = [];
  for (;;) {
    const finished = done();
    const page = await store.readAll(events.at(-1)?.position ?? start, 200);
    events.push(...page);
    if (page.length === 0 && finished) return events;
  }
};

export const describeLoad = ({ harness, store, events }: SuiteContext): void => {
  const perWriter = Math.ceil(Number(process.env.CONTRACT_EVENTS ?? events) / WRITERS);
  const total = perWriter * WRITERS;

  test(`readers lose and repeat nothing while ${WRITERS} writers of ${PROCESSES} processes append ${total} events`, {
    timeout: 120_000,
  }, async () => {
    const { adapter, url } = harness();
    const sharedStreams = Array.from({ length: 3 }, () => uniqueStream('shared'));
    const start = await store().head();
    const children = await Promise.all(
      Array.from({ length: PROCESSES }, () =>
        forkWriters({
          adapter,
          url,
          name: uniqueStream(),
          writers: WRITERS / PROCESSES,
          events: perWriter,
          sharedStreams,
        }),
      ),
    );

    const subscriber = startSubscriber(store(), start, { maxBatch: 500 });
    let written = false;
    const paged = pageThrough(store(), start, () => written);
    paged.catch(() => {});
    onTestFinished(() => {
      written = true;
    });
    const codes = Promise.all(children.map((child) => once(child, 'exit')));
    for (const child of children) child.send('go');
    await subscriber.until('events while they are written', (seen) => seen.events.length > 100);
    expect(children.every((child) => child.exitCode === null)).toBe(true);
    expect(await codes).toEqual(children.map(() => [0, null]));
    written = true;

    const head = await store().head();
    await subscriber.until('the head', (seen) => (seen.events.at(-1)?.position ?? 0) >= head, 30_000);
    await subscriber.stop();
    for (const seen of [subscriber.events, await paged]) {
      expect(orderProblems(seen)).toEqual([]);
      expect(new Set(idsOf(seen)).size).toBe(total);
      expect(seen).toHaveLength(total);
    }
    expect(subscriber.events.filter((event) => event.revision === 0)).toHaveLength(WRITERS + sharedStreams.length);
  });
};
