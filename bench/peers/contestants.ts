import { createDatabase } from '../../test/support/cluster.ts';
import { type BenchApp, startApp } from '../support/app.ts';
import { type Child, startServer } from '../support/child.ts';
import type { PlacedOrder } from './servers/order.ts';
import { issueToken } from './servers/token.ts';
import { openShop } from './vendure-shop.ts';

/** Somebody who takes orders, running. */
export interface Contestant {
  readonly name: string;
  readonly url: string;
  readonly path: string;
  readonly child: Child;
  /** A token for each of so many connections. */
  tokens(connections: number): Promise<readonly string[]>;
  /** The request for the order that this is Tillstream's request for (default: the same). */
  toRequest?(body: string): string;
  /** What its answer says of the order; undefined for one that knows no sums. Throws where the order was refused. */
  readAnswer?(answer: unknown): PlacedOrder;
  /** It answers a repeat with the order that was placed. */
  readonly knowsRepeats: boolean;
  /** It is so slow that it places far fewer orders in its turns. */
  readonly isSlow?: boolean;
  /** How many orders it holds; undefined for one that does not say. */
  count?(): Promise<number>;
  /** Resolves when it has no more work to do for the orders so far. */
  settle(): Promise<void>;
  stop(): Promise<void>;
}

export interface Venue {
  readonly adminUrl: string;
  readonly app: BenchApp;
  readonly pointId: string;
  /** Where Tillstream serves the menu that the peers copy. */
  readonly menuUrl: string;
}

/** Starts Tillstream with the demo brand, whose menu all the others copy. */
export const openVenue = async (adminUrl: string): Promise<Venue> => {
  const app = await startApp(adminUrl);
  const pointId = (await app.get<{ points: { id: string }[] }>('/v1/points')).points[0]!.id;
  const { menus } = await app.get<{ menus: { id: number }[] }>('/v1/menus');
  return { adminUrl, app, pointId, menuUrl: `${app.url}/v1/menus/${menus[0]!.id}?point_id=${pointId}` };
};

/** One token of a partner, which all connections share. */
const shared = (token: string) => async (connections: number) => Array.from({ length: connections }, () => token);
const asIs = (answer: unknown) => answer as PlacedOrder;

const tillstream = async ({ app }: Venue): Promise<Contestant> => ({
  name: 'tillstream',
  url: app.url,
  path: '/v1/orders',
  child: app.child,
  tokens: shared(app.token),
  readAnswer: asIs,
  knowsRepeats: true,
  count: app.ordersInList,
  settle: app.shown,
  // The venue stops it.
  stop: async () => {},
});

/** A server of bench/servers or bench/peers/servers with a database of its own. */
const server =
  (name: string, file: string, { variant, from = 'peers/servers' }: { variant?: string; from?: string } = {}) =>
  async ({ adminUrl, app, pointId, menuUrl }: Venue): Promise<Contestant> => {
    const database = await createDatabase(adminUrl, 'empty');
    const child = await startServer(file, [database.url, menuUrl, app.token, ...(variant ? [variant] : [])], from);
    const isPeer = from === 'peers/servers';
    return {
      name,
      child,
      url: child.url,
      path: '/orders',
      tokens: shared(issueToken(pointId)),
      knowsRepeats: isPeer,
      ...(isPeer && { readAnswer: asIs, count: () => child.ask('count') }),
      ...stopping(child, database),
    };
  };

/** The shop has a database of its own, too. */
const vendure = async ({ adminUrl, app, menuUrl }: Venue): Promise<Contestant> => {
  const database = await createDatabase(adminUrl, 'empty');
  const child = await startServer('vendure', [database.url, menuUrl, app.token], 'peers/servers');
  const shop = await openShop(child.url);
  return {
    name: 'vendure',
    child,
    url: child.url,
    ...shop,
    knowsRepeats: false,
    isSlow: true,
    count: () => child.ask('count'),
    ...stopping(child, database),
  };
};

const stopping = (child: Child, database: { drop(): Promise<void> }) => ({
  settle: async () => {},
  stop: async () => {
    await child.stop();
    await database.drop();
  },
});

/** All there are, by name, in the order of their turns. */
export const CONTESTANTS = new Map<string, (venue: Venue) => Promise<Contestant>>([
  ['tillstream', tillstream],
  ['insert', server('insert', 'insert', { from: 'servers' })],
  ['hand-written', server('hand-written', 'hand-written', { variant: 'plain' })],
  ['hand-written-cache', server('hand-written-cache', 'hand-written', { variant: 'cache' })],
  ['hand-written-statement', server('hand-written-statement', 'hand-written', { variant: 'statement' })],
  ['emmett', server('emmett', 'emmett')],
  ['vendure', vendure],
]);
