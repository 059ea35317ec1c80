import { randomUUID } from 'node:crypto';
import { DEMO_KEYS } from '../../src/config/demo-keys.ts';
import type { TimesheetCommand } from '../../src/domain/attendance/commands.ts';
import { timesheetDecider } from '../../src/domain/attendance/decide.ts';
import type { TimesheetState } from '../../src/domain/attendance/state.ts';
import type { Figure, Section } from '../section.ts';
import { type BenchApp, startApp } from '../support/app.ts';
import { fromCallers, seconds } from '../support/rounds.ts';
import { median } from '../support/statistics.ts';

const EMPLOYEES = 100;
const BATCH = 500;
const CALLERS = 4;
const MINUTE = 60_000;
/** Marks of an employee follow each other so closely that months of them fit in the 62 days. */
const STEP = 8 * MINUTE;
const YEAR_OF_MARKS = 1_000;
const COMPARED = 60;
const HISTORIES = 200;
const YEAR_BEGINS = Date.parse('2025-01-01T04:00:00Z');

/** POST /v1/attendance/events in batches, and what a mark costs whose employee has a year of them. */
export const attendance: Section = {
  name: 'attendance',
  run: async (context) => {
    const batches = context.quick ? 20 : 100;
    const app = await startApp(context.adminUrl);
    try {
      const staff = createStaff(app);
      const crews = await Promise.all(Array.from({ length: CALLERS }, () => staff.hire(EMPLOYEES)));
      let sent = 0;
      const round = async (): Promise<number> => {
        const time = await seconds(() =>
          fromCallers(CALLERS, batches, () => staff.work(crews[sent++ % CALLERS]!, BATCH)),
        );
        await app.shown();
        return (batches * BATCH) / time;
      };
      const rates: number[] = [];
      await round();
      for (let turn = 1; turn <= context.rounds; turn++) {
        rates.push(await round());
        context.progress(`round ${turn}: ${Math.round(rates.at(-1)!)} marks a second`);
      }
      return [
        {
          name: `marks in batches of ${BATCH} for ${EMPLOYEES} employees, ${CALLERS} callers`,
          unit: '/s',
          rounds: rates,
          goals: [{ of: 'value', atLeast: 5_000 }],
        },
        await compare(staff, context.rounds),
        decide(context.rounds),
      ];
    } finally {
      await app.stop();
    }
  },
};

/** One mark of somebody with a year of marks, beside the first one of somebody new. */
const compare = async (staff: Staff, rounds: number): Promise<Figure> => {
  const veterans = await staff.hire(COMPARED);
  for (let done = 0; done < YEAR_OF_MARKS; done += BATCH / COMPARED) await staff.work(veterans, BATCH);
  const measured: number[] = [];
  const baseline: number[] = [];
  const oneByOne = async (crew: Crew): Promise<number> => {
    const time = await seconds(async () => {
      for (const member of crew) await staff.work([member], 1);
    });
    return (time * 1_000) / crew.length;
  };
  for (let round = 0; round <= rounds; round++) {
    const news = await staff.hire(COMPARED);
    const [first, later] = [await oneByOne(news), await oneByOne(veterans)];
    // The first round only warms up.
    if (round > 0) baseline.push(first);
    if (round > 0) measured.push(later);
  }
  return {
    name: `one mark, after ${YEAR_OF_MARKS} of the same employee`,
    unit: 'ms',
    rounds: measured,
    baseline: { name: 'the first mark of another', rounds: baseline },
    goals: [{ of: 'ratio', below: 1.5 }],
  };
};

/** The same without the way there: the rules alone, and the state after them. */
const decide = (rounds: number): Figure => {
  const measured: number[] = [];
  const baseline: number[] = [];
  // As many rounds again for the compiler.
  for (let round = -rounds; round < rounds; round++) {
    const costs = Array.from({ length: HISTORIES }, decideYear);
    if (round < 0) continue;
    baseline.push(median(costs.map(({ first }) => first)));
    measured.push(median(costs.map(({ last }) => last)));
  }
  return {
    name: `deciding a mark, after ${YEAR_OF_MARKS}`,
    unit: 'µs',
    rounds: measured,
    baseline: { name: 'deciding the first', rounds: baseline },
    goals: [{ of: 'ratio', below: 1.5 }],
  };
};

const decideYear = (): { first: number; last: number } => {
  const [brand_id, point_id] = [randomUUID(), randomUUID()];
  let state: TimesheetState = null;
  let [first, last] = [0, 0];
  for (let number = 0; number <= YEAR_OF_MARKS; number++) {
    const isIn = number % 2 === 0;
    const hours = Math.floor(number / 2) * 24 + (isIn ? 0 : 9);
    const time = new Date(YEAR_BEGINS + hours * 60 * MINUTE).toISOString();
    const command: TimesheetCommand = {
      type: 'RecordMark',
      employee_id: 1,
      brand_id,
      point_id,
      timezone: 'Asia/Tashkent',
      business_day_cutoff: '00:00',
      shift_id: number,
      mark: { type: isIn ? 'check_in' : 'check_out', time, source: 'api', key_id: null, event_id: null },
    };
    const began = performance.now();
    for (const event of timesheetDecider.decide(state, command)) state = timesheetDecider.evolve(state, event);
    last = (performance.now() - began) * 1_000;
    if (number === 0) first = last;
  }
  return { first, last };
};

interface Member {
  readonly employee_id: number;
  /** Marks made. */
  marks: number;
}
type Crew = Member[];
type Staff = ReturnType<typeof createStaff>;

const createStaff = (app: BenchApp) => {
  const begin = Date.now() - 61 * 24 * 60 * MINUTE;

  const hire = async (count: number): Promise<Crew> => {
    const { points } = await app.get<{ points: { id: string }[] }>('/v1/points');
    const token = await app.exchange(DEMO_KEYS.venue);
    const position = { role: 'waiter', role_name: 'Waiter', position_id: 2, position_name: 'Waiter' };
    const crew: Crew = [];
    await fromCallers(16, count, async () => {
      const body = { command_id: randomUUID(), login: 'x', name: 'Somebody', ...position, point_id: points[0]!.id };
      const answer = await app.post<{ result: { employee_id: number } }>(
        '/venue/v1/commands/HireEmployee',
        ...[JSON.stringify(body), token],
      );
      crew.push({ employee_id: answer.result.employee_id, marks: 0 });
    });
    return crew;
  };

  /** So many marks of the crew, shared out evenly, in one request. */
  const work = async (crew: Crew, amount: number): Promise<void> => {
    const events = Array.from({ length: amount }, (_, index) => {
      const member = crew[index % crew.length]!;
      const number = member.marks++;
      return {
        event_id: randomUUID(),
        employee_id: member.employee_id,
        type: number % 2 === 0 ? 'check_in' : 'check_out',
        time: new Date(begin + number * STEP).toISOString(),
      };
    });
    const answer = await app.post<{ accepted: number }>('/v1/attendance/events', JSON.stringify({ events }));
    if (answer.accepted !== amount) throw new Error(`${answer.accepted} of ${amount} marks were accepted`);
  };

  return { hire, work };
};
