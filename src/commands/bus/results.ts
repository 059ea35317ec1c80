import { z } from 'zod';
import { ORDER_STATUSES } from '../../domain/orders/status.ts';
import { RESERVATION_STATUSES } from '../../domain/reservations/status.ts';

/** Answers of commands. `id` is always the id of the created or changed thing; the name says what it is. */

/** It was done, and there is nothing to return. */
export const nothing = z.object({});

/** An entry of the catalogue or of the references. */
export const entryResult = z.object({ id: z.int() });
export type EntryResult = z.infer<typeof entryResult>;

export const pointResult = z.object({ id: z.uuid() });

export const brandResult = z.object({ id: z.uuid(), brand_id: z.uuid() });

export const keyResult = z.object({ id: z.uuid(), key_id: z.uuid() });

/** A secret: only its hash, or its sealed form, is stored. */
export const shownOnce = () =>
  z.string().nullable().meta({ description: 'Shown this once: a repeat has null instead' });

export const employeeResult = z.object({ id: z.int(), employee_id: z.int() });

export const organizationResult = z.object({ id: z.int(), organization_id: z.int() });

export const supplierResult = z.object({ id: z.int(), supplier_id: z.int() });

export const supplyResult = z.object({ id: z.int(), supply_id: z.int() });

/** A till's shift, or an employee's. */
export const shiftResult = z.object({ id: z.int(), shift_id: z.int() });

/** With the status after the command. */
export const orderResult = z.object({ id: z.int(), order_id: z.int(), status: z.enum(ORDER_STATUSES) });
export type OrderResult = z.infer<typeof orderResult>;

/** With the status after the command. */
export const reservationResult = z.object({
  id: z.uuid(),
  reservation_id: z.uuid(),
  status: z.enum(RESERVATION_STATUSES),
});
export type ReservationResult = z.infer<typeof reservationResult>;

export const tableResult = z.object({ id: z.int(), table_id: z.int() });
export type TableResult = z.infer<typeof tableResult>;

export const deliveryResult = z.object({ id: z.int(), delivery_id: z.int() });
