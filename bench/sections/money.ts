import { randomUUID } from 'node:crypto';
import { FIRST_DAY, storeMoney } from '../fixtures/stored-money.ts';
import type { Section } from '../section.ts';
import { type BenchApp, brandOf, startApp } from '../support/app.ts';
import { interleave } from '../support/rounds.ts';

const DAYS = 92;
const POINTS = 10;

/** Reports on shifts and movements of money of 92 days. */
export const money: Section = {
  name: 'money',
  run: async (context) => {
    const [cheques, movements] = context.quick ? [30_000, 20_000] : [300_000, 200_000];
    const app = await startApp(context.adminUrl);
    try {
      const { brand_id } = await brandOf(app);
      const point_ids = Array.from({ length: POINTS }, () => randomUUID());
      await storeMoney(app.database.pool, { brand_id, point_ids, days: DAYS, cheques, movements });
      context.progress(`${cheques} cheques and ${movements} movements stored`);

      const to = new Date(Date.parse(FIRST_DAY) + (DAYS - 1) * 86_400_000).toISOString().slice(0, 10);
      const path = (report: string, more = '') => `/v1/reports/${report}?date_from=${FIRST_DAY}&date_to=${to}${more}`;
      const position = await app.child.ask('head');
      const alone = async (url: string, what: keyof Timed, accept?: string) =>
        (
          await interleave(
            context,
            async () => (await timed(app, url, accept))[what],
            async () => 0,
          )
        ).ours;
      const then = await interleave(
        context,
        async () => (await timed(app, path('shifts', `&as_of=${position}`))).whole,
        async () => (await timed(app, path('shifts'))).whole,
      );
      // Close to the most that a report may have.
      const some = path('money-movements', '&source=safe');
      return [
        {
          name: `GET /reports/shifts of ${DAYS} days and ${POINTS} points`,
          unit: 'ms',
          rounds: then.baseline,
          goals: [{ of: 'value', below: 300 }],
        },
        {
          name: 'the same as_of a position',
          unit: 'ms',
          rounds: then.ours,
          baseline: { name: 'without', rounds: then.baseline },
        },
        {
          name: 'GET /reports/money-movements, 50 000 rows: first bytes',
          unit: 'ms',
          rounds: await alone(some, 'first'),
          goals: [{ of: 'value', below: 200 }],
        },
        {
          name: 'the same, whole',
          unit: 'ms',
          rounds: await alone(some, 'whole'),
          goals: [{ of: 'value', below: 2_000 }],
        },
        {
          name: 'the same as a table',
          unit: 'ms',
          rounds: await alone(some, 'whole', 'text/csv'),
          goals: [{ of: 'value', below: 2_000 }],
        },
        {
          name: 'all of them in groups by day and purpose',
          unit: 'ms',
          rounds: await alone(path('money-movements', '&group_by=day_purpose'), 'whole'),
        },
      ];
    } finally {
      await app.stop();
    }
  },
};

/** Milliseconds until the first bytes of an answer, and until its end. */
interface Timed {
  readonly first: number;
  readonly whole: number;
}

const timed = async (app: BenchApp, path: string, accept = 'application/json'): Promise<Timed> => {
  const began = performance.now();
  const answer = await fetch(app.url + path, { headers: { authorization: `Bearer ${app.token}`, accept } });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
  let first: number | undefined;
  for await (const _ of answer.body!) first ??= performance.now() - began;
  return { first: first!, whole: performance.now() - began };
};
