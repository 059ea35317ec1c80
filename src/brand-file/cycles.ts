import type { FileEntry } from './brand-file.ts';
import { namesIn } from './refs.ts';
import { SECTIONS, type SectionName, sectionNames } from './sections.ts';
import type { Told } from './told.ts';

type Path = readonly (string | number)[];

interface Cycle {
  readonly section: SectionName;
  readonly key: string;
  readonly path: Path;
  readonly message: string;
  readonly told: Told;
}

type Sections = { readonly [Section in SectionName]?: ReadonlyMap<string, FileEntry> };

/** What an entry names of its own section, with the places. */
export const ownNames = (section: SectionName, words: FileEntry['words']) =>
  SECTIONS[section].references.filter(({ to }) => to === section).flatMap((reference) => namesIn(words, reference));

/** Each circle of entries that name each other, once: at the entry that closes it. */
export const cyclesIn = (sections: Sections): Cycle[] =>
  sectionNames.flatMap((section) => {
    const entries = sections[section] ?? new Map<string, FileEntry>();
    const done = new Set<string>();
    const cycles: Cycle[] = [];
    const visit = (key: string, above: readonly string[]): void => {
      for (const { name, path } of ownNames(section, entries.get(key)!.words)) {
        const start = name === key ? above.length - 1 : above.indexOf(name);
        if (start !== -1) {
          const circle = [...above.slice(start), name].join(' -> ');
          cycles.push({
            section,
            key,
            path,
            message: `${section}.${key}: these name each other in a circle: ${circle}`,
            told: { code: 'cycle', values: { names: circle } },
          });
        } else if (entries.has(name) && !done.has(name)) visit(name, [...above, name]);
      }
      done.add(key);
    };
    for (const key of entries.keys()) if (!done.has(key)) visit(key, [key]);
    return cycles;
  });
