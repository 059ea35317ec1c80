import { queryOptions, type UseSuspenseQueryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { auditor, venue } from '../api.ts';
import { useFormats } from '../parts/formats.ts';
import { useNow } from '../parts/use-now.ts';
import { usePoint } from '../points.ts';
import { useAsked } from './board.ts';
import { keysOf } from './keys.ts';
import type { Floor, Reservation } from './types.ts';

export const tablesQuery = (pointId: string) =>
  queryOptions({
    queryKey: keysOf(pointId).tables,
    queryFn: ({ signal }) => venue.tables({ point_id: pointId }, { signal }),
  });

/** Tables, the reservations of one day, and the cheques that stand open. */
const floorQuery = (pointId: string, date: string) =>
  queryOptions({
    queryKey: [...keysOf(pointId).floor, date],
    queryFn: async ({ signal }): Promise<Floor> => {
      const [tables, { reservations }, { orders }] = await Promise.all([
        venue.tables({ point_id: pointId }, { signal }),
        venue.reservations({ point_id: pointId, date_from: date, date_to: date }, { signal }),
        venue.points.board(pointId, { signal }),
      ]);
      return { tables, reservations, cheques: orders };
    },
  });

/** For auditors, and for the past. */
const auditedFloorQuery = (pointId: string, at: string | undefined) =>
  queryOptions({
    queryKey: at === undefined ? keysOf(pointId).floor : keysOf(pointId).floorThen(at),
    queryFn: async ({ signal }): Promise<Floor> => {
      const asked = { params: { path: { point_id: pointId }, query: { ...(at !== undefined && { at }) } }, signal };
      return (await auditor.api.GET('/audit/v1/points/{point_id}/floor', asked)).data!;
    },
  });

/**
 * The floor of the point as of the address.
 * @returns `date`: the day whose reservations are shown; `clock`: the venue's clock at that moment
 */
export const useFloor = (chosenDate: string | undefined) => {
  const { at, asAuditor } = useAsked('listTables');
  const { id } = usePoint();
  const { clockAt } = useFormats();
  const now = useNow();
  const moment = at === undefined || /^\d+$/.test(at) ? now : Date.parse(at);
  const clock = clockAt(moment);
  const date = chosenDate ?? clock.slice(0, 10);
  const { data: floor } = useSuspenseQuery<Floor>(
    (asAuditor ? auditedFloorQuery(id, at) : floorQuery(id, date)) as UseSuspenseQueryOptions<Floor>,
  );
  return { floor, date, clock };
};

const AWAITED: readonly Reservation['status'][] = ['pending', 'created'];

/** Whether the guests are still to come. */
export const isAwaited = ({ status }: Reservation): boolean => AWAITED.includes(status);

/** Whether it holds its place on the timeline. */
export const isShown = ({ status }: Reservation): boolean =>
  isAwaited({ status } as Reservation) || status === 'opened' || status === 'closed';
