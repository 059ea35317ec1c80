import type { Answer } from '@tillstream/client';

export type Shift = Answer<'getShiftsReport'>['shifts'][number];
export type Account = Answer<'getMoneyAccountsReport'>['accounts'][number];
export type PayrollRow = Answer<'getPayrollReport'>['employees'][number];
