import type { FileEntry } from './brand-file.ts';
import { namesIn } from './refs.ts';
import { SECTIONS, type SectionName, sectionNames } from './sections.ts';
import type { Told } from './told.ts';

type Path = readonly (string | number)[];

/** Something that is wrong with an entry of the file, and where in it. */
export interface InSection {
  readonly section: SectionName;
  readonly key: string;
  readonly path: Path;
  readonly message: string;
  readonly told: Told;
}

export type Sections = { readonly [Section in SectionName]?: ReadonlyMap<string, FileEntry> };

/** What an entry names of its own section, with the places. */
export const ownNames = (section: SectionName, words: FileEntry['words']) =>
  SECTIONS[section].references.filter(({ to }) => to === section).flatMap((reference) => namesIn(words, reference));

/** Each circle of entries that name each other, once: at the entry that closes it. */
export const cyclesIn = (sections: Sections): InSection[] =>
  sectionNames.flatMap((section) => {
    const entries = sections[section] ?? new Map<string, FileEntry>();
    const namesOf = (key: string) => ownNames(section, entries.get(key)!.words);
    const done = new Set<string>();
    const cycles: InSection[] = [];
    for (const start of entries.keys()) {
      // No recursion: a file may have thousands of entries below each other.
      const above = [{ key: start, left: done.has(start) ? [] : namesOf(start) }];
      const open = new Set([start]);
      while (above.length > 0) {
        const { key, left } = above.at(-1)!;
        const next = left.shift();
        if (!next) {
          done.add(key);
          open.delete(key);
          above.pop();
        } else if (open.has(next.name)) {
          const keys = above.map((it) => it.key);
          const circle = [...keys.slice(keys.indexOf(next.name)), next.name].join(' -> ');
          const message = `${section}.${key}: these name each other in a circle: ${circle}`;
          cycles.push({ section, key, path: next.path, message, told: { code: 'cycle', values: { names: circle } } });
        } else if (entries.has(next.name) && !done.has(next.name)) {
          above.push({ key: next.name, left: namesOf(next.name) });
          open.add(next.name);
        }
      }
    }
    return cycles;
  });
