import { toLocalDate } from '../../domain/local-time.ts';
import type { Leg } from '../../domain/money/shapes.ts';
import { dayAt } from '../../domain/points/clocks.ts';
import type { DatedPoint } from '../../domain/points/state.ts';
import type { PaymentType } from '../../domain/references/events.ts';
import { type Entries, isMoney, PAYMENT_CATEGORY } from '../../domain/references/lists.ts';
import type { Brand } from '../../domain/references/state.ts';
import { invalid } from '../../domain/refusal.ts';
import { isKeysPoint, requireWholeBrand } from '../bus/caller.ts';
import { type CommandContext, isPast } from '../bus/context.ts';
import { requireBrand, requirePoint } from '../points/require-point.ts';
import type { ShiftPlaces } from './money-needs.ts';

/** The register that a command names: one of the two. */
export interface NamedRegister {
  readonly shift_id?: number | null | undefined;
  readonly account_id?: number | null | undefined;
}

interface RegisterOptions {
  /** The shift, or an account of a point, must be of this point. An account of the whole brand is used for it. */
  readonly point?: DatedPoint | null;
  /** Without `point`: the point that an account of the whole brand is used for. */
  readonly pointOfBrandAccount?: string | null | undefined;
  /** Stands before the names of the register's fields in errors. */
  readonly prefix?: string;
}

/** A register of the brand that the caller may use, with the point that its money is counted for. */
export interface Register extends Pick<Leg, 'register' | 'shift_id' | 'account_id' | 'source'> {
  readonly brand: Brand;
  /** Null: an account of the whole brand. */
  readonly point: DatedPoint | null;
  /** The register, with the payment type of its money: at a shift, cash if nothing else is said. */
  readonly leg: (movement_id: number, payment_type_id: number | null, field: string) => Leg;
}

/**
 * Finds the register. Throws register_required, shift_not_found, account_not_found (400).
 */
export const requireRegister = async (
  context: CommandContext,
  shifts: ShiftPlaces,
  { shift_id, account_id }: NamedRegister,
  { point = null, pointOfBrandAccount, prefix = '' }: RegisterOptions,
): Promise<Register> => {
  const { brand_id } = context;
  if ((shift_id == null) === (account_id == null)) throw invalid('register_required', { field: `${prefix}account_id` });
  const brand = await requireBrand(context, brand_id);
  if (shift_id != null) {
    const owner = await shifts.pointOfShift(brand_id, shift_id);
    const isOurs = isKeysPoint(context.caller, owner) && (point === null || owner === point.point_id);
    if (!isOurs) throw invalid('shift_not_found', { field: `${prefix}shift_id` });
    const register = { register: 'shift', shift_id, account_id: null, source: 'cashbox' } as const;
    return registerOf(context, brand, point ?? (await requirePoint(context, owner)), register);
  }
  const account = accountOf(brand, account_id!, point?.point_id, `${prefix}account_id`);
  if (account.point_id !== null && !isKeysPoint(context.caller, account.point_id)) {
    throw invalid('account_not_found', { field: `${prefix}account_id` });
  }
  const register = { register: 'account', shift_id: null, account_id: account_id!, source: account.source } as const;
  if (point) return registerOf(context, brand, point, register);
  const owner = account.point_id ?? pointOfBrandAccount ?? null;
  if (owner === null) requireWholeBrand(context);
  return registerOf(context, brand, owner === null ? null : await requirePoint(context, owner), register);
};

const registerOf = (
  context: CommandContext,
  brand: Brand,
  point: DatedPoint | null,
  register: Pick<Leg, 'register' | 'shift_id' | 'account_id' | 'source'>,
): Register => {
  const { occurred_at } = context;
  const day = point
    ? dayAt(point, occurred_at)
    : { timezone: brand.timezone, business_date: toLocalDate(occurred_at, brand.timezone) };
  const place = { point_id: point?.point_id ?? null, ...day, ...register };
  return {
    brand,
    point,
    ...register,
    leg: (movement_id, payment_type_id, field) => {
      const payment = paymentOf(context, brand, place, payment_type_id, field);
      return { movement_id, ...place, ...payment };
    },
  };
};

/** The payment type of a movement. A drawer without another word is cash. */
const paymentOf = (
  context: CommandContext,
  brand: Brand,
  { point_id, register }: Pick<Leg, 'point_id' | 'register'>,
  payment_type_id: number | null,
  field: string,
): Pick<Leg, 'payment_type_id' | 'payment_category_id'> => {
  if (payment_type_id !== null) {
    const { category_id } = moneyTypeOf(brand, payment_type_id, placeOfTypes(context, point_id), field);
    return { payment_type_id, payment_category_id: category_id };
  }
  if (register === 'account') return { payment_type_id: null, payment_category_id: null };
  const cash = Object.values(brand.payment_types).find(
    (type) => type.category_id === PAYMENT_CATEGORY.cash && isTakenAt(type, point_id),
  );
  return { payment_type_id: cash?.payment_type_id ?? null, payment_category_id: PAYMENT_CATEGORY.cash };
};

/**
 * Where the payment type must be taken. Money that moved earlier may be of a type that the point has given up since, and it
 * has moved all the same: then any type of the brand will do.
 */
export const placeOfTypes = (context: CommandContext, pointId: string | null): string | null =>
  isPast(context) ? null : pointId;

const isTakenAt = ({ point_ids }: PaymentType, pointId: string | null): boolean =>
  pointId === null || point_ids.includes(pointId);

/** A payment type that the point takes; null: any of the brand. Else payment_type_not_available (400). */
export const paymentTypeOf = (
  { payment_types }: Brand,
  paymentTypeId: number,
  pointId: string | null,
  field: string,
): PaymentType => {
  const type = payment_types[paymentTypeId];
  if (!type || !isTakenAt(type, pointId)) throw invalid('payment_type_not_available', { field });
  return type;
};

/** The same, of money: points and debts are not handed over. */
export const moneyTypeOf = (
  brand: Brand,
  paymentTypeId: number,
  pointId: string | null,
  field: string,
): PaymentType => {
  const type = paymentTypeOf(brand, paymentTypeId, pointId, field);
  if (!isMoney(type.category_id)) throw invalid('payment_type_not_available', { field });
  return type;
};

/** An account of the point, or of the whole brand. Else account_not_found (400). */
export const accountOf = (
  { accounts }: Brand,
  accountId: number,
  pointId: string | null | undefined,
  field: string,
): Entries['accounts'] => {
  const account = accounts[accountId];
  const isUsable = account && (pointId == null || account.point_id === null || account.point_id === pointId);
  if (!isUsable) throw invalid('account_not_found', { field });
  return account;
};

/** A payment purpose of the brand. Else payment_purpose_not_found (400). */
export const requirePurpose = (
  { payment_purposes }: Brand,
  purposeId: number,
  field: string,
): Entries['payment_purposes'] => {
  const purpose = payment_purposes[purposeId];
  if (!purpose) throw invalid('payment_purpose_not_found', { field });
  return purpose;
};
