import { createHash } from 'node:crypto';
import { namesOf } from '../../domain/names-of.ts';

/** Random numbers that repeat: the same name gives the same numbers, whatever else is drawn meanwhile. */
export interface Dice {
  /** From 0 up to 1, 1 not included. */
  next(): number;
  /** A whole number from `min` to `max`. */
  between(min: number, max: number): number;
  chance(percent: number): boolean;
  pick<Item>(items: readonly Item[]): Item;
  /** One of the keys; a key with twice the weight comes twice as often. */
  weighted<Key extends string>(weights: Readonly<Partial<Record<Key, number>>>): Key;
}

export const diceOf = (name: string): Dice => {
  let state = createHash('sha256').update(name).digest().readUInt32LE();
  /** Mulberry32: 32 bits of state, plenty for a menu. */
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const between = (min: number, max: number): number => min + Math.floor(next() * (max - min + 1));
  return {
    next,
    between,
    chance: (percent) => next() * 100 < percent,
    pick: (items) => items[between(0, items.length - 1)]!,
    weighted: <Key extends string>(weights: Readonly<Partial<Record<Key, number>>>) => {
      const entries = namesOf(weights).map((key): [Key, number] => [key, weights[key] ?? 0]);
      let left = next() * entries.reduce((sum, [, weight]) => sum + weight, 0);
      for (const [key, weight] of entries) {
        left -= weight;
        if (left < 0) return key;
      }
      return entries.at(-1)![0];
    },
  };
};
