import type pg from 'pg';
import { inTransaction } from '../../src/database/transaction.ts';

/** The last positions of the oldest and of the middle partition. */
export type Ranges = readonly [oldest: number, middle: number];

const GUARD = (table: string): string =>
  `create trigger append_only before update or delete or truncate on ${table}
     for each statement execute function log.refuse_change();
   alter table ${table} enable always trigger append_only;`;

/** Revisions are unique in each partition; the lock of log.append keeps them unique in all of them together. */
const PARTITION = (name: string): string =>
  `create table ${name} (like log.events including defaults including constraints) with (toast_tuple_target = 8160);
   alter table ${name} add primary key (position);
   create unique index on ${name} (stream, revision);`;

const NAMES = ['log.events_oldest', 'log.events_middle', 'log.events_newest'] as const;
const boundsOf = ([oldest, middle]: Ranges) =>
  [
    ['minvalue', oldest + 1],
    [oldest + 1, middle + 1],
    [middle + 1, 'maxvalue'],
  ] as const;

/** Splits the table of the log into three partitions by position, while no app runs. */
export const splitLog = (pool: pg.Pool, ranges: Ranges): Promise<void> =>
  inTransaction(pool, async (client) => {
    const { rows } = await client.query<{ view: string }>(`select pg_get_viewdef('log.readable'::regclass) as view`);
    await client.query('drop view log.readable');
    await client.query('alter table log.events rename to events_before');
    await client.query(
      `create table log.events (like log.events_before including defaults including constraints) partition by range (position);
       alter table log.events add primary key (position);`,
    );
    await client.query(GUARD('log.events'));
    for (const [index, [from, to]] of boundsOf(ranges).entries()) {
      const name = NAMES[index]!;
      await client.query(PARTITION(name));
      await client.query(`alter table log.events attach partition ${name} for values from (${from}) to (${to})`);
    }
    await client.query('insert into log.events select * from log.events_before');
    for (const name of NAMES) await client.query(GUARD(name));
    await client.query('drop table log.events_before');
    await client.query(`create view log.readable as ${rows[0]!.view}`);
  });

/**
 * Detaches the oldest partition, and puts one back that has what still counts: all but orders that
 * ended and have no event after it.
 * Answers how many events are gone.
 */
export const detachOldest = (pool: pg.Pool, ranges: Ranges): Promise<number> =>
  inTransaction(pool, async (client) => {
    const [oldest, kept] = [NAMES[0], 'log.events_kept'];
    const [from, to] = boundsOf(ranges)[0];
    await client.query(`alter table log.events detach partition ${oldest}`);
    await client.query(PARTITION(kept));
    await client.query(
      `insert into ${kept} select * from ${oldest} as event
       where event.stream not like 'order-%'
         or exists (select from log.events as later where later.stream = event.stream)
         or not exists (
           select from ${oldest} as its where its.stream = event.stream and its.type in ('ChequeClosed', 'OrderDeleted')
         )`,
    );
    await client.query(GUARD(kept));
    await client.query(`alter table log.events attach partition ${kept} for values from (${from}) to (${to})`);
    const { rows } = await client.query<{ gone: number }>(
      `select (select count(*) from ${oldest}) - (select count(*) from ${kept}) as gone`,
    );
    await client.query(`drop table ${oldest}`);
    return rows[0]!.gone;
  });
