import type { IncomingHttpHeaders } from 'node:http';
import type { Logger } from 'pino';

/**
 * Looks for the headers of a proxy that TRUST_PROXY does not name, and says so once, without any address: behind such a proxy all
 * callers seem to have one address, and share what an address may do.
 */
export const createProxyWatch = (
  trustProxy: number,
  log: Pick<Logger, 'warn'>,
): ((headers: IncomingHttpHeaders) => void) => {
  let isSilent = trustProxy > 0;
  return (headers) => {
    if (isSilent || (headers['x-forwarded-for'] ?? headers.forwarded) === undefined) return;
    isSilent = true;
    log.warn(
      {},
      'a proxy forwards requests, and TRUST_PROXY is not set: all callers behind it share TOKEN_REQUESTS_PER_MINUTE; set TRUST_PROXY to the number of proxies',
    );
  };
};
