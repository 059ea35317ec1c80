import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { command, type TestApp } from '../support/app.ts';
import { createClock } from '../support/clock.ts';
import { anotherBooker, booked, bookingOf, createFloor, patch, type TestFloor } from '../support/floor.ts';
import { sharedApp } from '../support/shared-app.ts';
import { createVenue, definePoint } from '../support/venue.ts';

/** Monday, 2 March 2026, 14:00 in Tashkent, 10:00 in Berlin. */
const clock = createClock('2026-03-02T09:00:00.000Z');
let app: TestApp;
let floor: TestFloor;

beforeAll(async () => {
  app = await sharedApp({ clock: clock.read });
  floor = await createFloor(app);
});
afterAll(() => app?.stop());

const everyDay = (open: string, close: string) =>
  [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, is_open: true, open, close }));
const get = async (path: string, client = floor.booker) => client.get(`/v1/reservations${path}`);

interface Slot {
  readonly time: string;
  readonly date: string;
  readonly is_available: boolean;
  readonly free_tables_count: number;
  readonly table_ids: readonly number[];
}

/** A point with two tables of its own: one for 2, one for any number. */
const openPoint = async (fields: Record<string, unknown>) => {
  const { id: point_id } = await definePoint(floor.till, fields);
  const { id: hall_id } = await command(floor.till, 'DefineHall', { point_id, name: 'Yard' });
  const small: number = (await command(floor.till, 'DefineTable', { hall_id, name: 'A', capacity: 2 })).id;
  const large: number = (await command(floor.till, 'DefineTable', { hall_id, name: 'B' })).id;
  const slots = async (date: string, more = 'guests=2'): Promise<Slot[]> => {
    const { status, body } = await get(`/availability?point_id=${point_id}&date=${date}&${more}`);
    expect(status, JSON.stringify(body)).toBe(200);
    return body.slots;
  };
  const book = (fields: object) => booked(floor, { point_id, table_id: small, ...fields });
  return { point_id: point_id as string, hall_id, small, large, slots, book };
};

const times = (slots: readonly Slot[]): string[] => slots.map(({ time }) => time);

describe('the settings of a point', () => {
  test('the settings of a point are the fields of the contract, and no others', async () => {
    const { body } = await get(`/settings?point_id=${floor.point_id}`);
    expect(Object.keys(body).toSorted()).toEqual(
      [
        ...['point_id', 'point_name', 'timezone', 'default_duration_minutes', 'min_duration_minutes'],
        ...['max_duration_minutes', 'max_days_ahead', 'slot_step_minutes', 'no_show_after_minutes'],
        ...['unassigned_auto_confirm_guests_per_hour', 'working_hours'],
      ].toSorted(),
    );
    expect(body.working_hours.map(({ day }: { day: number }) => day)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  });
});

describe('the times of a day', () => {
  test('the times of a day begin where today has come to, and end where the shortest stay still fits', async () => {
    const { slots } = await openPoint({
      working_hours: everyDay('10:00', '18:00'),
      reservation_rules: { min_duration_minutes: 60, slot_step_minutes: 30 },
    });
    expect(times(await slots('2026-03-02')).slice(0, 2)).toEqual(['14:00', '14:30']);
    expect(times(await slots('2026-03-03'))[0]).toBe('10:00');
    expect(times(await slots('2026-03-03')).at(-1)).toBe('17:00');
    expect(await slots('2026-03-01')).toEqual([]);
  });

  test('the times of a day go on past midnight: those belong to the evening and carry the date after', async () => {
    const { slots, book, small, large, point_id } = await openPoint({ working_hours: everyDay('18:00', '02:00') });
    await book({ date: '2026-03-10', start_time: '23:30', end_time: '01:30' });
    const evening = await slots('2026-03-10', 'guests=2&duration_minutes=60');
    expect(evening.map(({ date, time }) => `${date} ${time}`).slice(-5)).toEqual([
      ...['2026-03-10 23:30', '2026-03-11 00:00', '2026-03-11 00:30', '2026-03-11 01:00', '2026-03-11 01:30'],
    ]);
    const free = Object.fromEntries(evening.map(({ time, table_ids }) => [time, table_ids]));
    // It ends when the other begins, and begins when the other ends.
    expect([free['22:30'], free['01:30']]).toEqual([
      [small, large],
      [small, large],
    ]);
    expect([free['23:00'], free['00:30'], free['01:00']]).toEqual([[large], [large], [large]]);
    const next = await get(`/availability?point_id=${point_id}&date=2026-03-11&time=01:00&guests=2`);
    expect(next.body).toMatchObject({ is_available: true, free_tables_count: 1, end_time: '02:30' });
    // The evening of the day after begins anew.
    expect((await slots('2026-03-11'))[0]).toMatchObject({ date: '2026-03-11', time: '18:00' });
  });

  test('a closed day has no times', async () => {
    const days = everyDay('10:00', '18:00').filter(({ day }) => day !== 3);
    const { point_id } = await openPoint({ working_hours: days });
    const { body } = await get(`/availability?point_id=${point_id}&date=2026-03-04&guests=2`);
    expect(body).toEqual({
      about: 'day',
      point_id,
      date: '2026-03-04',
      guests: 2,
      duration_minutes: 90,
      is_open: false,
      slots: [],
    });
    const at = await get(`/availability?point_id=${point_id}&date=2026-03-04&guests=2&time=12:00`);
    expect(at.body).toMatchObject({ is_available: false, free_tables_count: 0, tables: [] });
  });

  test('a night whose clocks go forward has no times that do not exist, and none is counted twice', async () => {
    const berlin = { timezone: 'Europe/Berlin', working_hours: everyDay('20:00', '06:00') };
    const { slots, book, small, point_id } = await openPoint(berlin);
    await book({ date: '2026-03-28', start_time: '23:00', duration_minutes: 300, guests: 2 });
    const night = await slots('2026-03-28', 'guests=2&duration_minutes=30');
    expect(times(night).filter((time) => time >= '01:00' && time < '04:00')).toEqual([
      '01:00',
      '01:30',
      '03:00',
      '03:30',
    ]);
    // Five hours from eleven on end at five, not at four.
    const taken = night.filter(({ table_ids }) => !table_ids.includes(small)).map(({ time }) => time);
    expect([taken[0], taken.at(-1)]).toEqual(['23:00', '04:30']);
    const missing = await get(`/availability?point_id=${point_id}&date=2026-03-29&guests=2&time=02:30`);
    expect([missing.status, missing.body.code]).toEqual([400, 'local_time_missing']);
  });

  test('a night whose clocks go back is an hour longer', async () => {
    const sydney = { timezone: 'Australia/Sydney', working_hours: everyDay('20:00', '06:00') };
    const { slots, book, small } = await openPoint(sydney);
    await book({ date: '2026-04-04', start_time: '23:00', duration_minutes: 300 });
    const night = await slots('2026-04-04', 'guests=2&duration_minutes=30');
    expect(new Set(times(night)).size).toBe(night.length);
    const taken = night.filter(({ table_ids }) => !table_ids.includes(small)).map(({ time }) => time);
    expect([taken[0], taken.at(-1)]).toEqual(['23:00', '02:30']);
  });

  test('the times of a day end as many days ahead as the point books', async () => {
    const { slots } = await openPoint({
      working_hours: everyDay('10:00', '18:00'),
      reservation_rules: { max_days_ahead: 7 },
    });
    expect((await slots('2026-03-09')).length).toBeGreaterThan(0);
    expect(await slots('2026-03-10')).toEqual([]);
  });

  test('each reservation without a table takes one from the free tables of its time, down to none', async () => {
    const { slots, book, point_id } = await openPoint({ working_hours: everyDay('10:00', '18:00') });
    for (let left = 1; left >= -1; left--) {
      await book({ date: '2026-03-12', start_time: '12:00', table_id: null });
      const noon = (await slots('2026-03-12')).find(({ time }) => time === '12:00')!;
      expect(noon).toMatchObject({ free_tables_count: Math.max(0, left), is_available: left > 0 });
      expect(noon.table_ids).toHaveLength(2);
    }
    const { body } = await get(`/availability?point_id=${point_id}&date=2026-03-12&time=12:30&guests=2`);
    expect(body).toMatchObject({ unassigned_reservations: 3, free_tables_count: 0, is_available: false });
  });

  test('the free times of a day show the changes of a moment ago, by partners, the venue and other processes', async () => {
    const { book, small, large, point_id } = await openPoint({ working_hours: everyDay('10:00', '18:00') });
    const free = async () => {
      const { body } = await get(`/availability?point_id=${point_id}&date=2026-03-13&time=12:00&guests=2`);
      return body.tables.map(({ id }: { id: number }) => id);
    };
    const { id } = await book({ date: '2026-03-13', start_time: '12:00' });
    expect(await free()).toEqual([large]);
    await patch(floor.booker, `/v1/reservations/${id}`, { table_id: large });
    expect(await free()).toEqual([small]);
    await command(floor.till, 'MoveReservation', { reservation_id: id, start_time: '15:00' });
    expect(await free()).toEqual([small, large]);
    await command(floor.till, 'MoveReservation', { reservation_id: id, start_time: '12:00', table_id: small });
    expect(await free()).toEqual([large]);
    await floor.booker.post(`/v1/reservations/${id}/cancel`);
    expect(await free()).toEqual([small, large]);
    const { id: third } = await command(floor.till, 'DefineTable', { hall_id: floor.hall_id, name: 'elsewhere' });
    expect(await free()).not.toContain(third);
  });

  test('guests who sit at a table take it for today, and only for today', async () => {
    const { small, large, point_id } = await openPoint({ working_hours: everyDay('10:00', '02:00') });
    await command(floor.till, 'SeatWalkIn', { table_id: small, guests: 2 });
    const free = async (date: string, time: string) => {
      const { body } = await get(`/availability?point_id=${point_id}&date=${date}&time=${time}&guests=2`);
      return body.tables.map(({ id }: { id: number }) => id);
    };
    expect(await free('2026-03-02', '22:30')).toEqual([large]);
    // Through midnight they are in the way, after it they are not.
    expect(await free('2026-03-02', '23:30')).toEqual([large]);
    expect(await free('2026-03-03', '00:00')).toEqual([small, large]);
    expect(await free('2026-03-03', '12:00')).toEqual([small, large]);
  });
});

describe('every field of a query is checked', () => {
  const bad: [path: string, field: string, values: string[]][] = [
    ['/settings?', 'point_id', ['x', '123', 'null']],
    ['/halls?', 'point_id', ['x']],
    ['/availability?date=2026-03-10&guests=2&', 'point_id', ['x']],
    ['/availability?point_id=POINT&guests=2&', 'date', ['x', '2026-02-30', '10.03.2026', '2026-3-1', '0000-00-00']],
    ['/availability?point_id=POINT&date=2026-03-10&', 'guests', ['x', '0', '-1', '1.5', '1e3', '99999999999']],
    ['/availability?point_id=POINT&date=2026-03-10&guests=2&', 'time', ['x', '24:00', '9:00', '12:60', '12:00:00']],
    [
      '/availability?point_id=POINT&date=2026-03-10&guests=2&',
      'duration_minutes',
      ['x', '0', '14', '721', '-30', '60.5', '99999999999999999999'],
    ],
    ['?', 'point_id', ['x']],
    ['?', 'date_from', ['x', '2026-02-29']],
    ['?', 'date_to', ['x', '2026-13-01']],
    ['?', 'status', ['x', 'created,', 'created,x', 'CREATED']],
    ['?', 'include', ['x', 'occupancy,x']],
    ['?', 'changed_since', ['x', '2026-02-30T00:00:00Z', '2026-03-01', '2026-03-01T25:00:00Z', '1', '%00']],
    ['?changed_since=2026-01-01T00:00:00Z&', 'after_id', ['x', '1']],
    ['?changed_since=2026-01-01T00:00:00Z&', 'limit', ['x', '0', '-1', '1001', '1.5']],
  ];

  test.each(bad)('a query %s with a bad %s is refused', async (path, field, values) => {
    for (const value of values) {
      const { status, body } = await get(`${path.replace('POINT', floor.point_id)}${field}=${value}`);
      expect([field, value, status], JSON.stringify(body)).toEqual([field, value, 400]);
      expect(body.message).toContain(field);
      expect(body.field.replace(/\[\d\]/, '')).toBe(field);
      const { details: _, ...always } = body;
      expect(Object.keys(always).toSorted()).toEqual(['code', 'field', 'message', 'request_id']);
    }
  });

  test.each([
    ['/settings', 'point_id'],
    ['/halls', 'point_id'],
    ['/availability?date=2026-03-10&guests=2', 'point_id'],
    ['/availability?point_id=POINT&guests=2', 'date'],
    ['/availability?point_id=POINT&date=2026-03-10', 'guests'],
    ['?after_id=00000000-0000-4000-8000-000000000000', 'changed_since'],
  ])('a query of %s without %s is refused', async (path, field) => {
    const { status, body } = await get(path.replace('POINT', floor.point_id));
    expect([status, body.code]).toEqual([400, 'field_required']);
    expect(body.message).toContain(field);
  });

  test('a point that is unknown or another brand’s is 404 in every method of reservations', async () => {
    const stranger = await createVenue(app);
    for (const point_id of [randomUUID(), stranger.point_id]) {
      const of = `point_id=${point_id}`;
      for (const path of ['/settings?', '/halls?', '/availability?date=2026-03-10&guests=2&', '?']) {
        const { status, body } = await get(`${path}${of}`);
        expect([path, status, body.code]).toEqual([path, 404, 'point_not_found']);
      }
      const feed = await get(`?changed_since=2026-01-01T00:00:00Z&${of}`);
      expect([feed.status, feed.body.code]).toEqual([404, 'point_not_found']);
    }
  });
});

describe('lists and the feed', () => {
  test('lists and the feed of a key for one point leave out the others', async () => {
    const { point_id } = await openPoint({ working_hours: everyDay('10:00', '23:00') });
    const own = await anotherBooker(floor, { point_ids: [point_id] });
    const mine = await booked(floor, { point_id, table_id: null, date: '2026-03-20' }, own);
    await booked(floor, { date: '2026-03-20' });
    const period = 'date_from=2026-03-20&date_to=2026-03-20';
    const { body } = await get(`?${period}&include=occupancy`, own);
    expect(body).toEqual({ count: 1, has_more: false, reservations: [mine], occupancy: [] });
    expect((await get('?changed_since=2020-01-01T00:00:00Z', own)).body.reservations).toEqual([mine]);
    expect((await get(`?point_id=${floor.point_id}`, own)).status).toBe(404);
    expect((await get(`/${mine.id}`, floor.booker)).status).toBe(404);
  });

  test('lists of reservations are in the order in which guests are expected, whichever were booked first', async () => {
    const { point_id, book } = await openPoint({ working_hours: everyDay('10:00', '23:00') });
    const wanted = ['10:00', '12:00', '14:00', '16:00', '18:00', '20:00'];
    for (const start_time of wanted.toReversed()) await book({ date: '2026-03-19', start_time });
    const list = async (limit: number) => {
      const query = `point_id=${point_id}&date_from=2026-03-19&date_to=2026-03-19&limit=${limit}`;
      const { reservations, has_more } = (await get(`?${query}`)).body;
      return [reservations.map(({ start_time }: { start_time: string }) => start_time), has_more];
    };
    expect(await list(100)).toEqual([wanted, false]);
    expect(await list(2)).toEqual([wanted.slice(0, 2), true]);
  });

  test('lists of today go by the point’s day, not by ours', async () => {
    // Half past midnight on Kiritimati, when it is noon of the day before in London.
    const { point_id } = await openPoint({ timezone: 'Pacific/Kiritimati', working_hours: everyDay('00:00', '24:00') });
    const booker = await anotherBooker(floor, { point_ids: [point_id] });
    clock.move(90 * 60_000);
    const { body: before } = await booker.post(
      '/v1/reservations',
      bookingOf(floor, {
        point_id,
        table_id: null,
        date: '2026-03-03',
        start_time: '01:00',
      }),
    );
    expect(before.date).toBe('2026-03-03');
    const today = await get(`?point_id=${point_id}`, booker);
    expect(today.body.reservations).toEqual([before]);
    clock.move(-90 * 60_000);
    expect((await get(`?point_id=${point_id}&date_from=2026-03-02&date_to=2026-03-02`, booker)).body.count).toBe(0);

    const { changed_since } = (await get('?changed_since=2020-01-01T00:00:00Z', booker)).body.next;
    /** Around the change, as the clock of the point shows it. */
    const since = (seconds: number): string =>
      new Date(Date.parse(changed_since) + (14 * 3_600 + seconds) * 1_000).toISOString().slice(0, 19).replace('T', ' ');
    expect((await get(`?point_id=${point_id}&changed_since=${since(-1)}`, booker)).body.count).toBe(1);
    expect((await get(`?point_id=${point_id}&changed_since=${since(1)}`, booker)).body.count).toBe(0);
  });

  test('changes since a local time are told for every zone it may be of: none is skipped', async () => {
    const hours = { working_hours: everyDay('00:00', '24:00') };
    const west = await openPoint({ timezone: 'America/New_York', name: 'A point in the west', ...hours });
    const east = await openPoint({ timezone: 'Pacific/Kiritimati', ...hours });
    const booker = await anotherBooker(floor, { point_ids: [west.point_id, east.point_id] });
    const place = { point_id: east.point_id, table_id: null, date: '2026-03-21', start_time: '12:00' };
    const { body: booked } = await booker.post('/v1/reservations', bookingOf(floor, place));
    const before = `${booked.updated_at.slice(0, 17)}00`;
    expect((await get(`?changed_since=${before}`, booker)).body.reservations).toEqual([booked]);
    expect((await get(`?point_id=${west.point_id}&changed_since=${before}`, booker)).body.count).toBe(0);
  });

  test('occupancy names what others hold, with or without a table, and not what is over', async () => {
    const { point_id, small, large } = await openPoint({ working_hours: everyDay('10:00', '23:00') });
    const other = await anotherBooker(floor);
    const fields = { point_id, date: '2026-03-21' };
    const held = await booked(
      floor,
      { ...fields, table_id: small, guest: { phone: '+998935550011', name: 'Hidden' } },
      other,
    );
    await booked(floor, { ...fields, table_id: null, comment: 'secret' }, other);
    const gone = await booked(floor, { ...fields, table_id: large }, other);
    await other.post(`/v1/reservations/${gone.id}/cancel`);
    const answer = await get(`?point_id=${point_id}&date_from=2026-03-21&date_to=2026-03-21&include=occupancy`);
    const place = { point_id, date: '2026-03-21', start_time: '19:00', end_time: '20:30', guests: 2, is_seated: false };
    expect(answer.body.occupancy.toSorted((a: { table_id: number | null }) => (a.table_id === null ? 1 : -1))).toEqual([
      { ...place, table_id: small },
      { ...place, table_id: null },
    ]);
    for (const word of ['Hidden', '998935550011', 'secret', held.id]) {
      expect(JSON.stringify(answer.body)).not.toContain(word);
    }
    const plain = await get(`?point_id=${point_id}&date_from=2026-03-21&date_to=2026-03-21`);
    expect(plain.body.occupancy).toBeUndefined();
  });

  test('the feed goes on from wherever one stands, page by page', async () => {
    const booker = await anotherBooker(floor);
    const ids: string[] = [];
    for (let hour = 10; hour < 17; hour++) {
      const fields = { date: '2026-03-22', start_time: `${hour}:00`, table_id: null };
      ids.push((await booked(floor, fields, booker)).id);
    }
    const told: string[] = [];
    let query = '?changed_since=2020-01-01T00:00:00%2B05:00&limit=3';
    for (let pages = 0; pages < 10; pages++) {
      const { body } = await get(query, booker);
      expect(body.count).toBe(body.reservations.length);
      told.push(...body.reservations.map(({ id }: { id: string }) => id));
      if (!body.has_more) break;
      expect(body.reservations).toHaveLength(3);
      expect(body.next).toEqual({ changed_since: expect.stringMatching(/\.\d{6}Z$/), after_id: told.at(-1) });
      query = `?limit=3&changed_since=${body.next.changed_since}&after_id=${body.next.after_id}`;
    }
    expect(told).toEqual(ids);
  });

  test('the change feed has a hundred changes on a page by default', async () => {
    const booker = await anotherBooker(floor);
    const fields = { date: '2026-03-23', table_id: null };
    await Promise.all(Array.from({ length: 101 }, () => booked(floor, fields, booker)));
    const first = (await get('?changed_since=2020-01-01T00:00:00Z', booker)).body;
    expect([first.count, first.has_more]).toEqual([100, true]);
    const { changed_since, after_id } = first.next;
    const rest = (await get(`?changed_since=${changed_since}&after_id=${after_id}`, booker)).body;
    expect([rest.count, rest.has_more]).toEqual([1, false]);
    // A feed that has told nothing names no change, and takes its own words back.
    const silent = (await get('?changed_since=2100-01-01T00:00:00Z', booker)).body;
    expect(silent.next.after_id).toBeNull();
    for (const none of ['null', ''])
      expect((await get(`?changed_since=${silent.next.changed_since}&after_id=${none}`, booker)).body).toEqual(silent);
  });
});

describe('the venue', () => {
  test('the venue sees reservations of all sources; a till only those of its point', async () => {
    const { point_id, small } = await openPoint({ working_hours: everyDay('10:00', '23:00') });
    const key = await command(floor.till, 'IssueKey', { audience: 'venue', name: 'till', point_ids: [point_id] }).catch(
      async () =>
        command(await app.platform(), 'IssueKey', {
          brand_id: floor.brand_id,
          audience: 'venue',
          name: 'till',
          point_ids: [point_id],
        }),
    );
    const till = await app.client(key.api_key);
    const period = 'date_from=2026-03-24&date_to=2026-03-24';
    const mine = await booked(floor, { point_id, table_id: small, date: '2026-03-24' });
    await booked(floor, { date: '2026-03-24' });
    const seen = await till.get(`/venue/v1/reservations?${period}`);
    const upTo = (day: string) => till.get(`/venue/v1/reservations?date_from=2026-01-01&date_to=${day}`);
    expect((await upTo('2026-04-02')).status).toBe(200);
    expect(await upTo('2026-04-03')).toMatchObject({ status: 400, body: { code: 'period_too_long' } });
    expect(seen.body).toMatchObject({ count: 1, has_more: false, reservations: [{ id: mine.id, source: 'partner' }] });
    expect((await floor.till.get(`/venue/v1/reservations?${period}`)).body.count).toBe(2);
    expect((await floor.till.get(`/venue/v1/reservations?${period}&point_id=${point_id}`)).body.count).toBe(1);
    expect((await floor.till.get(`/venue/v1/reservations?${period}&status=pending,cancelled`)).body.count).toBe(0);
    for (const path of ['reservations', 'tables']) {
      expect((await till.get(`/venue/v1/${path}?point_id=${floor.point_id}`)).status).toBe(404);
      expect((await floor.booker.get(`/venue/v1/${path}?point_id=${point_id}`)).status).toBe(403);
    }
  });

  test('the venue sees each table with its hall, its seats, and what is on it now', async () => {
    const { point_id, hall_id, small, large } = await openPoint({ working_hours: everyDay('10:00', '23:00') });
    const next = await booked(floor, { point_id, table_id: small, date: '2026-03-25' });
    const later = await booked(floor, { point_id, table_id: small, date: '2026-03-26' });
    await command(floor.till, 'SeatWalkIn', { table_id: large, guests: 7 });
    const { body } = await floor.till.get(`/venue/v1/tables?point_id=${point_id}`);
    expect(body).toEqual({
      point_id,
      tables: [
        {
          id: small,
          name: 'A',
          capacity: 2,
          hall_id,
          hall_name: 'Yard',
          seated: null,
          next_reservation: {
            reservation_id: next.id,
            date: '2026-03-25',
            start_time: '19:00',
            end_time: '20:30',
            guests: 2,
          },
        },
        {
          id: large,
          name: 'B',
          capacity: null,
          hall_id,
          hall_name: 'Yard',
          next_reservation: null,
          seated: { reservation_id: null, guests: 7, seated_at: '2026-03-02 14:00:00' },
        },
      ],
    });
    // Who sits there is no longer awaited.
    await command(floor.till, 'SeatReservation', { reservation_id: next.id });
    expect((await floor.till.get(`/venue/v1/tables?point_id=${point_id}`)).body.tables[0]).toMatchObject({
      seated: { reservation_id: next.id, guests: 2, seated_at: '2026-03-02 14:00:00' },
      next_reservation: { reservation_id: later.id, date: '2026-03-26' },
    });
  });

  test.each([
    ['reservations?date_from=x', 'date_from'],
    ['reservations?date_to=2026-02-30', 'date_to'],
    ['reservations?status=x', 'status'],
    ['reservations?point_id=x', 'point_id'],
    ['tables', 'point_id'],
    ['tables?point_id=x', 'point_id'],
  ])('the venue’s %s is refused for its %s', async (path, field) => {
    const { status, body } = await floor.till.get(`/venue/v1/${path}`);
    expect([status, body.message.includes(field)], JSON.stringify(body)).toEqual([400, true]);
  });
});

test('an auditor sees a reservation as of any moment, by the clock or by the log', async () => {
  const { id, ...reservation } = await booked(floor, { date: '2026-03-27' });
  const then = new Date(clock.read()).toISOString();
  clock.move(60_000);
  await patch(floor.booker, `/v1/reservations/${id}`, { guests: 3 });
  const read = async (query: string) => (await floor.auditor.get(`/audit/v1/reservations/${id}${query}`)).body;
  const { events } = (await floor.auditor.get(`/audit/v1/reservations/${id}/history`)).body;
  expect(events).toHaveLength(2);
  const asBooked = { id, ...reservation };
  expect(await read(`?at=${then}`)).toMatchObject({ state: asBooked, as_of: then, position: events[0].position });
  expect(await read(`?at=${events[0].position}`)).toMatchObject({ state: asBooked, revision: events[0].revision });
  expect((await read('')).state).toEqual((await get(`/${id}`)).body);
  expect((await read(`?at=${events[0].position - 1}`)).code).toBe('reservation_not_found');
  expect((await read('?at=2020-01-01T00:00:00Z')).code).toBe('reservation_not_found');
  expect((await read('?at=yesterday')).code).toBe('field_not_moment');
  const bad = await floor.auditor.get('/audit/v1/reservations/1/history');
  expect([bad.status, bad.body.code]).toEqual([400, 'field_not_uuid']);
  expect((await floor.auditor.get(`/audit/v1/reservations/${randomUUID()}/history`)).status).toBe(404);
  expect((await floor.booker.get(`/audit/v1/reservations/${id}`)).status).toBe(403);
  clock.move(-60_000);
});
