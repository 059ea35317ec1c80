import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import type { Answer } from '@tillstream/client';
import { partner } from './api.ts';
import type { Place } from './place.ts';

/** What a page needs to write prices and times. */
interface PointTerms {
  readonly currency?: string;
  readonly currency_exponent?: number;
  readonly timezone?: string;
}

export type Point = Answer<'listPoints'>['points'][number] & PointTerms;

/** The points that the person is for, each with its currency and time zone. */
export const pointsQuery = queryOptions({
  queryKey: ['points'],
  queryFn: ({ signal }) => partner.points.list({ signal }),
});

/** All of them, by name. */
export const usePoints = (): readonly Point[] => useSuspenseQuery(pointsQuery).data;

/** The point of the address, else the first. A person of a brand without points sees what to do first, not this. */
export const usePoint = (): Point => {
  const points = usePoints();
  const asked = useSearch({ strict: false, select: (search: Place) => search.point });
  const point = points.find(({ id }) => id === asked) ?? points[0];
  if (!point) throw new Error('The brand has no point yet');
  return point;
};
