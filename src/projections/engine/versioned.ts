import type { TableDefinition } from './projection.ts';

/**
 * A table that keeps what its rows were. Each version has the log positions `known_from` (the event that began it) and
 * `known_to` (the event that ended it; null: it is still so). At most one version of a row is valid at a position. An event
 * handler writes as to any table: the writer ends the valid version and begins the next one.
 */
export const versioned = ({ columns, key, ...table }: Omit<TableDefinition, 'versionsOf'>): TableDefinition => ({
  ...table,
  columns: { ...columns, known_from: 'bigint', known_to: 'bigint' },
  key: [...key, 'known_from'],
  versionsOf: key,
});

/**
 * The SQL condition for the versions that were valid at a position of the log. Null: those that are valid now. The position
 * is part of the text, because Postgres plans better when it sees the value; where there is none yet, it is `$1`.
 */
export const validAt = (alias: string, position: number | '$1' | null): string => {
  if (position === null) return `${alias}.known_to is null`;
  if (position !== '$1' && !Number.isSafeInteger(position)) throw new RangeError('a position is a safe integer');
  return `(${alias}.known_from <= ${position} and (${alias}.known_to is null or ${alias}.known_to > ${position}))`;
};
