import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { invalid } from '../../domain/refusal.ts';

/**
 * An address that calls must not go to. Otherwise anybody who chooses an address could reach hosts behind the firewall.
 */
export class ForbiddenAddress extends Error {
  constructor() {
    super('the name leads to an address that is not public');
    this.name = 'ForbiddenAddress';
  }
}

/**
 * Addresses that are allowed in addition to public ones, if the settings say so. Never link-local ones, where clouds
 * keep their credentials.
 */
const PRIVATE = new Set(['loopback', 'private', 'uniqueLocal', 'carrierGradeNat']);

/** The only block of IPv6 that is assigned to the public so far. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/** Whether calls may go to a literal IP address. For a mapped address, the address inside counts. */
export const isAllowed = (address: string, allowPrivate: boolean): boolean => {
  if (isIP(address) === 0) return false;
  const parsed = ipaddr.process(address);
  const range = parsed.range();
  if (allowPrivate && PRIVATE.has(range)) return true;
  if (range !== 'unicast') return false;
  return parsed instanceof ipaddr.IPv4 || parsed.match(GLOBAL_UNICAST);
};

/**
 * Resolves a name for a connection, and throws ForbiddenAddress if one of its addresses is not allowed. The connection
 * goes to a checked address: it does not help if the name leads elsewhere a moment later.
 */
export const guardedLookup =
  (allowPrivate: boolean, lookup: LookupFunction): LookupFunction =>
  (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, found) => {
      if (error) return callback(error, []);
      const addresses = Array.isArray(found) ? found : [];
      if (!addresses.every(({ address }) => isAllowed(address, allowPrivate))) {
        return callback(new ForbiddenAddress(), []);
      }
      const [first] = addresses;
      if (options.all || !first) return callback(null, addresses);
      callback(null, first.address, first.family);
    });
  };

/** A host as URLs write it, without the brackets of IPv6. */
const bare = (hostname: string): string => hostname.replace(/^\[|\]$/g, '');

/** Throws ForbiddenAddress for a literal address that is not allowed: those are never looked up. */
export const requireAllowedHost = (hostname: string, allowPrivate: boolean): void => {
  const host = bare(hostname);
  if (isIP(host) && !isAllowed(host, allowPrivate)) throw new ForbiddenAddress();
};

/** Throws url_not_https, url_with_credentials or url_not_public (400) for an address that calls could never go to. */
export const checkOutboundUrl = (text: string, allowPrivate: boolean, field = 'url'): void => {
  const { protocol, username, password, hostname } = new URL(text);
  const isWeb = protocol === 'https:' || (allowPrivate && protocol === 'http:');
  if (!isWeb) throw invalid('url_not_https', { field });
  if (username !== '' || password !== '') throw invalid('url_with_credentials', { field });
  const host = bare(hostname).replace(/\.$/, '');
  const isHere = host === 'localhost' || host.endsWith('.localhost');
  const isForbidden = isIP(host) !== 0 && !isAllowed(host, allowPrivate);
  if (isForbidden || (isHere && !allowPrivate)) throw invalid('url_not_public', { field });
};
