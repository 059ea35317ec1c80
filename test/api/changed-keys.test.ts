// A database of its own: several apps share it, and connections to it are cut.

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { startWire } from '../contract/event-store/wire.ts';
import { command, startTestApp, type TestApp } from '../support/app.ts';
import { createAppDatabase, type TestDatabase } from '../support/database.ts';
import { startEventStoreDbServer } from '../support/eventstoredb/server.ts';
import { createClient } from '../support/http-client.ts';
import { parkVenueOnKeys } from '../support/park.ts';
import { createVenue, definePoint, type TestVenue } from '../support/venue.ts';

const PERIOD = 'date_from=2026-03-01&date_to=2026-03-02';

/** A change that takes something away, what the key can ask for before it, and the answer afterwards. */
interface Loss {
  readonly type: 'RevokeKey' | 'UpdateKey';
  readonly terms?: (venue: TestVenue, second: string) => object;
  readonly path: (venue: TestVenue, second: string) => string;
  readonly answer: string;
}

const points = () => '/v1/points';
const menus = () => '/v1/menus';

const LOSSES: Readonly<Record<string, Loss>> = {
  revocation: { type: 'RevokeKey', path: points, answer: '401 invalid_token' },
  expiry: {
    type: 'UpdateKey',
    path: points,
    answer: '401 invalid_token',
    terms: () => ({ expires_at: new Date(Date.now() - 1_000).toISOString() }),
  },
  'lost permission': {
    type: 'UpdateKey',
    answer: '403 no_access_to_reports',
    terms: () => ({ permissions: [] }),
    path: () => `/v1/export/cheques?${PERIOD}`,
  },
  'lost point': {
    type: 'UpdateKey',
    answer: '404 point_not_found',
    terms: (venue) => ({ point_ids: [venue.point_id] }),
    path: (_, second) => `/v1/stop-list?point_id=${second}`,
  },
  'lost menu': {
    type: 'UpdateKey',
    path: menus,
    answer: '409 menu_not_selected',
    terms: () => ({ showcase_ids: [] }),
  },
};

describe.each(['Postgres', 'EventStoreDB'])(
  'with the log in %s, two processes and read models that stand still',
  (engine) => {
    let database: TestDatabase;
    let eventStore: Awaited<ReturnType<typeof startEventStoreDbServer>> | undefined;
    let apps: TestApp[];
    let venue: TestVenue;
    let second: string;
    /** By loss: a key that both processes have served, and so keep in memory. */
    const keys = new Map<string, { key_id: string; api_key: string; token: string }>();

    const ask = async (app: TestApp, token: string, path: string): Promise<string> => {
      const { status, body } = await createClient(app.url, token).get(path);
      return `${status} ${body.code ?? ''}`.trim();
    };
    const issue = async () => {
      const permissions = ['reports'];
      const terms = { audience: 'partner', name: 'app', permissions, showcase_ids: [venue.menu_id] };
      const { key_id, api_key } = await command(venue.till, 'IssueKey', terms);
      return { key_id, api_key, token: (await apps[0]!.client(api_key)).token! };
    };

    beforeAll(async () => {
      database = await createAppDatabase();
      if (engine === 'EventStoreDB') eventStore = await startEventStoreDbServer();
      const options = { database, ...(eventStore && { eventStoreUrl: eventStore.url }) };
      apps = [await startTestApp(options), await startTestApp(options)];
      venue = await createVenue(apps[0]!);
      second = (await definePoint(venue.till)).id;
      for (const [loss, { path }] of Object.entries(LOSSES)) {
        const key = await issue();
        for (const app of apps) expect(await ask(app, key.token, path(venue, second)), loss).toBe('200');
        keys.set(loss, key);
      }
      const isParked = await parkVenueOnKeys(database.pool);
      await command(venue.till, 'UpdateKey', { key_id: venue.partnerKeyId, name: 'parks it' });
      await vi.waitFor(async () => expect(await isParked()).toBe(true));
    });
    afterAll(async () => {
      for (const app of apps) await app.stop();
      await eventStore?.stop();
      await database.drop();
    });

    test.for(Object.keys(LOSSES))('%s counts from its answer on, at both processes', async (loss) => {
      const { type, terms, path, answer } = LOSSES[loss]!;
      const { key_id, api_key, token } = keys.get(loss)!;
      await command(venue.till, type, { key_id, ...terms?.(venue, second) });
      const answers = await Promise.all(apps.map((app) => ask(app, token, path(venue, second))));
      expect(answers).toEqual([answer, answer]);
      if (!answer.startsWith('401')) return;
      for (const app of apps) {
        expect(await app.anonymous.post('/v1/auth/token', { api_key })).toMatchObject({ status: 401 });
      }
    });

    test('a new key is exchanged at both, and only under its own api key', async () => {
      const command_id = randomUUID();
      const issue = { command_id, audience: 'partner', name: 'app' };
      const issued = await venue.till.post('/venue/v1/commands/IssueKey', issue);
      const { key_id, api_key } = issued.body.result;
      for (const app of apps) {
        const { token } = await app.client(api_key);
        expect(await ask(app, token!, '/v1/points')).toBe('200');
        expect(await app.anonymous.post('/v1/auth/token', { api_key: `${api_key}x` })).toMatchObject({ status: 401 });
      }
      await command(venue.till, 'RevokeKey', { key_id });
      for (const app of apps) {
        expect(await app.anonymous.post('/v1/auth/token', { api_key })).toMatchObject({ status: 401 });
      }
    });

    test('no request that begins after the answer is served, among many under way at both', async () => {
      const { key_id, token } = await issueWhileParked();
      let answeredAt = Number.POSITIVE_INFINITY;
      const served: number[] = [];
      const flood = apps.flatMap((app) =>
        Array.from({ length: 4 }, async () => {
          const client = createClient(app.url, token);
          for (let status = 200; status === 200; ) {
            const beganAt = performance.now();
            status = (await client.get('/v1/points')).status;
            if (status === 200) served.push(beganAt);
          }
        }),
      );
      await vi.waitFor(() => expect(served.length).toBeGreaterThan(40), { timeout: 10_000 });
      await command(venue.till, 'RevokeKey', { key_id });
      answeredAt = performance.now();
      await Promise.all(flood);
      expect(served.filter((beganAt) => beganAt > answeredAt)).toEqual([]);
    });

    const issueWhileParked = async () => {
      const { key_id, api_key } = await command(venue.till, 'IssueKey', { audience: 'partner', name: 'app' });
      return { key_id, api_key, token: (await apps[0]!.client(api_key)).token! };
    };
  },
);

describe('a process cut off from the database', () => {
  const keyLease = { leaseMs: 400, patienceMs: 200 };

  test('a process cut off from the database serves no key when it cannot see any more whether the key is still good', async () => {
    const database = await createAppDatabase();
    const wire = await startWire(database.url);
    const whole = await startTestApp({ database, keyLease });
    const cut = await startTestApp({ database: { ...database, url: wire.url }, keyLease });
    onTestFinished(async () => {
      await wire.close();
      await Promise.all([cut.stop(), whole.stop()]);
    });
    const { till, menu_id, point_id, partner, partnerKeyId } = await createVenue(whole);
    const path = `/v1/menus/${menu_id}?point_id=${point_id}`;
    const client = createClient(cut.url, partner.token);
    expect((await client.get(path)).status).toBe(200);
    wire.silence();
    await command(till, 'RevokeKey', { key_id: partnerKeyId });
    const { status, headers, body } = await client.get(path);
    expect([status, body.code, headers.get('retry-after')]).toEqual([503, 'unavailable', '1']);
  });
});

test('projections that hang delay no revocation', async () => {
  const database = await createAppDatabase();
  const app = await startTestApp({ database });
  const holder = await database.pool.connect();
  onTestFinished(async () => {
    await holder.query('rollback');
    holder.release();
    await app.stop();
  });
  const { till, partner, partnerKeyId } = await createVenue(app);
  const other = await command(till, 'IssueKey', { audience: 'partner', name: 'app', permissions: ['reports'] });
  const limited = await app.client(other.api_key);
  for (const client of [partner, limited]) expect((await client.get(`/v1/export/cheques?${PERIOD}`)).status).toBe(200);
  const first = await command(till, 'IssueKey', { audience: 'partner', name: 'first' });
  await holder.query('begin; lock table read.access_keys in share mode');
  // A process that stands still: it has keys in memory, and does not say that it has dropped this one.
  await database.pool.query('insert into app.key_readers (id, acknowledged) values ($1, 0)', [randomUUID()]);
  const begin = performance.now();
  await command(till, 'RevokeKey', { key_id: first.key_id });
  expect(performance.now() - begin).toBeLessThan(2_000);
  const commands = [
    { type: 'RevokeKey', command_id: randomUUID(), key_id: partnerKeyId },
    { type: 'UpdateKey', command_id: randomUUID(), key_id: other.key_id, permissions: [] },
  ];
  const { results } = (await till.post('/venue/v1/commands', { commands })).body;
  expect(results).toMatchObject([{ status: 'accepted' }, { status: 'accepted' }]);
  expect((await partner.get('/v1/points')).status).toBe(401);
  expect((await limited.get(`/v1/export/cheques?${PERIOD}`)).body.code).toBe('no_access_to_reports');
});
