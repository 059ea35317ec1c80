import { LRUCache } from 'lru-cache';
import type pg from 'pg';
import { createBatcher } from '../../concurrency/batcher.ts';
import { isHolding, type ReservationStatus } from '../../domain/reservations/status.ts';
import { createOccupancyBoard, type OccupancyBoard, type WalkInSeat } from './occupancy-board.ts';

/** The taken places of every point that was asked for lately, kept in memory. */
export interface OccupancyBoards {
  /**
   * The board of the brand's point as the read model has it now, whichever process changed it. Use it at once, and do
   * not keep it.
   */
  find(brandId: string, pointId: string): Promise<OccupancyBoard>;
}

interface Entry {
  readonly board: OccupancyBoard;
  readonly brand_id: string;
  readonly point_id: string;
  /** The position of the last change on the board; 0: nothing has been read. */
  position: number;
  /** The read model's position when the board was last updated. */
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

/** At first only reservations that hold a place: those that are over are not needed. */
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

const SHOWN = `select position from app.checkpoints where projection = 'reservations'`;

/**
 * A point's coming reservations are thousands, and each request for a month needs all of them: reading them took ten
 * times as long as the rest. So each look asks how far the read model is, and reads only what has changed since the
 * last look. Waiting for a notification would not be enough: a partner that booked at another process may ask here
 * next.
 */
export const createOccupancyBoards = (pool: pg.Pool): OccupancyBoards => {
  const entries = new LRUCache<string, Entry>({ max: MAX_POINTS });

  /**
   * No caller gets an answer that was read before its question: a caller that comes during a read waits for the next
   * one.
   */
  const shown = createBatcher<null, number>(async (callers) => {
    const { rows } = await pool.query<{ position: number }>({ name: 'read.shown', text: SHOWN });
    return callers.map(() => rows[0]?.position ?? 0);
  });

  const readHeld = async ({ brand_id, point_id }: Entry): Promise<{ rows: ChangedRow[]; position: number }> => {
    const of = [brand_id, point_id];
    // Before the rows: changes in between are read again the next time, which does no harm.
    const last = await pool.query<{ position: number | null }>({ name: 'read.last-change', text: LAST, values: of });
    const { rows } = await pool.query<ChangedRow>({ name: 'read.held-places', text: HELD, values: of });
    return { rows, position: last.rows[0]?.position ?? 0 };
  };

  const readChanged = async ({ brand_id, point_id, position }: Entry) => {
    const values = [brand_id, point_id, position];
    const { rows } = await pool.query<ChangedRow>({ name: 'read.changed-places', text: CHANGED, values });
    return { rows, position: rows.at(-1)?.position ?? position };
  };

  /** `wanted`: the read model's position, at least. */
  const refresh = async (entry: Entry, wanted: number): Promise<void> => {
    const { board, brand_id, point_id } = entry;
    const [{ rows, position }, walkIns] = await Promise.all([
      entry.position === 0 ? readHeld(entry) : readChanged(entry),
      pool.query<WalkInSeat>({ name: 'read.walk-ins', text: WALK_INS, values: [brand_id, point_id] }),
    ]);
    for (const row of rows) show(board, row);
    board.seatWalkIns(walkIns.rows);
    entry.position = position;
    entry.shown = wanted;
  };

  const entryOf = (brandId: string, pointId: string, position: number): Entry => {
    const name = `${brandId}/${pointId}`;
    const known = entries.get(name);
    // A read model that is being built anew begins from the start, and so must everything that was read from it.
    if (known && known.shown <= position) return known;
    const entry: Entry = {
      board: createOccupancyBoard(),
      brand_id: brandId,
      point_id: pointId,
      position: 0,
      shown: -1,
      reading: undefined,
    };
    entries.set(name, entry);
    return entry;
  };

  return {
    find: async (brandId, pointId) => {
      const wanted = await shown.submit(null);
      const entry = entryOf(brandId, pointId, wanted);
      // Another caller may have begun its read earlier: then read once more.
      while (entry.shown < wanted) {
        entry.reading ??= refresh(entry, wanted).finally(() => {
          entry.reading = undefined;
        });
        await entry.reading;
      }
      return entry.board;
    },
  };
};

const show = (board: OccupancyBoard, row: ChangedRow): void => {
  const { reservation_id, table_id, status, seated_at } = row;
  const seated = seated_at === null ? null : Date.parse(seated_at);
  if (!isHolding(status)) board.remove(reservation_id);
  else
    board.put({
      reservation_id,
      table_id,
      seated,
      starts: Date.parse(row.starts_at),
      ends: Date.parse(row.ends_at),
    });
};
