import { z } from 'zod';
import { isKeysPoint } from '../../commands/bus/caller.ts';
import { amount } from '../../commands/fields/answer-fields.ts';
import { id, uuid } from '../../commands/fields/fields.ts';
import { employeeIds, motivationFields } from '../../commands/payroll/fields.ts';
import { readMotivation } from '../../commands/payroll/scope.ts';
import { invalid, notFound } from '../../domain/refusal.ts';
import { assignedTo, type Proposal, readPreview, readThings } from '../../projections/payroll/report/preview.ts';
import { PAYROLL_READ_MODELS } from '../../projections/payroll/report/read.ts';
import type { Snapshot } from '../../projections/reports/snapshot.ts';
import { queryDate } from '../http/query.ts';
import { defineRoute, type Route } from '../http/route.ts';
import type { RouteRequest } from '../http/route-request.ts';
import { requirePointIds } from '../partner/report-query.ts';
import { asOfSchema } from '../partner/reports/as-of.ts';
import type { ReportDependencies } from '../partner/reports/dependencies.ts';
import { onlyOf, PAYROLL_DAYS } from '../partner/reports/payroll.ts';
import { checkPeriod } from '../period.ts';

const motivation = z.object({
  id: id().nullish().meta({ description: 'The motivation whose place the proposed one takes' }),
  ...motivationFields,
  employee_ids: employeeIds().nullish().meta({ description: 'With `id`: those who have it, unless told' }),
});

const amounts = {
  motivation_amount: amount().meta({ description: 'By the motivations as they are' }),
  proposed_amount: amount().meta({ description: 'With the proposed one' }),
  difference: amount(),
};

const row = z.object({
  point_id: z.uuid(),
  point_name: z.string(),
  employee_id: z.int(),
  employee_name: z.string().nullable().meta({ description: 'Null: the employee was erased' }),
  ...amounts,
});

/** What a proposed motivation would have paid. See docs/reports.md#payroll. */
export const payrollPreviewRoute = ({ pool, readSnapshot }: Pick<ReportDependencies, 'pool' | 'readSnapshot'>): Route =>
  defineRoute({
    method: 'post',
    operationId: 'previewPayroll',
    path: '/payroll/preview',
    audience: 'venue',
    limit: 'reports',
    tags: ['Staff'],
    summary: `What a proposed motivation would have paid over past days, beside what was; at most ${PAYROLL_DAYS} days`,
    description: 'Nothing is recorded. Once the same motivation is defined and assigned, the payroll says the same.',
    body: z.object({ motivation, date_from: queryDate(), date_to: queryDate(), point_id: uuid().nullish() }),
    responses: {
      200: z.object({
        point_id: z.uuid().nullable(),
        date_from: z.iso.date(),
        date_to: z.iso.date(),
        employees: z.array(row),
        totals: z.object(amounts),
        as_of: asOfSchema,
      }),
    },
    errors: [404],
    handler: async (request) => {
      const { date_from, date_to, point_id } = request.body;
      checkPeriod(request.body, PAYROLL_DAYS);
      const brand_id = request.brandId;
      const point_ids = await requirePointIds(pool, request, point_id == null ? undefined : [point_id]);
      const asked = { brand_id, readModels: PAYROLL_READ_MODELS, signal: request.signal };
      return readSnapshot(asked, async (snapshot) => {
        const proposal = await readProposal(snapshot, request, request.body.motivation);
        const preview = await readPreview(snapshot, { brand_id, point_ids, date_from, date_to }, proposal);
        const of = { point_id: onlyOf(point_ids), date_from, date_to };
        return { body: { ...of, employees: preview.rows, totals: preview.totals, as_of: snapshot.moment } };
      });
    },
  });

/** Throws motivation_not_found (404), and what the command that defines a motivation throws. */
const readProposal = async (
  snapshot: Snapshot,
  { brandId, caller }: Pick<RouteRequest, 'brandId' | 'caller'>,
  { id: replaces = null, employee_ids, ...given }: z.output<typeof motivation>,
): Promise<Proposal> => {
  const assigned = replaces === null ? undefined : await assignedTo(snapshot, brandId, replaces);
  if (replaces !== null && assigned === undefined) throw notFound('motivation_not_found');
  const things = await readThings(snapshot, brandId);
  const known = {
    point: (pointId: string) => things.points.has(pointId) && isKeysPoint(caller, pointId),
    product: (productId: number) => things.products.has(productId),
    category: (categoryId: number) => things.categories.has(categoryId),
    menu_folder: (folderId: number) => things.menu_folders.has(folderId),
  };
  const content = await readMotivation(given, known, 'motivation.');
  const ids = employee_ids ?? assigned;
  if (ids === undefined) throw invalid('field_required', { field: 'motivation.employee_ids' });
  const missing = ids.findIndex((employeeId) => !things.employees.has(employeeId));
  if (missing >= 0) throw invalid('employee_not_found', { field: `motivation.employee_ids[${missing}]` });
  return { motivation: { ...content, employee_ids: ids }, replaces };
};
