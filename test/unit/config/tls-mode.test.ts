import pg from 'pg';
import { expect, test, vi } from 'vitest';
import { loadConfig } from '../../../src/config/config.ts';

const databaseUrl = (query: string): string =>
  loadConfig({
    DATABASE_URL: `postgres://app:hunter2@db/tillstream?${query}`,
    JWT_SECRET: 's'.repeat(32),
    PERSONAL_DATA_KEY: 'k'.repeat(43),
    PLATFORM_API_KEY: 'k'.repeat(16),
  }).databaseUrl!;

/** What pg makes of an address, and whether it warns. */
const clientOf = (connectionString: string) => {
  const warn = vi.spyOn(process, 'emitWarning').mockImplementation(() => {});
  const { ssl, connectionParameters } = new pg.Client({ connectionString }) as pg.Client & {
    ssl: unknown;
    connectionParameters: { host: string; user: string; database: string };
  };
  const warnings = warn.mock.calls.length;
  warn.mockRestore();
  const { host, user, database } = connectionParameters;
  return { ssl, host, user, database, warnings };
};

test('no mode of TLS makes pg warn, and each means what it meant to pg', () => {
  const modes = ['sslmode=verify-full', 'sslmode=require', 'sslmode=prefer', 'sslmode=verify-ca'];
  const checked = [...modes, 'options=-c%20a%3Db&sslmode=require', 'sslmode=require&application_name=x'];
  for (const query of checked) {
    const { ssl, ...others } = clientOf(databaseUrl(query));
    expect(others, query).toEqual({ host: 'db', user: 'app', database: 'tillstream', warnings: 0 });
    expect(ssl, query).toEqual({});
  }
  expect(clientOf(databaseUrl('sslmode=no-verify'))).toMatchObject({ ssl: { rejectUnauthorized: false }, warnings: 0 });
  expect(clientOf(databaseUrl('sslmode=disable'))).toMatchObject({ ssl: false, warnings: 0 });
  const asPsql = 'uselibpqcompat=true&sslmode=require';
  expect(clientOf(databaseUrl(asPsql))).toMatchObject({ ssl: { rejectUnauthorized: false }, warnings: 0 });
  // pg itself still warns, once in a process: without that this file would test nothing.
  expect(clientOf('postgres://app@db/tillstream?sslmode=require')).toMatchObject({ ssl: {}, warnings: 1 });
});
