import type { LoyaltyMethod } from '../../domain/loyalty/calls.ts';
import type { LoyaltyConnection } from '../../domain/loyalty/state.ts';
import type { SecretMint } from '../webhooks/new-secret.ts';

/** What came of a call to the loyalty service. */
export type LoyaltyAnswer =
  /** `body`: the answer as JSON; undefined: it is none. */
  | { readonly kind: 'done'; readonly status_code: number; readonly body: unknown }
  /** The service says no (4xx), in its own words if it has any. */
  | { readonly kind: 'refused'; readonly status_code: number; readonly words: string | null }
  /** It may have done it or not. */
  | { readonly kind: 'failed'; readonly status_code: number | null };

/** The time that is left for calls which belong together. */
export interface CallTime {
  leftMs(): number;
}

/** Port: what commands need of the brand's loyalty service. */
export interface LoyaltyService extends SecretMint {
  /** Throws url_not_https, url_with_credentials or url_not_public (400) for an address that calls could never go to. */
  checkUrl(url: string): void;
  /** Five seconds from now. */
  startTime(): CallTime;
  /** Calls the service, and waits for its answer in the time that is left. Never rejects for what the service does. */
  call(
    connection: LoyaltyConnection,
    method: LoyaltyMethod,
    body: { readonly operation_id: string },
    time: CallTime,
  ): Promise<LoyaltyAnswer>;
  /**
   * Withdraws the commit of a closing that was undone, unless it was tried. True: the service was told nothing of the
   * closing, and never will be. Always the same answer for the same commit.
   */
  withdrawCommit(commit: {
    readonly brand_id: string;
    readonly order_id: number;
    readonly operation_id: string;
    readonly at: string;
  }): Promise<boolean>;
}
