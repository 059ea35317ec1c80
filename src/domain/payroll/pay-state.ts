import { type PagedById, pagedEntryOf, withPagedEntry } from '../collections/paged-by-id.ts';
import type { PayEvent } from './pay-events.ts';
import type { Terms } from './terms.ts';

interface PointTerms extends Terms {
  readonly point_id: string;
}

interface Accrual {
  readonly point_id: string;
  readonly business_date: string;
  readonly is_cancelled: boolean;
}

interface Settlement {
  readonly settlement_id: number;
  readonly point_id: string;
  readonly is_cancelled: boolean;
}

/** What an employee earns and gets, as far as commands need it. */
export interface Pay {
  /** Ascending by their first day. */
  readonly terms: readonly PointTerms[];
  /** By point_id. */
  readonly balances: Readonly<Record<string, { readonly business_date: string; readonly amount: number }>>;
  readonly accruals: PagedById<Accrual>;
  /** By movement_id. */
  readonly payments: PagedById<{ readonly point_id: string; readonly is_cancelled: boolean }>;
  /** Debts that were paid off in money, by movement_id. */
  readonly settlements: PagedById<Settlement>;
  /** How often a debt was paid off here, or that was taken back. */
  readonly debt_changes: number;
}

export const NO_PAY: Pay = { terms: [], balances: {}, accruals: [], payments: [], settlements: [], debt_changes: 0 };

export const termsAt = (pay: Pay, pointId: string | null): readonly PointTerms[] =>
  pay.terms.filter(({ point_id }) => point_id === pointId);

export const evolvePay = (pay: Pay, { type, data }: PayEvent): Pay => {
  switch (type) {
    case 'SalaryTermsSet': {
      const { point_id, from, salary_type_id, rate } = data;
      const others = pay.terms.filter((one) => one.point_id !== point_id || one.from !== from);
      const terms = [...others, { point_id, from, salary_type_id, rate }].toSorted(byFirstDay);
      return { ...pay, terms };
    }
    case 'SalaryAccrued':
    case 'BonusGiven':
    case 'FineImposed': {
      const { accrual_id, point_id, business_date } = data;
      const accrual = { point_id, business_date, is_cancelled: false };
      return { ...pay, accruals: withPagedEntry(pay.accruals, accrual_id, accrual) };
    }
    case 'AccrualCancelled': {
      const { accrual_id, point_id, business_date } = data;
      const accrual = { point_id, business_date, is_cancelled: true };
      return { ...pay, accruals: withPagedEntry(pay.accruals, accrual_id, accrual) };
    }
    case 'SalaryBalanceOpened': {
      const { point_id, business_date, amount } = data;
      return { ...pay, balances: { ...pay.balances, [point_id]: { business_date, amount } } };
    }
    case 'EmployeeDebtSettled': {
      const { movement, settlement_id, point_id } = data;
      const debt_changes = pay.debt_changes + 1;
      if (movement === null) return { ...pay, debt_changes };
      const settlement = { settlement_id, point_id, is_cancelled: false };
      return { ...pay, debt_changes, settlements: withPagedEntry(pay.settlements, movement.movement_id, settlement) };
    }
    case 'EmployeeDebtSettlementCancelled': {
      const { movement_id, settlement_id, point_id } = data;
      const settlement = { settlement_id, point_id, is_cancelled: true };
      const settlements = withPagedEntry(pay.settlements, movement_id, settlement);
      return { ...pay, debt_changes: pay.debt_changes + 1, settlements };
    }
    case 'SalaryPaid':
    case 'SalaryPaymentCancelled': {
      const payment = { point_id: data.point_id, is_cancelled: type === 'SalaryPaymentCancelled' };
      return { ...pay, payments: withPagedEntry(pay.payments, data.movement_id, payment) };
    }
  }
};

export const accrualOf = (pay: Pay, accrualId: number): Accrual | undefined => pagedEntryOf(pay.accruals, accrualId);

export const paymentOf = (pay: Pay, movementId: number) => pagedEntryOf(pay.payments, movementId);

const byFirstDay = (one: Terms, other: Terms): number => (one.from < other.from ? -1 : one.from > other.from ? 1 : 0);

export const settlementOf = (pay: Pay, movementId: number) => pagedEntryOf(pay.settlements, movementId);
