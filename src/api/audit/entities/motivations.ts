import { z } from 'zod';
import { payrollDecider } from '../../../domain/payroll/decide.ts';
import { payrollEvents } from '../../../domain/payroll/events.ts';
import { foldingOf } from '../../../projections/as-of/fold-history.ts';
import { queryId } from '../../http/query.ts';
import { defineEntity } from '../entity.ts';
import type { EntityDependencies } from './dependencies.ts';
import { ofPart, withoutBrand } from './part.ts';

export const motivationEntity = (deps: EntityDependencies) => {
  const { readPart, ...part } = ofPart(deps, 'motivation');
  return defineEntity({
    ...part,
    path: '/motivations/:motivation_id',
    name: 'A motivation',
    historySummary: "All of a motivation's events: how it was defined, and whom it pays",
    notFoundCode: 'motivation_not_found',
    params: z.object({ motivation_id: queryId() }),
    state: payrollEvents.MotivationDefined.schema
      .omit({ brand_id: true })
      .extend({ employee_ids: z.array(z.int()).describe('Those whom it pays') }),
    read: ({ motivation_id }, brandId, signal) => readPart(brandId, [motivation_id], signal),
    // These are events of this motivation alone, so it is the only one in the fold.
    folding: foldingOf(payrollDecider),
    view: ({ motivations: [entry] }) =>
      entry ? { ...withoutBrand(entry[1].motivation), employee_ids: [...entry[1].employee_ids] } : null,
  });
};
