import type pg from 'pg';
import { expect, test } from 'vitest';
import { auditClientRoutes } from '../../../src/api/audit/clients.ts';
import type { RouteRequest } from '../../../src/api/http/route.ts';
import type { EventStore, RecordedEvent } from '../../../src/event-store/event-store.ts';

const registered = {
  ...{ position: 1, revision: 0, type: 'ClientRegistered' },
  data: { client_id: 1, brand_id: 'b', personal: { client_id: 1, phone: '+998901234567', name: null } },
  metadata: { brand_id: 'b', occurred_at: '2026-03-02T09:00:00.000Z' },
} as unknown as RecordedEvent;

test('a client of very many orders leaves connections to others', async () => {
  const orders = Array.from({ length: 1_000 }, (_, order_id) => ({ order_id }));
  const read = new Set<string>();
  let [underWay, most] = [0, 0];
  const store = {
    read: async (stream: string) => {
      if (stream === 'client-1') return [registered];
      read.add(stream);
      most = Math.max(most, ++underWay);
      await Promise.resolve();
      underWay -= 1;
      return [];
    },
  } as unknown as EventStore;
  const pool = { query: async () => ({ rows: orders }) } as unknown as pg.Pool;
  const [, asOf] = auditClientRoutes({ store, pool, caughtUp: async () => {} });
  const request = { params: { client_id: 1 }, query: {}, brandId: 'b' } as unknown as RouteRequest;
  expect(await asOf!.handler(request)).toMatchObject({ body: { state: { client_id: 1, orders_count: 0 } } });
  expect(read.size).toBe(orders.length);
  expect(most).toBeLessThanOrEqual(2);
});
