import { assignmentOn } from '../../attendance/assignments.ts';
import { hundredthsUntil, takenUntil } from '../../attendance/hours.ts';
import { chequeSource } from './cheque-source.ts';
import { days } from './dimensions.ts';
import type { Kind, Measure, Source } from './model.ts';
import { distinctOf, measure, sumOf } from './parts.ts';

const ASSIGNED = ['assigned'];

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
    assigned: {
      type: 'left join',
      table: (valid) => assignmentOn(valid, 's.employee_id', 's.date'),
      alias: 'assigned',
      on: 'true',
      isAnyVersion: true,
    },
  },
  dimensions: {
    ...days('s.date'),
    point: { sql: 's.point_id' },
    employee: { sql: 's.employee_id' },
    // What the employee was on that day.
    position: { sql: 'assigned.position_id', joins: ASSIGNED },
    role: { sql: 'assigned.role', joins: ASSIGNED },
  },
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
} as const satisfies Record<string, Measure>;

export const labor = {
  sources: { shift: shiftSource, cheque: revenueSource },
  measures,
  readModels: ['attendance', 'cheques', 'names'],
} as const satisfies Kind;
