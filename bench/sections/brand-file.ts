import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Section } from '../section.ts';
import { type BenchApp, startApp } from '../support/app.ts';
import { interleave, seconds } from '../support/rounds.ts';

const PROGRAM = fileURLToPath(new URL('../../src/cli/brand.ts', import.meta.url));
const PAGE = 500;

interface Venue {
  readonly brand_id: string;
  readonly api_key: string;
}

const newVenue = async (app: BenchApp): Promise<Venue> => {
  const platform = await app.exchange('bench-platform');
  const command = async (type: string, fields: object) => {
    const body = JSON.stringify({ command_id: randomUUID(), ...fields });
    return (await app.post<{ result: Record<string, string> }>(`/venue/v1/commands/${type}`, body, platform)).result;
  };
  const brand = { name: 'Chain', currency: 'UZS', country_code: 'UZ', language: 'en' };
  const { brand_id } = await command('CreateBrand', brand);
  const { api_key } = await command('IssueKey', { brand_id, audience: 'venue', name: 'all' });
  return { brand_id: brand_id!, api_key: api_key! };
};

/** A chain: every product of its own price at every point. */
const fileOf = (products: number, points: number): string => {
  const of = (count: number, line: (index: number) => string) =>
    Array.from({ length: count }, (_, at) => line(at)).join('\n');
  const fields = 'phone: "+998712000000", latitude: 41, longitude: 69, delivery_distance: 5000';
  return `points:
${of(points, (at) => `  point${at}: {name: Point ${at}, short_name: P${at}, ${fields}}`)}
categories:
${of(20, (at) => `  category${at}: {name: Category ${at}}`)}
products:
${of(products, (at) => `  dish${at}: {name: Dish ${at}, type: product, category: category${at % 20}, base_price: ${1_000 + at}}`)}
prices:
${of(points, (point) => `  point${point}:\n${of(products, (at) => `    dish${at}: ${2_000 + at + point}`)}`)}
`;
};

/** Rows as the read model of products has them, of a brand that has nothing else. Postgres looks at them soon by itself. */
const storeProducts = async (app: BenchApp, brandId: string, count: number): Promise<void> => {
  await app.database.pool.query(
    `insert into read.products (product_id, brand_id, type, name, base_price, order_number, is_divisible, is_active, modifier_groups)
     select 1000000 + n, $1, 'product', 'Dish ' || n, 1000, 0, false, true, '[]' from generate_series(1, $2::integer) n`,
    [brandId, count],
  );
  await app.database.pool.query('analyze read.products');
};

/** A brand as a file: applied to an empty brand, applied once more, exported; and a long list, page by page. */
export const brandFile: Section = {
  name: 'brand-file',
  run: async (context) => {
    const [products, points] = context.quick ? [50, 4] : [500, 10];
    const listed = context.quick ? 5_000 : 50_000;
    const app = await startApp(context.adminUrl);
    const folder = await mkdtemp(join(tmpdir(), 'brand-file-'));
    try {
      const file = join(folder, 'brand.yaml');
      await writeFile(file, fileOf(products, points));
      const brand = ({ api_key }: Venue, ...args: string[]) =>
        seconds(() => promisify(execFile)(process.execPath, [PROGRAM, ...args, '--url', app.url, '--key', api_key]));
      const [first, again, exported]: number[][] = [[], [], []];
      for (let round = 1; round <= context.rounds; round += 1) {
        const venue = await newVenue(app);
        first!.push(await brand(venue, 'apply', file, '--yes'));
        again!.push(await brand(venue, 'apply', file, '--yes'));
        exported!.push(await brand(venue, 'export', '--out', join(folder, 'out.yaml')));
        context.progress(
          `round ${round}: ${first!.at(-1)!.toFixed(1)} s, ${again!.at(-1)!.toFixed(1)} s, ${exported!.at(-1)!.toFixed(1)} s`,
        );
      }

      const { brand_id, api_key } = await newVenue(app);
      await storeProducts(app, brand_id, listed);
      const token = await app.exchange(api_key);
      const page = (after: number) => async () => {
        const headers = { authorization: `Bearer ${token}` };
        const milliseconds = await seconds(async () => {
          const answer = await fetch(`${app.url}/venue/v1/products?limit=${PAGE}&after_id=${after}`, { headers });
          const { products: shown } = (await answer.json()) as { readonly products: readonly unknown[] };
          if (shown.length !== PAGE) throw new Error(`a page has ${shown.length} products`);
        });
        return milliseconds * 1_000;
      };
      const pages = await interleave(context, page(1_000_000 + listed - PAGE), page(0));

      const what = `${products} products, ${points} points, ${products * points} prices`;
      return [
        { name: `apply of ${what}`, unit: 's', rounds: first!, goals: [{ of: 'value', below: 15 }] },
        { name: 'the same once more: nothing changes', unit: 's', rounds: again!, goals: [{ of: 'value', below: 3 }] },
        { name: 'export of it', unit: 's', rounds: exported!, goals: [{ of: 'value', below: 2 }] },
        {
          name: `the last page of ${listed} products, ${PAGE} a page`,
          unit: 'ms',
          rounds: pages.ours,
          baseline: { name: 'the first', rounds: pages.baseline },
          goals: [{ of: 'ratio', below: 1.5 }],
        },
      ];
    } finally {
      await app.stop();
      await rm(folder, { recursive: true });
    }
  },
};
