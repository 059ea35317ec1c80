import type { Direction, MONEY_SOURCES } from '../../domain/money/shapes.ts';
import { MAX_REPORT_ROWS } from '../reports/report-size.ts';
import type { Snapshot } from '../reports/snapshot.ts';
import { type Pause, streamTexts, type TextRow } from '../reports/stream-texts.ts';

export type MoneySource = (typeof MONEY_SOURCES)[number];

export interface MovementsFilter {
  readonly brand_id: string;
  /** Null: every point, and what is of the whole brand. */
  readonly point_ids: readonly string[] | null;
  /** Business days, both included. */
  readonly date_from: string;
  readonly date_to: string;
  /** Null: all. */
  readonly sources: readonly MoneySource[] | null;
  readonly direction: Direction | null;
}

/** The read models that these functions read. */
export const MOVEMENTS_FROM = ['money', 'names'];

type Reading = Pick<Snapshot, 'db' | 'valid'>;

/** The movements that pass a filter. `m` is a movement. */
const passing = ({ valid }: Pick<Reading, 'valid'>, filter: MovementsFilter) => {
  const { brand_id, date_from, date_to, point_ids, sources, direction } = filter;
  const values: unknown[] = [brand_id, date_from, date_to];
  const also = (condition: string, value: unknown): string => {
    if (value === null) return '';
    values.push(value);
    return ` and ${condition.replace('$', `$${values.length}`)}`;
  };
  const more =
    also('m.point_id = any ($::uuid[])', point_ids) +
    also('m.source = any ($)', sources) +
    also('m.direction = $', direction);
  const from = `read.money_movements as m
    where m.brand_id = $1 and m.business_date between $2 and $3 and ${valid('m')}${more}`;
  return { from, values };
};

/** From the drawer to the places that are farther away. */
const SOURCE_PLACE = `array_position(array['cashbox', 'safe', 'cash', 'bank', 'accountable'], m.source)`;
/** What came before what went. */
const DIRECTION_PLACE = `array_position(array['plus', 'minus'], m.direction)`;

export interface SourceTotal {
  readonly source: MoneySource;
  readonly plus: number;
  readonly minus: number;
  readonly count: number;
}

/** Of all movements that pass the filter. */
export const readTotals = async (reading: Reading, filter: MovementsFilter): Promise<SourceTotal[]> => {
  const { from, values } = passing(reading, filter);
  const { rows } = await reading.db.query<SourceTotal>(
    `select m.source, coalesce(sum(m.amount) filter (where m.direction = 'plus'), 0)::bigint as plus,
       coalesce(sum(m.amount) filter (where m.direction = 'minus'), 0)::bigint as minus, count(*)::integer as count
     from ${from} group by m.source order by ${SOURCE_PLACE}`,
    values,
  );
  return rows;
};

/** The columns of a movement as it is read, in this order. `created_at` is local, with fractions of seconds. */
export const MOVEMENT_VALUES = [
  ...(['point_id', 'register', 'id', 'business_date', 'created_at', 'source', 'account_id', 'direction'] as const),
  ...(['amount', 'operation', 'payment_purpose_id', 'payment_type_id', 'shift_id', 'note'] as const),
  ...(['party_kind', 'party_id', 'party_name'] as const),
];

/** Hands over each movement, in the order of the report. */
export const streamMovements = (
  reading: Reading,
  filter: MovementsFilter,
  take: (values: TextRow) => void,
  pause: Pause,
): Promise<void> => {
  const { from, values } = passing(reading, filter);
  const sqlOf: Partial<Record<(typeof MOVEMENT_VALUES)[number], string>> = {
    created_at: 'm.created_at at time zone m.timezone',
    // Of those that are named alone: a brand may have many suppliers and organizations.
    party_name: `(select n.name from read.names as n where n.brand_id = m.brand_id and n.kind = m.party_kind
      and n.id = m.party_id::text and ${reading.valid('n')})`,
  };
  const columns = MOVEMENT_VALUES.map((name) => sqlOf[name] ?? `m.${name}`);
  const text = `select ${columns.join(', ')} from ${from} order by m.business_date, m.created_at, m.register, m.id`;
  return streamTexts(reading.db, { text, values }, take, pause);
};

export const GROUPINGS = ['movement', 'day', 'purpose', 'day_purpose'] as const;
export type MovementGrouping = (typeof GROUPINGS)[number];

export interface MovementGroup {
  readonly business_date?: string;
  readonly source: MoneySource;
  readonly direction: Direction;
  readonly operation: string;
  readonly payment_purpose_id?: number | null;
  readonly count: number;
  readonly amount: number;
}

/** At most one group more than a report may have. */
export const readGroups = async (
  reading: Reading,
  filter: MovementsFilter,
  groupBy: Exclude<MovementGrouping, 'movement'>,
): Promise<MovementGroup[]> => {
  const { from, values } = passing(reading, filter);
  const day = groupBy === 'purpose' ? '' : 'm.business_date, ';
  const purpose = groupBy === 'day' ? '' : ', m.payment_purpose_id';
  const { rows } = await reading.db.query<MovementGroup>(
    `select ${day}m.source, m.direction, m.operation${purpose}, count(*)::integer as count, sum(m.amount)::bigint as amount
     from ${from} group by ${day}m.source, m.direction, m.operation${purpose}
     order by ${day}${SOURCE_PLACE}, ${DIRECTION_PLACE}, m.operation${purpose} limit ${MAX_REPORT_ROWS + 1}`,
    values,
  );
  return rows;
};

export interface Account {
  readonly code: string;
  readonly name: string;
}

/** The accounts of a brand as they were, by id. */
export const readAccounts = async ({ db, valid }: Reading, brandId: string): Promise<ReadonlyMap<string, Account>> => {
  const { rows } = await db.query<Account & { account_id: number }>(
    `select account_id, code, name from read.money_accounts as a where brand_id = $1 and ${valid('a')}`,
    [brandId],
  );
  return new Map(rows.map(({ account_id, ...account }) => [String(account_id), account]));
};
