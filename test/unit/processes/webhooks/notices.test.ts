import { describe, expect, test } from 'vitest';
import type { Reservation, ReservationBookEvent } from '../../../../src/domain/reservations/events.ts';
import { noticesOf } from '../../../../src/processes/webhooks/notices.ts';

const TASHKENT = 'Asia/Tashkent';
const table = (id: number) => ({ id, name: String(id), hall_id: 1, hall_name: 'Main' });

const reservation = (fields: Partial<Reservation> = {}): Reservation => ({
  reservation_id: '0190a000-0000-7000-8000-000000000001',
  brand_id: '0190a000-0000-7000-8000-000000000002',
  point_id: '0190a000-0000-7000-8000-000000000003',
  key_id: '0190a000-0000-7000-8000-000000000004',
  ...{ source: 'partner', external_id: 'A-1', status: 'created', type: 'table', table: table(5), timezone: TASHKENT },
  ...{ date: '2026-03-02', start_time: '19:00', end_time: '20:30', duration_minutes: 90, guests: 2, deposit: null },
  ...{ starts_at: '2026-03-02T14:00:00.000Z', ends_at: '2026-03-02T15:30:00.000Z', cancelled_by: null },
  ...{ no_show_at: null, seated_at: null, order_id: null, created_at: '2026-03-02T09:00:00.000Z' },
  ...{ updated_at: '2026-03-02T09:00:00.000Z', status_changed_at: '2026-03-02T09:00:00.000Z' },
  personal: { client_id: null, name: 'Aziza', phone: '+998901234567', comment: null, cancel_reason: null },
  ...fields,
});

const placeOf = ({ status, table, date, start_time, end_time, starts_at, ends_at, guests }: Reservation) => ({
  ...{ status, table, date, start_time, end_time, starts_at, ends_at, guests },
});

/** `event`, or `held`/`free`, its table and time. */
const told = (event: ReservationBookEvent): string[] =>
  noticesOf(event, TASHKENT).map((notice) => {
    if ('reservation' in notice) return notice.event;
    const { table_id, start_time, end_time, guests, is_holding } = notice.occupancy;
    return `${is_holding ? 'held' : 'free'} ${table_id} ${start_time}-${end_time} for ${guests}`;
  });

const HELD = 'held 5 19:00-20:30 for 2';
const FREE = 'free 5 19:00-20:30 for 2';
const before = reservation();
const sitting = { ...placeOf(before), status: 'opened' as const };
const moved = (fields: Partial<Reservation>): ReservationBookEvent => ({
  type: 'ReservationMoved',
  data: { ...reservation(fields), before: placeOf(before) },
});
const seated = (fields: Partial<Reservation> = {}): ReservationBookEvent => ({
  type: 'ReservationSeated',
  data: { ...reservation({ status: 'opened', ...fields }), before: placeOf(before) },
});
const plain = (type: 'ReservationBooked' | 'ReservationConfirmed', fields: Partial<Reservation> = {}) =>
  ({ type, data: reservation(fields) }) as ReservationBookEvent;

describe('what an event tells', () => {
  test.each<[string, ReservationBookEvent, string[]]>([
    ['booked', plain('ReservationBooked'), ['reservation.created', HELD]],
    [
      'booked without a table',
      plain('ReservationBooked', { table: null, status: 'pending' }),
      ['reservation.created', 'held null 19:00-20:30 for 2'],
    ],
    ['confirmed', plain('ReservationConfirmed'), ['reservation.status_changed']],
    [
      'declined',
      { type: 'ReservationDeclined', data: reservation({ status: 'declined' }) },
      ['reservation.status_changed', FREE],
    ],
    [
      'cancelled',
      { type: 'ReservationCancelled', data: reservation({ status: 'cancelled' }) },
      ['reservation.status_changed', FREE],
    ],
    [
      'a no-show',
      { type: 'ReservationMarkedNoShow', data: reservation({ status: 'no_show' }) },
      ['reservation.status_changed', FREE],
    ],
    [
      'closed',
      { type: 'ReservationClosed', data: reservation({ status: 'closed' }) },
      ['reservation.status_changed', FREE],
    ],
    ['seated at its table', seated(), ['reservation.status_changed']],
    [
      'seated at another table',
      seated({ table: table(6) }),
      ['reservation.updated', 'reservation.status_changed', FREE, 'held 6 19:00-20:30 for 2'],
    ],
    [
      'moved to another time',
      moved({ start_time: '20:00', end_time: '21:30' }),
      ['reservation.updated', FREE, 'held 5 20:00-21:30 for 2'],
    ],
    ['for longer', moved({ end_time: '21:00' }), ['reservation.updated', FREE, 'held 5 19:00-21:00 for 2']],
    ['moved to another day', moved({ date: '2026-03-03' }), ['reservation.updated', FREE, 'held 5 19:00-20:30 for 2']],
    [
      'taken to another table, seated already',
      { type: 'ReservationMoved', data: { ...reservation({ status: 'opened', table: table(6) }), before: sitting } },
      ['reservation.updated', FREE, 'held 6 19:00-20:30 for 2'],
    ],
    ['moved off its table', moved({ table: null }), ['reservation.updated', FREE, 'held null 19:00-20:30 for 2']],
    ['for more guests at the same place', moved({ guests: 4 }), ['reservation.updated', 'held 5 19:00-20:30 for 4']],
    [
      'moved back to pending',
      moved({ status: 'pending', table: null }),
      ['reservation.updated', 'reservation.status_changed', FREE, 'held null 19:00-20:30 for 2'],
    ],
    ['with other details', { type: 'ReservationDetailsChanged', data: reservation() }, ['reservation.updated']],
    ['with its deposit settled', { type: 'DepositSettled', data: reservation() }, ['reservation.updated']],
  ])('%s', (_, event, expected) => {
    expect(told(event)).toEqual(expected);
  });

  test("of the venue's own reservations, others hear where they are and nothing else", () => {
    expect(told(plain('ReservationBooked', { source: 'venue' }))).toEqual([HELD]);
    expect(told(plain('ReservationConfirmed', { source: 'venue' }))).toEqual([]);
  });

  test('guests who walk in hold their table for the rest of the day, on the clock of the point', () => {
    const data = { ...{ brand_id: before.brand_id, point_id: before.point_id, table_id: 5, guests: 3 } };
    const seated_at = '2026-03-02T20:30:00.000Z';
    const left_at = '2026-03-02T21:00:00.000Z';
    expect(told({ type: 'WalkInSeated', data: { ...data, seated_at } })).toEqual(['held 5 01:30-00:00 for 3']);
    expect(told({ type: 'WalkInLeft', data: { ...data, seated_at, left_at } })).toEqual(['free 5 01:30-00:00 for 3']);
    const [notice] = noticesOf({ type: 'WalkInSeated', data: { ...data, seated_at } }, TASHKENT);
    expect(notice).toMatchObject({ occupancy: { date: '2026-03-03' } });
  });

  test('what others hear names no guest', () => {
    const events = [plain('ReservationBooked'), moved({ table: table(6) })];
    for (const notice of events.flatMap((event) => noticesOf(event, TASHKENT))) {
      if (notice.event !== 'occupancy.changed') continue;
      expect(Object.keys(notice.occupancy).sort()).toEqual([
        ...['date', 'end_time', 'guests', 'is_holding', 'point_id', 'start_time', 'table_id'],
      ]);
    }
  });
});
