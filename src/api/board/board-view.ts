import { z } from 'zod';
import { amount, isoTimestamp, localTimestamp } from '../../commands/fields/answer-fields.ts';
import { toLocalTimestamp } from '../../domain/local-time.ts';
import { countLines } from '../../domain/orders/lines.ts';
import type { Order } from '../../domain/orders/state.ts';
import type { BoardIds, BoardNames } from '../../projections/board/names.ts';
import type { BoardShift } from '../../projections/board/shifts.ts';
import type { Stopped } from '../../projections/board/stopped.ts';
import type { Language } from '../http/messages/languages.ts';
import { isOrderType, orderTypeName } from '../http/messages/status-names.ts';
import { venueOrderSchema, viewVenueOrder } from '../orders/venue-order-view.ts';

/** A board has no more orders than this. */
export const MAX_BOARD_ORDERS = 5_000;
/** And no more lines, unless its first order has: a point with huge orders would take the memory of the whole process. */
const MAX_BOARD_LINES = 50_000;

/** Of all orders that are not over, by id, those that a board has room for. */
export const firstOfBoard = (open: readonly Order[]): Pick<BoardParts, 'orders' | 'has_more'> => {
  let lines = 0;
  for (const [index, order] of open.entries()) {
    if (index >= MAX_BOARD_ORDERS || lines >= MAX_BOARD_LINES) return { orders: open.slice(0, index), has_more: true };
    lines += countLines(order.lines);
  }
  return { orders: open, has_more: false };
};

const boardOrder = venueOrderSchema.extend({
  order_type_name: z.string().meta({ description: 'In the language of the caller' }),
  table_name: z.string().nullable().meta({ description: 'Null: it is at no table' }),
  waiter_name: z.string().nullable().meta({ description: 'Null: nobody, or somebody who was erased' }),
  courier_name: z.string().nullable().meta({ description: 'Null: nobody, or somebody who was erased' }),
});

/** What goes on at a point at a moment: the same shape for now and for then. */
export const boardSchema = z.object({
  point_id: z.uuid(),
  as_of: isoTimestamp().meta({ description: 'What the clock showed. With a position: when its event was recorded' }),
  position: z
    .int()
    .nullable()
    .meta({
      description:
        'Now: a log position up to which everything is on the board; a stream that begins after it misses nothing. ' +
        'With a position: that one. With an instant: of the point’s last event until then; null: there was none',
    }),
  shift: z
    .object({
      shift_id: z.int(),
      shift_number: z.int(),
      cashier_id: z.int(),
      cashier_name: z
        .string()
        .nullable()
        .meta({ description: 'When the shift was opened. Null: the person was erased' }),
      opened_at: localTimestamp(),
      opening_cash: amount().nullable().meta({ description: 'Null for those who see no money of the till: cooks' }),
    })
    .nullable()
    .meta({ description: 'The till shift that is open. Null: none' }),
  unaccepted_shifts: z
    .array(z.object({ shift_id: z.int(), shift_number: z.int(), closed_at: localTimestamp() }))
    .meta({ description: 'Closed shifts whose money is not handed over yet, by number; the last 100' }),
  orders: z.array(boardOrder).meta({ description: 'Those that are not over, by id' }),
  has_more: z.boolean().meta({
    description: `There are more than ${MAX_BOARD_ORDERS} open orders, or ${MAX_BOARD_LINES} lines: the first ones are here`,
  }),
  stop_list: z
    .array(
      z.object({
        product_id: z.int(),
        name: z.string().meta({ description: 'Name of the product' }),
        quantity: z.number().meta({ description: 'Units left; 0: none' }),
        reason: z.string().nullable().meta({ description: 'As the venue gave it' }),
      }),
    )
    .meta({ description: 'Products that are out, or nearly out, by id' }),
});

type BoardOrder = z.infer<typeof boardOrder>;
export type BoardView = z.infer<typeof boardSchema>;

/** What a board is made of. */
export interface BoardParts {
  readonly point_id: string;
  /** ISO 8601 in UTC. */
  readonly as_of: string;
  readonly position: number | null;
  readonly shifts: readonly BoardShift[];
  readonly orders: readonly Order[];
  readonly has_more: boolean;
  readonly stopped: readonly Stopped[];
  readonly names: BoardNames;
}

/** The ids of what these have to be named by. */
export const namedBy = ({ orders, stopped }: Pick<BoardParts, 'orders' | 'stopped'>): BoardIds => ({
  tables: orders.map(({ table_id }) => table_id),
  employees: orders.flatMap(({ waiter_id, courier_id }) => [waiter_id, courier_id]),
  products: stopped.map(({ product_id }) => product_id),
});

/** @param seesMoney whether the caller may see what is in the drawer */
export const viewBoard = (parts: BoardParts, language: Language, seesMoney: boolean): BoardView => {
  const { point_id, as_of, position, shifts, orders, has_more, stopped, names } = parts;
  return {
    point_id,
    as_of,
    position,
    shift: viewShift(
      shifts.findLast(({ closed_at }) => closed_at === null),
      seesMoney,
    ),
    unaccepted_shifts: shifts.flatMap(({ shift_id, shift_number, closed_at, timezone }) =>
      closed_at === null ? [] : [{ shift_id, shift_number, closed_at: toLocalTimestamp(closed_at, timezone) }],
    ),
    orders: orders.map((order) => viewBoardOrder(order, names, language)),
    has_more,
    stop_list: stopped.map(({ product_id, quantity, reason }) => ({
      product_id,
      name: names.products.get(product_id) ?? '',
      quantity,
      reason,
    })),
  };
};

const viewShift = (shift: BoardShift | undefined, seesMoney: boolean): BoardView['shift'] => {
  if (!shift) return null;
  const { shift_id, shift_number, cashier_id, cashier_name, opened_at, timezone, opening_cash } = shift;
  return {
    shift_id,
    shift_number,
    cashier_id,
    cashier_name,
    opened_at: toLocalTimestamp(opened_at, timezone),
    opening_cash: seesMoney ? opening_cash : null,
  };
};

const viewBoardOrder = (order: Order, names: BoardNames, language: Language): BoardOrder => {
  const nameIn = (list: ReadonlyMap<number, string | null>, id: number | null): string | null =>
    id === null ? null : (list.get(id) ?? null);
  return {
    ...viewVenueOrder(order, language),
    order_type_name: isOrderType(order.order_type_id) ? orderTypeName(order.order_type_id, language) : '',
    table_name: nameIn(names.tables, order.table_id),
    waiter_name: nameIn(names.employees, order.waiter_id),
    courier_name: nameIn(names.employees, order.courier_id),
  };
};
