import type { Logger } from 'pino';
import { type ApiDependencies, routeGroups } from '../api/api.ts';
import { hashApiKey } from '../api/http/api-keys.ts';
import { createAuthenticator } from '../api/http/auth.ts';
import { WINDOW_S } from '../api/http/limits.ts';
import { createSharedCounter } from '../api/http/shared-counter.ts';
import { createKeyDirectory, type KeyDirectoryOptions } from '../api/key-directory.ts';
import { NOTE_WINDOW_S } from '../api/sessions/note-sign-in.ts';
import { createEventFeed } from '../api/venue/event-feed.ts';
import type { SessionRoutesDependencies } from '../api/venue/session.ts';
import { createPool, REPORT_WITHIN_MS } from '../database/connection.ts';
import type { Replicas } from '../database/replicas/replicas.ts';
import { POINT_CHANGE_TYPES } from '../domain/point-changes.ts';
import { createEventSearch } from '../projections/event-index/search.ts';
import type { Waits } from '../projections/reading/waits.ts';
import { createReadSnapshot, REPORTS_AT_ONCE } from '../projections/reports/snapshot.ts';
import { createTreeWait } from '../transparency/tree-wait.ts';
import { openSessions, type SessionOptions } from './sessions.ts';

type MadeHere =
  | 'authenticator'
  | 'readSnapshot'
  | 'feed'
  | 'treeWait'
  | 'onCallerChange'
  | keyof Pick<SessionRoutesDependencies, 'signIn' | 'sessionLife' | 'ownOrigin'>;

export interface ApiSideOptions
  extends Omit<ApiDependencies, MadeHere | 'accounts'>,
    Omit<KeyDirectoryOptions, 'handler' | 'lease'>,
    Omit<SessionOptions, 'limitsPool'> {
  readonly databaseUrl: string;
  readonly replicas: Replicas;
  readonly waits: Waits;
  /** The key that tokens are signed with. */
  readonly jwtSecret: string;
  readonly reportWithinMs: number | undefined;
  readonly reportSecondsPerMinute: number | undefined;
  readonly log: Logger;
}

/** What requests meet: keys, limits, reports, the live feed, and every route. */
export const openApiSide = (options: ApiSideOptions) => {
  const { databaseUrl, pool, replicas, store, stored, waits, jwtSecret: secret, clock, log } = options;
  // A separate pool: counting a request must not wait behind other queries.
  const limitsPool = createPool(databaseUrl, { max: 3, name: 'tillstream limits', timeoutMs: 1_000 });
  // A separate pool: reports may take longer than a guest will wait for an order.
  const reportsPool = createPool(databaseUrl, {
    max: REPORTS_AT_ONCE,
    name: 'tillstream reports',
    timeoutMs: REPORT_WITHIN_MS,
  });
  const keys = createKeyDirectory(options);
  const { callers, ...sessionParts } = openSessions({ ...options, limitsPool });
  const authenticator = createAuthenticator({ secret, keys, clock, hashApiKey, sessions: callers });
  // Replicas may not have what a till has missed yet, so it is searched for where events are recorded.
  const feed = createEventFeed(store, createEventSearch({ store, pool }), POINT_CHANGE_TYPES);
  const readSnapshot = createReadSnapshot({
    pool: reportsPool,
    cancelPool: pool,
    ...(replicas.isAny && { replicas }),
    store,
    waits,
    withinMs: options.reportWithinMs,
    secondsPerMinute: options.reportSecondsPerMinute,
  });
  return {
    keys,
    authenticator,
    rateCounter: createSharedCounter({ pool: limitsPool, log, windowS: WINDOW_S, longestWindowS: NOTE_WINDOW_S }),
    groups: routeGroups({
      ...options,
      ...sessionParts,
      authenticator,
      onCallerChange: options.lease.onChange,
      readSnapshot,
      feed,
      treeWait: createTreeWait(pool, stored),
    }),
    close: async (): Promise<void> => {
      feed.stop();
      // Reports under way are not waited for: the process that takes over would have to wait as well.
      void reportsPool.end();
      await limitsPool.end();
    },
  };
};
