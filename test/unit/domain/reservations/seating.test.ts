import { describe, expect, test } from 'vitest';
import {
  A,
  B,
  book,
  C,
  DOOR,
  eventsOf,
  freeTable,
  given,
  historyOf,
  later,
  move,
  NOW,
  reseat,
  reservationIn,
  SOFA,
  seat,
  WINDOW,
  walkIn,
} from './fixtures.ts';

/** What follows from these commands after a history. */
const eventsAfter = (history: ReturnType<typeof historyOf>, commands: Parameters<typeof historyOf>) => {
  const all = [...history];
  for (const command of commands) all.push(...eventsOf(all, command));
  return all.slice(history.length);
};

const TODAY = '2026-03-06';
const busy = (table_id = WINDOW.id) => ['conflict', 'table_busy', { table_id }] as const;

describe('guests without a reservation', () => {
  test('guests without a reservation sit down at a table that is free and where no guests are expected', () => {
    given()
      .when(walkIn())
      .then({
        type: 'WalkInSeated',
        data: {
          brand_id: expect.any(String),
          point_id: expect.any(String),
          table_id: WINDOW.id,
          guests: 3,
          seated_at: NOW,
        },
      });
    given(...historyOf(walkIn()))
      .when(walkIn())
      .thenRefused(...busy());
    const awaited = historyOf(book({ date: TODAY, start_time: '12:00' }));
    given(...awaited)
      .when(walkIn())
      .thenRefused(...busy());
    given(...awaited)
      .when(walkIn(WINDOW.id, later(89)))
      .thenRefused(...busy());
    expect(eventsOf(awaited, walkIn(WINDOW.id, later(90)))).toHaveLength(1);
  });

  test('guests without a reservation may sit until a guest is awaited', () => {
    expect(historyOf(book({ date: TODAY, start_time: '12:05' }), walkIn())).toHaveLength(2);
  });

  test('guests without a reservation keep their table for the rest of the day, and no longer', () => {
    const history = historyOf(walkIn());
    const conflict = { table_id: WINDOW.id, date: TODAY, start_time: '12:00', end_time: '00:00' };
    expect(() => eventsOf(history, book({ date: TODAY, start_time: '22:00' }))).toThrow(
      expect.objectContaining({ code: 'table_busy', more: { conflict } }),
    );
    expect(eventsOf(history, book({ date: '2026-03-07', start_time: '00:00' }))).toHaveLength(1);
    expect(eventsOf(history, book({ date: TODAY, start_time: '22:00', table_id: SOFA.id }))).toHaveLength(1);
  });

  test('guests without a reservation are in the way of what a till says late, as of a day before they came', () => {
    given(...historyOf(walkIn()))
      .when(book({ date: TODAY, start_time: '22:00', source: 'venue', at: later(-25 * 60) }))
      .thenRefused(...busy());
  });

  test('guests without a reservation are in the way of the day that is asked for, also when they came before midnight', () => {
    const history = historyOf(walkIn(WINDOW.id, '2026-03-06T18:00:00.000Z'));
    const at = '2026-03-06T19:30:00.000Z';
    const conflict = { table_id: WINDOW.id, date: '2026-03-07', start_time: '00:00', end_time: '23:59' };
    const refusal = expect.objectContaining({ code: 'table_busy', more: { conflict } });
    expect(() => eventsOf(history, book({ date: '2026-03-07', start_time: '01:00', at }))).toThrow(refusal);
    expect(() => eventsOf(history, walkIn(WINDOW.id, at))).toThrow(refusal);
    const before = { ...conflict, date: '2026-03-06', start_time: '23:00', end_time: '00:00' };
    const awaited = historyOf(book({ date: '2026-03-06', start_time: '23:30', table_id: SOFA.id }));
    expect(() => eventsOf([...awaited, ...history], move({ table_id: WINDOW.id }, { at }))).toThrow(
      expect.objectContaining({ code: 'table_busy', more: { conflict: before } }),
    );
  });

  test('a table is free when guests without a reservation have left', () => {
    const history = historyOf(walkIn(), freeTable(WINDOW.id, later(30)));
    expect(history.at(-1)).toMatchObject({
      type: 'WalkInLeft',
      data: { seated_at: NOW, left_at: later(30), guests: 3 },
    });
    given(...history)
      .when(freeTable())
      .thenNothing();
    expect(eventsOf(history, walkIn(WINDOW.id, later(30)))).toHaveLength(1);
  });

  test('guests who came after the moment when others are said to have left stay', () => {
    const history = historyOf(walkIn(), freeTable(WINDOW.id, later(30)), walkIn(WINDOW.id, later(60)));
    given(...history)
      .when(freeTable(WINDOW.id, later(45)))
      .thenNothing();
    expect(eventsOf(history, freeTable(WINDOW.id, later(60)))).toHaveLength(1);
  });

  test('guests without a reservation need a table of the point', () => {
    given().when(walkIn(77)).thenRefused('invalid', 'table_of_another_point', { field: 'table_id' });
  });
});

describe('guests with a reservation', () => {
  const tonight = (changes = {}) => book({ date: TODAY, start_time: '19:00', ...changes });
  const SEVEN = later(7 * 60);

  test('guests with a reservation are seated at their table, or at another that is free', () => {
    const history = historyOf(tonight());
    expect(reservationIn(eventsOf(history, seat({ at: SEVEN })))).toMatchObject({
      status: 'opened',
      table: { id: WINDOW.id },
      seated_at: SEVEN,
      order_id: 501,
    });
    const [event] = eventsOf(history, seat({ at: SEVEN, table_id: SOFA.id }));
    expect(event).toMatchObject({ data: { table: { name: 'Sofa' }, before: { table: { id: WINDOW.id } } } });
    expect(eventsOf([...history, event!], tonight({ reservation_id: B }))).toHaveLength(1);
  });

  test('guests with a reservation are not seated twice: at the same table nothing follows, another is not theirs', () => {
    const history = historyOf(tonight(), seat({ at: SEVEN, table_id: SOFA.id }));
    for (const table_id of [null, SOFA.id]) {
      given(...history)
        .when(seat({ at: SEVEN, table_id, order_id: 502 }))
        .thenNothing();
    }
    for (const table_id of [WINDOW.id, DOOR.id, 77]) {
      given(...history)
        .when(seat({ at: SEVEN, table_id }))
        .thenRefused('conflict', 'reservation_status_conflict', { status: 'opened' });
    }
  });

  test('guests with a reservation need a table in the end', () => {
    const history = historyOf(tonight({ table_id: null, source: 'venue' }));
    given(...history)
      .when(seat({ at: SEVEN }))
      .thenRefused('invalid', 'field_required', { field: 'table_id' });
    expect(eventsOf(history, seat({ at: SEVEN, table_id: DOOR.id }))).toHaveLength(1);
  });

  test('guests with a reservation are not seated where somebody sits, or another guest is expected', () => {
    const sitting = historyOf(tonight(), walkIn());
    given(...sitting)
      .when(seat({ at: SEVEN }))
      .thenRefused(...busy());
    expect(eventsOf(sitting, seat({ at: SEVEN, table_id: SOFA.id }))).toHaveLength(1);

    const two = historyOf(tonight(), tonight({ reservation_id: B, table_id: SOFA.id, start_time: '20:00' }));
    given(...two)
      .when(seat({ at: SEVEN, table_id: SOFA.id }))
      .thenRefused(...busy(SOFA.id));
    const early = historyOf(tonight(), tonight({ reservation_id: B, start_time: '20:30' }));
    given(...early)
      .when(seat({ reservation_id: B, at: later(10, SEVEN) }))
      .thenRefused(...busy());
  });

  test('one party sits at a table: the next waits until the cheque is closed', () => {
    const history = historyOf(tonight(), tonight({ reservation_id: B, start_time: '20:30' }), seat({ at: SEVEN }));
    const next = seat({ reservation_id: B, order_id: 502, at: later(100, SEVEN) });
    given(...history)
      .when(next)
      .thenRefused(...busy());
    given(...history)
      .when(walkIn(WINDOW.id, later(95, SEVEN)))
      .thenRefused(...busy());
    given(...history)
      .when(freeTable())
      .thenRefused('conflict', 'table_has_open_cheque', { table_id: WINDOW.id });
    const closed = eventsOf(history, { type: 'CloseSeating', reservation_id: A, order_id: 501, at: SEVEN });
    expect(eventsOf([...history, ...closed], next)).toHaveLength(1);
  });

  test('guests with a reservation who came early sit there until their time begins', () => {
    const history = historyOf(tonight(), seat({ at: later(60) }));
    const at = later(61);
    const before = tonight({ reservation_id: C, start_time: '17:00', at });
    given(...history)
      .when(before)
      .thenRefused(...busy());
    expect(eventsOf(history, { ...before, start_time: '20:30' })).toHaveLength(1);
  });

  test('guests with a reservation who came a day early do not keep the table over night', () => {
    const history = historyOf(book(), seat());
    const at = later(1);
    given(...history)
      .when(tonight({ reservation_id: C, at }))
      .thenRefused(...busy());
    expect(eventsOf(history, book({ reservation_id: C, start_time: '12:00', at }))).toHaveLength(1);
  });

  test('guests with a reservation who are still there when their time is over stay for the rest of the day', () => {
    const history = historyOf(tonight(), seat({ at: SEVEN }));
    const late = tonight({ reservation_id: C, start_time: '22:00' });
    expect(eventsOf(history, { ...late, at: later(89, SEVEN) })).toHaveLength(1);
    const at = later(90, SEVEN);
    given(...history)
      .when({ ...late, at })
      .thenRefused(...busy());
    const tomorrow = book({ reservation_id: C, at });
    expect(eventsOf(history, tomorrow)).toHaveLength(1);
  });

  describe('who go to another table', () => {
    const history = historyOf(tonight(), seat({ at: SEVEN }));
    const at = later(30, SEVEN);
    const sofa = (changes = {}) => tonight({ reservation_id: B, table_id: SOFA.id, ...changes });
    const seatedAnd = (...commands: Parameters<typeof historyOf>) => [...history, ...eventsAfter(history, commands)];

    test('guests who go to another table sit there, and no longer where they sat', () => {
      const [event] = eventsOf(history, reseat(SOFA.id, { at }));
      expect(event).toMatchObject({
        type: 'ReservationMoved',
        data: {
          status: 'opened',
          table: { id: SOFA.id, name: 'Sofa' },
          start_time: '19:00',
          end_time: '20:30',
          seated_at: SEVEN,
          order_id: 501,
          updated_at: at,
          status_changed_at: SEVEN,
          before: { status: 'opened', table: { id: WINDOW.id }, start_time: '19:00', end_time: '20:30' },
        },
      });
      const moved = [...history, event!];
      given(...moved)
        .when(walkIn(SOFA.id, at))
        .thenRefused(...busy(SOFA.id));
      given(...moved)
        .when(sofa({ start_time: '20:00', at }))
        .thenRefused(...busy(SOFA.id));
      expect(eventsOf(moved, walkIn(WINDOW.id, at))).toHaveLength(1);
      given(...moved, ...eventsOf(moved, walkIn(WINDOW.id, at)))
        .when(reseat(WINDOW.id, { at }))
        .thenRefused(...busy());
      const closed = eventsOf(moved, { type: 'CloseSeating', reservation_id: A, order_id: 501, at });
      expect(given(...moved, ...closed).state()).toMatchObject({ holds: [], parties: [] });
    });

    test('guests who go to the same table, or whose cheque is another, stay', () => {
      for (const command of [reseat(WINDOW.id), reseat(SOFA.id, { order_id: 999 })]) {
        given(...history)
          .when(command)
          .thenNothing();
      }
      given(...history)
        .when(reseat(77, { at }))
        .thenRefused('invalid', 'table_of_another_point', { field: 'table_id' });
    });

    test('guests do not move where somebody sits, or is expected before they are to leave', () => {
      const refused = ([...given_]: typeof history, conflict: object) =>
        expect(() => eventsOf(given_, reseat(SOFA.id, { at }))).toThrow(
          expect.objectContaining({ code: 'table_busy', more: { conflict: { table_id: SOFA.id, ...conflict } } }),
        );
      refused(seatedAnd(walkIn(SOFA.id, SEVEN)), { date: TODAY, start_time: '19:00', end_time: '00:00' });
      for (const [start_time, end_time] of [
        ['19:30', '21:00'],
        ['19:45', '20:15'],
        ['20:29', '21:59'],
      ] as const) {
        const awaited = seatedAnd(sofa({ start_time, end_time, at: SEVEN }));
        refused(awaited, { date: TODAY, start_time, end_time });
      }
      const seated = seat({ reservation_id: B, at: SEVEN, order_id: 502 });
      refused(seatedAnd(sofa(), seated), { date: TODAY, start_time: '19:00', end_time: '20:30' });
      expect(eventsOf(seatedAnd(sofa({ start_time: '20:30' })), reseat(SOFA.id, { at }))).toHaveLength(1);
    });

    test('guests do not move where a guest who never came still has some of their time', () => {
      const never = sofa({ start_time: '18:30', end_time: '19:30' });
      given(...seatedAnd(never))
        .when(reseat(SOFA.id, { at }))
        .thenRefused(...busy(SOFA.id));
      const marked = { type: 'MarkNoShow', reservation_id: B, at } as const;
      expect(eventsOf(seatedAnd(never, marked), reseat(SOFA.id, { at }))).toHaveLength(1);
    });

    test('guests who came early may move to another table until another guest is expected there', () => {
      const early = historyOf(tonight(), seat({ at: NOW }), sofa({ start_time: '15:00' }));
      expect(eventsOf(early, reseat(SOFA.id, { at: later(60) }))).toHaveLength(1);
    });

    test('guests move to another table also when their time is over, if no guests are expected there', () => {
      const overtime = later(100, SEVEN);
      expect(eventsOf(seatedAnd(sofa({ start_time: '22:00' })), reseat(SOFA.id, { at: overtime }))).toHaveLength(1);
    });
  });

  test('another cheque than the guests’ own closes no reservation', () => {
    const history = historyOf(tonight(), seat({ at: SEVEN }));
    given(...history)
      .when({ type: 'CloseSeating', reservation_id: A, order_id: 999, at: SEVEN })
      .thenNothing();
  });

  test('a reservation is not moved onto a table where somebody sits', () => {
    const history = historyOf(tonight({ table_id: SOFA.id }), walkIn());
    given(...history)
      .when(move({ table_id: WINDOW.id }))
      .thenRefused(...busy());
  });
});
