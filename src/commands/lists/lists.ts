import { entryOf } from '../../domain/collections/by-id.ts';
import type { DomainEvent } from '../../domain/decider.ts';
import { deliveryAreaDecider } from '../../domain/delivery/decide.ts';
import { catalogueDecider } from '../../domain/menu/catalogue/decide.ts';
import { showcaseDecider } from '../../domain/menu/showcase/decide.ts';
import type { Need } from '../../domain/needs.ts';
import { organizationDecider } from '../../domain/organizations/decide.ts';
import { payrollDecider } from '../../domain/payroll/decide.ts';
import { pointDecider } from '../../domain/points/decide.ts';
import { brandDecider } from '../../domain/references/decide.ts';
import { type ListName, listNames, referenceLists } from '../../domain/references/lists.ts';
import { everIn } from '../../domain/references/state.ts';
import { supplierDecider } from '../../domain/suppliers/decide.ts';
import type { CommandDefinition } from '../bus/command.ts';
import type { CommandContext } from '../bus/context.ts';
import { defineZone } from '../delivery/zones.ts';
import type { Handled } from '../loop/handled.ts';
import { defineCategory, defineMenuFolder, defineProduct } from '../menu/catalogue.ts';
import { publishShowcase } from '../menu/publish-showcase.ts';
import { registerOrganization } from '../organizations/register-organization.ts';
import { defineMotivation } from '../payroll/motivations.ts';
import { definePoint } from '../points/define-point.ts';
import { listCommands } from '../references/lists.ts';
import { registerSupplier } from '../suppliers/register-supplier.ts';
import type { ListNeeds, NeededThing } from './list-needs.ts';

type Entry = Readonly<Record<string, unknown>>;

/** How an entry is retired, or restored. */
export interface Retiring {
  /** Of these the read side knows what needs an entry, beside what the aggregate itself knows. */
  readonly needed?: NeededThing;
  handle(
    context: CommandContext,
    retiring: {
      readonly isRetired: boolean;
      readonly id: number;
      readonly entry: Entry;
      readonly needed_by: readonly Need[];
    },
  ): Promise<Pick<Handled<unknown, DomainEvent>, 'events' | 'position' | 'duplicate'>>;
}

/** A list of what a brand defines: ChangeHall, RetireHall and RestoreHall follow from its row. */
export interface EntryList {
  /** `PaymentType`. */
  readonly thing: string;
  /** What makes an entry, or replaces it. A change is the same with some of its fields. */
  readonly define: CommandDefinition<never>;
  /** The entry as it stands, also if it is retired. Undefined: the brand has none with this id. */
  known(context: CommandContext, id: never, needs: ListNeeds): Promise<Entry | undefined>;
  readonly not_found: string;
  readonly retiring?: Retiring;
}

const NEEDED: Readonly<Partial<Record<ListName, NeededThing>>> = {
  tables: 'table',
  payment_types: 'payment_type',
  order_type_subs: 'order_type_sub',
  accounts: 'account',
  regions: 'region',
  districts: 'district',
};

const ofReferences = (list: ListName): EntryList => {
  const { command, not_found } = referenceLists[list];
  const needed = NEEDED[list];
  return {
    // Accounts of people have a ChangeAccount of their own.
    thing: list === 'accounts' ? 'MoneyAccount' : command.replace(/^Define/, ''),
    define: listCommands.find(({ type }) => type === command)!,
    known: async (context, id) => {
      const brand = await context.load(brandDecider, context.brand_id);
      return brand ? everIn(brand, list)[id] : undefined;
    },
    not_found,
    retiring: {
      ...(needed && { needed }),
      handle: (context, { isRetired, id, needed_by }) => {
        const type = isRetired ? ('RetireReference' as const) : ('RestoreReference' as const);
        return context.handle(brandDecider, context.brand_id, { type, list, id, needed_by });
      },
    },
  };
};

const ofCatalogue = (
  list: 'categories' | 'menu_folders',
  row: Pick<EntryList, 'thing' | 'define' | 'not_found'> & { readonly needed: NeededThing },
): EntryList => ({
  ...row,
  known: async (context, id) => {
    const catalogue = await context.load(catalogueDecider, context.brand_id);
    return entryOf<Entry>(catalogue[list], id) ?? entryOf<Entry>(catalogue.retired[list], id);
  },
  retiring: {
    needed: row.needed,
    handle: (context, { isRetired, id, needed_by }) => {
      const type = isRetired ? ('RetireEntry' as const) : ('RestoreEntry' as const);
      return context.handle(catalogueDecider, context.brand_id, { type, list, id, needed_by });
    },
  },
});

/** What the brand of the caller has, of what has a stream of its own. */
const ofBrand = <Found extends { readonly brand_id: string }>(
  { brand_id }: CommandContext,
  found: Found | null,
): Found | undefined => (found?.brand_id === brand_id ? found : undefined);

/** The one table of lists whose entries can be changed in part. Employees and keys have UpdateEmployee and UpdateKey. */
export const entryLists: readonly EntryList[] = [
  ...listNames.map(ofReferences),
  ofCatalogue('categories', {
    thing: 'Category',
    define: defineCategory,
    not_found: 'category_not_found',
    needed: 'category',
  }),
  ofCatalogue('menu_folders', {
    thing: 'MenuFolder',
    define: defineMenuFolder,
    not_found: 'menu_folder_not_found',
    needed: 'menu_folder',
  }),
  {
    thing: 'Product',
    define: defineProduct,
    known: async (context, id) => entryOf((await context.load(catalogueDecider, context.brand_id)).products, id),
    not_found: 'product_not_found',
  },
  {
    thing: 'Point',
    define: definePoint,
    known: async (context, id) => ofBrand(context, await context.load(pointDecider, id)) as Entry | undefined,
    not_found: 'point_not_found',
  },
  {
    thing: 'Zone',
    define: defineZone,
    known: async (context, id, needs) => {
      const pointId = await needs.pointOfZone(context.brand_id, id);
      if (pointId === undefined) return undefined;
      const { zones, retired } = await context.load(deliveryAreaDecider, pointId);
      return (entryOf(zones, id) ?? entryOf(retired, id)) as Entry | undefined;
    },
    not_found: 'zone_not_found',
    retiring: {
      handle: (context, { isRetired, id: zone_id, entry }) => {
        const point_id = String(entry.point_id);
        const type = isRetired ? ('RetireZone' as const) : ('RestoreZone' as const);
        return context.handle(deliveryAreaDecider, point_id, { type, zone_id }, { point_id });
      },
    },
  },
  {
    thing: 'Showcase',
    define: publishShowcase,
    known: async (context, id) => ofBrand(context, await context.load(showcaseDecider, id)),
    not_found: 'menu_not_found',
  },
  {
    thing: 'Organization',
    define: registerOrganization,
    known: async (context, id) => ofBrand(context, await context.load(organizationDecider, id)) as Entry | undefined,
    not_found: 'organization_not_found',
  },
  {
    thing: 'Supplier',
    define: registerSupplier,
    known: async (context, id) => ofBrand(context, await context.load(supplierDecider, id)) as Entry | undefined,
    not_found: 'supplier_not_found',
  },
  {
    thing: 'Motivation',
    define: defineMotivation,
    known: async (context, id) =>
      entryOf((await context.load(payrollDecider, context.brand_id)).motivations, id)?.motivation,
    not_found: 'motivation_not_found',
  },
];

/** `payment type`, for people. */
export const inWords = ({ thing }: Pick<EntryList, 'thing'>): string =>
  thing.replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).toLowerCase();
