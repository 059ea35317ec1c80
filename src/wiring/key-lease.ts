import type pg from 'pg';
import { createKeyChanges } from '../commands/keys/key-changes.ts';
import { createKeyLease, type KeyLease, type KeyLeaseOptions } from '../commands/keys/key-lease.ts';
import { createPool } from '../database/connection.ts';

export interface OpenKeyLeaseOptions extends Omit<KeyLeaseOptions, 'changes'> {
  readonly databaseUrl: string;
  readonly pool: pg.Pool;
}

/** The lease, with a separate connection for its checks: one without an answer is given up and made again. */
export const openKeyLease = ({ databaseUrl, pool, ...options }: OpenKeyLeaseOptions): KeyLease => {
  const checkPool = createPool(databaseUrl, { max: 1, name: 'tillstream keys', timeoutMs: 1_000 });
  const lease = createKeyLease({ changes: createKeyChanges({ checkPool, pool }), ...options });
  return {
    ...lease,
    close: async () => {
      await lease.close();
      await checkPool.end();
    },
  };
};
