// A database of its own: it writes rows into read models by hand.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { accountsPart } from '../../src/projections/accounts/venue-part.ts';
import { createIndexes, createTables } from '../../src/projections/engine/schema.ts';
import { validAt } from '../../src/projections/engine/versioned.ts';
import type { ExportName } from '../../src/projections/orders/cheques/export-columns.ts';
import { chequesProjection } from '../../src/projections/orders/cheques/projection.ts';
import { readExport } from '../../src/projections/orders/cheques/queries-export.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

const BRAND = '018f2c7e-3c1b-7a51-9d5e-1f6f0a1b2c3d';
const OTHER = '018f2c7e-3c1b-7a51-9d5e-1f6f0a1b2c3e';
const POINTS = ['018f2c7e-4d2c-7b62-8e6f-2a7a1b2c3d4e', '018f2c7e-5e3d-7c73-9f70-3b8b2c3d4e5f'];
const ROWS = 200_000;
/** Every seventh cheque was closed, reopened, and closed again on the same day, at these positions of the log. */
const CLOSED = 10;
const REOPENED = 20;
const AGAIN = 30;
const RETURNED = 40;
/** Of a year and a half; every 50th closed a month after its neighbours. */
const DAY = `date '2026-01-01' + i / 400 + case when i % 50 = 0 then 30 else 0 end`;

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  const { pool } = database;
  await createTables(pool, 'read', chequesProjection);
  // The export names people who gave a discount or took goods back.
  await createTables(pool, 'read', { ...chequesProjection, tables: accountsPart.tables });
  await pool.query(
    `insert into read.cheques (id, brand_id, point_id, business_date, opened_at, closed_at, timezone, external_id,
       total_amount, payments, known_from, known_to)
     select i, case when i % 10 = 0 then $1::uuid else $2 end, ($3::uuid[])[1 + i % 2], ${DAY}, now(), now(), 'UTC',
       'app-' || i, i, '[]', v.known_from, v.known_to
     from generate_series(1, ${ROWS}) as i, (values (${CLOSED}, ${REOPENED}), (${AGAIN}, null)) as v (known_from, known_to)
     where v.known_from = ${AGAIN} or i % 7 = 0`,
    [OTHER, BRAND, POINTS],
  );
  // None to three lines each. Of every eleventh cheque some were returned.
  await pool.query(
    `insert into read.cheque_lines (id, cheque_id, brand_id, point_id, business_date, product_id, product_name, quantity, price,
       amount, discount, net_amount, returned_quantity, known_from, known_to)
     select c.id * 100000 + line, c.id, brand_id, point_id, business_date, 7, 'Плов', 2, 5, 10, 0, 10, v.returned, v.known_from,
       v.known_to
     from read.cheques as c cross join lateral generate_series(1, c.id % 4) as line
     cross join lateral (
       select 0 as returned, c.known_from, case when c.known_to is null and c.id % 11 = 0 then ${RETURNED} else c.known_to end
       union all
       select 1, ${RETURNED}, null where c.known_to is null and c.id % 11 = 0
     ) as v (returned, known_from, known_to)`,
  );
  await createIndexes(pool, 'read', chequesProjection);
  await pool.query('vacuum analyze read.cheques, read.cheque_lines');
});
afterAll(() => database.drop());

const at = (position: number | null) => ({ db: database.pool, valid: (alias: string) => validAt(alias, position) });

const daysFrom = (from: string, count: number): string[] =>
  Array.from({ length: count }, (_, day) => new Date(Date.parse(from) + day * 86_400_000).toISOString().slice(0, 10));

const filter = (fields: object = {}) => ({
  brand_id: BRAND,
  point_ids: null,
  days: daysFrom('2026-05-01', 31),
  after_id: 0,
  limit: 1_000,
  ...fields,
});

interface Plan {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Shared Hit Blocks': number;
  readonly 'Shared Read Blocks': number;
  readonly Plans?: readonly Plan[];
}

/** What Postgres does for a page: the nodes of its plan, and the blocks it looks at. */
const explain = async (name: ExportName, asked: object) => {
  let plan: Plan | undefined;
  const query = async ({ text, values }: { text: string; values: unknown[] }) => {
    const { rows } = await database.pool.query(`explain (analyze, buffers, timing off, format json) ${text}`, values);
    plan = rows[0]['QUERY PLAN'][0].Plan;
    return { rows: [] };
  };
  await readExport({ ...at(null), db: { query } as never }, name, filter(asked));
  // A brand has few people: Postgres may read all of them.
  const own = (of: Plan): string[] => (of['Relation Name'] === 'people' ? [] : [of['Node Type']]);
  const nodes = (of: Plan): string[] => [...own(of), ...(of.Plans ?? []).flatMap(nodes)];
  return { nodes: nodes(plan!), blocks: plan!['Shared Hit Blocks'] + plan!['Shared Read Blocks'] };
};

test.each(['cheques', 'cheque_lines'] as const)(
  'every page of %s is what a plain query gives, whatever the day and the cursor',
  async (name) => {
    for (const asked of [
      {},
      { limit: 1 },
      { limit: 2 },
      { limit: 399 },
      { days: ['2026-05-03'] },
      { days: ['2030-01-01'] },
      { point_ids: [POINTS[1]!], limit: 700 },
      { point_ids: [] },
    ]) {
      const { days, point_ids, brand_id, limit } = filter(asked);
      const { rows } = await database.pool.query<{ id: number }>(
        `select id from read.${name} where known_to is null and brand_id = $1 and business_date = any($2)
         and ($3::uuid[] is null or point_id = any($3)) order by id`,
        [brand_id, days, point_ids],
      );
      const found: number[] = [];
      for (let after_id = 0, more = true; more; ) {
        const page = await readExport(at(null), name, filter({ ...asked, after_id }));
        const ids = page.rows.map((row): number => JSON.parse(row).id);
        expect(ids.length).toBeLessThanOrEqual(limit);
        // A cheque without lines may be the last one of a page of lines.
        if (name === 'cheques') expect(page.last_id).toBe(ids.at(-1) ?? null);
        if (ids.length > 0) expect(page.last_id).toBeGreaterThanOrEqual(ids.at(-1)!);
        if (page.has_more) expect(page.last_id).toBeGreaterThan(after_id);
        found.push(...ids);
        more = page.has_more;
        after_id = page.last_id ?? after_id;
        if (limit <= 2 && found.length >= 50) break;
      }
      expect(found).toEqual(rows.map(({ id }) => id).slice(0, limit <= 2 ? found.length : undefined));
      expect(found.length).toBe(limit <= 2 ? Math.max(50, found.length) : rows.length);
    }
  },
);

test('pages of lines go on after any line of a cheque, and are as full as the others', async () => {
  const { rows } = await readExport(at(null), 'cheque_lines', filter({ days: ['2026-05-03'] }));
  const ids = rows.map((row): number => JSON.parse(row).id);
  expect(ids.length).toBeGreaterThan(400);
  for (const [place, id] of ids.entries()) {
    const page = await readExport(
      at(null),
      'cheque_lines',
      filter({ days: ['2026-05-03'], after_id: id, limit: place % 7 === 0 ? 1_000 : 1 }),
    );
    const rest = ids.slice(place + 1);
    expect(page.has_more).toBe(place % 7 !== 0 && rest.length > 1);
    const told = page.rows.map((row): number => JSON.parse(row).id);
    if (place % 7 === 0) expect(told).toEqual(rest);
    else expect(rest.slice(0, told.length)).toEqual(told);
  }
});

test('lines of an earlier position are as they were then', async () => {
  const returnedAt = async (position: number) => {
    const { rows } = await readExport(at(position), 'cheque_lines', filter({ days: ['2026-05-03'] }));
    return rows.map((row): [number, number] => [JSON.parse(row).id, JSON.parse(row).returned_quantity]);
  };
  const first = await returnedAt(CLOSED);
  const before = await returnedAt(AGAIN);
  const after = await returnedAt(RETURNED);
  expect(first.length).toBeGreaterThan(50);
  expect(first.every(([id]) => Math.floor(id / 100_000) % 7 === 0)).toBe(true);
  expect(await returnedAt(REOPENED)).toEqual([]);
  expect(before.every(([, returned]) => returned === 0)).toBe(true);
  expect(after).toEqual(before.map(([id]) => [id, Math.floor(id / 100_000) % 11 === 0 ? 1 : 0]));
  expect(after).not.toEqual(before);
});

test('an export of an earlier position has what was known then', async () => {
  const idsAt = async (position: number) => {
    const { rows } = await readExport(at(position), 'cheques', filter({ days: ['2026-05-03'] }));
    return rows.map((row): number => JSON.parse(row).id);
  };
  const all = await idsAt(AGAIN);
  expect(all).toHaveLength(360);
  expect(await idsAt(CLOSED - 1)).toEqual([]);
  expect(await idsAt(CLOSED)).toEqual(all.filter((id) => id % 7 === 0));
  expect(await idsAt(REOPENED)).toEqual([]);
});

test.each([
  ['cheques', 9_000],
  ['cheque_lines', 13_000],
] as const)('a page of %s deep in the cursor reads no more rows than the first', async (name, before) => {
  const { last_id } = await readExport(at(null), name, filter({ limit: before }));
  for (const asked of [{}, { point_ids: [POINTS[0]!] }]) {
    const first = await explain(name, asked);
    const deep = await explain(name, { ...asked, after_id: last_id });
    const lastDays = await explain(name, { ...asked, days: daysFrom('2027-05-01', 31) });
    for (const page of [first, deep, lastDays]) {
      expect(page.nodes).toContain('Index Only Scan');
      expect(page.nodes).not.toContain('Seq Scan');
      expect(page.nodes).not.toContain('Bitmap Heap Scan');
    }
    expect(deep.blocks).toBeLessThan(first.blocks * 1.3);
    expect(lastDays.blocks).toBeLessThan(first.blocks * 1.3);
    // Each of the 1 000 rows is looked up by its id: 4 blocks. The rest is finding them.
    expect(first.blocks).toBeLessThan(7_000);
  }
});
