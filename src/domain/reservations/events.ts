import { z } from 'zod';
import type { EventsOf } from '../events-of.ts';
import { DIRECTIONS } from '../money/shapes.ts';
import { DEPOSIT_STATUSES } from './deposit.ts';
import { RESERVATION_STATUSES } from './status.ts';

const id = z.int();
const instant = z.iso.datetime();
const clock = z.string();

export const CANCELLED_BY = ['guest', 'partner', 'venue', 'system'] as const;
export const RESERVATION_TYPES = ['table', 'banquet'] as const;
export const RESERVATION_SOURCES = ['partner', 'venue'] as const;

/** Its name when the reservation got it. */
const table = z.object({ id, name: z.string(), hall_id: id, hall_name: z.string() });

const deposit = z.object({ amount: z.int(), payment_type_id: id, status: z.enum(DEPOSIT_STATUSES) });

/**
 * A whole reservation. Every event has the reservation as it is from then on. Read models, the change feed, webhooks
 * and audits need all of it, and so need not read earlier events.
 */
const reservation = z.object({
  reservation_id: z.uuid(),
  brand_id: z.uuid(),
  point_id: z.uuid(),
  source: z.enum(RESERVATION_SOURCES),
  /** The key it came through. */
  key_id: z.uuid(),
  /** The partner's own id for it, scoped to the key. */
  external_id: z.string().nullable(),
  status: z.enum(RESERVATION_STATUSES),
  type: z.enum(RESERVATION_TYPES),
  /** Null: the venue finds a place. */
  table: table.nullable(),
  /** The point's zone when it was booked or moved: its local times never change afterwards. */
  timezone: z.string(),
  /** `YYYY-MM-DD` and `HH:MM` on the point's clock; an end earlier than the start is on the day after. */
  date: z.iso.date(),
  start_time: clock,
  end_time: clock,
  starts_at: instant,
  ends_at: instant,
  duration_minutes: z.int(),
  guests: z.int(),
  deposit: deposit.nullable(),
  cancelled_by: z.enum(CANCELLED_BY).nullable(),
  /** When it counts as a no-show if the guests are not seated; null: only by hand. */
  no_show_at: instant.nullable(),
  seated_at: instant.nullable(),
  /** The cheque that was opened for the guest. */
  order_id: id.nullable(),
  created_at: instant,
  /** The time of the last change. It never goes back, even if the clocks of app processes differ. */
  updated_at: instant,
  status_changed_at: instant,
  personal: z.object({
    client_id: id.nullable(),
    name: z.string().nullable(),
    /** E.164 with the leading +. Null: the guest was erased. */
    phone: z.string().nullable(),
    comment: z.string().nullable(),
    cancel_reason: z.string().nullable(),
  }),
});

/** Where it was before: a reader that follows tables must know which one is free again. */
const before = reservation.pick({
  status: true,
  table: true,
  date: true,
  start_time: true,
  end_time: true,
  starts_at: true,
  ends_at: true,
  guests: true,
});

const whole = { version: 1, schema: reservation } as const;
const wholeAndBefore = { version: 1, schema: reservation.extend({ before }) } as const;

const walkIn = z.object({
  brand_id: z.uuid(),
  point_id: z.uuid(),
  table_id: id,
  guests: z.int(),
  seated_at: instant,
});

export const reservationBookEvents = {
  ReservationBooked: whole,
  /**
   * Another time, table or number of guests. A confirmed reservation may wait for the venue again: see its status.
   * Guests who sit already change only their table.
   */
  ReservationMoved: wholeAndBefore,
  /** A change of comment, guest's name or deposit; the place stays. */
  ReservationDetailsChanged: whole,
  ReservationConfirmed: whole,
  /** Declined by the venue, or because the venue had not answered when it was to begin (`cancelled_by` system). */
  ReservationDeclined: whole,
  ReservationCancelled: whole,
  /** The guest came. The table may differ from the booked one. */
  ReservationSeated: wholeAndBefore,
  /**
   * The guest's cheque is closed or deleted: the guest has left. The order id says which cheque. A deleted cheque uses no
   * deposit: it is held again.
   */
  ReservationClosed: whole,
  /** The guest did not come: the venue said so, or the time was up (the event's actor says which). */
  ReservationMarkedNoShow: whole,
  /** What became of a deposit that no cheque used: the partner or the venue says it once. */
  DepositSettled: whole,
  /** A cheque that was closed, and opened again after its guest had left, is deleted now: it does not use the deposit. */
  DepositHeldAgain: whole,
  /**
   * The book will never book this reservation: its external_id is used at another point. If the attempt to book here is
   * still under way, it is refused.
   */
  BookingForgone: {
    version: 1,
    schema: z.object({ brand_id: z.uuid(), point_id: z.uuid(), reservation_id: z.uuid() }),
  },
  /**
   * The venue itself took a deposit or gave it back: money of the drawer. It is recorded together with the event of the
   * reservation, and before it.
   */
  DepositMoved: {
    version: 1,
    schema: z.object({
      movement_id: id,
      reservation_id: z.uuid(),
      brand_id: z.uuid(),
      point_id: z.uuid(),
      timezone: z.string(),
      business_date: z.iso.date(),
      moved_at: instant,
      operation: z.enum(['prepayment', 'prepayment_refund']),
      direction: z.enum(DIRECTIONS),
      amount: z.int(),
      payment_type_id: id,
      payment_category_id: id.nullable(),
      /** Null: no shift was open. */
      shift_id: id.nullable(),
    }),
  },
  WalkInSeated: { version: 1, schema: walkIn },
  /** The guests without a reservation have left. */
  WalkInLeft: { version: 1, schema: walkIn.extend({ left_at: instant }) },
} as const;

export type ReservationBookEvent = EventsOf<typeof reservationBookEvents>;

export type Reservation = z.infer<typeof reservation>;
export type ReservationTable = z.infer<typeof table>;
export type Deposit = z.infer<typeof deposit>;
export type WalkIn = z.infer<typeof walkIn>;
