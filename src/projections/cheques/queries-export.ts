import type pg from 'pg';

export interface ExportFilter {
  readonly brand_id: string;
  /** Null: every point of the brand. */
  readonly point_ids: readonly string[] | null;
  /** Business days, `YYYY-MM-DD`. */
  readonly days: readonly string[];
  /** Rows with a greater id. */
  readonly after_id: number;
  readonly limit: number;
}

export interface ExportPage {
  /** The rows as JSON objects, each followed by the next after `separator`. */
  readonly rows: string;
  readonly count: number;
  readonly has_more: boolean;
  /** Null: the page is empty. */
  readonly last_id: number | null;
}

interface Export {
  readonly table: string;
  /** What of a row `t` goes out, in the order of the contract. */
  readonly columns: string;
}

const local = (column: string, as = column): string =>
  `to_char(t.${column} at time zone t.timezone, 'YYYY-MM-DD HH24:MI:SS') as ${as}`;

/** What each export consists of (section "Exports"). */
const EXPORTS = {
  cheques: {
    table: 'read.cheques',
    columns: `t.id, t.point_id, t.cheque_number, t.business_date, ${local('opened_at')}, ${local('closed_at')},
      t.order_type_id, t.order_type_sub_id, t.source_id, t.external_id, t.waiter_id, t.cashier_id, t.courier_id,
      t.client_id, t.table_id, t.guests, t.goods_amount, t.discount, t.delivery_amount, t.total_amount, t.payments`,
  },
  cheque_lines: {
    table: 'read.cheque_lines',
    columns: `t.id, t.cheque_id, t.point_id, t.business_date, t.product_id, t.product_name, t.category_id, t.quantity,
      t.price, t.amount, t.discount, t.net_amount, t.cost, t.waiter_id, t.returned_quantity`,
  },
  returns: {
    table: 'read.returns',
    columns: `t.id, t.cheque_id, t.point_id, t.document_number, ${local('returned_at', 'created_at')}, t.business_date,
      t.total_amount, t.service_amount, t.delivery_amount, t.refunded_amount, t.debt_amount, t.payment_type_id,
      t.payment_type_name, l.lines`,
  },
} as const satisfies Record<string, Export>;

export type ExportName = keyof typeof EXPORTS;

const RETURN_LINES = `
  cross join lateral (
    select coalesce(json_agg(json_build_object(
      'cheque_line_id', cheque_line_id, 'product_id', product_id, 'product_name', product_name,
      'quantity', quantity, 'price', price, 'amount', amount, 'cost', cost
    ) order by cheque_line_id), '[]') as lines
    from read.return_lines where return_id = t.id
  ) l`;

/**
 * Ids of a page. Each day's rows lie in the index by id, so a page is merged from the heads of the days, and costs the
 * same wherever the cursor stands. Of most days a glance is enough: once the day that begins first fills the page,
 * nothing behind its last row can be on it.
 */
const pageOf = (table: string): string => {
  // Not `= any`: Postgres would search the index anew for each row, rather than read on and compare.
  const ofDay = `brand_id = $1 and ($2::uuid[] is null or array_position($2, point_id) is not null)`;
  const head = `select id from ${table} where ${ofDay} and business_date = d.day and id > $4 order by id`;
  return `
  with days as materialized (select day, (${head} limit 1) as first_id from unnest($3::date[]) as d (day)),
  first as materialized (
    select (${head} offset $5 limit 1) as last_id
    from (select day from days where first_id is not null order by first_id limit 1) as d
  )
  select h.id from days as d
  cross join lateral (
    select id from ${table}
    where ${ofDay} and business_date = d.day and id >= d.first_id
      and id <= coalesce((select last_id from first), ${Number.MAX_SAFE_INTEGER})
    order by id limit $5 + 1
  ) as h
  order by h.id limit $5 + 1`;
};

const compose = (name: ExportName): string => {
  const { table, columns } = EXPORTS[name];
  return `
  select coalesce(string_agg(json, $6::text order by id) filter (where place <= $5), '') as rows,
    count(*) filter (where place <= $5) as count,
    count(*) > $5 as has_more,
    max(id) filter (where place <= $5) as last_id
  from (
    select k.id, k.place, row_to_json(r)::text as json
    from (select id, row_number() over (order by id) as place from (${pageOf(table)}) as ids) as k
    cross join lateral (
      select ${columns} from ${table} as t${name === 'returns' ? RETURN_LINES : ''} where t.id = k.id
    ) as r
  ) as page`;
};

const QUERIES: Readonly<Record<ExportName, string>> = {
  cheques: compose('cheques'),
  cheque_lines: compose('cheque_lines'),
  returns: compose('returns'),
};

/**
 * A page of closed cheques, their lines or returns, in ascending order of ids. Postgres writes the JSON: read into
 * objects and written again here, a page would take several times as long.
 */
export const readExport = async (
  db: Pick<pg.Pool, 'query'>,
  name: ExportName,
  { brand_id, point_ids, days, after_id, limit }: ExportFilter,
  separator = ',',
): Promise<ExportPage> => {
  const { rows } = await db.query<ExportPage>(QUERIES[name], [brand_id, point_ids, days, after_id, limit, separator]);
  return rows[0]!;
};
