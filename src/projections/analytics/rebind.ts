import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { hasAnalyst } from '../../database/analyst-role.ts';
import { LOCK_NOT_AVAILABLE } from '../../database/sqlstate.ts';
import { codeOf } from '../../database/thrown.ts';
import type { TableDefinition } from '../engine/projection.ts';
import { type Queryable, READ_SCHEMA } from '../engine/schema.ts';
import { ANALYTICS_SCHEMA, dropView, HISTORY_SCHEMA, putView, type SchemaOf } from './put-view.ts';
import type { AnalyticsView } from './view.ts';
import { analyticsViews } from './views.ts';

const ATTEMPT = '200ms';
const MAX_PAUSE_MS = 1_000;
const PATIENCE_MS = 15 * 60_000;

/**
 * Points the analysts' views of these tables at the ones in `shadowSchema`, in the transaction that will put those in
 * the place of the live ones. This step comes first in it: from here to the end the views are locked against analysts,
 * and one of them may be at a query for minutes. So it waits for them while nothing else has to wait. It waits in short
 * attempts, so that later readers are not delayed longer than one attempt.
 * @throws ViewInUse if others built on a view that cannot move as it is: the rebuild then fails, and changes nothing
 */
export const rebindViews = async (
  client: pg.ClientBase,
  tables: readonly TableDefinition[],
  shadowSchema: string,
  signal?: AbortSignal,
): Promise<void> => {
  const names = new Set(tables.map(({ name }) => name));
  const views = analyticsViews.filter((view) => view.tables.some((table) => names.has(table)));
  const schemaOf: SchemaOf = (table) => (names.has(table) ? shadowSchema : READ_SCHEMA);
  const there = await presentViews(client);
  const own = views.filter(({ name }) => there.has(name));
  const deadline = performance.now() + PATIENCE_MS;
  await client.query(`set local lock_timeout to '${ATTEMPT}'`);
  for (let attempt = 1; ; attempt++) {
    await client.query('savepoint rebind_views');
    try {
      await putAll(client, own, schemaOf);
      await dropViewsOver(client, [...names]);
      break;
    } catch (error) {
      if (codeOf(error) !== LOCK_NOT_AVAILABLE) throw error;
      if (performance.now() > deadline) throw new Error('analysts are at work without a pause: nothing was changed');
      await client.query('rollback to savepoint rebind_views');
      await delay(Math.min(50 * attempt, MAX_PAUSE_MS), undefined, signal && { signal });
    }
  }
  await client.query('set local lock_timeout to default');
};

const putAll = async (client: Queryable, views: readonly AnalyticsView[], schemaOf: SchemaOf): Promise<void> => {
  const isGranted = await hasAnalyst(client);
  for (const view of views) await putView(client, view, schemaOf, isGranted);
};

/** By their names in the list of views: versions have their schema to themselves. */
export const presentViews = async (db: Queryable): Promise<Set<string>> => {
  const { rows } = await db.query<{ name: string }>(
    `select viewname || case schemaname when $2 then '_versions' else '' end as name
     from pg_views where schemaname in ($1, $2)`,
    [ANALYTICS_SCHEMA, HISTORY_SCHEMA],
  );
  return new Set(rows.map(({ name }) => name));
};

/**
 * Drops the analysts' views over these tables of schema `read`, which could not be dropped otherwise.
 * @throws ViewInUse if others built on one of them
 */
export const dropViewsOver = async (db: Queryable, tables: readonly string[]): Promise<void> => {
  const { rows } = await db.query<{ name: string }>(
    `select distinct format('%I.%I', n.nspname, v.relname) as name
     from pg_class t
     join pg_depend d on d.refobjid = t.oid and d.refclassid = 'pg_class'::regclass and d.classid = 'pg_rewrite'::regclass
     join pg_rewrite r on r.oid = d.objid
     join pg_class v on v.oid = r.ev_class
     join pg_namespace n on n.oid = v.relnamespace
     where t.relnamespace = to_regnamespace($1) and t.relname = any($2)
       and n.nspname in ($3, $4)
     order by 1`,
    [READ_SCHEMA, tables, ANALYTICS_SCHEMA, HISTORY_SCHEMA],
  );
  for (const { name } of rows) await dropView(db, name);
};
