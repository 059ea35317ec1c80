import type { Page } from 'playwright-core';
import { FIRST_DAY, storeCheques } from '../fixtures/stored-cheques.ts';
import type { BenchContext, Figure } from '../section.ts';
import { type BenchApp, brandOf } from '../support/app.ts';
import { percentile } from '../support/statistics.ts';

const DAYS = 90;
const LINES_EACH = 4;
const LINES = 270_000;
const PRODUCTS = 300;
const LIMIT_MS = 1_000;

interface Opened {
  readonly page: Page;
  go(): Promise<unknown>;
  close(): Promise<void>;
}

/** What a person changes in the form, one after another, and which heading the table then has. */
const CHANGES = [
  [
    { field: 'Columns', option: 'Day of the week', head: 'Monday', name: 'a grouping as columns' },
    { field: 'Columns', option: 'Order type', head: 'Takeaway', name: 'a second grouping as columns' },
  ],
  [{ field: 'Rows', option: 'Hour', head: 'Hour', name: 'a second grouping as rows' }],
] as const;

/** The page Sales of 90 days at all points: how soon it answers a click. */
export const measurePivot = async (
  { quick, rounds, progress }: BenchContext,
  app: BenchApp,
  open: (path: string) => Promise<Opened>,
): Promise<Figure[]> => {
  const perDay = (quick ? LINES / 10 : LINES) / LINES_EACH / DAYS;
  const stored = { ...(await brandOf(app)), linesEach: LINES_EACH, products: PRODUCTS };
  await storeCheques(app.database.pool, { ...stored, perDay, cheques: perDay * DAYS - 1 });
  const to = new Date(Date.parse(FIRST_DAY) + (DAYS - 1) * 86_400_000).toISOString().slice(0, 10);
  const path = `/sales?everywhere=true&from=${FIRST_DAY}&to=${to}&view=dishes`;
  const measured = new Map<string, number[]>();
  const note = (name: string, ms: number): void => {
    measured.set(name, [...(measured.get(name) ?? []), ms]);
    progress(`${name}: ${ms.toFixed(0)} ms`);
  };
  for (let round = 0; round <= rounds; round++) {
    for (const changes of CHANGES) {
      const { page, go, close } = await open(path);
      await go();
      const table = page.getByRole('region', { name: 'Figures' });
      const rows = table.getByRole('row');
      await rows.nth(5).getByRole('button').first().waitFor();
      for (const row of [rows.filter({ hasText: 'In all' }), rows.nth(5)]) {
        const ms = await timed(async () => {
          await row.getByRole('button').first().click();
          await page.getByRole('dialog').getByRole('row').nth(1).waitFor();
        });
        if (round > 0) note('what is behind a cell', ms);
        await page.keyboard.press('Escape');
        await page.getByRole('dialog').waitFor({ state: 'detached' });
      }
      await page.getByRole('button', { name: 'Adjust' }).click();
      for (const { field, option, head, name } of changes) {
        await page.getByRole('combobox', { name: field, exact: true }).click();
        const choice = page.getByRole('option', { name: option, exact: true });
        await choice.waitFor();
        const ms = await timed(async () => {
          await choice.click();
          await table.getByRole('columnheader', { name: head }).first().waitFor();
        });
        if (round > 0) note(name, ms);
        await page.keyboard.press('Escape');
      }
      await close();
    }
  }
  return [...measured].map(([name, times]) => ({
    name: `Sales of ${DAYS} days with ${perDay * DAYS * LINES_EACH} lines: ${name}, p95`,
    unit: 'ms',
    rounds: [percentile(times, 95)],
    goals: [{ of: 'value', below: LIMIT_MS }],
  }));
};

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const began = performance.now();
  await work();
  return performance.now() - began;
};
