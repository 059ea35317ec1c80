import type { BrandFile, FileEntry, Words } from './brand-file.ts';
import { isSame, type Named, nameThings, wordsOf } from './names.ts';
import { hashIn, mapPictures } from './pictures.ts';
import { type PointStep, planPoints } from './plan-points.ts';
import { byPlace, type Problem } from './problems.ts';
import { otherBrand } from './same-brand.ts';
import { SECTIONS, type SectionName, sectionNames } from './sections.ts';
import type { There, Thing } from './there.ts';
import { unknownAtPoints, unknownInGroups, unknownNames } from './unknown-names.ts';

export interface Change {
  readonly field: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** What becomes of one thing. */
export interface ThingStep {
  /** `named`: it only gets the name of the file. `stays`: it should go, and nothing removes such a thing. */
  readonly kind: 'new' | 'changed' | 'restored' | 'named' | 'removed' | 'stays';
  readonly section: SectionName;
  readonly key: string;
  /** The fields that change, in the words of the file. */
  readonly changes: readonly Change[];
  /** All of the thing, as the file wants it. */
  readonly words: Words;
  /** The server does not know the name yet. */
  readonly binds: boolean;
  /** On the server; undefined for what is new. */
  readonly thing?: Thing;
  /** A problem at a field of what the file says of it; of what it does not have, at the section. */
  readonly problemAt?: FileEntry['problemAt'];
}

export interface Plan {
  readonly things: readonly ThingStep[];
  readonly points: readonly PointStep[];
  readonly named: Named;
  /** By section and name: what had the name and never comes back. */
  readonly former: Former;
  /** What the file names and nothing is, and where it is of another brand. With any, nothing is applied. */
  readonly problems: readonly Problem[];
}

export interface PlanOptions {
  /** What the file does not have goes; fields that it leaves out go back to what they are unless told. */
  readonly prune?: boolean;
  /** The hashes of the file's pictures that the server has, by their paths. */
  readonly pictures?: ReadonlyMap<string, string>;
  /** What things are called, if that is known already. */
  readonly named?: Named;
}

/** What has to be done so that the brand on the server is what the file says. Nothing, if it is already. */
export const planBrand = (
  file: BrandFile,
  there: There,
  { prune = false, pictures = new Map(), named = nameThings(there, file) }: PlanOptions = {},
): Plan => {
  const asPictures = (value: unknown, field: string): unknown =>
    mapPictures(value, (it) => pictures.get(it) ?? hashIn(it) ?? it, [field]);
  const things = sectionNames.flatMap((section) => {
    const entries = file.sections[section];
    if (!entries) return [];
    const wanted = [...entries].flatMap(
      ([key, entry]) => stepOf({ named, section, prune, asPictures }, key, entry) ?? [],
    );
    return prune ? [...wanted, ...removals(file, named, section)] : wanted;
  });
  const problems = [
    ...otherBrand(file, there),
    ...unknownNames(file, named),
    ...unknownInGroups(file, named),
    ...unknownAtPoints(file, named),
  ];
  const points = problems.length > 0 ? [] : planPoints(file, there, named, prune);
  return { things, points, named, former: formerOf(there), problems: problems.toSorted(byPlace) };
};

export type Former = { readonly [Section in SectionName]?: ReadonlyMap<string, number | string> };

const formerOf = (there: There): Former =>
  Object.fromEntries(
    sectionNames.map((section) => {
      const { list, own_name } = SECTIONS[section];
      const all = there.sections[section] ?? [];
      const gone = all.filter((thing) => thing.gone);
      if (own_name !== undefined)
        return [section, new Map(gone.map(({ id, fields }) => [String(fields[own_name]), id]))];
      const still = new Set(all.filter((thing) => !thing.gone).map(({ id }) => id));
      const named = [...((list && there.names[list]) ?? [])];
      return [section, new Map(named.filter(([, id]) => !still.has(id)))];
    }),
  );

export const isEmpty = ({ things, points }: Plan): boolean =>
  points.length === 0 && things.every(({ kind }) => kind === 'stays');

interface Stepping {
  readonly named: Named;
  readonly section: SectionName;
  readonly prune: boolean;
  /** A field with hashes in the place of pictures, by which they are compared. */
  asPictures(value: unknown, field: string): unknown;
}

const stepOf = (
  { named, section, prune, asPictures }: Stepping,
  key: string,
  entry: FileEntry,
): ThingStep | undefined => {
  const { words, problemAt } = entry;
  const { things, unbound } = named[section];
  const thing = things.get(key);
  const common = {
    section,
    key,
    problemAt,
    binds: SECTIONS[section].list !== undefined && (!thing || unbound.has(key)),
  };
  if (!thing) {
    const changes = Object.entries(words)
      .filter(([, after]) => after !== undefined && after !== null)
      .filter(([field]) => entry.present.has(field))
      .map(([field, after]) => ({ field, before: null, after }));
    return { ...common, kind: 'new', changes, words };
  }
  const before = wordsOf(named, section, thing);
  const fields = Object.keys(words).filter((field) => (prune ? !entry.untold?.has(field) : entry.present.has(field)));
  const changes = fields
    .map((field) => ({ field, before: comparable(section, field, before[field]), after: words[field] }))
    .filter((change) => !isSameField(section, change, asPictures));
  const after = { ...before, ...Object.fromEntries(changes.map(({ field, after: value }) => [field, value])) };
  const step = { ...common, thing, changes, words: after };
  if (thing.retired) return { ...step, kind: 'restored' };
  if (changes.length > 0) return { ...step, kind: 'changed' };
  return common.binds ? { ...step, kind: 'named' } : undefined;
};

/** As the file could have it: its groups of modifiers have no ids. */
const comparable = (section: SectionName, field: string, value: unknown): unknown =>
  section === 'products' && field === 'modifier_groups' && Array.isArray(value)
    ? value.map(({ id: _, ...group }: Words) => group)
    : value;

const isSameField = (
  section: SectionName,
  { field, before, after }: Change,
  asPictures: Stepping['asPictures'],
): boolean => {
  if (isSame(asPictures(before, field), asPictures(after, field))) return true;
  // The server adds the country, which it alone knows if the file does not say it.
  return section === 'points' && field === 'phone' && isSamePhone(String(before), String(after));
};

const isSamePhone = (known: string, written: string): boolean => {
  const digits = written.replace(/\D/g, '').replace(/^0+/, '');
  return digits.length >= 7 && known.replace(/\D/g, '').endsWith(digits);
};

/** What the server has, and the section of the file does not. */
const removals = (file: BrandFile, named: Named, section: SectionName): ThingStep[] =>
  [...named[section].things].flatMap(([key, thing]): ThingStep[] => {
    if (thing.retired || file.sections[section]?.has(key)) return [];
    const { retire, put_aside } = SECTIONS[section];
    const words = wordsOf(named, section, thing);
    const changes = Object.entries(put_aside ?? {}).map(([field, after]) => ({ field, before: words[field], after }));
    if (put_aside && changes.every(({ before, after }) => before === after)) return [];
    const isRemovable = put_aside !== undefined || retire !== undefined;
    const kind = isRemovable ? 'removed' : 'stays';
    const problemAt: FileEntry['problemAt'] = (_, message, told) => file.problemAt([section], message, told);
    return [{ kind, section, key, thing, changes, words: { ...words, ...put_aside }, binds: false, problemAt }];
  });

/** The plan that only lets the server keep the names that things got. */
export const namesOnly = (named: Named): Plan => ({
  things: sectionNames.flatMap((section) =>
    [...named[section].unbound].map((key): ThingStep => {
      const thing = named[section].things.get(key)!;
      return { kind: 'named', section, key, thing, changes: [], words: wordsOf(named, section, thing), binds: true };
    }),
  ),
  points: [],
  named,
  former: {},
  problems: [],
});
