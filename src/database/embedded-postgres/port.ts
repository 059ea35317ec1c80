import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import { EmbeddedPostgresError } from './error.ts';

/**
 * A free port of 127.0.0.1, below the range that systems use for outgoing connections: such a port may be in use when
 * we come back to it after a restart. Random, so that clusters that start at the same moment do not pick the same one.
 */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < 50; attempt++) {
    const port = randomInt(20_000, 30_000);
    if (await isFree(port)) return port;
  }
  throw new EmbeddedPostgresError('no free port was found for Postgres on 127.0.0.1');
}

export function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
