import { z } from 'zod';
import type { EventsOf } from '../events-of.ts';
import { DIRECTIONS, leg } from '../money/shapes.ts';
import { erasable } from '../personal/erasable.ts';

const id = z.int();
const amount = z.int();
/** `YYYY-MM-DD`: a business day of the point. */
const date = z.iso.date();

/** 1 schedule (by the day), 2 hourly, 3 salary (by the month), 4 KPI (a part of the rate), 5 free form. */
export const SALARY_TYPES = [1, 2, 3, 4, 5] as const;

const salaryType = z.literal(SALARY_TYPES);

const ofPlace = z.object({ employee_id: id, brand_id: z.uuid(), point_id: z.uuid() });

const accrual = ofPlace.extend({ accrual_id: id, business_date: date });

/** Why an employee got more or less, in the words of the person who decided it. */
const withReason = {
  version: 1,
  schema: accrual.extend({ amount, personal: z.object({ employee_id: id, reason: erasable(z.string()) }) }),
} as const;

/** What employees earn and get. These events stand on the employee's own stream. */
export const payEvents = {
  /** Those of the same point and day are replaced. */
  SalaryTermsSet: {
    version: 1,
    schema: ofPlace.extend({
      /** Null: from this day on there is no salary. */
      salary_type_id: salaryType.nullable(),
      /** Of a day, an hour, a month or the full KPI. Null: the type has none. */
      rate: amount.nullable(),
      from: date,
    }),
  },
  SalaryAccrued: {
    version: 1,
    schema: accrual.extend({
      /** The type in force on that day. */
      salary_type_id: z.literal([4, 5]),
      /** Free form only. */
      amount: amount.nullable(),
      /** KPI only. */
      kpi_percent: z.number().nullable(),
      personal: z.object({ employee_id: id, note: z.string().nullable() }),
    }),
  },
  BonusGiven: withReason,
  FineImposed: withReason,
  /** A salary accrual, a bonus or a fine counts no more. */
  AccrualCancelled: {
    version: 1,
    schema: accrual.extend({
      /** Why. Absent: nobody said it. */
      personal: z.object({ employee_id: id, reason: erasable(z.string()) }).optional(),
    }),
  },
  /** From the beginning of that day on, the point keeps a balance. One that was opened before is replaced. */
  SalaryBalanceOpened: {
    version: 1,
    schema: ofPlace.extend({
      business_date: date,
      /** Below zero: the employee owes. */
      amount,
    }),
  },
  /** Money that was moved, as the register has it. `plus`: the employee gave it back. */
  SalaryPaid: {
    version: 1,
    schema: ofPlace.extend({
      movement_id: id,
      timezone: z.string(),
      business_date: date,
      paid_at: z.iso.datetime(),
      register: z.enum(['shift', 'account']),
      shift_id: id.nullable(),
      account_id: id.nullable(),
      source: z.string(),
      direction: z.enum(['plus', 'minus']),
      amount,
      payment_purpose_id: id,
      payment_type_id: id.nullable(),
      payment_category_id: id.nullable(),
      personal: z.object({ employee_id: id, note: z.string().nullable() }),
    }),
  },
  /** A debt for cheques (payments of category 6) was paid off, in part or whole, or what was paid too much was given back. */
  EmployeeDebtSettled: {
    version: 1,
    schema: ofPlace.extend({
      settlement_id: id,
      business_date: date,
      settled_at: z.iso.datetime(),
      /** Above 0. */
      amount,
      /** `minus`: the venue gave back what was paid for goods that came back later. */
      direction: z.enum(DIRECTIONS),
      /** The money that is moved for it. Null: it is kept from wages, or added to them. */
      movement: leg.nullable(),
      personal: z.object({ employee_id: id, note: z.string().nullable() }),
    }),
  },
  /** The money was not moved after all: it is owed again. */
  EmployeeDebtSettlementCancelled: {
    version: 1,
    schema: ofPlace.extend({ settlement_id: id, movement_id: id, cancelled_at: z.iso.datetime() }),
  },
  SalaryPaymentCancelled: {
    version: 1,
    schema: ofPlace.extend({ movement_id: id, cancelled_at: z.iso.datetime() }),
  },
} as const;

export type SalaryType = (typeof SALARY_TYPES)[number];
export type PayEvent = EventsOf<typeof payEvents>;
export type EmployeeDebtSettled = z.infer<(typeof payEvents)['EmployeeDebtSettled']['schema']>;
export type SalaryPaid = z.infer<(typeof payEvents)['SalaryPaid']['schema']>;
