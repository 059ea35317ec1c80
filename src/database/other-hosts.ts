import pg from 'pg';
import { SQLCLIENT_UNABLE_TO_ESTABLISH_SQLCONNECTION } from './sqlstate.ts';

/** Where one of several servers listens. */
export interface ServerAddress {
  readonly host: string;
  readonly port: number;
}

/** The parameter of an address that has the servers beside the first one: `host:port`, with commas between them. */
export const OTHER_HOSTS = 'other_hosts';
const SEVERAL = /^(postgres(?:ql)?:\/\/(?:[^@/]*@)?)([^/?#]*,[^/?#]*)(.*)$/;
const DEFAULT_PORT = 5432;
const PROBE_WITHIN_MS = 2_000;

/**
 * An address in the form of libpq, with several hosts between commas, as an address that everything can read: the first host, and the
 * others in a parameter. An address of one host stays as it is.
 */
export const withOtherHosts = (url: string): string => {
  const parts = SEVERAL.exec(url);
  if (!parts) return url;
  const [, before, hosts, after] = parts;
  const [first, ...others] = hosts!.split(',');
  if (!URL.canParse(`${before}${first}${after}`)) return url;
  const address = new URL(`${before}${first}${after}`);
  // There is no other use of several hosts here.
  address.searchParams.delete('target_session_attrs');
  address.searchParams.set(OTHER_HOSTS, others.join(','));
  return address.href;
};

/** All servers of an address, the first one first; undefined: it names only one. */
export const serversOf = (url: string | undefined): readonly ServerAddress[] | undefined => {
  if (url === undefined || !url.includes(OTHER_HOSTS) || !URL.canParse(url)) return undefined;
  const address = new URL(url);
  const others = address.searchParams.get(OTHER_HOSTS);
  if (!others) return undefined;
  return [address.host, ...others.split(',')].map((place) => {
    // An IPv6 address stands in brackets, which are no part of it.
    const [, inBrackets, name, port] = /^(?:\[(.*)\]|(.*?))(?::(\d+))?$/.exec(place)!;
    return { host: inBrackets ?? name!, port: port === undefined ? DEFAULT_PORT : Number(port) };
  });
};

/** The one that took writes when it was asked last, by the servers. */
const lastFound = new Map<string, ServerAddress>();

/** The server takes no writes: none of them does now, or it gave that up between two questions. */
export class NoPrimary extends Error {
  override name = 'NoPrimary';
  /** As Postgres names it: the connection could not be made. */
  readonly code = SQLCLIENT_UNABLE_TO_ESTABLISH_SQLCONNECTION;
}

/**
 * The server that takes writes. The last one that did is asked first.
 * @throws NoPrimary
 */
export const findPrimary = async (
  servers: readonly ServerAddress[],
  config: pg.ClientConfig,
): Promise<ServerAddress> => {
  const key = servers.map(({ host, port }) => `${host}:${port}`).join(',');
  const last = lastFound.get(key);
  for (const server of last ? [last, ...servers.filter((each) => each !== last)] : servers) {
    if (!(await takesWrites(server, config))) continue;
    lastFound.set(key, server);
    return server;
  }
  throw new NoPrimary('none of the servers takes writes');
};

const takesWrites = async ({ host, port }: ServerAddress, config: pg.ClientConfig): Promise<boolean> => {
  const client = new pg.Client({ ...config, connectionTimeoutMillis: PROBE_WITHIN_MS, query_timeout: PROBE_WITHIN_MS });
  Object.assign(client, { host, port });
  client.on('error', () => {});
  try {
    await client.connect();
    return await isPrimary(client);
  } catch {
    return false;
  } finally {
    client.end().catch(() => {});
  }
};

export const isPrimary = async (client: pg.ClientBase): Promise<boolean> =>
  !(await client.query<{ is_replica: boolean }>('select pg_is_in_recovery() as is_replica')).rows[0]!.is_replica;
