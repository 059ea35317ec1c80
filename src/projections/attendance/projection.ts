import { defineProjection } from '../engine/define-projection.ts';
import { versioned } from '../engine/versioned.ts';

const TABLE = 'attendance_shifts';

/** Shifts of all sources, for lists and reports (docs/domain.md#attendance). */
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
    }),
  ],
  on: {
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
