import type { EventType } from './event-catalogue.ts';
import { isRecord } from './is-record.ts';
import { namesOf } from './names-of.ts';
import { orderEvents } from './orders/events.ts';
import { listNames, referenceLists, retiringEventOf, whatOf } from './references/lists.ts';
import { reservationBookEvents } from './reservations/events.ts';

/** What an event is about: the kind, and the field of the event that has its id. */
type About = readonly [entity: string, idField: string];

const each = (types: readonly string[], about: About): Readonly<Record<string, About>> =>
  Object.fromEntries(types.map((type) => [type, about]));

/** Nobody sees what was never placed, or never booked. */
const isSeen = (type: string): boolean => !/Abandoned$|Forgone$/.test(type);

/**
 * The types of events that change what people see of a point, and what each is about. Numbers of cheques and holds of units
 * that were sold change nothing that is seen.
 */
const ABOUT: Readonly<Record<string, About>> = {
  ...each(namesOf(orderEvents).filter(isSeen), ['order', 'order_id']),
  ...each(namesOf(reservationBookEvents).filter(isSeen), ['reservation', 'reservation_id']),
  ...each(['WalkInSeated', 'WalkInLeft'] satisfies EventType[], ['table', 'table_id']),
  ...each(
    ['StopListSet', 'StopListCleared', 'UnitsTaken', 'UnitsReturned', 'UnitsPartlyReturned'] satisfies EventType[],
    ['stop_list', 'point_id'],
  ),
  ...each(['ShiftOpened', 'ShiftClosed', 'ShiftAccepted'] satisfies EventType[], ['shift', 'shift_id']),
  ...each(['MoneyMoved', 'AccountCounted'] satisfies EventType[], ['movement', 'movement_id']),
  ...each(
    [
      ...(['PointDefined', 'ClosedDayDefined', 'ClosedDayRemoved'] satisfies EventType[]),
      ...(['SpecialHoursDefined', 'SpecialHoursRemoved'] satisfies EventType[]),
    ],
    ['point', 'point_id'],
  ),
  ...each(['DeliveryZoneDefined', 'DeliveryZoneRemoved'] satisfies EventType[], ['zone', 'zone_id']),
  ...each(['ProductDefined'] satisfies EventType[], ['product', 'product_id']),
  ...each(['CategoryDefined', 'CategoryRetired', 'CategoryRestored'] satisfies EventType[], [
    'category',
    'category_id',
  ]),
  ...each(['MenuFolderDefined', 'MenuFolderRetired', 'MenuFolderRestored'] satisfies EventType[], [
    'menu_folder',
    'menu_folder_id',
  ]),
  ...each(['ShowcasePublished'] satisfies EventType[], ['showcase', 'menu_id']),
  ...each(
    [
      ...(['PricesSet', 'CostsSet', 'ProductsPutOnSale', 'ProductsWithdrawnFromSale'] satisfies EventType[]),
      ...(['MenuSectionClosed', 'MenuSectionOpened'] satisfies EventType[]),
    ],
    ['menu', 'point_id'],
  ),
  ...each(
    [
      ...(['EmployeeHired', 'EmployeeDetailsChanged', 'EmployeeBlocked'] satisfies EventType[]),
      ...(['EmployeeUnblocked', 'EmployeeDismissed', 'EmployeeErased'] satisfies EventType[]),
    ],
    ['employee', 'employee_id'],
  ),
  ...Object.fromEntries(
    listNames.flatMap((list): [string, About][] => {
      const { event, id } = referenceLists[list];
      const types = [event, retiringEventOf(list, true), retiringEventOf(list, false)];
      return types.map((type) => [type, [whatOf(list), id]]);
    }),
  ),
};

/** Every type of events that changes what people see of a point. */
export const POINT_CHANGE_TYPES: readonly string[] = Object.keys(ABOUT);

interface Happened {
  readonly type: string;
  readonly data: unknown;
  readonly metadata: { readonly point_id?: string | undefined };
}

/** What an event is about, in words that name no person. Undefined: it changes nothing that people see of a point. */
export const aboutOf = ({ type, data }: Pick<Happened, 'type' | 'data'>) => {
  const about = ABOUT[type];
  if (!about) return undefined;
  const [entity, idField] = about;
  const id = isRecord(data) ? data[idField] : undefined;
  return { entity, entity_id: id === undefined || id === null ? null : String(id) };
};

/** The point that the event belongs to. Undefined: it belongs to the whole brand, as employees do, who work anywhere. */
export const pointOf = ({ type, data, metadata }: Happened): string | undefined => {
  if (ABOUT[type]?.[0] === 'employee') return undefined;
  if (metadata.point_id !== undefined) return metadata.point_id;
  const id = isRecord(data) ? data.point_id : undefined;
  return typeof id === 'string' ? id : undefined;
};
