import { startWire, type Wire } from '../contract/event-store/wire.ts';
import { createAppProcess } from '../support/app-process.ts';
import { type CrashPoint, isCrashPoint } from './crashes.ts';
import type { Database, Patience } from './plan.ts';

/** What the test decides of an app, also while it runs. */
export interface AppState {
  /** How far its clock is ahead of the machine's. */
  readonly clockMs: number;
  /** Whether it applies the read models, or stands by for it. */
  readonly projections: boolean;
}

/** One of the two apps of a round, with the wires between it and its databases. */
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
  /** Ends every connection to the database and refuses new ones. */
  cut(to: Database): Promise<void>;
  /** The connections there are stay open, and nothing gets through them any more. New ones work. */
  silence(to: Database): void;
  /** What it sends on the connections there are still arrives, and no answer comes back. New ones work. */
  deafen(to: Database): void;
  /** Ends all connections to the database again and again, until it is steady: what is half done then stays so. */
  flicker(to: Database): void;
  steady(to: Database): void;
  /** Ends what was cut, silent or deaf; new connections work. Left out: to all its databases. */
  mend(to?: Database): Promise<void>;
  set(change: Partial<AppState>): void;
  state(): AppState;
  /** What is wrong with it beside its answers: it ended without being told to, or an answer did not fit its schema. */
  complaints(): readonly string[];
  /** The end of what it has printed. */
  output(): string;
  stop(): Promise<void>;
}

const STARTS_WITHIN_MS = 60_000;
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
  const wires = new Map<Database, Wire>([['postgres', await startWire(databaseUrl)]]);
  if (eventStoreUrl !== undefined) wires.set('eventstoredb', await startWire(eventStoreUrl));
  const flickering = new Map<Database, NodeJS.Timeout>();
  const complaints: string[] = [];
  let state: AppState = { clockMs: 0, projections: true };
  let isMeantToRun = false;
  const env: Record<string, string> = {
    DATABASE_URL: wires.get('postgres')!.url,
    NEMESIS_STATE: JSON.stringify(state),
    NEMESIS_PATIENCE: JSON.stringify(patience),
    ...(eventStoreUrl !== undefined && { EVENT_STORE_URL: wires.get('eventstoredb')!.url }),
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
    for (const deadline = performance.now() + STARTS_WITHIN_MS; ; ) {
      try {
        await process.start();
        break;
      } catch (error) {
        // Where a database cannot be reached meanwhile it ends: outside of tests something starts it again.
        await process.kill();
        if (performance.now() > deadline) throw error;
      }
    }
    isMeantToRun = true;
    // It begins with the state of its first start.
    process.tell(state);
  };

  const mend: NemesisApp['mend'] = async (to) => {
    for (const [database, wire] of wires) {
      if (to !== undefined && database !== to) continue;
      await wire.down();
      await wire.up();
    }
  };

  return {
    url: process.url,
    start,
    kill,
    reach: async (point) => {
      await Promise.race(
        [...wires].map(([to, wire]) => wire.trap((sent) => isCrashPoint(point, sent, to), point.when)),
      );
    },
    recover: async () => {
      for (const wire of wires.values()) wire.untrap();
      if (!isMeantToRun) await start();
    },
    freeze: process.freeze,
    thaw: process.thaw,
    cut: (to) => wires.get(to)!.down(),
    silence: (to) => wires.get(to)!.silence(),
    deafen: (to) => wires.get(to)!.deafen(),
    flicker: (to) => {
      // One that is starting may end where its connections do: outside of tests something starts it again.
      flickering.set(
        to,
        setInterval(() => isMeantToRun && wires.get(to)!.drop(), FLICKER_MS),
      );
    },
    steady: (to) => clearInterval(flickering.get(to)),
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
      for (const timer of flickering.values()) clearInterval(timer);
      await kill();
      for (const wire of wires.values()) await wire.close();
    },
  };
};
