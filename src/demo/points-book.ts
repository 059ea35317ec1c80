import { randomUUID } from 'node:crypto';
import type { LoyaltyMethod } from '../domain/loyalty/calls.ts';

/** What a points service answers. */
export interface PointsAnswer {
  readonly status: number;
  readonly body: object;
}

/** A call, as far as the book reads it. */
export interface PointsCall {
  readonly operation_id: string;
  readonly phone?: string;
  readonly code?: string;
  readonly customer_id?: string;
  readonly amount?: number;
  readonly customer?: { readonly customer_id: string | null; readonly phone: string | null };
  readonly hold_id?: string | null;
  readonly redeemed?: number;
  readonly cheque?: { readonly uuid: string; readonly total: number };
  readonly ref_operation_id?: string;
  readonly ref_operation?: 'commit' | 'hold';
}

interface Guest {
  readonly customer_id: string;
  readonly phone: string | null;
  points: number;
}

interface Hold {
  readonly hold_id: string;
  readonly guest: Guest;
  readonly amount: number;
  state: 'held' | 'spent' | 'cancelled';
}

interface Commit {
  readonly uuid: string;
  readonly guest: Guest | null;
  readonly redeemed: number;
  readonly hold: Hold | null;
  accrued: number;
  state: 'counted' | 'cancelled';
}

/**
 * The id of a new guest. The venue's log keeps it for good, also after the guest was erased: nothing in it may say who the
 * guest is.
 */
export type CustomerIdOf = (phoneOrCode: string) => string;
export const randomCustomerId: CustomerIdOf = () => `G-${randomUUID()}`;

/** A new guest begins with so many points. */
const WELCOME = 100_000;
/** Of each hundred that are paid in money. */
const ACCRUED_PERCENT = 5;

/**
 * The points of a loyalty service, in memory. It shows what every such service has to do: it keeps the answer to each
 * operation_id and gives it again, and it remembers the cancelling of an operation that has not come yet.
 */
export const createPointsBook = (customerIdOf: CustomerIdOf = randomCustomerId) => {
  /** By the phone, or by the code. */
  const guests = new Map<string, Guest>();
  const guestsById = new Map<string, Guest>();
  const answers = new Map<string, PointsAnswer>();
  const holds = new Map<string, Hold>();
  const commits = new Map<string, Commit>();
  const refunds = new Map<string, { readonly commit: Commit; readonly amount: number }>();
  const cancelled = new Set<string>();

  const refuse = (message: string, status = 400): PointsAnswer => ({ status, body: { message } });
  const done = (body: object = {}): PointsAnswer => ({ status: 200, body });

  const guestOf = (key: string, phone: string | null): Guest => {
    const known = guests.get(key);
    if (known) return known;
    const guest = { customer_id: customerIdOf(key), phone, points: WELCOME };
    guests.set(key, guest);
    guestsById.set(guest.customer_id, guest);
    return guest;
  };
  const freePoints = (guest: Guest): number => {
    const open = [...holds.values()].filter((hold) => hold.guest === guest && hold.state === 'held');
    return open.reduce((points, { amount }) => points - amount, guest.points);
  };

  const methods: Record<LoyaltyMethod, (call: PointsCall) => PointsAnswer> = {
    ping: () => done({ message: 'pong' }),
    customer: ({ phone, code }) => {
      if (code === 'unknown') return refuse('There is no such card', 404);
      const guest = guestOf(phone ?? `card-${code}`, phone ?? null);
      const { customer_id } = guest;
      const balance = freePoints(guest);
      return done({ customer_id, name: 'Guest', phone: guest.phone, balance, level: 'silver', can_redeem: true });
    },
    hold: ({ operation_id, customer_id = '', amount = 0 }) => {
      if (cancelled.has(operation_id)) return refuse('This hold was cancelled before it came');
      const guest = guestsById.get(customer_id);
      if (guest === undefined) return refuse('There is no such guest');
      const free = freePoints(guest);
      if (free < amount) return refuse(`Only ${free} points are there`);
      const hold_id = `H-${holds.size + 1}`;
      holds.set(operation_id, { hold_id, guest, amount, state: 'held' });
      return done({ hold_id });
    },
    commit: ({ operation_id, customer, hold_id, redeemed = 0, cheque }) => {
      const hold = [...holds.values()].find((each) => each.hold_id === hold_id) ?? null;
      if (cancelled.has(operation_id)) return refuse('This commit was cancelled before it came');
      if (hold_id != null && hold?.state !== 'held') return refuse(`${hold_id} is not held`);
      const { customer_id = null, phone = null } = customer ?? {};
      const named = customer_id === null ? undefined : guestsById.get(customer_id);
      const guest = named ?? (phone === null ? null : guestOf(phone, phone));
      const accrued = guest ? Math.floor((((cheque?.total ?? 0) - redeemed) * ACCRUED_PERCENT) / 100) : 0;
      if (hold) hold.state = 'spent';
      if (guest) guest.points += accrued - redeemed;
      commits.set(operation_id, { uuid: cheque?.uuid ?? '', guest, redeemed, hold, accrued, state: 'counted' });
      return done({ accrued, balance: guest ? freePoints(guest) : 0 });
    },
    cancel: ({ ref_operation_id = '', ref_operation }) => {
      cancelled.add(ref_operation_id);
      const hold = ref_operation === 'hold' ? holds.get(ref_operation_id) : undefined;
      if (hold?.state === 'held') hold.state = 'cancelled';
      const commit = ref_operation === 'commit' ? commits.get(ref_operation_id) : undefined;
      if (commit?.state === 'counted') {
        commit.state = 'cancelled';
        if (commit.guest) commit.guest.points += commit.redeemed - commit.accrued;
      }
      return done();
    },
    refund: ({ operation_id, ref_operation_id = '', amount = 0 }) => {
      const commit = commits.get(ref_operation_id);
      if (commit === undefined) return refuse('There is no such commit');
      const revoked = Math.min(commit.accrued, Math.floor((amount * ACCRUED_PERCENT) / 100));
      commit.accrued -= revoked;
      if (commit.guest) commit.guest.points -= revoked;
      refunds.set(operation_id, { commit, amount });
      return done({ revoked, balance: commit.guest ? freePoints(commit.guest) : 0 });
    },
  };

  return {
    /** Carries a call out once: a repeat gets the first answer. */
    answer: (method: LoyaltyMethod, call: PointsCall): PointsAnswer => {
      const known = answers.get(call.operation_id);
      if (known) return known;
      const answer = methods[method](call);
      answers.set(call.operation_id, answer);
      return answer;
    },
    guests,
    holds,
    commits,
    refunds,
  };
};

export type PointsBook = ReturnType<typeof createPointsBook>;
