import type { Row, TableDefinition } from './projection.ts';
import {
  checkColumns,
  checkForgetting,
  checkPatch,
  type Forgetting,
  isPartOf,
  keyReader,
  type RowWrites,
} from './table-fold.ts';

/** A version that a batch begins: a whole row, or the stored version with some columns changed. */
interface NewVersion {
  readonly known_from: number;
  known_to: number | null;
  columns: Row;
  readonly isWhole: boolean;
}

interface Versions {
  readonly key: Row;
  /** The position at which the stored version ends. Null: there is none. */
  readonly endsAt: number | null;
  readonly made: NewVersion[];
}

/** What a batch does to the versions of one row. */
export type VersionChange =
  | { readonly kind: 'insert'; readonly row: Row }
  /** A copy of the version that is stored and valid, with these columns changed. */
  | { readonly kind: 'derive'; readonly key: Row; readonly columns: Row }
  | { readonly kind: 'end'; readonly key: Row; readonly known_to: number };

export interface VersionFold extends RowWrites {
  /** What is written from here on happens at this position of the log. */
  moveTo(position: number): void;
  /** What is done to all stored versions, before anything else. */
  forgettings(): readonly Forgetting[];
  /** In this order they may be written: first copies are made of stored versions, then those end. */
  versions(): VersionChange[];
}

/** Folds what a batch does to a table with versions. It never looks at what is stored. */
export const createVersionFold = (table: TableDefinition): VersionFold => {
  const key = table.versionsOf!;
  const keyOf = keyReader({ name: table.name, key });
  const rows = new Map<string, Versions>();
  const forgotten: Forgetting[] = [];
  let position = 0;

  const versionsOf = (row: Row, endsAt: number | null = position): Versions => {
    const id = keyOf(row);
    const known = rows.get(id);
    if (known) return known;
    const versions = { key: Object.fromEntries(key.map((column) => [column, row[column]])), endsAt, made: [] };
    rows.set(id, versions);
    return versions;
  };

  /** Ends the version that the batch made last. A version that would have lasted no time never was. */
  const endLast = ({ made }: Versions): void => {
    const last = made.at(-1);
    if (last?.known_to !== null) return;
    if (last.known_from === position) made.pop();
    else last.known_to = position;
  };

  const begin = (versions: Versions, columns: Row, isWhole: boolean): void => {
    endLast(versions);
    versions.made.push({ known_from: position, known_to: null, columns, isWhole });
  };

  return {
    moveTo: (next) => {
      position = next;
    },
    insert: (row) => {
      checkColumns(table, row);
      begin(versionsOf(row, null), row, true);
    },
    put: (row) => {
      checkColumns(table, row);
      begin(versionsOf(row), row, true);
    },
    patch: (given, columns) => {
      checkPatch(table, columns);
      const isFirst = !rows.has(keyOf(given));
      const versions = versionsOf(given);
      const last = versions.made.at(-1);
      if (isFirst) begin(versions, columns, false);
      else if (last?.known_to === null) begin(versions, { ...last.columns, ...columns }, last.isWhole);
      // Otherwise the row was removed: there is nothing to change.
    },
    remove: (given) => endLast(versionsOf(given)),
    forget: (part, columns) => {
      checkForgetting(table, part, columns);
      for (const versions of rows.values()) {
        for (const version of versions.made) {
          const row = { ...version.columns, ...versions.key };
          if (isPartOf(part, row)) version.columns = { ...version.columns, ...columns };
        }
      }
      forgotten.push({ part, columns });
    },
    forgettings: () => forgotten,
    versions: () => {
      const changes = [...rows.values()].flatMap(changesOf);
      return ORDER.flatMap((kind) => changes.filter((change) => change.kind === kind));
    },
  };
};

const ORDER: readonly VersionChange['kind'][] = ['derive', 'end', 'insert'];

const changesOf = ({ key, endsAt, made }: Versions): VersionChange[] => [
  ...made.map(({ columns, isWhole, known_from, known_to }): VersionChange => {
    const version = { ...columns, known_from, known_to };
    return isWhole ? { kind: 'insert', row: version } : { kind: 'derive', key, columns: version };
  }),
  ...(endsAt === null ? [] : [{ kind: 'end', key, known_to: endsAt } as const]),
];
