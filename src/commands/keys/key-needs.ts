import type { KeyLease } from './key-lease.ts';

/** Makes and hashes API keys, which are shown once. */
export interface Secrets {
  mintApiKey(): string;
  hashApiKey(apiKey: string): string;
}

/** What commands on keys need. */
export interface KeyNeeds {
  readonly secrets: Secrets;
  /** The most requests a minute that a venue may give a key; the platform may give more. */
  readonly maxRequestsPerMinute: number;
  /** Has an api key lead to an access key that is about to be recorded. `hash`: of the api key. */
  noteIssued(hash: string, keyId: string): Promise<void>;
  /** The wait for the read models to show this position begins now, beside the wait for the lease. */
  beginWait(position: number): void;
  /** Called for each changed key before the command answers. */
  readonly lease: Pick<KeyLease, 'changed'>;
}
