import { FIRST_DAY, lastDay, storeCheques } from '../fixtures/stored-cheques.ts';
import type { Section } from '../section.ts';
import { type BenchApp, brandOf, startApp } from '../support/app.ts';
import { interleave, seconds } from '../support/rounds.ts';

const LINES_EACH = 4;
const PAGE = 1_000;
const DAY_MS = 86_400_000;

const local = (column: string) => `to_char(${column} at time zone timezone, 'YYYY-MM-DD HH24:MI:SS') as ${column}`;

/** The page as somebody would write it who only wants this one. */
const BY_HAND = `
  select json_agg(r)::text as page from (
    select id, point_id, cheque_number, business_date, ${local('opened_at')}, ${local('closed_at')}, order_type_id,
      order_type_sub_id, source_id, external_id, waiter_id, cashier_id, courier_id, client_id, table_id, guests,
      goods_amount, discount, service_amount, delivery_amount, total_amount, payments,
      (select d.adjusted_by from read.cheque_adjustments as d where d.order_id = c.id and d.known_to is null) as adjusted_by_account_id,
      null as adjusted_by_name
    from read.cheques as c
    where known_to is null and brand_id = $1 and business_date between $2 and $3 and id > $4
    order by id limit ${PAGE}
  ) as r`;

/** Full pages of GET /v1/export/cheques, beside one hand-written query; and pages deep in the cursor beside the first. */
export const exports: Section = {
  name: 'exports',
  run: async (context) => {
    const cheques = context.quick ? 25_000 : 250_000;
    const repeats = context.quick ? 5 : 40;
    const app = await startApp(context.adminUrl);
    try {
      const { brand_id, point_ids } = await brandOf(app);
      await storeCheques(app.database.pool, { brand_id, point_ids, cheques, linesEach: LINES_EACH });
      context.progress(`${cheques} cheques, ${cheques * LINES_EACH} lines stored`);

      const to = lastDay(cheques);
      const from = new Date(Math.max(Date.parse(FIRST_DAY), Date.parse(to) - 30 * DAY_MS)).toISOString().slice(0, 10);
      const path = (what: string, after: number) =>
        `/v1/export/${what}?date_from=${from}&date_to=${to}&limit=${PAGE}&after_id=${after}`;
      // The last full page: where a reader of a month ends, and where one by hand is quickest.
      const deep = 100_000 + cheques - PAGE;
      const byHand = async () =>
        (await app.database.pool.query<{ page: string }>(BY_HAND, [brand_id, from, to, deep])).rows[0]!.page;
      await checkSame(app, path('cheques', deep), await byHand());

      const milliseconds = (work: () => Promise<unknown>) => async () => {
        const all = async () => {
          for (let count = 0; count < repeats; count++) await work();
        };
        return ((await seconds(all)) * 1_000) / repeats;
      };
      const page = (what: string, after: number) => milliseconds(() => fetchPage(app, path(what, after)));
      const deepLine = deep * 100_000;
      const against = await interleave(context, page('cheques', deep), milliseconds(byHand));
      const firstCheques = await interleave(context, page('cheques', deep), page('cheques', 0));
      const firstLines = await interleave(context, page('cheque-lines', deepLine), page('cheque-lines', 0));
      return [
        {
          name: `GET /export/cheques, a page of ${PAGE}`,
          unit: 'ms',
          rounds: against.ours,
          baseline: { name: 'one query by hand', rounds: against.baseline },
          goals: [{ of: 'ratio', below: 1.5 }],
        },
        {
          name: 'its last page of a month',
          unit: 'ms',
          rounds: firstCheques.ours,
          baseline: { name: 'its first', rounds: firstCheques.baseline },
          goals: [{ of: 'ratio', below: 1.3 }],
        },
        {
          name: 'the same of /export/cheque-lines',
          unit: 'ms',
          rounds: firstLines.ours,
          baseline: { name: 'its first', rounds: firstLines.baseline },
          goals: [{ of: 'ratio', below: 1.3 }],
        },
      ];
    } finally {
      await app.stop();
    }
  },
};

/** As a partner reads it: every byte, but nothing is made of them. */
const fetchPage = async (app: BenchApp, path: string): Promise<string> => {
  const response = await fetch(app.url + path, { headers: { authorization: `Bearer ${app.token}` } });
  if (!response.ok) throw new Error(`GET ${path} answered ${response.status}`);
  return response.text();
};

const checkSame = async (app: BenchApp, path: string, byHand: string): Promise<void> => {
  const { cheques } = JSON.parse(await fetchPage(app, path)) as { cheques: unknown[] };
  if (cheques.length !== PAGE) throw new Error(`the page has ${cheques.length} cheques`);
  if (JSON.stringify(cheques) !== JSON.stringify(JSON.parse(byHand))) throw new Error('the two pages differ');
};
