import { z } from 'zod';
import type { EventsOf } from '../events-of.ts';
import { chequeEvents } from './cheque-events.ts';
import { orderLoyaltyEvents } from './loyalty-events.ts';
import { placingEvents } from './placing-events.ts';
import {
  amounts,
  type chequeLine,
  type debtSetOff,
  type delivery,
  type deposit,
  holdIds,
  id,
  type modifierLine,
  type orderLine,
  type payment,
  type refund,
  slipLine,
  tillDay,
} from './shapes.ts';

export const orderEvents = {
  ...placingEvents,
  KitchenTicketPrinted: {
    version: 1,
    schema: z.object({ order_id: id, ticket_number: z.int(), line_ids: z.array(id) }),
  },
  KitchenCancellationPrinted: {
    version: 1,
    schema: z.object({
      order_id: id,
      line_ids: z.array(id),
      /** The units that are cancelled, with their modifiers. */
      items: z.array(slipLine),
    }),
  },
  OrderAccepted: { version: 1, schema: z.object({ order_id: id }) },
  CookingStarted: { version: 1, schema: z.object({ order_id: id }) },
  OrderPacked: { version: 1, schema: z.object({ order_id: id }) },
  OrderHandedToCourier: { version: 1, schema: z.object({ order_id: id, courier_id: id.nullable() }) },
  OrderDelivered: { version: 1, schema: z.object({ order_id: id }) },
  OrderDeleted: {
    version: 1,
    schema: z.object({
      order_id: id,
      deleted_by: z.enum(['partner', 'venue', 'system']),
      cancel_cause_id: id.nullable(),
      cancel_cause_name: z.string().nullable(),
      ...tillDay,
      /** Whether the till had it. */
      was_with_till: z.boolean(),
      /** Whether the kitchen had a ticket of it. */
      was_printed: z.boolean(),
      /** What it came to. */
      amounts,
      hold_ids: holdIds,
      personal: z.object({ client_id: id.nullable(), comment: z.string().nullable() }),
    }),
  },
  ...chequeEvents,
  ...orderLoyaltyEvents,
} as const;

type Definitions = typeof orderEvents;
export type OrderEvent = EventsOf<Definitions>;

export type OrderPlaced = z.infer<Definitions['OrderPlaced']['schema']>;
export type PaymentRegistered = z.infer<Definitions['PaymentRegistered']['schema']>;
export type ChequeOpened = z.infer<Definitions['ChequeOpened']['schema']>;
export type ItemsAdded = z.infer<Definitions['ItemsAdded']['schema']>;
export type ItemRemoved = z.infer<Definitions['ItemRemoved']['schema']>;
export type ChequeAdjusted = z.infer<Definitions['ChequeAdjusted']['schema']>;
export type ChequeAssigned = z.infer<Definitions['ChequeAssigned']['schema']>;
export type ChequeClosed = z.infer<Definitions['ChequeClosed']['schema']>;
export type ChequeReopened = z.infer<Definitions['ChequeReopened']['schema']>;
export type GoodsReturned = z.infer<Definitions['GoodsReturned']['schema']>;
export type OrderDeleted = z.infer<Definitions['OrderDeleted']['schema']>;
export type LoyaltyCustomerAttached = z.infer<Definitions['LoyaltyCustomerAttached']['schema']>;
export type LoyaltyHoldRequested = z.infer<Definitions['LoyaltyHoldRequested']['schema']>;
export type SlipLine = z.infer<typeof slipLine>;
export type OrderLine = z.infer<typeof orderLine>;
export type OrderModifierLine = z.infer<typeof modifierLine>;
export type ChequeLine = z.infer<typeof chequeLine>;
export type ChequePayment = z.infer<typeof payment>;
export type ChequeAmounts = z.infer<typeof amounts>;
export type Deposit = z.infer<typeof deposit>;
export type Refund = z.infer<typeof refund>;
export type DebtSetOff = z.infer<typeof debtSetOff>;
export type OrderDelivery = z.infer<typeof delivery>;
