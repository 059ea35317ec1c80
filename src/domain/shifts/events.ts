import { z } from 'zod';
import type { EventsOf } from '../events-of.ts';
import { moneyEvents } from '../money/events.ts';
import { erasable } from '../personal/erasable.ts';
import { ACCOUNT_SOURCES } from '../references/lists.ts';

const id = z.int();
const money = z.int();
const instant = z.iso.datetime();

/** The ids of the two movements. */
const handOverIds = { revenue_id: id, difference_id: id };

export const tillEvents = {
  ShiftOpened: {
    version: 1,
    schema: z.object({
      shift_id: id,
      /** 1, 2, 3… at the point. */
      shift_number: z.int(),
      point_id: z.uuid(),
      brand_id: z.uuid(),
      cashier_id: id,
      /** Cash in the drawer at the start. */
      opening_cash: money,
      business_date: z.iso.date(),
      opened_at: instant,
      /** The point's zone when the shift opened: its local times never change afterwards. */
      timezone: z.string(),
      /** The cashier. */
      personal: z.object({ employee_id: id, login: erasable(z.string()), name: erasable(z.string()) }),
    }),
  },
  ShiftClosed: {
    version: 1,
    schema: z.object({
      shift_id: id,
      point_id: z.uuid(),
      brand_id: z.uuid(),
      /** Cash the cashier counted at the end; null: not counted. */
      counted_cash: money.nullable(),
      /** Cash that stays in the drawer for the next shift. */
      left_cash: money,
      closed_at: instant,
    }),
  },
  /**
   * The shift's money was handed over, to an account of the venue. It is two movements there: the money that was
   * expected, and the difference to what came.
   */
  ShiftAccepted: {
    version: 1,
    schema: z.object({
      shift_id: id,
      point_id: z.uuid(),
      brand_id: z.uuid(),
      timezone: z.string(),
      account_id: id,
      account_name: z.string(),
      account_source: z.enum(ACCOUNT_SOURCES),
      amount: money,
      /** The cash that was to be handed over. */
      expected_amount: money,
      ...handOverIds,
      /** Money of other payment types that was handed over with it. */
      non_cash: z.array(
        z.object({
          payment_type_id: id,
          payment_category_id: id,
          account_id: id,
          account_name: z.string(),
          account_source: z.enum(ACCOUNT_SOURCES),
          amount: money,
          expected_amount: money,
          ...handOverIds,
        }),
      ),
      business_date: z.iso.date(),
      accepted_at: instant,
    }),
  },
  ...moneyEvents,
  /** The number of a return's document. `ordinal`: of the cheque's first return, second… */
  ReturnNumbered: {
    version: 1,
    schema: z.object({
      point_id: z.uuid(),
      brand_id: z.uuid(),
      order_id: id,
      ordinal: z.int(),
      document_number: z.int(),
    }),
  },
  /**
   * The order's cheque got its number. An order has one number in a shift, whatever happens to the closing afterwards.
   */
  ChequeNumbered: {
    version: 1,
    schema: z.object({
      point_id: z.uuid(),
      brand_id: z.uuid(),
      order_id: id,
      shift_id: id,
      cheque_number: z.int(),
    }),
  },
} as const;

type Definitions = typeof tillEvents;
export type TillEvent = EventsOf<Definitions>;

export type ShiftAccepted = z.infer<Definitions['ShiftAccepted']['schema']>;
export type ShiftOpened = z.infer<Definitions['ShiftOpened']['schema']>;
