import { expect, test } from 'vitest';
import { en } from '../../../back-office/src/words/en.ts';
import type { FileEntry } from '../../../src/brand-file/brand-file.ts';
import { cyclesIn } from '../../../src/brand-file/cycles.ts';
import { planBrand } from '../../../src/brand-file/plan.ts';
import { type Problem, problemLine } from '../../../src/brand-file/problems.ts';
import { readBrand } from '../../../src/brand-file/read-brand.ts';
import { NOTHING_THERE } from '../../../src/brand-file/there.ts';
import { TOLD_CODES, type ToldCode } from '../../../src/brand-file/told.ts';
import { pictureBeside } from '../../../src/cli/brand/pictures.ts';

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

const feature = (geometry: object) =>
  JSON.stringify({ type: 'FeatureCollection', features: [{ id: 'centre', geometry }] });
const BESIDE: Readonly<Record<string, string>> = {
  'point.geojson': feature({ type: 'Point', coordinates: [69, 41] }),
  'bow.geojson': feature({
    type: 'Polygon',
    coordinates: [
      [
        [69, 41],
        [70, 42],
        [70, 41],
        [69, 42],
        [69, 41],
      ],
    ],
  }),
  'broken.geojson': '{"type": "FeatureCollection",\n "features": [,]}',
  'other.geojson': '{"type": "Feature"}',
  'zones.geojson': '{"type": "FeatureCollection", "features": []}',
};

/** The brand on the server, in which nothing is defined. */
const THERE = {
  ...NOTHING_THERE,
  brand: { name: 'Other', currency: 'UZS', currency_exponent: 0, country_code: 'UZ', language: 'uz', timezone: 'UTC' },
};

/** What is wrong with a file: of the reading, or else of the plan. */
const found = (text: string | Uint8Array): readonly Problem[] => {
  const { brand, problems } = readBrand(typeof text === 'string' ? bytesOf(text) : text, 'b.yaml', {
    beside: (name) => (BESIDE[name] === undefined ? undefined : bytesOf(BESIDE[name])),
    picture: (path) => (/none|\.\./.test(path) ? pictureBeside('no folder', path) : { sha256: 'x' }),
  });
  return [...problems, ...(brand ? planBrand(brand, THERE).problems : [])];
};

const problemsOf = (text: string | Uint8Array): string[] => found(text).map(problemLine);

const zone = (polygon: string) =>
  `points: {p: ${POINT}}\nzones:\n  z: {name: Z, point: p, price: 1, minutes: 1, min_order_amount: 0, polygon: ${polygon}}\n`;
const POINT = '{name: P, short_name: P, phone: "+998712000000", latitude: 41, longitude: 69, delivery_distance: 1}';

const day = (fields: string) => `points: {p: ${POINT}}\nspecial_days:\n  p:\n    2027-02-28: ${fields}\n`;

const TEA = '{name: T, type: item, base_price: 1}';
const priced = (price: string) =>
  `points: {p: ${POINT}}\nproducts:\n  t: ${TEA}\nprices:\n  p:\n    t: ${price}\n`.replaceAll(
    'W',
    '{days: [1], from: 10:00, to: 11:00, price: 1}',
  );

const BROKEN: readonly (readonly [what: string, text: string | Uint8Array, expected: string])[] = [
  ['nothing', '', 'b.yaml:1:1: the file is empty'],
  ['a list', '- a\n', 'b.yaml:1:1: the file must begin with sections, such as `points:`'],
  ['a tab', 'regions:\n\tr: {name: R}\n', 'b.yaml:2:1: a tab stands where spaces indent: use spaces'],
  ['an indent', 'regions:\n    r:\n      name: R\n   s: {name: S}\n', 'b.yaml:4:1: this line is indented'],
  ['a quote that is not closed', 'regions:\n  r: {name: "R}\n', 'a sign is missing here'],
  ['a colon in a text', 'regions:\n  r:\n    name: A: B\n', 'b.yaml:3:11: a colon and a space in a text'],
  ['an anchor', 'regions:\n  r: &r {name: R}\n', 'b.yaml:2:9: an anchor (&r) can not be used here'],
  ['an alias', 'regions:\n  r: *r\n', 'b.yaml:2:6: an alias (*r) can not be used here: write the value out'],
  ['a tag', 'regions:\n  r: {name: !!str R}\n', 'a tag (!…) can not be used here'],
  ['two documents', 'regions: {}\n---\nhalls: {}\n', 'b.yaml:2:1: a second document begins here'],
  ['a name twice', 'regions:\n  r: {name: R}\n  r: {name: S}\n', 'b.yaml:3:3: r stands here twice: first in line 2'],
  [
    'a name twice in two writings',
    'regions:\n  caf\u00e9: {name: R}\n  cafe\u0301: {name: S}\n',
    'b.yaml:3:3: caf\u00e9 stands here twice',
  ],
  ['a name of other signs', 'regions:\n  "a b!": {name: R}\n', 'b.yaml:2:3: regions has the name "a b!"'],
  ['an unknown section', 'regoins:\n  r: {name: R}\n', 'b.yaml:1:1: there is no section regoins'],
  [
    'an unknown field',
    'regions:\n  r: {name: R, nmae: S}\n',
    'b.yaml:2:16: regions.r has a field that is not known: nmae',
  ],
  ['a missing field', 'regions:\n  r: {}\n', 'b.yaml:2:3: regions.r.name is missing'],
  ['a number for a text', 'regions:\n  r:\n    name: 5\n', 'b.yaml:3:5: regions.r.name must be a text'],
  [
    'a text for a number',
    'products:\n  p: {type: product, name: P, base_price: "5"}\n',
    'products.p.base_price must be a whole number',
  ],
  [
    'a price with a fraction',
    'products:\n  p: {type: product, name: P, base_price: 5.5}\n',
    'products.p.base_price must be a whole number',
  ],
  [
    'a wrong choice',
    'products:\n  p: {type: dish, name: P, base_price: 5}\n',
    'products.p.type must be one of product,',
  ],
  [
    'a block for a list',
    `points:\n  p: {...}\n`.replace('{...}', POINT.replace('}', ', working_hours: {}}')),
    'points.p.working_hours must be a list',
  ],
  [
    'a time',
    `points:\n  p: ${POINT.replace('}', ', business_day_cutoff: "25:00"}')}\n`,
    'points.p.business_day_cutoff has not the right form',
  ],
  ['a list for a section', 'regions:\n  - {name: R}\n', 'b.yaml:1:1: regions must be a block of names'],
  ['a text for an entry', 'regions:\n  r: R\n', 'b.yaml:2:3: regions.r must be a block of fields'],
  [
    'a reference to nothing',
    'districts:\n  d:\n    name: D\n    region: nowhere\n',
    'b.yaml:4:5: districts.d: there is no nowhere in regions',
  ],
  [
    'a modifier that is nothing',
    'products:\n  p: {type: product, name: P, base_price: 5, modifier_groups: [{name: G, min: 0, max: 1, required: false, items: [{product: x}]}]}\n',
    'products.p: there is no x in products',
  ],
  [
    'a modifier that is nothing, in a group that no product has',
    'modifier_groups:\n  g: {name: G, min: 0, max: 1, required: false, items: [{product: x}]}\n',
    'b.yaml:2:58: modifier_groups.g: there is no x in products',
  ],
  [
    'a group that is nothing',
    'products:\n  p: {type: product, name: P, base_price: 5, modifier_groups: [sauces]}\n',
    'products.p: there is no sauces among modifier_groups',
  ],
  [
    'a price of nothing',
    `points: {p: ${POINT}}\nprices:\n  p: {x: 5}\n`,
    'b.yaml:3:7: prices.p: there is no x in products',
  ],
  ['a price at no point', 'prices:\n  p: {}\n', 'b.yaml:2:3: prices: there is no p in points'],
  ['a special day at no point', 'special_days:\n  p: {}\n', 'b.yaml:2:3: special_days: there is no p in points'],
  [
    'a date that there is not',
    `points: {p: ${POINT}}\nspecial_days:\n  p:\n    2027-02-29: {reason: R}\n`,
    'b.yaml:4:5: special_days.p has "2027-02-29": a day is written as 2026-12-31',
  ],
  ['a closed day without a reason', day('{}'), 'b.yaml:4:5: special_days.p.2027-02-28 must have a reason'],
  ['a day that only opens', day('{open: 10:00}'), 'special_days.p.2027-02-28 must have both open and close'],
  ['a day that lasts no time', day('{open: 10:00, close: 10:00}'), 'opens and closes at the same time'],
  [
    'a wrong time of a day',
    day('{open: 9, close: 10:00}'),
    'b.yaml:4:18: special_days.p.2027-02-28.open must be a text',
  ],
  ['a window twice', priced('{windows: [W, W]}'), 'b.yaml:6:9: prices.p.t.windows has one window twice'],
  [
    'a window of no time',
    priced('{windows: [{days: [1], from: 10:00, to: 10:00, price: 1}]}'),
    'b.yaml:6:19: prices.p.t.windows.0 begins and ends at the same time',
  ],
  [
    'a product withdrawn twice',
    `points: {p: ${POINT}}\nproducts: {t: ${TEA}}\nnot_on_sale:\n  p: [t, t]\n`,
    'b.yaml:4:3: not_on_sale.p has one name twice',
  ],
  [
    'two defaults',
    'order_type_subs:\n  s: {name: S, order_type_id: 1, is_default: true}\n  t: {name: T, order_type_id: 1, is_default: true}\n',
    'b.yaml:3:34: order_type_subs.t: there is one default, and s is it already',
  ],
  ...(
    [
      ['currency: USD', 'UZS'],
      ['currency: UZS, currency_exponent: 2', '0'],
      ['currency: UZS, country_code: KZ', 'UZ'],
      ['currency: UZS, language: ru', 'uz'],
      ['currency: UZS, timezone: Asia/Tashkent', 'UTC'],
    ] as const
  ).map(
    ([fields, has]) =>
      [
        `another brand's ${fields}`,
        `brand:\n  name: N\n  ${fields.replaceAll(', ', '\n  ')}\n`,
        `the brand on the server has ${has}`,
      ] as const,
  ),
  [
    'a line of another currency',
    'brand:\n  name: N\n  currency: EUR\n',
    'b.yaml:3:3: brand.currency: the brand on the server has UZS',
  ],
  [
    'a picture that is not there',
    `points:\n  p: ${POINT.replace('}', ', logo: none.png}')}\n`,
    'there is no picture none.png',
  ],
  ['a currency that there is not', 'brand: {name: B, currency: XXY}\n', 'b.yaml:1:18: brand.currency is no currency'],
  [
    'a day of the week twice',
    `points: {p: ${POINT.replace('}', ', working_hours: [D, D]}').replaceAll('D', '{day: 1, is_open: false}')}}\n`,
    'points.p.working_hours has one day twice',
  ],
  ['blocks that are nested too deeply', `regions: ${'{a: '.repeat(3_000)}`, 'nested too deeply here'],
  [
    'a picture at a field that is none',
    'showcases:\n  s: {name: S, image: a.png, categories: [], products: []}\n',
    'b.yaml:2:16: showcases.s has a field that is not known: image',
  ],
  [
    'a circle',
    'categories:\n  a: {name: A, parent: b}\n  b: {name: B, parent: a}\n',
    'b.yaml:3:16: categories.b: these name each other in a circle: a -> b -> a',
  ],
  [
    'its own parent',
    'categories:\n  a: {name: A, parent: a}\n',
    'categories.a: these name each other in a circle: a -> a',
  ],
  ['no GeoJSON file', zone('none.geojson#centre'), 'zones.z.polygon: there is no file none.geojson beside this one'],
  ['a file elsewhere', zone('../x.geojson#centre'), 'must lie beside this file'],
  ['broken GeoJSON', zone('broken.geojson#centre'), 'zones.z.polygon: broken.geojson'],
  ['other JSON', zone('other.geojson#centre'), 'other.geojson is no GeoJSON with a FeatureCollection'],
  ['no feature', zone('zones.geojson#centre'), 'zones.geojson has no feature centre'],
  ['a point for an area', zone('point.geojson#centre'), 'point.geojson#centre must be a Polygon, and is Point'],
  ['lines that cross', zone('bow.geojson#centre'), 'zones.z.polygon has lines that cross or touch each other'],
  ['a corner that is no pair', zone('[[69, 41], [69, 42], [70]]'), 'must be [longitude, latitude]'],
  [
    'Windows-1251',
    new Uint8Array([...bytesOf('regions:\n  r: {name: '), 0xcf, 0xeb, 0x7d, 0x0a]),
    'b.yaml:2:1: this line is not UTF-8',
  ],
  ['UTF-16', new Uint8Array([0xff, 0xfe, 0x61, 0]), 'b.yaml:1:1: this is UTF-16: save the file as UTF-8'],
];

test.each(BROKEN)('a file with %s is refused, with the line', (_what, text, expected) => {
  expect(problemsOf(text).join('\n')).toContain(expected);
});

const point = (fields: string) => `points:\n  p: ${POINT.replace('}', `, ${fields}}`)}\n`;
const product = (fields: string) => `products:\n  p: {name: P, type: product, base_price: 5, ${fields}}\n`;
const SQUARE = '[69, 41], [70, 41], [70, 42], [69, 42]';

/** A file for each code that the files above do not have. */
const MORE: Readonly<Partial<Record<ToldCode, string | Uint8Array>>> = {
  field_empty: 'regions:\n  r: {name: "  "}\n',
  field_not_text: 'regions:\n  r: {name: "a\\0"}\n',
  field_not_url: product('image: "file:///etc/passwd"'),
  field_not_timestamp: 'keys:\n  k: {name: K, expires_at: 2026-13-01}\n',
  timezone_unknown: point('timezone: Asia/Taşkent'),
  country_unknown: 'brand: {name: N, currency: UZS, country_code: Uz}\n',
  phone_invalid: `brand: {name: N, currency: UZS, country_code: UZ}\n${point('').replace('+998712000000', '12')}`,
  phone_has_extension: `brand: {name: N, currency: UZS, country_code: UZ}\n${point('').replace('+998712000000', '+998712000000 ext. 5')}`,
  polygon_corners: zone('[[69, 41], [70, 41], [69, 41]]'),
  polygon_without_area: zone('[[69, 41], [70, 41], [71, 41]]'),
  polygon_around_earth: zone('[[-120, 60], [0, 60], [120, 60]]'),
  polygon_hole_outside: zone(`[[${SQUARE}], [[10, 10], [11, 10], [11, 11]]]`),
  type_number: point('').replace('latitude: 41', 'latitude: "41"'),
  type_boolean: product('is_active: yes'),
  too_long: `regions:\n  r: {name: ${'Ў'.repeat(1_000)}}\n`,
  too_large: point('').replace('latitude: 41', 'latitude: 91'),
  too_small: 'products:\n  p: {name: P, type: product, base_price: -5}\n',
  union_price: priced('"1"'),
  yaml_key: '[a]: 1\n',
  picture_elsewhere: product('image: ../plov.jpg'),
  too_big_file: new Uint8Array(21 * 1024 ** 2),
};

test.each(Object.entries(MORE))('%s is found in a file that has it', (code, text) => {
  expect(found(text).map(({ told }) => told?.code)).toEqual([code]);
});

/** Met elsewhere: pictures.test.ts, and what the server says of a command. */
const MET_ELSEWHERE = ['picture_kind', 'picture_large', 'picture_pixels', 'picture_broken', 'refused'];

test('each problem is told by a code of its own, which the page has words for, with all that they name', () => {
  const files = [...BROKEN.map(([, text]) => text), ...Object.values(MORE)];
  const told = files.flatMap(found).map((problem) => problem.told!);
  expect(told.map(({ code }) => code)).not.toContain('wrong');
  const words: Readonly<Record<string, string>> = en.brandFile;
  const unnamed = told.flatMap(({ code, values = {} }) => {
    const named = [...words[code]!.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name!);
    return named.filter((name) => values[name] === undefined).map((name) => `${code}: ${name}`);
  });
  expect(unnamed).toEqual([]);
  expect(Object.keys(words).toSorted()).toEqual([...TOLD_CODES].toSorted());
  const met = new Set<string>([...told.map(({ code }) => code), ...MET_ELSEWHERE, 'wrong']);
  expect(TOLD_CODES.filter((code) => !met.has(code))).toEqual([]);
});

test('a file tells all that is wrong at once, in the order of its lines', () => {
  const text = 'districts:\n  d: {name: 5}\nregions:\n  r: {name: ""}\n  s: {}\n';
  expect(problemsOf(text).map((line) => line.split(' ').slice(0, 2).join(' '))).toEqual([
    'b.yaml:2:3: districts.d.region',
    'b.yaml:2:7: districts.d.name',
    'b.yaml:4:7: regions.r.name',
    'b.yaml:5:3: regions.s.name',
  ]);
});

test('thousands of categories below each other are no trouble, and their circle is found', () => {
  const entry = (parent: string | null): FileEntry => ({
    words: { parent },
    present: new Set(),
    problemAt: (_path, message) => ({ file: 'b.yaml', line: 1, column: 1, message }),
  });
  const chain = Array.from({ length: 20_000 }, (_, at) => [`c${at}`, entry(`c${at + 1}`)] as const);
  expect(cyclesIn({ categories: new Map(chain) })).toEqual([]);
  const [circle] = cyclesIn({ categories: new Map([...chain, ['c20000', entry('c19999')]]) });
  expect(circle).toMatchObject({
    key: 'c20000',
    path: ['parent'],
    told: { values: { names: 'c19999 -> c20000 -> c19999' } },
  });
});

test('a byte order mark, Windows line ends and names of any script are no trouble', () => {
  const text = '\uFEFFregions:\r\n  İzmir: {name: İZMİR}\r\n  тошкент: {name: "😀"}\r\n';
  expect(problemsOf(text)).toEqual([]);
});
