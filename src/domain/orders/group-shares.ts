/**
 * How many units of the chosen modifiers a group must count at least and may count at most. In whole units of some
 * size.
 */
export interface GroupBounds {
  readonly least: number;
  /** Infinity: no bound. */
  readonly most: number;
}

/** The chosen units of one modifier, and how many of them each group can count; 0: the group does not offer it. */
export interface ChosenUnits {
  readonly units: number;
  readonly offered: readonly number[];
}

export type Shares =
  | { readonly fits: true }
  | { readonly fits: false; readonly group: number; readonly tooMany: boolean };

/**
 * Whether each chosen unit can be counted in one group that offers it, so that every group has its minimum and no group
 * has more than its maximum. This is a maximum flow from modifiers to groups. First every group gets its minimum. Then
 * the remaining units go to groups with room. To make room, units may move from one group to another, but no group goes
 * below its minimum.
 */
export const shareOut = (chosen: readonly ChosenUnits[], groups: readonly GroupBounds[]): Shares => {
  /** For each modifier, the units that each group counts. */
  const shares = chosen.map(({ offered }) => offered.map(() => 0));
  const counted = groups.map(() => 0);
  const left = chosen.map(({ units }) => units);

  /**
   * Lets groups count up to `wanted` units of a modifier, moving other units to make room. Returns how many were
   * counted.
   */
  const place = (modifier: number, wanted: number, room: readonly number[], asked: Set<number>): number => {
    const share = shares[modifier]!;
    const openAt = (group: number): number => Math.min(wanted, chosen[modifier]!.offered[group]! - share[group]!);
    for (const group of groups.keys()) {
      const placed = Math.min(openAt(group), room[group]! - counted[group]!);
      if (placed <= 0) continue;
      share[group]! += placed;
      counted[group]! += placed;
      return placed;
    }
    for (const group of groups.keys()) {
      if (openAt(group) <= 0 || asked.has(group)) continue;
      asked.add(group);
      const placed = makeRoom(group, openAt(group), room, asked);
      share[group]! += placed;
      if (placed > 0) return placed;
    }
    return 0;
  };

  const makeRoom = (group: number, wanted: number, room: readonly number[], asked: Set<number>): number => {
    for (const [modifier, share] of shares.entries()) {
      const moved = share[group]! > 0 ? place(modifier, Math.min(wanted, share[group]!), room, asked) : 0;
      share[group]! -= moved;
      if (moved > 0) return moved;
    }
    return 0;
  };

  const placeAll = (room: readonly number[]): void => {
    for (const modifier of left.keys()) {
      for (let placed = -1; left[modifier]! > 0 && placed !== 0; left[modifier]! -= placed) {
        placed = place(modifier, left[modifier]!, room, new Set());
      }
    }
  };

  placeAll(groups.map(({ least }) => least));
  const short = groups.findIndex(({ least }, group) => counted[group]! < least);
  if (short >= 0) return { fits: false, group: short, tooMany: false };
  placeAll(groups.map(({ most }) => most));
  const over = left.findIndex((units) => units > 0);
  if (over < 0) return { fits: true };
  const isFull = (offer: number, group: number): boolean => offer > 0 && counted[group]! >= groups[group]!.most;
  return { fits: false, group: chosen[over]!.offered.findIndex(isFull), tooMany: true };
};
