import { DEMO_KEYS } from '../../src/config/demo-keys.ts';
import { createDatabase } from '../../test/support/cluster.ts';
import { APP_ACTOR, pointsOf, RARE_ACTOR } from '../fixtures/brands-log.ts';
import type { BenchContext, Figure, Section } from '../section.ts';
import { type BenchApp, brandOf } from '../support/app.ts';
import { fill, indexed, withApp } from '../support/filled-log.ts';
import { seconds } from '../support/rounds.ts';
import { percentile } from '../support/statistics.ts';

const FEW = 10_000;
const LINES = 10_000;
const EXPORT = `NDJSON of up to ${LINES}`;
const LIMIT_MS = 50;

type Database = Awaited<ReturnType<typeof createDatabase>>;
/** Milliseconds of each round, by what was asked for; of an export, microseconds for each event. */
type Measured = ReadonlyMap<string, readonly number[]>;

/** Searches of an auditor in a log of a million events of ten brands; and the same in one of ten thousand. */
export const auditSearch: Section = {
  name: 'audit-search',
  engines: ['postgres', 'eventstoredb'],
  run: async (context) => {
    const { adminUrl, eventStoreUrl, quick, progress } = context;
    const many = quick ? 50_000 : eventStoreUrl ? 200_000 : 1_000_000;
    const database = await createDatabase(adminUrl);
    try {
      // It makes the demo brand, whose auditor asks.
      await withApp(database, eventStoreUrl, (app) => app.shown());
      let stored = await fill(context, database, FEW);
      const few = await withApp(database, eventStoreUrl, (app) => measure(context, app, stored));
      const took = await seconds(async () => {
        stored += await fill(context, database, many - FEW);
      });
      progress(`${many} events stored in ${Math.round(took)} s`);
      return await withApp(database, eventStoreUrl, async (app) => [
        ...toFigures(await measure(context, app, stored), few, many),
        await sizeOfIndex(database, stored),
      ]);
    } finally {
      await database.drop();
    }
  },
};

const toFigures = (measured: Measured, few: Measured, many: number): Figure[] =>
  [...measured].map(([name, rounds]) => ({
    ...(name === EXPORT
      ? { name: `${name}, an event, in ${many} events`, unit: 'µs', rounds }
      : {
          name: `${name}, p99 in ${many} events`,
          unit: 'ms',
          rounds,
          goals: [{ of: 'value', below: LIMIT_MS }] as const,
        }),
    baseline: { name: `in ${FEW}`, rounds: few.get(name)! },
  }));

const measure = async ({ rounds, quick, progress }: BenchContext, app: BenchApp, events: number): Promise<Measured> => {
  const { pool } = app.database;
  const began = performance.now();
  await indexed(pool, events);
  progress(`indexed in ${Math.round((performance.now() - began) / 1_000)} s`);
  const { brand_id } = await brandOf(app);
  const token = await app.exchange(DEMO_KEYS.auditor);
  const { rows } = await pool.query<{ at: Date }>(`select recorded_from as at from app.event_index_blocks order by 1`);
  const [from, to] = [rows.at(rows.length / 2)!.at, rows.at(rows.length / 2 + 1)!.at].map((at) => at.toISOString());
  const actor = encodeURIComponent(APP_ACTOR);
  const questions: readonly (readonly [string, string])[] = [
    ['page by actor', 'actor=Gulnora'],
    ['page by a rare actor', `actor=${encodeURIComponent(RARE_ACTOR)}`],
    ['page by type', 'type=ChequeClosed'],
    ['page by five types', 'type=OrderAccepted,PriceSet,ProductDefined,ChequeClosed,PointDefined'],
    ['page by entity', 'entity=order'],
    ['page by point', `point_id=${pointsOf(brand_id)[1]}`],
    ['page by time', `from=${from}&to=${to}`],
    ['page of nothing', 'actor=Nobody'],
    ['page of a type that was never recorded', 'type=EmployeeBlocked'],
    ['page of two frequent terms that never meet', `actor=${actor}&type=ChequeClosed`],
  ];
  const calls = quick ? 20 : 100;
  const measured = new Map<string, number[]>();
  const take = async (name: string, query: string): Promise<void> => {
    const milliseconds: number[] = [];
    for (let call = 0; call < calls; call++) {
      const ask = () => get(`${app.url}/audit/v1/events?${query}`, token, 'application/json');
      milliseconds.push((await seconds(ask)) * 1_000);
    }
    measured.set(name, [...(measured.get(name) ?? []), percentile(milliseconds, 99)]);
  };
  // The brand has a tenth of the log: of a short one, an export has fewer events than it may.
  const takeExport = async (): Promise<void> => {
    const microseconds: number[] = [];
    for (let call = 0; call < 3; call++) {
      let lines = 0;
      const took = await seconds(async () => {
        const text = await get(`${app.url}/audit/v1/events?limit=${LINES}`, token, 'application/x-ndjson');
        lines = text.split('\n').length - 2;
      });
      microseconds.push((took * 1_000_000) / lines);
    }
    measured.set(EXPORT, [...(measured.get(EXPORT) ?? []), percentile(microseconds, 50)]);
  };
  for (let round = 0; round <= rounds; round++) {
    // The first round warms up.
    if (round === 1) measured.clear();
    for (const [name, query] of questions) await take(name, query);
    await takeExport();
  }
  for (const [name, times] of measured) progress(`${name}: ${times.map((each) => each.toFixed(1)).join(' ')}`);
  return measured;
};

const get = async (url: string, token: string, accept: string): Promise<string> => {
  const response = await fetch(url, { headers: { authorization: `Bearer ${token}`, accept } });
  if (!response.ok) throw new Error(`GET ${url} answered ${response.status}`);
  return response.text();
};

const sizeOfIndex = async ({ pool }: Database, events: number): Promise<Figure> => {
  const { rows } = await pool.query<{ bytes: number }>(
    `select pg_total_relation_size('app.event_index_blocks') + pg_total_relation_size('app.event_index_postings') as bytes`,
  );
  return { name: 'the index, an event', unit: 'bytes', rounds: [rows[0]!.bytes / events] };
};
