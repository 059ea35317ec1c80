import { mapInTurns, sortInTurns } from '../../../concurrency/turns.ts';
import { sum } from '../../../domain/money.ts';
import type { PayrollRow } from '../../../domain/reports/payroll/payroll.ts';
import { requireFewRows } from '../../reports/report-size.ts';
import type { Snapshot } from '../../reports/snapshot.ts';
import type { AssignedMotivation } from './bases.ts';
import { readMotivations, readNames } from './queries-staff.ts';
import type { PayrollQuestion } from './question.ts';
import { readPayroll } from './read.ts';
import { byName } from './report.ts';

/** A motivation that is only proposed. */
export interface Proposal {
  readonly motivation: Omit<AssignedMotivation, 'motivation_id'>;
  /** The motivation whose place it takes. Null: it is a new one. */
  readonly replaces: number | null;
}

export interface PreviewRow {
  readonly point_id: string;
  readonly point_name: string;
  readonly employee_id: number;
  readonly employee_name: string | null;
  readonly motivation_amount: number;
  readonly proposed_amount: number;
  readonly difference: number;
}

export interface Preview {
  readonly rows: readonly PreviewRow[];
  readonly totals: Pick<PreviewRow, 'motivation_amount' | 'proposed_amount' | 'difference'>;
}

/** No motivation has this id. */
const PROPOSED = 0;

/** What motivations brought over a period, and what they would have brought with the proposed one. */
export const readPreview = async (
  snapshot: Snapshot,
  asked: PayrollQuestion,
  { motivation, replaces }: Proposal,
): Promise<Preview> => {
  const { brand_id } = asked;
  const known = await readMotivations(snapshot, brand_id);
  const motivations = [...known, { ...motivation, motivation_id: PROPOSED }];
  const payroll = await readPayroll(snapshot, asked, { motivations, withBalances: false });
  const points = await readNames(snapshot, brand_id, 'point');
  const amounts = async (isCounted: (id: number) => boolean) => {
    const rows = await payroll.rows(payroll.programs.filter((program) => isCounted(program.motivation_id)));
    return new Map(rows.filter(({ motivation_amount }) => motivation_amount !== 0).map((row) => [keyOf(row), row]));
  };
  const now = await amounts((id) => id !== PROPOSED);
  const then = await amounts((id) => (id === PROPOSED ? motivation.is_active : id !== replaces));
  const rows = await mapInTurns(new Map([...now, ...then]), ([key, { employee_id, point_id }]): PreviewRow => {
    const motivation_amount = now.get(key)?.motivation_amount ?? 0;
    const proposed_amount = then.get(key)?.motivation_amount ?? 0;
    const { employee_name } = payroll.staff.get(employee_id)!;
    const whose = { point_id, point_name: points.get(point_id) ?? '', employee_id, employee_name };
    return { ...whose, motivation_amount, proposed_amount, difference: proposed_amount - motivation_amount };
  });
  requireFewRows(rows.length);
  return {
    rows: await sortInTurns(rows, byName),
    totals: {
      motivation_amount: sum(rows, (row) => row.motivation_amount),
      proposed_amount: sum(rows, (row) => row.proposed_amount),
      difference: sum(rows, (row) => row.difference),
    },
  };
};

const keyOf = ({ employee_id, point_id }: Pick<PayrollRow, 'employee_id' | 'point_id'>): string =>
  `${employee_id} ${point_id}`;

/** Which of these ids the brand has, by kind. */
export interface BrandThings {
  readonly points: ReadonlySet<string>;
  readonly products: ReadonlySet<number>;
  readonly categories: ReadonlySet<number>;
  readonly menu_folders: ReadonlySet<number>;
  readonly employees: ReadonlySet<number>;
}

/** Everything of the brand that a motivation may name, as of the moment. */
export const readThings = async ({ db, valid }: Snapshot, brandId: string): Promise<BrandThings> => {
  const { rows } = await db.query<{ kind: string; id: string }>(
    `select kind, id from read.names as n
     where brand_id = $1 and kind in ('point', 'product', 'category', 'menu_folder', 'employee') and ${valid('n')}`,
    [brandId],
  );
  const of = (kind: string): string[] => rows.filter((row) => row.kind === kind).map(({ id }) => id);
  const numbers = (kind: string): Set<number> => new Set(of(kind).map(Number));
  return {
    points: new Set(of('point')),
    products: numbers('product'),
    categories: numbers('category'),
    menu_folders: numbers('menu_folder'),
    employees: numbers('employee'),
  };
};

/** Who has a motivation, active or not. Undefined: the brand has no such motivation. */
export const assignedTo = async (
  { db, valid }: Snapshot,
  brandId: string,
  motivationId: number,
): Promise<readonly number[] | undefined> => {
  const { rows } = await db.query<{ employee_ids: number[] }>(
    `select (select coalesce(array_agg(employee_id), '{}') from read.motivation_assignments as a
       where a.motivation_id = m.motivation_id and ${valid('a')}) as employee_ids
     from read.motivations as m where brand_id = $1 and motivation_id = $2 and ${valid('m')}`,
    [brandId, motivationId],
  );
  return rows[0]?.employee_ids;
};
