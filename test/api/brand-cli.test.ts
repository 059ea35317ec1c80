import { spawn } from 'node:child_process';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import fc from 'fast-check';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { exportTo } from '../../src/cli/brand/export.ts';
import { brandServer } from '../../src/cli/brand/venue-of.ts';
import { command, type TestApp } from '../support/app.ts';
import { bundled } from '../support/bundle.ts';
import { sharedApp } from '../support/shared-app.ts';
import { tempFolder } from '../support/temp-folder.ts';

let app: TestApp;
let script: string;
beforeAll(async () => {
  script = await bundled('src/cli/brand.ts');
  app = await sharedApp();
});
afterAll(() => app.stop());

interface Brand {
  readonly id: string;
  readonly key: string;
}

const newBrand = async (money: object = { currency: 'UZS' }): Promise<Brand> => {
  const platform = await app.platform();
  const fields = { name: 'Chain', country_code: 'UZ', language: 'en', ...money };
  const { brand_id: id } = await command(platform, 'CreateBrand', fields);
  const { api_key: key } = await command(platform, 'IssueKey', { brand_id: id, audience: 'venue', name: 'all' });
  return { id, key };
};

/** Runs `npm run brand`. With `killAt` it is killed when it has printed so many lines of its progress. */
const run = ({ key }: Brand, args: readonly string[], killAt?: number) => {
  const child = spawn(process.execPath, [script, ...args, '--url', app.url, '--key', key]);
  const { promise, resolve } = Promise.withResolvers<{ code: number | null; printed: string; progress: number }>();
  let printed = '';
  let progress = 0;
  child.stdout.on('data', (text) => {
    printed += text;
  });
  createInterface({ input: child.stderr }).on('line', (line) => {
    if (!line.startsWith('[')) printed += `${line}\n`;
    else if (++progress === killAt) child.kill('SIGKILL');
  });
  child.on('close', (code) => resolve({ code, printed, progress }));
  return promise;
};

/** A brand's events by their types, but not those that the platform has made. */
const eventsOf = async ({ id }: Brand): Promise<Record<string, number>> => {
  const { rows } = await app.tillstream.pool.query<{ type: string; count: number }>(
    `select type, count(*)::integer as count from log.readable where data->>'brand_id' = $1 group by type order by type`,
    [id],
  );
  return Object.fromEntries(rows.map(({ type, count }) => [type, count]));
};

const exported = async ({ key }: Brand) => {
  const folder = await tempFolder();
  await exportTo(brandServer({ url: app.url, key }), { out: join(folder, 'b.yaml'), names: true, schema: 's' });
  const pictures = (await readdir(join(folder, 'b-pictures'))).toSorted();
  const bytes = await Promise.all(pictures.map((name) => readFile(join(folder, 'b-pictures', name), 'base64')));
  return { folder, text: await readFile(join(folder, 'b.yaml'), 'utf8'), pictures, bytes };
};

const NAMES = Array.from({ length: 60 }, (_, index) => `p${index}`);
const FILE = `points:
  north: {name: North, short_name: N, phone: "+998712000000", latitude: 41, longitude: 69, delivery_distance: 1, logo: pictures/logo.png}
  south: {name: South, short_name: S, phone: "+998712000001", latitude: 40, longitude: 69, delivery_distance: 1}
halls:
  main: {name: Main, point: north}
tables:
  t1: {name: "1", hall: main}
categories:
  food: {name: Food, image: pictures/dish.png}
  rice: {name: Rice, parent: food}
products:
${NAMES.map((name) => `  ${name}: {type: item, name: "${name} İ", category: rice, base_price: 5}`).join('\n')}
  PLOV: {type: product, name: PLOV, category: rice, base_price: 5, image: pictures/dish.png}
  plov: {type: product, name: plov, category: rice, base_price: 5, image: pictures/логотип 1.png}
showcases:
  app: {name: App, categories: [{id: 1, name: Food, order_number: 1, image: pictures/dish.png}], products: [{product: PLOV, category_id: 1}]}
prices:
  north: {${NAMES.map((name) => `${name}: 7`).join(', ')}}
  south: {${NAMES.map((name) => `${name}: 8`).join(', ')}}
special_days:
  north:
    ${new Date(Date.now() + 40 * 86_400_000).toISOString().slice(0, 10)}: {reason: Repairs}
`;

const picture = (red: number, alpha: number): Promise<Buffer> =>
  sharp({ create: { width: 40, height: 30, channels: 4, background: { r: red, g: 90, b: 10, alpha } } })
    .png()
    .toBuffer();

test('an apply that is killed at any points is finished by the next ones: the brand is the same, pictures included, and nothing happened twice', async () => {
  const [whole, killed, second] = [await newBrand(), await newBrand(), await newBrand()];
  const folder = await tempFolder();
  const file = join(folder, 'brand.yaml');
  await mkdir(join(folder, 'pictures'));
  await writeFile(join(folder, 'pictures/logo.png'), await picture(250, 0.5));
  await writeFile(join(folder, 'pictures/dish.png'), await picture(10, 1));
  await writeFile(join(folder, 'pictures/логотип 1.png'), await picture(90, 1));
  await writeFile(file, FILE);

  const { code, progress } = await run(whole, ['apply', file, '--yes']);
  expect(code).toBe(0);
  const points = fc.sample(fc.integer({ min: 1, max: progress }), 2).toSorted((one, other) => one - other);
  for (const killAt of points) await run(killed, ['apply', file, '--yes'], killAt);
  expect(await run(killed, ['apply', file, '--yes'])).toMatchObject({ code: 0 });

  expect(await eventsOf(killed), `killed at ${points}`).toEqual(await eventsOf(whole));
  const [one, other] = [await exported(whole), await exported(killed)];
  expect(one.pictures).toEqual(['categories_food.jpg', 'plov.jpg', 'points_north.webp']);
  expect({ ...other, folder: '' }).toEqual({ ...one, folder: '' });

  expect(await run(second, ['apply', join(one.folder, 'b.yaml'), '--yes'])).toMatchObject({ code: 0 });
  expect({ ...(await exported(second)), folder: '' }).toEqual({ ...one, folder: '' });
});

test('a file that the server would refuse, or one of another currency, changes nothing, and says where', async () => {
  const brand = await newBrand();
  const file = join(await tempFolder(), 'brand.yaml');
  const before = await eventsOf(brand);
  await writeFile(
    file,
    `regions:\n  r: {name: R}\nkeys:\n  k: {name: K, permissions: [],\n    requests_per_minute: 1000000}\n`,
  );
  const refused = await run(brand, ['apply', file, '--yes']);
  expect(refused).toMatchObject({ code: 1, printed: expect.stringContaining(`${file}:5:5: keys.k: `) });
  await writeFile(file, 'brand: {name: B, currency: USD}\nregions:\n  r: {name: R}\n');
  const other = await run(brand, ['apply', file, '--yes']);
  expect(other).toMatchObject({ code: 1, printed: expect.stringContaining(`${file}:1:18: brand.currency: `) });
  expect(await eventsOf(brand)).toEqual(before);
});

test('a table of products has its prices in the currency of the brand', async () => {
  const brand = await newBrand({ currency: 'USD', currency_exponent: 2 });
  const table = join(await tempFolder(), 'prices.csv');
  await writeFile(table, 'name;price\nTea;1,50\n');
  const { printed } = await run(brand, ['products', table, '--yes']);
  expect(printed).toContain('1 new');
  const [tea] = await brandServer({ url: app.url, key: brand.key }).list('products', 'products', 'id');
  expect(tea).toMatchObject({ name: 'Tea', base_price: 150 });
});
