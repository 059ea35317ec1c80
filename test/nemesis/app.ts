import { startWire, type Wire } from '../contract/event-store/wire.ts';
import { createAppProcess } from '../support/app-process.ts';
import { type CrashPoint, isCrashPoint } from './crashes.ts';
import type { Patience } from './plan.ts';

/** What the test decides of an app, also while it runs. */
export interface AppState {
  /** How far its clock is ahead of the machine's. */
  readonly clockMs: number;
  /** Whether it applies the read models, or stands by for it. */
  readonly projections: boolean;
}

/** One of the two apps of a round, with the wire between it and Postgres. */
export interface NemesisApp {
  readonly url: string;
  start(): Promise<void>;
  kill(): Promise<void>;
  /** Resolves at a moment that may never come. From then on nothing gets through between it and its databases. */
  reach(point: CrashPoint): Promise<void>;
  /** Waits for that moment no more. Starts it again if it was killed. */
  recover(): Promise<void>;
  freeze(): void;
  thaw(): void;
  /** Ends every connection to Postgres and refuses new ones. */
  cut(): Promise<void>;
  /** The connections there are stay open, and nothing gets through them any more. New ones work. */
  silence(): void;
  /** Ends all connections to Postgres again and again, until it is steady: what is half done then stays so. */
  flicker(): void;
  steady(): void;
  /** Ends what was cut or silent; new connections work. */
  mend(): Promise<void>;
  set(change: Partial<AppState>): void;
  state(): AppState;
  /** What is wrong with it beside its answers: it ended without being told to, or an answer did not fit its schema. */
  complaints(): readonly string[];
  /** The end of what it has printed. */
  output(): string;
  stop(): Promise<void>;
}

const MAX_STARTS = 5;
/** Longer than a request takes, and short enough to meet many of them. */
const FLICKER_MS = 400;

export interface NemesisAppOptions {
  readonly name: string;
  readonly databaseUrl: string;
  readonly eventStoreUrl?: string | undefined;
  readonly patience?: Patience['app'];
}

export const createNemesisApp = async ({
  name,
  databaseUrl,
  eventStoreUrl,
  patience = {},
}: NemesisAppOptions): Promise<NemesisApp> => {
  const wire = await startWire(databaseUrl);
  const logWire = eventStoreUrl === undefined ? undefined : await startWire(eventStoreUrl);
  const wires: readonly Wire[] = logWire ? [wire, logWire] : [wire];
  const complaints: string[] = [];
  let state: AppState = { clockMs: 0, projections: true };
  let isMeantToRun = false;
  let flickering: NodeJS.Timeout | undefined;
  const env: Record<string, string> = {
    ...{ DATABASE_URL: wire.url, NEMESIS_STATE: JSON.stringify(state), NEMESIS_PATIENCE: JSON.stringify(patience) },
    ...(logWire && { EVENT_STORE_URL: logWire.url }),
  };
  const process = await createAppProcess('', env, {
    script: 'test/nemesis/app-entry.ts',
    onMessage: (message) => complaints.push(`${name}: ${JSON.stringify(message)}`),
  });

  const noteDeath = (): void => {
    if (isMeantToRun && !process.isRunning()) complaints.push(`${name} ended by itself:\n${process.output()}`);
  };
  const kill = async (): Promise<void> => {
    noteDeath();
    isMeantToRun = false;
    await process.kill();
  };

  const start = async (): Promise<void> => {
    for (let attempt = 1; ; attempt++) {
      try {
        await process.start();
        break;
      } catch (error) {
        // Where Postgres is killed meanwhile it ends: outside of tests something starts it again.
        await process.kill();
        if (attempt === MAX_STARTS) throw error;
      }
    }
    isMeantToRun = true;
    // It begins with the state of its first start.
    process.tell(state);
  };

  const mend = async (): Promise<void> => {
    for (const each of wires) {
      await each.down();
      await each.up();
    }
  };

  return {
    url: process.url,
    start,
    kill,
    reach: async (point) => {
      const sprung = [wire.trap((sent) => isCrashPoint(point, sent, 'postgres'), point.when)];
      if (logWire) sprung.push(logWire.trap((sent) => isCrashPoint(point, sent, 'eventstoredb'), point.when));
      await Promise.race(sprung);
    },
    recover: async () => {
      for (const each of wires) each.untrap();
      if (!isMeantToRun) await start();
    },
    freeze: process.freeze,
    thaw: process.thaw,
    cut: wire.down,
    silence: wire.silence,
    flicker: () => {
      // One that is starting may end where its connections do: outside of tests something starts it again.
      flickering = setInterval(() => isMeantToRun && wire.drop(), FLICKER_MS);
    },
    steady: () => clearInterval(flickering),
    mend,
    set: (change) => {
      state = { ...state, ...change };
      process.tell(state);
    },
    state: () => state,
    complaints: () => {
      noteDeath();
      return complaints;
    },
    output: process.output,
    stop: async () => {
      clearInterval(flickering);
      await kill();
      for (const each of wires) await each.close();
    },
  };
};
