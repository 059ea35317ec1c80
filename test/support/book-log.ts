import type { EventStore } from '../../src/event-store/event-store.ts';

/** What the log says of a point's tables, read without a line of the book's own code. */
export interface BookInLog {
  /** Every moment at which two had the same table for the same time. */
  readonly overlaps: readonly string[];
  /** Every moment at which somebody got a table at which others sat, or were awaited then. */
  readonly crowded: readonly string[];
  /** Reservations by their last status. */
  readonly statuses: Readonly<Record<string, number>>;
  /** By reservation, every state it ever was in; see `stateOf`. */
  readonly states: ReadonlyMap<string, ReadonlySet<string>>;
  /** The cheque of each reservation that was ever seated. */
  readonly seatings: ReadonlyMap<string, number>;
  /** Of every booking, in order. */
  readonly external_ids: readonly string[];
  readonly command_ids: ReadonlySet<string>;
  readonly events: number;
}

interface State {
  readonly date: string;
  readonly start_time: string;
  readonly end_time: string;
  readonly table: { readonly id: number } | null;
  readonly status: string;
}

/** A reservation's place and status in one line, from an event or from an answer. */
export const stateOf = ({ date, start_time, end_time, table, status }: State): string =>
  `${date} ${start_time}-${end_time} at ${table?.id ?? 'no table'}: ${status}`;

/** Milliseconds, the end not included. */
interface Stay {
  readonly table: number;
  readonly from: number;
  readonly to: number;
  readonly holds: boolean;
}

interface Party {
  readonly reservation: string | null;
  readonly since: number;
}

const HOLDING = ['pending', 'created', 'opened'];
const DAY_MS = 24 * 3_600_000;
/** Of Tashkent, all year. */
const OFFSET_MS = 5 * 3_600_000;

/** Midnight after an instant. */
const endOfDay = (now: number): number => (Math.floor((now + OFFSET_MS) / DAY_MS) + 1) * DAY_MS - OFFSET_MS;

// biome-ignore lint/suspicious/noExplicitAny: payloads as they lie in the log
type Row = { position: number; type: string; data: any; occurred_at: string; command_id: string };

/** Of a point in Tashkent. */
export const bookInLog = async (store: EventStore, pointId: string): Promise<BookInLog> => {
  const events = await store.read(`reservation_book-${pointId}`);
  const rows = events.map(({ position, type, data, metadata }): Row => ({ position, type, data, ...metadata }));
  const stays = new Map<string, Stay>();
  const last = new Map<string, string>();
  const states = new Map<string, Set<string>>();
  const parties = new Map<number, Party>();
  const overlaps: string[] = [];
  const crowded: string[] = [];

  const heldBy = (table: number, from: number, to: number, but?: string): string[] =>
    [...stays]
      .filter(([id, it]) => id !== but && it.holds && it.table === table && it.from < to && from < it.to)
      .map(([id]) => id);

  const sit = (position: number, table: number, party: Party): void => {
    if (parties.has(table)) crowded.push(`${position}: table ${table} has guests`);
    const awaited = heldBy(table, party.since, party.since + 1, party.reservation ?? undefined);
    for (const id of awaited) crowded.push(`${position}: table ${table} awaits ${id}`);
    parties.set(table, party);
  };

  /** Until when those who sit there keep the table, as far as one can tell at `now`; their own time aside. */
  const keptUntil = ({ reservation }: Party, now: number): number => {
    const own = reservation === null ? undefined : stays.get(reservation);
    if (!own || now >= own.to) return endOfDay(now);
    return now < own.from ? Math.min(own.from, endOfDay(now)) : now;
  };

  const enter = ({ position, data, occurred_at }: Row): void => {
    const id: string = data.reservation_id;
    const before = stays.get(id);
    const [from, to] = [Date.parse(data.starts_at), Date.parse(data.ends_at)];
    const stay: Stay = { table: data.table?.id ?? 0, from, to, holds: HOLDING.includes(data.status) };
    stays.set(id, stay);
    if (before && last.get(id) === 'opened' && data.status !== 'opened') parties.delete(before.table);
    if (data.status === 'opened' && last.get(id) !== 'opened') {
      sit(position, stay.table, { reservation: id, since: Date.parse(data.seated_at) });
    }
    last.set(id, data.status);
    const seen = states.get(id) ?? new Set<string>();
    states.set(id, seen.add(stateOf(data)));

    if (stay.table === 0 || !stay.holds) return;
    for (const other of heldBy(stay.table, from, to, id)) overlaps.push(`${position}: ${other} and ${id}`);
    const isSamePlace = before?.holds && before.table === stay.table && before.from === from && before.to === to;
    const party = parties.get(stay.table);
    if (isSamePlace || !party || party.reservation === id) return;
    const until = keptUntil(party, Date.parse(occurred_at));
    if (from < until && to > party.since) crowded.push(`${position}: ${id} where guests sit`);
  };

  for (const row of rows) {
    const { type, position, data } = row;
    if (type === 'WalkInSeated') {
      sit(position, data.table_id, { reservation: null, since: Date.parse(data.seated_at) });
    } else if (type === 'WalkInLeft') {
      parties.delete(data.table_id);
    } else {
      enter(row);
    }
  }
  const statuses: Record<string, number> = {};
  for (const status of last.values()) statuses[status] = (statuses[status] ?? 0) + 1;
  return {
    overlaps,
    crowded,
    statuses,
    states,
    events: rows.length,
    seatings: new Map(
      rows
        .filter(({ type }) => type === 'ReservationSeated')
        .map(({ data }): [string, number] => [data.reservation_id, data.order_id]),
    ),
    external_ids: rows.filter(({ type }) => type === 'ReservationBooked').map(({ data }) => data.external_id),
    command_ids: new Set(rows.map(({ command_id }) => command_id)),
  };
};
