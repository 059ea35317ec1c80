import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { auditor, venue } from '../api.ts';
import { useFormats } from '../parts/formats.ts';
import { useNow } from '../parts/use-now.ts';
import { useAt } from '../place.ts';
import { usePoint } from '../points.ts';
import { useMay } from '../session/session.ts';
import { keysOf } from './keys.ts';
import type { Board, Today } from './types.ts';

/** As of when, and by which side of the API: auditors have their own, for now too. */
export interface Asked {
  readonly at: string | undefined;
  readonly asAuditor: boolean;
}

/** What the address asks for, by what the person may read. */
export const useAsked = (reading: string): Asked => {
  const at = useAt();
  const may = useMay();
  return { at, asAuditor: at !== undefined || !may.reading(reading) };
};

/** Auditors have no live feed: what they see of now is read anew so often. */
export const AUDITORS_MS = 15_000;

/** The day's sums move with the clock, too. */
const TODAY_MS = 60_000;

export const boardQuery = (pointId: string, { at, asAuditor }: Asked) =>
  queryOptions({
    queryKey: keysOf(pointId).board(at),
    queryFn: ({ signal }): Promise<Board> =>
      asAuditor ? auditor.points.board(pointId, at, { signal }) : venue.points.board(pointId, { signal }),
    refetchInterval: asAuditor && at === undefined && AUDITORS_MS,
  });

export const todayQuery = (pointId: string, { at, asAuditor }: Asked) =>
  queryOptions({
    queryKey: keysOf(pointId).today(at),
    queryFn: ({ signal }): Promise<Today> =>
      asAuditor ? auditor.points.today(pointId, at, { signal }) : venue.points.today(pointId, { signal }),
    // Also where nothing is sold: the day before is compared up to this time, and ends in the night.
    refetchInterval: at === undefined && (asAuditor ? AUDITORS_MS : TODAY_MS),
  });

export const attentionQuery = (pointId: string) =>
  queryOptions({
    queryKey: keysOf(pointId).attention,
    queryFn: ({ signal }) => venue.points.attention(pointId, { signal }),
    // What it counts happens beside the point, too.
    refetchInterval: 30_000,
  });

/** The board as of the address: now, or then. While another instant is on its way the last one stays. */
export const useBoard = (): Board => {
  const { id } = usePoint();
  return useSuspenseQuery(boardQuery(id, useAsked('getBoard'))).data;
};

/** The venue's clock as of the address: it runs on, or stands at the instant that the board shows. */
export const useClock = ({ as_of }: Board): string => {
  const at = useAt();
  const { clockAt } = useFormats();
  const now = useNow();
  return clockAt(at === undefined ? now : as_of);
};

/** The names that commands need: payment types, causes of a cancellation, employees. */
export const namesQuery = (pointId: string) =>
  queryOptions({
    queryKey: [...keysOf(pointId).point, 'names'],
    queryFn: async ({ signal }) => {
      const [payments, causes] = await Promise.all([
        venue.api.GET('/v1/payment-types', { params: { query: { point_id: pointId } }, signal }),
        venue.api.GET('/v1/cancel-causes', { signal }),
      ]);
      return { paymentTypes: payments.data!.payment_types, cancelCauses: causes.data!.cancel_causes };
    },
  });

/** Whether the page may change things: the past is read-only. */
export const useCanAct = (): boolean => {
  const may = useMay();
  return useAt() === undefined && may.command('StartCooking');
};
