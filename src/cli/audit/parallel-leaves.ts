import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { KeyTraces } from '../../personal/lost-keys.ts';
import type { LeafPage } from '../../transparency/read-leaves.ts';
import type { Stretch } from './leaf-worker.ts';

/** Positions that a thread reads at a time. For fewer, a thread takes longer to start than to read them. */
export const STRETCH = 5_000;
const MAX_THREADS = 4;

/**
 * Reads the leaves of a log in Postgres with several threads: to make them takes longer than to read the events. In
 * Postgres a read may begin at any position. Each thread reads one stretch ahead, so that few are in memory.
 */
export async function* readLeavesInParallel(
  databaseUrl: string,
  upTo: number,
  stretch = STRETCH,
  onTraces: (traces: readonly KeyTraces[]) => void = () => {},
): AsyncGenerator<LeafPage> {
  const count = Math.min(availableParallelism(), MAX_THREADS, Math.ceil(upTo / stretch));
  const threads = Array.from(
    { length: count },
    () => new Worker(new URL('leaf-worker.ts', import.meta.url), { workerData: { databaseUrl } }),
  );
  // A thread that fails ends with the error that its reader gets.
  const ended = threads.map((thread) => once(thread, 'exit').catch(() => {}));
  const read = async (nth: number): Promise<Stretch> => {
    const thread = threads[nth % count]!;
    thread.postMessage({ after: nth * stretch, upTo: Math.min((nth + 1) * stretch, upTo) });
    return (await once(thread, 'message'))[0];
  };
  try {
    const reading = threads.map((_, nth) => read(nth));
    for (let nth = 0; reading.length > 0; nth++) {
      const { pages, traces } = await reading.shift()!;
      onTraces(traces);
      if ((nth + count) * stretch < upTo) reading.push(read(nth + count));
      // Hashes arrive as plain bytes.
      yield* pages.map((page) => ({ ...page, hashes: Buffer.from(page.hashes) }));
    }
  } finally {
    for (const thread of threads) thread.postMessage('end');
    await Promise.all(ended);
  }
}
