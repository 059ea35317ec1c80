import { randomBytes, randomUUID } from 'node:crypto';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf } from '../thrown.ts';

/**
 * A random secret (32 bytes, 43 characters) made once and kept in `<dataDir>/<name>`, readable by its owner only: tokens issued
 * before a restart stay good after it. The folder must exist. Erased together with the embedded database.
 */
export async function keepSecret(dataDir: string, name: SecretName): Promise<string> {
  const path = join(dataDir, name);
  const made = `${path}.${randomUUID()}.new`;
  await writeFile(made, randomBytes(32).toString('base64url'), { mode: 0o600, flush: true });
  try {
    await link(made, path); // whole or not at all, and never over the one that is there
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  } finally {
    await rm(made, { force: true });
  }
  return readFile(path, 'utf8');
}

export const SECRET_NAMES = ['jwt-secret', 'analyst-password', 'personal-data-key', 'audit-signing-key'] as const;
export type SecretName = (typeof SECRET_NAMES)[number];

/** The file in the data folder with the address that analysts connect to. */
export const ANALYST_URL = 'analyst-url';
