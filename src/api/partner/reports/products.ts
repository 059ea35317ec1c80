import { z } from 'zod';
import { amount, isoTimestamp, localTimestamp } from '../../../commands/fields/answer-fields.ts';
import { mapInTurns } from '../../../concurrency/turns.ts';
import { PRODUCT_TYPES } from '../../../domain/menu/catalogue/events.ts';
import type { AsOf, Moment } from '../../../projections/reports/moment.ts';
import { STATUSES } from '../../../projections/reports/products/folders-report.ts';
import { CATALOGUE_READ_MODELS, readProducts } from '../../../projections/reports/products/read.ts';
import type { Weight } from '../../../projections/reports/weight.ts';
import { productTypeName } from '../../http/messages/product-types.ts';
import { queryIds, queryList, queryText, queryUuids } from '../../http/query.ts';
import { defineRoute, type Route } from '../../http/route.ts';
import { csvQuery } from '../exports-csv.ts';
import { requirePointIds } from '../report-query.ts';
import { asOfSchema, queryAsOf } from './as-of.ts';
import type { ReportDependencies } from './dependencies.ts';
import { reportAnswer, reportResponse } from './report-answer.ts';

const status = z.enum(STATUSES).default('active');

const pointEntry = z.object({
  point_id: z.uuid(),
  point_name: z.string(),
  price: amount(),
  cost_price: amount().nullable(),
  cost_percent: z.number().nullable().meta({ description: 'Cost by price, one decimal place; null without either' }),
  is_on_sale: z.boolean().meta({ description: 'Whether it can be ordered here, apart from the stop-list' }),
  is_on_stop: z.boolean().meta({ description: 'None is left' }),
  stop_quantity: z.number().nullable().meta({ description: 'Units that are left; null: not limited' }),
});

const item = z.object({
  product_id: z.int(),
  name: z.string(),
  type: z.enum(PRODUCT_TYPES),
  type_name: z.string(),
  is_active: z.boolean(),
  menu_id: z.int().nullable().meta({ description: 'Its menu folder' }),
  menu_name: z.string().nullable(),
  menu_path: z.string().nullable().meta({ description: 'The folders from the top down, joined by " / "' }),
  category_id: z.int().nullable(),
  category_name: z.string().nullable(),
  unit: z.string().nullable(),
  is_divisible: z.boolean(),
  barcode: z.string().nullable(),
  plu: z.string().nullable(),
  fiscal_code: z.string().nullable(),
  size_parent_id: z.int().nullable(),
  image: z.string().nullable(),
  base_price: amount(),
  updated_at: localTimestamp(),
  points: z.array(pointEntry),
});

const products = z.object({
  count: z.int(),
  items: z.array(item),
  prices_at: isoTimestamp().meta({ description: 'The time that price windows went by' }),
  as_of: asOfSchema,
});

/** See docs/reports.md#products. */
export const productsReportRoute = ({ pool, readSnapshot, store, clock }: ReportDependencies): Route =>
  defineRoute({
    method: 'get',
    operationId: 'getProductsReport',
    path: '/reports/products',
    audience: 'partner',
    permission: 'reports',
    limit: 'reports',
    tags: ['Reports'],
    summary: 'The catalogue, with prices, costs and stop-lists of the points',
    query: z.object({
      point_id: queryUuids().optional(),
      types: queryList(PRODUCT_TYPES).optional(),
      status,
      menu_ids: queryIds().optional().meta({ description: 'Menu folders, with those inside of them' }),
      search: queryText().optional().meta({ description: 'A part of the name, the barcode or the PLU, in any case' }),
      as_of: queryAsOf(),
      ...csvQuery,
    }),
    responses: { 200: reportResponse(products, 'Products by menu_path, order_number and id') },
    errors: [404],
    handler: async (request) => {
      const { as_of, point_id, types = null, menu_ids = null, search = null, status } = request.query;
      const brand_id = request.brandId;
      const point_ids = await requirePointIds(pool, request, point_id);
      // As of then, the catalogue is folded from the log.
      const weight: Weight = as_of ? 'heavy' : 'light';
      const asked = { brand_id, as_of, readModels: CATALOGUE_READ_MODELS, signal: request.signal, weight };
      return readSnapshot(asked, async (snapshot) => {
        const at = instantOf(as_of, snapshot.moment) ?? new Date(clock()).toISOString();
        const whole = { brand_id, isNow: as_of === undefined, point_ids, at, types, menu_ids, search, status };
        const found = await readProducts(snapshot, store, whole);
        const items = await mapInTurns(found, ({ product_id, name, type, ...rest }) => {
          return { product_id, name, type, type_name: productTypeName(type, request.language), ...rest };
        });
        const body = { count: items.length, items, prices_at: at, as_of: snapshot.moment };
        const columns = Object.keys(item.shape);
        return reportAnswer(request, { body, list: 'items', columns, moment: snapshot.moment });
      });
    },
  });

const NEVER = new Date(0).toISOString();

/** When prices are asked for: as of a position, at the time of its event. Undefined: now. */
const instantOf = (asOf: AsOf | undefined, moment: Moment): string | undefined =>
  asOf && ('instant' in asOf ? asOf.instant : (moment.recorded_at ?? NEVER));
