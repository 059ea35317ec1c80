import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SECRET_NAMES } from '../database/embedded-postgres/secret.ts';
import { type Keys, SHORTEST_PASSPHRASE } from './sealed-keys.ts';

/** Settings without which the data are worth less, or nothing. */
const SETTINGS = ['AUDIT_SIGNING_KEY', 'PERSONAL_DATA_KEY', 'SECRETS_KEY', 'JWT_SECRET', 'PLATFORM_API_KEY'] as const;

type Env = Readonly<Record<string, string | undefined>>;

/**
 * The keys of this installation: those of the environment, and the secret files of the data folder.
 * @throws Error of one line, if one that cannot be done without is neither here nor there
 */
export const keysHere = async (env: Env, dataDir: string): Promise<Keys> => {
  const settings = Object.fromEntries(SETTINGS.flatMap((name) => (env[name] ? [[name, env[name]]] : [])));
  const files: Record<string, string> = {};
  for (const name of ['database-url', ...SECRET_NAMES]) {
    const file = join(dataDir, name);
    if (existsSync(file)) files[name] = await readFile(file, 'utf8');
  }
  const lacks = [
    ['AUDIT_SIGNING_KEY', 'audit-signing-key'],
    ['PERSONAL_DATA_KEY', 'personal-data-key'],
    ['JWT_SECRET', 'jwt-secret'],
  ].find(([setting, file]) => settings[setting!] === undefined && files[file!] === undefined);
  if (lacks) {
    throw new Error(
      `${lacks[0]} is not set, and ${lacks[1]} is not in DATA_DIR: run this with the settings of the app`,
    );
  }
  return { settings, files };
};

/** @throws Error of one line */
export const passphraseIn = ({ BACKUP_PASSPHRASE: passphrase = '' }: Env): string => {
  if (passphrase.length >= SHORTEST_PASSPHRASE) return passphrase;
  throw new Error(
    `BACKUP_PASSPHRASE must be set, to ${SHORTEST_PASSPHRASE} characters or more: it seals the keys of the backup, and opens them`,
  );
};
