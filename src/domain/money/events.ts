import { z } from 'zod';
import type { EventsOf } from '../events-of.ts';
import { erasable } from '../personal/erasable.ts';
import { DIRECTIONS, leg, OPERATIONS, party } from './shapes.ts';

const id = z.int();
const instant = z.iso.datetime();
const money = z.int();

/**
 * Movements of money. One that touches a till shift is on the stream of the till, any other on the ledger of its point,
 * or of the brand.
 */
export const moneyEvents = {
  MoneyMoved: {
    version: 1,
    schema: leg.extend({
      brand_id: z.uuid(),
      moved_at: instant,
      direction: z.enum(DIRECTIONS),
      /** Above 0. */
      amount: money,
      operation: z.enum(OPERATIONS),
      payment_purpose_id: id.nullable(),
      party: party.nullable(),
      /** `employee_id`: of the party, if it is an employee. */
      personal: z.object({ employee_id: id.nullable(), note: z.string().nullable() }),
    }),
  },
  /** One event for both sides, so that money is never on the way. */
  MoneyTransferred: {
    version: 1,
    schema: z.object({
      brand_id: z.uuid(),
      moved_at: instant,
      amount: money,
      note: z.string().nullable(),
      from: leg,
      to: leg,
    }),
  },
  /** The movement was a mistake: reports leave it out. */
  MovementCancelled: {
    version: 1,
    schema: z.object({
      brand_id: z.uuid(),
      /** Two of them for a transfer. */
      movement_ids: z.array(id),
      cancelled_at: instant,
      party: party.nullable(),
      /** Why. Absent: nobody said it. `employee_id`: of the party, if it is an employee. */
      personal: z.object({ employee_id: id.nullable(), reason: erasable(z.string()) }).optional(),
    }),
  },
  /** The money on an account was counted. The difference is a movement of the operation `correction`. */
  AccountCounted: {
    version: 1,
    schema: leg.extend({
      brand_id: z.uuid(),
      counted_at: instant,
      counted: money,
      /** What should have been there. */
      balance: money,
      /** Counted less balance; 0: it was right, and no money moved. */
      amount: money,
    }),
  },
} as const;

export type MoneyEvent = EventsOf<typeof moneyEvents>;
export type MoneyMoved = z.infer<(typeof moneyEvents)['MoneyMoved']['schema']>;
export type MoneyTransferred = z.infer<(typeof moneyEvents)['MoneyTransferred']['schema']>;
export type AccountCounted = z.infer<(typeof moneyEvents)['AccountCounted']['schema']>;
