/**
 * A process of writers, forked by the load test: 12 of them append to streams of their own at exact revisions and, one
 * append in ten, to streams shared by everybody. Ends by itself when its store is closed.
 */
import { newEvent } from './fixtures.ts';
import type { Adapter } from './harness.ts';
import { openStore } from './open-store.ts';

export interface WritersTask {
  readonly adapter: Adapter;
  readonly url: string;
  /** Part of every stream name. */
  readonly name: string;
  readonly writers: number;
  /** Of each writer. */
  readonly events: number;
  readonly sharedStreams: readonly string[];
}

const task: WritersTask = JSON.parse(process.argv[2]!);
const store = openStore(task.adapter, task.url);

const write = async (writer: number): Promise<void> => {
  const stream = `load-${task.name}.${writer}`;
  let revision = -1;
  let shared = 0;
  for (let written = 0, turn = 0; written < task.events; turn++) {
    const batch = Math.min(1 + (turn % 4), task.events - written);
    const events = Array.from({ length: batch }, (_, index) => newEvent({ writer, number: written + index }));
    if (turn % 10 === 9) {
      await store.append(task.sharedStreams[shared++ % task.sharedStreams.length]!, 'any', events);
    } else {
      const result = await store.append(stream, revision < 0 ? 'no_stream' : revision, events);
      revision += batch;
      if (result.revision !== revision) throw new Error(`${stream} is at ${result.revision}, not ${revision}`);
    }
    written += batch;
  }
};

process.once('message', async () => {
  await Promise.all(Array.from({ length: task.writers }, (_, writer) => write(writer)));
  await store.close();
  process.disconnect?.();
});
process.send?.('ready');
