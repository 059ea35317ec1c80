import { type Home, holdingOn } from '../employees/homes.ts';
import { conflict, invalid, notFound } from '../refusal.ts';
import { isSameValue } from '../same-value.ts';
import type { PayCommand, PayCommandOf } from './pay-commands.ts';
import type { EmployeeDebtSettled, PayEvent } from './pay-events.ts';
import { accrualOf, type Pay, paymentOf, settlementOf, termsAt } from './pay-state.ts';
import { termsInForce } from './terms.ts';

/** The employee whose pay it is. */
export interface PaidEmployee {
  readonly employee_id: number;
  readonly brand_id: string;
  readonly homes: readonly Home[];
  readonly pay: Pay;
}

/** What a command does to the pay of an employee. Dismissed ones get what is still due to them. */
export const decidePay = (employee: PaidEmployee, command: PayCommand): readonly PayEvent[] => {
  const { employee_id, brand_id, pay } = employee;
  const whose = { employee_id, brand_id };
  switch (command.type) {
    case 'SetSalaryTerms': {
      const { point_id, ...terms } = contentOf(command);
      const known = pay.terms.find((one) => one.point_id === point_id && one.from === terms.from);
      if (isSameValue(known, { point_id, ...terms })) return [];
      return [{ type: 'SalaryTermsSet', data: { ...whose, point_id, ...terms } }];
    }
    case 'AccrueSalary':
      return accrueSalary(employee, command);
    case 'GiveBonus':
      return [{ type: 'BonusGiven', data: withReason(employee_id, { ...whose, ...contentOf(command) }) }];
    case 'ImposeFine':
      return [{ type: 'FineImposed', data: withReason(employee_id, { ...whose, ...contentOf(command) }) }];
    case 'CancelAccrual': {
      const { accrual_id, reason } = command;
      const accrual = accrualOf(pay, accrual_id);
      if (!accrual) throw notFound('accrual_not_found');
      const { is_cancelled, ...place } = accrual;
      if (is_cancelled) throw conflict('accrual_cancelled');
      const why = reason != null && { personal: { employee_id, reason } };
      return [{ type: 'AccrualCancelled', data: { ...whose, accrual_id, ...place, ...why } }];
    }
    case 'OpenSalaryBalance': {
      const { point_id, ...balance } = contentOf(command);
      if (isSameValue(pay.balances[point_id], balance)) return [];
      return [{ type: 'SalaryBalanceOpened', data: { ...whose, point_id, ...balance } }];
    }
    case 'RecordSalaryPayment': {
      const { payment } = command;
      return paymentOf(pay, payment.movement_id) ? [] : [{ type: 'SalaryPaid', data: payment }];
    }
    case 'SettleDebt': {
      const { settlement, owed, debt_changes } = command;
      // What is owed is out of date: the command adds it up again.
      if (debt_changes !== pay.debt_changes) throw conflict('employee_debt_changed');
      requireOwed(settlement, owed);
      return [{ type: 'EmployeeDebtSettled', data: settlement }];
    }
    case 'CancelSalaryPayment': {
      const { movement_id, cancelled_at } = command;
      const settled = settlementOf(pay, movement_id);
      if (settled && !settled.is_cancelled) {
        const { settlement_id, point_id } = settled;
        const data = { ...whose, point_id, settlement_id, movement_id, cancelled_at };
        return [{ type: 'EmployeeDebtSettlementCancelled', data }];
      }
      const payment = paymentOf(pay, movement_id);
      // Not recorded yet: it is recorded first, and cancelled when its turn comes.
      if (!payment || payment.is_cancelled) return [];
      const { point_id } = payment;
      return [{ type: 'SalaryPaymentCancelled', data: { ...whose, point_id, movement_id, cancelled_at } }];
    }
  }
};

/** Nobody pays more than is owed. Below zero the venue owes: goods came back after their debt was paid off. */
const requireOwed = ({ amount, direction }: EmployeeDebtSettled, owed: number): void => {
  const isPaidOut = direction === 'minus';
  const amounts = { amount, owed: Math.max(0, isPaidOut ? -owed : owed) };
  if (amount <= amounts.owed) return;
  throw conflict(isPaidOut ? 'settlement_exceeds_credit' : 'settlement_exceeds_debt', amounts);
};

/** A part of the KPI, or an amount in free form: as the terms of that day say. */
const accrueSalary = (
  { employee_id, brand_id, homes, pay }: PaidEmployee,
  command: PayCommandOf<'AccrueSalary'>,
): readonly PayEvent[] => {
  const { point_id, business_date, amount, kpi_percent } = command;
  const home = holdingOn(homes, business_date)?.point_id ?? null;
  const terms = termsInForce({ here: termsAt(pay, point_id), home: termsAt(pay, home) }, business_date);
  const salary_type_id = terms?.salary_type_id;
  if (salary_type_id !== 4 && salary_type_id !== 5) throw conflict('salary_counts_by_itself');
  const [needed, other] = salary_type_id === 4 ? FIELDS : FIELDS.toReversed();
  if (command[other!] !== null) throw invalid('field_not_of_salary_type', { field: other!, salary_type_id });
  if (command[needed!] === null) throw invalid('field_required', { field: needed! });
  const { accrual_id, note } = command;
  const accrual = { employee_id, brand_id, point_id, accrual_id, business_date };
  return [
    {
      type: 'SalaryAccrued',
      data: { ...accrual, salary_type_id, amount, kpi_percent, personal: { employee_id, note } },
    },
  ];
};

const withReason = <Accrual extends { readonly reason: string }>(
  employee_id: number,
  { reason, ...accrual }: Accrual,
): Omit<Accrual, 'reason'> & { personal: { employee_id: number; reason: string } } => ({
  ...accrual,
  personal: { employee_id, reason },
});

const FIELDS = ['kpi_percent', 'amount'] as const;

/** Without what only says whose the command is. */
const contentOf = <Command extends { readonly type: string; readonly brand_id: string }>({
  type: _,
  brand_id: __,
  ...content
}: Command): Omit<Command, 'type' | 'brand_id'> => content;
