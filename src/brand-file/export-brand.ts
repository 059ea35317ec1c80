import { isSameValue } from '../domain/same-value.ts';
import type { Words } from './brand-file.ts';
import { isSame, type Named, nameThings, slug, wordsOf } from './names.ts';
import { entrySchemas } from './schema.ts';
import { SECTIONS, type SectionName, sectionNames } from './sections.ts';
import { specialDaysOf } from './special-days.ts';
import type { PointProduct, There } from './there.ts';

/** The file of a brand as plain values, in the order in which it is written. */
export type BrandModel = Readonly<Record<string, unknown>>;

/** What the server has, as a file. What a field is unless told is left out; so is what was removed. */
export const exportBrand = (there: There, named: Named = nameThings(there)): BrandModel => {
  const model: Record<string, unknown> = {};
  for (const section of sectionNames) {
    const entries = [...named[section].things].flatMap(([key, thing]) =>
      thing.retired ? [] : [[key, entryOf(section, wordsOf(named, section, thing))] as const],
    );
    if (entries.length > 0) model[section] = Object.fromEntries(entries);
  }
  return { ...withGroups(model), ...pointModel(there, named) };
};

/** The name first, then what it belongs to, then the rest in the order of the command. */
const entryOf = (section: SectionName, words: Words): Words => {
  const { own_name, references } = SECTIONS[section];
  const { shape } = entrySchemas[section];
  const refs = references.flatMap(({ path, as }) => (path.filter((part) => part !== '*').length === 1 ? [as] : []));
  const fields = [...new Set(['name', ...refs, ...Object.keys(shape)])];
  return Object.fromEntries(
    fields
      .filter((field) => field !== own_name && field in shape)
      .map((field) => [field, field === 'modifier_groups' ? withoutIds(words[field]) : words[field]] as const)
      .filter(([field, value]) => !isUsual(shape[field]!, value)),
  );
};

const withoutIds = (groups: unknown): unknown =>
  ((groups ?? []) as readonly Words[]).map(({ id: _, items, ...group }) => ({
    ...group,
    items: (items as readonly Words[]).map((item) =>
      Object.fromEntries(Object.entries(item).filter(([field, value]) => field === 'product' || value !== 0)),
    ),
  }));

/** What the field is if it is left out. */
const isUsual = (
  schema: { safeParse(value: unknown): { success: boolean; data?: unknown } },
  value: unknown,
): boolean => {
  if (value === undefined) return true;
  const usual = schema.safeParse(undefined);
  return usual.success && isSame(usual.data, value);
};

/** Groups of modifiers that several products have stand once, under a name. */
const withGroups = ({ products, ...rest }: Record<string, unknown>): Record<string, unknown> => {
  if (products === undefined) return rest;
  const entries = Object.entries(products as Record<string, Words>);
  const groupsOf = (entry: Words) => (entry.modifier_groups ?? []) as readonly Words[];
  const uses = Map.groupBy(
    entries.flatMap(([, entry]) => groupsOf(entry)),
    (group) => JSON.stringify(group),
  );
  const names = new Map<string, string>();
  const shared: Record<string, Words> = {};
  for (const [text, [group, second]] of uses) {
    if (!second) continue;
    const base = slug(String(group!.name)) || 'group';
    let name = base;
    for (let number = 2; name in shared; number += 1) name = `${base}_${number}`;
    names.set(text, name);
    shared[name] = group!;
  }
  const written = entries.map(([key, entry]) => {
    const groups = groupsOf(entry);
    if (groups.length === 0) return [key, entry] as const;
    return [
      key,
      { ...entry, modifier_groups: groups.map((group) => names.get(JSON.stringify(group)) ?? group) },
    ] as const;
  });
  const groups = names.size > 0 ? { modifier_groups: shared } : {};
  const { showcases, staff, keys, ...before } = rest;
  return { ...before, ...groups, products: Object.fromEntries(written), ...defined({ showcases, staff, keys }) };
};

const defined = (fields: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

const pointModel = (there: There, named: Named): BrandModel => {
  const prices: Record<string, unknown> = {};
  const costs: Record<string, unknown> = {};
  const not_on_sale: Record<string, unknown> = {};
  const closed_categories: Record<string, unknown> = {};
  const special_days: Record<string, unknown> = {};
  for (const [point, { id }] of named.points.things) {
    // In the order of the names, which is the same in every brand.
    const rows = [...named.products.things].flatMap(([name, product]) => {
      const row = there.atPoints.get(Number(product.id))?.find(({ point_id }) => point_id === id);
      return row ? [[name, row] as const] : [];
    });
    const closed = [...named.categories.things].flatMap(([name, category]) =>
      there.closedAt.get(Number(category.id))?.some((it) => it === id) ? [name] : [],
    );
    const priced = rows.flatMap(([name, row]) => (row.prices.length > 0 ? [[name, priceOf(row)] as const] : []));
    const costed = rows.flatMap(([name, { cost }]) => (cost === null ? [] : [[name, cost] as const]));
    const off = rows.flatMap(([name, { on_sale }]) => (on_sale ? [] : [name]));
    if (priced.length > 0) prices[point] = Object.fromEntries(priced);
    if (costed.length > 0) costs[point] = Object.fromEntries(costed);
    if (off.length > 0) not_on_sale[point] = off;
    if (closed.length > 0) closed_categories[point] = closed;
    const days = specialDaysOf(there, named, point);
    if (Object.keys(days).length > 0) special_days[point] = days;
  }
  const sections = { prices, costs, not_on_sale, closed_categories, special_days };
  return Object.fromEntries(Object.entries(sections).filter(([, value]) => !isSameValue(value, {})));
};

const priceOf = ({ prices }: PointProduct): unknown => {
  const base = prices.find(({ window }) => window === null)?.price;
  const windows = prices.flatMap(({ price, window }) => (window ? [{ ...window, price }] : []));
  if (windows.length === 0) return base;
  return { ...(base !== undefined && { price: base }), windows };
};
