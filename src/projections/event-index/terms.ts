import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { EventFilter, EventGroup } from '../../event-store/event-store.ts';

/** What one can search for within a brand. */
type Kind = 'brand' | 'type' | 'actor' | 'category' | 'point';

/** Actors, types and points come again and again. */
const known = new LRUCache<string, string>({ max: 10_000 });

/** Half of a SHA-256: users choose the names of actors, and two names with the same hash cannot be made. */
const termOf = (brandId: string, kind: Kind, value: string): string => {
  const text = `${brandId}\0${kind}\0${value}`;
  const term = known.get(text);
  if (term !== undefined) return term;
  const hex = hash('sha256', text, 'hex');
  const made = `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20, 32)}`;
  known.set(text, made);
  return made;
};

/** The term of all events of a brand. */
export const termOfBrand = (brandId: string): string => termOf(brandId, 'brand', '');

/** The terms that the events of a group are found by. */
export const termsOf = ({ type, category, metadata }: EventGroup): ReadonlySet<string> => {
  const { brand_id, point_id, actor } = metadata;
  const terms = new Set([
    termOfBrand(brand_id),
    termOf(brand_id, 'type', type),
    termOf(brand_id, 'category', category),
  ]);
  // An actor is searched for by id or by name, so both are the same kind of term.
  if (actor?.id !== undefined) terms.add(termOf(brand_id, 'actor', actor.id));
  if (actor?.name !== undefined) terms.add(termOf(brand_id, 'actor', actor.name));
  if (point_id !== undefined) terms.add(termOf(brand_id, 'point', point_id));
  return terms;
};

/**
 * The terms of the events that a filter lets through: one of each group. Undefined if the index does not help: it knows
 * brands, and no streams.
 */
export const groupsOf = ({ brandId, stream, types, actor, category, pointId }: EventFilter): string[][] | undefined => {
  if (brandId === undefined || stream !== undefined) return undefined;
  const groups: string[][] = [];
  if (types !== undefined) groups.push([...new Set(types)].map((type) => termOf(brandId, 'type', type)));
  if (actor !== undefined) groups.push([...new Set([actor].flat())].map((one) => termOf(brandId, 'actor', one)));
  if (category !== undefined) groups.push([termOf(brandId, 'category', category)]);
  if (pointId !== undefined) groups.push([termOf(brandId, 'point', pointId)]);
  return groups.length > 0 ? groups : [[termOfBrand(brandId)]];
};
