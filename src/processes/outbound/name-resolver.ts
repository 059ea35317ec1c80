import { promises as dns, type LookupAddress, type RecordWithTtl } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { LRUCache } from 'lru-cache';
import { codeOf } from '../../database/thrown.ts';
import { createSystemFiles, type SearchList, type SystemFilesOptions } from './system-files.ts';

export interface NameResolverOptions extends SystemFilesOptions {
  /** `address:port` of name servers; by default those of /etc/resolv.conf. */
  readonly servers?: readonly string[] | undefined;
  /** Limit of one lookup with all its queries. */
  readonly timeoutMs?: number;
}

/** No address was found. The code says why, and contains no name. */
export class NameNotResolved extends Error {
  readonly code: string;
  constructor(code: string) {
    super('the name has no address');
    this.name = 'NameNotResolved';
    this.code = code;
  }
}

/** Less than the five seconds of a call, so that the call can report why it failed. */
const TIMEOUT_MS = 4_000;
/** Limit of the first query; c-ares doubles it for the second. */
const QUERY_MS = 1_000;
const TRIES = 2;
/** An answer is kept as long as its TTL says, between these bounds: a TTL of 0 must not cost a query for each call. */
const MIN_KEPT_S = 5;
const MAX_KEPT_S = 60;
const MAX_KEPT = 1_000;
/** More addresses of one name would be kept and checked for nothing. */
const MAX_ADDRESSES = 16;
const LOOPBACK = ['127.0.0.1', '::1'];

interface Answer {
  readonly addresses: readonly LookupAddress[];
  readonly ttl: number;
}

/**
 * Finds the addresses of names as `dns.lookup` does, but outside of libuv's thread pool: there a few silent name
 * servers would hold every thread, and all other work that needs one. Calls to the same name share a lookup. A lookup
 * ends in time: its queries are cancelled.
 */
export const createNameResolver = (options: NameResolverOptions = {}): LookupFunction => {
  const { servers, timeoutMs = TIMEOUT_MS } = options;
  const files = createSystemFiles(options);
  const kept = new LRUCache<string, readonly LookupAddress[]>({ max: MAX_KEPT });
  const underWay = new Map<string, Promise<readonly LookupAddress[]>>();

  const query = async (name: string): Promise<readonly LookupAddress[]> => {
    // One resolver for each lookup: cancelling it ends these queries alone, and changed name servers are noticed.
    const resolver = new dns.Resolver({ timeout: QUERY_MS, tries: TRIES });
    if (servers) resolver.setServers(servers);
    const timer = setTimeout(() => resolver.cancel(), timeoutMs);
    try {
      const { addresses, ttl } = await firstFound(resolver, candidates(name, files.search()));
      kept.set(name, addresses, { ttl: Math.min(Math.max(ttl, MIN_KEPT_S), MAX_KEPT_S) * 1_000 });
      return addresses;
    } finally {
      clearTimeout(timer);
    }
  };

  const resolve = (hostname: string): Promise<readonly LookupAddress[]> | readonly LookupAddress[] => {
    const name = hostname.toLowerCase();
    const local = isIP(name) ? [name] : files.hosts(name.replace(/\.$/, ''));
    if (local.length > 0) return local.map(toAddress);
    if (/^(.+\.)?localhost\.?$/.test(name)) return LOOPBACK.map(toAddress);
    const known = kept.get(name) ?? underWay.get(name);
    if (known) return known;
    const lookup = query(name).finally(() => underWay.delete(name));
    underWay.set(name, lookup);
    return lookup;
  };

  return (hostname, { family, all }, callback) => {
    // An answer that is known at once is also given later: `net` does not expect it during its question.
    Promise.resolve(resolve(hostname)).then(
      (found) => {
        const isWanted = (each: LookupAddress) => (family !== 4 && family !== 6) || each.family === family;
        const addresses = found.filter(isWanted);
        const [first] = addresses;
        if (!first) return callback(new NameNotResolved('ENOTFOUND'), []);
        if (all) return callback(null, addresses);
        callback(null, first.address, first.family);
      },
      (error: NodeJS.ErrnoException) => callback(error, []),
    );
  };
};

const toAddress = (address: string): LookupAddress => ({ address, family: isIP(address) });

/**
 * The full names that a name may stand for, in the order in which glibc tries them. A name that ends with a dot is
 * full.
 */
const candidates = (name: string, { domains, ndots }: SearchList): readonly string[] => {
  if (name.endsWith('.')) return [name.slice(0, -1)];
  const inDomains = domains.map((domain) => `${name}.${domain}`);
  const dots = name.split('.').length - 1;
  return dots >= ndots ? [name, ...inDomains] : [...inDomains, name];
};

/** No server has answered: the next name would be asked of the same silent servers. */
const SILENT: Readonly<Record<string, string>> = {
  ETIMEOUT: 'dns_timeout',
  ECANCELLED: 'dns_timeout',
  ECONNREFUSED: 'dns_unreachable',
};

const firstFound = async (resolver: dns.Resolver, names: readonly string[]): Promise<Answer> => {
  let reason = 'ENOTFOUND';
  for (const name of names) {
    const results = await Promise.allSettled([
      resolver.resolve4(name, { ttl: true }),
      resolver.resolve6(name, { ttl: true }),
    ]);
    const records = results.flatMap((result): RecordWithTtl[] => (result.status === 'fulfilled' ? result.value : []));
    if (records.length > 0) {
      const addresses = records.slice(0, MAX_ADDRESSES).map(({ address }) => toAddress(address));
      return { addresses, ttl: Math.min(...records.map(({ ttl }) => ttl)) };
    }
    const codes = results.map((result) => (result.status === 'rejected' ? String(codeOf(result.reason)) : ''));
    const silent = codes.find((each) => each in SILENT);
    if (silent !== undefined) throw new NameNotResolved(SILENT[silent]!);
    reason = codes.find((each) => each !== 'ENODATA' && each !== '') ?? 'ENOTFOUND';
  }
  throw new NameNotResolved(reason);
};
