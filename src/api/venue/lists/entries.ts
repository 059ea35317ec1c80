import { z } from 'zod';
import { amount } from '../../../commands/fields/answer-fields.ts';
import { queryDate, queryId, queryList } from '../../http/query.ts';
import { atPoint, columnsOf, OWN_POINTS } from './fields.ts';
import type { ListFilter, VenueList } from './list.ts';

const accrual = z.object({
  id: z.int().meta({ description: 'As CancelAccrual takes it' }),
  kind: z.enum(['salary', 'bonus', 'fine']).meta({ description: 'salary: accrued by hand' }),
  employee_id: z.int(),
  point_id: z.uuid(),
  date: z.iso.date(),
  amount: amount().nullable().meta({ description: 'Null: a part of the KPI' }),
  kpi_percent: z.number().nullable(),
  note: z.string().nullable().meta({ description: 'The reason; null: none was said, or the employee was erased' }),
});

const supply = z.object({
  id: z.int().meta({ description: 'As CancelSupply takes it' }),
  kind: z.enum(['supply', 'return']).meta({ description: 'return: the goods went back' }),
  supplier_id: z.int(),
  point_id: z.uuid(),
  date: z.iso.date(),
  amount: amount(),
  document: z.string().nullable(),
});

/** The business days, both inclusive. */
const OF_DAYS: Readonly<Record<string, ListFilter>> = {
  date_from: { query: queryDate(), sql: 'business_date >= ?' },
  date_to: { query: queryDate(), sql: 'business_date <= ?' },
};

/** What was recorded of wages and of goods, entry by entry, so that one can be cancelled. What was cancelled is not there. */
export const entryVenueLists: readonly VenueList[] = [
  {
    thing: 'Accrual',
    path: 'accruals',
    tag: 'Payroll',
    summary: 'Bonuses, fines and salary that was accrued by hand, without what was cancelled',
    entry: accrual,
    source: {
      table: 'accruals',
      id: 'accrual_id',
      columns: columnsOf(accrual, { date: 'business_date', kpi_percent: 'kpi_percent::float8' }),
      only: 'known_to is null',
    },
    atPoints: OWN_POINTS,
    filters: {
      point_id: atPoint,
      employee_id: { query: queryId(), sql: 'employee_id = ?' },
      kind: { query: queryList(accrual.shape.kind.options), sql: 'kind = any (?)' },
      ...OF_DAYS,
    },
    readAfter: 'payroll',
    notFound: 'accrual_not_found',
  },
  {
    thing: 'Supply',
    things: 'Supplies',
    path: 'supplies',
    tag: 'Suppliers',
    summary: 'Supplies, and goods that went back to suppliers, without what was cancelled',
    entry: supply,
    source: {
      table: 'supplier_entries',
      id: 'id',
      columns: columnsOf(supply, { date: 'business_date', amount: 'abs(amount)' }),
      only: "known_to is null and kind <> 'payment'",
    },
    atPoints: OWN_POINTS,
    filters: { point_id: atPoint, supplier_id: { query: queryId(), sql: 'supplier_id = ?' }, ...OF_DAYS },
    readAfter: 'counterparties',
    notFound: 'supply_not_found',
  },
];
