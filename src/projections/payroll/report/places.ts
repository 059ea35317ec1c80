import { eachInTurns, groupInTurns, mapInTurns } from '../../../concurrency/turns.ts';
import {
  type Accrual,
  type DebtSums,
  NO_DEBT,
  type Payment,
  type Place,
  type Program,
  type Sold,
  type WagesKept,
  type Work,
} from '../../../domain/reports/payroll/facts.ts';
import type { Assignment } from '../../attendance/assignments.ts';
import { type Base, LEVELS, type Level } from './bases.ts';
import type { SoldBy } from './queries-sales.ts';
import type { StoredBalance, StoredTerms } from './queries-staff.ts';

interface OfPlace {
  readonly employee_id: number;
  readonly point_id: string;
}

/** Everything that was read. */
export interface Gathered {
  /** Ascending by their first day. */
  readonly assignments: ReadonlyMap<number, readonly Assignment[]>;
  readonly terms: readonly StoredTerms[];
  readonly balances: readonly StoredBalance[];
  readonly work: readonly (Work & OfPlace)[];
  readonly accruals: readonly (Accrual & OfPlace)[];
  readonly payments: readonly (Payment & OfPlace)[];
  readonly wagesKept: readonly (WagesKept & OfPlace)[];
  readonly debts: readonly (DebtSums & OfPlace)[];
  readonly sold: readonly SoldBy[];
  readonly programs: readonly Program[];
}

/** Every employee at every point where there may be something, by employee and point. Null: at every point. */
export const placesOf = async (gathered: Gathered, pointIds: readonly string[] | null): Promise<Place[]> => {
  const { assignments, balances, work, accruals, payments, wagesKept, debts, sold } = gathered;
  const terms = await groupInTurns(gathered.terms, keyOf);
  const facts = {
    balances: await groupInTurns(balances, keyOf),
    work: await groupInTurns(work, keyOf),
    accruals: await groupInTurns(accruals, keyOf),
    payments: await groupInTurns(payments, keyOf),
    wagesKept: await groupInTurns(wagesKept, keyOf),
    debts: await groupInTurns(debts, keyOf),
    sold: await groupInTurns(sold.filter(isOfSomebody), keyOf),
  };
  const byPoint = await pointDays(sold);
  const keys = new Map<string, OfPlace>();
  const meet = ({ employee_id, point_id }: OfPlace): void => {
    if (pointIds === null || pointIds.includes(point_id))
      keys.set(keyOf({ employee_id, point_id }), { employee_id, point_id });
  };
  const met: ReadonlyMap<string, readonly OfPlace[]>[] = [terms, ...Object.values(facts)];
  for (const groups of met) await eachInTurns(groups.values(), ([first]) => meet(first!));
  await eachInTurns(presentWithoutFacts(gathered), meet);

  const places = await mapInTurns(keys, ([key, { employee_id, point_id }]): Place[] => {
    const homes = assignments.get(employee_id)?.map(({ from, point_id: own }) => ({
      from,
      is_home: own === point_id,
      home: own === null ? [] : (terms.get(keyOf({ employee_id, point_id: own })) ?? []),
    }));
    if (!homes) return [];
    const [debt] = facts.debts.get(key) ?? [];
    const [{ is_home, home }, ...moves] = homes as [(typeof homes)[number], ...typeof homes];
    return [
      {
        employee_id,
        point_id,
        is_home,
        terms: { here: terms.get(key) ?? [], home },
        moves,
        work: new Map(facts.work.get(key)?.map((day) => [day.date, day])),
        sold: facts.sold.get(key) ?? [],
        sold_by_all: byPoint.get(point_id) ?? new Map(),
        accruals: facts.accruals.get(key) ?? [],
        payments: facts.payments.get(key) ?? [],
        debt: debt ? sumsOf(debt) : NO_DEBT,
        wages_kept: facts.wagesKept.get(key) ?? [],
        balance: facts.balances.get(key)?.at(-1) ?? null,
      },
    ];
  });
  return places.flat();
};

const keyOf = ({ employee_id, point_id }: OfPlace): string => `${employee_id} ${point_id}`;

const sumsOf = ({ debt_start, debt_added, debt_returned, debt_settled, debt_end }: DebtSums): DebtSums => ({
  debt_start,
  debt_added,
  debt_returned,
  debt_settled,
  debt_end,
});

const isOfSomebody = (sold: SoldBy): sold is SoldBy & OfPlace => sold.employee_id !== null;

/** Those whom a motivation pays for the sales of a point without being there. */
const presentWithoutFacts = ({ programs, assignments }: Gathered): OfPlace[] =>
  programs
    .filter(({ days, calculation_type }) => days === 'all' && calculation_type === 'point_sales_percent')
    .flatMap(({ employee_ids, point_ids }) =>
      [...employee_ids].flatMap((employee_id) => {
        const homes = assignments.get(employee_id)?.flatMap(({ point_id }) => point_id ?? []);
        return [...(point_ids ?? new Set(homes))].map((point_id) => ({ employee_id, point_id }));
      }),
    );

/** The sales of everybody, by point and day. */
const pointDays = async (sold: readonly SoldBy[]): Promise<Map<string, Map<string, Sold>>> => {
  const points = new Map<string, Map<string, Sold>>();
  await eachInTurns(sold, ({ point_id, date, net, units }) => {
    const days = points.get(point_id) ?? new Map<string, Sold>();
    points.set(point_id, days);
    const before = days.get(date);
    days.set(
      date,
      before ? { date, net: added(before.net, net), units: added(before.units, units) } : { date, net, units },
    );
  });
  return points;
};

const added = (one: readonly number[], other: readonly number[]): number[] =>
  one.map((value, index) => value + other[index]!);

/** The sums of all levels as one row for each waiter, point and day, in the order of all bases. */
export const mergeLevels = async (
  bases: readonly Base[],
  byLevel: Readonly<Record<Level, readonly SoldBy[]>>,
): Promise<SoldBy[]> => {
  const none = bases.map(() => 0);
  const merged = new Map<string, SoldBy & { readonly net: number[]; readonly units: number[] }>();
  for (const level of LEVELS) {
    const places = bases.flatMap((base, index) => (base.level === level ? [index] : []));
    await eachInTurns(byLevel[level], ({ employee_id, point_id, date, net, units }) => {
      const key = `${employee_id} ${point_id} ${date}`;
      const row = merged.get(key) ?? { employee_id, point_id, date, net: [...none], units: [...none] };
      merged.set(key, row);
      places.forEach((place, index) => {
        row.net[place] = net[index]!;
        row.units[place] = units[index] ?? 0;
      });
    });
  }
  return [...merged.values()];
};
