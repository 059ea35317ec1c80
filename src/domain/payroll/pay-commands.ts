import type { EmployeeDebtSettled, SalaryPaid, SalaryType } from './pay-events.ts';

interface AtPoint {
  readonly brand_id: string;
  readonly point_id: string;
}

interface NewAccrual extends AtPoint {
  readonly accrual_id: number;
  readonly business_date: string;
}

/** Commands to the pay of one employee. */
export type PayCommand =
  | (AtPoint & {
      readonly type: 'SetSalaryTerms';
      readonly salary_type_id: SalaryType | null;
      readonly rate: number | null;
      readonly from: string;
    })
  /** The type in force on the day says which of amount and kpi_percent is needed. */
  | (NewAccrual & {
      readonly type: 'AccrueSalary';
      readonly amount: number | null;
      readonly kpi_percent: number | null;
      readonly note: string | null;
    })
  | (NewAccrual & { readonly type: 'GiveBonus' | 'ImposeFine'; readonly amount: number; readonly reason: string })
  | {
      readonly type: 'CancelAccrual';
      readonly brand_id: string;
      readonly accrual_id: number;
      readonly reason?: string | null;
    }
  | (AtPoint & { readonly type: 'OpenSalaryBalance'; readonly business_date: string; readonly amount: number })
  /** After the money has moved. The same movement again changes nothing. */
  | { readonly type: 'RecordSalaryPayment'; readonly brand_id: string; readonly payment: SalaryPaid }
  | {
      readonly type: 'SettleDebt';
      readonly brand_id: string;
      readonly settlement: EmployeeDebtSettled;
      /** What was owed, and what the employee's state said when that was added up. */
      readonly owed: number;
      readonly debt_changes: number;
    }
  /** After the movement was cancelled, of a salary or of a settled debt. */
  | {
      readonly type: 'CancelSalaryPayment';
      readonly brand_id: string;
      readonly movement_id: number;
      readonly cancelled_at: string;
    };

export type PayCommandOf<Type extends PayCommand['type']> = Extract<PayCommand, { type: Type }>;
