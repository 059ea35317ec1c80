import { EVERY_DAY, LENGTH_MINUTES, ONE_REFUSED_OF, placeOf, TABLES } from '../fixtures/wanted-tables.ts';
import type { BenchContext, Figure } from '../section.ts';
import { type BenchApp, startApp } from '../support/app.ts';
import { runLoad } from '../support/load.ts';
import { fromCallers } from '../support/rounds.ts';
import { venueCommandsOf } from '../support/venue-commands.ts';

/** The same as partners send it: token, validation, the guest's card, the book, read models. */
export const reservationsOverHttp = async (context: BenchContext): Promise<Figure> => {
  const amount = context.quick ? 1_000 : 5_000;
  const refusals = amount / ONE_REFUSED_OF;
  const app = await startApp(context.adminUrl);
  try {
    const turn = async (): Promise<number> => {
      const { point_id, tables } = await openHall(app);
      let next = 0;
      const nextBody = (): string => {
        const index = next++;
        const { table, date, start_time } = placeOf(index);
        const guest = { phone: `+99890${1_000_000 + (index % 400)}`, name: 'Азиза' };
        const place = { date, start_time, duration_minutes: LENGTH_MINUTES, guests: 2, table_id: tables[table] };
        return JSON.stringify({ point_id, external_id: `${point_id}-${index}`, guest, ...place });
      };
      const load = { url: app.url, path: '/v1/reservations', token: app.token, amount, nextBody };
      const { perSecond } = await runLoad({ ...load, refusals, good: 201, refused: 409 });
      await app.shown();
      const { rows } = await app.database.pool.query<{ count: number }>(
        'select count(*) as count from log.events where stream = $1',
        [`reservation_book-${point_id}`],
      );
      if (rows[0]!.count !== amount - refusals) {
        throw new Error(`${amount - refusals} reservations were acknowledged, ${rows[0]!.count} are in the log`);
      }
      return perSecond;
    };
    const rounds: number[] = [];
    await turn();
    for (let round = 1; round <= context.rounds; round++) {
      rounds.push(await turn());
      context.progress(`round ${round}: ${Math.round(rounds.at(-1)!)} over HTTP`);
    }
    return {
      name: 'POST /v1/reservations at one point',
      unit: '/s',
      rounds,
      goals: [{ of: 'value', atLeast: 1_000 }],
    };
  } finally {
    await app.stop();
  }
};

/** A point of the demo brand, open round the clock, whose tables nobody has booked. */
const openHall = async (app: BenchApp): Promise<{ point_id: string; tables: number[] }> => {
  const command = await venueCommandsOf(app);
  const point_id = await command('DefinePoint', {
    name: 'Hall',
    short_name: 'H',
    phone: '+998712000000',
    latitude: 41.3,
    longitude: 69.2,
    delivery_distance: 1_000,
    working_hours: EVERY_DAY,
  });
  const hall_id = await command('DefineHall', { point_id, name: 'Main' });
  const tables: number[] = [];
  await fromCallers(16, TABLES, async (index) => {
    tables.push(await command('DefineTable', { hall_id, name: `${index + 1}`, capacity: 4 }));
  });
  await app.shown();
  return { point_id, tables };
};
