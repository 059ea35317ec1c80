import type { Actor } from '../../event-store/event-store.ts';
import type { Caller } from './caller.ts';

/**
 * A person in the metadata of events. The log has the number alone: the name stands sealed in the events of the account,
 * and readers put it in from there. So whoever is erased is a number everywhere.
 */
export const actorOfAccount = (accountId: number): Actor => ({
  id: String(accountId),
  kind: 'account',
  name: `account ${accountId}`,
});

/** A person acts in the own name, whatever `name` says. It counts for keys: a till says which cashier it acts for. */
export const actorOf = (caller: Caller, name: string | undefined): Actor =>
  caller.account
    ? actorOfAccount(caller.account.id)
    : {
        id: caller.key_id,
        kind: caller.audience,
        // A till whose cashier has no name sends an empty one.
        name: name?.trim() || caller.name,
      };
