import {
  type QueryClient,
  queryOptions,
  type UseSuspenseQueryOptions,
  useSuspenseQueries,
} from '@tanstack/react-query';
import { auditor, venue } from '../api.ts';
import { useFormats } from '../parts/formats.ts';
import { useNow } from '../parts/use-now.ts';
import { usePoint } from '../points.ts';
import { AUDITORS_MS, boardQuery, useAsked } from './board.ts';
import { keysOf } from './keys.ts';
import type { Board, Floor, Reservation } from './types.ts';

export const tablesQuery = (pointId: string) =>
  queryOptions({
    queryKey: keysOf(pointId).tables,
    queryFn: ({ signal }) => venue.tables({ point_id: pointId }, { signal }),
  });

export const reservationsQuery = (pointId: string, date: string) =>
  queryOptions({
    queryKey: [...keysOf(pointId).reservations, date],
    queryFn: async ({ signal }): Promise<Floor['reservations']> =>
      (await venue.reservations({ point_id: pointId, date_from: date, date_to: date }, { signal })).reservations,
  });

/** Tables, the reservations of one day, and the cheques that stand open: each is read, and read anew, by itself. */
const floorQueries = (pointId: string, date: string) => [
  { ...tablesQuery(pointId), select: (tables: Floor['tables']) => ({ tables }) },
  { ...reservationsQuery(pointId, date), select: (reservations: Floor['reservations']) => ({ reservations }) },
  {
    ...boardQuery(pointId, { at: undefined, asAuditor: false }),
    select: ({ orders }: Board) => ({ cheques: orders }),
  },
];

/** Reads anew who sits where and who is to come. */
export const readFloorAnew = async (client: QueryClient, pointId: string): Promise<void> => {
  const { tables, reservations } = keysOf(pointId);
  await Promise.all([tables, reservations].map((queryKey) => client.invalidateQueries({ queryKey })));
};

/** For auditors, and for the past. */
const auditedFloorQuery = (pointId: string, at: string | undefined) =>
  queryOptions({
    queryKey: keysOf(pointId).floor(at),
    queryFn: async ({ signal }): Promise<Floor> => {
      const asked = { params: { path: { point_id: pointId }, query: { ...(at !== undefined && { at }) } }, signal };
      return (await auditor.api.GET('/audit/v1/points/{point_id}/floor', asked)).data!;
    },
    refetchInterval: at === undefined && AUDITORS_MS,
  });

type FloorPart = UseSuspenseQueryOptions<Partial<Floor>>;

const joined = (parts: readonly { readonly data: Partial<Floor> }[]): Floor =>
  Object.assign({}, ...parts.map(({ data }) => data));

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
  const queries = (asAuditor ? [auditedFloorQuery(id, at)] : floorQueries(id, date)) as readonly unknown[];
  const floor = useSuspenseQueries({ queries: queries as FloorPart[], combine: joined });
  return { floor, date, clock };
};

const AWAITED: readonly Reservation['status'][] = ['pending', 'created'];

/** Whether the guests are still to come. */
export const isAwaited = ({ status }: Reservation): boolean => AWAITED.includes(status);

/** Whether it holds its place on the timeline. */
export const isShown = ({ status }: Reservation): boolean =>
  isAwaited({ status } as Reservation) || status === 'opened' || status === 'closed';
