import { describe, expect, test } from 'vitest';
import { kinds } from '../../../../src/api/webhooks/kinds/reservations.ts';
import {
  type Reservation,
  type ReservationBookEvent,
  reservationBookEvents,
} from '../../../../src/domain/reservations/events.ts';
import type { RecordedEvent } from '../../../../src/event-store/event-store.ts';
import { tellingsOf } from '../../../../src/processes/webhooks/kinds.ts';

const TASHKENT = 'Asia/Tashkent';
const table = (id: number) => ({ id, name: String(id), hall_id: 1, hall_name: 'Main' });

const reservation = (fields: Partial<Reservation> = {}): Reservation => ({
  reservation_id: '0190a000-0000-7000-8000-000000000001',
  brand_id: '0190a000-0000-7000-8000-000000000002',
  point_id: '0190a000-0000-7000-8000-000000000003',
  key_id: '0190a000-0000-7000-8000-000000000004',
  source: 'partner',
  external_id: 'A-1',
  status: 'created',
  type: 'table',
  table: table(5),
  timezone: TASHKENT,
  date: '2026-03-02',
  start_time: '19:00',
  end_time: '20:30',
  duration_minutes: 90,
  guests: 2,
  deposit: null,
  starts_at: '2026-03-02T14:00:00.000Z',
  ends_at: '2026-03-02T15:30:00.000Z',
  cancelled_by: null,
  no_show_at: null,
  seated_at: null,
  order_id: null,
  created_at: '2026-03-02T09:00:00.000Z',
  updated_at: '2026-03-02T09:00:00.000Z',
  status_changed_at: '2026-03-02T09:00:00.000Z',
  personal: { client_id: null, name: 'Aziza', phone: '+998901234567', comment: null, cancel_reason: null },
  ...fields,
});

const placeOf = ({ status, table, date, start_time, end_time, starts_at, ends_at, guests }: Reservation) => ({
  status,
  table,
  date,
  start_time,
  end_time,
  starts_at,
  ends_at,
  guests,
});

const noStream = () => Promise.reject(new Error('asked of no stream'));
const views = {
  timezoneOf: async () => TASHKENT,
  load: noStream,
  stateThen: noStream,
  stateBefore: noStream,
  readThen: noStream,
  language: noStream,
};
const tellings = (event: ReservationBookEvent) => {
  const heardBy = kinds.filter(({ types }) => types.includes(event.type));
  return tellingsOf(heardBy, { id: 'e', ...event } as unknown as RecordedEvent, views);
};

/** Its name, or `held`/`free`, its table and time. */
const told = async (event: ReservationBookEvent): Promise<string[]> =>
  (await tellings(event)).map(({ kind, notice }) => {
    if (kind.event !== 'occupancy.changed') return kind.event;
    const { table_id, start_time, end_time, guests, is_holding } = notice.data as Record<string, string>;
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
    ['with its deposit held again', { type: 'DepositHeldAgain', data: reservation() }, ['reservation.updated']],
    ['with its deposit settled', { type: 'DepositSettled', data: reservation() }, ['reservation.updated']],
  ])('%s', async (_, event, expected) => {
    expect(await told(event)).toEqual(expected);
  });

  test('others hear where the venue’s own reservations are, and nothing else', async () => {
    const booked = plain('ReservationBooked', { source: 'venue' });
    expect(await told(booked)).toEqual([HELD]);
    expect((await tellings(booked)).map(({ notice }) => notice.to)).toEqual(['all']);
    expect(await told(plain('ReservationConfirmed', { source: 'venue' }))).toEqual([]);
  });

  test('a partner hears of its reservation, and all others of the place', async () => {
    const { key_id } = before;
    const to = (await tellings(plain('ReservationBooked'))).map(({ notice }) => notice.to);
    expect(to).toEqual([{ only: key_id }, { except: key_id }]);
  });

  test('no webhook tells of a forgone booking or of the money of a deposit; each other event of the book is told', () => {
    const heard = new Set<string>(kinds.flatMap(({ types }) => types));
    expect(Object.keys(reservationBookEvents).filter((type) => !heard.has(type))).toEqual([
      'BookingForgone',
      'DepositMoved',
    ]);
  });

  test('guests who walk in hold their table for the rest of the day, on the clock of the point', async () => {
    const data = { brand_id: before.brand_id, point_id: before.point_id, table_id: 5, guests: 3 };
    const seated_at = '2026-03-02T20:30:00.000Z';
    const left_at = '2026-03-02T21:00:00.000Z';
    expect(await told({ type: 'WalkInSeated', data: { ...data, seated_at } })).toEqual(['held 5 01:30-00:00 for 3']);
    expect(await told({ type: 'WalkInLeft', data: { ...data, seated_at, left_at } })).toEqual([
      'free 5 01:30-00:00 for 3',
    ]);
    const [seated] = await tellings({ type: 'WalkInSeated', data: { ...data, seated_at } });
    expect(seated!.notice).toMatchObject({ to: 'all', data: { date: '2026-03-03' } });
  });

  test('notices to other partners name no guest', async () => {
    for (const event of [plain('ReservationBooked'), moved({ table: table(6) })]) {
      for (const { kind, notice } of await tellings(event)) {
        if (kind.event !== 'occupancy.changed') continue;
        expect(Object.keys(notice.data as object).sort()).toEqual([
          ...['date', 'end_time', 'guests', 'is_holding', 'point_id', 'start_time', 'table_id'],
        ]);
      }
    }
  });
});

/** The first four of the event `e` to the key `key`, from before there were kinds. */
const IDS = [
  ['reservation.updated', 'fef8f0a7-1d6c-5d3c-af79-f1c4e35f3107'],
  ['reservation.status_changed', 'd34d7a3f-d604-539e-a5cd-3ee318d4a255'],
  ['occupancy.changed', '2395b609-196b-5ac8-a676-4e6ee3e8b22d'],
  ['occupancy.changed', '7338361e-a7ef-5ed9-a1d6-03f57b401a4e'],
];

test('the ids of calls are what they have always been', async () => {
  const event = seated({ table: table(6) });
  const ids = (await tellings(event)).map(({ kind, eventIdFor }) => [kind.event, eventIdFor('key')]);
  expect(ids).toEqual(IDS);
});
