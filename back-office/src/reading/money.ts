import { queryOptions, useQueryClient } from '@tanstack/react-query';
import type { CommandFields, CommandName, Query } from '@tillstream/client';
import { auditor, partner, venue } from '../api.ts';
import { useAt } from '../place.ts';
import { usePoint } from '../points.ts';
import { sendCommand } from './act.ts';
import { readEmployees } from './employees.ts';
import { keysOf } from './keys.ts';

/** What reports of money are asked for: a point and its days, and as of when. */
export interface MoneyAsked {
  readonly pointId: string;
  readonly from: string;
  readonly to: string;
  readonly at: string | undefined;
}

const asOf = (at: string | undefined) => (at === undefined ? {} : { as_of: at });
const keyOf = ({ pointId, at }: Pick<MoneyAsked, 'pointId' | 'at'>) => [...keysOf(pointId).money, at ?? 'now'] as const;
const periodOf = ({ pointId, from, to, at }: MoneyAsked) => ({
  date_from: from,
  date_to: to,
  point_id: [pointId],
  ...asOf(at),
});

export const shiftsQuery = (asked: MoneyAsked) =>
  queryOptions({
    queryKey: [...keyOf(asked), 'shifts', asked.from, asked.to],
    queryFn: async ({ signal }) => (await partner.reports.shifts(periodOf(asked), { signal })).shifts,
  });

/** A shift as it was known when its closing was recorded, with the moment of it. Null: it is open. */
export const closedShiftQuery = (asked: MoneyAsked, shift_id: number) =>
  queryOptions({
    queryKey: [...keyOf(asked), 'closed-shift', shift_id],
    queryFn: async ({ signal }) => {
      const params = { path: { shift_id } };
      const { events } = (await auditor.api.GET('/audit/v1/shifts/{shift_id}/history', { params, signal })).data!;
      const closing = events.findLast(({ type }) => type === 'ShiftClosed');
      if (!closing) return null;
      const query = periodOf({ ...asked, at: String(closing.position) });
      const { shifts } = await partner.reports.shifts(query, { signal });
      const shift = shifts.find((one) => one.shift_id === shift_id);
      return shift ? { shift, recorded_at: closing.recorded_at } : null;
    },
  });

/** All accounts that the person may see: money of a point also goes to those of the whole brand. */
export const accountsQuery = (asked: Pick<MoneyAsked, 'pointId' | 'at'>) =>
  queryOptions({
    queryKey: [...keyOf(asked), 'accounts'],
    queryFn: async ({ signal }) => (await partner.reports.moneyAccounts(asOf(asked.at), { signal })).accounts,
  });

type MovementsFilter = Pick<Query<'getMoneyMovementsReport'>, 'source' | 'direction'>;

export const movementsQuery = (asked: MoneyAsked, filter: MovementsFilter) =>
  queryOptions({
    queryKey: [...keyOf(asked), 'movements', asked.from, asked.to, filter],
    queryFn: ({ signal }) => partner.reports.moneyMovements({ ...periodOf(asked), ...filter }, { signal }),
  });

export const organizationsQuery = (asked: Pick<MoneyAsked, 'pointId' | 'at'>) =>
  queryOptions({
    queryKey: [...keyOf(asked), 'organizations'],
    queryFn: ({ signal }) => partner.reports.organizations(asOf(asked.at), { signal }),
  });

export const suppliersQuery = (asked: Pick<MoneyAsked, 'pointId' | 'at'>) =>
  queryOptions({
    queryKey: [...keyOf(asked), 'suppliers'],
    queryFn: ({ signal }) => partner.reports.suppliers(asOf(asked.at), { signal }),
  });

export const payrollQuery = (asked: MoneyAsked) =>
  queryOptions({
    queryKey: [...keyOf(asked), 'payroll', asked.from, asked.to],
    queryFn: async ({ signal }) => (await partner.reports.payroll(periodOf(asked), { signal })).employees,
  });

/** The days behind one employee's row. */
export const payrollDaysQuery = (asked: MoneyAsked, employeeId: number) =>
  queryOptions({
    queryKey: [...keyOf(asked), 'payroll-days', asked.from, asked.to, employeeId],
    queryFn: async ({ signal }) =>
      (await partner.reports.payrollDays({ ...periodOf(asked), employee_id: employeeId }, { signal })).days,
  });

/** The most entries that a page shows. */
const MOST = 1_000;

/** Bonuses, fines and salary by hand of an employee at the point, the latest first. */
export const accrualsQuery = (asked: MoneyAsked, employee_id: number) =>
  queryOptions({
    queryKey: [...keyOf(asked), 'accruals', asked.from, asked.to, employee_id],
    queryFn: async ({ signal }) => {
      const query = { ...entriesOf(asked), employee_id };
      return (await venue.api.GET('/venue/v1/accruals', { params: { query }, signal })).data!.accruals.toReversed();
    },
  });

/** What a supplier brought to the point and took back, the latest first. */
export const suppliesQuery = (asked: Pick<MoneyAsked, 'pointId' | 'from' | 'to'>, supplier_id: number) =>
  queryOptions({
    queryKey: [...keyOf({ ...asked, at: undefined }), 'supplies', asked.from, asked.to, supplier_id],
    queryFn: async ({ signal }) => {
      const query = { ...entriesOf(asked), supplier_id };
      return (await venue.api.GET('/venue/v1/supplies', { params: { query }, signal })).data!.supplies.toReversed();
    },
  });

const entriesOf = ({ pointId, from, to }: Pick<MoneyAsked, 'pointId' | 'from' | 'to'>) => ({
  point_id: pointId,
  date_from: from,
  date_to: to,
  limit: MOST,
});

/** What money is paid for: wages, an advance. */
export const purposesQuery = (pointId: string) =>
  queryOptions({
    queryKey: [...keysOf(pointId).point, 'purposes'],
    queryFn: async ({ signal }) =>
      (await venue.api.GET('/venue/v1/payment-purposes', { params: { query: { limit: 1_000 } }, signal })).data!
        .payment_purposes,
  });

/** Who works at the point, or at none in particular, and is still there. */
export const staffQuery = (pointId: string) =>
  queryOptions({
    queryKey: [...keysOf(pointId).point, 'staff'],
    queryFn: async ({ signal }) =>
      (await readEmployees(signal)).filter(
        ({ point_id, state }) => state.standing !== 'dismissed' && (point_id === pointId || point_id === null),
      ),
  });

/** Gives a command about money, whose refusal the caller shows. What the page has read of money is read anew. */
export const useMoneyCommand = () => {
  const client = useQueryClient();
  const { id } = usePoint();
  return async <Name extends CommandName>(name: Name, fields: CommandFields<Name>) => {
    const answer = await sendCommand(name, fields);
    await client.invalidateQueries({ queryKey: keysOf(id).money });
    return answer;
  };
};

/** Whether the page may change money: the past is read-only. */
export const useIsNow = (): boolean => useAt() === undefined;
