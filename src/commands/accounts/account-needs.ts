import type { KeyedHash } from '../clients/client-key.ts';
import type { ErasureService } from '../erasure/erasure-needs.ts';
import type { KeyLease } from '../keys/key-lease.ts';

/** What commands on accounts need. */
export interface AccountNeeds {
  /** Of the logins in claims. */
  readonly hash: KeyedHash;
  readonly erasure: Pick<ErasureService, 'subjectsOf' | 'forget'>;
  /** The wait for the read models to show this position begins now, beside the wait for the lease. */
  beginWait(position: number): void;
  /** Called for each changed account before the command answers, with its `accountKeyId`. */
  readonly lease: Pick<KeyLease, 'changed'>;
}
