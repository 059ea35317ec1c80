import { expect, test } from 'vitest';
import { filterOf, lanesOf } from '../src/pages/now/in-lanes.ts';
import { anOrder } from './order.ts';

const CLOCK = '2026-03-02 12:30:00';

test('what is due first stands first; what was promised to nobody follows, the oldest first', () => {
  const orders = [
    anOrder({ order_id: 1, created_at: '2026-03-02 12:10:00' }),
    anOrder({ order_id: 2, promised_at: '2026-03-02 13:00:00' }),
    anOrder({ order_id: 3, created_at: '2026-03-02 11:50:00' }),
    anOrder({ order_id: 4, promised_at: '2026-03-02 12:00:00' }),
  ];
  expect(lanesOf(orders, {}, CLOCK).new.map(({ order_id }) => order_id)).toEqual([4, 2, 3, 1]);
});

test('orders that are over stand in no lane', () => {
  const lanes = lanesOf([anOrder({ status: 'CLOSED' }), anOrder({ status: 'DELETED' })], {}, CLOCK);
  expect(Object.values(lanes).flat()).toEqual([]);
});

test.each([
  ['17', [17]],
  ['ПЛОВ', [17]],
  ['998901', [18]],
  ['90 111-22', [18]],
  ['терраса', [18]],
  [' 17 ', [17]],
  ['nobody', []],
])('finds by number, dish, guest or phone: %s', (find, found) => {
  const items = [{ name: 'Плов свадебный' }] as never;
  const orders = [
    anOrder({ order_id: 17, items }),
    anOrder({ order_id: 18, table_name: 'Терраса 4', client: { client_id: 1, name: 'Aziza', phone: '+998901112233' } }),
  ];
  expect(lanesOf(orders, { find }, CLOCK).new.map(({ order_id }) => order_id)).toEqual(found);
});

test('an address may hold anything: what means nothing is left out', () => {
  expect(filterOf({ type: 'delivery', lane: 'ready', find: 12, other: 1 })).toEqual({
    type: 'delivery',
    lane: 'ready',
    find: '12',
  });
  expect(filterOf({ type: 'x', lane: '__proto__', find: ['a'] })).toEqual({});
});
