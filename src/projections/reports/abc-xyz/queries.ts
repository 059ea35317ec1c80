import { mapInTurns } from '../../../concurrency/turns.ts';
import type { Bucket } from '../../../domain/reports/abc-xyz/period.ts';
import type { Snapshot } from '../snapshot.ts';

/** Whose sales a report is about. */
export interface Scope {
  readonly brand_id: string;
  /** Null: every point of the brand. */
  readonly point_ids: readonly string[] | null;
}

/** The business day of the first cheque. Null: there is none. */
export const firstChequeDay = async (snapshot: Snapshot, { brand_id, point_ids }: Scope): Promise<string | null> => {
  const { rows } = await snapshot.db.query<{ business_date: string }>(
    `select business_date from read.cheques as c
     where brand_id = $1 and ($2::uuid[] is null or point_id = any ($2)) and ${snapshot.valid('c')}
     order by business_date limit 1`,
    [brand_id, point_ids],
  );
  return rows[0]?.business_date ?? null;
};

export interface LineFilter extends Scope {
  readonly date_from: string;
  readonly date_to: string;
  readonly bucket: Bucket;
  /** Null: all. The category is the one that was stamped when the cheque was closed. */
  readonly category_ids: readonly number[] | null;
  readonly product_ids: readonly number[] | null;
}

/** What was sold of a product. */
export interface ProductSales {
  readonly product_id: number;
  readonly net_amount: bigint;
  /** Thousandths of money, of the lines with a known cost. Null: no line has one. */
  readonly gross_profit: bigint | null;
  /** The numbers of the buckets with sales, from 0, ascending, and the thousandths of units sold in each. */
  readonly buckets: readonly number[];
  readonly units: readonly bigint[];
}

interface StoredSales extends Pick<ProductSales, 'product_id' | 'buckets'> {
  readonly net_amount: string;
  readonly gross_profit: string | null;
  readonly units: readonly number[];
}

const DAYS: Readonly<Record<Bucket, number>> = { week: 7, day: 1 };

/** Sales by product and bucket, of the lines of closed cheques: at most `limit` products. */
export const salesByBucket = async (
  snapshot: Snapshot,
  { brand_id, point_ids, date_from, date_to, bucket, category_ids, product_ids }: LineFilter,
  limit: number,
): Promise<ProductSales[]> => {
  const { rows } = await snapshot.db.query<StoredSales>(
    `select product_id, sum(net_amount)::text as net_amount, trunc(sum(gross_profit) * 1000)::text as gross_profit,
       array_agg(bucket order by bucket) as buckets, array_agg((units * 1000)::bigint order by bucket) as units
     from (
       select product_id, (business_date - $3::date) / $5::integer as bucket, sum(quantity) as units,
         sum(net_amount) as net_amount,
         sum(net_amount - cost * quantity) filter (where cost is not null) as gross_profit
       from read.cheque_lines as l
       where brand_id = $1 and ($2::uuid[] is null or point_id = any ($2)) and business_date between $3 and $4
         and ($6::bigint[] is null or category_id = any ($6)) and ($7::bigint[] is null or product_id = any ($7))
         and ${snapshot.valid('l')}
       group by 1, 2
     ) as sold
     group by product_id limit $8`,
    [brand_id, point_ids, date_from, date_to, DAYS[bucket], category_ids, product_ids, limit],
  );
  return mapInTurns(rows, ({ net_amount, gross_profit, units, ...sold }) => ({
    ...sold,
    net_amount: BigInt(net_amount),
    gross_profit: gross_profit === null ? null : BigInt(gross_profit),
    units: units.map(BigInt),
  }));
};

/** A product, folder or category as it was named at the moment of the snapshot. */
export interface CatalogueName {
  readonly kind: 'product' | 'menu_folder' | 'category';
  readonly id: number;
  readonly name: string;
  readonly parent_id: number | null;
  readonly unit: string | null;
}

/** What the brand's catalogue had. Of products all, or only these. */
export const catalogueNames = async (
  snapshot: Snapshot,
  brandId: string,
  kinds: readonly CatalogueName['kind'][],
  ids: readonly number[] | null = null,
): Promise<CatalogueName[]> => {
  const { rows } = await snapshot.db.query<CatalogueName>(
    `select kind, id::bigint as id, name, parent_id::bigint as parent_id, unit from read.names as n
     where brand_id = $1 and kind = any ($2) and ($3::text[] is null or id = any ($3)) and ${snapshot.valid('n')}`,
    [brandId, kinds, ids?.map(String) ?? null],
  );
  return rows;
};

/** When a point's till was last heard of. */
export interface Freshness {
  readonly point_id: string;
  readonly point_name: string;
  /** Local time of the point. Null: never. */
  readonly last_sync_at: string | null;
}

/**
 * The last thing that each point's till told by then: a cheque closed, goods returned, a shift opened, closed or
 * accepted. What became of it afterwards does not matter: a cheque that was reopened was heard of, too.
 */
export const pointFreshness = async (
  { db, moment, valid }: Snapshot,
  { brand_id, point_ids }: Scope,
): Promise<Freshness[]> => {
  const { rows } = await db.query<Freshness>(
    `select p.id as point_id, p.name as point_name,
       to_char(heard.at at time zone heard.timezone, 'YYYY-MM-DD HH24:MI:SS') as last_sync_at
     from read.names as p
     left join lateral (
       select at, timezone from (
         (select closed_at as at, timezone from read.cheques
          where brand_id = $1 and point_id = p.id::uuid and known_from <= $3
          order by business_date desc, closed_at desc limit 1)
         union all
         (select returned_at, timezone from read.returns
          where brand_id = $1 and point_id = p.id::uuid and known_from <= $3
          order by business_date desc, returned_at desc limit 1)
         union all
         (select heard_at, timezone from read.names
          where brand_id = $1 and kind = 'shift' and parent_id = p.id and known_from <= $3
          order by heard_at desc limit 1)
       ) as facts
       order by at desc limit 1
     ) as heard on true
     where p.brand_id = $1 and p.kind = 'point' and ($2::text[] is null or p.id = any ($2)) and ${valid('p')}
     order by p.name, p.id`,
    [brand_id, point_ids, moment.position],
  );
  return rows;
};
