import { readFileSync } from 'node:fs';
import { createSecureContext, type SecureContext } from 'node:tls';
import { StoreUnavailable } from '../../event-store.ts';
import { parseConnectionString } from './client-internals.ts';

/** Which members of a cluster are asked to serve, as the address says it. */
export type NodePreference = 'leader' | 'follower' | 'read_only_replica' | 'random';

/** What a connection string says. */
export interface Address {
  /** `host:port` of each host it names. */
  readonly hosts: readonly string[];
  /** The hosts are asked for the node to use. Otherwise there is one host, and it is used. */
  readonly isCluster: boolean;
  readonly preference: NodePreference;
  /** How long a member may take to say what it knows of the cluster. */
  readonly askWithinMs: number;
  /** How often all members are asked before there is no node to be found, and the pause in between. */
  readonly rounds: number;
  readonly pauseMs: number;
  /** Undefined: connections are not encrypted. */
  readonly tls: SecureContext | undefined;
  /** How often a connection is probed, and how long the answer to a probe may take. */
  readonly keepAliveMs: number;
  readonly keepAliveTimeoutMs: number;
  /** Whom calls are made as. Never without TLS. */
  readonly user: User | undefined;
  /** What the server calls us in its logs. */
  readonly connectionName: string;
}

export interface User {
  readonly username: string;
  readonly password: string;
}

/** A frozen member costs a round this long, and no longer. */
const ASK_WITHIN_MS = 2_000;
const ROUNDS = 10;
const PAUSE_MS = 100;
const KEEP_ALIVE_MS = 10_000;

/**
 * @throws StoreUnavailable for a connection string that cannot be read. The message leaves the string out, because it
 * may hold a password.
 */
export const parseAddress = (url: string): Address => {
  try {
    return toAddress(url);
  } catch (error) {
    if (error instanceof StoreUnavailable) throw error;
    // The parser's own message repeats the string.
    const isFile = /certificate|userCertFile|ENOENT|EACCES|EISDIR/.test(String(error));
    throw new StoreUnavailable(
      isFile
        ? 'a file that the address names (tlsCAFile, userCertFile, userKeyFile) is missing, or can not be read'
        : 'not a valid EventStoreDB connection string (esdb://host:port?tls=…)',
    );
  }
};

const toAddress = (url: string): Address => {
  // KurrentDB is the new name of EventStoreDB, and the parser knows only the old one.
  const { user, rest } = splitUser(url.trim().replace(/^kurrentdb(?=[:+])/, 'esdb'));
  const parsed = parseConnectionString(withKnownOptions(rest));
  const tls = parsed.tls === false ? undefined : secureContextOf(parsed);
  const keepAlive = (ms = KEEP_ALIVE_MS): number => (ms < 0 ? Number.MAX_VALUE : ms);
  return {
    hosts: parsed.hosts.map(({ address, port }) => hostOf(address, port)),
    isCluster: parsed.dnsDiscover || parsed.hosts.length > 1,
    preference: parsed.nodePreference ?? 'leader',
    askWithinMs: parsed.gossipTimeout === undefined ? ASK_WITHIN_MS : parsed.gossipTimeout * 1_000,
    rounds: parsed.maxDiscoverAttempts ?? ROUNDS,
    pauseMs: parsed.discoveryInterval ?? PAUSE_MS,
    tls,
    keepAliveMs: keepAlive(parsed.keepAliveInterval),
    keepAliveTimeoutMs: keepAlive(parsed.keepAliveTimeout),
    user: tls && user,
    connectionName: parsed.connectionName ?? crypto.randomUUID(),
  };
};

/** The parser prints an address that has something strange, password and all, on the console: it never sees the password. */
const splitUser = (url: string): { readonly user: User | undefined; readonly rest: string } => {
  const { scheme, username, password } =
    /^(?<scheme>[^:]+:\/\/)(?<username>[^:]+):(?<password>[^@]+)@/.exec(url)?.groups ?? {};
  if (scheme === undefined || username === undefined || password === undefined) return { user: undefined, rest: url };
  const user = { username: decodeURIComponent(username), password: decodeURIComponent(password) };
  return { user, rest: scheme + url.slice(`${scheme}${username}:${password}@`.length) };
};

const OPTIONS = [
  ...['tls', 'tlsCAFile', 'userCertFile', 'userKeyFile', 'nodePreference', 'connectionName'],
  ...['gossipTimeout', 'maxDiscoverAttempts', 'discoveryInterval', 'keepAliveInterval', 'keepAliveTimeout'],
];
/** Other clients have them. The parser warns of the first one. */
const WITHOUT_EFFECT = ['tlsVerifyCert', 'defaultDeadline', 'throwOnAppendFailure', 'dnsDiscover'];
/** Of names that the parser takes for the same. */
const flat = (name: string): string => name.trim().toLowerCase().replace(/[_-]/g, '');
const KNOWN = new Set(OPTIONS.map(flat));
const IGNORED = new Set(WITHOUT_EFFECT.map(flat));

/** @throws StoreUnavailable for an option that is not known: its name may be misspelt. It may be a part of a password, too. */
const withKnownOptions = (url: string): string => {
  const [hosts, ...options] = url.split(/[?&]/);
  const names = (option: string): string => flat(option.split('=')[0]!);
  const used = options.filter((option) => !IGNORED.has(names(option)));
  if (used.every((option) => KNOWN.has(names(option)))) return [hosts, used.join('&')].filter(Boolean).join('?');
  throw new StoreUnavailable(`an option in the address is not known. These are: ${OPTIONS.join(', ')}`);
};

/** As grpc-js takes it. */
export const hostOf = (address: string, port: number): string =>
  address.includes(':') ? `[${address}]:${port}` : `${address}:${port}`;

interface TlsFiles {
  readonly tlsCAFile?: string;
  readonly userCertFile?: string;
  readonly userKeyFile?: string;
}

const secureContextOf = ({ tlsCAFile, userCertFile, userKeyFile }: TlsFiles): SecureContext => {
  const read = (path: string | undefined): Buffer | undefined => (path === undefined ? path : readFileSync(path));
  if ((userCertFile === undefined) !== (userKeyFile === undefined)) {
    throw new Error('userCertFile and userKeyFile belong together');
  }
  return createSecureContext({ ca: read(tlsCAFile), key: read(userKeyFile), cert: read(userCertFile) });
};
