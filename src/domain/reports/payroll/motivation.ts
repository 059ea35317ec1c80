import { isWithin, type Period } from './days.ts';
import { homeOn, type Place, type Program, type Sold } from './facts.ts';
import { share } from './salary.ts';

export interface Motivated {
  readonly motivation_id: number;
  /** What the motivation counted: sales less returns. Of shifts: 0. */
  readonly sales: number;
  readonly amount: number;
}

/** What the motivations of an employee bring at a point, those that bring or count nothing left out. */
export const motivationsOf = (place: Place, programs: readonly Program[], period: Period): Motivated[] =>
  programs
    .filter((program) => isFor(program, place))
    .map((program) => ({ motivation_id: program.motivation_id, ...sumOf(place, program, period) }))
    .filter(({ sales, amount }) => sales !== 0 || amount !== 0);

const isFor = ({ employee_ids, point_ids }: Program, { employee_id, point_id }: Place): boolean =>
  employee_ids.has(employee_id) && (point_ids === null || point_ids.has(point_id));

const sumOf = (place: Place, program: Program, period: Period): { sales: number; amount: number } => {
  const { calculation_type, rate, base } = program;
  if (calculation_type === 'per_shift') {
    const days = [...place.work.values()].filter(({ date, is_worked }) => is_worked && isWithin(date, period));
    return { sales: 0, amount: days.length * share(rate, 1, 1_000) };
  }
  let [sales, amount] = [0, 0];
  for (const sold of calculation_type === 'point_sales_percent' ? daysOfPoint(place, program) : place.sold) {
    if (!isWithin(sold.date, period)) continue;
    const net = sold.net[base] ?? 0;
    sales += net;
    amount +=
      calculation_type === 'per_item' ? share(rate, sold.units[base] ?? 0, 1_000_000) : share(rate, net, 100_000);
  }
  return { sales, amount };
};

/**
 * The days whose sales of the point count: those on which the employee worked there. With `all` every day, at the points
 * that the motivation names, or at the employee's own point if it names none.
 */
const daysOfPoint = (place: Place, { days, point_ids }: Program): Iterable<Sold> => {
  const isAlways = (date: string) => days === 'all' && (point_ids !== null || homeOn(place, date).is_home);
  return place.sold_by_all.values().filter(({ date }) => isAlways(date) || place.work.get(date)?.is_worked === true);
};
