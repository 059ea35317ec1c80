import type { Answer } from '@tillstream/client';

export type Shift = Answer<'getShiftsReport'>['shifts'][number];
export type Account = Answer<'getMoneyAccountsReport'>['accounts'][number];
export type PayrollRow = Answer<'getPayrollReport'>['employees'][number];

/** How people are paid, in the order of their numbers: the first one is 1. */
export const SALARY_KINDS = ['daily', 'hourly', 'monthly', 'kpi', 'free'] as const;
export type SalaryKind = (typeof SALARY_KINDS)[number];
