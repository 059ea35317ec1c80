import { FIRST_DAY, firstDayOf } from '../../domain/employees/homes.ts';
import type { PointTimes } from '../../domain/employees/point-times.ts';
import type { EventOf } from '../../domain/event-catalogue.ts';
import { defineProjection } from '../engine/define-projection.ts';
import type { BatchWriter } from '../engine/projection.ts';
import { versioned } from '../engine/versioned.ts';
import { isLong } from './hours.ts';

const TABLE = 'attendance_shifts';

const ASSIGNMENTS = 'employee_assignments';

const putAssignment = (
  { brand_id, employee_id, point_id, role, role_name, position_id, position_name }: EventOf<'EmployeeHired'>['data'],
  { from_date, point_times }: { readonly from_date: string; readonly point_times: PointTimes | null },
  write: BatchWriter,
): void =>
  write.put(ASSIGNMENTS, {
    brand_id,
    employee_id,
    from_date,
    point_id,
    point_times,
    role,
    role_name,
    position_id,
    position_name,
  });

/** Shifts of all sources, and what employees were on each day, for lists and reports (docs/domain.md#attendance). */
export const attendanceProjection = defineProjection({
  name: 'attendance',
  version: 2,
  tables: [
    versioned({
      name: TABLE,
      columns: {
        shift_id: 'bigint',
        brand_id: 'uuid',
        point_id: 'uuid',
        employee_id: 'bigint',
        timezone: 'text',
        date: 'date',
        check_in: 'timestamptz',
        check_out: 'timestamptz',
        source: 'text',
        automatic_note: 'text',
        note: 'text',
      },
      key: ['shift_id'],
      indexes: [
        ['brand_id', 'date'],
        ['employee_id', 'check_in desc'],
      ],
      partialIndexes: [{ columns: ['employee_id'], where: isLong('') }],
    }),
    /** What employees were from a day on: reports judge each day by what was assigned then. */
    versioned({
      name: ASSIGNMENTS,
      columns: {
        employee_id: 'bigint',
        from_date: 'date',
        brand_id: 'uuid',
        point_id: 'uuid',
        /** The own points that transfers of the day before led to, and since when each was; null: none, or nobody knows. */
        point_times: 'json',
        role: 'text',
        role_name: 'text',
        position_id: 'bigint',
        position_name: 'text',
      },
      key: ['employee_id', 'from_date'],
      indexes: [['brand_id']],
    }),
  ],
  on: {
    EmployeeHired: ({ data }, write) => putAssignment(data, { from_date: FIRST_DAY, point_times: null }, write),
    EmployeeDetailsChanged: ({ data }, write) => {
      const dated = { from_date: firstDayOf(data.business_date), point_times: data.point_times ?? null };
      putAssignment(data, dated, write);
    },
    ShiftStarted: (event, write) => {
      const { mark, auto_closed_shift_id: _, ...shift } = event.data;
      write.put(TABLE, { ...shift, source: mark.source });
    },
    CheckOutRecorded: (event, write) => {
      const { mark, ...shift } = event.data;
      write.put(TABLE, { ...shift, source: mark.source, automatic_note: 'check_out_without_check_in' });
    },
    ShiftEnded: (event, write) => {
      const { shift_id, check_out } = event.data;
      write.patch(TABLE, { shift_id }, { check_out });
    },
    ShiftAutoClosed: (event, write) => {
      const { shift_id, check_out } = event.data;
      write.patch(TABLE, { shift_id }, { check_out, automatic_note: 'auto_closed' });
    },
    ShiftAdded: ({ data: { personal, ...shift } }, write) => write.put(TABLE, { ...shift, note: personal.note }),
    ShiftCorrected: (event, write) => {
      const { before: _, personal, ...shift } = event.data;
      write.put(TABLE, { ...shift, note: personal.note });
    },
    EmployeeErased: ({ data: { employee_id } }, write) => write.forget(TABLE, { employee_id }, { note: null }),
    ShiftRemoved: (event, write) => {
      const { shift_id } = event.data;
      write.remove(TABLE, { shift_id });
    },
  },
});
