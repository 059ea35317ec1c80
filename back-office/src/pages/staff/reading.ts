import { queryOptions } from '@tanstack/react-query';
import type { Answer } from '@tillstream/client';
import { partner, venue } from '../../api.ts';
import { readEmployees } from '../../reading/employees.ts';

export type { Employee } from '../../reading/employees.ts';
export type Account = Answer<'listAccounts'>['accounts'][number];
export type WorkShift = Answer<'listAttendanceShifts'>['shifts'][number];
export type OnShift = Answer<'listEmployees'>['employees'][number];

/** What this page has read, by name. */
export const KEYS = {
  employees: ['staff', 'employees'],
  present: ['staff', 'present'],
  month: ['staff', 'month'],
  accounts: ['staff', 'accounts'],
  motivations: ['staff', 'motivations'],
} as const;

const MANY = 1_000;

export const employeesQuery = queryOptions({
  queryKey: KEYS.employees,
  queryFn: ({ signal }) => readEmployees(signal),
});

/** Who works at the point, or at none in particular, and the shift that each is on. It changes beside this page: so it is read anew now and then. */
export const presentQuery = (pointId: string) =>
  queryOptions({
    queryKey: [...KEYS.present, pointId],
    queryFn: async ({ signal }): Promise<readonly OnShift[]> => {
      const { data } = await partner.api.GET('/v1/attendance/employees', { signal });
      return data!.employees.filter(({ point_id }) => point_id === pointId || point_id === null);
    },
    refetchInterval: 60_000,
  });

/** The shifts of a month at the point. @param month YYYY-MM */
export const monthQuery = (pointId: string, month: string) =>
  queryOptions({
    queryKey: [...KEYS.month, pointId, month],
    queryFn: async ({ signal }) => {
      const [first, last] = [daysOf(month)[0]!, daysOf(month).at(-1)!];
      const query = { date_from: first, date_to: last, point_id: [pointId] };
      return (await partner.api.GET('/v1/attendance/shifts', { params: { query }, signal })).data!;
    },
    refetchInterval: 60_000,
  });

/** The days of a month, each YYYY-MM-DD. */
export const daysOf = (month: string): string[] => {
  const [year, nth] = month.split('-').map(Number) as [number, number];
  const count = new Date(Date.UTC(year, nth, 0)).getUTCDate();
  return Array.from({ length: count }, (_, day) => `${month}-${String(day + 1).padStart(2, '0')}`);
};

/** So many months later. */
export const otherMonth = (month: string, months: number): string => {
  const [year, nth] = month.split('-').map(Number) as [number, number];
  return new Date(Date.UTC(year, nth - 1 + months, 1)).toISOString().slice(0, 7);
};

/** What people are paid for beside their salary, also what is not in use. */
export const motivationsQuery = queryOptions({
  queryKey: KEYS.motivations,
  queryFn: async ({ signal }) =>
    (await venue.api.GET('/venue/v1/motivations', { params: { query: { limit: MANY } }, signal })).data!.motivations,
});

export const accountsQuery = queryOptions({
  queryKey: KEYS.accounts,
  queryFn: async ({ signal }): Promise<readonly Account[]> =>
    (await venue.api.GET('/venue/v1/accounts', { params: { query: { limit: MANY } }, signal })).data!.accounts,
});
