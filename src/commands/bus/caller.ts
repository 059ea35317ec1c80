export type Audience = 'partner' | 'venue' | 'auditor' | 'platform';

/** The caller's key. Brand and points come from here alone, never from a request's body. */
export interface Caller {
  readonly key_id: string;
  readonly audience: Audience;
  /** Null only for the platform. */
  readonly brand_id: string | null;
  /** Null: every point of the brand. */
  readonly point_ids: readonly string[] | null;
  readonly name: string;
}

/** A partner's key, with what the venue set for it. */
export interface Partner extends Caller {
  readonly brand_id: string;
  /** ISO 3166 code of the brand's country: completes phone numbers. */
  readonly country_code: string;
  /** The brand's. */
  readonly language: string;
  readonly showcase_ids: readonly number[];
  readonly default_order_type_sub_ids: Readonly<Record<string, number>>;
  /** Orders go to the kitchen at once, before the till accepts them. */
  readonly auto_confirm: boolean;
  /** Which of its orders wait for an operator of the venue. */
  readonly operator_confirmation: 'none' | 'delivery' | 'all';
  readonly source_id: number;
}
