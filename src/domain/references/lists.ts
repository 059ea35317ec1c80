import { z } from 'zod';
import { namesOf } from '../names-of.ts';

const id = z.int();
const brand_id = z.uuid();
const point_id = z.uuid();

/**
 * The categories of payment types (docs/domain.md#points-and-references). Card: or a terminal. Debt: eaten now, and
 * paid later.
 */
export const PAYMENT_CATEGORY = { cash: 1, card: 2, points: 4, online: 5, debt: 6 } as const;

/** Points and debts pay a cheque, but nobody hands over any money: they are no deposit and no movement. */
export const isMoney = (category: number): boolean =>
  category !== PAYMENT_CATEGORY.points && category !== PAYMENT_CATEGORY.debt;

/** The places of money outside of a till. */
export const ACCOUNT_SOURCES = ['safe', 'cash', 'bank', 'accountable'] as const;

export const orderTypeId = z.int().min(1).max(3);
export const ORDER_TYPES = { hall: 1, takeaway: 2, delivery: 3 } as const;

/** A list of the brand. Its entries are created, or replaced whole, or retired: gone from all choices, until restored. */
interface ReferenceList {
  /** The command that creates or replaces an entry. */
  readonly command: string;
  /** The event with the whole entry. */
  readonly event: string;
  /** The field with the entry's id. */
  readonly id: string;
  /** The refusal for an id that the brand does not have. */
  readonly not_found: string;
  readonly version: number;
  readonly schema: z.ZodObject;
}

/**
 * Every reference list, by its name (CONTRIBUTING.md, "Add a reference list"). A list’s special rules are in decide.ts.
 */
export const referenceLists = {
  order_type_subs: {
    command: 'DefineOrderTypeSub',
    event: 'OrderTypeSubDefined',
    id: 'order_type_sub_id',
    not_found: 'order_type_sub_not_found',
    version: 1,
    schema: z.object({
      brand_id,
      order_type_sub_id: id,
      name: z.string(),
      order_type_id: orderTypeId,
      is_default: z.boolean(),
    }),
  },
  payment_types: {
    command: 'DefinePaymentType',
    event: 'PaymentTypeDefined',
    id: 'payment_type_id',
    not_found: 'payment_type_not_found',
    version: 1,
    schema: z.object({
      brand_id,
      payment_type_id: id,
      name: z.string(),
      category_id: z.literal(Object.values(PAYMENT_CATEGORY)),
      /** The points that take it. */
      point_ids: z.array(point_id),
    }),
  },
  payment_purposes: {
    command: 'DefinePaymentPurpose',
    event: 'PaymentPurposeDefined',
    id: 'payment_purpose_id',
    not_found: 'payment_purpose_not_found',
    version: 1,
    schema: z.object({ brand_id, payment_purpose_id: id, name: z.string(), is_payout: z.boolean() }),
  },
  cancel_causes: {
    command: 'DefineCancelCause',
    event: 'CancelCauseDefined',
    id: 'cancel_cause_id',
    not_found: 'cancel_cause_not_found',
    version: 1,
    schema: z.object({
      brand_id,
      cancel_cause_id: id,
      name: z.string(),
      is_default: z.boolean(),
      is_comment_required: z.boolean(),
    }),
  },
  halls: {
    command: 'DefineHall',
    event: 'HallDefined',
    id: 'hall_id',
    not_found: 'hall_not_found',
    version: 1,
    schema: z.object({ brand_id, hall_id: id, point_id, name: z.string() }),
  },
  tables: {
    command: 'DefineTable',
    event: 'TableDefined',
    id: 'table_id',
    not_found: 'table_not_found',
    version: 1,
    schema: z.object({
      brand_id,
      table_id: id,
      hall_id: id,
      point_id,
      name: z.string(),
      /** Seats; null: not specified. */
      capacity: z.int().nullable(),
    }),
  },
  accounts: {
    command: 'DefineAccount',
    event: 'AccountDefined',
    id: 'account_id',
    not_found: 'account_not_found',
    version: 1,
    schema: z.object({
      brand_id,
      account_id: id,
      /** Null: of the whole brand. */
      point_id: point_id.nullable(),
      source: z.enum(ACCOUNT_SOURCES),
      code: z.string(),
      name: z.string(),
    }),
  },
  regions: {
    command: 'DefineRegion',
    event: 'RegionDefined',
    id: 'region_id',
    not_found: 'region_not_found',
    version: 1,
    schema: z.object({ brand_id, region_id: id, name: z.string() }),
  },
  districts: {
    command: 'DefineDistrict',
    event: 'DistrictDefined',
    id: 'district_id',
    not_found: 'district_not_found',
    version: 1,
    schema: z.object({ brand_id, district_id: id, region_id: id, name: z.string() }),
  },
} as const satisfies Readonly<Record<string, ReferenceList>>;

type Lists = typeof referenceLists;
export type ListName = keyof Lists;
export const listNames = namesOf(referenceLists);

/** An entry of each list, by the list's name. */
export type Entries = { readonly [List in ListName]: z.infer<Lists[List]['schema']> };

/** The lists' events, by their types. */
type ListEvents = {
  readonly [List in ListName as Lists[List]['event']]: Pick<Lists[List], 'version' | 'schema'>;
};
export const listEvents = Object.fromEntries(
  Object.values(referenceLists).map(({ event, version, schema }) => [event, { version, schema }]),
) as unknown as ListEvents;

type Ended<Event extends string, Ending extends string> = Event extends `${infer Thing}Defined`
  ? `${Thing}${Ending}`
  : never;

/** `HallRetired` and `HallRestored`: the id alone, because the entry stays what it was. */
type RetiringEvents = {
  readonly [List in ListName as Ended<Lists[List]['event'], 'Retired' | 'Restored'>]: {
    readonly version: 1;
    readonly schema: z.ZodObject<{ brand_id: z.ZodUUID } & Record<Lists[List]['id'], z.ZodInt>>;
  };
};

const endedAs = (event: string, ending: 'Retired' | 'Restored'): string => event.replace(/Defined$/, ending);

export const retiringEvents = Object.fromEntries(
  Object.values(referenceLists).flatMap(({ event, id: idField }) =>
    (['Retired', 'Restored'] as const).map((ending) => [
      endedAs(event, ending),
      { version: 1, schema: z.object({ brand_id, [idField]: id }) },
    ]),
  ),
) as unknown as RetiringEvents;

/** The type of the event by which an entry of the list is retired, or restored. */
export const retiringEventOf = (list: ListName, isRetired: boolean): string =>
  endedAs(referenceLists[list].event, isRetired ? 'Retired' : 'Restored');

const retiring = new Map<string, { readonly list: ListName; readonly isRetired: boolean }>(
  listNames.flatMap((list) =>
    [true, false].map((isRetired) => [retiringEventOf(list, isRetired), { list, isRetired }] as const),
  ),
);

/** The list of an entry that an event retires or restores. */
export const retiringOf = (eventType: string) => retiring.get(eventType);

/** What a list's entry is called in refusals: `payment_type`. */
export const whatOf = (list: ListName): string => referenceLists[list].id.replace(/_id$/, '');

const names = new Map<string, ListName>(listNames.map((name) => [referenceLists[name].event, name]));

/** The list of an event's entry. */
export const listOfEvent = (eventType: string): ListName | undefined => names.get(eventType);
