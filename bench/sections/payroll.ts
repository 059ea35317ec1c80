import { FIRST_DAY, lastDay, storeCheques } from '../fixtures/stored-cheques.ts';
import { FIRST_ID, storePayroll } from '../fixtures/stored-payroll.ts';
import type { Section } from '../section.ts';
import { brandOf, startApp } from '../support/app.ts';
import { interleave, seconds } from '../support/rounds.ts';

const LINES_EACH = 4;
const DAY_MS = 86_400_000;
const PERIOD = 62;

interface Rows {
  readonly employees: readonly { readonly sales: number; readonly balance_end: number | null }[];
}

/** The payroll of 62 days; and of the last days, with balances that were opened at the beginning. */
export const payroll: Section = {
  name: 'payroll',
  run: async (context) => {
    const employees = context.quick ? 20 : 200;
    const cheques = context.quick ? 20_000 : 125_000;
    const app = await startApp(context.adminUrl);
    try {
      const stored = await brandOf(app);
      const waiters = { first_id: FIRST_ID, count: employees };
      const sold = { cheques, linesEach: LINES_EACH, products: 300, waiters };
      await storeCheques(app.database.pool, { ...stored, ...sold });
      const last = lastDay(cheques);
      const days = (Date.parse(last) - Date.parse(FIRST_DAY)) / DAY_MS;
      await storePayroll(app.database.pool, { ...stored, employees, days });
      context.progress(`${employees} employees, ${days + 1} days, ${cheques * LINES_EACH} lines stored`);

      const back = (days: number) => new Date(Date.parse(last) - days * DAY_MS).toISOString().slice(0, 10);
      const read = (days: number) => app.get<Rows>(`/v1/reports/payroll?date_from=${back(days - 1)}&date_to=${last}`);
      const rowsSold = (await read(Math.min(days + 1, PERIOD))).employees.filter(({ sales }) => sales > 0);
      if (rowsSold.length < employees) throw new Error(`${rowsSold.length} employees sold something`);
      const measure = (days: number) => async () => (await seconds(() => read(days))) * 1_000;
      const { ours, baseline } = await interleave(context, measure(PERIOD), measure(1));
      return [
        {
          name: `GET /reports/payroll of ${PERIOD} days, ${employees} employees, ${cheques * LINES_EACH} lines`,
          unit: 'ms',
          rounds: ours,
          goals: [{ of: 'value', below: 2_000 }],
        },
        {
          name: `of one day, with balances since ${days + 1} days`,
          unit: 'ms',
          rounds: baseline,
          goals: [{ of: 'value', below: 2_000 }],
        },
      ];
    } finally {
      await app.stop();
    }
  },
};
