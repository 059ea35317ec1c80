import pg from 'pg';
import { DEPENDENT_OBJECTS_STILL_EXIST, UNDEFINED_COLUMN, UNDEFINED_TABLE } from '../../database/sqlstate.ts';
import { codeOf } from '../../database/thrown.ts';
import type { Queryable } from '../engine/schema.ts';
import { validAt } from '../engine/versioned.ts';
import { ANALYTICS_SCHEMA, placeOf } from './put-view.ts';
import type { AnalyticsView } from './view.ts';
import { viewsWithVersions } from './views.ts';

export interface AnalyticsFunction {
  /** With its arguments. */
  readonly signature: string;
  readonly about: string;
  /** The text after the signature. */
  readonly definition: string;
}

/**
 * Postgres puts the body of such a function into the query that calls it. So a condition of that query is looked up in an
 * index, as with a view.
 */
const asOf = ({ name, columns }: AnalyticsView, schema: string): AnalyticsFunction => {
  const types = Object.entries(columns).map(([column, { type }]) => `${pg.escapeIdentifier(column)} ${type}`);
  const list = Object.keys(columns).map((column) => `v.${pg.escapeIdentifier(column)}`);
  return {
    signature: `${schema}.${name}_as_of(log_position bigint)`,
    about: `What ${name} held when the log ended at this position.`,
    definition: `returns table (${types.join(', ')}) language sql stable parallel safe as $$
      select ${list.join(', ')} from ${placeOf({ name: `${name}_versions`, kind: 'versions' }, schema)} v
      where ${validAt('v', '$1')} $$`,
  };
};

const positionAt = (schema: string): AnalyticsFunction => ({
  signature: `${schema}.position_at(at timestamptz)`,
  about: 'The log position at a time, for the functions that end in _as_of; exact to the minute.',
  definition: `returns bigint language sql stable parallel safe as $$
    select coalesce(max(m.log_position), 0) from ${schema}.moments m where m.recorded_at <= $1 $$`,
});

/** The functions over the views of a schema. */
const functionsIn = (schema: string): readonly AnalyticsFunction[] => [
  ...viewsWithVersions.map((view) => asOf(view, schema)),
  positionAt(schema),
];

export const analyticsFunctions: readonly AnalyticsFunction[] = functionsIn(ANALYTICS_SCHEMA);

/** Makes them, or makes them anew. Their views must exist. A function on which others built stays as it is. */
export const putFunctions = async (db: Queryable, schema: string = ANALYTICS_SCHEMA): Promise<void> => {
  for (const { signature, about, definition } of functionsIn(schema)) {
    await db.query('savepoint put_function');
    try {
      await db.query(`drop function if exists ${signature}`);
      await db.query(`create function ${signature} ${definition}`);
      await db.query(`comment on function ${signature} is ${pg.escapeLiteral(about)}`);
    } catch (error) {
      if (!CANNOT_NOW.has(String(codeOf(error)))) throw error;
      await db.query('rollback to savepoint put_function');
    }
  }
};

/** Others built on it; or its view is not there yet, and the function comes with the view. */
const CANNOT_NOW = new Set<string>([DEPENDENT_OBJECTS_STILL_EXIST, UNDEFINED_TABLE, UNDEFINED_COLUMN]);
