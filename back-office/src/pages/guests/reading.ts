import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { Answer } from '@tillstream/client';
import { auditor, venue } from '../../api.ts';

export type GuestRow = Answer<'listVenueClients'>['clients'][number];
export type Guest = Answer<'getVenueClient'>;
export type Held = Answer<'listPersonalDataOfClient'>;

/** What this page has read, by name. */
export const KEYS = { all: ['guests'], list: ['guests', 'list'] } as const;

const PAGE = 50;

/** Guests whose phone or name has the words, the newest first. */
export const guestsQuery = (find: string) =>
  infiniteQueryOptions({
    queryKey: [...KEYS.list, find],
    initialPageParam: undefined as number | undefined,
    queryFn: async ({ pageParam, signal }) => {
      const query = {
        limit: PAGE,
        ...(find !== '' && { search: find }),
        ...(pageParam !== undefined && { before_id: pageParam }),
      };
      return (await venue.api.GET('/venue/v1/clients', { params: { query }, signal })).data!;
    },
    getNextPageParam: ({ next_before_id }) => next_before_id ?? undefined,
  });

/** A guest with addresses and the last orders. */
export const guestQuery = (id: number) =>
  queryOptions({
    queryKey: [...KEYS.all, 'one', id],
    queryFn: async ({ signal }) =>
      (await venue.api.GET('/venue/v1/clients/{client_id}', { params: { path: { client_id: id } }, signal })).data!,
  });

/** All that is held of a person, and where it comes from. Each reading is recorded: so it is asked for by a click alone. */
export const readHeld = async (id: number): Promise<Held> =>
  (await auditor.api.GET('/audit/v1/clients/{client_id}/personal-data', { params: { path: { client_id: id } } })).data!;
