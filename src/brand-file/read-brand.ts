import type { BrandFile } from './brand-file.ts';
import type { Beside } from './geojson.ts';
import { preparations } from './prepare.ts';
import { byPlace, type Problem } from './problems.ts';
import { readAtPoints } from './read-at-points.ts';
import { createBlocks, isBlock, type Report } from './read-blocks.ts';
import { createPictures, type FindPicture } from './read-pictures.ts';
import { readSections } from './read-sections.ts';
import { readYaml } from './read-yaml.ts';
import { brandSchema, groupSchema, POINT_SECTIONS } from './schema.ts';
import { sectionNames } from './sections.ts';

export interface ReadBrand {
  /** Null: the file has problems. */
  readonly brand: BrandFile | null;
  readonly problems: readonly Problem[];
}

export interface ReadOptions {
  /** Reads files that lie beside it, such as zones.geojson. */
  readonly beside?: Beside;
  /** Finds the pictures that it names by paths. Without it they are left out. */
  readonly picture?: FindPicture;
}

const MAX_SHOWN = 100;
const KNOWN: readonly string[] = ['brand', 'modifier_groups', ...sectionNames, ...POINT_SECTIONS];

/**
 * Reads the file of a brand. What it refers to may be in the file or on the server: the plan says what is neither.
 * @param file its name, for problems
 */
export const readBrand = (
  bytes: Uint8Array,
  file: string,
  { beside = () => undefined, picture }: ReadOptions = {},
): ReadBrand => {
  const { value: whole, problemAt, problems: unread } = readYaml(bytes, file);
  if (unread.length > 0) return { brand: null, problems: unread };
  const problems: Problem[] = [];
  const report: Report = (path, message, told) => void problems.push(problemAt(path, message, told));
  if (!isBlock(whole)) {
    if (whole === null) report([], 'the file is empty', { code: 'file_empty' });
    else report([], 'the file must begin with sections, such as `points:`', { code: 'no_sections' });
    return { brand: null, problems };
  }
  for (const name of Object.keys(whole)) {
    if (KNOWN.includes(name)) continue;
    const text = `there is no section ${name}: there are ${KNOWN.join(', ')}`;
    report([name], text, { code: 'unknown_section', values: { name } });
  }
  const blocks = createBlocks(report);
  const brand = whole.brand === undefined ? undefined : blocks.parse(brandSchema, whole.brand, ['brand']);
  const groups = new Map(blocks.block(whole.modifier_groups, ['modifier_groups']));
  const modifier_groups = new Map(
    [...groups].flatMap(([key, value]) => {
      const group = blocks.parse(groupSchema, value, ['modifier_groups', key]);
      return group ? [[key, group] as const] : [];
    }),
  );
  const prepare = preparations({ groups, beside, report, country: brand?.country_code });
  const { pictures, withoutPaths } = createPictures(problemAt, picture);
  const sections = readSections(whole, { blocks, report, problemAt, prepare, withoutPaths });
  const read = { brand, modifier_groups, sections, ...readAtPoints(whole, blocks, report), pictures, problemAt };
  return { brand: problems.length > 0 ? null : read, problems: problems.toSorted(byPlace).slice(0, MAX_SHOWN) };
};
