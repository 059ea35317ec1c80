import type { Dice } from '../../src/demo/history/random.ts';

/** Which of the two apps. */
export type Door = 0 | 1;

/** What is ordered: products with units on the stop-list, and one without. */
export type Goods = 'plov' | 'tea' | 'kazy' | 'egg';

/**
 * A new order; one that was sent before, whatever was answered; a new one to both apps at the same time; or several new ones
 * at once, each of them a single time.
 */
export type Sending = 'once' | 'again' | 'twice' | 'many';
/** A new one; one that was sent before; or two new ones for the same place and time, to both apps at the same time. */
export type BookingSent = 'once' | 'again' | 'rivals';

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
  /** `adjust`: gives points to a client, each time more. */
  | { readonly kind: 'list' | 'listBookings' | 'feed' | 'adjust' }
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

const OPERATIONS = {
  order: 40,
  cancel: 8,
  read: 10,
  list: 4,
  accept: 5,
  cook: 3,
  close: 4,
  book: 16,
  cancelBooking: 8,
  readBooking: 4,
  listBookings: 2,
  feed: 3,
  revoke: 3,
  restock: 4,
  adjust: 6,
} as const;

export const doorOf = (dice: Dice): Door => (dice.chance(50) ? 0 : 1);

/** What a client does next. */
export const operationOf = (dice: Dice): Operation => {
  const kind = dice.weighted(OPERATIONS);
  const door = doorOf(dice);
  switch (kind) {
    case 'order':
      return {
        kind,
        door,
        goods: dice.weighted({ plov: 3, tea: 4, kazy: 4, egg: 3 }),
        quantity: dice.between(1, 3),
        sent: dice.weighted({ once: 60, again: 17, twice: 13, many: 10 }),
        // Some give up at once: what they leave half done has to be put right without them.
        attempts: dice.pick([1, 1, 3]),
      };
    case 'book':
      return {
        kind,
        door,
        table: dice.between(0, 2),
        day: dice.between(30, 31),
        start: `${dice.between(11, 22)}:${dice.pick(['00', '30'])}`,
        minutes: dice.between(2, 6) * 30,
        sent: dice.weighted({ once: 55, again: 20, rivals: 25 }),
      };
    case 'revoke':
      return { kind, door, uses: Array.from({ length: 4 }, () => doorOf(dice)) };
    case 'restock':
      return { kind, door, goods: dice.pick(['tea', 'kazy', 'egg']), quantity: dice.between(5, 40) };
    case 'list':
    case 'adjust':
    case 'listBookings':
    case 'feed':
      return { kind, door };
    default:
      return { kind, door, pick: dice.between(0, 1_000_000) };
  }
};
