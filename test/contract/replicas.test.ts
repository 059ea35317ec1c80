// A database of its own: its server has a replica, which is frozen and killed.

import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { withOtherHosts } from '../../src/database/other-hosts.ts';
import { type AnsweredBy, openReplicas } from '../../src/database/replicas/replicas.ts';
import { command, startTestApp, type TestApp } from '../support/app.ts';
import { createDatabase, startTestCluster, type TestCluster } from '../support/cluster.ts';
import { metricOf } from '../support/metric.ts';
import { startReplica, type TestReplica } from '../support/replica.ts';
import { createVenue, orderBody, type TestVenue } from '../support/venue.ts';

let cluster: TestCluster;
/** Of both servers. */
let url: string;
let replica: TestReplica;
let replicaUrl: string;
let app: TestApp;
let venue: TestVenue;

beforeAll(async () => {
  cluster = await startTestCluster();
  const database = await createDatabase(cluster.adminUrl, 'installed', { inMemory: cluster.inMemory });
  replica = await startReplica(cluster.adminUrl);
  const own = new URL(database.url);
  const several = database.url.replace(own.host, `${own.host},${new URL(replica.urlOf(database.url)).host}`);
  url = withOtherHosts(several);
  replicaUrl = replica.urlOf(database.url);
  app = await startTestApp({ database: { ...database, url }, readDatabaseUrls: [replicaUrl] });
  venue = await createVenue(app);
  // A process is ready when its read models have come to where the log ended when it was first asked: not in the midst of writes.
  await vi.waitFor(async () => expect((await app.anonymous.get('/health/ready')).status).toBe(200), {
    timeout: 20_000,
  });
}, 60_000);
afterAll(async () => {
  await app?.stop();
  await replica?.stop();
  await cluster?.stop();
});

const status = () => app.tillstream.replicas.status()[0]!;
const isRead = () =>
  vi.waitFor(() => expect(status()).toMatchObject({ in_use: true }), { timeout: 20_000, interval: 20 });
const isLeftOut = (reason: RegExp) =>
  vi.waitFor(() => expect(status().left_out).toMatch(reason), { timeout: 20_000, interval: 20 });
const answeredBy = (by: AnsweredBy) => metricOf(app, `tillstream_replica_readings_total{answered="${by}"}`);

/** Writes something, and reads it at once: in a list of the page, in a report, and in a search of auditors. */
const writeAndRead = async (name: string): Promise<void> => {
  const { body: order, status } = await venue.partner.post('/v1/orders', orderBody(venue, { external_id: name }));
  expect(status, JSON.stringify(order)).toBe(200);
  const { category_id } = venue;
  const { id } = await command(venue.till, 'DefineProduct', { name, type: 'product', category_id, base_price: 1_000 });
  await command(venue.till, 'AcceptOrder', { order_id: order.order_id });
  const [list, products, found, board] = await Promise.all([
    venue.partner.get(`/v1/orders?external_id=${name}`),
    venue.partner.get(`/v1/reports/products?search=${name}`),
    venue.auditor.get(`/audit/v1/events?stream=order-${order.order_id}`),
    venue.till.get(`/venue/v1/points/${venue.point_id}/board`),
  ]);
  expect(list.body.orders).toMatchObject([{ order_id: order.order_id, status: 'UNCONFIRMED_ORDER' }]);
  expect(products.body.items).toMatchObject([{ product_id: id }]);
  expect(found.body.events.map(({ type }: { type: string }) => type)).toContain('OrderAccepted');
  expect(board.status).toBe(200);
  expect(JSON.stringify(board.body)).toContain(`"order_id":${order.order_id},`);
};

/** Four callers who write and read until they are told to stop; each of them must always see its own. */
const underLoad = (name: string) => {
  let isOver = false;
  let rounds = 0;
  const run = async (caller: number): Promise<void> => {
    for (let round = 0; !isOver; round++, rounds++) await writeAndRead(`${name}-${caller}-${round}`);
  };
  const running = Promise.all([0, 1, 2, 3].map(run));
  running.catch(() => {});
  return {
    /** Resolves when so many more rounds are done. */
    rounds: async (more: number) => {
      const goal = rounds + more;
      await Promise.race([vi.waitFor(() => expect(rounds).toBeGreaterThanOrEqual(goal), { timeout: 60_000 }), running]);
    },
    stop: () => {
      isOver = true;
      return running;
    },
  };
};

test('a replica answers what pages, reports and auditors read, and shows each caller its own', async () => {
  await isRead();
  const before = await answeredBy('replica');
  const load = underLoad('ok');
  await load.rounds(8);
  await load.stop();
  // Of the four readings of a round. While the replica is a moment behind its caller, the primary answers.
  expect((await answeredBy('replica')) - before).toBeGreaterThan(8 * 2);
  const { body } = await app.anonymous.get('/health/ready');
  expect(body.checks.replicas).toMatchObject({ [status().name]: { in_use: true, left_out: null } });
  expect(await metricOf(app, 'tillstream_replica_in_use')).toBe(1);
  // Analysts are let in there as well.
  await replica.run('set role analyst; select from analytics.cheques limit 1', url);
});

test('one that stands still is left out, and comes back', async () => {
  await isRead();
  const load = underLoad('paused');
  onTestFinished(() => replica.run('select pg_wal_replay_resume()'));
  await replica.run('select pg_wal_replay_pause()');
  await isLeftOut(/lags/);
  await load.rounds(4);
  const { body } = await app.anonymous.get('/health/ready');
  expect(body).toMatchObject({ status: 'ok', checks: { replicas: { [status().name]: { in_use: false } } } });
  await replica.run('select pg_wal_replay_resume()');
  await isRead();
  const before = await answeredBy('replica');
  await load.rounds(4);
  await load.stop();
  expect(await answeredBy('replica')).toBeGreaterThan(before);
});

test('one that is frozen under way is left out, its readings are answered, and it comes back', async () => {
  await isRead();
  const load = underLoad('frozen');
  await load.rounds(2);
  onTestFinished(() => replica.thaw());
  await replica.freeze();
  await isLeftOut(/./);
  await load.rounds(8);
  replica.thaw();
  await isRead();
  await load.rounds(4);
  await load.stop();
});

test('one that is killed under way is left out, and read again when it is there again', async () => {
  await isRead();
  const load = underLoad('killed');
  await load.rounds(2);
  await replica.kill();
  await isLeftOut(/does not answer/);
  await load.rounds(4);
  await replica.start();
  await isRead();
  const before = await answeredBy('replica');
  await load.rounds(4);
  await load.stop();
  expect(await answeredBy('replica')).toBeGreaterThan(before);
});

test('a server that takes writes itself is not read, and one that lets nobody in says why, in the log too', async () => {
  const at = (change: (address: URL) => void): string => {
    const address = new URL(replicaUrl);
    change(address);
    return address.href;
  };
  const refused = at((address) => (address.username = 'nobody'));
  const unknown = at((address) => (address.pathname = '/elsewhere'));
  const told: unknown[] = [];
  const mistaken = openReplicas({
    urls: [url, refused, unknown],
    primaryUrl: url,
    log: { info: () => {}, warn: (details) => told.push(details) },
  });
  onTestFinished(() => mistaken.close());
  const reasons = [
    'it is no replica: it takes writes itself',
    'it refuses our user or password',
    'it has no database of that name',
  ];
  await vi.waitFor(() => expect(mistaken.status().map(({ left_out }) => left_out)).toEqual(reasons));
  expect(told.map((details) => (details as { reason: string }).reason).toSorted()).toEqual(reasons.toSorted());
  await expect(
    mistaken.read(
      'pages',
      async () => 'replica',
      async () => 'primary',
    ),
  ).resolves.toBe('primary');
});

test('when the primary is gone and the replica takes its place, the app finds it, and nothing acknowledged is lost', async () => {
  await isRead();
  await writeAndRead('before');
  // What a synchronous replica has by the time of the answer.
  await vi.waitFor(() => expect(status().lag_bytes).toBe(0));
  await cluster.kill();
  await replica.run('select pg_promote()');
  await vi.waitFor(async () => expect((await venue.partner.get('/v1/orders?external_id=before')).status).toBe(200), {
    timeout: 30_000,
    interval: 50,
  });
  const { body } = await venue.partner.get('/v1/orders?external_id=before');
  expect(body.orders).toMatchObject([{ status: 'UNCONFIRMED_ORDER' }]);
  await writeAndRead('after');
  await isLeftOut(/no replica/);
});
