import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { ANALYST_ROLE, BOUNDS, ensureAnalyst } from '../analyst-role.ts';
import { ANALYST_URL, keepSecret } from './secret.ts';

/**
 * Lets the analyst into the embedded database: makes a password once, and writes the address with it to
 * `<dataDir>/analyst-url`. Answers the address.
 */
export const openAnalystLogin = async (dataDir: string, databaseUrl: string): Promise<string> => {
  const password = await keepSecret(dataDir, 'analyst-password');
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'tillstream analyst' });
  client.on('error', () => {});
  await client.connect();
  try {
    await ensureAnalyst(client);
    // A login may change its own password and settings, and Postgres cannot forbid it. So every start sets them again.
    await client.query(`alter role ${ANALYST_ROLE} password ${pg.escapeLiteral(password)}; ${BOUNDS}`);
    // The rights are taken away in our database only, so analysts get into no other database of the server.
    await client.query('revoke connect on database postgres, template1 from public');
  } finally {
    await client.end();
  }
  const url = Object.assign(new URL(databaseUrl), { username: ANALYST_ROLE, password });
  await writeFile(join(dataDir, ANALYST_URL), url.href, { mode: 0o600 });
  return url.href;
};
