import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { command } from '../support/app.ts';
import {
  type Fields,
  local,
  MONDAY,
  mark,
  type OpenedAttendance,
  openAttendance,
  SUNDAY,
  told,
} from '../support/attendance-marks.ts';
import { createClock } from '../support/clock.ts';

let it: OpenedAttendance;
let home: string;
let second: string;
/** 14:00 on 2 March in Tashkent. */
const clock = createClock();

beforeAll(async () => {
  it = await openAttendance(clock.read);
  [home, second] = [it.staff.venue.point_id, it.staff.second_point_id];
});
afterAll(() => it.app.stop());

/** Where the shifts of an employee are, and from when to when. */
const places = async (id: number) =>
  (await it.shiftsOf(id)).shifts.map(({ point_id, check_in, check_out }) => [
    point_id === home ? 'home' : 'second',
    ...[check_in, check_out].map((time) => (time as string | null)?.slice(11, 16) ?? null),
  ]);
const atSecond = () => ({ point_id: second });

describe('a mark without a point', () => {
  test('a mark without a point ends the shift where it began, though the employee has moved since', async () => {
    const id = await it.staff.hire();
    expect(told(await it.post(mark(id, 'check_in', local(MONDAY, '09:00'))))).toEqual(['shift_opened']);
    await command(it.till, 'UpdateEmployee', { id, point_id: second });
    expect(told(await it.post(mark(id, 'check_out', local(MONDAY, '12:00'))))).toEqual(['shift_closed']);
    expect(told(await it.post(mark(id, 'check_in', local(MONDAY, '14:01'))))).toEqual(['shift_opened']);
    expect(await places(id)).toEqual([
      ['home', '09:00', '12:00'],
      ['second', '14:01', null],
    ]);
  });

  test('a mark without a point and without a shift belongs to the own point of its time, whoever makes it', async () => {
    const record = (employee_id: number, type: string, time: string) =>
      command(it.till, 'RecordMark', { employee_id, type, time });
    const post = (id: number, type: string, time: string) => it.post(mark(id, type, time));
    for (const send of [post, record]) {
      const id = await it.staff.hire();
      // Home until Sunday noon, then at the second point until Monday 10:00, then home again.
      const move = (point_id: string | null, day: string, time: string, fields: Fields = {}) =>
        command(it.till, 'UpdateEmployee', { id, point_id, occurred_at: `${day}T${time}:00+05:00`, ...fields });
      await move(second, SUNDAY, '12:00');
      await move(home, MONDAY, '10:00', { position_name: 'Chief' });
      await command(it.till, 'UpdateEmployee', { id, role_name: 'First of all' });
      const work = async (day: string, from: string, to: string) => {
        await send(id, 'check_in', local(day, from));
        await send(id, 'check_out', local(day, to));
      };
      await work(MONDAY, '10:30', '11:00');
      await work(SUNDAY, '09:00', '11:00');
      await work(MONDAY, '08:00', '09:00');
      await work(SUNDAY, '12:00', '14:00');
      expect((await places(id)).sort().map(([place, from]) => [place, from])).toEqual([
        ['home', '09:00'],
        ['home', '10:30'],
        ['second', '08:00'],
        ['second', '12:00'],
      ]);
    }
  });

  test('a mark without a point between two transfers of one day belongs to the point between them, whoever makes it', async () => {
    const record = (employee_id: number, type: string, time: string) =>
      command(it.till, 'RecordMark', { employee_id, type, time });
    const post = (id: number, type: string, time: string) => it.post(mark(id, type, time));
    for (const send of [post, record]) {
      const id = await it.staff.hire();
      // Home, from 11:00 on the second point, from 13:00 on home again.
      for (const [point_id, time] of [
        [second, '11:00'],
        [home, '13:00'],
      ])
        await command(it.till, 'UpdateEmployee', { id, point_id, occurred_at: `${MONDAY}T${time}:00+05:00` });
      await command(it.till, 'UpdateEmployee', { id, role_name: 'First of all' });
      for (const [from, to] of [
        ['09:00', '10:30'],
        ['11:30', '12:00'],
        ['13:30', '13:45'],
      ] as const) {
        await send(id, 'check_in', local(MONDAY, from));
        await send(id, 'check_out', local(MONDAY, to));
      }
      expect((await places(id)).map(([place, from]) => [place, from])).toEqual([
        ['home', '09:00'],
        ['second', '11:30'],
        ['home', '13:30'],
      ]);
    }
  });

  test('a mark without a point goes where the marks of its request have led, in order of time', async () => {
    const id = await it.staff.hire();
    const events = [
      mark(id, 'check_out', local(SUNDAY, '20:00')),
      mark(id, 'check_in', local(SUNDAY, '18:00')),
      mark(id, 'check_out', local(SUNDAY, '17:00')),
      mark(id, 'check_in', local(SUNDAY, '09:00'), atSecond()),
    ];
    const results = ['shift_closed', 'shift_opened', 'shift_closed', 'shift_opened'];
    expect(told(await it.post(...events))).toEqual(results);
    expect(told(await it.post(...events))).toEqual(results);
    expect(await places(id)).toEqual([
      ['second', '09:00', '17:00'],
      ['home', '18:00', '20:00'],
    ]);
  });

  test('an event_id that was used before changes nothing for a mark without a point', async () => {
    const id = await it.staff.hire();
    const used = mark(id, 'check_in', local(SUNDAY, '07:00'));
    await it.post(used, mark(id, 'check_out', local(SUNDAY, '08:00')));
    const other = { ...used, time: local(SUNDAY, '09:00'), point_id: second };
    expect(told(await it.post(other, mark(id, 'check_in', local(SUNDAY, '10:00'))))).toEqual([
      ...['shift_opened', 'shift_opened'],
    ]);
    expect((await places(id)).at(-1)).toEqual(['home', '10:00', null]);
  });

  test('a mark without a point ends the shift that began last, of two at two points', async () => {
    const id = await it.staff.hire();
    await it.post(
      mark(id, 'check_in', local(MONDAY, '08:00')),
      mark(id, 'check_in', local(MONDAY, '09:00'), atSecond()),
    );
    const out = (time: string) => it.post(mark(id, 'check_out', local(MONDAY, time)));
    expect(told(await out('12:00'))).toEqual(['shift_closed']);
    expect((await places(id)).map(([place, , end]) => [place, end])).toEqual([
      ['home', null],
      ['second', '12:00'],
    ]);
    expect(told(await out('13:00'))).toEqual(['shift_closed']);
    expect((await places(id))[0]).toEqual(['home', '08:00', '13:00']);
  });

  test('a mark without a point that comes late belongs where the employee was at its time', async () => {
    const id = await it.staff.hire();
    await it.post(
      mark(id, 'check_in', local(SUNDAY, '09:00'), atSecond()),
      mark(id, 'check_out', local(SUNDAY, '17:00'), atSecond()),
    );
    const late = async (type: string, time: string) => told(await it.post(mark(id, type, local(SUNDAY, time))))[0];
    expect(await late('check_in', '12:00')).toBe('inside_shift');
    // The same mark by another terminal.
    expect(await late('check_in', '08:57')).toBe('already_counted');
    expect(await late('check_out', '17:03')).toBe('already_counted');
    expect(await late('check_in', '06:00')).toBe('shift_opened');
    expect((await places(id))[0]).toEqual(['home', '06:00', null]);
  });

  test('a mark without a point at the till goes where the employee is on shift as well', async () => {
    const id = await it.staff.hire({ point_id: null });
    const record = (type: string, time: string, fields: Fields = {}) =>
      command(it.till, 'RecordMark', { employee_id: id, type, time: local(MONDAY, time), ...fields });
    expect(await record('check_in', '09:00', atSecond())).toMatchObject({ result: 'shift_opened' });
    expect(await record('check_out', '12:00')).toMatchObject({ result: 'shift_closed' });
    const body = { command_id: randomUUID(), employee_id: id, type: 'check_in', time: local(MONDAY, '13:00') };
    expect((await it.till.post('/venue/v1/commands/RecordMark', body)).body.code).toBe('employee_without_point');
    expect(await places(id)).toEqual([['second', '09:00', '12:00']]);
  });

  test('a mark without a point by a key of some points does not reach shifts at others', async () => {
    const id = await it.staff.hire();
    await it.post(mark(id, 'check_in', local(MONDAY, '09:00'), atSecond()));
    const terms = { audience: 'partner', name: 'bound clock', permissions: ['attendance'], point_ids: [home] };
    const bound = await it.app.client((await command(it.till, 'IssueKey', terms)).api_key);
    const { body } = await bound.post('/v1/attendance/events', {
      events: [mark(id, 'check_out', local(MONDAY, '12:00'))],
    });
    expect(told(body)).toEqual(['check_out_without_shift']);
    expect(await places(id)).toContainEqual(['second', '09:00', null]);
  });
});

test('of a leaving and a coming at one instant the leaving counts first, whatever the order of the request', async () => {
  const noon = local(MONDAY, '12:00');
  for (const types of [
    ['check_in', 'check_out'],
    ['check_out', 'check_in'],
  ]) {
    const id = await it.staff.hire();
    await it.post(mark(id, 'check_in', local(MONDAY, '09:00'), atSecond()));
    const results = told(await it.post(...types.map((type) => mark(id, type, noon, atSecond()))));
    expect(results).toEqual(types.map((type) => (type === 'check_in' ? 'shift_opened' : 'shift_closed')));
    expect(await places(id)).toEqual([
      ['second', '09:00', '12:00'],
      ['second', '12:00', null],
    ]);
  }
});
