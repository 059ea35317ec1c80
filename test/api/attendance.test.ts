import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { command, type TestApp } from '../support/app.ts';
import {
  type Attendance,
  type Fields,
  local,
  MONDAY,
  mark,
  openAttendance,
  SUNDAY,
  told,
} from '../support/attendance-marks.ts';
import { createClock, DAY, MINUTE } from '../support/clock.ts';
import type { HttpClient } from '../support/http-client.ts';
import { createStaff, type TestStaff } from '../support/staff.ts';

let app: TestApp;
let staff: TestStaff;
let clockIn: HttpClient;
let till: HttpClient;
let post: Attendance['post'];
let shiftsOf: Attendance['shiftsOf'];
/** 14:00 on 2 March in Tashkent. */
const clock = createClock();

beforeAll(async () => {
  ({ app, staff, clockIn, till, post, shiftsOf } = await openAttendance(clock.read));
});
afterAll(() => app.stop());

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
      accepted: 3,
      duplicates: 0,
      rejected: 1,
      results: [
        {
          event_id: events[0]!.event_id,
          status: 'accepted',
          result: 'shift_closed',
          message: null,
          shift_id: first.results[1].shift_id,
          auto_closed_shift_id: null,
        },
        expect.objectContaining({ status: 'accepted', result: 'shift_opened', message: null }),
        expect.objectContaining({ status: 'accepted', result: 'shift_opened' }),
        {
          event_id: events[3]!.event_id,
          status: 'rejected',
          result: null,
          shift_id: null,
          auto_closed_shift_id: null,
          message: 'Field type must be one of: check_in, check_out',
          code: 'field_not_allowed',
          field: 'type',
          details: { allowed: ['check_in', 'check_out'] },
        },
      ],
    });
    expect(first.results[2].shift_id).not.toBe(first.results[1].shift_id);

    expect(await shiftsOf(id)).toEqual({
      employees: [
        {
          employee_id: id,
          employee_login: 'dilnoza',
          employee_name: 'Dilnoza',
          position_name: 'Waiter',
          hours: 9.5,
          open_shifts: 1,
          worked_days: 2,
        },
      ],
      shifts: [
        {
          shift_id: first.results[1].shift_id,
          employee_id: id,
          employee_login: 'dilnoza',
          employee_name: 'Dilnoza',
          position_name: 'Waiter',
          point_id: staff.venue.point_id,
          point_name: 'Chorsu',
          date: SUNDAY,
          check_in: '2026-03-01 09:00:00',
          check_out: '2026-03-01 18:30:00',
          hours: 9.5,
          source: 'api',
          note: null,
        },
        expect.objectContaining({
          date: MONDAY,
          check_in: '2026-03-02 09:00:00',
          check_out: null,
          hours: null,
          source: 'api',
        }),
      ],
    });

    const report = (await clockIn.get(`/v1/reports/attendance?date_from=${SUNDAY}&date_to=${MONDAY}`)).body;
    const { shift_id: _, source: __, note: ___, ...shift } = (await shiftsOf(id)).shifts[0]!;
    expect(report.shifts).toContainEqual(shift);
    expect(report.employees).toContainEqual((await shiftsOf(id)).employees[0]);

    const { body } = await clockIn.get('/v1/attendance/employees');
    expect(body.employees.find((it: { employee_id: number }) => it.employee_id === id)).toEqual({
      employee_id: id,
      name: 'Dilnoza',
      position_id: 2,
      position_name: 'Waiter',
      point_id: staff.venue.point_id,
      point_name: 'Chorsu',
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
      hours: 23,
      check_out: '2026-03-01 09:00:00',
      note: 'Closed automatically: there was no check-out for more than 14 hours',
      auto_closed: true,
    });
    expect(shifts[1]).not.toHaveProperty('auto_closed');
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
      employee_id: id,
      type: 'check_in',
      time: local(MONDAY, '09:00'),
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
      result: 'shift_closed',
      shift_id: camera.shift_id,
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

  test('a repeated event_id is answered from its kept result, and the log is not read', async () => {
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
      accepted: 1,
      duplicates: 0,
      rejected: 2,
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
    const fields = ['event_id', 'employee_id', 'type', 'time', 'point_id'];
    for (const it of results.slice(1)) expect(fields).toContain(it.field);
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
      name: 'Berlin',
      short_name: 'B',
      timezone: 'Europe/Berlin',
      phone: '+4930000000',
      latitude: 52.5,
      longitude: 13.4,
      delivery_distance: 1_000,
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
        status: 400,
        body: { code: 'local_time_missing', message: expect.stringMatching(` ${field}$`) },
      });
    }
  });

  test('an employee is found by a part of the name, however it is written', async () => {
    await staff.hire({ name: 'İskender Oʻtkir Ёлкин' });
    for (const part of ['iskender', 'ISKENDER', 'ıskender', 'I\u0307sken', "o'tkir", 'O’TKIR', 'елкин', 'Е\u0308ЛК']) {
      const { body } = await clockIn.get(`/v1/attendance/employees?search=${encodeURIComponent(part)}`);
      expect({ part, count: body.count }).toEqual({ part, count: 1 });
    }
    expect((await clockIn.get('/v1/attendance/employees?search=iskandar')).body.count).toBe(0);
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
      status: 409,
      body: { code: 'employee_dismissed' },
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
      status: 403,
      body: { code: 'no_access_to_reports' },
    });
    expect((await only.get('/v1/attendance/employees')).status).toBe(200);
    expect((await partner.get(`/v1/reports/attendance?date_from=${MONDAY}&date_to=${MONDAY}`)).status).toBe(200);
  });
});
