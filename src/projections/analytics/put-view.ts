import pg from 'pg';
import { ANALYST_ROLE } from '../../database/analyst-role.ts';
import {
  CANNOT_COERCE,
  DEPENDENT_OBJECTS_STILL_EXIST,
  INVALID_TABLE_DEFINITION,
  UNDEFINED_COLUMN,
  UNDEFINED_FUNCTION,
  UNDEFINED_TABLE,
} from '../../database/sqlstate.ts';
import { codeOf } from '../../database/thrown.ts';
import { ViewInUse } from '../engine/failures.ts';
import { type Queryable, qualified, READ_SCHEMA } from '../engine/schema.ts';
import { type AnalyticsView, selectOf } from './view.ts';

export const ANALYTICS_SCHEMA = 'analytics';
/** Every version of the facts, under the facts' names: tools that show all views of a schema would take them for the facts. */
export const HISTORY_SCHEMA = 'analytics_history';

/** The full name of a view. A replay has one schema alone: there versions stand beside what they are of. */
export const placeOf = ({ name, kind }: Pick<AnalyticsView, 'name' | 'kind'>, schema: string): string =>
  schema === ANALYTICS_SCHEMA && kind === 'versions'
    ? qualified(HISTORY_SCHEMA, name.replace(/_versions$/, ''))
    : qualified(schema, name);

/** The schema in which a table of the read models is now. */
export type SchemaOf = (table: string) => string;

export const inReadSchema: SchemaOf = () => READ_SCHEMA;

/** Something that the definition needs is missing. */
const UNDEFINED = new Set<string>([UNDEFINED_TABLE, UNDEFINED_COLUMN, UNDEFINED_FUNCTION, CANNOT_COERCE]);

/**
 * Makes the view, or points the existing one at other tables: grants, and views that others built on it, stay. A view
 * of another version, whose columns differ, is made anew. False if the tables are missing, or are of another version
 * than this code: then nothing is changed. Needs an open transaction.
 * @throws ViewInUse, with nothing changed, if others built on a view that has to be made anew
 */
export const putView = async (
  db: Queryable,
  view: AnalyticsView,
  schemaOf: SchemaOf,
  isGranted: boolean,
  schema: string = ANALYTICS_SCHEMA,
): Promise<boolean> => {
  const name = placeOf(view, schema);
  const definition = `view ${name} as ${selectOf(view, (table) => qualified(schemaOf(table), table))}`;
  await db.query('savepoint put_view');
  try {
    await db.query(`create or replace ${definition}`);
  } catch (error) {
    await db.query('rollback to savepoint put_view');
    const code = codeOf(error);
    if (UNDEFINED.has(String(code))) return false;
    if (code !== INVALID_TABLE_DEFINITION) throw error;
    await dropView(db, name);
    await db.query(`create ${definition}`);
  }
  await db.query(`${commentsOf(view, schema)}; ${isGranted ? `grant select on ${name} to ${ANALYST_ROLE}` : ''}`);
  return true;
};

/**
 * Drops a view of ours, by its full name. Views that others built on it are never dropped. Needs an open transaction.
 * @throws ViewInUse, with nothing changed, if there is such a view
 */
export const dropView = async (db: Queryable, view: string): Promise<void> => {
  await db.query('savepoint drop_view');
  try {
    await db.query(`drop view ${view}`);
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || error.code !== DEPENDENT_OBJECTS_STILL_EXIST) throw error;
    await db.query('rollback to savepoint drop_view');
    throw new ViewInUse(view.replaceAll('"', ''), error.detail ?? '');
  }
};

const commentsOf = (described: AnalyticsView, schema: string): string => {
  const { about, columns } = described;
  const view = placeOf(described, schema);
  const comment = (what: string, text: string) => `comment on ${what} is ${pg.escapeLiteral(text)}`;
  return [
    comment(`view ${view}`, about),
    ...Object.entries(columns).map(([field, it]) => comment(`column ${view}.${field}`, it.about)),
  ].join('; ');
};
