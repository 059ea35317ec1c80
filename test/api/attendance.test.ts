import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { command, type TestApp } from '../support/app.ts';
import { createClock, DAY, MINUTE } from '../support/clock.ts';
import type { HttpClient } from '../support/http-client.ts';
import { sharedApp } from '../support/shared-app.ts';
import { createStaff, type TestStaff } from '../support/staff.ts';
import { definePoint } from '../support/venue.ts';

let app: TestApp;
let staff: TestStaff;
let clockIn: HttpClient;
let till: HttpClient;
/** 14:00 on 2 March in Tashkent. */
const clock = createClock();

beforeAll(async () => {
  app = await sharedApp({ clock: clock.read });
  staff = await createStaff(app);
  ({ clockIn } = staff);
  ({ till } = staff.venue);
});
afterAll(() => app.stop());

type Fields = Record<string, unknown>;
const post = async (...events: unknown[]) => (await clockIn.post('/v1/attendance/events', { events })).body;
const mark = (employee_id: number, type: string, time: unknown, fields: Fields = {}) => ({
  ...{ event_id: randomUUID(), employee_id, type, time, ...fields },
});
/** Results of one request, as [status, result, shift_id]. */
const told = (body: { results: { status: string; result: string | null }[] }) =>
  body.results.map(({ status, result }) => result ?? status);
const local = (day: string, time: string) => `${day} ${time}:00`;
const MONDAY = '2026-03-02';
const SUNDAY = '2026-03-01';

const shiftsOf = async (employee_id: number, from = '2026-02-01', to = MONDAY) => {
  const { status, body } = await clockIn.get(`/v1/attendance/shifts?date_from=${from}&date_to=${to}`);
  expect(status).toBe(200);
  const own = (list: { employee_id: number }[]) => list.filter((it) => it.employee_id === employee_id);
  return { shifts: own(body.shifts) as Fields[], employees: own(body.employees) as Fields[] };
};

describe('events', () => {
  test('attendance events become shifts; the answer counts them and keeps the order of the request', async () => {
    const id = await staff.hire();
    const events = [
      mark(id, 'check_out', local(SUNDAY, '18:30')),
      mark(id, 'check_in', local(SUNDAY, '09:00')),
      mark(id, 'check_in', local(MONDAY, '09:00')),
      { event_id: randomUUID(), employee_id: id, type: 'lunch', time: local(MONDAY, '13:00') },
    ];
    const first = await post(...events);
    expect(first).toEqual({
      ...{ accepted: 3, duplicates: 0, rejected: 1 },
      results: [
        {
          ...{ event_id: events[0]!.event_id, status: 'accepted', result: 'shift_closed', message: null },
          ...{ shift_id: first.results[1].shift_id, auto_closed_shift_id: null },
        },
        expect.objectContaining({ status: 'accepted', result: 'shift_opened', message: null }),
        expect.objectContaining({ status: 'accepted', result: 'shift_opened' }),
        {
          ...{ event_id: events[3]!.event_id, status: 'rejected', result: null, shift_id: null },
          ...{ auto_closed_shift_id: null, message: 'Field type must be one of: check_in, check_out' },
        },
      ],
    });
    expect(first.results[2].shift_id).not.toBe(first.results[1].shift_id);

    expect(await shiftsOf(id)).toEqual({
      employees: [
        {
          ...{ employee_id: id, employee_login: 'dilnoza', employee_name: 'Dilnoza', position_name: 'Waiter' },
          ...{ hours: 9.5, open_shifts: 1, worked_days: 2 },
        },
      ],
      shifts: [
        {
          ...{ shift_id: first.results[1].shift_id, employee_id: id, employee_login: 'dilnoza' },
          ...{ employee_name: 'Dilnoza', position_name: 'Waiter', point_id: staff.venue.point_id },
          ...{ point_name: 'Chorsu', date: SUNDAY, check_in: '2026-03-01 09:00:00' },
          ...{ check_out: '2026-03-01 18:30:00', hours: 9.5, source: 'api', note: null },
        },
        expect.objectContaining({
          ...{ date: MONDAY, check_in: '2026-03-02 09:00:00', check_out: null, hours: null, source: 'api' },
        }),
      ],
    });

    const report = (await clockIn.get(`/v1/reports/attendance?date_from=${SUNDAY}&date_to=${MONDAY}`)).body;
    const { shift_id: _, source: __, note: ___, ...shift } = (await shiftsOf(id)).shifts[0]!;
    expect(report.shifts).toContainEqual(shift);
    expect(report.employees).toContainEqual((await shiftsOf(id)).employees[0]);

    const { body } = await clockIn.get('/v1/attendance/employees');
    expect(body.employees.find((it: { employee_id: number }) => it.employee_id === id)).toEqual({
      ...{ employee_id: id, name: 'Dilnoza', position_id: 2, position_name: 'Waiter' },
      ...{ point_id: staff.venue.point_id, point_name: 'Chorsu' },
      open_shift: { shift_id: first.results[2].shift_id, check_in: '2026-03-02 09:00:00' },
    });
  });

  test('attendance events close a shift older than 14 hours, and say which', async () => {
    const id = await staff.hire();
    const { results } = await post(
      mark(id, 'check_in', local('2026-02-28', '10:00')),
      mark(id, 'check_in', local(SUNDAY, '09:00')),
    );
    expect(results[1]).toMatchObject({ result: 'shift_opened', auto_closed_shift_id: results[0].shift_id });
    const { shifts, employees } = await shiftsOf(id);
    expect(shifts[0]).toMatchObject({
      ...{ hours: 23, check_out: '2026-03-01 09:00:00' },
      note: 'Closed automatically: there was no check-out for more than 14 hours',
    });
    expect(employees[0]).toMatchObject({ hours: 23, open_shifts: 1, worked_days: 2 });
  });

  test('events without a check-in count for nothing until they are mended', async () => {
    const id = await staff.hire();
    const { results } = await post(mark(id, 'check_out', local(SUNDAY, '18:00')));
    expect(results[0]).toMatchObject({ status: 'accepted', result: 'check_out_without_shift' });
    const { shift_id } = results[0];
    expect(await shiftsOf(id)).toMatchObject({
      employees: [{ hours: 0, open_shifts: 0, worked_days: 0 }],
      shifts: [{ shift_id, date: SUNDAY, check_in: null, hours: null, note: 'Check-out without check-in' }],
    });
    await command(till, 'EditShift', { employee_id: id, shift_id, check_in: local(SUNDAY, '10:00') });
    expect(await shiftsOf(id)).toMatchObject({
      employees: [{ hours: 8, open_shifts: 0, worked_days: 1 }],
      shifts: [{ shift_id, check_in: '2026-03-01 10:00:00', hours: 8, note: null, source: 'manual' }],
    });
  });

  test('attendance events of camera, till and other event_ids within 5 minutes are one', async () => {
    const id = await staff.hire();
    const camera = await command(till, 'RecordMark', {
      ...{ employee_id: id, type: 'check_in', time: local(MONDAY, '09:00') },
    });
    expect(camera).toMatchObject({ result: 'shift_opened', auto_closed_shift_id: null });
    const body = await post(
      mark(id, 'check_in', local(MONDAY, '09:05')),
      mark(id, 'check_in', local(MONDAY, '08:55')),
      mark(id, 'check_in', '2026-03-02 09:05:01'),
    );
    expect(told(body)).toEqual(['already_counted', 'already_counted', 'shift_already_open']);
    expect(body.results.every((it: Fields) => it.shift_id === camera.shift_id)).toBe(true);
    const { shifts } = await shiftsOf(id);
    expect(shifts).toMatchObject([{ source: 'cashbox', check_in: '2026-03-02 09:00:00' }]);
    const out = { employee_id: id, type: 'check_out', time: local(MONDAY, '12:00') };
    expect(await command(till, 'RecordMark', out)).toMatchObject({
      ...{ result: 'shift_closed', shift_id: camera.shift_id },
    });
  });

  test('events go to the point they name, else to the employee’s own', async () => {
    const { second_point_id, venue } = staff;
    const id = await staff.hire();
    const nowhere = await staff.hire({ point_id: null, name: 'Nodira' });
    const time = local(MONDAY, '09:00');
    const body = await post(
      mark(id, 'check_in', time),
      mark(id, 'check_in', local(MONDAY, '10:00'), { point_id: second_point_id.toUpperCase() }),
      mark(nowhere, 'check_in', time),
      mark(nowhere, 'check_in', time, { point_id: second_point_id }),
      mark(id, 'check_in', time, { point_id: null }),
    );
    expect(told(body)).toEqual(['shift_opened', 'shift_opened', 'rejected', 'shift_opened', 'already_counted']);
    expect(body.results[2].message).toBe('The employee has no point, and none is given');
    const { shifts } = await shiftsOf(id);
    expect(shifts.map((shift) => shift.point_id)).toEqual([venue.point_id, second_point_id]);
    const { employees } = (await clockIn.get('/v1/attendance/employees')).body;
    const { open_shift } = employees.find((employee: Fields) => employee.employee_id === id);
    expect(open_shift).toEqual({ shift_id: body.results[1].shift_id, check_in: '2026-03-02 10:00:00' });
  });
});

describe('an event_id', () => {
  test('an event_id that comes again answers as at first, and changes nothing', async () => {
    const id = await staff.hire();
    const events = [
      mark(id, 'check_in', local(SUNDAY, '09:00')),
      mark(id, 'check_in', local(SUNDAY, '11:00')),
      mark(id, 'check_out', local(SUNDAY, '18:00')),
    ];
    const first = await post(...events);
    expect(told(first)).toEqual(['shift_opened', 'shift_already_open', 'shift_closed']);
    const before = await shiftsOf(id);
    const again = await post(...events, mark(id, 'check_in', local(SUNDAY, '12:00')));
    expect(again).toMatchObject({ accepted: 1, duplicates: 3, rejected: 0 });
    expect(again.results.slice(0, 3)).toEqual(
      first.results.map((result: Fields) => ({ ...result, status: 'duplicate' })),
    );
    expect(again.results[3].result).toBe('inside_shift');
    expect(await shiftsOf(id)).toEqual(before);
  });

  test('an event_id that comes again is answered from what was kept of it, and not looked for in the log', async () => {
    const id = await staff.hire();
    const event = mark(id, 'check_in', local(SUNDAY, '09:00'));
    await post(event);
    const read = vi.spyOn(app.tillstream.store, 'read');
    try {
      expect(told(await post(event))).toEqual(['shift_opened']);
      expect(read.mock.calls.filter(([stream]) => stream === `timesheet-${id}`)).toEqual([]);
    } finally {
      read.mockRestore();
    }
  });

  test('an event_id with another employee, type or time is told so, and not applied', async () => {
    const [id, other] = [await staff.hire(), await staff.hire()];
    const event = mark(id, 'check_in', local(SUNDAY, '09:00'));
    const [first] = (await post(event)).results;
    const note = 'This event_id was received before with another employee, type or time; this event was not applied';
    const changed = [
      { employee_id: other },
      { employee_id: 'nobody' },
      { type: 'check_out' },
      { type: 'lunch' },
      { time: local(SUNDAY, '09:01') },
      { time: 'never' },
      { time: '2020-01-01 00:00:00' },
    ];
    for (const fields of changed) {
      const { results } = await post({ ...event, ...fields });
      expect(results).toEqual([{ ...first, status: 'duplicate', message: note }]);
    }
    for (const same of [{ time: '2026-03-01T09:00:00+05:00' }, { time: 1_772_337_600 }, { point_id: 'nowhere' }]) {
      const { results } = await post({ ...event, ...same });
      expect(results).toEqual([{ ...first, status: 'duplicate' }]);
    }
    expect((await shiftsOf(id)).shifts).toMatchObject([{ check_out: null }]);
    expect((await shiftsOf(other)).shifts).toEqual([]);
  });

  test('an event_id is used up by what was accepted, not by what was rejected', async () => {
    const id = await staff.hire();
    const event = mark(id, 'check_in', local(SUNDAY, '09:00'));
    for (let repeat = 0; repeat < 2; repeat++) {
      expect(told(await post({ ...event, type: 'lunch' }))).toEqual(['rejected']);
    }
    expect(told(await post(event))).toEqual(['shift_opened']);
  });

  test('an event_id repeated within the request counts once, the first, also when all is sent again', async () => {
    const id = await staff.hire();
    const event = mark(id, 'check_in', local(MONDAY, '09:00'));
    const events = [event, { ...event, time: local(MONDAY, '08:00') }, event];
    expect(await post(...events)).toMatchObject({
      ...{ accepted: 1, duplicates: 0, rejected: 2 },
      results: [
        { status: 'accepted', result: 'shift_opened' },
        { status: 'rejected', message: 'This event_id is repeated within the request; only the first one counts' },
        { status: 'rejected' },
      ],
    });
    expect(await post(...events)).toMatchObject({ accepted: 0, duplicates: 1, rejected: 2 });
    expect((await shiftsOf(id)).shifts).toMatchObject([{ check_in: '2026-03-02 09:00:00' }]);
  });

  test('an event_id is the key’s own', async () => {
    const id = await staff.hire();
    const terms = { audience: 'partner', name: 'other clock', permissions: ['attendance'] };
    const other = await app.client((await command(till, 'IssueKey', terms)).api_key);
    const event = mark(id, 'check_in', local(MONDAY, '09:00'));
    expect(told(await post(event))).toEqual(['shift_opened']);
    const { body } = await other.post('/v1/attendance/events', { events: [event] });
    expect(body.results).toMatchObject([{ status: 'accepted', result: 'already_counted' }]);
  });
});

describe('what is rejected', () => {
  const reason = async (event: unknown): Promise<unknown> => {
    const { accepted, duplicates, rejected, results } = await post(event);
    expect({ accepted, duplicates, rejected }).toEqual({ accepted: 0, duplicates: 0, rejected: 1 });
    expect(results[0]).toMatchObject({ status: 'rejected', result: null, shift_id: null });
    return results[0].message;
  };

  test('a rejection is told for each attendance event by itself', async () => {
    const id = await staff.hire();
    const good = mark(id, 'check_in', local(MONDAY, '09:00'));
    const unreadable = 'Field time must be a time: ISO 8601, YYYY-MM-DD HH:MM:SS in local time, or Unix seconds';
    const cases: [fields: unknown, message: string][] = [
      [{ ...good, event_id: undefined }, 'Field event_id is required'],
      [{ ...good, event_id: null }, 'Field event_id must be a string'],
      [{ ...good, event_id: '' }, 'Field event_id must not be empty'],
      [{ ...good, event_id: '  ' }, 'Field event_id must not be empty'],
      [{ ...good, event_id: 7 }, 'Field event_id must be a string'],
      [{ ...good, event_id: 'x'.repeat(101) }, 'Field event_id must not be longer than 100'],
      [{ ...good, event_id: 'a\0b' }, 'Field event_id contains characters that are not allowed'],
      [{ ...good, employee_id: undefined }, 'Field employee_id is required'],
      [{ ...good, employee_id: `${id}` }, 'Field employee_id must be an integer'],
      [{ ...good, employee_id: 1.5 }, 'Field employee_id must be an integer'],
      [{ ...good, employee_id: 999_999_999 }, 'Employee not found'],
      [{ ...good, type: undefined }, 'Field type is required'],
      [{ ...good, type: 'CHECK_IN' }, 'Field type must be one of: check_in, check_out'],
      [{ ...good, time: undefined }, 'Field time is required'],
      [{ ...good, time: 'yesterday' }, unreadable],
      [{ ...good, time: '2026-02-30 09:00:00' }, unreadable],
      [{ ...good, time: true }, 'Field time has an invalid value'],
      [{ ...good, point_id: 'here' }, 'Field point_id must be a valid UUID'],
      [{ ...good, point_id: randomUUID() }, 'Point not found'],
      ...[null, 7, 'event', [], {}].map((event): [unknown, string] => [event, 'Field event_id is required']),
    ];
    for (const [event, message] of cases) expect([event, await reason(event)]).toEqual([event, message]);
    const { results } = await post(good, ...cases.map(([event]) => event));
    expect(results[0]).toMatchObject({ status: 'accepted' });
    expect(told(await post(mark(id, 'check_out', local(MONDAY, '12:00'), { event_id: 'x'.repeat(100) })))).toEqual([
      'shift_closed',
    ]);
  });

  test('marks are accepted at most 5 minutes ahead and 62 days back, both ends included', async () => {
    const [late, early] = [await staff.hire(), await staff.hire()];
    const future = 'The time of the event must not be more than 5 minutes in the future';
    const old = 'The event must not be older than 62 days';
    expect(await reason(mark(late, 'check_in', clock.at(5 * MINUTE + 1)))).toBe(future);
    expect(await reason(mark(late, 'check_in', clock.at(-62 * DAY - 1)))).toBe(old);
    expect(await reason(mark(late, 'check_in', 0))).toBe(old);
    expect(await reason(mark(late, 'check_in', 99_999_999_999))).toBe(future);
    expect(told(await post(mark(late, 'check_in', clock.at(5 * MINUTE))))).toEqual(['shift_opened']);
    expect(told(await post(mark(early, 'check_in', clock.at(-62 * DAY))))).toEqual(['shift_opened']);
  });

  const hireInBerlin = async () => {
    const { id: point_id } = await command(till, 'DefinePoint', {
      ...{ name: 'Berlin', short_name: 'B', timezone: 'Europe/Berlin', phone: '+4930000000' },
      ...{ latitude: 52.5, longitude: 13.4, delivery_distance: 1_000 },
    });
    return { point_id, id: await staff.hire({ point_id }) };
  };

  test('local times of marks are those of the point', async () => {
    const { id } = await hireInBerlin();
    // It is 10:00 there.
    expect(await reason(mark(id, 'check_in', local(MONDAY, '10:06')))).toContain('in the future');
    const times = ['2026-03-02T08:00', '2026-03-02 09:30:00', '2026-03-02T09:59:00+01:00', 1_772_442_000];
    const kinds = ['check_in', 'check_out', 'check_in', 'check_out'];
    const marks = times.map((time, index) => mark(id, kinds[index]!, time));
    expect(told(await post(...marks))).toEqual(['shift_opened', 'shift_closed', 'shift_opened', 'shift_closed']);
    const again = (await post(...marks)).results as Fields[];
    expect(again.map(({ status, message }) => [status, message])).toEqual(times.map(() => ['duplicate', null]));
    expect((await shiftsOf(id)).shifts).toMatchObject([
      { check_in: '2026-03-02 08:00:00', check_out: '2026-03-02 09:30:00', hours: 1.5 },
      { check_in: '2026-03-02 09:59:00', check_out: '2026-03-02 10:00:00', hours: 0.02 },
    ]);
  });

  test('marks at local times that the point’s clock skips are rejected', async () => {
    const { id, point_id } = await hireInBerlin();
    const gap = '2026-03-29 02:30:00';
    const good = mark(id, 'check_in', local(SUNDAY, '09:00'));
    const message = 'There is no such time on that day, the clocks go forward: time';
    expect((await post(mark(id, 'check_in', gap), good)).results).toMatchObject([
      { status: 'rejected', message },
      { status: 'accepted', result: 'shift_opened' },
    ]);
    const { shift_id } = (await post(good)).results[0];
    const [start, end] = [local(SUNDAY, '10:00'), local(SUNDAY, '11:00')];
    const cases: [type: string, field: string, fields: Fields][] = [
      ['RecordMark', 'time', { type: 'check_in', time: gap }],
      ['AddShift', 'check_in', { point_id, check_in: gap }],
      ['AddShift', 'check_out', { point_id, check_in: start, check_out: gap }],
      ['EditShift', 'check_in', { shift_id, check_in: gap, check_out: end }],
      ['EditShift', 'check_out', { shift_id, check_out: gap }],
    ];
    for (const [type, field, fields] of cases) {
      const body = { command_id: randomUUID(), employee_id: id, ...fields };
      expect(await till.post(`/venue/v1/commands/${type}`, body)).toMatchObject({
        ...{ status: 400, body: { code: 'local_time_missing', message: expect.stringMatching(` ${field}$`) } },
      });
    }
  });

  test('marks of blocked or dismissed employees are rejected, and they are on no list', async () => {
    const id = await staff.hire({ name: 'Botir the blocked' });
    const listed = async () => (await clockIn.get('/v1/attendance/employees?search=BOTIR')).body.count;
    const event = mark(id, 'check_in', local(MONDAY, '09:00'));
    expect(await listed()).toBe(1);
    await command(till, 'BlockEmployee', { employee_id: id });
    expect(await reason(event)).toBe('The employee is blocked');
    expect(await listed()).toBe(0);
    await command(till, 'UpdateEmployee', { id, position_name: 'Cook' });
    expect(await listed()).toBe(0);
    await command(till, 'UnblockEmployee', { employee_id: id });
    expect(await listed()).toBe(1);
    expect(told(await post(event))).toEqual(['shift_opened']);
    await command(till, 'DismissEmployee', { employee_id: id });
    expect(await listed()).toBe(0);
    expect(await reason(mark(id, 'check_out', local(MONDAY, '10:00')))).toBe('Employee not found');
    // Received before, it stays what it was.
    expect(told(await post(event))).toEqual(['shift_opened']);
    const unblock = { command_id: randomUUID(), employee_id: id };
    expect(await till.post('/venue/v1/commands/UnblockEmployee', unblock)).toMatchObject({
      ...{ status: 409, body: { code: 'employee_dismissed' } },
    });
  });

  test('marks of other brands and other points are rejected', async () => {
    const theirs = await createStaff(app);
    const foreign = await theirs.hire();
    const id = await staff.hire();
    const time = local(MONDAY, '09:00');
    expect(await reason(mark(foreign, 'check_in', time))).toBe('Employee not found');
    const { point_id } = staff.venue;
    const atTill = { command_id: randomUUID(), employee_id: foreign, type: 'check_in', time, point_id };
    expect((await till.post('/venue/v1/commands/RecordMark', atTill)).body.code).toBe('employee_not_found');
    expect(await reason(mark(id, 'check_in', time, { point_id: theirs.second_point_id }))).toBe('Point not found');
    const terms = { audience: 'partner', name: 'door', permissions: ['attendance'] };
    const { api_key } = await command(till, 'IssueKey', { ...terms, point_ids: [staff.second_point_id] });
    const door = await app.client(api_key);
    const { body } = await door.post('/v1/attendance/events', {
      events: [mark(id, 'check_in', time), mark(id, 'check_in', time, { point_id: staff.second_point_id })],
    });
    expect(body.results).toMatchObject([{ message: 'Point not found' }, { result: 'shift_opened' }]);
    expect((await door.get('/v1/attendance/employees')).body.employees).toEqual([]);
    const period = `date_from=${SUNDAY}&date_to=${MONDAY}`;
    const { shifts } = (await door.get(`/v1/attendance/shifts?${period}`)).body;
    expect(new Set(shifts.map((shift: Fields) => shift.point_id))).toEqual(new Set([staff.second_point_id]));
    const waiter = await staff.hire({ point_id: staff.second_point_id });
    const openShift = async (client: HttpClient, query = '') =>
      (await client.get(`/v1/attendance/employees?${query}`)).body.employees.find(
        (employee: Fields) => employee.employee_id === waiter,
      ).open_shift?.check_in;
    await post(mark(waiter, 'check_in', local(MONDAY, '10:00'), { point_id: staff.venue.point_id }));
    expect(await openShift(door)).toBeUndefined();
    await post(mark(waiter, 'check_in', time));
    expect(await openShift(door)).toBe('2026-03-02 09:00:00');
    // Who works there is listed; the shift may be anywhere the key sees.
    expect(await openShift(clockIn, `point_id=${staff.second_point_id}`)).toBe('2026-03-02 10:00:00');
    const listed = (await theirs.clockIn.get('/v1/attendance/employees')).body.employees;
    const ids = listed.map((employee: Fields) => employee.employee_id);
    expect(ids).toContain(foreign);
    expect(ids).not.toContain(id);
    const none = { employees: [], shifts: [] };
    expect((await theirs.clockIn.get(`/v1/attendance/shifts?${period}`)).body).toMatchObject(none);
    for (const path of ['attendance/employees?', `attendance/shifts?${period}&`]) {
      expect((await door.get(`/v1/${path}point_id=${staff.venue.point_id}`)).status).toBe(404);
      expect((await clockIn.get(`/v1/${path}point_id=${theirs.second_point_id}`)).status).toBe(404);
    }
  });
});

describe('a request', () => {
  test('an attendance request holds at most 500 events; more, or none at all, is the only 400', async () => {
    const send = (body: unknown) => clockIn.post('/v1/attendance/events', body);
    for (const body of [undefined, {}, { events: null }, { events: 'x' }, { events: {} }, [], 'events']) {
      expect([body, (await send(body)).status]).toEqual([body, 400]);
    }
    expect((await send({ events: Array(501).fill({}) })).status).toBe(400);
    expect(await send({ events: Array(500).fill({}) })).toMatchObject({ status: 200, body: { rejected: 500 } });
    expect((await send({ events: [] })).body).toEqual({ accepted: 0, duplicates: 0, rejected: 0, results: [] });
  });

  test('an attendance request needs the permission before anything else', async () => {
    const { partner } = staff.venue;
    const attempts = [
      partner.get('/v1/attendance/employees?point_id=x'),
      partner.post('/v1/attendance/events', { events: 'x' }),
      partner.get('/v1/attendance/shifts'),
    ];
    for (const answer of await Promise.all(attempts)) {
      expect(answer).toMatchObject({ status: 403, body: { code: 'no_access_to_attendance' } });
    }
    const terms = { audience: 'partner', name: 'clock only', permissions: ['attendance'] };
    const only = await app.client((await command(till, 'IssueKey', terms)).api_key);
    expect(await only.get('/v1/reports/attendance')).toMatchObject({
      ...{ status: 403, body: { code: 'no_access_to_reports' } },
    });
    expect((await only.get('/v1/attendance/employees')).status).toBe(200);
    expect((await partner.get(`/v1/reports/attendance?date_from=${MONDAY}&date_to=${MONDAY}`)).status).toBe(200);
  });
});

describe('lists', () => {
  test('attendance lists take 62 days at most, in order, of dates that exist', async () => {
    const code = async (path: string, query: string) => (await clockIn.get(`/v1/${path}?${query}`)).body.code ?? 'fine';
    for (const path of ['attendance/shifts', 'reports/attendance']) {
      expect(await code(path, '')).toBe('field_required');
      expect(await code(path, 'date_from=2026-01-01')).toBe('field_required');
      expect(await code(path, 'date_from=2026-02-30&date_to=2026-03-01')).toBe('field_not_date');
      expect(await code(path, 'date_from=2026-03-02&date_to=2026-03-01')).toBe('period_reversed');
      expect(await code(path, 'date_from=2026-01-01&date_to=2026-03-04')).toBe('period_too_long');
      expect(await code(path, 'date_from=2026-01-01&date_to=2026-03-03')).toBe('fine');
      expect(await code(path, 'date_from=9999-12-01&date_to=9999-12-31')).toBe('fine');
      expect(await code(path, 'date_from=2026-03-02&date_to=2026-03-02&point_id=x')).toBe('field_not_uuid');
    }
  });

  test('attendance lists take several points, separated by commas', async () => {
    const { second_point_id, venue } = staff;
    const [here, there] = [await staff.hire({ name: 'Zafar H' }), await staff.hire({ name: 'Zafar T' })];
    const time = local(MONDAY, '07:00');
    await post(mark(here, 'check_in', time), mark(there, 'check_in', time, { point_id: second_point_id }));
    const ids = async (points: string) => {
      const period = `date_from=${MONDAY}&date_to=${MONDAY}&point_id=${points}`;
      const { shifts } = (await clockIn.get(`/v1/attendance/shifts?${period}`)).body;
      return [here, there].filter((id) => shifts.some((shift: Fields) => shift.employee_id === id));
    };
    expect(await ids(venue.point_id)).toEqual([here]);
    expect(await ids(`${second_point_id}`)).toEqual([there]);
    expect(await ids(`${second_point_id},%20${venue.point_id}`)).toEqual([here, there]);
    const staffAt = async (points: string) =>
      (await clockIn.get(`/v1/attendance/employees?search=zafar&point_id=${points}`)).body.count;
    expect([await staffAt(venue.point_id), await staffAt(second_point_id)]).toEqual([2, 0]);
  });

  test('attendance lists search for names as they are, signs of patterns included', async () => {
    await staff.hire({ name: '100% Ali_' });
    const found = async (search: string) =>
      (await clockIn.get(`/v1/attendance/employees?search=${encodeURIComponent(search)}`)).body.count;
    expect(await found('100%')).toBe(1);
    expect(await found('ali_')).toBe(1);
    expect(await found('%')).toBe(1);
    expect(await found('A%i')).toBe(0);
  });
});

describe('the back office', () => {
  test('the back office adds, corrects and deletes shifts; the history keeps what was there', async () => {
    const id = await staff.hire();
    const { point_id } = staff.venue;
    const { shift_id } = await command(till, 'AddShift', {
      ...{ employee_id: id, point_id, check_in: local(SUNDAY, '09:00'), check_out: local(SUNDAY, '17:20') },
    });
    expect((await shiftsOf(id)).shifts).toMatchObject([{ shift_id, source: 'manual', hours: 8.33, note: null }]);
    expect(told(await post(mark(id, 'check_in', local(SUNDAY, '12:00'))))).toEqual(['inside_shift']);

    await command(till, 'EditShift', {
      employee_id: id,
      shift_id,
      check_out: local(SUNDAY, '08:00'),
      note: 'Mistyped',
    });
    expect(await shiftsOf(id)).toMatchObject({
      employees: [{ hours: 0, open_shifts: 0, worked_days: 1 }],
      shifts: [{ hours: null, note: 'Mistyped' }],
    });
    for (const [given, note] of [
      [' Forgot ', 'Forgot'],
      ['  ', null],
    ]) {
      await command(till, 'EditShift', { employee_id: id, shift_id, note: given });
      expect((await shiftsOf(id)).shifts).toMatchObject([{ note }]);
    }
    await command(till, 'EditShift', { employee_id: id, shift_id, check_out: null });
    expect((await shiftsOf(id)).employees).toMatchObject([{ open_shifts: 1 }]);
    const remove = { command_id: randomUUID(), employee_id: id, shift_id };
    for (const status of ['accepted', 'duplicate']) {
      const { body } = await till.post('/venue/v1/commands/DeleteShift', remove);
      expect(body).toMatchObject({ status, result: { shift_id } });
    }
    expect(await shiftsOf(id)).toEqual({ employees: [], shifts: [] });
    for (const type of ['EditShift', 'DeleteShift']) {
      const fields = { command_id: randomUUID(), employee_id: id, shift_id };
      expect(await till.post(`/venue/v1/commands/${type}`, fields)).toMatchObject({
        ...{ status: 404, body: { code: 'attendance_shift_not_found' } },
      });
    }

    const { body } = await staff.venue.auditor.get(`/audit/v1/employees/${id}/history`);
    expect(body.events.map((event: Fields) => event.type)).toEqual([
      ...['EmployeeHired', 'ShiftAdded', 'MarkDisregarded', ...Array(4).fill('ShiftCorrected'), 'ShiftRemoved'],
    ]);
    expect(body.events[3].data.before).toMatchObject({ check_out: '2026-03-01T12:20:00.000Z' });
    expect(body.events[3].data.personal).toMatchObject({ note_before: null });
  });

  test('the back office corrects a shift on the clock it was worked by, when its point has moved to another since', async () => {
    const point = { name: 'Quyliq', short_name: 'Q' };
    const { id: point_id } = await definePoint(till, point);
    const id = await staff.hire({ point_id });
    const enter = async (check_in: string) =>
      (await command(till, 'AddShift', { employee_id: id, point_id, check_in })).id;
    const shift_id = await enter(local(SUNDAY, '02:00'));
    const moved = { ...point, id: point_id, timezone: 'Europe/Istanbul', business_day_cutoff: '04:00' };
    await definePoint(till, moved);
    const edit = (fields: Fields) => command(till, 'EditShift', { employee_id: id, shift_id, ...fields });
    const shown = async () => (await shiftsOf(id)).shifts[0];
    await edit({ note: 'Late bus' });
    expect(await shown()).toMatchObject({ date: SUNDAY, check_in: '2026-03-01 02:00:00', note: 'Late bus' });
    await edit({ check_out: local(SUNDAY, '09:00') });
    expect(await shown()).toMatchObject({ date: SUNDAY, check_out: '2026-03-01 09:00:00', hours: 7 });
    await edit({ check_in: local(SUNDAY, '03:00') });
    expect(await shown()).toMatchObject({ date: '2026-02-28', check_in: '2026-03-01 03:00:00', hours: 6 });
    expect(await edit({ check_in: local(MONDAY, '13:30'), check_out: null })).toMatchObject({ shift_id });
  });

  test('the back office enters what was worked, in the last ten years', async () => {
    const id = await staff.hire();
    const { point_id } = staff.venue;
    const refusal = async (type: string, fields: Fields) =>
      (await till.post(`/venue/v1/commands/${type}`, { command_id: randomUUID(), employee_id: id, ...fields })).body
        .message;
    const late = 'must not be greater than 2026-03-02 14:05:00';
    const early = 'must not be less than 2016-03-01 14:00:00';
    const [ahead, back] = [clock.at(5 * MINUTE + 1), clock.at(-3_653 * DAY - 1)];
    for (const check_in of [ahead, '9999-12-28 00:00:00']) {
      expect(await refusal('AddShift', { point_id, check_in })).toBe(`Field check_in ${late}`);
    }
    for (const check_in of [back, 0]) {
      expect(await refusal('AddShift', { point_id, check_in })).toBe(`Field check_in ${early}`);
    }
    const start = clock.at(-3_653 * DAY);
    expect(await refusal('AddShift', { point_id, check_in: start, check_out: ahead })).toBe(`Field check_out ${late}`);
    const { shift_id } = await command(till, 'AddShift', {
      ...{ employee_id: id, point_id, check_in: start, check_out: clock.at(5 * MINUTE) },
    });
    expect(await refusal('EditShift', { shift_id, check_in: back })).toBe(`Field check_in ${early}`);
    expect(await refusal('EditShift', { shift_id, check_out: ahead })).toBe(`Field check_out ${late}`);
  });

  test('the back office rounds hours half up, whatever binary floats make of them', async () => {
    const id = await staff.hire();
    const start = Date.parse('2026-02-01T00:00:00Z');
    for (const seconds of [2_038_266, 18, 17.999]) {
      const check_out = new Date(start + seconds * 1_000).toISOString();
      const shift = { employee_id: id, point_id: staff.venue.point_id, check_in: new Date(start).toISOString() };
      await command(till, 'AddShift', { ...shift, check_out });
    }
    const { shifts, employees } = await shiftsOf(id);
    expect(shifts.map(({ hours }) => hours)).toEqual([566.19, 0.01, 0]);
    expect(employees).toMatchObject([{ hours: 566.2 }]);
  });

  test('the back office bound to a point leaves the shifts of others alone', async () => {
    const id = await staff.hire();
    const { shift_id } = (await post(mark(id, 'check_in', local(MONDAY, '09:00')))).results[0];
    const { brand_id } = staff.venue;
    const terms = { brand_id, audience: 'venue', name: 'second till', point_ids: [staff.second_point_id] };
    const second = await app.client((await command(await app.platform(), 'IssueKey', terms)).api_key);
    const remove = { command_id: randomUUID(), employee_id: id, shift_id };
    for (const type of ['DeleteShift', 'DeleteShift', 'EditShift']) {
      expect(await second.post(`/venue/v1/commands/${type}`, remove)).toMatchObject({
        ...{ status: 404, body: { code: 'attendance_shift_not_found' } },
      });
    }
    expect((await shiftsOf(id)).shifts).toHaveLength(1);
  });

  test('the back office records marks by the same rules as partners', async () => {
    const id = await staff.hire();
    const send = (fields: Fields) =>
      till.post('/venue/v1/commands/RecordMark', {
        ...{ command_id: randomUUID(), employee_id: id, type: 'check_in', time: local(MONDAY, '09:00'), ...fields },
      });
    const code = async (fields: Fields) => (await send(fields)).body.code;
    expect(await code({ time: clock.at(5 * MINUTE + 1) })).toBe('mark_in_future');
    expect(await code({ time: clock.at(-62 * DAY - 1) })).toBe('mark_too_old');
    expect(await code({ time: 'never' })).toBe('mark_time_unreadable');
    expect(await code({ point_id: randomUUID() })).toBe('point_not_found');
    const nowhere = await staff.hire({ point_id: null });
    expect(await code({ employee_id: nowhere })).toBe('employee_without_point');
    await command(till, 'BlockEmployee', { employee_id: nowhere });
    expect(await code({ employee_id: nowhere })).toBe('employee_blocked');
    expect((await send({})).body.result).toMatchObject({ result: 'shift_opened' });
  });
});

test('the back office reaches only employees of its own brand', async () => {
  const { point_id } = staff.venue;
  const foreign = await (await createStaff(app)).hire();
  const gone = await staff.hire();
  await command(till, 'DismissEmployee', { employee_id: gone });
  const time = local(MONDAY, '09:00');
  const cases: [type: string, fields: Fields][] = [
    ...[999_999_999, foreign].map((employee_id): [string, Fields] => ['AddShift', { employee_id, check_in: time }]),
    ...[999_999_999, foreign, gone].map((employee_id): [string, Fields] => [
      ...(['RecordMark', { employee_id, type: 'check_in', time }] as const),
    ]),
  ];
  for (const [type, fields] of cases) {
    const body = { command_id: randomUUID(), point_id, ...fields };
    expect(await till.post(`/venue/v1/commands/${type}`, body)).toMatchObject({
      ...{ status: 404, body: { code: 'employee_not_found' } },
    });
  }
});

test('auditors see the employee as of any moment', async () => {
  const { auditor } = staff.venue;
  const { id: point_id } = await definePoint(till, { name: 'Yunusobod' });
  const id = await staff.hire({ name: 'Sevara', point_id });
  const { results } = await post(mark(id, 'check_in', local(MONDAY, '14:00')));
  const { shift_id } = results[0];
  const hired = (await auditor.get(`/audit/v1/employees/${id}/history`)).body.events[0];
  const { state, position, revision } = (await auditor.get(`/audit/v1/employees/${id}`)).body;
  expect(state).toEqual({
    ...{ employee_id: id, login: 'dilnoza', name: 'Sevara', role: 'waiter', role_name: 'Waiter', position_id: 2 },
    ...{ position_name: 'Waiter', point_id, point_name: 'Yunusobod', standing: 'active' },
    open_shift: { shift_id, check_in: '2026-03-02 14:00:00' },
  });
  expect(position).toBeGreaterThan(hired.position);
  expect(revision).toBe(0);
  const before = (await auditor.get(`/audit/v1/employees/${id}?at=${hired.position}`)).body;
  expect(before).toMatchObject({ position: hired.position, state: { open_shift: null } });
  expect((await auditor.get(`/audit/v1/employees/${id}?at=${hired.position - 1}`)).status).toBe(404);
  await definePoint(till, { id: point_id, name: 'Olmazor' });
  expect((await auditor.get(`/audit/v1/employees/${id}?at=${position}`)).body).toMatchObject({ position, state });
  await command(till, 'BlockEmployee', { employee_id: id });
  const { events } = (await auditor.get(`/audit/v1/employees/${id}/history`)).body;
  expect(events.map(({ type }: { type: string }) => type)).toEqual([
    'EmployeeHired',
    'ShiftStarted',
    'EmployeeBlocked',
  ]);
  expect((await auditor.get(`/audit/v1/employees/${id}`)).body).toMatchObject({
    position: events[2].position,
    state: { point_name: 'Olmazor', standing: 'blocked', open_shift: { shift_id } },
  });
  expect((await auditor.get('/audit/v1/employees/999999999')).status).toBe(404);
  const theirs = await createStaff(app);
  expect((await theirs.venue.auditor.get(`/audit/v1/employees/${id}/history`)).status).toBe(404);
});

test('auditors see a mark at the time when it was made, from partners and tills, early or late', async () => {
  const id = await staff.hire({ occurred_at: clock.at(-DAY) });
  const enter = (type: string, time: string, fields: Fields = {}) =>
    command(till, 'RecordMark', { employee_id: id, type, time: local(MONDAY, time), ...fields });
  await enter('check_in', '08:00');
  await post(mark(id, 'check_out', local(MONDAY, '09:00')), mark(id, 'check_in', local(MONDAY, '10:00')));
  await enter('check_out', '11:00', { occurred_at: clock.at(0) });
  const openAt = async (time: string) => {
    const { body } = await staff.venue.auditor.get(`/audit/v1/employees/${id}?at=${MONDAY}T${time}:00%2B05:00`);
    return body.state.open_shift?.check_in ?? null;
  };
  expect(await Promise.all(['07:59', '08:30', '09:30', '10:30', '11:30'].map(openAt))).toEqual([
    ...[null, '2026-03-02 08:00:00', null, '2026-03-02 10:00:00', null],
  ]);
});

test('auditors see marks when they were made, also those that arrived after later ones', async () => {
  const id = await staff.hire({ occurred_at: clock.at(-DAY) });
  for (const [start, end] of [
    ['09:00', '10:00'],
    ['07:00', '08:00'],
  ] as const) {
    await post(mark(id, 'check_in', local(MONDAY, start)), mark(id, 'check_out', local(MONDAY, end)));
  }
  const openAt = async (time: string) => {
    const { body } = await staff.venue.auditor.get(`/audit/v1/employees/${id}?at=${MONDAY}T${time}:00%2B05:00`);
    return body.state.open_shift?.check_in ?? null;
  };
  expect(await Promise.all(['07:30', '08:30', '09:30', '10:30'].map(openAt))).toEqual([
    ...['2026-03-02 07:00:00', null, '2026-03-02 09:00:00', null],
  ]);
});
