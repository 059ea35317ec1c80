import type { BrandFile, FileEntry, Words } from './brand-file.ts';
import { cyclesIn } from './cycles.ts';
import { defaultsIn } from './defaults.ts';
import { withTexts } from './pictures.ts';
import type { Preparation } from './prepare.ts';
import { type Blocks, isBlock, type Path, type Report } from './read-blocks.ts';
import type { WithoutPaths } from './read-pictures.ts';
import type { YamlFile } from './read-yaml.ts';
import { entrySchemas } from './schema.ts';
import { type SectionName, sectionNames } from './sections.ts';

interface ReadingSections {
  readonly blocks: Blocks;
  readonly report: Report;
  readonly problemAt: YamlFile['problemAt'];
  readonly prepare: { readonly [Section in SectionName]?: Preparation };
  withoutPaths(entry: Words, path: Path, report: Report): WithoutPaths;
}

/** The lists of the brand, as far as the file has them. */
export const readSections = (whole: Words, reading: ReadingSections): BrandFile['sections'] => {
  const { blocks, report } = reading;
  const sections: { [Section in SectionName]?: ReadonlyMap<string, FileEntry> } = {};
  for (const section of sectionNames) {
    if (!(section in whole)) continue;
    const entries = blocks.block(whole[section], [section]).flatMap(([key, value]) => {
      const entry = readEntry(reading, section, key, value);
      return entry ? [[key, entry] as const] : [];
    });
    sections[section] = new Map(entries);
  }
  for (const { section, key, path, message, told } of [...defaultsIn(sections), ...cyclesIn(sections)])
    report([section, key, ...path], message, told);
  return sections;
};

const readEntry = (
  { blocks, report, problemAt, prepare, withoutPaths }: ReadingSections,
  section: SectionName,
  key: string,
  given: unknown,
): FileEntry | undefined => {
  const path = [section, key];
  if (!isBlock(given)) return void report(path, `${path.join('.')} must be a block of fields`, { code: 'type_object' });
  const { left, paths } = withoutPaths(given, path, report);
  const raw = prepare[section] ? prepare[section].before(left, path) : left;
  const parsed = raw && blocks.parse(entrySchemas[section], raw, path);
  const words = parsed && (prepare[section]?.after?.(parsed, path) ?? parsed);
  if (!words) return undefined;
  const present = new Set(Object.keys(left));
  return {
    words: withTexts(words, paths),
    present,
    untold: new Set(Object.keys(given).filter((field) => !present.has(field))),
    problemAt: (inner, message, told) => problemAt([...path, ...inner], message, told),
  };
};
