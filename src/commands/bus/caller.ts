import { type Access, accessToCommand, type Role } from '../../domain/accounts/roles.ts';
import type { KeyAudience, OperatorConfirmation } from '../../domain/keys/events.ts';
import { forbidden, notFound } from '../../domain/refusal.ts';

export type Audience = KeyAudience | 'platform';

/** The person behind a call. What the person may do follows from the role alone (src/domain/accounts/roles.ts). */
export interface CallersAccount {
  readonly id: number;
  readonly role: Role;
  /** Whom the person is as an employee. Null: no employee. */
  readonly employee_id: number | null;
}

/** The caller: a key, or a person. Brand and points come from here alone, never from a request's body. */
export interface Caller {
  /** Of a person: `accountKeyId`. */
  readonly key_id: string;
  /** Of a person: `venue`. */
  readonly audience: Audience;
  /** Null only for the platform. */
  readonly brand_id: string | null;
  /** Null: every point of the brand. */
  readonly point_ids: readonly string[] | null;
  /** Of a person, the person's name. */
  readonly name: string;
  /** Left out: the caller is a key. */
  readonly account?: CallersAccount;
}

/** A partner's key, with what the venue set for it. */
export interface Partner extends Caller {
  readonly brand_id: string;
  /** ISO 3166 code of the brand's country: completes phone numbers. */
  readonly country_code: string;
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

/**
 * How far the caller may give a command: audience_forbidden (403) for a key of another audience, role_forbidden (403) for a
 * person whose role does not have it.
 */
export const requireCommand = (
  caller: Caller,
  { type, audiences }: { readonly type: string; readonly audiences: readonly Audience[] },
): Access => {
  if (!audiences.includes(caller.audience)) throw forbidden('audience_forbidden');
  const access = caller.account ? accessToCommand(caller.account.role, type) : 'all';
  if (access === undefined) throw forbidden('role_forbidden');
  return access;
};
