import type { Answer } from '@tillstream/client';

/** The board of a point: its till shift, its open orders, its stop-list. */
export type Board = Answer<'getBoard'>;
export type Order = Board['orders'][number];
export type Line = Order['items'][number];
export type Today = Answer<'getToday'>;

/** Who sits where, who is to come, and the cheques that stand open. */
export type Floor = Pick<Answer<'getFloorThen'>, 'tables' | 'reservations' | 'cheques'>;
export type FloorTable = Floor['tables'][number];
export type Reservation = Floor['reservations'][number];
