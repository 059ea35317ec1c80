import { pino } from 'pino';
import { v7 as uuid } from 'uuid';
import type { EventStore, NewEvent } from '../../../src/event-store/event-store.ts';
import type { Projection } from '../../../src/projections/engine/projection.ts';
import {
  createProjectionRunner,
  type ProjectionRunner,
  type RunnerOptions,
} from '../../../src/projections/engine/runner.ts';
import type { TestDatabase } from '../../support/database.ts';

export const silent = pino({ level: 'silent' });

export const BRAND = '0197f000-0000-7000-8000-000000000001';
export const OTHER_BRAND = '0197f000-0000-7000-8000-000000000002';

interface Sale {
  readonly sale: number;
  readonly amount: number;
}

/** A sale, its refund, and something that concerns no test projection. Data: `{ sale, amount }`. */
export type EventType = 'Sold' | 'Refunded' | 'Forgotten' | 'Noise';

export const event = (type: EventType, data: object, brandId = BRAND): NewEvent => ({
  id: uuid(),
  type,
  data,
  metadata: {
    command_id: uuid(),
    correlation_id: uuid(),
    causation_id: null,
    actor: { kind: 'system', id: 'test', name: 'test' },
    brand_id: brandId,
    occurred_at: '2026-03-01T10:00:00.000Z',
    schema_version: 1,
  },
});

/** Appends `count` sales numbered from `first`, and answers the position of the last. */
export const appendSales = async (store: EventStore, first: number, count: number): Promise<number> => {
  const events = Array.from({ length: count }, (_, index) => {
    return event('Sold', { sale: first + index, amount: (first + index) * 10 });
  });
  let position = 0;
  // One append has room for some 1 500 of them.
  for (let from = 0; from < count; from += 1_000) {
    ({ position } = await store.append(`sales-${uuid()}`, 'no_stream', events.slice(from, from + 1_000)));
  }
  return position;
};

/** No event here is in the catalogue, so nobody else knows what it holds. */
const saleIn = ({ data }: Pick<NewEvent, 'data'>): Sale => data as Sale;

/** Sales by number, put and patched. */
export const sales: Projection = {
  name: 'sales',
  version: 1,
  tables: [
    {
      name: 'sales',
      columns: { sale: 'bigint', position: 'bigint', amount: 'bigint', refunded_at: 'timestamptz', tags: 'text[]' },
      key: ['sale'],
      indexes: [['amount', 'sale desc']],
      countedExpressions: ['(amount % 10)'],
    },
  ],
  on: {
    Sold: (event, write) => {
      write.put('sales', { ...saleIn(event), position: event.position, tags: ['a "b"', 'c'] });
    },
    Refunded: (event, write) => {
      write.patch('sales', { sale: saleIn(event).sale }, { refunded_at: event.metadata.occurred_at });
    },
    Forgotten: (event, write) => write.remove('sales', { sale: saleIn(event).sale }),
  },
};

/** One row for each refund, with the whole payload. */
export const refunds: Projection = {
  name: 'refunds',
  version: 1,
  tables: [{ name: 'refunds', columns: { position: 'bigint', payload: 'json' }, key: ['position'] }],
  on: { Refunded: ({ position, data }, write) => write.put('refunds', { position, payload: data }) },
};

/** The projection with its handler of one event type replaced. */
export const withHandler = (base: Projection, type: EventType, handler: Projection['on'][string]): Projection => ({
  ...base,
  on: { ...base.on, [type]: handler },
});

export const runnerOn = (
  database: TestDatabase,
  store: EventStore,
  projections: readonly Projection[],
  more: Partial<RunnerOptions> = {},
): ProjectionRunner =>
  createProjectionRunner({ store, pool: database.pool, url: database.url, projections, log: silent, ...more });
