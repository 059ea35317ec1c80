import { z } from 'zod';
import { queryBoolean, queryUuid } from '../../http/query.ts';
import type { ListFilter, VenueList } from './list.ts';

/** The entry of a list in the words of its command: the fields of its event, under the command's name of the id. */
export const entryOf = (event: z.ZodObject, id: string, ...without: readonly string[]): z.ZodObject => {
  const { [id]: own, brand_id: _, ...fields } = event.shape as Readonly<Record<string, z.ZodType>>;
  const kept = Object.entries(fields).filter(([name]) => !without.includes(name));
  return z.object({ id: own!, ...Object.fromEntries(kept.map(([name, field]) => [name, answered(field)])) });
};

/** What an event may leave out, an answer has as null. */
const answered = (field: z.ZodType): z.ZodType => {
  if (field instanceof z.ZodOptional) return field.unwrap() as z.ZodType;
  // Of several numbers, the generator of the document writes the first one alone.
  if (field instanceof z.ZodLiteral) return field.meta({ type: 'integer', enum: [...field.values] });
  return field;
};

/** The columns of a table under the names of the fields; `sql` reads those that are stored otherwise. */
export const columnsOf = (entry: z.ZodObject, sql: Readonly<Record<string, string>> = {}): string[] =>
  Object.keys(entry.shape)
    .slice(1)
    .map((name) => (sql[name] === undefined ? name : `${sql[name]} as ${name}`));

/** What callers for some points see of a list whose entries are each at a point. */
export const OWN_POINTS: VenueList['atPoints'] = { sql: 'point_id = any (?)' };

export const atPoint: ListFilter = { query: queryUuid(), sql: 'point_id = ?' };

export const isFlag = (column: string): ListFilter => ({ query: queryBoolean(), sql: `${column} = ?` });
