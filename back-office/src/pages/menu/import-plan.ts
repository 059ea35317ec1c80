import type { Answer, BatchedCommand, CommandFields } from '@tillstream/client';
import { nameAs } from '../../../../src/product-table/name-as.ts';
import { pointsCalled } from '../../../../src/product-table/points-called.ts';
import type { ProductRow } from '../../../../src/product-table/read-table.ts';

type DefinedProduct = Answer<'listVenueProducts'>['products'][number];
interface Named {
  readonly id: number;
  readonly name: string;
}

/** What the brand has, as far as a table of products speaks of it. */
export interface BrandNow {
  readonly products: readonly DefinedProduct[];
  /** Products by their codes: the ids that other programs have for them. */
  readonly codes: ReadonlyMap<string, number>;
  readonly categories: readonly Named[];
  readonly folders: readonly Named[];
  readonly points: readonly { readonly id: string; readonly name: string; readonly short_name: string }[];
}

export interface FieldChange {
  /** A field of the product, or the name of the point whose price it is. */
  readonly field: string;
  readonly at?: string;
  /** Null: none. */
  readonly before: unknown;
  readonly after: unknown;
}

/** Why a row can't be taken over. `what`: what it names. */
export interface RowProblem {
  readonly why: 'twice' | 'several' | 'unknown' | 'price' | 'name';
  readonly what?: string;
}

/** What a row of the table changes. */
export interface RowPlan {
  readonly line: number;
  readonly name: string;
  readonly isNew: boolean;
  readonly changes: readonly FieldChange[];
  readonly problems: readonly RowProblem[];
  readonly commands: readonly BatchedCommand[];
}

/**
 * What a table of products would change, row by row; rows that change nothing are left out. A row is the product of its code, or
 * else the one that is called so and has no other code; a row of neither is a new product. What a row leaves empty stays as it is.
 */
export const planImport = (rows: readonly ProductRow[], now: BrandNow): readonly RowPlan[] => {
  const byId = new Map(now.products.map((product) => [product.id, product]));
  const byName = Map.groupBy(now.products, ({ name }) => nameAs(name));
  const codeOf = new Map([...now.codes].map(([code, id]) => [id, code]));
  const taken = new Set<number | string>();
  return rows
    .map(({ line, values, prices }): RowPlan => {
      const problems: RowProblem[] = [];
      const fail = (why: RowProblem['why'], what?: string): undefined =>
        void problems.push({ why, ...(what !== undefined && { what }) });
      const { code, name, price, category, menu_folder, ...rest } = values;
      const ownCode = code === undefined ? undefined : String(code).normalize('NFC');
      const coded = ownCode === undefined ? undefined : byId.get(now.codes.get(ownCode) ?? Number.NaN);
      const called = (name === undefined ? [] : (byName.get(nameAs(name)) ?? [])).filter(
        ({ id }) => ownCode === undefined || !codeOf.has(id),
      );
      if (!coded && called.length > 1) fail('several', String(name));
      const product = coded ?? called[0];
      const key = product?.id ?? (ownCode === undefined ? `name ${nameAs(name)}` : `code ${ownCode}`);
      if (taken.has(key)) fail('twice');
      taken.add(key);

      /** The one thing that is called so. */
      const idOf = (things: readonly Named[], called: unknown): number | undefined => {
        const found = things.filter((each) => nameAs(each.name) === nameAs(called));
        return found.length === 1 ? found[0]!.id : fail(found.length === 0 ? 'unknown' : 'several', String(called));
      };
      const wanted: Record<string, unknown> = {
        // Without a code the name says which product it is: it is not changed.
        ...(name !== undefined && (!product || coded) && { name }),
        ...rest,
        ...(price !== undefined && { base_price: price }),
        ...(category !== undefined && { category_id: idOf(now.categories, category) }),
        ...(menu_folder !== undefined && { menu_folder_id: idOf(now.folders, menu_folder) }),
      };
      if (!product && name === undefined) fail('name');
      if (!product && price === undefined) fail('price');
      const before = (product ?? {}) as Readonly<Record<string, unknown>>;
      // What is called nothing here was said above.
      const fields = Object.entries(wanted).filter(
        ([field, value]) => value !== undefined && (before[field] ?? null) !== value,
      );
      const atPoints = Object.entries(prices).flatMap(([head, after]) => {
        const found = pointsCalled(now.points, head);
        if (found.length !== 1) return fail(found.length === 0 ? 'unknown' : 'several', head) ?? [];
        const { id: point_id, name: at } = found[0]!;
        const here = product?.state.points.find((point) => point.point_id === point_id)?.prices;
        const known = here?.find(({ window }) => window === null)?.price ?? null;
        return known === after ? [] : [{ point_id, at, before: known, after }];
      });

      const id = product?.id ?? ({ $: `line-${line}` } as unknown as number);
      const commands: BatchedCommand[] = [];
      if (!product) {
        const defined = { type: 'product', ...wanted } as unknown as CommandFields<'DefineProduct'>;
        commands.push({ type: 'DefineProduct', as: `line-${line}`, fields: defined } as BatchedCommand);
      } else if (fields.length > 0) {
        commands.push({ type: 'ChangeProduct', fields: { id, ...Object.fromEntries(fields) } });
      }
      if (ownCode !== undefined && !coded) {
        const entries = [{ external_id: ownCode, id }];
        commands.push({ type: 'SetExternalIds', fields: { list: 'products', entries } });
      }
      for (const { point_id, after } of atPoints) {
        commands.push({ type: 'SetPrices', fields: { point_id, prices: [{ product_id: id, price: after }] } });
      }
      return {
        line,
        name: String(product?.name ?? name ?? code ?? ''),
        isNew: !product,
        changes: [
          ...fields.map(([field, after]) => ({ field, before: before[field] ?? null, after })),
          ...(ownCode !== undefined && !coded ? [{ field: 'code', before: null, after: ownCode }] : []),
          ...atPoints.map(({ at, before: known, after }) => ({ field: 'price', at, before: known, after })),
        ],
        problems,
        commands,
      };
    })
    .filter(({ commands, problems }) => commands.length > 0 || problems.length > 0);
};
