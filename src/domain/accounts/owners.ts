import { z } from 'zod';
import type { Decider } from '../decider.ts';
import type { EventsOf } from '../events-of.ts';
import { conflict } from '../refusal.ts';

const owner = z.object({
  brand_id: z.uuid(),
  account_id: z.int(),
  /** Which time it is that the account became an owner who may sign in. */
  grant: z.int(),
});

export const ownersEvents = {
  /** From now on the account counts as an owner of the brand. */
  OwnerAdded: { version: 1, schema: owner },
  /** It counts no more. Recorded before the account is disabled or gets another role. */
  OwnerRemoved: { version: 1, schema: owner },
} as const;

export type OwnersEvent = EventsOf<typeof ownersEvents>;
type Owner = z.infer<typeof owner>;

export interface OwnersState {
  /** By account: the last time it was added or removed, and whether it counts. */
  readonly [accountId: string]: { readonly grant: number; readonly counts: boolean };
}

export type OwnersCommand = { readonly type: 'AddOwner' | 'RemoveOwner'; readonly owner: Owner };

const evolve = (state: OwnersState, { type, data: { account_id, grant } }: OwnersEvent): OwnersState => ({
  ...state,
  [account_id]: { grant, counts: type === 'OwnerAdded' },
});

const decide = (state: OwnersState, { type, owner }: OwnersCommand): readonly OwnersEvent[] => {
  const known = state[owner.account_id];
  const isKnown = known !== undefined && known.grant >= owner.grant;
  // What comes late must not undo what came after it.
  if (type === 'AddOwner') return isKnown ? [] : [{ type: 'OwnerAdded', data: owner }];
  if (isKnown && (known.grant > owner.grant || !known.counts)) return [];
  const others = Object.entries(state).filter(([id, { counts }]) => counts && id !== String(owner.account_id));
  if (others.length === 0) throw conflict('last_owner');
  return [{ type: 'OwnerRemoved', data: owner }];
};

/**
 * Stream `owners-<brand_id>`: the owners of a brand who may sign in. Whoever stops being one is taken from here first, so
 * two owners who disable each other at once cannot both succeed.
 */
export const ownersDecider: Decider<OwnersState, OwnersCommand, OwnersEvent> = {
  category: 'owners',
  stateVersion: 1,
  initial: {},
  evolve,
  decide,
};
