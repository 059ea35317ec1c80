import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { bundled } from '../../support/bundle.ts';
import { effort } from '../../support/effort.ts';
import { PERSONAL_DATA_KEY } from '../../support/events.ts';
import { createPlainLog, type PlainLog, PRIVATE, places } from '../../support/plain-log.ts';

const SOURCE = fileURLToPath(new URL('../../../src/cli/seal-personal.ts', import.meta.url));
const CLIENTS = 1_600;
/** A run over the whole log says: four times how far it has copied, then that it has copied, compared and swapped. */
const LINES = 7;
const KILLS = effort({ short: 4, long: 25 });

/** Runs the command, and kills it some time after its n-th line. Answers its exit code; null: it was killed. */
const run = async (script: string, url: string, kill?: { readonly afterLine: number; readonly ms: number }) => {
  const child = spawn(process.execPath, [script], {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      DATABASE_URL: url,
      PERSONAL_DATA_KEY,
      JWT_SECRET: 'secret-of-the-tests-that-is-long',
      PLATFORM_API_KEY: 'platform-key-of-the-tests',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const ended = once(child, 'close');
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk;
      if (kill && output.split('\n').length > kill.afterLine) void delay(kill.ms).then(() => child.kill('SIGKILL'));
    });
  }
  await ended;
  return { code: child.exitCode, output };
};

/** The log is the old one, as it was, or the sealed one, as a whole. Answers which. */
const stateOf = async ({ before, read, textOf, pool }: PlainLog): Promise<'old' | 'sealed'> => {
  const now = await read();
  expect(places(now.stored)).toEqual(places(before.stored));
  expect(now.shown).toEqual(before.shown);
  const { rows } = await pool.query("select to_regclass('log.events_plain') is not null as is_swapped");
  if (!rows[0].is_swapped) {
    expect(now.stored).toEqual(before.stored);
    return 'old';
  }
  expect(await textOf('log.events')).not.toMatch(PRIVATE);
  await expect(pool.query('delete from log.events')).rejects.toThrow('append-only');
  return 'sealed';
};

test('a run that is killed at any moment leaves the old log or the sealed one, and the next run ends it', {
  timeout: 300_000,
}, async () => {
  const log = await createPlainLog(CLIENTS);
  const script = await bundled('src/cli/seal-personal.ts');
  let kills = 0;
  while (kills < KILLS) {
    // Also in the copy of later batches, while it compares, and while it swaps.
    const { code, output } = await run(script, log.url, { afterLine: (kills * 2) % LINES, ms: Math.random() * 60 });
    if (code !== null) expect(output).toMatch(/no event has personal data in plain text|the sealed log is in place/);
    kills += 1;
    if ((await stateOf(log)) === 'sealed') break;
  }
  const last = await run(SOURCE, log.url);
  expect(last.output).toMatch(/no event has personal data in plain text|the sealed log is in place/);
  expect(last.code).toBe(0);
  expect(await stateOf(log)).toBe('sealed');
});
