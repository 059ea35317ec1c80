import type { BrandFile } from './brand-file.ts';
import type { Named } from './names.ts';
import type { Problem } from './problems.ts';
import { namesIn } from './refs.ts';
import { SECTIONS, type SectionName, sectionNames } from './sections.ts';
import type { Told } from './told.ts';

const isKnown = ({ sections }: BrandFile, named: Named, section: SectionName, name: string): boolean => {
  const thing = named[section].things.get(name);
  return Boolean(sections[section]?.has(name)) || (thing !== undefined && !thing.retired);
};

/** What things of the file name and nothing is, here or on the server. */
export const unknownNames = (file: BrandFile, named: Named): Problem[] =>
  sectionNames.flatMap((section) =>
    [...(file.sections[section] ?? [])].flatMap(([key, entry]) =>
      SECTIONS[section].references.flatMap((reference) =>
        namesIn(entry.words, reference)
          .filter(({ name }) => !isKnown(file, named, reference.to, name))
          .map(({ path, name }) =>
            entry.problemAt(path, `${section}.${key}: ${isNone(reference.to, name)}`, noSuch(reference.to, name)),
          ),
      ),
    ),
  );

/** The same of groups of modifiers, also of those that no product has. */
export const unknownInGroups = (file: BrandFile, named: Named): Problem[] =>
  [...(file.modifier_groups ?? [])].flatMap(([key, { items }]) =>
    (items as readonly { readonly product: string }[]).flatMap(({ product }, index) => {
      if (isKnown(file, named, 'products', product)) return [];
      const path = ['modifier_groups', key, 'items', index, 'product'];
      return [
        file.problemAt(path, `modifier_groups.${key}: ${isNone('products', product)}`, noSuch('products', product)),
      ];
    }),
  );

const noSuch = (section: SectionName, name: string): Told => ({ code: 'no_such', values: { section, name } });

const isNone = (section: SectionName, name: string): string =>
  `there is no ${name} in ${section}, here or on the server`;

/** The same of what is special at points. */
export const unknownAtPoints = (file: BrandFile, named: Named): Problem[] => {
  const namedBy = (section: 'prices' | 'costs' | 'not_on_sale' | 'closed_categories', to: SectionName) =>
    [...file[section]].flatMap(([point, entries]) => {
      const names = Array.isArray(entries)
        ? entries.map((name, index) => [name, index] as const)
        : [...entries.keys()].map((name) => [name, name] as const);
      const wrong = names
        .filter(([name]) => !isKnown(file, named, to, name))
        .map(([name, place]) =>
          file.problemAt([section, point, place], `${section}.${point}: ${isNone(to, name)}`, noSuch(to, name)),
        );
      if (isKnown(file, named, 'points', point)) return wrong;
      return [
        file.problemAt([section, point], `${section}: ${isNone('points', point)}`, noSuch('points', point)),
        ...wrong,
      ];
    });
  const atNoPoint = [...file.special_days.keys()]
    .filter((point) => !isKnown(file, named, 'points', point))
    .map((point) =>
      file.problemAt(['special_days', point], `special_days: ${isNone('points', point)}`, noSuch('points', point)),
    );
  return [
    ...atNoPoint,
    ...namedBy('prices', 'products'),
    ...namedBy('costs', 'products'),
    ...namedBy('not_on_sale', 'products'),
    ...namedBy('closed_categories', 'categories'),
  ];
};
