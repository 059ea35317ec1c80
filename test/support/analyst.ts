import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { expect, onTestFinished } from 'vitest';
import { adminUrlOf } from './database.ts';

/** A fresh login of the role, as a venue would make one for a person or a tool. Gone when the test is over. */
export const connectAnalyst = async (databaseUrl: string): Promise<pg.Client> => {
  const name = `analyst_${randomUUID().replaceAll('-', '')}`;
  const admin = new pg.Client({ connectionString: adminUrlOf(databaseUrl) });
  admin.on('error', () => {});
  await admin.connect();
  await admin.query(`create role ${name} login password 'of the test' in role analyst`);
  const url = Object.assign(new URL(databaseUrl), { username: name, password: 'of the test' });
  const client = new pg.Client({ connectionString: url.href });
  client.on('error', () => {});
  await client.connect();
  onTestFinished(async () => {
    await client.end();
    await admin.query(`drop role ${name}`);
    await admin.end();
  });
  return client;
};

/** A row without the instants of its local times. Each is its local time in Tashkent. */
export const withoutInstants = (row: Record<string, string | null>) => {
  const instants = Object.keys(row).filter((column) => column.endsWith('_utc'));
  for (const column of instants) {
    const local = row[column.slice(0, -'_utc'.length)];
    expect(Date.parse(row[column] ?? ''), column).toEqual(local ? Date.parse(`${local}+05:00`) : Number.NaN);
  }
  return Object.fromEntries(Object.entries(row).filter(([column]) => !instants.includes(column)));
};
