import { z } from 'zod';
import { erasable } from '../personal/erasable.ts';
import { id, money, outsideId } from './shapes.ts';

/** What the loyalty service has to do with a cheque. */
export const orderLoyaltyEvents = {
  /** The guest of the cheque, as the loyalty service knows this guest. */
  LoyaltyCustomerAttached: {
    version: 1,
    schema: z.object({
      order_id: id,
      personal: z.object({
        client_id: id.nullable(),
        customer_id: erasable(outsideId),
        name: z.string().nullable(),
        phone: z.string().nullable(),
        balance: erasable(z.int()),
        level: z.string().nullable(),
        can_redeem: erasable(z.boolean()),
      }),
    }),
  },
  /** The service is about to be asked to hold points. Until the closing or the end of the hold it may have them. */
  LoyaltyHoldRequested: {
    version: 1,
    schema: z.object({
      order_id: id,
      operation_id: z.uuid(),
      /** Counts the cheque's holds that ended, and its closings. */
      ordinal: z.int(),
      customer_id: outsideId,
      amount: money,
    }),
  },
  /** No closing may use these points any more: the service is told to give them back. */
  LoyaltyHoldGivenUp: {
    version: 1,
    schema: z.object({
      order_id: id,
      operation_id: z.uuid(),
      /** Null: the service did not say. */
      hold_id: outsideId.nullable(),
    }),
  },
} as const;
