import { isSameValue } from '../domain/same-value.ts';
import type { BrandFile, FileEntry, Words } from './brand-file.ts';
import { toWords } from './refs.ts';
import { SECTIONS, type Section, type SectionName, sectionNames } from './sections.ts';
import type { There, Thing } from './there.ts';

/** The things of one section, by their names in the file. */
export interface NamedSection {
  readonly things: ReadonlyMap<string, Thing>;
  readonly nameOf: ReadonlyMap<number | string, string>;
  /** The names that the server does not know yet. */
  readonly unbound: ReadonlySet<string>;
}

export type Named = { readonly [Section in SectionName]: NamedSection };

/** What stands in a file for an id that nothing has a name for. */
const unnamed = (id: number | string): string => `id-${id}`;

/**
 * Gives each thing of the server its name in the file. The server keeps a name for most things. A thing without one has the name of
 * its entry: the entry of the file that stands at the same place and is called the same. Without an entry, its name is made of what
 * it is called.
 */
export const nameThings = (there: There, file?: Pick<BrandFile, 'sections'>): Named => {
  const named: { [Section in SectionName]?: NamedSection } = {};
  for (const section of sectionNames) {
    named[section] = nameSection(section, there, file?.sections[section] ?? new Map(), (things) =>
      wordsWith(named, section, things),
    );
  }
  return named as Named;
};

/** A thing in the words of the file. References to sections that have no names yet stay ids. */
const wordsWith = (
  named: { readonly [Section in SectionName]?: NamedSection },
  section: SectionName,
  { fields }: Thing,
): Words =>
  toWords(fields, SECTIONS[section].references, ({ to }, id) =>
    named[to] ? (named[to].nameOf.get(id) ?? unnamed(id)) : id,
  );

/** A thing of the server in the words of the file. */
export const wordsOf = (named: Named, section: SectionName, thing: Thing): Words => wordsWith(named, section, thing);

const nameSection = (
  section: SectionName,
  there: There,
  entries: ReadonlyMap<string, FileEntry>,
  words: (thing: Thing) => Words,
): NamedSection => {
  const about = SECTIONS[section];
  const all = (there.sections[section] ?? []).filter(({ gone }) => !gone);
  const things = new Map<string, Thing>();
  const nameOf = new Map<number | string, string>();
  const unbound = new Set<string>();
  const give = (name: string, thing: Thing): void => {
    things.set(name, thing);
    nameOf.set(thing.id, name);
  };
  if (about.own_name !== undefined) {
    for (const thing of all) give(String(thing.fields[about.own_name]).normalize('NFC'), thing);
    return { things, nameOf, unbound };
  }
  const byId = new Map(all.map((thing) => [thing.id, thing]));
  const kept = (about.list && there.names[about.list]) ?? new Map<string, number | string>();
  // Of several names of one thing, one that the file has.
  const inOrder = [...kept].toSorted(
    ([one], [other]) => Number(entries.has(other)) - Number(entries.has(one)) || compare(one, other),
  );
  for (const [name, id] of inOrder) {
    const thing = byId.get(id);
    if (thing && !nameOf.has(id)) give(name, thing);
  }
  // What was removed by hand comes back under its name alone.
  const rest = all
    .filter(({ id, retired }) => !nameOf.has(id) && !retired)
    .map((thing) => ({ thing, words: words(thing) }));
  const adopt = (name: string, thing: Thing): void => {
    give(name, thing);
    unbound.add(name);
  };
  const called = Map.groupBy(rest, ({ words: own }) => callOf(about, own));
  for (const [name, entry] of entries) {
    if (things.has(name)) continue;
    const alike = (called.get(callOf(about, entry.words)) ?? []).filter(({ thing }) => !nameOf.has(thing.id));
    if (alike.length === 1) adopt(name, alike[0]!.thing);
  }
  for (const { thing, words: own } of rest) {
    if (nameOf.has(thing.id)) continue;
    const base = madeName(section, about, own);
    let name = base;
    for (let number = 2; things.has(name) || (entries.has(name) && name !== base) || kept.has(name); number += 1)
      name = `${base}_${number}`;
    adopt(name, thing);
  }
  return { things, nameOf, unbound };
};

/** What a thing is called, and where it is. */
const callOf = ({ place = [] }: Section, words: Words): string =>
  JSON.stringify([String(words.name).normalize('NFC'), ...place.map((field) => words[field] ?? null)]);

const PREFIXED: readonly SectionName[] = ['halls', 'tables', 'zones'];

/** A name made of what the thing is called: `Плов по-чайхански` is плов_по_чайхански. */
const madeName = (section: SectionName, { place = [] }: Section, words: Words): string => {
  const own = slug(String(words.name));
  const where = PREFIXED.includes(section) ? String(words[place[0]!] ?? '') : '';
  const base = own === '' ? section : own;
  return (where === '' ? base : `${where}_${base}`).slice(0, 150);
};

export const slug = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    // The dot that a Turkish İ keeps above its small letter.
    .replaceAll('i\u0307', 'i')
    .normalize('NFC')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '_')
    .replace(/^[_\p{M}]+|_+$/gu, '')
    .slice(0, 60);

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

/** Whether two values are the same for a reader: a field that is left out is null. */
export const isSame = (one: unknown, other: unknown): boolean => isSameValue(one ?? null, other ?? null);
