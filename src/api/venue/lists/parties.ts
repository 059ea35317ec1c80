import { z } from 'zod';
import { isoTimestamp } from '../../../commands/fields/answer-fields.ts';
import { organizationEvents } from '../../../domain/organizations/events.ts';
import { payrollEvents } from '../../../domain/payroll/events.ts';
import { supplierEvents } from '../../../domain/suppliers/events.ts';
import { queryId } from '../../http/query.ts';
import { columnsOf, entryOf, isFlag } from './fields.ts';
import type { EntryRow, VenueList } from './list.ts';

const organization = entryOf(organizationEvents.OrganizationDetailsChanged.schema, 'organization_id', 'changed_at');
const supplier = entryOf(supplierEvents.SupplierDetailsChanged.schema, 'supplier_id');
const motivation = entryOf(payrollEvents.MotivationDefined.schema, 'motivation_id');

const registered: VenueList['state'] = {
  schema: z.object({ registered_at: isoTimestamp() }),
  of: async (_pool, rows) => rows.map(({ registered_at }) => ({ registered_at })),
};

const ofCounterparties = { state: registered, atPoints: 'nothing', readAfter: 'counterparties' } as const;

/** The readings of counterparties and motivations. All of them are of the whole brand. */
export const partyVenueLists: readonly VenueList[] = [
  {
    ...ofCounterparties,
    thing: 'Organization',
    path: 'organizations',
    tag: 'Organizations',
    summary: 'Organizations, without their balances',
    command: 'RegisterOrganization',
    entry: organization,
    source: {
      table: 'organizations',
      id: 'organization_id',
      columns: [...columnsOf(organization), 'registered_at'],
      only: 'known_to is null',
    },
    filters: {
      region_id: { query: queryId(), sql: 'region_id = ?' },
      district_id: { query: queryId(), sql: 'district_id = ?' },
    },
    notFound: 'organization_not_found',
  },
  {
    ...ofCounterparties,
    thing: 'Supplier',
    path: 'suppliers',
    tag: 'Suppliers',
    summary: 'Suppliers, without their balances',
    command: 'RegisterSupplier',
    entry: supplier,
    source: {
      table: 'suppliers',
      id: 'supplier_id',
      columns: [...columnsOf(supplier), 'registered_at'],
      only: 'known_to is null',
    },
    notFound: 'supplier_not_found',
  },
  {
    thing: 'Motivation',
    path: 'motivations',
    tag: 'Payroll',
    summary: 'Motivations, with the employees who have them',
    command: 'DefineMotivation',
    entry: motivation,
    source: {
      table: 'motivations',
      id: 'motivation_id',
      columns: columnsOf(motivation, { rate: 'rate::float8' }),
      only: 'known_to is null',
    },
    state: {
      schema: z.object({ employee_ids: z.array(z.int()).meta({ description: 'As AssignMotivation takes them' }) }),
      of: async (pool, rows) => {
        const { rows: assigned } = await pool.query<{ motivation_id: number; employee_ids: number[] }>(
          `select motivation_id, array_agg(employee_id order by employee_id) as employee_ids
           from read.motivation_assignments where motivation_id = any ($1) and known_to is null group by 1`,
          [rows.map(({ id }: EntryRow) => id)],
        );
        const byId = new Map(assigned.map(({ motivation_id, employee_ids }) => [motivation_id, employee_ids]));
        return rows.map(({ id }) => ({ employee_ids: byId.get(id as number) ?? [] }));
      },
    },
    atPoints: 'nothing',
    filters: { is_active: isFlag('is_active') },
    readAfter: 'payroll',
    notFound: 'motivation_not_found',
  },
];
