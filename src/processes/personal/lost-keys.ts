import type pg from 'pg';
import type { Logger } from 'pino';
import type { EventStore } from '../../event-store/event-store.ts';
import { createKeySearch, type KeySearch } from '../../personal/key-search.ts';
import { countLostKeys, type LostKey, lostKeys, traceKeys } from '../../personal/lost-keys.ts';
import type { Ticker } from '../engine/process.ts';

export interface LostKeysOptions {
  readonly pool: pg.Pool;
  /** The events as they are stored. */
  readonly stored: Pick<EventStore, 'head' | 'readAll' | 'readAt'>;
  /** Throws while the log is not the one that this database belongs to, or has lost events. */
  assertWhole(): void;
  readonly log: Pick<Logger, 'warn'>;
}

const PAGE = 1_000;
/** A tick does not take longer than a few seconds. */
const PAGES = 20;
/** So many that were lost earlier are looked at again, and so many erasures. */
const LOOK_AGAIN = 1_000;

const ADVANCE = `
  update app.keys_checked own set position = tree.position from app.tree_head tree where own.position <> tree.position`;

/**
 * Finds persons whose keys this database does not have. A key is stored before the event that it seals, so only events that
 * this database has never seen can lack theirs: those that are there at the start, after the last one that it knew. They are
 * few, unless Postgres was restored from an older backup than the log.
 */
export const createLostKeys = ({ pool, stored, assertWhole, log }: LostKeysOptions): Ticker => {
  let search: { readonly keys: KeySearch; readonly end: number; position: number } | undefined;
  let isDone = false;

  const begin = async () => {
    const { rows } = await pool.query<{ position: number }>('select position from app.keys_checked');
    return { keys: createKeySearch(pool), end: await stored.head(), position: rows[0]?.position ?? 0 };
  };

  const finish = async (lost: readonly LostKey[], end: number): Promise<void> => {
    await pool.query(
      `insert into app.lost_keys (subject, position) select * from unnest($1::uuid[], $2::bigint[])
       on conflict do nothing`,
      [lost.map(({ subject }) => subject), lost.map(({ position }) => position)],
    );
    await pool.query('update app.keys_checked set position = $1', [end]);
    await forgetExplained(pool, stored);
    const count = await countLostKeys(pool);
    if (count > 0) {
      log.warn(
        { lost_keys: count },
        'persons that events name have no key, and no erasure says why: their personal data can not be read. See "Backup" in docs/operations.md',
      );
    }
    isDone = true;
    search = undefined;
  };

  return {
    name: 'lost-keys',
    everyMs: 5_000,
    begin: () => {
      isDone = false;
      search = undefined;
    },
    tick: async () => {
      assertWhole();
      if (isDone) {
        await pool.query(ADVANCE);
        return;
      }
      search ??= await begin();
      const { keys, end } = search;
      for (let page = 0; page < PAGES; page++) {
        const events = search.position < end ? await stored.readAll(search.position, PAGE) : [];
        await keys.inspect(events);
        search.position = events.at(-1)?.position ?? end;
        if (search.position >= end) return finish(await keys.lost(stored, search.position), search.position);
      }
    },
  };
};

/** Keys may have come back, from another backup, and persons may have been erased since. */
const forgetExplained = async (pool: pg.Pool, stored: LostKeysOptions['stored']): Promise<void> => {
  await pool.query('delete from app.lost_keys lost using app.subject_keys own where own.subject = lost.subject');
  const { rows: known } = await pool.query<LostKey>(
    `select subject, position from app.lost_keys order by position limit ${LOOK_AGAIN}`,
  );
  if (known.length === 0) return;
  const { rows: erasures } = await pool.query<{ position: number }>(
    `select position from app.erasures where position > $1 order by position desc limit ${LOOK_AGAIN}`,
    [known[0]!.position],
  );
  const events = await stored.readAt([...known, ...erasures].map(({ position }) => position));
  const still = new Set(lostKeys([await traceKeys(pool, events)]).map(({ subject }) => subject));
  const explained = known.filter(({ subject }) => !still.has(subject)).map(({ subject }) => subject);
  await pool.query('delete from app.lost_keys where subject = any ($1)', [explained]);
};
