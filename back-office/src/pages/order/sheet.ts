import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import type { Answer } from '@tillstream/client';
import { auditor, venue } from '../../api.ts';
import { useAt } from '../../place.ts';
import { usePoint } from '../../points.ts';
import { keysOf } from '../../reading/keys.ts';
import { useMay } from '../../session/session.ts';

type Now = Answer<'getVenueOrder'>;
type Then = Answer<'getOrderThen'>['state'];

/** An order, now or then. The past knows what partners see of it; only now it has line ids, payments and the kitchen's state. */
export type Sheet = Omit<Then, 'items'> &
  Partial<Omit<Now, keyof Then>> & { readonly items: readonly SheetLine[]; readonly now?: Now };

/** One line of either. */
export type SheetLine = Then['items'][number] &
  Partial<Pick<Now['items'][number], 'line_id' | 'is_printed' | 'returned_quantity' | 'ticket_number' | 'printed_at'>>;

const orderQuery = (
  pointId: string,
  orderId: number,
  { at, canReadNow }: { at: string | undefined; canReadNow: boolean },
) =>
  queryOptions({
    queryKey: [...keysOf(pointId).order(orderId), at ?? 'now'],
    queryFn: async ({ signal }): Promise<Sheet> => {
      if (at === undefined && canReadNow) {
        const now = await venue.orders.get(orderId, { signal });
        return { ...now, now } as unknown as Sheet;
      }
      return (await auditor.entity('orders', orderId).at(at, { signal })).state;
    },
  });

export const useSheet = (orderId: number): Sheet => {
  const at = useAt();
  const { id } = usePoint();
  const may = useMay();
  return useSuspenseQuery(orderQuery(id, orderId, { at, canReadNow: may.reading('getVenueOrder') })).data;
};

/** Its events, for those who may see the past. */
export const historyQuery = (pointId: string, orderId: number) =>
  queryOptions({
    queryKey: [...keysOf(pointId).order(orderId), 'history'],
    queryFn: async ({ signal }) => (await auditor.entity('orders', orderId).history({ signal })).events,
  });

/** Who made each value what it is, as of the address. */
export const blameQuery = (pointId: string, orderId: number, at: string | undefined) =>
  queryOptions({
    queryKey: [...keysOf(pointId).order(orderId), 'blame', at ?? 'now'],
    queryFn: async ({ signal }) => (await auditor.entity('orders', orderId).blame(at, { signal })).blame,
  });

/** What differs between two log positions. */
export const diffQuery = (pointId: string, orderId: number, from: number, to: number) =>
  queryOptions({
    queryKey: [...keysOf(pointId).order(orderId), 'diff', from, to],
    queryFn: async ({ signal }) => (await auditor.entity('orders', orderId).diff(from, to, { signal })).changes,
  });
