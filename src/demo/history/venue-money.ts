import type pg from 'pg';
import type { PaymentTypeView } from '../../projections/references/queries.ts';
import { demoEntries } from '../brand/demo-file.ts';

/** By their names in examples/brand. */
type Purpose = 'change_fund' | 'collection' | 'market' | 'advance' | 'salary' | 'suppliers' | 'rent';

/** Where a point's money goes, and whom it deals with. */
export interface HistoryMoney {
  readonly safe: number;
  readonly bank: number;
  readonly purposes: Readonly<Record<Purpose, number>>;
  /** The payment type of organizations. */
  readonly corporate: number;
  readonly organizations: readonly number[];
  readonly suppliers: readonly number[];
}

interface Named {
  readonly id: number;
  readonly name: string;
}

/** The accounts, purposes, organizations and suppliers of the demo brand, as they are now. */
export const loadMoney = async (
  pool: pg.Pool,
  brandId: string,
  pointId: string,
  types: readonly PaymentTypeView[],
): Promise<HistoryMoney | null> => {
  const accounts = await pool.query<{ account_id: number; source: string }>(
    `select account_id, source from read.money_accounts
     where known_to is null and brand_id = $1 and (point_id = $2 or point_id is null) order by account_id`,
    [brandId, pointId],
  );
  const named = await pool.query<Named & { kind: string }>(
    `select kind, id::bigint as id, name from read.names
     where known_to is null and brand_id = $1 and kind in ('payment_purpose', 'organization', 'supplier')
     order by kind, id::bigint`,
    [brandId],
  );
  const accountOf = (source: string) => accounts.rows.find((account) => account.source === source)?.account_id;
  const idsOf = (kind: string): number[] => named.rows.filter((it) => it.kind === kind).map(({ id }) => id);
  const purposeOf = (name: unknown) => named.rows.find((it) => it.kind === 'payment_purpose' && it.name === name)?.id;
  const purposes = demoEntries('payment_purposes').map(([key, { name }]) => [key, purposeOf(name)] as const);
  const corporateName = demoEntries('payment_types').find(([key]) => key === 'corporate')?.[1].name;
  const corporate = types.find(({ name }) => name === corporateName)?.id;
  const [safe, bank] = [accountOf('safe'), accountOf('bank')];
  const isWhole = purposes.every(([, id]) => id !== undefined);
  if (safe === undefined || bank === undefined || corporate === undefined || !isWhole) return null;
  return {
    safe,
    bank,
    corporate,
    organizations: idsOf('organization'),
    suppliers: idsOf('supplier'),
    // Whole: each purpose of the file has an id.
    purposes: Object.fromEntries(purposes) as HistoryMoney['purposes'],
  };
};
