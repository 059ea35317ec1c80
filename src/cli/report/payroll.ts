import { z } from 'zod';
import { asOf, fields, footer, readAs, row } from './answers.ts';
import { renderTable } from './render.ts';

const payroll = z.object({
  employees: z.array(z.object({ motivation_programs: z.array(row), payments: z.array(row) }).catchall(z.unknown())),
  as_of: asOf,
});

const EMPLOYEES = fields({
  employee_name: 'employee',
  point_name: 'point',
  working_days: 'days',
  working_hours: 'hours',
  sales: 'sales',
  salary_amount: 'salary',
  motivation_amount: 'motivation',
  bonus_amount: 'bonus',
  fines_amount: 'fines',
  accrued_amount: 'accrued',
  paid_amount: 'paid',
  balance_start: 'before',
  balance_end: 'after',
});

const MOTIVATIONS = fields({
  employee_name: 'employee',
  point_name: 'point',
  name: 'motivation',
  sales: 'sales',
  amount: 'amount',
});

/** The employees, and below them what their motivations brought. */
export const renderPayroll = (answer: unknown): string => {
  const { employees, as_of } = readAs(payroll, answer);
  const motivated = employees.flatMap(({ motivation_programs, ...employee }) =>
    motivation_programs.map((program) => ({ ...employee, ...program })),
  );
  return `${renderTable(EMPLOYEES, employees)}${renderTable(MOTIVATIONS, motivated)}${footer(employees.length, as_of)}`;
};
