import type pg from 'pg';

/** Where the primary is in its write-ahead log, and which history it writes. */
export interface PrimaryPosition {
  /** Bytes from the beginning of that log: all that anybody can have seen is before it. */
  readonly written: number;
  /** Each takeover by a replica begins another one. */
  readonly timeline: number;
}

/** Asks the primary. A caller never gets an answer that was asked for before its call. */
export type AskPrimary = () => Promise<PrimaryPosition>;

const ASK = {
  name: 'replicas.primary',
  text: `select (at.lsn - '0/0'::pg_lsn)::int8 as written, file.file_name, file.file_offset::int8,
      (pg_current_wal_flush_lsn() - '0/0'::pg_lsn)::int8 as flushed, current_setting('wal_block_size')::int8 as page
    from (select pg_current_wal_insert_lsn() as lsn) at, pg_walfile_name_offset(at.lsn) file`,
};

/**
 * Read models are committed without a wait for the disk, and the primary sends replicas only what is on its disk. A commit that does
 * wait takes all before it to the disk; it is as small as they come.
 */
const FLUSH = `select pg_logical_emit_message(true, 'tillstream', '')`;

interface Row {
  readonly written: number;
  readonly flushed: number;
  readonly file_name: string;
  readonly file_offset: number;
  readonly page: number;
}

/** Those who ask at the same time share one question, and at most one is under way. */
export const createAskPrimary = (pool: Pick<pg.Pool, 'query'>): AskPrimary => {
  let next: Promise<PrimaryPosition> | undefined;
  let underWay: Promise<unknown> = Promise.resolve();
  let isFlushing = false;

  const flush = async (): Promise<void> => {
    if (isFlushing) return;
    isFlushing = true;
    await pool.query(FLUSH).catch(() => {});
    isFlushing = false;
  };

  const ask = async (): Promise<PrimaryPosition> => {
    await underWay;
    // Who comes from now on may have seen something newer.
    next = undefined;
    const asked = pool.query<Row>(ASK);
    underWay = asked.catch(() => {});
    const row = (await asked).rows[0]!;
    const written = endOfLastRecord(row);
    if (row.flushed < written) void flush();
    return { written, timeline: Number.parseInt(row.file_name.slice(0, 8), 16) };
  };

  return () => (next ??= ask());
};

const PAGE_HEADER = 24;
const FILE_HEADER = 40;

/**
 * Right behind the header of a page, Postgres says where the next record will begin. A replica says where the last one ended: before
 * that header.
 */
export const endOfLastRecord = ({
  written,
  file_offset,
  page,
}: Pick<Row, 'written' | 'file_offset' | 'page'>): number => {
  if (file_offset === FILE_HEADER) return written - FILE_HEADER;
  return file_offset % page === PAGE_HEADER ? written - PAGE_HEADER : written;
};
