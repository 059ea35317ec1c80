import { nameAs } from '../product-table/name-as.ts';
import { pointsCalled } from '../product-table/points-called.ts';
import type { ProductRow, ProductTable } from '../product-table/read-table.ts';
import type { BrandFile, FileEntry, Words } from './brand-file.ts';
import { issueText } from './issues.ts';
import { type Named, nameThings, slug, wordsOf } from './names.ts';
import type { Problem } from './problems.ts';
import { entrySchemas } from './schema.ts';
import type { There } from './there.ts';

export interface TableFile {
  /** Null: the table has problems. */
  readonly brand: BrandFile | null;
  readonly named: Named;
  readonly problems: readonly Problem[];
}

/**
 * A table of products as a file of the brand that has them. A row is the product of its code, or else the one that is called so; a
 * row of neither is a new product. What a row leaves empty stays as it is.
 */
export const fileOfTable = (table: ProductTable, there: There, file: string): TableFile => {
  const named = nameThings(there);
  const problems: Problem[] = [];
  const at = (line: number, message: string, column = 1): Problem => ({ file, line, column, message });
  problems.push(...table.problems.map(({ line, column, message }) => at(line, message, column)));

  const products = new Map<string, FileEntry>();
  const prices = new Map<string, Map<string, { price: number; windows: [] }>>();
  const lines = new Map<string, number>();
  for (const { line, values, prices: own } of table.rows) {
    const fail = (message: string) => void problems.push(at(line, message));
    const key = keyOf(named, values, products, fail);
    if (key === undefined) continue;
    const first = lines.get(key);
    if (first !== undefined) {
      fail(`this product stands in line ${first} already`);
      continue;
    }
    lines.set(key, line);
    const thing = named.products.things.get(key);
    const given = fieldsOf(named, values, thing === undefined, fail);
    if (!thing && given.base_price === undefined) fail(`${key} is new: it needs a price`);
    const before = thing ? wordsOf(named, 'products', thing) : { type: 'product' };
    const parsed = entrySchemas.products.safeParse({ ...withoutGroups(before), ...given });
    if (!parsed.success) {
      const [issue] = parsed.error.issues;
      fail(`${issue!.path.join('.')} ${issueText(issue!)}`);
      continue;
    }
    products.set(key, {
      words: parsed.data,
      present: new Set(thing ? Object.keys(given) : [...Object.keys(given), 'type']),
      problemAt: (_path, message) => at(line, message),
    });
    for (const [head, price] of Object.entries(own)) {
      const point = pointOf(named, head, fail);
      if (point === undefined) continue;
      const atPoint = prices.get(point) ?? new Map<string, { price: number; windows: [] }>();
      prices.set(point, atPoint.set(key, { price, windows: [] }));
    }
  }
  const none = new Map<string, never>();
  const brand: BrandFile = {
    brand: undefined,
    sections: { products },
    prices,
    costs: none,
    not_on_sale: none,
    closed_categories: none,
    special_days: none,
    pictures: none,
    problemAt: (path, message) => at(lines.get(String(path.at(-1))) ?? 1, message),
  };
  return { brand: problems.length > 0 ? null : brand, named, problems };
};

/** Groups of modifiers are no part of a table. */
const withoutGroups = ({ modifier_groups: _, ...words }: Words): Words => words;

type Values = ProductRow['values'];

const keyOf = (
  named: Named,
  { code, name }: Values,
  taken: ReadonlyMap<string, unknown>,
  fail: (message: string) => void,
): string | undefined => {
  if (code !== undefined) return String(code).normalize('NFC');
  if (name === undefined) return void fail('the row has neither a name nor a code');
  const alike = [...named.products.things].filter(([, thing]) => nameAs(thing.fields.name) === nameAs(name));
  if (alike.length > 1) return void fail(`${alike.length} products are called ${name}: give the row a code`);
  if (alike.length === 1) return alike[0]![0];
  const base = slug(String(name)) || 'product';
  let key = base;
  for (let number = 2; named.products.things.has(key) || taken.has(key); number += 1) key = `${base}_${number}`;
  return key;
};

const fieldsOf = (
  named: Named,
  values: Values,
  isNew: boolean,
  fail: (message: string) => void,
): Record<string, unknown> => {
  const { code, name, price, category, menu_folder, ...rest } = values;
  // Without a code the name says which product it is: it is not changed.
  const fields: Record<string, unknown> = {
    ...(name !== undefined && (code !== undefined || isNew) && { name }),
    ...rest,
  };
  if (price !== undefined) fields.base_price = price;
  for (const [field, section, value] of [
    ['category', 'categories', category],
    ['menu_folder', 'menu_folders', menu_folder],
  ] as const) {
    if (value === undefined) continue;
    const { things } = named[section];
    const found = things.has(String(value))
      ? [[value]]
      : [...things].filter(([, it]) => nameAs(it.fields.name) === nameAs(value));
    if (found.length === 1) fields[field] = String(found[0]![0]);
    else fail(found.length === 0 ? `there is no ${value} in ${section}` : `several in ${section} are called ${value}`);
  }
  return fields;
};

const pointOf = ({ points }: Named, head: string, fail: (message: string) => void): string | undefined => {
  if (points.things.has(head)) return head;
  const called = [...points.things].map(([key, { fields }]) => ({
    key,
    name: String(fields.name),
    short_name: String(fields.short_name),
  }));
  const found = pointsCalled(called, head);
  if (found.length === 1) return found[0]!.key;
  return void fail(found.length === 0 ? `there is no point ${head}` : `${found.length} points are called ${head}`);
};
