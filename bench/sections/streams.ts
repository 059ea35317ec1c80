import { randomUUID } from 'node:crypto';
import { createCommandHandler } from '../../src/commands/loop/handle.ts';
import type { Decider, DomainEvent } from '../../src/domain/decider.ts';
import { ledgerDecider } from '../../src/domain/money/decide.ts';
import { organizationDecider } from '../../src/domain/organizations/decide.ts';
import { readingDecider } from '../../src/domain/personal/readings.ts';
import { reservationBookDecider } from '../../src/domain/reservations/decide.ts';
import { tillDecider } from '../../src/domain/shifts/decide.ts';
import { stopListDecider } from '../../src/domain/stop-list/decide.ts';
import { createDatabase } from '../../test/support/cluster.ts';
import { EVENTS_OF_STREAMS, type MadeEvent, metadataOf } from '../fixtures/endless-streams.ts';
import type { Figure, Section } from '../section.ts';
import { openBenchEvents } from '../support/events.ts';
import { seconds } from '../support/rounds.ts';
import { waitUntil } from '../support/wait.ts';

type AnyDecider = Decider<unknown, never, DomainEvent>;
const asAny = (decider: unknown): AnyDecider => decider as AnyDecider;

/** Streams that never end, by what writes to them. */
const STREAMS: ReadonlyMap<string, AnyDecider> = new Map([
  ['a stop-list', asAny(stopListDecider)],
  ['a book of walk-ins', asAny(reservationBookDecider)],
  ['a till, 400 cheques a shift', asAny(tillDecider)],
  ['a ledger', asAny(ledgerDecider)],
  ['an organization, a charge a cheque', asAny(organizationDecider)],
  ['the readings of an auditor', asAny(readingDecider)],
]);

const APPEND = 500;

/** A command that finds its stream in no memory: by the last snapshot, when the next one is nearly due, and without it. */
export const streams: Section = {
  name: 'streams',
  run: async ({ adminUrl, quick, rounds, progress }) => {
    const events = quick ? 10_000 : 100_000;
    const database = await createDatabase(adminUrl);
    const { pool, url } = database;
    const log = await openBenchEvents({ pool, url });
    const figures: Figure[] = [];
    try {
      for (const [name, decider] of STREAMS) {
        const id = randomUUID();
        const stream = `${decider.category}-${id}`;
        const make = EVENTS_OF_STREAMS[decider.category]!;
        const append = async (from: number, to: number): Promise<void> => {
          for (let start = from; start < to; start += APPEND) {
            const count = Math.min(APPEND, to - start);
            const page = Array.from({ length: count }, (_, place): MadeEvent => make(start + place));
            const all = page.map((event) => ({ ...event, id: randomUUID(), metadata: metadataOf() }));
            await log.store.append(stream, 'any', all);
          }
        };
        const load = (): Promise<number> => seconds(() => createCommandHandler(log.store, pool).load(decider, id));
        const snapshot = async () =>
          (
            await pool.query('select *, octet_length(state::text) as bytes from app.snapshots where stream = $1', [
              stream,
            ])
          ).rows[0];
        await append(0, events);
        await load();
        await waitUntil('the snapshot', async () => (await snapshot())?.revision === events - 1);
        const { bytes } = await snapshot();
        await pool.query('create table kept as select * from app.snapshots where stream = $1', [stream]);
        // A large state is kept less often, see src/commands/loop/snapshots.ts.
        const behind = Math.ceil(Math.min(Math.max(1, bytes / 200), 5_000) / APPEND) * APPEND - 1;
        await append(events, events + behind);
        const [by, without]: [number[], number[]] = [[], []];
        for (let round = 0; round <= rounds; round++) {
          await pool.query('delete from app.snapshots where stream = $1', [stream]);
          without.push((await load()) * 1_000);
          await waitUntil('the snapshot', async () => (await snapshot()) !== undefined);
          await pool.query('delete from app.snapshots where stream = $1', [stream]);
          await pool.query('insert into app.snapshots select * from kept');
          by.push((await load()) * 1_000);
          // A load of so many events saves a snapshot, which must not come after the next round has deleted all.
          if (behind > APPEND) await waitUntil('the snapshot', async () => (await snapshot()).revision >= events);
        }
        await pool.query('drop table kept');
        progress(
          `${name}: ${bytes} bytes, ${behind} events behind, ${by.at(-1)!.toFixed(0)} ms against ${without.at(-1)!.toFixed(0)}`,
        );
        figures.push(
          {
            name: `load of ${name}, ${events} events, ${behind} after the snapshot`,
            unit: 'ms',
            rounds: by.slice(1),
            baseline: { name: 'without the snapshot', rounds: without.slice(1) },
          },
          { name: `its snapshot`, unit: 'bytes', rounds: [bytes] },
        );
      }
      return figures;
    } finally {
      await log.close();
      await database.drop();
    }
  },
};
