import { z } from 'zod';
import { RESERVATION_TYPES } from '../../domain/reservations/events.ts';
import { calendarDate, id, integer, name, text, timeOfDay, uuid, words } from '../fields/fields.ts';

/** Null means the same as leaving the field out. */
const maybe = <Field extends z.ZodType>(field: Field) => field.nullish().transform((value) => value ?? undefined);

const guests = () => integer().min(1).max(1_000);
/** The bounds of a reservation's length are the point's: the book checks them. */
const minutes = () => integer().min(1).max(100_000);
const comment = () => words();
const guestName = () => words();

const deposit = z.object({ amount: integer().min(1).max(1_000_000_000_000), payment_type_id: id() });

/** Body of POST /reservations (docs/domain.md#reservations), as far as BookTable has the same fields. */
const booking = z.object({
  point_id: uuid(),
  date: calendarDate(),
  start_time: timeOfDay(),
  end_time: maybe(timeOfDay()),
  duration_minutes: maybe(minutes()),
  guests: guests(),
  table_id: id().nullish(),
  guest: z.object({ phone: text(64), name: guestName().nullish() }),
  type: z.enum(RESERVATION_TYPES).default('table'),
  comment: comment().nullish(),
  deposit: deposit.nullish(),
});

export const bookInput = booking.extend({ external_id: name(255) });

/** BookTable: the venue's own booking needs no external_id. */
export const bookTableInput = booking.extend({ external_id: name(255).nullish() });

/** Body of PATCH /reservations/{id}: a field that is left out stays as it is. */
export const moveInput = z.object({
  date: maybe(calendarDate()),
  start_time: maybe(timeOfDay()),
  end_time: maybe(timeOfDay()),
  duration_minutes: maybe(minutes()),
  guests: maybe(guests()),
  /** Null: takes the table away. */
  table_id: id().nullable().optional(),
  /** Null: takes it away; the same for the guest's name. */
  comment: comment().nullable().optional(),
  guest: maybe(z.object({ name: guestName().nullable().optional() })),
  deposit: maybe(deposit),
});

const depositOutcome = z.enum(['retained', 'refunded']);

/** Body of POST /reservations/{id}/cancel; the whole body may be missing. */
export const cancelInput = z
  .object({
    reason: words().nullish(),
    cancelled_by: z.enum(['guest', 'partner']).nullish(),
    deposit_status: depositOutcome.nullish(),
  })
  .nullish()
  .transform((body) => body ?? {});

/** Body of POST /reservations/{id}/deposit. */
export const depositInput = z.object({ status: depositOutcome });

export type BookInput = z.output<typeof bookInput>;
export type BookTableInput = z.output<typeof bookTableInput>;
export type MoveInput = z.output<typeof moveInput>;
export type CancelInput = z.output<typeof cancelInput>;
export type DepositInput = z.output<typeof depositInput>;
