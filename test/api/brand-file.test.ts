import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ApplyOptions, applyPlan, type NewSecret } from '../../src/brand-file/apply.ts';
import type { BrandFile } from '../../src/brand-file/brand-file.ts';
import { type CheckedCommand, checkPlan } from '../../src/brand-file/check-plan.ts';
import { exportBrand } from '../../src/brand-file/export-brand.ts';
import { nameThings } from '../../src/brand-file/names.ts';
import { namesOnly, planBrand } from '../../src/brand-file/plan.ts';
import { planLines } from '../../src/brand-file/print-plan.ts';
import { problemLine } from '../../src/brand-file/problems.ts';
import { readBrand } from '../../src/brand-file/read-brand.ts';
import { readThere } from '../../src/brand-file/read-there.ts';
import { writeBrandYaml } from '../../src/brand-file/write-yaml.ts';
import { type BrandServer, brandServer } from '../../src/cli/brand/venue-of.ts';
import { command, type TestApp } from '../support/app.ts';
import type { HttpClient } from '../support/http-client.ts';
import { sharedApp } from '../support/shared-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await sharedApp();
});
afterAll(() => app.stop());

interface Brand {
  readonly server: BrandServer;
  readonly till: HttpClient;
}

/** A brand in which nothing is defined. */
const newBrand = async (): Promise<Brand> => {
  const platform = await app.platform();
  const brand = { name: 'Empty', currency: 'UZS', country_code: 'UZ', language: 'ru' };
  const { brand_id } = await command(platform, 'CreateBrand', brand);
  const { api_key } = await command(platform, 'IssueKey', { brand_id, audience: 'venue', name: 'all' });
  return { server: brandServer({ url: app.url, key: api_key }), till: await app.client(api_key) };
};

const fileOf = (text: string | Uint8Array): BrandFile => {
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text;
  const beside = (name: string) => readFileSync(new URL(`../../examples/brand/${name}`, import.meta.url));
  const { brand, problems } = readBrand(bytes, 'brand.yaml', {
    beside,
    picture: (path) => ({ address: `http://pictures.test/${path}` }),
  });
  expect(problems).toEqual([]);
  return brand!;
};

const EXAMPLE = fileOf(readFileSync(new URL('../../examples/brand/brand.yaml', import.meta.url)));

const planned = async ({ server }: Brand, file: BrandFile, prune = false) => {
  const plan = planBrand(file, await readThere(server), { prune });
  expect(plan.problems).toEqual([]);
  return plan;
};

const apply = async (
  brand: Brand,
  file: BrandFile,
  { prune = false, ...options }: Partial<ApplyOptions> & { prune?: boolean } = {},
) => {
  const plan = await planned(brand, file, prune);
  await applyPlan(plan, { send: brand.server.send, newUuid: () => randomUUID(), ...options });
  return planLines(plan);
};

const exported = async ({ server }: Brand) => {
  const there = await readThere(server);
  const named = nameThings(there);
  await applyPlan(namesOnly(named), { send: server.send, newUuid: () => randomUUID() });
  return exportBrand(there, named);
};

describe('a brand as a file', () => {
  test('the example is applied to an empty brand, and is then there; what is exported can be applied again, and to another brand', async () => {
    const [first, second] = await Promise.all([newBrand(), newBrand()]);
    const plan = await planned(first, EXAMPLE);
    const refused = () => checkPlan(plan, first.server.check, { newUuid: () => randomUUID() });
    expect(await refused()).toEqual([]);
    await apply(first, EXAMPLE);
    expect(await refused(), 'commands that were carried out are known').toEqual([]);
    expect(planLines(await planned(first, EXAMPLE, true))).toEqual([]);

    const model = await exported(first);
    expect(planLines(await planned(first, fileOf(writeBrandYaml(model)), true))).toEqual([]);

    await apply(second, fileOf(SMALL));
    const small = await exported(second);
    const third = await newBrand();
    await apply(third, fileOf(writeBrandYaml(small)));
    expect(await exported(third)).toEqual(small);
  });

  test('a run that ends anywhere is finished by the next one, and nothing is made twice', async () => {
    const brand = await newBrand();
    const file = fileOf(SMALL);
    const counts = async () => {
      const { sections } = await readThere(brand.server);
      return Object.entries(sections).map(([section, things]) => `${things.length} ${section}`);
    };
    // Each run comes one command further, and ends before or after the server has carried it out.
    for (let left = 0; ; left += 1) {
      let sent = 0;
      const died = new Error('killed');
      const send: ApplyOptions['send'] = async (commands) => {
        const answers = [];
        for (const one of commands) {
          if (sent === 1 && left % 2 === 0) throw died;
          answers.push(...(await brand.server.send([one])));
          if (++sent > 1) throw died;
        }
        return answers;
      };
      const isDone = await apply(brand, file, { send }).then(
        (lines) => lines.length === 0,
        (error) => {
          if (error !== died) throw error;
          return false;
        },
      );
      if (isDone) break;
      expect(left).toBeLessThan(60);
    }
    expect(planLines(await planned(brand, file, true))).toEqual([]);
    expect(await counts()).toEqual(
      expect.arrayContaining(['1 points', '1 halls', '2 tables', '2 categories', '2 products']),
    );
  });

  test('names that are upper case, Turkish, decomposed or emoji come through as they are, by hand and by file', async () => {
    const brand = await newBrand();
    const names = [
      'PLOV',
      'Plov',
      'İSTANBUL',
      'istanbul ı',
      'cafe\u0301',
      'caf\u00e9',
      '🍕',
      '🍔',
      'null',
      '- a: b #c',
      ' "q" ',
      'ʻoʻ',
    ];
    for (const name of names) await command(brand.till, 'DefineRegion', { name });
    const model = await exported(brand);
    const text = writeBrandYaml(model);
    const file = fileOf(text);
    expect([...file.sections.regions!.values()].map(({ words }) => words.name).toSorted()).toEqual(names.toSorted());
    expect(planLines(await planned(brand, file, true))).toEqual([]);

    // A rename by hand is seen, and taken back: the thing keeps the name that the file has for it.
    const { sections } = await readThere(brand.server);
    const pizza = sections.regions!.find(({ fields }) => fields.name === '🍕')!;
    await command(brand.till, 'DefineRegion', { id: pizza.id, name: 'Pizza' });
    const [head, change] = planLines(await planned(brand, file));
    expect(head).toMatch(/^~ regions\./);
    expect(change).toBe('    name: "Pizza" -> "🍕"');
    await apply(brand, file);
    expect(planLines(await planned(brand, file, true))).toEqual([]);
  });

  test('what the file leaves out stays as it was set by hand, and groups of modifiers keep their ids', async () => {
    const brand = await newBrand();
    await apply(brand, fileOf(SMALL));
    const product = async () =>
      (await readThere(brand.server)).sections.products!.find(({ fields }) => fields.name !== 'Egg')!;
    const before = await product();
    const groups = before.fields.modifier_groups as { id: number }[];
    await command(brand.till, 'DefineProduct', { ...before.fields, id: before.id, description: 'By hand' });
    await apply(brand, fileOf(SMALL.replace('name: Plov,', 'name: Palov,').replace('Extras', 'More')));
    const { fields } = await product();
    expect(fields).toMatchObject({
      name: 'Palov',
      description: 'By hand',
      modifier_groups: [{ id: groups[0]!.id, name: 'More' }],
    });

    expect(planLines(await planned(brand, fileOf(SMALL), true))).toContain('    description: "By hand" -> none');
  });

  test('what only the server knows is told before anything is changed, with the line: the check says what the commands then answer', async () => {
    const brand = await newBrand();
    await apply(brand, fileOf(SMALL));
    const recorded = async () => {
      const { rows } = await app.tillstream.pool.query(
        'select (select count(*) from log.events) as events, (select count(*) from app.identities) as claims',
      );
      return rows;
    };
    const before = await recorded();
    const file = fileOf(REFUSED);
    const plan = await planned(brand, file, true);
    let asked: readonly CheckedCommand[] = [];
    const check: BrandServer['check'] = (commands) => {
      asked = commands;
      return brand.server.check(commands);
    };
    const problems = await checkPlan(plan, check, { newUuid: () => randomUUID() });
    expect(await recorded()).toEqual(before);
    expect(problems.map(problemLine).map((line) => line.replace(/(?<=:\d+:\d+: [^:]*: ).*/, ''))).toEqual(
      REFUSED.split('\n').flatMap((line, index) => {
        const [, column, about] = /# (\d+) (.*)$/.exec(line) ?? [];
        return column ? [`brand.yaml:${index + 1}:${column}: ${about}: `] : [];
      }),
    );

    const { results } = (await brand.till.post('/venue/v1/commands', { commands: asked })).body;
    const rejected = (results as { status: string; message: string; code: string }[]).filter(
      ({ status, code }) => status === 'rejected' && code !== 'name_unknown',
    );
    expect(problems.map(({ told }) => told?.values?.message).toSorted()).toEqual(
      rejected.map(({ message }) => message).toSorted(),
    );
    const other = { commands: [{ type: 'OpenShift', command_id: randomUUID() }] };
    const { body } = await brand.till.post('/venue/v1/command-check', other);
    expect(body.refused).toMatchObject([{ index: 0, code: 'command_not_checked' }]);
  });

  test('entries of each list are changed, retired with --prune alone, and restored by the file', async () => {
    const brand = await newBrand();
    const point = SMALL.slice(0, SMALL.indexOf('halls:'));
    const text = point + LISTS;
    await apply(brand, fileOf(text));
    const lists = Object.keys(fileOf(text).sections).filter((section) => section !== 'points');

    const changed = fileOf(text.replaceAll('name: Old', 'name: New'));
    expect((await apply(brand, changed)).filter((line) => !line.startsWith(' '))).toHaveLength(lists.length);
    expect(planLines(await planned(brand, changed, true))).toEqual([]);

    // A section that the file does not have at all is none of its business.
    const none = fileOf(point + lists.map((section) => `${section}: {}\n`).join(''));
    const removed = await apply(brand, none, { prune: true });
    expect(removed.filter((line) => line.startsWith('- '))).toHaveLength(lists.length);
    expect(planLines(await planned(brand, none, true))).toEqual([]);

    await apply(brand, changed);
    expect(planLines(await planned(brand, changed, true))).toEqual([]);
    const { sections } = await readThere(brand.server);
    const counts = Object.entries(sections).map(([section, things]) => [section, things.length]);
    expect(counts, 'none was made a second time').toEqual(expect.arrayContaining(lists.map((section) => [section, 1])));
  });

  test('a key is made with its permissions, its secret is told once, and people are known by their logins', async () => {
    const brand = await newBrand();
    const text = `${SMALL}staff:\n  aziz: {name: Aziz, role: cashier, role_name: Cashier, position_id: 1, position_name: Cashier, point: north}\nkeys:\n  app: {name: App, permissions: [reports], points: [north]}\n`;
    const plan = await planned(brand, fileOf(text));
    const secrets: NewSecret[] = [];
    const onSecret = (secret: NewSecret) => void secrets.push(secret);
    await applyPlan(plan, { send: brand.server.send, newUuid: () => randomUUID(), onSecret });
    expect(secrets).toEqual([{ key: 'app', name: 'App', api_key: expect.any(String) }]);
    // Another run that began at the same time: the key is made once, and its secret can not be told again.
    await applyPlan(plan, { send: brand.server.send, newUuid: () => randomUUID(), onSecret });
    expect(secrets[1]).toEqual({ key: 'app', name: 'App', api_key: undefined });
    expect(planLines(await planned(brand, fileOf(text), true))).toEqual([]);
    expect(JSON.stringify(await exported(brand))).not.toContain(secrets[0]!.api_key!);
  });

  test('prices, windows and what is off sale follow the file, and go with --prune alone', async () => {
    const brand = await newBrand();
    await apply(brand, fileOf(SMALL));
    const refused = SMALL.replace(DAYS[1]!, '2099-01-01');
    await expect(apply(brand, fileOf(refused))).rejects.toThrow(/^brand.yaml:\d+:\d+: special_day of north: /);
    const less = SMALL.replace(/ {4}plov: \{price: 44000.*\n/, '    egg: 900\n').replace('[egg]', '[plov]');
    expect(await apply(brand, fileOf(less))).toEqual([
      '~ prices.north',
      '    egg: none -> 900',
      '~ not_on_sale.north: egg is on sale again',
      '~ not_on_sale.north: plov is withdrawn',
    ]);
    expect(await apply(brand, fileOf(less), { prune: true })).toEqual([
      '~ prices.north',
      '    plov: 44000 -> none',
      '    plov on days 1,2 11:00-15:00: 40000 -> none',
    ]);
    expect(planLines(await planned(brand, fileOf(less), true))).toEqual([]);
    const other = less.replace('reason: Repairs', 'open: 09:00, close: 12:00').replace(/ {4}\S+: \{open: "10.*\n/, '');
    expect(await apply(brand, fileOf(other), { prune: true })).toEqual([
      `~ special_days.north.${DAYS[0]}: closed ("Repairs") -> 09:00-12:00`,
      `~ special_days.north.${DAYS[1]}: 10:00-24:00 -> as its weekday`,
    ]);
  });
});

/** Two days of next month. */
const DAYS = [30, 31].map((days) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10));

const SMALL = `
points:
  north: {name: North, short_name: N, phone: "+998 71 200 00 00", latitude: 41.3, longitude: 69.2, delivery_distance: 5000, working_hours: [{day: 2, is_open: true, open: "09:00", close: "24:00"}]}
halls:
  main: {name: Main, point: north}
tables:
  t1: {name: "1", hall: main}
  t2: {name: "2", hall: main, capacity: 4}
categories:
  rice: {name: Rice, parent: food}
  food: {name: Food}
products:
  plov: {name: Plov, type: product, base_price: 45000, category: rice, modifier_groups: [{name: Extras, min: 0, max: 2, required: false, items: [{product: egg}]}]}
  egg: {name: Egg, type: modifier, base_price: 1000}
prices:
  north:
    plov: {price: 44000, windows: [{days: [2, 1], from: "11:00", to: "15:00", price: 40000}]}
not_on_sale:
  north: [egg]
special_days:
  north:
    ${DAYS[0]}: {reason: Repairs}
    ${DAYS[1]}: {open: "10:00", close: "24:00"}
`;

/** After SMALL: what is wrong stands at the end of its line, with its column. */
const REFUSED = `
points:
  north: {name: North, short_name: N, phone: "+998 71 200 00 00", latitude: 41.3, longitude: 69.2, delivery_distance: 5000}
  south:
    {name: South, short_name: S, latitude: 41.3, longitude: 69.2, delivery_distance: 5,
     phone: "12"} # 6 points.south
  east:
    {name: East, short_name: E, latitude: 41.3, longitude: 69.2, delivery_distance: 5, phone: "+998712000000",
     reservation_rules: {min_duration_minutes: 90,
       max_duration_minutes: 60}} # 8 points.east
halls: # 1 halls.main
  yard: {name: Yard, point: south}
products:
  egg: {name: Egg, type: modifier, base_price: 1000}
  plov: {name: Plov, type: product, base_price: 45000}
  soup:
    {name: Soup, type: product, base_price: 5,
     modifier_groups: [{name: G, min: 3,
       max: 2, required: false, items: [{product: egg}]}]} # 8 products.soup
showcases:
  app:
    {name: App, categories: [{id: 1, name: C, order_number: 1}], products: [{product: plov, category_id: 1}, {product: egg,
      category_id: 9}]} # 7 showcases.app
order_type_subs:
  hall: {name: Hall, order_type_id: 1, is_default: true}
keys:
  app:
    {name: App, permissions: [],
     requests_per_minute: 1000000} # 6 keys.app
  kiosk:
    {name: Kiosk, permissions: [], default_order_type_subs: {
     2: hall}} # 6 keys.kiosk
special_days:
  north:
    2099-01-01: {reason: R} # 5 special_day of north
`;

/** One entry of each list that can be retired. */
const LISTS = `
regions:
  r: {name: Old}
districts:
  d: {name: Old, region: r}
order_type_subs:
  s: {name: Old, order_type_id: 1, is_default: false}
payment_types:
  p: {name: Old, category_id: 1, points: [north]}
payment_purposes:
  u: {name: Old, is_payout: false}
cancel_causes:
  c: {name: Old, is_default: false, is_comment_required: false}
accounts:
  a: {name: Old, source: safe, code: "1", point: north}
halls:
  h: {name: Old, point: north}
tables:
  t: {name: Old, hall: h}
zones:
  z: {name: Old, point: north, polygon: [[[69, 41], [69.5, 41], [69.5, 41.5], [69, 41]]], price: 1, minutes: 30, min_order_amount: 0}
categories:
  k: {name: Old}
menu_folders:
  f: {name: Old}
`;
