import type { OrganizationDebt } from '../../domain/orders/commands.ts';
import type { Order } from '../../domain/orders/state.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { Envelope } from '../loop/envelope.ts';
import { Unavailable } from '../loop/unavailable.ts';
import type { Charge, OrganizationCharges } from './organization-charges.ts';

const MAX_ATTEMPTS = 3;

/** Charges the cheque's organization with its debt, if it has one. */
export type ChargeFor = (order: Order, debt: OrganizationDebt | null) => Promise<Charge | null>;

/**
 * Closes a cheque, after its organization was charged. Releases the charge if the closing is refused. Charges again if
 * the cheque has changed since, or if the attempt was so slow that its charge is being released. After any other error
 * it is unknown whether the cheque was closed: the process organization-charges finds out, and releases the charge if it
 * was not, or was closed with another one.
 */
export const closeOnCharge = async <Closed>(
  charges: OrganizationCharges,
  envelope: (point_id: string) => Envelope,
  close: (chargeFor: ChargeFor) => Promise<Closed>,
): Promise<Closed> => {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    let release = async (): Promise<void> => {};
    const chargeFor: ChargeFor = async (order, debt) => {
      if (debt === null) return null;
      const own = envelope(order.point_id);
      const charge = await charges.charge(order, debt, own);
      release = () => charges.release(order, charge, own);
      return charge;
    };
    try {
      return await close(chargeFor);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      // If this fails, the process releases it.
      await release().catch(() => {});
      if (error.code !== 'charge_outdated') throw error;
    }
  }
  throw new Unavailable('a cheque of an organization changed each time while it was being closed');
};
