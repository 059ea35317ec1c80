/** A process that runs the test projections until it is killed. Arguments: address of the database, heartbeat. */
import { createPool } from '../../../src/database/connection.ts';
import { createProjectionRunner } from '../../../src/projections/engine/runner.ts';
import { openLog } from '../../support/log.ts';
import { refunds, sales, silent } from './fixtures.ts';

const [url, timing] = process.argv.slice(2) as [string, string | undefined];
const heartbeat = timing === undefined ? undefined : JSON.parse(timing);
const pool = createPool(url);
const store = openLog({ pool, url, eventStoreUrl: process.env.EVENT_STORE_URL });
await createProjectionRunner({ store, pool, url, projections: [sales, refunds], heartbeat, log: silent }).start();
console.log('started');
