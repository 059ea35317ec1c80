import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { eventCatalogue } from '../../../src/domain/event-catalogue.ts';

/** A field of any event, from the root of its data. `[]`: in each element of the list; `.*`: each member, whatever its name. */
type Field = string;

/** Texts of the system itself, and names of things, in whichever event. Nobody writes of a person there. */
const OF_THINGS: readonly Field[] = [
  ...[
    'timezone',
    'from.timezone',
    'movement.timezone',
    'to.timezone',
    'currency',
    'country_code',
    'business_day_cutoff',
    'key_hash',
    'invitation.hash',
  ],
  ...['start_time', 'end_time', 'before.start_time', 'before.end_time', 'prices[].window.from', 'prices[].window.to'],
  ...['open', 'close', 'working_hours[].open', 'working_hours[].close', 'events[]', 'source', 'request'],
  ...['image', 'logo', 'products[].image', 'categories[].image', 'plu', 'barcode', 'fiscal_code', 'unit', 'code'],
  ...['description', 'products[].description', 'products[].name', 'categories[].name', 'modifier_groups[].name'],
  ...['line.name', 'line.modifiers[].name', 'removed[].name', 'lines[].name', 'lines[].modifiers[].name'],
  ...[
    'lines[].product_name',
    'items[].name',
    'table.name',
    'table.hall_name',
    'before.table.name',
    'before.table.hall_name',
  ],
  ...['delivery.zone_name', 'payment_type_name', 'payments[].payment_type_name', 'deposit.payment_type_name'],
  ...['hold_id', 'payments[].loyalty.hold_id', 'cancel_cause_name', 'role', 'role_name', 'position_name'],
  ...['refunds[].payment_type_name', 'url', 'base_url'],
];

/** Fields that name a thing in these events. In another event they may name a person. */
const OF_THINGS_HERE: Readonly<Record<Field, readonly string[]>> = {
  name: [
    ...['BrandCreated', 'OrderTypeSubDefined', 'PaymentTypeDefined', 'PaymentPurposeDefined', 'CancelCauseDefined'],
    ...['HallDefined', 'TableDefined', 'RegionDefined', 'DistrictDefined', 'PointDefined', 'CategoryDefined'],
    ...['MenuFolderDefined', 'ProductDefined', 'DeliveryZoneDefined', 'ShowcasePublished', 'MotivationDefined'],
    'ServiceConnected',
  ],
  short_name: ['PointDefined'],
  phone: ['PointDefined'],
  address: ['PointDefined'],
  'entries[].external_id': ['ExternalIdsSet'],
};

const RESERVATION = [
  ...['ReservationBooked', 'ReservationMoved', 'ReservationDetailsChanged', 'ReservationConfirmed'],
  ...['ReservationDeclined', 'ReservationCancelled', 'ReservationSeated', 'ReservationClosed'],
  ...['ReservationMarkedNoShow', 'DepositSettled', 'DepositHeldAgain'],
];
const ORGANIZATION = ['OrganizationRegistered', 'OrganizationDetailsChanged'];
const SUPPLIER = ['SupplierRegistered', 'SupplierDetailsChanged'];
const MARKED = ['ShiftStarted', 'ShiftEnded', 'CheckOutRecorded', 'MarkDisregarded'];

/** Whoever sends it may have written a person into it. It stays plain, and docs/auditors.md has to say so. */
const MAY_NAME_A_PERSON: Readonly<Record<Field, readonly string[]>> = {
  name: [...ORGANIZATION, ...SUPPLIER, 'AccountDefined', 'KeyIssued', 'KeyTermsChanged'],
  short_name: ORGANIZATION,
  phone: [...ORGANIZATION, ...SUPPLIER],
  address: ORGANIZATION,
  tin: [...ORGANIZATION, ...SUPPLIER],
  type_name: SUPPLIER,
  account_name: ['ShiftAccepted'],
  'non_cash[].account_name': ['ShiftAccepted'],
  note: ['MoneyTransferred', 'OrganizationPaymentReceived', 'SupplierPaid'],
  document: ['SupplyRecorded', 'SupplyReturned'],
  'entries[].reason': ['StopListSet'],
  reason: [
    ...['ClosedDayDefined', 'SpecialHoursDefined', 'SupplyCancelled'],
    ...['ClientErased', 'GuestErased', 'EmployeeErased', 'AccountErased'],
  ],
  external_id: ['OrderPlaced', 'ChequeOpened', 'ChequeClosed', ...RESERVATION],
  'mark.event_id': MARKED,
  provider_payment_id: ['PaymentRegistered', 'RefundRequired'],
  customer_id: ['LoyaltyHoldRequested'],
  'payments[].loyalty.customer_id': ['ChequeClosed'],
};

type Schema = Readonly<Record<string, unknown>>;

/** Where a schema allows texts that are neither one of a list nor of a fixed form, as a date or a UUID is. */
const freeTexts = (schema: Schema, path: Field): Field[] => {
  const choices = ['anyOf', 'oneOf', 'allOf', 'prefixItems'].flatMap((name) => (schema[name] ?? []) as Schema[]);
  if (choices.length > 0) return choices.flatMap((choice) => freeTexts(choice, path));
  if (schema.enum !== undefined || schema.const !== undefined) return [];
  const types = [schema.type].flat();
  if (types.includes('array')) return freeTexts((schema.items ?? {}) as Schema, `${path}[]`);
  if (types.includes('object')) {
    const members = Object.entries((schema.properties ?? {}) as Record<string, Schema>);
    const others = schema.additionalProperties;
    return [
      ...members.flatMap(([name, member]) => freeTexts(member, path === '' ? name : `${path}.${name}`)),
      ...(typeof others === 'object' ? freeTexts(others as Schema, `${path}.*`) : []),
    ];
  }
  const isText = schema.type === undefined || types.includes('string');
  return isText && schema.format === undefined ? [path] : [];
};

const fieldsOf = (schema: z.ZodType): Field[] => freeTexts(z.toJSONSchema(schema, { unrepresentable: 'any' }), '');
const isSealed = (field: Field): boolean => field.startsWith('personal.');
const plain = Object.entries(eventCatalogue).flatMap(([type, { schema }]) =>
  fieldsOf(schema).flatMap((field) => (isSealed(field) ? [] : [{ type, field }])),
);

test('free texts are found wherever a schema has them', () => {
  const schema = z.object({
    id: z.uuid(),
    day: z.iso.date().nullable(),
    kind: z.enum(['a', 'b']),
    note: z.string().nullable(),
    list: z.array(z.object({ name: z.string(), count: z.int() })),
    either: z.union([z.int(), z.object({ text: z.string() })]),
    any: z.unknown(),
    byName: z.record(z.string(), z.string()),
    personal: z.object({ name: z.string() }),
  });
  const expected = ['note', 'list[].name', 'either.text', 'any', 'byName.*', 'personal.name'];
  expect(fieldsOf(schema)).toEqual(expected);
});

test('each free text of an event is sealed, or known to be plain', () => {
  const named = (list: Readonly<Record<Field, readonly string[]>>): string[] =>
    Object.entries(list).flatMap(([field, types]) => types.map((type) => `${type}.${field}`));
  const known = new Set([...named(OF_THINGS_HERE), ...named(MAY_NAME_A_PERSON)]);
  const found = plain.filter(({ field }) => !OF_THINGS.includes(field)).map(({ type, field }) => `${type}.${field}`);
  expect(found.toSorted()).toEqual([...known].toSorted());
  expect(OF_THINGS.filter((field) => !plain.some((it) => it.field === field))).toEqual([]);
});

test('the auditors’ guide names each plain field that may name a person, with the events that have it', () => {
  const guide = readFileSync(new URL('../../../docs/auditors.md', import.meta.url), 'utf8');
  const rows = guide.split('\n').filter((line) => line.startsWith('| `'));
  const missing = Object.entries(MAY_NAME_A_PERSON).flatMap(([field, types]) => {
    const named = rows.filter((row) => row.split('|')[1]!.includes(`\`${field}\``)).join('');
    return types.flatMap((type) => (named.includes(type) ? [] : `${type}.${field}`));
  });
  expect(missing).toEqual([]);
});
