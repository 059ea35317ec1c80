import { BRAND, local, POINT } from './columns.ts';
import { type AnalyticsView, column } from './view.ts';

const whole = (path: string) => `t.reservation #>> '{${path}}'`;
const ZONE = `(${whole('timezone')})`;

/** The reservation also holds the guest's name, phone and comment: the view does not show them. */
const reservations: AnalyticsView = {
  name: 'reservations',
  kind: 'fact',
  key: ['reservation_id'],
  about: 'A table or banquet reservation as it stands now.',
  tables: ['reservations'],
  from: (table) => `${table('reservations')} as t`,
  columns: {
    reservation_id: column('uuid', 't.reservation_id', 'The reservation.'),
    brand_id: BRAND,
    point_id: POINT,
    source: column('text', 't.source', 'Who took it: partner or venue.'),
    status: column('text', 't.status', 'pending, created, opened, closed, declined, cancelled or no_show.'),
    type: column('text', whole('type'), 'table or banquet.'),
    date: column('date', 't.date', 'The day the guests are to come, on the calendar: dates.date.'),
    starts_at: local('t.starts_at', 'When the guests are to come', ZONE),
    ends_at: local(`(${whole('ends_at')})::timestamptz`, 'Until when the place is theirs', ZONE),
    duration_minutes: column('integer', whole('duration_minutes'), 'How long it is for.'),
    guests: column('integer', whole('guests'), 'Guests it is for.'),
    table_id: column('bigint', whole('table,id'), 'The table: tables.table_id; null: none yet.'),
    table_name: column('text', whole('table,name'), 'Its name when it was given.'),
    hall_name: column('text', whole('table,hall_name'), 'The hall it stands in.'),
    deposit_amount: column('bigint', whole('deposit,amount'), 'What was paid beforehand; null: nothing.'),
    deposit_status: column('text', whole('deposit,status'), 'held, applied, retained or refunded; null: no deposit.'),
    cancelled_by: column('text', whole('cancelled_by'), 'guest, partner, venue or system; null: not cancelled.'),
    cheque_id: column('bigint', whole('order_id'), 'The cheque of the guests who came: cheques.cheque_id.'),
    seated_at: local(`(${whole('seated_at')})::timestamptz`, 'When the guests were seated; null: they were not', ZONE),
    created_at: local(`(${whole('created_at')})::timestamptz`, 'When it was made', ZONE),
  },
};

const attendanceShifts: AnalyticsView = {
  name: 'attendance_shifts',
  kind: 'fact',
  key: ['shift_id'],
  about: 'A shift an employee worked, from marks or entered by hand.',
  tables: ['attendance_shifts'],
  from: (table) => `${table('attendance_shifts')} as t`,
  keepsVersions: true,
  columns: {
    shift_id: column('bigint', 't.shift_id', 'The shift.'),
    brand_id: BRAND,
    point_id: POINT,
    employee_id: column('bigint', 't.employee_id', 'Who worked: employees.employee_id.'),
    date: column('date', 't.date', 'Its business day: dates.date.'),
    check_in: local('t.check_in', 'When it began; null: no mark'),
    check_out: local('t.check_out', 'When it ended; null: not yet, or no mark'),
    hours: column(
      'numeric(10,2)',
      'case when t.check_out >= t.check_in then extract(epoch from t.check_out - t.check_in) / 3600 end',
      'Hours from the check-in to the check-out, also where another shift overlaps: payroll_days.hours counts no time twice. Null while an end is missing, and for a check-out before the check-in.',
    ),
    source: column('text', 't.source', 'api (partner), cashbox (till) or manual (entered by hand).'),
    automatic_note: column('text', 't.automatic_note', 'auto_closed or check_out_without_check_in; null: neither.'),
  },
};

export const venueFacts: readonly AnalyticsView[] = [reservations, attendanceShifts];
