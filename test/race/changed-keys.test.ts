// A database of its own: two processes share it, and one is frozen.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { command, startTestApp, type TestApp } from '../support/app.ts';
import { envOf } from '../support/app-pair.ts';
import { type AppProcess, createAppProcess } from '../support/app-process.ts';
import { createAppDatabase, type TestDatabase } from '../support/database.ts';
import { createClient } from '../support/http-client.ts';
import { parkVenueOnKeys } from '../support/park.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { createVenue, type TestVenue } from '../support/venue.ts';

let database: TestDatabase;
let app: TestApp;
let venue: TestVenue;
let processes: AppProcess[];

beforeAll(async () => {
  database = await createAppDatabase();
  app = await startTestApp({ database });
  venue = await createVenue(app);
  await parkVenueOnKeys(database.pool);
  // The limit is that of the app of this process, with which they share the counters.
  const env = { ...envOf(database), ROLES: 'api', REQUESTS_PER_MINUTE: '1000000000' };
  processes = await Promise.all([0, 1].map(async () => createAppProcess(await tempFolder(), env)));
  await Promise.all(processes.map((process) => process.start()));
});
afterAll(async () => {
  await Promise.all(processes.map((process) => process.kill()));
  await app.stop();
  await database.drop();
});

test('a process that was frozen while a key was revoked refuses it from the first request after it wakes', async () => {
  const [one, frozen] = processes as [AppProcess, AppProcess];
  const { partner, till, partnerKeyId } = venue;
  const [byOne, byFrozen] = [createClient(one.url, partner.token), createClient(frozen.url, partner.token)];
  for (const client of [byOne, byFrozen]) expect((await client.get('/v1/points')).status).toBe(200);

  frozen.freeze();
  await command(createClient(one.url, till.token), 'RevokeKey', { key_id: partnerKeyId });
  const waiting = byFrozen.get('/v1/points');
  expect((await byOne.get('/v1/points')).status).toBe(401);
  frozen.thaw();
  expect((await waiting).status).toBe(401);
});
