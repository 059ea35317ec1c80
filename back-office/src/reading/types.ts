import type { Answer } from '@tillstream/client';

/** The board of a point: its till shift, its open orders, its stop-list. */
export type Board = Omit<Answer<'getBoard'>, 'orders'> & { readonly orders: readonly Order[] };
/** Names that a board has beside the order, and the page does not show, are left out: an order that is read alone lacks them. */
export type Order = Omit<Answer<'getBoard'>['orders'][number], 'order_type_name' | 'waiter_name' | 'courier_name'>;
export type Line = Order['items'][number];
export type Today = Answer<'getToday'>;

/** Who sits where, who is to come, and the cheques that stand open. */
export type Floor = Pick<Answer<'getFloorThen'>, 'tables' | 'reservations' | 'cheques'>;
export type FloorTable = Floor['tables'][number];
export type Reservation = Floor['reservations'][number];
