import type { TimesheetEvent } from '../../domain/attendance/events.ts';
import type { RecordedEvent } from '../../event-store/event-store.ts';
import { type BatchWriter, dataOf, type Projection } from '../engine/projection.ts';

type DataOf<Type extends TimesheetEvent['type']> = Extract<TimesheetEvent, { type: Type }>['data'];

const TABLE = 'attendance_shifts';

/** Shifts of all sources, as lists and reports give them (docs/domain.md#attendance). */
export const attendanceProjection: Projection = {
  name: 'attendance',
  version: 1,
  tables: [
    {
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
    },
  ],
  on: {
    ShiftStarted: (event, write) => {
      const { mark, auto_closed_shift_id: _, ...shift } = dataOf<DataOf<'ShiftStarted'>>(event);
      write.put(TABLE, { ...shift, source: mark.source });
    },
    CheckOutRecorded: (event, write) => {
      const { mark, ...shift } = dataOf<DataOf<'CheckOutRecorded'>>(event);
      write.put(TABLE, { ...shift, source: mark.source, automatic_note: 'check_out_without_check_in' });
    },
    ShiftEnded: (event, write) => {
      const { shift_id, check_out } = dataOf<DataOf<'ShiftEnded'>>(event);
      write.patch(TABLE, { shift_id }, { check_out });
    },
    ShiftAutoClosed: (event, write) => {
      const { shift_id, check_out } = dataOf<DataOf<'ShiftAutoClosed'>>(event);
      write.patch(TABLE, { shift_id }, { check_out, automatic_note: 'auto_closed' });
    },
    ShiftAdded: (event, write) => putWhole(event, write),
    ShiftCorrected: (event, write) => putWhole(event, write),
    ShiftRemoved: (event, write) => {
      const { shift_id } = dataOf<DataOf<'ShiftRemoved'>>(event);
      write.remove(TABLE, { shift_id });
    },
  },
};

const putWhole = (event: RecordedEvent, write: BatchWriter): void => {
  const { before: _, ...shift } = dataOf<DataOf<'ShiftCorrected'>>(event);
  write.put(TABLE, shift);
};
