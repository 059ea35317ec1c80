import { Gauge, Registry } from 'prom-client';
import { beforeEach, expect, test } from 'vitest';
import type { LogBehind } from '../../../src/commands/loop/log-guard.ts';
import type { ReplicaStatus } from '../../../src/database/replicas/replica.ts';
import { watchReadiness } from '../../../src/health/readiness.ts';
import type { LogDiffers } from '../../../src/transparency/known-leaves.ts';

type Watched = Parameters<typeof watchReadiness>[0];

let projections: {
  name: string;
  version: number | null;
  isCurrent: boolean;
  position: number;
  lag: number;
  failure: string | null;
}[];
let processes: { name: string; position: number; failure: string | null }[];
let head: number;
let owners: { name: string; age_s: number; present: boolean }[];
let replicas: ReplicaStatus[];
let behind: LogBehind | null;
let differs: LogDiffers | null;
let isAway: boolean;
let isLogAway: boolean;
let asked: number;

beforeEach(() => {
  head = 5_000;
  projections = [readModel('orders', 0), readModel('venue', 0)];
  processes = [{ name: 'timers', position: 5_000, failure: null }];
  owners = [{ name: 'projections', age_s: 1.5, present: true }];
  replicas = [];
  behind = null;
  differs = null;
  isAway = false;
  isLogAway = false;
  asked = 0;
});

const readModel = (name: string, lag: number, failure: string | null = null) => {
  return { name, version: 1, isCurrent: true, position: head - lag, lag, failure };
};

const watch = (registry = new Registry()) => {
  const status = async () => {
    asked++;
    if (isAway || isLogAway) throw new Error('connect ECONNREFUSED');
    return { head, projections };
  };
  const ofProcesses = async () => {
    if (isAway) throw new Error('connect ECONNREFUSED');
    return processes;
  };
  const ofOwners = async () => {
    if (isAway) throw new Error('connect ECONNREFUSED');
    return owners;
  };
  const query = async (text: string) => {
    if (isAway) throw new Error('connect ECONNREFUSED');
    return { rows: text.includes('lost_keys') ? [{ count: 2 }] : [] };
  };
  const ofLog = async () => {
    if (isLogAway) throw new Error('the event store can not be reached');
    return head;
  };
  const tillstream = {
    pool: { query },
    store: { head: ofLog },
    runner: { status },
    processes: { status: ofProcesses },
    owners: { status: ofOwners },
    replicas: { status: () => replicas },
    logGuard: { behind: () => behind, differs: () => differs },
  };
  return watchReadiness(tillstream as unknown as Watched, registry);
};

const figures = async (registry: Registry): Promise<string[]> =>
  (await registry.metrics()).split('\n').filter((line) => line && !line.startsWith('#'));

test('a process is ready once every read model reached the end of the log, and stays so when one falls behind', async () => {
  projections = [readModel('orders', 1), readModel('venue', 0)];
  const { check } = watch();
  expect((await check()).ready).toBe(false);
  projections = [readModel('orders', 0), readModel('venue', 0)];
  expect((await check()).ready).toBe(true);
  projections = [readModel('orders', 4_000), readModel('venue', 0)];
  expect((await check()).ready).toBe(true);
});

test('a process is not ready while a read model of a small log is made anew', async () => {
  head = 40;
  projections = [readModel('orders', 0), readModel('venue', 40)];
  const { check } = watch();
  expect((await check()).ready).toBe(false);
  projections = [readModel('orders', 0), readModel('venue', 0)];
  expect((await check()).ready).toBe(true);
});

test('a process is ready while tables of another version serve, if these are near the end', async () => {
  projections = [readModel('orders', 0), { ...readModel('venue', 1_001), isCurrent: false }];
  const { check } = watch();
  expect((await check()).ready).toBe(false);
  projections = [readModel('orders', 0), { ...readModel('venue', 1_000), isCurrent: false }];
  expect((await check()).ready).toBe(true);
});

test('a process is not ready without its read models, though nothing is in the log', async () => {
  head = 0;
  projections = [readModel('orders', 0), { ...readModel('venue', 0), version: null }];
  const { check } = watch();
  expect((await check()).ready).toBe(false);
  projections = [readModel('orders', 0), readModel('venue', 0)];
  expect((await check()).ready).toBe(true);
});

test('a process is ready also once every read model has passed where the log ended at first, however fast it grows', async () => {
  // As on EventStoreDB, where an order is thousands of positions.
  projections = [readModel('orders', 4_000), readModel('venue', 0)];
  const { check } = watch();
  expect((await check()).ready).toBe(false);
  head = 90_000;
  projections = [readModel('orders', 85_001), readModel('venue', 80_000)];
  expect((await check()).ready).toBe(false);
  projections = [readModel('orders', 85_000), readModel('venue', 80_000)];
  expect((await check()).ready).toBe(true);
});

test('a process shows what is parked or fails, and is ready without it', async () => {
  projections = [readModel('orders', 0), readModel('venue', 4_000, 'PointDefined at position 1001: no')];
  processes = [{ name: 'timers', position: 7, failure: 'it failed' }];
  expect(await watch().check()).toEqual({
    ready: true,
    checks: {
      database: 'ok',
      event_store: 'ok',
      stopping: false,
      head: 5_000,
      log_behind: null,
      log_differs: null,
      lost_keys: 2,
      replicas: {},
      owners: { projections: { age_s: 1.5, present: true } },
      read_models: {
        orders: { position: 5_000, lag: 0, parked: null },
        venue: { position: 1_000, lag: 4_000, parked: 'PointDefined at position 1001: no' },
      },
      processes: { timers: { position: 7, failing: 'it failed' } },
    },
  });
});

test('a process is not ready from when it is to stop, nor while the database is away', async () => {
  const { check, announceStop } = watch();
  expect((await check()).ready).toBe(true);
  isAway = true;
  expect(await check()).toEqual({
    ready: false,
    checks: { database: 'unavailable', event_store: 'ok', stopping: false },
  });
  isAway = false;
  isLogAway = true;
  expect(await check()).toEqual({
    ready: false,
    checks: { database: 'ok', event_store: 'unavailable', stopping: false },
  });
  isLogAway = false;
  expect((await check()).ready).toBe(true);
  announceStop();
  expect(await check()).toMatchObject({ ready: false, checks: { database: 'ok', stopping: true } });
});

test('a process is not ready while the log ends before a checkpoint, or is another one, and tells where', async () => {
  const { check } = watch();
  expect((await check()).ready).toBe(true);
  behind = { checkpoint: 'orders', position: 9, head: 7 };
  expect(await check()).toMatchObject({ ready: false, checks: { database: 'ok', log_behind: behind } });
  behind = null;
  differs = { position: 9, has: 'no event' };
  expect(await check()).toMatchObject({ ready: false, checks: { database: 'ok', log_differs: differs } });
  differs = null;
  expect((await check()).ready).toBe(true);
});

test('a process is ready without a living owner, and shows how long the owner was silent', async () => {
  owners = [{ name: 'projections', age_s: 90, present: true }];
  expect(await watch().check()).toMatchObject({ ready: true, checks: { owners: { projections: { age_s: 90 } } } });
});

test('the gauges say the same as /health/ready', async () => {
  const registry = new Registry();
  watch(registry);
  projections = [readModel('orders', 3), readModel('venue', 4_000, 'no')];
  processes = [
    { name: 'timers', position: 7, failure: null },
    { name: 'webhooks', position: 7, failure: 'it failed' },
  ];
  expect(await figures(registry)).toEqual([
    'tillstream_projection_lag_events{projection="orders"} 3',
    'tillstream_projection_lag_events{projection="venue"} 4000',
    'tillstream_projection_parked{projection="orders"} 0',
    'tillstream_projection_parked{projection="venue"} 1',
    'tillstream_process_failing{process="timers"} 0',
    'tillstream_process_failing{process="webhooks"} 1',
    'tillstream_lost_personal_keys 2',
    'tillstream_owner_heartbeat_age_seconds{owner="projections"} 1.5',
  ]);
  // However many gauges there are.
  expect(asked).toBe(1);
});

test('while the database is away its gauges are left out, and the others are answered', async () => {
  const registry = new Registry();
  watch(registry);
  new Gauge({ name: 'heap', help: 'of Node', registers: [registry] }).set(7);
  expect(await figures(registry)).toHaveLength(8);
  isAway = true;
  expect(await figures(registry)).toEqual(['heap 7']);
  isAway = false;
  expect(await figures(registry)).toHaveLength(8);
});

test('a database that neither answers nor closes is away', async () => {
  const silent = { status: () => new Promise(() => {}) };
  const registry = new Registry();
  const stores = { pool: { query: silent.status }, store: { head: async () => 7 } };
  const { check } = watchReadiness(
    { ...stores, runner: silent, processes: silent, owners: silent } as unknown as Watched,
    registry,
    20,
  );
  expect(await check()).toEqual({
    ready: false,
    checks: { database: 'unavailable', event_store: 'ok', stopping: false },
  });
  expect(await figures(registry)).toEqual([]);
});

test('a replica that is left out is shown, and the process is ready', async () => {
  replicas = [
    { name: 'a:5432', in_use: true, left_out: null, lag_ms: 0, lag_bytes: 0 },
    { name: 'b:5432', in_use: false, left_out: 'it does not answer', lag_ms: null, lag_bytes: null },
  ];
  const registry = new Registry();
  const { ready, checks } = await watch(registry).check();
  expect(ready).toBe(true);
  expect(checks.replicas).toEqual({
    'a:5432': { in_use: true, left_out: null, lag_ms: 0, lag_bytes: 0 },
    'b:5432': { in_use: false, left_out: 'it does not answer', lag_ms: null, lag_bytes: null },
  });
  expect((await figures(registry)).filter((line) => line.includes('replica'))).toEqual([
    'tillstream_replica_in_use{replica="a:5432"} 1',
    'tillstream_replica_in_use{replica="b:5432"} 0',
    'tillstream_replica_lag_seconds{replica="a:5432"} 0',
  ]);
});
