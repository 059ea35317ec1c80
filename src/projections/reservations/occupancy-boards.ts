import { LRUCache } from 'lru-cache';
import type pg from 'pg';
import { isHolding, type ReservationStatus } from '../../domain/reservation-book/status.ts';
import { createOccupancyBoard, type OccupancyBoard, type WalkInSeat } from './occupancy-board.ts';

/** What is taken at every point that was asked for lately, kept in memory. */
export interface OccupancyBoards {
  /** The board of the brand's point as the read model has it now: to be asked at once, and not kept. */
  find(brandId: string, pointId: string): Promise<OccupancyBoard>;
  /** Reservations of the brand, or of any, have changed: whoever asks next first reads what did. */
  drop(brandId: string | null): void;
}

interface Entry {
  readonly board: OccupancyBoard;
  readonly brand_id: string;
  readonly point_id: string;
  /** The last change there is on the board; 0: nothing has been read. */
  position: number;
  /** How often something changed, and how often it had when the board was last brought up to date. */
  changes: number;
  shown: number;
  reading: Promise<void> | undefined;
}

interface ChangedRow {
  readonly reservation_id: string;
  readonly position: number;
  readonly status: ReservationStatus;
  readonly table_id: number | null;
  readonly starts_at: string;
  readonly ends_at: string;
  readonly seated_at: string | null;
}

const MAX_POINTS = 1_000;

const COLUMNS = `
  reservation_id, changed_position as position, status, (reservation #>> '{table,id}')::bigint as table_id,
  reservation ->> 'starts_at' as starts_at, reservation ->> 'ends_at' as ends_at,
  reservation ->> 'seated_at' as seated_at`;

/** At first what holds a place; what is over never needs to be known. */
const HELD = `
  select ${COLUMNS} from read.table_holds join read.reservations using (reservation_id)
  where reservations.brand_id = $1 and reservations.point_id = $2`;

const CHANGED = `
  select ${COLUMNS} from read.reservations
  where brand_id = $1 and point_id = $2 and changed_position > $3
  order by changed_position`;

const LAST = 'select max(changed_position) as position from read.reservations where brand_id = $1 and point_id = $2';

const WALK_INS = `
  select table_id, (extract(epoch from seated_at) * 1000)::bigint as seated
  from read.walk_ins where brand_id = $1 and point_id = $2`;

/**
 * A point's reservations to come are thousands, and all of them are asked for at every look at a month: to read them
 * took ten times as long as to think about them. What is read is what changed since the last look.
 */
export const createOccupancyBoards = (pool: pg.Pool): OccupancyBoards => {
  const entries = new LRUCache<string, Entry>({ max: MAX_POINTS });

  const readHeld = async ({ brand_id, point_id }: Entry): Promise<{ rows: ChangedRow[]; position: number }> => {
    const of = [brand_id, point_id];
    // Before the rows: what changes in between is among those read the next time once more, which does no harm.
    const last = await pool.query<{ position: number | null }>({ name: 'read.last-change', text: LAST, values: of });
    const { rows } = await pool.query<ChangedRow>({ name: 'read.held-places', text: HELD, values: of });
    return { rows, position: last.rows[0]?.position ?? 0 };
  };

  const readChanged = async ({ brand_id, point_id, position }: Entry) => {
    const values = [brand_id, point_id, position];
    const { rows } = await pool.query<ChangedRow>({ name: 'read.changed-places', text: CHANGED, values });
    return { rows, position: rows.at(-1)?.position ?? position };
  };

  const refresh = async (entry: Entry): Promise<void> => {
    const { board, brand_id, point_id, changes } = entry;
    const [{ rows, position }, walkIns] = await Promise.all([
      entry.position === 0 ? readHeld(entry) : readChanged(entry),
      pool.query<WalkInSeat>({ name: 'read.walk-ins', text: WALK_INS, values: [brand_id, point_id] }),
    ]);
    for (const row of rows) show(board, row);
    board.seatWalkIns(walkIns.rows);
    entry.position = position;
    entry.shown = changes;
  };

  const entryOf = (brandId: string, pointId: string): Entry => {
    const name = `${brandId}/${pointId}`;
    const known = entries.get(name);
    if (known) return known;
    const entry: Entry = {
      ...{ board: createOccupancyBoard(), brand_id: brandId, point_id: pointId },
      ...{ position: 0, changes: 0, shown: -1, reading: undefined },
    };
    entries.set(name, entry);
    return entry;
  };

  return {
    find: async (brandId, pointId) => {
      const entry = entryOf(brandId, pointId);
      const wanted = entry.changes;
      // What another caller began to read may be of before the last change: then once more.
      while (entry.shown < wanted) {
        entry.reading ??= refresh(entry).finally(() => {
          entry.reading = undefined;
        });
        await entry.reading;
      }
      return entry.board;
    },
    drop: (brandId) => {
      // Anything may have happened, the read model may have been built anew: all is read anew.
      if (brandId === null) entries.clear();
      for (const entry of entries.values()) if (entry.brand_id === brandId) entry.changes += 1;
    },
  };
};

const show = (board: OccupancyBoard, row: ChangedRow): void => {
  const { reservation_id, table_id, status, seated_at } = row;
  const seated = seated_at === null ? null : Date.parse(seated_at);
  if (!isHolding(status)) board.remove(reservation_id);
  else
    board.put({
      ...{ reservation_id, table_id, seated },
      starts: Date.parse(row.starts_at),
      ends: Date.parse(row.ends_at),
    });
};
