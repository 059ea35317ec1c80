import { type Dice, diceOf } from '../../src/demo/history/random.ts';

/** Which of the two apps. */
export type Door = 0 | 1;

/** What is ordered: products with units on the stop-list, and one without. */
export type Goods = 'plov' | 'tea' | 'kazy' | 'egg';

/** A new order; one that was sent before, whatever was answered; or a new one to both apps at the same time. */
export type Sending = 'once' | 'again' | 'twice';
export type BookingSent = Exclude<Sending, 'twice'>;

/** What a client does. `pick` names one of what it has by then: the plan can't know what it will have. */
export type Operation = { readonly door: Door } & (
  | {
      readonly kind: 'order';
      readonly goods: Goods;
      readonly quantity: number;
      readonly sent: Sending;
      readonly attempts: number;
    }
  | {
      readonly kind: 'cancel' | 'read' | 'accept' | 'cook' | 'close' | 'cancelBooking' | 'readBooking';
      readonly pick: number;
    }
  | { readonly kind: 'list' | 'listBookings' | 'feed' }
  | {
      readonly kind: 'book';
      readonly table: number;
      readonly day: number;
      readonly start: string;
      readonly minutes: number;
      readonly sent: BookingSent;
    }
  | { readonly kind: 'revoke'; readonly uses: readonly Door[] }
  | { readonly kind: 'restock'; readonly goods: Goods; readonly quantity: number }
);

export type Fault =
  | { readonly kind: 'kill' | 'freeze' | 'cut' | 'silence' | 'flicker'; readonly app: Door }
  /** At both apps: the read models stand still. At one: the other takes over. */
  | { readonly kind: 'stopProjections'; readonly apps: readonly Door[] }
  | { readonly kind: 'stepClock'; readonly app: Door; readonly seconds: number };

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
}

export const SHORT: Scale = { clients: 16, operations: 600, faults: 2 };
export const LONG: Scale = { clients: 20, operations: 4_000, faults: 6 };

/** The whole of what happens in a round that the test decides: a function of the seed and the scale alone. */
export const planOf = (seed: number, scale: Scale): Plan => {
  const each = Math.ceil(scale.operations / scale.clients);
  const clients = Array.from({ length: scale.clients }, (_, client) => {
    const dice = diceOf(`nemesis ${seed} client ${client}`);
    return Array.from({ length: each }, () => operationOf(dice));
  });
  const lane = (name: string, faultOf: (dice: Dice) => Fault) =>
    laneOf(diceOf(`nemesis ${seed} faults ${name}`), scale, faultOf);
  return {
    ...{ seed, clients },
    lanes: [
      lane('app 0', (dice) => ({ kind: dice.weighted(APP_FAULTS), app: 0 })),
      lane('app 1', (dice) => ({ kind: dice.weighted(APP_FAULTS), app: 1 })),
      lane('wires', (dice) => ({ kind: 'flicker', app: doorOf(dice) })),
      lane('read models', (dice) => ({ kind: 'stopProjections', apps: dice.pick([[0], [1], BOTH, BOTH]) })),
      lane('clocks', (dice) => ({ kind: 'stepClock', app: doorOf(dice), seconds: dice.pick(STEPS_S) })),
    ],
  };
};

const APP_FAULTS = { kill: 4, cut: 3, silence: 3, freeze: 2 } as const;
const BOTH: readonly Door[] = [0, 1];
/** Some beyond the patience with units that wait for their order, in both directions. */
const STEPS_S = [-7_200, -3_600, -90, -5, 5, 30, 90, 3_600, 7_200];

const OPERATIONS = {
  ...{ order: 40, cancel: 8, read: 14, list: 4, accept: 5, cook: 3, close: 4 },
  ...{ book: 14, cancelBooking: 6, readBooking: 6, listBookings: 2, feed: 3, revoke: 3, restock: 4 },
} as const;

const doorOf = (dice: Dice): Door => (dice.chance(50) ? 0 : 1);

const operationOf = (dice: Dice): Operation => {
  const kind = dice.weighted(OPERATIONS);
  const door = doorOf(dice);
  switch (kind) {
    case 'order':
      return {
        ...{ kind, door, goods: dice.weighted({ plov: 3, tea: 4, kazy: 4, egg: 3 }), quantity: dice.between(1, 3) },
        sent: dice.weighted({ once: 65, again: 20, twice: 15 }),
        // Some give up at once: what they leave half done has to be put right without them.
        attempts: dice.pick([1, 1, 3]),
      };
    case 'book':
      return {
        ...{ kind, door, table: dice.between(0, 2), day: dice.between(30, 31) },
        start: `${dice.between(11, 22)}:${dice.pick(['00', '30'])}`,
        minutes: dice.between(2, 6) * 30,
        sent: dice.weighted({ once: 75, again: 25 }),
      };
    case 'revoke':
      return { kind, door, uses: Array.from({ length: 4 }, () => doorOf(dice)) };
    case 'restock':
      return { kind, door, goods: dice.pick(['tea', 'kazy', 'egg']), quantity: dice.between(5, 40) };
    case 'list':
    case 'listBookings':
    case 'feed':
      return { kind, door };
    default:
      return { kind, door, pick: dice.between(0, 1_000_000) };
  }
};

const SECONDS = (): [number, number] => [8, 20];
const A_PART = (part: number): [number, number] => [Math.floor(part * 0.1), Math.floor(part * 0.35)];
/**
 * Operations that end during a fault, from and to. A frozen or silent app, and read models that stand still, cost each
 * request that needs them seconds: a few of these are enough.
 */
const LASTS = {
  kill: A_PART,
  cut: A_PART,
  stepClock: A_PART,
  flicker: A_PART,
  freeze: SECONDS,
  silence: SECONDS,
  stopProjections: SECONDS,
};

/** The lane's faults share out the operations: each has a part of its own, and leaves some of it in peace. */
const laneOf = (dice: Dice, { operations, faults }: Scale, faultOf: (dice: Dice) => Fault): PlannedFault[] => {
  const part = Math.floor((operations * 0.85) / faults);
  return Array.from({ length: faults }, (_, index) => {
    const fault = faultOf(dice);
    const after = index * part + dice.between(Math.floor(part * 0.1), Math.floor(part * 0.6));
    return { fault, after, lasts: dice.between(...LASTS[fault.kind](part)) };
  });
};
