import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
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
import { definePoint } from '../support/venue.ts';

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
      employee_id: id,
      point_id,
      check_in: local(SUNDAY, '09:00'),
      check_out: local(SUNDAY, '17:20'),
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
        status: 404,
        body: { code: 'attendance_shift_not_found' },
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
      employee_id: id,
      point_id,
      check_in: start,
      check_out: clock.at(5 * MINUTE),
    });
    expect(await refusal('EditShift', { shift_id, check_in: back })).toBe(`Field check_in ${early}`);
    expect(await refusal('EditShift', { shift_id, check_out: ahead })).toBe(`Field check_out ${late}`);
  });

  test('the back office rounds hours half up, whatever binary floats make of them', async () => {
    const id = await staff.hire();
    let check_in = '2026-02-01T00:00:00.000Z';
    for (const seconds of [2_038_266, 18, 17.999]) {
      const check_out = new Date(Date.parse(check_in) + seconds * 1_000).toISOString();
      await command(till, 'AddShift', { employee_id: id, point_id: staff.venue.point_id, check_in, check_out });
      check_in = check_out;
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
        status: 404,
        body: { code: 'attendance_shift_not_found' },
      });
    }
    expect((await shiftsOf(id)).shifts).toHaveLength(1);
  });

  test('the back office enters no time twice: the refusal names the other shift', async () => {
    const id = await staff.hire();
    const { point_id } = staff.venue;
    const [first] = (
      await post(mark(id, 'check_in', local(SUNDAY, '09:00')), mark(id, 'check_out', local(SUNDAY, '17:00')))
    ).results;
    const send = (type: string, fields: Fields) =>
      till.post(`/venue/v1/commands/${type}`, { command_id: randomUUID(), employee_id: id, ...fields });
    const add = (from: string, to: string, at = point_id) =>
      send('AddShift', { point_id: at, check_in: local(SUNDAY, from), check_out: local(SUNDAY, to) });
    const times = { check_in: '2026-03-01T04:00:00.000Z', check_out: '2026-03-01T12:00:00.000Z' };
    const refused = {
      status: 409,
      body: {
        code: 'attendance_shifts_overlap',
        message: expect.stringContaining(String(first.shift_id)),
        overlaps_with: { shift_id: first.shift_id, point_id, ...times },
      },
    };
    for (const [from, to] of [
      ['09:00', '17:00'],
      ['12:00', '14:00'],
    ] as const) {
      expect(await add(from, to)).toMatchObject(refused);
    }
    const { shift_id } = (await add('17:00', '18:00')).body.result;
    expect(await send('EditShift', { shift_id, check_in: local(SUNDAY, '16:00') })).toMatchObject(refused);
    expect((await shiftsOf(id)).employees).toMatchObject([{ hours: 9 }]);
  });

  test('the back office records marks by the same rules as partners', async () => {
    const id = await staff.hire();
    const send = (fields: Fields) =>
      till.post('/venue/v1/commands/RecordMark', {
        command_id: randomUUID(),
        employee_id: id,
        type: 'check_in',
        time: local(MONDAY, '09:00'),
        ...fields,
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
      status: 404,
      body: { code: 'employee_not_found' },
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
    employee_id: id,
    login: 'dilnoza',
    name: 'Sevara',
    role: 'waiter',
    role_name: 'Waiter',
    position_id: 2,
    position_name: 'Waiter',
    point_id,
    point_name: 'Yunusobod',
    standing: 'active',
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
