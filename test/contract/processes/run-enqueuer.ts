/** A process that runs the enqueuer until it is killed. Arguments: address of the database, name of this run, heartbeat. */
import { pino } from 'pino';
import { createPool } from '../../../src/database/connection.ts';
import type { Follower } from '../../../src/processes/engine/process.ts';
import { createProcessRunner } from '../../../src/processes/engine/runner.ts';
import { openLog } from '../../support/log.ts';

const [url, run, timing] = process.argv.slice(2) as [string, string, string | undefined];
const heartbeat = timing === undefined ? undefined : JSON.parse(timing);
const pool = createPool(url);
const store = openLog({ pool, url, eventStoreUrl: process.env.EVENT_STORE_URL });
const follower: Follower = {
  name: 'enqueuer',
  types: ['Sold'],
  startAt: 'start',
  handle: async (events, tx) => {
    for (const { position } of events) {
      await tx.query('insert into app.queue (position, run) values ($1, $2)', [position, run]);
    }
  },
};
const log = pino({ level: 'silent' });
const parts = { followers: [follower], tickers: [], clock: Date.now, heartbeat, log };
await createProcessRunner({ store, pool, url, ...parts }).start();
console.log('started');
