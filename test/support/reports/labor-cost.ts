import pg from 'pg';
import { expect } from 'vitest';
import type { HttpClient } from '../http-client.ts';

interface Cost {
  readonly employee_id: number;
  readonly point_id: string;
  readonly labor_cost: number;
}

const byPlace = (costs: readonly Cost[]): readonly Cost[] =>
  costs
    .filter(({ labor_cost }) => labor_cost !== 0)
    .toSorted((one, other) => one.employee_id - other.employee_id || (one.point_id < other.point_id ? -1 : 1));

/** What work cost, as the report and the view for analysts say, is what the payroll accrues, but for motivations. */
export const expectLaborCosts = async (
  databaseUrl: string,
  { partner, brand_id }: { readonly partner: Pick<HttpClient, 'get' | 'post'>; readonly brand_id: string },
  [date_from, date_to]: readonly [string, string],
): Promise<void> => {
  const { body } = await partner.get(`/v1/reports/payroll?date_from=${date_from}&date_to=${date_to}`);
  const paid: (Cost & Record<string, number>)[] = body.employees;
  const expected = paid.map(({ employee_id, point_id, accrued_amount, motivation_amount }) => ({
    employee_id,
    point_id,
    labor_cost: accrued_amount! - motivation_amount!,
  }));
  const days = { date_from, date_to };
  const asked = { kind: 'labor', ...days, group_by: ['employee', 'point'], measures: ['labor_cost'] };
  const report = await partner.post('/v1/reports/olap', asked);
  expect(report.status, JSON.stringify(report.body)).toBe(200);
  const shown: Cost[] = report.body.rows.map(({ employee_id, point_id, labor_cost }: Cost) => ({
    employee_id,
    point_id,
    labor_cost,
  }));
  expect(byPlace(shown), 'POST /v1/reports/olap').toEqual(byPlace(expected));
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ employee_id: string; point_id: string; labor_cost: string }>(
      `select employee_id, point_id, sum(labor_cost) as labor_cost from analytics.labor_costs
       where brand_id = $1 and date between $2 and $3 group by employee_id, point_id`,
      [brand_id, date_from, date_to],
    );
    const viewed = rows.map((row) => ({
      ...row,
      employee_id: Number(row.employee_id),
      labor_cost: Number(row.labor_cost),
    }));
    expect(byPlace(viewed), 'analytics.labor_costs').toEqual(byPlace(expected));
  } finally {
    await client.end();
  }
};
