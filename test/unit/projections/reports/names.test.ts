import { expect, test } from 'vitest';
import { eventCatalogue } from '../../../../src/domain/event-catalogue.ts';
import type { RecordedEvent } from '../../../../src/event-store/event-store.ts';
import type { Row } from '../../../../src/projections/engine/projection.ts';
import { namesProjection } from '../../../../src/projections/reports/names/projection.ts';

const brand_id = '0197f000-0000-7000-8000-000000000001';
const point_id = '0197f000-0000-7000-8000-00000000000a';
/** Their names are in no report. */
const UNHEARD = [
  ...[
    'KeyIssued',
    'KeyTermsChanged',
    'DeliveryZoneDefined',
    'ShowcasePublished',
    'MotivationDefined',
    'ServiceConnected',
  ],
];
const NOTHING = { parent_id: null };

/** What the handler of the event writes. */
const written = (type: string, data: object): Row[] => {
  const rows: Row[] = [];
  const metadata = { occurred_at: '2026-03-02T09:00:00.000Z' };
  namesProjection.on[type]!({ type, data, metadata } as RecordedEvent, {
    put: (_table, row) => rows.push(row),
    insert: (_table, row) => rows.push(row),
    patch: (_table, key, columns) => rows.push({ patched: key, ...columns }),
    remove: () => expect.unreachable(),
    forget: () => expect.unreachable(),
  });
  return rows;
};

test.each([
  ['BrandCreated', { name: 'Choyxona' }, { kind: 'brand', id: brand_id, name: 'Choyxona', ...NOTHING }],
  [
    'PointDefined',
    { point_id, name: 'Centre', timezone: 'Asia/Tashkent' },
    { kind: 'point', id: point_id, name: 'Centre', timezone: 'Asia/Tashkent' },
  ],
  [
    'CategoryDefined',
    { category_id: 3, name: 'Soups', parent_id: 2, order_number: 7 },
    { kind: 'category', id: '3', name: 'Soups', parent_id: '2', place: 7 },
  ],
  [
    'MenuFolderDefined',
    { menu_folder_id: 4, name: 'Kitchen', parent_id: null, order_number: 1, is_active: false },
    { kind: 'menu_folder', id: '4', name: 'Kitchen', parent_id: null, place: 1 },
  ],
  [
    'ProductDefined',
    { product_id: 5, name: 'Plov', menu_folder_id: 4, type: 'product', unit: 'g', order_number: 2, base_price: 9 },
    { kind: 'product', id: '5', name: 'Plov', parent_id: '4', type: 'product', unit: 'g', place: 2 },
  ],
  [
    'PaymentTypeDefined',
    { payment_type_id: 6, name: 'Cash', category_id: 1, point_ids: [] },
    { kind: 'payment_type', id: '6', name: 'Cash', ...NOTHING },
  ],
  [
    'OrderTypeSubDefined',
    { order_type_sub_id: 7, name: 'App', order_type_id: 3 },
    { kind: 'order_type_sub', id: '7', name: 'App', ...NOTHING },
  ],
  ['CancelCauseDefined', { cancel_cause_id: 8, name: 'Late' }, { kind: 'cancel_cause', id: '8', name: 'Late' }],
  [
    'PaymentPurposeDefined',
    { payment_purpose_id: 9, name: 'Advance' },
    { kind: 'payment_purpose', id: '9', name: 'Advance' },
  ],
  [
    'HallDefined',
    { hall_id: 10, point_id, name: 'Terrace' },
    { kind: 'hall', id: '10', name: 'Terrace', parent_id: point_id },
  ],
  [
    'TableDefined',
    { table_id: 11, hall_id: 10, point_id, name: 'T1' },
    { kind: 'table', id: '11', name: 'T1', parent_id: '10' },
  ],
  [
    'AccountDefined',
    { account_id: 12, point_id: null, name: 'Safe', code: 'S' },
    { kind: 'account', id: '12', name: 'Safe', parent_id: null },
  ],
  ['RegionDefined', { region_id: 13, name: 'Tashkent' }, { kind: 'region', id: '13', name: 'Tashkent' }],
  [
    'DistrictDefined',
    { district_id: 14, region_id: 13, name: 'Chilonzor' },
    { kind: 'district', id: '14', name: 'Chilonzor', parent_id: '13' },
  ],
  [
    'ShiftOpened',
    { shift_id: 15, shift_number: 3, point_id, opened_at: '2026-03-02T04:00:00.000Z', timezone: 'UTC' },
    { kind: 'shift', id: '15', name: '3', parent_id: point_id, heard_at: '2026-03-02T04:00:00.000Z', timezone: 'UTC' },
  ],
  [
    'ShiftClosed',
    { shift_id: 15, point_id, closed_at: '2026-03-02T18:00:00.000Z' },
    { patched: { brand_id, kind: 'shift', id: '15' }, heard_at: '2026-03-02T18:00:00.000Z' },
  ],
  [
    'ShiftAccepted',
    { shift_id: 15, point_id, accepted_at: '2026-03-02T19:00:00.000Z' },
    { patched: { brand_id, kind: 'shift', id: '15' }, heard_at: '2026-03-02T19:00:00.000Z' },
  ],
])('%s names something', (type, data, row) => {
  const [first, ...others] = written(type, { brand_id, ...data });
  expect(others).toEqual([]);
  expect(first).toMatchObject('patched' in row ? row : { brand_id, ...row });
});

test.each(['EmployeeHired', 'EmployeeDetailsChanged'])('%s names an employee, a position and a role', (type) => {
  const personal = { employee_id: 20, login: 'aziza', name: 'Aziza' };
  const employee = { employee_id: 20, personal, role: 'waiter', role_name: 'Waiter' };
  expect(written(type, { brand_id, ...employee, position_id: 21, position_name: 'Senior waiter' })).toEqual([
    { brand_id, kind: 'employee', id: '20', name: 'Aziza', parent_id: '21', type: 'waiter' },
    { brand_id, kind: 'position', id: '21', name: 'Senior waiter', parent_id: null },
    { brand_id, kind: 'role', id: 'waiter', name: 'Waiter', parent_id: null },
  ]);
});

test('every event whose data have a name is heard, but for those of keys, showcases, zones, motivations and loyalty services', () => {
  const naming = Object.entries(eventCatalogue).filter(([, { schema }]) => 'name' in schema.shape);
  const unheard = naming.map(([type]) => type).filter((type) => !(type in namesProjection.on));
  expect(unheard).toEqual(expect.arrayContaining(['KeyIssued', 'ShowcasePublished']));
  expect(unheard).toEqual(UNHEARD);
});
