import { type PagedById, pagedEntryOf, withoutPagedId, withPagedEntry } from '../collections/paged-by-id.ts';
import type { OrganizationCharge, OrganizationDetails, OrganizationEvent } from './events.ts';

export type Charge = Pick<OrganizationCharge, 'charge_id' | 'point_id' | 'amount'>;

/** A payment that was recorded, with its amount, or cancelled. */
export type KnownPayment = number | 'cancelled';

export interface Organization extends OrganizationDetails {
  /** Payments and set-offs. */
  readonly credited: number;
  /**
   * By order. An order has several charges while several attempts to close its cheque are under way. Only one of them
   * can succeed.
   */
  readonly charges: PagedById<readonly Charge[]>;
  /** The sum of each order's highest charge. */
  readonly charged: number;
  /** By movement_id. */
  readonly payments: PagedById<KnownPayment>;
  /** The amounts by return_id. */
  readonly set_offs: PagedById<number>;
}

/** Null until registered. */
export type OrganizationState = Organization | null;

export const chargesOf = ({ charges }: Organization, orderId: number): readonly Charge[] =>
  pagedEntryOf(charges, orderId) ?? [];

/** What the charges of one order count for. */
export const highestOf = (charges: readonly Charge[]): number => Math.max(0, ...charges.map(({ amount }) => amount));

/** Below zero: the organization owes. Charges count from the moment they are made. */
export const balanceOf = ({ opening_balance, credited, charged }: Organization): number =>
  opening_balance + credited - charged;

export const evolveOrganization = (state: OrganizationState, event: OrganizationEvent): OrganizationState => {
  if (event.type === 'OrganizationRegistered') {
    const { registered_on: _, registered_at: __, timezone: ___, ...details } = event.data;
    return { ...details, credited: 0, charges: [], charged: 0, payments: [], set_offs: [] };
  }
  return state && evolveRegistered(state, event);
};

type LaterEvent = Exclude<OrganizationEvent, { type: 'OrganizationRegistered' }>;

const evolveRegistered = (state: Organization, event: LaterEvent): Organization => {
  switch (event.type) {
    case 'OrganizationDetailsChanged':
      return { ...state, ...event.data };
    case 'OrganizationCharged': {
      const { order_id, charge_id, point_id, amount } = event.data;
      return withCharges(state, order_id, [...chargesOf(state, order_id), { charge_id, point_id, amount }]);
    }
    case 'OrganizationChargeReleased': {
      const { order_id, charge_id } = event.data;
      const rest = chargesOf(state, order_id).filter((charge) => charge.charge_id !== charge_id);
      return withCharges(state, order_id, rest);
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
