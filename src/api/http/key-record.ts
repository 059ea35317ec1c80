import type { Caller } from '../../commands/bus/caller.ts';
import type { OperatorConfirmation } from '../../domain/keys/events.ts';
import type { Language } from './messages/languages.ts';

/**
 * An access key as the HTTP layer needs it: who calls, what the caller may do, and the brand's language and currency.
 */
export interface KeyRecord extends Caller {
  readonly permissions: readonly string[];
  /** ISO 8601 instant; null: never. */
  readonly expires_at: string | null;
  readonly revoked: boolean;
  /**
   * Tokens of this key are good with this secret only, so they end when it changes. Null: as long as the key is good.
   */
  readonly token_binding: string | null;
  /** Null: the usual limit. */
  readonly requests_per_minute: number | null;
  readonly showcase_ids: readonly number[];
  /** Order type id -> the sub-type for orders that name none. */
  readonly default_order_type_sub_ids: Readonly<Record<string, number>>;
  readonly auto_confirm: boolean;
  readonly operator_confirmation: OperatorConfirmation;
  readonly source_id: number;
  /** The brand's. */
  readonly language: Language;
  readonly country_code: string;
  readonly currency: string;
}

/** Of a caller whose key has no terms of its own: the platform's, and a person's session. */
export const NO_TERMS = {
  expires_at: null,
  revoked: false,
  token_binding: null,
  requests_per_minute: null,
  showcase_ids: [],
  default_order_type_sub_ids: {},
  auto_confirm: false,
  operator_confirmation: 'none',
  source_id: 0,
} as const satisfies Partial<KeyRecord>;

/** Looks keys up, at every request. A key in memory is answered at once. */
export interface KeyDirectory {
  byHash(hash: string): Promise<KeyRecord | undefined>;
  byId(keyId: string): KeyRecord | undefined | Promise<KeyRecord | undefined>;
}
