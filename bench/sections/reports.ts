import { lastDay, storeCheques } from '../fixtures/stored-cheques.ts';
import type { Section } from '../section.ts';
import { brandOf, startApp } from '../support/app.ts';
import { interleave, seconds } from '../support/rounds.ts';
import { memoryOf, neighbourOf } from './reports-beside.ts';

const LINES_EACH = 4;
const PRODUCTS = 300;
const DAY_MS = 86_400_000;

/** The same groups, as somebody would write them who only wants these. */
const BY_HAND = `
  select coalesce(json_agg(r), '[]')::text as rows from (
    select g.*, n.name as product_name from (
      select product_id, business_date as date, sum(quantity) as quantity, sum(net_amount) as net_amount
      from read.cheque_lines
      where known_to is null and brand_id = $1 and business_date between $2 and $3
      group by product_id, business_date
    ) as g
    left join read.names as n on n.known_to is null and n.brand_id = $1 and n.kind = 'product' and n.id = g.product_id::text
    order by g.date, g.product_id
  ) as r`;

interface Groups {
  readonly rows: readonly { readonly net_amount: number }[];
  readonly totals: { readonly net_amount: number };
}

/** OLAP and ABC-XYZ beside one query by hand on the same rows, and what `as_of` costs. */
export const reports: Section = {
  name: 'reports',
  run: async (context) => {
    const cheques = context.quick ? 70_000 : 250_000;
    const repeats = context.quick ? 3 : 10;
    const app = await startApp(context.adminUrl);
    try {
      const { brand_id, point_ids } = await brandOf(app);
      await storeCheques(app.database.pool, {
        brand_id,
        point_ids,
        cheques,
        linesEach: LINES_EACH,
        products: PRODUCTS,
      });
      context.progress(`${cheques} cheques, ${cheques * LINES_EACH} lines stored`);

      const to = lastDay(cheques);
      const daysBack = (days: number) => new Date(Date.parse(to) - days * DAY_MS).toISOString().slice(0, 10);
      const from = daysBack(30);
      const olap = (more: object) =>
        app.post<Groups>(
          '/v1/reports/olap',
          JSON.stringify({
            kind: 'sales',
            date_from: from,
            date_to: to,
            measures: ['quantity', 'net_amount'],
            ...more,
          }),
        );
      const byProductAndDay = (more: object = {}) => olap({ group_by: ['product', 'date'], ...more });
      const byHand = async () =>
        (await app.database.pool.query<{ rows: string }>(BY_HAND, [brand_id, from, to])).rows[0]!.rows;
      checkSame(await byProductAndDay(), JSON.parse(await byHand()));

      const timed = async (work: () => Promise<unknown>) => (await seconds(work)) * 1_000;
      const times = async (work: () => Promise<unknown>): Promise<number[]> => {
        const all: number[] = [];
        for (let count = 0; count < repeats; count++) all.push(await timed(work));
        return all;
      };
      const mean = (work: () => Promise<unknown>) => async () =>
        (await times(work)).reduce((sum, ms) => sum + ms, 0) / repeats;
      const alone = async (measure: () => Promise<number>) => (await interleave(context, measure, async () => 0)).ours;

      const against = await interleave(context, mean(byProductAndDay), mean(byHand));
      const slowest = await alone(async () => Math.max(...(await times(byProductAndDay))));
      const position = await app.child.ask('head');
      const then = await interleave(
        context,
        mean(() => byProductAndDay({ as_of: position })),
        mean(byProductAndDay),
      );
      const whole = await alone(mean(() => olap({ measures: ['revenue', 'cheques_count', 'average_cheque'] })));
      const classes = `/v1/reports/abc-xyz?date_from=${daysBack(91)}&date_to=${to}`;
      const abc = await alone(mean(() => app.get(classes)));
      return [
        {
          name: 'POST /reports/olap by product and day, 31 days',
          unit: 'ms',
          rounds: against.ours,
          baseline: { name: 'one query by hand', rounds: against.baseline },
          goals: [{ of: 'ratio', below: 1.5 }],
        },
        { name: `the slowest of ${repeats}`, unit: 'ms', rounds: slowest, goals: [{ of: 'value', below: 1_000 }] },
        {
          name: 'the same as_of a position',
          unit: 'ms',
          rounds: then.ours,
          baseline: { name: 'without', rounds: then.baseline },
          goals: [{ of: 'ratio', below: 1.3 }],
        },
        { name: 'without grouping', unit: 'ms', rounds: whole, goals: [{ of: 'value', below: 100 }] },
        { name: 'GET /reports/abc-xyz of 92 days', unit: 'ms', rounds: abc, goals: [{ of: 'value', below: 2_000 }] },
        await memoryOf(app, { date_from: from, date_to: to }),
        await neighbourOf(context, app, { date_from: daysBack(91), date_to: to }),
      ];
    } finally {
      await app.stop();
    }
  },
};

const checkSame = ({ rows, totals }: Groups, byHand: Groups['rows']): void => {
  const sum = byHand.reduce((all, { net_amount }) => all + net_amount, 0);
  if (rows.length !== byHand.length || totals.net_amount !== sum) throw new Error('the two reports differ');
};
