import type { KeyAudience, OperatorConfirmation } from '../../domain/keys/events.ts';
import { forbidden, notFound } from '../../domain/refusal.ts';

export type Audience = KeyAudience | 'platform';

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
  readonly operator_confirmation: OperatorConfirmation;
  readonly source_id: number;
}

/**
 * If a command names a point that the caller's key is not for, the point does not exist for it: point_not_found (404).
 */
export const requireKeysPoint = (caller: Caller, pointId: string): void => {
  if (!isKeysPoint(caller, pointId)) throw notFound('point_not_found');
};

/** Whether a point, if any, is among those of the caller's key. */
export const isKeysPoint = (
  { point_ids }: Pick<Caller, 'point_ids'>,
  pointId: string | null | undefined,
): pointId is string => pointId != null && (point_ids === null || point_ids.includes(pointId));

/** A key that is limited to some points may not do what concerns the whole brand: points_forbidden (403). */
export const requireWholeBrand = ({ caller }: { readonly caller: Caller }): void => {
  if (caller.point_ids !== null) throw forbidden('points_forbidden');
};
