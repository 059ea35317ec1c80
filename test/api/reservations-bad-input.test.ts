// A database of its own: bodies are limited to less than usual, and nothing may be added to the log.

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { command, type TestApp } from '../support/app.ts';
import { BAD_VALUES, isOurs, type Kind, names } from '../support/bad-values.ts';
import { createClock } from '../support/clock.ts';
import { booked, bookingOf, createFloor, patch, type TestFloor } from '../support/floor.ts';
import type { HttpAnswer } from '../support/http-client.ts';
import { toJson } from '../support/poison.ts';
import { startVenueApp } from '../support/ready-venues.ts';
import { createVenue, definePoint, type TestVenue } from '../support/venue.ts';

/** It is 14:00 on Monday, 2 March 2026; the point is open from 10:00 to 02:00. */
const clock = createClock();
let app: TestApp;
let floor: TestFloor;
let stranger: TestVenue;
/** Of the same brand. */
let far: { point_id: string; hall_id: number; table_id: number };
/** A point whose clocks go forward from 02:00 to 03:00 on 29 March. */
let berlin: string;
let reservationId: string;

beforeAll(async () => {
  app = await startVenueApp({ clock: clock.read, bodyLimit: 100_000 });
  floor = await createFloor(app, { max_duration_minutes: 720, min_duration_minutes: 15 });
  stranger = await createVenue(app);
  const { till } = floor;
  const { id: point_id } = await definePoint(till, { name: 'Far' });
  const { id: hall_id } = await command(till, 'DefineHall', { point_id, name: 'Far' });
  const { id: table_id } = await command(till, 'DefineTable', { hall_id, name: '1' });
  far = { point_id, hall_id, table_id };
  berlin = (await definePoint(till, { name: 'Berlin', timezone: 'Europe/Berlin', working_hours: ALWAYS })).id;
  reservationId = (await booked(floor, { date: '2026-03-20', guests: 2 })).id;
});
afterAll(() => app?.stop());

const ALWAYS = [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, is_open: true, open: '00:00', close: '24:00' }));
const get = (path: string): Promise<HttpAnswer> => floor.booker.get(`/v1/reservations${path}`);
const book = (fields: object): Promise<HttpAnswer> => floor.booker.post('/v1/reservations', bookingOf(floor, fields));
const move = (fields: object): Promise<HttpAnswer> => patch(floor.booker, `/v1/reservations/${reservationId}`, fields);
const codeOf = ({ status, body }: HttpAnswer): [number, string] => [status, body.code ?? body.status];
/** Where the log ends: it stays there while nothing is recorded. */
const logEnd = (): Promise<number> => app.tillstream.store.head();

/** Expects that it was refused, and that nothing is in the log that wasn't there before. */
const refused = async (send: () => Promise<HttpAnswer>, status: number, code: string): Promise<void> => {
  const before = await logEnd();
  const answer = await send();
  expect(codeOf(answer), JSON.stringify(answer.body)).toEqual([status, code]);
  expect(answer.body.message).not.toBe('');
  expect(await logEnd()).toBe(before);
};

describe('fields of PATCH', () => {
  const FIELDS: [string, Kind, (value: unknown) => object][] = [
    ['date', 'date', (date) => ({ date })],
    ['start_time', 'time', (start_time) => ({ start_time })],
    ['end_time', 'time', (end_time) => ({ end_time })],
    ['duration_minutes', 'positive count', (duration_minutes) => ({ duration_minutes })],
    ['guests', 'positive count', (guests) => ({ guests })],
    ['table_id', 'id', (table_id) => ({ table_id })],
    ['comment', 'text', (comment) => ({ comment })],
    ['guest', 'object', (guest) => ({ guest })],
    ['guest.name', 'text', (name) => ({ guest: { name } })],
    ['deposit', 'object', (deposit) => ({ deposit })],
    ['deposit.amount', 'positive count', (amount) => ({ deposit: { amount, payment_type_id: floor.cash } })],
    ['deposit.payment_type_id', 'id', (payment_type_id) => ({ deposit: { amount: 1, payment_type_id } })],
  ];

  test.each(FIELDS)('a reservation with a bad %s is refused', async (field, kind, bodyOf) => {
    const before = await logEnd();
    const wrong: string[] = [];
    for (const bad of BAD_VALUES[kind]) {
      // Some of these JSON can't write by itself.
      const body = toJson(bodyOf(bad))!;
      const headers = { 'content-type': 'application/json' };
      const answer = await floor.booker.send('PATCH', `/v1/reservations/${reservationId}`, { body, headers });
      if (answer.status === 400 && names(answer.body, field) && isOurs(answer.body.code)) continue;
      wrong.push(`${toJson(bad)?.slice(0, 60)}: ${answer.status} ${JSON.stringify(answer.body).slice(0, 200)}`);
    }
    expect(wrong).toEqual([]);
    expect(await logEnd()).toBe(before);
  });

  test.each(['[]', '"text"', '1', 'true', 'null', '', '{"guests": 3', '{"guests": 3}{}', '\u0000'])(
    'a body %j of PATCH is refused',
    async (body) => {
      const headers = { 'content-type': 'application/json' };
      const before = await logEnd();
      const answer = await floor.booker.send('PATCH', `/v1/reservations/${reservationId}`, { body, headers });
      expect(answer.status, JSON.stringify(answer.body)).toBe(400);
      expect(await logEnd()).toBe(before);
    },
  );

  test('null in a field of PATCH that cannot be removed changes nothing; unknown fields are ignored', async () => {
    const before = await get(`/${reservationId}`);
    const nulls = {
      date: null,
      start_time: null,
      end_time: null,
      duration_minutes: null,
      guests: null,
      guest: null,
      deposit: null,
    };
    for (const body of [
      {},
      nulls,
      { status: 'opened', id: randomUUID(), external_id: 'x', __proto__: 1, point_id: 'x' },
    ]) {
      expect(await move(body)).toMatchObject({ status: 200, body: before.body });
    }
  });
});

describe('a time that cannot be booked', () => {
  const TIMES: [string, object, string][] = [
    ['a day February does not have', { date: '2026-02-29' }, 'field_not_date'],
    ['the 31st of April', { date: '2026-04-31' }, 'field_not_date'],
    ['month 13', { date: '2026-13-01' }, 'field_not_date'],
    ['a date with a time', { date: '2026-03-10T19:00' }, 'field_not_date'],
    ['the year 0', { date: '0000-01-01' }, 'field_not_date'],
    ['the year 1', { date: '0001-01-01' }, 'reservation_in_past'],
    ['the last of all years', { date: '9999-12-31', start_time: '23:30' }, 'field_not_date'],
    ['the year before', { date: '9998-12-31', start_time: '23:30' }, 'reservation_too_far_ahead'],
    ['the year 10000', { date: '10000-01-01' }, 'field_not_date'],
    ['24:00', { start_time: '24:00' }, 'field_not_time'],
    ['a second', { start_time: '19:00:00' }, 'field_not_time'],
    ['an end that is the start', { end_time: '19:00' }, 'reservation_without_duration'],
    ['an end a quarter before the start', { end_time: '18:45' }, 'reservation_too_long'],
    ['an end 12 hours and a minute later', { end_time: '07:01' }, 'reservation_too_long'],
    ['12 hours and a minute', { duration_minutes: 721 }, 'reservation_too_long'],
    ['14 minutes', { end_time: '19:14' }, 'reservation_too_short'],
    [
      'an end that is not where the duration ends',
      { end_time: '20:00', duration_minutes: 61 },
      'end_time_contradicts_duration',
    ],
    ['yesterday', { date: '2026-03-01' }, 'reservation_in_past'],
    ['this very minute, begun', { date: '2026-03-02', start_time: '14:00' }, 'reservation_in_past'],
    ['91 days ahead', { date: '2026-06-01' }, 'reservation_too_far_ahead'],
    ['the closing hour', { start_time: '02:00' }, 'reservation_outside_hours'],
    [
      'less than the shortest stay before closing',
      { start_time: '01:46', duration_minutes: 15 },
      'reservation_outside_hours',
    ],
    ['before opening', { start_time: '09:59' }, 'reservation_outside_hours'],
  ];

  test.each(TIMES)('a reservation for %s is refused', async (_what, fields, code) => {
    await refused(() => book(fields), 400, code);
    await refused(() => move(fields), 400, code);
  });

  test.each<[string, object, object]>([
    ['through midnight', { start_time: '23:30', end_time: '01:30' }, { duration_minutes: 120 }],
    ['12 hours', { start_time: '13:00', end_time: '01:00' }, { duration_minutes: 720 }],
    ['a quarter of an hour', { start_time: '11:00', end_time: '11:15' }, { duration_minutes: 15 }],
    ['to the minute before closing', { start_time: '01:45', duration_minutes: 15 }, { end_time: '02:00' }],
    ['beyond closing', { start_time: '01:00', duration_minutes: 120 }, { end_time: '03:00' }],
    ['90 days ahead', { date: '2026-05-31' }, { status: 'created' }],
    ['the very next minute', { date: '2026-03-02', start_time: '14:01' }, { status: 'created' }],
  ])('%s is none', async (_what, fields, answer) => {
    const { id: table_id } = await command(floor.till, 'DefineTable', {
      hall_id: floor.hall_id,
      name: 'x',
      capacity: 4,
    });
    expect(await book({ table_id, ...fields })).toMatchObject({ status: 201, body: answer });
  });

  test('a reservation in an hour that the clock skips is refused', async () => {
    const at = { point_id: berlin, table_id: null, date: '2026-03-29' };
    await refused(() => book({ ...at, start_time: '02:30' }), 400, 'local_time_missing');
    await refused(() => book({ ...at, start_time: '01:30', end_time: '02:30' }), 400, 'local_time_missing');
    expect(await book({ ...at, start_time: '01:30', duration_minutes: 60 })).toMatchObject({
      status: 201,
      body: { end_time: '03:30', duration_minutes: 60 },
    });
    const query = `?point_id=${berlin}&date=2026-03-29&guests=2`;
    expect(codeOf(await get(`/availability${query}&time=02:30`))).toEqual([400, 'local_time_missing']);
    const { slots } = (await get(`/availability${query}`)).body;
    expect(slots.map(({ time }: { time: string }) => time)).not.toContain('02:30');
  });
});

describe('who and where', () => {
  const unknown = randomUUID();

  test('points, tables and reservations of another brand, or unknown ones, do not exist for a partner', async () => {
    for (const point_id of [unknown, stranger.point_id]) {
      await refused(() => book({ point_id }), 404, 'point_not_found');
      await refused(() => book({ point_id, table_id: null }), 404, 'point_not_found');
      for (const path of [
        '/settings?',
        '/halls?',
        '/availability?date=2026-03-10&guests=2&',
        '?',
        '?changed_since=2026-01-01T00:00:00Z&',
      ]) {
        expect(codeOf(await get(`${path}point_id=${point_id}`)), path).toEqual([404, 'point_not_found']);
      }
    }
    for (const table_id of [999_999_999, Number.MAX_SAFE_INTEGER, stranger.table_id]) {
      await refused(() => book({ table_id }), 404, 'table_not_found');
      await refused(() => move({ table_id }), 404, 'table_not_found');
      await refused(() => venue('SeatWalkIn', { table_id, guests: 2 }), 404, 'table_not_found');
      await refused(() => venue('BookTable', bookingOf(floor, { table_id })), 404, 'table_not_found');
      await refused(
        () => venue('MoveReservation', { reservation_id: reservationId, table_id }),
        404,
        'table_not_found',
      );
      await refused(
        () => venue('SeatReservation', { reservation_id: reservationId, table_id }),
        404,
        'table_not_found',
      );
    }
    const theirs = (
      await command(
        stranger.till,
        'BookTable',
        bookingOf(floor, {
          point_id: stranger.point_id,
          table_id: stranger.table_id,
        }),
      )
    ).id;
    for (const id of [unknown, theirs]) {
      expect(codeOf(await get(`/${id}`))).toEqual([404, 'reservation_not_found']);
      await refused(() => patch(floor.booker, `/v1/reservations/${id}`, { guests: 3 }), 404, 'reservation_not_found');
      await refused(() => floor.booker.post(`/v1/reservations/${id}/cancel`), 404, 'reservation_not_found');
      await refused(
        () => floor.booker.post(`/v1/reservations/${id}/deposit`, { status: 'refunded' }),
        404,
        'reservation_not_found',
      );
      for (const type of [
        'ConfirmReservation',
        'CancelReservation',
        'MarkNoShow',
        'SeatReservation',
        'MoveReservation',
      ]) {
        await refused(() => venue(type, { reservation_id: id }), 404, 'reservation_not_found');
      }
      await refused(
        () => venue('DeclineReservation', { reservation_id: id, reason: 'x' }),
        404,
        'reservation_not_found',
      );
    }
    await refused(() => venue('DefineTable', { hall_id: stranger.hall_id, name: '1' }), 404, 'hall_not_found');
  });

  test('booking a table of another point is 400, for everybody', async () => {
    const { table_id } = far;
    await refused(() => book({ table_id }), 400, 'table_of_another_point');
    await refused(() => move({ table_id }), 400, 'table_of_another_point');
    await refused(() => venue('BookTable', bookingOf(floor, { table_id })), 400, 'table_of_another_point');
    await refused(
      () => venue('MoveReservation', { reservation_id: reservationId, table_id }),
      400,
      'table_of_another_point',
    );
    await refused(
      () => venue('SeatReservation', { reservation_id: reservationId, table_id }),
      400,
      'table_of_another_point',
    );
  });

  test('a partner may not book more guests than seats, the venue may', async () => {
    const { id: table_id } = await command(floor.till, 'DefineTable', {
      hall_id: floor.hall_id,
      name: 'x',
      capacity: 4,
    });
    await refused(() => book({ table_id, guests: 5 }), 400, 'table_too_small');
    await refused(() => move({ guests: 5 }), 400, 'table_too_small');
    await refused(() => move({ table_id: floor.tables.two, guests: 3 }), 400, 'table_too_small');
    await refused(() => book({ guests: 1_001, table_id: null }), 400, 'field_too_big');
    expect(codeOf(await venue('BookTable', bookingOf(floor, { table_id, guests: 5 })))).toEqual([200, 'accepted']);
    expect(codeOf(await book({ table_id: null, guests: 1_000 }))).toEqual([201, 'pending']);
  });

  test('a booking with a text that is no phone, or a deposit that the point does not take, is refused', async () => {
    for (const phone of ['', '   ', '12', 'abc', '+0000000000000', '9'.repeat(64)]) {
      await refused(() => book({ guest: { phone } }), 400, 'phone_invalid');
    }
    await refused(() => book({ guest: { phone: '9'.repeat(65) } }), 400, 'field_too_long');
    await refused(() => book({ guest: { name: 'A' } }), 400, 'field_required');
    const { id: payment_type_id } = await command(floor.till, 'DefinePaymentType', {
      name: 'Elsewhere',
      category_id: 1,
      point_ids: [far.point_id],
    });
    // Points and debts are no money that somebody has paid before.
    const noMoney = async (category_id: number): Promise<number> => {
      const terms = { name: 'No money', category_id, point_ids: [floor.point_id] };
      return (await command(floor.till, 'DefinePaymentType', terms)).id;
    };
    for (const id of [payment_type_id, stranger.cash, 999_999, await noMoney(4), await noMoney(6)]) {
      const deposit = { amount: 1, payment_type_id: id };
      await refused(() => book({ deposit }), 400, 'payment_type_not_available');
      await refused(() => move({ deposit }), 400, 'payment_type_not_available');
      await refused(() => venue('BookTable', bookingOf(floor, { deposit })), 400, 'payment_type_not_available');
    }
    await refused(() => book({ deposit: { amount: 0, payment_type_id: floor.cash } }), 400, 'field_too_small');
  });
});

const venue = (type: string, fields: object): Promise<HttpAnswer> =>
  floor.till.post(`/venue/v1/commands/${type}`, { command_id: randomUUID(), ...fields });

describe('texts', () => {
  const LETTERS = ['x', 'ў', '漢'];

  test('texts of a booking are accepted at their longest, and refused one letter longer', async () => {
    const FIELDS: [string, (text: string) => object][] = [
      ['external_id', (external_id) => ({ external_id })],
      ['comment', (comment) => ({ comment })],
      ['guest.name', (name) => ({ guest: { phone: '+998901234567', name } })],
    ];
    for (const [field, fields] of FIELDS) {
      for (const letter of LETTERS) {
        const place = { table_id: null, date: '2026-04-01' };
        const taken = await book({ ...place, ...fields(letter.repeat(255)) });
        expect(taken.status, field).toBe(201);
        expect(taken.body).toMatchObject(
          field === 'guest.name' ? { guest: { name: letter.repeat(255) } } : fields(letter.repeat(255)),
        );
        const before = await logEnd();
        const long = await book({ ...place, ...fields(letter.repeat(256)) });
        expect(codeOf(long)).toEqual([400, 'field_too_long']);
        expect(names(long.body, field)).toBe(true);
        expect(await logEnd()).toBe(before);
      }
    }
    const { id } = (await book({ table_id: null })).body;
    const cancel = (reason: string) => floor.booker.post(`/v1/reservations/${id}/cancel`, { reason });
    await refused(() => cancel('x'.repeat(256)), 400, 'field_too_long');
    expect((await cancel('ў'.repeat(255))).body.cancel_reason).toBe('ў'.repeat(255));
  });

  test('texts of a booking in any script come back as they were sent, everywhere', async () => {
    const texts = [
      '👩‍👩‍👧‍👦 Шахло',
      '\u202eمرحبا\u202c',
      'e\u0301 ≠ é',
      'Oʻzbekiston',
      '<b>"&\\',
      'line\nline\ttab',
      'line\u2028line',
      "'; --",
      '%00 $x',
    ];
    for (const text of texts) {
      const { status, body } = await book({
        table_id: null,
        external_id: `of ${text}`,
        comment: text,
        guest: { phone: '+998901234567', name: text },
      });
      expect(status).toBe(201);
      expect(body).toMatchObject({ external_id: `of ${text}`, comment: text, guest: { name: text } });
      expect((await get(`/${body.id}`)).body).toEqual(body);
      const again = await book({ external_id: `of ${text}`, table_id: null });
      expect([again.status, again.body.id]).toEqual([200, body.id]);
      const cancelled = await floor.booker.post(`/v1/reservations/${body.id}/cancel`, { reason: text });
      expect(cancelled.body.cancel_reason).toBe(text);
    }
  });

  test('NUL and lone surrogates in a booking are refused', async () => {
    for (const bad of ['a\0b', '\ud800', 'a\udc00b']) {
      await refused(() => book({ external_id: bad }), 400, 'field_not_text');
      await refused(() => book({ comment: bad }), 400, 'field_not_text');
      await refused(() => book({ guest: { phone: '+998901234567', name: bad } }), 400, 'field_not_text');
      await refused(
        () => floor.booker.post(`/v1/reservations/${reservationId}/cancel`, { reason: bad }),
        400,
        'field_not_text',
      );
    }
    await refused(() => book({ external_id: '  ' }), 400, 'field_empty');
  });
});

describe('queries', () => {
  const place = () => `point_id=${floor.point_id}&date=2026-03-10&guests=2`;
  const CHANGES = '?changed_since=2026-03-01T00:00:00Z';

  test.each<[string, () => string, string, string]>([
    ['no point', () => '/settings', 'field_required', 'point_id'],
    ['a point that is no UUID', () => '/halls?point_id=1', 'field_not_uuid', 'point_id'],
    [
      'a point twice',
      () => `/settings?point_id=${floor.point_id}&point_id=${floor.point_id}`,
      'field_repeated',
      'point_id',
    ],
    ['no date', () => `/availability?point_id=${floor.point_id}&guests=2`, 'field_required', 'date'],
    ['no guests', () => `/availability?point_id=${floor.point_id}&date=2026-03-10`, 'field_required', 'guests'],
    [
      'a date that is none',
      () => `/availability?point_id=${floor.point_id}&date=2026-02-30&guests=2`,
      'field_not_date',
      'date',
    ],
    ['nobody', () => `/availability?point_id=${floor.point_id}&date=2026-03-10&guests=0`, 'field_too_small', 'guests'],
    [
      'too many',
      () => `/availability?point_id=${floor.point_id}&date=2026-03-10&guests=1001`,
      'field_too_big',
      'guests',
    ],
    [
      'half a guest',
      () => `/availability?point_id=${floor.point_id}&date=2026-03-10&guests=1.5`,
      'field_not_integer',
      'guests',
    ],
    ['a time that is none', () => `/availability?${place()}&time=25:00`, 'field_not_time', 'time'],
    ['no minute', () => `/availability?${place()}&duration_minutes=0`, 'field_too_small', 'duration_minutes'],
    ['14 minutes', () => `/availability?${place()}&duration_minutes=14`, 'reservation_too_short', 'duration_minutes'],
    [
      '14 minutes at a time',
      () => `/availability?${place()}&time=19:00&duration_minutes=14`,
      'reservation_too_short',
      'duration_minutes',
    ],
    ['too long', () => `/availability?${place()}&duration_minutes=721`, 'reservation_too_long', 'duration_minutes'],
    ['32 days', () => '?date_from=2026-03-01&date_to=2026-04-01', 'period_too_long', 'date_to'],
    ['a period backwards', () => '?date_from=2026-03-02&date_to=2026-03-01', 'period_reversed', 'date_to'],
    ['a day that is none', () => '?date_from=2026-02-30', 'field_not_date', 'date_from'],
    ['the year 0', () => '?date_from=0000-01-01&date_to=0000-01-02', 'field_not_date', 'date_from'],
    ['an unknown status', () => '?status=created,eaten', 'field_not_allowed', 'status'],
    ['another thing to include', () => '?include=guests', 'field_not_allowed', 'include'],
    ['no time to begin with', () => `?after_id=${randomUUID()}`, 'field_required', 'changed_since'],
    // What the request itself has wrong is told before anything is looked up.
    [
      'no time to begin with, anywhere',
      () => `?point_id=${randomUUID()}&after_id=${randomUUID()}`,
      'field_required',
      'changed_since',
    ],
    ['a time that is none', () => '?changed_since=yesterday', 'field_not_timestamp', 'changed_since'],
    ['a day alone', () => '?changed_since=2026-03-01', 'field_not_timestamp', 'changed_since'],
    ['a day that does not exist', () => '?changed_since=2026-02-30T00:00:00Z', 'field_not_timestamp', 'changed_since'],
    ['hour 25', () => '?changed_since=2026-03-01T25:00:00Z', 'field_not_timestamp', 'changed_since'],
    ['second 60 of the venue', () => '?changed_since=2026-03-01 10:00:60', 'field_not_timestamp', 'changed_since'],
    ['the year 0 of changes', () => '?changed_since=0000-01-01T00:00:00Z', 'field_not_timestamp', 'changed_since'],
    ['an id that is none', () => '?changed_since=2026-03-01T00:00:00Z&after_id=1', 'field_not_uuid', 'after_id'],
    ['changes from a day on', () => `${CHANGES}&date_from=2026-03-01`, 'parameter_not_with', 'date_from'],
    ['changes up to a day', () => `${CHANGES}&date_to=2026-03-31`, 'parameter_not_with', 'date_to'],
    ['changes of a status', () => `${CHANGES}&status=created`, 'parameter_not_with', 'status'],
    ['changes and what others hold', () => `${CHANGES}&include=occupancy`, 'parameter_not_with', 'include'],
    ['limit 0', () => '?changed_since=2026-03-01T00:00:00Z&limit=0', 'field_too_small', 'limit'],
    ['limit 1001', () => '?changed_since=2026-03-01T00:00:00Z&limit=1001', 'field_too_big', 'limit'],
    ['limit ten', () => '?limit=ten', 'field_not_integer', 'limit'],
    ['NUL', () => '?changed_since=%00', 'field_not_text', 'changed_since'],
  ])('%s', async (_what, path, code, field) => {
    const answer = await get(path());
    expect(codeOf(answer), JSON.stringify(answer.body)).toEqual([400, code]);
    expect(names(answer.body, field), answer.body.message).toBe(true);
  });

  test('queries at the edges of the allowed range are answered', async () => {
    const days = ['2026-03-01&date_to=2026-03-31', '0001-01-01&date_to=0001-01-31', '9998-12-01&date_to=9998-12-31'];
    for (const period of days) {
      expect(codeOf(await get(`?include=occupancy&date_from=${period}`)), period).toEqual([200, undefined]);
    }
    for (const date of ['0001-01-01', '2026-03-02', '2026-06-01', '9998-12-31']) {
      for (const time of ['', '&time=00:00', '&time=23:59']) {
        const path = `/availability?point_id=${floor.point_id}&date=${date}&guests=2${time}`;
        const answer = await get(path);
        expect([path, answer.status]).toEqual([path, 200]);
        if (date !== '2026-03-02')
          expect([path, answer.body.is_available ?? answer.body.slots.length]).toEqual([path, time === '' ? 0 : false]);
      }
    }
    for (const since of [
      '0001-01-01T00:00:00Z',
      '9999-12-31T23:59:59.999999Z',
      '2026-03-01T00:00:00.123456789+05:00',
      '2026-03-01T00:00:00 05:00',
      '2026-03-02 00:00:00',
    ]) {
      const { status, body } = await get(`?changed_since=${since}&limit=1`);
      expect([since, status, body.code]).toEqual([since, 200, undefined]);
      expect(body.next).toMatchObject({ changed_since: expect.any(String) });
    }
  });

  test.each(['x', '1', '%00', 'null', 'a'.repeat(300), `${randomUUID()}x`])(
    'an id %j in the path is no reservation',
    async (id) => {
      for (const answer of [
        await get(`/${id}`),
        await patch(floor.booker, `/v1/reservations/${id}`, { guests: 2 }),
        await floor.booker.post(`/v1/reservations/${id}/cancel`, {}),
        await floor.booker.post(`/v1/reservations/${id}/deposit`, { status: 'refunded' }),
      ]) {
        expect([400, 404]).toContain(answer.status);
        expect(isOurs(answer.body.code), JSON.stringify(answer.body)).toBe(true);
      }
    },
  );

  test("the venue's own lists are as strict", async () => {
    const BAD = [
      'date_from=2026-02-30',
      'date_from=2026-03-02&date_to=2026-03-01',
      'status=eaten',
      'point_id=1',
      'limit=0',
    ];
    for (const query of BAD) {
      const { status, body } = await floor.till.get(`/venue/v1/reservations?${query}`);
      expect([query, status, isOurs(body.code)]).toEqual([query, 400, true]);
    }
    for (const point_id of [stranger.point_id, randomUUID()]) {
      for (const path of ['tables', 'reservations']) {
        const answer = await floor.till.get(`/venue/v1/${path}?point_id=${point_id}`);
        expect([path, ...codeOf(answer)]).toEqual([path, 404, 'point_not_found']);
      }
    }
    expect((await floor.till.get('/venue/v1/tables?point_id=x')).status).toBe(400);
    for (const day of ['0001-01-01', '9999-12-31']) {
      const { status } = await floor.till.get(`/venue/v1/reservations?date_from=${day}&date_to=${day}`);
      expect([day, status]).not.toEqual([day, 500]);
    }
  });
});
