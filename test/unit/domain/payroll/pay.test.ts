import { describe, it } from 'vitest';
import { employeeDecider } from '../../../../src/domain/employees/decide.ts';
import { type EmployeeEvent, employeeEvents } from '../../../../src/domain/employees/events.ts';
import { specOf } from '../../../support/given-when-then.ts';

const { given } = specOf(employeeDecider, employeeEvents);

const HOME = '0a4a6d6e-3b1f-4f0b-8f5d-9f0f2a9d4c11';
const AWAY = '1b5b7e7f-4c2f-4f0b-8f5d-9f0f2a9d4c12';
const brand_id = '7b1c6f0e-6f0e-4a51-9a53-0c8f1f0a5f10';
const whose = { employee_id: 12, brand_id };
const hired: EmployeeEvent = {
  type: 'EmployeeHired',
  data: {
    ...whose,
    personal: { employee_id: 12, login: 'aziza', name: 'Aziza' },
    role: 'waiter',
    role_name: 'Waiter',
    position_id: 2,
    position_name: 'Waiter',
    point_id: HOME,
  },
};
const atHome = { ...whose, point_id: HOME };
const terms = (salary_type_id: 1 | 2 | 3 | 4 | 5 | null, from = '2026-03-01', point_id = HOME): EmployeeEvent => ({
  type: 'SalaryTermsSet',
  data: { ...whose, point_id, salary_type_id, rate: 100, from },
});
const setTerms = (salary_type_id: 1 | 4 | null, from: string) =>
  ({ type: 'SetSalaryTerms', brand_id, point_id: HOME, salary_type_id, rate: 100, from }) as const;
const accrual = { accrual_id: 71, business_date: '2026-03-10' };
const accrue = (amount: number | null, kpi_percent: number | null, point_id = HOME) =>
  ({ type: 'AccrueSalary', brand_id, point_id, ...accrual, amount, kpi_percent, note: null }) as const;
const bonus: EmployeeEvent = {
  type: 'BonusGiven',
  data: { ...atHome, ...accrual, amount: 5_000, personal: { employee_id: 12, reason: 'Thanks' } },
};
const cancelled: EmployeeEvent = { type: 'AccrualCancelled', data: { ...atHome, ...accrual } };
const paid = {
  ...atHome,
  movement_id: 81,
  timezone: 'Asia/Tashkent',
  business_date: '2026-03-10',
  register: 'account' as const,
  paid_at: '2026-03-10T07:00:00.000Z',
  shift_id: null,
  account_id: 7,
  source: 'safe',
  direction: 'minus' as const,
  amount: 200_000,
  payment_purpose_id: 3,
  payment_type_id: null,
  payment_category_id: null,
  personal: { employee_id: atHome.employee_id, note: 'Advance' },
};
const cancelPayment = {
  type: 'CancelSalaryPayment' as const,
  brand_id,
  movement_id: 81,
  cancelled_at: '2026-03-11T07:00:00.000Z',
};

describe('salary terms', () => {
  it('salary terms are recorded once; others of the same day replace them', () => {
    given(hired).when(setTerms(4, '2026-03-01')).then(terms(4));
    given(hired, terms(4)).when(setTerms(4, '2026-03-01')).thenNothing();
    given(hired, terms(4)).when(setTerms(1, '2026-03-01')).then(terms(1));
    given(hired, terms(4), terms(1)).when(setTerms(4, '2026-03-01')).then(terms(4));
    given(hired, terms(4)).when(setTerms(null, '2026-03-05')).then(terms(null, '2026-03-05'));
  });

  it('salary terms are those of an employee of the brand', () => {
    given().when(setTerms(4, '2026-03-01')).thenRefused('not_found', 'employee_not_found');
    given(hired)
      .when({ ...setTerms(4, '2026-03-01'), brand_id: AWAY })
      .thenRefused('not_found', 'employee_not_found');
  });
});

describe('accrued salary', () => {
  it('accrued salary is a part of the KPI, or an amount in free form, as the terms of the day say', () => {
    const recorded = { ...atHome, ...accrual, personal: { employee_id: 12, note: null } };
    given(hired, terms(4))
      .when(accrue(null, 85))
      .then({ type: 'SalaryAccrued', data: { ...recorded, salary_type_id: 4, amount: null, kpi_percent: 85 } });
    given(hired, terms(5))
      .when(accrue(700, null))
      .then({ type: 'SalaryAccrued', data: { ...recorded, salary_type_id: 5, amount: 700, kpi_percent: null } });
    given(hired, terms(5), terms(4, '2026-03-11')).when(accrue(700, null)).result();
  });

  it('accrued salary goes by the terms of the own point where the point has none', () => {
    const { events } = given(hired, terms(5))
      .when(accrue(700, null, AWAY))
      .result();
    given(hired, terms(5), ...events)
      .when({ type: 'CancelAccrual', brand_id, accrual_id: 71 })
      .result();
    given(hired, terms(5), terms(1, '2026-03-01', AWAY))
      .when(accrue(700, null, AWAY))
      .thenRefused('conflict', 'salary_counts_by_itself');
  });

  it('accrued salary is refused where the salary counts by itself, and with the field of the other type', () => {
    given(hired).when(accrue(700, null)).thenRefused('conflict', 'salary_counts_by_itself');
    given(hired, terms(2)).when(accrue(700, null)).thenRefused('conflict', 'salary_counts_by_itself');
    given(hired, terms(5), terms(null, '2026-03-10'))
      .when(accrue(700, null))
      .thenRefused('conflict', 'salary_counts_by_itself');
    given(hired, terms(5, '2026-03-11')).when(accrue(700, null)).thenRefused('conflict', 'salary_counts_by_itself');
    const field = 'field_not_of_salary_type';
    given(hired, terms(4)).when(accrue(700, 85)).thenRefused('invalid', field, { field: 'amount', salary_type_id: 4 });
    given(hired, terms(5))
      .when(accrue(7, 85))
      .thenRefused('invalid', field, { field: 'kpi_percent', salary_type_id: 5 });
    given(hired, terms(4)).when(accrue(null, null)).thenRefused('invalid', 'field_required', { field: 'kpi_percent' });
    given(hired, terms(5)).when(accrue(null, null)).thenRefused('invalid', 'field_required', { field: 'amount' });
  });

  it('a bonus, a fine or an accrual is cancelled once', () => {
    const cancel = { type: 'CancelAccrual' as const, brand_id, accrual_id: 71 };
    given(hired).when(cancel).thenRefused('not_found', 'accrual_not_found');
    given(hired, bonus).when(cancel).then(cancelled);
    given(hired, bonus, cancelled).when(cancel).thenRefused('conflict', 'accrual_cancelled');
    const personal = { employee_id: bonus.data.employee_id, reason: 'Of the day before' };
    given(hired, bonus)
      .when({ ...cancel, reason: personal.reason })
      .then({ ...cancelled, data: { ...cancelled.data, personal } } as EmployeeEvent);
  });

  it('somebody who was dismissed gets what is still due', () => {
    const dismissed: EmployeeEvent = {
      type: 'EmployeeDismissed',
      data: { ...whose, dismissed_at: '2026-03-02T09:00:00.000Z' },
    };
    given(hired, dismissed)
      .when({ type: 'GiveBonus', brand_id, point_id: HOME, ...accrual, amount: 5_000, reason: 'Thanks' })
      .then(bonus);
  });
});

describe('a balance', () => {
  const open = (amount: number, business_date = '2026-03-01') =>
    ({ type: 'OpenSalaryBalance', brand_id, point_id: HOME, amount, business_date }) as const;
  const opened = (amount: number, business_date = '2026-03-01'): EmployeeEvent => ({
    type: 'SalaryBalanceOpened',
    data: { ...atHome, amount, business_date },
  });

  it('a balance is opened, and replaced by another one', () => {
    given(hired).when(open(150_000)).then(opened(150_000));
    given(hired, opened(150_000)).when(open(150_000)).thenNothing();
    given(hired, opened(150_000)).when(open(-1)).then(opened(-1));
    given(hired, opened(150_000)).when(open(150_000, '2026-03-02')).then(opened(150_000, '2026-03-02'));
  });
});

describe('a payment', () => {
  const record = { type: 'RecordSalaryPayment' as const, brand_id, payment: paid };
  const recorded: EmployeeEvent = { type: 'SalaryPaid', data: paid };
  const { cancelled_at } = cancelPayment;
  const gone: EmployeeEvent = { type: 'SalaryPaymentCancelled', data: { ...atHome, movement_id: 81, cancelled_at } };

  it('a payment is recorded once for its movement, and cancelled once', () => {
    given(hired).when(record).then(recorded);
    given(hired, recorded).when(record).thenNothing();
    given(hired, recorded).when(cancelPayment).then(gone);
    given(hired, recorded, gone).when(cancelPayment).thenNothing();
    given(hired, recorded, gone).when(record).thenNothing();
  });

  it('that is not there yet is not cancelled: its turn comes after it was recorded', () => {
    given(hired).when(cancelPayment).thenNothing();
  });
});

it('what changes about an employee leaves the pay alone, and the other way round', () => {
  const personal = { employee_id: 12, login: 'aziza', name: 'Aziza K' };
  const business_date = '2026-03-02';
  const details = { ...(hired.data as object), personal, business_date };
  given(hired, bonus, { type: 'EmployeeDetailsChanged', data: details } as EmployeeEvent)
    .when({ type: 'CancelAccrual', brand_id, accrual_id: 71 })
    .then(cancelled);
  given(hired, bonus)
    .when({ type: 'UpdateEmployee', brand_id, business_date, details: { name: 'Aziza K' } })
    .then({ type: 'EmployeeDetailsChanged', data: details } as EmployeeEvent);
});
