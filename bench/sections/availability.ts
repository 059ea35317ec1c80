import http from 'node:http';
import { DEFAULT_RESERVATION_RULES } from '../../src/domain/points/commands.ts';
import { slotsOf } from '../../src/domain/reservations/availability.ts';
import type { BookPoint } from '../../src/domain/reservations/commands.ts';
import { hoursOf } from '../../src/domain/reservations/hours.ts';
import { addDays } from '../../src/domain/reservations/local-clock.ts';
import { createOccupancyBoards, type OccupancyBoards } from '../../src/projections/reservations/occupancy-boards.ts';
import { fillBooks } from '../fixtures/reservation-log.ts';
import type { Figure, Section } from '../section.ts';
import { type BenchApp, startApp } from '../support/app.ts';
import { openBenchEvents } from '../support/events.ts';
import { fromCallers } from '../support/rounds.ts';
import { percentile } from '../support/statistics.ts';
import { venueCommandsOf } from '../support/venue-commands.ts';

const POINTS = 5;
const TABLES = 100;
const DAYS = 50;
const PER_DAY = 2;
const CALLERS = 8;
/** A working day of 14 hours, a time every half an hour. */
const WORKING_HOURS = [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, is_open: true, open: '10:00', close: '24:00' }));
const MONTH = 31;
const DURATION_MINUTES = 90;

/** What is free, in a brand with 50 000 reservations to come: 100 tables at each of 5 points. */
export const availability: Section = {
  name: 'availability',
  run: async (context) => {
    const amount = context.quick ? 1_000 : 10_000;
    const app = await startApp(context.adminUrl);
    try {
      const first = addDays(new Date().toISOString().slice(0, 10), 2);
      const points = await openPoints(app);
      const { pool, url } = app.database;
      const events = await openBenchEvents({ pool, url });
      const live = await fillBooks(events.store, points, first, DAYS, PER_DAY).finally(() => events.close());
      await app.shown();
      context.progress(`${live} reservations to come`);

      const dates = Array.from({ length: DAYS }, (_, day) => addDays(first, day));
      const atTime = (index: number) => {
        const time = `${11 + (index % 9)}:${index % 2 === 0 ? '00' : '30'}`;
        return `/v1/reservations/availability?${placeOf(points, dates, index)}&time=${time}`;
      };
      const ofDay = (index: number) => `/v1/reservations/availability?${placeOf(points, dates, index)}`;
      const boards = createOccupancyBoards(pool);
      const ofMonth = () => month(boards, points[0]!, first);

      const rounds: Record<'time' | 'day' | 'month', number[][]> = { time: [], day: [], month: [] };
      for (let round = 0; round <= context.rounds; round++) {
        const latencies = {
          time: await measure(app, amount, atTime),
          day: await measure(app, amount / 10, ofDay),
          month: await oneByOne(context.quick ? 20 : 200, ofMonth),
        };
        // The first is to warm up.
        if (round === 0) continue;
        for (const [name, list] of Object.entries(latencies)) rounds[name as keyof typeof rounds].push(list);
        const [time, day, whole] = Object.values(latencies).map((list) => percentile(list, 99).toFixed(2));
        context.progress(`round ${round}: p99 ${time} ms at a time, ${day} ms of a day, ${whole} ms of a month`);
      }
      const figure = (name: string, of: keyof typeof rounds, percent: number): Figure => ({
        name: `${name} p${percent}`,
        unit: 'ms',
        rounds: rounds[of].map((list) => percentile(list, percent)),
      });
      const [atATime, aDay, aMonth] = [
        `GET availability with time, ${live} live reservations, ${CALLERS} callers`,
        `GET availability of a day, ${TABLES} tables`,
        `the times of a month, ${TABLES} tables`,
      ];
      return [
        figure(atATime, 'time', 50),
        { ...figure(atATime, 'time', 99), goals: [{ of: 'value', below: 10 }] },
        figure(aDay, 'day', 99),
        { ...figure(aMonth, 'month', 99), goals: [{ of: 'value', below: 10 }] },
      ];
    } finally {
      await app.stop();
    }
  },
};

/** Points with tables that seat 2, 4, 6 or any number; as the book knows them. */
const openPoints = async (app: BenchApp): Promise<BookPoint[]> => {
  const command = await venueCommandsOf(app);
  const { rows } = await app.database.pool.query<{ brand_id: string }>('select brand_id from read.brands');
  const points: BookPoint[] = [];
  while (points.length < POINTS) {
    const point_id = await command('DefinePoint', {
      name: `Hall ${points.length}`,
      short_name: 'H',
      phone: '+998712000000',
      latitude: 41.3,
      longitude: 69.2,
      delivery_distance: 1_000,
      working_hours: WORKING_HOURS,
    });
    const hall_id = await command('DefineHall', { point_id, name: 'Main' });
    const tables = new Map<number, { id: number; name: string; hall_id: number; hall_name: string; capacity: null }>();
    await fromCallers(16, TABLES, async (index) => {
      const capacity = [2, 4, 6, null][index % 4];
      const id = await command('DefineTable', { hall_id, name: `${index + 1}`, capacity });
      tables.set(id, { id, name: `${index + 1}`, hall_id, hall_name: 'Main', capacity: null });
    });
    points.push({
      brand_id: rows[0]!.brand_id,
      point_id,
      timezone: 'Asia/Tashkent',
      tables,
      working_hours: WORKING_HOURS,
      special_days: {},
      reservation_rules: DEFAULT_RESERVATION_RULES,
    });
  }
  return points;
};

const placeOf = (points: readonly BookPoint[], dates: readonly string[], index: number): string => {
  const { point_id } = points[index % points.length]!;
  return `point_id=${point_id}&date=${dates[(index * 7) % dates.length]}&guests=${1 + (index % 6)}`;
};

/** Milliseconds, as the callers see them. */
const measure = async (app: BenchApp, amount: number, path: (index: number) => string): Promise<number[]> => {
  const agent = new http.Agent({ keepAlive: true, maxSockets: CALLERS });
  const latencies: number[] = [];
  try {
    await fromCallers(CALLERS, amount, async (index) => {
      const began = performance.now();
      await get(app, agent, path(index));
      latencies.push(performance.now() - began);
    });
  } finally {
    agent.destroy();
  }
  return latencies;
};

const get = (app: BenchApp, agent: http.Agent, path: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${app.token}` };
    const request = http.request(app.url + path, { agent, headers }, (response) => {
      response.resume();
      response.once('end', () => {
        if (response.statusCode === 200) resolve();
        else reject(new Error(`${path} was answered ${response.statusCode}`));
      });
    });
    request.once('error', reject);
    request.end();
  });

const oneByOne = async (amount: number, work: () => Promise<unknown>): Promise<number[]> => {
  const latencies: number[] = [];
  for (let turn = 0; turn < amount; turn++) {
    const began = performance.now();
    await work();
    latencies.push(performance.now() - began);
  }
  return latencies;
};

/** Every time of a month of days, each asked of the read model as a request for a day does. */
const month = async (boards: OccupancyBoards, point: BookPoint, first: string): Promise<void> => {
  const board = await boards.find(point.brand_id, point.point_id);
  const now = Date.now();
  for (let day = 0; day < MONTH; day++) {
    const date = addDays(first, day);
    const { opens, closes } = hoursOf(date, point)!;
    const taken = board.takenIn(opens, closes + DURATION_MINUTES * 60_000, point.timezone, now);
    slotsOf({ point, date, guests: 2, duration_minutes: DURATION_MINUTES, now }, taken);
  }
};
