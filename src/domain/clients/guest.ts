import type { Decider } from '../decider.ts';
import type { GuestCommand } from './commands.ts';
import type { GuestEvent } from './events.ts';

/** Null until erased: a guest without a client has no other events of a separate stream. */
export type GuestState = { readonly brand_id: string } | null;

export const guestDecider: Decider<GuestState, GuestCommand, GuestEvent> = {
  category: 'guest',
  stateVersion: 1,
  initial: null,
  evolve: (_, { data: { brand_id } }) => ({ brand_id }),
  decide: (state, { guest_id, brand_id, reason, order_ids, reservation_ids, subjects }) => {
    if (state) return [];
    const ids = { order_ids: [...order_ids], reservation_ids: [...reservation_ids], subjects: [...subjects] };
    return [{ type: 'GuestErased', data: { guest_id, brand_id, reason, ...ids } }];
  },
};
