import { z } from 'zod';
import { pointDecider } from '../../../domain/points/decide.ts';
import { pointEvents } from '../../../domain/points/events.ts';
import { listSpecialDays } from '../../../domain/points/special-days.ts';
import { foldingOf } from '../../../projections/as-of/fold-history.ts';
import { queryUuid } from '../../http/query.ts';
import { defineEntity } from '../entity.ts';
import { streamPages } from '../read-history.ts';
import type { EntityDependencies } from './dependencies.ts';

const specialDays = z.array(
  z.object({
    date: z.iso.date(),
    is_open: z.boolean(),
    open: z.string(),
    close: z.string(),
    reason: z.string().nullable(),
  }),
);

export const pointEntity = ({ store }: EntityDependencies) =>
  defineEntity({
    path: '/points/:point_id',
    name: 'A point',
    historySummary: "All of a point's events",
    notFoundCode: 'point_not_found',
    params: z.object({ point_id: queryUuid() }),
    state: pointEvents.PointDefined.schema.omit({ brand_id: true }).extend({ special_days: specialDays }),
    read: ({ point_id }, _brandId, signal) => streamPages(store, `${pointDecider.category}-${point_id}`, signal),
    folding: foldingOf(pointDecider),
    view: (point) => {
      if (!point) return null;
      const { brand_id: _, clocks: __, special_days, ...rest } = point;
      return { ...rest, special_days: listSpecialDays(special_days) };
    },
  });
