import { type PagedById, pagedEntryOf, withoutPagedId, withPagedEntry } from '../collections/paged-by-id.ts';
import type { OrganizationCharge, OrganizationDetails, OrganizationEvent } from './events.ts';

export interface Charge extends Pick<OrganizationCharge, 'charge_id' | 'point_id' | 'amount'> {
  /** ISO 8601 in UTC. Left out: nobody knows, and it counts for all times. */
  readonly charged_at?: string;
}

/** A payment that was recorded, with its amount, or cancelled. */
export type KnownPayment = number | 'cancelled';

export interface Organization extends OrganizationDetails {
  /** Payments and set-offs. */
  readonly credited: number;
  /**
   * By order, of the orders that were charged last: see `RECENT`. An order has several charges while several attempts to
   * close its cheque are under way. Only one of them can succeed.
   */
  readonly charges: PagedById<readonly Charge[]>;
  /** Orders in the order of their charges, the oldest first. One that was released may still be here. */
  readonly recent: readonly number[];
  /** The sum of each order's highest charge, and of the charges that are not kept any more. */
  readonly charged: number;
  /** How many charges count and are not kept any more. */
  readonly older: number;
  /** The charges that were released, by order: each is released once. */
  readonly released: PagedById<readonly string[]>;
  /** By movement_id. */
  readonly payments: PagedById<KnownPayment>;
  /** The amounts by return_id. */
  readonly set_offs: PagedById<number>;
  /** The debt limits of the last time, ascending by the instant (ISO 8601 in UTC) from which each counts. */
  readonly limits: readonly DebtLimit[];
}

interface DebtLimit extends Pick<OrganizationDetails, 'debt_limit'> {
  readonly from: string;
}

/** A till tells of the past 62 days at most. A limit that is changed more often than this is as good as none. */
const MOST_LIMITS = 200;

/**
 * So many orders are kept with their charges, and at most twice as many. An organization that is charged for each cheque
 * of a busy point has hundreds of thousands in the end, and a state that keeps them all takes seconds to load. A command
 * that releases an older charge says what it was.
 */
export const RECENT = 1_000;

/** Null until registered. */
export type OrganizationState = Organization | null;

export const chargesOf = ({ charges }: Organization, orderId: number): readonly Charge[] =>
  pagedEntryOf(charges, orderId) ?? [];

export const isReleased = ({ released }: Organization, orderId: number, chargeId: string): boolean =>
  pagedEntryOf(released, orderId)?.includes(chargeId) ?? false;

/** What the charges of one order count for. */
export const highestOf = (charges: readonly Charge[]): number => Math.max(0, ...charges.map(({ amount }) => amount));

/** Below zero: the organization owes. Charges count from the moment they are made. */
export const balanceOf = ({ opening_balance, credited, charged }: Organization): number =>
  opening_balance + credited - charged;

/**
 * Closings so close to each other are of one time. Tills that close cheques at once must not exceed the limit together, and
 * their clocks differ.
 */
const ONE_TIME_MS = 60_000;

/** What other orders were charged later than an instant, of the charges that are kept. */
export const chargedAfter = (state: Organization, at: string | undefined, orderId: number): number => {
  if (at === undefined) return 0;
  const end = Date.parse(at) + ONE_TIME_MS;
  let sum = 0;
  for (const order of new Set(state.recent)) {
    const charges = order === orderId ? [] : chargesOf(state, order);
    const then = charges.filter(({ charged_at }) => charged_at === undefined || Date.parse(charged_at) <= end);
    if (then.length < charges.length) sum += highestOf(charges) - highestOf(then);
  }
  return sum;
};

/** The debt limit of an instant; without one, that of now. What an organization began with counts for all times before. */
export const debtLimitAt = ({ debt_limit, limits }: Organization, at: string | undefined): number | null => {
  if (at === undefined || !isLater(limits.at(-1)?.from, at)) return debt_limit;
  return (limits.findLast(({ from }) => !isLater(from, at)) ?? limits[0]!).debt_limit;
};

const isLater = (one: string | undefined, other: string): boolean =>
  one !== undefined && Date.parse(one) > Date.parse(other);

const withLimit = (limits: Organization['limits'], from: string, debt_limit: number | null): Organization['limits'] => {
  const place = limits.findLastIndex((limit) => !isLater(limit.from, from)) + 1;
  return limits.toSpliced(place, 0, { from, debt_limit }).slice(-MOST_LIMITS);
};

/** `least`: so many orders are kept with their charges, and at most twice as many. */
export const evolveKeeping =
  (least: number) =>
  (state: OrganizationState, event: OrganizationEvent): OrganizationState => {
    if (event.type === 'OrganizationRegistered') {
      const { registered_on: _, registered_at: from, timezone: __, ...details } = event.data;
      return { ...details, ...NOTHING, limits: [{ from, debt_limit: details.debt_limit }] };
    }
    return state && withoutOldest(evolveRegistered(state, event), least);
  };

export const evolveOrganization = evolveKeeping(RECENT);

const NOTHING = {
  credited: 0,
  charges: [],
  recent: [],
  charged: 0,
  older: 0,
  released: [],
  payments: [],
  set_offs: [],
};

type LaterEvent = Exclude<OrganizationEvent, { type: 'OrganizationRegistered' }>;

const evolveRegistered = (state: Organization, event: LaterEvent): Organization => {
  switch (event.type) {
    case 'OrganizationDetailsChanged': {
      const { changed_at, ...details } = event.data;
      const { debt_limit } = details;
      if (debt_limit === state.debt_limit) return { ...state, ...details };
      const limits = withLimit(state.limits, changed_at, debt_limit);
      return { ...state, ...details, limits };
    }
    case 'OrganizationCharged': {
      const { order_id, charge_id, point_id, amount, charged_at } = event.data;
      const recent = [...state.recent, order_id];
      const released = withReleased(state.released, order_id, (ids) => ids.filter((id) => id !== charge_id));
      const charges = [
        ...chargesOf(state, order_id),
        { charge_id, point_id, amount, ...(charged_at !== undefined && { charged_at }) },
      ];
      return withCharges({ ...state, recent, released }, order_id, charges);
    }
    case 'OrganizationChargeReleased': {
      const { order_id, charge_id, amount } = event.data;
      const released = withReleased(state.released, order_id, (ids) => [...ids, charge_id]);
      const before = chargesOf(state, order_id);
      const rest = before.filter((charge) => charge.charge_id !== charge_id);
      // It is not kept any more.
      if (rest.length === before.length) {
        return { ...state, released, charged: state.charged - amount, older: state.older - 1 };
      }
      return withCharges({ ...state, released }, order_id, rest);
    }
    case 'OrganizationDebtSetOff': {
      const { return_id, amount } = event.data;
      const set_offs = withPagedEntry(state.set_offs, return_id, amount);
      return { ...state, set_offs, credited: state.credited + amount };
    }
    case 'OrganizationPaymentReceived': {
      const { movement_id, amount } = event.data;
      const payments = withPagedEntry(state.payments, movement_id, amount);
      return { ...state, payments, credited: state.credited + amount };
    }
    case 'OrganizationPaymentCancelled': {
      const { movement_id } = event.data;
      const known = pagedEntryOf(state.payments, movement_id);
      const amount = typeof known === 'number' ? known : 0;
      const payments = withPagedEntry<KnownPayment>(state.payments, movement_id, 'cancelled');
      return { ...state, payments, credited: state.credited - amount };
    }
  }
};

const withCharges = (state: Organization, orderId: number, charges: readonly Charge[]): Organization => ({
  ...state,
  charges:
    charges.length === 0 ? withoutPagedId(state.charges, orderId) : withPagedEntry(state.charges, orderId, charges),
  charged: state.charged - highestOf(chargesOf(state, orderId)) + highestOf(charges),
});

const withReleased = (
  released: Organization['released'],
  orderId: number,
  change: (ids: readonly string[]) => readonly string[],
): Organization['released'] => {
  const before = pagedEntryOf(released, orderId) ?? [];
  const ids = change(before);
  if (ids.length === before.length) return released;
  return ids.length === 0 ? withoutPagedId(released, orderId) : withPagedEntry(released, orderId, ids);
};

/** The oldest orders go, some at a time: to look at the list after each charge would take long. Their charges count as before. */
const withoutOldest = (state: Organization, least: number): Organization => {
  if (state.recent.length < 2 * least) return state;
  const recent = state.recent.slice(-least);
  const old = new Set(state.recent.slice(0, -least));
  // Charged again since, so they are not among the oldest.
  for (const order of recent) old.delete(order);
  // Which of several charges counts is open.
  const open = [...old].filter((order) => chargesOf(state, order).length > 1);
  const gone = [...old].filter((order) => chargesOf(state, order).length === 1);
  const charges = gone.reduce((rest, order) => withoutPagedId(rest, order), state.charges);
  return { ...state, recent: [...open, ...recent], charges, older: state.older + gone.length };
};
