import { sum } from '../../domain/money.ts';
import { MAX_REPORT_ROWS, requireFewRows } from '../reports/report-size.ts';
import type { Snapshot } from '../reports/snapshot.ts';

export const COUNTERPARTY_READ_MODELS = ['counterparties', 'names'] as const;

/** Whose balances a report shows. */
export interface BalancesRequest {
  readonly brand_id: string;
  /** Null: the balances of the whole brand. Else only what counts for these points. */
  readonly point_ids: readonly string[] | null;
  /** Only balances below zero. */
  readonly only_debt: boolean;
}

/** `debt`: the sum of what is owed; `prepaid`: of what was paid ahead. */
export interface BalanceTotals {
  readonly debt: number;
  readonly prepaid: number;
}

interface Registered {
  readonly balance: number;
  readonly registered_at: Date;
  readonly timezone: string;
}

export interface OrganizationRow extends Registered {
  readonly organization_id: number;
  readonly name: string;
  readonly short_name: string | null;
  readonly tin: string | null;
  readonly phone: string | null;
  readonly address: string | null;
  readonly region_id: number | null;
  readonly region_name: string | null;
  readonly district_id: number | null;
  readonly district_name: string | null;
  readonly is_own_point: boolean;
  readonly debt_limit: number | null;
}

export interface SupplierRow extends Registered {
  readonly supplier_id: number;
  readonly name: string;
  readonly phone: string | null;
  readonly tin: string | null;
  readonly type_name: string | null;
  readonly is_internal: boolean;
}

/** The organizations of a brand, or its suppliers, with their balances, by name. Throws report_too_large. */
const readBalances = async <Row extends Registered>(
  { db }: Snapshot,
  { brand_id, point_ids, only_debt }: BalancesRequest,
  sql: string,
): Promise<Row[]> => {
  const limited = `select * from (${sql}) rows where not $3 or balance < 0
    order by name, 1 limit ${MAX_REPORT_ROWS + 1}`;
  const { rows } = await db.query<Row>(limited, [brand_id, point_ids, only_debt]);
  requireFewRows(rows.length);
  return rows;
};

/** The opening balance counts for a point only where it was given one. */
const balanceOf = (alias: string): string => `
  (case when $2::uuid[] is null or ${alias}.point_id = any ($2) then ${alias}.opening_balance else 0 end
    + coalesce(entries.amount, 0))::bigint as balance`;

const entriesOf = ({ valid }: Snapshot, id: string, table: string): string => `
  (select ${id}, sum(amount) as amount from read.${table} e
   where e.brand_id = $1 and ($2::uuid[] is null or e.point_id = any ($2)) and ${valid('e')} group by 1) entries`;

export const organizationBalances = (snapshot: Snapshot, request: BalancesRequest): Promise<OrganizationRow[]> => {
  const { valid } = snapshot;
  const nameOf = (kind: string): string => `
    left join read.names ${kind} on ${kind}.brand_id = $1 and ${kind}.kind = '${kind}'
      and ${kind}.id = o.${kind}_id::text and ${valid(kind)}`;
  return readBalances(
    snapshot,
    request,
    `select o.organization_id, o.name, o.short_name, o.tin, o.phone, o.address, o.region_id, region.name as region_name,
       o.district_id, district.name as district_name, o.is_own_point, o.debt_limit, o.registered_at, o.timezone,
       ${balanceOf('o')}
     from read.organizations o
     left join ${entriesOf(snapshot, 'organization_id', 'organization_entries')} using (organization_id)
     ${nameOf('region')} ${nameOf('district')}
     where o.brand_id = $1 and ${valid('o')}`,
  );
};

export const supplierBalances = (snapshot: Snapshot, request: BalancesRequest): Promise<SupplierRow[]> =>
  readBalances(
    snapshot,
    request,
    `select s.supplier_id, s.name, s.phone, s.tin, s.type_name, s.is_internal, s.registered_at, s.timezone,
       ${balanceOf('s')}
     from read.suppliers s
     left join ${entriesOf(snapshot, 'supplier_id', 'supplier_entries')} using (supplier_id)
     where s.brand_id = $1 and ${snapshot.valid('s')}`,
  );

export const totalsOf = (rows: readonly Registered[]): BalanceTotals => ({
  debt: sum(rows, ({ balance }) => Math.max(0, 0 - balance)),
  prepaid: sum(rows, ({ balance }) => Math.max(0, balance)),
});
