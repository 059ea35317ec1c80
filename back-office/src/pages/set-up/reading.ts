import { queryOptions } from '@tanstack/react-query';
import type { Answer } from '@tillstream/client';
import { venue } from '../../api.ts';
import { type Entry, LISTS, type ListName } from './lists.ts';

export type VenuePoint = Answer<'listVenuePoints'>['points'][number];
export type SpecialDay = Answer<'listSpecialDays'>['special_days'][number];
export type Zone = Answer<'listVenueZones'>['zones'][number];

/** What this page has read, by name. */
export const KEYS = { all: ['set-up'] } as const;

const MANY = 1_000;
/** Nothing is before it. */
const FIRST_DATE = '2000-01-01';

/** Points with all that was defined of them. */
export const definedPointsQuery = queryOptions({
  queryKey: [...KEYS.all, 'points'],
  queryFn: async ({ signal }) =>
    (await venue.api.GET('/venue/v1/points', { params: { query: { limit: MANY } }, signal })).data!.points,
});

/** What was defined of a list: those in use, or the retired ones. */
export const listQuery = (list: ListName, query: { readonly point_id?: string; readonly retired?: true } = {}) =>
  queryOptions({
    queryKey: [...KEYS.all, 'list', list, query],
    queryFn: async ({ signal }) => {
      // All lists are read alike; the types of one of them stand for all.
      const path = `/venue/v1/${LISTS[list].path}` as '/venue/v1/halls';
      const { data } = await venue.api.GET(path, { params: { query: { ...query, limit: MANY } }, signal });
      return (data as unknown as Readonly<Record<ListName, readonly Entry[]>>)[list];
    },
  });

/** What is there already of all that a first order needs. */
export const progressQuery = (pointId: string) =>
  queryOptions({
    queryKey: [...KEYS.all, 'progress', pointId],
    // Other pages do some of the steps.
    staleTime: 0,
    queryFn: async ({ signal }) => {
      const one = { limit: 1 };
      const [payments, products, employees, halls, board, orders, keys] = await Promise.all([
        venue.api.GET('/venue/v1/payment-types', { params: { query: { limit: MANY, point_id: pointId } }, signal }),
        venue.api.GET('/venue/v1/products', { params: { query: one }, signal }),
        venue.api.GET('/venue/v1/employees', { params: { query: { limit: MANY, standing: ['active'] } }, signal }),
        venue.api.GET('/venue/v1/halls', { params: { query: { ...one, point_id: pointId } }, signal }),
        venue.points.board(pointId, { signal }),
        venue.api.GET('/venue/v1/orders', { params: { query: { ...one, point_id: pointId } }, signal }),
        venue.api.GET('/venue/v1/keys', { params: { query: { limit: MANY } }, signal }),
      ]);
      return {
        payments: payments.data!.payment_types.length,
        products: products.data!.products.length,
        employees: employees.data!.employees,
        halls: halls.data!.halls.length,
        hasShift: board.shift !== null,
        orders: orders.data!.orders.length,
        keys: keys.data!.keys.filter(({ state }) => state.audience === 'partner' && state.revoked_at === null).length,
      };
    },
  });

/** Closed days and special hours of a point, by date: also those that were. */
export const specialDaysQuery = (pointId: string) =>
  queryOptions({
    queryKey: [...KEYS.all, 'special-days', pointId],
    queryFn: async ({ signal }) => {
      const query = { point_id: pointId, date_from: FIRST_DATE };
      return (await venue.api.GET('/venue/v1/special-days', { params: { query }, signal })).data!.special_days;
    },
  });
