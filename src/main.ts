import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Logger } from 'pino';
import { type Config, loadConfig } from './config/config.ts';
import { createLog } from './log/log.ts';
import { buildPages } from './start/build-pages.ts';
import { explainFailure } from './start/explain-failure.ts';
import { openDatabase } from './start/open-database.ts';
import { createRetry } from './start/retry.ts';

/**
 * From the signal on, for everything. A clean stop takes two seconds, or twelve if requests have to be cut off. But a
 * database that does not answer is waited for in many places, in some for a minute.
 */
const STOP_WITHIN_MS = 20_000;

const main = async (config: Config): Promise<void> => {
  const log = await openLog(config.logLevel);
  const stopped = stopSignal();
  const stopping = new AbortController();
  void stopped.then(() => stopping.abort(new StoppedEarly()));
  const retry = createRetry({ withinMs: config.startupTimeoutMs, log, signal: stopping.signal });
  // Closes in the opposite order, whether we are told to stop or the start fails half-way.
  await using closing = new AsyncDisposableStack();

  // While the database starts.
  const pages = config.roles.has('api') ? buildPages(log, undefined, true) : undefined;
  let loading: ReturnType<typeof loadRest> | undefined;
  const load = () => (loading ??= loadRest(config));
  const database = await openDatabase(config, log, retry, () => void load().catch(() => {}));
  closing.defer(() => database.close());

  const { run } = await load();
  const server = await run({ config, log, database, retry, pages, stopping: stopping.signal, closing });
  log.info({ signal: await stopped }, 'stopping: no new requests, those under way are finished');
  setTimeout(() => endUnfinished(log), STOP_WITHIN_MS).unref();
  server.announceStop();
};

/**
 * The rest of the program: a thousand files, half of the time of a start. They are read while the programs of Postgres are at work, in a
 * few pieces, between which the start of the database goes on.
 */
const loadRest = async (config: Config) => {
  await import('./commands/all-commands.ts');
  await nextTurn();
  await import('./projections/all-projections.ts');
  await nextTurn();
  await import('./api/api.ts');
  await nextTurn();
  const rest = await import('./run.ts');
  if (config.demo && config.roles.has('projections')) rest.readDemoAhead(config);
  return rest;
};

/** A person at a terminal reads lines, everything else reads JSON. What writes lines is loaded only for a terminal. */
const openLog = async (level: string): Promise<Logger> =>
  createLog(level, process.stdout.isTTY ? (await import('./log/terminal.ts')).terminalLines() : undefined);

/** Nothing acknowledged is lost by it, or by a kill. */
const endUnfinished = (log: Logger): void => {
  log.warn({}, 'stopping takes too long, as when the database does not answer: the process ends as it is');
  process.exit(1);
};

/** A key press reaches us twice: from the terminal, and from npm, which passes on its own signal. */
const SAME_SIGNAL_MS = 1_000;

/** The first SIGTERM or SIGINT asks for a clean stop. A later one ends the process at once. */
const stopSignal = (): Promise<NodeJS.Signals> =>
  new Promise((resolve) => {
    let firstAt: number | undefined;
    const onSignal = (signal: NodeJS.Signals): void => {
      firstAt ??= performance.now();
      if (performance.now() - firstAt > SAME_SIGNAL_MS) process.exit(130);
      resolve(signal);
    };
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, onSignal);
  });

/** The process was told to stop while it started: nothing has failed. */
class StoppedEarly extends Error {}

try {
  await main(loadConfig(process.env, process.argv.slice(2)));
} catch (error) {
  if (!(error instanceof StoppedEarly)) {
    console.error(explainFailure(error));
    // For whoever looks for a fault of ours.
    if (/^(debug|trace)$/.test(process.env.LOG_LEVEL ?? '') && error instanceof Error) console.error(error.stack);
    process.exit(1);
  }
}
process.exit(0);
