import { z } from 'zod';
import { polygonInput } from '../commands/delivery/polygon-input.ts';
import { calendarDate, endOfDay, integer, money, name, text, timeOfDay, timezone } from '../commands/fields/fields.ts';
import { strictly } from '../commands/fields/strictly.ts';
import { LANGUAGES } from '../domain/references/events.ts';
import { INPUTS } from './inputs.ts';
import { SECTIONS, type SectionName, sectionNames } from './sections.ts';
import type { ToldCode } from './told.ts';

/** A name in the file: letters and digits of any script, and `_ - . /` between them. */
const NAME = /^[\p{L}\p{N}][\p{L}\p{M}\p{N}_./-]*$/u;

export const isFileName = (value: string): boolean => value.length <= 200 && NAME.test(value);

/** The name of another thing of the file. */
const named = (what: string) =>
  z
    .string()
    .max(200)
    .transform((value) => value.normalize('NFC'))
    .meta({ description: `The name of ${what} in this file` });

/** The fields of a command that the file has under another name, or not at all. */
const inputOf = (section: SectionName, ...others: readonly string[]): z.ZodObject => {
  const { own_name, references } = SECTIONS[section];
  const input = INPUTS[section];
  const gone = ['id', 'state', own_name, ...references.map(({ path }) => path[0]!), ...others];
  return input.omit(
    Object.fromEntries(
      gone.filter((field) => field !== undefined && field in input.shape).map((field) => [field, true]),
    ),
  );
};

const units = () => integer().min(0).max(10_000);

export const modifierGroup = z.object({
  name: name(),
  min: units(),
  max: units(),
  required: z.boolean(),
  items: z
    .array(z.object({ product: named('a modifier'), min_amount: units().default(0), max_amount: units().default(0) }))
    .max(200),
});

const showcaseProduct = () => {
  const { element } = INPUTS.showcases.shape.products as z.ZodArray<z.ZodObject>;
  return element.omit({ product_id: true }).extend({ product: named('a product') });
};

const point = () => named('a point');
const optional = (what: string) => named(what).nullish();
const listOf = (what: string) => z.array(named(what)).max(1_000);

const raw: Readonly<Record<SectionName, z.ZodObject>> = {
  points: inputOf('points'),
  regions: inputOf('regions'),
  districts: inputOf('districts').extend({ region: named('a region') }),
  order_type_subs: inputOf('order_type_subs'),
  payment_types: inputOf('payment_types').extend({ points: listOf('a point') }),
  payment_purposes: inputOf('payment_purposes'),
  cancel_causes: inputOf('cancel_causes'),
  accounts: inputOf('accounts').extend({ point: optional('a point; none: of the whole brand') }),
  halls: inputOf('halls').extend({ point: point() }),
  tables: inputOf('tables').extend({ hall: named('a hall') }),
  zones: inputOf('zones').extend({ point: point() }),
  categories: inputOf('categories').extend({ parent: optional('the category above it') }),
  menu_folders: inputOf('menu_folders').extend({ parent: optional('the folder above it') }),
  products: inputOf('products', 'modifier_groups').extend({
    category: optional('its category'),
    menu_folder: optional('its menu folder'),
    size_of: optional('the product of which it is a size'),
    modifier_groups: z.array(modifierGroup).max(50).default([]),
  }),
  showcases: inputOf('showcases', 'products').extend({ products: z.array(showcaseProduct()).max(5_000) }),
  staff: inputOf('staff').extend({ point: optional('the point; none: at no point in particular') }),
  keys: inputOf('keys', 'brand_id', 'audience').extend({
    points: listOf('a point').min(1).nullish(),
    showcases: listOf('a showcase').max(100).optional(),
    default_order_type_subs: z.partialRecord(z.enum(['1', '2', '3']), named('an order sub-type')).optional(),
  }),
};

/** What an entry of each section must look like. Fields that it does not know are refused. */
export const entrySchemas: Readonly<Record<SectionName, z.ZodObject>> = Object.fromEntries(
  Object.entries(raw).map(([section, schema]) => [section, strictly(schema)]),
) as unknown as Readonly<Record<SectionName, z.ZodObject>>;

export const groupSchema = strictly(modifierGroup);

/** A rule of the file alone, with what is said of who breaks it. */
const rule = (text: string, told: ToldCode) => ({ params: { text, told } });

const wordsOfWindow = ({ days, from, to }: { days: readonly number[]; from: string; to: string }) =>
  `${days} ${from} ${to}`;

const window = z.object({
  days: z
    .array(integer().min(1).max(7))
    .min(1)
    .refine((days) => new Set(days).size === days.length, { params: { code: 'field_duplicate' } })
    .meta({ description: '1 Monday to 7 Sunday' })
    .transform((days) => days.toSorted((one, other) => one - other)),
  from: timeOfDay(),
  to: endOfDay(),
  price: money(),
});

const price = z.union([
  money(),
  z.object({
    price: money().optional(),
    windows: z
      .array(window.refine(({ from, to }) => from !== to, rule('begins and ends at the same time', 'no_time')))
      .max(200)
      .refine(
        (windows) => new Set(windows.map(wordsOfWindow)).size === windows.length,
        rule('has one window twice', 'field_duplicate'),
      )
      .default([]),
  }),
]);

/** What a point takes for a product. */
export const priceSchema = strictly(price);

export const costSchema = money();
export const namesSchema = z
  .array(named('a product or a category'))
  .max(5_000)
  .refine((names) => new Set(names).size === names.length, rule('has one name twice', 'field_duplicate'));

const BOTH = rule('must have both open and close, or neither: then the point is closed that day', 'day_hours');
const A_REASON = rule('must have a reason, as the point is closed that day; or else open and close', 'day_reason');
const SOME_TIME = rule('opens and closes at the same time', 'no_time');

const specialDay = z
  .object({ open: timeOfDay().optional(), close: endOfDay().optional(), reason: name().nullish() })
  .refine(({ open, close }) => (open === undefined) === (close === undefined), BOTH)
  .refine(({ open, reason }) => open !== undefined || reason, A_REASON)
  .refine(({ open, close }) => open === undefined || open !== close, SOME_TIME)
  .meta({ description: 'Without hours the point is closed on that date, and needs a reason' });
export const specialDaySchema = strictly(specialDay);
export const dateSchema = calendarDate();

const CURRENCIES = new Set(Intl.supportedValuesOf('currency'));
const isCountry = (code: string): boolean => /^[A-Z]{2}$/.test(code);

const brand = z.object({
  name: name(),
  currency: text(3).refine((code) => CURRENCIES.has(code), { params: { code: 'currency_unknown' } }),
  currency_exponent: integer().min(0).max(4).optional(),
  country_code: text(2)
    .refine(isCountry, { params: { code: 'country_unknown' } })
    .optional(),
  language: z.enum(LANGUAGES).optional(),
  timezone: timezone().optional(),
});
export const brandSchema = strictly(brand);

/** Sections that say what is special at a point: by point, then by product or date, or a list of names. */
export const POINT_SECTIONS = ['prices', 'costs', 'not_on_sale', 'closed_categories', 'special_days'] as const;
export type PointSection = (typeof POINT_SECTIONS)[number];

const pictureOrPath = () =>
  z.string().nullish().meta({
    description: 'The address of a picture, or the path of a JPEG, PNG or WebP file beside this one: pictures/plov.jpg',
  });

/** The same fields, but a picture may be a path. */
const picturesByPath = (schema: z.ZodObject): z.ZodObject => {
  const own = ['image', 'logo'].filter((field) => field in schema.shape);
  const { categories } = schema.shape;
  const inner = categories instanceof z.ZodArray && categories.element instanceof z.ZodObject;
  return schema.extend({
    ...Object.fromEntries(own.map((field) => [field, pictureOrPath()])),
    ...(inner && { categories: z.array(picturesByPath(categories.element as z.ZodObject)) }),
  });
};

/** The whole file, for editors. Whether it takes further fields is not said here: see json-schema.ts. */
export const fileSchema = () => {
  const outline = z.union([
    polygonInput(),
    z.string().meta({ description: 'A feature of a GeoJSON file beside this one: zones.geojson#centre' }),
  ]);
  const withPaths = Object.fromEntries(
    sectionNames.map((section) => [section, picturesByPath(raw[section])]),
  ) as Record<SectionName, z.ZodObject>;
  const group = z.union([modifierGroup, z.string().meta({ description: 'The name of a group of modifier_groups' })]);
  const shown: Record<SectionName, z.ZodObject> = {
    ...withPaths,
    zones: withPaths.zones.extend({ polygon: outline }),
    products: withPaths.products.extend({ modifier_groups: z.array(group).max(50).optional() }),
  };
  const things = Object.fromEntries(
    sectionNames.map((section) => [section, z.record(z.string(), shown[section]).optional()]),
  );
  const byPoint = <Value extends z.ZodType>(value: Value) => z.record(z.string(), value).optional();
  return z.object({
    brand: brand.optional(),
    ...things,
    modifier_groups: z.record(z.string(), modifierGroup).optional(),
    prices: byPoint(z.record(z.string(), price)),
    costs: byPoint(z.record(z.string(), costSchema)),
    not_on_sale: byPoint(namesSchema),
    closed_categories: byPoint(namesSchema),
    special_days: byPoint(z.record(z.string(), specialDay)),
  });
};
