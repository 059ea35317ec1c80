import { expect, it } from 'vitest';
import { firstOfBoard, MAX_BOARD_ORDERS } from '../../../../src/api/board/board-view.ts';
import type { Order } from '../../../../src/domain/orders/state.ts';

const ordersOf = (count: number, lines: number): Order[] =>
  Array.from({ length: count }, () => ({ lines: Array.from({ length: lines }, () => ({ modifiers: [{}] })) })) as never;

it.each<[string, orders: Order[], shown: number]>([
  ['all that there are', ordersOf(MAX_BOARD_ORDERS, 1), MAX_BOARD_ORDERS],
  ['no more than it has room for', ordersOf(MAX_BOARD_ORDERS + 1, 1), MAX_BOARD_ORDERS],
  ['fewer, where they are huge', ordersOf(60, 1_000), 25],
  ['one at least', ordersOf(2, 30_000), 1],
])('a board has %s', (_, orders, shown) => {
  expect(firstOfBoard(orders)).toEqual({ orders: orders.slice(0, shown), has_more: shown < orders.length });
});
