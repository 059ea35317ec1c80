import type { InSection, Sections } from './cycles.ts';
import { SECTIONS, sectionNames } from './sections.ts';

/** Each entry that wants to be the default where another one is it already. */
export const defaultsIn = (sections: Sections): InSection[] =>
  sectionNames.flatMap((section) => {
    const { place = [] } = SECTIONS[section];
    const defaults = [...(sections[section] ?? [])].filter(([, { words }]) => words.is_default === true);
    const alike = Map.groupBy(defaults, ([, { words }]) => JSON.stringify(place.map((field) => words[field])));
    return [...alike.values()].flatMap(([first, ...others]) =>
      others.map(([key]): InSection => {
        const [name] = first!;
        const message = `${section}.${key}: there is one default, and ${name} is it already`;
        return { section, key, path: ['is_default'], message, told: { code: 'default_twice', values: { name } } };
      }),
    );
  });
