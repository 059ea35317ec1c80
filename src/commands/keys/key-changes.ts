import type pg from 'pg';

export interface SeenChanges {
  readonly version: number;
  /** Changes up to this version are not told any more. */
  readonly forgotten: number;
  /** Keys that have changed since the known version; none if no version was known. */
  readonly keyIds: readonly string[];
  /** False: this reader was dismissed, or never registered. */
  readonly isRegistered: boolean;
}

export interface KeyReader {
  readonly id: string;
  readonly isDismissed: boolean;
}

/** The changes of access keys, and the processes that keep keys in memory, as Postgres has them. */
export interface KeyChanges {
  /** Records a change. Answers its version, when every later check sees it. */
  record(keyId: string): Promise<number>;
  check(readerId: string, knownVersion: number | null): Promise<SeenChanges>;
  register(readerId: string): Promise<void>;
  acknowledge(readerId: string, version: number): Promise<void>;
  unregister(readerIds: readonly string[]): Promise<void>;
  /** The readers, except one, that have not acknowledged a version. */
  behind(version: number, exceptId: string | undefined): Promise<readonly KeyReader[]>;
  dismiss(readerIds: readonly string[]): Promise<void>;
}

export interface KeyChangesOptions {
  /** For checks of changes: they must not wait behind other queries. */
  readonly checkPool: pg.Pool;
  readonly pool: pg.Pool;
}

export const createKeyChanges = ({ checkPool, pool }: KeyChangesOptions): KeyChanges => ({
  record: async (keyId) => {
    const { rows } = await pool.query<{ version: number }>(
      `with next as (update app.key_version set version = version + 1 returning version)
       insert into app.key_changes (key_id, version) select $1, version from next
       on conflict (key_id) do update set version = excluded.version
       returning version`,
      [keyId],
    );
    return rows[0]!.version;
  },
  check: async (readerId, knownVersion) => {
    type Row = { version: number; forgotten: number; key_ids: string[]; is_registered: boolean };
    const { rows } = await checkPool.query<Row>({
      name: 'app.check-keys',
      text: `select version, forgotten,
          array(select key_id::text from app.key_changes where version > $2) as key_ids,
          exists (select from app.key_readers where id = $1 and not is_dismissed) as is_registered
        from app.key_version`,
      values: [readerId, knownVersion],
    });
    const { version, forgotten, key_ids, is_registered } = rows[0]!;
    return { version, forgotten, keyIds: key_ids, isRegistered: is_registered };
  },
  register: async (readerId) => {
    await checkPool.query('insert into app.key_readers (id, acknowledged) values ($1, 0)', [readerId]);
  },
  acknowledge: async (readerId, version) => {
    await checkPool.query('update app.key_readers set acknowledged = $2 where id = $1', [readerId, version]);
  },
  unregister: async (readerIds) => {
    await checkPool.query('delete from app.key_readers where id = any ($1)', [readerIds]);
  },
  behind: async (version, exceptId) => {
    const { rows } = await pool.query<{ id: string; is_dismissed: boolean }>(
      'select id, is_dismissed from app.key_readers where acknowledged < $1 and id is distinct from $2',
      [version, exceptId ?? null],
    );
    return rows.map(({ id, is_dismissed }) => ({ id, isDismissed: is_dismissed }));
  },
  dismiss: async (readerIds) => {
    await pool.query('update app.key_readers set is_dismissed = true where id = any ($1)', [readerIds]);
  },
});

/**
 * For readers that are still behind a whole lease after `before` was read. A reader is removed only if it was dismissed
 * before that: its checks can no longer count.
 */
export const dismissReaders = async (
  changes: Pick<KeyChanges, 'unregister' | 'dismiss'>,
  before: readonly KeyReader[],
  behind: readonly KeyReader[],
): Promise<void> => {
  const isOver = ({ id }: KeyReader) => before.some((reader) => reader.id === id && reader.isDismissed);
  const { over = [], silent = [] } = Object.groupBy(behind, (reader) => (isOver(reader) ? 'over' : 'silent'));
  await changes.unregister(over.map(({ id }) => id));
  await changes.dismiss(silent.map(({ id }) => id));
};

/** Forgets all changes but the latest ones, so that what is kept does not grow. */
export const forgetChanges = async (pool: pg.Pool, kept: number): Promise<void> => {
  await pool.query(
    `with now as (
       update app.key_version set forgotten = version - $1 where version - $1 > forgotten returning forgotten
     )
     delete from app.key_changes it using now where it.version <= now.forgotten`,
    [kept],
  );
};
