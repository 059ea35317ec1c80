import { z } from 'zod';
import { asOf, fields, footer, readAs, row } from './answers.ts';
import { type Column, renderTable } from './render.ts';

const BALANCES = { debt: 'debt', prepaid: 'prepaid' };

const ORGANIZATIONS = fields({
  organization_id: 'id',
  name: 'organization',
  tin: 'TIN',
  district_name: 'district',
  debt_limit: 'limit',
  balance: 'balance',
});

const SUPPLIERS = fields({ supplier_id: 'id', name: 'supplier', type_name: 'type', tin: 'TIN', balance: 'balance' });

const PAYMENTS = fields({
  business_date: 'day',
  point_name: 'point',
  organization_name: 'organization',
  amount: 'amount',
  source: 'source',
  account_name: 'account',
  payment_type_name: 'payment',
  note: 'note',
});

const organizations = z.object({ totals: row, organizations: z.array(row), as_of: asOf });
const suppliers = z.object({ totals: row, suppliers: z.array(row), as_of: asOf });
const payments = z.object({
  totals: z.object({ count: z.int(), amount: z.number(), by_source: z.array(row) }),
  payments: z.array(row),
  as_of: asOf,
});
const registrations = z.object({ group_by: z.string(), rows: z.array(row), totals: row, as_of: asOf });

/** Below zero: the organization owes. */
export const renderOrganizations = (answer: unknown): string => {
  const { totals, organizations: rows, as_of } = readAs(organizations, answer);
  return balances(totals, ORGANIZATIONS, rows) + footer(rows.length, as_of);
};

/** Below zero: the venue owes. */
export const renderSuppliers = (answer: unknown): string => {
  const { totals, suppliers: rows, as_of } = readAs(suppliers, answer);
  return balances(totals, SUPPLIERS, rows) + footer(rows.length, as_of);
};

const balances = (totals: z.infer<typeof row>, columns: Column<z.infer<typeof row>>[], rows: z.infer<typeof row>[]) =>
  `${renderTable(fields(BALANCES), [totals])}${renderTable(columns, rows)}`;

/** The sums by source, and below them the payments. */
export const renderOrganizationPayments = (answer: unknown): string => {
  const { totals, payments: rows, as_of } = readAs(payments, answer);
  const bySource = renderTable(fields({ source: 'source', count: 'payments', amount: 'amount' }), totals.by_source);
  return `${bySource}${renderTable(PAYMENTS, rows)}${footer(rows.length, as_of)}`;
};

export const renderRegistrations = (answer: unknown): string => {
  const { group_by, rows, totals, as_of } = readAs(registrations, answer);
  const columns = fields({ [group_by]: group_by, new_clients: 'clients', new_organizations: 'organizations' });
  return `${renderTable(columns, rows, { ...totals, [group_by]: 'total' })}${footer(rows.length, as_of)}`;
};
