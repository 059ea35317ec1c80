import { parentPort, workerData } from 'node:worker_threads';
import { createPool } from '../../database/connection.ts';
import type { RecordedEvent } from '../../event-store/event-store.ts';
import { openStoredEvents } from '../../event-store/open-event-store.ts';
import { type KeyTraces, traceKeys } from '../../personal/lost-keys.ts';
import { type LeafPage, readLeaves } from '../../transparency/read-leaves.ts';

/** What a stretch of the log has. */
export interface Stretch {
  readonly pages: readonly LeafPage[];
  readonly traces: readonly KeyTraces[];
}

/** A thread that reads a stretch of the log and answers its leaves. It has connections of its own. */
const { databaseUrl }: { readonly databaseUrl: string } = workerData;
const pool = createPool(databaseUrl, { max: 2, name: 'tillstream-verify' });
const stored = await openStoredEvents({ pool, databaseUrl });

parentPort!.on('message', async (message: { after: number; upTo: number } | 'end') => {
  if (message === 'end') {
    await stored.close();
    await pool.end();
    parentPort!.close();
    return;
  }
  const pages: LeafPage[] = [];
  const traces: KeyTraces[] = [];
  const trace = async (events: readonly RecordedEvent[]) => void traces.push(await traceKeys(pool, events));
  for await (const page of readLeaves(stored, message.after, message.upTo, trace)) pages.push(page);
  parentPort!.postMessage({ pages, traces } satisfies Stretch);
});
