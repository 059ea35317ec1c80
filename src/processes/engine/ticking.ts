import type { Logger } from 'pino';
import { sleepFor } from '../../concurrency/sleep.ts';
import { describeError } from '../../database/describe-error.ts';
import type { Ticker } from './process.ts';

/** How often the clock is read: a moved clock is noticed within this time. */
const LOOK_MS = 50;
/**
 * How many start at a look. All of them would be due together at the start, and in each second after it: a request that
 * comes then would wait for what they all do.
 */
const STARTS = 3;
/** How often a ticker runs at most while it rests. */
const REST_MS = 1_000;

export interface Ticking {
  readonly tickers: readonly { readonly name: string; readonly failure: string | null }[];
  /** Runs each ticker when it is due, until the signal aborts. Resolves when the tickers have ended. */
  run(signal: AbortSignal, isOwner: () => boolean): Promise<void>;
  /** Runs every ticker once, due or not, one after another, each after a tick that may be under way. */
  tick(): Promise<void>;
}

interface TickerState {
  readonly ticker: Ticker;
  /** By the injected clock; undefined before the first tick. */
  lastStart: number | undefined;
  failures: number;
  failure: string | null;
  busy: number;
  /** Resolves with the last requested tick. Never rejects. */
  last: Promise<void>;
}

/** Runs tickers by a clock that tests may move. `sleep`: for tests. */
export const createTicking = (
  tickers: readonly Ticker[],
  clock: () => number,
  log: Pick<Logger, 'info' | 'warn'>,
  sleep = sleepFor,
): Ticking => {
  const states = tickers.map(
    (ticker): TickerState => ({
      ticker,
      lastStart: undefined,
      failures: 0,
      failure: null,
      busy: 0,
      last: Promise.resolve(),
    }),
  );

  const tickOnce = async (state: TickerState): Promise<void> => {
    const { name } = state.ticker;
    state.lastStart = clock();
    try {
      await state.ticker.tick(new Date(state.lastStart));
      if (state.failures > 0) log.info({ process: name, failures: state.failures }, 'the process works again');
      state.failures = 0;
      state.failure = null;
    } catch (error) {
      state.failures += 1;
      state.failure = describeError(error);
      const { failure } = state;
      if (state.failures === 1) log.warn({ process: name, failure }, 'a process failed and is tried again');
    }
  };

  const end = async ({ ticker, last }: TickerState): Promise<void> => {
    await last;
    await ticker.end?.();
  };

  const enqueue = (state: TickerState): Promise<void> => {
    state.busy += 1;
    state.last = state.last
      .then(() => tickOnce(state))
      .then(() => {
        state.busy -= 1;
      });
    return state.last;
  };

  /** If the clock is set back, a ticker must not wait until the old time comes again. */
  const isDue = ({ ticker, lastStart }: TickerState): boolean => {
    if (lastStart === undefined) return true;
    const pause = ticker.rests?.() ? Math.max(REST_MS, ticker.everyMs) : ticker.everyMs;
    return Math.abs(clock() - lastStart) >= pause;
  };

  /** Those that have waited longest come first, so each has its turn. */
  const startDue = (): void => {
    const due = states.filter((state) => state.busy === 0 && isDue(state));
    due.sort((a, b) => (a.lastStart ?? 0) - (b.lastStart ?? 0));
    for (const state of due.slice(0, STARTS)) void enqueue(state);
  };

  return {
    get tickers() {
      return states.map(({ ticker, failure }) => ({ name: ticker.name, failure }));
    },
    run: async (signal, isOwner) => {
      for (const { ticker } of states) ticker.begin?.(isOwner);
      while (!signal.aborted) {
        startDue();
        await sleep(LOOK_MS, signal);
      }
      await Promise.all(states.map(end));
    },
    tick: async () => {
      for (const state of states) await enqueue(state);
    },
  };
};
