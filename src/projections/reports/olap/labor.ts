import pg from 'pg';
import { assignmentOn } from '../../attendance/assignments.ts';
import { hundredthsUntil, takenUntil } from '../../attendance/hours.ts';
import { laborDays } from '../../payroll/labor-days.ts';
import { chequeSource } from './cheque-source.ts';
import { days } from './dimensions.ts';
import type { Join, Kind, Measure, Source } from './model.ts';
import { distinctOf, measure, sumOf } from './parts.ts';

const day = (date: string): string => `${pg.escapeLiteral(date)}::date`;

/** What the employee was on that day. */
const assigned = (of: string): Join => ({
  type: 'left join',
  table: (valid) => assignmentOn(valid, `${of}.employee_id`, `${of}.date`),
  alias: 'assigned',
  on: 'true',
  isAnyVersion: true,
});
const ASSIGNED = ['assigned'];

const ofEmployee = (of: string): Source['dimensions'] => ({
  ...days(`${of}.date`),
  point: { sql: `${of}.point_id` },
  employee: { sql: `${of}.employee_id` },
  position: { sql: 'assigned.position_id', joins: ASSIGNED },
  role: { sql: 'assigned.role', joins: ASSIGNED },
});

/** Attendance shifts. */
const shiftSource: Source = {
  table: 'read.attendance_shifts',
  alias: 's',
  level: 'cheque',
  date: 's.date',
  joins: {
    taken: {
      type: 'left join',
      table: (valid) => `lateral (select ${takenUntil('s', valid)} as until)`,
      alias: 'taken',
      on: 'true',
      isAnyVersion: true,
    },
    assigned: assigned('s'),
  },
  dimensions: ofEmployee('s'),
  shown: { cheque: null },
};

/** What work costs, by the day: attendance shifts, accruals, bonuses, fines, and days of salaries by the month. */
const costSource: Source = {
  table: ({ valid, dateFrom, dateTo }) =>
    laborDays({ valid, table: (name) => `read.${name}`, from: day(dateFrom), to: day(dateTo) }),
  alias: 'l',
  level: 'cheque',
  date: 'l.date',
  // New terms of the point end days of a salary by the month, without a fact in their place.
  endedBy: {
    table: 'read.salary_terms',
    alias: 'later',
    on: 'later.employee_id = l.employee_id and later.point_id = l.point_id and later.from_date <= l.date',
  },
  joins: { assigned: assigned('l') },
  dimensions: ofEmployee('l'),
  shown: { cheque: null },
};

/** Cheques know no employees' hours, only where and when: so a quotient with hours has no other groupings. */
const revenueSource: Source = {
  ...chequeSource,
  joins: {},
  dimensions: { ...days('c.business_date'), point: { sql: 'c.point_id' } },
};

const hundredths = sumOf({ shift: { sql: hundredthsUntil('s', 'taken.until'), joins: ['taken'] } });

const measures = {
  hours: { type: 'quantity', parts: [hundredths], value: (sum) => `${sum} / 100.0` },
  worked_days: measure(
    'integer',
    distinctOf({ shift: "case when s.check_in is not null then s.employee_id::text || ' ' || s.date end" }),
  ),
  employees_count: measure('integer', distinctOf({ shift: 's.employee_id' })),
  revenue_per_hour: {
    type: 'money',
    parts: [sumOf({ cheque: 'c.total_amount' }), hundredths],
    value: (revenue, sum) => `round(${revenue} * 100.0 / nullif(${sum}, 0))`,
    isRatio: true,
  },
  labor_cost: measure('money', sumOf({ cost: 'coalesce(l.salary, 0) + coalesce(l.bonus, 0) - coalesce(l.fine, 0)' })),
} as const satisfies Record<string, Measure>;

export const labor = {
  sources: { shift: shiftSource, cheque: revenueSource, cost: costSource },
  measures,
  readModels: ['attendance', 'payroll', 'cheques', 'names'],
} as const satisfies Kind;
