import { queryOptions } from '@tanstack/react-query';
import { auditor } from '../api.ts';
import { serverNow } from '../parts/server-clock.ts';
import { keysOf } from '../reading/keys.ts';
import { addressOf } from './clock.ts';

/** Bars of a day: one for ten minutes. */
export const BARS = 144;

/** How much happened when, over one day. A day that is not over changes, so it is read anew now and then. */
export const activityQuery = (pointId: string, from: number, to: number) =>
  queryOptions({
    queryKey: [...keysOf(pointId).point, 'activity', from],
    queryFn: async ({ signal }): Promise<readonly number[]> => {
      const asked = { from: addressOf(from), to: addressOf(to), buckets: BARS };
      return (await auditor.points.activity(pointId, asked, { signal })).map(({ count }) => count);
    },
    refetchInterval: to > serverNow() ? 60_000 : false,
  });
