import { mapInTurns } from '../../concurrency/turns.ts';
import type { DomainEvent } from '../../domain/decider.ts';
import type { OrderEvent } from '../../domain/orders/events.ts';
import { evolveOrder } from '../../domain/orders/evolve.ts';
import { type Order, type OrderState, placedOrder, UNPLACED } from '../../domain/orders/state.ts';
import type { OrderStatus } from '../../domain/orders/status.ts';
import { packData } from '../../event-store/packing/packed-data.ts';
import { unpackJson } from '../../event-store/packing/packed-json.ts';
import type { TableDefinition } from '../engine/projection.ts';

/**
 * The events of orders, without those that only changed the status. They are separate rows: a row that changes is
 * written again as a whole, and an order changes some eight times.
 */
export const orderEventsTable: TableDefinition = {
  name: 'order_events',
  columns: {
    order_id: 'bigint',
    revision: 'integer',
    /** As packOrderEvent writes it. */
    event: 'text',
    /** What the event says of a person. Null: nothing, or the person was erased. */
    personal: 'text',
  },
  key: ['order_id', 'revision'],
};

/** The columns of an event, with its time in milliseconds. Lines of a closed cheque are those of its order, and are in another read model: they are left out. */
export const packOrderEvent = (
  event: OrderEvent & Required<Pick<DomainEvent, 'metadata'>>,
): { readonly event: string; readonly personal: string | null } => {
  const time = Date.parse(event.metadata.occurred_at);
  const data = event.type === 'ChequeClosed' ? { ...event.data, lines: [] } : event.data;
  if (!('personal' in data)) return { event: `["${event.type}",${packData(data)},${time}]`, personal: null };
  // TypeScript keeps events without `personal` here too.
  const { client_id, ...person } = data.personal as Personal;
  const rest = packData({ ...data, personal: { client_id } });
  return { event: `["${event.type}",${rest},${time}]`, personal: saysNothing(person) ? null : packData(person) };
};

interface Personal {
  readonly client_id: number | null;
  readonly [member: string]: unknown;
}

type PackedEvent = readonly [OrderEvent['type'], OrderEvent['data'], time: number];

const isEvent = (line: PackedEvent | object): line is PackedEvent => Array.isArray(line);

const saysNothing = (person: object): boolean =>
  Object.values(person).every((value) => value === null || (typeof value === 'object' && isEmpty(value)));

const isEmpty = (value: object): boolean => Object.keys(value).length === 0;

/** Everything that events of orders say of a person. */
const NOBODY = { name: null, phone: null, address: null, comment: null, reason: null, line_comments: {} };

/** SQL: the rows of an order as one text for `foldOrder`. An event is a line, and what it says of a person is the line after it. */
export const EVENTS_TEXT = `string_agg(event || coalesce(e'\n' || personal, ''), e'\n' order by revision)`;

/**
 * Bytes of events in a page of orders. As an answer they are some four times as long, and in memory more: pages of huge orders would
 * take the memory of the whole process.
 */
const MAX_PAGE_BYTES = 4_000_000;

/**
 * SQL: the orders of a page, by `order`, with their EVENTS_TEXT: as many as there is room for, and one at least. `has_next` says
 * whether the page had one after it.
 * @param page SQL that selects `order_id` and `order`
 */
export const pageWithEvents = (page: string, order: string): string => `
  select * from (
    select page.*, e.events, lead(true, 1, false) over by_place as has_next,
      sum(e.bytes) over by_place - e.bytes as bytes_before
    from (${page}) page
    cross join lateral (
      select ${EVENTS_TEXT} as events, coalesce(sum(octet_length(event)), 0) as bytes
      from read.order_events where order_id = page.order_id
    ) e
    window by_place as (order by page.${order})
  ) p
  where bytes_before < ${MAX_PAGE_BYTES}
  order by ${order}`;

/** A page of a list. */
export interface Page<Item> {
  readonly items: Item[];
  readonly has_more: boolean;
}

/** The page from rows of `pageWithEvents`, which was asked for one order more than `limit`. */
export const pageOfRows = async <Row extends { readonly has_next: boolean }, Item>(
  rows: readonly Row[],
  limit: number,
  toItem: (row: Row) => Item,
): Promise<Page<Item>> => {
  const shown = rows.slice(0, limit);
  return { items: await mapInTurns(shown, toItem), has_more: shown.at(-1)?.has_next ?? false };
};

/**
 * The order from its EVENTS_TEXT, folded by its own aggregate. Its row has the status. Its `status_times` lack those of
 * events that only changed the status.
 */
export const foldOrder = (events: string, status: OrderStatus): Order => {
  let state: OrderState = UNPLACED;
  const lines: (PackedEvent | object)[] = events.split('\n').map((line) => JSON.parse(unpackJson(line)));
  for (const [index, line] of lines.entries()) {
    if (!isEvent(line)) continue;
    const [type, data, time] = line;
    const person = lines[index + 1];
    const whole =
      'personal' in data
        ? { ...data, personal: { ...NOBODY, ...data.personal, ...(Array.isArray(person) ? null : person) } }
        : data;
    // Type and data are of one event: packOrderEvent wrote them together.
    const metadata = { occurred_at: new Date(time).toISOString() };
    state = evolveOrder(state, { ...({ type, data: whole } as OrderEvent), metadata });
  }
  const order = placedOrder(state);
  if (order === null) throw new Error('the events of an order do not begin with the order');
  return { ...order, status };
};
