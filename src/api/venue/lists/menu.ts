import { z } from 'zod';
import { amount, isoTimestamp } from '../../../commands/fields/answer-fields.ts';
import { catalogueEvents, PRODUCT_TYPES } from '../../../domain/menu/catalogue/events.ts';
import { showcaseEvents } from '../../../domain/menu/showcase/events.ts';
import { pointsWithClosed, productsAtPoints } from '../../../projections/lists/product-states.ts';
import { pointIdsOf } from '../../../projections/points/queries.ts';
import { queryId, queryList, queryUuid } from '../../http/query.ts';
import { columnsOf, entryOf, isFlag } from './fields.ts';
import type { EntryRow, VenueList } from './list.ts';

const TAG = 'What was defined';

const category = entryOf(catalogueEvents.CategoryDefined.schema, 'category_id');
const folder = entryOf(catalogueEvents.MenuFolderDefined.schema, 'menu_folder_id');
const product = entryOf(catalogueEvents.ProductDefined.schema, 'product_id').extend({ base_price: amount() });
const showcase = entryOf(showcaseEvents.ShowcasePublished.schema, 'menu_id');

const priceAtPoint = z.object({
  price: amount(),
  window: z
    .object({ days: z.array(z.int()), from: z.string(), to: z.string() })
    .nullable()
    .meta({ description: 'As SetPrices takes it. Null: the price outside of all windows' }),
});

const productAtPoint = z.object({
  point_id: z.uuid(),
  prices: z.array(priceAtPoint).meta({ description: 'Where windows overlap, the last one counts' }),
  cost: amount().nullable().meta({ description: 'Of one unit. Null: none was set' }),
  on_sale: z.boolean(),
  stop: z
    .object({ quantity: z.number(), reason: z.string().nullable() })
    .nullable()
    .meta({ description: 'The units that are left, as the stop-list has it. Null: no limit' }),
});

const idsOf = (rows: readonly EntryRow[]): number[] => rows.map(({ id }) => id as number);

const parent = { query: queryId(), sql: 'parent_id = ?' };

/** The readings of the catalogue and of the showcases. */
export const menuVenueLists: readonly VenueList[] = [
  {
    thing: 'Category',
    things: 'Categories',
    path: 'categories',
    tag: TAG,
    summary: 'Categories of the catalogue',
    command: 'DefineCategory',
    entry: category,
    source: { table: 'categories', id: 'category_id', columns: columnsOf(category), retired: 'is_retired' },
    state: {
      schema: z.object({
        closed_at: z
          .array(z.uuid())
          .meta({ description: 'The points at which it is closed, as CloseMenuSection says' }),
      }),
      of: async (pool, rows, { brandId, caller }) => {
        const points = await pointIdsOf(pool, brandId, caller.point_ids);
        const closed = await pointsWithClosed(pool, points, idsOf(rows));
        return rows.map(({ id }) => ({ closed_at: closed.get(id as number) ?? [] }));
      },
    },
    atPoints: 'everything',
    filters: { parent_id: parent },
    readAfter: 'products',
    notFound: 'category_not_found',
  },
  {
    thing: 'MenuFolder',
    path: 'menu-folders',
    tag: TAG,
    summary: 'Menu folders',
    command: 'DefineMenuFolder',
    entry: folder,
    source: { table: 'menu_folders', id: 'menu_folder_id', columns: columnsOf(folder), retired: 'is_retired' },
    atPoints: 'everything',
    filters: { parent_id: parent },
    readAfter: 'catalogue',
    notFound: 'menu_folder_not_found',
  },
  {
    thing: 'Product',
    path: 'products',
    tag: TAG,
    summary: 'Products, with what each point has set for them',
    command: 'DefineProduct',
    entry: product,
    source: { table: 'products', id: 'product_id', columns: [...columnsOf(product), 'updated_at'] },
    state: {
      schema: z.object({
        updated_at: isoTimestamp(),
        points: z.array(productAtPoint).meta({
          description: 'The points that have set something for it. Others sell it at base_price, without a limit',
        }),
      }),
      of: async (pool, rows, { brandId, caller, query }) => {
        const { point_id } = query as { readonly point_id?: string };
        const points = point_id ? [point_id] : await pointIdsOf(pool, brandId, caller.point_ids);
        const found = await productsAtPoints(pool, points, idsOf(rows));
        return rows.map(({ id, updated_at }) => ({ updated_at, points: found.get(id as number)! }));
      },
    },
    atPoints: 'everything',
    filters: {
      category_id: { query: queryId(), sql: 'category_id = ?' },
      menu_folder_id: { query: queryId(), sql: 'menu_folder_id = ?' },
      type: { query: queryList(PRODUCT_TYPES), sql: 'type = any (?)' },
      is_active: isFlag('is_active'),
      point_id: { query: queryUuid().meta({ description: 'What this point alone has set for them' }) },
    },
    readAfter: 'products',
    notFound: 'product_not_found',
    limits: [500, 100],
  },
  {
    thing: 'Showcase',
    path: 'showcases',
    tag: TAG,
    summary: 'Showcases, as they were last published',
    command: 'PublishShowcase',
    entry: showcase,
    source: {
      table: 'showcases',
      id: 'menu_id',
      columns: [
        ...columnsOf(showcase, { categories: "document -> 'categories'", products: "document -> 'products'" }),
        'updated_at',
      ],
    },
    state: {
      schema: z.object({ updated_at: isoTimestamp() }),
      of: async (_pool, rows) => rows.map(({ updated_at }) => ({ updated_at })),
    },
    atPoints: 'everything',
    readAfter: 'catalogue',
    notFound: 'menu_not_found',
    limits: [50, 20],
  },
];
