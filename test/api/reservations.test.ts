import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { command, type TestApp } from '../support/app.ts';
import { createClock, MINUTE } from '../support/clock.ts';
import { anotherBooker, booked, bookingOf, createFloor, patch, type TestFloor } from '../support/floor.ts';
import { sharedApp } from '../support/shared-app.ts';
import { createVenue, definePoint } from '../support/venue.ts';

const clock = createClock();
let app: TestApp;
let floor: TestFloor;

beforeAll(async () => {
  app = await sharedApp({ clock: clock.read });
  floor = await createFloor(app);
});
afterAll(() => app?.stop());

/** Days nobody else books on. */
let day = 0;
const newDate = (): string => new Date(Date.UTC(2026, 2, 11 + day++)).toISOString().slice(0, 10);

describe('booking', () => {
  test('booking answers 201 and the reservation, the same as reading it', async () => {
    const date = newDate();
    const fields = {
      date,
      external_id: 'first',
      deposit: { amount: 50_000, payment_type_id: floor.card },
      comment: 'x',
    };
    const reservation = await booked(floor, fields);
    expect(reservation).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      external_id: 'first',
      point_id: floor.point_id,
      status: 'created',
      type: 'table',
      table: { id: floor.tables.four, name: '1', hall_id: floor.hall_id, hall_name: 'Main' },
      date,
      start_time: '19:00',
      end_time: '20:30',
      duration_minutes: 90,
      guests: 2,
      guest: { name: 'Aziza', phone: '+998901234567' },
      comment: 'x',
      deposit: { amount: 50_000, payment_type_id: floor.card, status: 'held' },
      cancel_reason: null,
      cancelled_by: null,
      created_at: '2026-03-02 14:00:00',
      updated_at: '2026-03-02 14:00:00',
      status_changed_at: '2026-03-02 14:00:00',
    });
    expect((await floor.booker.get(`/v1/reservations/${reservation.id}`)).body).toEqual(reservation);
    const list = await floor.booker.get(`/v1/reservations?date_from=${date}&date_to=${date}`);
    expect(list.body).toEqual({ count: 1, has_more: false, reservations: [reservation] });
  });

  test('a repeated booking answers 200 with the reservation as it is now, whatever is asked, and wherever', async () => {
    const date = newDate();
    const body = bookingOf(floor, { date });
    const first = await floor.booker.post('/v1/reservations', body);
    await patch(floor.booker, `/v1/reservations/${first.body.id}`, { guests: 3 });
    const { id: otherPoint } = await definePoint(floor.till);
    const repeats = [
      body,
      { ...body, guests: 99, table_id: 1 },
      { ...body, point_id: otherPoint, guest: { phone: '1' } },
    ];
    for (const repeat of repeats) {
      const again = await floor.booker.post('/v1/reservations', repeat);
      expect(again.status).toBe(200);
      expect(again.body).toMatchObject({ id: first.body.id, guests: 3 });
    }
    const cancelled = await floor.booker.post(`/v1/reservations/${first.body.id}/cancel`);
    expect(cancelled.body).toMatchObject({ status: 'cancelled', cancelled_by: 'guest' });
    const last = await floor.booker.post('/v1/reservations', body);
    expect([last.status, last.body.status]).toEqual([200, 'cancelled']);
  });

  test('many repeats of a booking at once are one reservation, told once to be new', async () => {
    const body = bookingOf(floor, { date: newDate() });
    const answers = await Promise.all(Array.from({ length: 20 }, () => floor.booker.post('/v1/reservations', body)));
    expect(new Set(answers.map((answer) => answer.body.id)).size).toBe(1);
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(19);
  });

  test('a refused booking uses up no external_id, at that point or another', async () => {
    const date = newDate();
    await booked(floor, { date });
    const body = bookingOf(floor, { date });
    expect((await floor.booker.post('/v1/reservations', body)).status).toBe(409);
    const { id: point_id } = await definePoint(floor.till, { name: 'Elsewhere' });
    const elsewhere = await floor.booker.post('/v1/reservations', { ...body, point_id, table_id: null });
    expect([elsewhere.status, elsewhere.body.point_id]).toEqual([201, point_id]);
  });

  test('two partners may have the same external_id', async () => {
    const other = await anotherBooker(floor);
    const fields = { date: newDate(), external_id: 'shared' };
    const mine = await booked(floor, fields);
    const theirs = await booked(floor, { ...fields, table_id: floor.tables.any }, other);
    expect(theirs.id).not.toBe(mine.id);
  });

  test('a refused booking makes no client of the guest', async () => {
    const date = newDate();
    await booked(floor, { date });
    const phone = '+998935557788';
    const clients = async () => {
      const text = `select id from app.identities where kind = 'client' and key = $1`;
      return (await app.tillstream.pool.query(text, [app.tillstream.hash(phone)])).rows;
    };
    const refused = await floor.booker.post('/v1/reservations', bookingOf(floor, { date, guest: { phone } }));
    expect([refused.status, await clients()]).toEqual([409, []]);
    await booked(floor, { date: newDate(), guest: { phone } });
    expect(await clients()).toHaveLength(1);
  });

  test('booking a taken table answers 409 with the conflict, and nothing about the guest', async () => {
    const date = newDate();
    await booked(floor, { date, guest: { phone: '+998935554433', name: 'Secret' }, comment: 'hush' });
    const other = await anotherBooker(floor);
    const answer = await other.post('/v1/reservations', bookingOf(floor, { date, start_time: '20:00' }));
    expect(answer.status).toBe(409);
    expect(answer.body).toEqual({
      message: 'The table is taken at this time',
      code: 'table_busy',
      request_id: expect.any(String),
      conflict: { table_id: floor.tables.four, date, start_time: '19:00', end_time: '20:30' },
    });
  });

  test.each<[string, object, number, string]>([
    ['an unknown point', { point_id: randomUUID() }, 404, 'point_not_found'],
    ['an unknown table', { table_id: 999_999 }, 404, 'table_not_found'],
    ['a day that does not exist', { date: '2026-02-30' }, 400, 'field_not_date'],
    ['no phone', { guest: { name: 'A' } }, 400, 'field_required'],
    ['a phone that is none', { guest: { phone: '12' } }, 400, 'phone_invalid'],
    ['no external_id', { external_id: undefined }, 400, 'field_required'],
    ['an external_id too long', { external_id: 'x'.repeat(256) }, 400, 'field_too_long'],
    ['a comment too long', { comment: 'x'.repeat(256) }, 400, 'field_too_long'],
    ['nobody', { guests: 0 }, 400, 'field_too_small'],
    ['more guests than seats', { guests: 5 }, 400, 'table_too_small'],
    ['a start that is the end', { end_time: '19:00' }, 400, 'reservation_without_duration'],
    ['an end before the start', { end_time: '18:00' }, 400, 'reservation_too_long'],
    ['14 minutes', { duration_minutes: 14 }, 400, 'reservation_too_short'],
    ['the past', { date: '2026-03-02', start_time: '13:59' }, 400, 'reservation_in_past'],
    ['91 days ahead', { date: '2026-06-01' }, 400, 'reservation_too_far_ahead'],
    ['a closed hour', { start_time: '09:59' }, 400, 'reservation_outside_hours'],
    ['an unknown payment type', { deposit: { amount: 1, payment_type_id: 5 } }, 400, 'payment_type_not_available'],
    ['an unknown type', { type: 'party' }, 400, 'field_not_allowed'],
  ])('%s is refused', async (_what, fields, status, code) => {
    const answer = await floor.booker.post('/v1/reservations', bookingOf(floor, fields));
    expect([answer.status, answer.body.code]).toEqual([status, code]);
  });

  test('booking another point’s table is 400, another brand’s is 404', async () => {
    const { id: point_id } = await definePoint(floor.till, { name: 'Second' });
    const hall = await command(floor.till, 'DefineHall', { point_id, name: 'Far' });
    const table = await command(floor.till, 'DefineTable', { hall_id: hall.id, name: '1' });
    const far = await floor.booker.post('/v1/reservations', bookingOf(floor, { table_id: table.id }));
    expect([far.status, far.body.code]).toEqual([400, 'table_of_another_point']);
    const stranger = await createVenue(app);
    const foreign = await floor.booker.post('/v1/reservations', bookingOf(floor, { table_id: stranger.table_id }));
    expect([foreign.status, foreign.body.code]).toEqual([404, 'table_not_found']);
    const point = await floor.booker.post('/v1/reservations', bookingOf(floor, { point_id: stranger.point_id }));
    expect([point.status, point.body.code]).toEqual([404, 'point_not_found']);
  });
});

describe('who may', () => {
  const methods = (id: string): [string, string, object?][] => [
    ['GET', '/v1/reservations/settings'],
    ['GET', '/v1/reservations/halls'],
    ['GET', '/v1/reservations/availability'],
    ['POST', '/v1/reservations', {}],
    ['PATCH', `/v1/reservations/${id}`, {}],
    ['POST', `/v1/reservations/${id}/cancel`, {}],
    ['POST', `/v1/reservations/${id}/deposit`, {}],
    ['GET', '/v1/reservations?date_from=x'],
    ['GET', '/v1/reservations?changed_since=x'],
    ['GET', `/v1/reservations/${id}`],
  ];

  test('without the permission everything is 403 before any other check', async () => {
    for (const [method, path, body] of methods(randomUUID())) {
      const init = body && { body: '{"not json', headers: { 'content-type': 'application/json' } };
      const answer = await floor.partner.send(method, path, init);
      expect([method, path, answer.status, answer.body.code]).toEqual([
        method,
        path,
        403,
        'no_access_to_table_booking',
      ]);
    }
  });

  test("another partner's reservation does not exist", async () => {
    const { id } = await booked(floor, { date: newDate() });
    const other = await anotherBooker(floor);
    expect((await other.get(`/v1/reservations/${id}`)).status).toBe(404);
    expect((await patch(other, `/v1/reservations/${id}`, { guests: 1 })).status).toBe(404);
    expect((await other.post(`/v1/reservations/${id}/cancel`)).status).toBe(404);
    expect((await other.post(`/v1/reservations/${id}/deposit`, { status: 'retained' })).status).toBe(404);
  });

  test('a key that is for another point sees nothing of this one', async () => {
    const { id: point_id } = await definePoint(floor.till, { name: 'Third' });
    const other = await anotherBooker(floor, { point_ids: [point_id] });
    for (const path of ['settings?', 'halls?', 'availability?date=2026-03-10&guests=2&']) {
      const answer = await other.get(`/v1/reservations/${path}point_id=${floor.point_id}`);
      expect(answer.body.code).toBe('point_not_found');
    }
    // Nor, once it is, of what was booked through it before.
    const terms = { audience: 'partner', name: 'app', permissions: ['table_booking'] };
    const { key_id, api_key } = await command(floor.till, 'IssueKey', terms);
    const booker = await app.client(api_key);
    const { id } = await booked(floor, { date: newDate() }, booker);
    await command(floor.till, 'UpdateKey', { key_id, point_ids: [point_id] });
    expect((await booker.get(`/v1/reservations/${id}`)).body.code).toBe('reservation_not_found');
    expect((await booker.post(`/v1/reservations/${id}/cancel`)).body.code).toBe('reservation_not_found');
  });
});

describe('changing', () => {
  test('changing a reservation keeps the duration when only the start moves; null takes the table away', async () => {
    const { id } = await booked(floor, { date: newDate(), end_time: '21:00' });
    const path = `/v1/reservations/${id}`;
    clock.move(MINUTE);
    const moved = await patch(floor.booker, path, { start_time: '23:30' });
    expect(moved.body).toMatchObject({ start_time: '23:30', end_time: '01:30', duration_minutes: 120 });
    expect(moved.body.updated_at > moved.body.created_at).toBe(true);
    const tableLess = await patch(floor.booker, path, { table_id: null, guest: { name: 'Bek' }, comment: null });
    expect(tableLess.body).toMatchObject({ table: null, status: 'pending', guest: { name: 'Bek' }, comment: null });
    expect((await floor.booker.get(path)).body).toEqual(tableLess.body);
    expect((await patch(floor.booker, path, {})).body).toEqual(tableLess.body);
    expect((await patch(floor.booker, path, { guest: { name: null } })).body.guest.name).toBeNull();
  });

  test.each(['', '  ', '\u200b'])('texts of a reservation that show nothing are null: %j', async (blank) => {
    const guest = { phone: '+998901234567', name: blank };
    const made = await booked(floor, { date: newDate(), guest, comment: blank });
    expect(made).toMatchObject({ guest: { name: null }, comment: null });
    const path = `/v1/reservations/${made.id}`;
    await patch(floor.booker, path, { guest: { name: 'Aziza' }, comment: 'By the window' });
    const { body } = await patch(floor.booker, path, { guest: { name: blank }, comment: blank });
    expect(body).toMatchObject({ guest: { name: null }, comment: null });
    expect((await floor.booker.post(`${path}/cancel`, { reason: blank })).body.cancel_reason).toBeNull();
    const { id } = await booked(floor, { date: newDate(), table_id: null });
    const declined = { command_id: randomUUID(), reservation_id: id, reason: blank };
    const { status, body: refused } = await floor.till.post('/venue/v1/commands/DeclineReservation', declined);
    expect([status, refused.code, refused.field]).toEqual([400, 'field_empty', 'reason']);
  });

  test('changing a reservation to a taken table is 409 with the conflict', async () => {
    const date = newDate();
    await booked(floor, { date, table_id: floor.tables.two });
    const { id } = await booked(floor, { date });
    const answer = await patch(floor.booker, `/v1/reservations/${id}`, { table_id: floor.tables.two });
    expect([answer.status, answer.body.conflict.table_id]).toEqual([409, floor.tables.two]);
  });

  test('cancelling a reservation once more is 200 and changes nothing; after that it cannot be moved', async () => {
    const { id } = await booked(floor, { date: newDate() });
    const path = `/v1/reservations/${id}`;
    const body = { reason: 'ill', cancelled_by: 'partner' };
    const cancelled = await floor.booker.post(`${path}/cancel`, body);
    expect(cancelled.body).toMatchObject({ status: 'cancelled', cancel_reason: 'ill', cancelled_by: 'partner' });
    const again = await floor.booker.post(`${path}/cancel`);
    expect([again.status, again.body]).toEqual([200, cancelled.body]);
    const moved = await patch(floor.booker, path, { guests: 1 });
    expect([moved.status, moved.body.code]).toEqual([409, 'reservation_status_conflict']);
  });

  test('the partner tells once what became of a deposit', async () => {
    const deposit = { amount: 70_000, payment_type_id: floor.cash };
    const { id } = await booked(floor, { date: newDate(), deposit });
    const path = `/v1/reservations/${id}`;
    const silent = await floor.booker.post(`${path}/cancel`);
    expect([silent.status, silent.body.code]).toEqual([400, 'deposit_status_required']);
    await command(floor.till, 'MarkNoShow', { reservation_id: id });
    const told = await floor.booker.post(`${path}/deposit`, { status: 'retained' });
    expect(told.body).toMatchObject({ status: 'no_show', deposit: { status: 'retained' } });
    const again = await floor.booker.post(`${path}/deposit`, { status: 'retained' });
    expect([again.status, again.body.code]).toEqual([409, 'deposit_not_held']);
  });
});

describe('places', () => {
  const get = (path: string) => floor.booker.get(`/v1/reservations/${path}`);

  test('settings and halls of a point can be read', async () => {
    expect((await get(`settings?point_id=${floor.point_id}`)).body).toMatchObject({
      point_id: floor.point_id,
      point_name: 'Chorsu',
      timezone: 'Asia/Tashkent',
      default_duration_minutes: 90,
      max_days_ahead: 90,
      unassigned_auto_confirm_guests_per_hour: null,
      working_hours: expect.arrayContaining([{ day: 1, is_open: true, open: '10:00', close: '02:00' }]),
    });
    expect((await get(`halls?point_id=${floor.point_id}`)).body).toEqual({
      point_id: floor.point_id,
      halls: [
        {
          id: floor.hall_id,
          name: 'Main',
          tables: [
            { id: floor.tables.four, name: '1', capacity: 4 },
            { id: floor.tables.two, name: '2', capacity: 2 },
            { id: floor.tables.any, name: '3', capacity: null },
          ],
        },
      ],
    });
  });

  test('the free tables at a time can be read', async () => {
    const date = newDate();
    await booked(floor, { date });
    await booked(floor, { date, table_id: undefined });
    const query = `availability?point_id=${floor.point_id}&date=${date}&guests=2`;
    expect((await get(`${query}&time=20:00`)).body).toEqual({
      about: 'time',
      point_id: floor.point_id,
      date,
      time: '20:00',
      end_time: '21:30',
      duration_minutes: 90,
      guests: 2,
      is_available: true,
      free_tables_count: 1,
      unassigned_reservations: 1,
      tables: [
        { id: floor.tables.two, name: '2', capacity: 2, hall_id: floor.hall_id, hall_name: 'Main' },
        { id: floor.tables.any, name: '3', capacity: null, hall_id: floor.hall_id, hall_name: 'Main' },
      ],
    });
    const later = await get(`${query}&time=20:30&duration_minutes=60`);
    expect(later.body).toMatchObject({ end_time: '21:30', free_tables_count: 3, unassigned_reservations: 0 });
    const closed = await get(`${query}&time=05:00`);
    expect(closed.body).toMatchObject({ is_available: false, tables: [] });
  });

  test('the free times of a day can be read', async () => {
    const date = newDate();
    await booked(floor, { date, start_time: '10:00', table_id: floor.tables.any });
    const { body } = await get(`availability?point_id=${floor.point_id}&date=${date}&guests=3`);
    expect(body).toMatchObject({ date, guests: 3, duration_minutes: 90, is_open: true });
    expect(body.slots[0]).toEqual({
      time: '10:00',
      date,
      is_available: true,
      free_tables_count: 1,
      table_ids: [floor.tables.four],
    });
    expect(body.slots.at(-1)).toMatchObject({ time: '01:30', is_available: true });
    expect(body.slots.at(-1).date > date).toBe(true);
    expect(body.slots).toHaveLength(32);
  });

  test('guests who walk in take their table for today', async () => {
    const today = '2026-03-02';
    const query = `availability?point_id=${floor.point_id}&date=${today}&guests=2&time=21:00`;
    await command(floor.till, 'SeatWalkIn', { table_id: floor.tables.two, guests: 2 });
    expect((await get(query)).body.tables.map(({ id }: { id: number }) => id)).not.toContain(floor.tables.two);
    const busy = await floor.booker.post(
      '/v1/reservations',
      bookingOf(floor, { date: today, table_id: floor.tables.two }),
    );
    expect(busy.status).toBe(409);
    await command(floor.till, 'FreeTable', { table_id: floor.tables.two });
    expect((await get(query)).body.tables.map(({ id }: { id: number }) => id)).toContain(floor.tables.two);
  });
});

describe('lists', () => {
  test("lists of reservations have the partner's own alone; others' are occupancy", async () => {
    const date = newDate();
    const mine = await booked(floor, { date });
    const other = await anotherBooker(floor);
    await booked(floor, { date, table_id: floor.tables.two, start_time: '20:00' }, other);
    const venue = bookingOf(floor, { date, table_id: floor.tables.any, guests: 9 });
    await command(floor.till, 'BookTable', venue);
    const { body } = await floor.booker.get(`/v1/reservations?date_from=${date}&date_to=${date}&include=occupancy`);
    expect(body.reservations).toEqual([mine]);
    const place = { point_id: floor.point_id, date, is_seated: false };
    expect(body.occupancy).toEqual([
      { ...place, table_id: floor.tables.any, start_time: '19:00', end_time: '20:30', guests: 9 },
      { ...place, table_id: floor.tables.two, start_time: '20:00', end_time: '21:30', guests: 2 },
    ]);
  });

  test('lists of reservations filter by status, today unless told, at most 31 days', async () => {
    const date = newDate();
    const { id } = await booked(floor, { date });
    await floor.booker.post(`/v1/reservations/${id}/cancel`);
    const list = async (query: string) => (await floor.booker.get(`/v1/reservations?${query}`)).body;
    const of = `date_from=${date}&date_to=${date}`;
    expect((await list(`${of}&status=created,pending`)).count).toBe(0);
    expect((await list(`${of}&status=created,cancelled`)).count).toBe(1);
    expect((await list(`${of}&status=eaten`)).code).toBe('field_not_allowed');
    expect((await list('')).count).toBe(0);
    expect((await list('date_from=2026-03-01&date_to=2026-03-31')).code).toBeUndefined();
    expect((await list('date_from=2026-03-01&date_to=2026-04-01')).code).toBe('period_too_long');
    expect((await list('date_from=2026-03-02&date_to=2026-03-01')).code).toBe('period_reversed');
  });

  test('the change feed has changes in order, each once, as it is now', async () => {
    const booker = await anotherBooker(floor);
    const date = newDate();
    const ids: string[] = [];
    for (const start_time of ['11:00', '13:00', '15:00']) {
      ids.push((await booked(floor, { date, start_time, duration_minutes: 60 }, booker)).id);
    }
    await patch(booker, `/v1/reservations/${ids[0]}`, { comment: 'changed' });
    const feed = async (query: string) => (await booker.get(`/v1/reservations?${query}`)).body;
    const first = await feed('changed_since=2020-01-01T00:00:00Z&limit=2');
    expect([first.count, first.has_more]).toEqual([2, true]);
    const cursorOf = ({ next }: { next: { changed_since: string; after_id: string } }) =>
      `changed_since=${next.changed_since}&after_id=${next.after_id}`;
    const second = await feed(cursorOf(first));
    expect([second.count, second.has_more]).toEqual([1, false]);
    const seen = [...first.reservations, ...second.reservations];
    expect(seen.map(({ id }) => id)).toEqual([ids[1], ids[2], ids[0]]);
    expect(seen.at(-1).comment).toBe('changed');
    expect(await feed(cursorOf(second))).toMatchObject({ count: 0, has_more: false, next: second.next });
    await booker.post(`/v1/reservations/${ids[1]}/cancel`);
    expect((await feed(cursorOf(second))).reservations).toMatchObject([{ id: ids[1], status: 'cancelled' }]);
    expect((await feed(`changed_since=2199-01-01 00:00:00`)).count).toBe(0);
    for (const offset of ['%2B0500', '%2B05', '+0500', ',5%2B05:00']) {
      expect((await feed(`changed_since=2199-01-01T00:00:00${offset}`)).count, offset).toBe(0);
    }
    expect((await feed('changed_since=2199-01-01T00:00:60Z')).code).toBe('field_not_timestamp');
    expect((await feed('changed_since=yesterday')).code).toBe('field_not_timestamp');
    expect((await feed('changed_since=2020-01-01T00:00:00Z&limit=1001')).code).toBe('field_too_big');
  });
});

describe('the venue', () => {
  test('the venue has separate external_ids for each key', async () => {
    const terms = { brand_id: floor.brand_id, audience: 'venue', name: 'second till' };
    const second = await app.client((await command(await app.platform(), 'IssueKey', terms)).api_key);
    const body = bookingOf(floor, { date: newDate(), table_id: null });
    const ids: string[] = [];
    for (const till of [floor.till, second, floor.till])
      ids.push((await command(till, 'BookTable', body)).reservation_id);
    expect(ids[2]).toBe(ids[0]);
    expect(ids[1]).not.toBe(ids[0]);
  });

  test('the venue books, moves, confirms, declines and cancels', async () => {
    const date = newDate();
    const { id } = await command(floor.till, 'BookTable', bookingOf(floor, { date, external_id: null, guests: 9 }));
    const moved = await command(floor.till, 'MoveReservation', { reservation_id: id, start_time: '21:00' });
    expect(moved).toEqual({ id, reservation_id: id, status: 'created' });
    const request = await booked(floor, { date, table_id: null });
    const confirmed = await command(floor.till, 'ConfirmReservation', { reservation_id: request.id });
    expect(confirmed.status).toBe('created');
    const second = await booked(floor, { date, table_id: null });
    await command(floor.till, 'DeclineReservation', { reservation_id: second.id, reason: 'full' });
    const declined = (await floor.booker.get(`/v1/reservations/${second.id}`)).body;
    expect(declined).toMatchObject({ status: 'declined', cancel_reason: 'full', cancelled_by: 'venue' });
    await command(floor.till, 'CancelReservation', { reservation_id: request.id, cancelled_by: 'guest' });
    const { body } = await floor.till.get(`/venue/v1/reservations?date_from=${date}&date_to=${date}`);
    expect(body.reservations.map(({ status, source }: Record<string, string>) => [source, status])).toEqual(
      expect.arrayContaining([
        ['venue', 'created'],
        ['partner', 'cancelled'],
        ['partner', 'declined'],
      ]),
    );
    expect(body.count).toBe(3);
  });

  test('the venue sees who sits at its tables and who comes next', async () => {
    const date = newDate();
    const { id } = await booked(floor, { date, table_id: floor.tables.any });
    await command(floor.till, 'SeatWalkIn', { table_id: floor.tables.any, guests: 5 });
    const { body } = await floor.till.get(`/venue/v1/tables?point_id=${floor.point_id}`);
    const table = body.tables.find((it: { id: number }) => it.id === floor.tables.any);
    expect(table.seated).toMatchObject({ reservation_id: null, guests: 5 });
    expect(table.next_reservation).not.toBeNull();
    await command(floor.till, 'FreeTable', { table_id: floor.tables.any });
    await floor.booker.post(`/v1/reservations/${id}/cancel`);
  });

  test('the venue’s commands on unknown reservations and tables are 404', async () => {
    const id = randomUUID();
    const unknown = await floor.till.post('/venue/v1/commands/ConfirmReservation', {
      command_id: id,
      reservation_id: id,
    });
    expect([unknown.status, unknown.body.code]).toEqual([404, 'reservation_not_found']);
    const walkIn = { command_id: randomUUID(), table_id: 999_999, guests: 1 };
    const table = await floor.till.post('/venue/v1/commands/SeatWalkIn', walkIn);
    expect([table.status, table.body.code]).toEqual([404, 'table_not_found']);
  });
});

test('an auditor sees what became of a reservation, and what it was', async () => {
  const { id } = await booked(floor, { date: newDate() });
  await patch(floor.booker, `/v1/reservations/${id}`, { guests: 4 });
  await floor.booker.post(`/v1/reservations/${id}/cancel`);
  const { body } = await floor.auditor.get(`/audit/v1/reservations/${id}/history`);
  const types = body.events.map(({ type }: { type: string }) => type);
  expect(types).toEqual(['ReservationBooked', 'ReservationMoved', 'ReservationCancelled']);
  const then = await floor.auditor.get(`/audit/v1/reservations/${id}?at=${body.events[0].position}`);
  expect(then.body.state).toMatchObject({ status: 'created', guests: 2 });
  const stranger = await createVenue(app);
  expect((await stranger.auditor.get(`/audit/v1/reservations/${id}`)).status).toBe(404);
});
