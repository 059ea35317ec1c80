import { expect, test } from 'vitest';
import { type EventOf, eventCatalogue, isOf } from '../../../../src/domain/event-catalogue.ts';
import { allProjections } from '../../../../src/projections/all-projections.ts';
import { defineProjection, type EventHandlers } from '../../../../src/projections/engine/define-projection.ts';
import type { BatchWriter } from '../../../../src/projections/engine/projection.ts';

// What these lines test is the compiler: where it finds no error, `npm run typecheck` fails.
const refused: EventHandlers[] = [
  {
    RefundRequired: (event, write) => {
      write.remove('orders', { order_id: event.data.order_id });
      // @ts-expect-error a refund has no status
      write.put('orders', { status: event.data.status });
    },
  },
  // @ts-expect-error there is no such event
  { RefundRequested: () => {} },
  // @ts-expect-error it is given another event than it asks for
  { RefundRequired: (_: EventOf<'PaymentRegistered'>) => {} },
  // @ts-expect-error the order's id is no text
  { RefundRequired: (_: { readonly data: { readonly order_id: string } }, __: BatchWriter) => {} },
];

test('a projection is what its definition says', () => {
  const definition = { name: 'nothing', version: 1, tables: [], on: refused[0]! };
  expect(defineProjection(definition)).toBe(definition);
});

test.each(allProjections)('$name has handlers of types in the catalogue alone', ({ on }) => {
  expect(Object.keys(on).filter((type) => !(type in eventCatalogue))).toEqual([]);
});

test('an event is told from others by its type', () => {
  const event: { readonly type: string; readonly data: unknown } = { type: 'OrderPacked', data: { order_id: 5 } };
  expect(isOf(event, 'OrderAccepted', 'OrderPacked') && event.data.order_id).toBe(5);
  expect(isOf(event, 'OrderAccepted')).toBe(false);
  // @ts-expect-error there is no such event
  expect(isOf(event, 'OrderEaten')).toBe(false);
});
