import pg from 'pg';
import { type AnalyticsView, column } from './view.ts';

interface Relation {
  readonly table: string;
  readonly column: string;
  /** What the column's rows are found by. Null: the column is a key of its view, and refers to none. */
  readonly references: { readonly table: string; readonly column: string } | null;
  readonly isKey: boolean;
}

/** A column that comments name with its view: `cheques.cheque_id`. */
const NAMED = /\b([a-z_]+)\.([a-z_]+)\b/g;

/**
 * What the view's columns refer to, as their comments say. A comment that names the keys of two views says which one by other columns,
 * and no tool can join by that. Numbers of a brand, such as a source's, count with the brand.
 */
export const relationsOf = (views: readonly AnalyticsView[]): readonly Relation[] => {
  const ownKeys = new Map(
    views.map(({ name, key }) => [name, key.filter((each) => each !== 'brand_id' || key.length === 1)]),
  );
  const isWholeKey = (table: string, name: string): boolean => {
    const key = ownKeys.get(table);
    return key?.length === 1 && key[0] === name;
  };
  return views.flatMap((view) =>
    Object.entries(view.columns).flatMap(([name, { about }]) => {
      const named = [...about.matchAll(NAMED)].map(([, table, target]) => ({ table: table!, column: target! }));
      const targets = named.filter((it) => isWholeKey(it.table, it.column));
      const references = targets.length === 1 ? targets[0]! : null;
      const isKey = view.key.includes(name);
      return isKey || references ? [{ table: view.name, column: name, references, isKey }] : [];
    }),
  );
};

const literal = (text: string | undefined): string => (text === undefined ? 'null' : pg.escapeLiteral(text));

/** For tools that make a model of the views by themselves. */
export const relationsView = (views: readonly AnalyticsView[]): AnalyticsView => {
  const rows = relationsOf(views).map(
    ({ table, column: name, references, isKey }) =>
      `(${[literal(table), literal(name), literal(references?.table), literal(references?.column), isKey].join(', ')})`,
  );
  return {
    name: 'relations',
    kind: 'dimension',
    key: ['table_name', 'column_name'],
    about: 'Which columns of these views are keys, and which other view a column refers to.',
    tables: [],
    from: () =>
      `(values ${rows.join(', ')}) as t (table_name, column_name, references_table, references_column, is_key)`,
    columns: {
      table_name: column('text', 't.table_name', 'The view.'),
      column_name: column('text', 't.column_name', 'Its column.'),
      references_table: column('text', 't.references_table', 'The view that it refers to; null: to none.'),
      references_column: column('text', 't.references_column', 'The key there.'),
      is_key: column('boolean', 't.is_key', 'It tells the rows of its view apart, with the other keys of the view.'),
    },
  };
};
