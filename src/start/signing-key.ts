import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import { ConfigError } from '../config/variables.ts';
import { keepSecret } from '../database/embedded-postgres/secret.ts';
import { makeFolder } from '../database/make-folder.ts';
import { codeOf } from '../database/thrown.ts';
import { isSeed, renderVerifierKey, signingKeyOf } from '../transparency/note.ts';
import { readTreeHead } from '../transparency/tree-tables.ts';

const FILE = 'audit-signing-key';

type Queryable = Pick<pg.Pool, 'query'>;
type KeySettings = Pick<Config, 'auditSigningKey' | 'auditSigningKeyRotated' | 'dataDir' | 'demo'>;

/**
 * The seed of the key that signs the log: the configured one, or that of the data folder, where it is made if no
 * checkpoint was signed yet. Outside of the demo a key that signed none of the checkpoints is refused: auditors would take
 * what it signs for another log's.
 * @throws ConfigError
 */
export const openSigningKey = async (
  db: Queryable,
  config: KeySettings,
  log: Pick<Logger, 'info'>,
): Promise<string> => {
  const { dataDir, demo, auditSigningKeyRotated: isMeant } = config;
  const seed = config.auditSigningKey ?? (await keptSeed(dataDir));
  const mustFit = !demo && !isMeant && (await hasCheckpoints(db));
  if (seed === undefined) {
    if (mustFit) throw new ConfigError(LOST);
    return await makeSeed(dataDir, log);
  }
  if (mustFit && !(await hasSigned(db, seed))) throw new ConfigError(OTHER);
  return seed;
};

const ON_PURPOSE = 'if another key is meant to sign from now on, set AUDIT_SIGNING_KEY_ROTATED=yes';
const LOST = `AUDIT_SIGNING_KEY is missing, and there are checkpoints that it signed: set it, or put ${FILE} back into DATA_DIR; ${ON_PURPOSE}`;
const OTHER = `AUDIT_SIGNING_KEY signed none of the checkpoints that there are: set the key that did; ${ON_PURPOSE}`;

/** Before the first migration there are none. */
const hasCheckpoints = async (db: Queryable): Promise<boolean> => {
  const { rows } = await db.query<{ there: boolean }>(
    `select to_regclass('app.tree_checkpoints') is not null as there`,
  );
  return rows[0]!.there && (await db.query('select from app.tree_checkpoints limit 1')).rowCount === 1;
};

const hasSigned = async (db: Queryable, seed: string): Promise<boolean> => {
  const key = renderVerifierKey(signingKeyOf(seed, (await readTreeHead(db)).origin));
  const { rowCount } = await db.query('select from app.tree_checkpoints where verifier_key = $1 limit 1', [key]);
  return rowCount === 1;
};

/** Undefined if the data folder has none. */
const keptSeed = async (dataDir: string): Promise<string | undefined> => {
  const file = join(dataDir, FILE);
  if (!existsSync(file)) return undefined;
  const seed = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new ConfigError(`AUDIT_SIGNING_KEY is not set, and ${file} can not be read (${codeOf(error)})`);
  });
  if (!isSeed(seed.trim())) throw new ConfigError(`AUDIT_SIGNING_KEY is not set, and ${file} holds no key`);
  return seed.trim();
};

/** With a database elsewhere, the data folder may not be there yet, and may be a place where nothing can be kept. */
const makeSeed = async (dataDir: string, log: Pick<Logger, 'info'>): Promise<string> => {
  try {
    await makeFolder(dataDir, 0o700);
    const seed = await keepSecret(dataDir, FILE);
    log.info({ file: join(dataDir, FILE) }, 'made the key that signs the log: keep a copy of this file');
    return seed;
  } catch (error) {
    throw new ConfigError(
      `AUDIT_SIGNING_KEY must be set, or DATA_DIR be a folder to keep the key in (${codeOf(error)})`,
    );
  }
};
