import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { ANALYST_ROLE, BOUNDS, ensureAnalyst } from './analyst-role.ts';
import { ANALYST_URL, keepSecret } from './embedded-secret.ts';

/**
 * Lets the analyst into the embedded database: a password of his own, made once, and `<dataDir>/analyst-url`, the
 * address that has it. Answers the address.
 */
export const openAnalystLogin = async (dataDir: string, databaseUrl: string): Promise<string> => {
  const password = await keepSecret(dataDir, 'analyst-password');
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'tillstream analyst' });
  client.on('error', () => {});
  await client.connect();
  try {
    await ensureAnalyst(client);
    // A login may change its own password and settings, and nothing in Postgres forbids it: so every start sets them again.
    await client.query(`alter role ${ANALYST_ROLE} password ${pg.escapeLiteral(password)}; ${BOUNDS}`);
    // What is fenced off in the database is not in those that the server has beside it.
    await client.query('revoke connect on database postgres, template1 from public');
  } finally {
    await client.end();
  }
  const url = Object.assign(new URL(databaseUrl), { username: ANALYST_ROLE, password });
  await writeFile(join(dataDir, ANALYST_URL), url.href, { mode: 0o600 });
  return url.href;
};
