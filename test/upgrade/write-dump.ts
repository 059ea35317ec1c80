import { randomUUID } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { eventCatalogue } from '../../src/domain/event-catalogue.ts';
import { allProjections } from '../../src/projections/all-projections.ts';
import { startTestApp } from '../support/app.ts';
import { createClock } from '../support/clock.ts';
import { createAppDatabase } from '../support/database.ts';
import { recorded } from '../support/log.ts';
import { orderBody } from '../support/venue.ts';
import { ask, differencesOf, type KnownAnswer, repeat, type Tokens } from './answers.ts';
import { dumpDatabase } from './database.ts';
import { writeDump } from './dump.ts';
import { makeHistory } from './history.ts';
import { AUDIT_SIGNING_KEY, caughtUp, openDump } from './open-dump.ts';
import { questionsOf } from './questions.ts';
import { compareReadModels, sumUpReadModels } from './read-models.ts';

const version = process.env.DUMP_VERSION ?? process.env.npm_package_version ?? 'unnamed';

/** The last 05:00 UTC: the venue is open then, and for hours more, whenever the dump is written. */
const lastMorning = (): string => {
  const morning = new Date();
  morning.setUTCHours(5, 0, 0, 0);
  if (morning.getTime() > Date.now()) morning.setUTCDate(morning.getUTCDate() - 1);
  return morning.toISOString();
};

/** Not a test: `npm run dump:upgrade` runs it, because it needs what tests need. */
test(`the dump of version ${version}`, { timeout: 300_000 }, async () => {
  const at = lastMorning();
  const clock = createClock(at);
  const database = await createAppDatabase();
  const first = await startTestApp({
    database,
    clock: clock.read,
    outboundAllowPrivate: true,
    auditSigningKey: AUDIT_SIGNING_KEY,
  });
  const world = await makeHistory(first, clock);
  const tokens: Tokens = {
    partner: world.partner.token!,
    till: world.venue.till.token!,
    auditor: world.venue.auditor.token!,
  };
  const sent = [
    { as: 'till', path: '/venue/v1/commands/DefineRegion', sent: { command_id: randomUUID(), name: 'Navoi' } },
    { as: 'partner', path: '/v1/orders', sent: orderBody(world.venue, { external_id: randomUUID() }) },
  ] as const;
  for (const each of sent) expect(await repeat(first, tokens, each)).toMatchObject({ status: 200 });
  await vi.waitFor(
    async () => {
      const types = new Set((await recorded(first.tillstream.store)).map(({ type }) => type));
      expect(Object.keys(eventCatalogue).filter((type) => !types.has(type))).toEqual([]);
    },
    { timeout: 20_000, interval: 100 },
  );
  const questions = await questionsOf(first, world);
  await caughtUp(first);
  await first.stop();
  const lasting = { at, database: await dumpDatabase(database.pool) };
  const readModels = await sumUpReadModels(database.pool, allProjections);

  const answers: KnownAnswer[] = [];
  const opened = await openDump(lasting);
  for (const question of questions) answers.push({ ...question, ...(await ask(opened.app, tokens, question)) });
  const repeats = [];
  for (const each of sent) repeats.push({ ...each, ...(await repeat(opened.app, tokens, each)) });
  await opened.close();

  // What a second start makes of the dump must be the same, or the dump could not be compared with at all.
  const again = await openDump(lasting);
  expect(await compareReadModels(again.database.pool, readModels, allProjections)).toEqual([]);
  for (const { status, body, ...question } of answers) {
    const now = await ask(again.app, tokens, question);
    expect.soft(differencesOf({ status, body }, now, question.path)).toEqual([]);
  }
  await again.close();
  await database.drop();
  const bytes = await writeDump(version, { ...lasting, tokens, readModels, answers, repeats });
  const refused = answers.filter(({ status }) => status !== 200).map((it) => `${it.status} ${it.path}`);
  console.log(`${version}: ${answers.length} answers, ${bytes} bytes. Refused:`, refused);
  expect(bytes).toBeLessThan(500_000);
});
