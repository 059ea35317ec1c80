import { createHash } from 'node:crypto';
import pg from 'pg';
import type { Logger } from 'pino';
import { fenceAnalysts, whatAnalystsLack } from '../../database/analyst-fence.ts';
import { ANALYST_ROLE, ensureAnalyst, hasAnalyst } from '../../database/analyst-role.ts';
import { DUPLICATE_TABLE, LOCK_NOT_AVAILABLE, UNIQUE_VIOLATION } from '../../database/sqlstate.ts';
import { codeOf } from '../../database/thrown.ts';
import { inTransaction } from '../../database/transaction.ts';
import { ViewInUse } from '../engine/failures.ts';
import type { Queryable } from '../engine/schema.ts';
import { analyticsFunctions, putFunctions } from './functions.ts';
import { ANALYTICS_SCHEMA, HISTORY_SCHEMA, inReadSchema, putView } from './put-view.ts';
import { presentViews } from './rebind.ts';
import { type AnalyticsView, selectOf } from './view.ts';
import { analyticsViews } from './views.ts';

const INSTALL_LOCK = 8_451_005;
/** Somebody reads them, or has just made them. */
const IN_THE_WAY = new Set<string>([LOCK_NOT_AVAILABLE, DUPLICATE_TABLE, UNIQUE_VIOLATION]);

/**
 * Makes the schema, the role, and the views that are missing or of another version. Views whose tables do not exist
 * yet, or are being rebuilt, come with these tables: see `addViews`. While an analyst is at a query, the old views stay
 * until the next start. They also stay if somebody built on a view whose columns have changed.
 */
export const installAnalytics = async (pool: pg.Pool, log: Pick<Logger, 'warn'>): Promise<void> => {
  await ensureAnalyst(pool);
  await inTransaction(pool, async (client) => {
    await lockInstall(client);
    const isGranted = await hasAnalyst(client);
    if (isGranted) await fenceAnalysts(client);
    const lack = await whatAnalystsLack(client);
    if (lack !== undefined) log.warn({}, lack);
    const version = versionOf(isGranted);
    const isCurrent = (await readVersion(client)) === version;
    if (isCurrent && (await missingViews(client)).length === 0) return;
    await createSchema(client, isGranted);
    await client.query(`set local lock_timeout to '1s'`);
    let isWhole = true;
    for (const view of analyticsViews) {
      await client.query('savepoint install_view');
      try {
        isWhole = (await putView(client, view, inReadSchema, isGranted)) && isWhole;
      } catch (error) {
        const isInUse = error instanceof ViewInUse;
        if (!isInUse && codeOf(error) !== LOCK_NOT_AVAILABLE) throw error;
        await client.query('rollback to savepoint install_view');
        isWhole = false;
        if (isInUse) log.warn({ error: error.message }, 'a view for analysts stays as an earlier version made it');
      }
    }
    await putFunctions(client);
    if (isWhole) await writeVersion(client, version);
  });
};

/**
 * Only one process at a time may make schemas and views: two that make the same would not both succeed. Held until the
 * transaction ends.
 */
export const lockInstall = (client: pg.ClientBase) => client.query('select pg_advisory_xact_lock($1)', [INSTALL_LOCK]);

/**
 * Makes the missing views whose tables exist by now. If another process is in the way, they are left to the next start.
 * Needs an open transaction.
 */
export const addViews = async (client: pg.ClientBase): Promise<void> => {
  const missing = await missingViews(client);
  if (missing.length === 0 || !(await hasSchema(client))) return;
  const isGranted = await hasAnalyst(client);
  await client.query('savepoint add_views');
  try {
    for (const view of missing) await putView(client, view, inReadSchema, isGranted);
    await putFunctions(client);
  } catch (error) {
    if (!IN_THE_WAY.has(String(codeOf(error)))) throw error;
    await client.query('rollback to savepoint add_views');
  }
};

/** By name: the schema may also contain views of others. */
const missingViews = async (client: Queryable): Promise<AnalyticsView[]> => {
  const there = await presentViews(client);
  return analyticsViews.filter(({ name }) => !there.has(name));
};

const createSchema = async (client: Queryable, isGranted: boolean): Promise<void> => {
  for (const schema of [ANALYTICS_SCHEMA, HISTORY_SCHEMA]) {
    await client.query(`create schema if not exists ${schema}`);
    if (isGranted) await client.query(`grant usage on schema ${schema} to ${ANALYST_ROLE}`);
  }
};

const hasSchema = async (db: Queryable): Promise<boolean> =>
  (await db.query('select from pg_namespace where nspname = $1', [ANALYTICS_SCHEMA])).rowCount === 1;

/** Tells versions of the definitions apart, and whether the role existed. Kept in the schema's comment. */
const versionOf = (isGranted: boolean): string => {
  const definitions = analyticsViews.map((view) => [view, selectOf(view, (table) => table)]);
  const hash = createHash('sha256').update(JSON.stringify([definitions, analyticsFunctions, isGranted]));
  return `for analysts, see docs/analysts.md (${hash.digest('hex').slice(0, 16)})`;
};

const readVersion = async (db: Queryable): Promise<string | null> => {
  const { rows } = await db.query<{ version: string | null }>(
    `select obj_description(to_regnamespace($1), 'pg_namespace') as version`,
    [ANALYTICS_SCHEMA],
  );
  return rows[0]?.version ?? null;
};

const writeVersion = (db: Queryable, version: string) =>
  db.query(`comment on schema ${ANALYTICS_SCHEMA} is ${pg.escapeLiteral(version)}`);
