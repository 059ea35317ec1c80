import type pg from 'pg';
import { expect, test } from 'vitest';
import { createAuditLines } from '../../../../src/api/audit/audit-lines.ts';
import { clientEntity } from '../../../../src/api/audit/entities/clients.ts';
import { auditEntityRoutes } from '../../../../src/api/audit/entity-routes.ts';
import type { RouteRequest } from '../../../../src/api/http/route-request.ts';
import type { EventStore, RecordedEvent } from '../../../../src/event-store/event-store.ts';

const registered = {
  position: 1,
  stream: 'client-1',
  revision: 0,
  type: 'ClientRegistered',
  data: { client_id: 1, brand_id: 'b', personal: { client_id: 1, phone: '+998901234567', name: null } },
  metadata: { brand_id: 'b', occurred_at: '2026-03-02T09:00:00.000Z' },
} as unknown as RecordedEvent;

test('clients of very many orders leave connections to others, however many auditors ask', async () => {
  const orders = Array.from({ length: 300 }, (_, order_id) => ({ order_id }));
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
  const [, asOf] = auditEntityRoutes(clientEntity({ store, pool }), createAuditLines());
  const ask = async (key_id: string) => {
    const { signal } = new AbortController();
    const asked = { params: { client_id: 1 }, query: {}, brandId: 'b', caller: { key_id }, signal };
    return asOf!.handler(asked as unknown as RouteRequest);
  };
  const answer = { body: { state: { client_id: 1, orders_count: 0 } } };
  expect(await ask('auditor')).toMatchObject(answer);
  expect(read.size).toBe(orders.length);
  expect(most).toBe(2);
  const many = await Promise.all(Array.from({ length: 6 }, (_, index) => ask(`auditor-${index}`)));
  for (const each of many) expect(each).toMatchObject(answer);
  expect(most).toBeLessThanOrEqual(4);
});
