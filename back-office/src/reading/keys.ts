import type { QueryClient } from '@tanstack/react-query';
import type { Answer } from '@tillstream/client';
import { venue } from '../api.ts';
import { createLatest, readOnceMore } from './read-anew.ts';
import type { Board, Order } from './types.ts';

/** What the pages have read of a point, by name. `at`: as of when; undefined: now. */
export const keysOf = (pointId: string) => {
  const point = ['point', pointId] as const;
  return {
    point,
    board: (at?: string) => [...point, 'board', at ?? 'now'] as const,
    today: (at?: string) => [...point, 'today', at ?? 'now'] as const,
    /** Tables, reservations and cheques in one reading: for auditors, and for the past. */
    floor: (at?: string) => [...point, 'floor', at ?? 'now'] as const,
    tables: [...point, 'tables'] as const,
    reservations: [...point, 'reservations'] as const,
    attention: [...point, 'attention'] as const,
    menu: [...point, 'menu'] as const,
    /** All products with what was defined of them, and menus as guests see them: read anew less often than `menu`. */
    catalogue: [...point, 'catalogue'] as const,
    /** Sums of any days. */
    reports: [...point, 'reports'] as const,
    /** Shifts, accounts, movements, balances, payroll. */
    money: [...point, 'money'] as const,
    order: (id: number) => [...point, 'order', id] as const,
  };
};

const isOpen = ({ status }: Pick<Order, 'status'>): boolean => status !== 'CLOSED' && status !== 'DELETED';

/** The board with the order as it is now: changed in its place, new at the end, gone when it is over. */
export const withOrder = (board: Board, order: Order): Board => {
  const others = board.orders;
  const place = others.findIndex(({ order_id }) => order_id === order.order_id);
  if (!isOpen(order)) return place < 0 ? board : { ...board, orders: others.filter((_, index) => index !== place) };
  return { ...board, orders: place < 0 ? [...others, order] : others.with(place, order) };
};

/**
 * An order as it is read alone, with the name of its table, which a board has beside it.
 * @returns undefined: it stands at a table whose name the board has not said yet
 */
const named = (order: Answer<'getVenueOrder'>, before: Order | undefined): Order | undefined => {
  const hasItsTable = order.table_id === null || before?.table_id === order.table_id;
  if (!hasItsTable && isOpen(order)) return undefined;
  return {
    ...order,
    table_name: order.table_id === null ? null : (before?.table_name ?? null),
  };
};

/** Reads the board anew. */
export const readBoardAnew = (client: QueryClient, pointId: string): Promise<void> =>
  readOnceMore(client, keysOf(pointId).board());

const askLatest = createLatest<number>();

/** Reads one order, and puts it in its place on the board. */
export const readOrderAnew = async (client: QueryClient, pointId: string, orderId: number): Promise<void> => {
  const board = keysOf(pointId).board();
  const isBeingRead = client.isFetching({ queryKey: board, exact: true }) > 0;
  if (client.getQueryData(board) === undefined && !isBeingRead) return;
  if (isBeingRead) return readBoardAnew(client, pointId);
  try {
    const order = await askLatest(orderId, () => venue.orders.get(orderId));
    if (!order) return;
    const before = client.getQueryData<Board>(board);
    if (!before) return;
    const shown = named(
      order,
      before.orders.find(({ order_id }) => order_id === orderId),
    );
    if (!shown) return await readBoardAnew(client, pointId);
    client.setQueryData<Board>(board, withOrder(before, shown));
  } catch {
    // Whatever it was, the board as a whole says it.
    await readBoardAnew(client, pointId);
  }
};
