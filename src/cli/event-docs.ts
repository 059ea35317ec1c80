import { z } from 'zod';
import { accountEvents } from '../domain/accounts/events.ts';
import { ownersEvents } from '../domain/accounts/owners.ts';
import { timesheetEvents } from '../domain/attendance/events.ts';
import { clientEvents, guestEvents } from '../domain/clients/events.ts';
import { deliveryEvents } from '../domain/delivery/events.ts';
import { employeeEvents } from '../domain/employees/events.ts';
import { externalIdEvents } from '../domain/external-ids/events.ts';
import { accessKeyEvents } from '../domain/keys/events.ts';
import { loyaltyEvents } from '../domain/loyalty/events.ts';
import { catalogueEvents } from '../domain/menu/catalogue/events.ts';
import { pointMenuEvents } from '../domain/menu/point-menu/events.ts';
import { showcaseEvents } from '../domain/menu/showcase/events.ts';
import { orderEvents } from '../domain/orders/events.ts';
import { organizationEvents } from '../domain/organizations/events.ts';
import { payrollEvents } from '../domain/payroll/events.ts';
import { readingEvents } from '../domain/personal/readings.ts';
import { pointEvents } from '../domain/points/events.ts';
import { brandEvents } from '../domain/references/events.ts';
import { reservationBookEvents } from '../domain/reservations/events.ts';
import { tillEvents } from '../domain/shifts/events.ts';
import { stopListEvents } from '../domain/stop-list/events.ts';
import { supplierEvents } from '../domain/suppliers/events.ts';
import type { EventCatalogue } from '../event-store/codec.ts';

const STREAMS: readonly (readonly [stream: string, guards: string, events: EventCatalogue])[] = [
  ['brand-<brand_id>', 'a brand and its reference lists', brandEvents],
  ['access_key-<key_id>', 'an access key: what it may do, and until when', accessKeyEvents],
  ['account-<account_id>', 'a person who may sign in: the role, the points, and which password counts', accountEvents],
  ['owners-<brand_id>', 'that a brand keeps an owner who may sign in', ownersEvents],
  ['point-<point_id>', 'a point: its name, place, hours and rules', pointEvents],
  ['catalogue-<brand_id>', 'categories, menu folders and products', catalogueEvents],
  ['point_menu-<point_id>', "a point's prices, costs, products off sale and closed sections", pointMenuEvents],
  ['delivery_area-<point_id>', 'the zones a point delivers to', deliveryEvents],
  ['external_ids-<brand_id>', 'the names that the outside has for things of a brand', externalIdEvents],
  ['showcase-<menu_id>', 'a menu for one channel', showcaseEvents],
  [
    'stop_list-<point_id>',
    'the products of a point that are limited now, and the units that orders hold',
    stopListEvents,
  ],
  ['till-<point_id>', 'one open shift at a time, and the numbers of cheques and returns', tillEvents],
  ['employee-<employee_id>', 'an employee, with what the employee earns and gets', employeeEvents],
  ['payroll-<brand_id>', 'the motivations of a brand', payrollEvents],
  ['timesheet-<employee_id>', "an employee's marks and attendance shifts, one sheet for each point", timesheetEvents],
  ['order-<order_id>', "an order, which is the till's cheque", orderEvents],
  [
    'reservation_book-<point_id>',
    "a point's tables: reservations, requests without a table, and guests who walk in",
    reservationBookEvents,
  ],
  ['organization-<organization_id>', 'an organization: its debt limit, charges, payments', organizationEvents],
  ['supplier-<supplier_id>', 'a supplier: its supplies and payments', supplierEvents],
  ['client-<client_id>', 'a guest of the brand: name, addresses, points', clientEvents],
  ['guest-<guest_id>', 'the erasure of a guest who was no client', guestEvents],
  ['reading-<key_id>', 'what an auditor has read of personal data', readingEvents],
  ['loyalty-<brand_id>', "the connection to a brand's loyalty service", loyaltyEvents],
];

interface JsonSchema {
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly JsonSchema[];
  readonly items?: JsonSchema;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
}

/** The event catalogue as Markdown. docs/events.md is this text; a test compares the two. */
export const describeEvents = (): string => {
  const sections = STREAMS.map(([stream, guards, events]) => {
    const types = Object.entries(events).map(([type, { version, schema }]) => {
      // The part of JSON Schema that the shapes of events use.
      const { properties = {} } = z.toJSONSchema(schema, { unrepresentable: 'any' }) as JsonSchema;
      const fields = Object.entries(properties).map(
        ([field, of]) => `\`${field}\` ${describe(of)}${field === 'personal' ? ' (sealed)' : ''}`,
      );
      return [`### ${type}`, `Version ${version}: ${fields.join('; ') || 'no fields'}.`, ''].join('\n');
    });
    return [`## \`${stream}\``, '', `Guards ${guards}.`, '', ...types].join('\n');
  });
  return `${HEADER}\n${sections.join('\n')}`;
};

const describe = (schema: JsonSchema): string => {
  if (schema.enum) return schema.enum.map(String).join(', ');
  if (schema.anyOf) return schema.anyOf.map(describe).join(' or ');
  if (schema.type === 'array' && schema.items) return `list of: ${describe(schema.items)}`;
  if (schema.properties) {
    const fields = Object.entries(schema.properties).map(([field, of]) => `${field}: ${describe(of)}`);
    return `{ ${fields.join('; ')} }`;
  }
  return [schema.format ?? schema.type ?? 'any'].flat().join(' or ');
};

const HEADER = `# Event catalogue

Every change is one of these events. They are never updated or deleted. Names are in the past tense. The payload has the
outcome with everything that later readers need, so a replay calculates nothing anew and asks no other service. Personal
data are under \`personal\`, and stored sealed; only \`client_id\` and \`employee_id\` in there are not. When the person is erased,
readers get null for all other members. \`npm run docs:events\` makes this page from the stored schemas.

Beside the payload every event has: position in the whole log, stream, revision in the stream, event id, schema version,
recorded_at, and metadata: occurred_at, actor (kind, id, name), brand_id, point_id where there is one, command_id,
correlation_id (the request id), causation_id.
`;

if (import.meta.main) process.stdout.write(describeEvents());
