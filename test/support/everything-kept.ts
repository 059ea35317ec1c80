import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import pg from 'pg';
import { type Logger, pino } from 'pino';
import type { TestApp } from './app.ts';
import { adminUrlOf } from './database.ts';
import { recorded } from './log.ts';

/** Looks for words in everything that the server keeps. */
export interface EverythingKept {
  /** Tables of every schema, that of Postgres itself included, in which a row has one of the words. */
  tables(): Promise<string[]>;
  /** Files of the database in the data folder. The log of Postgres (WAL) keeps what was: docs/operations.md says so. */
  files(): Promise<string[]>;
  /** Types of the events that have one of the words as they are stored, in Postgres or in EventStoreDB. */
  events(): Promise<string[]>;
  /** Writes the files without what was deleted, as the operator's guide says. */
  settle(): Promise<void>;
}

export const everythingKept = (app: TestApp, words: readonly string[]): EverythingKept => {
  const { store, stored } = app.tillstream;
  // Only a superuser reads and writes anew what belongs to Postgres itself.
  const pool = new pg.Pool({ connectionString: adminUrlOf(app.databaseUrl), max: 1, allowExitOnIdle: true });
  pool.on('error', () => {});
  const has = (text: string): boolean => words.some((word) => text.includes(word));
  return {
    tables: async () => {
      const { rows } = await pool.query<{ name: string }>(
        `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname <> 'information_schema'`,
      );
      const found: string[] = [];
      for (const table of rows) {
        const any = words.map((_, index) => `t::text like '%' || $${index + 1} || '%'`).join(' or ');
        const { rowCount } = await pool.query(`select from ${table.name} t where ${any} limit 1`, [...words]);
        if (rowCount !== 0) found.push(table.name);
      }
      return found.sort();
    },
    files: async () => {
      const { rows } = await pool.query<{ folder: string; oid: string }>(
        `select current_setting('data_directory') as folder, oid::text from pg_database where datname = current_database()`,
      );
      const { folder, oid } = rows[0]!;
      const found: string[] = [];
      for (const part of [`base/${oid}`, 'global', 'pg_stat', 'pg_logical']) {
        for (const file of await readdir(join(folder, part))) {
          const bytes = await readFile(join(folder, part, file)).catch(() => Buffer.alloc(0));
          if (words.some((word) => bytes.includes(word))) found.push(`${part}/${file}`);
        }
      }
      return found;
    },
    events: async () => (await recorded(stored)).filter((it) => has(JSON.stringify(it))).map(({ type }) => type),
    settle: async () => {
      await app.tillstream.shown(await store.head());
      for (const statement of await forgettingByHand()) await pool.query(statement);
    },
  };
};

/** The statements that the operator's guide names for it. */
export const forgettingByHand = async (): Promise<string[]> => {
  const guide = await readFile(new URL('../../docs/operations.md', import.meta.url), 'utf8');
  const [, block] = /```sql\n(\s*set lock_timeout[^`]*)```/.exec(guide) ?? [];
  return block!
    .split(';')
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '');
};

/** The lines that an app logs at the finest level, and what the process prints beside them. */
export const keepLines = (): { readonly log: Logger; readonly lines: readonly string[]; stop(): void } => {
  const lines: string[] = [];
  const stream = new Writable({
    write: (chunk, _, done) => {
      lines.push(String(chunk));
      done();
    },
  });
  const outputs = [process.stdout, process.stderr].map((output) => {
    const { write } = output;
    output.write = ((chunk: unknown, ...rest: never[]) => {
      lines.push(String(chunk));
      return write.call(output, chunk as string, ...rest);
    }) as typeof output.write;
    return () => {
      output.write = write;
    };
  });
  return { log: pino({ level: 'trace' }, stream), lines, stop: () => outputs.forEach((restore) => void restore()) };
};
