import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { type AccountDirectory, type AccountView, accountKeyId } from '../../commands/accounts/account-directory.ts';
import type { KeyLease } from '../../commands/keys/key-lease.ts';
import type { CommandHandler } from '../../commands/loop/handle.ts';
import { IDLE_MS, LONGEST_MS, type Session, type SessionStore } from '../../commands/sessions/session-store.ts';
import { keptFor } from '../../concurrency/cache-bounds.ts';
import { KEY_PERMISSIONS } from '../../domain/keys/events.ts';
import { brandDecider } from '../../domain/references/decide.ts';
import { NO_TERMS } from '../http/key-record.ts';
import type { SessionRecord } from './session-record.ts';

/** The only form of a session's secret that is stored, or kept in memory: 256 random bits need no more than that. */
export const hashToken = (token: string): string => hash('sha256', token);

/** Looks sessions up, at every request of a person. One in memory is answered at once. */
export interface SessionDirectory {
  /** Undefined: it has ended. */
  byToken(token: string): SessionRecord | undefined | Promise<SessionRecord | undefined>;
}

export interface SessionDirectoryOptions {
  readonly sessions: Pick<SessionStore, 'find' | 'used'>;
  readonly accounts: Pick<AccountDirectory, 'byId'>;
  readonly handler: Pick<CommandHandler, 'load'>;
  readonly lease: Pick<KeyLease, 'isHeld' | 'take' | 'onChange'>;
  /** Throws Unavailable while the log has lost events: they may be what ends the session. */
  readonly assertWhole: () => void;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
}

interface Kept {
  readonly record: SessionRecord;
  /** Milliseconds since the epoch. */
  usedAt: number;
  notedAt: number;
}

const MOST_KEPT = 10_000;
/** As keys: a process may crash after it has recorded a change and before it has told the others. */
const KEPT_MS = 30_000;
/** How often the last use of a session is written. */
const NOTE_EVERY_MS = 60_000;

/**
 * Sessions are kept in memory, and used from there while the lease of keys is held: a sign-out, and a change of the account,
 * count from the moment they are answered (src/commands/keys/key-lease.ts). The account comes from its own stream, so that
 * read models that stand still let nobody in.
 */
export const createSessionDirectory = (options: SessionDirectoryOptions): SessionDirectory => {
  const { sessions, accounts, handler, lease, assertWhole, clock } = options;
  const kept = new LRUCache<string, Kept>({ max: MOST_KEPT, ...keptFor(KEPT_MS) });
  /** How many changes this process has heard of. */
  let changes = 0;

  lease.onChange((id) => {
    changes += 1;
    for (const [token, { record }] of kept) {
      if (id === null || id === record.session_id || id === record.key_id) kept.delete(token);
    }
  });

  const isOver = ({ record, usedAt }: Kept, now: number): boolean => now >= record.ends_at || now - usedAt >= IDLE_MS;

  const use = (session: Kept): SessionRecord | undefined => {
    const now = clock();
    if (isOver(session, now)) return undefined;
    session.usedAt = now;
    if (now - session.notedAt >= NOTE_EVERY_MS) {
      session.notedAt = now;
      // If it can not be written now, the next use in a minute writes it.
      void sessions.used(session.record.session_id).catch(() => {});
    }
    return session.record;
  };

  const load = async (token: string): Promise<Kept | undefined> => {
    const session = await sessions.find(token);
    if (!session) return undefined;
    const account = await accounts.byId(session.account_id);
    assertWhole();
    if (!account || account.is_disabled || account.session_epoch !== session.account_epoch) return undefined;
    const { state: brand } = await handler.load(brandDecider, account.brand_id);
    if (!brand) return undefined;
    const record = toRecord(session, account, brand);
    return { record, usedAt: session.last_used_at.getTime(), notedAt: session.last_used_at.getTime() };
  };

  const find = async (token: string): Promise<SessionRecord | undefined> => {
    await lease.take();
    const before = changes;
    const session = await load(token);
    // What was read before a change may be from before it: it serves this request, which came before the change was answered.
    if (session && changes === before) kept.set(token, session);
    return session && use(session);
  };

  return {
    byToken: (token) => {
      const digest = hashToken(token);
      const session = lease.isHeld() ? kept.get(digest) : undefined;
      return session ? use(session) : find(digest);
    },
  };
};

type BrandTerms = Pick<SessionRecord, 'country_code' | 'currency'>;

const toRecord = (session: Session, account: AccountView, { country_code, currency }: BrandTerms): SessionRecord => ({
  key_id: accountKeyId(account.account_id),
  audience: 'venue',
  brand_id: account.brand_id,
  point_ids: account.point_ids,
  name: account.name ?? '',
  account: { id: account.account_id, role: account.role, employee_id: account.employee_id },
  session_id: session.session_id,
  ends_at: session.made_at.getTime() + LONGEST_MS,
  language: account.language,
  country_code,
  currency,
  // What is asked of keys beyond their audience: of a person the role says it.
  permissions: KEY_PERMISSIONS,
  ...NO_TERMS,
});
