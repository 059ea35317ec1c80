import { z } from 'zod';
import type { Partner } from '../../commands/bus/caller.ts';
import type { noBody, PartnerOperation } from '../../commands/bus/operation.ts';
import { listSpecialDays } from '../../domain/points/special-days.ts';
import type { Point } from '../../domain/points/state.ts';
import { addDays, localTimeOf } from '../../domain/reservations/local-clock.ts';
import { queryUuid } from '../http/query.ts';
import type { RouteRequest } from '../http/route-request.ts';

/** The caller, in the form that operations use. */
export const partnerOf = (request: Pick<RouteRequest, 'caller' | 'brandId'>): Partner => ({
  ...request.caller,
  brand_id: request.brandId,
});

/** The parts of a route that come from its operation: permission, body, and what the answer waits for. */
export const routeOf = <Schema extends z.ZodType>(operation: PartnerOperation<Schema, never, never, unknown>) => {
  const { audiences, permission, summary, input, bodyLimit, answerAfter } = operation;
  return { audience: audiences, ...(permission && { permission }), summary, body: input, bodyLimit, answerAfter };
};

/** The same for an operation without a body. */
export const routeWithoutBody = (operation: PartnerOperation<typeof noBody, never, never, unknown>) => {
  const { body: _, ...route } = routeOf(operation);
  return route;
};

/** Query of the methods that are about one point. */
export const pointQuery = z.object({ point_id: queryUuid() });

/** Dates with other hours than their weekday, on the point's own clock. */
export const specialDaysSchema = z
  .array(
    z.object({
      date: z.iso.date(),
      is_open: z.boolean(),
      open: z.string(),
      close: z.string(),
      reason: z.string().nullable(),
    }),
  )
  .meta({
    description: 'Closed days and special hours, from yesterday on: they count instead of the hours of the weekday',
  });

/** Yesterday's evening may still run. */
export const comingSpecialDays = (
  { special_days, timezone }: Point,
  now: number,
): z.infer<typeof specialDaysSchema> => {
  const yesterday = addDays(localTimeOf(now, timezone).date, -1);
  return listSpecialDays(special_days).filter(({ date }) => date >= yesterday);
};

/** Monday to Sunday, on the point's own clock. */
export const workingHoursSchema = z.array(
  z.object({ day: z.int(), is_open: z.boolean(), open: z.string(), close: z.string() }),
);
