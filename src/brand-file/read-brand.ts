import type { z } from 'zod';
import { normalisePhone } from '../commands/fields/phone.ts';
import { completePolygon } from '../domain/delivery/polygon.ts';
import type { Polygon } from '../domain/delivery/zone.ts';
import { isRecord } from '../domain/is-record.ts';
import type { WorkingDay } from '../domain/points/events.ts';
import { completeWeek } from '../domain/points/working-hours.ts';
import { Refusal } from '../domain/refusal.ts';
import type { BrandFile, FileEntry, FilePrice, FileSpecialDay, Words } from './brand-file.ts';
import { cyclesIn } from './cycles.ts';
import { type Beside, outlineOf } from './geojson.ts';
import { CODES, issueText, issueTold, toldOf } from './issues.ts';
import { type FilePicture, isAddress, mapPictures, withTexts } from './pictures.ts';
import { byPlace, type Problem } from './problems.ts';
import { readYaml } from './read-yaml.ts';
import * as schemas from './schema.ts';
import { SECTIONS, type SectionName, sectionNames } from './sections.ts';
import type { Told } from './told.ts';

type Path = readonly (string | number)[];

export interface ReadBrand {
  /** Null: the file has problems. */
  readonly brand: BrandFile | null;
  readonly problems: readonly Problem[];
}

export interface ReadOptions {
  /** Reads files that lie beside it, such as zones.geojson. */
  readonly beside?: Beside;
  /**
   * What a picture is that the file names by a path: one that has an address already, one that is to be sent, or none that can be
   * used. Undefined, and without it, such a picture is left out: the thing keeps what it has.
   */
  readonly picture?: (path: string) => PictureBeside | undefined;
}

export type PictureBeside = { readonly address: string } | { readonly sha256: string } | { readonly problem: string };

const MAX_SHOWN = 100;
/** A picture that is to be sent has none yet. */
const NO_ADDRESS = 'http://none.invalid/';
const KNOWN: readonly string[] = ['brand', 'modifier_groups', ...sectionNames, ...schemas.POINT_SECTIONS];

/**
 * Reads the file of a brand. What it refers to may be in the file or on the server: the plan says what is neither.
 * @param file its name, for problems
 */
export const readBrand = (
  bytes: Uint8Array,
  file: string,
  { beside = () => undefined, picture }: ReadOptions = {},
): ReadBrand => {
  const yaml = readYaml(bytes, file);
  const problems: Problem[] = [...yaml.problems];
  if (problems.length > 0) return { brand: null, problems };
  const report = (path: Path, message: string, told?: Told) => void problems.push(yaml.problemAt(path, message, told));
  const whole = yaml.value;
  if (!isBlock(whole)) {
    if (whole === null) report([], 'the file is empty', { code: 'file_empty' });
    else report([], 'the file must begin with sections, such as `points:`', { code: 'no_sections' });
    return { brand: null, problems };
  }
  for (const key of Object.keys(whole)) {
    if (KNOWN.includes(key)) continue;
    const told = { code: 'unknown_section', values: { name: key } } as const;
    report([key], `there is no section ${key}: there are ${KNOWN.join(', ')}`, told);
  }

  /** The value by its schema; undefined, and a problem, if it does not fit. */
  const parse = <Schema extends z.ZodType>(
    schema: Schema,
    value: unknown,
    path: Path,
  ): z.output<Schema> | undefined => {
    const parsed = schema.safeParse(value);
    if (parsed.success) return parsed.data;
    const told = new Set<string>();
    for (const issue of parsed.error.issues) {
      // One value may break several rules of one kind.
      const place = issue.path.join('\0');
      if (told.has(place)) continue;
      told.add(place);
      const inner = [...path, ...(issue.path as Path)];
      const shape = 'shape' in schema && issue.path.length === 0 ? Object.keys(schema.shape as object) : [];
      const unknown = issue.code === 'unrecognized_keys' ? [...inner, issue.keys[0]!] : inner;
      const isGone = isMissing(value, issue.path);
      const text = isGone ? 'is missing' : issueText(issue, shape);
      report(unknown, `${inner.join('.')} ${text}`, isGone ? { code: 'field_required' } : issueTold(issue));
    }
    return undefined;
  };
  /** The entries of a section, by their names. */
  const block = (value: unknown, path: Path): [string, unknown][] => {
    if (value === undefined || value === null) return [];
    if (!isBlock(value)) {
      report(path, `${path.join('.')} must be a block of names, each with its fields`, { code: 'type_object' });
      return [];
    }
    return Object.entries(value).filter(([key]) => {
      if (schemas.isFileName(key)) return true;
      const told = { code: 'bad_name', values: { name: key } } as const;
      report(
        [...path, key],
        `${path.join('.')} has the name "${key}": a name has letters, digits and _ - . / alone`,
        told,
      );
      return false;
    });
  };

  const brand = whole.brand === undefined ? undefined : parse(schemas.brandSchema, whole.brand, ['brand']);
  const groups = new Map(
    block(whole.modifier_groups, ['modifier_groups']).map(([key, value]) => {
      parse(schemas.groupSchema, value, ['modifier_groups', key]);
      return [key, value];
    }),
  );
  const prepare = preparations({ groups, beside, report, country: brand?.country_code });

  const pictures = new Map<string, FilePicture>();
  /** The entry with some address in the place of each picture that is to be sent, and these by their places in it. */
  const withoutPaths = (entry: Words, path: Path) => {
    const paths = new Map<Path, string>();
    const left = mapPictures(entry, (given, at) => {
      if (isAddress(given)) return given;
      const found = picture?.(given);
      if (!found) return undefined;
      if ('address' in found) return found.address;
      const place = [...path, ...at];
      if ('problem' in found) report(place, `${place.join('.')}: ${found.problem}`);
      else {
        paths.set(at, given);
        const problemAt = (message: string) => yaml.problemAt(place, `${place.join('.')}: ${message}`);
        if (!pictures.has(given)) pictures.set(given, { sha256: found.sha256, problemAt });
        return NO_ADDRESS;
      }
      return undefined;
    });
    return { left: left as Words, paths };
  };

  const readEntry = (section: SectionName, key: string, given: unknown): FileEntry | undefined => {
    const path = [section, key];
    if (!isBlock(given))
      return void report(path, `${path.join('.')} must be a block of fields`, { code: 'type_object' });
    const { left, paths } = withoutPaths(given, path);
    const raw = prepare[section] ? prepare[section].before(left, path) : left;
    const parsed = raw && parse(schemas.entrySchemas[section], raw, path);
    const words = parsed && (prepare[section]?.after?.(parsed, path) ?? parsed);
    if (!words) return undefined;
    const told = new Set(Object.keys(left));
    return {
      words: withTexts(words, paths),
      present: told,
      untold: new Set(Object.keys(given).filter((field) => !told.has(field))),
      problemAt: (inner, message, why) => yaml.problemAt([...path, ...inner], message, why),
    };
  };
  const sections: { [Section in SectionName]?: ReadonlyMap<string, FileEntry> } = {};
  for (const section of sectionNames) {
    if (!(section in whole)) continue;
    const entries = block(whole[section], [section]).flatMap(([key, value]) => {
      const entry = readEntry(section, key, value);
      return entry ? [[key, entry] as const] : [];
    });
    sections[section] = new Map(entries);
  }
  for (const section of sectionNames) {
    const { place = [] } = SECTIONS[section];
    const defaults = [...(sections[section] ?? [])].filter(([, { words }]) => words.is_default === true);
    const alike = Map.groupBy(defaults, ([, { words }]) => JSON.stringify(place.map((field) => words[field])));
    for (const [first, ...others] of alike.values()) {
      for (const [key, entry] of others)
        problems.push(
          entry.problemAt(['is_default'], `${section}.${key}: there is one default, and ${first![0]} is it already`),
        );
    }
  }
  for (const { section, key, path, message, told } of cyclesIn(sections)) {
    problems.push(sections[section]!.get(key)!.problemAt(path, message, told));
  }

  const byPoint = <Value>(section: schemas.PointSection, read: (value: unknown, path: Path) => Value) =>
    new Map(block(whole[section], [section]).map(([point, value]) => [point, read(value, [section, point])]));
  const byProduct =
    <Schema extends z.ZodType, Value>(schema: Schema, made: (parsed: z.output<Schema>) => Value) =>
    (value: unknown, path: Path): ReadonlyMap<string, Value> =>
      new Map(
        block(value, path).flatMap(([product, given]) => {
          const parsed = parse(schema, given, [...path, product]);
          return parsed === undefined ? [] : [[product, made(parsed)]];
        }),
      );
  const names = (value: unknown, path: Path): readonly string[] => parse(schemas.namesSchema, value ?? [], path) ?? [];

  const days = (value: unknown, path: Path): ReadonlyMap<string, FileSpecialDay> =>
    new Map(
      block(value, path).flatMap(([date, given]) => {
        if (!schemas.dateSchema.safeParse(date).success) {
          report([...path, date], `${path.join('.')} has "${date}": a day is written as 2026-12-31`, { code: 'day' });
          return [];
        }
        const parsed = parse(schemas.specialDaySchema, given, [...path, date]);
        return parsed === undefined ? [] : [[date, parsed]];
      }),
    );

  const read: BrandFile = {
    brand,
    sections,
    prices: byPoint('prices', byProduct(schemas.priceSchema, priceOf)),
    costs: byPoint(
      'costs',
      byProduct(schemas.costSchema, (cost) => cost),
    ),
    not_on_sale: byPoint('not_on_sale', names),
    closed_categories: byPoint('closed_categories', names),
    special_days: byPoint('special_days', days),
    pictures,
    problemAt: yaml.problemAt,
  };
  const shown = problems.toSorted(byPlace).slice(0, MAX_SHOWN);
  return { brand: problems.length > 0 ? null : read, problems: shown };
};

const priceOf = (price: z.output<typeof schemas.priceSchema>): FilePrice =>
  typeof price === 'number' ? { price, windows: [] } : price;

const isBlock = (value: unknown): value is Words => isRecord(value) && !Array.isArray(value);

const isMissing = (value: unknown, path: readonly PropertyKey[]): boolean => {
  let found = value;
  for (const part of path) {
    if (!isRecord(found)) return false;
    found = (found as Words)[String(part)];
  }
  return path.length > 0 && found === undefined;
};

interface Preparation {
  /** What is parsed in the place of the entry; undefined, after a report: it can not be parsed. */
  before(entry: Words, path: Path): Words | undefined;
  /** What the server makes of the parsed entry. */
  after?(words: Words, path: Path): Words | undefined;
}

interface Preparing {
  readonly groups: ReadonlyMap<string, unknown>;
  readonly beside: Beside;
  /** ISO 3166, of phones without a country. */
  readonly country: unknown;
  report(path: Path, message: string, told: Told): void;
}

/** Some entries name what stands elsewhere, or are recorded in another form than they are written in. */
const preparations = ({
  groups,
  beside,
  report,
  country,
}: Preparing): { readonly [Section in SectionName]?: Preparation } => ({
  points: {
    before: (entry) => entry,
    after: (words, path) => {
      const week = inWords(
        () => ({ ...words, working_hours: completeWeek(words.working_hours as readonly WorkingDay[]) }),
        (_, told) => {
          const text =
            told.code === 'field_duplicate' ? 'one day twice' : 'a day that opens and closes at the same time';
          report([...path, 'working_hours'], `${path.join('.')}.working_hours has ${text}`, told);
        },
      );
      if (country === undefined || !week) return week;
      return inWords(
        () => ({ ...week, phone: normalisePhone(String(words.phone), String(country), 'phone') }),
        (text, told) => report([...path, 'phone'], `${path.join('.')}.phone ${text}`, told),
      );
    },
  },
  zones: {
    before: (entry, path) => {
      if (typeof entry.polygon !== 'string') return entry;
      const outline = outlineOf(entry.polygon, beside);
      if ('rings' in outline) return { ...entry, polygon: outline.rings };
      const told = { code: outline.isGone ? 'outline_file' : 'outline', values: { reference: entry.polygon } } as const;
      return void report([...path, 'polygon'], `${path.join('.')}.polygon: ${outline.problem}`, told);
    },
    after: (words, path) =>
      inWords(
        () => ({ ...words, polygon: completePolygon(words.polygon as Polygon) }),
        (text, told) => report([...path, 'polygon'], `${path.join('.')}.polygon ${text}`, told),
      ),
  },
  products: {
    before: (entry, path) => {
      const { modifier_groups: given } = entry;
      if (!Array.isArray(given)) return entry;
      const missing = given.findIndex((group) => typeof group === 'string' && !groups.has(group.normalize('NFC')));
      if (missing !== -1) {
        return void report(
          [...path, 'modifier_groups', missing],
          `${path.join('.')}: there is no ${given[missing]} among modifier_groups`,
          { code: 'no_group', values: { name: given[missing] as string } },
        );
      }
      const written = given.map((group) => (typeof group === 'string' ? groups.get(group.normalize('NFC')) : group));
      return { ...entry, modifier_groups: written };
    },
  },
});

/** What is made, or a report of why it can not be. */
const inWords = (make: () => Words, report: (text: string, told: Told) => void): Words | undefined => {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return void report(CODES[error.code] ?? 'is not right', toldOf(error.code));
  }
};
