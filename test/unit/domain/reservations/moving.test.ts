import { describe, expect, test } from 'vitest';
import { ALWAYS_OPEN } from '../../../../src/domain/points/working-hours.ts';
import {
  A,
  B,
  book,
  DEPOSIT,
  DOOR,
  eventsOf,
  given,
  historyOf,
  later,
  move,
  NOW,
  pointWith,
  reservationIn,
  SOFA,
  WINDOW,
} from './fixtures.ts';

const booked = historyOf(book({ end_time: '21:00' }));
const moved = (changes: Parameters<typeof move>[0], rest: Parameters<typeof move>[1] = {}, history = booked) =>
  reservationIn(eventsOf(history, move(changes, rest)));

describe('moving', () => {
  test('moving a reservation keeps the length when only the start moves', () => {
    expect(moved({ start_time: '20:30' })).toMatchObject({
      start_time: '20:30',
      end_time: '22:30',
      duration_minutes: 120,
    });
    expect(moved({ date: '2026-03-10' })).toMatchObject({
      date: '2026-03-10',
      end_time: '21:00',
      duration_minutes: 120,
    });
    expect(moved({ start_time: '23:30' })).toMatchObject({ end_time: '01:30', ends_at: '2026-03-07T20:30:00.000Z' });
  });

  test('moving a reservation takes a new end or a new length', () => {
    expect(moved({ end_time: '22:00' })).toMatchObject({ start_time: '19:00', duration_minutes: 180 });
    expect(moved({ start_time: '20:00', end_time: '21:00' })).toMatchObject({ duration_minutes: 60 });
    expect(moved({ duration_minutes: 45 })).toMatchObject({ end_time: '19:45' });
  });

  test('moving a reservation tells where it was before, and moves its timer along', () => {
    const [event] = eventsOf(booked, move({ start_time: '20:00', table_id: SOFA.id, guests: 5 }, { at: later(5) }));
    expect(event).toMatchObject({
      type: 'ReservationMoved',
      data: {
        table: { id: SOFA.id, name: 'Sofa' },
        guests: 5,
        no_show_at: '2026-03-07T15:30:00.000Z',
        created_at: NOW,
        updated_at: later(5),
        status_changed_at: NOW,
        before: { table: { id: WINDOW.id }, start_time: '19:00', end_time: '21:00', guests: 2, status: 'created' },
      },
    });
  });

  test('moving a reservation to a taken table or time is refused, and it stays where it was', () => {
    const history = [
      ...booked,
      ...eventsOf(booked, book({ reservation_id: B, table_id: DOOR.id, start_time: '20:00' })),
    ];
    const busy = { table_id: DOOR.id };
    given(...history)
      .when(move({ table_id: DOOR.id }))
      .thenRefused('conflict', 'table_busy', busy);
    const elsewhere = historyOf(book(), book({ reservation_id: B, start_time: '21:00' }));
    given(...elsewhere)
      .when(move({ start_time: '20:00' }))
      .thenRefused('conflict', 'table_busy', { table_id: WINDOW.id });
    given(...elsewhere)
      .when(move({ duration_minutes: 121 }))
      .thenRefused('conflict', 'table_busy', { table_id: WINDOW.id });
  });

  test('moving a reservation within its own time is never a conflict with itself', () => {
    expect(moved({ start_time: '19:30' }).end_time).toBe('21:30');
    expect(moved({ duration_minutes: 60 }).end_time).toBe('20:00');
  });

  test('moving a reservation frees the place it leaves', () => {
    const history = [...booked, ...eventsOf(booked, move({ table_id: SOFA.id }))];
    expect(eventsOf(history, book({ reservation_id: B }))).toHaveLength(1);
    given(...history)
      .when(book({ reservation_id: B, table_id: SOFA.id }))
      .thenRefused('conflict', 'table_busy', { table_id: SOFA.id });
  });

  test('moving a reservation to the same place changes nothing', () => {
    const same = move({
      date: '2026-03-07',
      start_time: '19:00',
      end_time: '21:00',
      duration_minutes: 120,
      guests: 2,
      table_id: WINDOW.id,
      comment: null,
      guest_name: 'Aziza',
    });
    given(...booked)
      .when(same)
      .thenNothing();
    given(...booked)
      .when(move({}))
      .thenNothing();
  });

  test('moving a reservation is judged like a new one where it goes', () => {
    given(...booked)
      .when(move({ date: '2026-03-05' }))
      .thenRefused('invalid', 'reservation_in_past', { field: 'start_time' });
    given(...booked)
      .when(move({ date: '2026-07-01' }))
      .thenRefused('invalid', 'reservation_too_far_ahead', { field: 'date', days: 90 });
    given(...booked)
      .when(move({ guests: 5 }))
      .thenRefused('invalid', 'table_too_small', { field: 'guests', capacity: 4 });
    given(...booked)
      .when(move({ table_id: 77 }))
      .thenRefused('invalid', 'table_of_another_point', { field: 'table_id' });
    given(...booked)
      .when(move({ end_time: '19:00' }))
      .thenRefused('invalid', 'reservation_without_duration', { field: 'end_time' });
    expect(moved({ guests: 5 }, { by: 'venue' }).guests).toBe(5);
  });

  test('moving a reservation does not check again what does not change', () => {
    const late = later(36 * 60);
    expect(moved({ comment: 'late' }, { at: late }).personal.comment).toBe('late');
    expect(moved({ table_id: SOFA.id }, { at: '2026-03-07T14:20:00.000Z' }).table?.id).toBe(SOFA.id);
  });

  test('a stay that has begun may grow: only another start is judged by the clock', () => {
    const late = { at: '2026-03-07T14:05:00.000Z' };
    expect(moved({ duration_minutes: 150 }, late)).toMatchObject({ start_time: '19:00', end_time: '21:30' });
    expect(moved({ date: '2026-03-07', start_time: '19:00', end_time: '22:00' }, late).duration_minutes).toBe(180);
    given(...booked)
      .when(move({ start_time: '19:01', end_time: '22:00' }, late))
      .thenRefused('invalid', 'reservation_in_past', { field: 'start_time' });
    given(...booked)
      .when(move({ duration_minutes: 721 }, late))
      .thenRefused('invalid', 'reservation_too_long', { field: 'duration_minutes', max: 720 });
    const point = pointWith({}, { working_hours: ALWAYS_OPEN.map((day) => ({ ...day, close: '19:10' })) });
    given(...booked)
      .when(move({ duration_minutes: 150 }, { ...late, point }))
      .thenRefused('invalid', 'reservation_outside_hours', { field: 'start_time' });
  });
});

describe('details', () => {
  test('details of a reservation change without moving anything', () => {
    const changes = { comment: 'birthday', guest_name: null, deposit: DEPOSIT };
    const [event] = eventsOf(booked, move(changes, { at: later(1) }));
    expect(event).toMatchObject({
      type: 'ReservationDetailsChanged',
      data: {
        deposit: { ...DEPOSIT, status: 'held' },
        personal: { comment: 'birthday', name: null, phone: '+998901234567' },
      },
    });
    given(...booked, event!)
      .when(move(changes))
      .thenNothing();
  });

  test('the later change of a reservation never looks older, whatever the clocks say', () => {
    expect(moved({ comment: 'x' }, { at: later(-5) }).updated_at).toBe(NOW);
  });
});

describe('without a table', () => {
  const point = pointWith({ unassigned_auto_confirm_guests_per_hour: 4 });
  const tableLess = historyOf(book({ table_id: null, point, guests: 3 }));
  const statusOf = (changes: Parameters<typeof move>[0], rest = {}, history = tableLess) =>
    moved(changes, { point, ...rest }, history).status;

  test('a reservation without a table moved above the limit waits for the venue again', () => {
    expect(statusOf({ guests: 5 })).toBe('pending');
    expect(statusOf({ guests: 4 })).toBe('created');
    const busyHour = [
      ...tableLess,
      ...eventsOf(tableLess, book({ reservation_id: B, table_id: null, point, start_time: '20:00' })),
    ];
    expect(statusOf({ start_time: '20:15' }, {}, busyHour)).toBe('pending');
    expect(statusOf({ start_time: '21:00' }, {}, busyHour)).toBe('created');
  });

  test('taking a reservation’s table away above the limit makes it wait for the venue', () => {
    expect(moved({ table_id: null })).toMatchObject({ table: null, status: 'pending' });
    expect(moved({ table_id: null }, { point }).status).toBe('created');
    expect(moved({ table_id: null }, { by: 'venue' }).status).toBe('created');
  });

  test('a new status of a reservation has a new time', () => {
    expect(moved({ guests: 5 }, { point, at: later(9) }, tableLess)).toMatchObject({ status_changed_at: later(9) });
  });

  test('fewer guests, or another comment, need no answer of the venue', () => {
    const strict = pointWith({ unassigned_auto_confirm_guests_per_hour: 1 });
    expect(statusOf({ guests: 2 }, { point: strict })).toBe('created');
    expect(statusOf({ comment: 'x' }, { point: strict })).toBe('created');
  });

  test('a pending reservation stays pending, wherever it is moved', () => {
    const waiting = historyOf(book({ table_id: null }));
    expect(statusOf({ guests: 1 }, {}, waiting)).toBe('pending');
    expect(moved({ table_id: WINDOW.id }, {}, waiting)).toMatchObject({ status: 'pending', table: { id: WINDOW.id } });
    const given_ = [...waiting, ...eventsOf(waiting, move({ table_id: WINDOW.id }))];
    given(...given_)
      .when(book({ reservation_id: B }))
      .thenRefused('conflict', 'table_busy', { table_id: WINDOW.id });
  });
});

test('an unknown reservation cannot be moved', () => {
  given()
    .when(move({ guests: 1 }))
    .thenRefused('not_found', 'reservation_not_found');
  expect(reservationIn(booked).reservation_id).toBe(A);
});
