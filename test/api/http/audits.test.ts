import type pg from 'pg';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createAuditLines } from '../../../src/api/audit/audit-lines.ts';
import { clientEntity } from '../../../src/api/audit/entities/clients.ts';
import { auditEntityRoutes } from '../../../src/api/audit/entity-routes.ts';
import type { EventStore, RecordedEvent } from '../../../src/event-store/event-store.ts';
import { type FakeApp, partnerKey, startFakeApp } from './fake-app.ts';

const SOON = { timeout: 10_000, interval: 5 };
const ORDERS = 2_000;
/** The client with so many orders, and one with none. */
const [MANY, NONE] = [1, 2];
const auditors = ['auditor-1', 'auditor-2'].map((key_id) => ({
  ...partnerKey,
  key_id,
  audience: 'auditor' as const,
}));

let app: FakeApp;
/** Streams of orders that were read, and of clients. */
let orders: number;
let clients: string[];
/** Reads of orders wait for it. */
let readable: Promise<unknown>;
let open: () => void;

beforeEach(async () => {
  orders = 0;
  clients = [];
  readable = new Promise<void>((resolve) => (open = resolve));
  const registered = (client_id: number) =>
    ({
      position: client_id,
      stream: `client-${client_id}`,
      revision: 0,
      type: 'ClientRegistered',
      data: { client_id, brand_id: partnerKey.brand_id, personal: { client_id, phone: '+998901234567', name: null } },
      metadata: { brand_id: partnerKey.brand_id, occurred_at: '2026-03-02T09:00:00.000Z' },
    }) as unknown as RecordedEvent;
  const read = async (stream: string) => {
    const [category, id] = stream.split('-');
    if (category === 'client') {
      clients.push(stream);
      return [registered(Number(id))];
    }
    orders++;
    await readable;
    await new Promise(setImmediate);
    return [];
  };
  const query = async (_text: string, [client_id]: [number]) => ({
    rows: client_id === MANY ? Array.from({ length: ORDERS }, (_, order_id) => ({ order_id })) : [],
  });
  const deps = {
    store: { read } as unknown as EventStore,
    pool: { query } as unknown as pg.Pool,
  };
  app = await startFakeApp(auditEntityRoutes(clientEntity(deps), createAuditLines()));
  for (const auditor of auditors) app.keys.set(auditor.key_id, auditor);
});
afterEach(async () => {
  open();
  await app.close();
});

const audit = (clientId: number, auditor = 0, signal: AbortSignal | null = null) =>
  fetch(`${app.url}/v1/clients/${clientId}`, {
    headers: { authorization: `Bearer ${app.tokenOf(auditors[auditor]!)}` },
    signal,
  });

it('an audit whose client hangs up reads no further', async () => {
  const leaving = new AbortController();
  const first = audit(MANY, 0, leaving.signal).catch(() => 'gone');
  await vi.waitFor(() => expect(orders).toBeGreaterThan(0), SOON);
  leaving.abort();
  expect(await first).toBe('gone');
  await vi.waitFor(() => expect(app.logs).toContainEqual(expect.objectContaining({ aborted: true })), SOON);
  const before = orders;
  open();
  // It has its turn when the first is over.
  expect((await audit(NONE)).status).toBe(200);
  expect(orders).toBe(before);
  expect(app.logs.filter(({ msg }) => msg === 'request failed')).toEqual([]);
});

it('a key has one audit at a time, others wait, and one too many is told to come again', async () => {
  const first = audit(MANY);
  await vi.waitFor(() => expect(orders).toBeGreaterThan(0), SOON);
  const leaving = new AbortController();
  const refused: Response[] = [];
  const sent = Array.from({ length: 12 }, () => audit(NONE, 0, leaving.signal).then((answer) => refused.push(answer)));
  const ended = Promise.allSettled(sent);
  // Eight of them wait.
  await vi.waitFor(() => expect(refused.map(({ status }) => status)).toEqual([429, 429, 429, 429]), SOON);
  expect(Number(refused[0]!.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(clients).toEqual(['client-1']);
  expect((await audit(NONE, 1)).status).toBe(200);
  // Who hangs up leaves the line, and makes room in it.
  leaving.abort();
  await ended;
  await vi.waitFor(() => expect(app.logs.filter(({ aborted }) => aborted)).toHaveLength(8), SOON);
  const next = audit(NONE);
  open();
  expect([(await first).status, (await next).status]).toEqual([200, 200]);
  expect(clients).toEqual(['client-1', 'client-2', 'client-2']);
});
