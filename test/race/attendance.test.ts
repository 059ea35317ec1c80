import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createMarkClaims } from '../../src/commands/attendance/mark-claims.ts';
import { rebuildIdentities } from '../../src/commands/rebuild-identities.ts';
import type { TestApp } from '../support/app.ts';
import { createClock, DAY, MINUTE } from '../support/clock.ts';
import { effort } from '../support/effort.ts';
import { createClient, type HttpClient } from '../support/http-client.ts';
import { type SharedPair, sharedPair } from '../support/shared-pair.ts';
import { createStaff, type TestStaff } from '../support/staff.ts';

let apps: SharedPair;
let app: TestApp;
let other: TestApp;
let staff: TestStaff;
let here: HttpClient;
let there: HttpClient;
const clock = createClock();

beforeAll(async () => {
  apps = await sharedPair({ clock: clock.read });
  ({ app, other } = apps);
  staff = await createStaff(app);
  here = staff.clockIn;
  there = createClient(other.url, here.token);
});
afterAll(async () => {
  await apps.stop();
});

interface Event {
  readonly event_id: string;
  readonly employee_id: number;
  readonly type: string;
  readonly time: string;
}

const post = async (client: HttpClient, events: readonly Event[]) => {
  const { status, body } = await client.post('/v1/attendance/events', { events });
  expect(status).toBe(200);
  return body;
};
const eventOf = (employee_id: number, fields: Partial<Event> = {}): Event => ({
  event_id: randomUUID(),
  employee_id,
  type: 'check_in',
  time: clock.at(-MINUTE),
  ...fields,
});
const inLog = async (employee_id: number): Promise<string[]> =>
  (await app.tillstream.store.read(`timesheet-${employee_id}`)).map(({ type }) => type);

describe('the same event, twenty times at once over two processes', () => {
  test('the same event, twenty times at once over two processes, is accepted once and answered alike', async () => {
    const id = await staff.hire();
    const event = eventOf(id);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => post(index % 2 === 0 ? here : there, [event])),
    );
    const results = answers.flatMap((answer) => answer.results);
    expect(results.filter(({ status }) => status === 'accepted')).toHaveLength(1);
    expect(results.filter(({ status }) => status === 'duplicate')).toHaveLength(19);
    expect(new Set(results.map(({ result, shift_id }) => `${result} ${shift_id}`)).size).toBe(1);
    expect(await inLog(id)).toEqual(['ShiftStarted']);
  });

  test('of one event_id with different employees, at once over two processes, only the first is applied', async () => {
    const ids = await Promise.all(Array.from({ length: 10 }, () => staff.hire()));
    const event_id = randomUUID();
    const answers = await Promise.all(
      ids.map((id, index) => post(index % 2 === 0 ? here : there, [eventOf(id, { event_id })])),
    );
    const results = answers.flatMap((answer) => answer.results);
    expect(results.filter(({ status }) => status === 'accepted')).toHaveLength(1);
    expect(results.filter(({ message }) => message !== null)).toHaveLength(9);
    const logs = await Promise.all(ids.map(inLog));
    expect(logs.flat()).toEqual(['ShiftStarted']);
  });

  test('the same whole request at once over two processes leaves the shifts of one', async () => {
    const ids = await Promise.all(Array.from({ length: 10 }, () => staff.hire()));
    const events = ids.flatMap((id) =>
      Array.from({ length: 10 }, (_, day) => [
        eventOf(id, { time: clock.at(-(day + 1) * DAY) }),
        eventOf(id, { time: clock.at(-(day + 1) * DAY + 480 * MINUTE), type: 'check_out' }),
      ]).flat(),
    );
    const answers = await Promise.all([here, there, here, there].map((client) => post(client, events)));
    expect(answers.reduce((sum, { accepted }) => sum + accepted, 0)).toBe(events.length);
    expect(answers.every(({ rejected }) => rejected === 0)).toBe(true);
    const outcomes = answers.map(({ results }) =>
      results.map(({ result, shift_id }: Record<string, unknown>) => `${result} ${shift_id}`),
    );
    for (const outcome of outcomes) expect(outcome).toEqual(outcomes[0]);
    const [log] = await Promise.all(ids.map(inLog));
    expect(log).toEqual(Array.from({ length: 10 }, () => ['ShiftStarted', 'ShiftEnded']).flat());
  });
});

describe('after a crash', () => {
  const claims = () => createMarkClaims(app.tillstream.pool);
  const claimOf = (event: Event) => ({
    event_id: event.event_id,
    mark: {
      employee_id: event.employee_id,
      type: event.type as 'check_in',
      time: event.time,
      point_id: staff.venue.point_id,
      timezone: 'Asia/Tashkent',
      business_day_cutoff: '00:00',
    },
  });

  test('after a crash between claim and append the repeat records the mark, and later ones answer the same', async () => {
    const id = await staff.hire();
    const event = eventOf(id);
    const claim = (await claims().claim(staff.keyId, [claimOf(event)])).get(event.event_id)!;
    expect(claim.claimed).toBe(true);
    expect(await inLog(id)).toEqual([]);
    const [first] = (await post(here, [event])).results;
    expect(first).toMatchObject({ result: 'shift_opened', shift_id: claim.id, message: null });
    expect((await post(there, [event])).results).toEqual([{ ...first, status: 'duplicate' }]);
    expect(await inLog(id)).toEqual(['ShiftStarted']);
  });

  test('after a crash between append and answer the repeat finds the mark’s result in the log', async () => {
    const id = await staff.hire();
    const events = [
      eventOf(id, { time: clock.at(-3 * DAY) }),
      eventOf(id, { time: clock.at(-3 * DAY + 60 * MINUTE) }),
      eventOf(id, { time: clock.at(-2 * DAY) }),
      eventOf(id, { time: clock.at(-2 * DAY + 60 * MINUTE), type: 'check_out' }),
    ];
    const first = await post(here, events);
    // So many more that nobody has the first ones in memory.
    const more = Array.from({ length: 250 }, (_, index) => eventOf(id, { time: clock.at(-DAY + index * 1_000) }));
    await post(here, more);
    const before = await inLog(id);
    for (const event of events) {
      const { mark } = claimOf(event);
      await app.tillstream.pool.query('update app.identities set result = $1 where scope = $2 and key = $3', [
        ...[JSON.stringify({ mark }), staff.keyId, event.event_id],
      ]);
    }
    const again = await post(there, events);
    expect(again.results).toEqual(first.results.map((it: object) => ({ ...it, status: 'duplicate' })));
    expect(first.results.map((it: { result: string }) => it.result)).toEqual([
      ...['shift_opened', 'shift_already_open', 'shift_opened', 'shift_closed'],
    ]);
    expect(await inLog(id)).toEqual(before);
  });

  test('after a crash that lost every outside key they are restored from the log', async () => {
    const id = await staff.hire();
    const events = [
      eventOf(id, { time: clock.at(-3 * DAY) }),
      eventOf(id, { time: clock.at(-3 * DAY + 60 * MINUTE) }),
      eventOf(id, { time: clock.at(-3 * DAY + 90 * MINUTE), type: 'check_out' }),
      eventOf(id, { time: clock.at(-2 * DAY), type: 'check_out' }),
    ];
    const first = await post(here, events);
    await app.tillstream.pool.query('delete from app.identities where kind = $1', ['attendance_event']);
    await rebuildIdentities(app.tillstream.store, app.tillstream.pool, app.tillstream.hash);
    const again = await post(here, [...events, eventOf(id, { time: clock.at(-DAY) })]);
    expect(again.results.slice(0, 4)).toEqual(first.results.map((it: object) => ({ ...it, status: 'duplicate' })));
    const ids = new Set(first.results.map((it: { shift_id: number }) => it.shift_id));
    expect(ids.has(again.results[4].shift_id)).toBe(false);
    const [changed] = (await post(here, [{ ...events[0]!, type: 'check_out' }])).results;
    expect(changed).toMatchObject({ status: 'duplicate', message: expect.stringContaining('another employee') });
  });
});

test('marks give the same shifts, however they are split into requests in order of time, and however often repeated', async () => {
  const plan = fc.record({
    marks: fc.uniqueArray(
      fc.record({
        minute: fc.oneof(
          fc.integer({ min: 1, max: 5_000 }),
          fc.integer({ min: 1, max: 50 }).map((it) => it * 120),
        ),
        type: fc.constantFrom('check_in', 'check_out'),
        isSecond: fc.boolean(),
      }),
      { selector: ({ minute }) => minute, minLength: 1, maxLength: 40 },
    ),
    cuts: fc.array(fc.record({ size: fc.integer({ min: 1, max: 8 }), sent: fc.integer({ min: 1, max: 3 }) }), {
      minLength: 40,
      maxLength: 40,
    }),
    seed: fc.integer(),
  });
  await fc.assert(
    fc.asyncProperty(plan, async ({ marks, cuts, seed }) => {
      const [whole, split] = await Promise.all([staff.hire(), staff.hire()]);
      const eventsFor = (employee_id: number) =>
        marks.map(({ minute, type, isSecond }) => ({
          ...eventOf(employee_id, { type, time: clock.at(-minute * MINUTE) }),
          ...(isSecond && { point_id: staff.second_point_id }),
        }));
      await post(here, eventsFor(whole));

      const inTime = eventsFor(split).sort((a, b) => a.time.localeCompare(b.time));
      for (let start = 0, cut = 0; start < inTime.length; start += cuts[cut++]!.size) {
        const { size, sent } = cuts[cut]!;
        const request = inTime
          .slice(start, start + size)
          .sort((a, b) => hash(a.event_id, seed) - hash(b.event_id, seed));
        for (let time = 0; time < sent; time++) await post(time % 2 === 0 ? here : there, request);
      }
      expect(await shiftsOf(split)).toEqual(await shiftsOf(whole));
    }),
    { numRuns: effort({ short: 12, long: 60 }), endOnFailure: true },
  );
}, 60_000);

/** Some order that has nothing to do with time. */
const hash = (text: string, seed: number): number => (Number.parseInt(text.slice(0, 6), 16) * 7_919 + seed) % 10_007;

const shiftsOf = async (employee_id: number) => {
  const { body } = await here.get('/v1/attendance/shifts?date_from=2026-02-01&date_to=2026-03-02');
  const own = body.shifts.filter((shift: { employee_id: number }) => shift.employee_id === employee_id);
  return own.map(({ shift_id: _, employee_id: __, ...shift }: Record<string, unknown>) => shift);
};
