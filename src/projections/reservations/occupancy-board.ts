import type { Taken } from '../../domain/reservations/availability.ts';
import { staysUntil } from '../../domain/reservations/table-busy.ts';
import { LONGEST_MS } from '../../domain/reservations/table-holds.ts';

/** A place that a reservation holds. Instants in milliseconds since the epoch. */
export interface Held {
  readonly reservation_id: string;
  /** Null: none yet. */
  readonly table_id: number | null;
  readonly starts: number;
  readonly ends: number;
  /** Null: the guest is expected. */
  readonly seated: number | null;
}

/** Guests who sit at a table without a reservation. */
export interface WalkInSeat {
  readonly table_id: number;
  readonly seated: number;
}

/**
 * Which tables of a point are taken when. Changed in place: a board with thousands of holds is asked and changed all
 * day.
 */
export interface OccupancyBoard {
  put(held: Held): void;
  remove(reservationId: string): void;
  seatWalkIns(walkIns: readonly WalkInSeat[]): void;
  /** Everything that is taken between two instants; `now` decides how long guests who sit there count as staying. */
  takenIn(from: number, to: number, timezone: string, now: number): Taken[];
}

export const createOccupancyBoard = (): OccupancyBoard => {
  const byId = new Map<string, Held>();
  /** Ascending by start. */
  const byTable = new Map<number | null, Held[]>();
  /** At a table now. They may stay longer than they have reserved. */
  const seated = new Map<string, Held>();
  let walkIns: readonly WalkInSeat[] = [];

  const remove = (reservationId: string): void => {
    const held = byId.get(reservationId);
    if (!held) return;
    byId.delete(reservationId);
    seated.delete(reservationId);
    const list = byTable.get(held.table_id)!;
    list.splice(list.indexOf(held, firstFrom(list, held.starts)), 1);
  };

  return {
    remove,
    put: (held) => {
      remove(held.reservation_id);
      byId.set(held.reservation_id, held);
      if (held.seated !== null) seated.set(held.reservation_id, held);
      const list = byTable.get(held.table_id);
      if (list) list.splice(firstFrom(list, held.starts), 0, held);
      else byTable.set(held.table_id, [held]);
    },
    seatWalkIns: (seats) => {
      walkIns = seats;
    },
    takenIn: (from, to, timezone, now) => {
      const taken: Taken[] = [];
      const add = (table_id: number | null, start: number, end: number | undefined): void => {
        if (end !== undefined && start < to && end > from) taken.push({ table_id, from: start, to: end });
      };
      for (const [table_id, list] of byTable) {
        for (let place = firstFrom(list, from - LONGEST_MS); place < list.length; place++) {
          const { starts, ends } = list[place]!;
          if (starts >= to) break;
          add(table_id, starts, ends);
        }
      }
      for (const held of seated.values()) add(held.table_id, held.seated!, staysUntil(held, timezone, now));
      for (const seat of walkIns) add(seat.table_id, seat.seated, staysUntil(undefined, timezone, now));
      return taken;
    },
  };
};

/** The index of the first that starts at `from` or later. */
const firstFrom = (list: readonly Held[], from: number): number => {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (list[middle]!.starts < from) low = middle + 1;
    else high = middle;
  }
  return low;
};
