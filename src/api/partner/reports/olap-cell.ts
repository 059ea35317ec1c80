import { z } from 'zod';
import { validate } from '../../../commands/fields/validate.ts';
import { notAllowed } from '../../../domain/refusal.ts';
import type { Plan, PlannedFilter } from '../../../projections/reports/olap/plan.ts';
import { keyColumnsOf } from '../../../projections/reports/olap/report-sql.ts';
import { valueSchema } from './olap-body.ts';

/** Which cell: values of the answer's key columns, such as `{"product_id": 5}`. Not all of them: a subtotal. */
export const cellField = z
  .record(z.string(), z.unknown())
  .default({})
  .meta({
    description: `A row of the report, by its key columns: \`{"product_id": 5}\`. Names may stay in it, and change nothing. Fewer keys: all
rows that have them. None: the totals`,
  });

/** The conditions of a cell. Throws a Refusal for a column that the report's rows do not have. */
export const cellFilters = ({ keys }: Plan, cell: Readonly<Record<string, unknown>>): PlannedFilter[] => {
  const columns = keys.flatMap((key) => keyColumnsOf(key).map((column) => ({ ...column, key })));
  return Object.entries(cell).flatMap(([name, value]) => {
    const field = `cell.${name.slice(0, 64)}`;
    const column = columns.find((one) => one.name === name);
    if (!column) {
      const allowed = columns.filter(({ is }) => is === 'key').map((one) => one.name);
      throw notAllowed(field, allowed);
    }
    if (column.is !== 'key') return [];
    const schema = z.object({ cell: z.record(z.string(), valueSchema(column.type).nullable()) });
    const checked = validate(schema, { cell: { [name]: value } }).cell;
    return [{ name: column.key.name, test: { in: Object.values(checked) } }];
  });
};
