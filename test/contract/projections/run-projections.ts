/** A process that runs the test projections until it is killed. Argument: address of the database. */
import { createPool } from '../../../src/database/connection.ts';
import { createPostgresEventStore } from '../../../src/event-store/postgres/postgres-event-store.ts';
import { createProjectionRunner } from '../../../src/projections/runner.ts';
import { refunds, sales, silent } from './fixtures.ts';

const url = process.argv[2]!;
const pool = createPool(url);
const store = createPostgresEventStore({ pool, url });
await createProjectionRunner({ store, pool, url, projections: [sales, refunds], log: silent }).start();
console.log('started');
