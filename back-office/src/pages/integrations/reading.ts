import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { Answer } from '@tillstream/client';
import { venue } from '../../api.ts';

export type Key = Answer<'listVenueKeys'>['keys'][number];
export type Webhook = Answer<'listVenueWebhooks'>['webhooks'][number];
export type Call = Answer<'listDeliveries'>['deliveries'][number];
export type CallStatus = Call['status'];

/** What this page has read, by name. */
export const KEYS = {
  keys: ['integrations', 'keys'],
  loyalty: ['integrations', 'loyalty'],
  calls: ['integrations', 'calls'],
} as const;

/** Most of a brand's keys, at one go. */
const MANY = 1_000;

/** The keys of partners, with their webhooks; those that were revoked at the end. */
export const keysQuery = queryOptions({
  queryKey: KEYS.keys,
  queryFn: async ({ signal }) => {
    const query = { limit: MANY };
    const [keys, hooks] = await Promise.all([
      venue.api.GET('/venue/v1/keys', { params: { query }, signal }),
      venue.api.GET('/venue/v1/webhooks', { params: { query }, signal }),
    ]);
    const webhooks = new Map(hooks.data!.webhooks.map((webhook) => [webhook.key_id, webhook]));
    return keys
      .data!.keys.map((key) => ({ ...key, webhook: webhooks.get(key.key_id) }))
      .sort((one, other) => Number(isRevoked(one)) - Number(isRevoked(other)));
  },
});

export const isRevoked = ({ state }: Key): boolean => state.revoked_at !== null;

export const loyaltyQuery = queryOptions({
  queryKey: KEYS.loyalty,
  queryFn: async ({ signal }) => (await venue.api.GET('/venue/v1/loyalty', { signal })).data!.loyalty,
});

/** Which calls are shown, as it stands in the address. */
export interface CallFilter {
  readonly status?: CallStatus;
  readonly kind?: 'webhook' | 'loyalty';
  readonly key_id?: string;
}

const PAGE = 50;

/** Calls of webhooks and to the loyalty service, the newest first. What is under way changes: it is read anew now and then. */
export const callsQuery = (filter: CallFilter) =>
  infiniteQueryOptions({
    queryKey: [...KEYS.calls, filter],
    initialPageParam: undefined as number | undefined,
    queryFn: async ({ pageParam, signal }) => {
      const { status, kind, ...rest } = filter;
      const query = {
        ...rest,
        ...(kind !== undefined && { kind: [kind] }),
        ...(status !== undefined && { status: [status] }),
        newest_first: true,
        limit: PAGE,
        ...(pageParam !== undefined && { before_id: pageParam }),
      };
      return (await venue.api.GET('/venue/v1/deliveries', { params: { query }, signal })).data!;
    },
    getNextPageParam: ({ has_more, deliveries }) => (has_more ? deliveries.at(-1)!.id : undefined),
    refetchInterval: 10_000,
  });

/** One call with its body, which may name guests: read when somebody opens it. */
export const callQuery = (id: number) =>
  queryOptions({
    queryKey: [...KEYS.calls, 'one', id],
    queryFn: async ({ signal }) =>
      (await venue.api.GET('/venue/v1/deliveries/{delivery_id}', { params: { path: { delivery_id: id } }, signal }))
        .data!,
  });

/** Ids of all undelivered calls of the filter, the oldest first: that is the order in which they are sent. */
export const undeliveredIds = async ({ status: _, kind, key_id }: CallFilter): Promise<number[]> => {
  const ids: number[] = [];
  const filter = { ...(kind && { kind: [kind] }), ...(key_id && { key_id }), status: ['undelivered' as const] };
  for await (const { id } of venue.deliveries(filter)) ids.push(id);
  return ids;
};

/** Commands that go in one batch. */
const BATCH = 500;

/** Puts all of them in the queue again. @returns how many the server took, and why not the others */
export const resendAll = async (ids: readonly number[]) => {
  const refusals: string[] = [];
  for (let from = 0; from < ids.length; from += BATCH) {
    const commands = ids
      .slice(from, from + BATCH)
      .map((delivery_id) => ({ type: 'ResendDelivery' as const, fields: { delivery_id } }));
    const { results } = await venue.send(commands);
    for (const result of results) if (result.status === 'rejected') refusals.push(result.message ?? '');
  }
  return { sent: ids.length - refusals.length, refusals: [...new Set(refusals)] };
};
