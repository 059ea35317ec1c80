import { type Dice, diceOf } from '../../src/demo/history/random.ts';
import type { TillstreamOptions } from '../../src/tillstream-options.ts';
import { type CrashPoint, EARLY_CRASHES, LATER_CRASHES } from './crashes.ts';
import { eventStoreDbFault, eventStoreDbWireFault } from './log-faults.ts';
import { type Door, doorOf, type Operation, operationOf } from './operations.ts';

export type Fault =
  | { readonly kind: 'kill' | 'freeze'; readonly app: Door }
  /** Of the connections between an app and one of its databases. */
  | { readonly kind: 'cut' | 'silence' | 'deafness' | 'flicker'; readonly app: Door; readonly to: Database }
  /** A kill at the moment when the app sends something. */
  | ({ readonly kind: 'crash'; readonly app: Door } & CrashPoint)
  | { readonly kind: 'killPostgres' | 'killEventStoreDb' | 'freezeEventStoreDb' }
  /** At both apps: the read models stand still. At one: the other takes over. */
  | { readonly kind: 'stopProjections'; readonly apps: readonly Door[] }
  /** A table takes no rows, so its read model is parked; afterwards it is revived. */
  | { readonly kind: 'park'; readonly readModel: ReadModel; readonly revival: 'rebuild' | 'restart' }
  /** A table is locked: nobody can read it or write to it. */
  | { readonly kind: 'lock'; readonly readModel: ReadModel }
  | { readonly kind: 'stepClock'; readonly app: Door; readonly seconds: number };

/** EventStoreDB only where the log of a round is in it. */
export type Database = 'postgres' | 'eventstoredb';

/** A read model, and a table of it. */
export type ReadModel = 'orders' | 'reservations' | 'stop_list';

export interface PlannedFault {
  /** It begins when so many operations have ended, and ends when so many more have. */
  readonly after: number;
  readonly lasts: number;
  readonly fault: Fault;
}

/** Faults of one lane come one after the other; those of different lanes may overlap. */
export interface Plan {
  readonly seed: number;
  readonly clients: readonly (readonly Operation[])[];
  readonly lanes: readonly (readonly PlannedFault[])[];
}

export interface Scale {
  readonly clients: number;
  readonly operations: number;
  /** Faults of each app, of the wires, of the read models and of the clocks: so many each. */
  readonly faults: number;
  readonly patience: Patience;
}

/** How long is waited for what may never come, in milliseconds: most of a round is such waits. */
export interface Patience {
  /** Of a client, for an answer while there are faults, on a quiet machine: longer than an app waits for read models. */
  readonly clientMs: number;
  /** Of the apps, as in `TillstreamOptions`; left out: as they run elsewhere. */
  readonly app?: Pick<TillstreamOptions, 'readModelWaitMs' | 'keyLease'>;
}

export const SHORT: Scale = {
  clients: 16,
  operations: 480,
  faults: 2,
  patience: { clientMs: 1_000, app: { readModelWaitMs: 500, keyLease: { leaseMs: 500, patienceMs: 1_500 } } },
};
export const LONG: Scale = { clients: 20, operations: 4_000, faults: 6, patience: { clientMs: 2_500 } };

/** The whole of what happens in a round that the test decides: a function of the seed, the scale and the place of the log. */
export const planOf = (seed: number, scale: Scale, log: Database): Plan => {
  const { operations, faults } = scale;
  // The round ends with its last operation, whoever did it: nobody waits for the slowest client.
  const each = 2 * Math.ceil(operations / scale.clients);
  const clients = Array.from({ length: scale.clients }, (_, client) => {
    const dice = diceOf(`nemesis ${seed} client ${client}`);
    return Array.from({ length: each }, () => operationOf(dice));
  });
  const lane = (name: string, faultOf: (dice: Dice, index: number) => Fault, count = faults) =>
    laneOf(diceOf(`nemesis ${seed} faults ${name}`), operations, count, faultOf);
  const crashes = seed % 2 === 0 ? EARLY_CRASHES : EARLY_CRASHES.toReversed();
  return {
    seed,
    clients,
    lanes: [
      lane('app 0', appFaults(0, crashes[0]!)),
      lane('app 1', appFaults(1, crashes[1]!)),
      lane('wires', (dice) => ({ kind: 'flicker', app: doorOf(dice), to: 'postgres' })),
      lane('read models', (dice, index) => (index === 0 ? STANDSTILL : dice.pick(READ_MODEL_FAULTS))),
      lane('postgres', () => ({ kind: 'killPostgres' }), Math.ceil(faults / 2)),
      lane('clocks', (dice) => ({ kind: 'stepClock', app: doorOf(dice), seconds: dice.pick(STEPS_S) })),
      ...(log === 'eventstoredb'
        ? [
            lane('eventstoredb', eventStoreDbFault, Math.ceil(faults / 2)),
            lane('wires to eventstoredb', eventStoreDbWireFault, 2 * faults),
          ]
        : []),
    ],
  };
};

/**
 * Each second fault of an app is a crash, and not of both at the same time. The first of them is given, so that even a short
 * round has it.
 */
const appFaults =
  (app: Door, first: CrashPoint) =>
  (dice: Dice, index: number): Fault => {
    if (index % 2 === app) {
      const kind = dice.weighted(APP_FAULTS);
      return kind === 'cut' || kind === 'silence' ? { kind, app, to: 'postgres' } : { kind, app };
    }
    return { kind: 'crash', app, ...(index < 2 ? first : dice.pick([...EARLY_CRASHES, ...LATER_CRASHES])) };
  };
const APP_FAULTS = { kill: 4, cut: 3, silence: 3, freeze: 2 } as const;

const STANDSTILL: Fault = { kind: 'stopProjections', apps: [0, 1] };
const READ_MODEL_FAULTS: readonly Fault[] = [
  ...[STANDSTILL, { kind: 'stopProjections', apps: [0] } as const, { kind: 'stopProjections', apps: [1] } as const],
  { kind: 'park', readModel: 'orders', revival: 'rebuild' },
  { kind: 'park', readModel: 'reservations', revival: 'restart' },
  { kind: 'park', readModel: 'stop_list', revival: 'rebuild' },
  { kind: 'lock', readModel: 'orders' },
  { kind: 'lock', readModel: 'reservations' },
];
/** Some beyond the patience with units that wait for their order, in both directions. */
const STEPS_S = [-7_200, -3_600, -90, -5, 5, 30, 90, 3_600, 7_200];

const SECONDS = (): [number, number] => [8, 20];
/** Longer, so that something is read meanwhile, or appended: the other app has answered a few requests within a moment. */
const A_WHILE = (): [number, number] => [25, 50];
const A_PART = (part: number): [number, number] => [Math.floor(part * 0.1), Math.floor(part * 0.35)];
/**
 * Operations that end during a fault, from and to. A frozen or silent app, and a locked table, cost each request that
 * needs them seconds: a few of these are enough.
 */
const LASTS = {
  kill: A_PART,
  crash: A_PART,
  cut: A_PART,
  stepClock: A_PART,
  flicker: A_PART,
  killPostgres: SECONDS,
  killEventStoreDb: SECONDS,
  freezeEventStoreDb: A_WHILE,
  freeze: SECONDS,
  silence: SECONDS,
  deafness: A_WHILE,
  lock: SECONDS,
  stopProjections: A_WHILE,
  park: A_WHILE,
};

/** The lane's faults share out the operations: each has a part of its own, and leaves some of it in peace. */
const laneOf = (
  dice: Dice,
  operations: number,
  faults: number,
  faultOf: (dice: Dice, index: number) => Fault,
): PlannedFault[] => {
  const part = Math.floor((operations * 0.85) / faults);
  return Array.from({ length: faults }, (_, index) => {
    const fault = faultOf(dice, index);
    const after = index * part + dice.between(Math.floor(part * 0.1), Math.floor(part * 0.6));
    return { fault, after, lasts: dice.between(...LASTS[fault.kind](part)) };
  });
};
