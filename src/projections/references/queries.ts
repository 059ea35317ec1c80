import type pg from 'pg';
import type { Language } from '../../domain/references/events.ts';
import { type ListName, referenceLists } from '../../domain/references/lists.ts';

export interface OrderTypeSubView {
  readonly id: number;
  readonly name: string;
  readonly order_type_id: number;
  readonly is_default: boolean;
}

/** Order sub-types of the brand; of one order type, unless it is null. */
export const orderTypeSubs = async (
  pool: pg.Pool,
  brandId: string,
  orderTypeId: number | null = null,
): Promise<OrderTypeSubView[]> => {
  const { rows } = await pool.query<OrderTypeSubView>(
    `select order_type_sub_id as id, name, order_type_id, is_default from read.order_type_subs
     where brand_id = $1 and is_retired is not true and ($2::integer is null or order_type_id = $2)
     order by order_type_id, order_type_sub_id`,
    [brandId, orderTypeId],
  );
  return rows;
};

export interface PaymentTypeView {
  readonly id: number;
  readonly name: string;
  readonly category_id: number;
}

/** Payment types that a point of the brand takes. */
export const paymentTypes = async (pool: pg.Pool, brandId: string, pointId: string): Promise<PaymentTypeView[]> => {
  const { rows } = await pool.query<PaymentTypeView>(
    `select payment_type_id as id, name, category_id from read.payment_types
     where brand_id = $1 and $2::uuid = any(point_ids) and is_retired is not true
     order by payment_type_id`,
    [brandId, pointId],
  );
  return rows;
};

export interface CancelCauseView {
  readonly id: number;
  readonly name: string;
  readonly is_default: boolean;
  readonly is_comment_required: boolean;
}

export const cancelCauses = (pool: pg.Pool, brandId: string): Promise<CancelCauseView[]> =>
  listEntries(pool, 'cancel_causes', brandId, ['name', 'is_default', 'is_comment_required']);

/** Entries of a list of the brand that are in use, in the order of their creation: each has its id, as `id`, and these fields. */
export const listEntries = async <View extends object>(
  pool: pg.Pool,
  list: ListName,
  brandId: string,
  fields: readonly string[],
): Promise<View[]> => {
  const { id } = referenceLists[list];
  const { rows } = await pool.query<View>(
    `select ${[`${id} as id`, ...fields].join(', ')} from read.${list}
     where brand_id = $1 and is_retired is not true order by ${id}`,
    [brandId],
  );
  return rows;
};

/** What amounts of the brand are in: integers of 10^-currency_exponent of the currency. */
export interface BrandMoney {
  readonly currency: string;
  readonly currency_exponent: number;
}

export const moneyOf = async (pool: pg.Pool, brandId: string): Promise<BrandMoney> => {
  const { rows } = await pool.query<BrandMoney>(
    'select currency, currency_exponent from read.brands where brand_id = $1',
    [brandId],
  );
  return rows[0]!;
};

export interface BrandView extends BrandMoney {
  readonly id: string;
  readonly name: string;
  readonly country_code: string;
  readonly language: Language;
  readonly timezone: string;
}

export const brandOf = async (pool: pg.Pool, brandId: string): Promise<BrandView> => {
  const { rows } = await pool.query<BrandView>(
    `select brand_id as id, name, currency, currency_exponent, country_code, language, timezone
     from read.brands where brand_id = $1`,
    [brandId],
  );
  return rows[0]!;
};

/** The number of brands: none at the first start. */
export const brandsCount = async (pool: pg.Pool): Promise<number> => {
  const { rows } = await pool.query<{ count: number }>('select count(*) as count from read.brands');
  return rows[0]!.count;
};
