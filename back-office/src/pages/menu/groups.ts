import type { DefinedProduct } from '../../reading/catalogue.ts';

type Defined = DefinedProduct['modifier_groups'][number];

/** A group of modifiers, as it is typed. */
export interface TypedGroup {
  readonly key: number;
  /** None: a new group. */
  readonly id?: number;
  readonly name: string;
  /** At least so many; more than none: a guest must choose. */
  readonly min: number;
  /** At most so many; 0: as many as one likes. */
  readonly max: number;
  readonly items: Defined['items'];
}

/** A group that a guest must choose from has at least one, whatever its `min` is. */
export const typedGroups = (groups: readonly Defined[]): TypedGroup[] =>
  groups.map(({ id, name, min, max, required, items }, key) => ({
    key,
    id,
    name,
    min: required ? Math.max(1, min) : min,
    max,
    items,
  }));

const nextKey = (groups: readonly TypedGroup[]): number => Math.max(-1, ...groups.map(({ key }) => key)) + 1;

/** With one more, which is empty. */
export const withNew = (groups: readonly TypedGroup[]): TypedGroup[] => [
  ...groups,
  { key: nextKey(groups), name: '', min: 0, max: 1, items: [] },
];

/** With the groups of another product: as new ones, because each product has groups of its own. */
export const withThoseOf = (groups: readonly TypedGroup[], others: readonly Defined[]): TypedGroup[] => [
  ...groups,
  ...typedGroups(others).map(({ id: _, key, ...group }) => ({ ...group, key: nextKey(groups) + key })),
];

/** What ChangeProduct says. */
export const groupsOf = (groups: readonly TypedGroup[]) =>
  groups.map(({ key: _, name, min, ...group }) => ({ ...group, name: name.trim(), min, required: min > 0 }));

/** Whether the server can take them: the rest it says itself. */
export const areWhole = (groups: readonly TypedGroup[]): boolean =>
  groups.every(({ name, items }) => name.trim() !== '' && items.length > 0);
