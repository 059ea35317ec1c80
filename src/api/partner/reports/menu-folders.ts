import { z } from 'zod';
import { STATUSES } from '../../../projections/reports/products/folders-report.ts';
import { CATALOGUE_READ_MODELS, readFolders } from '../../../projections/reports/products/read.ts';
import type { Weight } from '../../../projections/reports/weight.ts';
import { defineRoute, type Route } from '../../http/route.ts';
import { csvQuery } from '../exports-csv.ts';
import { asOfSchema, queryAsOf } from './as-of.ts';
import type { ReportDependencies } from './dependencies.ts';
import { reportAnswer, reportResponse } from './report-answer.ts';

const folder = z.object({
  id: z.int(),
  name: z.string(),
  parent_id: z.int().nullable(),
  path: z.string().meta({ description: 'The names from the top down, joined by " / "' }),
  level: z.int().meta({ description: '1 at the top' }),
  order_number: z.int(),
  is_active: z.boolean().meta({ description: 'False inside of an inactive folder, too' }),
  products_count: z.int().meta({ description: 'Active products in this folder' }),
  products_count_nested: z.int().meta({ description: 'With those of all folders inside of it' }),
});

const folders = z.object({ count: z.int(), folders: z.array(folder), as_of: asOfSchema });

/** See docs/reports.md#menu-folders. */
export const menuFoldersRoute = ({ readSnapshot, store }: ReportDependencies): Route =>
  defineRoute({
    method: 'get',
    operationId: 'listMenuFolders',
    path: '/reports/menu-folders',
    audience: 'partner',
    permission: 'reports',
    limit: 'reports',
    tags: ['Reports'],
    summary: 'The menu folders of the catalogue',
    query: z.object({ status: z.enum(STATUSES).default('active'), as_of: queryAsOf(), ...csvQuery }),
    responses: { 200: reportResponse(folders, 'Folders, each followed by those inside of it') },
    handler: async (request) => {
      const { as_of, status } = request.query;
      const brand_id = request.brandId;
      // As of then, the catalogue is folded from the log.
      const weight: Weight = as_of ? 'heavy' : 'light';
      const asked = { brand_id, as_of, readModels: CATALOGUE_READ_MODELS, signal: request.signal, weight };
      return readSnapshot(asked, async (snapshot) => {
        const found = await readFolders(snapshot, store, { brand_id, isNow: as_of === undefined, status });
        const body = { count: found.length, folders: found, as_of: snapshot.moment };
        const columns = Object.keys(folder.shape);
        return reportAnswer(request, { body, list: 'folders', columns, moment: snapshot.moment });
      });
    },
  });
