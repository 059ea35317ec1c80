import { z } from 'zod';
import { ACCOUNT_SOURCES, type ListName, referenceLists } from '../../../domain/references/lists.ts';
import { listEntries } from '../../../projections/references/queries.ts';
import { queryId, queryInteger, queryList } from '../../http/query.ts';
import { atPoint, columnsOf, entryOf, OWN_POINTS } from './fields.ts';
import type { VenueList } from './list.ts';

interface District {
  readonly id: number;
  readonly region_id: number;
  readonly name: string;
}

type Given = Omit<VenueList, 'entry' | 'source' | 'command' | 'readAfter' | 'notFound' | 'tag'> & {
  /** Fields of the event that follow from others: the command does not take them. */
  readonly without?: readonly string[];
};

const ofReferences = (list: ListName, { without = [], ...given }: Given): VenueList => {
  const { id, schema, command, not_found } = referenceLists[list];
  const entry = entryOf(schema, id, ...without);
  return {
    ...given,
    tag: 'What was defined',
    command,
    entry,
    source: { table: list, id, columns: columnsOf(entry), retired: 'is_retired' },
    readAfter: 'venue',
    notFound: not_found,
  };
};

/** The readings of the brand's lists. */
export const referenceVenueLists: readonly VenueList[] = [
  ofReferences('halls', {
    thing: 'Hall',
    path: 'halls',
    summary: 'Halls of points',
    atPoints: OWN_POINTS,
    filters: { point_id: atPoint },
  }),
  ofReferences('tables', {
    thing: 'HallTable',
    path: 'hall-tables',
    summary: 'Tables of halls, as they were defined',
    without: ['point_id'],
    atPoints: OWN_POINTS,
    filters: { point_id: atPoint, hall_id: { query: queryId(), sql: 'hall_id = ?' } },
  }),
  ofReferences('payment_types', {
    thing: 'PaymentType',
    path: 'payment-types',
    summary: 'Payment types, with the points that take them',
    atPoints: { sql: 'point_ids && ?::uuid[]' },
    filters: { point_id: { query: atPoint.query, sql: '? = any (point_ids)' } },
  }),
  ofReferences('payment_purposes', {
    thing: 'PaymentPurpose',
    path: 'payment-purposes',
    summary: 'What money is moved for',
    atPoints: 'everything',
  }),
  ofReferences('order_type_subs', {
    thing: 'OrderTypeSub',
    path: 'order-type-subs',
    summary: 'Sub-types of order types',
    atPoints: 'everything',
    filters: { order_type_id: { query: queryInteger({ min: 1, max: 3 }), sql: 'order_type_id = ?' } },
  }),
  ofReferences('cancel_causes', {
    thing: 'CancelCause',
    path: 'cancel-causes',
    summary: 'Causes of cancellation',
    atPoints: 'everything',
  }),
  ofReferences('accounts', {
    thing: 'MoneyAccount',
    path: 'money-accounts',
    summary: 'Accounts: money outside of tills',
    atPoints: OWN_POINTS,
    filters: { point_id: atPoint, source: { query: queryList(ACCOUNT_SOURCES), sql: 'source = any (?)' } },
  }),
  ofReferences('regions', {
    thing: 'Region',
    path: 'regions',
    summary: 'Regions, with their districts',
    state: {
      schema: z.object({
        districts: z
          .array(z.object({ id: z.int(), name: z.string() }))
          .meta({ description: 'Those in use, by ascending id' }),
      }),
      of: async (pool, rows, { brandId }) => {
        const districts = await listEntries<District>(pool, 'districts', brandId, ['region_id', 'name']);
        const byRegion = Map.groupBy(districts, ({ region_id }) => region_id);
        return rows.map(({ id: regionId }) => ({
          districts: (byRegion.get(regionId as number) ?? []).map(({ id, name }) => ({ id, name })),
        }));
      },
    },
    atPoints: 'everything',
  }),
  ofReferences('districts', {
    thing: 'District',
    path: 'districts',
    summary: 'Districts of regions',
    atPoints: 'everything',
    filters: { region_id: { query: queryId(), sql: 'region_id = ?' } },
  }),
];
