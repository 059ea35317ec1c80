import type pg from 'pg';
import type { Logger } from 'pino';
import { createSharedCounter } from '../api/http/shared-counter.ts';
import { HASH_COST, type HashCost } from '../api/sessions/argon2id.ts';
import { createFailures, FAILURE_WINDOW_S } from '../api/sessions/failures.ts';
import { createHashQueue } from '../api/sessions/hash-queue.ts';
import { createNoteSignIn, NOTE_WINDOW_S } from '../api/sessions/note-sign-in.ts';
import { createOwnOrigin } from '../api/sessions/own-origin.ts';
import { createPasswordChanges } from '../api/sessions/password-changes.ts';
import { createSessionCallers } from '../api/sessions/session-callers.ts';
import { createSessionDirectory } from '../api/sessions/session-directory.ts';
import { createSessionLife } from '../api/sessions/session-life.ts';
import { createSignIn } from '../api/sessions/sign-in.ts';
import type { AccountActs } from '../commands/accounts/account-acts.ts';
import type { AccountDirectory, AccountView } from '../commands/accounts/account-directory.ts';
import type { KeyedHash } from '../commands/clients/client-key.ts';
import type { KeyLease } from '../commands/keys/key-lease.ts';
import type { CommandHandler } from '../commands/loop/handle.ts';
import { createKnownAddresses } from '../commands/sessions/known-addresses.ts';
import { createPasswordStore } from '../commands/sessions/password-store.ts';
import { createSessionStore } from '../commands/sessions/session-store.ts';
import { accountDecider } from '../domain/accounts/decide.ts';
import type { EventStore } from '../event-store/event-store.ts';

export interface SessionOptions {
  readonly pool: pg.Pool;
  /** Counts failures: they must not wait behind other queries. */
  readonly limitsPool: pg.Pool;
  readonly accounts: AccountDirectory;
  readonly accountActs: AccountActs;
  readonly handler: CommandHandler;
  readonly lease: KeyLease;
  /** Of the addresses of people. */
  readonly hash: KeyedHash;
  readonly assertWhole: () => void;
  /** Where pages of ours are, if a proxy hides it. */
  readonly publicOrigin: string | undefined;
  readonly store: EventStore;
  /** The commands that invited accounts which need no password: in the demo alone. */
  readonly demoInvitations: ReadonlySet<string> | undefined;
  readonly hashCost: HashCost | undefined;
  readonly clock: () => number;
  readonly newUuid: () => string;
  readonly log: Logger;
}

/** Whether an account began with one of these commands. Its login says nothing: anybody may have chosen that. */
const invitedBy =
  (store: Pick<EventStore, 'read'>, commandIds: ReadonlySet<string>) =>
  async ({ account_id }: Pick<AccountView, 'account_id'>): Promise<boolean> => {
    const [first] = await store.read(`${accountDecider.category}-${account_id}`, 0, 1);
    return first !== undefined && commandIds.has(first.metadata.command_id);
  };

/** How people sign in, and how their requests are known. */
export const openSessions = (options: SessionOptions) => {
  const { pool, limitsPool, accounts, accountActs: acts, handler, lease, assertWhole, clock, newUuid, log } = options;
  const passwords = createPasswordStore(pool, clock);
  const sessions = createSessionStore(pool, clock);
  const ownOrigin = createOwnOrigin(options.publicOrigin);
  const counterOf = (windowS: number) =>
    createSharedCounter({ pool: limitsPool, log, windowS, longestWindowS: NOTE_WINDOW_S });
  const directory = createSessionDirectory({ sessions, accounts, handler, lease, assertWhole, clock });
  const signIn = createSignIn({
    accounts,
    acts,
    passwords,
    knownAddresses: createKnownAddresses(pool, options.hash, clock),
    changes: createPasswordChanges({ acts, passwords, lease, newUuid }),
    failures: createFailures({ pool: limitsPool, counter: counterOf(FAILURE_WINDOW_S) }),
    inQueue: createHashQueue(),
    note: createNoteSignIn({ acts, counter: counterOf(NOTE_WINDOW_S) }),
    isOfDemo: options.demoInvitations && invitedBy(options.store, options.demoInvitations),
    cost: options.hashCost ?? HASH_COST,
  });
  return {
    /** For the list of accounts. */
    lastSignedIn: sessions.lastSignedIn,
    /** For the authenticator. */
    callers: createSessionCallers({ sessions: directory, ownOrigin }),
    /** For the routes. */
    signIn,
    ownOrigin,
    sessionLife: createSessionLife({ sessions, lease, clock, newUuid }),
  };
};
