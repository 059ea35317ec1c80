import { debtOf } from '../../domain/orders/close-cheque.ts';
import type { CloseCheque, OrganizationDebt } from '../../domain/orders/commands.ts';
import { orderDecider } from '../../domain/orders/decide.ts';
import type { ChequeReopened, GoodsReturned, OrderEvent } from '../../domain/orders/events.ts';
import { setOffForOrganization } from '../../domain/orders/left-to-give-back.ts';
import type { Order } from '../../domain/orders/state.ts';
import type { OrganizationCommand } from '../../domain/organizations/commands.ts';
import { organizationDecider } from '../../domain/organizations/decide.ts';
import type { EventStore } from '../../event-store/event-store.ts';
import type { Envelope } from '../loop/envelope.ts';
import { asDomainEvents } from '../loop/folded.ts';
import type { CommandHandler } from '../loop/handle.ts';

type OfOrder = Pick<Order, 'brand_id' | 'point_id' | 'order_id'>;

export type Charge = NonNullable<CloseCheque['charge']>;

/**
 * What organizations owe for cheques. An organization is charged before the cheque is closed, so that its limit decides.
 * After a crash in between, the process organization-charges finds the charge without a closed cheque, and releases it.
 */
export interface OrganizationCharges {
  /**
   * Charges the organization of a cheque that is about to be closed. Throws organization_not_found (400) or
   * debt_limit_exceeded (409).
   */
  charge(order: OfOrder, debt: OrganizationDebt, envelope: Envelope): Promise<Charge>;
  /** Takes a charge back. A charge that was released is left alone. */
  release(order: OfOrder, charge: Charge, envelope: Envelope): Promise<void>;
  /** Takes the charge of a cheque back that was opened again, however long ago it was charged. */
  reopen(brand_id: string, reopened: ChequeReopened, envelope: Envelope): Promise<void>;
  /** Sets a return off against the debt of the cheque's organization, once. */
  setOff(brand_id: string, returned: GoodsReturned, envelope: Envelope): Promise<void>;
}

export interface OrganizationChargesOptions {
  readonly handler: Pick<CommandHandler, 'handle'>;
  readonly store: Pick<EventStore, 'read'>;
  readonly newUuid: () => string;
}

export const createOrganizationCharges = (options: OrganizationChargesOptions): OrganizationCharges => {
  const { handler, store, newUuid } = options;
  /**
   * Each change of an organization's charges is a command with its own id: one closing may charge, release, and charge
   * again.
   */
  const handle = async (organizationId: number, command: OrganizationCommand, envelope: Envelope, id = newUuid()) => {
    const own = { ...envelope, command_id: id, causation_id: envelope.command_id };
    await handler.handle(organizationDecider, organizationId, command, own);
  };

  /** The organization keeps its last charges alone. The closing says what an older one was. */
  const amountOf = async (orderId: number, chargeId: string): Promise<number> => {
    const events = asDomainEvents(orderDecider, await store.read(`${orderDecider.category}-${orderId}`, 0));
    const closing = events.find((event) => event.type === 'ChequeClosed' && event.data.charge_id === chargeId);
    return closing?.type === 'ChequeClosed' ? (debtOf(closing.data)?.amount ?? 0) : 0;
  };

  const release: OrganizationCharges['release'] = ({ brand_id, point_id, order_id }, charge, envelope) => {
    const { organization_id, charge_id, amount } = charge;
    const command = { type: 'ReleaseCharge' as const, brand_id, point_id, order_id, charge_id, amount };
    return handle(organization_id, command, envelope);
  };

  return {
    charge: async ({ brand_id, point_id, order_id }, debt, envelope) => {
      const charge_id = newUuid();
      const { organization_id, amount } = debt;
      const { occurred_at: at } = envelope;
      const command = { type: 'Charge' as const, brand_id, point_id, order_id, charge_id, amount, at };
      await handle(organization_id, command, envelope, charge_id);
      return { ...debt, charge_id };
    },
    release,
    reopen: async (brand_id, { order_id, point_id, organization_id, charge_id }, envelope) => {
      if (organization_id === null || charge_id === null) return;
      const amount = await amountOf(order_id, charge_id);
      await release({ brand_id, point_id, order_id }, { organization_id, charge_id, amount }, envelope);
    },
    setOff: async (brand_id, returned, envelope) => {
      const { organization_id, point_id, order_id, return_id } = returned;
      const amount = setOffForOrganization(returned);
      if (organization_id === null || amount === 0) return;
      await handle(organization_id, { type: 'SetOffDebt', brand_id, point_id, order_id, return_id, amount }, envelope);
    },
  };
};

/**
 * If these events reopen the cheque, releases its charge; if they return its goods, sets off what was not paid back.
 * The process organization-charges does the same. The command does it as well, so that the next cheque finds the debt
 * as it is. An error here does not fail the command, because its events are recorded already: the process does the rest.
 */
export const settleWithOrganization = async (
  charges: OrganizationCharges,
  { brand_id }: Pick<Order, 'brand_id'>,
  events: readonly OrderEvent[],
  envelope: Envelope,
): Promise<void> => {
  for (const { type, data } of events) {
    if (type === 'GoodsReturned') await charges.setOff(brand_id, data, envelope).catch(() => {});
    if (type === 'ChequeReopened') await charges.reopen(brand_id, data, envelope).catch(() => {});
  }
};
