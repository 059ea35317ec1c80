import { asked, detailsSql, shareOf } from './details-sql.ts';
import type { Scope } from './model.ts';
import { type Plan, type PlannedFilter, planWithin } from './plan.ts';
import { type Db, readReport, readTexts } from './read-report.ts';

/** What an event did to a cell. */
export interface DetailItem {
  readonly position: number;
  readonly cheque_id: number | null;
  readonly cheque_number: number | null;
  readonly business_date: string;
  /** By measure: amounts that add up to the cell. */
  readonly contribution: Readonly<Record<string, number>>;
  /** By measure: ids that the cell counts once each. */
  readonly distinct: Readonly<Record<string, readonly (number | string)[]>>;
}

export interface Details {
  /** The cell's measures. */
  readonly value: Readonly<Record<string, number | null>>;
  readonly items: readonly DetailItem[];
}

/** The value of a cell, and a page of the events behind it. */
export const readDetails = async (
  db: Db,
  plan: Plan,
  scope: Scope,
  { cell, ...page }: { readonly cell: readonly PlannedFilter[]; readonly after: number; readonly limit: number },
): Promise<Details> => {
  const ofCell = planWithin(plan, cell);
  const measures = asked(plan);
  let value = {};
  await readReport(db, ofCell, scope, {
    limits: { read: 1, rows: 1, subtotals: 0 },
    take: ({ part, values }) => {
      if (part === 'total')
        value = Object.fromEntries(measures.map(({ name }, index) => [name, numberOf(values[index])]));
    },
  });
  const rows = await readTexts(db, detailsSql(ofCell, scope, page));
  const told = (share: 'contribution' | 'distinct', texts: readonly (string | null)[]) =>
    Object.fromEntries(
      measures.flatMap((measure, index) =>
        shareOf(plan, measure) === share ? [[measure.name, JSON.parse(texts[index] ?? '[]')]] : [],
      ),
    );
  return {
    value,
    items: rows.map(([position, cheque, number, date, ...shares]) => ({
      position: Number(position),
      cheque_id: numberOf(cheque),
      cheque_number: numberOf(number),
      business_date: date!,
      contribution: told('contribution', shares),
      distinct: told('distinct', shares),
    })),
  };
};

const numberOf = (text: string | null | undefined): number | null => (text == null ? null : Number(text));
