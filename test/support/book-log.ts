import type pg from 'pg';

interface Stay {
  readonly table: number;
  readonly from: string;
  readonly to: string;
  readonly status: string;
}

/** What the log says of a point's tables, read without a line of the book's own code. */
export interface BookInLog {
  /** Every moment at which two had the same table for the same time. */
  readonly overlaps: readonly string[];
  /** Every moment at which two parties sat at the same table. */
  readonly crowded: readonly string[];
  /** Reservations by their last status. */
  readonly statuses: Readonly<Record<string, number>>;
  readonly events: number;
}

const HOLDING = ['pending', 'created', 'opened'];

export const bookInLog = async (pool: pg.Pool, pointId: string): Promise<BookInLog> => {
  // biome-ignore lint/suspicious/noExplicitAny: payloads as they lie in the log
  const { rows } = await pool.query<{ position: number; type: string; data: any }>(
    'select position, type, data from log.events where stream = $1 order by revision',
    [`reservation_book-${pointId}`],
  );
  const stays = new Map<string, Stay>();
  const walkIns = new Map<number, number>();
  const overlaps: string[] = [];
  const crowded: string[] = [];
  const openedAt = (table: number): number =>
    [...stays.values()].filter((it) => it.status === 'opened' && it.table === table).length;
  const checkSeats = (table: number, position: number): void => {
    if ((walkIns.get(table) ?? 0) + openedAt(table) > 1) crowded.push(`${position}: table ${table}`);
  };
  for (const { position, type, data } of rows) {
    if (type === 'WalkInSeated') {
      walkIns.set(data.table_id, (walkIns.get(data.table_id) ?? 0) + 1);
      checkSeats(data.table_id, position);
      continue;
    }
    if (type === 'WalkInLeft') {
      walkIns.set(data.table_id, (walkIns.get(data.table_id) ?? 0) - 1);
      continue;
    }
    const stay = { table: data.table?.id ?? 0, from: data.starts_at, to: data.ends_at, status: data.status };
    stays.set(data.reservation_id, stay);
    if (stay.table === 0 || !HOLDING.includes(stay.status)) continue;
    if (stay.status === 'opened') checkSeats(stay.table, position);
    for (const [id, other] of stays) {
      if (id === data.reservation_id || other.table !== stay.table || !HOLDING.includes(other.status)) continue;
      if (other.from < stay.to && stay.from < other.to) overlaps.push(`${position}: ${id} and ${data.reservation_id}`);
    }
  }
  const statuses: Record<string, number> = {};
  for (const { status } of stays.values()) statuses[status] = (statuses[status] ?? 0) + 1;
  return { overlaps, crowded, statuses, events: rows.length };
};
