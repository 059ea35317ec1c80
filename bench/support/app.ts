import { DEMO_KEYS } from '../../src/config/demo-keys.ts';
import { createDatabase } from '../../test/support/cluster.ts';
import { startServer } from './child.ts';
import { waitUntil } from './wait.ts';

/** Tillstream with the demo brand on a database of its own, and a partner's token for it. */
export interface BenchApp extends Awaited<ReturnType<typeof startApp>> {}

/** `eventStoreUrl`: of an EventStoreDB that holds nothing yet; left out, the log is in the database. */
export const startApp = async (adminUrl: string, eventStoreUrl?: string) =>
  startAppOn(await createDatabase(adminUrl), eventStoreUrl);

/** The same on a database that may have been one's before. */
export const startAppOn = async (
  database: Awaited<ReturnType<typeof createDatabase>>,
  eventStoreUrl?: string,
  replicas: readonly string[] = [],
) => {
  const child = await startServer('app', [database.url, eventStoreUrl ?? '', ...replicas]);
  const exchange = (apiKey: string) => exchangeAt(child.url, apiKey);
  const token = await exchange(DEMO_KEYS.partner);

  const count = async (sql: string, values: readonly unknown[] = []): Promise<number> =>
    (await database.pool.query<{ count: number }>(sql, [...values])).rows[0]!.count;
  return {
    child,
    database,
    token,
    exchange,
    url: child.url,
    get: async <Body>(path: string): Promise<Body> => {
      const response = await fetch(child.url + path, { headers: { authorization: `Bearer ${token}` } });
      if (!response.ok) throw new Error(`GET ${path} answered ${response.status}`);
      return (await response.json()) as Body;
    },
    post: async <Body>(path: string, body: string, as = token): Promise<Body> => {
      const headers = { authorization: `Bearer ${as}`, 'content-type': 'application/json' };
      const response = await fetch(child.url + path, { method: 'POST', headers, body });
      if (!response.ok) throw new Error(`POST ${path} answered ${response.status}`);
      return (await response.json()) as Body;
    },
    ordersInLog: () => child.ask('ordersInLog'),
    /** Resolves when every read model shows the whole log. */
    shown: () =>
      waitUntil('the read models to catch up', async () => {
        const head = await child.ask('head');
        return (await count('select count(*) from app.checkpoints where position < $1', [head])) === 0;
      }),
    ordersInList: () => count('select count(*) from read.orders'),
    stop: async () => {
      await child.stop();
      await database.drop();
    },
  };
};

const exchangeAt = async (url: string, api_key: string): Promise<string> => {
  const response = await fetch(`${url}/v1/auth/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ api_key }),
  });
  if (!response.ok) throw new Error(`POST /v1/auth/token answered ${response.status}`);
  return ((await response.json()) as { access_token: string }).access_token;
};

/** The brand of the app and its points, for facts that a fixture stores there. */
export const brandOf = async (app: BenchApp): Promise<{ brand_id: string; point_ids: string[] }> => {
  const { rows } = await app.database.pool.query<{ brand_id: string }>('select brand_id from read.brands');
  const { points } = await app.get<{ points: { id: string }[] }>('/v1/points');
  return { brand_id: rows[0]!.brand_id, point_ids: points.map(({ id }) => id) };
};
