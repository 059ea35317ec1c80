import type { Door } from './operations.ts';

export type Kind =
  | 'order'
  | 'cancel'
  | 'read'
  | 'list'
  | 'book'
  | 'cancelBooking'
  | 'readBooking'
  | 'listBookings'
  | 'feed'
  | 'command'
  | 'useKey'
  | 'exchangeKey';

/** While there are faults; then until everything works again; then, where nothing may fail any more. */
export type Phase = 'faults' | 'recovering' | 'recovered';

/** What a request was about, and what its answer said of it. Each has what it knows. */
export interface Facts {
  readonly external_id?: string;
  readonly order_id?: number;
  /** Of the order, as the answer shows it. */
  readonly order_status?: string;
  /** Of a list: order and status. */
  readonly listed?: readonly (readonly [order_id: number, status: string])[];
  readonly reservation_id?: string;
  /** Of the reservation, as the answer shows it. */
  readonly reservation_status?: string;
  /** Of a list of reservations or of their change feed, in its order. */
  readonly listed_reservations?: readonly (readonly [reservation_id: string, status: string])[];
  readonly key_id?: string;
  readonly command?: string;
  readonly command_id?: string;
  /** Where in the log the command's events end; null: there was nothing to do. */
  readonly position?: number | null;
}

/** One request, and what became of it. */
export interface Entry extends Facts {
  readonly client: number;
  readonly kind: Kind;
  readonly door: Door;
  readonly phase: Phase;
  /** Milliseconds of one clock, the test's own. */
  readonly invokedAt: number;
  readonly endedAt: number;
  /** Undefined: no answer came. It may have been carried out, or may be later. */
  readonly status?: number | undefined;
  readonly code?: string | undefined;
  readonly retryAfter?: string | null | undefined;
}

export const isOk = ({ status }: Entry): boolean => status === 200 || status === 201;
/** Refused for good: it was not carried out, and will not be. */
export const isRefused = ({ status }: Entry): boolean => status !== undefined && status >= 400 && status < 500;

/** What clients were told, and how many operations have ended: the beat to which faults come and go. */
export interface History {
  readonly entries: readonly Entry[];
  add(entry: Entry): void;
  operationEnded(): void;
  ended(): number;
  /** Resolves when so many operations have ended, or no more will. */
  reached(operations: number): Promise<void>;
  close(): void;
}

export const createHistory = (): History => {
  const entries: Entry[] = [];
  let ended = 0;
  let isClosed = false;
  let beat = Promise.withResolvers<void>();
  const wake = (): void => {
    beat.resolve();
    beat = Promise.withResolvers<void>();
  };
  return {
    entries,
    add: (entry) => void entries.push(entry),
    operationEnded: () => {
      ended += 1;
      wake();
    },
    ended: () => ended,
    reached: async (operations) => {
      while (ended < operations && !isClosed) await beat.promise;
    },
    close: () => {
      isClosed = true;
      wake();
    },
  };
};
