import { expect, test } from 'vitest';
import { discountsOf } from '../src/pages/order/discounts.ts';

const adjusted = (at: string, discount_percent: number | null, discount: number, reason: string | null = null) => ({
  at,
  by: { kind: 'account', id: '7', name: 'Dilnoza' },
  discount,
  discount_percent,
  reason,
  total_amount_service: 0,
  delivery_price: 0,
});

test('each new discount is told once, also the one that takes it away; what moved the service alone is not', () => {
  const adjustments = [
    adjusted('service alone', null, 0),
    adjusted('a tenth', 10, 4_000),
    adjusted('a tenth, and the service', 10, 4_000),
    adjusted('a tenth of more dishes', 10, 9_000),
    adjusted('a tenth, for another reason', 10, 9_000, 'a friend'),
    adjusted('so much', null, 9_000),
    adjusted('none any more', null, 0),
  ];
  expect(discountsOf({ adjustments }).map(({ at }) => at)).toEqual([
    'a tenth',
    'a tenth, for another reason',
    'so much',
    'none any more',
  ]);
  expect(discountsOf({})).toEqual([]);
});
