import { parentPort, workerData } from 'node:worker_threads';
import { createPool } from '../../database/connection.ts';
import { openStoredEvents } from '../../event-store/open-event-store.ts';
import { type LeafPage, readLeaves } from '../../transparency/read-leaves.ts';

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
  for await (const page of readLeaves(stored, message.after, message.upTo)) pages.push(page);
  parentPort!.postMessage(pages);
});
