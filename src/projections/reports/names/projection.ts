import type { EventOf } from '../../../domain/event-catalogue.ts';
import type { OrganizationDetails } from '../../../domain/organizations/events.ts';
import { type ListName, listNames, referenceLists } from '../../../domain/references/lists.ts';
import type { SupplierDetails } from '../../../domain/suppliers/events.ts';
import { defineProjection, type EventHandlers } from '../../engine/define-projection.ts';
import type { BatchWriter, Row } from '../../engine/projection.ts';
import { versioned } from '../../engine/versioned.ts';

const TABLE = 'names';

/** The field that names what stands above an entry of a list. Entries of other lists have nothing above them. */
const PARENTS: Readonly<Partial<Record<ListName, string>>> = {
  halls: 'point_id',
  tables: 'hall_id',
  accounts: 'point_id',
  districts: 'region_id',
};

/** What has a name. Ids of all kinds are text in one column. */
interface Named {
  readonly brand_id: string;
  readonly kind: string;
  readonly id: string | number;
  /** Null: an employee who was erased. */
  readonly name: string | null;
  readonly parent_id?: string | number | null;
}

const put = (write: BatchWriter, { id, parent_id = null, ...named }: Named, more: Row = {}): void =>
  write.put(TABLE, { ...named, ...more, id: String(id), parent_id: parent_id === null ? null : String(parent_id) });

/** The id field `hall_id` is of kind `hall`. */
const kindOf = (idField: string): string => idField.replace(/_id$/, '');

const putEntry =
  (list: ListName) =>
  ({ data }: { readonly data: Row }, write: BatchWriter): void => {
    const { id } = referenceLists[list];
    const parent = data[PARENTS[list] ?? ''] ?? null;
    put(write, {
      brand_id: String(data.brand_id),
      kind: kindOf(id),
      id: String(data[id]),
      name: String(data.name),
      parent_id: parent === null ? null : String(parent),
    });
  };

const putEmployee = ({ data }: EventOf<'EmployeeHired' | 'EmployeeDetailsChanged'>, write: BatchWriter): void => {
  const { brand_id, employee_id, role, role_name, position_id, position_name } = data;
  const { name } = data.personal;
  put(write, { brand_id, kind: 'employee', id: employee_id, name, parent_id: position_id }, { type: role });
  put(write, { brand_id, kind: 'position', id: position_id, name: position_name });
  put(write, { brand_id, kind: 'role', id: role, name: role_name });
};

const putOrganization = ({ data }: { readonly data: OrganizationDetails }, write: BatchWriter): void => {
  const { brand_id, organization_id, name, district_id } = data;
  put(write, { brand_id, kind: 'organization', id: organization_id, name, parent_id: district_id });
};

const putSupplier = (
  { data: { brand_id, supplier_id, name } }: { readonly data: SupplierDetails },
  write: BatchWriter,
) => put(write, { brand_id, kind: 'supplier', id: supplier_id, name });

/** A shift of the till is heard of when it is opened, closed and accepted. */
const hearOfShift = (write: BatchWriter, shift: { brand_id: string; shift_id: number }, heard_at: string): void =>
  write.patch(TABLE, { brand_id: shift.brand_id, kind: 'shift', id: String(shift.shift_id) }, { heard_at });

const on: EventHandlers = {
  BrandCreated: ({ data: { brand_id, name } }, write) => put(write, { brand_id, kind: 'brand', id: brand_id, name }),
  PointDefined: ({ data: { brand_id, point_id, name, timezone } }, write) =>
    put(write, { brand_id, kind: 'point', id: point_id, name }, { timezone }),
  CategoryDefined: ({ data }, write) => {
    const { brand_id, category_id, name, parent_id, order_number } = data;
    put(write, { brand_id, kind: 'category', id: category_id, name, parent_id }, { place: order_number });
  },
  MenuFolderDefined: ({ data, metadata: { occurred_at: since } }, write) => {
    const { brand_id, menu_folder_id, name, parent_id, order_number } = data;
    put(write, { brand_id, kind: 'menu_folder', id: menu_folder_id, name, parent_id }, { place: order_number, since });
  },
  ProductDefined: ({ data, metadata: { occurred_at: since } }, write) => {
    const { brand_id, product_id, name, menu_folder_id, type, unit, order_number } = data;
    const product = { brand_id, kind: 'product', id: product_id, name, parent_id: menu_folder_id };
    put(write, product, { type, unit, place: order_number, since });
  },
  ...Object.fromEntries(listNames.map((list) => [referenceLists[list].event, putEntry(list)])),
  EmployeeHired: putEmployee,
  EmployeeDetailsChanged: putEmployee,
  EmployeeErased: ({ data: { brand_id, employee_id } }, write) =>
    write.forget(TABLE, { brand_id, kind: 'employee', id: String(employee_id) }, { name: null }),
  OrganizationRegistered: putOrganization,
  OrganizationDetailsChanged: putOrganization,
  SupplierRegistered: putSupplier,
  SupplierDetailsChanged: putSupplier,
  ShiftOpened: ({ data }, write) => {
    const { brand_id, shift_id, shift_number, point_id, opened_at, timezone } = data;
    const shift = { brand_id, kind: 'shift', id: shift_id, name: String(shift_number), parent_id: point_id };
    put(write, shift, { heard_at: opened_at, timezone });
  },
  ShiftClosed: ({ data }, write) => hearOfShift(write, data, data.closed_at),
  ShiftAccepted: ({ data }, write) => hearOfShift(write, data, data.accepted_at),
};

/**
 * The names of everything that reports show, and what they were at each position of the log: a rename never splits a
 * row, and an answer as of a moment says the names of that moment.
 */
export const namesProjection = defineProjection({
  name: 'names',
  version: 2,
  tables: [
    versioned({
      name: TABLE,
      columns: {
        brand_id: 'uuid',
        /** point, product, category, menu_folder, employee, position, role, shift, brand, organization, supplier, or the kind
         * of a reference list. */
        kind: 'text',
        /** A number or a UUID; of a role its own word. */
        id: 'text',
        name: 'text',
        /** What stands above it: a product's or a folder's menu folder, a table's hall, an employee's position, an organization's district. */
        parent_id: 'text',
        /** Of a product its type, of an employee the role. */
        type: 'text',
        /** What a product is measured in. */
        unit: 'text',
        /** The place that the venue gave it among its neighbours. */
        place: 'integer',
        /** Of a product or a menu folder: when this version of it began for the venue, which may be before the log knew it. */
        since: 'timestamptz',
        /** Of a shift: when its till was last heard of in it. */
        heard_at: 'timestamptz',
        /** The clock of a point, or of a shift's point when the shift was opened. */
        timezone: 'text',
      },
      key: ['brand_id', 'kind', 'id'],
      // A product has a version for each change of its price: without this, all of them would be read for those of now.
      indexes: [['brand_id', 'kind', 'known_to']],
    }),
  ],
  on,
});
